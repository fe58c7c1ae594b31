// @ts-check
// The first page: what this is, one field for everything, and the documents that wait to be read on.

import { byId, make, opensElsewhere } from "./dom.js";
import { EXAMPLE } from "./example.js";
import { secondsFor } from "./plan.js";
import { deleteDocument, listDocuments, renameDocument } from "./service.js";
import { roughly, spokenLanguage, t } from "./strings.js";

const PAGE = 30; // cards at a time
const LINK = /^https?:\/\/\S+$/iu;

/** @param {{ open: (id: string) => void, add: (thing: any) => void, failed: (error: any) => void }} act */
export function createHome(act) {
  /** @type {any[]} */
  let entries = [];
  let total = 0;
  let asked = 0;
  /** @type {Promise<boolean>} */
  let latest = Promise.resolve(true);

  /** Ask for the list and draw it; whether it came. @param {boolean} [more] @returns {Promise<boolean>} */
  function load(more = false) {
    latest = ask(more);
    return latest;
  }

  /** @param {boolean} more @returns {Promise<boolean>} */
  async function ask(more) {
    asked += 1;
    const mine = asked;
    const q = byId("find").value.trim();
    try {
      const found = await listDocuments({ q, limit: PAGE, offset: more ? entries.length : 0 });
      if (mine !== asked) return latest; // asked again meanwhile: only that list is drawn
      entries = more ? [...entries, ...found.documents] : found.documents;
      total = found.total;
      draw(q);
      return true;
    } catch (error) {
      if (mine !== asked) return latest;
      act.failed(error);
      return false;
    }
  }

  /** @param {string} q */
  function draw(q) {
    byId("shelf").replaceChildren(...entries.map(card));
    byId("find").hidden = !entries.length && !q;
    byId("shelf-note").textContent = entries.length ? "" : q ? t("noneFound") : t("none");
    const more = byId("shelf-more");
    more.hidden = entries.length >= total;
    more.textContent = t("showMore", { n: Math.min(PAGE, total - entries.length) });
  }

  /** @param {any} entry */
  function card(entry) {
    const title = entry.title || entry.name || t("untitled");
    const share = Math.round(100 * (entry.progress ?? 0));
    const when = (/** @type {string} */ time) => new Intl.DateTimeFormat(spokenLanguage(), { dateStyle: "medium" }).format(new Date(time));
    const link = make("a", { href: `?d=${encodeURIComponent(entry.id)}`, class: "card-title", dir: "auto" }, title);
    link.addEventListener("click", (/** @type {any} */ event) => {
      if (opensElsewhere(event)) return;
      event.preventDefault();
      act.open(entry.id);
    });
    const meter = make("progress", { max: 100, value: share, "aria-label": t("readShare", { n: share }) });
    const told = [roughly(secondsFor(entry.words)), share ? t("readShare", { n: share }) : entry.opened ? "" : t("notBegun")].filter(Boolean);
    const facts = [...(entry.name && entry.name !== title ? [entry.name] : []), ...told.map((fact) => make("span", { class: "fact" }, fact))].flatMap((fact, k) => (k ? [" · ", fact] : [fact]));
    return make(
      "li",
      { class: "card", "data-id": entry.id },
      link,
      ...(entry.snippet ? [make("p", { class: "snippet", dir: "auto" }, entry.snippet)] : []),
      meter,
      make("p", { class: "card-note" }, ...facts, make("br"), entry.opened ? t("openedOn", { date: when(entry.opened) }) : t("addedOn", { date: when(entry.added) })),
      make(
        "div",
        { class: "row" },
        make("button", { type: "button", class: "quiet", "aria-label": `${t("rename")}: ${title}`, onclick: (/** @type {any} */ event) => rename(event.target.closest("li"), entry, title) }, t("rename")),
        make("button", { type: "button", class: "quiet", "aria-label": `${t("remove")}: ${title}`, onclick: () => remove(entry, title) }, t("remove")),
      ),
    );
  }

  /** @param {any} item @param {any} entry @param {string} title */
  function rename(item, entry, title) {
    const field = make("input", { type: "text", value: title, maxlength: 200, "aria-label": t("newTitle"), dir: "auto" });
    let open = true;
    const finish = async (/** @type {boolean} */ keep) => {
      if (!open) return;
      open = false;
      const wanted = field.value.trim();
      try {
        if (keep && wanted && wanted !== title) Object.assign(entry, await renameDocument(entry.id, wanted));
      } catch (error) {
        act.failed(error);
      }
      draw(byId("find").value.trim());
    };
    field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter") finish(true);
      if (event.key === "Escape") finish(false);
    });
    field.addEventListener("blur", () => finish(true));
    item.querySelector(".card-title").replaceWith(field);
    field.focus();
    field.select();
  }

  /** @param {any} entry @param {string} title */
  async function remove(entry, title) {
    if (!confirm(t("removeSure", { title }))) return;
    try {
      await deleteDocument(entry.id);
      await load();
    } catch (error) {
      act.failed(error);
    }
  }

  function listen() {
    /** @type {any} */
    let timer = 0;
    byId("find").addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => load(), 150);
    });
    byId("shelf-more").addEventListener("click", () => load(true));
    const submit = () => {
      const value = byId("add").value.trim();
      if (!value) return byId("add").focus();
      byId("add").value = "";
      grow();
      act.add(LINK.test(value) ? { address: value } : { body: value, name: "pasted.txt" });
    };
    byId("add-form").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      submit();
    });
    const grow = () => byId("add").style.setProperty("height", byId("add").value.includes("\n") ? "9rem" : "");
    byId("add").addEventListener("input", grow);
    byId("add").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || event.shiftKey || byId("add").value.includes("\n")) return;
      event.preventDefault();
      submit();
    });
    byId("upload").addEventListener("change", (/** @type {any} */ event) => {
      for (const file of event.target.files) act.add({ body: file, name: file.name });
      event.target.value = "";
    });
    byId("example").addEventListener("click", () => act.add({ body: EXAMPLE, name: "example.md" }));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      for (const file of event.dataTransfer?.files ?? []) act.add({ body: file, name: file.name });
    });
  }

  return { load, listen };
}
