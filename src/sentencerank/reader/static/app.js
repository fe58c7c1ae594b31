// @ts-check
// The wiring: events become actions, slices of the state become drawings. Nothing is decided here.

import { fromHash, toHash } from "./address.js";
import { createVoice } from "./aloud.js";
import { announcement } from "./announce.js";
import { drawBudget, drawStatus, drawViews } from "./bar.js";
import { Desk } from "./desk.js";
import { listenToDialogs, listenToSettings, translate } from "./dialogs.js";
import { byId, make } from "./dom.js";
import { drawDrawer } from "./drawer.js";
import { drawHits, hitsOf, paintHits } from "./hits.js";
import { createHome } from "./home.js";
import { createJobs, jobCard } from "./jobs.js";
import { Keeper, loadSettings, remember } from "./keeping.js";
import { listenToKeys } from "./keys.js";
import { drawMap, frameMap, sentenceAt } from "./map.js";
import { makeDocument, sentenceText } from "./model.js";
import { createPictures } from "./pictures.js";
import { furtherPass, plan } from "./plan.js";
import { drawPopover, placePopover } from "./popover.js";
import { lookUp } from "./reasons.js";
import { rerank } from "./rerank.js";
import { openDocument, orderFor } from "./service.js";
import { freshReading, initial, MORE, nearestStop, reduce } from "./state.js";
import { createStore } from "./store.js";
import { speak, t } from "./strings.js";
import { listenToTouch } from "./touch.js";

const LIVE = 4000; // sentences; to rank more of them for a query takes the server as long as to rank them at all
const NARROW = matchMedia("(max-width: 40rem)");
const store = createStore(initial(loadSettings()), reduce);
const { dispatch } = store;

// ---- what follows from the state ----------------------------------------------------------------------------------

/** @type {{ key: any[], value: import("./plan.js").Plan } | null} */
let planned = null;
function currentPlan() {
  const { doc, reading: r, settings } = store.state;
  if (!doc || !r) return null;
  const key = [doc, r.asked, r.votes, r.before, r.topic, r.budget, r.opened, r.read, settings.context];
  if (!planned || key.some((value, k) => value !== planned?.key[k])) planned = { key, value: plan(doc, r, settings.context) };
  return planned.value;
}

/** @type {{ key: any[], value: import("./hits.js").Hit[] }} */
let found = { key: [], value: [] };
function currentHits() {
  const { doc, reading } = store.state;
  const key = [doc, reading?.asked, reading?.query];
  if (key.some((value, k) => value !== found.key[k])) found = { key, value: doc && reading?.query ? hitsOf(doc, reading.asked) : [] };
  return found.value;
}

const desk = new Desk(store, currentPlan);
const keeper = new Keeper(store);
const pictures = createPictures(byId("pictures"), (index) => choose(index));
const voice = createVoice({
  text: (index) => (store.state.doc ? sentenceText(store.state.doc, index) : ""),
  begin: (index) => choose(index, { popover: "" }),
  done: (index) => dispatch({ type: "read", indices: [index] }),
  ended: () => drawMenu(),
});
const jobs = createJobs(store, (id, { ticket }) => {
  if (store.state.doc) return; // who reads is not disturbed: the card waits
  dispatch({ type: "jobGone", ticket });
  openById(id);
});
const home = createHome({ open: (id) => openById(id), add: (thing) => jobs.add(thing), failed: refused });

// ---- drawing ------------------------------------------------------------------------------------------------------

