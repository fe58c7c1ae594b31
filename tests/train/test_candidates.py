from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.errors import CorpusError
from sentencerank.train import vocabulary
from sentencerank.train.checkpoints import narrow
from sentencerank.train.encoding import Encoded, encode, load_shard
from sentencerank.train.mining.candidates import Candidates, find_rows, load_occurrences, merge
from sentencerank.train.progress import Workers
from sentencerank.train.text import files
from tests.train.conftest import Prepared

Gram = tuple[str, ...]


def plain_counts(lines: Sequence[str]) -> Counter[Gram]:
    """All sequences of up to 6 words inside fragments, by a plain loop."""
    found: Counter[Gram] = Counter()
    for line in lines:
        for fragment in re.split(r'[,.";!:()?\[\]{}]', line):
            words = [word.lower() for word in re.findall(r"[^\W_]+", fragment)]
            for start in range(len(words)):
                for length in range(1, min(6, len(words) - start) + 1):
                    found[tuple(words[start : start + length])] += 1
    return found


def named(encoded: Encoded, candidates: Candidates) -> dict[Gram, int]:
    return {
        tuple(encoded.words[id] for id in row): int(count)
        for length, counts in enumerate(candidates.counts, 1)
        for row, count in zip(candidates.sequences(length), counts, strict=True)
    }


def test_candidates_are_those_of_a_plain_count(corpus: Path, prepared: Prepared) -> None:
    _, encoded, candidates = prepared
    lines = corpus.read_text().split("\n")
    assert encoded.shards > 3
    assert encoded.tokens == sum(len(re.findall(r"[^\W_]+", line)) for line in lines)
    expected = {gram: count for gram, count in plain_counts(lines).items() if count >= 5}
    assert named(encoded, candidates) == expected
    assert {len(gram) for gram in expected} >= {1, 2, 3}


def test_words_are_in_the_order_of_count_then_spelling(prepared: Prepared) -> None:
    encoded = prepared.encoded
    assert sorted(zip(-encoded.counts, encoded.words, strict=True)) == list(
        zip(-encoded.counts, encoded.words, strict=True)
    )


def test_vocabularies_are_merged_in_pieces_of_any_size(
    corpus: Path, prepared: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = prepared.encoded
    monkeypatch.setattr(vocabulary, "_IN_MEMORY", 0)
    monkeypatch.setattr(vocabulary, "_READ", 7)
    pieces, _ = encode(files(corpus), tmp_path, min_sup=5, shard_tokens=2000, workers=Workers())
    assert pieces.words == whole.words
    assert np.array_equal(pieces.counts, whole.counts)


def test_places_of_candidates(prepared: Prepared) -> None:
    folder, encoded, candidates = prepared
    for length in (2, 3):
        total = np.zeros(len(candidates.counts[length - 1]), np.int64)
        for number in range(encoded.shards):
            own = load_shard(encoded.folder, number)
            positions, ids = load_occurrences(folder / "candidates", length, number)
            assert np.array_equal(own.ids[positions[:, None] + np.arange(length)], candidates.sequences(length)[ids])
            assert not own.ends[positions[:, None] + np.arange(length - 1)].any()
            total += np.bincount(ids, minlength=len(total))
        assert np.array_equal(total, candidates.counts[length - 1])


def test_prefixes_suffixes_and_rows(prepared: Prepared) -> None:
    candidates = prepared.candidates
    for length in range(2, 7):
        rows = candidates.sequences(length)
        assert np.array_equal(candidates.sequences(length - 1)[candidates.prefixes(length)], rows[:, :-1])
        assert np.array_equal(candidates.sequences(length - 1)[candidates.suffixes[length - 2]], rows[:, 1:])
        assert np.array_equal(candidates.rows(rows), np.arange(len(rows)))
    assert candidates.rows(np.array([[0, candidates.words], [-1, 0]])).tolist() == [-1, -1]


@given(st.lists(st.integers(0, 2**62), unique=True), st.lists(st.integers(0, 2**62)), st.booleans())
def test_rows_of_keys(table: list[int], others: list[int], many: bool) -> None:
    keys = (others + table) * (5 if many else 1)
    own = sorted(table)
    expected = [own.index(key) if key in table else -1 for key in keys]
    assert find_rows(np.array(own, np.int64), np.array(keys, np.int64)).tolist() == expected


@given(st.lists(st.dictionaries(st.integers(0, 40), st.integers(1, 5)), max_size=5), st.integers(1, 9))
def test_merged_runs_in_any_number_of_ranges(runs: list[dict[int, int]], at_once: int) -> None:
    total: Counter[int] = Counter()
    for run in runs:
        total.update(run)
    given = [(np.array(sorted(run), np.int64), np.array([run[key] for key in sorted(run)], np.int64)) for run in runs]
    found = [pair for keys, counts in merge(given, 3, at_once=at_once) for pair in zip(keys, counts, strict=True)]
    assert found == sorted((key, count) for key, count in total.items() if count >= 3)


def test_counts_beyond_32_bits() -> None:
    keys = np.array([3, 2**61])
    runs = [(keys, np.array([2**32 - 1, 1])), (keys, np.array([2**33, 2**40]))]
    [(found, counts)] = merge(runs, 2**32)
    assert (found.tolist(), counts.tolist()) == ([3, 2**61], [3 * 2**32 - 1, 2**40 + 1])


def test_what_does_not_fit_the_disk_is_refused() -> None:
    with pytest.raises(CorpusError, match="do not fit uint32"):
        narrow(np.array([2**32]), np.uint32)
