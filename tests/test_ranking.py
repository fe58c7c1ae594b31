"""What a ranking offers: budgets, layers, keyphrases, topics, reasons, JSON."""

from __future__ import annotations

import json
import pickle
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sentencerank as sr
from sentencerank.analysing import find_wording
from sentencerank.document import ITSELF, word_count
from sentencerank.languages.beside import beside
from sentencerank.languages.registry import language_of
from sentencerank.method.extracts import FILLER, layer_ends, layer_numbers, within
from sentencerank.method.selection import whole_first
from tests.texts import ARTICLE, TEXTS

RANKINGS = {(name, reading): sr.rank(text, reading=reading) for name, text in TEXTS.items() for reading in sr.READINGS}
ALL = pytest.mark.parametrize("key", RANKINGS, ids="-".join)


@ALL
def test_the_order_is_a_permutation_and_ranks_follow_it(key: tuple[str, str]) -> None:
    ranking = RANKINGS[key]
    assert sorted(ranking.order.tolist()) == list(range(len(ranking)))
    assert [ranking.sentences[i].rank for i in ranking.order] == list(range(1, len(ranking) + 1))


@ALL
def test_sentences_are_verbatim_spans_in_order(key: tuple[str, str]) -> None:
    text, ranking = TEXTS[key[0]], RANKINGS[key]
    assert all(text[s.start : s.end] == s.text for s in ranking.sentences)
    starts = [s.start for s in ranking.sentences]
    assert starts == sorted(starts)


@ALL
def test_the_parts_add_up_to_the_score(key: tuple[str, str]) -> None:
    ranking = RANKINGS[key]
    assert sum(ranking.parts.values()) == pytest.approx(ranking.scores)
    for sentence in ranking.sentences:
        explanation = ranking.explain(sentence.index)
        assert sum(explanation.parts.values()) == pytest.approx(sentence.score, abs=1e-9)
        assert re.match(rf"Ranked {sentence.rank}[a-z]{{2}} of {len(ranking)}: ", explanation.text)
        assert all(0 <= vote.share <= 1 and vote.sentence != sentence.index for vote in explanation.votes)


@pytest.mark.parametrize("unit", ["words", "sentences", "characters"])
@given(st.integers(0, 700), st.integers(0, 300), st.booleans())
@settings(max_examples=30)
def test_more_nested_budget_never_removes_a_sentence_and_none_is_exceeded(
    unit: str, budget: int, more: int, context: bool
) -> None:
    ranking = RANKINGS["article", "best"]
    small = ranking.summary(**{unit: budget}, context=context, nested=True)
    large = ranking.summary(**{unit: budget + more}, context=context, nested=True)
    assert set(small.indices) <= set(large.indices)
    assert list(small.indices) == sorted(small.indices)
    spent = {"words": word_count(small.text), "sentences": len(small), "characters": len(small.text)}
    assert spent[unit] <= budget


@given(st.integers(0, 700))
def test_filling_a_budget_uses_more_of_it(words: int) -> None:
    ranking = RANKINGS["article", "best"]
    filled = ranking.summary(words=words)
    assert ranking.summary(words=words, nested=True).words <= filled.words <= words
    told = [s for s in ranking if s.topic >= 0]
    unused = [s for s in told[: int(FILLER * len(told))] if s.index not in filled.indices]
    assert not any(filled.words + s.words <= words for s in unused)


def test_the_worst_sentences_fill_no_gap() -> None:
    ranking = RANKINGS["article", "best"]
    for words in range(40, 200, 5):
        chosen = ranking.summary(words=words)
        assert max(s.rank for s in chosen) <= 1 + FILLER * len(ranking)


def test_budgets_are_exact() -> None:
    ranking = RANKINGS["article", "best"]
    assert [len(ranking.summary(sentences=n)) for n in (0, 1, 7)] == [0, 1, 7]
    assert len(ranking.summary(ratio=1.0)) == len(ranking)
    assert len(ranking.summary(sentences=10_000)) == len(ranking)
    assert len(ranking.summary(ratio=0.001)) == 1
    assert ranking.top(3) == tuple(ranking.sentences[i] for i in ranking.order[:3])


