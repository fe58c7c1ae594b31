// @ts-check
// One drawer: the sections with their minutes and what was read of them, topics, keyphrases, and what is the reader's own.

import { byId, excerpt, make } from "./dom.js";
import { toldText } from "./model.js";
import { coverage, secondsFor } from "./plan.js";
import { roughly, t } from "./strings.js";

/** @typedef {import("./model.js").Doc} Doc @typedef {import("./state.js").Reading} Reading */

const MOST = 400; // sections that are listed one by one
const FEW = 12; // sections that leave what is below them in sight

/** @param {Doc} doc @param {Reading} reading @param {{ go: (index: number) => void, section: (number: number) => void, topic: (place: number) => void, ask: (query: string) => void }} actions */
export function drawDrawer(doc, reading, actions) {
  const parts = [sections(doc, reading, actions), topics(doc, reading, actions), phrases(doc, reading, actions), yours(doc, reading, actions)];
  const shown = parts.filter((part) => part !== null);
  byId("drawer-body").replaceChildren(...(doc.sections.length > FEW ? [jumps(shown)] : []), ...shown);
}

/** Buttons to what would be far below a long table of contents. @param {HTMLElement[]} parts */
function jumps(parts) {
  const go = (/** @type {HTMLElement} */ to) => to.scrollIntoView({ block: "start", behavior: "instant" });
  return make("p", { class: "jumps" }, ...parts.map((to) => make("button", { type: "button", class: "quiet", onclick: () => go(to) }, to.firstChild?.textContent ?? "")));
}

/** @param {string} title @param {Node} body */
const part = (title, body) => make("section", {}, make("h3", {}, title), body);

/** @param {Doc} doc @param {Reading} reading @param {{ section: (number: number) => void }} actions */
function sections(doc, reading, { section: go }) {
  const shares = coverage(doc, reading.read);
  const rows = doc.sections.slice(0, MOST).map((section, number) => {
    const { words, share } = shares[number];
    const read = words && share > 0 ? ` · ${t("readShare", { n: Math.round(100 * share) })}` : "";
    return make(
      "li",
      { "data-level": Math.min(section.level, 4), dir: "auto" },
      make("button", { type: "button", class: "link", onclick: () => go(number) }, section.title || t("beginning")),
      " ",
      make("small", { dir: "ltr" }, `${words ? roughly(secondsFor(words)) : ""}${read}`),
    );
  });
  const more = doc.sections.length - rows.length;
  if (more > 0) rows.push(make("li", {}, make("small", {}, t("moreSections", { n: more }))));
  return part(t("sections"), make("ol", { id: "sections" }, ...rows));
}

/** @param {Doc} doc @param {Reading} reading @param {{ topic: (place: number) => void }} actions */
function topics(doc, reading, { topic: filter }) {
  if (doc.topics.length < 2) return null;
  const counts = new Array(doc.topics.length).fill(0);
  for (const place of doc.topicOf) if (place >= 0) counts[place] += 1;
  const rows = doc.topics.map((topic, place) =>
    make("li", {}, make("button", { type: "button", "aria-pressed": reading.topic === place, onclick: () => filter(place) }, make("bdi", {}, excerpt(topic.name, 50)), make("small", {}, ` ${counts[place]}`))),
  );
  return part(t("topics"), make("ul", { id: "topic-list", class: "chips" }, ...rows));
}

/** @param {Doc} doc @param {Reading} reading @param {{ ask: (query: string) => void }} actions */
function phrases(doc, reading, { ask }) {
  if (!doc.keyphrases.length) return null;
  const rows = doc.keyphrases.map(({ text, count }) =>
    make("li", {}, make("button", { type: "button", "aria-pressed": reading.query === text, onclick: () => ask(text) }, make("bdi", {}, excerpt(text, 40)), make("small", {}, ` ${count}`))),
  );
  return part(t("phrases"), make("ul", { id: "phrase-list", class: "chips" }, ...rows));
}

/** @param {Doc} doc @param {Reading} reading @param {{ go: (index: number) => void }} actions */
function yours(doc, reading, { go }) {
  const own = [...new Set([...reading.marks, ...reading.notes.keys()])].sort((a, b) => a - b);
  if (!own.length) return part(t("yours"), make("p", { class: "note" }, t("noneOfYours")));
  const rows = own.map((index) =>
    make("li", { dir: "auto" }, make("button", { type: "button", class: "link", onclick: () => go(index) }, excerpt(toldText(doc, index), 90)), reading.notes.has(index) ? make("p", { class: "own-note" }, /** @type {string} */ (reading.notes.get(index))) : ""),
  );
  return part(t("yours"), make("ul", { id: "yours" }, ...rows));
}
