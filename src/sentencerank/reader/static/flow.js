// @ts-check
// A long column of items of which only those near the window are in the tree. Items are gathered in chunks; a chunk far
// from the window is an empty box of the height it had, or is guessed to have.

const CHUNK = 1200; // guessed pixels of a chunk
const MOST = 60; // items of a chunk
const NEAR = 1.2; // screens around the window that are built
const FAR = 3; // screens beyond which a chunk is emptied again

/**
 * @typedef {{ from: number, to: number, node: HTMLElement, filled: boolean, height: number }} Chunk
 * @typedef {{ build: (item: number) => HTMLElement, drop: (item: number) => void, whole: boolean }} Items
 */

export class Flow {
  /** @param {HTMLElement} column where the chunks go @param {HTMLElement | null} scroller null: the window itself */
  constructor(column, scroller = null) {
    this.column = column;
    this.scroller = scroller;
    /** @type {Chunk[]} */
    this.chunks = [];
    /** @type {Items | null} */
    this.items = null;
    /** @type {Int32Array} */
    this.chunkOf = new Int32Array(0);
  }

  /** Begin anew with other items; `heights` are guesses in pixels. @param {ArrayLike<number>} heights @param {Items} items */
  reset(heights, items) {
    this.items = items;
    this.chunks = [];
    this.chunkOf = new Int32Array(heights.length);
    let from = 0;
    let height = 0;
    for (let k = 0; k <= heights.length; k += 1) {
      if (k === heights.length ? k > from : height > CHUNK || k - from >= MOST) {
        const node = document.createElement("div");
        node.className = "chunk";
        this.chunkOf.fill(this.chunks.length, from, k);
        this.chunks.push({ from, to: k, node, filled: false, height });
        this.empty(this.chunks[this.chunks.length - 1]);
        [from, height] = [k, 0];
      }
      height += heights[k] ?? 0;
    }
    this.column.replaceChildren(...this.chunks.map(({ node }) => node));
    if (items.whole) for (const chunk of this.chunks) this.fill(chunk);
  }

  /** @param {Chunk} chunk */
  fill(chunk) {
    if (chunk.filled || !this.items) return;
    chunk.filled = true;
    /** @type {HTMLElement[]} */
    const nodes = [];
    for (let k = chunk.from; k < chunk.to; k += 1) {
      const node = this.items.build(k);
      const before = nodes[nodes.length - 1];
      // Neighbouring items of a list make one list.
      if (node.tagName !== "LI") nodes.push(node);
      else if (before?.tagName === "UL") before.append(node);
      else {
        const list = document.createElement("ul");
        list.append(node);
        nodes.push(list);
      }
    }
    chunk.node.replaceChildren(...nodes);
    chunk.node.style.removeProperty("height");
  }

  /** @param {Chunk} chunk */
  empty(chunk) {
    if (chunk.filled) {
      chunk.height = chunk.node.getBoundingClientRect().height;
      for (let k = chunk.from; k < chunk.to; k += 1) this.items?.drop(k);
      chunk.node.replaceChildren();
    }
    chunk.filled = false;
    chunk.node.style.setProperty("height", `${chunk.height}px`);
  }

  /** The chunk that holds an item, built. @param {number} item */
  ensure(item) {
    const chunk = this.chunks[this.chunkOf[item]];
    if (!chunk || chunk.filled) return;
    this.keeping(() => this.fill(chunk));
  }

  /** Build everything, as for printing; what is far from the window is emptied when that moves. */
  fillAll() {
    this.keeping(() => {
      for (const chunk of this.chunks) this.fill(chunk);
    });
  }

  room() {
    const box = this.scroller?.getBoundingClientRect();
    return box ? { top: box.top, bottom: box.bottom } : { top: 0, bottom: innerHeight };
  }

  /** Build what came near the window, and empty what is far. Returns whether anything was built. */
  update() {
    if (!this.items || this.items.whole || !this.chunks.length) return false;
    const { top, bottom } = this.room();
    const screen = Math.max(bottom - top, 200);
    const first = this.firstBelow(top - NEAR * screen);
    /** @type {Chunk[]} */
    const near = [];
    for (let k = first; k < this.chunks.length; k += 1) {
      if (this.chunks[k].node.getBoundingClientRect().top > bottom + NEAR * screen) break;
      near.push(this.chunks[k]);
    }
    const fresh = near.filter((chunk) => !chunk.filled);
    const far = this.chunks.filter((chunk) => {
      if (!chunk.filled || near.includes(chunk)) return false;
      const box = chunk.node.getBoundingClientRect();
      return box.bottom < top - FAR * screen || box.top > bottom + FAR * screen;
    });
    if (fresh.length || far.length) {
      this.keeping(() => {
        for (const chunk of fresh) this.fill(chunk);
        for (const chunk of far) this.empty(chunk);
      });
    }
    return fresh.length > 0;
  }

  /** Number of the first chunk whose lower edge is below `y`. @param {number} y */
  firstBelow(y) {
    let low = 0;
    let high = this.chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.chunks[middle].node.getBoundingClientRect().bottom > y) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Do something while what stands at the top of the window stays there. @param {() => void} change */
  keeping(change) {
    const { top } = this.room();
    const anchor = this.chunks[this.firstBelow(top + 80)]?.node;
    const before = anchor?.getBoundingClientRect().top;
    change();
    if (!anchor?.isConnected) return;
    const moved = anchor.getBoundingClientRect().top - before;
    if (Math.abs(moved) > 0.5) this.scrollBy(moved);
  }

  /** @param {number} by */
  scrollBy(by) {
    (this.scroller ?? globalThis).scrollBy({ top: by, behavior: "instant" });
  }
}
