// @ts-check
// Ranking for a query inside the page, without a server: by the words of the query alone, the rare ones first. A page on
// disk is what people pass on, also to those who have no sentencerank; the library itself also compares meanings.

import { sentenceText } from "./model.js";

/** @typedef {import("./model.js").Doc} Doc @typedef {import("./model.js").Order} Order */

const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/u;
const ENDING = 3; // letters by which two forms of a word may differ

/** Words of a query; a run in a script without spaces is cut into pairs, as the library cuts it. @param {string} query */
export function queryWords(query) {
  const words = query.toLowerCase().match(WORD) ?? [];
  return [...new Set(words.flatMap((word) => (UNSPACED.test(word) ? pairs(word) : [word])))];
}

/** @param {string} word */
function pairs(word) {
  const characters = [...word];
  if (characters.length < 3) return [word];
  return characters.slice(1).map((character, k) => characters[k] + character);
}

/** Whether two words are forms of one: the same but for their endings. @param {string} one @param {string} other */
export function sameWord(one, other) {
  if (one === other) return true;
  const least = Math.min(one.length, other.length);
  if (least < 4 || Math.abs(one.length - other.length) > ENDING) return false;
  let same = 0;
  while (same < least && one[same] === other[same]) same += 1;
  return same >= 4 && one.length - same <= ENDING && other.length - same <= ENDING;
}

/**
 * Where each word stands: [sentence, place in the text, sentence, place, …]; how far the text was read, and the rank of each sentence.
 * @typedef {{ places: Map<string, number[]>, next: number, ranks: Int32Array }} Index
 */
/** @type {WeakMap<Doc, Index>} */
const indices = new WeakMap();

const SLICE = 8; // milliseconds of work at a time, while the reader types

/** Begin to find the words of a document, a slice at a time, so that the first query need not wait for it. @param {Doc} doc */
export function prepareRerank(doc) {
  const index = indexOf(doc);
  const work = () => {
    extend(doc, index, performance.now() + SLICE);
    if (index.next < doc.count) setTimeout(work);
  };
  setTimeout(work);
}

/** @param {Doc} doc @returns {Index} */
function indexOf(doc) {
  const known = indices.get(doc);
  if (known) return known;
  const index = { places: new Map(), next: 0, ranks: new Int32Array(doc.count) };
  doc.own.order.forEach((sentence, place) => {
    index.ranks[sentence] = place;
  });
  indices.set(doc, index);
  return index;
}

/** Find the words of further sentences, until a time. @param {Doc} doc @param {Index} index @param {number} [until] */
function extend(doc, index, until = Infinity) {
  for (; index.next < doc.count && performance.now() < until; index.next += 1) {
    const start = doc.starts[index.next];
    for (const match of sentenceText(doc, index.next).toLowerCase().matchAll(WORD)) {
      const places = index.places.get(match[0]);
      if (places) places.push(index.next, start + match.index);
      else index.places.set(match[0], [index.next, start + match.index]);
    }
  }
}

/** @param {Doc} doc @param {string} query @returns {Order | null} null where no word of the query is in the text */
export function rerank(doc, query) {
  const words = queryWords(query);
  const index = indexOf(doc);
  extend(doc, index);
  /** @type {Map<number, { has: Set<number>, spans: [number, number][] }>} */
  const found = new Map();
  const counts = new Array(words.length).fill(0);
  const add = (/** @type {number} */ k, /** @type {number} */ i, /** @type {number} */ from, /** @type {number} */ to) => {
    const hit = found.get(i) ?? { has: new Set(), spans: [] };
    if (!hit.has.has(k)) counts[k] += 1;
    hit.has.add(k);
    hit.spans.push([from, to]);
    found.set(i, hit);
  };
  for (const [token, places] of index.places) {
    words.forEach((word, k) => {
      if (UNSPACED.test(word)) {
        // A run without spaces is one token: the pair is looked for inside of it.
        for (let at = token.indexOf(word); at >= 0; at = token.indexOf(word, at + 1)) for (let p = 0; p < places.length; p += 2) add(k, places[p], places[p + 1] + at, places[p + 1] + at + word.length);
      } else if (sameWord(word, token)) for (let p = 0; p < places.length; p += 2) add(k, places[p], places[p + 1], places[p + 1] + token.length);
    });
  }
  if (!found.size) return null;
  const weight = counts.map((count) => Math.log(1 + doc.count / (1 + count)));
  const scores = new Float64Array(doc.count);
  for (const [i, { has }] of found) if (doc.counted[i]) for (const k of has) scores[i] += weight[k];
  // Only what has a word of the query moves; the others keep their order behind it.
  const best = [...found.keys()].filter((i) => scores[i] > 0).sort((a, b) => scores[b] - scores[a] || index.ranks[a] - index.ranks[b]);
  const order = best.concat(doc.own.order.filter((i) => !scores[i]));
  // Spans are in units of the string already; the page converts those of the server.
  return { query, order, hits: [...found].map(([i, { spans }]) => [i, spans]), simple: true };
}
