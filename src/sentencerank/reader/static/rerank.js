// @ts-check
// Ranking for a query inside the page, without a server: by the words of the query alone, the rare ones first. A page on
// disk is what people pass on, also to those who have no sentencerank; the library itself also compares meanings.

import { sentenceText } from "./model.js";
import { allowed, takenApart } from "./question.js";

/** @typedef {import("./model.js").Doc} Doc @typedef {import("./model.js").Order} Order */

const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/u;
const COMMON = 0.1; // share of the sentences that a common word is in
const FEW = 10; // sentences; a word that is in no more is not common
const ENDING = 3; // letters by which two forms of a word may differ

/** Words of a query; a run in a script without spaces is cut into pairs, as the library cuts it. @param {string} query */
export function queryWords(query) {
  const words = takenApart(query).text.toLowerCase().match(WORD) ?? [];
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
 * The sentences that have each word, in order, and how far the text was read.
 * @typedef {{ sentences: Map<string, number[]>, next: number }} Index
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
  const index = indices.get(doc) ?? { sentences: new Map(), next: 0 };
  indices.set(doc, index);
  return index;
}

/** Find the words of further sentences, until a time. @param {Doc} doc @param {Index} index @param {number} [until] */
function extend(doc, index, until = Infinity) {
  for (; index.next < doc.count && performance.now() < until; index.next += 1) {
    for (const [word] of sentenceText(doc, index.next).toLowerCase().matchAll(WORD)) {
      const known = index.sentences.get(word);
      if (!known) index.sentences.set(word, [index.next]);
      else if (known[known.length - 1] !== index.next) known.push(index.next);
    }
  }
}

/** Whether a word of a query is in a token of the text; a run without spaces is one token. @param {string} word @param {string} token */
const isIn = (word, token) => (UNSPACED.test(word) ? token.includes(word) : sameWord(word, token));

/** @param {Doc} doc @param {string} query @returns {Order | null} null where no word of the query is in the text */
export function rerank(doc, query) {
  const index = indexOf(doc);
  extend(doc, index);
  const scores = new Float64Array(doc.count);
  const groupsOf = queryWords(query).map((word) => {
    /** @type {Set<number>} */
    const having = new Set(); // one sentence may have several forms of the word
    for (const [token, sentences] of index.sentences) if (isIn(word, token)) for (const i of sentences) having.add(i);
    const weight = Math.log(1 + doc.count / (1 + having.size));
    for (const i of having) if (doc.counted[i]) scores[i] += weight;
    return having;
  });
  // A word of every tenth sentence finds none by itself, unless the query has no other: "must not be" stands everywhere.
  const rare = groupsOf.filter(({ size }) => size && size <= Math.max(COMMON * doc.count, FEW));
  const finding = rare.length ? rare : groupsOf;
  const right = new Set(allowed(doc, query, doc.own.order.filter((i) => finding.some((group) => group.has(i)))));
  for (let i = 0; i < doc.count; i += 1) if (!right.has(i)) scores[i] = 0;
  // Only what has a word of the query moves; the others keep their order behind it. Many sentences share a score, so
  // they are gathered by it and only the scores are sorted.
  /** @type {Map<number, number[]>} */
  const groups = new Map();
  for (const i of doc.own.order) {
    const group = groups.get(scores[i]);
    if (group) group.push(i);
    else groups.set(scores[i], [i]);
  }
  const order = [...groups.keys()].sort((a, b) => b - a).flatMap((score) => groups.get(score) ?? []);
  const found = order.filter((i) => right.has(i));
  return found.length ? { query, order, hits: [], found } : null;
}

/** Where the words of a query stand in a sentence, in units of the text. @param {Doc} doc @param {number} index @param {string[]} words @returns {[number, number][]} */
export function spansIn(doc, index, words) {
  /** @type {[number, number][]} */
  const spans = [];
  for (const match of sentenceText(doc, index).matchAll(WORD)) {
    const token = match[0].toLowerCase();
    const start = doc.starts[index] + match.index;
    for (const word of words) {
      if (!UNSPACED.test(word)) {
        if (sameWord(word, token)) spans.push([start, start + match[0].length]);
      } else for (let at = token.indexOf(word); at >= 0; at = token.indexOf(word, at + 1)) spans.push([start + at, start + at + word.length]);
    }
  }
  return spans;
}
