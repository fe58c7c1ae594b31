"""What a worker process sends of a ranking becomes the same ranking, field by field."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from threading import Barrier, Thread
from typing import Any

import numpy as np
import pytest

import sentencerank as sr
from sentencerank.ranker import Input, Ranker, _rank_text
from sentencerank.sent_rankings import FoundAgain, pack_ranking, unpack_later
from sentencerank.workers.handfuls import handfuls
from tests.texts import ARTICLE, TEXTS

GERMAN = "Der Stadtrat hat die Brücke gesperrt. Die Kosten der Reparatur trägt das Land, weil die Brücke ihm gehört."
MARKDOWN = "# Report\n\nThe *bridge* is **closed**. See [the map](map.html).\n\n- rain\n- snow\n\n| a |\n|---|\n| 1 |\n"
INPUTS: dict[str, Input] = {
    **TEXTS,
    "nothing": "",
    "a word": "rain",
    "markdown": MARKDOWN,
    "two languages": f"{ARTICLE}\n\n{GERMAN}",
    "German": GERMAN,
    "many sentences": "\n".join(
        f"The river rose by {k} metres at the bridge number {k}. Rain fell." for k in range(150)
    ),
    "odd signs": "The \0 bridge\0 is closed. \ud800 The river rose\r\nby a metre.",
    "sentences": ["The bridge is closed.", "The river rose by a metre.", ""],
    "a document": sr.Ranker().read(MARKDOWN, id="report"),
}
RECIPES: dict[str, dict[str, Any]] = {
    "best": {},
    "paper": {"reading": "paper"},
    "words": {"method": "swr"},
    "phrases": {"method": "spr", "reading": "paper"},
    "query": {"query": ["bridge and rain", "unheard-of"]},
    "baseline": {"method": "lexrank"},
}


@cache
def ranker(recipe: str) -> Ranker:
    return Ranker(**RECIPES[recipe])


def there_and_back(recipe: str, text: Input) -> sr.Ranking:
    found = ranker(recipe)
    again = FoundAgain(found._words, lambda document: found._prepared(document).rank().compared.found)
    return unpack_later(pickle.loads(pickle.dumps(_rank_text(found.recipe, text))), text, found.options, again)


def plain(value: object) -> object:
    """A value as something that can be compared: types count too."""
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape, value.tolist()
    if is_dataclass(value):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)} | {"class": type(value)}
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if hasattr(value, "found"):
        return plain(value.found)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(item) for item in value]
    return value


@pytest.mark.parametrize("recipe", RECIPES)
@pytest.mark.parametrize("name", INPUTS)
def test_every_field_is_the_same(name: str, recipe: str) -> None:
    alone, sent = ranker(recipe).rank(INPUTS[name]), there_and_back(recipe, INPUTS[name])
    assert plain(sent) == plain(alone)
    assert sent.to_dict(explain=True) == alone.to_dict(explain=True)


def test_processes_give_the_same_fields() -> None:
    found = ranker("best")
    texts = list(INPUTS.values())
    for alone, sent in zip(found.rank_many(texts), found.rank_many(texts, workers=2), strict=True):
        assert plain(sent) == plain(alone)


def test_a_ranking_is_unpacked_by_the_first_look() -> None:
    sent = there_and_back("best", ARTICLE)
    assert isinstance(sent, sr.Ranking)
    assert sent.__dict__.keys() == {"structure_reason", "notes", "_unpack"}
    assert len(sent) > 0
    assert type(sent) is sr.Ranking
    assert "_unpack" not in sent.__dict__
    with pytest.raises(AttributeError, match="'Ranking' object has no attribute 'colour'"):
        there_and_back("best", ARTICLE).colour  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("look", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one)), replace])
def test_what_was_sent_can_be_copied_and_sent_on(look: Any) -> None:
    again = look(there_and_back("best", ARTICLE))
    assert type(again) is sr.Ranking
    assert plain(again.compared) == plain(ranker("best").rank(ARTICLE).compared)
    assert again.keyphrases() == ranker("best").rank(ARTICLE).keyphrases()


def test_threads_may_look_at_once() -> None:
    expected = ranker("best").rank(ARTICLE).order.tolist()
    for _ in range(20):
        sent, barrier, seen = there_and_back("best", ARTICLE), Barrier(4), list[list[int]]()

        def look(sent: sr.Ranking = sent, barrier: Barrier = barrier, seen: list[list[int]] = seen) -> None:
            barrier.wait()
            seen.append(sent.order.tolist())

        threads = [Thread(target=look) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert seen == [expected] * 4


def test_the_text_is_sent_once_and_the_words_are_few_bytes() -> None:
    ranking = ranker("best").rank(ARTICLE)
    sent = len(pack_ranking(ranking, ARTICLE)[0])
    assert sent < len(pickle.dumps(ranking)) / 2
    assert len(pack_ranking(ranking, "another text")[0]) > sent + len(ARTICLE)


def test_handfuls_grow_up_to_thirty_two_and_end_when_they_are_full() -> None:
    assert max(map(len, handfuls(range(1000), 3, lambda item: 0.01))) == 32
    assert [len(some) for some in handfuls(range(12), 1, lambda item: 0.3)] == [1, 2, 4, 4, 1]
    assert [len(some) for some in handfuls(range(4), 1, lambda item: 1.0)] == [1, 1, 1, 1]
    assert list(handfuls([], 2, lambda item: 0)) == []
