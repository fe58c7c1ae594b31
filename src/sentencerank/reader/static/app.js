// The page as a whole: its state, what changes it, and what follows from a change.

import { amount, byId, duration, excerpt, make, spokenDuration } from "./dom.js";
import { loadCorrections, loadSettings, remember, saveCorrections } from "./store.js";
import { LAYER, layerSizes, minutesLeft, statuses, WORDS_PER_MINUTE } from "./layers.js";
import { adopt, makeDocument, sentenceText } from "./model.js";
import { buildArticle, draw, isShown, rangeOf } from "./render.js";
import { bringIntoView, keepingPlace, sentencesInView } from "./place.js";
import { drawMap, frameMap, sentenceAt } from "./minimap.js";
import { drawDepths, drawSections } from "./contents.js";
import { drawWhy } from "./why.js";
import { drawTopics, holders, paintPhrase } from "./topics.js";
import { rerank } from "./rerank.js";
import { openDocument, rankForQuery } from "./service.js";
import { download, exported } from "./exporting.js";
import { KEYS, listenToKeys } from "./keys.js";
import { listenToTouch } from "./touch.js";
import { drawLibrary, listenToUploads } from "./library.js";

const VIEWS = ["highlight", "dim", "fold"];
const SHORT = 1; // minutes: a text that is read so quickly is shown in full
const START = 2; // the depth at which a longer one opens: few marks first
const PHONE = matchMedia("(max-width: 40rem)");
const SHEETS = matchMedia("(max-width: 60rem)"); // panels come from below
const WIDE = matchMedia("(min-width: 75rem)"); // all panels stand beside the text

const settings = loadSettings();
let doc = null;
let page = null;
let status = null; // what each sentence is, as drawn
let sizes = [];
let state = freshState();

function freshState() {
  return {
    depth: 1,
    view: VIEWS.includes(settings.view) ? settings.view : PHONE.matches ? "fold" : "dim",
    context: settings.context,
    local: new Map(), // block → its own depth
    open: new Set(), // sentences in gaps opened by hand
    corrections: new Map(),
    current: -1,
    topic: null, // the one that is read alone
    letters: false, // topics are shown by colour and letter
    phrase: null,
  };
}

const barHeight = () => (getComputedStyle(byId("bar")).position === "sticky" ? byId("bar").offsetHeight : 0);

/** The part of the window where text can be read: under the bar, above what comes from below. */
function readingRoom() {
  const sheets = ["contents", "why", "topics"].map(byId).filter((panel) => !panel.hidden && SHEETS.matches);
  const low = [...sheets, byId("reading-bar")].filter((node) => getComputedStyle(node).position === "fixed");
  return { top: barHeight(), bottom: Math.min(innerHeight, ...low.map((node) => node.getBoundingClientRect().top)) };
}

// ---- a document arrives -------------------------------------------------------------------------------------------

function show(payload) {
  doc = makeDocument(payload);
  state = freshState();
  state.corrections = loadCorrections(doc.hash, doc.count);
  const minutes = doc.wordsBefore.at(-1) / WORDS_PER_MINUTE;
  state.depth = minutes < SHORT ? doc.layerCount : Math.min(START, doc.layerCount);
  page = buildArticle(doc, byId("article"));
  status = null;
  const prose = page.blocks.find((_, number) => !doc.blocks[number].fixed) ?? page.blocks[0];
  byId("desk").dir = prose ? getComputedStyle(prose).direction : "ltr";
  document.title = `${doc.title} · Reader`;
  byId("name").textContent = doc.title;
  byId("query").value = doc.ranking.query ?? "";
  showNotes();
  readAddress();
  redraw();
  drawSections(doc, goToSection);
  goToAddress();
  togglePanel("contents", WIDE.matches, { quiet: true });
}

