from __future__ import annotations

import string
from itertools import pairwise

import numpy as np
import pytest

import sentencerank as sr
from sentencerank.method.tiling import boundaries, depths, gap_scores, smooth, tile_ends

SUBJECTS = (
    (["rain", "river", "flood", "bank", "bridge", "water", "dam", "valley"]),
    (["violin", "choir", "concert", "symphony", "opera", "conductor", "audience", "hall"]),
    (["vaccine", "trial", "patient", "dose", "doctor", "hospital", "fever", "immunity"]),
)


def words(seed: int, each: int) -> list[str]:
    rng = np.random.default_rng(seed)
    return [str(word) for subject in SUBJECTS for word in rng.choice(subject, each)]


@pytest.mark.parametrize(("seed", "each"), [(0, 200), (1, 333), (2, 90), (3, 71)])
def test_every_step_is_that_of_nltk(seed: int, each: int) -> None:
    texttiling = pytest.importorskip("nltk.tokenize.texttiling")
    text = words(seed, each)
    number = {word: k for k, word in enumerate(dict.fromkeys(text))}
    ids = np.array([number[word] for word in text], dtype=np.intp)
    lines = "\n\n".join(" ".join(text[k : k + 40]) for k in range(0, len(text), 40))
    tiler = texttiling.TextTilingTokenizer(w=10, k=10, stopwords=["-"], demo_mode=True)
    gaps, smoothed, depth, begins = map(np.array, tiler.tokenize(lines))
    assert gap_scores(ids, 10, 10) == pytest.approx(gaps, abs=1e-6)
    # At both ends nltk mirrors the scores in another point, one place off.
    assert smooth(gaps)[1:-1] == pytest.approx(smoothed[1:-1])
    assert depths(smoothed) == pytest.approx(depth)
    assert boundaries(depth).tolist() == begins.astype(bool).tolist()


def test_subjects_are_set_apart_where_they_change() -> None:
    text = words(0, 200)
    ids = np.unique(text, return_inverse=True)[1]
    assert {200, 400} <= set(tile_ends(ids).tolist())


def test_tiles_are_a_clustering_of_consecutive_sentences() -> None:
    text = words(0, 240)
    sentences = [" ".join(text[k : k + 8]).capitalize() + "." for k in range(0, len(text), 8)]
    ranking = sr.rank(sentences, method="spr", reading="paper", clustering="texttiling", language="en")
    clusters = [sentence.topic for sentence in sorted(ranking, key=lambda one: one.index)]
    assert 2 < len(set(clusters)) < len(sentences)
    assert all(after - before in (0, 1) for before, after in pairwise(clusters))


def test_a_short_text_is_one_tile_as_the_paper_says() -> None:
    sentences = [f"{letter} bridge crosses a river." for letter in string.ascii_uppercase[:5]]
    ranking = sr.rank(sentences, method="spr", reading="paper", clustering="texttiling", language="en")
    assert len({sentence.topic for sentence in ranking}) == 1
