"""Several documents as one: all their sentences in one order, what several of them say only once, sources kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from sentencerank.asking.questions import Queries
from sentencerank.document import Block, Document, Mark, Place
from sentencerank.errors import InputError
from sentencerank.files import Json
from sentencerank.languages.language import Language
from sentencerank.method.options import Changes
from sentencerank.method.structures import location_ranks
from sentencerank.ranker import Input, Ranker, ranker_of
from sentencerank.ranking import Ranking
from sentencerank.recipe import Location, Recipe
from sentencerank.records import Extract, RankedSentence

BETWEEN = "\n\n"
# What a text introduces first counts in one document; in several it would only prefer the document that comes first.
# They repeat each other more than one document repeats itself, so likeness counts more.
TOGETHER: Changes = {"even": False, "opening": 0.0, "trade": 0.7}


@dataclass(frozen=True, slots=True)
class Source:
    """Where a sentence comes from."""

    document: int  # its number, from 0
    id: str
    index: int  # of the sentence in its document


@dataclass(frozen=True, eq=False)
class RankingTogether:
    """The sentences of several documents in one order; made by `rank_together`.

    `ranking` ranks them as one document: `ranking.top(5)`, `ranking.keyphrases()`, `ranking.topics`. Ask `source` for
    where a sentence comes from, and `said_by` for all documents that say it.
    """

    ranking: Ranking
    documents: tuple[Document, ...]

    def __len__(self) -> int:
        return len(self.ranking)

    def __iter__(self) -> Iterator[RankedSentence]:
        return iter(self.ranking)

    @cached_property
    def _starts(self) -> list[int]:
        return list(accumulate((len(document.sentences) for document in self.documents), initial=0))

    def source(self, sentence: RankedSentence | int) -> Source:
        """Return where a sentence, or the one of this index, comes from."""
        index = sentence if isinstance(sentence, int) else sentence.index
        number = int(np.searchsorted(self._starts, index, side="right")) - 1
        return Source(number, self.documents[number].id, index - self._starts[number])

    def said_by(self, sentence: RankedSentence | int) -> tuple[int, ...]:
        """Return the numbers of the documents that say the same, its own among them."""
        index = sentence if isinstance(sentence, int) else sentence.index
        copies = np.flatnonzero(self.ranking.copy_of == index).tolist()
        return tuple(sorted({self.source(one).document for one in (index, *copies)}))

    def summary(self, **budget: Any) -> Extract:
        """Return the best sentences within a budget, as `Ranking.summary` takes it; each thing is said once."""
        return self.ranking.summary(**budget)

    def to_dict(self) -> dict[str, Json]:
        """Return `Ranking.to_dict()` with the documents, and with the source of every sentence."""
        record = self.ranking.to_dict()
        rows = record["sentences"]
        assert isinstance(rows, list)
        for row in rows:
            assert isinstance(row, dict)
            index = row["index"]
            assert isinstance(index, int)
            source = self.source(index)
            row["document"], row["index_in_document"] = source.document, source.index
            row["said_by"] = list(self.said_by(index))
        record["documents"] = [{"id": one.id, "sentences": len(one.sentences)} for one in self.documents]
        return record


def rank_together(
    documents: Iterable[Input],
    *,
    ids: Sequence[str] = (),
    query: Queries | None = None,
    method: str = "ssr",
    reading: str = "best",
    structure: str | Location | None = None,
    language: str | Language = "auto",
    model: str | Path | None = None,
    **changes: Unpack[Changes],
) -> RankingTogether:
    """Rank the sentences of several documents in one order.

    A sentence that repeats one of another document stays out of the graphs and comes last, and what is like a better
    sentence is held back, whichever document it is from. Places count within each document. `ids` names the documents;
    the other arguments are those of `rank`. The documents are read in one language, that of most of their text.
    Raises InputError unless there is at least one document.

    >>> rain = ["Rain closed the mountain road on Monday.", "Nobody was hurt when the road was closed."]
    >>> together = rank_together([rain, ["Rain closed the mountain road on Monday.", "A bus waits at the bridge."]])
    >>> together.said_by(0)
    (0, 1)
    """
    if isinstance(documents, str | Document):
        raise InputError("rank_together takes several documents, got one. Use rank(text), or put it into a list.")
    recipe = Recipe.of(method, reading, structure=structure, language=language, model=model, query=query, **changes)
    return rank_by_recipe(documents, recipe, ids)


def rank_by_recipe(documents: Iterable[Input], recipe: Recipe, ids: Sequence[str] = ()) -> RankingTogether:
    """Rank the sentences of several documents as a recipe says."""
    reader = ranker_of(replace(recipe, query=None))
    read = [_named(reader, text, ids, number) for number, text in enumerate(documents)]
    if not read:
        raise InputError("rank_together got no documents. Give at least one.")
    weights: Counter[str] = Counter()
    for document in read:
        weights[document.language] += len(document.text)
    whole = join_documents(read, max(weights, key=lambda code: weights[code]))
    named = recipe.structure or dict(recipe.changes).get("structure") or "news"
    place = named if callable(named) else _places(whole, read, str(named))
    mild: dict[str, Any] = dict(TOGETHER) if recipe.reading == "best" and recipe.method in ("ssr", "spr", "swr") else {}
    changes = {**mild, **dict(recipe.changes)}
    changes.pop("structure", None)
    ranker = Ranker.of(replace(recipe, structure=place, changes=tuple(sorted(changes.items()))))
    return RankingTogether(ranker.rank(whole), tuple(read))


def _named(ranker: Ranker, text: Input, ids: Sequence[str], number: int) -> Document:
    document = ranker.read(text)
    name = ids[number] if number < len(ids) else document.id or str(number)
    return replace(document, id=name)


def _places(whole: Document, documents: Sequence[Document], structure: str) -> Location:
    """How important a place is within its own document."""
    counts = [sum(sentence.prose for sentence in document.sentences) for document in documents]
    if not sum(counts):
        counts = [len(document.sentences) for document in documents]
    ranks = np.concatenate([location_ranks(structure, count) for count in counts])
    return lambda i, n: 1.0 / float(ranks[i - 1]) if n == len(ranks) else 1.0


def join_documents(documents: Sequence[Document], language: str) -> Document:
    """Return one document with the text, blocks, sentences, marks and places of all; each begins a section."""
    texts, offset, section = [], 0, 0
    blocks: list[Block] = []
    joined: dict[str, list[Any]] = {"sentences": [], "marks": [], "places": []}
    for document in documents:
        first = len(blocks)
        blocks += [_moved_block(block, offset) for block in document.blocks]
        if not document.blocks:
            blocks.append(Block("paragraph", offset, offset + len(document.text)))
        for sentence in document.sentences:
            joined["sentences"].append(
                replace(
                    sentence,
                    index=len(joined["sentences"]),
                    start=sentence.start + offset,
                    end=sentence.end + offset,
                    paragraph=sentence.paragraph + first,
                    section=sentence.section + section,
                )
            )
        joined["marks"] += [_moved(mark, offset) for mark in document.marks]
        joined["places"] += [_moved(place, offset) for place in document.places]
        section += 1 + max((sentence.section for sentence in document.sentences), default=0)
        texts.append(document.text)
        offset += len(document.text) + len(BETWEEN)
    notes = tuple(dict.fromkeys(note for document in documents for note in document.notes))
    return Document(
        BETWEEN.join(texts),
        tuple(joined["sentences"]),
        blocks=tuple(blocks),
        language=language,
        id=", ".join(document.id for document in documents),
        notes=notes,
        marks=tuple(joined["marks"]),
        places=tuple(joined["places"]),
    )


def _moved(what: Mark | Place, offset: int) -> Mark | Place:
    return replace(what, start=what.start + offset, end=what.end + offset)


def _moved_block(block: Block, offset: int) -> Block:
    cells = tuple(tuple((start + offset, end + offset) for start, end in row) for row in block.cells)
    return replace(block, start=block.start + offset, end=block.end + offset, cells=cells)
