// Topics by colour and letter, keyphrases that mark and jump.

import { amount, byId, excerpt, make, refill } from "./dom.js";

/** `actions` = {filter(number), mark(phrase)}. */
export function drawTopics(doc, state, actions) {
  refill(
    byId("topic-list"),
    doc.topics.map((topic, place) =>
      make(
        "li",
        {},
        make(
          "button",
          { type: "button", "data-colour": place % 8, "aria-pressed": state.topic === topic.number, onclick: () => actions.filter(topic.number) },
          make("b", { class: "letter" }, topic.letter),
          make("span", { dir: "auto" }, excerpt(topic.phrases.slice(0, 3).join(", ") || topic.name || "no phrase of its own", 60)),
          make("small", {}, amount(topic.sentences.length, "sentence")),
        ),
      ),
    ),
  );
  refill(
    byId("phrase-list"),
    doc.keyphrases.map((phrase) =>
      make(
        "li",
        {},
        make(
          "button",
          { type: "button", "aria-pressed": state.phrase === phrase.text, onclick: () => actions.mark(phrase.text) },
          make("span", { dir: "auto" }, excerpt(phrase.text, 40)),
          make("small", {}, ` ${phrase.count}`),
        ),
      ),
    ),
  );
}

/** The sentences that hold a phrase: as the ranking counts them, else by their letters. */
export function holders(doc, phrase) {
  const known = doc.keyphrases.find(({ text }) => text === phrase);
  if (known) return known.sentences;
  const pattern = phrasePattern(phrase);
  const found = [];
  for (let i = 0; i < doc.count; i += 1) {
    if (doc.text.slice(doc.starts[i], doc.ends[i]).search(pattern) >= 0) found.push(i);
  }
  return found;
}

/** A phrase as it may stand in the text: any case, any white space between its words. */
export function phrasePattern(phrase) {
  const words = phrase.split(/\s+/u).map((word) => word.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&"));
  return new RegExp(words.join("[\\s-]+"), "giu");
}

/**
 * Mark the occurrences in some sentences by highlights of the browser: the tree and its text stay as they are. Where
 * these are unknown the jump still works.
 */
export function paintPhrase(page, sentences, phrase) {
  if (!globalThis.CSS?.highlights) return;
  CSS.highlights.delete("phrase");
  if (!phrase) return;
  const pattern = phrasePattern(phrase);
  const ranges = [];
  for (const index of sentences) {
    const node = page.texts[index].firstChild;
    if (node?.nodeType !== Node.TEXT_NODE) continue;
    for (const match of node.data.matchAll(pattern)) {
      ranges.push(new StaticRange({ startContainer: node, startOffset: match.index, endContainer: node, endOffset: match.index + match[0].length }));
    }
  }
  CSS.highlights.set("phrase", new Highlight(...ranges));
}
