// @ts-check
// The words of the page in its language, and its dialogs: export, settings, keys.

import { byId, make } from "./dom.js";
import { download, exported } from "./exporting.js";
import { KEYS } from "./keys.js";
import { spokenLanguage, t } from "./strings.js";

/** Keys that are told in the words of their buttons. @type {Record<string, string>} */
const SAID = {
  moreTime: "more", lessTime: "less", important: "important", unimportant: "unimportant", paragraph: "paragraph", paragraphLess: "paragraphLess", ask: "ask", export: "export", home: "home",
};

/** Write every word of the page anew, in the language that is spoken now. */
export function translate() {
  document.documentElement.lang = spokenLanguage();
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-t]"))) node.textContent = t(node.dataset.t ?? "");
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-t-label]"))) {
    node.setAttribute("aria-label", t(node.dataset.tLabel ?? ""));
    if (node.tagName === "BUTTON") node.title = t(node.dataset.tLabel ?? "");
  }
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-t-placeholder]"))) node.setAttribute("placeholder", t(node.dataset.tPlaceholder ?? ""));
  byId("keys").tBodies[0].replaceChildren(
    .../** @type {[string, string][]} */ ([["1 … 9", "stops"], ...KEYS]).map(([key, name]) => make("tr", {}, make("td", {}, make("kbd", {}, key)), make("td", {}, t(SAID[name] ?? `k_${name}`)))),
  );
  byId("bookmarklet").href = bookmarklet(location.origin);
}

/** What a bookmark runs on another page: it hands that page over in the part of the address that no server gets. @param {string} origin */
export function bookmarklet(origin) {
  // Browsers refuse addresses of more than two million characters: of such a page only the address is handed over.
  const code = `(()=>{const a=(o)=>${JSON.stringify(`${origin}/#`)}+new URLSearchParams({title:document.title,...o}),w=a({add:document.documentElement.outerHTML});open(w.length<2e6?w:a({link:location.href}),"_blank","noopener")})()`;
  return `javascript:${encodeURIComponent(code)}`;
}

/** @param {() => { doc: any, reading: any, plan: any }} current */
export function listenToDialogs(current) {
  for (const button of document.querySelectorAll("[data-dismiss]")) button.addEventListener("click", () => button.closest("dialog")?.close());
  for (const dialog of document.querySelectorAll("dialog")) dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-export]"))) {
    button.addEventListener("click", () => {
      const { doc, reading, plan } = current();
      if (!doc) return;
      const kind = button.dataset.export ?? "";
      download(doc, kind, exported(doc, reading, plan, kind));
      byId("export-note").textContent = t("saved");
    });
  }
  byId("print").addEventListener("click", () => {
    byId("export").close();
    print();
  });
}

/** @param {{ state: import("./state.js").State, dispatch: (action: any) => void }} store */
export function listenToSettings(store) {
  for (const field of byId("settings").querySelectorAll("[name]")) {
    const box = field.type === "checkbox";
    const value = /** @type {any} */ (store.state.settings)[field.name];
    if (box) field.checked = value;
    else field.value = value;
    field.addEventListener("change", () => store.dispatch({ type: "settings", settings: { [field.name]: box ? field.checked : field.value } }));
  }
  byId("forget").addEventListener("click", () => {
    if (store.state.doc && confirm(t("forgetSure"))) store.dispatch({ type: "forget" });
  });
}

