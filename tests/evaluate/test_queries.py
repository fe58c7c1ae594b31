"""Scoring the ranking for a query: what is read, what is counted, and what the page says."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import sentencerank as sr
from sentencerank.cli.main import main
from sentencerank.evaluate.query_cases import QueryCase, read_query_cases
from sentencerank.evaluate.query_scores import SHARES, score_queries, tables
from sentencerank.evaluate.query_systems import OURS, query_systems
from sentencerank.evaluate.query_versions import Version

CASES = [
    {
        "id": f"q{number}",
        "set": "towns",
        "query": query,
        "chunks": [
            {
                "title": "Oslo",
                "sentences": ["It lies on a fjord.", "The council pays for the trams.", "Snow falls early."],
            },
            {"title": "Lisbon", "sentences": ["It lies on a river.", "The trams are yellow and old.", "Rain is rare."]},
        ],
        "gold": gold,
    }
    for number, (query, gold) in enumerate([("who pays for the trams", [[0, 1]]), ("yellow trams", [[1, 1]])])
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "towns.jsonl"
    path.write_text("".join(json.dumps(case) + "\n" for case in CASES), encoding="utf-8")
    return path


def test_questions_are_read_and_bad_ones_are_named(data: Path) -> None:
    first, second = read_query_cases([data])
    assert first.gold == {1}
    assert second.gold == {4}
    assert first.titled[4] == "Lisbon The trams are yellow and old."
    assert len(read_query_cases([data], limit=1)) == 1
    data.write_text(json.dumps({**CASES[0], "gold": [[5, 0]]}), encoding="utf-8")
    with pytest.raises(sr.DataError, match=r"towns.jsonl:1: no question"):
        read_query_cases([data])
    data.write_text("", encoding="utf-8")
    with pytest.raises(sr.DataError, match="no question in the data"):
        read_query_cases([data])


def test_every_system_is_scored_and_none_is_over_budget(data: Path) -> None:
    systems, _ = query_systems()
    scores = score_queries(read_query_cases([data]), systems)
    by = {one.system: one for one in scores}
    assert {OURS, "compress", "bm25", "bm25-untitled", "tfidf", "vectors", "lead", "random"} <= set(by)
    for one in scores:
        assert one.kept.shape == one.full.shape == one.used.shape == (2, len(SHARES))
        assert (one.used <= 1).all()
        assert ((one.kept >= 0) & (one.kept <= 1)).all()
    assert by[OURS].kept[:, 2].tolist() == [1.0, 1.0]
    assert np.isclose(by["compress"].kept[:, 3], 1.0).all()


def test_the_command_prints_tables_and_writes_a_page(data: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(
        main, ["evaluate", "--queries", str(data), "--significance", "100", "--output", str(tmp_path / "out")]
    )
    assert done.exit_code == 0, done.output
    assert "## towns, 2 questions" in done.output
    page = (tmp_path / "out" / "queries.md").read_text(encoding="utf-8")
    assert "sentencerank evaluate --queries towns.jsonl" in page
    assert "| sentencerank − bm25 |" in page
    assert tables(score_queries(read_query_cases([data]), query_systems()[0][:3]), samples=0).startswith("## towns")


def test_another_version_answers_in_a_process_of_its_own(tmp_path: Path) -> None:
    case = QueryCase("1", "who pays", ("",), ("Rain fell.", "The council pays."), (0, 0), frozenset({1}), "set")
    version = Version(Path(sr.__file__).parents[1])
    try:
        system = version.as_system()
        assert system.rank(case) == [[1, 0]]
        assert system.clock() > 0
    finally:
        version.close()
    with pytest.raises(sr.DataError, match="holds no sentencerank"):
        Version(tmp_path)
