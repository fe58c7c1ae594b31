"""A ranking as Markdown or as a page of HTML, for `rank` and `summarize`.

Everything here is pure. What is shown keeps the headings, lists, links and tables of the document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from sentencerank.document import SECTIONS, Block, Document, Mark

if TYPE_CHECKING:
    from sentencerank import Extract, RankedSentence, Ranking

_HEADINGS = SECTIONS | {"title"}


def ranking_markdown(ranking: Ranking, chosen: Extract) -> str:
    """Return the whole document, with the chosen sentences in bold."""
    from sentencerank.documents.export import to_markdown

    bold = [Mark("strong", one.start, one.end) for one in chosen]
    others = [mark for mark in ranking.document.marks if mark.kind != "strong"]
    # A mark that lies inside another one comes after it.
    marks = sorted([*bold, *others], key=lambda mark: (mark.start, -mark.end))
    return to_markdown(replace(_with_blocks(ranking.document), marks=tuple(marks))).rstrip("\n")


def summary_markdown(ranking: Ranking, chosen: Extract) -> str:
    """Return the chosen sentences, each below the heading of its section."""
    from sentencerank.documents.export import to_markdown

    document = _with_blocks(ranking.document)
    return to_markdown(replace(document, blocks=tuple(_extract(document.blocks, chosen)))).rstrip("\n")


def ranking_html(ranking: Ranking) -> str:
    """Return the whole document as a piece of a page: the more important a sentence, the stronger its ink."""
    from sentencerank.notebook import whole_html

    return whole_html(ranking.document, ranking.sentences, f"{ranking.document.id}: {len(ranking)} sentences")


def summary_html(ranking: Ranking, chosen: Extract) -> str:
    """Return the chosen sentences below their headings as a piece of a page."""
    from sentencerank.notebook import extract_html

    about = f"{ranking.document.id}: {len(chosen)} of {len(ranking)} sentences"
    return extract_html(ranking.document, chosen.sentences, ranking.sentences, about)


def html_page(title: str, pieces: Iterable[str]) -> str:
    """Return a page that needs nothing else, also on a dark screen; it runs no script and loads nothing."""
    return (
        '<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(title)}</title>\n</head>\n"
        '<body style="font-family:Georgia,serif;margin:2em auto;padding:0 1em;max-width:46em">\n'
        + "\n<hr>\n".join(pieces)
        + "\n</body>\n</html>"
    )


def _with_blocks(document: Document) -> Document:
    """Return the document with at least one block: sentences that somebody else split have none."""
    return document if document.blocks else replace(document, blocks=(Block("paragraph", 0, len(document.text)),))


def _extract(blocks: tuple[Block, ...], chosen: Iterable[RankedSentence]) -> Iterator[Block]:
    """Yield the parts of blocks that were chosen, after the headings that they stand under."""
    told = 0  # blocks whose headings were looked at
    for number, sentences in groupby(chosen, key=lambda one: one.paragraph):
        block = blocks[number]
        headings = [one for one in blocks[told:number] if one.kind in _HEADINGS]
        told = number + 1
        # A heading without a chosen sentence below it is left out, unless the next one is deeper.
        yield from (
            one for place, one in enumerate(headings) if all(other.level > one.level for other in headings[place + 1 :])
        )
        for start, end in _runs(sentences):
            yield replace(block, start=start, end=end)


def _runs(sentences: Iterable[RankedSentence]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of sentences that follow one another.

    A gap between two of them begins a new paragraph, so that the reader sees it.
    """
    run: list[RankedSentence] = []
    for one in sentences:
        if run and one.index != run[-1].index + 1:
            yield run[0].start, run[-1].end
            run = []
        run.append(one)
    if run:
        yield run[0].start, run[-1].end
