// The panel of depths and sections: minutes at every depth, minutes and best sentence of every section.

import { amount, byId, duration, excerpt, make, refill } from "./dom.js";
import { layerSizes, WORDS_PER_MINUTE } from "./layers.js";
import { sentenceText } from "./model.js";

export function drawDepths(doc, state, choose) {
  const sizes = layerSizes(doc, state);
  refill(
    byId("depths"),
    sizes.map(({ layer, sentences, minutes }) =>
      make(
        "li",
        {},
        make(
          "button",
          { type: "button", "aria-pressed": layer === state.depth, onclick: () => choose(layer) },
          make("b", {}, layer === doc.layerCount ? "full" : `${layer}`),
          make("span", {}, duration(minutes)),
          make("small", {}, amount(sentences, "sentence")),
        ),
      ),
    ),
  );
  return sizes;
}

export function drawSections(doc, go) {
  refill(
    byId("sections"),
    doc.sections.map((section, number) => {
      const words = doc.wordsBefore[section.end] - doc.wordsBefore[section.first];
      const best = bestSentence(doc, section);
      return make(
        "li",
        { "data-level": section.level, dir: "auto" },
        make(
          "a",
          { href: `#s${section.first}`, onclick: (event) => go(event, number) },
          section.title,
        ),
        " ",
        make("small", { dir: "ltr" }, duration(words / WORDS_PER_MINUTE)),
        best >= 0 ? make("p", { dir: "auto" }, excerpt(sentenceText(doc, best), 90)) : "",
      );
    }),
  );
}

function bestSentence(doc, section) {
  let best = -1;
  for (let i = section.first; i < section.end; i += 1) {
    if (!doc.blocks[doc.blockOf[i]].fixed && (best < 0 || doc.ranks[i] < doc.ranks[best])) best = i;
  }
  return best;
}
