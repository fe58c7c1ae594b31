"""How much of a file is read: sizes are checked before parsing, the rest is counted while it goes on."""

from __future__ import annotations

import time
from dataclasses import fields

from sentencerank.errors import LimitError, OptionsError
from sentencerank.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds for one file; whatever exceeds one is refused with a `LimitError`."""

    bytes: int = 50_000_000  # of the file
    pages: int = 2_000  # of a PDF; also messages of an mbox
    zip_entries: int = 5_000  # files inside a DOCX or EPUB
    expanded_bytes: int = 200_000_000  # all of them, unpacked
    depth: int = 500  # elements inside elements; libxml2 and Word stay far below
    characters: int = 20_000_000  # of the text that comes out
    seconds: float = 60.0  # of processor time, so that the load of the machine does not matter
    memory: int = 1 << 30  # bytes that the process which parses a large file may take; see `memory_for`

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
                raise OptionsError(f"{field.name}={value!r}: a limit is a number above 0.")

    def memory_for(self, size: int) -> int:
        """Return the bytes of memory that reading a file of `size` bytes may take: a small one gets less.

        >>> [Limits().memory_for(size) >> 20 for size in (1_000, 100_000, 50_000_000)]
        [192, 287, 1024]
        """
        return min(self.memory, max(_LEAST_MEMORY, self.memory * 3 // 16) + _MEMORY_PER_BYTE * size)


_LEAST_MEMORY = 192 << 20  # bytes
_MEMORY_PER_BYTE = 1_000  # of the file: text that repeats itself is compressed to little, and honest
_TAKES, _LONG = 256, 10_000  # texts, and characters of one, between two looks at the clock
DEFAULT = Limits()


class Meter:
    """Counts what one reading spends, and stops it at the first limit it passes."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._characters = self._takes = 0
        self._end = time.thread_time() + limits.seconds

    def size(self, count: int) -> None:
        """Refuse a file of more than so many bytes."""
        _check(count, self.limits.bytes, "bytes", "bytes long")

    def pages(self, count: int, name: str = "pages") -> None:
        """Refuse a file of more than so many pages or messages."""
        _check(count, self.limits.pages, "pages", f"{name} long")

    def entries(self, count: int, expanded: int) -> None:
        """Refuse an archive of too many files, or of files that unpack to too many bytes."""
        _check(count, self.limits.zip_entries, "zip_entries", "archive members large")
        _check(expanded, self.limits.expanded_bytes, "expanded_bytes", "bytes large when unpacked")

    def depth(self, count: int) -> None:
        """Refuse an element inside too many others."""
        if count > self.limits.depth:
            raise LimitError(
                f"the markup is nested more than {self.limits.depth:,} levels deep: it looks made to break readers. "
                "Pass Limits(depth=…) if you trust it."
            )

    def take(self, text: str) -> str:
        """Count a text and return it; call it for every text that is kept."""
        self._characters += len(text)
        if self._characters > self.limits.characters:
            _check(self._characters, self.limits.characters, "characters", "characters long")
        # To ask for the time takes longer than to count.
        self._takes += 1
        if self._takes % _TAKES == 0 or len(text) > _LONG:
            self.tick()
        return text

    def tick(self) -> None:
        """Stop if the time is over; call it often in long loops, in the thread that made this."""
        if time.thread_time() > self._end:
            raise too_long(self.limits)


def too_long(limits: Limits) -> LimitError:
    """Return the error for a file that takes too long."""
    return LimitError(
        f"reading took longer than {limits.seconds:g} s of processor time and was stopped. "
        "Pass Limits(seconds=…), or split the file."
    )


def _check(count: int, limit: int, field: str, unit: str) -> None:
    if count > limit:
        raise LimitError(
            f"the document is {count:,} {unit}, the limit is {limit:,}. Split it, or pass Limits({field}=…)."
        )