store.on(({ doc, reading: r, settings }) => [doc, r?.view, r?.budget, r?.asked, r?.current, r?.read, r?.before, r?.opened, r?.votes, r?.marks, r?.notes, r?.topic, r?.pictures, settings.context], () => desk.draw());
store.on((s) => [s.doc, s.reading?.budget, s.reading?.asked, s.reading?.votes, s.reading?.before, s.reading?.opened, s.reading?.topic, s.reading?.read, s.settings.context], ({ doc, reading }) => {
  const p = currentPlan();
  if (!doc || !reading || !p) return;
  drawBudget(doc, reading, p, (minutes) => dispatch({ type: "budget", minutes }));
  drawStatus(doc, reading, p);
  afterwards(drawMargin);
});
store.on((s) => [s.reading?.view], ({ reading }) => reading && drawViews(reading.view));
store.on((s) => [s.panel, s.doc, s.reading?.topic, s.reading?.query, s.reading?.marks, s.reading?.notes], drawPanels);
store.on((s) => [s.doc, s.reading?.query, s.reading?.asked, s.hit], ({ doc, reading, hit }) => {
  if (!doc || !reading) return;
  const hits = currentHits();
  drawHits(doc, hits, hit, reading.query, goToHit);
  byId("hits").hidden = !reading.query || !hits.length || (NARROW.matches && hit >= 0);
  if (document.activeElement !== byId("query")) byId("query").value = reading.query;
  if (reading.query) byId("askbar").hidden = false;
  afterwards(drawMargin);
});
store.on((s) => [s.popover, s.reading?.current, s.reading?.marks, s.reading?.votes, s.reading?.view, s.doc], drawSentenceBox);
store.on((s) => [s.reading?.view, s.reading?.pictures, s.doc, s.reading?.current, s.reading?.budget], ({ doc, reading }) => {
  if (!doc?.pages || !reading?.pictures || reading.view !== "side") return;
  pictures.open(doc);
  pictures.draw(currentPlan(), reading.current);
  if (reading.current >= 0) pictures.goTo(doc.pageOf[reading.current]);
});
store.on((s) => [s.jobs, s.doc], ({ jobs: list, doc }) => {
  const act = { cancel: jobs.cancel, dismiss: (/** @type {string} */ ticket) => dispatch({ type: "jobGone", ticket }), open: (/** @type {string} */ id) => {
    for (const job of store.state.jobs) if (job.id === id) dispatch({ type: "jobGone", ticket: job.ticket });
    openById(id);
  } };
  byId(doc ? "home-jobs" : "jobs").replaceChildren();
  byId(doc ? "jobs" : "home-jobs").replaceChildren(...list.map((job) => jobCard(job, act)));
});
store.on((s) => [s.doc, s.alert, s.reading?.asked], drawNotes);
store.on((s) => [s.online], ({ online }) => {
  byId("banner").hidden = online !== "lost" && online !== "locked";
  byId("banner").textContent = online === "lost" ? t("lost") : online === "locked" ? t("locked") : "";
});
store.on((s) => [s.settings], ({ settings }) => {
  remember("settings", settings);
  applySettings();
});
store.on((s) => [s.reading?.budget, s.reading?.view, s.reading?.query, s.reading?.current, s.reading?.place, s.doc], () => afterwards(writeAddress));
store.on((s) => [s.reading], (now, before) => {
  // A document that was just opened is kept as it is: only what the reader does is written.
  if (now.reading && before.reading && now.doc === before.doc) keeper.changed();
});
store.on((s) => [s], (now, before) => {
  const text = announcement(now, before, currentPlan());
  if (text) byId("live").textContent = text;
});
store.on((s) => [s.reading?.budget, s.reading?.view], ({ reading, doc }, before) => {
  if (!reading || !before.reading || doc !== before.doc || reading.before) return;
  dispatch({ type: "settings", settings: { budget: reading.budget, view: reading.view } });
});

/** @type {Set<() => void>} */
const waiting = new Set();
/** Once, before the next frame. @param {() => void} work */
function afterwards(work) {
  if (waiting.has(work)) return;
  waiting.add(work);
  requestAnimationFrame(() => {
    waiting.delete(work);
    work();
  });
}