NONSENSE: list[dict[str, object]] = [
    {},
    {"words": 1, "ratio": 0.1},
    {"words": "100"},
    {"words": -1},
    {"words": True},
    {"sentences": 2.5},
    {"ratio": 0},
    {"ratio": 1.5},
]


@pytest.mark.parametrize("budget", NONSENSE)
def test_a_budget_that_makes_no_sense_is_refused(budget: dict[str, object]) -> None:
    with pytest.raises(sr.OptionsError):
        RANKINGS["article", "best"].summary(**budget)  # type: ignore[arg-type]


def test_the_first_sentence_can_be_read_without_another() -> None:
    text = ["The quarry holds the heat of the summer for the town.", "However, its heat warms the town in winter."]
    ranking = sr.rank(text, structure=lambda i, n: float(i))
    assert list(ranking.order) == [0, 1]


def test_among_the_first_sentences_none_stands_without_the_one_it_leans_on() -> None:
    text = ["The quarry holds the heat of the summer.", "It warms the town in winter.", "The town lies on a hill.",
            "The hill has a quarry.", "Its heat is stored in water below the town and the hill."]  # fmt: skip
    order = list(sr.rank(text, structure=lambda i, n: float(i)).order)
    assert order.index(0) < order.index(1)
    assert order.index(3) < order.index(4)


MANUAL = r"""<h1>rain</h1><p>Rain draws drops on a screen until a key is pressed.</p><h2>Options</h2>
<dl><dt><code>-d</code></dt><dd>Sets the number of drops on the screen that are drawn until a key is pressed.</dd>
<dt><code>-w</code></dt><dd>Sets the wind that moves the drops on the screen.</dd></dl>
<h2>Notes</h2><p>The drops fall from the top of the screen, and the wind moves them.</p>"""


def test_what_explains_an_option_waits_behind_what_the_page_says() -> None:
    first = sr.rank(MANUAL, kind="html").top(2)
    assert [sentence.text[:9] for sentence in sorted(first, key=lambda one: one.index)] == ["Rain draw", "The drops"]


README = """# rain

The rain library draws drops on a screen until a key is pressed.

## Use

The program draws drops of any size on the screen. The wind moves the drops, and a key stops them. The size of the
drops follows from the size of the screen. Drops that reach the ground of the screen disappear.

## Changes

### 1.2.0 (2020-02-02)

The rain library draws the drops of the screen with a wind that moves the drops until a key is pressed.

## Licence

The library and the drops on the screen may be used by everybody who keeps this notice.
"""


def test_changes_and_licences_wait_behind_the_subject() -> None:
    ranking = sr.rank(README, kind="markdown", structure="reference")
    assert {sentence.section for sentence in ranking.top(5)} <= {1, 2}


def test_a_list_of_changes_is_about_its_changes() -> None:
    document = sr.Ranker().read("# Changes\n\n## 1.2\n\nDrops are round.\n\n## 1.1\n\nDrops fall.\n", kind="markdown")
    assert beside(document) == frozenset()


def test_a_short_answer_without_a_word_of_its_question_waits() -> None:
    text = """# Questions

## What is rain?

Rain draws drops on a screen until a key is pressed, and the wind moves the drops.

## Can the drops be drawn in colour?

Only with the newest screens and a good key.

## How large are the drops?

The drops are as large as the screen allows, and the wind does not change them.
"""
    assert "newest screens" not in " ".join(sentence.text for sentence in sr.rank(text, kind="markdown").top(2))


def test_what_is_said_of_a_sentence_follows_it() -> None:
    order, paragraphs = np.array([3, 5, 2, 4, 0, 1]), np.array([0, 0, 1, 1, 2, 2])
    leans = np.full(6, -1)
    assert whole_first(order, np.ones(6, np.bool_), np.full(6, 9), leans, paragraphs).tolist() == [2, 3, 4, 5, 0, 1]


