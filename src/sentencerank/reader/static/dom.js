// @ts-check
// Small helpers for the document tree. Text only ever becomes text nodes, never markup.

import { flat } from "./model.js";

/** @param {string} id @returns {any} an element of our own page, which is there */
export const byId = (id) => document.getElementById(id);

/**
 * An element with attributes, listeners (`onclick`) and children. There is no way to pass markup or a style.
 * A boolean is an attribute that is there or not, but a word for `aria-*`, where "" means nothing.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria-") && typeof value === "boolean") node.setAttribute(name, String(value));
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...children);
  return node;
}

/**
 * Fill a list anew; if something in it had the focus, what stands in its place has it again.
 * @param {any} list
 * @param {Node[]} nodes
 */
export function refill(list, nodes) {
  const place = [...list.children].findIndex((child) => child.contains(document.activeElement));
  list.replaceChildren(...nodes);
  if (place >= 0) list.children[Math.min(place, nodes.length - 1)]?.querySelector("button, a, input")?.focus({ preventScroll: true });
}

/**
 * A sentence on one line, cut at a word where it is long.
 * @param {string} text
 */
export function excerpt(text, limit = 120) {
  const line = flat(text);
  if (line.length <= limit) return line;
  const cut = line.slice(0, limit);
  const space = cut.lastIndexOf(" ");
  return `${space > limit / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/u, "")} …`;
}

/** Whether a click asks for a new tab, as on any link. @param {any} event */
export const opensElsewhere = (event) => event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0;

/** @type {Set<() => void>} */
const waiting = new Set();

/** Do something once before the next frame, however often it is asked for. @param {() => void} work */
export function beforeFrame(work) {
  if (waiting.has(work)) return;
  waiting.add(work);
  requestAnimationFrame(() => {
    waiting.delete(work);
    work();
  });
}
