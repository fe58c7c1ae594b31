import assert from "node:assert/strict";
import { test } from "node:test";

import { isVerse } from "../../../src/sentencerank/reader/static/blocks.js";
import { placeOf } from "../../../src/sentencerank/reader/static/hits.js";
import { blockTitle, flat, makeDocument } from "../../../src/sentencerank/reader/static/model.js";
import { sampleColumns } from "./sample.js";
import { parseTex } from "../../../src/sentencerank/reader/static/math.js";

/** A tree of MathML on one line. */
const written = (node) => (node.children?.length ? `${node.tag}(${node.children.map(written).join(" ")})` : (node.text ?? ""));

test("simple TeX becomes a tree of MathML", () => {
  const cases = {
    "a_i^2": "msubsup(a i 2)",
    "\\frac{1}{n}": "mfrac(1 n)",
    "\\sum_{i=1}^{n} x_i": "mrow(munderover(∑ mrow(i = 1) n) msub(x i))",
    "\\sqrt{\\alpha} \\le \\mathrm{max}(x)": "mrow(msqrt(α) ≤ max ( x ))",
    "f'(x) - 2.5": "mrow(msup(f ′) ( x ) − 2.5)",
    "\\left( \\hat x \\right]": "mrow(( mover(x ^) ])",
    "x \\in \\mathbb{R}": "mrow(x ∈ ℝ)",
    "x^{2}": "msup(x 2)",
  };
  for (const [tex, tree] of Object.entries(cases)) assert.equal(written(parseTex(tex)), tree, tex);
});

test("TeX that is not known, broken or hostile stays text", () => {
  for (const tex of ["\\begin{matrix} a & b \\\\ c \\end{matrix}", "\\mystery{x}", "{a", "a}", "x^", "x^2^3", "\\frac{1}", "{".repeat(99) + "}".repeat(99), "\\text{a $b$}"]) {
    assert.equal(parseTex(tex), null, tex);
  }
});

test("lines of a poem stay lines, and those of prose do not", () => {
  assert.ok(isVerse("The fog comes in\nAcross the sand,\nAnd all the boats\nAre tied to land."));
  assert.ok(isVerse("The fog comes in\n> Across the sand,\n> And all the boats\n> Are tied to land."));
  assert.ok(!isVerse("The ferry of the town runs twice a day, and it\nhangs on a rope of steel. Its captain has lived in\nthe house beside the pier for thirty years."));
  assert.ok(!isVerse("One line alone."));
});

test("the signs of a quotation are no part of its text on one line", () => {
  assert.equal(flat("The road\n> is closed,\n>> and  wet.\n  Go on: 3 > 2."), "The road is closed, and wet. Go on: 3 > 2.");
});

test("words are found in a sentence however its lines are broken", () => {
  assert.deepEqual(placeOf("In short, we\n  Show that (it) rains.", "we show that (it)"), [10, 29]);
  assert.equal(placeOf("They swam.", "am"), null);
  assert.deepEqual(placeOf("All file operations.", "file operation"), [4, 19]);
  assert.equal(placeOf("They swam.", ""), null);
  assert.deepEqual(placeOf("Set msgid-bugs [a/b] {c}|d^e$.", "msgid-bugs [a/b] {c}|d^e$."), [4, 30]);
});

test("headings of one level stay of one level, and none is skipped; a mail stands under its subject", () => {
  const kinds = ["title", "heading", "message"];
  const levelsOf = (...given) => {
    const blocks = given.flatMap(([kind, level]) => [kinds.indexOf(kind), 1, 1, level]);
    const columns = { ...sampleColumns({ count: 1 }), text: " A".repeat(given.length), gaps: given.map(() => 1), lengths: given.map(() => 1), words: given.map(() => 1), order: given.map((_, i) => i), topic: given.map(() => 0), block_kinds: kinds, blocks };
    return makeDocument(columns).blocks.map(({ level }) => level);
  };
  assert.deepEqual(levelsOf(["heading", 2], ["heading", 4], ["heading", 4], ["heading", 5], ["heading", 2]), [1, 2, 2, 3, 1]);
  assert.deepEqual(levelsOf(["title", 0], ["heading", 1], ["heading", 2], ["heading", 1]), [1, 2, 3, 2]);
  assert.deepEqual(levelsOf(["title", 0], ["message", 0], ["heading", 2], ["message", 0], ["title", 0], ["message", 0]), [1, 2, 3, 2, 1, 2]);
});

test("a mail is told without addresses", () => {
  const text = "Ann Hill <ann@example.org>, 2024-01-01 10:00";
  assert.equal(blockTitle(text, { kind: "message", from: 0, to: text.length, about: {} }), "Ann Hill, 2024-01-01 10:00");
  assert.equal(blockTitle("", { kind: "message", from: 0, to: 0, about: { from: "Bo <bo@example.org>", date: "Monday" } }), "Bo, Monday");
});
