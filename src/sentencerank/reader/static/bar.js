// @ts-check
// The row of tools and the line at the foot: the time, the view, what is left, what was read of each section.

import { byId, make, refill } from "./dom.js";
import { coverageBars, furtherPass } from "./plan.js";
import { MORE } from "./state.js";
import { duration, roughly, t } from "./strings.js";

/** @typedef {import("./model.js").Doc} Doc @typedef {import("./state.js").Reading} Reading @typedef {import("./plan.js").Plan} Plan */

/** "½", "20", "all". @param {number} minutes */
const stopLabel = (minutes) => (minutes === Infinity ? t("all") : minutes === 0.5 ? "½" : String(minutes));

/** @param {Doc} doc @param {Reading} reading @param {Plan} p @param {(minutes: number) => void} choose */
export function drawBudget(doc, reading, p, choose) {
  refill(
    byId("stops"),
    p.stops.map((stop, place) =>
      make(
        "button",
        {
          type: "button",
          class: "stop",
          "data-seconds": Math.round(stop.seconds * 10) / 10,
          "data-far": Math.abs(place - p.at) > 2 && place > 0 && place < p.stops.length - 1,
          "aria-pressed": stop.minutes === reading.budget,
          title: duration(stop.seconds),
          "aria-label": stop.minutes === Infinity ? t("all") : t("minute", { n: stopLabel(stop.minutes) }),
          onclick: () => choose(stop.minutes),
        },
        stopLabel(stop.minutes),
      ),
    ),
  );
  const readout = byId("readout");
  readout.dataset.seconds = String(Math.round(p.seconds * 10) / 10);
  readout.textContent = p.whole ? t("wholeText", { total: duration(p.total) }) : t("ofTime", { shown: duration(p.seconds), total: roughly(p.total) });
  byId("less").disabled = p.at === 0;
  byId("more").disabled = p.at === p.stops.length - 1;
}

/** @param {string} view */
export function drawViews(view) {
  for (const button of byId("views").children) button.setAttribute("aria-pressed", String(button.dataset.view === view));
}

/** @param {Doc} doc @param {Reading} reading @param {Plan} p */
export function drawStatus(doc, reading, p) {
  const further = furtherPass(doc, reading, MORE);
  byId("left").textContent = !further ? t("finished") : p.unread > 0 ? t(reading.before ? "leftNew" : "left", { time: duration(p.unread) }) : t("allRead");
  const button = byId("further");
  // A text of one stop is shown whole anyway.
  button.hidden = !further || doc.stops.length === 1 || !(reading.read.includes(1) || reading.before);
  if (further) {
    button.textContent = t(further.all ? "restNew" : "moreNew", { time: roughly(further.seconds) });
    button.dataset.minutes = String(further.minutes);
    button.classList.toggle("primary", p.unread <= 0);
  }
  drawCoverage(doc, reading);
}

const BARS = 40;

/** @param {Doc} doc @param {Reading} reading */
function drawCoverage(doc, reading) {
  const titleOf = (/** @type {number} */ number) => doc.sections[number].title || t("beginning");
  const bars = coverageBars(doc, reading.read, BARS).map(({ first, last, share }) => {
    const title = first === last ? titleOf(first) : `${titleOf(first)} – ${titleOf(last)}`;
    return { share, label: t("coverageOf", { title, n: Math.round(100 * share) }) };
  });
  const node = byId("coverage");
  node.setAttribute("aria-label", `${t("coverage")}: ${bars.map(({ label }) => label).join("; ")}`);
  node.title = t("coverage");
  node.replaceChildren(
    ...bars.map(({ share, label }) => {
      const bar = make("i", { title: label });
      bar.style.setProperty("--share", String(share));
      return bar;
    }),
  );
}
