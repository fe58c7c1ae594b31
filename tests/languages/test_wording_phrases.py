from __future__ import annotations

import pytest

from sentencerank.languages.wording_phrases import read_phrases


@pytest.mark.parametrize("code", ["de", "fr", "es", "it", "pt", "nl", "ru"])
def test_each_file_has_every_kind_of_phrase_once_and_in_small_letters(code: str) -> None:
    found = read_phrases(code)
    assert set(found) == {"announces", "signposts", "greets", "addresses"}
    for phrases in found.values():
        assert len(phrases) == len(set(phrases)) > 4
        assert all(phrase == phrase.lower() for phrase in phrases)
    assert not set(found["announces"]) & set(found["signposts"])
