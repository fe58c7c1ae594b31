// @ts-check
// The Brief read aloud by the browser itself, sentence by sentence; each one that was spoken counts as read.

/** @param {{ text: (index: number) => string, begin: (index: number) => void, done: (index: number) => void, failed: () => void, ended: () => void }} listener */
export function createVoice(listener) {
  const speech = globalThis.speechSynthesis;
  let round = 0; // a start or a stop ends what was begun before it
  let running = false;
  return {
    possible: Boolean(speech),
    get speaking() {
      return running;
    },
    /** @param {number[]} indices @param {string} language */
    start(indices, language) {
      this.stop();
      running = true;
      const mine = round;
      const next = (/** @type {number} */ place) => {
        if (mine !== round) return;
        if (place >= indices.length) {
          running = false;
          listener.ended();
          return;
        }
        const index = indices[place];
        const words = new SpeechSynthesisUtterance(listener.text(index));
        if (language && language !== "und") words.lang = language;
        words.onend = () => {
          if (mine !== round) return;
          listener.done(index);
          next(place + 1);
        };
        words.onerror = () => {
          // No voice, or none for this language: what was not spoken was not read.
          if (mine !== round) return;
          this.stop();
          listener.failed();
        };
        listener.begin(index);
        speech.speak(words);
      };
      next(0);
    },
    stop() {
      round += 1;
      running = false;
      speech?.cancel();
      listener.ended();
    },
  };
}
