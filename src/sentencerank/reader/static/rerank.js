// Ranking for a query inside the page, without a server: a simpler form of what the library does.
//
//   q(S)     = share of the words of the query that S has
//   score(S) = salience + centrality + substance + wording + weight · (q(S) − mean q)      no position, opening, reach
//   order    = maximal marginal relevance; two sentences are alike by the cosine of the words they share
//
// The library also compares meanings (vectors) and lets the query steer both graphs. This form needs neither, so a file
// on disk can do it with the words of each sentence alone.

import { layerNumbers } from "./layers.js";

const DIVERSE = 400; // so many are chosen by marginal relevance, the others follow by score: it is quadratic

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
  const rows = own.sentences;
  const live = rows.filter((row) => row.topic >= 0 && terms.sentences[row.index].length).map((row) => row.index);
  const answer = new Map();
  for (const index of live) {
    const has = new Set(terms.sentences[index]);
    answer.set(index, known.filter((ids) => [...ids].some((id) => has.has(id))).length / known.length);
  }
  const mean = [...answer.values()].reduce((sum, q) => sum + q, 0) / Math.max(live.length, 1);
  const parts = new Map(
    live.map((index) => {
      const { position: _position, opening: _opening, reach: _reach, ...others } = rows[index].parts;
      return [index, { ...others, query: own.options.position * (answer.get(index) - mean) }];
    }),
  );
  const scores = new Map([...parts].map(([index, part]) => [index, Object.values(part).reduce((a, b) => a + b, 0)]));
  const chosen = marginalRelevance(live, scores, terms.sentences, own.options.trade);
  const rest = own.order.filter((index) => !scores.has(index));
  return ranked(own, query, [...chosen.order, ...rest], scores, parts, chosen);
}

function marginalRelevance(live, scores, termsOf, trade) {
  const count = live.length;
  const values = live.map((index) => scores.get(index));
  const low = values.reduce((least, value) => Math.min(least, value), Infinity);
  const range = values.reduce((most, value) => Math.max(most, value), -Infinity) - low || 1;
  const gain = Float64Array.from(values, (value) => (trade * (value - low)) / range);
  const distinct = live.map((index) => [...new Set(termsOf[index])]);
  const holders = new Map(); // term → places in `live`
  distinct.forEach((ids, place) => {
    for (const id of ids) {
      if (!holders.has(id)) holders.set(id, []);
      holders.get(id).push(place);
    }
  });
  const nearest = new Float64Array(count);
  const like = new Int32Array(count).fill(-1);
  const taken = new Uint8Array(count);
  const shared = new Uint16Array(count);
  const order = [];
  const heldBack = new Map();
  const similarTo = new Map();
  for (let turn = 0; turn < Math.min(DIVERSE, count); turn += 1) {
    let best = -1;
    let top = -Infinity;
    for (let place = 0; place < count; place += 1) {
      const value = gain[place] - (1 - trade) * nearest[place];
      if (!taken[place] && value > top + 1e-9) {
        best = place;
        top = value;
      }
    }
    taken[best] = 1;
    order.push(live[best]);
    heldBack.set(live[best], (1 - trade) * nearest[best]);
    if (like[best] >= 0) similarTo.set(live[best], live[like[best]]);
    shared.fill(0);
    for (const id of distinct[best]) for (const place of holders.get(id)) shared[place] += 1;
    const size = distinct[best].length;
    for (let place = 0; place < count; place += 1) {
      if (!shared[place] || taken[place]) continue;
      const cosine = shared[place] / Math.sqrt(distinct[place].length * size);
      if (cosine > nearest[place]) {
        nearest[place] = cosine;
        like[place] = best;
      }
    }
  }
  const others = [...taken.keys()].filter((place) => !taken[place]);
  others.sort((a, b) => gain[b] - gain[a] || a - b);
  return { order: [...order, ...others.map((place) => live[place])], heldBack, similarTo };
}

function ranked(own, query, order, scores, parts, { heldBack, similarTo }) {
  const layers = layerNumbers(order.map((index) => own.sentences[index].words));
  const sentences = own.sentences.slice();
  const turns = new Map();
  order.forEach((index, place) => {
    const row = own.sentences[index];
    const turn = row.topic < 0 ? 0 : (turns.get(row.topic) ?? 0) + 1;
    turns.set(row.topic, turn);
    sentences[index] = {
      ...row,
      rank: place + 1,
      layer: layers[place],
      score: scores.get(index) ?? 0,
      parts: parts.get(index) ?? row.parts,
      reasons: {
        ...row.reasons,
        turn,
        similar_to: similarTo.get(index) ?? null,
        redundancy_penalty: heldBack.get(index) ?? 0,
        text: "",
      },
    };
  });
  return { ...own, query, order, sentences, simple: true };
}
