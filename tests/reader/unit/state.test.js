import assert from "node:assert/strict";
import { test } from "node:test";

import { fromHash, toHash } from "../../../src/sentencerank/reader/static/address.js";
import { carried } from "../../../src/sentencerank/reader/static/carrying.js";
import { contentHash, fromRecord, merge, toRecord } from "../../../src/sentencerank/reader/static/record.js";
import { inGerman } from "../../../src/sentencerank/reader/static/reasons_german.js";
import { allowed, isUnmet, takenApart } from "../../../src/sentencerank/reader/static/question.js";
import { queryWords, rerank, sameWord, spansIn } from "../../../src/sentencerank/reader/static/rerank.js";
import { DEFAULTS, initial, nearestStop, reduce } from "../../../src/sentencerank/reader/static/state.js";
import { createStore } from "../../../src/sentencerank/reader/static/store.js";
import { STRINGS, duration, roughly, speak, t } from "../../../src/sentencerank/reader/static/strings.js";
import { safeAddress } from "../../../src/sentencerank/reader/static/blocks.js";
import { sampleColumns, sampleDocument, sampleReading } from "./sample.js";
import { makeDocument, sentenceText } from "../../../src/sentencerank/reader/static/model.js";

const doc = sampleDocument();
const begun = () => reduce(initial(DEFAULTS), { type: "opened", doc, reading: sampleReading(doc) });

test("reduce never changes what it is given", () => {
  const state = begun();
  const copy = structuredClone({ ...state.reading });
  for (const action of [{ type: "read", indices: [1, 2] }, { type: "mark", indices: [3] }, { type: "vote", index: 4, value: 1 }, { type: "note", index: 5, text: "so" }, { type: "open", from: 1, to: 4, on: true }, { type: "budget", minutes: 1 }, { type: "pass", minutes: 1 }]) reduce(state, action);
  assert.deepEqual(structuredClone({ ...state.reading }), copy);
});

test("an action that changes nothing gives the same state, and an unknown one is an error", () => {
  const state = reduce(begun(), { type: "read", indices: [1] });
  assert.equal(reduce(state, { type: "read", indices: [1] }), state);
  assert.throws(() => reduce(state, { type: "nonsense" }), /nonsense/);
});

test("the time is always one of the stops", () => {
  let state = begun();
  for (const minutes of [0.1, 3, 1.5, 99, Infinity]) {
    state = reduce(state, { type: "budget", minutes });
    assert.ok(doc.stops.includes(state.reading.budget));
  }
  for (let k = 0; k < 9; k += 1) state = reduce(state, { type: "step", by: -1 });
  assert.equal(state.reading.budget, 0.5);
  assert.equal(nearestStop(doc, 4), 2);
});

test("a vote or a highlight given twice is taken back", () => {
  let state = begun();
  for (const action of [{ type: "vote", index: 3, value: 1 }, { type: "mark", indices: [3, 4] }]) {
    state = reduce(reduce(state, action), action);
  }
  assert.equal(state.reading.votes.size + state.reading.marks.size, 0);
});

test("address and record give back what they were made from", () => {
  const reading = sampleReading(doc, { budget: Infinity, view: "brief", query: "röad & “rain”", place: 17, marks: new Set([2, 9]), notes: new Map([[9, "my\nnote"]]), votes: new Map([[4, -1]]), pass: 2 });
  reading.read[5] = reading.read[6] = reading.read[119] = 1;
  reading.before = reading.read.slice();
  const hash = fromHash(toHash(reading), doc.count);
  assert.deepEqual(hash, { budget: Infinity, view: "brief", query: "röad & “rain”", place: 17 });
  const kept = fromRecord(JSON.parse(JSON.stringify(toRecord(reading))), doc.count);
  for (const name of ["budget", "view", "query", "place", "read", "before", "marks", "notes", "votes", "pass"]) assert.deepEqual(kept[name], reading[name], name);
});

