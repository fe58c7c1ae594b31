"""Code in HTML: its lines as they stand, links in it, and its language."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from sentencerank.document import Mark
from sentencerank.documents.html.signs import SILENT, VERBATIM, is_hidden, iterwalk, names, signs
from sentencerank.documents.pieces import Words, without_invisible

if TYPE_CHECKING:
    from lxml.etree import _Element

_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language|lang|highlight|brush:?|source|sourceCode)[-: ]\s*([\w+#.-]+)", re.IGNORECASE
)
_NO_LANGUAGE = names("default none text notranslate source plain plaintext highlight nohighlight c-sharp-none")
_LINES = names("div p li tr dt dd h1 h2 h3 h4 h5 h6")  # begin a line of their own inside code


def code_of(element: _Element) -> Words:
    """Return the lines of an element with their indentation, and the links in them."""
    parts: list[str] = []
    length = 0
    marks: list[Mark] = []
    begun: list[tuple[_Element, int]] = []

    def add(text: str | None) -> None:
        nonlocal length
        if text:
            parts.append(text)
            length += len(text)

    walker = iterwalk(element)
    for event, each in walker:
        tag = each.tag
        if event == "start":
            if each is not element and (tag in SILENT or tag == "button" or "gone" in signs(each) or is_hidden(each)):
                walker.skip_subtree()
                begun.append((each, -1))
                continue
            if tag == "br" or ((tag in _LINES or _follows(each)) and parts and not parts[-1].endswith("\n")):
                add("\n")
            if tag == "a" and each.get("href"):
                begun.append((each, length))
            add(without_invisible(each.text or ""))
            continue
        if begun and begun[-1][0] is each:
            start = begun.pop()[1]
            if 0 <= start < length:
                marks.append(Mark("link", start, length, each.get("href") or ""))
        line = tag in _LINES and each is not element
        if line and parts and not parts[-1].endswith("\n"):
            add("\n")
        # What stands between two lines is how the page is written.
        if each is not element and not (line and not (each.tail or "").strip()):
            add(without_invisible(each.tail or ""))
    return _trimmed("".join(parts).replace("\xa0", " "), marks)


def _follows(element: _Element) -> bool:
    """Return whether an element is code directly behind other code, as where a page offers the same in two ways."""
    if element.tag != "code":
        return False
    before = element.getprevious()
    return before is not None and before.tag == "code" and not (before.tail or "").strip()


def _trimmed(text: str, marks: list[Mark]) -> Words:
    """Return lines without spaces at their ends, and without empty ones around them; the marks move along."""
    lines = [line.rstrip() for line in text.split("\n")]
    first = next((index for index, line in enumerate(lines) if line), len(lines))
    last = next((index for index in range(len(lines), first, -1) if lines[index - 1]), first)
    trimmed = "\n".join(lines[first:last])
    if not marks:
        return Words(trimmed)
    old, new = [0], [0]  # where each line began, and where it begins now
    for whole, line, index in zip(text.split("\n"), lines, range(len(lines)), strict=True):
        old.append(old[-1] + len(whole) + 1)
        new.append(new[-1] + (len(line) + 1 if first <= index < last else 0))

    def moved(place: int) -> int:
        index = bisect_right(old, place) - 1
        inside = min(place - old[index], len(lines[index])) if first <= index < last else 0
        return min(new[index] + inside, len(trimmed))

    found = (Mark(mark.kind, moved(mark.start), moved(mark.end), mark.target) for mark in marks)
    return Words(trimmed, tuple(sorted((mark for mark in found if mark.start < mark.end), key=lambda mark: mark.start)))


def language_of_code(element: _Element) -> str:
    """Return the language of code as the classes of the element, of its parents or of its `<code>` name it."""
    around = [element, *(child for child in element[:1] if child.tag == "code")]
    parent = element.getparent()
    while parent is not None and len(around) < 5 and parent.tag in ("div", "figure", "td", "pre"):
        around.append(parent)
        parent = parent.getparent()
    for each in around:
        named = each.get("data-lang") or each.get("data-language")
        classes = each.get("class") or ""
        found = _LANGUAGE.search(classes)
        name = named or (found[1] if found else "")
        if not name and "sourceCode" in classes.split() and each.tag in (*VERBATIM, "code"):
            name = next((word for word in classes.split() if word != "sourceCode"), "")
        if name and name.lower() not in _NO_LANGUAGE:
            return name.lower()[:40]
    return ""
