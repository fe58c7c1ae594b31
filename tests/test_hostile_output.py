"""What a stranger's text, or the name of a stranger's file, can do where it is printed: nothing.

The commands run on a terminal of their own (a pty), so that they do what they do for a person.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from sentencerank.cli.main import main
from sentencerank.cli.wrap import harmless, harmless_json, isolated, shown
from sentencerank.corpus.overview.pages import Outline, OverviewDocument, OverviewTopic, Point
from sentencerank.files import from_csv_cell

pty = pytest.importorskip("pty")  # not on Windows

CONTROLS = "".join(map(chr, [*range(1, 9), *range(14, 32), *range(127, 160)]))
REORDERING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u206a\u206f\ufff9\ufffb"
NAME = "in\x1b]0;title\x07voice\u202efdp.\x9b31m\nexe.txt"
CALM = "Nobody in the town expected the water so early in the year, and few were ready for it when it came. "
ALL = CONTROLS + REORDERING
TEXT = "\n\n".join(
    f"{CALM}The river{ALL[n]}bank rose {ALL[n + 1]}[31m. {CALM}The mill{ALL[n + 1]}house is closed."
    for n in range(0, len(ALL) - 1, 2)
)
HARMFUL = re.compile(f"[\0{re.escape(ALL)}\x0b\x0c\u2028\u2029]|\r(?!\n)")
OWN = re.compile(r"\x1b\[[0-9;]*m|\r\x1b\[K|\u2067[^\u2066-\u2069\n]*\u2069")  # colours, a fresh line, right to left


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    (folder / NAME).write_text(TEXT, encoding="utf-8")
    (folder / "b.txt").write_text(TEXT, encoding="utf-8")
    case = {
        "id": f"a{REORDERING}\x1b[31m\n",
        "language": "en",
        "domain": f"x\x1b{REORDERING}",
        "sentences": ["The river rose.", "The mill closed."],
        "references": [{"judge": "\x1b\u202e", "text": "The river rose."}],
    }
    (folder / "judged\u202e.jsonl").write_text(json.dumps(case), encoding="utf-8")
    return folder


def on_a_terminal(folder: Path, *arguments: str) -> str:
    """Run a command whose standard output and standard error are a terminal, and return what it printed."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "sentencerank", *arguments]
    environment = {**os.environ, "TERM": "xterm", "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, cwd=folder, env=environment
    )
    os.close(theirs)
    printed = b""
    try:
        while more := os.read(ours, 65536):
            printed += more
    except OSError:
        pass  # Linux says so when the other end is closed
    process.wait()
    os.close(ours)
    return printed.decode().replace("\r\r\n", "\r\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["rank", NAME, "b.txt"],
        ["rank", "--json", NAME],
        ["rank", "--csv", NAME],
        ["rank", "--tsv", NAME, "b.txt"],
        ["rank", "--query", f"river\x1b[31m{REORDERING}", NAME],
        ["keyphrases", NAME],
        ["explain", NAME, "4"],
        ["rank", f"missing {NAME}"],
        ["rank", f"--no-such-{NAME}"],
        pytest.param(["corpus", "overview", "."], marks=pytest.mark.thorough),
        ["evaluate", "judged\u202e.jsonl", "--methods", "lead", "--significance", "0"],
    ],
    ids=lambda arguments: "-".join(re.findall(r"\w+", " ".join(arguments), re.ASCII))[:30],
)
def test_nothing_harmful_reaches_a_terminal(folder: Path, arguments: list[str]) -> None:
    printed = on_a_terminal(folder, *arguments)
    assert len(printed) > 50
    assert HARMFUL.findall(OWN.sub("", printed)) == []


