// Why this sentence? The numbers behind a rank, as bars, words and links.

import { byId, excerpt, make } from "./dom.js";
import { effectiveLayer } from "./layers.js";
import { sentenceText } from "./model.js";

const PARTS = {
  position: "its place in the text",
  opening: "bringing up what the text returns to",
  reach: "how long the text stays with its words",
  salience: "the weight of its words",
  centrality: "its ties to other sentences",
  query: "its closeness to the query",
  meaning: "its closeness to the query in meaning",
  section: "its section",
  links: "its ties to what is close to the query",
  text: "its importance in the text",
  substance: "its length",
  wording: "its wording",
  textrank: "the words it shares with others",
  lexrank: "its likeness to others",
  lead: "its place in the text",
  longest: "its length",
  random: "chance",
};
const WORTH_TELLING = 0.05; // less than this is not worth telling, as in the library
const NTH = new Intl.PluralRules("en", { type: "ordinal" });
const SUFFIX = { one: "st", two: "nd", few: "rd", other: "th" };
const nth = (number) => `${number}${SUFFIX[NTH.select(number)]}`;

/** `actions` = {go(index), mark(phrase)}. */
export function drawWhy(doc, state, actions) {
  const index = state.current;
  const body = byId("why-body");
  if (index < 0 || index >= doc.count) {
    body.replaceChildren(make("p", {}, "Choose a sentence: click it, or press j."));
    return;
  }
  const row = doc.ranking.sentences[index];
  body.replaceChildren(
    make("blockquote", { dir: "auto" }, excerpt(sentenceText(doc, index), 200)),
    make("p", { class: "rank" }, make("b", {}, `Ranked ${nth(row.rank)} of ${doc.count}`), ` · layer ${effectiveLayer(doc, state, index)} of ${doc.layerCount} · sentence ${index}`),
    correction(state, index),
    bars(doc, row),
    topicRank(doc, row),
    ...carriers(row, actions),
    ...votes(doc, row, actions),
    ...likeness(doc, row, actions),
    row.reasons?.text ? make("p", { class: "in-words" }, row.reasons.text) : "",
    doc.ranking.simple ? make("p", { class: "note" }, "The page itself ranked this; the note above the text says how.") : "",
  );
}

function correction(state, index) {
  const value = state.corrections.get(index);
  if (!value) return "";
  return make("p", { class: "note" }, value > 0 ? "You promoted it to layer 1." : "You demoted it to the last layer.");
}

function bars(doc, row) {
  const names = Object.keys(row.parts);
  if (!names.some((name) => row.parts[name])) {
    return make("p", {}, "This is a heading, a fragment or a line without words to rank it by. It is shown, but not ranked.");
  }
  const most = largestPart(doc.ranking);
  return make(
    "dl",
    { class: "bars" },
    ...names.flatMap((name) => {
      const value = row.parts[name];
      const bar = make("span", { class: `bar ${value < 0 ? "minus" : "plus"}`, "aria-hidden": true });
      bar.style.setProperty("--share", String(Math.min(Math.abs(value) / most, 1)));
      const figure = `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
      return [make("dt", {}, PARTS[name] ?? name), make("dd", {}, bar, make("span", { class: "figure" }, figure))];
    }),
  );
}

/** The scale of the bars is that of the document, so that two sentences can be compared. */
function largestPart(ranking) {
  ranking.largestPart ??= ranking.sentences.reduce(
    (most, { parts }) => Object.values(parts).reduce((top, value) => Math.max(top, Math.abs(value)), most),
    1e-9,
  );
  return ranking.largestPart;
}

function topicRank(doc, row) {
  const topic = doc.topics.find(({ number }) => number === row.topic);
  if (!topic || !row.reasons) return "";
  return make("p", {}, `It comes ${nth(row.reasons.topic_rank)} among the sentences of topic ${topic.letter} (${topic.name}).`);
}

function carriers(row, { mark }) {
  const terms = (row.reasons?.terms ?? []).slice(0, 5);
  if (!terms.length) return [];
  return [
    make("h3", {}, "Words that carry it"),
    make(
      "ul",
      { class: "chips" },
      ...terms.map(({ text }) => make("li", {}, make("button", { type: "button", dir: "auto", onclick: () => mark(text) }, text))),
    ),
  ];
}

function votes(doc, row, { go }) {
  const given = row.reasons?.votes ?? [];
  if (!given.length) return [];
  return [
    make("h3", {}, "Sentences that vote for it"),
    make("ul", { class: "votes" }, ...given.map(({ sentence, share }) => make("li", {}, link(doc, sentence, go), make("small", {}, ` ${Math.round(100 * share)} %`)))),
  ];
}

function likeness(doc, row, { go }) {
  if (row.copy_of !== null && row.copy_of !== undefined) {
    return [make("h3", {}, "It repeats"), make("p", {}, link(doc, row.copy_of, go))];
  }
  const { similar_to: other, redundancy_penalty: lost } = row.reasons ?? {};
  if (other === null || other === undefined || lost <= WORTH_TELLING) return [];
  return [make("h3", {}, `It resembles sentence ${other}`), make("p", {}, link(doc, other, go), " It was ranked lower for that.")];
}

function link(doc, index, go) {
  const follow = (event) => {
    event.preventDefault();
    go(index);
  };
  return make("a", { href: `#s${index}`, dir: "auto", onclick: follow }, excerpt(sentenceText(doc, index), 110));
}
