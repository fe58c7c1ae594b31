// @ts-check
// The document as a file: the Brief, what is the reader's own, the whole text marked, every rank. All made in the page.

import { make } from "./dom.js";
import { flat, isTable, sentenceText, toldText } from "./model.js";
import { briefRows, CHOSEN, CONTEXT } from "./plan.js";
import { roughly, t } from "./strings.js";

/** @typedef {import("./model.js").Doc} Doc @typedef {import("./model.js").Block} Block @typedef {import("./state.js").Reading} Reading @typedef {import("./plan.js").Plan} Plan */

const TYPES = /** @type {Record<string, string>} */ ({ md: "text/markdown", html: "text/html", json: "application/json", csv: "text/csv" });
const ENDINGS = /** @type {Record<string, [string, string]>} */ ({ brief: ["-brief", "md"], yours: ["-notes", "md"] }); // else the kind itself
const COLUMNS = ["index", "rank", "score", "words", "start", "end", "section", "brief", "read", "vote", "highlighted", "note"];

/** @param {Doc} doc @param {Reading} reading @param {Plan} p @param {string} kind */
export function exported(doc, reading, p, kind) {
  return /** @type {any} */ ({ brief, yours, md: markdown, html: page, json, csv })[kind](doc, reading, p);
}

/** @param {Doc} doc @param {string} kind @param {string} text */
export function download(doc, kind, text) {
  const [behind, ending] = ENDINGS[kind] ?? ["", kind];
  const name = `${doc.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/gu, "").slice(0, 60) || "document"}${behind}.${ending}`;
  const address = URL.createObjectURL(new Blob([text], { type: `${TYPES[ending]};charset=utf-8` }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** Characters that Markdown would read as markup. */
const plain = (/** @type {string} */ text) => flat(text).replace(/[\\`*_{}[\]<>#|~=]/gu, "\\$&");
const quoted = (/** @type {string} */ text) => text.split("\n").map((line) => `  > ${plain(line)}`).join("\n");

/** The sentences of the time under their headings, with the reader's notes. @param {Doc} doc @param {Reading} reading @param {Plan} p */
function brief(doc, reading, p) {
  const lines = [`# ${plain(doc.title || t("untitled"))}`, t("ofTime", { shown: roughly(p.seconds), total: roughly(p.total) })];
  for (const { index, heading, above, term } of briefRows(doc, p).rows) {
    const titles = [above, heading].flatMap((number) => doc.sections[number]?.title || []);
    if (titles.length && titles[0] !== doc.title) lines.push(`## ${titles.map(plain).join(" › ")}`);
    const { from = 0, to = 0 } = doc.blocks[term] ?? {};
    lines.push(item(doc, reading, index, from < to ? `**${plain(doc.text.slice(from, to))}** ` : ""));
  }
  return `${lines.join("\n\n")}\n`;
}

/** @param {Doc} doc @param {Reading} reading @param {number} index @param {string} term what the sentence explains */
function item(doc, reading, index, term = "") {
  const text = plain(toldText(doc, index));
  const note = reading.notes.get(index);
  return `- ${term}${reading.marks.has(index) ? `==${text}==` : text}${note ? `\n${quoted(note)}` : ""}`;
}

/** @param {Doc} doc @param {Reading} reading */
function yours(doc, reading) {
  const lines = [`# ${plain(doc.title || t("untitled"))}`];
  let section = -1;
  for (const index of [...new Set([...reading.marks, ...reading.notes.keys()])].sort((a, b) => a - b)) {
    if (doc.sectionOf[index] !== section && doc.sections[doc.sectionOf[index]]?.title) lines.push(`## ${plain(doc.sections[doc.sectionOf[index]].title)}`);
    section = doc.sectionOf[index];
    lines.push(item(doc, reading, index));
  }
  return `${lines.join("\n\n")}\n`;
}

/** The whole text, the Brief between ==marks==. @param {Doc} doc @param {Reading} reading @param {Plan} p */
function markdown(doc, reading, p) {
  const lines = doc.blocks.filter((block) => block.to > block.from).map((block) => {
    if (isTable(block)) return tableLines(doc, block, p);
    if (["code", "table", "formula"].includes(block.kind)) return fenced(doc.text.slice(block.from, block.to));
    const pieces = [];
    for (let i = block.first; i < block.end; i += 1) {
      const text = plain(sentenceText(doc, i));
      pieces.push(inBrief(p, i) ? `==${text}==` : text);
    }
    const text = pieces.join(" ") || plain(doc.text.slice(block.from, block.to));
    if (block.fixed) return `${"#".repeat(block.level)} ${text}`;
    const sign = flat(doc.text.slice(block.lead, block.first < block.end ? doc.starts[block.first] : block.from));
    if (block.kind === "list") return `${/^\d+[.)]$/u.test(sign) ? sign : "-"} ${text}`;
    if (block.kind === "quote") return `> ${text}`;
    return /[\p{L}\p{N}]/u.test(sign) ? `${plain(sign)} ${text}` : text; // who speaks stands before what is said
  });
  return `${lines.join("\n\n")}\n`;
}

/** A table of Markdown. @param {Doc} doc @param {Block} block @param {Plan} p */
function tableLines(doc, block, p) {
  const width = Math.max(...block.cells.map((row) => row.length));
  const lines = block.cells.map((row) => {
    const cells = row.map((range) => cellParts(doc, block, range).map(([text, i]) => (inBrief(p, i) ? `==${plain(text)}==` : plain(text))).join(" "));
    return `| ${[...cells, ...new Array(width - row.length).fill("")].join(" | ")} |`;
  });
  return [lines[0], `|${"---|".repeat(width)}`, ...lines.slice(1)].join("\n");
}

/** The text of a cell, cut where sentences begin and end; each piece with its sentence, or -1. @param {Doc} doc @param {Block} block @param {[number, number]} cell @returns {[string, number][]} */
function cellParts(doc, block, [from, to]) {
  /** @type {[string, number][]} */
  const parts = [];
  let place = from;
  for (let i = block.first; i < block.end && doc.starts[i] < to; i += 1) {
    const [begin, end] = [Math.max(doc.starts[i], place), Math.min(doc.ends[i], to)];
    if (begin >= end) continue;
    parts.push([doc.text.slice(place, begin), -1], [doc.text.slice(begin, end), i]);
    place = end;
  }
  return [...parts, /** @type {[string, number]} */ ([doc.text.slice(place, to), -1])].filter(([text]) => text.trim());
}

/** @param {Plan} p @param {number} i */
const inBrief = (p, i) => p.status[i] === CHOSEN || p.status[i] === CONTEXT;

/** Lines as they are, between more backticks than they have themselves. @param {string} text */
function fenced(text) {
  const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length + 1)));
  return `${fence}\n${text}\n${fence}`;
}

const escaped = (/** @type {string} */ text) => text.replace(/[&<>"']/gu, (sign) => `&#${sign.codePointAt(0)};`);

/** A page without script: the whole text, the Brief marked, the rest paler. @param {Doc} doc @param {Reading} reading @param {Plan} p */
function page(doc, reading, p) {
  const tags = /** @type {Record<string, string>} */ ({ quote: "blockquote", code: "pre", table: "pre" });
  const blocks = doc.blocks.map((block) => {
    if (isTable(block)) return tableMarkup(doc, block, p);
    const tag = block.fixed ? `h${block.level}` : (tags[block.kind] ?? "p");
    let html = escaped(doc.text.slice(block.lead, block.first < block.end ? doc.starts[block.first] : block.to));
    for (let i = block.first; i < block.end; i += 1) {
      const text = escaped(sentenceText(doc, i));
      const next = i + 1 < block.end ? doc.starts[i + 1] : block.to;
      html += marked(doc, p, i, text);
      html += escaped(doc.text.slice(doc.ends[i], next));
    }
    return `<${tag} dir="auto">${html}</${tag}>`;
  });
  const style = ":root{color-scheme:light dark}body{max-width:66ch;margin:2rem auto;padding:0 1rem;font:1.1rem/1.6 Georgia,serif}span{opacity:.75}pre{white-space:pre-wrap}table{border-collapse:collapse}td,th{padding:.2rem .7rem .2rem 0;text-align:start;vertical-align:top;border-bottom:1px solid}";
  return `<!doctype html>\n<html lang="${escaped(doc.language)}">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>${escaped(doc.title)}</title>\n<style>${style}</style>\n${blocks.join("\n")}\n</html>\n`;
}

/** The markup of a sentence, or of a piece of one; -1 stands for text between sentences. @param {Doc} doc @param {Plan} p @param {number} i @param {string} html */
const marked = (doc, p, i, html) => (inBrief(p, i) ? `<mark>${html}</mark>` : doc.counted[i] ? `<span>${html}</span>` : html);

/** @param {Doc} doc @param {Block} block @param {Plan} p */
function tableMarkup(doc, block, p) {
  const lines = block.cells.map((cells, place) => {
    const tag = place ? "td" : "th";
    return `<tr>${cells.map((range) => `<${tag} dir="auto">${cellParts(doc, block, range).map(([text, i]) => marked(doc, p, i, escaped(text))).join("")}</${tag}>`).join("")}</tr>`;
  });
  return `<table>\n${lines.join("\n")}\n</table>`;
}

/** @param {Doc} doc @param {Reading} reading @param {Plan} p */
function rows(doc, reading, p) {
  const { order } = reading.asked ?? doc.own;
  const ranks = new Map(order.map((index, place) => [index, place + 1]));
  return Array.from({ length: doc.count }, (_, index) => ({
    index,
    rank: ranks.get(index) ?? 0,
    score: reading.asked ? null : doc.scores[index] / 1000, // those for a query stay with who ranked it
    words: doc.words[index],
    start: doc.starts[index],
    end: doc.ends[index],
    section: doc.sectionOf[index],
    brief: inBrief(p, index),
    read: Boolean(reading.read[index]),
    vote: reading.votes.get(index) ?? 0,
    highlighted: reading.marks.has(index),
    note: reading.notes.get(index) ?? "",
    text: sentenceText(doc, index),
  }));
}

/** @param {Doc} doc @param {Reading} reading @param {Plan} p */
function json(doc, reading, p) {
  const query = (reading.asked ?? doc.own).query;
  return `${JSON.stringify({ title: doc.title, id: doc.id, language: doc.language, query, minutes: reading.budget === Infinity ? "all" : reading.budget, sentences: rows(doc, reading, p) }, null, 1)}\n`;
}

/** RFC 4180; `score` is that of the text's own ranking, to a thousandth; `start` and `end` count UTF-16 units, as the page does. @param {Doc} doc @param {Reading} reading @param {Plan} p */
function csv(doc, reading, p) {
  const lines = rows(doc, reading, p).map((row) => [...COLUMNS.map((name) => /** @type {any} */ (row)[name]), flat(row.text)].map(cell).join(","));
  return [[...COLUMNS, "text"].join(","), ...lines].join("\r\n") + "\r\n";
}

/** Text that a spreadsheet would take for a formula gets an apostrophe, as in the library; numbers do not. @param {any} value */
function cell(value) {
  const formula = typeof value === "string" && /^'*[=+\-@＝＋－＠\t\r\n]./su.test(value);
  const text = formula ? `'${value}` : String(value ?? "");
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
