from __future__ import annotations

import itertools
import math
import pickle
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.errors import ConvergenceError, DataError, DocumentError, ExtraError
from sentencerank.evaluate.cases import Case, Reference
from sentencerank.evaluate.rivals import RIVALS, rival_system
from sentencerank.evaluate.rivals import programs as module
from sentencerank.evaluate.rivals.coherence import COHERENCE, IMPORTANCE, VARIETY, choose, links
from sentencerank.evaluate.rivals.cp3 import CP3, linked, mine, pattern_of, subgraphs
from sentencerank.evaluate.rivals.hubs import authorities
from sentencerank.evaluate.rivals.neighbours import Neighbours
from sentencerank.evaluate.rivals.programs import Program, solve
from sentencerank.evaluate.rivals.reading import Reading, read, shares
from sentencerank.evaluate.rivals.t_coh import learn_topics
from sentencerank.evaluate.rivals.uniform_link import UniformLink
from sentencerank.evaluate.rivals.urank import both_scores
from sentencerank.evaluate.runs import run_evaluation
from sentencerank.evaluate.subjects import subject
from sentencerank.evaluate.systems import ANY, system_of

FLOOD = (
    "The river rose after three days of heavy rain.",
    "Heavy rain made the river rise above its banks.",
    "Farmers moved their cattle to higher ground.",
    "A bridge near the old mill was closed by the mayor.",
    "The mayor thanked the farmers and the volunteers.",
)
STORM = (
    "A storm brought heavy rain to the valley.",
    "The river flooded several farms in the valley.",
    "Volunteers helped the farmers to save their cattle.",
    "The mayor closed the bridge across the river.",
)
MUSIC = (
    "The orchestra played a new symphony on Friday.",
    "Critics praised the young conductor of the orchestra.",
    "The symphony was written for a large choir.",
)


def case(id: str, sentences: Sequence[str]) -> Case:
    return Case(id=id, sentences=tuple(sentences), references=(Reference("a", text=sentences[0]),))


CASES = (case("flood", FLOOD), case("storm", STORM), case("music", MUSIC))
READINGS = tuple(read(subject(one)) for one in CASES)


@pytest.mark.parametrize("name", RIVALS)
def test_every_rival_ranks_every_sentence_in_any_number_of_processes(name: str) -> None:
    one, two = (run_evaluation(CASES, [name], "20w", workers=workers, samples=0) for workers in (1, 2))
    assert not one.remarks
    assert one.values(name).tolist() == two.values(name).tolist()
    assert np.isfinite(one.values(name)).all()
    bind = system_of(name).bind
    assert bind is not None
    subjects = tuple(map(subject, CASES))
    bound = pickle.loads(pickle.dumps(bind(subjects, one.protocol.budgets[0])))
    for each in subjects:
        orders = bound.rank(each)
        assert orders is not None
        assert sorted(orders[ANY][0].tolist()) == list(range(len(each.sentences)))


@given(st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=2, max_size=6))
def test_hits_is_networkx_hits(rows: list[list[int]]) -> None:
    weights = np.array(rows, dtype=np.float64)
    graph = nx.DiGraph()
    for s, e in zip(*np.nonzero(weights), strict=True):
        graph.add_edge(f"e{e}", f"s{s}", weight=weights[s, e])
    values = np.linalg.svd(weights, compute_uv=False)
    if values[0] - values[1] < 0.05 * values[0]:
        return  # two parts of equal strength have no one answer
    _, expected = nx.hits(graph, max_iter=10_000, tol=1e-12)
    found = authorities(weights)
    assert found == pytest.approx([max(expected.get(f"s{s}", 0.0), 0.0) for s in range(len(rows))], abs=1e-6)


def test_urank_is_networkx_pagerank_on_two_nodes_for_each_sentence() -> None:
    cosines = np.random.default_rng(0).random((6, 6)).astype(np.float32)
    cosines = np.triu(cosines, 1) + np.triu(cosines, 1).T
    owners = np.array([0, 0, 0, 1, 1, 2])
    graph = nx.DiGraph()
    for i, j in itertools.permutations(range(6), 2):
        kind = "local" if owners[i] == owners[j] else "global"
        kin = [k for k in range(6) if k != i and (owners[k] == owners[i]) == (kind == "local")]
        graph.add_edge((kind, i), (kind, j), weight=0.5 * cosines[j, i] / cosines[kin, i].sum())
    for i in range(6):
        graph.add_edge(("local", i), ("global", i), weight=0.5)
        graph.add_edge(("global", i), ("local", i), weight=0.5)
    for j in range(6):
        graph.add_edge(("local", 5), ("local", j), weight=0.5 / 6)  # alone in its document
    expected = nx.pagerank(graph, tol=1e-13, max_iter=1000)
    local, everywhere = both_scores(cosines, owners)
    assert local == pytest.approx([expected["local", i] for i in range(6)], abs=1e-7)
    assert everywhere == pytest.approx([expected["global", i] for i in range(6)], abs=1e-7)


