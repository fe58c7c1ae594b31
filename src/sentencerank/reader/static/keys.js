// The keyboard. A key is a name for an action; every action has a button too.

const TYPING = new Set(["text", "search", "url", "email", "number", "password", "tel", "date", "time", "datetime-local", "month", "week"]);

/** Whether a key belongs to what has the focus: a field to type in, or a list to choose from. */
export function isTyping(node) {
  if (!node) return false;
  if (node.isContentEditable || node.tagName === "TEXTAREA" || node.tagName === "SELECT") return true;
  return node.tagName === "INPUT" && TYPING.has(node.type);
}

export const KEYS = [
  ["j", "next", "next sentence of the layer"],
  ["k", "previous", "previous sentence of the layer"],
  ["n", "nextSection", "next section"],
  ["p", "previousSection", "previous section"],
  ["+", "deeper", "one layer deeper"],
  ["=", "deeper", ""],
  ["-", "shallower", "one layer less"],
  ["0", "all", "everything"],
  ["]", "localDeeper", "this paragraph deeper"],
  ["[", "localShallower", "this paragraph less deep"],
  ["Enter", "openGap", "open the gap beside the sentence, or the one in focus"],
  ["v", "cycleView", "highlight, dim, fold"],
  ["w", "why", "why this sentence?"],
  ["t", "topics", "topics and keyphrases"],
  ["c", "contents", "depths and sections"],
  ["/", "query", "rank for a query"],
  ["m", "promote", "promote the sentence"],
  ["x", "demote", "demote the sentence"],
  ["e", "export", "export"],
  ["?", "help", "this help"],
  ["Escape", "escape", "close, or let go of the sentence"],
];

/** `actions` holds a function for every name above, and `depth(number)`. */
export function listenToKeys(actions, settings) {
  const names = new Map(KEYS.map(([key, name]) => [key, name]));
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "f") actions.find();
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && !event.target.closest?.(".sentence")) return; // buttons and links know it already
    const character = event.key.length === 1;
    if (character && !settings.keys) return;
    if (/^[1-9]$/u.test(event.key)) actions.depth(Number(event.key));
    else if (names.has(event.key)) actions[names.get(event.key)]();
    else return;
    event.preventDefault();
  });
}