function drawMargin() {
  const { doc, reading } = store.state;
  const p = currentPlan();
  if (!doc || !reading || !p) return;
  drawMap(doc, reading, p);
  const seen = desk.visible().map((node) => Number(node.dataset.index));
  frameMap(doc, seen[0] ?? -1, seen.at(-1) ?? -1);
  const { column } = desk;
  paintHits(doc, currentHits(), (index) => (column === desk.article ? desk.article.nodes[index] : /** @type {any} */ (column).nodes.get(index)));
  placePopover(reading.current >= 0 ? currentNode() : null);
}

/** The chosen sentence, where it is in the tree already. */
function currentNode() {
  const index = store.state.reading?.current ?? -1;
  return (desk.column === desk.article ? desk.article.nodes[index] : /** @type {any} */ (desk.column).nodes.get(index)) ?? null;
}

function drawPanels() {
  const { panel, doc, reading } = store.state;
  for (const name of ["drawer", "menu"]) {
    byId(name).hidden = panel !== name;
    byId(`show-${name}`).setAttribute("aria-expanded", String(panel === name));
  }
  byId("show-ask").setAttribute("aria-expanded", String(!byId("askbar").hidden));
  if (panel === "menu") drawMenu();
  if (panel === "drawer" && doc && reading) {
    const held = byId("drawer").contains(document.activeElement) ? /** @type {any} */ (document.activeElement) : null;
    const label = held?.textContent;
    drawDrawer(doc, reading, { go: (index) => jump(index), section: goToSection, topic: (topic) => dispatch({ type: "topic", topic }), ask: (query) => askFor(reading.query === query ? "" : query) });
    if (label) [...byId("drawer-body").querySelectorAll("button")].find((button) => button.textContent === label)?.focus();
  }
}

function drawMenu() {
  const { doc, reading } = store.state;
  byId("menu-aloud").textContent = voice.speaking ? t("aloudStop") : t("aloud");
  byId("menu-aloud").hidden = !voice.possible;
  byId("menu-pictures").hidden = !doc?.pages;
  byId("menu-pictures").textContent = reading?.pictures ? t("showText") : t("showPages");
  byId("menu-start").hidden = !reading?.before;
}

/** @type {{ key: string, value: any }} */
let reasons = { key: "", value: null };
function drawSentenceBox() {
  const { doc, reading, popover } = store.state;
  const box = byId("popover");
  box.hidden = !popover || !reading || reading.current < 0;
  if (box.hidden || !doc || !reading) return;
  const key = `${doc.id} ${doc.title} ${reading.current} ${reading.asked?.query ?? ""}`;
  if (popover === "why" && reasons.key !== key) {
    reasons = { key, value: null };
    lookUp(doc, reading.current, reading.asked?.query ?? "").then((value) => {
      if (reasons.key !== key) return;
      reasons.value = value;
      drawSentenceBox();
    });
  }
  drawPopover(doc, reading, popover, reasons.key === key ? reasons.value : null, sentenceActions);
  placePopover(currentNode());
  if (popover === "note") box.querySelector("textarea")?.focus({ preventScroll: true });
}

function drawNotes() {
  const { doc, alert, reading } = store.state;
  const notes = (doc?.notes ?? []).map((text) => make("p", {}, text));
  if (doc && !doc.count) notes.push(make("p", {}, t("empty")));
  if (reading?.asked?.simple) notes.push(make("p", {}, t("simple")));
  if (alert) notes.unshift(make("p", { role: "alert" }, alert));
  byId("notes").replaceChildren(...notes);
  byId("home-alert").textContent = doc ? "" : alert;
}

function applySettings() {
  const { settings } = store.state;
  const root = document.documentElement;
  for (const name of /** @type {const} */ (["theme", "face", "spacing", "size", "width"])) root.dataset[name] = settings[name];
  root.classList.toggle("spoken", settings.spoken);
  root.classList.toggle("pinch", settings.pinch);
  speak(settings.language);
  translate();
  afterwards(drawMargin);
}

// ---- what the reader does -----------------------------------------------------------------------------------------

