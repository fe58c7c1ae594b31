"""Progress of long commands: one line on standard error, for people and for logs."""

from __future__ import annotations

import io
import sys
from typing import cast

import pytest

from sentencerank.cli.progress import RESUMES, Progress, State, drawn_line, plain_line


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def use_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> Terminal:
    """Make standard error a terminal, as far as the commands can tell."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr("sys.stderr", Terminal())
    return cast("Terminal", sys.stderr)


def test_a_line_says_share_amount_rate_and_time_left() -> None:
    line = drawn_line(State("training", 2e6, 8e6, "words", 1e6, 10), 120)
    assert line.endswith("25 %  2.0 M of 8.0 M words  100,000 words/s  1:00 left")
    assert "2:46:40 left" in drawn_line(State("training", 1, 10001, "MB", 1, 1), 60)
    assert plain_line(State("ranking", 3, 12, "files", 3, 1.5)) == "ranking: 25 %, 3 of 12 files, 2 files/s, 0:04 left"


def test_what_is_not_known_is_not_told() -> None:
    assert plain_line(State("reading", 3000, 0, "documents", 3000, 2)) == "reading: 3,000 documents, 1,500 documents/s"
    assert plain_line(State("importing", 0.5, 1, "", 0.5, 60)) == "importing: 50 %, 1:00 left"
    assert plain_line(State("ranking", 0, 9, "files", 0, 0)) == "ranking: 0 %, 0 of 9 files"


def test_a_log_gets_a_line_every_thirty_seconds(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(clock=clock) as show:
        for second in range(65):
            clock.now = float(second)
            show("first" if second < 20 else "second", second, 100, "files")
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "sentencerank: second: 30 %, 30 of 100 files, 1 files/s, 1:10 left",
        "sentencerank: second: 60 %, 60 of 100 files, 1 files/s, 0:40 left",
    ]


def test_a_terminal_has_one_line_for_a_stage_and_keeps_the_last(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = use_terminal(monkeypatch, 100)
    with Progress(clock=clock) as show:
        for step in range(101):
            clock.now = step / 100
            show("ranking", step, 100, "files")
        show("writing", 1, 1, "files")
    first, second, rest = terminal.getvalue().split("\n")
    assert 5 <= first.count("\r\x1b[K") <= 8
    assert "100 %  100 of 100 files" in first.rpartition("\r\x1b[K")[2]
    assert second.rpartition("\r\x1b[K")[2].startswith("writing")
    assert rest == ""


def test_a_line_never_runs_over_the_edge(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = use_terminal(monkeypatch, 40)
    with Progress(clock=clock) as show:
        show("ranking", 1, 100, "files")
    assert len(terminal.getvalue().rpartition("\x1b[K")[2].rstrip("\n")) == 39


def test_the_rate_leaves_out_what_an_earlier_run_had_done(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(clock=clock) as show:
        show("ranking", 900, 1000, "documents")
        clock.now = 30.0
        show("ranking", 930, 1000, "documents")
    assert "1 documents/s, 1:10 left" in capsys.readouterr().err


def test_a_hidden_one_shows_nothing(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(hidden=True, clock=clock) as show:
        clock.now = 99.0
        show("ranking", 1, 2, "files")
    assert capsys.readouterr().err == ""


def test_an_interrupted_command_that_resumes_says_so() -> None:
    with pytest.raises(KeyboardInterrupt, match="goes on where it stopped"), Progress(resumes=True):
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt) as found, Progress():
        raise KeyboardInterrupt
    assert RESUMES not in str(found.value)
