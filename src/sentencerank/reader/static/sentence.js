// @ts-check
// The chosen sentence: what can be done with it by button or key, and the box that shows it.

import { writeAddress } from "./address.js";
import { byId } from "./dom.js";
import { paintCue } from "./hits.js";
import { drawPopover, placePopover } from "./popover.js";
import { lookUp } from "./reasons.js";
import { t } from "./strings.js";

/** @typedef {import("./state.js").State} State */

/** @param {{ store: { state: State, dispatch: (action: any) => void }, desk: import("./desk.js").Desk, jump: (index: number) => void, ask: (query: string) => void }} page */
export function createSentence({ store, desk, jump, ask }) {
  const { dispatch } = store;
  /** @type {number[]} */
  let covered = []; // sentences that a selection of text touches
  /** @type {{ key: string, value: any }} */
  let reasons = { key: "", value: null };

  /** @param {(index: number) => void} act */
  function withSentence(act) {
    const index = store.state.reading?.current ?? -1;
    if (index >= 0) act(index);
    else dispatch({ type: "say", text: t("chosenNone") });
  }

  /** @param {number} index @param {boolean} on */
  function openParagraph(index, on) {
    const block = store.state.doc?.blocks[store.state.doc.blockOf[index]];
    if (block) dispatch({ type: "open", from: block.first, to: block.end, on });
  }

  async function copy() {
    if (store.state.reading) writeAddress(store.state.reading);
    const done = await Promise.resolve(navigator.clipboard?.writeText(location.href).then(() => true)).catch(() => false);
    const text = t(done ? "copied" : "copyFailed");
    dispatch({ type: "say", text });
    const button = byId("popover").querySelector('[data-act="copy"]');
    if (button) button.textContent = text;
  }

  /** @type {Record<string, (...given: any[]) => void>} */
  const actions = {
    place: () => {
      const index = store.state.reading?.current ?? -1;
      if (store.state.reading?.view === "brief") dispatch({ type: "view", view: "page" });
      dispatch({ type: "popover", name: "" });
      desk.goTo(index, { always: true, focus: true });
    },
    actions: () => withSentence(() => {
      dispatch({ type: "popover", name: "actions" });
      byId("popover").querySelector("button")?.focus();
    }),
    why: () => withSentence(() => dispatch({ type: "popover", name: store.state.popover === "why" ? "actions" : "why" })),
    note: () => withSentence(() => dispatch({ type: "popover", name: "note" })),
    highlight: () => withSentence((index) => dispatch({ type: "mark", indices: covered.length ? covered : [index] })),
    copy: () => withSentence(copy),
    paragraph: () => withSentence((index) => openParagraph(index, true)),
    paragraphLess: () => withSentence((index) => openParagraph(index, false)),
    important: () => withSentence((index) => dispatch({ type: "vote", index, value: 1 })),
    unimportant: () => withSentence((index) => dispatch({ type: "vote", index, value: -1 })),
    write: (text) => withSentence((index) => dispatch({ type: "note", index, text })),
    go: (index) => jump(index),
    ask: (query) => ask(query),
    moved: () => placePopover(desk.current()),
    close: () => {
      dispatch({ type: "popover", name: "" });
      desk.current()?.focus({ preventScroll: true });
    },
  };

  /** Draw the box, and look up why the sentence is here if that is asked. */
  function draw() {
    const { doc, reading, popover } = store.state;
    const box = byId("popover");
    box.hidden = !popover || !reading || reading.current < 0;
    if (doc && reading && !box.hidden) {
      const key = `${doc.id} ${doc.title} ${reading.current} ${reading.asked?.query ?? ""}`;
      if (popover === "why" && reasons.key !== key) {
        reasons = { key, value: null };
        lookUp(doc, reading.current, reading.asked?.query ?? "").then((value) => {
          if (reasons.key !== key) return;
          reasons.value = value;
          draw();
        });
      }
      drawPopover(doc, reading, popover, reasons.key === key ? reasons.value : null, actions);
      placePopover(desk.current());
      if (popover === "note") box.querySelector("textarea")?.focus({ preventScroll: true });
    }
    paintCue(desk.current(), box.hidden || popover !== "why" ? null : reasons.value);
  }

  function watchSelection() {
    document.addEventListener("selectionchange", () => {
      const selection = getSelection();
      if (byId("popover").contains(document.activeElement)) return;
      covered = [];
      if (!selection || selection.isCollapsed || !selection.rangeCount) return;
      const range = selection.getRangeAt(0);
      covered = desk.visible().filter((node) => range.intersectsNode(node)).map((node) => Number(node.dataset.index));
    });
  }

  return { actions, draw, watchSelection, covered: () => covered };
}
