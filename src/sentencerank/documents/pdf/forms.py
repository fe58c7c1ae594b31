"""What the pages of a PDF would draw, estimated before PDFium draws it.

A page draws forms, and a form may draw others, or itself. PDFium builds every one of them in memory, up to forty deep:
a form that draws itself twice takes 2⁴⁰ times its memory, and a file of 900 bytes all memory there is. So the file as
PDFium itself would write it, which has one way to say everything, is searched for who draws whom how often.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sentencerank.documents.limits import Meter
from sentencerank.documents.pdf.filters import TooLargeError, unpacked
from sentencerank.documents.pdf.marks import Marks, deepest, marks_of
from sentencerank.errors import LimitError

DEEPEST = 41  # forms inside forms that PDFium follows
SHARE = 4  # of the memory limit, one part is for what the forms of a page draw
# Bytes that PDFium takes for each form drawn, each byte of its content, and each character that it writes.
_FORM, _BYTE, _CHARACTER = 2_000, 2, 370
_REMOVE_SECURITY = 3

_ENTRY = re.compile(rb"(\d{10}) \d{5} n")
_HEAD = re.compile(rb"(\d+) \d+ obj\s*")
_LENGTH = re.compile(rb"/Length (\d+)")
_REFERENCE = re.compile(rb"(?<!\d)(\d{1,10}) \d{1,10} R")
_NAMED = re.compile(rb"/([^\s/<>\[\](){}%]+) (\d{1,10}) \d{1,10} R")
_XOBJECTS = re.compile(rb"/XObject ?(?:<<([^<>]*)>>|(\d+) \d+ R)")
_RESOURCES = re.compile(rb"/Resources ?(\d+) \d+ R")
_CONTENTS = re.compile(rb"/Contents ?(?:\[([^\[\]]*)\]|(\d{1,10}) \d{1,10} R)")
_PAGE = re.compile(rb"/Type ?/Page\b")
_DRAWS = re.compile(rb"/([^\s/<>\[\](){}%]+)\s+Do\b")
_STRING = re.compile(rb"\(([^()]*)\)|<([0-9A-Fa-f]+)>")
_STREAM = re.compile(rb"(?<!end)stream\r?\n")


@dataclass(frozen=True, slots=True)
class _Object:
    """An object of a file: its dictionary or value, and where the content of its stream lies."""

    text: bytes
    start: int = 0
    end: int = 0


def refuse_bombs(data: bytes, meter: Meter) -> None:
    """Refuse a file whose tables of objects unpack to too much, before PDFium opens it."""
    left, before = meter.limits.expanded_bytes, 0
    for found in _STREAM.finditer(data):
        dictionary = data[max(before, data.rfind(b"obj", before, found.start())) : found.start()]
        before = found.end()
        if b"ObjStm" in dictionary or b"XRef" in dictionary or b"#" in dictionary:
            end = data.find(b"endstream", before)
            left -= len(_unpacked(data[before : end if end >= 0 else len(data)], dictionary, left, meter))


def refuse_endless_forms(pdf: Any, meter: Meter) -> None:
    """Raise LimitError for an open PDF if a stream unpacks to too much, a page draws too many forms or nests marks."""
    buffer = io.BytesIO()
    pdf.save(buffer, flags=_REMOVE_SECURITY)
    file = _File(buffer.getvalue(), meter)
    meter.depth(file.marks())
    budget = meter.limits.memory / SHARE
    costs = file.costs(budget)
    pages = (sum(times * costs[form] for form, times in drawn.items()) for drawn in file.pages())
    if max(costs.values(), default=0) > budget or any(cost > budget for cost in pages):
        raise LimitError(
            "a page of the PDF draws forms inside forms so often that it takes too much memory: it looks made to "
            "break readers. Print it to a new PDF, or pass Limits(memory=…) if you trust it."
        )


def _unpacked(data: bytes, dictionary: bytes, most: int, meter: Meter) -> bytes:
    try:
        # No single stream of an honest file is half as large as all of them may be.
        return unpacked(data, dictionary, min(max(0, most), meter.limits.expanded_bytes // 2))
    except TooLargeError:
        # The limit that was passed says how large it may be.
        meter.entries(0, meter.limits.expanded_bytes + 1)
        raise


class _File:
    """A PDF as PDFium writes it."""

    def __init__(self, data: bytes, meter: Meter) -> None:
        self._data, self._meter, self._left = data, meter, meter.limits.expanded_bytes
        self._objects = dict(self._read())
        self._every: Mapping[str, frozenset[int]] | None = None
        self._contents: dict[int, bytes] = {}
        self._marks: dict[int, Marks] = {}
        for number, thing in self._objects.items():
            if thing.end and b"/Subtype/Image" not in thing.text:
                self._contents[number] = self._unpack(number, thing)

    def _read(self) -> Iterator[tuple[int, _Object]]:
        data = self._data
        table = data.rfind(b"\r\nxref")
        for entry in _ENTRY.finditer(data, max(0, table)):
            head = _HEAD.match(data, int(entry[1]))
            if head is None:
                continue
            end = data.find(b"\r\nendobj", head.end())
            stream = data.find(b">>stream\r\n", head.end(), end)
            if stream < 0:
                yield int(head[1]), _Object(data[head.end() : end])
                continue
            text = data[head.end() : stream + 2]
            length = _LENGTH.search(text)
            start = stream + len(b">>stream\r\n")
            yield int(head[1]), _Object(text, start, start + int(length[1]) if length else end)

    def _unpack(self, number: int, thing: _Object) -> bytes:
        self._meter.tick()
        content = _unpacked(self._data[thing.start : thing.end], thing.text, self._left, self._meter)
        self._left -= len(content)
        marks = marks_of(content)
        if any(marks):
            self._marks[number] = marks
        return content if b"Do" in content or b"/Form" in thing.text else b""

    def pages(self) -> Iterator[Counter[int]]:
        """Yield the forms that each page draws, and how often."""
        for text, contents in self._pages():
            yield self._drawn(text, b" ".join(self._contents.get(number, b"") for number in contents))

    def marks(self) -> int:
        """Return how deep the marks of any page or form are nested."""
        alone = (one.deepest for one in self._marks.values())
        pages = (deepest(self._marks.get(number, Marks()) for number in contents) for _, contents in self._pages())
        return max((*alone, *pages), default=0)

    def _pages(self) -> Iterator[tuple[bytes, list[int]]]:
        for thing in self._objects.values():
            if not thing.end and _PAGE.search(thing.text):
                yield thing.text, self._contents_of(thing.text)

    def _contents_of(self, text: bytes) -> list[int]:
        found = _CONTENTS.search(text)
        if found is None:
            return []
        if found[1] is not None:
            return [int(number) for number in _REFERENCE.findall(found[1])]
        single = int(found[2])
        other = self._objects.get(single)
        if other is None or other.end:
            return [single]
        return [int(number) for number in _REFERENCE.findall(other.text)]

    def costs(self, budget: float) -> dict[int, float]:
        """Return the bytes of memory that each form takes with all that it draws; beyond the budget it is only more."""
        named = set().union(*self._names().values())
        forms = [number for number in self._contents if number in named]
        own = {number: _own_cost(self._contents[number]) for number in forms}
        drawn = {number: self._drawn(self._objects[number].text, self._contents[number]) for number in forms}
        costs = dict(own)
        # Each round looks one form deeper, as far as PDFium does.
        for _ in range(DEEPEST):
            deeper = {
                number: min(
                    2 * budget, own[number] + sum(times * costs[other] for other, times in drawn[number].items())
                )
                for number in forms
            }
            if deeper == costs:
                break
            costs = deeper
        return dict.fromkeys(self._objects, 0.0) | costs

    def _drawn(self, text: bytes, content: bytes) -> Counter[int]:
        """Return the forms that a content draws; where a name stands for several, all of them."""
        calls = Counter(name.decode("latin-1") for name in _DRAWS.findall(content))
        if not calls:
            return Counter()
        names = self._resources(text)
        found: Counter[int] = Counter()
        for name, times in calls.items():
            for number in names.get(name, ()):
                if number in self._contents:
                    found[number] += times
        return found

    def _resources(self, text: bytes) -> Mapping[str, frozenset[int]]:
        """Return what names stand for in a page or form; without resources of its own it uses those around it."""
        reference = _RESOURCES.search(text)
        if reference is not None and int(reference[1]) in self._objects:
            text = self._objects[int(reference[1])].text
        elif b"/Resources" not in text:
            return self._names()
        return self._xobjects(text)

    def _xobjects(self, text: bytes) -> dict[str, frozenset[int]]:
        names: dict[str, set[int]] = {}
        for found in _XOBJECTS.finditer(text):
            other = None if found[2] is None else self._objects.get(int(found[2]))
            entries = found[1] if found[1] is not None else other.text if other is not None else b""
            for name, number in _NAMED.findall(entries):
                names.setdefault(name.decode("latin-1"), set()).add(int(number))
        return {name: frozenset(numbers) for name, numbers in names.items()}

    def _names(self) -> Mapping[str, frozenset[int]]:
        """Return what every name stands for anywhere in the file."""
        if self._every is None:
            every: dict[str, set[int]] = {}
            for thing in self._objects.values():
                for name, numbers in self._xobjects(thing.text).items():
                    every.setdefault(name, set()).update(numbers)
            self._every = {name: frozenset(numbers) for name, numbers in every.items()}
        return self._every


def _own_cost(content: bytes) -> float:
    written = sum(len(text) + len(digits) // 2 for text, digits in _STRING.findall(content))
    return _FORM + _BYTE * len(content) + _CHARACTER * written
