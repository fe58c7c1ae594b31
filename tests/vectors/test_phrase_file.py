from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.model import phrase_file
from sentencerank.model.model import load
from sentencerank.model.phrase_file import PhraseFile, phrase_lines
from sentencerank.model.write import write_model
from tests.vectors.conftest import rows

WORDS = st.text(st.characters(categories=["Ll", "Lo"]), min_size=1, max_size=4)


@given(st.dictionaries(st.tuples(WORDS, WORDS).map(" ".join), st.floats(0.01, 1), max_size=50), st.lists(WORDS))
def test_a_searched_file_is_the_dictionary_it_stands_for(phrases: dict[str, float], others: list[str]) -> None:
    lines = list(phrase_lines(phrases, str))
    loaded = dict(line.split("\t") for line in lines)
    searched = PhraseFile.of("".join(f"{line}\n" for line in lines).encode("utf-8"))
    assert dict(searched) == loaded
    assert len(searched) == len(loaded)
    assert all((word in searched) == (word in loaded) for word in [*others, "", "\ud800", "\t", "\n"])
    assert searched.get("nowhere", "?") == "?" or "nowhere" in loaded


def test_a_model_with_many_phrases_finds_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["New York", "new york times", "Prime Minister", "rain"]
    write_model(tmp_path / "m", [(names, rows(4))], name="m", language="en")
    small = load(tmp_path / "m").phrases
    monkeypatch.setattr(phrase_file, "LARGE", 1)
    large = load(tmp_path / "m").phrases
    assert isinstance(large.entries, PhraseFile)
    for phrase in ("new york", "New York Times", "prime ministers", "heavy rain"):
        assert large.quality(phrase) == small.quality(phrase)
    assert large.contains("Prime Ministers")