/** @param {number} index @param {{ popover?: string, scroll?: boolean }} [how] */
function choose(index, { popover = store.state.popover, scroll = true } = {}) {
  dispatch({ type: "choose", index });
  if (scroll) desk.goTo(index, { focus: true });
  else desk.column.node(index)?.focus({ preventScroll: true });
  dispatch({ type: "popover", name: index < 0 ? "" : popover });
  afterwards(drawMargin);
}

/** Go to a sentence wherever it is: if the Brief does not show it, the page does. @param {number} index */
function jump(index) {
  const p = currentPlan();
  if (store.state.reading?.view === "brief" && p && !p.chosen.includes(index)) dispatch({ type: "view", view: "page" });
  dispatch({ type: "choose", index });
  desk.goTo(index, { always: true, focus: true });
}

/** @param {number} by */
function step(by) {
  const { reading } = store.state;
  const p = currentPlan();
  if (!reading || !p?.chosen.length) return;
  let place = p.chosen.findIndex((i) => i >= reading.current);
  if (reading.current < 0) {
    const seen = desk.visible().map((node) => Number(node.dataset.index)).find((i) => p.chosen.includes(i));
    place = (seen === undefined ? 0 : p.chosen.indexOf(seen)) - (by > 0 ? 1 : -1);
  } else if (place < 0) place = p.chosen.length;
  else if (p.chosen[place] !== reading.current && by > 0) place -= 1;
  if (by > 0 && reading.current >= 0) dispatch({ type: "read", indices: [reading.current] });
  const next = p.chosen[place + by];
  if (next === undefined) dispatch({ type: "say", text: t("lastOne") });
  else choose(next);
}

/** @param {number} number */
function goToSection(number) {
  const { doc, reading } = store.state;
  const section = doc?.sections[number];
  if (!doc || !reading || !section) return;
  if (NARROW.matches) dispatch({ type: "panel", name: "" });
  const first = doc.counted[section.first] || section.first + 1 >= section.end ? section.first : section.first + 1;
  if (reading.view === "brief") {
    const inside = currentPlan()?.chosen.find((i) => i >= section.first && i < section.end);
    if (inside !== undefined) return choose(inside, { popover: "" });
    dispatch({ type: "view", view: "page" });
  }
  dispatch({ type: "choose", index: first });
  const head = desk.article.node(section.first) ?? desk.article.blockNode(section.block);
  desk.goTo(section.first, { always: true });
  head?.setAttribute("tabindex", "-1");
  head?.focus({ preventScroll: true });
}

/** @param {number} by */
function stepSection(by) {
  const { doc, reading } = store.state;
  if (!doc || !reading) return;
  const at = doc.sectionOf[reading.current >= 0 ? reading.current : reading.place] ?? 0;
  const next = at + by;
  if (next < 0 || next >= doc.sections.length) dispatch({ type: "say", text: t("lastOne") });
  else goToSection(next);
}

/** @type {AbortController | null} */
let asking = null;
/** @param {string} query */
async function askFor(query) {
  const { doc, reading } = store.state;
  if (!doc || !reading) return;
  asking?.abort();
  dispatch({ type: "query", query });
  dispatch({ type: "hit", place: -1 });
  dispatch({ type: "alert", text: "" });
  if (!query) return dispatch({ type: "answered", order: null });
  const controller = new AbortController();
  asking = controller;
  try {
    const order = doc.served && doc.count <= LIVE ? await orderFor(doc.id, query, controller.signal) : rerank(doc, query);
    if (controller.signal.aborted || store.state.doc !== doc) return;
    const known = order && order.query !== null;
    dispatch({ type: "answered", order: known ? order : null });
    if (!known) dispatch({ type: "say", text: t("unknownQuery") });
    drawHits(doc, currentHits(), -1, query, goToHit);
  } catch (error) {
    if (/** @type {any} */ (error).name === "AbortError") return;
    refused(error);
  }
}

/** @param {number} place */
function goToHit(place) {
  const hits = currentHits();
  if (!hits.length) return;
  const at = (place + hits.length) % hits.length;
  dispatch({ type: "hit", place: at });
  jump(hits[at].index);
}

