// @ts-check
// The wiring: events become actions, slices of the state become drawings. Nothing is decided here.

import { fromHash, writeAddress } from "./address.js";
import { createVoice } from "./aloud.js";
import { announcement } from "./announce.js";
import { createAsking } from "./asking.js";
import { drawBudget, drawStatus, drawViews } from "./bar.js";
import { createDerived } from "./derived.js";
import { Desk } from "./desk.js";
import { listenToDialogs, listenToSettings, translate } from "./dialogs.js";
import { beforeFrame, byId } from "./dom.js";
import { drawHits, paintHits } from "./hits.js";
import { createHome } from "./home.js";
import { createJobs, drawJobs } from "./jobs.js";
import { Keeper, loadSettings, remember } from "./keeping.js";
import { listenToKeys } from "./keys.js";
import { drawMap, frameMap } from "./map.js";
import { makeDocument, toldText } from "./model.js";
import { createMoves } from "./moving.js";
import { takeOffer } from "./offer.js";
import { createOpening } from "./opening.js";
import { createPanels, drawNotes } from "./panels.js";
import { createPictures } from "./pictures.js";
import { furtherPass } from "./plan.js";
import { listenToMap, listenToText } from "./pointing.js";
import { placePopover } from "./popover.js";
import { isUnmet } from "./question.js";
import { createSentence } from "./sentence.js";
import { AWAY, initial, MORE, picturesShown, reduce } from "./state.js";
import { createStore } from "./store.js";
import { speak, t } from "./strings.js";
import { listenToTouch } from "./touch.js";

const narrow = matchMedia("(max-width: 40rem)");
const store = createStore(initial(loadSettings()), reduce);
const { dispatch } = store;
const derived = createDerived(store);
const desk = new Desk(store, derived.plan);
const keeper = new Keeper(store);
const moves = createMoves({ store, desk, derived, narrow });
const pictures = createPictures(byId("pictures"), (index) => moves.choose(index));
const asking = createAsking({
  store,
  derived,
  jump: moves.jump,
  refused: (error) => keeper.refused(error),
  drawPanels: () => panels.draw(),
  focusText: () => (desk.current() ?? byId("desk")).focus({ preventScroll: true }),
});
const sentence = createSentence({ store, desk, jump: moves.jump, ask: asking.ask });
const voice = createVoice({
  text: (index) => (store.state.doc ? toldText(store.state.doc, index) : ""),
  begin: (index) => moves.choose(index, { popover: "" }),
  done: (index) => dispatch({ type: "read", indices: [index] }),
  failed: () => dispatch({ type: "alert", text: t("aloudFailed") }),
  ended: () => panels.drawMenu(),
});
const panels = createPanels({
  store,
  voice,
  keeping: (change) => desk.keeping(change),
  act: {
    go: moves.jump,
    section: moves.toSection,
    topic: (topic) => dispatch({ type: "topic", topic }),
    ask: (query) => asking.ask(store.state.reading?.query === query ? "" : query),
  },
});
const jobs = createJobs(store, (id, { ticket }) => {
  if (store.state.doc) return; // who reads is not disturbed: the card waits
  jobs.dismiss(ticket);
  opening.open(id);
});
const home = createHome({ open: (id) => opening.open(id), add: (thing) => jobs.add(thing), failed: (error) => keeper.refused(error) });
const opening = createOpening({ store, desk, keeper, loadHome: home.load, leave: () => voice.stop(), ask: asking.ask, narrow, takeOffer: () => takeOffer((thing) => jobs.add(thing)) });

// ---- drawing ------------------------------------------------------------------------------------------------------

