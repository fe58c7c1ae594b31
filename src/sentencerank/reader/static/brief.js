// @ts-check
// The Brief: only the sentences of the time, under their headings, with small marks for what is hidden between them.

import { buildTable, inline, marksWithin, rowsOf, unquoted } from "./blocks.js";
import { excerpt, make } from "./dom.js";
import { Flow } from "./flow.js";
import { classesOf } from "./article.js";
import { flat, isTable } from "./model.js";
import { briefRows, OPENED } from "./plan.js";
import { roughly, t } from "./strings.js";

/** @typedef {import("./model.js").Doc} Doc @typedef {import("./plan.js").Plan} Plan @typedef {import("./plan.js").Gap} Gap @typedef {import("./plan.js").Row} Row */

const WHOLE = 300; // rows up to which all are in the tree: the Brief is made anew at every step

/** What is hidden: "12 sections, 214 min". @param {Gap} gap */
function gapSize(gap) {
  const time = roughly(gap.seconds);
  if (gap.sections > 1) return t("gapSections", { n: gap.sections, time });
  return gap.sentences === 1 ? t("gapSentence", { time }) : t("gapSentences", { n: gap.sentences, time });
}

export class Brief {
  /** @param {HTMLElement} column @param {HTMLElement | null} scroller */
  constructor(column, scroller = null) {
    this.column = column;
    this.flow = new Flow(column, scroller);
    /** @type {Map<number, HTMLElement>} */
    this.nodes = new Map();
    /** @type {Map<number, number>} */
    this.rowOf = new Map();
    this.look = (/** @type {number} */ _) => 0;
  }

  /** @param {Doc} doc @param {Plan} p @param {(index: number) => number} look */
  open(doc, p, look) {
    this.look = look;
    this.nodes.clear();
    const { rows, tail } = briefRows(doc, p);
    this.rowOf = new Map(rows.map(({ index }, place) => [index, place]));
    const line = Math.max(this.column.clientWidth, 240) / 8.6;
    const heights = rows.map(({ index, heading }) => 30 * Math.ceil((doc.ends[index] - doc.starts[index]) / line) + (heading >= 0 ? 40 : 10));
    this.column.lang = doc.language === "und" ? "" : doc.language;
    this.flow.reset(heights, {
      whole: rows.length <= WHOLE,
      build: (place) => {
        const row = rows[place];
        const { index, heading } = row;
        const next = rows[place + 1];
        const within = next && next.heading < 0 ? next.gap : null; // a gap inside a section stands behind the sentence
        const head = heading >= 0 ? this.head(doc, row) : null;
        const body = this.point(doc, row, p.status[index] === OPENED, within);
        if (place === rows.length - 1 && tail) return make("div", { class: "row" }, ...(head ? [head] : []), body, make("p", { class: "rowhead" }, this.gap(tail)));
        return head ? make("div", { class: "row" }, head, body) : body;
      },
      drop: (place) => this.nodes.delete(rows[place].index),
    });
    if (!rows.length && tail) this.column.replaceChildren(make("p", { class: "rowhead" }, this.gap(tail)));
  }

  /** @param {Doc} doc @param {Row} row */
  head(doc, { heading, above, gap }) {
    const { title } = doc.sections[heading];
    const over = above >= 0 ? [make("span", { class: "over" }, `${excerpt(doc.sections[above].title, 48)} › `)] : [];
    const under = title ? [make("span", { class: "under", role: "heading", "aria-level": 2, "data-section": heading }, ...over, title)] : [];
    return make("div", { class: "rowhead", dir: title ? "auto" : null }, ...under, ...(gap ? [this.gap(gap)] : []));
  }

  /** @param {Gap} gap */
  gap(gap) {
    const label = gap.opened ? t("fold", { what: gapSize(gap) }) : `··· ${gapSize(gap)}`;
    return make("button", { type: "button", class: "gap", "data-from": gap.from, "data-to": gap.to, "aria-expanded": gap.opened }, make("bdi", {}, label));
  }

  /** @param {Doc} doc @param {Row} row @param {boolean} opened @param {Gap | null} gap */
  point(doc, { index, term }, opened, gap) {
    const name = opened ? "point opened" : "point";
    const behind = gap ? [" ", this.gap(gap)] : [];
    const block = doc.blocks[doc.blockOf[index]];
    if (isTable(block)) {
      const own = (/** @type {number} */ i, /** @type {(Node | string)[]} */ nodes) => (i === index ? this.sentence(i, nodes) : make("span", {}, ...nodes));
      return make("div", { class: name }, buildTable(doc, block, rowsOf(doc, block, index), own, { class: "table" }), ...behind);
    }
    const nodes = inline(doc.text, marksWithin(doc, block.lead, block.to), doc.starts[index], doc.ends[index]);
    const told = term >= 0 ? [make("span", { class: "term" }, flat(doc.text.slice(doc.blocks[term].from, doc.blocks[term].to))), " "] : [];
    return make("p", { class: name, dir: "auto" }, ...told, this.sentence(index, block.kind === "quote" ? unquoted(nodes) : nodes), ...behind);
  }

  /** @param {number} index @param {(Node | string)[]} nodes */
  sentence(index, nodes) {
    const look = this.look(index);
    const node = make("span", { class: classesOf(look), "data-index": index, tabindex: look & 1024 ? 0 : -1 }, make("span", { class: "text" }, ...nodes));
    this.nodes.set(index, node);
    return node;
  }

  draw() {
    for (const [index, node] of this.nodes) {
      const look = this.look(index);
      const name = classesOf(look);
      if (node.className !== name) node.className = name;
      node.tabIndex = look & 1024 ? 0 : -1;
    }
  }

  /** The element of a sentence, if it is in the tree. @param {number} index */
  inTree(index) {
    return this.nodes.get(index) ?? null;
  }

  /** The element of a sentence of the Brief, which comes into the tree if it is not there. @param {number} index */
  node(index) {
    const row = this.rowOf.get(index);
    if (row === undefined) return null;
    this.flow.ensure(row);
    return this.nodes.get(index) ?? null;
  }
}