test("a damaged record or address says nothing wrong", () => {
  for (const kept of [null, 5, {}, { version: 2 }, { version: 1, read: "x", marks: [-1, 1e9, "a"], notes: [[1]], votes: [[1, 7]], budget: -3, view: "x", place: 1e9 }]) {
    const found = fromRecord(kept, doc.count);
    assert.ok(!found.marks?.size && !found.notes?.size && !found.votes?.size && found.budget === undefined && found.view === undefined && found.place === undefined);
  }
  assert.deepEqual(fromHash("#nonsense&b=-1&s=99999&v=x", doc.count), {});
});

test("two windows lose nothing of each other", () => {
  const one = sampleReading(doc, { marks: new Set([1]), notes: new Map([[5, "a"]]) });
  const two = sampleReading(doc, { marks: new Set([2]), notes: new Map([[5, "b"], [6, "c"]]) });
  one.read[3] = 1;
  two.read[4] = 1;
  const both = fromRecord(merge(toRecord(one), toRecord(two)), doc.count);
  assert.deepEqual([...both.marks], [1, 2]);
  assert.equal(both.notes.get(5), "b\na");
  assert.equal(both.notes.get(6), "c");
  assert.deepEqual([both.read[3], both.read[4]], [1, 1]);
});

test("what one of two windows takes back is gone", () => {
  const base = sampleReading(doc, { marks: new Set([1, 2, 3]), notes: new Map([[5, "a"], [6, "b"]]), votes: new Map([[7, 1], [8, 1]]) });
  base.read[3] = base.read[4] = 1;
  const one = sampleReading(doc, { marks: new Set([1, 2, 9]), notes: new Map([[5, "a"]]), votes: new Map([[7, -1], [8, 1]]) });
  const two = sampleReading(doc, { marks: new Set([2, 3]), notes: new Map([[5, "changed"], [6, "b"]]), votes: new Map([[7, 1]]) });
  one.read[3] = two.read[3] = two.read[4] = 1;
  const both = fromRecord(merge(toRecord(one), toRecord(two), toRecord(base)), doc.count);
  assert.deepEqual([...both.marks], [2, 9]);
  assert.deepEqual([...both.notes], [[5, "changed"]]);
  assert.deepEqual([...both.votes], [[7, -1]]);
  assert.deepEqual([both.read[3], both.read[4]], [1, 0]);
});

test("a damaged record that waits in the browser does not stop the reading", () => {
  const kept = merge({ version: 1, read: "x", marks: 5, notes: null, votes: {} }, toRecord(sampleReading(doc, { marks: new Set([2]) })), { read: 7 });
  assert.deepEqual([...fromRecord(kept, doc.count).marks], [2]);
});

test("only who selected what changed is drawn again, and a drawing may dispatch", () => {
  const store = createStore({ a: 0, b: 0 }, (state, action) => ({ ...state, ...action }));
  const drawn = [];
  store.on((s) => [s.a], (s) => {
    drawn.push(`a${s.a}`);
    store.dispatch({ b: 7 });
  });
  store.on((s) => [s.b], (s) => drawn.push(`b${s.b}`));
  store.dispatch({ a: 1 });
  store.dispatch({ a: 1 });
  assert.deepEqual(drawn, ["a1", "b7"]);
});

test("both languages have all strings, with the same values in them", () => {
  const holes = (text) => (text.match(/\{\w+\}/g) ?? []).sort().join();
  assert.deepEqual(Object.keys(STRINGS.de).sort(), Object.keys(STRINGS.en).sort());
  for (const [name, text] of Object.entries(STRINGS.en)) assert.equal(holes(STRINGS.de[name]), holes(text), name);
  speak("de");
  assert.equal(t("brief"), "Kurz");
  speak("en");
  assert.equal(duration(80), "1 min 20 s");
  assert.equal(duration(2 * 3600), "2 h");
  assert.equal(duration(13005), "3 h 36 min 45 s");
  assert.equal(roughly(13005), "3 h 37 min");
  assert.equal(roughly(590), "9 min 50 s");
});