function clearQuery() {
  byId("query").value = "";
  askFor("");
  byId("askbar").hidden = true;
  drawPanels();
  (currentNode() ?? byId("desk")).focus({ preventScroll: true });
}

/** @param {any} error */
function refused(error) {
  if (error.status === 401 || error.status === 403) return keeper.away("locked");
  if (!error.status && !error.message) return keeper.away("lost");
  dispatch({ type: "alert", text: t("failed", { why: error.message }) });
}

/** What can be done with the chosen sentence, by button or key. @type {Record<string, (...given: any[]) => void>} */
const sentenceActions = {
  place: () => {
    const index = store.state.reading?.current ?? -1;
    if (store.state.reading?.view === "brief") dispatch({ type: "view", view: "page" });
    dispatch({ type: "popover", name: "" });
    desk.goTo(index, { always: true, focus: true });
  },
  why: () => withSentence(() => dispatch({ type: "popover", name: store.state.popover === "why" ? "actions" : "why" })),
  note: () => withSentence(() => dispatch({ type: "popover", name: "note" })),
  highlight: () => withSentence((index) => dispatch({ type: "mark", indices: covered.length ? covered : [index] })),
  copy: () => withSentence(async () => {
    writeAddress();
    await navigator.clipboard?.writeText(location.href).catch(() => null);
    dispatch({ type: "say", text: t("copied") });
    const button = byId("popover").querySelector('[data-act="copy"]');
    if (button) button.textContent = t("copied");
  }),
  paragraph: () => withSentence((index) => openParagraph(index, true)),
  paragraphLess: () => withSentence((index) => openParagraph(index, false)),
  important: () => withSentence((index) => dispatch({ type: "vote", index, value: 1 })),
  unimportant: () => withSentence((index) => dispatch({ type: "vote", index, value: -1 })),
  write: (text) => withSentence((index) => dispatch({ type: "note", index, text })),
  go: (index) => jump(index),
  ask: (query) => askFor(query),
  close: () => {
    dispatch({ type: "popover", name: "" });
    currentNode()?.focus({ preventScroll: true });
  },
};

/** @param {number} index @param {boolean} on */
function openParagraph(index, on) {
  const block = store.state.doc?.blocks[store.state.doc.blockOf[index]];
  if (block) dispatch({ type: "open", from: block.first, to: block.end, on });
}

/** @param {(index: number) => void} act */
function withSentence(act) {
  const index = store.state.reading?.current ?? -1;
  if (index >= 0) act(index);
  else dispatch({ type: "say", text: t("chosenNone") });
}

/** @type {number[]} */
let covered = []; // sentences that a selection of text touches
document.addEventListener("selectionchange", () => {
  const selection = getSelection();
  if (byId("popover").contains(document.activeElement)) return;
  covered = [];
  if (!selection || selection.isCollapsed || !selection.rangeCount) return;
  const range = selection.getRangeAt(0);
  covered = desk.visible().filter((node) => range.intersectsNode(node)).map((node) => Number(node.dataset.index));
});