@pytest.mark.thorough  # it draws figures
def test_the_name_of_a_dataset_is_no_markup_in_a_report(tmp_path: Path) -> None:
    name = tmp_path / 'a" onload="alert(1)" b="<img src=x onerror=alert(2)>|[k](javascript:x)\n# $x$.jsonl'
    case = {
        "id": "a",
        "language": "en",
        "domain": "x",
        "sentences": ["The river rose.", "The mill closed."],
        "references": [{"judge": "j", "text": "The river rose."}],
    }
    name.write_text(json.dumps(case), encoding="utf-8")
    options = ["--methods", "lead,ssr", "--readings", "best", "--significance", "0", "--output", str(tmp_path / "out")]
    assert CliRunner().invoke(main, ["evaluate", str(name), *options]).exit_code == 0
    tags = Tags()
    tags.feed((tmp_path / "out" / "report.html").read_text(encoding="utf-8"))
    assert "svg" in tags.found
    assert not tags.found & {"img", "script", "onload", "onerror"}
    page = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert not re.search(r"^(?!    ).*(?<!\\)(<img|\]\()", page, re.MULTILINE)


class Tags(HTMLParser):
    """Collects the names of all elements and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {tag, *(name for name, _ in attrs)}


def test_an_overview_has_one_line_for_a_document_whatever_its_name() -> None:
    topic = OverviewTopic(("rain",), (0,), (Point("Rain\nfell.", 0, ()),))
    outline = Outline((OverviewDocument("a\n# <b>", "a.txt"),), (topic,), 0, 0)
    lines = outline.to_markdown("t\n# u").splitlines()
    assert lines[0] == "# t \\# u"
    assert "1. **Rain**, 100 %: Rain fell. ([a \\# \\<b\\>](<a.txt>))" in lines


def test_json_on_a_terminal_has_the_same_value() -> None:
    record = {"text": f"a{CONTROLS}{REORDERING}\u2028\r\n\tb", "\x9b": ["\u202e", 1]}
    text = harmless_json(json.dumps(record, ensure_ascii=False))
    assert json.loads(text) == record
    assert not HARMFUL.search(text)


def test_a_pipe_gets_the_text_as_it_is(folder: Path) -> None:
    record = json.loads(CliRunner().invoke(main, ["rank", "--json", str(folder / NAME)]).stdout)
    assert record["id"].endswith(NAME)
    assert set(REORDERING) <= set("".join(sentence["text"] for sentence in record["sentences"]))


def test_joiners_and_marks_that_languages_need_stay() -> None:
    for text in ("می‌خواهم", "क्‍ष", "👩‍🚀", "🏴\U000e0067\U000e0062\U000e007f", "שלום\u200f!", "soft\u00adhyphen"):
        assert shown(text) == harmless(text) == text
    assert isolated("שלום\u202e") == "\u2067שלום\N{REPLACEMENT CHARACTER}\u2069"


def test_a_message_is_one_line_whatever_the_name(folder: Path) -> None:
    done = CliRunner().invoke(main, ["rank", f"{NAME}\n\u2028missing"])
    assert len(done.stderr.splitlines()) == 1
    assert not HARMFUL.search(done.stderr.rstrip("\n"))


def test_names_with_line_ends_and_formulas_keep_rows_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = ["=1+1.txt", "a\nb\tc.txt", "-dash.txt"]
    for name in names:
        Path(name).write_text("=SUM(1) is falling rain. Snow is melting.", encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(CliRunner().invoke(main, ["rank", "--csv", "--", *names]).stdout)))
    assert [row["id"] for row in rows] == [name for name in ("'=1+1.txt", "a\nb\tc.txt", "'-dash.txt") for _ in (1, 2)]
    assert {from_csv_cell(row["id"]) for row in rows} == set(names)
    assert rows[0]["text"].startswith("'=SUM")
    lines = CliRunner().invoke(main, ["rank", "--tsv", "--", *names]).stdout.splitlines()
    assert [len(line.split("\t")) for line in lines] == [5] * 6


def test_lone_surrogates_are_printed_as_valid_json(tmp_path: Path) -> None:
    name = tmp_path / os.fsdecode(b"bad\xff.txt")
    try:
        name.write_text("Rain is falling. Snow is melting.", encoding="utf-8")
    except (OSError, UnicodeError):
        pytest.skip("this file system has only names in UTF-8")
    done = CliRunner().invoke(main, ["rank", "--json", str(name)])
    assert json.loads(done.stdout_bytes.decode())["id"].endswith("bad\N{REPLACEMENT CHARACTER}.txt")
