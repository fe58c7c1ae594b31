// @ts-check
// The document as it was: headings, lists, tables, figures, formulas, notes; links, emphasis and code inside of them.
// Text only ever becomes text nodes, and an address is followed only if it is one of the web or of mail.

import { make } from "./dom.js";
import { drawMath } from "./math.js";
import { blockTitle, isTable } from "./model.js";
import { t } from "./strings.js";

/** @typedef {import("./model.js").Doc} Doc @typedef {import("./model.js").Block} Block @typedef {import("./model.js").Mark} Mark */

const TAGS = /** @type {Record<string, string>} */ ({ quote: "blockquote", code: "pre", list: "li", figure: "figure", formula: "div", page: "div" });
const INLINE = /** @type {Record<string, string>} */ ({ emphasis: "em", strong: "strong", code: "code" });
const SCHEMES = new Set(["http:", "https:", "mailto:"]);
const QUOTED = /(?<=\n)([ \t]*>[> \t]*)/u; // the sign of a quotation in plain text; the page has its own
const DEEPEST = 8; // marks inside of marks
const MOST_MARKS = 500; // of one sentence

/**
 * @param {Doc} doc @param {number} number of the block
 * @param {(index: number, nodes: (Node | string)[], ...after: (Node | string)[]) => HTMLElement} sentence builds the element of a sentence
 * @returns {HTMLElement}
 */
export function buildBlock(doc, number, sentence) {
  const block = doc.blocks[number];
  if (block.kind === "page") return make("div", { class: "block page", "data-block": number }, t("pageNumber", { n: block.about.number ?? "" }));
  if (isTable(block)) return buildTable(doc, block, block.cells, sentence, { class: "block table", "data-block": number });
  const tag = block.fixed ? `h${block.level}` : (TAGS[block.kind] ?? "p");
  const verse = block.kind !== "code" && !block.fixed && isVerse(doc.text.slice(block.from, block.to));
  const node = make(tag, { class: `block ${block.kind}${verse ? " verse" : ""}`, dir: "auto", "data-block": number, "data-level": block.fixed ? null : Math.min(block.level, 4) || null });
  if (block.kind === "figure") node.append(make("span", { class: "tag" }, t("figure")), " ");
  if (block.kind === "footnote" && block.about.label) node.append(make("sup", {}, block.about.label), " ");
  fillBlock(doc, block, node, sentence);
  if (block.kind === "figure" && safeAddress(block.about.source ?? "")) node.append(" ", link(block.about.source, t("figureSource")));
  if (block.kind === "message" && !node.textContent.trim()) node.append(blockTitle(doc.text, block));
  return node;
}

/** @param {Doc} doc @param {Block} block @param {any} node @param {(index: number, nodes: (Node | string)[], ...after: (Node | string)[]) => HTMLElement} sentence */
function fillBlock(doc, block, node, sentence) {
  const marks = marksWithin(doc, block.lead, block.to);
  let place = block.kind === "quote" && /^[>\s]*$/u.test(doc.text.slice(block.lead, block.from)) ? block.from : block.lead;
  for (let i = block.first; i < block.end; i += 1) {
    if (doc.starts[i] > place) node.append(...inline(doc.text, marks, place, doc.starts[i]));
    const next = i + 1 < block.end ? doc.starts[i + 1] : Math.max(block.to, doc.ends[i]);
    // The space behind a sentence belongs to it, so that a hidden one leaves no space of its own.
    const alone = block.kind === "formula" && block.end - block.first === 1;
    const text = alone ? [formula(block.about.tex ?? "", true, doc.text.slice(doc.starts[i], doc.ends[i]))] : inline(doc.text, marks, doc.starts[i], doc.ends[i]);
    const after = doc.text.slice(doc.ends[i], next);
    node.append(block.kind === "quote" ? sentence(i, unquoted(text), ...unquoted([after])) : sentence(i, text, after));
    place = next;
  }
  if (place < block.to) node.append(...inline(doc.text, marks, place, block.to));
}

/** The rows of a table that a sentence goes through, below the row of headings. @param {Doc} doc @param {Block} block @param {number} index */
export function rowsOf(doc, block, index) {
  return block.cells.filter((cells, row) => !row || cells.some(([from, to]) => from < doc.ends[index] && to > doc.starts[index]));
}

/**
 * Some rows of a table, or all.
 * @param {Doc} doc @param {Block} block @param {[number, number][][]} shown the cells of these rows
 * @param {(index: number, nodes: (Node | string)[], ...after: (Node | string)[]) => HTMLElement} sentence
 * @param {Record<string, any>} about attributes of the box around it
 */
