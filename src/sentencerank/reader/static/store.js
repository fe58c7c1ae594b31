// @ts-check
// The one place where state changes: an action goes in, and whoever drew a slice that changed draws it again.

/**
 * @template S, A
 * @param {S} first
 * @param {(state: S, action: A) => S} reduce
 */
export function createStore(first, reduce) {
  let state = first;
  /** @type {{ select: (state: S) => any[], draw: (state: S, before: S) => void, seen: any[] }[]} */
  const listeners = [];
  let busy = false;
  /** @type {A[]} */
  const waiting = [];
  return {
    get state() {
      return state;
    },
    /** Draw whenever one of the selected values is another one. @param {(state: S) => any[]} select @param {(state: S, before: S) => void} draw */
    on(select, draw) {
      listeners.push({ select, draw, seen: select(state) });
    },
    /** @param {A} action */
    dispatch(action) {
      waiting.push(action);
      if (busy) return; // a renderer dispatched: its turn comes after all others have drawn
      busy = true;
      try {
        while (waiting.length) {
          const before = state;
          state = reduce(state, /** @type {A} */ (waiting.shift()));
          if (state === before) continue;
          for (const listener of listeners) {
            const now = listener.select(state);
            if (now.every((value, k) => value === listener.seen[k])) continue;
            listener.seen = now;
            listener.draw(state, before);
          }
        }
      } finally {
        busy = false;
      }
    },
  };
}

/** A function that computes anew only if it is given something else than the last time. @template {any[]} G, V @param {(...given: G) => V} make @returns {(...given: G) => V} */
export function remembering(make) {
  /** @type {{ given: G, value: V } | null} */
  let last = null;
  return (...given) => {
    if (!last || given.some((value, k) => value !== last?.given[k])) last = { given, value: make(...given) };
    return last.value;
  };
}
