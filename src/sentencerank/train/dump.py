"""The dump of a wiki: XML → pages, one at a time, whatever the size of the dump; and their markup → plain text.

Templates, tables, references, pictures and categories go, the words of links stay.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Any, NamedTuple
from xml.parsers import expat

from sentencerank.errors import CorpusError, LimitError
from sentencerank.extras import require

CHUNK = 1 << 18  # bytes of XML parsed at once
KEPT = 16 << 20  # characters of a page that are kept in memory
LARGEST = 4 << 20  # characters of a page that is parsed; wikis allow 2 MB
REREAD = 4 << 20  # characters that the parser may read again: about two seconds, ten if they are full of markup
LINKS = 8  # [[http://… in a line that nobody has closed: the time doubles with each

_ELEMENTS = frozenset({"namespace", "title", "ns", "text"})
# Tags whose content is no prose; those of wiki tables are called table as well.
_DROPPED = frozenset({
    "ref", "references", "table", "gallery", "math", "chem", "ce", "syntaxhighlight", "source", "code", "pre",
    "timeline", "score", "imagemap", "graph", "hiero", "templatestyles", "mapframe", "maplink", "style", "script",
    "section",
})  # fmt: skip
_BLOCKS = frozenset({"br", "hr", "li", "dd", "dt", "p", "div", "blockquote", "ul", "ol", "dl"})
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z]+)*|simple")
_QUOTES = re.compile(r"'{2,}")
_EMPTY = re.compile(r"\(\s*(?:[;,:–-]\s*)*\)")
_BEHIND = re.compile(r"([(\[])\s*[;,:]\s*")  # "( ; 2 May 1970)" once a template in front is gone
_MAGIC = re.compile(r"__[A-Z]+__")
_REST = re.compile(r"^[^\S\n]*(?:\{\||\|[}\-+|]?|!).*$", re.MULTILINE)  # lines of a table that nobody closed
_SPACES = re.compile(r"[^\S\n]+")
_LINES = re.compile(r" ?\n\s*")

# What opens and closes something for the parser; the content of raw tags and comments means nothing to it.
_RAW_ENDS = re.compile(
    r"-->|</(?:categorytree|ce|chem|gallery|graph|hiero|imagemap|inputbox|math|nowiki|pre|score|section|source|"
    r"syntaxhighlight|templatedata|timeline)\b",
    re.IGNORECASE,
)
_MARKS = re.compile(
    r"\{\{|\}\}|(?P<address>\[\[?)(?=[a-z+]{2,9}:|//)|\[\[|\]\]?|^[\t :*#;]*\{\||^[\t ]*\|\}|<!--"
    r"|<[/?]?[a-z][a-z0-9]*|\n",
    re.IGNORECASE | re.MULTILINE,
)
_EMPTY_TAG, _TAG_END = re.compile(r"[^<>]*/>"), re.compile(r"[^<>]*>")
_CLOSED = {"]]": ("[[", "[[:"), "}}": ("{{",), "|}": ("{|",)}
_SINGLE = frozenset({"<br", "<wbr", "<hr", "<meta", "<link", "<img"})


class Page(NamedTuple):
    """A page as it stands in the dump."""

    title: str
    namespace: int
    redirect: str  # where it leads, "" for an article
    markup: str


def is_dump(head: bytes) -> bool:
    """Tell whether a file that begins so is a dump.

    >>> is_dump(b'\\xef\\xbb\\xbf<mediawiki xmlns="x">'), is_dump(b"Plain text about <mediawiki>.")
    (True, False)
    """
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if head.startswith(b"<?xml"):
        head = head.partition(b"?>")[2].lstrip()
    return head.startswith(b"<mediawiki")


def pages(stream: IO[bytes], name: str, prefixes: set[str]) -> Iterator[Page]:
    """Yield all pages in order; `prefixes` gains the names of the namespaces, which the dump lists first.

    Raises CorpusError for a dump that is cut off, that is no XML, or that declares entities.
    """
    reader = _Reader(prefixes=prefixes)
    parser = expat.ParserCreate()
    parser.buffer_text, parser.buffer_size = True, 1 << 20
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.text
    parser.EntityDeclHandler = _refuse
    count = 0
    try:
        while data := stream.read(CHUNK):
            parser.Parse(data)
            count += len(reader.found)
            yield from reader.found
            reader.found.clear()
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise CorpusError(
            f"{name}: not a whole dump ({error}); {count:,} pages were read. Download it again, or repair it."
        ) from error
    except EOFError as error:
        raise CorpusError(
            f"{name}: the dump is cut off after {count:,} pages ({error}). Download the rest of it."
        ) from error
    yield from reader.found


def _refuse(name: str, *_: object) -> None:
    raise CorpusError(f"the dump declares the entity {name!r}, which no wiki does. Check where it comes from.")


@dataclass(slots=True)
class _Reader:
    """What the parser tells, put together to pages."""

    prefixes: set[str]
    found: list[Page] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    inside: str = ""  # the element whose text is kept
    values: dict[str, str] = field(default_factory=dict)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "page":
            self.values = {}
        elif tag == "redirect":
            self.values["redirect"] = attributes.get("title", "")
        elif tag in _ELEMENTS:
            self.inside, self.pieces, self.length = tag, [], 0

    def text(self, data: str) -> None:
        if self.inside and self.length < KEPT:
            self.pieces.append(data)
            self.length += len(data)

    def end(self, tag: str) -> None:
        if tag == self.inside:
            text = "".join(self.pieces)
            self.inside = ""
            if tag == "namespace":
                self.prefixes.add(text.strip().lower())
            elif tag != "title" or "title" not in self.values:
                self.values[tag] = text
        elif tag == "page":
            value = self.values.get
            space = value("ns", "0").strip()
            self.found.append(
                Page(
                    value("title", "").strip(),
                    int(space) if space.lstrip("-").isdigit() else 0,
                    value("redirect", ""),
                    value("text", ""),
                )
            )


def plain_text(markup: str, prefixes: frozenset[str] = frozenset()) -> str:
    """Return the prose of a page, paragraphs apart by a blank line; links to the namespaces `prefixes` show no words.

    Raises LimitError for a page that is too large or that would take too long.

    >>> plain_text("'''Rain''' is [[water]] that {{lang|la|x}}falls<ref>So [[a]].</ref> in [[drop (liquid)|drops]].")
    'Rain is water that falls in drops.'
    """
    if len(markup) > LARGEST or reread(markup) > REREAD:
        raise LimitError("the page is too large, or its brackets and tags do not match. Correct it, or leave it out.")
    code = require("mwparserfromhell", "train").parse(markup, skip_style_tags=True)
    text = "".join(_words(code, prefixes))
    text = _MAGIC.sub("", _QUOTES.sub("", text))
    text = _BEHIND.sub(r"\1", _EMPTY.sub("", _REST.sub("", text)))
    return _LINES.sub(_line_end, _SPACES.sub(" ", text)).strip()


def _line_end(found: re.Match[str]) -> str:
    """Return one blank line for several, and a single line end as it is."""
    return "\n\n" if found.group().count("\n") > 1 else found.group()


def reread(markup: str) -> float:
    """Estimate how many characters the parser reads again; the time it takes is linear in this and in the size.

    It goes on to the end of the page before it gives up a bracket or a tag that nobody closes, and then reads all of it
    again; each comment that nobody closes is looked for each time. Double brackets around an address, nested in one
    line, take exponential time: more than LINKS of them are infinitely many characters.

    >>> reread("{{a|b}} [[c]] <br>"), reread("{{a| [[b")
    (0, 11)
    """
    ends: dict[str, list[int]] = {}
    for end in _RAW_ENDS.finditer(markup):
        ends.setdefault(end.group().lower(), []).append(end.end())
    unclosed, place = _Unclosed(len(markup)), 0
    while found := _MARKS.search(markup, place):
        mark, place = found.group().strip(" \t:*#;").lower(), found.end()
        raw = ends.get("-->" if mark == "<!--" else f"</{mark[1:]}", [])
        behind = bisect_left(raw, place)
        if mark.startswith("<") and _EMPTY_TAG.match(markup, place):
            continue
        if mark in _SINGLE or mark.startswith("<?"):
            # Only the bracket that ends such a tag can be missing.
            unclosed.lost += 0 if _TAG_END.match(markup, place) else len(markup) - found.start()
            continue
        if behind < len(raw):
            place = raw[behind]
        elif mark == "]]" and unclosed.last == "[":
            # The first one of the two closes an address, the second one belongs to what follows.
            unclosed.close("[")
            place -= 1
        else:
            unclosed.take(mark, found.start(), address=found["address"] is not None)
        if unclosed.links > LINKS:
            return math.inf
    return unclosed.characters()


class _Unclosed:
    """What is open at a place of a page, and how many characters are read again because of it."""

    def __init__(self, size: int) -> None:
        self.size, self.lost, self.comments, self.links = size, 0, 0, 0
        self._open: list[tuple[str, int]] = []
        self._counts: Counter[str] = Counter()

    @property
    def last(self) -> str:
        return self._open[-1][0] if self._open else ""

    def take(self, mark: str, place: int, address: bool) -> None:
        """Open or close what a mark says. `[[` around an address is called `[[:`, and one `]` may close it."""
        if mark == "\n":
            self.links = 0
            while self.last == "[":
                self._lose(place)
        elif mark == "<!--":
            self.comments += 1
            self.lost += self.size - place
        elif mark in _CLOSED or mark.startswith("</"):
            self.close(*_CLOSED.get(mark, (f"<{mark[2:]}",)))
        elif mark == "]":
            if self.last in ("[", "[[:"):
                self.close(self.last)
        elif mark not in _SINGLE:
            kind = "[[:" if address and mark == "[[" else mark
            self.links += kind == "[[:"
            self._open.append((kind, place))
            self._counts[kind] += 1

    def close(self, *kinds: str) -> None:
        """Close the last one of these kinds, if there is any; what was opened inside it has not been closed."""
        if any(self._counts[kind] for kind in kinds):
            while self.last not in kinds:
                self._lose(self.size)
            kind, _ = self._open.pop()
            self._counts[kind] -= 1
            self.links = max(0, self.links - (kind == "[[:"))

    def _lose(self, end: int) -> None:
        kind, place = self._open.pop()
        self._counts[kind] -= 1
        self.lost += end - place

    def characters(self) -> int:
        """Give up what is still open, and return the sum."""
        while self._open:
            self._lose(self.size)
        return self.lost * (1 + self.comments)


def _words(code: Any, prefixes: frozenset[str]) -> Iterator[str]:
    for node in code.nodes if code is not None else ():
        kind = type(node).__name__
        if kind == "Text":
            yield node.value
        elif kind == "Wikilink":
            yield from _link(node, prefixes)
        elif kind == "Tag":
            tag = str(node.tag).strip().lower()
            if tag in _BLOCKS:
                yield "\n" if tag == "br" else "\n\n"
            if tag not in _DROPPED:
                yield from _words(node.contents, prefixes)
        elif kind == "ExternalLink":
            yield from _words(node.title, prefixes)
        elif kind == "HTMLEntity":
            yield _character(node)
        elif kind == "Heading":
            yield "\n\n"


def _link(node: Any, prefixes: frozenset[str]) -> Iterator[str]:
    title = str(node.title).strip()
    prefix, colon, _ = title.lower().partition(":")
    prefix = prefix.strip().replace("_", " ")
    # Pictures, categories, and the same page in another language have no words to show.
    if colon and prefix and (prefix in prefixes or _LANGUAGE.fullmatch(prefix)):
        return
    if node.text is not None:
        yield from _words(node.text, prefixes)
    else:
        yield title.removeprefix(":").replace("_", " ")


def _character(node: Any) -> str:
    try:
        return node.normalize()
    except (ValueError, OverflowError):
        return " "
