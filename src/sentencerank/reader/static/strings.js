// @ts-check
// The words of the page in the language that it speaks, and numbers and times in its manner.

import { ENGLISH } from "./english.js";
import { GERMAN } from "./german.js";
import { inGerman, PARTS } from "./reasons_german.js";

/** @type {Record<string, Record<string, string>>} */
export const STRINGS = { en: ENGLISH, de: GERMAN };

let language = "en";
let numbers = new Intl.NumberFormat("en"); // once: making one takes longer than a hundred uses

/** Speak the language of a setting, or that of the browser. @param {string} wanted */
export function speak(wanted) {
  const asked = wanted === "auto" ? (globalThis.navigator?.languages ?? ["en"]).map((code) => code.slice(0, 2)) : [wanted];
  language = asked.find((code) => code in STRINGS) ?? "en";
  numbers = new Intl.NumberFormat(language);
}

export const spokenLanguage = () => language;

/** A string of the table; `{name}` stands for a value. @param {string} name @param {Record<string, string | number>} [values] */
export function t(name, values = {}) {
  const text = STRINGS[language][name] ?? STRINGS.en[name] ?? name;
  return text.replace(/\{(\w+)\}/gu, (_, key) => (typeof values[key] === "number" ? numbers.format(/** @type {number} */ (values[key])) : String(values[key] ?? "")));
}

/** Why a sentence has its rank, which the library tells in English, and the language that this is told in. @param {string} sentence */
export function reason(sentence) {
  const text = language === "de" ? inGerman(sentence) : "";
  return text ? { text, lang: language } : { text: sentence, lang: "en" };
}

/** The name of a part of a score. @param {string} name */
export const partName = (name) => (language === "de" && PARTS[name]) || name;

/** A number with two places. @param {number} value */
export const figure = (value) => value.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const HOURS = 2 * 3600; // seconds from which hours are told

/** A reading time to five seconds: "25 s", "1 min 20 s", "38 min", "3 h 20 min 5 s". @param {number} seconds @returns {string} */
export function duration(seconds) {
  const five = 5 * Math.round(seconds / 5);
  if (seconds <= 0) return t("second", { n: 0 });
  if (five < 60) return t("second", { n: Math.max(5, five) });
  if (five >= HOURS) return [t("hour", { n: Math.floor(five / 3600) }), five % 3600 ? duration(five % 3600) : ""].join(" ").trim();
  if (five % 60 === 0) return t("minute", { n: five / 60 });
  return t("minuteSecond", { m: Math.floor(five / 60), s: five % 60 });
}

/** A reading time for a glance: whole minutes from ten on. @param {number} seconds */
export const roughly = (seconds) => duration(seconds < 600 ? seconds : 60 * Math.round(seconds / 60));
