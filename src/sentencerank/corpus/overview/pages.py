"""An overview as Markdown and as one page of HTML that needs nothing else."""

from __future__ import annotations

import html
import os
import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from sentencerank.corpus.overview.outline import Outline, Point, Topic

OTHERS = 5  # documents that are named beside the first one of a sentence
_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")

Address = Callable[[str], str]  # link of a document → where it is, seen from the page


def name(topic: Topic) -> str:
    """What a topic is called.

    >>> name(Topic(("rain", "river"), (0,), ())), name(Topic((), (0,), ()))
    ('Rain, river', 'Other')
    """
    words = ", ".join(topic.phrases[:3])
    return words[:1].upper() + words[1:] if words else "Other"


def told(outline: Outline) -> str:
    """The whole in a sentence."""
    text = f"{len(outline.documents):,} documents in {len(outline.topics)} topics"
    left = [f"{outline.without:,} without sentences to show"] if outline.without else []
    left += [f"{outline.copies:,} copies of others"] if outline.copies else []
    return f"{text}; left out: {', '.join(left)}." if left else f"{text}."


def markdown(outline: Outline, title: str, address: Address) -> str:
    """The overview as Markdown."""
    return "\n".join(_lines(outline, title, address)).rstrip() + "\n"


def _lines(outline: Outline, title: str, address: Address) -> Iterator[str]:
    yield from (f"# {_plain(title)}", "", told(outline), "")
    for number, topic in enumerate(outline.topics, start=1):
        yield from (f"## {number}. {_plain(name(topic))}", "", _size(topic), "")
        if topic.topics:
            yield from (f"> {_said(point, outline, address)}\n" for point in topic.points)
        else:
            yield from _items(topic, outline, address)
        for place, below in enumerate(topic.topics, start=1):
            yield from (f"### {number}.{place} {_plain(name(below))}", "", _size(below), "")
            yield from _items(below, outline, address)


def _items(topic: Topic, outline: Outline, address: Address) -> Iterator[str]:
    yield from (f"- {_said(point, outline, address)}" for point in topic.points)
    yield ""


def _size(topic: Topic) -> str:
    count = len(topic.documents)
    also = ", ".join(map(_plain, topic.phrases[3:]))
    return f"*{count:,} document{'s' * (count > 1)}{f'; also: {also}' if also else ''}*"


def _said(point: Point, outline: Outline, address: Address) -> str:
    def linked(place: int) -> str:
        document = outline.documents[place]
        return f"[{_plain(document.id)}](<{quote(address(document.link))}>)" if document.link else _plain(document.id)

    more = f", also in {', '.join(map(linked, point.others[:OTHERS]))}" if point.others else ""
    more += f" and {len(point.others) - OTHERS:,} others" if len(point.others) > OTHERS else ""
    return f"{_plain(point.text)} ({linked(point.document)}{more})"


def _plain(text: str) -> str:
    """Text in which nothing is markup.

    >>> _plain("a *b* [c]")
    'a \\\\*b\\\\* \\\\[c\\\\]'
    """
    return _MARKS.sub(r"\\\1", text)


def page(outline: Outline, title: str, address: Address) -> str:
    """The overview as HTML: a list of the topics beside them, no scripts, nothing from elsewhere."""
    shown = _shown(outline)
    contents = "".join(_entry(f"{number}", topic) for number, topic in enumerate(outline.topics, start=1))
    body = "".join(_section(f"{n}", topic, outline, shown, address) for n, topic in enumerate(outline.topics, start=1))
    sources = "".join(f'<li id="d{place}">{_document(outline, place, address)}</li>' for place in sorted(shown))
    parts = {
        "title": html.escape(title),
        "style": (files("sentencerank.corpus.overview") / "overview.css").read_text(encoding="utf-8"),
        "told": html.escape(told(outline)),
        "contents": contents,
        "body": body,
        "sources": sources,
    }
    frame = (files("sentencerank.corpus.overview") / "overview.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], frame)


def _shown(outline: Outline) -> frozenset[int]:
    """The documents that are named on the page."""
    topics = [below for topic in outline.topics for below in (topic, *topic.topics)]
    points = [point for topic in topics for point in topic.points]
    return frozenset(place for point in points for place in (point.document, *point.others[:OTHERS]))


def _entry(number: str, topic: Topic) -> str:
    below = "".join(_entry(f"{number}.{place}", one) for place, one in enumerate(topic.topics, start=1))
    count = f'<span class="count">{len(topic.documents):,}</span>'
    inside = f"<ol>{below}</ol>" if below else ""
    return f'<li><a href="#t{number}">{_isolated(name(topic))}</a> {count}{inside}</li>'


def _section(number: str, topic: Topic, outline: Outline, shown: frozenset[int], address: Address) -> str:
    level = 2 + number.count(".")
    points = "".join(f"<li>{_said_in_html(point, outline, address)}</li>" for point in topic.points)
    kind = "lead" if topic.topics else "points"
    below = "".join(
        _section(f"{number}.{place}", one, outline, shown, address) for place, one in enumerate(topic.topics, start=1)
    )
    also = ", ".join(map(html.escape, topic.phrases[3:]))
    count = len(topic.documents)
    size = f"{count:,} document{'s' * (count > 1)}{f' · also: {also}' if also else ''}"
    heading = f'<h{level} id="t{number}"><span class="number">{number}</span> {_isolated(name(topic))}</h{level}>'
    return f'<section>{heading}<p class="size">{size}</p><ul class="{kind}">{points}</ul>{below}</section>'


def _said_in_html(point: Point, outline: Outline, address: Address) -> str:
    links = ", ".join(_document(outline, place, address, anchor=True) for place in point.others[:OTHERS])
    rest = f" and {len(point.others) - OTHERS:,} others" if len(point.others) > OTHERS else ""
    also = f", also in {links}{rest}" if links else ""
    first = _document(outline, point.document, address, anchor=True)
    return f"{_isolated(point.text)} <cite>{first}{also}</cite>"


def _isolated(text: str) -> str:
    """Text in its own direction of writing: a full stop in Arabic stands on its left.

    >>> _isolated("a < b")
    '<bdi>a &lt; b</bdi>'
    """
    return f"<bdi>{html.escape(text)}</bdi>"


def _document(outline: Outline, place: int, address: Address, *, anchor: bool = False) -> str:
    """A document: the file itself where there is one, else its entry in the list below."""
    document = outline.documents[place]
    where = quote(address(document.link)) if document.link else f"#d{place}" if anchor else ""
    label = html.escape(document.id)
    return f'<a href="{html.escape(where)}">{label}</a>' if where else label


def written(path: Path, text: str) -> None:
    """Write a page, by a temporary name and a rename."""
    hidden = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    hidden.write_text(text, encoding="utf-8", newline="\n")
    os.replace(hidden, path)