const actions = {
  ...sentenceActions,
  next: () => step(1),
  previous: () => step(-1),
  nextSection: () => stepSection(1),
  previousSection: () => stepSection(-1),
  moreTime: () => dispatch({ type: "step", by: 1 }),
  lessTime: () => dispatch({ type: "step", by: -1 }),
  stop: (/** @type {number} */ number) => {
    const stops = store.state.doc?.stops ?? [];
    if (stops.length) dispatch({ type: "budget", minutes: stops[Math.min(number, stops.length) - 1] });
  },
  all: () => dispatch({ type: "budget", minutes: Infinity }),
  view: () => dispatch({ type: "cycle" }),
  pass: () => {
    const { doc, reading } = store.state;
    const further = doc && reading && furtherPass(doc, reading, MORE);
    if (!further) return;
    scrollTo({ top: 0, behavior: "instant" });
    dispatch({ type: "choose", index: -1 });
    dispatch({ type: "popover", name: "" });
    dispatch({ type: "pass", minutes: further.minutes });
  },
  actions: () => withSentence(() => {
    dispatch({ type: "popover", name: "actions" });
    byId("popover").querySelector("button")?.focus();
  }),
  drawer: () => {
    dispatch({ type: "panel", name: "drawer" });
    if (store.state.panel) byId("drawer").focus();
  },
  ask: () => {
    byId("askbar").hidden = false;
    drawPanels();
    byId("query").focus();
  },
  nextHit: () => goToHit(store.state.hit + 1),
  previousHit: () => goToHit(store.state.hit < 0 ? -1 : store.state.hit - 1),
  export: () => store.state.doc && byId("export").showModal(),
  home: () => store.state.doc?.served && goHome(),
  help: () => byId("help").showModal(),
  escape: () => {
    const { popover, panel, reading } = store.state;
    if (voice.speaking) voice.stop();
    if (popover) sentenceActions.close();
    else if (panel) {
      dispatch({ type: "panel", name: "" });
      byId(`show-${panel}`).focus();
    } else if (reading?.query) clearQuery();
    else if (reading && reading.current >= 0) {
      dispatch({ type: "choose", index: -1 });
      /** @type {any} */ (document.activeElement)?.blur();
    }
  },
};

// ---- opening, leaving, the address --------------------------------------------------------------------------------

function writeAddress() {
  const { doc, reading } = store.state;
  if (!doc || !reading) return;
  const hash = toHash(reading);
  if (hash === location.hash) return;
  try {
    history.replaceState(history.state, "", hash);
  } catch {
    // browsers refuse too many changes in a short time; the next one will do
  }
}

/** @param {"home" | "reader"} name */
function showOnly(name) {
  for (const each of ["home", "reader"]) byId(each).hidden = each !== name;
  byId("skip").href = name === "home" ? "#home" : "#desk";
}

/** @param {import("./model.js").Doc} doc @param {any} kept what the server has of it */
function show(doc, kept) {
  const narrow = NARROW.matches;
  const asked = fromHash(location.hash, doc.count);
  const reading = { ...freshReading(doc, store.state.settings, narrow), ...keeper.load(doc, kept), ...asked };
  if (!doc.stops.includes(reading.budget)) reading.budget = nearestStop(doc, reading.budget);
  const query = reading.query;
  document.title = doc.title || t("untitled");
  byId("name").textContent = doc.title || t("untitled");
  showOnly("reader");
  byId("askbar").hidden = !query;
  byId("frame").dir = /^(ar|fa|he|ur)\b/u.test(doc.language) ? "rtl" : "ltr";
  desk.clear();
  dispatch({ type: "opened", doc, reading });
  if ("place" in asked && location.hash.includes("s=")) dispatch({ type: "choose", index: Math.max(asked.place ?? 0, 0) });
  if (query && query !== doc.own.query) askFor(query);
  if (keeper.dirty) keeper.save();
}

/** @param {string} id @param {{ push?: boolean }} [how] */
async function openById(id, { push = true } = {}) {
  await keeper.save();
  try {
    const { entry, pages, reading, columns } = await openDocument(id);
    if (push) history.pushState(null, "", `?d=${encodeURIComponent(id)}`);
    show(makeDocument(columns, { id, title: entry.title, source: entry.name, served: true, pages }), reading);
  } catch (error) {
    const { status } = /** @type {any} */ (error);
    history.replaceState(null, "", "./");
    showHome();
    if (status === 404) dispatch({ type: "alert", text: t("gone") });
    else refused(error);
  }
}

function showHome() {
  voice.stop();
  document.title = "sentencerank";
  showOnly("home");
  desk.clear();
  dispatch({ type: "left" });
  home.load();
}

async function goHome() {
  await keeper.save();
  history.pushState(null, "", "./");
  showHome();
  scrollTo(0, 0);
}

