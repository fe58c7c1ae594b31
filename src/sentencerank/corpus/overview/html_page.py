"""An overview as one page of HTML: page one, a map of its topics, then topic by topic."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from importlib.resources import files
from urllib.parse import quote

from sentencerank.corpus.overview.pages import (
    OTHERS,
    Address,
    Outline,
    OverviewTopic,
    Point,
    headline,
    points_below,
    share,
    size,
    sources,
)

QUOTED = 5  # words at both ends of a sentence that find it in its file


def html_page(outline: Outline, title: str, address: Address) -> str:
    """Return the page."""
    topics = list(enumerate(outline.topics, start=1))
    named = {
        place
        for topic in _all(outline.topics)
        for point in topic.points
        for place in (point.document, *point.others[:OTHERS])
    }
    folder = files("sentencerank.corpus.overview")
    parts = {
        "title": html.escape(title),
        "style": (folder / "overview.css").read_text(encoding="utf-8"),
        "headline": html.escape(headline(outline)),
        "first": "".join(_first(f"{number}", topic, outline, address) for number, topic in topics),
        "map": "".join(_area(f"{number}", topic) for number, topic in topics),
        "contents": "".join(_entry(f"{number}", topic) for number, topic in topics),
        "body": "".join(_section(f"{number}", topic, outline, address) for number, topic in topics),
        "sources": "".join(
            f'<li id="d{place}">{_document(outline, place, address, anchor="")}</li>' for place in sorted(named)
        ),
    }
    frame = (folder / "overview.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], frame)


def _all(topics: tuple[OverviewTopic, ...]) -> Iterator[OverviewTopic]:
    for topic in topics:
        yield topic
        yield from _all(topic.topics)


def _first(number: str, topic: OverviewTopic, outline: Outline, address: Address) -> str:
    """A line of page one."""
    text = _cited(topic.points[0], outline, address) if topic.points else ""
    link = f'<a class="name" href="#t{number}">{_isolate(topic.name)}</a>'
    return f'<li>{link} <span class="count">{share(outline, topic)}</span> {text}</li>'


def _area(number: str, topic: OverviewTopic) -> str:
    """A topic on the map: an area as large as its share, with its sub-topics inside."""
    inside = "".join(
        f'<a href="#t{number}.{place}" style="flex-grow:{len(each.documents)}">{_isolate(each.name)}</a>'
        for place, each in enumerate(topic.topics, start=1)
    )
    count = len(topic.documents)
    head = f'<a class="name" href="#t{number}">{_isolate(topic.name)} <span class="count">{count:,}</span></a>'
    return f'<div style="flex-grow:{count}">{head}<div class="parts">{inside}</div></div>'


def _entry(number: str, topic: OverviewTopic) -> str:
    below = "".join(_entry(f"{number}.{place}", each) for place, each in enumerate(topic.topics, start=1))
    count = f'<span class="count">{len(topic.documents):,}</span>'
    inside = f"<ol>{below}</ol>" if below else ""
    return f'<li><a href="#t{number}">{_isolate(topic.name)}</a> {count}{inside}</li>'


def _section(number: str, topic: OverviewTopic, outline: Outline, address: Address) -> str:
    level = 2 + number.count(".")
    heading = f'<h{level} id="t{number}"><span class="number">{number}</span> {_isolate(topic.name)}</h{level}>'
    told = points_below(topic, top=level == 2)
    points = "".join(f"<li>{_cited(point, outline, address)}</li>" for point in told)
    below = "".join(
        _section(f"{number}.{place}", each, outline, address) for place, each in enumerate(topic.topics, start=1)
    )
    listed = f'<ul class="points">{points}</ul>' if points else ""
    return f'<section>{heading}<p class="size">{size(topic, " ·", html.escape)}</p>{listed}{below}</section>'


def _cited(point: Point, outline: Outline, address: Address) -> str:
    def link(place: int) -> str:
        sentence = point.text if place == point.document else ""
        return _document(outline, place, address, anchor=f"#d{place}", sentence=sentence)

    return f"{_isolate(point.text)} <cite>{sources(point, link)}</cite>"


def _isolate(text: str) -> str:
    """Return text in its own direction of writing: a full stop in Arabic stands on its left.

    >>> _isolate("a < b")
    '<bdi>a &lt; b</bdi>'
    """
    return f"<bdi>{html.escape(text)}</bdi>"


def _document(outline: Outline, place: int, address: Address, anchor: str, sentence: str = "") -> str:
    """Return a document with a link to its file, at a sentence if one is given, or else to an anchor."""
    document = outline.documents[place]
    where = quote(address(document.link)) + _fragment(sentence) if document.link else anchor
    label = html.escape(document.id)
    return f'<a href="{html.escape(where)}">{label}</a>' if where else label


def _fragment(sentence: str) -> str:
    """Return what lets a browser find a sentence in a page or a text: its first words and its last.

    >>> _fragment("Rain closed the road."), _fragment("")
    ('#:~:text=Rain%20closed%20the%20road.', '')
    """
    words = sentence.split()
    if not words:
        return ""
    ends = [words] if len(words) <= 2 * QUOTED else [words[:QUOTED], words[-QUOTED:]]
    return "#:~:text=" + ",".join(quote(" ".join(end), safe="").replace("-", "%2D") for end in ends)
