"""The semantic word graph and the semantic phrase graph: SWG and SPG (§4.1, §4.2).

    w(u, v) = count(u, v) / Σ count  +  cos(u, v) / Σ cos      a missing kind counts 0

Two terms co-occur when they stand in a window of Δ successive terms; they are semantic neighbours when the cosine of
their vectors exceeds δ.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sentencerank.arrays import Edges, Ids, Mask, Scores, Vectors
from sentencerank.terms import Terms

BLOCK = 1 << 22  # cosines held at once: 16 MB


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
    pairs, weights = cooccurrence(terms, window=window, across_sentences=across_sentences)
    if vectors is not None:
        near, nearness = semantic(
            vectors, terms.is_phrase, threshold=threshold, phrase_threshold=phrase_threshold, cosines=cosines
        )
        pairs, weights = np.concatenate((pairs, near)), np.concatenate((weights, nearness))
    size = len(terms.names)
    source, target = np.divmod(pairs, max(size, 1))
    return Edges(
        size,
        np.concatenate((source, target)),
        np.concatenate((target, source)),
        np.concatenate((weights, weights)),
    )


def cooccurrence(terms: Terms, *, window: int, across_sentences: bool) -> tuple[Ids, Scores]:
    """Pairs inside a window of Δ successive terms (as u·m + v, u < v), with their normalised counts."""
    size = len(terms.names)
    keys = [np.empty(0, dtype=np.intp)]
    for distance in range(1, window):
        left, right = terms.ids[:-distance], terms.ids[distance:]
        keep = left != right  # no loops: a term does not recommend itself
        if not across_sentences:
            keep &= terms.owners[:-distance] == terms.owners[distance:]
        left, right = left[keep], right[keep]
        keys.append(np.minimum(left, right) * size + np.maximum(left, right))
    pairs, counts = np.unique(np.concatenate(keys), return_counts=True)
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
        places = np.flatnonzero(rows > lowest)
        source, target = np.divmod(places + start * size, size)
        upper = source < target
        places, source, target = places[upper], source[upper], target[upper]
        cosine = rows.ravel()[places].astype(np.float64)
        keep = cosine > np.where(is_phrase[source] | is_phrase[target], phrase_threshold, threshold)
        keys.append(places[keep] + start * size)
        weights.append(cosine[keep])
    weight = np.concatenate(weights)
    return np.concatenate(keys), weight / weight.sum() if len(weight) else weight


def _rows(vectors: Vectors) -> Iterator[tuple[int, Vectors]]:
    """Rows of the cosine matrix, a block at a time, each with the number of its first row."""
    size = len(vectors)
    step = max(1, BLOCK // max(size, 1))
    for start in range(0, size, step):
        yield start, vectors[start : start + step] @ vectors.T
