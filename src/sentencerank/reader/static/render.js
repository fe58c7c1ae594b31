// The text on the page: built once, then changed only where a sentence changes its state.

import { amount, make } from "./dom.js";
import { FIXED, hiddenRuns, LAYER, OPENED, REST, effectiveLayer } from "./layers.js";
import { sentenceText } from "./model.js";

const TAGS = { quote: "blockquote", code: "pre" };
const LONG = 400; // sentences from which blocks outside the window are not laid out
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

/** The article, and the state in which each of its sentences was drawn last. */
export function buildArticle(doc, article) {
  const fragment = document.createDocumentFragment();
  const page = { article, sentences: new Array(doc.count), texts: new Array(doc.count), blocks: [], drawn: [], gaps: new Map() };
  if (!doc.blocks.some((block) => block.fixed && block.level === 1)) {
    fragment.append(make("h1", { class: "unseen" }, doc.title));
  }
  doc.blocks.forEach((block, number) => {
    const node = buildBlock(doc, block, number, page);
    page.blocks.push(node);
    fragment.append(node);
  });
  article.classList.toggle("long", doc.count > LONG);
  article.lang = doc.language === "und" ? "" : doc.language;
  article.replaceChildren(fragment);
  return page;
}

function buildBlock(doc, block, number, page) {
  const tag = block.fixed ? `h${block.level}` : (TAGS[block.kind] ?? "p");
  const node = make(tag, { class: `block ${block.kind}`, dir: "auto", "data-block": number });
  let place = block.lead;
  for (let i = block.first; i < block.end; i += 1) {
    if (doc.starts[i] > place) node.append(doc.text.slice(place, doc.starts[i]));
    const next = i + 1 < block.end ? doc.starts[i + 1] : block.to;
    const text = make("span", { class: "text" }, sentenceText(doc, i));
    // The space behind a sentence belongs to it, so that a folded one leaves no space of its own.
    const sentence = make("span", { class: "sentence", id: `s${i}`, "data-index": i }, text, doc.text.slice(doc.ends[i], next));
    page.sentences[i] = sentence;
    page.texts[i] = text;
    node.append(sentence);
    place = next;
  }
  if (place < block.to) node.append(doc.text.slice(place, block.to));
  return node;
}

/** Draw a plan: sentences first, then the marks of what is hidden. */
export function draw(doc, state, page, status, { fresh = false } = {}) {
  const folding = state.view === "fold";
  const runs = folding ? hiddenRuns(doc, status) : [];
  const folded = new Uint8Array(doc.count);
  const hiddenBlocks = new Set();
  for (const run of runs) {
    if (run.status !== REST) continue;
    if (run.whole) for (let b = run.block; b <= run.lastBlock; b += 1) hiddenBlocks.add(b);
    else folded.fill(1, run.from, run.to);
  }
  const ties = danglingTies(doc, status);
  const shown = [];
  for (let i = 0; i < doc.count; i += 1) {
    const look = lookOf(doc, state, status, i, folded[i], ties);
    if (look === page.drawn[i]) continue;
    if (fresh && page.drawn[i] !== undefined && status[i] === LAYER && (page.drawn[i] & 7) !== LAYER) {
      shown.push(page.sentences[i]);
    }
    page.drawn[i] = look;
    drawSentence(doc, page, i, look);
  }
  page.blocks.forEach((node, number) => {
    const hide = hiddenBlocks.has(number);
    if (hide !== node.hasAttribute("hidden")) {
      if (hide) node.setAttribute("hidden", "until-found");
      else node.removeAttribute("hidden");
    }
  });
  drawGaps(doc, page, runs, ties);
  underline(shown);
}

// How a sentence looks, in one number: it is compared with what was drawn, for all sentences at every change.
const FOLDED = 8;
const DEPENDS = 16;
const NEEDED = 32;
const PROMOTED = 64;
const DEMOTED = 128;
const LETTER = 256;
const NAMES = [[FOLDED, "folded"], [DEPENDS, "depends"], [NEEDED, "needed"], [PROMOTED, "promoted"], [DEMOTED, "demoted"]];
const STATUS = ["rest", "layer", "context", "opened", "fixed"];

