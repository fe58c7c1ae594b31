"""`sentencerank compress`: files, standard input and JSONL, within a budget."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sentencerank as sr
from sentencerank.cli.main import main
from tests.texts import ARTICLE


def run(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(main, ["compress", *arguments], input=given)


@pytest.fixture
def article(tmp_path: Path) -> Path:
    path = tmp_path / "article.txt"
    path.write_text(ARTICLE, encoding="utf-8")
    return path


def test_a_file_is_compressed_for_a_query(article: Path) -> None:
    done = run("--query", "who pays", "--words", "60", str(article))
    assert done.exit_code == 0
    assert "61 million euros" in done.stdout
    assert len(done.stdout.split()) <= 60


def test_standard_input_is_a_text_or_chunks() -> None:
    assert "salmon" in run("--query", "salmon", "--characters", "300", given=ARTICLE).stdout
    lines = "".join(json.dumps(chunk) + "\n" for chunk in ({"id": 5, "text": ARTICLE}, {"text": "Rain fell on Oslo."}))
    done = run("--chunks", "--words", "40", "--json", given=lines)
    assert [chunk["id"] for chunk in json.loads(done.stdout)["chunks"]] == [5, "standard input:2"]


def test_requests_give_a_line_each(tmp_path: Path) -> None:
    path = tmp_path / "requests.jsonl"
    requests = [{"chunks": [ARTICLE], "query": query} for query in ("salmon", "who pays")]
    path.write_text("".join(json.dumps(request) + "\n" for request in requests), encoding="utf-8")
    lines = run("--words", "50", str(path)).stdout.splitlines()
    expected = [sr.compress([ARTICLE], request["query"], words=50).text for request in requests]
    assert [json.loads(line)["text"] for line in lines] == expected


def test_what_is_wrong_is_said_in_a_line(article: Path, tmp_path: Path) -> None:
    assert run("--words", "2", str(article)).exit_code == 2
    assert run(str(article)).exit_code == 2
    missing = run("--words", "50", str(tmp_path / "no.txt"))
    assert missing.exit_code == 1
    assert "Check the path" in missing.stderr
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{", encoding="utf-8")
    assert "bad.jsonl:1: not JSON" in run("--words", "50", str(bad)).stderr
    bad.write_text("[]", encoding="utf-8")
    assert "bad.jsonl:1: not an object" in run("--words", "50", str(bad)).stderr
    bad.write_text('{"text": "Rain."}\n{"chunks": ["Rain."]}\n', encoding="utf-8")
    assert "some lines are chunks" in run("--words", "50", str(bad)).stderr
    assert "is empty" in run("--words", "50", given=" ").stderr


def test_on_error_original_passes_the_text_on(article: Path) -> None:
    done = run("--words", "1", "--on-error", "original", str(article))
    assert done.exit_code == 1
    assert done.stdout.strip() == ARTICLE.strip()
    assert "no sentence fits" in done.stderr


def test_tokens_are_counted_by_the_tokenizer_of_a_file(article: Path, tmp_path: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel({"[UNK]": 0}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    done = run("--tokens", "80", "--tokenizer", str(tmp_path / "tokenizer.json"), "--json", str(article))
    record = json.loads(done.stdout)
    assert record["unit"] == "tokens"
    assert len(tokenizer.encode(record["text"]).ids) == record["after"] <= 80
    (tmp_path / "no.json").write_text("{}", encoding="utf-8")
    assert "holds no tokenizer" in run("--tokens", "80", "--tokenizer", str(tmp_path / "no.json"), str(article)).stderr
