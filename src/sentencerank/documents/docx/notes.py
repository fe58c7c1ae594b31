"""The notes of a Word file: their labels, in the order in which the text names them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sentencerank.documents.archive import attribute, local_name
from sentencerank.documents.numerals import numeral

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_NO_NOTES = ("separator", "continuationSeparator", "continuationNotice")
_LONGEST = 20  # characters of a label


class Notes:
    """Footnotes and endnotes by their names, which are their kind and id."""

    def __init__(self, parts: dict[str, Element]) -> None:
        self._notes: dict[str, Element] = {}
        self._labels: dict[str, str] = {}
        self._dropped: set[str] = set()
        self._counts: dict[str, int] = {}
        for kind, part in parts.items():
            for count, note in enumerate(part):
                if local_name(note.tag) == kind and attribute(note, "type") not in _NO_NOTES:
                    name = f"{kind} {attribute(note, 'id')}"
                    self._notes[f"{name} {count}" if name in self._notes else name] = note
        # With notes of both kinds in a file, Word numbers the endnotes i, ii, iii.
        self._roman = len({name.split()[0] for name in self._notes}) > 1

    def __contains__(self, name: str) -> bool:
        return name in self._notes

    def label(self, name: str, sign: str = "") -> str:
        """Return the label of a note that the text names; its writer may have chosen the sign."""
        if name not in self._labels:
            kind = name.split()[0]
            if sign and len(sign) <= _LONGEST and sign not in self._labels.values():
                self._labels[name] = sign
            else:
                number = self._counts[kind] = self._counts.get(kind, 0) + 1
                self._labels[name] = numeral(number, "i" if self._roman and kind == "endnote" else "1")
        return self._labels[name]

    def drop(self, name: str) -> None:
        """Leave out a note whose sign was deleted."""
        self._dropped.add(name)

    def left(self) -> Iterator[tuple[str, Element]]:
        """Yield the label and the text of each note: those that the text names first. Notes may name further ones."""
        done: set[str] = set()
        while True:
            waiting = [name for name in self._labels if name not in done]
            if not waiting:
                break
            for name in waiting:
                done.add(name)
                yield self._labels[name], self._notes[name]
        for name, note in self._notes.items():
            if name not in done and name not in self._dropped:
                yield self.label(name), note
