// @ts-check
// The text on the screen: which view is drawn, where the reader is, and which sentences were looked at long enough.

import { Article, lookOf } from "./article.js";
import { Brief } from "./brief.js";
import { byId } from "./dom.js";
import { Pace } from "./pace.js";
import { FIXED, REST } from "./plan.js";
import { picturesShown } from "./state.js";

/** @typedef {import("./model.js").Doc} Doc @typedef {import("./state.js").State} State @typedef {import("./plan.js").Plan} Plan */

const LINE = 0.25; // where a sentence that is gone to stands, as a share of the window
const TICK = 500; // milliseconds

export class Desk {
  /** @param {{ state: State, dispatch: (action: any) => void }} store @param {() => Plan | null} plan */
  constructor(store, plan) {
    this.store = store;
    this.plan = plan;
    this.article = new Article(byId("article"));
    this.brief = new Brief(byId("brief"));
    this.beside = new Brief(byId("beside-brief"), byId("beside"));
    /** @type {Doc | null} */
    this.doc = null; // what is drawn
    /** @type {Plan | null} */
    this.briefPlan = null;
    this.briefView = "";
    this.pace = new Pace();
  }

  get view() {
    return this.store.state.reading?.view ?? "page";
  }

  /** The column that is read. */
  get column() {
    if (this.view === "brief") return this.brief;
    const { reading, doc } = this.store.state;
    return reading && doc?.pages && picturesShown(reading) ? this.beside : this.article;
  }

  /** The chosen sentence, where it is in the tree already. */
  current() {
    return this.column.inTree(this.store.state.reading?.current ?? -1);
  }

  /** @param {number} index */
  look(index) {
    const { doc, reading } = this.store.state;
    const p = this.plan();
    return doc && reading && p ? lookOf(doc, reading, p, index) : 0;
  }

  /** Draw the view. What is read stays where it is on the screen. */
  draw() {
    const { doc, reading } = this.store.state;
    const p = this.plan();
    if (!doc || !reading || !p) return;
    document.body.dataset.view = reading.view;
    document.body.toggleAttribute("data-whole", p.whole);
    const pictures = picturesShown(reading) && doc.pages;
    const turned = this.doc !== doc || this.briefView !== `${reading.view} ${pictures}`;
    const anchor = turned ? null : this.anchor();
    byId("article").hidden = reading.view === "brief" || pictures;
    byId("pictures").hidden = !pictures;
    byId("brief").hidden = reading.view !== "brief";
    byId("beside").hidden = reading.view !== "side";
    const look = (/** @type {number} */ i) => this.look(i);
    if (reading.view !== "brief" && !pictures) {
      if (this.article.doc !== doc) this.article.open(doc, look);
      else this.article.draw();
    }
    const brief = reading.view === "brief" ? this.brief : reading.view === "side" ? this.beside : null;
    if (brief) {
      if (turned || !this.briefPlan || !sameStatus(p, this.briefPlan)) brief.open(doc, p, look);
      else brief.draw();
      this.briefPlan = p;
    }
    this.briefView = `${reading.view} ${pictures}`;
    this.doc = doc;
    if (turned) this.goTo(reading.current >= 0 ? reading.current : reading.place, { always: reading.place > 0 || reading.current >= 0 });
    else if (anchor) this.restore(anchor);
    this.column.flow.update();
    this.beside.flow.update();
  }

  /** Forget the document that is drawn. */
  clear() {
    this.doc = this.article.doc = null;
    this.pace = new Pace();
    this.briefPlan = null;
    this.briefView = "";
    for (const flow of [this.article.flow, this.brief.flow, this.beside.flow]) flow.column.replaceChildren();
  }

  get top() {
    const bar = byId("bar").getBoundingClientRect();
    return Math.max(bar.bottom, 0);
  }

  /** Elements of sentences that the window shows, in order. @returns {HTMLElement[]} */
  visible() {
    const { flow } = this.column;
    const room = flow.room();
    const top = flow.scroller ? room.top : this.top;
    const bottom = Math.min(room.bottom, byId("status").getBoundingClientRect().top || innerHeight);
    const found = [];
    for (let k = flow.firstBelow(top); k < flow.chunks.length; k += 1) {
      const { node } = flow.chunks[k];
      if (node.getBoundingClientRect().top >= bottom) break;
      for (const sentence of /** @type {NodeListOf<HTMLElement>} */ (node.querySelectorAll(".sentence"))) {
        const box = sentence.getBoundingClientRect();
        if (box.height && box.bottom > top && box.top < bottom) found.push(sentence);
      }
    }
    return found;
  }

