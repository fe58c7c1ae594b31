import assert from "node:assert/strict";
import { test } from "node:test";

import { Pace } from "../../../src/sentencerank/reader/static/pace.js";

const words = new Array(40).fill(20);
const screen = (from, to) => Array.from({ length: to - from }, (_, k) => from + k);

/** What is called read while a screen is looked at for some seconds. */
function look(pace, seconds, unread, first) {
  const read = [];
  for (let tick = 0; tick < 2 * seconds; tick += 1) read.push(...pace.after(0.5, unread.filter((i) => !read.includes(i)), first, words));
  return read;
}

test("what stays on the screen is read at the pace of a reader, not before", () => {
  const pace = new Pace();
  assert.deepEqual(look(pace, 4, screen(0, 10), 0), []); // 20 words take five seconds
  assert.deepEqual(look(pace, 2, screen(0, 10), 0), [0]);
});

test("who reads on quickly has read what left the screen above", () => {
  const pace = new Pace();
  assert.deepEqual(look(pace, 20, screen(0, 10), 0), [0, 1, 2]);
  assert.deepEqual(pace.after(0.5, screen(10, 20), 10, words), [3, 4, 5, 6, 7, 8, 9]);
});

test("who only scrolls, or goes back, has not read", () => {
  const pace = new Pace();
  for (let from = 0; from < 30; from += 10) assert.deepEqual(pace.after(0.5, screen(from, from + 10), from, words), []);
  const back = new Pace();
  look(back, 20, screen(20, 30), 20);
  assert.deepEqual(back.after(0.5, screen(0, 10), 0, words), []);
});
