// @ts-check
// Opening a document, going back to the first page, and what the address of the window says about both.

import { fromHash } from "./address.js";
import { byId } from "./dom.js";
import { makeDocument } from "./model.js";
import { openDocument } from "./service.js";
import { freshReading, nearestStop } from "./state.js";
import { t } from "./strings.js";

/** @typedef {import("./state.js").State} State @typedef {import("./model.js").Doc} Doc */

const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/u;

/**
 * @param {{ store: { state: State, dispatch: (action: any) => void }, desk: import("./desk.js").Desk, keeper: import("./keeping.js").Keeper,
 *   loadHome: () => void, leave: () => void, ask: (query: string) => void, narrow: MediaQueryList, takeOffer: () => void }} page
 */
export function createOpening({ store, desk, keeper, loadHome, leave, ask, narrow, takeOffer }) {
  const { dispatch } = store;

  /** @param {"home" | "reader"} name */
  function showOnly(name) {
    for (const each of ["home", "reader"]) byId(each).hidden = each !== name;
    byId("skip").href = name === "home" ? "#home" : "#desk";
  }

  /** @param {Doc} doc @param {any} kept what the server has of it */
  function show(doc, kept) {
    const asked = fromHash(location.hash, doc.count);
    const reading = { ...freshReading(doc, store.state.settings, narrow.matches), ...keeper.load(doc, kept), ...asked };
    // On a phone the two columns of a wider screen are of little use, unless the address asks for them.
    if (narrow.matches && reading.view === "side" && !asked.view) reading.view = "brief";
    if (!doc.stops.includes(reading.budget)) reading.budget = nearestStop(doc, reading.budget);
    const { query } = reading;
    document.title = doc.title || t("untitled");
    byId("name").textContent = doc.title || t("untitled");
    showOnly("reader");
    byId("askbar").hidden = !query;
    byId("frame").dir = RIGHT_TO_LEFT.test(doc.language) ? "rtl" : "ltr";
    desk.clear();
    dispatch({ type: "opened", doc, reading });
    if (asked.place !== undefined) dispatch({ type: "choose", index: asked.place });
    if (query && query !== doc.own.query) ask(query);
    if (keeper.dirty) keeper.save();
  }

  /** @param {string} id @param {{ push?: boolean }} [how] */
  async function open(id, { push = true } = {}) {
    await keeper.save();
    try {
      const { entry, pages, reading, columns } = await openDocument(id);
      if (push) history.pushState(null, "", `?d=${encodeURIComponent(id)}`);
      show(makeDocument(columns, { id, title: entry.title, source: entry.name, served: true, pages }), reading);
    } catch (error) {
      history.replaceState(null, "", "./");
      showHome();
      if (/** @type {any} */ (error).status === 404) dispatch({ type: "alert", text: t("gone") });
      else keeper.refused(error);
    }
  }

  function showHome() {
    leave();
    document.title = "sentencerank";
    showOnly("home");
    desk.clear();
    dispatch({ type: "left" });
    loadHome();
  }

  async function goHome() {
    await keeper.save();
    history.pushState(null, "", "./");
    showHome();
    scrollTo(0, 0);
  }

  async function route() {
    const id = new URLSearchParams(location.search).get("d");
    if (id) await open(id, { push: false });
    else {
      showHome();
      takeOffer();
    }
  }

  function listen() {
    addEventListener("popstate", async () => {
      const id = new URLSearchParams(location.search).get("d");
      if ((id ?? "") === (store.state.doc?.id ?? "")) return;
      await keeper.save();
      await route();
    });
  }

  return { show, open, goHome, route, listen };
}
