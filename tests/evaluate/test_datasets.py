from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from sentencerank.errors import DataError, OptionsError
from sentencerank.evaluate.cases import Case, Reference
from sentencerank.evaluate.datasets import cnndm, load

STORY = """A ferry ran aground on Sunday.

Its captain blamed the fog.

@highlight

A ferry ran
aground

@highlight

Fog is blamed

@highlight
"""
EXPECTED = Case(
    id="ab12",
    text="A ferry ran aground on Sunday.\n\nIts captain blamed the fog.",
    references=(Reference("highlights", text="A ferry ran aground\nFog is blamed"),),
    domain="news",
    structure="news",
)


def test_stories_of_a_folder_and_one_alone(tmp_path: Path) -> None:
    (tmp_path / "stories").mkdir()
    path = tmp_path / "stories" / "ab12.story"
    path.write_text(STORY, "utf-8")
    assert load(tmp_path) == load(path) == (EXPECTED,)


@pytest.mark.parametrize("highlights", ["A ferry ran aground\nFog is blamed", ["A ferry ran aground", "Fog is blamed"]])
def test_json_lines_with_article_and_highlights(tmp_path: Path, highlights: str | list[str]) -> None:
    record = {"id": "ab12", "article": EXPECTED.text, "highlights": highlights}
    path = tmp_path / "part.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(record).encode()))
    assert load(path) == (EXPECTED,)


def test_a_record_without_id_is_named_after_its_line(tmp_path: Path) -> None:
    path = tmp_path / "part.jsonl"
    path.write_text('\n{"article": "A.", "highlights": "B."}\n', "utf-8")
    assert load(path)[0].id == "2"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        ('{"article": "A."}', "part.jsonl:1: article or highlights is missing"),
        ('{"article": "A.", "highlights": []}', "part.jsonl:1: no highlights"),
        ('{"article": " ", "highlights": "B."}', "part.jsonl:1: no article"),
    ],
)
def test_incomplete_records_are_named(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "part.jsonl"
    path.write_text(content, "utf-8")
    with pytest.raises(DataError, match=message):
        cnndm.load(path)


def test_a_story_without_highlights_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.story").write_text("Only an article.", "utf-8")
    with pytest.raises(DataError, match=r"x.story: no highlights"):
        cnndm.load(tmp_path)


def test_a_folder_without_stories_says_what_it_should_hold(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"a folder of .story files"):
        cnndm.load(tmp_path)


def test_plain_cases_are_recognised(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text('{"id": "a", "text": "A.", "references": [{"judge": "x", "text": "A."}]}', "utf-8")
    assert load(path) == load(path, "cases") == (Case(id="a", text="A.", references=(Reference("x", text="A."),)),)


def test_what_is_not_recognised_is_told_what_is_known(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(DataError, match=r"These can be read: a .jsonl file .*LDC2003T16.*NIST"):
            load(path)
    with pytest.raises(OptionsError, match="kind='bbc'"):
        load(tmp_path, "bbc")  # type: ignore[arg-type]