function showNotes() {
  const notes = [...(doc.ranking.notes ?? [])];
  if (doc.ranking.simple) {
    notes.push("Ranked in this page by the words that a sentence shares with the query. `sentencerank read` also compares meanings.");
  }
  if (!doc.count) notes.push("There is no sentence in this document.");
  byId("notes").replaceChildren(...notes.map((note) => make("p", {}, note)));
  if (!doc.ranking.query || !doc.count) return;
  const best = doc.order[0];
  const go = (event) => {
    event.preventDefault();
    goTo(best, { always: true });
  };
  const link = make("a", { href: `#s${best}`, id: "best", dir: "auto", onclick: go }, excerpt(sentenceText(doc, best), 90));
  byId("notes").prepend(make("p", {}, `Ranked for “${doc.ranking.query}”. First: `, link));
}

/** Before a sentence is chosen, the first of the layer can be reached by the Tab key. */
function offerEntry() {
  page.entry?.removeAttribute("tabindex");
  page.entry = state.current < 0 ? page.sentences[status.indexOf(LAYER)] : null;
  if (page.entry) page.entry.tabIndex = 0;
}

// ---- drawing ------------------------------------------------------------------------------------------------------

/** Draw what follows from the state. `anchor`: a node that must not move; otherwise the line being read stays. */
function redraw({ anchor, fresh = false } = {}) {
  if (!doc) return;
  const next = statuses(doc, state);
  const willShow = (index) => isShown(state, next, index);
  keepingPlace(doc, page, { anchor, current: state.current, willShow, top: barHeight() }, () => {
    document.body.dataset.view = state.view;
    draw(doc, state, page, next, { fresh });
  });
  status = next;
  offerEntry();
  if (state.phrase) paintPhrase(page, holders(doc, state.phrase), state.phrase);
  const slider = byId("depth");
  slider.max = doc.layerCount;
  slider.value = state.depth;
  slider.disabled = doc.layerCount < 2;
  sizes = layerSizes(doc, state);
  slider.setAttribute("aria-valuetext", spokenDepth());
  for (const button of byId("views").children) button.setAttribute("aria-pressed", String(button.dataset.view === state.view));
  afterwards(drawAround);
}

function drawPanels() {
  if (!byId("why").hidden) drawWhy(doc, state, { go: (index) => goTo(index), mark: markPhrase });
  if (!byId("topics").hidden) drawTopics(doc, state, { filter: filterTopic, mark: markPhrase });
  byId("all-topics").hidden = state.topic === null;
  const correction = state.corrections.get(state.current);
  byId("promote").setAttribute("aria-pressed", String(correction === 1));
  byId("demote").setAttribute("aria-pressed", String(correction === -1));
}

/** What can wait is done before the next frame, and once, however often it is asked for. */
const waiting = new Set();
function afterwards(task) {
  if (!waiting.size) {
    requestAnimationFrame(() => {
      const tasks = [...waiting];
      waiting.clear();
      for (const each of tasks) each();
    });
  }
  waiting.add(task);
}

function drawAround() {
  drawDepths(doc, state, setDepth);
  drawMap(doc, state, status);
  drawPanels();
  follow();
}

/** What follows from where the window stands: the frame of the map and the minutes that are left. */
function follow() {
  if (!doc) return;
  const seen = sentencesInView(doc, page, barHeight(), innerHeight);
  frameMap(doc, seen);
  const left = duration(minutesLeft(doc, status, seen ? seen.first : 0));
  const full = duration(doc.wordsBefore.at(-1) / WORDS_PER_MINUTE);
  const layer = state.depth === doc.layerCount ? "Full text" : `Layer ${state.depth} of ${doc.layerCount}`;
  byId("readout").textContent = state.depth === doc.layerCount ? `${layer} · ${left} left` : `${layer} · ${left} left · full ${full}`;
}

function spokenDepth() {
  const size = sizes[state.depth - 1];
  if (!size) return "nothing to read";
  return `layer ${state.depth} of ${doc.layerCount}, ${amount(size.sentences, "sentence")}, ${spokenDuration(size.minutes)}`;
}