def test_a_release_is_announced_without_a_full_stop() -> None:
    assert not language_of("en").wording("We are pleased to announce version 3.2 of rain").unfinished
    assert language_of("en").wording("What version 3.2 of rain does").unfinished


@pytest.mark.parametrize(
    "sentence",
    [
        "This package provides drops of rain.",
        "The purpose of this guide is to make rain.",
        "We are happy to announce rain 2.0.",
    ],
)
def test_what_a_text_is_for_defines_it(sentence: str) -> None:
    assert language_of("en").wording(sentence).defines == ITSELF


def test_what_a_text_is_for_defines_it_in_other_languages() -> None:
    assert language_of("de").wording("Dieses Handbuch beschreibt den Regen.").defines == ITSELF
    assert language_of("ja").wording("この文書では雨について説明します。").defines == ITSELF


def test_this_at_the_beginning_of_a_text_leans_on_nothing() -> None:
    text = """# Rain Go

This is Rain Go, a program that plays the game of rain on a board of stones.

It reads games from files. The program plays on boards of any size between five and nineteen. Stones of the board are
counted by the program after each game. A game can be played against the program or watched.
"""
    assert sr.rank(text, kind="markdown")[0].text.startswith("This is Rain Go")
    # Nor on a link above it.
    assert sr.rank(text.replace("\n\n", "\n\n[Demo](https://rain.example/)\n\n", 1), kind="markdown")[
        0
    ].text.startswith("This is Rain Go")


def test_a_paragraph_below_a_picture_is_not_taken_for_the_rest_of_its_caption() -> None:
    text = """# Rain

![The logo of the rain library](rain.png)

rain is a package that gives recipes and primitives for weather to programmers.

It has high-level recipes and low-level interfaces to weather models. The weather models are old.
"""
    document = sr.Ranker().read(text, kind="markdown")
    found = find_wording(document, [sentence.text for sentence in document.sentences], language_of("en"))
    assert not any(wording.begins_inside for wording in found)


def test_a_query_finds_what_a_hyphen_joins() -> None:
    text = ["Rain fell on the hills.", "The User-Agent header names the program.", "The header is short."]
    assert sr.rank(text, query="user agent").order[0] == 1
    assert sr.rank(["Rain fell.", "The user agent names the program."], query="user-agent").order[0] == 1


def test_context_brings_along_what_a_sentence_leans_on() -> None:
    text = ["The quarry holds the heat of the summer for the town.", "It was abandoned long ago by its owners.",
            "However, this was never a secret in the town."]  # fmt: skip
    ranking = sr.rank(text, structure=lambda i, n: float(i), whole=0.0)
    assert [s.depends_on for s in ranking.sentences] == [None, 0, 1]
    leaning = ranking.order[0]
    assert leaning == 2
    assert ranking.summary(sentences=3, context=True).indices == (0, 1, 2)
    assert ranking.summary(sentences=2, context=True, nested=True).indices == ()  # all three or nothing
    assert ranking.summary(sentences=2, context=True).indices == (0, 1)
    assert ranking.summary(sentences=2).indices == tuple(sorted(ranking.order[:2].tolist()))


@ALL
@pytest.mark.parametrize("count", [1, 3, 10])
def test_layers_are_nested_sized_by_words_and_complete(key: tuple[str, str], count: int) -> None:
    ranking = RANKINGS[key]
    layers = ranking.layers(count)
    seen = [s.rank for layer in layers for s in sorted(layer.sentences, key=lambda s: s.rank)]
    assert seen == list(range(1, len(ranking) + 1))
    assert layers[-1].words_read == sum(s.words for s in ranking.sentences)
    assert [layer.number for layer in layers] == list(range(1, len(layers) + 1))
    assert len(layers) <= count
    assert all(list(layer.sentences) == sorted(layer.sentences, key=lambda s: s.index) for layer in layers)


@given(st.lists(st.integers(1, 60), min_size=1, max_size=400), st.none() | st.integers(1, 12))
def test_a_layer_ends_where_it_should(words: list[int], count: int | None) -> None:
    ends = layer_ends(sum(words), count)
    numbers, read = layer_numbers(np.array(words), ends), np.cumsum(words)
    assert len(ends) == count or count is None
    assert ends[-1] == pytest.approx(sum(words))
    assert (np.diff(numbers) >= 0).all()
    assert numbers[0] == 0
    assert (read[1:] <= ends[numbers[1:]] + 1e-6).all()


