"""The files that the page makes."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from pathlib import Path

import pytest

from sentencerank import Ranking, rank, read_document
from sentencerank.files import from_csv_cell
from tests.reader import samples
from tests.reader.conftest import Opened, Opener


def saved(opened: Opened, kind: str) -> tuple[str, str]:
    """The name and the content of an export."""
    opened.page.click("#show-export")
    with opened.page.expect_download() as download:
        opened.page.click(f'[data-export="{kind}"]')
    opened.page.keyboard.press("Escape")
    return download.value.suggested_filename, Path(download.value.path()).read_bytes().decode()


@pytest.fixture
def opened(offline: Opener) -> Opened:
    return offline(hash="#L3")


def test_markdown_marks_the_layer(opened: Opened, harbour: Ranking) -> None:
    name, text = saved(opened, "md")
    assert name == "The-Harbour-That-Grows-Its-Own-Walls.md"
    marked = re.findall(r"==(.+?)==", text)
    assert marked == [" ".join(harbour.sentences[i].text.split()) for i in opened.marked]
    assert "\n\n## What it costs\n\n" in text
    assert "\n\n- " in text


def test_markdown_keeps_code_tables_numbers_and_speakers(offline: Opener) -> None:
    code = (
        "# Notes\n\nThe deploy failed.\n\n```sh\nmake test\n  make `all`\n```\n\n2. Run the tests again.\n\n- Tell us."
    )
    _, shown = saved(offline(rank(read_document(code.encode(), kind="markdown"))), "md")
    assert "\n\n```\nmake test\n  make `all`\n```\n\n2. " in shown
    assert "\n\n- " in shown
    table = "Rain fell on the town.\n\nCity    Rain   Wind\nOslo    3 mm   calm\nRome    0 mm   calm\n\nIt was cold."
    opened = offline(rank(read_document(table.encode())))
    assert "```\nCity    Rain   Wind\nOslo    3 mm   calm\n" in saved(opened, "md")[1]
    assert re.search(r"<pre[^>]*>(<\w+[^>]*>)?City    Rain   Wind\nOslo", saved(opened, "html")[1])
    talk = "Ann: The road is closed.\nBob: Who told you so?\nAnn: The mayor said it.\nBob: I see it now."
    assert re.search(r"^Bob: (==)?Who told you so", saved(offline(rank(read_document(talk.encode()))), "md")[1], re.M)


def test_markdown_has_a_heading_for_each_layer(opened: Opened, harbour: Ranking) -> None:
    _, text = saved(opened, "md-layers")
    parts = re.split(r"^## Layer \d+$", text, flags=re.M)[1:]
    assert [part.count("\n- ") for part in parts] == [len(layer.sentences) for layer in harbour.layers()]


def test_html_holds_the_whole_text_and_no_script(offline: Opener) -> None:
    ranking = rank(samples.HOSTILE)
    opened = offline(ranking, hash="#L2")
    name, text = saved(opened, "html")
    assert name.endswith(".html")
    assert "<script" not in text
    assert "<img" not in text
    body = html.unescape(re.sub(r"<[^>]+>", "", text.partition("</style>")[2]))
    assert "".join(body.split()) == "".join(ranking.document.text.split())
    assert text.count("<mark") == len(opened.marked)


def test_json_has_every_score_and_reason(opened: Opened, harbour: Ranking) -> None:
    _, text = saved(opened, "json")
    record = json.loads(text)
    own = harbour.to_dict(explain=True)
    assert record["schema"] == own["schema"]
    assert record["order"] == own["order"]
    rows = own["sentences"]
    assert isinstance(rows, list)
    for found, row in zip(record["sentences"], rows, strict=True):
        assert isinstance(row, dict)
        for key in ("index", "text", "start", "end", "section", "rank", "layer", "topic", "words", "depends_on"):
            assert found[key] == row[key]
        assert found["score"] == pytest.approx(row["score"], rel=1e-5, abs=1e-9)
        assert found["reasons"]["text"] == row["reasons"]["text"]  # type: ignore[call-overload, index]


def test_csv_has_a_row_for_each_sentence(opened: Opened, harbour: Ranking) -> None:
    _, text = saved(opened, "csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [int(row["rank"]) for row in rows] == [s.rank for s in harbour.sentences]
    assert [row["text"] for row in rows] == [" ".join(s.text.split()) for s in harbour.sentences]


def test_no_cell_of_a_csv_runs_as_a_formula(offline: Opener) -> None:
    ranking = rank(
        "=1+1 is what the letter said to all.\n\n-2 was the number in it, and no more.\n\n'Tis a quiet line."
    )
    _, text = saved(offline(ranking), "csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["text"][:3] for row in rows] == ["'=1", "'-2", "'Ti"]
    assert [from_csv_cell(row["text"]) for row in rows] == [sentence.text for sentence in ranking.sentences]
    assert [float(row["score"]) for row in rows] == pytest.approx([s.score for s in ranking.sentences], rel=1e-5)


def test_what_was_exported_for_a_query_says_so(opened: Opened) -> None:
    opened.page.fill("#query", "oysters")
    opened.page.keyboard.press("Enter")
    opened.page.wait_for_selector("#best")
    record = json.loads(saved(opened, "json")[1])
    assert record["query"] == "oysters"
    assert "simple" not in record
