"""An overview: its tree of topics, as Markdown, as JSON, and as one page of HTML that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import quote

from sentencerank.files import Json
from sentencerank.keyphrases.topic_names import in_name

SCHEMA = "sentencerank-overview/1"
OTHERS = 5  # documents that are named beside the first one of a sentence
_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")

Address: TypeAlias = Callable[[str], str]  # link of a document → where it is, seen from the page


@dataclass(frozen=True, slots=True)
class Point:
    """A sentence of the overview; `others` say it too."""

    text: str
    document: int  # place among the documents
    others: tuple[int, ...]
    start: int = 0  # its characters in the document as given, or in the text that was found in a file
    end: int = 0
    support: int = 1  # documents of the topic that say it or speak of the same, its own among them


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
        words = ", ".join(in_name(self.phrases))
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
    query: str = ""
    unasked: int = 0  # documents that do not answer the query

    def to_markdown(self, title: str = "Overview", address: Address = str) -> str:
        """Return the overview as Markdown; links are relative to the collection unless `address` says otherwise."""
        return "\n".join(_markdown_lines(self, title, address)).rstrip() + "\n"

    def to_html(self, title: str = "Overview", address: Address = str) -> str:
        """Return the overview as a page with a map of its topics: no scripts, nothing from elsewhere."""
        from sentencerank.corpus.overview.html_page import html_page

        return html_page(self, title, address)

    def to_dict(self) -> dict[str, Json]:
        """Return the overview for JSON; every sentence has its document and its characters there."""
        return {
            "schema": SCHEMA,
            "query": self.query or None,
            "documents": len(self.documents),
            "without": self.without,
            "copies": self.copies,
            "unasked": self.unasked,
            "topics": [_record(self, topic) for topic in self.topics],
        }


def _record(outline: Outline, topic: OverviewTopic) -> dict[str, Json]:
    def ids(places: tuple[int, ...]) -> list[Json]:
        return [outline.documents[place].id for place in places]

    points: list[Json] = [
        {
            "text": point.text,
            "document": outline.documents[point.document].id,
            "start": point.start,
            "end": point.end,
            "also_in": ids(point.others),
            "support": point.support,
        }
        for point in topic.points
    ]
    below: list[Json] = [_record(outline, each) for each in topic.topics]
    return {
        "name": topic.name,
        "phrases": list(topic.phrases),
        "documents": ids(topic.documents),
        "points": points,
        "topics": below,
    }


def headline(outline: Outline) -> str:
    """Return what the collection is, in a sentence."""
    count, topics = len(outline.documents), len(outline.topics)
    text = f"{count:,} document{'s' * (count != 1)} in {topics} topic{'s' * (topics != 1)}"
    left = [f"{outline.without:,} without sentences to show"] if outline.without else []
    left += [f"{outline.copies:,} cop{'ies' if outline.copies > 1 else 'y'} of others"] if outline.copies else []
    left += [f"{outline.unasked:,} that do not answer “{outline.query}”"] if outline.unasked else []
    return f"{text}; left out: {', '.join(left)}." if left else f"{text}."


def share(outline: Outline, topic: OverviewTopic) -> str:
    """Return how much of the collection a topic is."""
    return f"{len(topic.documents) / max(1, len(outline.documents)):.0%}".replace("%", " %")


def size(topic: OverviewTopic, separator: str, escape: Callable[[str], str]) -> str:
    """Return how many documents a topic has, and what else it is about."""
    count = len(topic.documents)
    named = in_name(topic.phrases)
    also = ", ".join(escape(phrase) for phrase in topic.phrases if phrase not in named)
    return f"{count:,} document{'s' * (count > 1)}{f'{separator} also: {also}' if also else ''}"


def sources(point: Point, show: Callable[[int], str]) -> str:
    """Return where a sentence stands, the documents that say the same, and how many speak of it."""
    where = f" {point.start}–{point.end}" if point.end else ""
    more = f", also in {', '.join(map(show, point.others[:OTHERS]))}" if point.others else ""
    more += f" and {len(point.others) - OTHERS:,} others" if len(point.others) > OTHERS else ""
    more += f"; {point.support:,} documents on this" if point.support > 1 + len(point.others) else ""
    return f"{show(point.document)}{where}{more}"


def points_below(topic: OverviewTopic, top: bool) -> tuple[Point, ...]:
    """Return the sentences that stand in the section of a topic: the first of a top one is on page one."""
    return topic.points[1:] if top else topic.points


def _markdown_lines(outline: Outline, title: str, address: Address) -> Iterator[str]:
    def link(place: int) -> str:
        document = outline.documents[place]
        name = _escape(document.id)
        return f"[{name}](<{quote(address(document.link))}>)" if document.link else name

    def cited(point: Point) -> str:
        return f"{_escape(point.text)} ({sources(point, link)})"

    def section(number: str, topic: OverviewTopic, level: int) -> Iterator[str]:
        yield from (f"{'#' * (level + 1)} {number} {_escape(topic.name)}", "", f"*{size(topic, ';', _escape)}*", "")
        told = points_below(topic, level == 1)
        yield from (f"- {cited(point)}" for point in told)
        if told:
            yield ""
        for place, below in enumerate(topic.topics, start=1):
            yield from section(f"{number.rstrip('.')}.{place}", below, level + 1)

    yield from (f"# {_escape(title)}", "", _escape(headline(outline)), "")
    for number, topic in enumerate(outline.topics, start=1):
        first = f": {cited(topic.points[0])}" if topic.points else ""
        yield f"{number}. **{_escape(topic.name)}**, {share(outline, topic)}{first}"
    yield ""
    for number, topic in enumerate(outline.topics, start=1):
        if topic.topics or points_below(topic, top=True):
            yield from section(f"{number}.", topic, 1)


def _escape(text: str) -> str:
    """Return text on one line in which nothing is markup of Markdown.

    >>> _escape("a *b* [c]")
    'a \\\\*b\\\\* \\\\[c\\\\]'
    """
    return _MARKS.sub(r"\\\1", " ".join(text.split()))
