"""The files that the page makes."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from pathlib import Path

from sentencerank import Ranking, rank, read_document
from sentencerank.files import from_csv_cell
from tests.reader import samples
from tests.reader.conftest import Opened, Opener
from tests.reader.test_views import KEYS


def saved(opened: Opened, kind: str) -> tuple[str, str]:
    """The name and the content of an export."""
    opened.page.keyboard.press("e")
    with opened.page.expect_download() as download:
        opened.page.click(f'[data-export="{kind}"]')
    opened.page.keyboard.press("Escape")
    return download.value.suggested_filename, Path(download.value.path()).read_bytes().decode()


def test_the_brief_with_marks_and_notes(offline: Opener, harbour: Ranking) -> None:
    opened = offline()
    opened.page.keyboard.press("j")
    marked = opened.focused
    opened.page.keyboard.press("h")
    opened.page.keyboard.press("a")
    opened.page.keyboard.type("why *this*?")
    opened.page.keyboard.press("Escape")
    name, text = saved(opened, "brief")
    assert name == "The-Harbour-That-Grows-Its-Own-Walls-brief.md"
    assert text.count("\n- ") == len(opened.marked)
    assert f"- =={' '.join(harbour.sentences[marked].text.split())}==\n  > why \\*this\\*?" in text
    assert "## What it costs" in text
    name, own = saved(opened, "yours")
    assert name == "The-Harbour-That-Grows-Its-Own-Walls-notes.md"
    assert own.count("\n- ") == 1
    assert "why" in own


def test_markdown_marks_the_brief(offline: Opener, harbour: Ranking) -> None:
    opened = offline()
    _, text = saved(opened, "md")
    marked = re.findall(r"==(.+?)==", text)
    assert marked == [" ".join(harbour.sentences[i].text.split()) for i in opened.marked]
    assert "\n\n## What it costs\n\n" in text
    assert "\n\n- " in text


def test_markdown_keeps_code_numbers_and_speakers(offline: Opener) -> None:
    code = (
        "# Notes\n\nThe deploy failed.\n\n```sh\nmake test\n  make `all`\n```\n\n2. Run the tests again.\n\n- Tell us."
    )
    _, shown = saved(offline(rank(read_document(code.encode(), kind="markdown"))), "md")
    assert "\n\n```\nmake test\n  make `all`\n```\n\n2. " in shown
    talk = "Ann: The road is closed.\nBob: Who told you so?\nAnn: The mayor said it.\nBob: I see it now."
    assert re.search(r"^Bob: (==)?Who told you so", saved(offline(rank(read_document(talk.encode()))), "md")[1], re.M)


def test_a_table_is_a_table_and_elsewhere_a_row_without_bars(offline: Opener) -> None:
    opened = offline(rank(read_document(KEYS.encode(), kind="markdown")))
    opened.page.keyboard.press("0")
    _, marked = saved(opened, "md")
    assert re.search(r"^\| \S*action\S* \| .*\n\|---\|---\|---\|---\|\n(\|.*\|\n){2}", marked, re.M)
    _, shown = saved(opened, "html")
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", shown)]
    texts = [[re.sub("<[^>]*>", "", cell) for cell in row] for row in rows]
    assert texts[2] == ["close the window", "Alt+F4", "Cmd+Q", ""]
    table = int(opened.page.locator("#article .table .sentence").first.get_attribute("data-index") or -1)
    opened.click(table)
    opened.page.keyboard.press("h")
    opened.page.keyboard.press("Escape")
    opened.page.keyboard.press("c")
    assert "action · Linux · macOS" in opened.page.locator("#yours").inner_text()
    opened.page.keyboard.press("Escape")
    assert "- ==action · Linux · macOS" in saved(opened, "yours")[1]


def test_html_holds_the_whole_text_and_no_script(offline: Opener) -> None:
    ranking = rank(samples.HOSTILE)
    opened = offline(ranking)
    _, text = saved(opened, "html")
    assert "<script" not in text
    assert "<img" not in text
    body = html.unescape(re.sub(r"<[^>]+>", "", text.partition("</style>")[2]))
    assert "".join(body.split()) == "".join(ranking.document.text.split())
    assert text.count("<mark") == len(opened.marked)


def test_json_and_csv_have_a_row_for_each_sentence(offline: Opener, harbour: Ranking) -> None:
    opened = offline()
    record = json.loads(saved(opened, "json")[1])
    assert [row["rank"] for row in record["sentences"]] == [s.rank for s in harbour.sentences]
    assert [row["text"] for row in record["sentences"]] == [s.text for s in harbour.sentences]
    assert [row["score"] for row in record["sentences"]] == [round(s.score, 3) for s in harbour.sentences]
    rows = list(csv.DictReader(io.StringIO(saved(opened, "csv")[1])))
    assert [int(row["rank"]) for row in rows] == [s.rank for s in harbour.sentences]
    assert [float(row["score"]) for row in rows] == [round(s.score, 3) for s in harbour.sentences]
    assert [row["text"] for row in rows] == [" ".join(s.text.split()) for s in harbour.sentences]


def test_no_cell_of_a_csv_runs_as_a_formula(offline: Opener) -> None:
    ranking = rank(
        "=1+1 is what the letter said to all.\n\n-2 was the number in it, and no more.\n\n'Tis a quiet line."
    )
    rows = list(csv.DictReader(io.StringIO(saved(offline(ranking), "csv")[1])))
    assert [row["text"][:3] for row in rows] == ["'=1", "'-2", "'Ti"]
    assert [from_csv_cell(row["text"]) for row in rows] == [sentence.text for sentence in ranking.sentences]
