"""The two graphs: terms (SWG and SPG, §4.1 and §4.2) and sentences (SSG, §4.3).

    terms        w(u, v) = count(u, v) / Σ count  +  cos(u, v) / Σ cos      a missing kind counts 0
    sentences    w_c(i, j) = (p_ij + v_ij) / (log10 |S_i| + log10 |S_j|)
                 w_ij = w_c(i, j) / Σ w_c  +  sim_P(i, j) / Σ_{semantic edges} sim_P

Two terms co-occur when they stand in a window of Δ successive terms; they are semantic neighbours when the cosine of
their vectors exceeds δ. Two sentences are semantic neighbours when they are among the nearest Γ % of all pairs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from sentencerank import kernel
from sentencerank.method.arrays import Edges, Ids, Mask, Scores, Similarity, Vectors, counted, distinct
from sentencerank.method.terms import Terms

BLOCK = 1 << 22  # cosines held at once: 16 MB
LOG_2 = math.log10(2.0)  # the least that shared terms are divided by
COMPARED = 25_000  # terms whose vectors are compared; only a text longer than the longest novels has more
NEIGHBOURS = 1_500_000  # pairs of semantic neighbours, twice those of a novel; only noise has more
AT_ONCE = 128  # sentences up to which all shared terms are counted by one product


def term_graph(
    terms: Terms,
    vectors: Vectors | None,
    *,
    window: int,
    threshold: float,
    phrase_threshold: float,
    across_sentences: bool = False,
    cosines: Vectors | None = None,
) -> Edges:
    """w(u, v) over all terms; `vectors` (unit rows) None leaves the semantic edges out.

    `cosines` of all pairs of terms save their computation where they are known already.
    """
    size = len(terms.names)
    if kernel.native is not None and (vectors is None or cosines is not None):
        near = None if vectors is None else np.ascontiguousarray(cosines)
        found = kernel.native.term_graph(
            terms.ids, terms.owners, terms.is_phrase, near, window, across_sentences, threshold, phrase_threshold,
            NEIGHBOURS,
        )  # fmt: skip
        # Of noise the nearest neighbours have to be chosen first.
        if found is not None:
            source, target, weight = found
            return Edges(size, np.frombuffer(source, np.intp), np.frombuffer(target, np.intp), np.frombuffer(weight))
    pairs, weights = cooccurrence(terms, window=window, across_sentences=across_sentences)
    if vectors is not None:
        some, is_phrase = _compared(terms), terms.is_phrase
        if some is not None:
            vectors, is_phrase, cosines = vectors[some], is_phrase[some], None
        near, nearness = semantic(
            vectors, is_phrase, threshold=threshold, phrase_threshold=phrase_threshold, cosines=cosines
        )
        if some is not None:
            near = some[near // len(some)] * size + some[near % len(some)]
        pairs, weights = np.concatenate((pairs, near)), np.concatenate((weights, nearness))
    # Quicker than np.divmod.
    source = pairs // max(size, 1)
    target = pairs - source * size
    return Edges(
        size,
        np.concatenate((source, target)),
        np.concatenate((target, source)),
        np.concatenate((weights, weights)),
    )


def _compared(terms: Terms) -> Ids | None:
    """Which terms are compared with each other: the commonest of a very long text, since all pairs would take hours.

    None stands for all of them.
    """
    if len(terms.names) <= COMPARED:
        return None
    return np.sort(np.argsort(-terms.frequency, kind="stable")[:COMPARED])


def cooccurrence(terms: Terms, *, window: int, across_sentences: bool) -> tuple[Ids, Scores]:
    """Pairs inside a window of Δ successive terms (as u·m + v, u < v), with their normalised counts."""
    size = len(terms.names)
    if kernel.native is not None:
        found = kernel.native.cooccurrence(terms.ids, terms.owners, size, window, across_sentences)
        pairs, counts = (np.frombuffer(part, dtype=np.intp) for part in found)
        return pairs, counts / max(counts.sum(), 1)
    keys = [np.empty(0, dtype=np.intp)]
    for distance in range(1, window):
        left, right = terms.ids[:-distance], terms.ids[distance:]
        # A term does not recommend itself, so there are no loops.
        keep = left != right
        if not across_sentences:
            keep &= terms.owners[:-distance] == terms.owners[distance:]
        left, right = left[keep], right[keep]
        keys.append(np.minimum(left, right) * size + np.maximum(left, right))
    pairs, counts = counted(np.concatenate(keys))
    return pairs, counts / max(counts.sum(), 1)


def semantic(
    vectors: Vectors,
    is_phrase: Mask,
    *,
    threshold: float,
    phrase_threshold: float,
    cosines: Vectors | None = None,
) -> tuple[Ids, Scores]:
    """Pairs whose cosine exceeds δ (`phrase_threshold` if either is a phrase), with their normalised cosines."""
    size = len(vectors)
    keys, weights = [np.empty(0, dtype=np.intp)], [np.empty(0)]
    lowest = min(threshold, phrase_threshold)
    for start, rows in _rows(vectors) if cosines is None else [(0, cosines)]:
        if kernel.native is not None:
            pairs, cosine = kernel.native.semantic(rows, start, is_phrase, threshold, phrase_threshold)
            keys.append(np.frombuffer(pairs, dtype=np.intp))
            weights.append(np.frombuffer(cosine))
        else:
            places = np.flatnonzero(rows > lowest)
            source, target = np.divmod(places, size - start)
            upper = source < target
            places, source, target = places[upper], source[upper] + start, target[upper] + start
            cosine = rows.ravel()[places].astype(np.float64)
            keep = cosine > np.where(is_phrase[source] | is_phrase[target], phrase_threshold, threshold)
            keys.append((source * size + target)[keep])
            weights.append(cosine[keep])
        if sum(map(len, weights)) > NEIGHBOURS:
            keys, weights = _nearest(np.concatenate(keys), np.concatenate(weights))
    weight = np.concatenate(weights)
    return np.concatenate(keys), weight / np.add.reduce(weight) if len(weight) else weight


def _nearest(pairs: Ids, cosine: Scores) -> tuple[list[Ids], list[Scores]]:
    """The nearest NEIGHBOURS of these pairs, in their order.

    A file of chance letters is spelt with few pieces, so that half of its words are neighbours of each other: all of
    them would take 2 GB.
    """
    nearest = np.sort(np.argpartition(-cosine, NEIGHBOURS - 1)[:NEIGHBOURS])
    return [pairs[nearest]], [cosine[nearest]]


def _rows(vectors: Vectors) -> Iterator[tuple[int, Vectors]]:
    """Rows of the cosine matrix, a block at a time, from the diagonal on, each with the number of its first row."""
    start = 0
    while start < len(vectors):
        stop = start + max(1, BLOCK // (len(vectors) - start))
        yield start, vectors[start:stop] @ vectors[start:].T
        start = stop


def sentence_graph(shared: Similarity, counts: Ids, similarity: Similarity | None, *, nearest: float) -> Similarity:
    """w_ij as a dense matrix, from the shared terms and |S|; `similarity` None leaves the semantic edges out."""
    if kernel.native is not None and similarity is not None and similarity.dtype == np.float32:
        weights = np.empty_like(shared)
        wanted = _wanted(len(similarity), nearest)
        shared, similarity = np.ascontiguousarray(shared), np.ascontiguousarray(similarity)
        kernel.native.sentence_graph(shared, _logs(counts), LOG_2, similarity, wanted, weights)
        return weights
    weights = overlap(shared, counts)
    _normalise(weights)
    if similarity is not None:
        semantic = most_similar(similarity, nearest)
        _normalise(semantic)
        weights += semantic
    return weights


def shared_terms(terms: Terms) -> Similarity:
    """Count the distinct terms that two sentences have in common: p_ij, and v_ij outside phrases; 0 on the diagonal.

    Terms of few sentences are counted pair by pair, the others by one product: so neither a book's vocabulary nor its
    commonest words make the cost grow with the vocabulary times n². In an article one product is quickest.
    """
    count = len(terms.counts)
    sentence, term = terms.distinct
    if kernel.native is not None:
        together = np.zeros((count, count), dtype=np.float32)
        kernel.native.shared_terms(sentence, term, len(terms.names), together)
        return together
    often = np.bincount(term, minlength=len(terms.names)) > (max(64, count // 64) if count > AT_ONCE else 0)
    counted = often[term]
    incidence = np.zeros((count, np.count_nonzero(often)), dtype=np.float32)
    incidence[sentence[counted], (np.cumsum(often) - 1)[term[counted]]] = 1.0
    shared = incidence @ incidence.T
    if not counted.all():
        sentence, term = sentence[~counted], term[~counted]
        by_term = np.argsort(term, kind="stable")
        _count_pairs(shared, sentence[by_term], term[by_term])
    np.fill_diagonal(shared, 0.0)
    return shared


def words_in_phrases(terms: Terms) -> Similarity:
    """What v_ij counts beside the shared terms: words in both sentences, in either inside a phrase that is not common.

    A word stays in sentence i, after the common phrases of i and j are removed, if more of its terms hold it than there
    are common phrases that do.
    """
    count = len(terms.counts)
    found = np.zeros((count, count), dtype=np.float32)
    if kernel.native is not None:
        kernel.native.words_in_phrases(
            *terms.distinct, *map(np.ascontiguousarray, terms.inside), terms.used, terms.is_phrase, found
        )
        return found
    for sentence, column, is_phrase in _holders(terms):
        here = distinct(sentence)
        holds = np.zeros((len(here), len(is_phrase)), dtype=np.float32)
        holds[np.searchsorted(here, sentence), column] = 1.0
        phrases, times = holds[:, is_phrase], holds.sum(axis=1)
        stays = times[:, None] > phrases @ phrases.T
        # A word that both sentences have outside phrases is a shared term already.
        own = phrases.sum(axis=1) < times
        found[here[:, None], here] += stays & stays.T & ~(own[:, None] & own)
    np.fill_diagonal(found, 0.0)
    return found


def _holders(terms: Terms) -> Iterator[tuple[Ids, Ids, Mask]]:
    """For each word that several terms hold: in which sentence which of these terms stands, and which are phrases."""
    term, word = terms.inside
    # What one term holds alone is shared with that term only, and removed with it.
    some = np.flatnonzero(terms.used[term])
    some = some[np.bincount(word[some])[word[some]] > 1]
    some = some[np.argsort(word[some], kind="stable")]
    if not len(some):
        return
    term, word = term[some], word[some]
    sentences, known = terms.distinct
    by_term = np.argsort(known, kind="stable")
    sentences, known = sentences[by_term], known[by_term]
    starts = np.searchsorted(known, term)
    counts = np.searchsorted(known, term, side="right") - starts
    ends = np.cumsum(counts)
    found = sentences[np.arange(ends[-1]) + np.repeat(starts - ends + counts, counts)]
    holder, is_phrase = np.repeat(np.arange(len(term)), counts), terms.is_phrase[term]
    edges = [0, *(np.flatnonzero(np.diff(word)) + 1).tolist(), len(word)]
    for first, last in pairwise(edges):
        here = slice(ends[first] - counts[first], ends[last - 1])
        yield found[here], holder[here] - first, is_phrase[first:last]


def _count_pairs(shared: Similarity, sentence: Ids, term: Ids) -> None:
    """Add one for every pair of sentences in a run of the same term; runs are short, so shifts reach all pairs."""
    distance = 1
    while True:
        same = term[distance:] == term[:-distance]
        if not same.any():
            return
        left, right = sentence[:-distance][same], sentence[distance:][same]
        np.add.at(shared, (left, right), np.float32(1.0))
        np.add.at(shared, (right, left), np.float32(1.0))
        distance += 1


def overlap(shared: Similarity, counts: Ids) -> Similarity:
    """w_c. Two sentences of one term each would divide by log 1 + log 1 = 0: the denominator is at least log10 2."""
    logs = _logs(counts)
    return shared / np.maximum(logs[:, None] + logs[None, :], np.float32(LOG_2))


def _logs(counts: Ids) -> Vectors:
    return np.log10(np.maximum(counts, 1)).astype(np.float32)


def copies(shared: Similarity, distinct: Ids, *, share: float, half: Mask | None = None) -> Ids:
    """The first sentence with which a later one has at least `share` of their terms in common; -1 for none.

    Those that are only `half` a sentence come after all others, so that a title is a copy of the sentence that says it.
    """
    half = np.zeros(len(shared), dtype=np.bool_) if half is None else half
    found = np.full(len(shared), -1, dtype=np.intp)
    if kernel.native is not None and shared.dtype == np.float32:
        kernel.native.copies(np.ascontiguousarray(shared), np.ascontiguousarray(distinct), half, share, found)
        return found
    together = distinct[:, None] + distinct[None, :] - shared
    alike = (shared >= share * together) & (shared > 0)
    np.fill_diagonal(alike, False)
    # Hardly any text has copies.
    if not alike.any():
        return found
    order = np.argsort(half, kind="stable")
    alike = np.tril(alike[np.ix_(order, order)])
    found[order] = np.where(alike.any(axis=1), order[alike.argmax(axis=1)], -1)
    return found


def most_similar(similarity: Similarity, nearest: float) -> Similarity:
    """sim_P of the top Γ of all n(n−1)/2 pairs, ties kept and at least one pair; 0 elsewhere."""
    count = len(similarity)
    pairs = similarity[~np.tri(count, dtype=np.bool_)]
    edges = np.zeros_like(similarity)
    if not len(pairs):
        return edges
    wanted = _wanted(count, nearest)
    least = np.partition(pairs, len(pairs) - wanted)[len(pairs) - wanted]
    np.copyto(edges, similarity, where=(similarity >= least) & (similarity > 0))
    np.fill_diagonal(edges, 0.0)
    return edges


def _wanted(count: int, nearest: float) -> int:
    """How many of all pairs of sentences are the nearest ones."""
    pairs = count * (count - 1) // 2
    return min(pairs, max(1, math.floor(nearest * pairs + 0.5)))


def _normalise(weights: Similarity) -> None:
    """Divide by the total over edges, each edge once, in place."""
    total = float(weights.sum(dtype=np.float64)) / 2.0
    if total > 0:
        weights /= np.float32(total)
