// Small helpers for the document tree. Text only ever becomes text nodes, never markup.

export const byId = (id) => document.getElementById(id);

/** An element with attributes, listeners (`onclick`) and children. There is no way to pass markup or a style. */
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...children);
  return node;
}

const NUMBER = new Intl.NumberFormat("en"); // once: making one takes longer than a hundred uses

/** "1 sentence", "3 sentences". */
export function amount(count, noun) {
  return `${NUMBER.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Fill a list anew; if a button or link in it had the focus, the one in its place has it again. */
export function refill(list, nodes) {
  const place = [...list.children].findIndex((child) => child.contains(document.activeElement));
  list.replaceChildren(...nodes);
  if (place >= 0) list.children[place]?.querySelector("button, a")?.focus({ preventScroll: true });
}

/** A reading time: "25 s" below a minute, then whole minutes. */
export function duration(minutes) {
  if (minutes >= 0.95) return `${Math.round(minutes)} min`;
  return minutes <= 0 ? "0 s" : `${Math.max(5, Math.round(minutes * 12) * 5)} s`;
}

/** The same for ears: "25 seconds", "3 minutes". */
export function spokenDuration(minutes) {
  const short = duration(minutes);
  const count = Number.parseInt(short, 10);
  return amount(count, short.endsWith("s") ? "second" : "minute");
}

/** A sentence on one line, cut at a word where it is long. */
export function excerpt(text, limit = 120) {
  const flat = text.replace(/\s+/gu, " ").trim();
  if (flat.length <= limit) return flat;
  const cut = flat.slice(0, limit);
  const space = cut.lastIndexOf(" ");
  return `${space > limit / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/u, "")} …`;
}
