// @ts-check
// What belongs to one sentence, in a small box beside it: why it is here, a highlight, a note, a link, more around it.

import { byId, excerpt, make } from "./dom.js";
import { toldText } from "./model.js";
import { figure, partName, reason, t } from "./strings.js";

/** @typedef {import("./model.js").Doc} Doc @typedef {import("./state.js").Reading} Reading */

const RIGHT_TO_LEFT = /([\u0590-\u08ff]+(?: [\u0590-\u08ff]+)*)/u;

/**
 * @param {Doc} doc @param {Reading} reading @param {string} open "actions", "why" or "note"
 * @param {any} reasons of the sentence; null while they are looked up
 * @param {Record<string, (...given: any[]) => void>} act
 */
export function drawPopover(doc, reading, open, reasons, act) {
  const box = byId("popover");
  const index = reading.current;
  const held = box.contains(document.activeElement) ? /** @type {any} */ (document.activeElement).dataset?.act : null;
  const field = box.querySelector("textarea");
  const draft = field && Number(field.dataset.index) === index ? field.value : undefined; // of this sentence, and of no other
  const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {boolean | null} */ pressed = null) =>
    make("button", { type: "button", "data-act": name, "aria-pressed": pressed, onclick: () => act[name]() }, label);
  const vote = reading.votes.get(index);
  const { first, end } = doc.blocks[doc.blockOf[index]];
  const opened = reading.opened.size > 0 && [...reading.opened].some((i) => i >= first && i < end);
  box.replaceChildren(
    make(
      "div",
      { class: "row" },
      ...(reading.view === "brief" ? [button("place", t("inPlace"))] : []),
      button("why", t("why"), open === "why"),
      button("highlight", reading.marks.has(index) ? t("unhighlight") : t("highlight")),
      button("note", t("note"), open === "note"),
      button("copy", t("copyLink")),
      opened ? button("paragraphLess", t("paragraphLess")) : button("paragraph", t("paragraph")),
      button("important", t("important"), vote === 1),
      button("unimportant", t("unimportant"), vote === -1),
      make("button", { type: "button", class: "icon", "data-act": "close", "aria-label": t("close"), onclick: () => act.close() }, "×"),
    ),
    ...(open === "why" ? [why(doc, reading, reasons, act)] : []),
    ...(open === "note" ? [note(index, draft ?? reading.notes.get(index) ?? "", act)] : []),
    ...(open !== "note" && reading.notes.has(index) ? [make("p", { class: "own-note", dir: "auto" }, /** @type {string} */ (reading.notes.get(index)))] : []),
  );
  if (held) box.querySelector(`[data-act="${held}"]`)?.focus({ preventScroll: true });
}

/** @param {number} index @param {string} text @param {Record<string, (...given: any[]) => void>} act */
function note(index, text, act) {
  const field = make("textarea", { rows: 3, dir: "auto", "aria-label": t("noteField"), "data-act": "field", "data-index": index });
  field.value = text;
  // Written while typing, so that nothing is lost when the window closes.
  field.addEventListener("input", () => act.write(field.value));
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey))) act.close();
  });
  return make("div", { class: "note-field" }, field, make("button", { type: "button", class: "primary", "data-act": "keep", onclick: () => act.close() }, t("keep")));
}

/** @param {Doc} doc @param {Reading} reading @param {any} reasons @param {Record<string, (...given: any[]) => void>} act */
function why(doc, reading, reasons, act) {
  if (!reasons) return make("p", { class: "why", role: "status" }, t("whyWait"));
  if (reasons.error) return make("p", { class: "why", role: "alert" }, reasons.error);
  const told = reasons.sentence || reasons.text;
  const { text, lang } = told ? reason(told) : { text: t("notRanked"), lang: null };
  return make("div", { class: "why" }, make("p", { class: "plain", dir: "auto", lang }, ...withJumps(doc, text, act.go)), numbers(doc, reading, reasons, act));
}

/** A text whose numbers of sentences lead to these. @param {Doc} doc @param {string} text @param {(index: number) => void} go @returns {(Node | string)[]} */
function withJumps(doc, text, go) {
  return text.split(/((?<=\b(?:sentences?|Satz|Sätzen) (?:\d+(?:, | and | und ))*)\d+)/u).flatMap((piece, k) => {
    const index = Number(piece);
    // Words from right to left would take the commas between them along.
    if (k % 2 === 0 || index >= doc.count) return piece.split(RIGHT_TO_LEFT).map((part, place) => (place % 2 ? make("bdi", {}, part) : part));
    return make("button", { type: "button", class: "link", title: excerpt(toldText(doc, index)), onclick: () => go(index) }, piece);
  });
}

