from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.errors import OptionsError
from sentencerank.train import PhraseModel, PhraseSpan, segment
from sentencerank.train.tokens import tokenise

WORDS = ("a", "b", "c", "new", "york", "東", "京", "ñandú", "i\u0307x", "οδος")
PHRASES = {("a", "b"): 0.9, ("b", "c"): 0.95, ("new", "york"): 0.9, ("東", "京"): 0.8, ("ñandú", "i\u0307x"): 0.7,
           ("οδος", "a"): 0.6, ("c", "a"): 0.3}  # fmt: skip


def toy(counts: dict[tuple[str, ...], int] | None = None) -> PhraseModel:
    numbers = {word: number for number, word in enumerate(WORDS)}
    rows = sorted((numbers[one] * len(WORDS) + numbers[two], (one, two)) for one, two in PHRASES)
    quality = [math.nan] * 7 + [0.9] + [math.nan] * 2 + [PHRASES[gram] for _, gram in rows]
    count = [10] * len(WORDS) + [(counts or {}).get(gram, 10) for _, gram in rows]
    logp = [math.log(0.1)] * len(WORDS) + [math.log(own / 100) for own in count[len(WORDS) :]]
    return PhraseModel(
        WORDS,
        np.array([key for key, _ in rows]),
        np.array(logp, np.float32),
        np.array(quality, np.float32),
        np.array(count),
        np.zeros(len(count), np.bool_),
        np.zeros((0, 0)),
        frozenset({"a"}),
        {"penalty": 0.0, "max_len": 2},
    )


MODEL = toy()
PIECES = st.sampled_from(
    [*WORDS, "New", "YORK", "Ñandú", "İX", "ΟΔΟΣ", "😀", "\u200d", "\u0301", "—", "(", " ", "\n", "\xa0"]
)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=12).map("".join), st.lists(PIECES, max_size=12).map(" ".join)))
def test_a_span_of_the_text_reads_as_its_phrase(text: str) -> None:
    end = 0
    for span in segment(text, MODEL):
        words = tokenise(text[span.start : span.end])
        assert " ".join(words.names[id] for id in words.ids) == span.phrase
        assert end <= span.start < span.end <= len(text)
        assert 0.5 <= span.quality <= 1
        end = span.end


def phrases(text: str, model: PhraseModel = MODEL, **options: float) -> list[str]:
    return [span.phrase for span in segment(text, model, **options)]


def test_places_phrases_and_qualities() -> None:
    text = "To New  York, 東京😀 and ΟΔΟΣ A."
    found = segment(text, MODEL)
    assert found[0] == PhraseSpan(3, 12, "new york", float(np.float32(0.9)))
    assert [text[span.start : span.end] for span in found] == ["New  York", "東京", "ΟΔΟΣ A"]


def test_no_phrase_crosses_a_separator() -> None:
    assert phrases("new, york") == phrases("new\n\nyork") == []
    assert phrases("new\nyork") == ["new york"]


def test_the_better_of_two_overlapping_phrases_wins() -> None:
    assert phrases("a b c") == ["b c"]
    assert phrases("a b c", toy({("a", "b"): 50})) == ["a b"]


def test_thresholds_hold_for_all() -> None:
    assert phrases("c a, new york") == ["new york"]
    assert phrases("c a, new york", minimum=0.2) == ["c a", "new york"]
    assert phrases("new york", minimum=0.91) == []
    assert phrases("ñandú") == ["ñandú"]
    assert phrases("ñandú", single=0.95) == []
    with pytest.raises(OptionsError, match=r"minimum is 1\.5"):
        segment("x", MODEL, minimum=1.5)


def test_nothing_and_unknown_words() -> None:
    assert phrases("") == phrases("?!") == phrases("unknown words only") == []
