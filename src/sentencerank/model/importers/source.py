"""What every kind of vectors becomes: names and rows in chunks, pieces, and a count of what could not be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from sentencerank.method.arrays import Vectors
from sentencerank.model.write import Chunk, Subwords

CHUNK = 2000  # names at a time
SHOWN = 3  # examples of each kind of malformed line that are remembered


@dataclass(slots=True)
class Malformed:
    """Lines and records that were left out, by reason, with the first places of each."""

    counts: Counter[str] = field(default_factory=Counter)
    places: dict[str, list[str]] = field(default_factory=dict)

    def add(self, reason: str, place: str) -> None:
        """Count one."""
        self.counts[reason] += 1
        if len(known := self.places.setdefault(reason, [])) < SHOWN:
            known.append(place)

    def __str__(self) -> str:
        return "; ".join(
            f"{count:,} {reason} ({', '.join(self.places[reason])}{', …' if count > len(self.places[reason]) else ''})"
            for reason, count in self.counts.items()
        )


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """Vectors that can be imported. `words` and the rows of `subwords` are read once, in pieces."""

    kind: str
    words: Iterable[Chunk] | None
    subwords: Subwords | None = None
    malformed: Malformed = field(default_factory=Malformed)
    promised: int | None = None  # how many names the file says it has
    done: Callable[[], float] = lambda: 0.0  # the share of the file that has been read, where nothing is promised
    details: dict[str, object] = field(default_factory=dict)  # what it says about itself


def chunks_of(entries: Iterable[tuple[str, Vectors]]) -> Iterator[Chunk]:
    """Yield names with their rows, some thousand at a time."""
    names: list[str] = []
    rows: list[Vectors] = []
    for name, row in entries:
        names.append(name)
        rows.append(row)
        if len(names) == CHUNK:
            yield names, np.stack(rows)
            names, rows = [], []
    if names:
        yield names, np.stack(rows)