  /** What stays where it is: the chosen sentence if it is on the screen, else the first there that will still be shown. */
  anchor() {
    const seen = this.visible().filter((node) => node.getBoundingClientRect().top >= this.top - 4);
    const { reading } = this.store.state;
    const staying = seen.filter((node) => this.nearest(Number(node.dataset.index)) === Number(node.dataset.index));
    const node = staying.find((one) => Number(one.dataset.index) === reading?.current) ?? staying[0] ?? seen[0];
    return node ? { index: Number(node.dataset.index), top: node.getBoundingClientRect().top } : null;
  }

  /** @param {{ index: number, top: number }} anchor */
  restore(anchor) {
    const node = this.column.node(this.nearest(anchor.index));
    if (!node) return;
    const { flow } = this.column;
    for (let round = 0; round < 2; round += 1) {
      const moved = node.getBoundingClientRect().top - anchor.top;
      if (Math.abs(moved) > 0.5) flow.scrollBy(moved);
      if (!flow.update()) break;
    }
  }

  /** Do what may give the text another width, while what is read stays where it is. @param {() => void} change */
  keeping(change) {
    const anchor = scrollY < 8 ? null : this.anchor();
    change();
    if (anchor) this.restore(anchor);
  }

  /** The sentence itself if this view shows it, else the nearest that it shows. @param {number} index */
  nearest(index) {
    const { doc } = this.store.state;
    const p = this.plan();
    if (!doc || !p || this.column === this.article) return index;
    for (let away = 0; away < doc.count; away += 1) {
      for (const i of [index + away, index - away]) {
        if (i >= 0 && i < doc.count && p.status[i] !== REST && p.status[i] !== FIXED) return i;
      }
    }
    return -1;
  }

  /** Bring a sentence to the line where one reads, unless it can be read where it is. @param {number} index @param {{ always?: boolean, focus?: boolean }} [how] */
  goTo(index, { always = false, focus = false } = {}) {
    const found = this.nearest(index);
    if (index <= 0 && always === false && !focus) {
      if (index === 0) scrollTo({ top: 0, behavior: "instant" });
      return;
    }
    for (let round = 0; round < 3; round += 1) {
      const node = this.column.node(found);
      if (!node) return;
      const { flow } = this.column;
      const room = flow.room();
      const top = flow.scroller ? room.top : this.top;
      const bottom = room.bottom - 48;
      const box = node.getBoundingClientRect();
      if (always || round > 0 || box.top < top + 8 || box.bottom > bottom) {
        const aim = Math.max(top + 12, Math.min(top + (bottom - top) * LINE, bottom - 12 - box.height));
        if (Math.abs(box.top - aim) > 1) flow.scrollBy(box.top - aim);
      }
      if (!flow.update()) break;
    }
    if (focus) this.column.node(found)?.focus({ preventScroll: true });
    if (this.view === "side" && this.column === this.article) {
      this.beside.node(this.nearestShown(index))?.scrollIntoView?.({ block: "nearest", behavior: "instant" });
      this.beside.flow.update();
    }
  }

  /** @param {number} index */
  nearestShown(index) {
    const p = this.plan();
    if (!p) return -1;
    let best = -1;
    for (const i of p.chosen) if (best < 0 || Math.abs(i - index) < Math.abs(best - index)) best = i;
    return best;
  }

  /** After scrolling: build what came near, and remember the place. */
  follow() {
    const { reading } = this.store.state;
    if (!reading) return;
    this.column.flow.update();
    if (this.view === "side") this.beside.flow.update();
    const seen = this.visible();
    const first = seen.find((node) => node.getBoundingClientRect().top >= this.top - 4) ?? seen[0];
    if (first) {
      const index = scrollY < 8 && !this.column.flow.scroller ? 0 : Number(first.dataset.index);
      if (index !== reading.place) this.store.dispatch({ type: "place", index });
    }
  }

  /** Time goes on, and with it what was read of the screen. */
  tick() {
    const { doc, reading } = this.store.state;
    const p = this.plan();
    if (!doc || !reading || !p || document.visibilityState !== "visible") return;
    const seen = this.visible().map((node) => Number(node.dataset.index));
    const unread = seen.filter((i) => p.status[i] !== REST && p.status[i] !== FIXED && !reading.read[i]);
    const done = this.pace.after(TICK / 1000, unread, seen[0] ?? 0, doc.words).filter((i) => !reading.read[i]);
    if (done.length) this.store.dispatch({ type: "read", indices: done });
  }

  watch() {
    setInterval(() => this.tick(), TICK);
  }
}

/** @param {Plan} a @param {Plan} b */
function sameStatus(a, b) {
  if (a === b) return true;
  if (a.status.length !== b.status.length) return false;
  for (let i = 0; i < a.status.length; i += 1) if (a.status[i] !== b.status[i]) return false;
  return true;
}