@given(st.integers(1, 2_000_000))
def test_layers_begin_small_and_at_most_double(words: int) -> None:
    ends = layer_ends(words)
    assert ends[0] <= 150
    assert (ends[1:] <= 2.0001 * ends[:-1]).all()
    assert ends[0] == pytest.approx(min(150, words / len(ends)))
    assert len(ends) >= 10


def test_layers_by_reading_time() -> None:
    ranking = RANKINGS["article", "best"]
    layers = ranking.layers(minutes=[0.5, 1])
    assert [layer.minutes <= limit for layer, limit in zip(layers, (0.5, 1), strict=False)] == [True, True]
    assert layers[-1].words_read == sum(s.words for s in ranking.sentences)
    for wrong in ([], [0], [3, 1], [1, 1], ["1"]):
        with pytest.raises(sr.OptionsError, match="reading times that grow"):
            ranking.layers(minutes=wrong)  # type: ignore[arg-type]
    with pytest.raises(sr.OptionsError, match="not both"):
        ranking.layers(3, minutes=[1])


def test_within_takes_what_it_leans_on_first() -> None:
    order, costs, leans = np.array([1, 0, 2]), np.array([3, 2, 4]), np.array([-1, 0, -1])
    assert within(order, costs, 5, leans) == [0, 1]
    assert within(order, costs, 4, leans, nested=True) == []
    assert within(order, costs, 4, leans) == [0]


def test_keyphrases_and_topics_of_the_article() -> None:
    ranking = RANKINGS["article", "best"]
    words = {phrase.text for phrase in ranking.keyphrases(12)}
    assert {"heat", "quarry", "hot water", "solar collectors"} <= words
    assert len(ranking.keyphrases(10_000)) < 10_000
    scores = [phrase.score for phrase in ranking.keyphrases(50)]
    assert scores == sorted(scores, reverse=True)
    topics = ranking.topics
    assert [topic.letter for topic in topics] == list("ABCDEFGH")[: len(topics)]
    assert sorted(i for topic in topics for i in topic.sentences) == np.flatnonzero(ranking.clusters >= 0).tolist()
    assert all(topic.name and 1 <= len(topic.best) <= 2 and set(topic.best) <= set(topic.sentences) for topic in topics)


def test_explain_refuses_an_index_that_is_not_there() -> None:
    for index in (-1, 10_000, "3", 1.0, True):
        with pytest.raises(sr.OptionsError, match="give a sentence index"):
            RANKINGS["article", "best"].explain(index)  # type: ignore[arg-type]


def test_explain_says_that_there_is_nothing_to_explain() -> None:
    with pytest.raises(sr.OptionsError, match="there are no sentences"):
        sr.rank("").explain(0)


def test_a_ranking_is_shown_in_a_line() -> None:
    shown = repr(sr.rank("The road to the village is closed. It rained all night on the hills."))
    assert shown == "<Ranking of 2 sentences, en, news, best 'The road to the village is closed.'>"
    assert repr(sr.rank("")) == "<Ranking of 0 sentences, en, news>"


@ALL
def test_to_dict_is_json_and_keeps_its_schema(key: tuple[str, str]) -> None:
    record = RANKINGS[key].to_dict(explain=True)
    assert json.loads(json.dumps(record)) == record
    assert set(record) == {
        "schema", "id", "language", "language_confidence", "structure", "structure_reason", "query", "hits", "options",
        "notes", "words", "order", "sentences", "topics", "keyphrases",
    }  # fmt: skip
    assert record["schema"] == "sentencerank/2"
    sentences = record["sentences"]
    assert isinstance(sentences, list)
    assert set(sentences[0]) == {  # type: ignore[arg-type]
        "index", "text", "start", "end", "paragraph", "section", "rank", "score", "topic", "depends_on", "copy_of",
        "words", "layer", "parts", "reasons",
    }  # fmt: skip


