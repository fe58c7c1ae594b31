"""`sentencerank convert`: documents as Markdown, JSON or plain text."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from sentencerank.cli.options import choice_option, files_argument, path_option
from sentencerank.cli.output import FAILED, say, write
from sentencerank.errors import DocumentError, SentenceRankError
from sentencerank.files import encodable, export_text

if TYPE_CHECKING:
    from sentencerank.document import Document
    from sentencerank.reader.local import Source


class _Form(NamedTuple):
    ending: str
    make: Callable[[Document], str]


def _markdown(document: Document) -> str:
    from sentencerank.documents import to_markdown

    return to_markdown(document)


def _json(document: Document) -> str:
    return json.dumps(document.to_dict(), ensure_ascii=False) + "\n"


def _text(document: Document) -> str:
    return document.text.rstrip("\n") + "\n"


FORMS = {"markdown": _Form(".md", _markdown), "json": _Form(".json", _json), "text": _Form(".txt", _text)}


@click.command(
    epilog="""\b
Examples:
  sentencerank convert report.docx > report.md
  sentencerank convert paper.pdf -o paper.json --to json
  mkdir texts && sentencerank convert *.html *.epub -o texts --to text
"""
)
@files_argument
@path_option("-o", "--output", metavar="OUT", about="Write to this file; for several files, to this folder.")
@choice_option("--to", tuple(FORMS), "Output format.", "form")
@click.option("--language", default="auto", metavar="CODE", help="Language code, such as en, de or zh.")
def convert(files: tuple[str, ...], output: Path | None, form: str, language: str) -> None:
    """Convert documents to Markdown, JSON or plain text.

    Markdown keeps headings, lists, tables, links and the like, and can be read back. JSON has every
    block, mark, place and sentence (docs/schema.md). A file that cannot be read does not stop the others.
    """
    from sentencerank.reader import local

    into_folder = output is not None and output.is_dir()
    if len(files) > 1 and not into_folder:
        raise click.UsageError(f"{len(files)} files need a folder: make one with mkdir, and name it with -o.")
    sources: list[Source] = []
    texts: list[str] = []
    for name in files:
        try:
            source = local.load(name)
            texts.append(_converted(source, form, language))
            sources.append(source)
        except DocumentError as error:
            say(str(error))
    if output is None:
        write("".join(texts).removesuffix("\n"))
    else:
        targets = local.targets(sources, output, FORMS[form].ending) if into_folder else [output]
        for text, target in zip(texts, targets, strict=False):
            try:
                export_text(target, encodable(text))
            except OSError as error:
                raise SentenceRankError(f"{target}: {error.strerror or error}. Choose another place.") from error
    if len(sources) < len(files):
        raise click.exceptions.Exit(FAILED)


def _converted(source: Source, form: str, language: str) -> str:
    from sentencerank.documents import read_document
    from sentencerank.reader.local import naming

    with naming(source.name):
        document = read_document(source.data, name=source.name, language=language)
    for note in document.notes:
        say(f"{source.name}: {note}")
    return FORMS[form].make(document)