function say(text) {
  byId("live").textContent = text;
}

// ---- depth and view -----------------------------------------------------------------------------------------------

function setDepth(depth) {
  if (!doc) return;
  state.depth = Math.min(Math.max(depth, 1), doc.layerCount);
  state.local.clear(); // the whole document at one depth again
  redraw({ fresh: true });
  placeLocal(localBlock());
  say(spokenDepth());
  writeAddress();
}

function setLocalDepth(step) {
  const block = localBlock();
  if (block < 0) return;
  const depth = Math.min(Math.max((state.local.get(block) ?? state.depth) + step, 0), doc.layerCount);
  state.local.set(block, depth);
  redraw({ anchor: page.blocks[block].hidden ? undefined : page.blocks[block], fresh: true });
  placeLocal(block);
  say(depth ? `this paragraph: layer ${depth} of ${doc.layerCount}` : "this paragraph: nothing of it");
}

function setView(view) {
  state.view = view;
  settings.view = view;
  remember("settings", settings);
  redraw();
  say(`${view} view, ${doc ? spokenDepth() : ""}`);
}

/** Open the gap that holds a sentence, or fold it again. */
function toggleGap(button) {
  const [from, to] = rangeOf(button);
  const opening = button.getAttribute("aria-expanded") !== "true";
  for (let i = from; i < to; i += 1) {
    if (opening) state.open.add(i);
    else state.open.delete(i);
  }
  redraw({ anchor: button });
  say(opening ? `${amount(to - from, "sentence")} shown` : `${amount(to - from, "sentence")} folded`);
}

function gapHolding(index) {
  for (const { button } of page.gaps.values()) {
    const [from, to] = rangeOf(button);
    if (index >= from && index < to && button.getAttribute("aria-expanded") !== "true") return button;
  }
  return null;
}

// ---- going from sentence to sentence ------------------------------------------------------------------------------

function choose(index, { focus = false } = {}) {
  const before = page.sentences[state.current];
  if (before) {
    before.classList.remove("current");
    before.removeAttribute("tabindex");
  }
  state.current = index;
  offerEntry();
  const node = page.sentences[index];
  if (node) {
    node.classList.add("current");
    node.tabIndex = 0;
    if (focus) node.focus({ preventScroll: true });
    placeLocal(doc.blockOf[index]);
  } else {
    placeLocal(-1);
  }
  drawPanels();
  writeAddress();
}

function goTo(index, { always = false } = {}) {
  if (index < 0 || index >= doc.count) return;
  if (!isShown(state, status, index)) {
    state.open.add(index); // alone, among what is folded
    redraw();
  }
  choose(index, { focus: true });
  bringIntoView(page.sentences[index], readingRoom(), { always });
  afterwards(follow);
}

/** The next sentence of the layer in a direction, from the chosen one or from what the window shows. */
function step(direction) {
  if (!doc?.count) return;
  let from = state.current;
  if (from < 0) {
    const seen = sentencesInView(doc, page, barHeight(), innerHeight);
    from = direction > 0 ? (seen?.first ?? 0) - 1 : (seen?.last ?? doc.count - 1) + 1;
  }
  for (let i = from + direction; i >= 0 && i < doc.count; i += direction) {
    if (status[i] === LAYER) {
      goTo(i);
      return;
    }
  }
  say(direction > 0 ? "no further sentence of this layer" : "no earlier sentence of this layer");
}

function stepSection(direction) {
  if (!doc?.count) return;
  const seen = sentencesInView(doc, page, barHeight(), innerHeight);
  const here = doc.sectionOf[state.current >= 0 ? state.current : (seen?.first ?? 0)];
  const inside = state.current > doc.sections[here]?.first; // back: first to the heading of this section
  const target = direction < 0 && inside ? here : here + direction;
  if (target >= 0 && target < doc.sections.length) visitSection(target);
}

