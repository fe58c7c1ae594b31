// @ts-check
// Uploads: each is a card at once, with its stage, a way to stop it, and what is wrong if it fails.

import { make } from "./dom.js";
import { addDocument, progressOf, stopUpload } from "./service.js";
import { t } from "./strings.js";

/** @typedef {import("./state.js").Job} Job @typedef {import("./state.js").State} State */

const POLL = 400; // milliseconds

/** @param {{ state: State, dispatch: (action: any) => void }} store @param {(id: string, job: Job) => void} done */
export function createJobs(store, done) {
  /** @type {Map<string, AbortController>} */
  const running = new Map();

  /** @param {{ body?: Blob | string, name?: string, address?: string }} thing */
  async function add(thing) {
    const ticket = crypto.randomUUID?.() ?? `t${Date.now()}-${Math.random().toString(36).slice(2)}`;
    const controller = new AbortController();
    running.set(ticket, controller);
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

  return { add, cancel };
}

/** @param {Job} job @param {{ cancel: (ticket: string) => void, dismiss: (ticket: string) => void, open: (id: string) => void }} act */
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
      ...(done ? [make("button", { type: "button", class: "primary", onclick: () => act.open(job.id) }, t("openNow"))] : []),
      failed || done ? make("button", { type: "button", onclick: () => act.dismiss(job.ticket) }, t("dismiss")) : make("button", { type: "button", onclick: () => act.cancel(job.ticket) }, t("cancel")),
    ),
  );
}
