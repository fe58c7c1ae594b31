// @ts-check
// The state of the page, and how each action changes it. `reduce` is pure: it never changes what it is given.

import { WORDS_PER_MINUTE } from "./model.js";

/**
 * @typedef {import("./model.js").Doc} Doc
 * @typedef {import("./model.js").Order} Order
 * @typedef {"page" | "brief" | "side"} View
 * @typedef {{ budget: number, view: View, query: string, asked: Order | null, current: number, place: number,
 *   read: Uint8Array, before: Uint8Array | null, pass: number, opened: ReadonlySet<number>,
 *   votes: ReadonlyMap<number, number>, marks: ReadonlySet<number>, notes: ReadonlyMap<number, string>,
 *   topic: number, pictures: boolean }} Reading
 * @typedef {{ ticket: string, name: string, stage: string, sentences: number, error: string, id: string }} Job
 * @typedef {{ theme: string, face: string, spacing: string, size: string, width: string, language: string, keys: boolean,
 *   spoken: boolean, context: boolean, pinch: boolean, budget: number, view: string }} Settings
 * @typedef {{ doc: Doc | null, reading: Reading | null, panel: string, popover: string, hit: number, jobs: Job[],
 *   asking: boolean, online: string, settings: Settings, message: string, messages: number, alert: string }} State
 * @typedef {{ type: string, [key: string]: any }} Action
 */

export const VIEWS = /** @type {View[]} */ (["page", "brief", "side"]);
export const AWAY = ["lost", "locked", "full"]; // why the server keeps nothing now; what it then says has the same name
export const MORE = 5; // minutes that a further pass offers

/** @type {Settings} */
export const DEFAULTS = {
  theme: "auto",
  face: "serif",
  spacing: "normal",
  size: "normal",
  width: "normal",
  language: "auto",
  keys: true,
  spoken: true, // whether a sentence belongs to the Brief is read out
  context: false,
  pinch: false, // off: pinching must go on to zoom for those who need it
  budget: 2, // minutes, the last choice
  view: "", // "": Page on a wide screen, Brief on a phone
};

/** @param {Settings} settings @returns {State} */
export function initial(settings) {
  return { doc: null, reading: null, panel: "", popover: "", hit: -1, jobs: [], asking: false, online: "yes", settings, message: "", messages: 0, alert: "" };
}

/** How a document opens: at the last choice of time and view. @param {Doc} doc @param {Settings} settings @param {boolean} narrow @returns {Reading} */
export function freshReading(doc, settings, narrow) {
  return {
    budget: nearestStop(doc, settings.budget),
    view: /** @type {View} */ (VIEWS.includes(/** @type {View} */ (settings.view)) ? settings.view : narrow ? "brief" : "page"),
    query: doc.own.query ?? "",
    asked: null,
    current: -1,
    place: 0,
    read: new Uint8Array(doc.count),
    before: null,
    pass: 1,
    opened: new Set(),
    votes: new Map(),
    marks: new Set(),
    notes: new Map(),
    topic: -1,
    pictures: false,
  };
}

/** The largest stop within a time; a text of at most a minute is shown whole. @param {Doc} doc @param {number} minutes */
export function nearestStop(doc, minutes) {
  if (doc.countedWords <= WORDS_PER_MINUTE) return Infinity;
  let found = doc.stops[0];
  for (const stop of doc.stops) if (stop <= minutes + 1e-9) found = stop;
  return found;
}

/** Whether printed pages stand beside the Brief; in another view, which a phone may have, they wait. @param {Reading} reading */
export const picturesShown = ({ view, pictures }) => view === "side" && pictures;