def test_a_sentence_that_the_collection_supports_gains_in_urank() -> None:
    cosines = np.array([[0, 0.5, 0.5, 0.8], [0.5, 0, 0.5, 0], [0.5, 0.5, 0, 0], [0.8, 0, 0, 0]], dtype=np.float32)
    local, everywhere = both_scores(cosines, np.array([0, 0, 0, 1]))
    assert local[0] > local[1] == pytest.approx(local[2])
    assert local.sum() + everywhere.sum() == pytest.approx(1)


def cosine(left: Mapping[str, float], right: Mapping[str, float]) -> float:
    lengths = math.sqrt(sum(w * w for w in left.values()) * sum(w * w for w in right.values()))
    return sum(weight * right.get(word, 0.0) for word, weight in left.items()) / lengths


@pytest.mark.parametrize("k", [10, 0], ids=["all_documents", "the_document_alone"])
def test_uniform_link_is_networkx_pagerank_and_a_loop_of_penalties(k: int) -> None:
    # Of the three documents the other two are near enough; those that are not ranked stand behind the one that is.
    own, *others = READINGS
    sentences = [words for reading in (own, *others[:k]) for words in reading.words]
    spread = Counter(word for words in sentences for word in set(words))
    vectors = [
        {word: count * (1 + math.log(len(sentences) / spread[word])) for word, count in Counter(words).items()}
        for words in sentences
    ]
    graph = nx.Graph()
    graph.add_nodes_from(range(len(sentences)))
    for i, j in itertools.combinations(range(len(sentences)), 2):
        graph.add_edge(i, j, weight=cosine(vectors[i], vectors[j]))
    scores = nx.pagerank(graph, tol=1e-13, max_iter=1000)
    inside = range(len(own.words))
    left, order = {i: scores[i] for i in inside}, []
    while left:
        best = max(left, key=left.__getitem__)
        del left[best]
        order.append(best)
        for i in left:
            share = graph[i][best]["weight"] / sum(graph[i][k]["weight"] for k in inside if k != i)
            left[i] -= share * scores[best]
    assert UniformLink.of(READINGS, k).order(own, 20).tolist() == order
    if not k:
        assert UniformLink.of((own,), k).order(own, 20).tolist() == order


def test_neighbours_are_those_with_the_highest_cosine_by_tf_idf() -> None:
    bags = {one.id: Counter(word for words in one.words for word in words) for one in READINGS}
    spread = Counter(word for bag in bags.values() for word in bag)
    vectors = {
        id: {word: count * math.log(len(bags) / spread[word]) for word, count in bag.items()}
        for id, bag in bags.items()
    }
    for reading in READINGS:
        others = [one.id for one in READINGS if one.id != reading.id]
        others.sort(key=lambda id: -cosine(vectors[reading.id], vectors[id]))
        found = Neighbours.of(READINGS)
        assert [one.id for one in found.nearest(reading, 10)] == others
        assert [one.id for one in found.nearest(reading, 1)] == others[:1]


@given(
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.integers(1, 9)), min_size=1, max_size=6),
    st.integers(0, 20),
    st.data(),
)
def test_the_program_of_e_coh_is_solved_as_by_trying_everything(
    sentences: list[tuple[float, float, int]], limit: int, data: st.DataObject
) -> None:
    count = len(sentences)
    importance, coherence = np.array([s[0] for s in sentences]), np.array([s[1] for s in sentences])
    lengths = np.array([s[2] for s in sentences])
    bits = data.draw(st.lists(st.lists(st.booleans(), min_size=3, max_size=3), min_size=count, max_size=count))
    holds = np.array(bits)

    def gain(chosen: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> float:
        if lengths[chosen].sum() > limit:
            return -math.inf
        parts = IMPORTANCE * shares(importance)[chosen].sum() + COHERENCE * shares(coherence)[chosen].sum()
        return float(parts + VARIETY * holds[chosen].any(axis=0).sum() / max(holds.any(axis=0).sum(), 1))

    best = max(gain(np.array(chosen)) for chosen in itertools.product((False, True), repeat=count))
    assert gain(choose(importance, coherence, holds, lengths, limit)) >= 0.99 * best - 1e-9


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), min_size=1, max_size=7),
    st.integers(0, 30),
)
def test_programs_are_solved_as_by_trying_everything(things: list[tuple[int, int]], limit: int) -> None:
    program = Program()
    gains, costs = np.array([float(g) for g, _ in things]), np.array([c for _, c in things])
    program.at_most(program.add(gains), costs, limit)
    ways = (np.array(way) for way in itertools.product((0, 1), repeat=len(things)))
    best = max(float(gains @ way) for way in ways if costs @ way <= limit)
    assert float(gains[solve(program)].sum()) == pytest.approx(best)


def test_a_program_without_solution_says_so() -> None:
    program = Program()
    things = program.add(np.ones(2))
    program.at_least(things, np.ones(2), 3.0)
    with pytest.raises(DataError, match="no solution"):
        solve(program)


def test_a_program_out_of_time_says_so_and_gives_nothing_half_done() -> None:
    program = Program()
    rng = np.random.default_rng(0)
    things = program.add(rng.random(300))
    for _ in range(60):
        program.at_most(things, rng.random(300), 20.0)
    with pytest.raises(ConvergenceError, match=r"not solved within 0\.05 s"):
        solve(program, seconds=0.05)


