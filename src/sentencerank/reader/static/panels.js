// @ts-check
// What opens beside or over the text: the drawer, the menu, and the notes above the text.

import { byId, make } from "./dom.js";
import { drawDrawer } from "./drawer.js";
import { picturesShown } from "./state.js";
import { t } from "./strings.js";

/** @typedef {import("./state.js").State} State */

/** @param {{ store: { state: State }, voice: { speaking: boolean, possible: boolean }, keeping: (change: () => void) => void, act: Parameters<typeof drawDrawer>[2] }} page */
export function createPanels({ store, voice, keeping, act }) {
  function draw() {
    const { panel, doc, reading } = store.state;
    if (byId("drawer").hidden !== (panel !== "drawer")) keeping(() => byId("drawer").toggleAttribute("hidden"));
    byId("menu").hidden = panel !== "menu";
    for (const name of ["drawer", "menu"]) {
      byId(`show-${name}`).setAttribute("aria-expanded", String(panel === name));
    }
    byId("show-ask").setAttribute("aria-expanded", String(!byId("askbar").hidden));
    if (panel === "menu") drawMenu();
    if (panel !== "drawer" || !doc || !reading) return;
    const held = byId("drawer").contains(document.activeElement) ? document.activeElement?.textContent : null;
    drawDrawer(doc, reading, act);
    if (held) [...byId("drawer-body").querySelectorAll("button")].find((button) => button.textContent === held)?.focus();
  }

  function drawMenu() {
    const { doc, reading } = store.state;
    byId("menu-aloud").textContent = voice.speaking ? t("aloudStop") : t("aloud");
    byId("menu-aloud").hidden = !voice.possible;
    byId("menu-pictures").hidden = !doc?.pages;
    byId("menu-pictures").textContent = reading && picturesShown(reading) ? t("showText") : t("showPages");
    byId("menu-start").hidden = !reading?.before;
  }

  return { draw, drawMenu };
}

/** What is to be known about the text, and what went wrong. @param {State} state */
export function drawNotes({ doc, alert }) {
  const told = (doc?.notes ?? []).map((text) => make("p", { lang: "en" }, text)); // in the language of the library
  // Several would stand between the reader and the text.
  const notes = told.length > 1 ? [make("details", {}, make("summary", {}, t("howRead", { n: told.length })), ...told)] : told;
  if (doc && !doc.count) notes.push(make("p", {}, t("empty")));
  if (alert) notes.unshift(make("p", { role: "alert" }, alert));
  byId("notes").replaceChildren(...notes);
  byId("home-alert").textContent = doc ? "" : alert;
}
