"""Bibliographies entry by entry, and how deep the items of a list are nested."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sentencerank.documents.pdf.lines import Line
from sentencerank.documents.pdf.paragraphs import ENDS, LIST_MARK, Paragraph

CONTENTS = re.compile(
    r"(?:table of )?contents|index|list of (?:figures|tables|algorithms|listings)|inhalt(?:sverzeichnis)?"
    r"|stichwortverzeichnis|(?:abbildungs|tabellen)verzeichnis|table des matières|sommaire|índice(?: general)?"
    r"|indice|содержание|оглавление|目录|目次",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\[[^\]\s]{1,20}\]")
_NUMBERED = re.compile(r"\(?(\d{1,3})[.)]")
_INDENT = 0.5  # em
_DEEPEST = 9  # levels of a list


def entries(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """Return the entries of a bibliography: by their labels, by hanging indents, or as the paragraphs are."""
    lines = [(line, paragraph) for paragraph in paragraphs for line in paragraph.lines]
    begins = _by_labels(lines) or _by_indents(lines) or _by_sentences(paragraphs)
    result: list[list[Line]] = []
    owners: list[Paragraph] = []
    for begin, (line, paragraph) in zip(begins, lines, strict=True):
        if begin or not result:
            result.append([])
            owners.append(paragraph)
        result[-1].append(line)
    return [replace(owner, lines=group) for owner, group in zip(owners, result, strict=True)]


def _by_labels(lines: Sequence[tuple[Line, Paragraph]]) -> list[bool]:
    bracketed = [bool(_BRACKETED.match(line.text)) for line, _ in lines]
    if sum(bracketed) > 1:
        return bracketed
    begins, expected = [], 1
    for line, _ in lines:
        number = _NUMBERED.match(line.text) or re.match(r"(\d{1,3})(?= +[^\W\d_])", line.text)
        begins.append(bool(number) and int(number[1] if number else 0) == expected)
        expected += begins[-1]
    return begins if sum(begins) > 1 else []


def _by_indents(lines: Sequence[tuple[Line, Paragraph]]) -> list[bool]:
    """Return which lines begin at the margin, if about as many others do not."""
    margins: dict[tuple[int, int], float] = {}
    for line, paragraph in lines:
        key = paragraph.page, paragraph.region
        margins[key] = min(margins.get(key, line.left), line.left)
    begins = [line.left < margins[paragraph.page, paragraph.region] + _INDENT * line.size for line, paragraph in lines]
    return begins if 0.12 * len(begins) < sum(begins) < 0.9 * len(begins) else []


def _by_sentences(paragraphs: Sequence[Paragraph]) -> list[bool]:
    """Return which lines begin a paragraph behind one that is finished."""
    begins: list[bool] = []
    before = ""
    for paragraph in paragraphs:
        whole = not before or bool(ENDS.search(before)) or paragraph.before > 1.3
        begins += [whole and not paragraph.lines[0].text[:1].islower(), *[False] * (len(paragraph.lines) - 1)]
        before = paragraph.lines[-1].text
    return begins


def label(line: Line) -> str:
    """Return the label that an entry begins with, if it is a word of its own: [7], 7."""
    first = line.words[0].text
    labelled = _BRACKETED.fullmatch(first) or _NUMBERED.fullmatch(first)
    return first if labelled and len(line.words) > 1 else ""


def numbered_from_one(texts: Sequence[str]) -> bool:
    """Whether texts begin with [1], [2], [3] …: a bibliography without a heading."""
    return len(texts) > 2 and all(text.startswith(f"[{number}]") for number, text in enumerate(texts[:3], 1))


@dataclass
class Nesting:
    """How deep the items of a list are nested, by their signs and by where they stand."""

    stack: list[tuple[str, float, int]] = field(default_factory=list)  # sign, left end, region

    def clear(self) -> None:
        """Forget the list; running text stands behind it."""
        self.stack.clear()

    def level(self, sign: str, left: float, region: int, size: float) -> int:
        """Return the level of an item."""
        kind = _kind(sign)
        known = [index for index, (other, _, _) in enumerate(self.stack) if other == kind]
        here = [index for index, (_, _, where) in enumerate(self.stack) if where == region]
        if known and (self.stack[known[-1]][2] != region or abs(self.stack[known[-1]][1] - left) < 0.4 * size):
            del self.stack[known[-1] + 1 :]
        elif len(self.stack) >= _DEEPEST:
            pass
        elif here:
            while self.stack and self.stack[-1][2] == region and self.stack[-1][1] > left - 0.4 * size:
                self.stack.pop()
            self.stack.append((kind, left, region))
        else:
            self.stack.append((kind, left, region))
        self.stack[-1] = kind, left, region
        return len(self.stack)

    def inside(self, left: float, region: int, size: float) -> int:
        """Return the level of the item that a paragraph goes on, or 0: it stands to the right of its sign."""
        if self.stack and self.stack[-1][2] == region and left > self.stack[-1][1] + 0.7 * size:
            return len(self.stack)
        return 0


def _kind(sign: str) -> str:
    text = sign.strip()
    if text.strip("().[]").isdigit():
        return re.sub(r"\d+", "1", text)
    return re.sub(r"(?<![ivx])[ivx]++(?=[.)])|[a-z](?=[.)])", "a", text) if len(text) > 1 else text


def list_sign(text: str) -> str:
    """Return the sign a list item begins with, without the space behind it."""
    found = LIST_MARK.match(text)
    return found.group().strip() if found else ""