function visitSection(number) {
  const { first, block } = doc.sections[number];
  if (doc.blocks[block].fixed && first < doc.sections[number].end) goTo(first, { always: true });
  else bringIntoView(page.blocks[block], readingRoom(), { always: true });
}

function goToSection(event, number) {
  event.preventDefault();
  visitSection(number);
  if (!WIDE.matches) togglePanel("contents", false);
}

// ---- depth of one paragraph ---------------------------------------------------------------------------------------

let hovered = -1;
const localBlock = () => (byId("local").hidden ? -1 : Number(byId("local").dataset.block));

function placeLocal(number) {
  const local = byId("local");
  const block = doc?.blocks[number];
  const shown = block && !block.fixed && block.end > block.first;
  local.hidden = !shown;
  if (!shown) return;
  const own = state.local.get(number);
  byId("local-depth").textContent = String(own ?? state.depth);
  local.classList.toggle("own", own !== undefined);
  if (Number(local.dataset.block) === number && local.parentNode === byId("article")) return;
  local.dataset.block = number;
  const focused = local.contains(document.activeElement) ? document.activeElement : null;
  if (PHONE.matches) page.blocks[number].after(local); // there is no margin beside the text
  else page.blocks[number].before(local);
  focused?.focus({ preventScroll: true });
}

function listenToParagraphs() {
  const article = byId("article");
  article.addEventListener("pointerover", (event) => {
    const block = event.target.closest(".block");
    if (!block || event.pointerType !== "mouse" || byId("local").contains(document.activeElement)) return;
    hovered = Number(block.dataset.block);
    placeLocal(hovered);
  });
  article.addEventListener("click", (event) => {
    const gap = event.target.closest(".gap");
    if (gap) {
      toggleGap(gap);
      return;
    }
    const sentence = event.target.closest(".sentence");
    if (sentence && getSelection().isCollapsed) choose(Number(sentence.dataset.index), { focus: true });
  });
  article.addEventListener("focusin", (event) => {
    const sentence = event.target.closest(".sentence");
    if (sentence && Number(sentence.dataset.index) !== state.current) choose(Number(sentence.dataset.index));
  });
  // The browser's own search found something folded: open that gap.
  article.addEventListener("beforematch", (event) => {
    const block = event.target.closest(".block");
    const sentence = event.target.closest(".sentence");
    const index = sentence ? Number(sentence.dataset.index) : doc.blocks[Number(block?.dataset.block)]?.first;
    const gap = index === undefined ? null : gapHolding(index);
    if (gap) toggleGap(gap);
  });
}

// ---- corrections --------------------------------------------------------------------------------------------------

/** Up or down by one of three states: demoted, as ranked, promoted. */
function correct(direction) {
  if (!doc || state.current < 0) {
    say("choose a sentence first");
    return;
  }
  const value = Math.min(Math.max((state.corrections.get(state.current) ?? 0) + direction, -1), 1);
  if (value) state.corrections.set(state.current, value);
  else state.corrections.delete(state.current);
  saveCorrections(doc.hash, state.corrections);
  if (value < 0) state.open.add(state.current); // it stays in sight until the gap is folded
  redraw();
  say(value > 0 ? "promoted to layer 1" : value < 0 ? "demoted to the last layer" : "as ranked");
}

// ---- topics, phrases, query ---------------------------------------------------------------------------------------

function filterTopic(number) {
  state.topic = state.topic === number ? null : number;
  redraw({ fresh: true });
  const topic = doc.topics.find((each) => each.number === state.topic);
  say(topic ? `only topic ${topic.letter}` : "all topics");
}

