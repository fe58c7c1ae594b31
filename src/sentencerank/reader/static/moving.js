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

  /** To the next or the previous sentence of the time; one that is left forwards is read. @param {number} by */
  function step(by) {
    const { reading } = store.state;
    const p = derived.plan();
    if (!reading || !p?.chosen.length) return;
    let place = p.chosen.findIndex((i) => i >= reading.current);
    if (reading.current < 0) {
      const seen = desk.visible().map((node) => Number(node.dataset.index)).find((i) => p.chosen.includes(i));
      place = (seen === undefined ? 0 : p.chosen.indexOf(seen)) - (by > 0 ? 1 : -1);
    } else if (place < 0) place = p.chosen.length;
    else if (p.chosen[place] !== reading.current && by > 0) place -= 1;
    if (by > 0 && reading.current >= 0) dispatch({ type: "read", indices: [reading.current] });
    const next = p.chosen[place + by];
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
