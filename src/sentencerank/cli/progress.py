"""How far a long command is: one line on standard error, redrawn on a terminal, repeated every 30 s elsewhere."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from threading import Event, Thread
from types import TracebackType
from typing import NamedTuple

import click

from sentencerank.cli.output import say
from sentencerank.cli.wrap import shown

SHORTEST, LONGEST = 8, 24  # columns of the bar
REDRAWN, REPEATED = 0.2, 30.0  # seconds between two lines, on a terminal and elsewhere
PATIENCE, AGAIN = 2.0, 1.0  # seconds before something that takes long is named, and between two lines
RESUMES = "Run the same command again: it goes on where it stopped."


class State(NamedTuple):
    """How far a stage is, and since when."""

    stage: str
    done: float
    total: float  # 0: not known
    unit: str  # such as "documents" or "MB"; "" for a mere share, which is told in per cent alone
    fresh: float  # what was done since the stage began, without what an earlier run had done
    seconds: float  # since the stage began


class Progress:
    """Shows the progress of a command: call it with stage, done, total and unit, inside a `with` block.

    `resumes` says that the same command goes on where it was interrupted, so that Ctrl-C can say so. A `hidden` one
    shows nothing. Stages follow one another; on a terminal the last line of each stays.
    """

    def __init__(
        self, *, resumes: bool = False, hidden: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._resumes, self._hidden, self._clock = resumes, hidden, clock
        self._state: State | None = None
        self._first = 0.0
        self._began = self._shown = clock()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the line. Ctrl-C goes on with what to do next as its message."""
        self._end_stage()
        if kind is KeyboardInterrupt and self._resumes:
            raise KeyboardInterrupt(RESUMES) from None

    def __call__(self, stage: str, done: float, total: float, unit: str) -> None:
        """Tell how far a stage is; shown only if the last line is old enough."""
        if self._hidden:
            return
        now, begins = self._clock(), self._state is None or self._state.stage != shown(stage)
        if begins:
            self._end_stage()
            self._first, self._began = done, now
        self._state = State(shown(stage), done, total, unit, done - self._first, now - self._began)
        if sys.stderr.isatty():
            if begins or now - self._shown >= REDRAWN:
                self._shown = now
                _draw(self._state)
        elif now - self._shown >= REPEATED:
            self._shown = now
            say(plain_line(self._state))

    def _end_stage(self) -> None:
        """Leave the last line of a stage on the terminal."""
        if self._state is not None and sys.stderr.isatty():
            _draw(self._state)
            click.echo("", err=True)
        self._state = None


class Waiting:
    """Shows on a terminal that something takes long that cannot say how far it is: its name and the seconds.

    Nothing is shown in the first two seconds, and nothing stays when it is done.
    """

    def __init__(self, name: str, *, hidden: bool = False) -> None:
        self._name, self._hidden = shown(name), hidden or not sys.stderr.isatty()
        self._done = Event()
        self._thread: Thread | None = None

    def __enter__(self) -> None:
        if not self._hidden:
            self._thread = Thread(target=self._show, daemon=True)
            self._thread.start()

    def __exit__(self, *error: object) -> None:
        """End the line."""
        self._done.set()
        if self._thread is not None:
            self._thread.join()

    def _show(self) -> None:
        began, seen = time.monotonic(), False
        while not self._done.wait(AGAIN if seen else PATIENCE):
            seen = True
            width = shutil.get_terminal_size().columns - 1
            line = f"{self._name}  {_duration(time.monotonic() - began)}"
            click.echo(f"\r\x1b[K{line[:width]}", nl=False, err=True)
        if seen:
            click.echo("\r\x1b[K", nl=False, err=True)


def _draw(state: State) -> None:
    width = shutil.get_terminal_size().columns - 1
    click.echo(f"\r\x1b[K{drawn_line(state, width)[:width]}", nl=False, err=True)


def drawn_line(state: State, width: int) -> str:
    """Return the line for a terminal: the stage, a bar if the total is known, and the facts.

    >>> drawn_line(State("encoding", 30, 120, "MB", 20, 10), 79)
    'encoding           █████░░░░░░░░░░░░░░░░  25 %  30 of 120 MB  2 MB/s  0:45 left'
    """
    facts, head = _facts(state), f"{state.stage:<18}"
    if state.total:
        facts[0] = facts[0].rjust(4)  # so that the line does not jump between 9 % and 10 %
        room = width - len("  ".join([head, *facts])) - 1
        size = max(SHORTEST, min(LONGEST, room))
        full = round(size * min(1.0, state.done / state.total))
        head += f" {'█' * full}{'░' * (size - full)}"
    return "  ".join([head, *facts])


def plain_line(state: State) -> str:
    """Return the line for a log.

    >>> plain_line(State("reading", 9000, 0, "documents", 9000, 30))
    'reading: 9,000 documents, 300 documents/s'
    """
    return f"{state.stage}: {', '.join(_facts(state))}"


def _facts(state: State) -> list[str]:
    """Return the share, the amount, the rate and the time left, as far as they are known."""
    _, done, total, unit, fresh, seconds = state
    rate = fresh / seconds if seconds > 0 else 0.0
    facts = [f"{100 * min(1.0, done / total):.0f} %"] if total else []
    if unit:
        facts.append(f"{_number(done)} of {_number(total)} {unit}" if total else f"{_number(done)} {unit}")
    if unit and rate:
        facts.append(f"{_number(rate)} {unit}/s")
    if total and rate:
        facts.append(f"{_duration((total - done) / rate)} left")
    return facts


def _number(number: float) -> str:
    """Return a number that is quick to read.

    >>> _number(0.0234), _number(12.3), _number(12345), _number(2_345_678)
    ('0.023', '12', '12,345', '2.3 M')
    """
    if number >= 1e6:
        return f"{number / 1e6:,.1f} M"
    return f"{number:,.0f}" if number >= 10 or number == round(number) else f"{number:.2g}"


def _duration(seconds: float) -> str:
    """Return minutes and seconds, or hours, minutes and seconds.

    >>> _duration(45), _duration(10_000)
    ('0:45', '2:46:40')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
