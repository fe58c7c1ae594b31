"""`sentencerank compress`: the sentences of texts that matter, verbatim and in order, within an exact budget."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sentencerank.cli.options import (
    add_options,
    choice_option,
    files_argument,
    number_option,
    path_option,
    query_option,
)
from sentencerank.cli.output import FAILED, name_in_messages, say, write, write_json
from sentencerank.cli.rank import load
from sentencerank.errors import DataError, DocumentError

if TYPE_CHECKING:
    from sentencerank import Compression

_FORMAT = (
    "one JSON object per line: a chunk with text and, if you like, id and title, or a request with chunks and query"
)

_budgets = add_options(
    number_option("--words", "Keep at most N words."),
    number_option("--tokens", "Keep at most N tokens, counted by --tokenizer."),
    number_option("--characters", "Keep at most N characters."),
    path_option(
        "--tokenizer", metavar="FILE", dir_okay=False, about="Tokenizer that counts the tokens: tokenizer.json."
    ),
)


@click.command(
    epilog="""\b
A .jsonl file holds one chunk per line ({"id": ..., "title": ..., "text": ...}), all compressed together,
or one request per line ({"chunks": [...], "query": ...}), each of which gives a line of JSON.

\b
Examples:
  sentencerank compress --query "who pays" --words 200 report.pdf notes.txt
  cat article.txt | sentencerank compress --characters 1000
  sentencerank compress --query "who pays" --tokens 500 --tokenizer tokenizer.json chunks.jsonl
  sentencerank compress --words 200 --workers 4 requests.jsonl > compressed.jsonl
"""
)
@files_argument
@query_option("Keep what is close to this query")
@_budgets
@click.option("--keep", metavar="PATTERN", help="Never drop a sentence in which this regular expression is found.")
@number_option("--neighbours", "Also keep N sentences before and after each, where they fit.", 0, low=0)
@click.option("--nested", is_flag=True, help="Stop at the first sentence that does not fit.")
@number_option("--min-words", "Keep texts of fewer than N words whole, or not at all.", 0, low=0)
@choice_option("--on-error", ("raise", "original"), "Stop at an error, or pass the text on as it was given.")
@click.option("--language", default="auto", metavar="CODE", help="Language code, such as en, de or zh.")
@click.option("--chunks", "as_chunks", is_flag=True, help="Read standard input as .jsonl.")
@number_option("--workers", "Number of worker processes for many requests.", 1)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object with the spans that were kept.")
def compress(
    files: tuple[str, ...],
    query: tuple[str, ...],
    tokenizer: Path | None,
    as_chunks: bool,
    workers: int,
    as_json: bool,
    **settings: Any,
) -> None:
    """Keep the sentences that matter, within an exact budget.

    The files are compressed together. Kept sentences stay word for word and in order; " […] " marks
    a gap and counts towards the budget. Code, tables and logs are kept whole or left out.
    """
    from sentencerank.compression.compress import Compressor, compress_many
    from sentencerank.compression.counters import load_tokenizer

    if sum(settings[unit] is not None for unit in ("words", "tokens", "characters")) != 1:
        raise click.UsageError("give one budget: --words, --tokens or --characters.")
    if settings["tokens"] is not None and tokenizer is None:
        raise click.UsageError("--tokens needs --tokenizer FILE, which counts them.")
    if tokenizer is not None:
        settings["count"] = load_tokenizer(tokenizer)
    chunks: list[Any] = []
    requests: list[Any] = []
    for file in files:
        for record in _records(file, as_chunks, settings["language"]):
            (requests if isinstance(record, dict) and "chunks" in record else chunks).append(record)
    if requests and chunks:
        raise click.UsageError("some lines are chunks and some are requests. Give them in separate files.")
    asked = query or None
    if requests:
        given = [{"query": asked, **request} for request in requests]
        for result in compress_many(given, workers=workers, **settings):
            _say_notes(result)
            write(json.dumps(result.to_dict(), ensure_ascii=False))
        return
    result = Compressor(**settings)(chunks, asked)
    _say_notes(result)
    if as_json:
        write_json(result.to_dict())
    else:
        write(result.text)
    if result.error:
        raise click.exceptions.Exit(FAILED)


def _say_notes(result: Compression) -> None:
    for note in (*filter(None, [result.error]), *result.notes):
        say(note)


def _records(file: str, as_chunks: bool, language: str) -> Iterator[Any]:
    """Yield what a file holds: chunks or requests of a .jsonl file, or the file itself as a chunk."""
    from sentencerank.documents.reading import read_document

    try:
        data, name = load(file)
    except OSError as error:
        raise DocumentError(f"{file}: {error.strerror}. Check the path.") from None
    if not (name.endswith(".jsonl") or (file == "-" and as_chunks)):
        if not data.removeprefix(BOM_UTF8).strip():
            raise DocumentError(f"{name_in_messages(file)} is empty. Give a text.")
        yield replace(read_document(data, name=name, language=language), id=file)
        return
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        if line.strip():
            try:
                record = json.loads(line)
            except ValueError as error:
                raise DataError(f"{file}:{number}: not JSON ({error}). Write {_FORMAT}.") from None
            if not isinstance(record, dict):
                raise DataError(f"{file}:{number}: not an object. Write {_FORMAT}.")
            # A chunk without an id is called by its line.
            yield record if "chunks" in record else {"id": f"{name_in_messages(file)}:{number}", **record}
