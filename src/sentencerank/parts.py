"""Long documents: rank them part by part and merge, so that time grows with length and memory does not (§8.2).

A document of more than LONGEST sentences is cut into consecutive parts, at headings or paragraphs where there are any.
Each part is ranked by the full method. The merged ranking takes every part at its own pace: the k-th best of the n
sentences of a part stands at (k − ½)/n, and sentences come in this order, so a prefix covers all parts evenly. For a
query the part with the best next answer goes on instead.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sentencerank.arrays import Ids, Order, Scores
from sentencerank.document import Document
from sentencerank.ranking import Ranking
from sentencerank.terms import Terms

LONGEST = 4000  # sentences that are ranked together; their matrices take half a gigabyte
PART = 2000  # sentences of a part of a longer document, about


def part_bounds(document: Document, size: int = PART) -> list[int]:
    """Where the parts begin, and the end: near equal steps, moved to a new section or paragraph close by."""
    sentences = document.sentences
    count = max(1, round(len(sentences) / size))
    bounds = [0]
    for k in range(1, count):
        target = k * len(sentences) // count
        near = range(max(bounds[-1] + 1, target - size // 8), min(len(sentences), target + size // 8))
        bounds.append(min(near, key=lambda i: (_seam(document, i), abs(i - target)), default=target))
    return [*bounds, len(sentences)]


def _seam(document: Document, index: int) -> int:
    """How bad a place this is to cut: 0 before a new section, 1 before a new paragraph, 2 inside one."""
    before, after = document.sentences[index - 1], document.sentences[index]
    return 0 if before.section != after.section else 1 if before.paragraph != after.paragraph else 2


def part(document: Document, start: int, end: int) -> Document:
    """Some consecutive sentences as a document of their own; character offsets stay those of the whole."""
    sentences = (replace(s, index=i) for i, s in enumerate(document.sentences[start:end]))
    return replace(document, sentences=tuple(sentences))


def merged(document: Document, terms: Terms, parts: Sequence[Ranking]) -> Ranking:
    """The rankings of consecutive parts as one ranking of the whole document, over its own terms."""
    starts = np.cumsum([0] + [len(ranking) for ranking in parts])[:-1]
    orders = [start + ranking.order for start, ranking in zip(starts, parts, strict=True)]
    scores = np.concatenate([ranking.scores for ranking in parts])
    names = list(dict.fromkeys(name for ranking in parts for name in ranking.parts))
    nothing = [np.zeros(len(ranking)) for ranking in parts]
    first = parts[0]
    return Ranking(
        document=document,
        order=_evenly(orders, scores) if parts[0].query is None else _best_first(orders, scores),
        scores=scores,
        parts={
            name: np.concatenate([r.parts.get(name, none) for r, none in zip(parts, nothing, strict=True)])
            for name in names
        },
        clusters=_renumbered([ranking.clusters for ranking in parts]),
        terms=terms,
        term_scores=_term_scores(terms, parts),
        voters=_moved([ranking.voters for ranking in parts], starts),
        votes=np.concatenate([ranking.votes for ranking in parts]),
        similar_to=_moved([ranking.similar_to for ranking in parts], starts),
        held_back=np.concatenate([ranking.held_back for ranking in parts]),
        leans_on=_moved([ranking.leans_on for ranking in parts], starts),
        copy_of=_moved([ranking.copy_of for ranking in parts], starts),
        options=first.options,
        structure=first.structure,
        query=first.query,
        notes=(*first.notes, f"{len(document.sentences):,} sentences: ranked in {len(parts)} parts and merged."),
    )


def _evenly(orders: Sequence[Order], scores: Scores) -> Order:
    """Every part at its own pace: the k-th of n stands at (k − ½)/n; of equals the higher score, then the earlier."""
    order = np.concatenate(orders)
    pace = np.concatenate([(np.arange(len(part)) + 0.5) / max(len(part), 1) for part in orders])
    return order[np.lexsort((order, -np.round(scores[order], 9), np.round(pace, 12)))]


def _best_first(orders: Sequence[Order], scores: Scores) -> Order:
    """The part whose next sentence has the highest score goes on: the answers to a query need not be spread evenly."""
    rounded = np.round(scores, 9)
    heads = [(-rounded[part[0]], int(part[0]), number, 0) for number, part in enumerate(orders) if len(part)]
    heapq.heapify(heads)
    order: list[int] = []
    while heads:
        _, sentence, number, place = heads[0]
        order.append(sentence)
        if place + 1 < len(orders[number]):
            following = int(orders[number][place + 1])
            heapq.heapreplace(heads, (-rounded[following], following, number, place + 1))
        else:
            heapq.heappop(heads)
    return np.array(order, dtype=np.intp)


def _moved(indices: Sequence[Ids], starts: Ids) -> Ids:
    """Sentence numbers of the parts as numbers of the whole; -1 stays."""
    return np.concatenate([np.where(i >= 0, i + start, -1) for i, start in zip(indices, starts, strict=True)])


def _renumbered(clusters: Sequence[Ids]) -> Ids:
    """Cluster numbers that are unique over all parts; -1 stays."""
    firsts = np.cumsum([0] + [int(labels.max(initial=-1)) + 1 for labels in clusters])[:-1]
    return _moved(clusters, firsts)


def _term_scores(terms: Terms, parts: Sequence[Ranking]) -> Scores:
    """W'(v) of the whole: the mean over its occurrences, each with the score of its part.

    A phrase that only a part takes for one, because it is repeated there alone, is no term of the whole.
    """
    place = {name: index for index, name in enumerate(terms.names)}
    total, count = np.zeros(len(place) + 1), np.zeros(len(place) + 1)
    for ranking in parts:
        here = np.array([place.get(name, len(place)) for name in ranking.terms.names], dtype=np.intp)
        times = np.bincount(ranking.terms.ids, minlength=len(here))
        np.add.at(total, here, times * ranking.term_scores)
        np.add.at(count, here, times)
    return (total / np.maximum(count, 1))[:-1]
