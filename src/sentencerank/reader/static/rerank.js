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

/** @typedef {Map<string, [number, number][]>} Index where each word stands: sentence and place in the text */
/** @type {WeakMap<Doc, Index>} */
const indices = new WeakMap();

/** Every word of a document, found once. @param {Doc} doc @returns {Index} */
function indexOf(doc) {
  const known = indices.get(doc);
  if (known) return known;
  /** @type {Index} */
  const index = new Map();
  for (let i = 0; i < doc.count; i += 1) {
    for (const match of sentenceText(doc, i).toLowerCase().matchAll(WORD)) {
      const places = index.get(match[0]);
      if (places) places.push([i, doc.starts[i] + match.index]);
      else index.set(match[0], [[i, doc.starts[i] + match.index]]);
    }
  }
  indices.set(doc, index);
  return index;
}

/** @param {Doc} doc @param {string} query @returns {Order | null} null where no word of the query is in the text */
export function rerank(doc, query) {
  const words = queryWords(query);
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
  for (const [token, places] of indexOf(doc)) {
    words.forEach((word, k) => {
      if (UNSPACED.test(word)) {
        // A run without spaces is one token: the pair is looked for inside of it.
        for (let at = token.indexOf(word); at >= 0; at = token.indexOf(word, at + 1)) for (const [i, from] of places) add(k, i, from + at, from + at + word.length);
      } else if (sameWord(word, token)) for (const [i, from] of places) add(k, i, from, from + token.length);
    });
  }
  if (!found.size) return null;
  const weight = counts.map((count) => Math.log(1 + doc.count / (1 + count)));
  const scores = new Float64Array(doc.count);
  for (const [i, { has }] of found) if (doc.counted[i]) for (const k of has) scores[i] += weight[k];
  const rank = new Int32Array(doc.count);
  doc.own.order.forEach((index, place) => {
    rank[index] = place;
  });
  const order = doc.own.order.slice().sort((a, b) => scores[b] - scores[a] || rank[a] - rank[b]);
  // Spans are in units of the string already; the page converts those of the server.
  return { query, order, hits: [...found].map(([index, { spans }]) => [index, spans]), simple: true };
}
