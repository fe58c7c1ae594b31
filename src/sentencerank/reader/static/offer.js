// @ts-check
// A page that a bookmarklet or the extension handed over: #add=… holds it, #link=… names it. It is asked about first.

import { byId, make } from "./dom.js";
import { t } from "./strings.js";

/** @param {(thing: { body?: Blob, name?: string, address?: string }) => void} add */
export function takeOffer(add) {
  const parts = new URLSearchParams(location.hash.slice(1));
  const [body, address] = [parts.get("add"), parts.get("link")];
  if (!body && !address) return;
  history.replaceState(null, "", "./");
  const title = parts.get("title") || address || "";
  const accept = () => {
    card.remove();
    add(body ? { body: new Blob([body], { type: "text/html" }), name: `${title.slice(0, 80) || "page"}.html` } : { address: address ?? "" });
  };
  const card = make(
    "li",
    { class: "card offer" },
    make("b", { class: "card-title", dir: "auto" }, t("offered", { title })),
    make("div", { class: "row" }, make("button", { type: "button", class: "primary", onclick: accept }, t("offeredOk")), make("button", { type: "button", onclick: () => card.remove() }, t("dismiss"))),
  );
  byId("home-jobs").before(make("ul", { class: "cards" }, card));
  card.querySelector("button").focus();
}
