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

/** @param {Doc} doc @param {Hit[]} hits @param {number} at @param {string} query @param {(place: number) => void} go */
export function drawHits(doc, hits, at, query, go) {
  byId("hit-count").textContent = !query ? "" : hits.length ? (at >= 0 ? t("hitOf", { n: at + 1, all: hits.length }) : hits.length === 1 ? t("hit") : t("hits", { n: hits.length })) : t("noHits");
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