/** @type {Record<string, (state: State, action: any) => Partial<State>>} */
const ACTIONS = {
  opened: (_, { doc, reading }) => ({ doc, reading, popover: "", panel: "", hit: -1, asking: false, alert: "" }),
  left: () => ({ doc: null, reading: null, popover: "", panel: "", hit: -1, asking: false, alert: "" }),
  settings: (state, { settings }) => ({ settings: { ...state.settings, ...settings } }),
  panel: (state, { name }) => ({ panel: state.panel === name ? "" : name }),
  popover: (_, { name }) => ({ popover: name }),
  online: (_, { online }) => ({ online }),
  alert: (_, { text }) => ({ alert: text }),
  say: (state, { text }) => ({ message: text, messages: state.messages + 1 }),
  job: (state, { job }) => {
    const known = state.jobs.find(({ ticket }) => ticket === job.ticket);
    if (!known) return { jobs: [...state.jobs, { stage: "waiting", sentences: 0, error: "", id: "", name: "", ...job }] };
    if (Object.entries(job).every(([name, value]) => /** @type {any} */ (known)[name] === value)) return {};
    return { jobs: state.jobs.map((old) => (old === known ? { ...old, ...job } : old)) };
  },
  jobGone: (state, { ticket }) => ({ jobs: state.jobs.filter((job) => job.ticket !== ticket) }),
  hit: (_, { place }) => ({ hit: place }),
  ask: (state, { query }) => ({ asking: true, hit: -1, alert: "", reading: state.reading && { ...state.reading, query } }),
  answered: (state, { query, order }) => ({ asking: false, hit: -1, alert: "", reading: state.reading && { ...state.reading, query, asked: order, opened: new Set() } }),
};

/** Actions that change the reading alone. @type {Record<string, (reading: Reading, action: any, doc: Doc) => Partial<Reading>>} */
const READING = {
  budget: (_, { minutes }, doc) => ({ budget: doc.stops.includes(minutes) ? minutes : nearestStop(doc, minutes), opened: new Set() }),
  step: (reading, { by }, doc) => {
    const at = doc.stops.indexOf(reading.budget);
    return { budget: doc.stops[Math.min(Math.max(at + by, 0), doc.stops.length - 1)], opened: new Set() };
  },
  view: (_, { view }) => ({ view }),
  cycle: (reading) => ({ view: VIEWS[(VIEWS.indexOf(reading.view) + 1) % VIEWS.length] }),
  choose: (_, { index }) => ({ current: index }),
  place: (_, { index }) => ({ place: index }),
  read: (reading, { indices }) => {
    const fresh = indices.filter((/** @type {number} */ i) => !reading.read[i]);
    if (!fresh.length) return {};
    const read = reading.read.slice();
    for (const i of fresh) read[i] = 1;
    return { read };
  },
  pass: (reading, { minutes }) => ({ before: reading.read.slice(), pass: reading.pass + 1, budget: minutes, opened: new Set() }),
  firstPass: () => ({ before: null, pass: 1, opened: new Set() }),
  open: (reading, { from, to, on }) => {
    const opened = new Set(reading.opened);
    for (let i = from; i < to; i += 1) if (on) opened.add(i);
      else opened.delete(i);
    return { opened };
  },
  vote: (reading, { index, value }) => ({ votes: changed(reading.votes, index, reading.votes.get(index) === value ? 0 : value) }),
  mark: (reading, { indices }) => {
    const all = indices.every((/** @type {number} */ i) => reading.marks.has(i));
    const marks = new Set(reading.marks);
    for (const i of indices) if (all) marks.delete(i);
      else marks.add(i);
    return { marks };
  },
  note: (reading, { index, text }) => ({ notes: changed(reading.notes, index, text.trim()) }),
  topic: (reading, { topic }) => ({ topic: reading.topic === topic ? -1 : topic }),
  pictures: (reading) => ({ pictures: !reading.pictures }),
  restore: (_, { part }) => part,
  forget: (_, __, doc) => ({ read: new Uint8Array(doc.count), before: null, pass: 1, opened: new Set(), votes: new Map(), marks: new Set(), notes: new Map() }),
};

/** @template V @param {ReadonlyMap<number, V>} map @param {number} key @param {V} value */
function changed(map, key, value) {
  const copy = new Map(map);
  if (value) copy.set(key, value);
  else copy.delete(key);
  return copy;
}

/** @param {State} state @param {Action} action @returns {State} */
export function reduce(state, action) {
  if (action.type in ACTIONS) {
    const changes = ACTIONS[action.type](state, action);
    return Object.keys(changes).length ? { ...state, ...changes } : state;
  }
  const change = READING[action.type];
  if (!change) throw new Error(`no action is called ${action.type}`);
  if (!state.reading || !state.doc) return state;
  const part = change(state.reading, action, state.doc);
  return Object.keys(part).length ? { ...state, reading: { ...state.reading, ...part } } : state;
}
