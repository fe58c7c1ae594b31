import assert from "node:assert/strict";
import { test } from "node:test";

import { aboveOf, termOf } from "../../../src/sentencerank/reader/static/labels.js";
import { makeDocument } from "../../../src/sentencerank/reader/static/model.js";
import { briefRows, plan } from "../../../src/sentencerank/reader/static/plan.js";
import { sampleReading } from "./sample.js";

/** A document of blocks, each of one sentence. @param {[string, string, number?][]} given kind, text, level @param {string} [title] */
function documentOf(given, title = "") {
  const kinds = [...new Set(given.map(([kind]) => kind))];
  return makeDocument({
    language: "en", structure: "flat", notes: [], text: given.map(([, text]) => text).join("\n\n"),
    gaps: given.map((_, k) => (k ? 2 : 0)), lengths: given.map(([, text]) => text.length), words: given.map(([, text]) => text.split(" ").length),
    depends: [], block_kinds: kinds, blocks: given.flatMap(([kind, text, level = 0], k) => [kinds.indexOf(kind), k ? 2 : 0, text.length, level]),
    cells: {}, about: {}, mark_kinds: [], marks: [], targets: [""], scores: given.map(() => 0), topics: [], topic: given.map(() => -1),
    keyphrases: [], stops: [], query: null, order: given.map((_, k) => k), hits: [],
  }, { title });
}

const rowsOf = (doc, more = {}) => briefRows(doc, plan(doc, sampleReading(doc, { budget: Infinity, ...more }))).rows;

test("a sentence of a list says which term it explains, and only the first one does", () => {
  const doc = documentOf([
    ["heading", "Options", 1],
    ["code", "-v"],
    ["list", "Print lines as they are read.", 1],
    ["list", "They go to the standard error.", 1],
    ["list", "half-installed", 1],
    ["list", "The installation was begun and not ended.", 2],
    ["paragraph", "All options may stand together."],
  ]);
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map((index) => termOf(doc, index)), [-1, -1, 1, 1, -1, 4, -1]);
  const read = new Uint8Array(7);
  read[1] = read[4] = 1; // the terms themselves are not shown
  assert.deepEqual(rowsOf(doc, { before: read }).map(({ index, term }) => [index, term]), [[2, 1], [3, -1], [5, 4], [6, -1]]);
  assert.ok(rowsOf(doc).every(({ term }) => term < 0), "a term that is shown is not told again");
});

test("items with a sign before them, and short lines before prose, are no terms", () => {
  const doc = documentOf([["list", "- bread", 1], ["list", "- Milk is in the cellar.", 1], ["list", "1. first", 1], ["list", "2. Then the oven is lit.", 1], ["code", "make all"], ["paragraph", "This builds it."]]);
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((index) => termOf(doc, index)), [-1, -1, -1, -1, -1, -1]);
});

test("the heading above another one is told unless what was shown before tells of it", () => {
  const doc = documentOf([
    ["heading", "Manual", 1], ["heading", "Reading", 2], ["heading", "Returns", 3], ["paragraph", "A file."],
    ["heading", "Writing", 2], ["heading", "Errors", 3], ["paragraph", "None."], ["heading", "Returns", 3], ["paragraph", "A number."],
  ], "Manual");
  const titles = rowsOf(doc).filter(({ heading }) => heading >= 0).map(({ heading, above }) => [doc.sections[above]?.title, doc.sections[heading].title]);
  assert.deepEqual(titles, [["Reading", "Returns"], ["Writing", "Errors"], [undefined, "Returns"]]);
  assert.equal(aboveOf(doc, 1, -1), -1, "the title of the document is known");
});
