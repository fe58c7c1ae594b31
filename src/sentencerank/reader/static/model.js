// What the server or the single file sends → what the page works with.

import { excerpt } from "./dom.js";
import { contentHash } from "./store.js";

const HEADINGS = new Set(["title", "heading", "message"]);
const MARKUP = /^[\s#=*_~-]*$/u; // signs of plain text that stand for a heading or a rule; the page has its own

/**
 * `payload` = {id, title, text, blocks, ranking, terms?}. Sentences and blocks are spans of the text in code points;
 * a string counts in UTF-16 units, so the spans are converted once, here.
 */
export function makeDocument(payload) {
  const { text, ranking } = payload;
  const unit = unitOffsets(text);
  const rows = ranking.sentences;
  const doc = {
    id: payload.id,
    title: firstHeading(payload, unit) || payload.title || excerpt(text.slice(0, 300), 60) || "Untitled",
    text,
    language: ranking.language,
    hash: contentHash(text),
    count: rows.length,
    starts: rows.map((row) => unit(row.start)),
    ends: rows.map((row) => unit(row.end)),
    words: rows.map((row) => row.words),
    dependsOn: rows.map((row) => row.depends_on ?? -1),
    terms: payload.terms ?? null,
  };
  doc.wordsBefore = [0];
  for (const words of doc.words) doc.wordsBefore.push(doc.wordsBefore.at(-1) + words);
  doc.blocks = makeBlocks(doc, payload.blocks ?? [], rows, unit);
  doc.blockOf = new Int32Array(doc.count);
  doc.blocks.forEach((block, number) => doc.blockOf.fill(number, block.first, block.end));
  doc.sections = makeSections(doc);
  doc.sectionOf = new Int32Array(doc.count);
  doc.sections.forEach((section, number) => doc.sectionOf.fill(number, section.first, section.end));
  doc.unit = /^(zh|ja)\b/u.test(doc.language) ? "character" : "word"; // as the library counts
  adopt(doc, ranking);
  doc.own = ranking;
  return doc;
}

/** Take over a ranking of the same sentences: the document's own, or one for a query. */
export function adopt(doc, ranking) {
  const rows = ranking.sentences;
  doc.ranking = ranking;
  doc.order = ranking.order;
  doc.layers = rows.map((row) => row.layer);
  doc.layerCount = Math.max(1, ...new Set(doc.layers));
  doc.ranks = rows.map((row) => row.rank);
  doc.topicOf = rows.map((row) => row.topic);
  doc.topics = ranking.topics;
  doc.topicPlace = new Map(doc.topics.map(({ number }, place) => [number, place]));
  doc.keyphrases = ranking.keyphrases;
}

export function sentenceText(doc, index) {
  return doc.text.slice(doc.starts[index], doc.ends[index]);
}

/** From code points to UTF-16 units; the same number where no character lies beyond the basic plane. */
function unitOffsets(text) {
  if (!/[\u{10000}-\u{10ffff}]/u.test(text)) return (offset) => offset;
  const offsets = new Uint32Array(text.length + 1);
  let points = 0;
  let units = 0;
  for (const character of text) {
    offsets[points] = units;
    points += 1;
    units += character.length;
  }
  offsets[points] = units;
  return (offset) => offsets[Math.min(offset, points)];
}

function firstHeading(payload, unit) {
  const block = (payload.blocks ?? []).find(({ kind }) => HEADINGS.has(kind));
  return block ? payload.text.slice(unit(block.start), unit(block.end)).replace(/\s+/gu, " ") : "";
}

/** Blocks with the sentences they hold. Text between two blocks is kept: nothing of the document may vanish. */
function makeBlocks(doc, given, rows, unit) {
  const { text } = doc;
  const blocks = [];
  let place = 0;
  let sentence = 0;
  let level = 0;
  const all = given.length ? given : paragraphs(rows);
  for (const { kind, start, end, level: own } of all.filter((block) => block.end > block.start)) {
    const from = unit(start);
    const block = { kind, from, to: unit(end), lead: from, fixed: HEADINGS.has(kind), level: 0, first: sentence };
    block.lead = looseText(text, place, from, blocks, sentence);
    if (block.fixed) {
      if (MARKUP.test(text.slice(block.lead, from))) block.lead = from;
      level = kind === "title" ? 1 : Math.min(Math.max(own, 1), level + 1, 6); // no level is skipped
      block.level = level;
    }
    while (sentence < doc.count && doc.starts[sentence] < block.to) sentence += 1;
    block.end = sentence;
    place = block.to;
    blocks.push(block);
  }
  looseText(text, place, text.length, blocks, sentence);
  return blocks;
}

/** Keeps what stands before a block; "- " or "2. " on its own line belongs to it, and its start is given back. */
function looseText(text, place, from, blocks, sentence) {
  const between = text.slice(place, from);
  if (!between.trim()) return from;
  const line = place + between.lastIndexOf("\n") + 1;
  const lead = text.slice(line, from).trim() ? line : from;
  if (!MARKUP.test(text.slice(place, lead))) {
    blocks.push({ kind: "loose", from: place, to: lead, lead: place, fixed: false, level: 0, first: sentence, end: sentence });
  }
  return lead;
}

function paragraphs(rows) {
  const blocks = new Map();
  for (const { paragraph, start, end } of rows) {
    if (!blocks.has(paragraph)) blocks.set(paragraph, { kind: "paragraph", start, end, level: 0 });
    blocks.get(paragraph).end = end;
  }
  return [...blocks.values()];
}

function makeSections(doc) {
  const sections = [];
  const begin = (block, title, level) => sections.push({ block, title, level, first: doc.blocks[block].first, end: 0 });
  doc.blocks.forEach((block, number) => {
    if (block.fixed) begin(number, doc.text.slice(block.from, block.to).replace(/\s+/gu, " "), block.level);
    else if (number === 0) begin(0, "Beginning", 1);
    if (sections.length) sections.at(-1).end = block.end;
  });
  return sections;
}
