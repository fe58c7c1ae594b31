// @ts-check
// The keyboard. A key is a name for an action; every action has a button too.

const TYPING = new Set(["text", "search", "url", "email", "number", "password", "tel", "date", "time", "datetime-local", "month", "week"]);

/** Whether a key belongs to what has the focus: a field to type in, or a list to choose from. @param {any} node */
function isTyping(node) {
  if (!node) return false;
  if (node.isContentEditable || node.tagName === "TEXTAREA" || node.tagName === "SELECT") return true;
  return node.tagName === "INPUT" && TYPING.has(node.type);
}

/** @type {[string, string][]} */
export const KEYS = [
  ["j", "next"],
  ["k", "previous"],
  ["n", "nextSection"],
  ["p", "previousSection"],
  ["+", "moreTime"],
  ["-", "lessTime"],
  ["0", "all"],
  ["g", "pass"],
  ["v", "view"],
  ["Enter", "place"],
  [".", "actions"],
  ["w", "why"],
  ["h", "highlight"],
  ["a", "note"],
  ["m", "important"],
  ["x", "unimportant"],
  ["]", "paragraph"],
  ["[", "paragraphLess"],
  ["c", "drawer"],
  ["/", "ask"],
  [">", "nextHit"],
  ["<", "previousHit"],
  ["e", "export"],
  ["q", "home"],
  ["?", "help"],
  ["Escape", "escape"],
];

/** @param {Record<string, (...given: any[]) => void>} actions a function for every name above, and `stop(number)` @param {() => boolean} single whether single letters count */
export function listenToKeys(actions, single) {
  const names = new Map([...KEYS, ["=", "moreTime"]].map(([key, name]) => [key, name]));
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(target) || document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && !target.closest?.(".sentence")) return; // buttons and links know it already
    if (event.key === "Enter" && target.closest("a")) return;
    if (event.key.length === 1 && !single()) return;
    if (/^[1-9]$/u.test(event.key)) actions.stop(Number(event.key));
    else if (names.has(event.key)) actions[/** @type {string} */ (names.get(event.key))]();
    else return;
    event.preventDefault();
  });
}
