"""Which part of a page is its text, and the page from bytes to pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sentencerank.document import PROSE
from sentencerank.documents.headings import with_headings
from sentencerank.documents.html.article import article_of
from sentencerank.documents.html.formulas import uses_tex
from sentencerank.documents.html.furniture import Furniture, Size, sizes_of
from sentencerank.documents.html.gather import Manner
from sentencerank.documents.html.labels import without_labels
from sentencerank.documents.html.notes import labels_of
from sentencerank.documents.html.parse import decode_html, parse_html
from sentencerank.documents.html.signs import VERBATIM, some_text
from sentencerank.documents.html.walk import Walk
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content, Piece, tidy

if TYPE_CHECKING:
    from lxml.etree import _Element

_HALF = 0.5  # of the text: so much at least holds the element that is named as the main one
_TYPED = 1_500  # characters of a `<pre>` that may be the text of a page
_LONGEST_TITLE = 1_000
_LONGEST_SLOGAN = 100  # characters of what a site says of itself below its name
_SECOND = 2  # the level of a heading below the highest
_BETWEEN = re.compile(r"\s[-–—|•·:»/]+\s")  # the parts of a title
_OPENING = 6  # pieces; a heading among them may be the title


def read(data: bytes, meter: Meter) -> Content:
    """Read the text of a page, its title first, and say what was left out."""
    return page_content(*decode_html(data), meter)


def page_content(text: str, notes: tuple[str, ...], meter: Meter) -> Content:
    """Return what a page consists of."""
    page = parse_html(text, meter)
    body = next(page.iter("body"), page)
    sizes = sizes_of(body)
    article = article_of(page, body, sizes, Furniture(body, sizes).name)
    main = _main(body, sizes) if article is None else article
    furniture = Furniture(main, sizes, article=article is not None)
    manner = Manner(
        left_out=furniture,
        is_contents=furniture.is_contents,
        tex=uses_tex(page),
        labels=labels_of(body),
        plain=_typed(main, sizes),
        path=_path_above(main),
    )
    pieces = list(Walk(meter, manner).pieces(main))
    notes += _left_out(body, main, sizes, furniture)
    if not any(piece.text for piece in pieces):
        pieces = list(Walk(meter, Manner(labels=manner.labels, path=_path_above(body))).pieces(body))
        notes = (*notes[: len(notes)], "no main text found: the whole page was read")
    return Content(
        tuple(_with_title(with_headings(_ranked(without_labels(pieces))), _title(page, main))),
        notes,
        _language(page, body),
    )


def html_pieces(text: str, meter: Meter) -> Iterator[Piece]:
    """Yield all that is shown of an HTML text, one piece for each block; `<nav>` alone is left out."""
    root = parse_html(text, meter)
    manner = Manner(left_out=lambda element: bool(element.tag == "nav"), labels=labels_of(root))
    return Walk(meter, manner).pieces(root)


def _main(body: _Element, sizes: dict[_Element, Size]) -> _Element:
    """Return the element that is named as the main part if it holds most of the text, else the whole body."""
    whole = sizes[body].own
    named = [
        *body.iter("main"),
        *(each for each in body.iter("div", "section", "article", "td") if each.get("role") == "main"),
    ]
    best = max(named, key=lambda each: sizes[each].own, default=None)
    if best is not None and sizes[best].own >= _HALF * whole and sizes[best].shown:
        return best
    articles = [
        each for each in body.iter("article") if not any(above.tag == "article" for above in each.iterancestors())
    ]
    if len(articles) == 1 and sizes[articles[0]].own >= _HALF * whole and sizes[articles[0]].shown:
        return articles[0]
    return body


def _path_above(element: _Element) -> str:
    path = element.getroottree().getpath(element)
    return str(path.rpartition("/")[0])


def _typed(main: _Element, sizes: dict[_Element, Size]) -> frozenset[_Element]:
    """Return the `<pre>` elements that are the text itself: they hold most of it, and little in them is marked up."""
    found = [each for each in main.iter(*VERBATIM) if sizes[each].shown >= _TYPED]
    if 2 * sum(sizes[each].shown for each in found) < sizes[main].shown:
        return frozenset()
    # A manual that was typed is full of links to its own terms; the lines of a program are marked up otherwise.
    return frozenset(
        each
        for each in found
        if sum(child.tag != "a" for child in each) < sizes[each].shown / 50 and len(each) < sizes[each].shown / 20
    )


def _left_out(body: _Element, main: _Element, sizes: dict[_Element, Size], furniture: Furniture) -> tuple[str, ...]:
    counts = dict(furniture.counts)
    if main is not body:
        outside = Furniture(body, sizes)
        beside = 0
        above = set(main.iterancestors())
        stack = [body]
        while stack:
            for child in stack.pop():
                if child is main or not isinstance(child.tag, str):
                    continue
                if child in above:
                    stack.append(child)
                elif not outside(child):
                    beside += sizes[child].own
        counts = dict(furniture.counts + outside.counts)
        if 20 * beside > sizes[main].own:
            counts["text outside the main part"] = 1
    addresses = ((each.get("src") or "") for each in body.getroottree().iter("frame", "iframe"))
    if frames := sum(1 for each in addresses if each and not each.startswith(("javascript:", "about:"))):
        counts["frame"] = frames
    listed = ", ".join(f"{name} ({count})" for name, count in sorted(counts.items()))
    return (f"left out: {listed}",) if listed else ()


def _language(page: _Element, body: _Element) -> str:
    declared = page.get("lang") or page.get("xml:lang") or body.get("lang") or body.get("xml:lang")
    if declared:
        return str(declared)
    metas = (meta for meta in page.iter("meta") if (meta.get("http-equiv") or "").lower() == "content-language")
    return next((meta.get("content") or "" for meta in metas), "")


def _title(page: _Element, main: _Element) -> str:
    """Return the title of a page: the longest heading above the main part that it repeats, or what its head says."""
    title = next((some_text(element, _LONGEST_TITLE) for element in page.iter("title")), "")
    if title and next(main.iter("h1"), None) is None:
        # The name of the site may be one too.
        headings = (some_text(heading, _LONGEST_TITLE) for heading in page.iter("h1"))
        repeated = max((text for text in headings if text and text in title), key=len, default="")
        first = next((some_text(heading, _LONGEST_TITLE) for heading in main.iter("h2")), "")
        if repeated and not (first and title.startswith(first)):
            return repeated
    return tidy(title)


def _ranked(pieces: list[Piece]) -> list[Piece]:
    """Return pieces that can be ranked: a page that is nothing but a list of links is, for want of other text."""
    if any(piece.prose and piece.kind in PROSE for piece in pieces):
        return pieces
    return [piece._replace(prose=True) if piece.kind == "list" else piece for piece in pieces]


def _repeats(title: str, heading: str) -> bool:
    """Whether the title of a page has a heading in it, as words.

    >>> _repeats("Rain - News", "Rain"), _repeats("Introduction", "I")
    (True, False)
    """
    place = title.casefold().find(heading.casefold())
    around = title[max(0, place - 1) : place] + title[place + len(heading) : place + len(heading) + 1]
    return place >= 0 and not any(map(str.isalnum, around))


def _topic(pieces: list[Piece], title: str) -> int | None:
    """Return the place of a heading that stands below the name of the site, as in a forum: the title has both.

    >>> forum = [Piece("heading", "Our Forum", 1), Piece("paragraph", "All about us"), Piece("heading", "Rain", 2)]
    >>> _topic(forum, "Our Forum - View topic - Rain"), _topic(forum, "Our Forum")
    (2, None)
    """
    top = [index for index, piece in enumerate(pieces) if piece.kind == "heading" and piece.level <= _SECOND]
    if [pieces[index].level for index in top] != [1, _SECOND]:
        return None
    site, topic = (pieces[index].text.casefold() for index in top)
    parts = [part.strip().casefold() for part in _BETWEEN.split(title)]
    # Where the title begins with the topic, a table of contents may stand between the two.
    near = top[1] < _OPENING or parts[0] == topic
    few = all(len(piece.text) < _LONGEST_SLOGAN for piece in pieces[: top[1]])
    return top[1] if near and few and site != topic and {site, topic} <= {*parts} else None


def _with_title(pieces: list[Piece], title: str) -> list[Piece]:
    """Put a title first: the first heading if it opens the text or the title of the page repeats it, else the latter.

    >>> rain = [Piece("heading", "Rain", 1), Piece("paragraph", "It rained.")]
    >>> [piece.kind for piece in _with_title(rain, "Rain - News")]
    ['title', 'paragraph']
    """
    if (topic := _topic(pieces, title)) is not None:
        beside = [
            piece if piece.kind == "list" else piece._replace(kind="furniture", level=0) for piece in pieces[:topic]
        ]
        return [pieces[topic]._replace(kind="title", level=0), *beside, *pieces[topic + 1 :]]
    headings = [index for index, piece in enumerate(pieces) if piece.kind == "heading"]
    highest = [index for index in headings if pieces[index].level == 1]
    if headings:
        place = headings[0]
        first = all(piece.kind in ("figure", "page") for piece in pieces[:place])
        told = _repeats(title, pieces[place].text)
        only = highest == [place] and place < _OPENING
        same = place < _OPENING and pieces[place].text.casefold() == title.casefold()
        if (place in highest and (told or only or (first and not title))) or (first and told) or same:
            opening = pieces[place]._replace(kind="title", level=0)
            return [opening, *pieces[:place], *pieces[place + 1 :]]
    return [Piece("title", title), *pieces] if title else pieces
