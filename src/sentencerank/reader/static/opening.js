// @ts-check
// Opening a document, going back to the first page, and what the address of the window says about both.

import { fromHash } from "./address.js";
import { fromLastVersion } from "./carrying.js";
import { byId } from "./dom.js";
import { makeDocument } from "./model.js";
import { openDocument } from "./service.js";
import { freshReading, nearestStop } from "./state.js";
import { t } from "./strings.js";

/** @typedef {import("./state.js").State} State @typedef {import("./model.js").Doc} Doc */

const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/u;

/**
 * @param {{ store: { state: State, dispatch: (action: any) => void }, desk: import("./desk.js").Desk, keeper: import("./keeping.js").Keeper,
 *   loadHome: () => Promise<boolean>, leave: () => void, ask: (query: string) => void, narrow: MediaQueryList, takeOffer: () => void }} page
 */
export function createOpening({ store, desk, keeper, loadHome, leave, ask, narrow, takeOffer }) {
  const { dispatch } = store;
  let opened = 0; // how many documents were asked for

  /** The document that the address names. */
  const wanted = () => new URLSearchParams(location.search).get("d");

  /** @param {"home" | "reader"} name */
  function showOnly(name) {
    for (const each of ["home", "reader"]) byId(each).hidden = each !== name;
    byId("skip").href = name === "home" ? "#home" : "#desk";
  }

  /** @param {Doc} doc @param {any} kept what the server has of it @param {Partial<import("./state.js").Reading> | null} [last] what is known of its last version */
  function show(doc, kept, last = null) {
    const asked = fromHash(location.hash, doc.count);
    const reading = { ...freshReading(doc, store.state.settings, narrow.matches), ...keeper.load(doc, kept), ...last, ...asked };
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
    opened += 1;
    const mine = opened;
    // Who chose another document meanwhile, or went on to another address, does not want this one any more.
    const late = () => mine !== opened || (!push && wanted() !== id);
    document.body.ariaBusy = "true"; // a long text takes its time
    await keeper.save();
    try {
      const { entry, pages, reading, columns } = await openDocument(id);
      if (late()) return;
      if (push) history.pushState(null, "", `?d=${encodeURIComponent(id)}`);
      const doc = makeDocument(columns, { id, title: entry.title, source: entry.name, served: true, pages });
      const last = reading.revision ? null : await fromLastVersion(doc, entry);
      show(doc, reading, last);
      if (!last) return;
      keeper.changed();
      dispatch({ type: "alert", text: t("carried") });
    } catch (error) {
      if (late()) return;
      const gone = /** @type {any} */ (error).status === 404;
      if (gone) history.replaceState(null, "", "./"); // else the address stays, for when the server is back
      showHome();
      loadHome();
      if (gone) dispatch({ type: "alert", text: t("gone") });
      else keeper.refused(error);
    } finally {
      if (mine === opened) document.body.ariaBusy = null;
    }
  }

  function showHome() {
    leave();
    document.title = "sentencerank";
    showOnly("home");
    desk.clear();
    dispatch({ type: "left" });
  }

  async function goHome() {
    await keeper.save();
    if (!(await loadHome())) return; // there would be no list: the text stays
    history.pushState(null, "", "./");
    showHome();
    scrollTo(0, 0);
  }

  async function route() {
    const id = wanted();
    if (id) return open(id, { push: false });
    const listed = loadHome();
    if (store.state.doc) await listed; // else cards of long ago would be seen, and move away below the pointer
    if (wanted()) return; // gone forward again meanwhile
    showHome();
    takeOffer();
  }

  function listen() {
    addEventListener("popstate", async () => {
      if ((wanted() ?? "") === (store.state.doc?.id ?? "")) return;
      await keeper.save();
      await route();
    });
  }

  return { show, open, goHome, route, listen };
}
