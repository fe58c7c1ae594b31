"""`sentencerank languages`: which languages there are, what is known about each, and how to add one."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from sentencerank.cli.options import json_option
from sentencerank.cli.output import write, write_json

if TYPE_CHECKING:
    from sentencerank.languages.registry import Capability

HEAD = (
    "code", "language", "sentences", "words", "stop words", "stems", "parts of speech", "vectors", "extra", "memory",
    "loading", "cpu", "ends", "detected", "ranking", "missing",
)  # fmt: skip


@click.command(
    epilog="""\b
Columns:
  sentences        what ends a sentence: marks such as . ? 。 ।, or spaces (Thai)
  words            what separates words: spaces, or a library for scripts without spaces
  stop words       number of stop words; 0 if they are learnt from the document
  stems            what reduces "cats" and "cat" to one word
  parts of speech  what finds nouns, names, adjectives and verbs; - if only stop words are left out
  vectors          the model that knows which words are similar; - if only shared words count
  extra            what to install for all of it: pip install 'sentencerank[EXTRA]'
  memory           what the language adds to a process that reads it; - if less than 1 MB
  loading          how much longer its first sentence takes; - if less than 0.01 s
  cpu              CPU time to rank a news story, as a multiple of the same story in English; - if not measured
  ends             how many of its sentence ends are found and are right (F, measured on a treebank); - if not measured
  detected         how many single sentences are taken for the right language; - if not measured
  ranking          judged sets on which it ranks above, level with or below the best of four simple methods;
                   - if not measured
  missing          libraries that are not installed

\b
Memory, loading and CPU time were measured on one computer, with all libraries, sentences on
treebanks, and rankings on sets that people judged (docs/languages.md).

\b
Every other language is read by the rules of Unicode, with stop words learnt from the document:
  sentencerank rank --language cy erthygl.txt

\b
To add a language in Python (see docs/add-a-language.md):
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
@json_option
def languages(codes: tuple[str, ...], as_json: bool) -> None:
    """List the supported languages.

    In a pipe, it prints tab-separated lines with a header. The language of a document is detected,
    unless you name it with --language; `rank` says which language it found.
    """
    from sentencerank.languages.registry import INSTALL, list_languages

    found = list_languages(*codes)
    if as_json:
        write_json([as_record(one) for one in found])
        return
    table = [HEAD, *(cells(one) for one in found)]
    if not sys.stdout.isatty():
        write("\n".join("\t".join(row) for row in table))
        return
    write("\n".join(aligned(table)))
    if any(one.missing for one in found):
        write(f"\nTo install what is missing: {INSTALL}")
    if not codes:
        write("\nAny other language is read by the rules of Unicode. To add one: sentencerank languages --help")


def cells(one: Capability) -> tuple[str, ...]:
    """Return a language as the cells of a row, with a dash where there is nothing."""
    row = (
        one.code,
        one.name,
        one.sentences,
        one.words,
        str(one.stopwords),
        one.stems,
        one.parts_of_speech,
        vectors(one.code),
        one.extra,
        f"{one.memory_mb} MB" if one.memory_mb else "",
        f"{one.load_seconds:.2f} s" if one.load_seconds else "",
        f"{one.cpu} x" if one.cpu is not None else "",
        f"{one.ends_f:.1f} %" if one.ends_f is not None else "",
        f"{one.detected:.1f} %" if one.detected is not None else "",
        verdicts(one),
        ", ".join(one.missing),
    )
    return tuple(cell or "-" for cell in row)


def verdicts(one: Capability) -> str:
    """Return on how many judged sets a language is ranked above, level with or below the best of simple methods."""
    counts = Counter(judged.verdict for judged in one.ranking)
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in ("above", "level", "below") if counts[verdict])


def as_record(one: Capability) -> dict[str, object]:
    """Return a language as it stands in JSON."""
    ranking = [{**judged._asdict(), "verdict": judged.verdict} for judged in one.ranking]
    return {**asdict(one), "ranking": ranking, "vectors": vectors(one.code)}


def vectors(code: str) -> str:
    """Return the model that ranks this language: the user's choice, or that of the package; "" for none."""
    from sentencerank.model.library import default_model

    chosen = default_model(code)
    if chosen is not None:
        return chosen.name
    return "included" if code == "en" else ""


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield rows as columns of equal width, with numbers to the right.

    >>> list(aligned([("code", "words"), ("de", "543"), ("th", "-")]))
    ['code  words', 'de      543', 'th    -']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        padded = (
            cell.rjust(width) if cell.isdigit() else cell.ljust(width) for cell, width in zip(row, widths, strict=True)
        )
        yield "  ".join(padded).rstrip()
