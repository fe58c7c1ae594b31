"""What has been seen after some minutes, by the script that compares the Brief with reading from the top."""

from __future__ import annotations

import numpy as np
import pytest
from scripts.minutes_read import FROM_THE_TOP, judged, rows

import sentencerank as sr

SENTENCES = [f"Number {n} of these sentences has exactly twelve words, as all do here." for n in range(60)]


def test_the_brief_and_the_top_are_counted_in_whole_sentences() -> None:
    ranking = sr.rank(SENTENCES)
    words = ranking.sentences[0].words
    document = judged(ranking, np.diag(np.ones(60)))
    assert document.words == 60 * words
    assert document.top(1) == pytest.approx((FROM_THE_TOP // words) / 60)
    assert document.brief(1) == pytest.approx((238 // words) / 60)
    assert document.brief(60) == document.top(60) == 1


def test_what_was_chosen_twice_is_seen_once_and_headings_take_no_time() -> None:
    ranking = sr.rank("# Rivers of the north\n\n" + " ".join(SENTENCES))
    chosen = np.zeros((len(ranking), 1))
    chosen[[1, 2]] = 1
    document = judged(ranking, chosen)
    assert 0 not in document.text
    assert document.top(1) == 1
    only_last = np.zeros((len(ranking), 1))
    only_last[-1] = 1
    assert judged(ranking, only_last).top(1) == 0


def test_documents_that_are_shorter_than_the_time_are_left_out() -> None:
    document = judged(sr.rank(SENTENCES), np.diag(np.ones(60)))
    assert [line.split("|")[2].strip() for line in rows("made up", [document])] == ["1", "2"]