export function buildTable(doc, block, shown, sentence, about) {
  const marks = marksWithin(doc, block.from, block.to);
  const begun = new Set(); // a sentence may go through several cells; the first has its element, the others say whose they are
  const inside = (/** @type {number} */ from, /** @type {number} */ to) => {
    const nodes = [];
    let place = from;
    for (let i = block.first; i < block.end; i += 1) {
      const [begin, end] = [Math.max(doc.starts[i], place), Math.min(doc.ends[i], to)];
      if (begin >= end) continue;
      if (begin > place) nodes.push(...inline(doc.text, marks, place, begin));
      const own = inline(doc.text, marks, begin, end);
      if (begun.has(i)) nodes.push(make("span", { "data-of": i, "data-from": begin }, ...own));
      else nodes.push(sentence(i, own, ""));
      begun.add(i);
      place = end;
    }
    return place < to ? [...nodes, ...inline(doc.text, marks, place, to)] : nodes;
  };
  const rows = shown.map((cells, row) =>
    make("tr", {}, ...cells.map(([from, to]) => make(row ? "td" : "th", row ? { dir: "auto" } : { dir: "auto", scope: "col" }, ...inside(from, to)))),
  );
  const table = make("table", {}, make("tbody", {}, ...rows));
  // A wide table moves inside its own box, which the keyboard must reach.
  return make("div", { ...about, tabindex: 0, role: "region", "aria-label": t("table") }, table);
}

/** The marks that touch a range, outer ones first. @param {Doc} doc @param {number} from @param {number} to */
export function marksWithin(doc, from, to) {
  if (!doc.marks.length) return [];
  let low = 0;
  let high = doc.marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (doc.marks[middle].from < from) low = middle + 1;
    else high = middle;
  }
  const found = [];
  for (let k = low; k < doc.marks.length && doc.marks[k].from < to; k += 1) found.push(doc.marks[k]);
  return found.sort((a, b) => a.from - b.from || b.to - a.to);
}

/** A range of the text with its marks. @param {string} text @param {Mark[]} marks @param {number} from @param {number} to @returns {(Node | string)[]} */
export function inline(text, marks, from, to, depth = 0) {
  const inside = marks.filter((mark) => mark.from < to && mark.to > from).slice(0, MOST_MARKS);
  if (!inside.length || depth > DEEPEST) return from < to ? [text.slice(from, to)] : [];
  const nodes = [];
  let place = from;
  inside.forEach((mark, k) => {
    const begin = Math.max(mark.from, place);
    const end = Math.min(mark.to, to);
    if (end <= begin) return;
    if (begin > place) nodes.push(text.slice(place, begin));
    nodes.push(wrapped(mark, inline(text, inside.slice(k + 1), begin, end, depth + 1)));
    place = end;
  });
  if (place < to) nodes.push(text.slice(place, to));
  return nodes;
}

/** @param {Mark} mark @param {(Node | string)[]} children */
function wrapped(mark, children) {
  if (mark.kind === "link") return safeAddress(mark.target) ? link(mark.target, ...children) : make("span", {}, ...children);
  if (mark.kind === "formula") return formula(mark.target, false, ...children);
  if (mark.kind === "note") return make("sup", {}, make("a", { href: "#", "data-note": mark.target }, ...children));
  return make(INLINE[mark.kind] ?? "span", {}, ...children);
}

/** @param {string} tex @param {boolean} display @param {...(Node | string)} children */
function formula(tex, display, ...children) {
  const node = make("span", { class: "math", title: tex || null }, ...children);
  drawMath(node, tex, display);
  return node;
}

/** @param {string} target @param {...(Node | string)} children */
function link(target, ...children) {
  return make("a", { href: target, rel: "noopener noreferrer", target: "_blank" }, ...children);
}

/**
 * Whether lines are to stay lines, as in a poem: they begin with capitals, and most end with a stop or before they are full.
 * @param {string} text
 */
export function isVerse(text) {
  const lines = text.split("\n").map((line) => line.replace(/^[> \t]+/u, "").trim());
  if (lines.length < 3 || lines.some((line) => !line || line.length > 72) || !/\p{Ll}/u.test(lines[0])) return false;
  const widest = Math.max(50, ...lines.map((line) => line.length)); // lines of prose are seldom shorter
  const capitals = lines.filter((line) => /^["'“‘«(¡¿-]*\p{Lu}/u.test(line)).length;
  // Prose that was broken into lines has none that could have held the next word as well.
  const early = lines.slice(1).filter((line, k) => lines[k].length + 1 + line.split(/\s/u, 1)[0].length <= widest).length;
  const stopped = lines.filter((line) => /[\p{Po}\p{Pd}]["'”’»)]*$/u.test(line)).length;
  return (lines.length > 3 && capitals === lines.length && 2 * stopped >= lines.length) || (capitals >= 0.75 * lines.length && early >= 0.6 * (lines.length - 1));
}

/** Text of a quotation, its signs apart so that they are not shown. @param {(Node | string)[]} nodes @returns {(Node | string)[]} */
export function unquoted(nodes) {
  return nodes.flatMap((node) => {
    if (typeof node !== "string") return [node];
    return node.split(QUOTED).map((piece, k) => (k % 2 ? make("span", { class: "sign" }, piece) : piece));
  });
}

/** @param {string} target */
export function safeAddress(target) {
  try {
    return SCHEMES.has(new URL(target).protocol);
  } catch {
    return false;
  }
}
