// @ts-check
// What the server or the single file sends → what the page works with. Pure: it is tested without a browser.

/**
 * An order of the sentences, and where the words of its query stand, in code points; `found` instead has the sentences
 * that the page itself found, by words alone.
 * @typedef {{ query: string | null, order: number[], hits: [number, [number, number][]][], found?: number[] }} Order
 * @typedef {{ kind: string, from: number, to: number, lead: number, fixed: boolean, level: number, first: number,
 *   end: number, cells: [number, number][][], about: Record<string, string> }} Block
 * @typedef {{ title: string, level: number, parent: number, block: number, first: number, end: number }} Section
 * @typedef {{ kind: string, from: number, to: number, target: string }} Mark
 * @typedef {{ id: string, title: string, source: string, served: boolean, pages: boolean, text: string,
 *   language: string, notes: string[], count: number, starts: Int32Array, ends: Int32Array, words: Int32Array,
 *   wordsBefore: Float64Array, counted: Uint8Array, countedWords: number, dependsOn: Int32Array, blocks: Block[],
 *   blockOf: Int32Array, sections: Section[], sectionOf: Int32Array, marks: Mark[], topics: {letter: string, name: string}[],
 *   topicOf: number[], keyphrases: {text: string, count: number}[], scores: number[], stops: number[], own: Order,
 *   pageOf: Int32Array, toUnit: (offset: number) => number }} Doc
 */

export const WORDS_PER_MINUTE = 238; // as in the library
const TITLES = new Set(["title", "heading", "message"]);
const MARKUP = /^[\s#=*_~-]*$/u; // signs of plain text that stand for a heading or a rule; the page has its own

/**
 * @param {any} columns as docs/serving.md describes them; ranges are in code points and become UTF-16 units here, once
 * @param {{ id?: string, title?: string, name?: string, source?: string, served?: boolean, pages?: boolean }} about
 * @returns {Doc}
 */
export function makeDocument(columns, about = {}) {
  const { text } = columns;
  const toUnit = unitOffsets(text);
  const count = columns.lengths.length;
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  let place = 0;
  for (let i = 0; i < count; i += 1) {
    starts[i] = toUnit(place + columns.gaps[i]);
    place += columns.gaps[i] + columns.lengths[i];
    ends[i] = toUnit(place);
  }
  const words = Int32Array.from(columns.words);
  const wordsBefore = new Float64Array(count + 1);
  for (let i = 0; i < count; i += 1) wordsBefore[i + 1] = wordsBefore[i] + words[i];
  const dependsOn = new Int32Array(count).fill(-1);
  for (let k = 0; k < columns.depends.length; k += 2) dependsOn[columns.depends[k]] = columns.depends[k + 1];
  const blocks = makeBlocks(text, starts, blockRows(columns), toUnit);
  const blockOf = new Int32Array(count);
  blocks.forEach((block, number) => blockOf.fill(number, block.first, block.end));
  const counted = new Uint8Array(count);
  let countedWords = 0;
  for (let i = 0; i < count; i += 1) {
    counted[i] = blocks[blockOf[i]].fixed ? 0 : 1;
  }
  const { apart = [] } = columns; // headings, and what repeats them in a table of contents
  for (let k = 0; k < apart.length; k += 2) counted.fill(0, apart[k], apart[k + 1]);
  for (let i = 0; i < count; i += 1) if (counted[i]) countedWords += words[i];
  if (!countedWords) {
    // Nothing but headings: then these are the text.
    counted.fill(1);
    countedWords = wordsBefore[count];
    for (const block of blocks) block.fixed = false;
  }
  const sections = makeSections(text, blocks);
  const sectionOf = new Int32Array(count);
  sections.forEach((section, number) => sectionOf.fill(number, section.first, section.end));
  return {
    id: about.id ?? "",
    title: about.title || sections.find((section) => section.title)?.title || about.name || "",
    source: about.source ?? "",
    served: about.served ?? false,
    pages: about.pages ?? false,
    text,
    language: columns.language,
    notes: columns.notes,
    count,
    starts,
    ends,
    words,
    wordsBefore,
    counted,
    countedWords,
    dependsOn,
    blocks,
    blockOf,
    sections,
    sectionOf,
    marks: makeMarks(columns, toUnit),
    topics: columns.topics,
    topicOf: columns.topic,
    keyphrases: columns.keyphrases,
    scores: columns.scores,
    stops: [...columns.stops, Infinity],
    own: { query: columns.query, order: columns.order, hits: columns.hits },
    pageOf: pagesOf(blocks, blockOf, count),
    toUnit,
  };
}

/** @param {Doc} doc @param {number} index */
export function sentenceText(doc, index) {
  return doc.text.slice(doc.starts[index], doc.ends[index]);
}

/** Whether a block is a table whose cells are known. @param {Block} block */
export const isTable = (block) => block.kind === "table" && block.cells.length > 0;

/** A sentence as it is told where it stands alone: of a table its cells, without the bars between them. @param {Doc} doc @param {number} index */
export function toldText(doc, index) {
  const block = doc.blocks[doc.blockOf[index]];
  if (!isTable(block)) return sentenceText(doc, index);
  const cells = block.cells.flat().map(([from, to]) => doc.text.slice(Math.max(from, doc.starts[index]), Math.min(to, doc.ends[index])).trim());
  return cells.filter(Boolean).join(" · ") || sentenceText(doc, index);
}

/** The section that an entry of a table of contents names, -1 for none. @param {Doc} doc @param {number} index */
export function sectionNamed(doc, index) {
  const block = doc.blocks[doc.blockOf[index]];
  const name = block.fixed ? "" : bare(doc.text.slice(block.from, block.to));
  return name ? doc.sections.findIndex(({ title }) => bare(title) === name) : -1;
}

/** A title without the number before it, and without dots and a page behind it. @param {string} text */
function bare(text) {
  const words = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (/^[\dA-Z]{1,3}(?:\.\d{1,3}){0,5}[.)]?$/u.test(words[0] ?? "") && words.length > 1) words.shift();
  if (/\.\s*(?:\d+|[ivxlc]+)$/u.test(text.slice(-20)) && words.length > 1) words.pop();
  return words.map((word) => word.replace(/[.…·]+$/u, "")).join(" ").toLowerCase();
}