/** A page that a bookmarklet or the extension handed over: #add=… holds it, #link=… names it. It is asked about first. */
function takeOffer() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const [body, address] = [parts.get("add"), parts.get("link")];
  if (!body && !address) return;
  history.replaceState(null, "", "./");
  const title = parts.get("title") || address || "";
  const card = make(
    "li",
    { class: "card offer" },
    make("b", { class: "card-title", dir: "auto" }, t("offered", { title })),
    make("div", { class: "row" }, make("button", { type: "button", class: "primary", onclick: () => {
      card.remove();
      jobs.add(body ? { body: new Blob([body], { type: "text/html" }), name: `${title.slice(0, 80) || "page"}.html` } : { address: address ?? "" });
    } }, t("offeredOk")), make("button", { type: "button", onclick: () => card.remove() }, t("dismiss"))),
  );
  byId("home-jobs").before(make("ul", { class: "cards" }, card));
  card.querySelector("button").focus();
}

async function route() {
  const id = new URLSearchParams(location.search).get("d");
  if (id) await openById(id, { push: false });
  else {
    showHome();
    takeOffer();
  }
}

// ---- listening ----------------------------------------------------------------------------------------------------

function listen() {
  const buttons = { less: "lessTime", more: "moreTime", further: "pass", "show-drawer": "drawer", "next-hit": "nextHit", "previous-hit": "previousHit", "menu-export": "export", "menu-help": "help", "go-home": "home" };
  for (const [id, name] of Object.entries(buttons)) byId(id).addEventListener("click", () => /** @type {any} */ (actions)[name]());
  byId("show-ask").addEventListener("click", () => (byId("askbar").hidden ? actions.ask() : clearQuery()));
  byId("show-menu").addEventListener("click", () => dispatch({ type: "panel", name: "menu" }));
  byId("menu").addEventListener("click", () => dispatch({ type: "panel", name: "" }));
  byId("menu-aloud").addEventListener("click", () => (voice.speaking ? voice.stop() : voice.start(currentPlan()?.chosen.filter((i) => i >= Math.max(store.state.reading?.current ?? 0, 0)) ?? [], store.state.doc?.language ?? "")));
  byId("menu-pictures").addEventListener("click", () => {
    dispatch({ type: "pictures" });
    if (store.state.reading?.pictures) dispatch({ type: "view", view: "side" });
  });
  byId("menu-start").addEventListener("click", () => dispatch({ type: "firstPass" }));
  for (const id of ["menu-settings", "home-settings"]) byId(id).addEventListener("click", () => byId("settings").showModal());
  for (const button of byId("views").children) button.addEventListener("click", () => dispatch({ type: "view", view: button.dataset.view }));
  for (const button of document.querySelectorAll("[data-close-panel]")) button.addEventListener("click", () => actions.escape());
  listenToAsking();
  for (const column of ["desk", "beside"]) listenToText(byId(column));
  listenToMap();
  let last = scrollY;
  addEventListener("scroll", () => {
    // On a phone the bar goes away while reading on, and returns when scrolling up.
    if (Math.abs(scrollY - last) > 6) document.body.classList.toggle("away", scrollY > last && scrollY > 120);
    last = scrollY;
    afterwards(afterScroll);
  }, { passive: true });
  byId("beside").addEventListener("scroll", () => afterwards(afterScroll), { passive: true });
  addEventListener("resize", () => {
    desk.article.doc && afterwards(drawMargin);
  });
  new ResizeObserver(() => document.documentElement.style.setProperty("--bar", `${byId("bar").offsetHeight}px`)).observe(byId("bar"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => afterwards(drawMargin));
  addEventListener("pagehide", () => keeper.save(true));
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && keeper.save(true));
  addEventListener("hashchange", () => {
    const { doc } = store.state;
    if (!doc) return;
    const part = fromHash(location.hash, doc.count);
    if (part.budget) dispatch({ type: "budget", minutes: part.budget });
    if (part.view) dispatch({ type: "view", view: part.view });
    if (part.place !== undefined) jump(part.place);
    if ((part.query ?? "") !== store.state.reading?.query) askFor(part.query ?? "");
  });
}

