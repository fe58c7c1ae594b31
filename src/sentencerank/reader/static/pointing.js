// @ts-check
// The mouse and the focus in the text and on the map.

import { byId } from "./dom.js";
import { sentenceAt } from "./map.js";
import { sectionNamed } from "./model.js";

/** @typedef {import("./state.js").State} State */

/**
 * @param {HTMLElement} column
 * @param {{ store: { state: State, dispatch: (action: any) => void }, desk: import("./desk.js").Desk, moves: import("./moving.js").Moves, covered: () => number[] }} page
 */
export function listenToText(column, { store, desk, moves, covered }) {
  const inside = (/** @type {Event} */ event, /** @type {string} */ selector) => /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest(selector));
  column.addEventListener("click", (event) => {
    const { doc } = store.state;
    const gap = inside(event, ".gap");
    if (gap) return store.dispatch({ type: "open", from: Number(gap.dataset.from), to: Number(gap.dataset.to), on: gap.getAttribute("aria-expanded") !== "true" });
    const note = inside(event, "[data-note]");
    if (note) {
      event.preventDefault();
      const block = doc?.blocks.findIndex((one) => one.kind === "footnote" && one.about.label === note.dataset.note) ?? -1;
      return desk.article.blockNode(block)?.scrollIntoView({ block: "center" });
    }
    if (inside(event, "a")) return;
    const under = inside(event, "[data-section]");
    if (under) return moves.jump(doc?.sections[Number(under.dataset.section)].first ?? 0);
    const sentence = inside(event, ".sentence");
    if (!sentence || !(getSelection()?.isCollapsed ?? true)) return;
    const index = Number(sentence.dataset.index);
    if (doc?.counted[index]) moves.choose(index, { popover: "actions", scroll: column.id === "beside" });
    else if (doc && sectionNamed(doc, index) >= 0) moves.toSection(sectionNamed(doc, index));
  });
  column.addEventListener("mouseup", () => {
    // The selection is known only after this event.
    setTimeout(() => {
      const last = covered().at(-1);
      if (last !== undefined) moves.choose(last, { popover: "actions", scroll: false });
    });
  });
  column.addEventListener("focusin", (event) => {
    const sentence = /** @type {HTMLElement} */ (event.target);
    const index = Number(sentence.dataset.index);
    if (sentence.classList.contains("sentence") && index !== store.state.reading?.current) store.dispatch({ type: "choose", index });
  });
}

/** @param {{ state: State }} store @param {import("./desk.js").Desk} desk */
export function listenToMap(store, desk) {
  const map = byId("map");
  const go = (/** @type {PointerEvent} */ event) => {
    const { doc } = store.state;
    if (!doc?.count || (event.type === "pointermove" && !event.buttons)) return;
    const box = map.getBoundingClientRect();
    desk.goTo(sentenceAt(doc, (event.clientY - box.top) / box.height), { always: true });
  };
  map.addEventListener("pointerdown", go);
  map.addEventListener("pointermove", go);
}
