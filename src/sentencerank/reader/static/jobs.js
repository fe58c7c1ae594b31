// @ts-check
// Uploads: each is a card at once, with its stage, a way to stop it, and what is wrong if it fails.

import { make } from "./dom.js";
import { addDocument, progressOf, stopUpload } from "./service.js";
import { t } from "./strings.js";

/** @typedef {import("./state.js").Job} Job @typedef {import("./state.js").State} State @typedef {{ body?: Blob | string, name?: string, address?: string }} Thing */

const POLL = 400; // milliseconds

/** @param {{ state: State, dispatch: (action: any) => void }} store @param {(id: string, job: Job) => void} done */
export function createJobs(store, done) {
  /** @type {Map<string, AbortController>} */
  const running = new Map();
  /** @type {Map<string, Thing>} */
  const things = new Map(); // what was given, until its card is gone: a text that was typed must not be lost

  /** @param {Thing} thing */
  async function add(thing) {
    const ticket = crypto.randomUUID?.() ?? `t${Date.now()}-${Math.random().toString(36).slice(2)}`;
    const controller = new AbortController();
    running.set(ticket, controller);
    things.set(ticket, thing);
    store.dispatch({ type: "job", job: { ticket, name: thing.name || thing.address || "" } });
    const timer = setInterval(() => follow(ticket), POLL);
    try {
      const entry = await addDocument({ ...thing, ticket, signal: controller.signal });
      store.dispatch({ type: "job", job: { ticket, stage: "ready", id: entry.id, name: entry.title || thing.name } });
      done(entry.id, /** @type {Job} */ (store.state.jobs.find((job) => job.ticket === ticket)));
    } catch (error) {
      const { status = 0, message = "" } = /** @type {any} */ (error);
      const stopped = controller.signal.aborted;
      store.dispatch({ type: "job", job: { ticket, stage: "failed", error: stopped ? t("cancelled") : message || (status ? t("tooLarge") : t("noServer")) } });
    } finally {
      clearInterval(timer);
      running.delete(ticket);
    }
  }

  /** @param {string} ticket */
  async function follow(ticket) {
    try {
      const { stage, sentences } = await progressOf(ticket);
      if (running.has(ticket)) store.dispatch({ type: "job", job: { ticket, stage, sentences } });
    } catch {
      // it is just ending, or the server is away: the upload itself says which
    }
  }

  /** @param {string} ticket */
  async function cancel(ticket) {
    await stopUpload(ticket).catch(() => null);
    running.get(ticket)?.abort();
  }

  /** @param {string} ticket */
  function dismiss(ticket) {
    things.delete(ticket);
    store.dispatch({ type: "jobGone", ticket });
  }

  /** @param {string} ticket */
  function again(ticket) {
    const thing = things.get(ticket);
    dismiss(ticket);
    if (thing) add(thing);
  }

  return { add, cancel, dismiss, again };
}

/** @param {Job} job @param {{ cancel: (ticket: string) => void, dismiss: (ticket: string) => void, again: (ticket: string) => void, open: (job: Job) => void }} act */
export function jobCard(job, act) {
  const failed = job.stage === "failed";
  const done = job.stage === "ready";
  const stage = failed ? job.error : done ? t("ready") : t(job.stage, { n: job.sentences });
  const order = ["waiting", "fetching", "reading", "ranking", "keeping", "ready"];
  const meter = make("progress", { max: order.length - 1, value: Math.max(order.indexOf(job.stage), 0), "aria-label": job.name || t("reading") });
  return make(
    "li",
    { class: `card job ${failed ? "failed" : ""}`, "data-stage": job.stage },
    make("b", { dir: "auto", class: "card-title" }, job.name || t("untitled")),
    ...(failed || done ? [] : [meter]),
    make("p", { class: "card-note", role: failed ? "alert" : "status" }, stage),
    make(
      "div",
      { class: "row" },
      ...(done ? [make("button", { type: "button", class: "primary", onclick: () => act.open(job) }, t("openNow"))] : []),
      ...(failed ? [make("button", { type: "button", onclick: () => act.again(job.ticket) }, t("again"))] : []),
      failed || done ? make("button", { type: "button", onclick: () => act.dismiss(job.ticket) }, t("dismiss")) : make("button", { type: "button", onclick: () => act.cancel(job.ticket) }, t("cancel")),
    ),
  );
}
