// @ts-check
// Which sentences were on the screen long enough to be read. What stays on the screen is read at the usual pace, so that
// nothing is called read, and turns pale, before the eyes have come to it. Who reads on more quickly has read what left
// the screen above, up to a pace at which nobody reads.

import { WORDS_PER_MINUTE } from "./model.js";

const FASTEST = 3; // times as quickly as one usually reads

export class Pace {
  constructor() {
    this.usual = 0; // words that may have been read by now, beyond those that were
    this.quick = 0; // the same for a quick reader
    /** @type {number[]} */
    this.seen = []; // unread sentences that were on the screen the last time
  }

  /**
   * What was read when some time has gone by.
   * @param {number} seconds
   * @param {number[]} unread sentences of the time on the screen that were not read, in order
   * @param {number} first the first sentence on the screen; what was seen and stands above it was passed
   * @param {ArrayLike<number>} words of each sentence
   * @returns {number[]}
   */
  after(seconds, unread, first, words) {
    const passed = this.take(this.seen.filter((i) => i < first && !unread.includes(i)), words, () => this.quick);
    if (!this.seen.some((i) => unread.includes(i))) this.usual = this.quick = 0; // another place: nothing of it was read yet
    this.usual += (seconds * WORDS_PER_MINUTE) / 60;
    this.quick += (seconds * WORDS_PER_MINUTE * FASTEST) / 60;
    const done = [...passed, ...this.take(unread, words, () => this.usual)];
    this.seen = unread.filter((i) => !done.includes(i));
    return done;
  }

  /** The first of some sentences, as far as the words reach. @param {number[]} sentences @param {ArrayLike<number>} words @param {() => number} reach */
  take(sentences, words, reach) {
    const end = sentences.findIndex((i) => {
      if (reach() < words[i]) return true;
      this.quick = Math.max(this.quick - words[i], 0);
      this.usual = Math.max(this.usual - words[i], 0);
      return false;
    });
    return end < 0 ? sentences : sentences.slice(0, end);
  }
}
