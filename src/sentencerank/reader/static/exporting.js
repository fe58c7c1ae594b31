// The document with its layers as a file. Everything is made here, in the page.

import { make } from "./dom.js";
import { effectiveLayer, LAYER, REST } from "./layers.js";
import { sentenceText } from "./model.js";

const TYPES = { md: "text/markdown", html: "text/html", json: "application/json", csv: "text/csv" };
const COLUMNS = ["index", "rank", "layer", "score", "topic", "words", "start", "end", "paragraph", "section", "depends_on", "copy_of", "correction"];

export function exported(doc, state, status, kind) {
  return { "md-layers": markdownLayers, md: markdown, html: page, json, csv }[kind](doc, state, status);
}

export function download(doc, kind, text) {
  const suffix = kind === "md-layers" ? "md" : kind;
  const name = `${doc.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/gu, "").slice(0, 60) || "document"}.${suffix}`;
  const address = URL.createObjectURL(new Blob([text], { type: `${TYPES[suffix]};charset=utf-8` }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

const flat = (text) => text.replace(/\s+/gu, " ").trim();
const correctionOf = (state, index) => ({ 1: "promoted", "-1": "demoted" })[state.corrections.get(index)] ?? null;

/** Characters that Markdown would read as markup. */
const plainMarkdown = (text) => flat(text).replace(/[\\`*_{}[\]<>#|~=]/gu, "\\$&");

/** The whole text, the layer between ==marks==. */
function markdown(doc, state, status) {
  const lines = doc.blocks.map((block) => {
    if (block.kind === "code" || block.kind === "table") return fenced(doc.text.slice(block.from, block.to));
    const pieces = [];
    for (let i = block.first; i < block.end; i += 1) {
      const text = plainMarkdown(sentenceText(doc, i));
      pieces.push(status[i] === LAYER ? `==${text}==` : text);
    }
    const text = pieces.join(" ") || plainMarkdown(doc.text.slice(block.from, block.to));
    if (block.fixed) return `${"#".repeat(block.level)} ${text}`;
    const mark = flat(doc.text.slice(block.lead, block.first < block.end ? doc.starts[block.first] : block.from));
    if (block.kind === "list") return `${/^\d+[.)]$/u.test(mark) ? mark : "-"} ${text}`;
    if (block.kind === "quote") return `> ${text}`;
    return /[\p{L}\p{N}]/u.test(mark) ? `${plainMarkdown(mark)} ${text}` : text; // who speaks stands before what is said
  });
  return `${lines.join("\n\n")}\n`;
}

/** Lines as they are, between more backticks than they have themselves. */
function fenced(text) {
  const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length + 1)));
  return `${fence}\n${text}\n${fence}`;
}

/** A heading for each layer, under it the sentences that it adds, in the order of the document. */
function markdownLayers(doc, state) {
  const parts = [`# ${plainMarkdown(doc.title)}`];
  for (let layer = 1; layer <= doc.layerCount; layer += 1) {
    const lines = [];
    for (let i = 0; i < doc.count; i += 1) {
      if (effectiveLayer(doc, state, i) === layer) lines.push(`- ${plainMarkdown(sentenceText(doc, i))}`);
    }
    if (lines.length) parts.push(`## Layer ${layer}`, lines.join("\n"));
  }
  return `${parts.join("\n\n")}\n`;
}

const escaped = (text) => text.replace(/[&<>"']/gu, (sign) => `&#${sign.codePointAt(0)};`);

/** A page without script: the whole text, the layer marked, the rest paler. */
function page(doc, state, status) {
  const tags = { quote: "blockquote", code: "pre", table: "pre" };
  const blocks = doc.blocks.map((block) => {
    const tag = block.fixed ? `h${block.level}` : (tags[block.kind] ?? "p");
    let html = escaped(doc.text.slice(block.lead, block.first < block.end ? doc.starts[block.first] : block.to));
    for (let i = block.first; i < block.end; i += 1) {
      const text = escaped(sentenceText(doc, i));
      const next = i + 1 < block.end ? doc.starts[i + 1] : block.to;
      const layer = effectiveLayer(doc, state, i);
      html += status[i] === LAYER ? `<mark title="layer ${layer}">${text}</mark>` : status[i] === REST ? `<span>${text}</span>` : text;
      html += escaped(doc.text.slice(doc.ends[i], next));
    }
    return `<${tag} dir="auto">${html}</${tag}>`;
  });
  const style = ":root{color-scheme:light dark}body{max-width:66ch;margin:2rem auto;padding:0 1rem;font:1.1rem/1.6 Georgia,serif}span{opacity:.75}pre{white-space:pre-wrap}";
  return `<!doctype html>\n<html lang="${escaped(doc.language)}">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>${escaped(doc.title)}</title>\n<style>${style}</style>\n${blocks.join("\n")}\n</html>\n`;
}

function json(doc, state) {
  const sentences = doc.ranking.sentences.map((row) => ({
    ...row,
    text: sentenceText(doc, row.index),
    layer: effectiveLayer(doc, state, row.index),
    correction: correctionOf(state, row.index),
  }));
  const { simple, largestPart, ...ranking } = doc.ranking;
  return `${JSON.stringify({ ...ranking, title: doc.title, content: doc.hash, sentences }, null, 1)}\n`;
}

/** RFC 4180, with the names of the JSON; `start` and `end` count code points. */
function csv(doc, state) {
  const rows = doc.ranking.sentences.map((row) => {
    const cells = { ...row, layer: effectiveLayer(doc, state, row.index), correction: correctionOf(state, row.index) };
    return [...COLUMNS.map((name) => cells[name] ?? ""), flat(sentenceText(doc, row.index))].map(cell).join(",");
  });
  return [[...COLUMNS, "text"].join(","), ...rows].join("\r\n") + "\r\n";
}

/** Text that a spreadsheet would take for a formula gets an apostrophe, as in cells.py; numbers do not. */
function cell(value) {
  const formula = typeof value === "string" && /^'*[=+\-@＝＋－＠\t\r\n]./su.test(value);
  const text = formula ? `'${value}` : String(value);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
