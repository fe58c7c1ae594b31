"""From what was found about the sentences inside the graphs to the ranking of the whole document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sentencerank.arrays import Ids, Labels, Order, Scores, Similarity
from sentencerank.baselines import baseline_scores
from sentencerank.body import find_prose
from sentencerank.document import Document, word_count
from sentencerank.language import Wording
from sentencerank.options import Options
from sentencerank.ranking import Ranking
from sentencerank.selection import by_score, most_alike
from sentencerank.stretches import Stretch, bounds_of, scores_by_stretch, stretched
from sentencerank.terms import Terms

VOTES = 3  # sentences named as voters of a sentence
BLOCK = 1 << 22  # numbers held at once


def outcome(
    *,
    document: Document,
    options: Options,
    live: Ids,
    copy_of: Ids,
    terms: Terms,
    term_scores: Scores,
    wording: Sequence[Wording],
    parts: Mapping[str, Scores],
    clusters: Labels,
    order: Order,
    held_back: Scores,
    stretches: Sequence[Stretch],
    centrality: Scores | None,
    structure: str,
    query: str | None,
    notes: tuple[str, ...],
) -> Ranking:
    """Spread over the whole document what the live sentences have; the others follow as they come, with score 0."""
    count = len(document.sentences)
    voters, votes, alike = _compared(stretches, centrality, order)
    whole = {name: _over_all(values, live, count, 0.0) for name, values in parts.items()}
    return Ranking(
        document=document,
        order=_with_rest(live[order], count),
        scores=sum(whole.values(), start=np.zeros(count)),
        parts=whole,
        clusters=_over_all(clusters, live, count, -1),
        terms=terms,
        term_scores=term_scores,
        voters=_over_all(np.where(voters >= 0, live[voters], -1), live, count, -1),
        votes=_over_all(votes, live, count, 0.0),
        similar_to=_over_all(np.where(alike >= 0, live[alike], -1), live, count, -1),
        held_back=_over_all(held_back, live, count, 0.0),
        leans_on=_leans_on(document, wording),
        copy_of=copy_of,
        options=options,
        structure=structure,
        query=query,
        notes=notes,
    )


def rank_baseline(
    document: Document, terms: Terms, wording: Sequence[Wording], options: Options, notes: tuple[str, ...] = ()
) -> Ranking:
    """One of the plain methods, over the sentences that the reading lets in."""
    prose = find_prose(document, clean=options.clean)
    needs_terms = options.baseline in ("textrank", "lexrank")
    live = prose[terms.counts[prose] > 0] if needs_terms else prose
    words = np.array([word_count(document.sentences[i].text) for i in live.tolist()], dtype=np.intp)
    bounds = bounds_of(document, live) if needs_terms else [0, len(live)]
    scores = _baseline(bounds, terms.of_sentences(live), words, options)
    return outcome(
        document=document,
        options=options,
        live=live,
        copy_of=np.full(len(document.sentences), -1, dtype=np.intp),
        terms=terms,
        term_scores=np.bincount(terms.ids, minlength=len(terms.names)).astype(np.float64),
        wording=wording,
        parts={options.baseline: scores},
        clusters=np.zeros(len(live), dtype=np.intp),
        order=by_score(scores),
        held_back=np.zeros(len(live)),
        stretches=(),
        centrality=None,
        structure="none",
        query=None,
        notes=notes + stretched(bounds),
    )


def _baseline(bounds: Sequence[int], terms: Terms, words: Ids, options: Options) -> Scores:
    """The scores of a plain method; its graph by stretches of a long document."""
    if len(bounds) == 2:
        return baseline_scores(options.baseline, terms, words, options.seed)

    def walk(k: int, uniform: Scores) -> Scores:
        part, _ = terms.of_sentences(np.arange(bounds[k], bounds[k + 1])).alone()
        return baseline_scores(options.baseline, part, words[bounds[k] : bounds[k + 1]])

    return scores_by_stretch(bounds, np.full(len(words), 1.0 / len(words)), options.damping, walk)


def _compared(stretches: Sequence[Stretch], centrality: Scores | None, order: Order) -> tuple[Ids, Scores, Ids]:
    """Who votes for whom, by which shares, and which better sentence each is most like; -1 for nobody."""
    count = len(order)
    voters, votes = np.full((count, VOTES), -1, dtype=np.intp), np.zeros((count, VOTES))
    alike = np.full(count, -1, dtype=np.intp)
    for stretch in stretches:
        here, start = stretch.sentences, stretch.start
        inside = order[(order >= start) & (order < stretch.end)] - start
        alike[here] = _moved(most_alike(stretch.similarity, inside), start)
        if centrality is not None and stretch.graph is not None:
            found, shares = _voters(stretch.graph, centrality[here])
            voters[here], votes[here] = _moved(found, start), shares
    return voters, votes, alike


def _moved(indices: Ids, start: int) -> Ids:
    """Numbers inside a stretch as numbers of live sentences; -1 stays."""
    return np.where(indices >= 0, indices + start, -1)


def _voters(graph: Similarity, centrality: Scores) -> tuple[Ids, Scores]:
    """The sentences from which most of a sentence's centrality flows, and their shares of it."""
    count = len(centrality)
    voters, votes = np.full((count, VOTES), -1, dtype=np.intp), np.zeros((count, VOTES))
    passes_on = (centrality / np.maximum(graph.sum(axis=1), 1e-30)).astype(np.float32)
    rows = np.arange(count)
    step = max(1, BLOCK // max(count, 1))  # a matrix of all flows would double the memory of a long document
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


def _leans_on(document: Document, wording: Sequence[Wording]) -> Ids:
    """A sentence that cannot stand alone leans on the one before it, unless a heading comes between."""
    leans_on = np.full(len(document.sentences), -1, dtype=np.intp)
    for before, sentence, words in zip(document.sentences, document.sentences[1:], wording[1:], strict=False):
        if words.leans and sentence.prose and before.prose and before.section == sentence.section:
            leans_on[sentence.index] = before.index
    return leans_on


def _with_rest(order: Order, count: int) -> Order:
    """A ranking of some sentences, then the others as they come."""
    rest = np.ones(count, dtype=np.bool_)
    rest[order] = False
    return np.concatenate((order, np.flatnonzero(rest)))


def _over_all(values: NDArray[Any], live: Ids, count: int, empty: float) -> NDArray[Any]:
    """Values of some sentences → values of all, `empty` elsewhere."""
    if len(live) == count:
        return values
    whole = np.full((count, *values.shape[1:]), empty, dtype=values.dtype)
    whole[live] = values
    return whole
