"""An overview: its tree of topics, as Markdown, and as one page of HTML that needs nothing else."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import TypeAlias
from urllib.parse import quote

OTHERS = 5  # documents that are named beside the first one of a sentence
_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")

Address: TypeAlias = Callable[[str], str]  # link of a document → where it is, seen from the page


@dataclass(frozen=True, slots=True)
class Point:
    """A sentence of the overview; `others` say it too."""

    text: str
    document: int  # place among the documents
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OverviewTopic:
    """Documents that belong together."""

    phrases: tuple[str, ...]
    documents: tuple[int, ...]
    points: tuple[Point, ...]
    topics: tuple[OverviewTopic, ...] = ()

    @property
    def name(self) -> str:
        """What the topic is called.

        >>> OverviewTopic(("rain", "river"), (0,), ()).name, OverviewTopic((), (0,), ()).name
        ('Rain, river', 'Other')
        """
        words = ", ".join(self.phrases[:3])
        return words[:1].upper() + words[1:] if words else "Other"


@dataclass(frozen=True, slots=True)
class OverviewDocument:
    """Where a sentence is from."""

    id: str
    link: str  # the path of a file in the collection; "" for a row of a table


@dataclass(frozen=True, slots=True)
class Outline:
    """What a collection is about, as a tree."""

    documents: tuple[OverviewDocument, ...]
    topics: tuple[OverviewTopic, ...]
    without: int  # documents that gave nothing
    copies: int  # documents whose text was there before

    def to_markdown(self, title: str = "Overview", address: Address = str) -> str:
        """Return the overview as Markdown; links are relative to the collection unless `address` says otherwise."""
        return "\n".join(_markdown_lines(self, title, address)).rstrip() + "\n"

    def to_html(self, title: str = "Overview", address: Address = str) -> str:
        """Return the overview as a page: a list of the topics beside them, no scripts, nothing from elsewhere."""
        topics = list(enumerate(self.topics, start=1))
        named = {place for topic in self.topics for each in (topic, *topic.topics) for place in _named(each)}
        parts = {
            "title": html.escape(title),
            "style": (files("sentencerank.corpus.overview") / "overview.css").read_text(encoding="utf-8"),
            "headline": html.escape(_headline(self)),
            "contents": "".join(_html_entry(f"{number}", topic) for number, topic in topics),
            "body": "".join(_html_section(f"{number}", topic, self, address) for number, topic in topics),
            "sources": "".join(
                f'<li id="d{place}">{_html_document(self, place, address, anchor="")}</li>' for place in sorted(named)
            ),
        }
        frame = (files("sentencerank.corpus.overview") / "overview.html").read_text(encoding="utf-8")
        return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], frame)


def _headline(outline: Outline) -> str:
    text = f"{len(outline.documents):,} documents in {len(outline.topics)} topics"
    left = [f"{outline.without:,} without sentences to show"] if outline.without else []
    left += [f"{outline.copies:,} copies of others"] if outline.copies else []
    return f"{text}; left out: {', '.join(left)}." if left else f"{text}."


def _named(topic: OverviewTopic) -> list[int]:
    """The documents that are named beside the sentences of a topic."""
    return [place for point in topic.points for place in (point.document, *point.others[:OTHERS])]


def _size(topic: OverviewTopic, separator: str, escape: Callable[[str], str]) -> str:
    count = len(topic.documents)
    also = ", ".join(map(escape, topic.phrases[3:]))
    return f"{count:,} document{'s' * (count > 1)}{f'{separator} also: {also}' if also else ''}"


def _sources(point: Point, show: Callable[[int], str]) -> str:
    """The documents of a sentence, the first of them and some others."""
    more = f", also in {', '.join(map(show, point.others[:OTHERS]))}" if point.others else ""
    more += f" and {len(point.others) - OTHERS:,} others" if len(point.others) > OTHERS else ""
    return f"{show(point.document)}{more}"


def _markdown_lines(outline: Outline, title: str, address: Address) -> Iterator[str]:
    def link(place: int) -> str:
        document = outline.documents[place]
        name = _escape(document.id)
        return f"[{name}](<{quote(address(document.link))}>)" if document.link else name

    def section(heading: str, topic: OverviewTopic) -> Iterator[str]:
        yield from (f"{heading} {_escape(topic.name)}", "", f"*{_size(topic, ';', _escape)}*", "")
        before, after = ("> ", "\n") if topic.topics else ("- ", "")
        yield from (f"{before}{_escape(point.text)} ({_sources(point, link)}){after}" for point in topic.points)
        if not topic.topics:
            yield ""

    yield from (f"# {_escape(title)}", "", _headline(outline), "")
    for number, topic in enumerate(outline.topics, start=1):
        yield from section(f"## {number}.", topic)
        for place, below in enumerate(topic.topics, start=1):
            yield from section(f"### {number}.{place}", below)


def _escape(text: str) -> str:
    """Return text on one line in which nothing is markup of Markdown.

    >>> _escape("a *b* [c]")
    'a \\\\*b\\\\* \\\\[c\\\\]'
    """
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def _html_entry(number: str, topic: OverviewTopic) -> str:
    below = "".join(_html_entry(f"{number}.{place}", each) for place, each in enumerate(topic.topics, start=1))
    count = f'<span class="count">{len(topic.documents):,}</span>'
    inside = f"<ol>{below}</ol>" if below else ""
    return f'<li><a href="#t{number}">{_isolate(topic.name)}</a> {count}{inside}</li>'


def _html_section(number: str, topic: OverviewTopic, outline: Outline, address: Address) -> str:
    def link(place: int) -> str:
        return _html_document(outline, place, address, anchor=f"#d{place}")

    level = 2 + number.count(".")
    heading = f'<h{level} id="t{number}"><span class="number">{number}</span> {_isolate(topic.name)}</h{level}>'
    points = "".join(f"<li>{_isolate(p.text)} <cite>{_sources(p, link)}</cite></li>" for p in topic.points)
    kind = "lead" if topic.topics else "points"
    below = "".join(
        _html_section(f"{number}.{place}", each, outline, address) for place, each in enumerate(topic.topics, start=1)
    )
    size = _size(topic, " ·", html.escape)
    return f'<section>{heading}<p class="size">{size}</p><ul class="{kind}">{points}</ul>{below}</section>'


def _isolate(text: str) -> str:
    """Return text in its own direction of writing: a full stop in Arabic stands on its left.

    >>> _isolate("a < b")
    '<bdi>a &lt; b</bdi>'
    """
    return f"<bdi>{html.escape(text)}</bdi>"


def _html_document(outline: Outline, place: int, address: Address, anchor: str) -> str:
    """Return a document with a link to its file, or else to an anchor, if there is one."""
    document = outline.documents[place]
    where = quote(address(document.link)) if document.link else anchor
    label = html.escape(document.id)
    return f'<a href="{html.escape(where)}">{label}</a>' if where else label