function lookOf(doc, state, status, index, folded, ties) {
  let look = status[index];
  if (folded) look |= FOLDED;
  if (ties.from.has(index)) look |= DEPENDS;
  if (ties.to.has(index)) look |= NEEDED;
  const correction = state.corrections.get(index);
  if (correction) look |= correction > 0 ? PROMOTED : DEMOTED;
  if (status[index] !== LAYER) return look;
  if (state.letters && doc.topicOf[index] >= 0) look |= LETTER | (doc.topicPlace.get(doc.topicOf[index]) << 14);
  return look | (effectiveLayer(doc, state, index) << 9); // 5 bits
}

function drawSentence(doc, page, index, look) {
  const node = page.sentences[index];
  const inLayer = (look & 7) === LAYER;
  const layer = (look >> 9) & 31;
  const names = ["sentence", STATUS[look & 7], ...NAMES.filter(([bit]) => look & bit).map(([, name]) => name)];
  if (inLayer) names.push(`l${layer}`);
  if (node.classList.contains("current")) names.push("current");
  node.className = names.join(" ");
  if (look & FOLDED) node.setAttribute("hidden", "until-found");
  else node.removeAttribute("hidden");
  const tag = inLayer ? "MARK" : "SPAN";
  if (page.texts[index].tagName !== tag) {
    const text = make(tag, { class: "text" }, ...page.texts[index].childNodes);
    page.texts[index].replaceWith(text);
    page.texts[index] = text;
  }
  const text = page.texts[index];
  if (inLayer) text.dataset.layer = layer;
  if (look & LETTER) {
    text.dataset.topic = doc.topics[look >> 14].letter;
    text.dataset.colour = (look >> 14) % 8;
  } else if (text.dataset.topic) {
    delete text.dataset.topic;
    delete text.dataset.colour;
  }
}

/** Sentences of the layer that depend on one outside it, and those that they depend on. */
function danglingTies(doc, status) {
  const ties = { from: new Set(), to: new Set() };
  for (let i = 0; i < doc.count; i += 1) {
    const support = doc.dependsOn[i];
    if (support < 0 || status[i] !== LAYER || status[support] === LAYER || status[support] === FIXED) continue;
    ties.from.add(i);
    ties.to.add(support);
  }
  return ties;
}

/** One button per hidden run: it says how much is hidden, and opens that run alone. */
function drawGaps(doc, page, runs, ties) {
  const kept = new Map();
  for (const run of runs) {
    const key = `${run.from}-${run.to}`;
    const gap = page.gaps.get(key) ?? makeGap(run);
    kept.set(key, gap);
    page.gaps.delete(key);
    const opened = run.status === OPENED;
    gap.button.setAttribute("aria-expanded", String(opened));
    const size = `${amount(run.to - run.from, "sentence")}, ${amount(run.words, doc.unit)}`;
    gap.label.textContent = opened ? `fold ${size}` : `··· ${size}`;
    gap.button.classList.toggle("needed", !opened && ties.to.has(run.to - 1));
    const next = run.whole ? page.blocks[run.block] : page.sentences[run.from];
    if (gap.node.nextSibling !== next) next.before(gap.node);
  }
  for (const gap of page.gaps.values()) gap.node.remove();
  page.gaps = kept;
}

function makeGap(run) {
  const label = make("span");
  const button = make("button", { class: "gap", type: "button", "data-from": run.from, "data-to": run.to }, label);
  return { label, button, node: run.whole ? make("div", { class: "gap-line" }, button) : button };
}

/** New sentences are underlined for a second, unless movement is unwelcome. */
function underline(nodes) {
  if (CALM.matches || !nodes.length) return;
  for (const node of nodes) node.classList.add("fresh");
  setTimeout(() => nodes.forEach((node) => node.classList.remove("fresh")), 1000);
}

/** The sentences whose text a folded or opened run shows again when it is clicked. */
export function rangeOf(button) {
  return [Number(button.dataset.from), Number(button.dataset.to)];
}

export function isShown(state, status, index) {
  return state.view !== "fold" || status[index] !== REST;
}

