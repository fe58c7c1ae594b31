// What the page remembers, all of it on this computer: settings, and corrections by the content of a document.

const PREFIX = "sentencerank:";

export const DEFAULTS = {
  view: "", // "": dim on a wide screen, fold on a phone
  theme: "auto",
  face: "serif",
  spacing: "normal",
  keys: true,
  spoken: true, // the layer of a marked sentence is read out
  context: false,
  pinch: false, // off: pinching must go on to zoom for those who need it
};

/** A value from the store, or `fallback`: private windows and blocked storage must not stop the reading. */
export function recall(key, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

export function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // full or forbidden: the setting then holds until the page is closed
  }
}

export function loadSettings() {
  const saved = recall("settings", {});
  const settings = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS)) {
    if (typeof saved?.[name] === typeof DEFAULTS[name]) settings[name] = saved[name];
  }
  return settings;
}

/** 53 bits from the content of a text, by two multiplicative hashes: the same text has the same corrections. */
export function contentHash(text) {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b) + 0x27d4eb2f;
  }
  a = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) ^ b;
  return ((b >>> 0) * 0x200000 + ((a >>> 0) & 0x1fffff)).toString(16).padStart(14, "0");
}

/** Sentence → 1 (promoted) or -1 (demoted). */
export function loadCorrections(hash, count) {
  const saved = recall(`corrections:${hash}`, {});
  const corrections = new Map();
  for (const [index, value] of Object.entries(saved ?? {})) {
    if (Number(index) >= 0 && Number(index) < count && (value === 1 || value === -1)) {
      corrections.set(Number(index), value);
    }
  }
  return corrections;
}

export function saveCorrections(hash, corrections) {
  remember(`corrections:${hash}`, corrections.size ? Object.fromEntries(corrections) : null);
}