/** Mark a phrase and go to its next occurrence. */
function markPhrase(phrase) {
  const found = holders(doc, phrase);
  const again = state.phrase === phrase;
  state.phrase = phrase;
  paintPhrase(page, found, phrase);
  const after = again ? state.current : -1;
  const next = found.find((index) => index > after);
  if (next === undefined && again) {
    state.phrase = null; // after the last one the marks go
    paintPhrase(page, [], null);
  } else if (next !== undefined) {
    const trigger = document.activeElement;
    goTo(next);
    if (trigger?.closest?.(".panel")) byId("topics").hidden || focusPhrase(phrase);
  }
  byId("phrase-note").textContent = state.phrase ? `“${phrase}” in ${amount(found.length, "sentence")}; choose it again for the next` : "";
  drawPanels();
}

function focusPhrase(phrase) {
  const place = doc.keyphrases.findIndex(({ text }) => text === phrase);
  byId("phrase-list").children[place]?.firstChild.focus({ preventScroll: true });
}

let asking = 0;
async function askFor(query) {
  if (!doc) return;
  asking += 1;
  const number = asking;
  try {
    const ranking = !query ? doc.own : doc.terms ? rerank(doc.own, doc.terms, query) : await rankForQuery(doc.id, query);
    if (number !== asking) return; // another query came meanwhile
    if (!ranking) {
      say("no word of the query is in the text");
      byId("notes").replaceChildren(make("p", { role: "alert" }, "No word of the query is in the text: the ranking stays."));
      return;
    }
    adopt(doc, ranking);
  } catch (error) {
    byId("notes").replaceChildren(make("p", { role: "alert" }, `The query could not be ranked: ${error.message}`));
    return;
  }
  state.depth = Math.min(state.depth, doc.layerCount);
  state.topic = null;
  state.local.clear();
  state.open.clear();
  byId("clear-query").hidden = !query;
  showNotes();
  redraw({ fresh: true });
  drawSections(doc, goToSection);
  say(query ? `ranked for ${query}: ${spokenDepth()}` : `ranked without a query: ${spokenDepth()}`);
}

// ---- panels and dialogs -------------------------------------------------------------------------------------------

function togglePanel(name, open = byId(name).hidden, { quiet = false } = {}) {
  const other = { why: "topics", topics: "why" }[name];
  if (open && other) togglePanel(other, false, { quiet: true });
  if (open && !WIDE.matches) for (const each of ["contents", "why", "topics"]) if (each !== name) hidePanel(each);
  const panel = byId(name);
  const hadFocus = panel.contains(document.activeElement);
  panel.hidden = !open;
  byId(`show-${name}`).setAttribute("aria-expanded", String(open));
  if (name === "topics" && doc && state.letters !== open) {
    state.letters = open;
    if (!open) state.topic = null;
    redraw();
  }
  if (doc && status) drawPanels();
  if (quiet) return;
  const chosen = page?.sentences[state.current];
  if (open && chosen && SHEETS.matches) bringIntoView(chosen, readingRoom());
  if (open) panel.focus({ preventScroll: true });
  else if (hadFocus || document.activeElement === document.body) focusText() || byId(`show-${name}`).focus();
}

function hidePanel(name) {
  if (!byId(name).hidden) togglePanel(name, false, { quiet: true });
}

function focusText() {
  page?.sentences[state.current]?.focus({ preventScroll: true });
  return Boolean(page?.sentences[state.current]);
}

function listenToDialogs() {
  for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => togglePanel(button.dataset.close, false));
  }
  for (const button of document.querySelectorAll("[data-dismiss]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close()); // on the backdrop
  }
  for (const button of document.querySelectorAll("[data-export]")) {
    button.addEventListener("click", () => {
      if (!doc) return;
      download(doc, button.dataset.export, exported(doc, state, status, button.dataset.export));
      byId("export-note").textContent = "Saved by your browser.";
    });
  }
  byId("print").addEventListener("click", () => {
    byId("export").close();
    print();
  });
  byId("copy-link").addEventListener("click", async () => {
    writeAddress();
    await navigator.clipboard?.writeText(location.href).catch(() => null);
    byId("export-note").textContent = location.href;
  });
  byId("keys").tBodies[0].replaceChildren(
    ...[["1 … 9", "", "depth"], ...KEYS].filter(([, , what]) => what).map(([key, , what]) => make("tr", {}, make("td", {}, make("kbd", {}, key)), make("td", {}, what))),
  );
}

