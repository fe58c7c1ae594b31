// @ts-check
// State ⇄ address. `?d=` names the document of a server; what is seen of it stands after the sign #, which no server
// gets: #b=2&v=brief&q=rain&s=14.

import { VIEWS } from "./state.js";

/**
 * @typedef {import("./state.js").Reading} Reading
 * @param {Pick<Reading, "budget" | "view" | "query" | "current" | "place">} reading
 */
export function toHash(reading) {
  const parts = new URLSearchParams();
  parts.set("b", reading.budget === Infinity ? "all" : String(reading.budget));
  parts.set("v", reading.view);
  if (reading.query) parts.set("q", reading.query);
  const sentence = reading.current >= 0 ? reading.current : reading.place;
  if (sentence > 0) parts.set("s", String(sentence));
  return `#${parts}`;
}

/** Put what is seen into the address of the window. @param {Reading} reading */
export function writeAddress(reading) {
  const hash = toHash(reading);
  if (hash === location.hash) return;
  try {
    history.replaceState(history.state, "", hash);
  } catch {
    // browsers refuse too many changes in a short time; the next one will do
  }
}

/**
 * What an address says; what it does not say, or says wrongly, is left out.
 * @param {string} hash @param {number} count how many sentences there are
 */
export function fromHash(hash, count) {
  const parts = new URLSearchParams(hash.replace(/^#/u, ""));
  /** @type {Partial<Reading>} */
  const found = {};
  const budget = parts.get("b");
  if (budget === "all") found.budget = Infinity;
  else if (budget && Number(budget) > 0) found.budget = Number(budget);
  const view = /** @type {any} */ (parts.get("v"));
  if (VIEWS.includes(view)) found.view = view;
  if (parts.get("q")) found.query = /** @type {string} */ (parts.get("q")).slice(0, 1000);
  const sentence = Number(parts.get("s") ?? NaN);
  if (Number.isInteger(sentence) && sentence >= 0 && sentence < count) found.place = sentence;
  return found;
}