store.on((s) => [s.settings.language], ({ settings }) => {
  // The first of all, so that whatever is drawn after it speaks the new language.
  speak(settings.language);
  translate();
});
store.on((s) => [s.settings], ({ settings }) => {
  remember("settings", settings);
  applySettings();
});
store.on(({ doc, reading: r, settings }) => [doc, r?.view, r?.budget, r?.asked, r?.current, r?.read, r?.before, r?.opened, r?.votes, r?.marks, r?.notes, r?.topic, r?.pictures, settings.context], () => desk.draw());
store.on(({ doc, reading: r, settings }) => [doc, r?.budget, r?.asked, r?.votes, r?.before, r?.opened, r?.topic, r?.read, settings.context, settings.language], ({ doc, reading }) => {
  const p = derived.plan();
  if (!doc || !reading || !p) return;
  drawBudget(doc, reading, p, (minutes) => dispatch({ type: "budget", minutes }));
  drawStatus(doc, reading, p);
  beforeFrame(drawMargin);
});
store.on((s) => [s.reading?.view], ({ reading }) => {
  if (!reading) return;
  drawViews(reading.view);
  beforeFrame(drawMargin);
});
store.on((s) => [s.panel, s.doc, s.reading?.topic, s.reading?.query, s.reading?.marks, s.reading?.notes, s.settings.language], panels.draw);
store.on((s) => [s.doc, s.reading?.query, s.reading?.asked, s.hit, s.asking, s.settings.language], ({ doc, reading, hit, asking: waiting }) => {
  if (!doc || !reading) return;
  const hits = derived.hits();
  drawHits(doc, hits, { at: hit, query: reading.query, waiting, byWords: Boolean(reading.asked?.found), unmet: isUnmet(doc, reading.query, hits.order) }, asking.goToHit);
  const closed = !reading.query || !hits.order.length || (narrow.matches && hit >= 0);
  if (byId("hits").hidden !== closed) desk.keeping(() => byId("hits").toggleAttribute("hidden", closed));
  if (document.activeElement !== byId("query")) byId("query").value = reading.query;
  if (reading.query) byId("askbar").hidden = false;
  beforeFrame(followText);
});
store.on((s) => [s.popover, s.reading?.current, s.reading?.marks, s.reading?.votes, s.reading?.opened, s.reading?.view, s.doc, s.settings.language], () => {
  sentence.draw();
  beforeFrame(followText);
});
store.on((s) => [s.reading?.view, s.reading?.pictures, s.doc, s.reading?.current, s.reading?.budget], ({ doc, reading }, before) => {
  if (!doc?.pages || !reading || !picturesShown(reading)) return;
  const begun = doc !== before.doc || !before.reading || !picturesShown(before.reading);
  const at = reading.current >= 0 ? reading.current : begun ? reading.place : 0;
  pictures.open(doc);
  pictures.draw(derived.plan(), reading.current);
  if (at > 0) pictures.goTo(doc.pageOf[at]);
});
store.on((s) => [s.jobs, s.doc, s.settings.language], ({ jobs: list, doc }) => {
  const open = (/** @type {import("./state.js").Job} */ job) => {
    jobs.dismiss(job.ticket);
    opening.open(job.id);
  };
  byId(doc ? "home-jobs" : "jobs").replaceChildren();
  drawJobs(byId(doc ? "jobs" : "home-jobs"), list, { ...jobs, open });
});
store.on((s) => [s.doc, s.alert, s.settings.language], drawNotes);
store.on((s) => [s.online, s.settings.language], ({ online, doc }, before) => {
  byId("banner").hidden = !AWAY.includes(online);
  byId("banner").textContent = AWAY.includes(online) ? t(online) : "";
  if (online === "back" && before.online !== online && !doc) opening.route();
});
store.on((s) => [s.reading?.budget, s.reading?.view, s.reading?.query, s.reading?.current, s.reading?.place, s.doc], () => beforeFrame(drawAddress));
store.on((s) => [s.reading], (now, before) => {
  // A document that was just opened is kept as it is: only what the reader does is written.
  if (now.reading && before.reading && now.doc === before.doc) keeper.changed();
});
store.on((s) => [s], (now, before) => {
  const text = announcement(now, before, derived.plan());
  if (text) byId("live").textContent = text;
});
store.on((s) => [s.reading?.budget, s.reading?.view], ({ reading, doc }, before) => {
  if (!reading || !before.reading || doc !== before.doc || reading.before) return;
  dispatch({ type: "settings", settings: { budget: reading.budget, view: reading.view } });
});

function drawAddress() {
  const { doc, reading } = store.state;
  if (doc && reading) writeAddress(reading);
}

/** The map and what follows the text. */
function drawMargin() {
  const { doc, reading } = store.state;
  const p = derived.plan();
  if (!doc || !reading || !p) return;
  drawMap(doc, reading, p);
  followText();
}

/** What lies over or beside the text, and moves with it: the frame in the map, the words of hits, the box of a sentence. */
function followText() {
  const { doc } = store.state;
  if (!doc) return;
  const seen = desk.visible();
  frameMap(doc, Number(seen[0]?.dataset.index ?? -1), Number(seen.at(-1)?.dataset.index ?? -1));
  paintHits(doc, derived.hits(), seen);
  placePopover(desk.current());
  byId("steps").classList.toggle("astray", !seen.some((node) => node.classList.contains("chosen")));
}

function applySettings() {
  const { settings } = store.state;
  const root = document.documentElement;
  for (const name of /** @type {const} */ (["theme", "face", "spacing", "size", "width"])) root.dataset[name] = settings[name];
  root.classList.toggle("spoken", settings.spoken);
  root.classList.toggle("pinch", settings.pinch);
  beforeFrame(drawMargin);
}

// ---- what the reader does -----------------------------------------------------------------------------------------

const actions = {
  ...sentence.actions,
  next: () => moves.step(1),
  previous: () => moves.step(-1),
  nextSection: () => moves.stepSection(1),
  previousSection: () => moves.stepSection(-1),
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
    desk.goTo(derived.plan()?.chosen[0] ?? 0); // what is new may begin far below
  },
  drawer: () => {
    dispatch({ type: "panel", name: "drawer" });
    if (store.state.panel) byId("drawer").focus();
  },
  ask: asking.open,
  nextHit: asking.next,
  previousHit: asking.previous,
  export: () => store.state.doc && byId("export").showModal(),
  home: () => store.state.doc?.served && opening.goHome(),
  help: () => byId("help").showModal(),
  escape: () => {
    const { popover, panel, reading } = store.state;
    if (voice.speaking) voice.stop();
    if (popover) sentence.actions.close();
    else if (panel) {
      dispatch({ type: "panel", name: "" });
      byId(`show-${panel}`).focus();
    } else if (reading?.query || !byId("askbar").hidden) asking.clear();
    else if (reading && reading.current >= 0) {
      dispatch({ type: "choose", index: -1 });
      /** @type {any} */ (document.activeElement)?.blur();
    }
  },
};

