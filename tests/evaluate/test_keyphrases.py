"""Keyphrases against people's: data, measures, systems, report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import sentencerank as sr
from sentencerank.cli.main import main
from sentencerank.evaluate.keyphrase_systems import SYSTEMS, missing_peers
from sentencerank.evaluate.keyphrases import evaluate_keyphrases, load_phrase_cases, overlap, stemmed
from tests.texts import ARTICLE


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rows = [
        {
            "id": "a",
            "language": "en",
            "text": ARTICLE,
            "keyphrases": ["solar collector", ["quarry", "old quarry"], "ski lift"],
        },
        {"text": "Rain closed the road. The road is old.", "keyphrases": ["road"]},
    ]
    path = tmp_path / "indexed.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_exact_and_partial_matches_are_counted_after_stemming(data: Path) -> None:
    systems = {"one": lambda text, language, count: ["solar collectors", "abandoned quarry", "solar collector"]}
    results = evaluate_keyphrases("indexed", load_phrase_cases(data, 1), systems)
    scores = results.scores["one"]
    assert scores["F1@10"] == pytest.approx([2 * (1 / 2) * (1 / 3) / (1 / 2 + 1 / 3)])
    assert scores["partial@10"][0] > scores["F1@10"][0]
    assert results.found == pytest.approx(2 / 3)


def test_phrases_are_compared_by_language() -> None:
    assert stemmed("fr")("les maisons") == stemmed("fr")("Les maison")
    assert stemmed("xx")("Same") == "same"
    assert overlap("機械学習", "機械") > 0.5


@pytest.mark.parametrize("name", ["sentencerank", "textrank", "runs", "first"])
def test_every_system_finds_phrases(name: str) -> None:
    found = SYSTEMS[name](ARTICLE, "en", 10)
    assert 5 <= len(found) <= 10
    assert SYSTEMS[name]("", "en", 10) == []


def test_a_report_is_printed_and_written(data: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["evaluate", "--keyphrases", str(data), "--output", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    assert "sentencerank" in done.stdout
    assert "F1@10, 95 %" in done.stdout
    assert all(remark in done.stderr for remark in missing_peers())
    assert "| sentencerank |" in (tmp_path / "out" / "keyphrases.md").read_text(encoding="utf-8")
    record = json.loads((tmp_path / "out" / "keyphrases.json").read_text(encoding="utf-8"))
    assert len(record["scores"]["indexed"]["sentencerank"]["F1@10"]) == 2


@pytest.mark.parametrize(
    ("content", "message"),
    [("{", "line 1"), ('{"text": 3, "keyphrases": ["a"]}', "line 1"), ("", "no document"), ("[]", "line 1")],
)
def test_data_that_cannot_be_read_are_named(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(sr.DataError, match=message):
        load_phrase_cases(path)
    with pytest.raises(sr.DataError, match="cannot be read"):
        load_phrase_cases(tmp_path / "missing.jsonl")
