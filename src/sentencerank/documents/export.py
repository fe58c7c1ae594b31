"""A document → Markdown that is read back as the same blocks and marks.

What Markdown has no sign for, such as a caption or the header of a mail, is a comment before the block, such as
`<!-- caption -->`. Emphasis that Markdown cannot tell from its surroundings is an HTML element.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from textwrap import indent
from typing import NamedTuple
from unicodedata import category

from sentencerank.document import Block, Document, Mark

_SPECIAL = re.compile(r"[\\`*_\[\]<>$&~|]")
# At the beginning of a paragraph these would begin a heading, a quote, a list, a table or a rule.
_OPENING = re.compile(r"(?:#|[-+=:](?=\s|$|[-=:])|\d{1,9}(?=[.)](?:\s|$)))")
_SIGNS = {"emphasis": "*", "strong": "**"}
_TAGS = {"emphasis": "em", "strong": "strong"}
_PLAIN = frozenset({"title", "heading", "paragraph", "list", "quote", "code", "table", "figure", "formula", "page"})
_FENCES = re.compile(r"`{3,}")
_TICKS = re.compile(r"`+")
_DEEPEST = 6  # level of a heading
_HELD = frozenset({"code", "table", "figure", "formula", "quote"})  # what an item of a list may hold
_LOOK_AHEAD = 10  # blocks


class _Made(NamedTuple):
    """A block as Markdown, and whether it may follow the one before without an empty line."""

    text: str
    item: bool = False


def to_markdown(document: Document) -> str:
    """Return a document as Markdown.

    >>> from sentencerank.documents import read_document
    >>> page = read_document("# Rain\\n\\n1. It *rained*.\\n   - A lot.".encode(), name="rain.md")
    >>> print(to_markdown(page), end="")
    # Rain
    <BLANKLINE>
    1. It *rained*.
       - A lot.
    """
    blocks = list(_blocks(document))
    parts = [blocks[0].text] if blocks else []
    for before, block in pairwise(blocks):
        parts.append(("\n" if before.item and block.item else "\n\n") + block.text)
    return "".join(parts) + "\n" if parts else ""


def _blocks(document: Document) -> Iterator[_Made]:
    marks = _marks_by_block(document)
    noted = {mark.target for mark in document.marks if mark.kind == "note"}
    items: list[int] = []  # how far the items around this block are indented
    place = 0
    for number, block in enumerate(document.blocks):
        before = document.text[place : block.start]
        place = block.end
        sign = before.rpartition("\n")[2]
        own = marks[number]
        text = "" if block.kind in ("code", "table") else _inline(document.text, block.start, block.end, own)
        if block.kind == "list":
            yield _item(text, block, sign.strip(), items)
            continue
        if not _inside_item(document, number):
            items = []
        if block.kind == "title" and number == 0:
            title = json.dumps(" ".join(document.text[block.start : block.end].split()), ensure_ascii=False)
            yield _Made(f"---\ntitle: {title}\n---")
        elif block.kind == "footnote" and block.about.get("label") in noted:
            again = number > 0 and document.blocks[number - 1].about == block.about
            yield _Made(f"    {text}" if again else f"[^{block.about['label']}]: {text}")
        else:
            yield from _directive(block)
            if made := _block(document.text, block, text, own):
                yield _Made(indent(made, " " * items[-1]) if items else made)


def _inside_item(document: Document, number: int) -> bool:
    """Whether a block stands inside an item: after it comes an item that is not one of the outermost."""
    for block in document.blocks[number : number + _LOOK_AHEAD]:
        if block.kind not in _HELD:
            return block.kind == "list" and block.level > 1
    return False


def _marks_by_block(document: Document) -> list[list[Mark]]:
    """Return the marks inside each block; one that runs over its end is cut off there."""
    found: list[list[Mark]] = [[] for _ in document.blocks]
    number = 0
    for mark in document.marks:
        while number < len(found) and document.blocks[number].end <= mark.start:
            number += 1
        if number < len(found) and mark.start >= document.blocks[number].start:
            end = min(mark.end, document.blocks[number].end)
            found[number].append(Mark(mark.kind, mark.start, end, mark.target))
    return found


def _directive(block: Block) -> Iterator[_Made]:
    facts = {name: value for name, value in block.about.items() if name not in ("tex", "language", "source")}
    if block.kind not in _PLAIN or block.kind == "page":
        # A comment ends at "-->".
        about = " " + json.dumps(facts, ensure_ascii=False).replace("--", "-\\u002d") if facts else ""
        yield _Made(f"<!-- {block.kind}{about} -->")


def _item(text: str, block: Block, sign: str, items: list[int]) -> _Made:
    """Return an item, or another paragraph of one; `items` is changed to what is around the next block."""
    level = max(1, min(block.level, len(items) + 1))
    if not sign and len(items) >= level:
        return _Made(f"{' ' * items[level - 1]}{text}")
    del items[level - 1 :]
    indent = items[-1] if items else 0
    sign = sign if re.fullmatch(r"\d{1,9}[.)]", sign) else "-"
    items.append(indent + len(sign) + 1)
    return _Made(f"{' ' * indent}{sign} {text}", item=True)


def _block(whole: str, block: Block, text: str, marks: Sequence[Mark]) -> str:
    raw = whole[block.start : block.end]
    match block.kind:
        case "heading":
            return f"{'#' * max(1, min(block.level, _DEEPEST))} {text}"
        case "title":
            return f"# {text}"
        case "quote":
            return f"{'> ' * max(1, block.level)}{text}"
        case "code":
            return _fenced(raw, block.about.get("language", ""))
        case "table":
            return _table(whole, block, marks) if block.cells else _fenced(raw, "table")
        case "figure":
            return f"![{text}]({_address(block.about.get('source', ''))})"
        case "formula":
            return f"$$\n{block.about.get('tex', raw)}\n$$"
        case "page":
            return ""
    return text


def _fenced(text: str, language: str) -> str:
    fence = "`" * max(3, 1 + max((len(run) for run in _FENCES.findall(text)), default=0))
    return f"{fence}{language}\n{text}\n{fence}"


def _table(whole: str, block: Block, marks: Sequence[Mark]) -> str:
    width = max(len(row) for row in block.cells)
    starts = [mark.start for mark in marks]  # which are in order
    lines = []
    for row in block.cells:
        cells = [
            _inline(whole, start, end, [mark for mark in _from(marks, starts, start, end) if mark.end <= end])
            for start, end in row
        ]
        cells += [""] * (width - len(cells))
        lines.append(f"| {' | '.join(cells)} |")
    lines.insert(1, f"|{' --- |' * width}")
    return "\n".join(lines)


def _from(marks: Sequence[Mark], starts: Sequence[int], start: int, end: int) -> Sequence[Mark]:
    """Return the marks that begin in a range."""
    return marks[bisect_left(starts, start) : bisect_right(starts, end)]


def _inline(whole: str, start: int, end: int, marks: Sequence[Mark]) -> str:
    """Return the text of a range with its marks; marks that cross another one are left out."""
    parts: list[str] = []
    closing: list[tuple[int, str]] = []  # where each open mark ends, and how
    place = start
    linked = 0  # up to here a link goes: there is none inside another
    for mark in marks:
        while closing and closing[-1][0] <= mark.start:
            parts.append(_escaped(whole[place : closing[-1][0]]) + closing[-1][1])
            place = closing.pop()[0]
        crosses = (closing and mark.end > closing[-1][0]) or mark.start < place
        if crosses or (mark.kind == "link" and mark.start < linked):
            continue
        parts.append(_escaped(whole[place : mark.start]))
        place = mark.start
        if mark.kind in ("code", "formula", "note"):
            parts.append(_literal(whole[mark.start : mark.end], mark))
            place = mark.end
        else:
            opened, closed = _signs(whole, mark)
            linked = mark.end if mark.kind == "link" else linked
            parts.append(opened)
            closing.append((mark.end, closed))
    while closing:
        parts.append(_escaped(whole[place : closing[-1][0]]) + closing[-1][1])
        place = closing.pop()[0]
    parts.append(_escaped(whole[place:end]))
    text = "".join(parts)
    opening = _OPENING.match(text)
    if not opening:
        return text
    # A number is kept from being the sign of an item by its full stop.
    return f"\\{text}" if not opening.group()[0].isdigit() else f"{opening.group()}\\{text[opening.end() :]}"


def _escaped(text: str) -> str:
    return " ".join(_SPECIAL.sub(r"\\\g<0>", text).split("\n"))


def _literal(text: str, mark: Mark) -> str:
    text = " ".join(text.split("\n"))
    if mark.kind == "note":
        return f"[^{mark.target}]"
    if mark.kind == "formula":
        return f"${mark.target or text}$"
    ticks = "`" * (1 + max((len(run) for run in _TICKS.findall(text)), default=0))
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{space}{text}{space}{ticks}"


def _signs(whole: str, mark: Mark) -> tuple[str, str]:
    if mark.kind == "link":
        return "[", f"]({_address(mark.target)})"
    before, after = whole[mark.start - 1 : mark.start], whole[mark.end : mark.end + 1]
    first, last = whole[mark.start], whole[mark.end - 1]
    if "*" not in (before, after, first, last) and _meets(before, first) and _meets(after, last):
        return _SIGNS[mark.kind], _SIGNS[mark.kind]
    return f"<{_TAGS[mark.kind]}>", f"</{_TAGS[mark.kind]}>"


def _meets(outer: str, inner: str) -> bool:
    """Return whether CommonMark takes stars between two characters for emphasis.

    >>> _meets(" ", "."), _meets("a", "b"), _meets("a", "."), _meets("a", " ")
    (True, True, False, False)
    """
    return inner.isalnum() or (bool(inner.strip()) and (not outer.strip() or category(outer)[0] in "PS"))


def _address(address: str) -> str:
    """Return an address as the target of a link; one with spaces or brackets stands between < and >."""
    address = re.sub(r"\s", " ", address)
    if re.fullmatch(r"[^\s<>()\\&]*", address) and address:
        return address
    return "<" + re.sub(r"[<>\\&]", r"\\\g<0>", address) + ">"
