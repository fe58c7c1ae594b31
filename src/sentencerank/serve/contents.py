"""Tables of contents inside a document: they repeat its headings, so that reading them takes no time of the reader."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sentencerank.document import Block, Document
from sentencerank.languages.signs import ends_sentence, has_leaders

TITLES = frozenset({"title", "heading", "message"})  # shown with what stands below them, and not counted as reading
_KINDS = frozenset({"paragraph", "list", "furniture"})
_NUMBER = re.compile(r"(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){0,5}[.)]? +")
_PARTED = re.compile(r"(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){1,5}[.)]? +\S")
_LONGEST = 200  # characters of an entry, without the dots
_LONGEST_LINE = 1_000  # with the dots
_ENTRIES = 3  # fewer lines are no table of contents
_SHARE = 0.6  # of them come back as headings, have dots before a page, or have a number of a section


def not_to_read(document: Document) -> list[bool]:
    """Return for each sentence whether it is a heading, or repeats one in a table of contents."""
    apart = [block.kind in TITLES for block in document.blocks]
    for number in _entries(document):
        apart[number] = True
    return [bool(apart) and apart[sentence.paragraph] for sentence in document.sentences]


def _entries(document: Document) -> Iterator[int]:
    """Yield the numbers of the blocks that are entries of a table of contents."""
    texts = [document.text[block.start : block.end] for block in document.blocks]
    heads = {_bare(text) for block, text in zip(document.blocks, texts, strict=True) if block.kind in TITLES}
    run: list[int] = []
    for number, (block, text) in enumerate(zip(document.blocks, texts, strict=True)):
        if block.kind == "page":
            continue
        if _may_be_entry(block, text, heads):
            run.append(number)
            continue
        yield from _table(run, texts, heads)
        run = []
    yield from _table(run, texts, heads)


def _may_be_entry(block: Block, text: str, heads: set[str]) -> bool:
    """Return whether a block is short and no sentence, or a sentence that is a heading too."""
    if block.kind not in _KINDS or len(text) > _LONGEST_LINE:
        return False
    bare = _bare(text)
    if not 0 < len(bare) <= _LONGEST:
        return False
    return not ends_sentence(text) or bare in heads or has_leaders(text) or bool(_PARTED.match(text))


def _table(run: Sequence[int], texts: Sequence[str], heads: set[str]) -> Iterator[int]:
    """Yield the entries of a run of short lines, if enough of these look like some."""
    sure = {number for number in run if _bare(texts[number]) in heads or has_leaders(texts[number])}
    signs = [number for number in run if number in sure or _PARTED.match(texts[number])]
    if len(signs) >= _ENTRIES and sure and len(signs) >= _SHARE * len(run):
        yield from (number for number in run if signs[0] <= number <= signs[-1])


def _bare(text: str) -> str:
    """Return what an entry and its heading have in common: no number of a section, no dots, no page.

    >>> _bare("1.2 Rain in  Spain . . . . 14"), _bare("Rain in Spain")
    ('rain in spain', 'rain in spain')
    """
    words = " ".join(text[:_LONGEST_LINE].split())
    words = _NUMBER.sub("", words, count=1) if _NUMBER.match(words) else words
    return words.rstrip("0123456789ivxlc").rstrip(" .…·").casefold() or words.casefold()
