// @ts-check
// A query as it is written, taken apart as the library does: "quoted words" must occur, -word must not.

import { sentenceText } from "./model.js";

/** @typedef {import("./model.js").Doc} Doc @typedef {{ text: string, wanted: string[], unwanted: string[] }} Question */

const SENTENCE_END = /[.?!…。？！؟]["'”’»)\]]?\s*$/u; // in a sentence quotation marks only quote
const OPERATOR = /"([^"]*)"|“([^“”]*)”|(?<!\S)-(?!-|[A-Za-z\d](?!\S))([^\s"“”]+)/gu; // "--update" and "-u" are options of a program
const ENDS_A_WORD = /^(?![\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[\p{L}\p{N}_]$/u;

/** @param {string} query @returns {Question} */
export function takenApart(query) {
  if (SENTENCE_END.test(query)) return { text: query, wanted: [], unwanted: [] };
  /** @type {string[]} */
  const wanted = [];
  /** @type {string[]} */
  const unwanted = [];
  const text = query.replace(OPERATOR, (_, straight, curly, word) => {
    if (word) unwanted.push(word);
    else wanted.push((straight ?? curly ?? "").trim());
    return word ? " " : ` ${wanted.at(-1)} `;
  });
  if (!text.trim()) return { text: query, wanted: [], unwanted: [] }; // nothing is looked for but what must not occur
  return { text: text.replace(/\s+/gu, " ").trim(), wanted: wanted.filter(Boolean), unwanted };
}

/**
 * Of some sentences those that have, or stand under a heading that has, what must occur, and nothing that must not;
 * all of them if none does, since the library then ranks without that demand.
 * @param {Doc} doc @param {string} query @param {number[]} sentences
 */
export function allowed(doc, query, sentences) {
  const allows = demandOf(doc, query);
  const found = allows ? sentences.filter(allows) : sentences;
  return found.length ? found : sentences;
}

/** Whether what was found is not what the signs of a query demand, since no sentence is. @param {Doc} doc @param {string} query @param {number[]} found */
export function isUnmet(doc, query, found) {
  const allows = demandOf(doc, query);
  return found.length > 0 && allows !== null && !allows(found[0]);
}

/** What the signs of a query demand of a sentence; null for a query without signs. @param {Doc} doc @param {string} query */
function demandOf(doc, query) {
  const { wanted, unwanted } = takenApart(query);
  if (!wanted.length && !unwanted.length) return null;
  const [must, never] = [wanted.map(pattern), unwanted.map(pattern)];
  return (/** @type {number} */ i) => {
    const text = sentenceText(doc, i);
    const title = doc.sections[doc.sectionOf[i]]?.title ?? "";
    return must.every((one) => one.test(text) || one.test(title)) && !never.some((one) => one.test(text));
  };
}

/** Whole words, whatever their case and the white space between them. @param {string} phrase */
function pattern(phrase) {
  const words = phrase.split(/\s+/u).map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/gu, "\\$&"));
  const before = ENDS_A_WORD.test([...phrase][0] ?? "") ? "(?<![\\p{L}\\p{N}_])" : "";
  const after = ENDS_A_WORD.test([...phrase].at(-1) ?? "") ? "(?![\\p{L}\\p{N}_])" : "";
  return new RegExp(before + words.join("\\s+") + after, "iu");
}
