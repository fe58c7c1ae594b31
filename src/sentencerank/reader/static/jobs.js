// @ts-check
// Uploads: each is a card at once, with its stage, a way to stop it, and what is wrong if it fails.

import { make, refill } from "./dom.js";
import { addDocument, progressOf, stopUpload } from "./service.js";
import { spokenLanguage, t } from "./strings.js";

/** @typedef {import("./state.js").Job} Job @typedef {import("./state.js").State} State @typedef {{ body?: Blob | string, name?: string, address?: string }} Thing */

const POLL = 400; // milliseconds

/** @param {{ state: State, dispatch: (action: any) => void }} store @param {(id: string, job: Job) => void} done */
export function createJobs(store, done) {
  /** @type {Map<string, AbortController>} */
  const running = new Map();
  /** @type {Set<string>} */
  const stopped = new Set(); // by their reader; the server may say so before the upload is ended here
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
      store.dispatch({ type: "job", job: { ticket, stage: "failed", error: stopped.has(ticket) ? t("cancelled") : message || (status ? t("tooLarge") : t("noServer")) } });
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
    stopped.add(ticket);
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

const STAGES = ["waiting", "fetching", "reading", "ranking", "keeping", "ready"];

/** @type {WeakMap<Element, { job: Job, language: string }>} */
const drawn = new WeakMap();

/**
 * Draw all uploads into a list. While one is under way its card stays the same element, so that the button that stops it
 * keeps the focus, and a click on it begins and ends on one and the same button.
 * @param {HTMLElement} list @param {Job[]} jobs @param {Parameters<typeof jobCard>[1]} act
 */
export function drawJobs(list, jobs, act) {
  const language = spokenLanguage();
  const cards = jobs.map((job) => {
    const old = [...list.children].find((card) => drawn.get(card)?.job.ticket === job.ticket && drawn.get(card)?.language === language);
    const before = old && drawn.get(old)?.job;
    const same = before === job || (before && underWay(before) && underWay(job));
    const card = old && same ? old : jobCard(job, act);
    if (card === old) showStage(card, job);
    drawn.set(card, { job, language });
    return card;
  });
  if (cards.length !== list.children.length || cards.some((card, k) => card !== list.children[k])) refill(list, cards);
}

/** @param {Job} job */
const underWay = ({ stage }) => stage !== "failed" && stage !== "ready";

/** @param {any} card @param {Job} job */
function showStage(card, job) {
  card.dataset.stage = job.stage;
  card.querySelector(".card-title").textContent = job.name || t("untitled");
  card.querySelector(".card-note").textContent = stageOf(job);
  const meter = card.querySelector("progress");
  if (meter) meter.value = placeOf(job);
}

/** What a job says of itself. @param {Job} job */
const stageOf = (job) => (job.stage === "failed" ? job.error : t(job.stage, { n: job.sentences }));

/** @param {Job} job */
const placeOf = (job) => Math.max(STAGES.indexOf(job.stage), 0);

/** @param {Job} job @param {{ cancel: (ticket: string) => void, dismiss: (ticket: string) => void, again: (ticket: string) => void, open: (job: Job) => void }} act */
function jobCard(job, act) {
  const failed = job.stage === "failed";
  const done = job.stage === "ready";
  const meter = make("progress", { max: STAGES.length - 1, value: placeOf(job), "aria-label": job.name || t("reading") });
  return make(
    "li",
    { class: `card job ${failed ? "failed" : ""}`, "data-stage": job.stage },
    make("b", { dir: "auto", class: "card-title" }, job.name || t("untitled")),
    ...(failed || done ? [] : [meter]),
    make("p", { class: "card-note", role: failed ? "alert" : "status" }, stageOf(job)),
    make(
      "div",
      { class: "row" },
      ...(done ? [make("button", { type: "button", class: "primary", onclick: () => act.open(job) }, t("openNow"))] : []),
      ...(failed ? [make("button", { type: "button", onclick: () => act.again(job.ticket) }, t("again"))] : []),
      failed || done ? make("button", { type: "button", onclick: () => act.dismiss(job.ticket) }, t("dismiss")) : make("button", { type: "button", onclick: () => act.cancel(job.ticket) }, t("cancel")),
    ),
  );
}
