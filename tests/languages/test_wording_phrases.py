from __future__ import annotations

import pytest

from sentencerank.languages.wording_phrases import read_phrases

KINDS = {"announces", "signposts", "greets", "addresses"}


@pytest.mark.parametrize("code", ["de", "fr", "es", "it", "pt", "nl", "ru"])
def test_each_file_has_every_kind_of_phrase_once_and_in_small_letters(code: str) -> None:
    found = read_phrases(code)
    assert set(found) - {"duty", "law"} == KINDS
    assert ("duty" in found) == ("law" in found)
    assert not any(" " in word for word in found.get("duty", ()))
    for phrases in found.values():
        assert len(phrases) == len(set(phrases)) > 4
        assert all(phrase == phrase.lower() for phrase in phrases)
    assert not set(found["announces"]) & set(found["signposts"])
