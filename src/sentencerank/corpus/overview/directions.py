"""Extracts → one direction for each document: what it is about, as a vector that topics are made from.

Words that the vectors of the model do not know, as those of another language, begin with a direction of their own and
learn from the documents that they stand in: words that go together come to lie together.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sentencerank.corpus.overview.document_extracts import DocumentExtract, term_vectors
from sentencerank.corpus.overview.grouping import centred
from sentencerank.method.arrays import Ids, Vectors
from sentencerank.model.embeddings import EmbeddingTable, unit

ROUNDS = 3  # of learning from each other
LEARNED = 1.0  # what the words of a document count beside its sentences and its keyphrases
COMMON = 0.3  # share of documents from which a word tells nothing apart
BLOCK = 16_384  # words at once: memory does not grow with the collection


def document_vectors(extracts: Sequence[DocumentExtract], table: EmbeddingTable) -> Vectors:
    """Return the direction of each document: its sentences, its keyphrases and its words, a third each."""
    given = _sentences_and_phrases(extracts, table)
    learned = _learned(extracts, given)
    return unit(given + LEARNED * learned)


def _sentences_and_phrases(extracts: Sequence[DocumentExtract], table: EmbeddingTable) -> Vectors:
    """Half its sentences, half its keyphrases; those that few documents have count more."""
    found = Counter(stems for each in extracts for stems, _ in each.phrases)
    surfaces = {stems: surface for each in reversed(extracts) for stems, surface in each.phrases}
    names = sorted(found)
    known = unit(term_vectors([surfaces[stems] for stems in names], table))
    rare = np.array([math.log(1 + len(extracts) / found[stems]) for stems in names], dtype=np.float32)
    place = {stems: row for row, stems in enumerate(names)}
    directions = np.zeros((len(extracts), table.dimensions), dtype=np.float32)
    for k, each in enumerate(extracts):
        weights = np.array([1 / math.sqrt(line.rank) for line in each.lines], dtype=np.float32)
        sentences = weights @ each.vectors.astype(np.float32)
        rows = [place[stems] for stems, _ in each.phrases]
        phrases = (rare[rows] * fading(len(rows))) @ known[rows]
        directions[k] = unit(np.array([sentences, phrases], dtype=np.float32)).sum(axis=0)
    return centred(unit(directions))


def fading(count: int) -> NDArray[np.float32]:
    """What the first, second, … keyphrase of a document counts."""
    return (1 / (1 + np.arange(count) / 4)).astype(np.float32)


def _learned(extracts: Sequence[DocumentExtract], given: Vectors) -> Vectors:
    """Let words and documents learn from each other: a word is the mean of its documents, and the other way round."""
    counts = [len(each.words) for each in extracts]
    if not sum(counts):
        return np.zeros_like(given)
    owners = np.repeat(np.arange(len(extracts)), counts)
    _, words, spread = np.unique(
        np.concatenate([each.words for each in extracts]), return_inverse=True, return_counts=True
    )
    # A word of one document leads nowhere, and one of most documents everywhere.
    useful = (spread > 1) & (spread <= max(2.0, COMMON * len(extracts)))
    rare = np.where(useful, np.log(len(extracts) / spread), 0).astype(np.float32)
    weights = np.concatenate([fading(count) for count in counts]) * rare[words]
    directions = given
    for _ in range(ROUNDS):
        of_words = unit(_sums(words, owners, weights, directions, len(spread)))
        directions = centred(unit(given * 0.5 + unit(_sums(owners, words, weights, of_words, len(extracts)))))
    return directions


def _sums(to: Ids, source: Ids, weights: NDArray[np.float32], vectors: Vectors, count: int) -> Vectors:
    """The weighted sums of the rows `source` by the rows `to` that they go to."""
    total = np.zeros((count, vectors.shape[1]), dtype=np.float32)
    order = np.argsort(to, kind="stable")
    for start in range(0, len(order), BLOCK):
        some = order[start : start + BLOCK]
        targets, first = np.unique(to[some], return_index=True)
        total[targets] += np.add.reduceat(vectors[source[some]] * weights[some, None], first, axis=0)
    return total
