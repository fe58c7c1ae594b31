import assert from "node:assert/strict";
import { test } from "node:test";

import { briefRows, CHOSEN, coverage, coverageBars, FIXED, furtherPass, inkOf, OPENED, plan, REST } from "../../../src/sentencerank/reader/static/plan.js";
import { sampleDocument, sampleReading } from "./sample.js";

const doc = sampleDocument();
const at = (minutes, more = {}) => plan(doc, sampleReading(doc, { budget: minutes, ...more }));

test("a stop holds what fits into its minutes, and the readout is what is shown", () => {
  for (const minutes of doc.stops) {
    const p = at(minutes);
    const words = p.chosen.reduce((sum, i) => sum + doc.words[i], 0);
    assert.ok(words <= minutes * 238 + 1e-6);
    assert.equal(Math.round(p.seconds), Math.round((words / 238) * 60));
    assert.equal(Math.round(p.stops[p.at].seconds), Math.round(p.seconds));
    assert.ok(minutes === Infinity || words > minutes * 238 - 11);
  }
});

test("stops are nested, and the last one is the whole text without its headings", () => {
  let before = new Set();
  for (const minutes of doc.stops) {
    const now = new Set(at(minutes).chosen);
    assert.ok([...before].every((i) => now.has(i)));
    before = now;
  }
  assert.equal(before.size, 117);
  assert.equal(at(Infinity).status[0], FIXED);
});

test("what is important to the reader comes first, what is not comes last", () => {
  const order = doc.own.order;
  const p = at(0.5, { votes: new Map([[order[100], 1], [order[0], -1]]) });
  assert.equal(p.status[order[100]], CHOSEN);
  assert.equal(p.status[order[0]], REST);
  assert.equal(at(Infinity, { votes: new Map([[order[0], -1]]) }).status[order[0]], CHOSEN);
});

test("a further pass shows only what was not read before it", () => {
  const read = new Uint8Array(doc.count);
  for (const i of at(1).chosen) read[i] = 1;
  const p = at(1, { read, before: read });
  assert.ok(p.chosen.length > 10);
  assert.ok(p.chosen.every((i) => !read[i]));
  assert.equal(Math.round(p.unread), Math.round(p.seconds));
});

test("a further pass offers minutes of what is new, or the rest, or nothing", () => {
  const some = new Uint8Array(doc.count);
  some[1] = 1;
  assert.equal(furtherPass(doc, sampleReading(doc, { budget: 1, read: some }), 1).minutes, 1);
  const most = new Uint8Array(doc.count).fill(1);
  most[5] = 0;
  assert.equal(furtherPass(doc, sampleReading(doc, { budget: 1, read: most }), 5).all, true);
  assert.equal(furtherPass(doc, sampleReading(doc, { read: new Uint8Array(doc.count).fill(1) }), 5), null);
});

test("the Brief has a row for each shown sentence, and every hidden one is in a gap", () => {
  for (const minutes of doc.stops) {
    const p = at(minutes);
    const { rows, tail } = briefRows(doc, p);
    assert.deepEqual(rows.map(({ index }) => index), p.chosen);
    const hidden = [...rows.map(({ gap }) => gap), tail].filter(Boolean).reduce((sum, gap) => sum + gap.sentences, 0);
    assert.equal(hidden + p.chosen.length, 117);
  }
});

test("a gap that was opened can be folded again", () => {
  const p = at(0.5);
  const gap = briefRows(doc, p).rows.map((row) => row.gap).find(Boolean);
  const opened = at(0.5, { opened: new Set(Array.from({ length: gap.to - gap.from }, (_, k) => gap.from + k)) });
  const again = briefRows(doc, opened).rows.map((row) => row.gap).find((one) => one?.opened);
  assert.equal(again.sentences, gap.sentences);
  assert.ok(opened.status.includes(OPENED));
});

test("ink falls in steps from the first stop to the rest", () => {
  const p = at(2);
  const inks = doc.own.order.slice(0, 117).map((i) => inkOf(p, i));
  assert.deepEqual([...new Set(inks)], [1, 2, 3, 4]);
});

test("coverage counts the words of each section", () => {
  const read = new Uint8Array(doc.count);
  read.fill(1, 40, 80);
  assert.deepEqual(coverage(doc, read).map(({ share }) => share), [0, 1, 0]);
});

test("many sections share bars of about as many words, and none is left out", () => {
  const long = sampleDocument({ count: 5000, section: 10 });
  const read = new Uint8Array(long.count);
  read.fill(1, 0, 2500);
  assert.equal(long.sections.length, 500);
  const bars = coverageBars(long, read, 40);
  assert.ok(bars.length > 30 && bars.length <= 40);
  assert.equal(bars[0].first, 0);
  assert.equal(bars.at(-1).last, 499);
  bars.slice(1).forEach(({ first }, k) => assert.equal(first, bars[k].last + 1));
  assert.equal(bars.reduce((sum, { words }) => sum + words, 0), long.countedWords);
  assert.ok(Math.abs(bars.reduce((sum, { words, share }) => sum + words * share, 0) - long.countedWords / 2) < 1e-6);
  assert.ok(Math.max(...bars.map(({ words }) => words)) <= 2 * Math.min(...bars.map(({ words }) => words)));
  assert.equal(coverageBars(doc, new Uint8Array(doc.count), 40).length, 3);
});

test("context brings along what a sentence depends on", () => {
  const own = sampleDocument();
  const first = own.own.order[0];
  own.dependsOn[first] = first - 1;
  assert.equal(plan(own, sampleReading(own, { budget: 0.5 }), true).status[first - 1] !== REST, true);
});
