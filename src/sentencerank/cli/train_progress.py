"""The progress of training on a terminal: a bar with rate and time left."""

from __future__ import annotations

import sys
import time

WIDTH = 24  # of the bar
EVERY = 0.2  # seconds between two drawings


class Bars:
    """A line on standard error for every stage, drawn over itself; used only where that is a terminal."""

    def __init__(self) -> None:
        self._stage, self._began, self._first, self._drawn = "", 0.0, 0.0, 0.0

    def __call__(self, stage: str, done: float, total: float, unit: str) -> None:
        """Draw, but not too often."""
        now = time.monotonic()
        if stage != self._stage:
            self.close()
            self._stage, self._began, self._first, self._drawn = stage, now, done, 0.0
        if now - self._drawn < EVERY and done < total:
            return
        self._drawn = now
        line = drawn(stage, done, total, unit, done - self._first, now - self._began)
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()

    def close(self) -> None:
        """Leave the last line standing."""
        if self._stage:
            sys.stderr.write("\n")
            sys.stderr.flush()
        self._stage = ""


def drawn(stage: str, done: float, total: float, unit: str, fresh: float, seconds: float) -> str:
    """A bar as text; rate and time left come from what was done since it began, not from what a run before had done.

    >>> drawn("encoding", 30, 120, "MB", 20, 10)
    'encoding           ██████░░░░░░░░░░░░░░░░░░  25 %  30 of 120 MB  2 MB/s  0:45 left'
    """
    share = min(1.0, done / total) if total else 0.0
    full = round(WIDTH * share)
    rate = fresh / seconds if seconds > 0 else 0.0
    parts = [f"{stage:<18} {'█' * full}{'░' * (WIDTH - full)} {share:>4.0%}".replace("%", " %")]
    parts.append(f"{_short(done)} of {_short(total)} {unit}")
    if rate:
        parts.append(f"{_short(rate)} {unit}/s")
        minutes, rest = divmod(round((total - done) / rate), 60)
        hours, minutes = divmod(minutes, 60)
        parts.append(f"{hours}:{minutes:02}:{rest:02} left" if hours else f"{minutes}:{rest:02} left")
    return "  ".join(parts)


def _short(number: float) -> str:
    """Three digits are enough.

    >>> _short(0.0234), _short(12.3), _short(12345), _short(2_345_678)
    ('0.023', '12', '12 k', '2.3 M')
    """
    for limit, sign in ((1e6, " M"), (1e4, " k")):
        if number >= limit:
            scaled = number / (1e6 if sign == " M" else 1e3)
            return f"{scaled:.1f}{sign}" if scaled < 10 else f"{scaled:.0f}{sign}"
    return f"{number:.0f}" if number >= 10 or number == round(number) else f"{number:.2g}"
