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
 * Two records of one document, from two windows: what was read or marked in either stays, two notes on one sentence are
 * both kept, and where the reader is comes from `mine`.
 * @param {Kept} mine @param {Kept} theirs @returns {Kept}
 */
export function merge(mine, theirs) {
  if (theirs?.version !== 1) return mine;
  const most = Math.max(0, ...[...(mine.read ?? []), ...(theirs.read ?? [])].map(([, end]) => end));
  const read = fromRuns(mine.read, most);
  fromRuns(theirs.read, most).forEach((flag, i) => {
    if (flag) read[i] = 1;
  });
  const notes = new Map(theirs.notes ?? []);
  for (const [index, text] of mine.notes ?? []) {
    const other = notes.get(index);
    notes.set(index, !other || text.includes(other) ? text : other.includes(text) ? other : `${other}\n${text}`);
  }
  return {
    ...theirs,
    ...mine,
    read: toRuns(read),
    votes: [...new Map([...(theirs.votes ?? []), ...(mine.votes ?? [])])],
    marks: [...new Set([...(theirs.marks ?? []), ...(mine.marks ?? [])])].sort((a, b) => a - b),
    notes: [...notes],
  };
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