def test_headings_are_shown_but_not_ranked_among_the_sentences() -> None:
    ranking = RANKINGS["report", "best"]
    headings = [s for s in ranking.document.sentences if not s.prose]
    assert {"Summary", "Causes", "Consequences"} <= {s.text for s in headings}
    last = set(ranking.order[-len(headings) :].tolist())
    assert {s.index for s in headings} <= last | {s.index for s in ranking.sentences if s.words < 4}


def test_the_same_input_gives_the_same_output_with_any_number_of_workers() -> None:
    texts = [ARTICLE, TEXTS["mail"], "", TEXTS["abstract"], ["One sentence.", "Another sentence here."]] * 2
    ranker = sr.Ranker()
    alone = [ranking.to_dict(explain=True) for ranking in ranker.rank_many(texts)]
    together = [ranking.to_dict(explain=True) for ranking in ranker.rank_many(texts, workers=2)]
    assert alone == together
    assert alone[:5] == alone[5:]


MIXED = "Der Stadtrat hat die Brücke gesperrt. Die Kosten der Reparatur trägt das Land, weil die Brücke ihm gehört."


def test_rankings_of_workers_have_words_and_phrases_too() -> None:
    """They are found again when somebody asks, and travel on when the ranking is pickled."""
    texts = [ARTICLE, TEXTS["abstract"], f"{ARTICLE}\n\n{MIXED}"]
    ranker = sr.Ranker()
    for alone, sent in zip(ranker.rank_many(texts), ranker.rank_many(texts, workers=2), strict=True):
        assert sent.keyphrases() == alone.keyphrases()
        for one in (sent, pickle.loads(pickle.dumps(sent))):
            assert list(map(list, one.tokens)) == list(map(list, alone.tokens))
            assert tuple(one.phrases) == tuple(alone.phrases)


def test_what_comes_before_a_text_that_fails_is_ranked() -> None:
    texts = [*[TEXTS["mail"]] * 40, 5, TEXTS["mail"]]
    rankings = sr.Ranker().rank_many(texts, workers=2)  # type: ignore[arg-type]
    assert [len(next(rankings)) > 0 for _ in range(40)] == [True] * 40
    with pytest.raises(sr.InputError, match="int"):
        next(rankings)


@pytest.mark.parametrize("workers", [0, -1, 1.5, True])
def test_workers_must_be_a_number(workers: object) -> None:
    with pytest.raises(sr.OptionsError, match="workers"):
        sr.Ranker().rank_many([], workers=workers)  # type: ignore[arg-type]
    with pytest.raises(sr.InputError, match="list"):
        sr.Ranker().rank_many("one text")
    with pytest.raises(sr.InputError, match="list"):
        sr.Ranker().rank_many(5)  # type: ignore[arg-type]


def test_a_function_that_other_processes_cannot_see_is_refused_with_the_remedy() -> None:
    with pytest.raises(sr.OptionsError, match="workers=1"):
        sr.Ranker(structure=lambda i, n: 1 / i).rank_many([ARTICLE], workers=2)


def test_every_section_has_its_say() -> None:
    """An aside under a heading of its own is seen within a third of the words, though its own words carry little."""
    text = f"# Report\n\n{ARTICLE}\n\n# Meals\n\nThe canteen opens at noon. Soup comes with bread and butter."
    even, plain = sr.rank(text, layout=0.0), sr.rank(text, even=False, layout=0.0)
    seen = [{s.section for layer in ranking.layers(10)[:5] for s in layer.sentences} for ranking in (even, plain)]
    everywhere = {sentence.section for sentence in even.sentences if sentence.topic >= 0}
    assert seen[0] == everywhere
    assert seen[1] < everywhere
    meals = [sentence for sentence in even.sentences if sentence.text.startswith(("The canteen", "Soup"))]
    assert "It is the best of its section." in even.explain(min(meals, key=lambda sentence: sentence.rank).index).text
    assert sr.rank(text, query="water").order.tolist() == sr.rank(text, query="water", even=False).order.tolist()