function speakBrief() {
  const { doc, reading } = store.state;
  if (voice.speaking || !doc || !reading) return voice.stop();
  voice.start(derived.plan()?.chosen.filter((i) => i >= reading.current) ?? [], doc.language);
}

function showPictures() {
  const { reading } = store.state;
  if (!reading) return;
  const shown = picturesShown(reading);
  if (shown || !reading.pictures) dispatch({ type: "pictures" });
  if (!shown) dispatch({ type: "view", view: "side" });
}

// ---- listening ----------------------------------------------------------------------------------------------------

function listen() {
  const buttons = { "step-on": "next", "step-back": "previous", less: "lessTime", more: "moreTime", further: "pass", "show-drawer": "drawer", "next-hit": "nextHit", "previous-hit": "previousHit", "menu-export": "export", "menu-help": "help", "go-home": "home" };
  for (const [id, name] of Object.entries(buttons)) byId(id).addEventListener("click", () => /** @type {any} */ (actions)[name]());
  byId("show-menu").addEventListener("click", () => dispatch({ type: "panel", name: "menu" }));
  byId("menu").addEventListener("click", () => dispatch({ type: "panel", name: "" }));
  byId("menu-aloud").addEventListener("click", speakBrief);
  byId("menu-pictures").addEventListener("click", showPictures);
  byId("menu-start").addEventListener("click", () => dispatch({ type: "firstPass" }));
  byId("skip").addEventListener("click", (/** @type {any} */ event) => {
    event.preventDefault(); // the end of the address says what is read
    byId(event.target.hash.slice(1)).focus();
  });
  for (const id of ["menu-settings", "home-settings"]) byId(id).addEventListener("click", () => byId("settings").showModal());
  for (const button of byId("views").children) button.addEventListener("click", () => dispatch({ type: "view", view: button.dataset.view }));
  for (const button of document.querySelectorAll("[data-close-panel]")) button.addEventListener("click", () => actions.escape());
  for (const column of ["desk", "beside"]) listenToText(byId(column), { store, desk, moves, covered: sentence.covered });
  listenToMap(store, desk);
  asking.listen();
  sentence.watchSelection();
  listenToWindow();
}

function listenToWindow() {
  let last = scrollY;
  const afterScroll = () => {
    desk.follow();
    followText();
  };
  addEventListener("scroll", () => {
    // On a phone the bar goes away while reading on, and returns when scrolling up.
    if (Math.abs(scrollY - last) > 6) document.body.classList.toggle("away", scrollY > last && scrollY > 120);
    last = scrollY;
    beforeFrame(afterScroll);
  }, { passive: true });
  byId("beside").addEventListener("scroll", () => beforeFrame(afterScroll), { passive: true });
  addEventListener("resize", () => beforeFrame(drawMargin));
  const sizes = new ResizeObserver(() => {
    const [banner, bar] = [byId("banner").offsetHeight, byId("bar").offsetHeight];
    document.documentElement.style.setProperty("--banner", `${banner}px`);
    document.documentElement.style.setProperty("--bar", `${banner + bar}px`); // where the text begins
  });
  for (const id of ["banner", "bar"]) sizes.observe(byId(id));
  addEventListener("beforeprint", () => desk.column.flow.fillAll());
  addEventListener("afterprint", () => desk.follow());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => beforeFrame(drawMargin));
  addEventListener("pagehide", () => keeper.save(true));
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && keeper.save(true));
  addEventListener("hashchange", () => {
    const { doc } = store.state;
    if (!doc) return;
    const part = fromHash(location.hash, doc.count);
    if (part.budget) dispatch({ type: "budget", minutes: part.budget });
    if (part.view) dispatch({ type: "view", view: part.view });
    if (part.place !== undefined) moves.jump(part.place);
    if ((part.query ?? "") !== store.state.reading?.query) asking.ask(part.query ?? "");
  });
}

async function start() {
  speak(store.state.settings.language);
  translate();
  applySettings();
  listen();
  home.listen();
  listenToDialogs(() => ({ doc: store.state.doc, reading: store.state.reading, plan: derived.plan() }));
  listenToSettings(store);
  listenToKeys(actions, () => store.state.settings.keys && Boolean(store.state.doc));
  listenToTouch(byId("desk"), actions, () => store.state.settings.pinch);
  desk.watch();
  const data = byId("document-data"); // in the single file
  if (data) {
    const { title, source, columns } = JSON.parse(data.textContent);
    opening.show(makeDocument(columns, { name: title, source }), null);
  } else {
    document.body.classList.add("served");
    opening.listen();
    await opening.route();
  }
  document.body.classList.add("ready");
}

start();
