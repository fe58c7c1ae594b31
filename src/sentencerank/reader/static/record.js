// @ts-check
// Reading ⇄ what is kept of it, by the server or in the browser. One form for both, small and checked when it is read:
// it may be of an older version, damaged, or of another window.

import { VIEWS } from "./state.js";

/** @typedef {import("./state.js").Reading} Reading @typedef {Record<string, any>} Kept */

/** Runs of sentences, as [from, to) pairs. @param {Uint8Array} flags */
function toRuns(flags) {
  const runs = [];
  for (let i = 0; i < flags.length; i += 1) {
    if (!flags[i]) continue;
    let end = i + 1;
    while (end < flags.length && flags[end]) end += 1;
    runs.push([i, end]);
    i = end;
  }
  return runs;
}

/** @param {any} runs @param {number} count */
function fromRuns(runs, count) {
  const flags = new Uint8Array(count);
  for (const run of Array.isArray(runs) ? runs : []) {
    if (Array.isArray(run) && Number.isInteger(run[0]) && Number.isInteger(run[1])) flags.fill(1, Math.max(run[0], 0), Math.min(run[1], count));
  }
  return flags;
}

/** @param {Reading} reading @returns {Kept} */
export function toRecord(reading) {
  return {
    version: 1,
    budget: reading.budget === Infinity ? "all" : reading.budget,
    view: reading.view,
    query: reading.query,
    place: reading.place,
    pass: reading.pass,
    read: toRuns(reading.read),
    before: reading.before ? toRuns(reading.before) : null,
    votes: [...reading.votes],
    marks: [...reading.marks].sort((a, b) => a - b),
    notes: [...reading.notes],
    pictures: reading.pictures,
  };
}

/** What a record says of a document of `count` sentences. @param {any} kept @param {number} count @returns {Partial<Reading>} */
export function fromRecord(kept, count) {
  if (!kept || typeof kept !== "object" || kept.version !== 1) return {};
  const inside = (/** @type {any} */ i) => Number.isInteger(i) && i >= 0 && i < count;
  const pairs = (/** @type {any} */ list) => (Array.isArray(list) ? list.filter((pair) => Array.isArray(pair) && inside(pair[0])) : []);
  /** @type {Partial<Reading>} */
  const found = {
    read: fromRuns(kept.read, count),
    before: kept.before ? fromRuns(kept.before, count) : null,
    pass: Number.isInteger(kept.pass) && kept.pass > 0 ? kept.pass : 1,
    votes: new Map(pairs(kept.votes).filter(([, value]) => value === 1 || value === -1)),
    marks: new Set((Array.isArray(kept.marks) ? kept.marks : []).filter(inside)),
    notes: new Map(pairs(kept.notes).filter(([, text]) => typeof text === "string" && text)),
    pictures: kept.pictures === true,
  };
  if (kept.budget === "all") found.budget = Infinity;
  else if (typeof kept.budget === "number" && kept.budget > 0) found.budget = kept.budget;
  if (VIEWS.includes(kept.view)) found.view = kept.view;
  if (typeof kept.query === "string") found.query = kept.query.slice(0, 1000);
  if (inside(kept.place)) found.place = kept.place;
  return found;
}

/**
 * Two records of one document, from two windows, and the one that both began with: what was read or marked in either
 * stays, what was taken back in either is gone, two notes on one sentence are both kept, and where the reader is comes
 * from `mine`.
 * @param {Kept} mine @param {Kept} theirs @param {Kept | null} [base] @returns {Kept}
 */
export function merge(mine, theirs, base = null) {
  if (theirs?.version !== 1) return mine;
  const [ours, others, before] = [mine, theirs, base ?? {}];
  const most = Math.max(0, ...[ours, others, before].flatMap(({ read }) => list(read).map(([, end]) => Number(end) || 0)));
  const [one, two, old] = [ours, others, before].map(({ read }) => fromRuns(read, most));
  const marks = (/** @type {Kept} */ kept) => list(kept.marks).map((index) => [index, 1]);
  return {
    ...theirs,
    ...mine,
    read: toRuns(one.map((flag, i) => (flag === old[i] ? two[i] : flag))),
    votes: joined(ours.votes, others.votes, before.votes, (vote) => vote),
    marks: joined(marks(ours), marks(others), marks(before), (mark) => mark).map(([index]) => index).sort((a, b) => a - b),
    notes: joined(ours.notes, others.notes, before.notes, (text, other) => (text.includes(other) ? text : other.includes(text) ? other : `${other}\n${text}`)),
  };
}

/** What should be a list, and is read as empty if it is not one. @param {any} value @returns {any[]} */
const list = (value) => (Array.isArray(value) ? value : []);

/** Values by sentence of two records: that which changed counts, and `both` settles where both did. @param {any} mine @param {any} theirs @param {any} base @param {(mine: any, theirs: any) => any} both @returns {[number, any][]} */
function joined(mine, theirs, base, both) {
  const [ours, others, before] = [mine, theirs, base].map((pairs) => new Map(/** @type {[number, any][]} */ (list(pairs).filter(Array.isArray))));
  return [...new Set([...others.keys(), ...ours.keys()])].flatMap((index) => {
    const [own, other, old] = [ours.get(index), others.get(index), before.get(index)];
    const value = own === old ? other : other === old || other === undefined ? own : own === undefined ? other : both(own, other);
    return value === undefined ? [] : [/** @type {[number, any]} */ ([index, value])];
  });
}

/** 53 bits from the content of a text, by two multiplicative hashes: the same text has the same record. @param {string} text */
export function contentHash(text) {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b) + 0x27d4eb2f;
  }
  a = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) ^ b;
  return ((b >>> 0) * 0x200000 + ((a >>> 0) & 0x1fffff)).toString(16).padStart(14, "0");
}
