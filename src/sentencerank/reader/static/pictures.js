// @ts-check
// The pages of a PDF as they were printed, with the sentences of the Brief marked on them. Each page is asked for when it
// comes near the window.

import { make } from "./dom.js";
import { CHOSEN } from "./plan.js";
import { pageAddress, placesOf } from "./service.js";
import { t } from "./strings.js";

/** @typedef {import("./model.js").Doc} Doc @typedef {import("./plan.js").Plan} Plan */

/** @param {HTMLElement} column @param {(index: number) => void} choose */
export function createPictures(column, choose) {
  /** @type {Doc | null} */
  let doc = null;
  /** @type {Plan | null} */
  let plan = null;
  let current = -1; // the chosen sentence, also for pages that come later
  const watcher = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) if (isIntersecting) load(/** @type {HTMLElement} */ (target));
  }, { rootMargin: "100% 0%" });

  /** @param {Doc} of */
  function open(of) {
    if (doc === of) return;
    doc = of;
    watcher.disconnect();
    const last = of.pageOf.reduce((most, page) => Math.max(most, page), 0);
    const pages = Array.from({ length: last }, (_, k) => make("figure", { class: "sheet", "data-page": k + 1, "data-label": t("pageNumber", { n: k + 1 }) }));
    column.replaceChildren(...pages);
    for (const page of pages) watcher.observe(page);
  }

  /** @param {HTMLElement} sheet */
  async function load(sheet) {
    watcher.unobserve(sheet);
    if (!doc || sheet.firstChild) return;
    const of = doc;
    const number = Number(sheet.dataset.page);
    const image = make("img", { src: pageAddress(of.id, number), alt: t("pageAlt", { n: number }) });
    image.addEventListener("error", () => {
      sheet.removeAttribute("data-label");
      sheet.replaceChildren(make("p", { class: "note" }, t("noPage")));
    });
    image.addEventListener("load", () => sheet.removeAttribute("data-label"));
    sheet.append(image);
    try {
      const [{ boxes, scale }] = await Promise.all([placesOf(of.id, number), image.decode()]);
      const [width, height] = [image.naturalWidth / scale, image.naturalHeight / scale];
      for (const [index, [left, top, right, bottom]] of boxes) {
        const box = make("button", { type: "button", class: "box", "data-index": index, tabindex: -1, "aria-hidden": true, onclick: () => choose(index) });
        const share = { left: left / width, top: top / height, width: (right - left) / width, height: (bottom - top) / height };
        for (const [name, value] of Object.entries(share)) box.style.setProperty(name, `${100 * value}%`);
        sheet.append(box);
      }
      draw();
    } catch {
      // the picture alone is still of use
    }
  }

  /** Mark the sentences of the time, and the chosen one. @param {Plan | null} [next] @param {number} [chosen] */
  function draw(next = plan, chosen = current) {
    [plan, current] = [next, chosen];
    for (const box of /** @type {NodeListOf<HTMLElement>} */ (column.querySelectorAll(".box"))) {
      const index = Number(box.dataset.index);
      box.classList.toggle("chosen", plan?.status[index] === CHOSEN);
      box.classList.toggle("current", index === current);
    }
  }

  /** @param {number} page */
  const goTo = (page) => column.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: "start", behavior: "instant" });

  return { open, draw, goTo };
}
