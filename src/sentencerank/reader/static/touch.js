// @ts-check
// Fingers: a swipe goes to the next sentence of the Brief, a pinch (if switched on) changes the time.

const FAR = 56; // a swipe, in pixels
const STEP = 48; // of a pinch, for one stop

/** @param {HTMLElement} desk @param {{ moreTime: () => void, lessTime: () => void, next: () => void, previous: () => void }} actions @param {() => boolean} pinching */
export function listenToTouch(desk, actions, pinching) {
  /** @type {{ x: number, y: number, at: number } | null} */
  let start = null;
  let spread = 0;
  desk.addEventListener(
    "touchstart",
    (event) => {
      start = event.touches.length === 1 ? { x: event.touches[0].clientX, y: event.touches[0].clientY, at: event.timeStamp } : null;
      if (event.touches.length === 2) spread = distance(event.touches);
    },
    { passive: true },
  );
  desk.addEventListener(
    "touchmove",
    (event) => {
      if (!pinching() || event.touches.length !== 2) return;
      event.preventDefault();
      const moved = distance(event.touches) - spread;
      if (Math.abs(moved) < STEP) return;
      spread += moved;
      if (moved > 0) actions.moreTime();
      else actions.lessTime();
    },
    { passive: false },
  );
  desk.addEventListener(
    "touchend",
    (event) => {
      if (!start || event.touches.length) return;
      const { clientX, clientY } = event.changedTouches[0];
      const [across, down] = [clientX - start.x, clientY - start.y];
      const quick = event.timeStamp - start.at < 800;
      start = null;
      // Not while the page is zoomed (the finger moves the page) or text is being selected.
      if (!quick || Math.abs(across) < FAR || Math.abs(down) > Math.abs(across) / 2) return;
      if ((globalThis.visualViewport?.scale ?? 1) > 1.05 || !getSelection()?.isCollapsed) return;
      const forwards = getComputedStyle(desk).direction === "rtl" ? across > 0 : across < 0;
      if (forwards) actions.next();
      else actions.previous();
    },
    { passive: true },
  );
}

/** @param {TouchList} touches */
function distance(touches) {
  return Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
}
