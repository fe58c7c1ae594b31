"""A ranking as a piece of HTML for notebooks: the text, its best sentences in the strongest ink."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from sentencerank.document import Block, BlockKind, Document
from sentencerank.files import encodable
from sentencerank.records import RankedSentence

MOST = 20_000  # characters of a text that is shown whole; of a longer one its best sentences, so many characters
OVERHEAD = 40  # characters that a sentence costs beside its own, so that many tiny ones make no huge page
LONGEST = 2_000  # characters shown of one sentence
GAP = " […] "
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

# The share of the words that is read up to here, and the ink of the sentences that fill it. Colours are translucent and
# the letters keep those of the page, so that a dark page stays dark.
INKS = (
    (0.1, "background:rgba(255,160,0,.45)"),
    (0.25, "background:rgba(255,160,0,.28)"),
    (0.5, "background:rgba(255,160,0,.13)"),
    (1.0, "opacity:.75"),
)
_STYLES: dict[BlockKind, str] = {
    "title": "font-weight:bold;font-size:1.3em",
    "heading": "font-weight:bold;font-size:1.1em",
    "list": "padding-left:1.5em",
    "quote": "padding-left:1em;border-left:3px solid rgba(128,128,128,.5)",
    "code": "white-space:pre-wrap;font-family:monospace",
    "table": "white-space:pre-wrap;font-family:monospace",
    "caption": "font-style:italic",
    "footnote": "font-size:.85em",
    "reference": "font-size:.85em",
    "furniture": "opacity:.6;font-size:.85em",
}
_HEADINGS = ("title", "heading")


def notebook_html(document: Document, sentences: Sequence[RankedSentence], about: str) -> str:
    """Return a document with graded ink, as HTML that needs nothing else; `about` is the line above it.

    Of a document of more than MOST characters the best sentences are shown, with their headings.
    """
    if len(document.text) <= MOST:
        return whole_html(document, sentences, about)
    chosen = _best(sentences)
    return extract_html(document, chosen, sentences, f"{about}; the best {len(chosen)} of them are shown")


def whole_html(document: Document, sentences: Sequence[RankedSentence], about: str) -> str:
    """Return a document of any length with graded ink."""
    return _page(_whole(document, sentences, _inks(document, sentences)), about)


def extract_html(
    document: Document, chosen: Sequence[RankedSentence], sentences: Sequence[RankedSentence], about: str
) -> str:
    """Return the chosen ones of the sentences below their headings, in the ink that they have in the whole document."""
    return _page(_extract(document, chosen, _inks(document, sentences)), about)


def _page(body: Iterable[str], about: str) -> str:
    # Without these classes a notebook would take what stands between two dollar signs for a formula.
    return (
        '<div class="tex2jax_ignore mathjax_ignore" style="max-width:46em;line-height:1.5">'
        f'<div style="opacity:.75;font-size:.85em">{_shown(about)}</div>{"".join(body)}</div>'
    )


def _inks(document: Document, sentences: Sequence[RankedSentence]) -> dict[int, str]:
    """Return the ink of the sentences that take part: the best first, until their share of the words is full."""
    plain = {one.index for one in document.sentences if not one.prose}
    ranked = sorted((one for one in sentences if one.index not in plain), key=lambda one: one.rank)
    total, read, inks = sum(one.words for one in ranked), 0, dict[int, str]()
    for one in ranked:
        # By what was read before it, so that the best sentence has the strongest ink however long it is.
        share = read / total if total else 0.0
        inks[one.index] = next(ink for end, ink in INKS if share < end or end == 1.0)
        read += one.words
    return inks


def _whole(document: Document, sentences: Sequence[RankedSentence], inks: dict[int, str]) -> Iterator[str]:
    """Yield every block, with what stands in it between its sentences."""
    text = document.text
    blocks = document.blocks or (Block("paragraph", 0, len(text)),)
    inside = {number: list(some) for number, some in groupby(sentences, key=lambda one: one.paragraph)}
    for number, block in enumerate(blocks):
        parts, place = [], block.start
        for one in inside.get(number, ()):
            parts += [_shown(text[place : one.start]), _sentence(one, inks)]
            place = max(place, one.end)
        parts.append(_shown(text[place : block.end]))
        yield _block(block, "".join(parts))


def _best(sentences: Iterable[RankedSentence]) -> list[RankedSentence]:
    """Return the best sentences that fit, in document order."""
    chosen, left = [], MOST
    for one in sorted(sentences, key=lambda one: one.rank):
        left -= min(len(one.text), LONGEST) + OVERHEAD
        if left < 0:
            break
        chosen.append(one)
    return sorted(chosen, key=lambda one: one.index)


def _extract(document: Document, chosen: Sequence[RankedSentence], inks: dict[int, str]) -> Iterator[str]:
    """Yield the blocks of some sentences, each below its heading, with marks where others are missing."""
    blocks = document.blocks or (Block("paragraph", 0, len(document.text)),)
    heading_of, shown = _headings(blocks), set[int]()
    last = -1

    def gap(end: int) -> str:
        skipped = document.sentences[last + 1 : end]
        return GAP if any(one.paragraph not in shown for one in skipped) else ""

    for number, some in groupby(chosen, key=lambda one: one.paragraph):
        heading = heading_of[number]
        if heading is not None and heading not in shown and heading != number:
            title = blocks[heading]
            yield _block(title, _shown(document.text[title.start : title.end][:LONGEST]))
        if heading is not None:
            shown.add(heading)
        parts = []
        for one in some:
            parts += [gap(one.index), _sentence(one, inks), " "]
            last = one.index
        yield _block(blocks[number], "".join(parts))
    yield gap(len(document.sentences))


def _headings(blocks: Sequence[Block]) -> list[int | None]:
    """Return for each block the heading above it, or itself if it is one."""
    found: list[int | None] = []
    for number, block in enumerate(blocks):
        found.append(number if block.kind in _HEADINGS else found[-1] if found else None)
    return found


def _block(block: Block, inner: str) -> str:
    if not inner.strip():
        return ""
    role = f' role="heading" aria-level="{min(max(block.level, 1), 6)}"' if block.kind in _HEADINGS else ""
    return f'<div dir="auto"{role} style="margin:.6em 0;{_STYLES.get(block.kind, "")}">{inner}</div>'


def _sentence(one: RankedSentence, inks: dict[int, str]) -> str:
    text = _shown(one.text[:LONGEST]) + (" …" if len(one.text) > LONGEST else "")
    ink = inks.get(one.index)
    return text if ink is None else f'<span title="rank {one.rank}" style="{ink}">{text}</span>'


def _shown(text: str) -> str:
    """Return text that cannot leave its element, nor steer a terminal that prints the page."""
    return escape(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", encodable(text)))
