// @ts-check
// What is kept: settings in the browser, readings by the server under the content of the document, or in the browser
// for a page on disk. While the server is away, what was read and marked waits in the browser, so that nothing is lost.

import { contentHash, fromRecord, merge, toRecord } from "./record.js";
import { getReading, isReady, putReading } from "./service.js";
import { AWAY, DEFAULTS } from "./state.js";
import { remembering } from "./store.js";
import { t } from "./strings.js";

/** @typedef {import("./state.js").Settings} Settings @typedef {import("./state.js").State} State @typedef {import("./model.js").Doc} Doc */

const PREFIX = "sentencerank:";
const PAUSE = 600; // milliseconds after the last change
const RETRY = 2000;
const WHY = /** @type {Record<number, string>} */ ({ 401: "locked", 403: "locked", 507: "full" }); // what an answer means for keeping; else it is lost

/** A value from the browser, or `fallback`: private windows and blocked storage must not stop the reading. @param {string} key @param {any} fallback */
function recall(key, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** @param {string} key @param {any} value */
export function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // full or forbidden: it then holds until the page is closed
  }
}

/** @returns {Settings} */
export function loadSettings() {
  const saved = recall("settings", {});
  /** @type {any} */
  const settings = { ...DEFAULTS };
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (typeof saved?.[name] === typeof value) settings[name] = saved[name];
  }
  if (saved?.budget === null) settings.budget = Infinity; // as JSON writes it
  return settings;
}

/** The key of a document in the browser. */
const keyOf = remembering((/** @type {Doc} */ doc) => (doc.served ? `pending:${doc.id}` : `reading:${contentHash(doc.text)}`));

export class Keeper {
  /** @param {{ state: State, dispatch: (action: any) => void }} store */
  constructor(store) {
    this.store = store;
    this.revision = 0;
    /** @type {any} */
    this.timer = 0;
    /** @type {any} */
    this.retry = 0;
    this.dirty = false;
    /** @type {Promise<void> | null} */
    this.writing = null;
    /** @type {import("./record.js").Kept | null} */
    this.base = null; // what the server was last known to have
  }

  /** What is known of a document that is being opened. @param {Doc} doc @param {{ revision: number, state: any } | null} given by the server */
  load(doc, given) {
    this.revision = given?.revision ?? 0;
    this.base = given?.state ?? null;
    this.dirty = false;
    const local = recall(keyOf(doc), null);
    if (doc.served && local) this.dirty = true; // the server was away when this was written
    return fromRecord(local ? merge(local, given?.state, local.base) : given?.state, doc.count);
  }

  /** Something that is kept has changed. */
  changed() {
    this.dirty = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), PAUSE);
  }

  /** @param {boolean} [leaving] the page is about to go, and cannot wait for an answer @returns {Promise<void>} */
  async save(leaving = false) {
    clearTimeout(this.timer);
    const { doc, reading } = this.store.state;
    if (!doc || !reading) return;
    const record = this.dirty ? toRecord(reading) : null;
    if (record && !doc.served) {
      remember(keyOf(doc), record);
      this.dirty = false;
      return;
    }
    if (record) remember(keyOf(doc), { ...record, base: this.base }); // until the server has it
    if (this.writing && !leaving) {
      await this.writing; // whoever leaves the text waits for what is being written
      return this.save(); // and for what changed meanwhile
    }
    if (!record) return;
    this.dirty = false;
    this.writing = this.write(doc, record, leaving).finally(() => {
      this.writing = null;
    });
    await this.writing;
  }

  /** @param {Doc} doc @param {any} record @param {boolean} leaving */
  async write(doc, record, leaving) {
    const read = record.read.reduce((/** @type {number} */ sum, /** @type {[number, number]} */ [from, to]) => {
      for (let i = from; i < to; i += 1) if (doc.counted[i]) sum += doc.words[i];
      return sum;
    }, 0);
    const progress = doc.countedWords ? Math.min(read / doc.countedWords, 1) : 0;
    try {
      const { revision } = await putReading(doc.id, { revision: this.revision, progress, state: record }, leaving);
      this.revision = revision;
      this.base = record;
      if (!this.dirty) remember(keyOf(doc), null);
      this.answers();
    } catch (error) {
      const { status } = /** @type {any} */ (error);
      if (status === 409) await this.join(doc);
      else if (status === 404) remember(keyOf(doc), null);
      else this.away(status);
    }
  }

  /** Another window wrote meanwhile: both are put together. @param {Doc} doc */
  async join(doc) {
    try {
      const { revision, state } = await getReading(doc.id);
      const { doc: open, reading } = this.store.state;
      if (open !== doc || !reading) return; // what waits in the browser is put together when it is opened again
      const { read, votes, marks, notes } = fromRecord(merge(toRecord(reading), state, this.base), doc.count);
      this.revision = revision;
      this.base = state;
      this.store.dispatch({ type: "restore", part: { read, votes, marks, notes } });
      this.changed();
    } catch (error) {
      this.away(/** @type {any} */ (error).status);
    }
  }

  /** Something that was asked of the server failed: say what, or wait until the server is back. @param {any} error */
  refused(error) {
    if (error.status in WHY || (!error.status && !error.message)) this.away(error.status);
    else this.store.dispatch({ type: "alert", text: t("failed", { why: error.message }) });
  }

  /** The server keeps nothing now: say why, and try until it does. @param {number} [status] what it answered */
  away(status = 0) {
    this.dirty = true;
    const online = WHY[status] ?? "lost";
    this.store.dispatch({ type: "online", online });
    clearTimeout(this.retry);
    this.retry = setTimeout(async () => {
      try {
        await isReady();
        // A full disk is read from as before: only writing tells whether there is room.
        if (online !== "full" || !this.store.state.doc) this.answers();
        await this.save();
      } catch (error) {
        this.away(/** @type {any} */ (error).status);
      }
    }, RETRY);
  }

  answers() {
    if (AWAY.includes(this.store.state.online)) this.store.dispatch({ type: "online", online: "back" });
  }
}
