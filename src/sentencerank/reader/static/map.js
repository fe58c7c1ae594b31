// @ts-check
// The map in the margin: one tick per sentence, dark for a high rank, wide for the Brief, a frame for the window.

import { byId } from "./dom.js";
import { FIXED, REST } from "./plan.js";

/** @typedef {import("./model.js").Doc} Doc @typedef {import("./state.js").Reading} Reading @typedef {import("./plan.js").Plan} Plan */

/** @param {Doc} doc @param {Reading} reading @param {Plan} p */
export function drawMap(doc, reading, p) {
  const canvas = byId("map-ticks");
  const { width, height } = canvas.getBoundingClientRect();
  if (!width || !height || !doc.count) return;
  const scale = devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const pen = canvas.getContext("2d");
  const style = getComputedStyle(canvas);
  const ink = style.color; // resolved for light or dark, as a token is not
  const readInk = style.getPropertyValue("--read").trim() || ink;
  const total = Math.max(doc.wordsBefore[doc.count], 1);
  const { order } = reading.asked ?? doc.own;
  const mirrored = getComputedStyle(byId("desk")).direction === "rtl";
  // From the lowest rank up, so that where many share a row of pixels the best one is seen; then one stroke per row,
  // however many sentences there are.
  const owner = new Int32Array(canvas.height).fill(-1);
  for (let place = doc.count - 1; place >= 0; place -= 1) {
    const i = order[place];
    const top = Math.floor((doc.wordsBefore[i] / total) * canvas.height);
    const bottom = Math.floor((doc.wordsBefore[i + 1] / total) * canvas.height - scale);
    owner.fill(place, top, Math.max(bottom, top + 1));
  }
  const steep = 2 * Math.max(1, doc.count / canvas.height); // else a row that shows the best of many would always be dark
  for (let y = 0; y < canvas.height; y += 1) {
    if (owner[y] < 0) continue;
    const i = order[owner[y]];
    const shown = p.status[i] !== REST && p.status[i] !== FIXED;
    const wide = canvas.width * (shown ? 1 : 0.4);
    pen.globalAlpha = 0.12 + 0.88 * (1 - owner[y] / doc.count) ** steep;
    pen.fillStyle = reading.read[i] ? readInk : ink;
    pen.fillRect(mirrored ? 0 : canvas.width - wide, y, wide, 1);
  }
}

/** Move the frame over the sentences that the window shows. @param {Doc} doc @param {number} first @param {number} last */
export function frameMap(doc, first, last) {
  const frame = byId("map-frame");
  frame.hidden = first < 0;
  if (first < 0) return;
  const total = Math.max(doc.wordsBefore[doc.count], 1);
  const from = doc.wordsBefore[first] / total;
  const to = doc.wordsBefore[last + 1] / total;
  frame.style.setProperty("top", `${100 * from}%`);
  frame.style.setProperty("height", `${Math.max(100 * (to - from), 0.5)}%`);
}

/** The sentence at a share of the map's height. @param {Doc} doc @param {number} share */
export function sentenceAt(doc, share) {
  const word = Math.min(Math.max(share, 0), 1) * doc.wordsBefore[doc.count];
  let index = doc.wordsBefore.findIndex((before) => before > word) - 1;
  if (index < 0) index = doc.count - 1;
  return Math.min(index, doc.count - 1);
}
