// A made-up document for the tests: three sections of sentences with ten words each.

import { makeDocument } from "../../../src/sentencerank/reader/static/model.js";
import { DEFAULTS, freshReading } from "../../../src/sentencerank/reader/static/state.js";

export function sampleColumns({ count = 120, words = 10, section = 40 } = {}) {
  const blocks = [];
  const gaps = [];
  const lengths = [];
  const sizes = [];
  let text = "";
  for (let i = 0; i < count; i += 1) {
    const heading = i % section === 0;
    const own = heading ? `Part ${i / section}` : `Sentence ${i} has some words.`;
    const before = text.length;
    const begins = heading || i % section === 1;
    if (text) text += begins ? "\n\n" : " ";
    gaps.push(text.length - before);
    if (begins) blocks.push(heading ? 1 : 0, text.length - before, 0, heading ? 1 : 0);
    else blocks[blocks.length - 2] += text.length - before;
    lengths.push(own.length);
    sizes.push(heading ? 2 : words);
    text += own;
    blocks[blocks.length - 2] += own.length;
  }
  const prose = [...Array(count).keys()].filter((i) => i % section);
  const order = [...prose.sort((a, b) => ((a * 37) % 101) - ((b * 37) % 101) || a - b), ...[...Array(count).keys()].filter((i) => i % section === 0)];
  return {
    language: "en", structure: "flat", notes: [], text, gaps, lengths, words: sizes, depends: [],
    block_kinds: ["paragraph", "heading"], blocks, cells: {}, about: {}, mark_kinds: [], marks: [], targets: [""], scores: gaps.map((_, i) => -i),
    topics: [{ letter: "A", name: "a" }, { letter: "B", name: "b" }], topic: gaps.map((_, i) => i % 2), keyphrases: [], stops: [0.5, 1, 2], query: null, order, hits: [],
  };
}

export const sampleDocument = (options) => makeDocument(sampleColumns(options));
export const sampleReading = (doc, more = {}) => ({ ...freshReading(doc, DEFAULTS, false), ...more });