function listenToSettings() {
  for (const field of byId("settings").querySelectorAll("[name]")) {
    const box = field.type === "checkbox";
    if (box) field.checked = settings[field.name];
    else field.value = settings[field.name];
    field.addEventListener("change", () => {
      settings[field.name] = box ? field.checked : field.value;
      remember("settings", settings);
      applySettings();
    });
  }
  byId("forget-corrections").addEventListener("click", () => {
    if (!doc) return;
    state.corrections.clear();
    saveCorrections(doc.hash, state.corrections);
    redraw();
    say("corrections forgotten");
  });
  applySettings();
}

function applySettings() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.face = settings.face;
  root.dataset.spacing = settings.spacing;
  root.classList.toggle("spoken", settings.spoken);
  root.classList.toggle("pinch", settings.pinch);
  if (state.context !== settings.context) {
    state.context = settings.context;
    redraw({ fresh: true });
  } else if (doc && status) {
    afterwards(drawAround);
  }
}

// ---- the address: #L3 is a depth, #L3.s14 also a sentence ---------------------------------------------------------

function parsedAddress() {
  const match = /^#(?:L(\d+))?\.?(?:s(\d+))?$/u.exec(location.hash);
  return { depth: match?.[1] ? Number(match[1]) : null, sentence: match?.[2] ? Number(match[2]) : null };
}

function readAddress() {
  const { depth } = parsedAddress();
  if (depth) state.depth = Math.min(Math.max(depth, 1), doc.layerCount);
}

function goToAddress() {
  const { sentence } = parsedAddress();
  if (sentence !== null && sentence < doc.count) goTo(sentence, { always: true });
}

function writeAddress() {
  const hash = `#L${state.depth}${state.current >= 0 ? `.s${state.current}` : ""}`;
  if (hash === location.hash) return;
  try {
    history.replaceState(history.state, "", hash);
  } catch {
    // browsers refuse too many changes in a short time; the next one will do
  }
}

// ---- start --------------------------------------------------------------------------------------------------------

const actions = {
  next: () => step(1),
  previous: () => step(-1),
  nextSection: () => stepSection(1),
  previousSection: () => stepSection(-1),
  deeper: () => setDepth(state.depth + 1),
  shallower: () => setDepth(state.depth - 1),
  depth: (number) => setDepth(number),
  all: () => doc && setDepth(doc.layerCount),
  localDeeper: () => setLocalDepth(1),
  localShallower: () => setLocalDepth(-1),
  openGap: () => {
    const gap = state.current >= 0 && (gapHolding(state.current + 1) ?? gapHolding(state.current - 1));
    if (gap) toggleGap(gap);
  },
  cycleView: () => setView(VIEWS[(VIEWS.indexOf(state.view) + 1) % VIEWS.length]),
  why: () => togglePanel("why"),
  topics: () => togglePanel("topics"),
  contents: () => togglePanel("contents"),
  query: () => byId("query").focus(),
  promote: () => correct(1),
  demote: () => correct(-1),
  export: () => byId("export").showModal(),
  help: () => byId("help").showModal(),
  escape: () => {
    const open = ["why", "topics", "contents"].find((name) => !byId(name).hidden && (name !== "contents" || !WIDE.matches));
    if (open) togglePanel(open, false);
    else if (page) {
      choose(-1);
      document.activeElement?.blur();
    }
  },
  // Where the browser cannot search folded text, show it before its search opens.
  find: () => doc && state.view === "fold" && !("onbeforematch" in document.body) && setView("dim"),
};