function afterScroll() {
  desk.follow();
  drawMargin();
}

function listenToAsking() {
  /** @type {any} */
  let timer = 0;
  const field = byId("query");
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => askFor(field.value.trim()), 180);
  });
  byId("askbar").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    clearTimeout(timer);
    const query = field.value.trim();
    if (query === store.state.reading?.query && store.state.reading?.asked) actions.nextHit();
    else askFor(query);
  });
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") clearQuery();
    if (event.key === "Enter" && event.shiftKey) {
      event.preventDefault();
      actions.previousHit();
    }
  });
  byId("clear-query").addEventListener("click", clearQuery);
}

/** @param {HTMLElement} column */
function listenToText(column) {
  column.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const gap = /** @type {HTMLElement | null} */ (target.closest(".gap"));
    if (gap) return dispatch({ type: "open", from: Number(gap.dataset.from), to: Number(gap.dataset.to), on: gap.getAttribute("aria-expanded") !== "true" });
    const note = /** @type {HTMLElement | null} */ (target.closest("[data-note]"));
    if (note) {
      event.preventDefault();
      const block = store.state.doc?.blocks.findIndex((one) => one.kind === "footnote" && one.about.label === note.dataset.note) ?? -1;
      return desk.article.blockNode(block)?.scrollIntoView({ block: "center" });
    }
    if (target.closest("a")) return;
    const under = /** @type {HTMLElement | null} */ (target.closest("[data-section]"));
    if (under) return jump(store.state.doc?.sections[Number(under.dataset.section)].first ?? 0);
    const sentence = /** @type {HTMLElement | null} */ (target.closest(".sentence"));
    if (!sentence || !(getSelection()?.isCollapsed ?? true)) return;
    const index = Number(sentence.dataset.index);
    if (!store.state.doc?.counted[index]) return;
    choose(index, { popover: "actions", scroll: column.id === "beside" });
  });
  column.addEventListener("mouseup", () => {
    if (covered.length > 0) setTimeout(() => covered.length && choose(covered[covered.length - 1], { popover: "actions", scroll: false }));
  });
  column.addEventListener("focusin", (event) => {
    const sentence = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest(".sentence"));
    if (sentence && sentence === event.target && Number(sentence.dataset.index) !== store.state.reading?.current) dispatch({ type: "choose", index: Number(sentence.dataset.index) });
  });
}

function listenToMap() {
  const map = byId("map");
  const go = (/** @type {PointerEvent} */ event) => {
    const { doc } = store.state;
    if (!doc?.count || (event.type === "pointermove" && !event.buttons)) return;
    const box = map.getBoundingClientRect();
    desk.goTo(sentenceAt(doc, (event.clientY - box.top) / box.height), { always: true });
  };
  map.addEventListener("pointerdown", go);
  map.addEventListener("pointermove", go);
}

async function start() {
  applySettings();
  listen();
  home.listen();
  listenToDialogs(() => ({ doc: store.state.doc, reading: store.state.reading, plan: currentPlan() }));
  listenToSettings(store);
  listenToKeys(actions, () => store.state.settings.keys && Boolean(store.state.doc));
  listenToTouch(byId("desk"), actions, () => store.state.settings.pinch);
  desk.watch();
  const data = byId("document-data"); // in the single file
  if (data) {
    const { title, source, columns } = JSON.parse(data.textContent);
    show(makeDocument(columns, { name: title, source }), null);
  } else {
    document.body.classList.add("served");
    addEventListener("popstate", async () => {
      const id = new URLSearchParams(location.search).get("d");
      if ((id ?? "") === (store.state.doc?.id ?? "")) return;
      await keeper.save();
      await route();
    });
    await route();
  }
  document.body.classList.add("ready");
}

start();
