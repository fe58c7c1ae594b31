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

/** @param {Doc} doc @param {string} query @returns {Order | null} null where no word of the query is in the text */
export function rerank(doc, query) {
  const words = queryWords(query);
  /** @type {Map<number, { has: Set<number>, spans: [number, number][] }>} */
  const found = new Map();
  for (let i = 0; i < doc.count; i += 1) {
    const hit = wordsIn(sentenceText(doc, i).toLowerCase(), words, doc.starts[i]);
    if (hit.has.size) found.set(i, hit);
  }
  if (!found.size) return null;
  const weight = words.map((_, k) => Math.log(1 + doc.count / (1 + [...found.values()].filter(({ has }) => has.has(k)).length)));
  const score = (/** @type {number} */ i) => [...(found.get(i)?.has ?? [])].reduce((sum, k) => sum + weight[k], 0);
  const rank = new Map(doc.own.order.map((index, place) => [index, place]));
  const scores = Float64Array.from({ length: doc.count }, (_, i) => (doc.counted[i] ? score(i) : -1));
  const order = doc.own.order.slice().sort((a, b) => scores[b] - scores[a] || (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  // Spans are in units of the string already; the page converts those of the server.
  return { query, order, hits: [...found].map(([index, { spans }]) => [index, spans]), simple: true };
}

/** @param {string} text @param {string[]} words @param {number} start */
function wordsIn(text, words, start) {
  const has = new Set();
  /** @type {[number, number][]} */
  const spans = [];
  const add = (/** @type {number} */ k, /** @type {number} */ at, /** @type {number} */ length) => {
    has.add(k);
    spans.push([start + at, start + at + length]);
  };
  words.forEach((word, k) => {
    if (!UNSPACED.test(word)) return;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) add(k, at, word.length);
  });
  for (const match of text.matchAll(WORD)) {
    const k = words.findIndex((word) => sameWord(word, match[0]));
    if (k >= 0) add(k, match.index, match[0].length);
  }
  return { has, spans };
}