def test_a_missing_solver_is_named_before_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(ExtraError, match=r"scipy is not installed.*sentencerank\[rivals\]"):
        rival_system("e-coh")
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    with pytest.raises(ExtraError, match=r"sentencerank\[rivals\]"):
        module.solve(Program([1.0]))


@pytest.mark.parametrize(
    ("name", "said"),
    [("uniform-link", "nearest ones"), ("urank", "nearest ones"), ("t-coh", "topics"), ("cp3", "patterns")],
)
def test_a_collection_of_one_document_is_said_and_ends_no_run(name: str, said: str) -> None:
    results = run_evaluation(CASES[:1], ["lead", name], "20w", samples=0)
    assert math.isnan(results.mean(name))
    assert results.mean("lead") > 0
    assert said in results.remarks[0]
    assert "collection" in results.remarks[0]


@pytest.mark.parametrize("name", ["uniform-link", "urank", "t-coh"])
def test_only_the_document_that_is_alone_in_its_language_goes_without(name: str) -> None:
    results = run_evaluation((*CASES, replace(CASES[0], id="alone", language="de")), [name], "20w", samples=0)
    assert np.isfinite(results.values(name)).tolist() == [True, True, True, False]
    assert "(alone)" in results.remarks[0]
    assert "no other one is in this language" in results.remarks[0]


@pytest.mark.parametrize("name", ["e-coh", "cp3"])
def test_a_text_without_entities_is_said(name: str) -> None:
    nothing = case("nothing", ("Go slowly.", "Be quiet.", "Think and wait."))
    results = run_evaluation((*CASES, nothing), [name], "20w", samples=0)
    assert "no noun" in results.remarks[0]
    assert np.isfinite(results.values(name)).sum() == 3


def test_no_entity_is_an_error_of_the_document() -> None:
    reading = Reading("a", "en", np.arange(1), np.ones(1, dtype=np.intp), (("go",),), ((),))
    with pytest.raises(DocumentError, match="no noun"):
        assert reading.entity_counts


def test_topics_set_subjects_apart_and_are_the_same_in_every_run() -> None:
    many = [read(subject(case(str(k), sentences))) for k in range(4) for sentences in (FLOOD, MUSIC)]
    found = learn_topics([*many[:2], *(r for r in many[2:])])
    assert all(np.array_equal(a, b) for a, b in zip(found, learn_topics(many), strict=True))
    flood, music = found[0].sum(axis=0).argmax(), found[1].sum(axis=0).argmax()
    assert flood != music


def test_links_lead_from_earlier_to_later_sentences() -> None:
    assert (np.tril(links(READINGS[0].entity_counts)) == 0).all()


def test_patterns_are_the_four_shapes_that_three_sentences_can_have() -> None:
    everything = np.triu(np.ones((3, 3), dtype=np.bool_), 1)
    shapes = set()
    for kept in itertools.product((False, True), repeat=3):
        graph = everything.copy()
        graph[[0, 0, 1], [1, 2, 2]] = kept
        shapes |= set(mine(graph))
    assert len(shapes) == 4
    assert pattern_of([(0, 1), (1, 2)]) != pattern_of([(0, 1), (0, 2)])


def test_patterns_come_from_the_other_documents() -> None:
    mined = CP3.of(READINGS)
    without = CP3({id: found for id, found in mined.mined.items() if id != "flood"})
    assert mined.weights("flood") == without.weights("nobody")


@pytest.mark.parametrize("limit", [10, 20, 30])
def test_the_choice_of_cp3_is_what_trying_everything_finds(limit: int) -> None:
    reading, patterns = READINGS[0], CP3.of(READINGS)
    importance, holds = shares(authorities(reading.entity_counts)), reading.entity_counts > 0
    triples = list(subgraphs(linked(reading)))
    known = patterns.weights(reading.id)
    weights = shares(np.array([known.get(kind, 0.0) for _, kind in triples]))

    def gain(chosen: list[int]) -> float:
        formed = sum(w for w, (places, _) in zip(weights, triples, strict=True) if set(places) <= set(chosen))
        held = holds[chosen].any(axis=0).sum() / holds.shape[1]
        return float(IMPORTANCE * importance[chosen].sum() + COHERENCE * formed + VARIETY * held)

    ways = [list(way) for k in range(6) for way in itertools.combinations(range(5), k)]
    fitting = {tuple(way): gain(way) for way in ways if reading.lengths[way].sum() <= limit}
    order = patterns.order(reading, limit).tolist()
    found = max(fitting[way] for k in range(6) if (way := tuple(sorted(order[:k]))) in fitting)
    assert found >= 0.99 * max(fitting.values()) - 1e-9


def test_documents_without_words_are_no_collection_to_learn_from() -> None:
    empty = [replace(CASES[0], id=id, sentences=("...", "!!"), language="de") for id in ("a", "b")]
    results = run_evaluation((*empty, *CASES), list(RIVALS), "20w", samples=0)
    assert len(results.cases) == 5
    assert all(np.isfinite(results.values(name)).all() for name in RIVALS)
