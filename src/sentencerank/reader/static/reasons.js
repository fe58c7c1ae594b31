// @ts-check
// Why a sentence has its rank: the server is asked for it, and a page on disk has it packed.

import { byId } from "./dom.js";
import { reasonsFor } from "./service.js";
import { t } from "./strings.js";

/** @typedef {import("./model.js").Doc} Doc */

const SHELF = 256; // sentences that are packed together, as page.py knows

/** The reasons of a sentence, or `{ error }` with what is wrong. @param {Doc} doc @param {number} index @param {string} query @returns {Promise<any>} */
export async function lookUp(doc, index, query) {
  try {
    if (doc.served) return await reasonsFor(doc.id, index, query);
    return (await unpacked(Math.floor(index / SHELF)))[index % SHELF] ?? { error: t("notRanked") };
  } catch (error) {
    return { error: /** @type {Error} */ (error).message || t("noServer") };
  }
}

/** @type {string[] | null} */
let shelves = null;
/** @type {{ number: number, rows: Promise<any[]> } | null} */
let last = null;

/** @param {number} number @returns {Promise<any[]>} */
async function unpacked(number) {
  shelves ??= JSON.parse(byId("reasons-data")?.textContent ?? "[]");
  const packed = shelves?.[number];
  if (!packed) return [];
  if (last?.number !== number) last = { number, rows: unpack(packed) };
  return last.rows;
}

/** @param {string} packed @returns {Promise<any[]>} */
function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}
