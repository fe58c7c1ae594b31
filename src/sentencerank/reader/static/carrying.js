// @ts-check
// A file that changed is another document. What was read and marked of its last version is carried over to the
// sentences that are still the same.

import { flat, makeDocument, sentenceText } from "./model.js";
import { fromRecord } from "./record.js";
import { getReading, listDocuments, openDocument } from "./service.js";

/** @typedef {import("./model.js").Doc} Doc @typedef {import("./state.js").Reading} Reading */

const LATEST = 50; // documents among which the last version is looked for
const SAME = 0.5; // of the sentences; other files of that name have fewer in common

/** What is known of the last version of a document that was never opened; null if there is none. @param {Doc} doc @param {{ id: string, name: string, title: string }} entry @returns {Promise<Partial<Reading> | null>} */
export async function fromLastVersion(doc, entry) {
  if (!entry.name) return null;
  try {
    const { documents } = await listDocuments({ q: "", limit: LATEST, offset: 0 });
    const last = documents.find((/** @type {any} */ one) => one.id !== entry.id && one.opened && one.name === entry.name && one.title === entry.title);
    if (!last) return null;
    const [{ columns }, { state }] = await Promise.all([openDocument(last.id), getReading(last.id)]);
    const old = makeDocument(columns);
    return carried(old, fromRecord(state, old.count), doc);
  } catch {
    return null; // then it is read from the start
  }
}

/** The reading of one document for another that has most of its sentences. @param {Doc} old @param {Partial<Reading>} reading @param {Doc} doc @returns {Partial<Reading> | null} */
export function carried(old, reading, doc) {
  /** @type {Map<string, number[]>} */
  const places = new Map();
  for (let i = doc.count - 1; i >= 0; i -= 1) {
    const text = flat(sentenceText(doc, i));
    const known = places.get(text);
    if (known) known.push(i);
    else places.set(text, [i]);
  }
  // Of sentences that are alike the first stands for the first, and so on.
  const to = Array.from({ length: old.count }, (_, i) => places.get(flat(sentenceText(old, i)))?.pop() ?? -1);
  const same = to.filter((i) => i >= 0).length;
  if (same < SAME * doc.count || !reading.read) return null;
  const read = new Uint8Array(doc.count);
  reading.read.forEach((flag, i) => {
    if (flag && to[i] >= 0) read[to[i]] = 1;
  });
  const moved = (/** @type {Iterable<[number, any]>} */ pairs) => [...pairs].filter(([i]) => to[i] >= 0).map(([i, value]) => /** @type {[number, any]} */ ([to[i], value]));
  const [votes, notes] = [new Map(moved(reading.votes ?? [])), new Map(moved(reading.notes ?? []))];
  const marks = new Set(moved([...(reading.marks ?? [])].map((i) => [i, 1])).map(([i]) => i));
  const { budget, view } = reading;
  const kept = { read, votes, notes, marks, ...(budget ? { budget } : {}), ...(view ? { view } : {}) };
  return read.includes(1) || votes.size || notes.size || marks.size ? kept : null;
}
