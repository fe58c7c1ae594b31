// @ts-check
// Asking: a query goes to the server or is answered by the page itself, and its hits are gone through.

import { byId } from "./dom.js";
import { prepareRerank, rerank } from "./rerank.js";
import { orderFor } from "./service.js";
import { t } from "./strings.js";

/** @typedef {import("./state.js").State} State */

const PATIENCE = 400; // milliseconds; for the first query of a long document the server needs seconds
const PAUSE = 180; // milliseconds without a key, after which a query is asked

/**
 * @param {{ store: { state: State, dispatch: (action: any) => void }, derived: import("./derived.js").Derived, jump: (index: number) => void,
 *   refused: (error: any) => void, drawPanels: () => void, focusText: () => void }} page
 */
export function createAsking({ store, derived, jump, refused, drawPanels, focusText }) {
  const { dispatch } = store;
  const field = byId("query");
  /** @type {any} */
  let timer = 0;
  /** @type {AbortController | null} */
  let running = null;

  /** @param {string} query */
  async function ask(query) {
    const { doc } = store.state;
    clearTimeout(timer);
    running?.abort();
    if (!doc) return;
    if (!query || !doc.served) return answered(query, query ? rerank(doc, query) : null);
    const controller = new AbortController();
    running = controller;
    dispatch({ type: "ask", query });
    const wanted = () => !controller.signal.aborted && store.state.doc === doc;
    // Who already goes through hits keeps them.
    const take = (/** @type {import("./model.js").Order | null} */ order) => store.state.hit < 0 && answered(query, order);
    // Until the server answers, or if it does not, the page ranks by the words, rather than not at all.
    const meanwhile = setTimeout(() => {
      const order = wanted() && rerank(doc, query);
      if (order) take(order);
    }, PATIENCE);
    try {
      const order = await orderFor(doc.id, query, controller.signal);
      if (wanted()) take(order.query === null ? null : order);
    } catch (error) {
      if (!wanted()) return;
      take(rerank(doc, query));
      refused(error);
    } finally {
      clearTimeout(meanwhile);
    }
  }

  /** @param {string} query @param {import("./model.js").Order | null} order null: no word of the query is in the text */
  function answered(query, order) {
    dispatch({ type: "answered", query, order });
    if (query && !order) dispatch({ type: "say", text: t("unknownQuery") });
  }

  /** @param {number} place */
  function goToHit(place) {
    const { order } = derived.hits();
    if (!order.length) return;
    const at = (place + order.length) % order.length;
    dispatch({ type: "hit", place: at });
    jump(order[at]);
  }

  function open() {
    const { doc } = store.state;
    byId("askbar").hidden = false;
    drawPanels();
    field.focus();
    if (doc) prepareRerank(doc);
  }

  function clear() {
    field.value = "";
    ask("");
    byId("askbar").hidden = true;
    drawPanels();
    focusText();
  }

  const next = () => goToHit(store.state.hit + 1);
  const previous = () => goToHit(store.state.hit < 0 ? -1 : store.state.hit - 1);

  function listen() {
    field.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => ask(field.value.trim()), PAUSE);
    });
    byId("askbar").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      const query = field.value.trim();
      if (query === store.state.reading?.query && store.state.reading?.asked) next();
      else ask(query);
    });
    field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") clear();
      if (event.key !== "Enter" || !event.shiftKey) return;
      event.preventDefault();
      previous();
    });
    byId("clear-query").addEventListener("click", clear);
    byId("show-ask").addEventListener("click", () => (byId("askbar").hidden ? open() : clear()));
  }

  return { ask, open, clear, goToHit, next, previous, listen };
}
