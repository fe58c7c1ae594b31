// @ts-check
// What follows from the state, computed when it is asked for and only if something changed: the plan and the hits.

import { hitsOf } from "./hits.js";
import { plan } from "./plan.js";
import { remembering } from "./store.js";

/** @typedef {import("./state.js").State} State @typedef {import("./state.js").Reading} Reading @typedef {import("./model.js").Doc} Doc @typedef {ReturnType<typeof createDerived>} Derived */

const NONE = /** @type {import("./hits.js").Hits} */ ({ order: [], spans: () => [] });

/** @param {{ state: State }} store */
export function createDerived(store) {
  const planned = remembering((/** @type {Doc} */ doc, /** @type {boolean} */ context, /** @type {any[]} */ ..._) => plan(doc, /** @type {Reading} */ (store.state.reading), context));
  const found = remembering((/** @type {Doc} */ doc, /** @type {Reading["asked"]} */ asked, /** @type {string} */ query) => (query ? hitsOf(doc, asked) : NONE));
  return {
    plan() {
      const { doc, reading: r, settings } = store.state;
      return doc && r ? planned(doc, settings.context, r.asked, r.votes, r.before, r.topic, r.budget, r.opened, r.read) : null;
    },
    hits() {
      const { doc, reading } = store.state;
      return doc && reading ? found(doc, reading.asked, reading.query) : NONE;
    },
  };
}