test("a query without a server finds forms of its words, also in scripts without spaces", () => {
  assert.ok(sameWord("oyster", "oysters") && sameWord("closing", "closed") && !sameWord("rain", "ruin"));
  assert.deepEqual(queryWords("牡蛎礁"), ["牡蛎", "蛎礁"]);
  const found = rerank(doc, "sentences 17");
  assert.equal(found.order[0], 17);
  assert.equal(rerank(doc, "zzyzx"), null);
  assert.deepEqual([...found.order].sort((a, b) => a - b), [...Array(doc.count).keys()]);
  assert.equal(found.found[0], 17);
  assert.deepEqual(found.found, [17], "every sentence has the other word");
  assert.equal(rerank(doc, "some words").found.length, 117, "unless there is no other");
  assert.deepEqual(spansIn(doc, 17, queryWords("sentences 17")).map(([from, to]) => doc.text.slice(from, to)), ["Sentence", "17"]);
});

test("quoted words must occur, and a word behind a hyphen must not, as in the library", () => {
  assert.deepEqual(takenApart('salmon "second barrier" -sensors'), { text: "salmon second barrier", wanted: ["second barrier"], unwanted: ["sensors"] });
  for (const sentence of ['Who wrote "The Trial"?', "what does --update do", "-u", "-rain"]) assert.deepEqual(takenApart(sentence), { text: sentence, wanted: [], unwanted: [] });
  const found = rerank(doc, '"sentence 1" words -110');
  assert.deepEqual([found.order[0], found.found], [1, [1]]);
  assert.deepEqual(rerank(doc, '"part 2" sentence -90 -1').found.filter((i) => i < 80 || i === 90), []); // the heading has it
  assert.equal(rerank(doc, 'sentence "of that nobody says"').found.length, 117); // none has it: asked without that demand
  assert.deepEqual(allowed(doc, "wordless", [3, 4]), [3, 4]);
  assert.deepEqual(["of", '"sentence 3"', '"nobody says" of'].map((query) => isUnmet(doc, query, [3, 4])), [false, false, true]);
});

test("addresses are followed only if they are of the web or of mail", () => {
  assert.deepEqual(["https://a.example", "mailto:a@b.example", "javascript:alert(1)", "data:text/html,x", "//a.example", "file:///etc"].map(safeAddress), [true, true, false, false, false, false]);
});

test("characters beyond the basic plane keep their places", () => {
  const columns = { ...sampleColumns({ count: 2, section: 9 }), text: "A 😀 b. C d.", gaps: [0, 1], lengths: [6, 4], words: [3, 2], order: [0, 1], topic: [0, 0], blocks: [] };
  const own = makeDocument(columns);
  assert.deepEqual([sentenceText(own, 0), sentenceText(own, 1)], ["A 😀 b.", "C d."]);
  assert.notEqual(contentHash("ab"), contentHash("ba"));
});

test("a reason is told in German, or as it is", () => {
  assert.equal(inGerman("States what the text finds or does: 'we show that'; 23 later sentences return to what it brings up; it opens its section."), "Er nennt, was der Text findet oder tut: „we show that“; 23 spätere Sätze kommen darauf zurück; er beginnt seinen Abschnitt.");
  assert.equal(inGerman("Its place is important; it has much in common with sentences 10, 6 and 7."), "Seine Stelle ist wichtig; er hat viel gemeinsam mit den Sätzen 10, 6 und 7.");
  assert.equal(inGerman("Comes early; it does something new."), "");
  assert.equal(inGerman("Toys constructor."), "");
});

test("what was marked goes with the sentence when the text around it changes", () => {
  const reading = sampleReading(doc, { marks: new Set([2, 9]), notes: new Map([[9, "n"]]), votes: new Map([[4, 1]]) });
  reading.read[4] = 1;
  const same = carried(doc, reading, sampleDocument());
  assert.deepEqual([[...same.marks], [...same.notes], [...same.votes], same.read[4]], [[2, 9], [[9, "n"]], [[4, 1]], 1]);
  const other = sampleDocument();
  assert.equal(carried(doc, reading, { ...other, text: other.text.replace(/\w/gu, "x") }), null);
});
