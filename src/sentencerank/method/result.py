"""From what was found about the candidates to the result for all sentences of a document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sentencerank import kernel
from sentencerank.frozen import dataclass
from sentencerank.method.analysis import Analysis
from sentencerank.method.arrays import Ids, Labels, Order, Packed, Scores, Similarity, pack_arrays, unpack_arrays
from sentencerank.method.candidates import Candidates
from sentencerank.method.chunks import Chunk
from sentencerank.method.selection import most_alike
from sentencerank.method.structures import Detected

VOTES = 3  # sentences named as voters of a sentence
KEPT = 200  # sentences of a document whose matrices are small enough to wait for somebody who asks
BLOCK = 1 << 22  # numbers held at once


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """What the graphs, the subtopics and the selection say about the candidates."""

    parts: Mapping[str, Scores]  # what the scores are made of
    term_scores: Scores  # W'(v)
    clusters: Labels
    order: Order
    penalty: Scores  # what the selection took off for likeness
    centrality: Scores | None = None
    chunks: Sequence[Chunk] = ()


Compared: TypeAlias = tuple[Ids, Scores, Ids]  # voters, votes, similar_to


class Comparison:
    """How the sentences of a result compare: only explanations ask for it, so it is found out when they do."""

    __slots__ = ("_found",)

    def __init__(self, found: Callable[[], Compared]) -> None:
        self._found: Callable[[], Compared] | Compared = found

    @property
    def found(self) -> Compared:
        """Who votes for whom, by which shares, and which better sentence each is most like."""
        found = self._found
        if not isinstance(found, tuple):
            self._found = found = found()
        return found

    def __getstate__(self) -> Packed:
        return pack_arrays(self.found)

    def __setstate__(self, state: Packed) -> None:
        voters, votes, similar_to = unpack_arrays(state)
        self._found = voters, votes, similar_to


@dataclass(frozen=True, kw_only=True, eq=False)
class Result:
    """Every sentence of a document, ranked; every array is in document order unless said otherwise."""

    order: Order  # a permutation of the sentences, most important first
    scores: Scores
    parts: Mapping[str, Scores]  # what the scores are made of: they add up to `scores`
    clusters: Labels  # subtopic of each sentence; -1 for sentences outside the graphs
    term_scores: Scores  # W'(v)
    compared: Comparison
    redundancy_penalty: Scores  # what marginal relevance took off for that
    depends_on: Ids  # the sentence it cannot be understood without; -1 for none
    copy_of: Ids  # the sentence it repeats; -1 for none
    structure: str  # the structure that was used: what "auto" was resolved to; "none" for a plain method
    structure_reason: str = ""  # why "auto" was resolved to it
    notes: tuple[str, ...] = ()  # what a user should know about how this came about

    def __post_init__(self) -> None:
        """Make the arrays read-only: nobody who is handed them may change them."""
        for array in (self.order, self.scores, self.clusters, self.term_scores, *self.parts.values()):
            array.setflags(write=False)

    @property
    def voters(self) -> Ids:
        """(n, k) sentences that recommend each sentence, best first; -1 where there are fewer."""
        return self.compared.found[0]

    @property
    def votes(self) -> Scores:
        """(n, k) their shares."""
        return self.compared.found[1]

    @property
    def similar_to(self) -> Ids:
        """The better-ranked sentence most like it; -1 for none."""
        return self.compared.found[2]

    def with_notes(self, notes: tuple[str, ...]) -> Result:
        """Return the same result with notes before its own."""
        return replace(self, notes=notes + self.notes) if notes else self

    def ordered(self, order: Order, parts: Mapping[str, Scores], copy_of: Ids) -> Result:
        """Return the same sentences in another order, by other parts; what `order` leaves out comes last."""
        count = len(self.order)
        return replace(
            self,
            order=_with_rest(order, count),
            scores=sum(parts.values(), start=np.zeros(count)),
            parts=parts,
            compared=Comparison(lambda: (self.voters, self.votes, np.full(count, -1, dtype=np.intp))),
            redundancy_penalty=np.zeros(count),
            copy_of=copy_of,
        )


def result_for_all(
    analysis: Analysis, candidates: Candidates, scored: Scored, structure: Detected, notes: tuple[str, ...]
) -> Result:
    """Spread what the candidates have over all sentences; the others follow as they come, with score 0."""
    count, inside = len(analysis), candidates.indices
    compared = Comparison(partial(_compare, scored, inside, count))
    if count > KEPT:
        compared.found  # noqa: B018  # its matrices would stay as long as the result
    parts = scored.parts
    if len(inside) < count:
        rows = np.zeros((len(parts), count))
        rows[:, inside] = list(parts.values())
        parts = dict(zip(parts, rows, strict=True))
    return Result(
        order=_with_rest(inside[scored.order], count),
        scores=sum(parts.values(), start=np.zeros(count)),
        parts=parts,
        clusters=_over_all(scored.clusters, inside, count, -1),
        term_scores=scored.term_scores,
        compared=compared,
        redundancy_penalty=_over_all(scored.penalty, inside, count, 0.0),
        depends_on=analysis.depends_on,
        copy_of=candidates.copy_of,
        structure=structure.name,
        structure_reason=structure.reason,
        notes=notes,
    )


def _compare(scored: Scored, inside: Ids, sentences: int) -> Compared:
    """Who votes for whom, by which shares, and which better sentence each is most like; -1 for nobody."""
    order, centrality = scored.order, scored.centrality
    count = len(order)
    voters, votes = np.full((count, VOTES), -1, dtype=np.intp), np.zeros((count, VOTES))
    alike = np.full(count, -1, dtype=np.intp)
    for chunk in scored.chunks:
        here, start = chunk.sentences, chunk.start
        own = order[(order >= start) & (order < chunk.end)] - start
        alike[here] = _moved(most_alike(chunk.similarity, own), start)
        if centrality is not None and chunk.graph is not None:
            found, shares = _voters(chunk.graph, centrality[here])
            voters[here], votes[here] = _moved(found, start), shares
    return (
        _over_all(np.where(voters >= 0, inside[voters], -1), inside, sentences, -1),
        _over_all(votes, inside, sentences, 0.0),
        _over_all(np.where(alike >= 0, inside[alike], -1), inside, sentences, -1),
    )


def _moved(indices: Ids, start: int) -> Ids:
    """Numbers inside a chunk as numbers of candidates; -1 stays."""
    return np.where(indices >= 0, indices + start, -1)


def _voters(graph: Similarity, centrality: Scores) -> tuple[Ids, Scores]:
    """The sentences from which most of a sentence's centrality flows, and their shares of it."""
    count = len(centrality)
    voters, votes = np.full((count, VOTES), -1, dtype=np.intp), np.zeros((count, VOTES))
    passes_on = (centrality / np.maximum(graph.sum(axis=1), 1e-30)).astype(np.float32)
    if kernel.native is not None:
        kernel.native.voters(np.ascontiguousarray(graph), passes_on, VOTES, voters, votes)
        return voters, votes
    rows = np.arange(count)
    # A matrix of all flows would double the memory of a long document, so they are computed block by block.
    step = max(1, BLOCK // max(count, 1))
    for start in range(0, count, step):
        flow = graph[start : start + step] * passes_on
        total = np.maximum(flow.sum(axis=1), 1e-30)
        here = rows[: len(flow)]
        for k in range(min(VOTES, count)):
            best = flow.argmax(axis=1)
            share = flow[here, best] / total
            voters[start + here, k] = np.where(share > 0, best, -1)
            votes[start + here, k] = share
            flow[here, best] = 0.0
    return voters, votes


def _with_rest(order: Order, count: int) -> Order:
    """A ranking of some sentences, then the others as they come."""
    rest = np.ones(count, dtype=np.bool_)
    rest[order] = False
    return np.concatenate((order, np.flatnonzero(rest)))


def _over_all(values: NDArray[Any], inside: Ids, count: int, empty: float) -> NDArray[Any]:
    """Values of some sentences → values of all, `empty` elsewhere."""
    if len(inside) == count:
        return values
    whole = np.full((count, *values.shape[1:]), empty, dtype=values.dtype)
    whole[inside] = values
    return whole
