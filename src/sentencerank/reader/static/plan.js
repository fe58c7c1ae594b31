// @ts-check
// Which sentences a time shows, how long they take, and what is hidden between them. Pure functions over a document
// and a reading; every number that the page shows about time comes from here.

import { aboveOf, termOf } from "./labels.js";
import { WORDS_PER_MINUTE } from "./model.js";
import { remembering } from "./store.js";

/**
 * @typedef {import("./model.js").Doc} Doc
 * @typedef {import("./state.js").Reading} Reading
 * @typedef {{ minutes: number, seconds: number, sentences: number }} Stop
 * @typedef {{ stopOf: Uint8Array, status: Uint8Array, stops: Stop[], at: number, seconds: number, sentences: number,
 *   total: number, unread: number, readWords: number, whole: boolean, chosen: number[] }} Plan
 */

// What a sentence is at the chosen time.
export const REST = 0;
export const CHOSEN = 1;
export const CONTEXT = 2; // brought along by a sentence that depends on it
export const OPENED = 3; // in a gap opened by hand
export const FIXED = 4; // a heading
const NEVER = 255;

/** @param {number} words */
export const secondsFor = (words) => (words / WORDS_PER_MINUTE) * 60;

/**
 * The first stop that holds each sentence, taken in the order of the ranking: those that are important to the reader
 * first, those that are not last, and in a further pass only what was not read before it.
 * @param {Doc} doc @param {Pick<Reading, "asked" | "votes" | "before" | "topic">} reading
 * @returns {{ stopOf: Uint8Array, stops: Stop[] }}
 */
function stopsOf(doc, { asked, votes, before, topic }) {
  const stopOf = new Uint8Array(doc.count).fill(NEVER);
  const stops = doc.stops.map((minutes) => ({ minutes, seconds: 0, sentences: 0 }));
  const ends = doc.stops.map((minutes) => minutes * WORDS_PER_MINUTE);
  let words = 0;
  let stop = 0;
  let place = 0;
  const take = (/** @type {number} */ i, /** @type {number} */ least) => {
    words += doc.words[i];
    stop = Math.max(stop, least);
    while (place > 0 && stop < ends.length - 1 && ends[stop] < words - 1e-6) stop += 1;
    place += 1;
    stopOf[i] = stop;
    stops[stop].seconds += secondsFor(doc.words[i]);
    stops[stop].sentences += 1;
  };
  const eligible = (/** @type {number} */ i) => doc.counted[i] && !before?.[i] && (topic < 0 || doc.topicOf[i] === topic);
  const order = (asked ?? doc.own).order;
  if (votes.size) for (const i of order) if (votes.get(i) === 1 && eligible(i)) take(i, 0);
  for (const i of order) if (!votes.get(i) && eligible(i)) take(i, 0);
  if (votes.size) for (const i of order) if (votes.get(i) === -1 && eligible(i)) take(i, ends.length - 1);
  for (let k = 1; k < stops.length; k += 1) {
    stops[k].seconds += stops[k - 1].seconds;
    stops[k].sentences += stops[k - 1].sentences;
  }
  return { stopOf, stops };
}

const rememberedStops = remembering((/** @type {Doc} */ doc, /** @type {Reading["asked"]} */ asked, /** @type {Reading["votes"]} */ votes, /** @type {Reading["before"]} */ before, /** @type {number} */ topic) => stopsOf(doc, { asked, votes, before, topic }));

/** Everything that the page draws of a document at a time. @param {Doc} doc @param {Reading} reading @param {boolean} [context] @returns {Plan} */
export function plan(doc, reading, context = false) {
  const { stopOf, stops } = rememberedStops(doc, reading.asked, reading.votes, reading.before, reading.topic);
  const at = Math.max(doc.stops.indexOf(reading.budget), 0);
  const status = new Uint8Array(doc.count);
  const chosen = [];
  let words = 0;
  let unread = 0;
  let readWords = 0;
  for (let i = 0; i < doc.count; i += 1) {
    if (!doc.counted[i]) status[i] = FIXED;
    else if (stopOf[i] <= at) status[i] = CHOSEN;
    else if (reading.opened.has(i)) status[i] = OPENED;
  }
  if (context) {
    // Backwards, so that what the context depends on comes along as well.
    for (let i = doc.count - 1; i >= 0; i -= 1) {
      const support = doc.dependsOn[i];
      if ((status[i] === CHOSEN || status[i] === CONTEXT) && support >= 0 && status[support] === REST) status[support] = CONTEXT;
    }
  }
  for (let i = 0; i < doc.count; i += 1) {
    if (doc.counted[i] && reading.read[i]) readWords += doc.words[i];
    if (status[i] === REST || status[i] === FIXED) continue;
    words += doc.words[i];
    if (!reading.read[i]) unread += doc.words[i];
    chosen.push(i);
  }
  return {
    stopOf, status, stops, at, chosen, readWords,
    whole: at === stops.length - 1 && !reading.before && reading.topic < 0,
    seconds: secondsFor(words),
    sentences: chosen.length,
    total: secondsFor(doc.countedWords),
    unread: secondsFor(unread),
  };
}

