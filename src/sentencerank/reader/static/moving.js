// @ts-check
// Going from one sentence or section to another.

import { t } from "./strings.js";

/** @typedef {import("./state.js").State} State @typedef {ReturnType<typeof createMoves>} Moves */

/** @param {{ store: { state: State, dispatch: (action: any) => void }, desk: import("./desk.js").Desk, derived: import("./derived.js").Derived, narrow: MediaQueryList }} page */
export function createMoves({ store, desk, derived, narrow }) {
  const { dispatch } = store;

  /** @param {number} index @param {{ popover?: string, scroll?: boolean }} [how] */
  function choose(index, { popover = store.state.popover, scroll = true } = {}) {
    dispatch({ type: "choose", index });
    if (scroll) desk.goTo(index, { focus: true });
    else desk.column.node(index)?.focus({ preventScroll: true });
    dispatch({ type: "popover", name: index < 0 ? "" : popover });
  }

  /** Go to a sentence wherever it is: if the Brief does not show it, the page does. @param {number} index */
  function jump(index) {
    const p = derived.plan();
    if (store.state.reading?.view === "brief" && p && !p.chosen.includes(index)) dispatch({ type: "view", view: "page" });
    dispatch({ type: "choose", index });
    desk.goTo(index, { always: true, focus: true });
  }

  /** To the next or the previous sentence of the time, from the chosen one or, if that is not on the screen, from what is there; one that is left forwards is read. @param {number} by */
  function step(by) {
    const { reading } = store.state;
    const p = derived.plan();
    if (!reading || !p?.chosen.length) return;
    const seen = desk.visible().map((node) => Number(node.dataset.index));
    const from = seen.includes(reading.current) ? reading.current : -1;
    if (by > 0 && from >= 0) dispatch({ type: "read", indices: [from] });
    const top = seen[0] ?? reading.place;
    const next = by > 0 ? p.chosen.find((i) => (from < 0 ? i >= top : i > from)) : p.chosen.findLast((i) => i < (from < 0 ? top : from));
    if (next === undefined) dispatch({ type: "say", text: t("lastOne") });
    else choose(next);
  }

  /** @param {number} number */
  function toSection(number) {
    const { doc, reading } = store.state;
    const section = doc?.sections[number];
    if (!doc || !reading || !section) return;
    if (narrow.matches) dispatch({ type: "panel", name: "" });
    const first = doc.counted[section.first] || section.first + 1 >= section.end ? section.first : section.first + 1;
    if (reading.view === "brief") {
      const inside = derived.plan()?.chosen.find((i) => i >= section.first && i < section.end);
      if (inside !== undefined) return choose(inside, { popover: "" });
      dispatch({ type: "view", view: "page" });
    }
    dispatch({ type: "choose", index: first });
    const head = desk.article.node(section.first) ?? desk.article.blockNode(section.block);
    desk.goTo(section.first, { always: true });
    head?.setAttribute("tabindex", "-1");
    head?.focus({ preventScroll: true });
  }

  /** @param {number} by */
  function stepSection(by) {
    const { doc, reading } = store.state;
    if (!doc || !reading) return;
    const next = (doc.sectionOf[reading.current >= 0 ? reading.current : reading.place] ?? 0) + by;
    if (next < 0 || next >= doc.sections.length) dispatch({ type: "say", text: t("lastOne") });
    else toSection(next);
  }

  return { choose, jump, step, toSection, stepSection };
}
