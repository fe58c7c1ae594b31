"""`phrases.txt`, one line per first word: loaded into a lexicon if it is small, searched where it stands if not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sentencerank.errors import ModelError
from sentencerank.frozen import dataclass
from sentencerank.method.phrases import PhraseLexicon
from sentencerank.model.manifest import AGAIN
from sentencerank.model.names import name_bytes

LARGE = 1_000_000  # bytes from which searching beats loading: a dictionary of 100,000 first words takes 40 ms
CACHED = 100_000  # first words that are remembered, whether they are there or not


@dataclass(frozen=True, slots=True, eq=False)
class PhraseFile(Mapping[str, str]):
    """First word → the rest of its line, found by binary search.

    >>> phrases = PhraseFile.of(b"blood\\tvessel\\nnew\\tyork|york time=0.9\\n")
    >>> phrases["new"], "old" in phrases, len(phrases)
    ('york|york time=0.9', False, 2)
    """

    _text: bytes
    _ends: NDArray[np.intp]  # of the lines
    _known: dict[str, str | None] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, text: bytes) -> PhraseFile:
        """Return the mapping over the content of a file."""
        return cls(text, np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n")))

    def __getitem__(self, first: str) -> str:
        found = self._rest(first)
        if found is None:
            raise KeyError(first)
        return found

    def __contains__(self, first: object) -> bool:
        return isinstance(first, str) and self._rest(first) is not None

    def __len__(self) -> int:
        return len(self._ends)

    def __iter__(self) -> Iterator[str]:
        return (self._line(number).partition(b"\t")[0].decode("utf-8") for number in range(len(self)))

    def _line(self, number: int) -> bytes:
        return self._text[int(self._ends[number - 1]) + 1 if number else 0 : int(self._ends[number])]

    def _rest(self, first: str) -> str | None:
        try:
            return self._known[first]
        except KeyError:
            if len(self._known) >= CACHED:
                self._known.clear()
            found = self._known[first] = self._search(name_bytes(first))
            return found

    def _search(self, first: bytes) -> str | None:
        low, high = 0, len(self._ends)
        while low < high:
            middle = (low + high) // 2
            word, _, rest = self._line(middle).partition(b"\t")
            if word == first:
                return rest.decode("utf-8")
            low, high = (middle + 1, high) if word < first else (low, middle)
        return None


def load_phrases(path: Path, stem: Callable[[str], str]) -> PhraseLexicon:
    """Read a phrase file, one line per first word: `first<TAB>rest|rest=quality`; `stem` is that of its language.

    Raises ModelError if a line has no tab.
    """
    if path.stat().st_size >= LARGE:
        return PhraseLexicon(PhraseFile.of(path.read_bytes()), stem)
    lines = path.read_text(encoding="utf-8")
    if lines.count("\t") != lines.count("\n"):
        raise ModelError(f"{path.name}: a line without its tab. {AGAIN}")
    return PhraseLexicon(partial(_entries, lines), stem)


def _entries(lines: str) -> dict[str, str]:
    """Return the entries of a phrase file; most rankings need none of them."""
    fields = lines.replace("\t", "\n").split("\n")[:-1]
    return dict(zip(fields[::2], fields[1::2], strict=True))


def _is_phrase(first: str, *rest: str) -> bool:
    """Tell whether its words are words: not ". . .", and not "10 000", but "world war 2"."""
    return any(map(str.isalpha, first)) and all(any(map(str.isalnum, word)) for word in rest)


def phrase_lines(phrases: Mapping[str, float], stem: Callable[[str], str]) -> Iterator[str]:
    """Yield the lines of `phrases.txt`: `first<TAB>rest|rest=quality`, sorted; the last word of a phrase as its stem.

    >>> list(phrase_lines({"new york": 1.0, "New York Times": 0.9}, stem=lambda word: word.removesuffix("s")))
    ['new\\tyork|york time=0.9']
    """
    rests: dict[str, dict[str, float]] = {}
    for phrase, quality in phrases.items():
        first, *rest = phrase.lower().split()
        if rest and not any(mark in phrase for mark in "|=\t\n") and _is_phrase(first, *rest):
            key = " ".join([*rest[:-1], stem(rest[-1])])
            known = rests.setdefault(first, {})
            known[key] = max(quality, known.get(key, 0.0))
    for first in sorted(rests):
        entries = (rest if q >= 1 else f"{rest}={q:.3g}" for rest, q in sorted(rests[first].items()))
        yield f"{first}\t{'|'.join(entries)}"