/** Text on one line; the signs of a quotation at the beginning of its lines are left out. @param {string} text */
export const flat = (text) => text.replace(/\n[ \t]*(?:>[> \t]*)?/gu, " ").replace(/\s+/gu, " ").trim();

/** From code points to UTF-16 units; the same number where no character lies beyond the basic plane. @param {string} text */
function unitOffsets(text) {
  if (!/[\u{10000}-\u{10ffff}]/u.test(text)) return (/** @type {number} */ offset) => offset;
  const offsets = new Uint32Array(text.length + 1);
  let points = 0;
  let units = 0;
  for (const character of text) {
    offsets[points] = units;
    points += 1;
    units += character.length;
  }
  offsets[points] = units;
  return (/** @type {number} */ offset) => offsets[Math.min(offset, points)];
}

/** Blocks one by one: kind, start, end, level, cells, about. @param {any} columns @returns {any[]} */
function blockRows({ block_kinds: kinds, blocks, cells, about }) {
  const rows = [];
  let place = 0;
  for (let k = 0; k < blocks.length; k += 4) {
    const start = place + blocks[k + 1];
    place = start + blocks[k + 2];
    rows.push([kinds[blocks[k]], start, place, blocks[k + 3], cells[k / 4], about[k / 4]]);
  }
  return rows;
}

/** @param {any} columns @param {(offset: number) => number} toUnit @returns {Mark[]} */
function makeMarks({ mark_kinds: kinds, marks, targets }, toUnit) {
  const made = [];
  let start = 0;
  for (let k = 0; k < marks.length; k += 4) {
    start += marks[k + 1];
    made.push({ kind: kinds[marks[k]], from: toUnit(start), to: toUnit(start + marks[k + 2]), target: targets[marks[k + 3]] });
  }
  return made;
}

/**
 * Blocks with the sentences they hold. Text between two blocks is kept: nothing of the document may vanish.
 * @param {string} text @param {Int32Array} starts @param {any[]} given @param {(offset: number) => number} toUnit
 */
