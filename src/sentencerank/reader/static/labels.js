// @ts-check
// What a sentence of the Brief needs so that it is understood away from its place: the heading above its own heading,
// and the term of a list that it explains. Pure.

/** @typedef {import("./model.js").Doc} Doc @typedef {import("./model.js").Block} Block */

const LONGEST = 70; // characters of a term
const FARTHEST = 8; // blocks between a term and the last paragraph about it

/**
 * The section above a section, if nothing shown so far tells of it; -1 for none, or where it is the whole document.
 * @param {Doc} doc @param {number} section @param {number} before the section of the sentence shown before, -1 for none
 */
export function aboveOf(doc, section, before) {
  const { parent } = doc.sections[section];
  const title = doc.sections[parent]?.title;
  if (!title || title === doc.title) return -1;
  for (let k = before; k >= 0; k = doc.sections[k].parent) if (k === parent) return -1;
  return parent;
}

/** The block of the term that a sentence explains, as in a list of options or of definitions; -1 for none. @param {Doc} doc @param {number} index */
export function termOf(doc, index) {
  const own = doc.blockOf[index];
  if (!isItem(doc, doc.blocks[own]) || isTerm(doc, doc.blocks[own])) return -1;
  for (let k = own - 1; k >= Math.max(0, own - FARTHEST); k -= 1) {
    if (isTerm(doc, doc.blocks[k])) return k;
    if (!isItem(doc, doc.blocks[k])) return -1;
  }
  return -1;
}

/** Whether a block is in a list, and has no sign such as a dash or a number before it. @param {Doc} doc @param {Block} block */
const isItem = (doc, block) => block.kind === "list" && !/^(?:[-*+•·–‣◦]|\(?\w{1,3}[.)])\s/u.test(doc.text.slice(block.lead, block.to));

/** Whether a block is one short line that says nothing by itself. @param {Doc} doc @param {Block} block */
function isTerm(doc, block) {
  if (block.to - block.from > LONGEST || (block.kind !== "code" && !isItem(doc, block))) return false;
  return /^[^\n]*[^\s.!?:;。！？]$/u.test(doc.text.slice(block.from, block.to));
}
