"""`sentencerank convert`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sentencerank.cli.convert import convert
from sentencerank.document import Document
from sentencerank.documents import read_document, to_markdown
from tests.documents.samples import PAGE, RAIN, docx


def run(*arguments: object, given: str | None = None) -> Result:
    return CliRunner().invoke(convert, [*map(str, arguments)], input=given)


@pytest.fixture
def word(tmp_path: Path) -> Path:
    path = tmp_path / "rain.docx"
    path.write_bytes(docx())
    return path


def test_markdown_is_printed(word: Path) -> None:
    done = run(word)
    assert done.exit_code == 0
    assert done.stdout == to_markdown(read_document(word))
    assert "\n# Why it rains\n" in done.stdout


def test_json_is_the_form_of_the_schema(word: Path, tmp_path: Path) -> None:
    assert run(word, "--to", "json", "-o", tmp_path / "rain.json").exit_code == 0
    record = json.loads((tmp_path / "rain.json").read_text(encoding="utf-8"))
    assert Document.from_dict(record) == read_document(word)


def test_text_is_what_all_ranges_count(word: Path) -> None:
    assert run(word, "--to", "text").stdout == read_document(word).text + "\n"


def test_several_files_go_into_a_folder_and_a_bad_one_stops_no_other(word: Path, tmp_path: Path) -> None:
    page, bad, out = tmp_path / "rain.html", tmp_path / "bad.pdf", tmp_path / "out"
    page.write_text(PAGE, encoding="utf-8")
    bad.write_bytes(b"%PDF-1.4 nothing")
    assert run(word, page).exit_code == 2
    out.mkdir()
    done = run(word, bad, page, tmp_path / "missing.txt", "-o", out)
    assert done.exit_code == 1
    assert sorted(path.name for path in out.iterdir()) == ["rain-2.md", "rain.md"]
    assert "bad.pdf: " in done.stderr
    assert "missing.txt: No such file" in done.stderr
    assert "rain.html: left out:" in done.stderr


def test_standard_input_and_the_language_are_obeyed() -> None:
    done = run("-", "--to", "json", "--language", "de", given=RAIN)
    assert json.loads(done.stdout)["language"] == "de"


def test_an_output_that_cannot_be_written_is_told(word: Path, tmp_path: Path) -> None:
    from sentencerank.errors import SentenceRankError

    (tmp_path / "file").write_text("x")
    done = run(word, "-o", tmp_path / "file" / "out.md")
    assert isinstance(done.exception, SentenceRankError)
