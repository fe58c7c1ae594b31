// @ts-check
// The Page: the whole document, what belongs to the time in dark ink, the rest paler.

import { buildBlock } from "./blocks.js";
import { make } from "./dom.js";
import { Flow } from "./flow.js";
import { CHOSEN, CONTEXT, FIXED, inkOf } from "./plan.js";

/** @typedef {import("./model.js").Doc} Doc @typedef {import("./state.js").Reading} Reading @typedef {import("./plan.js").Plan} Plan */

const LONG = 2000; // sentences from which only what is near the window is in the tree
const LINE = 30; // pixels, for guesses

// How a sentence looks, in one number: it is compared with what was drawn.
const INK = 7;
const FLAGS = /** @type {[number, string][]} */ ([
  [8, "chosen"],
  [16, "isread"],
  [32, "isnew"],
  [64, "mine"],
  [128, "noted"],
  [256, "liked"],
  [512, "disliked"],
  [1024, "current"],
  [2048, "context"],
]);

/** @param {Doc} doc @param {Reading} reading @param {Plan} p @param {number} i */
export function lookOf(doc, reading, p, i) {
  const status = p.status[i];
  const shown = status === CHOSEN || status === CONTEXT;
  let look = status === FIXED ? 0 : inkOf(p, i);
  if (status === CHOSEN) look |= 8;
  if (reading.read[i] && doc.counted[i]) look |= 16;
  else if (shown && reading.before) look |= 32;
  if (reading.marks.has(i)) look |= 64;
  if (reading.notes.has(i)) look |= 128;
  const vote = reading.votes.get(i);
  if (vote) look |= vote > 0 ? 256 : 512;
  if (reading.current === i) look |= 1024;
  if (status === CONTEXT) look |= 2048;
  return look;
}

/** @param {number} look */
export function classesOf(look) {
  const ink = look & INK;
  return ["sentence", ink ? `ink${ink}` : "fixed", ...FLAGS.filter(([bit]) => look & bit).map(([, name]) => name)].join(" ");
}

export class Article {
  /** @param {HTMLElement} column */
  constructor(column) {
    this.column = column;
    this.flow = new Flow(column);
    /** @type {(HTMLElement | undefined)[]} */
    this.nodes = [];
    /** @type {Int32Array} */
    this.drawn = new Int32Array(0);
    /** @type {Doc | null} */
    this.doc = null;
    this.look = (/** @type {number} */ _) => 0;
  }

  /** Begin with a document. @param {Doc} doc @param {(index: number) => number} look */
  open(doc, look) {
    this.doc = doc;
    this.look = look;
    this.nodes = new Array(doc.count);
    this.drawn = new Int32Array(doc.count).fill(-1);
    const line = Math.max(this.column.clientWidth, 240) / 8.6; // characters
    const heights = doc.blocks.map((block) => LINE * Math.max(1, Math.ceil((block.to - block.lead) / line)) + 20);
    this.column.lang = doc.language === "und" ? "" : doc.language;
    this.column.classList.toggle("long", doc.count > 400 && doc.count <= LONG);
    this.flow.reset(heights, {
      whole: doc.count <= LONG,
      build: (number) => buildBlock(doc, number, (index, nodes, ...after) => this.sentence(index, nodes, after)),
      drop: (number) => {
        for (let i = doc.blocks[number].first; i < doc.blocks[number].end; i += 1) {
          this.nodes[i] = undefined;
          this.drawn[i] = -1;
        }
      },
    });
  }

  /** @param {number} index @param {(Node | string)[]} nodes @param {(Node | string)[]} after */
  sentence(index, nodes, after) {
    const look = this.look(index);
    const node = make("span", { class: classesOf(look), id: `s${index}`, "data-index": index, tabindex: look & 1024 ? 0 : -1 }, make(look & 8 ? "mark" : "span", { class: "text" }, ...nodes), ...after);
    this.nodes[index] = node;
    this.drawn[index] = look;
    return node;
  }

  /** Draw again what looks different now. */
  draw() {
    for (let i = 0; i < this.nodes.length; i += 1) {
      const node = this.nodes[i];
      if (!node) continue;
      const look = this.look(i);
      if (look === this.drawn[i]) continue;
      const was = this.drawn[i];
      this.drawn[i] = look;
      node.className = classesOf(look);
      node.tabIndex = look & 1024 ? 0 : -1;
      if ((was ^ look) & 8) {
        const text = /** @type {HTMLElement} */ (node.firstChild);
        text.replaceWith(make(look & 8 ? "mark" : "span", { class: "text" }, ...text.childNodes));
      }
    }
  }

  /** The element of a sentence, if it is in the tree. @param {number} index */
  inTree(index) {
    return this.nodes[index] ?? null;
  }

  /** The element of a sentence, which comes into the tree if it is not there. @param {number} index */
  node(index) {
    if (!this.doc || index < 0 || index >= this.doc.count) return null;
    this.flow.ensure(this.doc.blockOf[index]);
    return this.nodes[index] ?? this.blockNode(this.doc.blockOf[index]);
  }

  /** @param {number} number */
  blockNode(number) {
    this.flow.ensure(number);
    return /** @type {HTMLElement | null} */ (this.column.querySelector(`[data-block="${number}"]`));
  }
}
