"""`sentencerank languages`: which languages there are, what each can do here, and how to add one."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from sentencerank.languages.registry import Capability

HEAD = ("code", "language", "sentences", "words", "stop words", "stems", "parts of speech", "vectors", "missing")


@click.command(
    epilog="""\b
Columns:
  sentences        what ends one: marks such as . ? 。 ।, or spaces (Thai)
  words            what finds them: spaces, or the library that cuts scripts without spaces
  stop words       how many are listed; 0: learnt from the document
  stems            what makes "cats" and "cat" one word
  parts of speech  what keeps nouns, names, adjectives and verbs; - : stop words alone are left out
  vectors          the model that knows which words are alike; - : ranked by shared words
  missing          libraries of the extra that are not installed

\b
Every other language is read too, by Unicode's rules and with stop words learnt from the document:
  sentencerank rank --language cy erthygl.txt

\b
To add a language for yourself, in Python (docs/languages.md has more):
  from sentencerank import Pack, register_language
  register_language(Pack(code="la", name="Latin", stopwords="et in non est ad ut cum"))

\b
Examples:
  sentencerank languages
  sentencerank languages zh ja
  sentencerank languages --json | jq '.[] | select(.direction == "rtl") | .name'
"""
)
@click.argument("codes", nargs=-1, metavar="[CODE]...")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list, an object for each language.")
def languages(codes: tuple[str, ...], as_json: bool) -> None:
    """List the languages and what each can do here.

    Into a pipe: tab-separated lines with a header. The language of a document is detected, or given with
    --language; `rank` says what it took it for, and how surely.
    """
    from sentencerank.languages.registry import INSTALL, list_languages

    found = list_languages(*codes)
    if as_json:
        rows = [{**asdict(one), "vectors": vectors(one.code)} for one in found]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    table = [HEAD, *(cells(one) for one in found)]
    if not sys.stdout.isatty():
        click.echo("\n".join("\t".join(row) for row in table))
        return
    click.echo("\n".join(aligned(table)))
    if any(one.missing for one in found):
        click.echo(f"\nFor what is missing: {INSTALL}")
    if not codes:
        click.echo("\nAny other language is read by Unicode's rules. To add one: sentencerank languages --help")


def cells(one: Capability) -> tuple[str, ...]:
    """A language as the cells of a row; a dash where there is nothing."""
    row = (
        one.code,
        one.name,
        one.sentences,
        one.words,
        str(one.stopwords),
        one.stems,
        one.parts_of_speech,
        vectors(one.code),
        ", ".join(one.missing),
    )
    return tuple(cell or "-" for cell in row)


def vectors(code: str) -> str:
    """The model that ranks this language: the one the user chose, or that of the package; "" for none."""
    from sentencerank.model.library import default_model

    chosen = default_model(code)
    if chosen is not None:
        return chosen.name
    return "included" if code == "en" else ""


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows as columns of equal width, numbers to the right.

    >>> list(aligned([("code", "words"), ("de", "543"), ("th", "-")]))
    ['code  words', 'de      543', 'th    -']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        padded = (
            cell.rjust(width) if cell.isdigit() else cell.ljust(width) for cell, width in zip(row, widths, strict=True)
        )
        yield "  ".join(padded).rstrip()