/**
 * What stands in the Brief, in document order: a row for each shown sentence, with the heading it stands under if that
 * is another one than before, the section above that one and the term that the sentence explains unless these are known
 * already, and the run that is hidden in front of it. Runs collapse across sections.
 * @typedef {{ index: number, heading: number, above: number, term: number, gap: Gap | null }} Row
 * @typedef {{ from: number, to: number, sentences: number, sections: number, seconds: number, opened: boolean }} Gap
 * @param {Doc} doc @param {Plan} p @returns {{ rows: Row[], tail: Gap | null }}
 */
export function briefRows(doc, p) {
  /** @type {Row[]} */
  const rows = [];
  let section = -1;
  let known = -1; // the last term that was told
  let before = -1; // the last shown sentence
  for (const i of p.chosen) {
    const own = doc.sectionOf[i];
    const term = termOf(doc, i);
    const told = term === known || (term >= 0 && isShown(p, doc.blocks[term].first));
    rows.push({ index: i, heading: own !== section ? own : -1, above: own !== section ? aboveOf(doc, own, section) : -1, term: told ? -1 : term, gap: gapBetween(doc, p, before, i) });
    section = own;
    known = term;
    before = i;
  }
  return { rows, tail: gapBetween(doc, p, before, doc.count) };
}

/** @param {Plan} p @param {number} i */
const isShown = (p, i) => p.status[i] !== REST && p.status[i] !== FIXED;

/** @param {Doc} doc @param {Plan} p @param {number} before @param {number} after @returns {Gap | null} */
function gapBetween(doc, p, before, after) {
  if (after < doc.count && p.status[after] === OPENED && (before < 0 || p.status[before] !== OPENED || !adjacent(doc, before, after))) {
    let end = after;
    while (end < doc.count && (p.status[end] === OPENED || p.status[end] === FIXED)) end += 1;
    return sized(doc, after, end, true);
  }
  let sentences = 0;
  for (let i = before + 1; i < after; i += 1) if (p.status[i] === REST) sentences += 1;
  return sentences ? sized(doc, before + 1, after, false) : null;
}

/** Whether only headings stand between two sentences. @param {Doc} doc @param {number} before @param {number} after */
function adjacent(doc, before, after) {
  for (let i = before + 1; i < after; i += 1) if (doc.counted[i]) return false;
  return true;
}

/** @param {Doc} doc @param {number} from @param {number} to @param {boolean} opened @returns {Gap} */
function sized(doc, from, to, opened) {
  let words = 0;
  let sentences = 0;
  const sections = new Set();
  for (let i = from; i < to; i += 1) {
    if (!doc.counted[i]) continue;
    words += doc.words[i];
    sentences += 1;
    sections.add(doc.sectionOf[i]);
  }
  return { from, to, sentences, sections: sections.size, seconds: secondsFor(words), opened };
}

/** How many words of each section were read, and how many it has. @param {Doc} doc @param {Uint8Array} read */
export function coverage(doc, read) {
  return doc.sections.map((section) => {
    let words = 0;
    let seen = 0;
    for (let i = section.first; i < section.end; i += 1) {
      if (!doc.counted[i]) continue;
      words += doc.words[i];
      if (read[i]) seen += doc.words[i];
    }
    return { words, share: words ? seen / words : 0 };
  });
}

/**
 * What was read, as at most so many bars: one for each section that has text, or for neighbouring ones together where
 * there are more of them, so that each bar stands for about as many words.
 * @param {Doc} doc @param {Uint8Array} read @param {number} most
 */
export function coverageBars(doc, read, most) {
  const own = coverage(doc, read).map((one, number) => ({ ...one, first: number, last: number })).filter(({ words }) => words);
  if (own.length <= most) return own;
  /** @type {typeof own} */
  const bars = [];
  let before = 0;
  let part = -1;
  for (const one of own) {
    const now = Math.floor((most * before) / doc.countedWords);
    const bar = bars[bars.length - 1];
    if (now > part) bars.push({ ...one });
    else Object.assign(bar, { last: one.last, words: bar.words + one.words, share: (bar.share * bar.words + one.share * one.words) / (bar.words + one.words) });
    part = now;
    before += one.words;
  }
  return bars;
}

/** What a further pass offers: so many minutes of what is new, or the rest; null if nothing is left. @param {Doc} doc @param {Reading} reading @param {number} minutes */
export function furtherPass(doc, reading, minutes) {
  let left = 0;
  for (let i = 0; i < doc.count; i += 1) if (doc.counted[i] && !reading.read[i]) left += doc.words[i];
  if (!left) return null;
  const offered = Math.max(minutes, reading.budget === Infinity ? 0 : reading.budget);
  const stop = doc.stops.filter((time) => time <= offered).at(-1) ?? Infinity;
  const all = secondsFor(left) <= stop * 60 * 1.2;
  return { minutes: all ? Infinity : stop, seconds: all ? secondsFor(left) : stop * 60, all };
}

/** How dark a sentence is on the page: 1 to 3 within the time, 4 for what the next stop adds, 5 for the rest. @param {Plan} p @param {number} index */
export function inkOf(p, index) {
  const stop = p.stopOf[index];
  if (stop > p.at) return stop === p.at + 1 && p.status[index] === REST ? 4 : 5;
  if (stop === p.at) return p.at ? 3 : 1;
  return stop === p.at - 1 && stop ? 2 : 1;
}