function makeBlocks(text, starts, given, toUnit) {
  /** @type {Block[]} */
  const blocks = [];
  let place = 0;
  let sentence = 0;
  /** @type {number[]} */
  let above = []; // the levels of the headings that the next block stands under
  const rows = given.length ? given : [["paragraph", 0, Infinity, 0]];
  for (const [kind, start, end, own = 0, cells = [], about = {}] of rows) {
    const from = toUnit(Math.min(start, text.length));
    const to = toUnit(Math.min(end, text.length));
    const lead = looseText(text, place, from, blocks, sentence);
    const fixed = TITLES.has(kind);
    /** @type {Block} */
    const block = {
      kind, from, to, lead, fixed, level: own, first: sentence, end: sentence, about,
      cells: cells.map((/** @type {any[]} */ row) => row.map(([a, b]) => [toUnit(a), toUnit(b)])),
    };
    if (fixed) {
      if (MARKUP.test(text.slice(lead, from))) block.lead = from;
      const level = kind === "title" ? -1 : kind === "message" ? 0 : Math.max(own, 1);
      above = [...above.filter((one) => one < level), level];
      block.level = Math.min(above.length, 6); // no level is skipped, and headings of one level stay of one level
    }
    while (sentence < starts.length && starts[sentence] < to) sentence += 1;
    block.end = sentence;
    place = Math.max(place, to);
    blocks.push(block);
  }
  looseText(text, place, text.length, blocks, sentence);
  if (blocks.length && sentence < starts.length) blocks[blocks.length - 1].end = starts.length;
  return blocks;
}

/**
 * Keeps what stands before a block; "- " or "2. " on its own line belongs to it, and its start is given back.
 * @param {string} text @param {number} place @param {number} from @param {Block[]} blocks @param {number} sentence
 */
function looseText(text, place, from, blocks, sentence) {
  const between = text.slice(place, from);
  if (!between.trim()) return from;
  const line = place + between.lastIndexOf("\n") + 1;
  const lead = text.slice(line, from).trim() ? line : from;
  if (!MARKUP.test(text.slice(place, lead))) {
    blocks.push({ kind: "loose", from: place, to: lead, lead: place, fixed: false, level: 0, first: sentence, end: sentence, cells: [], about: {} });
  }
  return lead;
}

/** @param {string} text @param {Block[]} blocks */
function makeSections(text, blocks) {
  /** @type {Section[]} */
  const sections = [];
  /** @type {number[]} */
  const open = []; // the sections that the next heading may stand in
  blocks.forEach((block, number) => {
    if (block.fixed) {
      while (open.length && sections[open[open.length - 1]].level >= block.level) open.pop();
      sections.push({ block: number, title: blockTitle(text, block), level: block.level, parent: open.at(-1) ?? -1, first: block.first, end: block.end });
      open.push(sections.length - 1);
    } else if (number === 0) sections.push({ block: 0, title: "", level: 1, parent: -1, first: 0, end: block.end });
    if (sections.length) sections[sections.length - 1].end = block.end;
  });
  return sections;
}

/** What a heading says; a mail is told by who wrote it, and when, without addresses. @param {string} text @param {Block} block */
export function blockTitle(text, block) {
  const own = text.slice(block.from, block.to).replace(/\s+/gu, " ").trim();
  if (block.kind !== "message") return own;
  const { from = "", date = "", subject = "" } = block.about;
  return (own || [from, date, subject].filter(Boolean).join(", ")).replace(/\s*<[^<>]*@[^<>]*>/gu, "");
}

/** The printed page of each sentence, 0 where none is known. @param {Block[]} blocks @param {Int32Array} blockOf @param {number} count */
function pagesOf(blocks, blockOf, count) {
  const numbers = new Int32Array(blocks.length);
  let page = 0;
  blocks.forEach((block, k) => {
    if (block.kind === "page") page = Number(block.about.number) || page + 1;
    numbers[k] = page;
  });
  const pages = new Int32Array(count);
  for (let i = 0; i < count; i += 1) pages[i] = numbers[blockOf[i]];
  return pages;
}
