// Ranking for a query inside the page, without a server: a simpler form of what the library does.
//
//   q(S)     = share of the words of the query that S has
//   score(S) = salience + centrality + substance + wording + weight · (q(S) − mean q)      no position, opening, reach
//   order    = by score
//
// This file is kept because a page on disk is what people pass on, also to those who have no sentencerank, and its
// query box works nowhere else. The library weighs words by how rare they are, knows numbers and headings, and compares
// meanings; the page needs none of that to find where the words of a query are.

import { layerNumbers } from "./layers.js";

/** The terms of the text that a word of the query means: the same word, the same stem, or a part of a phrase. */
export function meant(word, terms) {
  const found = new Set();
  terms.names.forEach((name, id) => {
    const parts = name.split(" ");
    const forms = terms.surfaces[id].split(" ");
    if (parts.some((part, k) => word === part || word === forms[k] || inflected(word, part))) found.add(id);
  });
  return found;
}

function inflected(word, stem) {
  return stem.length >= 3 && word.startsWith(stem) && word.length - stem.length <= 3;
}

/** Words of a query; a run in a script without spaces is cut into pairs, as the library cuts it. */
export function queryWords(query) {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
  return [...new Set(words.flatMap((word) => (/[\u3040-\u30ff\u3400-\u9fff]/u.test(word) ? pairs(word) : [word])))];
}

function pairs(word) {
  const characters = [...word];
  if (characters.length < 3) return [word];
  return characters.slice(1).map((character, k) => characters[k] + character);
}

/** A ranking of the same form as the library's, or null where no word of the query is in the text. */
export function rerank(own, terms, query) {
  const known = queryWords(query).map((word) => meant(word, terms)).filter((ids) => ids.size);
  if (!known.length) return null;
  const candidates = own.sentences.filter((row) => row.topic >= 0 && terms.sentences[row.index].length);
  const shares = new Map(candidates.map(({ index }) => [index, share(new Set(terms.sentences[index]), known)]));
  const mean = [...shares.values()].reduce((sum, q) => sum + q, 0) / Math.max(shares.size, 1);
  const changed = new Map(
    candidates.map(({ index, parts }) => {
      const { position: _position, opening: _opening, reach: _reach, ...others } = parts;
      const newParts = { ...others, query: own.options.position * (shares.get(index) - mean) };
      return [index, { parts: newParts, score: Object.values(newParts).reduce((a, b) => a + b, 0) }];
    }),
  );
  const best = [...changed.keys()].sort((a, b) => changed.get(b).score - changed.get(a).score || a - b);
  return ranked(own, query, [...best, ...own.order.filter((index) => !changed.has(index))], changed);
}

function share(has, known) {
  return known.filter((ids) => [...ids].some((id) => has.has(id))).length / known.length;
}

function ranked(own, query, order, changed) {
  const layers = layerNumbers(order.map((index) => own.sentences[index].words));
  const sentences = own.sentences.slice();
  const taken = new Map(); // topic → its sentences so far
  order.forEach((index, place) => {
    const row = own.sentences[index];
    const rank = row.topic < 0 ? 0 : (taken.get(row.topic) ?? 0) + 1;
    taken.set(row.topic, rank);
    const reasons = { ...row.reasons, topic_rank: rank, similar_to: null, redundancy_penalty: 0, text: "" };
    sentences[index] = { ...row, rank: place + 1, layer: layers[place], score: 0, ...changed.get(index), reasons };
  });
  return { ...own, query, order, sentences, simple: true };
}
