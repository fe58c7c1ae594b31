// @ts-check
// The answer to a query: the sentences that have its words, the best first, with the words marked; in the text they are
// painted by highlights of the browser, which leave the tree and its text as they are.

import { byId, make } from "./dom.js";
import { t } from "./strings.js";

/** @typedef {import("./model.js").Doc} Doc @typedef {import("./model.js").Order} Order @typedef {{ index: number, spans: [number, number][] }} Hit */

const MOST = 100; // in the list

/** The hits of an order, best first, with spans in units of the string. @param {Doc} doc @param {Order | null} asked @returns {Hit[]} */
export function hitsOf(doc, asked) {
  const given = asked ?? doc.own;
  if (!given.hits.length) return [];
  const spans = new Map(given.hits);
  const unit = given.simple ? (/** @type {number} */ n) => n : doc.toUnit;
  return given.order.filter((index) => spans.has(index)).map((index) => ({ index, spans: (spans.get(index) ?? []).map(([from, to]) => [unit(from), unit(to)]) }));
}

/** @param {Hit[]} hits @param {number} at the hit that was gone to */
function counted(hits, at) {
  if (!hits.length) return t("noHits");
  if (at >= 0) return t("hitOf", { n: at + 1, all: hits.length });
  return hits.length === 1 ? t("hit") : t("hits", { n: hits.length });
}

/** @param {Doc} doc @param {Hit[]} hits @param {{ at: number, query: string, waiting: boolean }} asked @param {(place: number) => void} go */
export function drawHits(doc, hits, { at, query, waiting }, go) {
  byId("hit-count").textContent = !query ? "" : waiting ? t("whyWait") : counted(hits, at);
  byId("hit-list").replaceChildren(
    ...hits.slice(0, MOST).map((hit, place) => make("li", {}, make("button", { type: "button", class: "hit", dir: "auto", "aria-current": place === at ? "true" : null, onclick: () => go(place) }, ...marked(doc, hit)))),
  );
  for (const id of ["next-hit", "previous-hit"]) byId(id).disabled = !hits.length;
}

/** @param {Doc} doc @param {Hit} hit @returns {(Node | string)[]} */
function marked(doc, hit) {
  const nodes = [];
  let place = doc.starts[hit.index];
  for (const [from, to] of [...hit.spans].sort((a, b) => a[0] - b[0])) {
    if (from < place) continue;
    nodes.push(doc.text.slice(place, from), make("mark", {}, doc.text.slice(from, to)));
    place = to;
  }
  nodes.push(doc.text.slice(place, doc.ends[hit.index]));
  return nodes;
}

/** Paint the words in the sentences that are in the tree. @param {Doc} doc @param {Hit[]} hits @param {(index: number) => HTMLElement | null | undefined} nodeOf */
export function paintHits(doc, hits, nodeOf) {
  if (!globalThis.CSS?.highlights) return;
  CSS.highlights.delete("hits");
  const ranges = [];
  for (const { index, spans } of hits) {
    const text = nodeOf(index)?.querySelector(".text");
    if (!text) continue;
    for (const [from, to] of spans) {
      const range = rangeOf(text, from - doc.starts[index], to - doc.starts[index]);
      if (range) ranges.push(range);
    }
  }
  if (ranges.length) CSS.highlights.set("hits", new Highlight(...ranges));
}

/**
 * Mark the words of a sentence that are among the reasons for its rank; without reasons nothing is marked.
 * @param {HTMLElement | null} node @param {{ cue?: string, terms?: { text: string }[] } | null} reasons
 */
export function paintCue(node, reasons) {
  if (!globalThis.CSS?.highlights) return;
  CSS.highlights.delete("cue");
  const root = node?.querySelector(".text");
  if (!root || !reasons) return;
  const ranges = [reasons.cue ?? "", ...(reasons.terms ?? []).slice(0, 3).map(({ text }) => text)].flatMap((words) => {
    const place = placeOf(root.textContent, words);
    return place ? [rangeOf(root, ...place)] : [];
  });
  const found = ranges.filter((range) => range !== null);
  if (found.length) CSS.highlights.set("cue", new Highlight(...found));
}

/** Where words stand in a text, however they are broken into lines; the end of the last one may differ. @param {string} text @param {string} words @returns {[number, number] | null} */
export function placeOf(text, words) {
  const parts = words.replace(/ …$/u, "").match(/\S+/gu);
  if (!parts) return null;
  const pattern = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&")).join("\\s+");
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}`, "iu").exec(text);
  return found ? [found.index, found.index + found[0].length] : null;
}

/** @param {Element} root @param {number} from @param {number} to */
function rangeOf(root, from, to) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let place = 0;
  /** @type {any} */
  let begin = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = /** @type {Text} */ (node);
    if (!begin && from < place + length) begin = [node, from - place];
    if (begin && to <= place + length) return new StaticRange({ startContainer: begin[0], startOffset: begin[1], endContainer: node, endOffset: to - place });
    place += length;
  }
  return null;
}
