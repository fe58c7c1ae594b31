// @ts-check
// The answer to a query: the sentences that have its words, the best first, with the words marked; in the text they are
// painted by highlights of the browser, which leave the tree and its text as they are.

import { byId, make } from "./dom.js";
import { isTable } from "./model.js";
import { allowed } from "./question.js";
import { queryWords, spansIn } from "./rerank.js";
import { t } from "./strings.js";

/** @typedef {import("./model.js").Doc} Doc @typedef {import("./model.js").Order} Order @typedef {{ order: number[], spans: (index: number) => [number, number][] }} Hits */

const MOST = 100; // in the list

/** The sentences that an order found, best first; where the words stand in one is looked up when it is drawn. @param {Doc} doc @param {Order | null} asked @returns {Hits} */
export function hitsOf(doc, asked) {
  const given = asked ?? doc.own;
  if (given.found) {
    const words = queryWords(given.query ?? "");
    return { order: given.found, spans: (index) => spansIn(doc, index, words) };
  }
  const spans = new Map(given.hits);
  return {
    order: given.hits.length ? allowed(doc, given.query ?? "", given.order.filter((index) => spans.has(index))) : [],
    spans: (index) => (spans.get(index) ?? []).map(([from, to]) => [doc.toUnit(from), doc.toUnit(to)]),
  };
}

/** @param {number} all @param {number} at the hit that was gone to */
function counted(all, at) {
  if (!all) return t("noHits");
  if (at >= 0) return t("hitOf", { n: at + 1, all });
  return all === 1 ? t("hit") : t("hits", { n: all });
}

/** @param {Doc} doc @param {Hits} hits @param {{ at: number, query: string, waiting: boolean, byWords: boolean, unmet: boolean }} asked @param {(place: number) => void} go */
export function drawHits(doc, hits, { at, query, waiting, byWords, unmet }, go) {
  byId("hit-count").textContent = !query ? "" : waiting ? t("whyWait") : counted(hits.order.length, at);
  byId("hits-note").textContent = [unmet && t("unmet"), byWords && t("simple")].filter(Boolean).join(" ");
  byId("hits-note").hidden = !unmet && !byWords;
  byId("hit-list").replaceChildren(
    ...hits.order.slice(0, MOST).map((index, place) => make("li", {}, make("button", { type: "button", class: "hit", dir: "auto", "aria-current": place === at ? "true" : null, onclick: () => go(place) }, ...told(doc, index, hits.spans(index))))),
  );
  for (const id of ["next-hit", "previous-hit"]) byId(id).disabled = !hits.order.length;
}

/** What a hit says: the sentence, or the row of a table that has most of the words. @param {Doc} doc @param {number} index @param {[number, number][]} spans @returns {(Node | string)[]} */
function told(doc, index, spans) {
  const block = doc.blocks[doc.blockOf[index]];
  if (!isTable(block)) return marked(doc, doc.starts[index], doc.ends[index], spans);
  const said = bestRow(block.cells, spans).filter(([from, to]) => doc.text.slice(from, to).trim());
  const cells = said.flatMap(([from, to], k) => [...(k ? [" · "] : []), ...marked(doc, from, to, spans)]);
  return [make("span", { class: "tag" }, t("table")), " ", ...cells];
}

/** The row with most of the words: of equal ones the last, so that the row of headings gives way. @param {[number, number][][]} rows @param {[number, number][]} spans */
function bestRow(rows, spans) {
  const words = (/** @type {[number, number][]} */ row) => spans.filter(([from, to]) => row.some(([begin, end]) => from >= begin && to <= end)).length;
  const counts = rows.map(words);
  const most = Math.max(...counts);
  return rows[most ? counts.lastIndexOf(most) : 0];
}

/** A piece of the text with its words marked. @param {Doc} doc @param {number} begin @param {number} end @param {[number, number][]} spans @returns {(Node | string)[]} */
function marked(doc, begin, end, spans) {
  const nodes = [];
  let place = begin;
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    if (from < place || to > end) continue;
    nodes.push(doc.text.slice(place, from), make("mark", {}, doc.text.slice(from, to)));
    place = to;
  }
  nodes.push(doc.text.slice(place, end));
  return nodes;
}

/** Paint the words in sentences on the screen. @param {Doc} doc @param {Hits} hits @param {HTMLElement[]} nodes */
export function paintHits(doc, hits, nodes) {
  if (!globalThis.CSS?.highlights) return;
  CSS.highlights.delete("hits");
  if (!hits.order.length) return;
  const ranges = [];
  for (const node of nodes) {
    const pieces = piecesOf(doc, node);
    for (const [from, to] of hits.spans(Number(node.dataset.index))) {
      // A sentence is one piece, but in a table one for each cell: the word stands in the last that begins before it.
      const [root, start] = pieces.filter(([, begin]) => begin <= from).at(-1) ?? [null, 0];
      const range = root && rangeOf(root, from - start, to - start);
      if (range) ranges.push(range);
    }
  }
  if (ranges.length) CSS.highlights.set("hits", new Highlight(...ranges));
}

/** The elements with the text of a sentence, and where in the document each begins. @param {Doc} doc @param {HTMLElement} node @returns {[Element, number][]} */
function piecesOf(doc, node) {
  const text = node.querySelector(".text");
  const rest = node.closest("table")?.querySelectorAll(`[data-of="${node.dataset.index}"]`) ?? [];
  const others = [...rest].map((piece) => /** @type {[Element, number]} */ ([piece, Number(/** @type {HTMLElement} */ (piece).dataset.from)]));
  return text ? [[text, doc.starts[Number(node.dataset.index)]], ...others] : [];
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

/** Where words stand in a text, however they are broken into lines, up to the end of the last one there. @param {string} text @param {string} words @returns {[number, number] | null} */
export function placeOf(text, words) {
  const parts = words.replace(/ …$/u, "").match(/\S+/gu);
  if (!parts) return null;
  const pattern = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&")).join("\\s+");
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}[\\p{L}\\p{N}]*`, "iu").exec(text);
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