/** The rank that a sentence would have by its score alone. @param {Doc} doc @param {number} index */
function placeByScore(doc, index) {
  return 1 + doc.scores.reduce((better, score, i) => better + (doc.counted[i] && score > doc.scores[index] ? 1 : 0), 0);
}

/** How many sentences of its section come before it in the order, and how many there are. @param {Doc} doc @param {number[]} order @param {number} index */
function placeInSection(doc, order, index) {
  const own = order.filter((i) => doc.counted[i] && doc.sectionOf[i] === doc.sectionOf[index]);
  return { n: own.indexOf(index) + 1, all: own.length };
}

/** The steps from the score to the rank, and what the score is made of. @param {Doc} doc @param {Reading} reading @param {any} reasons @param {Record<string, (...given: any[]) => void>} act */
function numbers(doc, { current: index, asked }, reasons, act) {
  const { order } = asked ?? doc.own;
  const parts = Object.entries(/** @type {Record<string, number>} */ (reasons.parts ?? {})).filter(([, value]) => Math.abs(value) >= 0.005);
  const most = Math.max(1e-9, ...parts.map(([, value]) => Math.abs(value)));
  const bars = parts.flatMap(([name, value]) => {
    const bar = make("span", { class: `gauge ${value < 0 ? "minus" : "plus"}`, "aria-hidden": true });
    bar.style.setProperty("--share", String(Math.abs(value) / most));
    return [make("dt", {}, partName(name)), make("dd", {}, bar, make("span", { class: "figure" }, `${value < 0 ? "−" : "+"}${figure(Math.abs(value))}`))];
  });
  const go = (/** @type {number} */ other) => make("button", { type: "button", class: "link", dir: "auto", onclick: () => act.go(other) }, excerpt(toldText(doc, other), 90));
  const steps = [
    make("li", {}, `${t("whyScore")}: ${figure(Number(reasons.score))}${asked || !parts.length ? "" : `, ${t("whyScoreRank", { n: placeByScore(doc, index) })}`}`),
    ...(reasons.redundancy_penalty > 0.005 ? [make("li", {}, `−${figure(Number(reasons.redundancy_penalty))}: ${t("whyTaken")}`)] : []),
    ...(reasons.topic_rank ? [make("li", {}, t("whyTurn", { n: reasons.topic_rank }))] : []),
    ...(doc.sections.length > 1 ? [make("li", {}, t("whySection", placeInSection(doc, order, index)))] : []),
    make("li", {}, make("b", {}, t("ranked", { rank: reasons.rank, count: doc.count }))),
  ];
  const terms = (reasons.terms ?? []).slice(0, 5);
  return make(
    "details",
    { ontoggle: () => act.moved() },
    make("summary", {}, t("numbers")),
    make("ol", { class: "steps" }, ...steps),
    make("dl", { class: "bars" }, ...bars),
    ...(terms.length ? [make("h3", {}, t("whyWords")), make("ul", { class: "chips" }, ...terms.map((/** @type {any} */ { text }) => make("li", {}, make("button", { type: "button", onclick: () => act.ask(text) }, make("bdi", {}, text)))))] : []),
    ...(reasons.votes?.length ? [make("h3", {}, t("whyVotes")), make("ul", { class: "votes" }, ...reasons.votes.map((/** @type {any} */ { sentence }) => make("li", {}, go(sentence))))] : []),
    ...(reasons.similar_to !== null && reasons.redundancy_penalty > 0.05 ? [make("h3", {}, t("whyLike")), make("p", {}, go(reasons.similar_to))] : []),
  );
}

/** Put the box below a sentence, or above it where there is no room; on a phone it is a sheet at the foot. @param {HTMLElement | null} node */
export function placePopover(node) {
  const box = byId("popover");
  if (!node || !box || box.hidden || matchMedia("(max-width: 40rem)").matches) return;
  const rects = node.getClientRects();
  const last = rects[rects.length - 1] ?? node.getBoundingClientRect();
  const first = rects[0] ?? last;
  const own = box.getBoundingClientRect();
  const left = Math.min(Math.max(first.left, 12), innerWidth - own.width - 12);
  const below = last.bottom + 6 + own.height < innerHeight - 40;
  box.style.setProperty("left", `${left + scrollX}px`);
  box.style.setProperty("top", `${(below ? last.bottom + 6 : Math.max(first.top - own.height - 6, 60)) + scrollY}px`);
}