function listenToButtons() {
  const buttons = {
    shallower: "shallower",
    deeper: "deeper",
    "local-shallower": "localShallower",
    "local-deeper": "localDeeper",
    next: "next",
    previous: "previous",
    "next-section": "nextSection",
    "previous-section": "previousSection",
    promote: "promote",
    demote: "demote",
    "show-contents": "contents",
    "show-topics": "topics",
    "show-why": "why",
    "show-export": "export",
    "show-help": "help",
  };
  for (const [id, name] of Object.entries(buttons)) byId(id).addEventListener("click", () => actions[name]());
  byId("show-settings").addEventListener("click", () => byId("settings").showModal());
  byId("depth").addEventListener("input", (event) => setDepth(Number(event.target.value)));
  for (const button of byId("views").children) button.addEventListener("click", () => setView(button.dataset.view));
  byId("all-topics").addEventListener("click", () => filterTopic(state.topic));
  byId("query-form").addEventListener("submit", (event) => {
    event.preventDefault();
    askFor(byId("query").value.trim());
  });
  byId("clear-query").addEventListener("click", () => {
    byId("query").value = "";
    askFor("");
  });
  byId("query").addEventListener("keydown", (event) => {
    if (event.key === "Escape") focusText() || byId("query").blur();
  });
  const map = byId("map");
  const go = (event) => {
    if (!doc?.count || (event.type === "pointermove" && !event.buttons)) return;
    const box = map.getBoundingClientRect();
    const index = sentenceAt(doc, (event.clientY - box.top) / box.height);
    const shown = nearestShown(index);
    if (shown >= 0) bringIntoView(page.sentences[shown], readingRoom(), { always: true });
  };
  map.addEventListener("pointerdown", go);
  map.addEventListener("pointermove", go);
}

function nearestShown(index) {
  for (let away = 0; away < doc.count; away += 1) {
    for (const i of [index - away, index + away]) {
      if (i >= 0 && i < doc.count && isShown(state, status, i)) return i;
    }
  }
  return -1;
}

async function openById(id, { push = true } = {}) {
  try {
    const payload = await openDocument(id);
    if (push) history.pushState(null, "", `?d=${encodeURIComponent(id)}`);
    byId("library").close();
    show(payload);
  } catch (error) {
    byId("notes").replaceChildren(make("p", { role: "alert" }, `The document cannot be opened: ${error.message}`));
  }
}

function openLibrary() {
  if (!doc) byId("notes").replaceChildren(make("p", {}, "Nothing is open yet: choose a document in the library, drop a file here, or paste a text."));
  drawLibrary(openById);
  if (!byId("library").open) byId("library").showModal();
}

async function start() {
  listenToButtons();
  listenToDialogs();
  listenToSettings();
  listenToParagraphs();
  listenToKeys(actions, settings);
  listenToTouch(byId("desk"), actions, settings);
  // The panels and the map stand under the bar, whatever its height.
  new ResizeObserver(() => document.documentElement.style.setProperty("--bar", `${barHeight()}px`)).observe(byId("bar"));
  addEventListener("scroll", () => afterwards(follow), { passive: true });
  addEventListener("resize", () => doc && redraw());
  addEventListener("hashchange", () => {
    if (!doc) return;
    readAddress();
    redraw();
    goToAddress();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => doc && drawMap(doc, state, status));
  const data = byId("document-data"); // in the single file
  const address = new URLSearchParams(location.search); // ?d= names a document, &q= a query about it
  if (data) {
    show(JSON.parse(data.textContent));
  } else {
    document.body.classList.add("served");
    byId("show-library").addEventListener("click", openLibrary);
    listenToUploads(openById);
    addEventListener("popstate", () => {
      const id = new URLSearchParams(location.search).get("d");
      if (id && id !== doc?.id) openById(id, { push: false });
    });
    if (address.has("d")) await openById(address.get("d"), { push: false });
    else openLibrary();
    if (doc && address.get("q")) {
      byId("query").value = address.get("q");
      await askFor(address.get("q"));
    }
  }
  document.body.classList.add("ready");
}

start();
