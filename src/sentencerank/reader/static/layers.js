// Which sentences a depth shows, and where the hidden runs are. Pure functions: no document tree, no state.

export const WORDS_PER_MINUTE = 238; // as in the library
const FIRST_LAYER_WORDS = 150;
const LAYERS = 10;

// What a sentence is at the present depth.
export const REST = 0; // below the depth
export const LAYER = 1; // of the depth
export const CONTEXT = 2; // brought along by a sentence that depends on it
export const OPENED = 3; // in a gap opened by hand
export const FIXED = 4; // a heading: always there

/** How many words have been read at the end of each layer: as in the library, from 150 words by equal factors. */
function layerEnds(total) {
  const count = Math.max(LAYERS, 1 + Math.ceil(Math.log2(Math.max(total, 1) / FIRST_LAYER_WORDS) - 1e-9));
  const first = Math.min(FIRST_LAYER_WORDS, total / count);
  return Array.from({ length: count }, (_, k) => (count > 1 ? first * (total / first) ** (k / (count - 1)) : total));
}

/** The layer, from 1, of each sentence in rank order, given their words in that order; empty layers are merged. */
export function layerNumbers(words) {
  const ends = layerEnds(words.reduce((sum, n) => sum + n, 0));
  let read = 0;
  let layer = 0;
  let number = 0;
  let last = -1;
  return words.map((n, place) => {
    read += n;
    while (place > 0 && layer < ends.length - 1 && ends[layer] < read - 1e-6) layer += 1;
    if (layer !== last) number += 1;
    last = layer;
    return number;
  });
}

/** The layer of a sentence after the reader's corrections: promoted to the first, demoted to the last. */
export function effectiveLayer(doc, state, index) {
  const correction = state.corrections.get(index);
  if (correction === 1) return 1;
  if (correction === -1) return doc.layerCount;
  return doc.layers[index];
}

export function depthOf(doc, state, index) {
  return state.local.get(doc.blockOf[index]) ?? state.depth;
}

/** What every sentence is at the present depth. Layers are nested: a deeper one only ever adds. */
export function statuses(doc, state) {
  const status = new Uint8Array(doc.count);
  for (let i = 0; i < doc.count; i += 1) {
    if (doc.blocks[doc.blockOf[i]].fixed) status[i] = FIXED;
    else if (effectiveLayer(doc, state, i) <= depthOf(doc, state, i) && inTopic(doc, state, i)) status[i] = LAYER;
    else if (state.open.has(i)) status[i] = OPENED;
  }
  if (state.context) {
    // Backwards, so that what the context depends on comes along as well.
    for (let i = doc.count - 1; i >= 0; i -= 1) {
      const support = doc.dependsOn[i];
      if ((status[i] === LAYER || status[i] === CONTEXT) && support >= 0 && status[support] === REST) {
        status[support] = CONTEXT;
      }
    }
  }
  return status;
}

function inTopic(doc, state, index) {
  return state.topic === null || doc.topicOf[index] === state.topic;
}

/**
 * The hidden runs of the folded view, and those opened by hand. Neighbouring blocks that are hidden whole make one
 * run; otherwise a run ends with its paragraph.
 */
export function hiddenRuns(doc, status) {
  const runs = [];
  let open = null; // the run of whole blocks that may still grow
  doc.blocks.forEach((block, number) => {
    if (block.fixed || block.first === block.end) {
      open = null;
      return;
    }
    const whole = sameThroughout(status, block);
    if (whole === REST || whole === OPENED) {
      if (open && open.status === whole) {
        open.to = block.end;
        open.lastBlock = number;
      } else {
        open = { from: block.first, to: block.end, whole: true, status: whole, block: number, lastBlock: number };
        runs.push(open);
      }
      return;
    }
    open = null;
    let from = block.first;
    while (from < block.end) {
      let to = from + 1;
      while (to < block.end && status[to] === status[from]) to += 1;
      if (status[from] === REST || status[from] === OPENED) {
        runs.push({ from, to, whole: false, status: status[from], block: number, lastBlock: number });
      }
      from = to;
    }
  });
  for (const run of runs) run.words = doc.wordsBefore[run.to] - doc.wordsBefore[run.from];
  return runs;
}

function sameThroughout(status, block) {
  for (let i = block.first + 1; i < block.end; i += 1) if (status[i] !== status[block.first]) return -1;
  return status[block.first];
}

/** For each layer: how many sentences it has with those before it, and the minutes to read them. */
export function layerSizes(doc, state) {
  const sentences = new Array(doc.layerCount + 1).fill(0);
  const words = new Array(doc.layerCount + 1).fill(0);
  for (let i = 0; i < doc.count; i += 1) {
    const layer = effectiveLayer(doc, state, i);
    sentences[layer] += 1;
    words[layer] += doc.words[i];
  }
  const sizes = [];
  for (let layer = 1; layer <= doc.layerCount; layer += 1) {
    sentences[layer] += sentences[layer - 1];
    words[layer] += words[layer - 1];
    sizes.push({ layer, sentences: sentences[layer], words: words[layer], minutes: words[layer] / WORDS_PER_MINUTE });
  }
  return sizes;
}

/** Minutes to read what is shown, from sentence `from` on. */
export function minutesLeft(doc, status, from = 0) {
  let words = 0;
  for (let i = from; i < doc.count; i += 1) if (status[i] !== REST) words += doc.words[i];
  return words / WORDS_PER_MINUTE;
}
