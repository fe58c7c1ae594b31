"""What the commands print: results on standard output in several forms, messages on standard error; exit codes."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import click

from sentencerank.cli import terminal
from sentencerank.cli.pages import html_page
from sentencerank.cli.wrap import flat, harmless, harmless_json, shown
from sentencerank.files import csv_cell, encodable

if TYPE_CHECKING:
    from sentencerank import Ranking

FAILED, MISUSED, NOTHING, INTERRUPTED = 1, 2, 3, 130  # exit codes

Row: TypeAlias = "Mapping[str, object]"


@dataclass(frozen=True, slots=True)
class Forms:
    """A result in each of the forms that it can be printed in."""

    text: Callable[[Ranking, terminal.Page], Iterable[str]]
    lines: Callable[[Ranking], Iterable[str]]  # --tsv
    record: Callable[[Ranking], Mapping[str, object]]  # --json and --jsonl
    rows: Callable[[Ranking], Iterable[Row]]  # --csv
    titled: bool = True  # whether the text begins with a title even for a single file
    markdown: Callable[[Ranking], str] | None = None  # --md
    html: Callable[[Ranking], str] | None = None  # --html, a piece of the page


@dataclass(slots=True)
class Printer:
    """Prints one ranking after another in one form; `close` prints what JSON and HTML had to wait for."""

    forms: Forms
    form: str | None  # None: text on a terminal, tab-separated lines in a pipe
    color: bool | None
    several: bool  # whether more than one file is read, so that each result needs its name
    count: int = 0
    _records: list[Mapping[str, object]] = field(default_factory=list)
    _pieces: list[str] = field(default_factory=list)
    _first: str = ""  # the name of the first document

    def __post_init__(self) -> None:
        """Choose the form by who reads the output."""
        self.form = self.form or ("text" if sys.stdout.isatty() or self.color else "tsv")

    def show(self, ranking: Ranking) -> None:
        """Print one ranking, or keep it until `close` if they make one JSON list or one page together."""
        self._first = self._first or name_in_messages(ranking.document.id)
        if self.form == "json":
            self._records.append(self.forms.record(ranking))
        elif self.form == "html":
            assert self.forms.html is not None
            self._pieces.append(self.forms.html(ranking))
        else:
            write("\n".join(self._lines(ranking)), drawn=self.form == "text")
        self.count += 1

    def close(self) -> None:
        """Print the JSON object of the only file, or the list of all; or the page."""
        if self._records:
            write_json(self._records if self.several else self._records[0])
        if self._pieces:
            write(html_page(self._first, self._pieces))

    def _lines(self, ranking: Ranking) -> Iterator[str]:
        name = name_in_messages(ranking.document.id)
        if self.form == "jsonl":
            yield _json(self.forms.record(ranking))
        elif self.form == "csv":
            yield _csv(self.forms.rows(ranking), header=not self.count)
        elif self.form == "tsv":
            before = f"{flat(name)}\t" if self.several else ""
            yield from (before + line for line in self.forms.lines(ranking))
        elif self.form == "md":
            assert self.forms.markdown is not None
            yield from ("",) if self.count else ()
            yield from (f"# {flat(name)}", "") if self.several else ()
            yield self.forms.markdown(ranking)
        else:
            page = terminal.Page(min(shutil.get_terminal_size().columns, terminal.WIDEST), _use_colors(self.color))
            yield from ("",) if self.count else ()
            yield from terminal.title(name, ranking, page) if self.several or self.forms.titled else ()
            yield from self.forms.text(ranking, page)


def _use_colors(asked: bool | None) -> bool:
    """Whether to use colours: on a terminal, unless it cannot or the user would rather not (no-color.org)."""
    able = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return able if asked is None else asked


def _csv(rows: Iterable[Row], header: bool) -> str:
    import csv

    out = io.StringIO()
    for number, row in enumerate(rows):
        writer = csv.DictWriter(out, list(row))  # the dialect "excel" is RFC 4180
        if header and number == 0:
            writer.writeheader()
        writer.writerow({name: csv_cell(value) for name, value in row.items()})
    return out.getvalue().removesuffix("\n")


def write(text: str, *, drawn: bool = False) -> None:
    """Print to standard output; what UTF-8 cannot hold becomes U+FFFD. A full disk is a message and exit code 1.

    A terminal never gets control characters or marks that reorder text, wherever the text is from; only what is
    `drawn` may have those that terminal.py put into it. A pipe gets the text as it is.
    """
    if not text:
        return
    if not drawn and sys.stdout.isatty():
        text = harmless(text)
    try:
        click.echo(encodable(text), color=True)  # whether there are colours was decided before
    except BrokenPipeError:
        raise
    except OSError as error:
        close_output()
        say(f"cannot write the output: {error.strerror}")
        raise click.exceptions.Exit(FAILED) from None


def write_json(value: object) -> None:
    """Print a value as JSON to standard output."""
    write(_json(value, indent=2))


def _json(value: object, indent: int | None = None) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return harmless_json(encodable(text)) if sys.stdout.isatty() else text


def close_output() -> None:
    """Send what is still buffered nowhere, or the flush at exit would fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(message: str) -> None:
    """Print a message as one line on standard error, over a progress line that may stand there.

    It may quote what strangers wrote, such as the name of a file.
    """
    fresh = "\r\x1b[K" if sys.stderr.isatty() else ""
    click.echo(f"{fresh}sentencerank: {shown(message)}", err=True)


def name_in_messages(name: str) -> str:
    """Return what messages call a file."""
    return "standard input" if name == "-" else name
