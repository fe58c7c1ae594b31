// Where the reader is: what the window shows, and keeping the line being read where it stands.

const LINE = 0.3; // the line being read, as a share of the window's height

/** Number of the first block whose lower edge is below `y`; hidden blocks have no height and do not disturb the order. */
function firstBlockBelow(page, y) {
  let low = 0;
  let high = page.blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (page.blocks[middle].getBoundingClientRect().bottom > y) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** First and last sentence, in document order, that the window shows; null for an empty window. */
export function sentencesInView(doc, page, top, bottom) {
  let first = -1;
  let last = -1;
  for (let b = firstBlockBelow(page, top); b < doc.blocks.length; b += 1) {
    if (page.blocks[b].hasAttribute("hidden")) continue; // to measure inside it would lay it out, one by one
    if (page.blocks[b].getBoundingClientRect().top >= bottom) break;
    for (let i = doc.blocks[b].first; i < doc.blocks[b].end; i += 1) {
      if (page.sentences[i].hasAttribute("hidden")) continue;
      const box = page.sentences[i].getBoundingClientRect();
      if (!box.height || box.bottom <= top || box.top >= bottom) continue;
      if (first < 0) first = i;
      last = i;
    }
  }
  return first < 0 ? null : { first, last };
}

/** What stays where it is while `change` redraws: the chosen sentence if it is on screen, else the line being read. */
export function keepingPlace(doc, page, { anchor: given, current, willShow, top }, change) {
  const anchor = given ?? anchorFor(doc, page, current, willShow, top);
  const before = anchor?.getBoundingClientRect().top;
  const root = document.documentElement;
  root.style.setProperty("overflow-anchor", "none"); // the browser's own anchor may be another line, and both would act
  change();
  requestAnimationFrame(() => requestAnimationFrame(() => root.style.removeProperty("overflow-anchor")));
  if (!anchor) return;
  const correct = () => {
    const box = anchor.getBoundingClientRect();
    const moved = box.top - before;
    if (box.height && Math.abs(moved) > 0.5) scrollBy({ top: moved, behavior: "instant" });
  };
  correct();
  requestAnimationFrame(correct); // blocks that were only estimated have their height now
}

function anchorFor(doc, page, current, willShow, top) {
  const seen = sentencesInView(doc, page, top, innerHeight);
  if (!seen) return null;
  const stays = (i) => willShow(i) && !page.sentences[i].closest("[hidden]");
  if (current >= seen.first && current <= seen.last && willShow(current)) return page.sentences[current];
  const line = top + (innerHeight - top) * LINE;
  let best = null;
  let least = Infinity;
  for (let i = seen.first; i <= seen.last; i += 1) {
    if (!stays(i)) continue;
    const distance = Math.abs(page.sentences[i].getBoundingClientRect().top - line);
    if (distance < least) [best, least] = [page.sentences[i], distance];
  }
  if (best) return best;
  for (let step = 1; step < 200; step += 1) {
    // Nothing on screen stays: the nearest sentence that is there before and after.
    for (const i of [seen.first - step, seen.last + step]) {
      if (i >= 0 && i < doc.count && stays(i)) return page.sentences[i];
    }
  }
  return null;
}

/** Scroll a node to the line being read between `top` and `bottom`, unless it can be read where it is. */
export function bringIntoView(node, { top, bottom }, { always = false } = {}) {
  const place = () => {
    const box = node.getBoundingClientRect();
    const room = bottom - top;
    if (always || box.top < top + 8 || box.bottom > top + room * 0.85) {
      const aim = Math.max(top + 12, Math.min(top + room * LINE, bottom - 12 - box.height));
      scrollBy({ top: box.top - aim, behavior: "instant" });
    }
    always = false;
  };
  node.scrollIntoView({ block: "nearest", behavior: "instant" }); // lays out what was only estimated
  place();
  requestAnimationFrame(place);
}
