from __future__ import annotations

import math
import random
from pathlib import Path

import numpy as np
import pytest

from sentencerank.train.checkpoints import Bools
from sentencerank.train.encoding import Shard, load_shard
from sentencerank.train.mining.candidates import Candidates
from sentencerank.train.mining.features import CONTEXT, collect_sums, context_counts, features
from sentencerank.train.progress import Workers
from sentencerank.train.tokens import CAPITAL, DASH, END, QUOTE_AFTER, QUOTE_BEFORE
from tests.train.conftest import STOPS, Prepared


def plain_context(own: Shard, token: int) -> int:
    """The same word in this fragment and one either side, in the same document, at most 48 words away."""
    fragment, document = [0], [0]
    starts = set(own.documents.tolist())
    for place in range(1, len(own.ids)):
        fragment.append(fragment[-1] + int(own.ends[place - 1]))
        document.append(document[-1] + int(place in starts))
    return sum(
        own.ids[other] == own.ids[token]
        and document[other] == document[token]
        and abs(fragment[other] - fragment[token]) <= 1
        and abs(other - token) <= CONTEXT
        for other in range(len(own.ids))
    )


@pytest.mark.parametrize("seed", range(4))
def test_contexts_and_documents_as_a_plain_loop_counts_them(seed: int) -> None:
    chance = random.Random(seed)
    size = 150
    documents = sorted({0, *chance.sample(range(size), 4)})
    ends = [chance.random() < (0.02 if seed else 0.2) or place + 1 in documents for place in range(size)]
    own = Shard(
        np.array([chance.randrange(6) for _ in range(size)]),
        np.array([END if end else 0 for end in ends], np.uint8),
        np.array(documents),
        np.zeros(0, np.int64),
    )
    counts, df = context_counts(own, 5)
    assert [counts[place] for place in range(size) if own.ids[place] < 5] == [
        plain_context(own, place) for place in range(size) if own.ids[place] < 5
    ]
    parts = np.split(own.ids, documents[1:])
    assert df.tolist() == [sum(word in part for part in parts) for word in range(5)]


class Plain:
    """The 14 features of one candidate, with loops over the tokens of all shards."""

    def __init__(self, folder: Path, shards: int, candidates: Candidates, tokens: int, documents: int) -> None:
        self.shards = [load_shard(folder, number) for number in range(shards)]
        self.candidates, self.tokens, self.documents = candidates, tokens, documents

    def count(self, gram: tuple[int, ...]) -> int:
        row = int(self.candidates.rows(np.array([gram]))[0])
        return int(self.candidates.counts[len(gram) - 1][row]) if row >= 0 else 0

    def idf(self, word: int) -> float:
        found = sum(int((part == word).any()) for own in self.shards for part in np.split(own.ids, own.documents[1:]))
        return math.log(self.documents / found)

    def places(self, gram: tuple[int, ...]) -> list[tuple[Shard, int]]:
        size = len(gram)
        return [
            (own, place)
            for own in self.shards
            for place in range(len(own.ids) - size + 1)
            if tuple(own.ids[place : place + size]) == gram and not own.ends[place : place + size - 1].any()
        ]

    def features(self, gram: tuple[int, ...], stops: Bools) -> list[float]:
        size, c, n = len(gram), self.count(gram), self.tokens
        splits = [(gram[:k], gram[k:]) for k in range(1, size)]
        left, right = max(splits, key=lambda pair: math.prod(self.count(part) * len(part) for part in pair))
        p = [self.count(part) * len(part) / n for part in (gram, left, right)]
        association = math.log(p[0] / (p[1] * p[2]))
        idf = [self.idf(word) for word in gram]
        found = self.places(gram)
        outside = sum(
            sum(idf[k] * (plain_context_at(own, place + k) - gram.count(gram[k])) for k in range(size))
            for own, place in found
        )
        window = [own.flags[place : place + size] for own, place in found]
        longer = [
            self.count(other)
            for word in range(self.candidates.words)
            for other in ((*gram, word), (word, *gram))
            if size < 6
        ]
        return [
            association,
            c * association,
            c / math.sqrt(self.count(left) * self.count(right)),
            outside / sum(idf) / c,
            sum(bool(f[0] & QUOTE_BEFORE and f[-1] & QUOTE_AFTER) for f in window) / c,
            sum(bool((f[:-1] & DASH).any()) for f in window) / c,
            sum(bool(f[0] & 32 and f[-1] & 64) for f in window) / c,
            sum(bool((f & CAPITAL > 0).all()) for f in window) / c,
            float(stops[gram[0]]),
            float(stops[gram[-1]]),
            sum(stops[word] for word in gram) / size,
            sum(idf) / size,
            c / max(c, self.count(gram[:-1]), self.count(gram[1:])),
            max(longer, default=0) / c,
        ]


def plain_context_at(own: Shard, token: int) -> int:
    low = token - 60 if token > 60 else 0  # enough: contexts reach 48 words
    cut = Shard(own.ids[low : token + 60], own.flags[low : token + 60], own.documents, own.tags)
    starts = own.documents[(own.documents > low) & (own.documents < token + 60)] - low
    return plain_context(cut._replace(documents=np.concatenate(([0], starts))), token - low)


def test_features_as_plain_loops_compute_them(prepared: Prepared, tmp_path: Path) -> None:
    folder, encoded, candidates = prepared
    stops = np.array([word in STOPS for word in encoded.words])
    sums = collect_sums(encoded, candidates, tmp_path / "sums", folder / "candidates", Workers())
    multi, single = features(candidates, candidates.counts, sums, encoded, stops)
    assert np.isfinite(multi).all()
    assert np.isfinite(single).all()
    plain = Plain(encoded.folder, encoded.shards, candidates, encoded.tokens, encoded.documents)
    chance = random.Random(1)
    start = 0
    for length in (2, 3):
        rows = candidates.sequences(length)
        for row in chance.sample(range(len(rows)), 4):
            expected = plain.features(tuple(rows[row].tolist()), stops)
            assert multi[start + row] == pytest.approx(expected)
        start += len(rows)
    word = 20
    expected = [math.log1p(encoded.counts[word]), 1.0, 0.0, plain.idf(word)]
    assert single[word, :4] == pytest.approx(expected)


def test_no_feature_is_undefined_for_counts_of_zero(prepared: Prepared, tmp_path: Path) -> None:
    folder, encoded, candidates = prepared
    sums = collect_sums(encoded, candidates, tmp_path / "sums", folder / "candidates", Workers())
    none = tuple(np.zeros_like(counts) for counts in candidates.counts)
    for table in features(candidates, none, sums, encoded, np.zeros(len(encoded.words), np.bool_)):
        assert np.isfinite(table).all()
