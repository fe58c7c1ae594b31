"""A ranking as the columns that the reader draws: what opening a document needs, and no more.

Ten thousand sentences as objects are many megabytes, most of it names of fields and reasons that nobody opens. Here
every field is one list over all sentences, ranges are steps from one to the next, and reasons are asked for one by one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise

from sentencerank.document import Document
from sentencerank.files import Json, encodable
from sentencerank.ranking import WORDS_PER_MINUTE, Ranking
from sentencerank.records import as_json
from sentencerank.serve.contents import not_to_read
from sentencerank.serve.rows import words_to_read

_FAR = 2.5  # two neighbouring stops are never further apart
_CLOSE = 1.25  # a stop so near to the whole is left out, if the one before it is near enough


def stops(minutes: float) -> list[float]:
    """Return the times that a reader may choose from, below the whole: each about twice the one before.

    >>> stops(38), stops(2.2), stops(0.4)
    ([0.5, 1.0, 2.0, 5.0, 10.0, 20.0], [0.5, 1.0], [])
    """
    found = [time for time in _scale(minutes) if time < minutes]
    before = found[-2] if len(found) > 1 else 0.5
    if found and minutes <= _CLOSE * found[-1] and minutes <= _FAR * before:
        found.pop()
    return found


def _scale(minutes: float) -> Iterator[float]:
    yield 0.5
    ten = 1.0
    while ten < minutes:
        yield from (ten, 2 * ten, 5 * ten)
        ten *= 10


def columns(ranking: Ranking) -> dict[str, Json]:
    """Return what the page is made from, as docs/serving.md describes it."""
    document = ranking.document
    return {
        "language": ranking.language,
        "structure": ranking.structure,
        "notes": list(ranking.notes),
        "text": encodable(document.text),
        "gaps": _gaps(document),
        "lengths": [sentence.end - sentence.start for sentence in document.sentences],
        "words": [sentence.words for sentence in ranking.sentences],
        "depends": list(chain.from_iterable((s.index, s.depends_on) for s in ranking if s.depends_on is not None)),
        "apart": _runs(not_to_read(document)),
        **_blocks(document),
        **_marks(document),
        "topics": [{"letter": topic.letter, "name": topic.name} for topic in ranking.topics],
        "topic": _topic_places(ranking),
        "keyphrases": [as_json(phrase, ("text", "count")) for phrase in ranking.keyphrases(20)],
        "scores": [round(1000 * sentence.score) for sentence in ranking.sentences],
        "stops": list(stops(words_to_read(document) / WORDS_PER_MINUTE)),
        **order(ranking),
    }


def order(ranking: Ranking) -> dict[str, Json]:
    """Return what a query changes: the order, and where its words stand."""
    hits: list[Json] = [[hit.index, [list(span) for span in hit.spans]] for hit in ranking.hits]
    return {"query": ranking.query, "order": [int(index) for index in ranking.order], "hits": hits}


def boxes(document: Document, page: int) -> dict[str, Json]:
    """Return where the sentences of a page stand on it, in points from its top left corner."""
    ends = [sentence.end for sentence in document.sentences]
    found: list[Json] = []
    for place in document.places:
        if place.page != page or not place.box:
            continue
        for sentence in islice(document.sentences, bisect_right(ends, place.start), None):
            if sentence.start >= place.end:
                break
            found.append([sentence.index, list(place.box)])
    return {"page": page, "boxes": found}


def _runs(flags: Sequence[bool]) -> list[Json]:
    """Return where runs of true flags begin and end.

    >>> _runs([False, True, True, False, True])
    [1, 3, 4, 5]
    """
    changes = [place for place, (before, after) in enumerate(pairwise([False, *flags, False])) if before != after]
    return list(changes)


def _gaps(document: Document) -> list[Json]:
    """Return how far each sentence begins from the end of the one before it."""
    ends = [0, *(sentence.end for sentence in document.sentences)]
    return [sentence.start - end for sentence, end in zip(document.sentences, ends, strict=False)]


def _blocks(document: Document) -> dict[str, Json]:
    """Return four numbers for each block: its kind, the gap before it, its length and its level.

    What few blocks have stands apart under their numbers: the rows of cells of a table, and facts about the block.
    """
    kinds: dict[str, int] = {}
    numbers: list[Json] = []
    end = 0
    for block in document.blocks:
        kind = kinds.setdefault(block.kind, len(kinds))
        numbers += (kind, block.start - end, block.end - block.start, block.level)
        end = block.end
    cells: dict[str, Json] = {
        str(k): [[list(cell) for cell in row] for row in block.cells]
        for k, block in enumerate(document.blocks)
        if block.cells
    }
    about: dict[str, Json] = {str(k): dict(block.about) for k, block in enumerate(document.blocks) if block.about}
    return {"block_kinds": list(kinds), "blocks": numbers, "cells": cells, "about": about}


def _marks(document: Document) -> dict[str, Json]:
    """Return four numbers for each mark: its kind, the step from the start of the one before it, length and target."""
    kinds: dict[str, int] = {}
    targets = {"": 0}
    numbers: list[Json] = []
    start = 0
    for mark in document.marks:
        target = targets.setdefault(encodable(mark.target), len(targets))
        numbers += (kinds.setdefault(mark.kind, len(kinds)), mark.start - start, mark.end - mark.start, target)
        start = mark.start
    return {"mark_kinds": list(kinds), "marks": numbers, "targets": list(targets)}


def _topic_places(ranking: Ranking) -> list[Json]:
    """Return the place of the topic of each sentence in the list of topics, -1 for none."""
    places = {topic.number: place for place, topic in enumerate(ranking.topics)}
    return [places.get(sentence.topic, -1) for sentence in ranking.sentences]
