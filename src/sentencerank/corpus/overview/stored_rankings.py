"""The output of `corpus rank` → extracts, whatever engine made it: nothing is ranked again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import groupby
from pathlib import Path
from typing import Any

from sentencerank.corpus import output_folder
from sentencerank.corpus.columns import Row
from sentencerank.corpus.job import Job, Progress
from sentencerank.corpus.overview.document_extracts import (
    LINES,
    MOST,
    PHRASES,
    DocumentExtract,
    Extracts,
    Told,
    embeddings,
    extract_document,
)
from sentencerank.corpus.overview.plain_text import plain_text
from sentencerank.corpus.shard_files import read_rows
from sentencerank.errors import CorpusError
from sentencerank.languages.language import Language
from sentencerank.languages.registry import language_of
from sentencerank.method.terms import find_terms
from sentencerank.records import RankedSentence

_FIELDS = tuple(one.name for one in fields(RankedSentence))


def is_output(source: Path) -> bool:
    """Return whether a folder is the output of `corpus rank`."""
    return (source / output_folder.MANIFEST).is_file()


def stored_extracts(folder: Path, job: Job, *, progress: Progress | None = None) -> Extracts:
    """Make the extracts of documents that were ranked before.

    Raises CorpusError if the job is not finished, if a file is damaged, or if the output has no text of sentences.
    """
    manifest = output_folder.read_manifest(folder)
    if manifest is None or not manifest.get("complete"):
        raise CorpusError(f"{folder} is not finished. Run the `corpus rank` that made it again, then the overview.")
    total = int(manifest["source"]["documents"])
    tell = progress or (lambda what, done, of: None)
    tell("kept", 0, total)
    most, table = max(1, min(MOST, LINES // max(1, total))), embeddings(job.recipe.model)
    found: list[DocumentExtract] = []
    without = copies = 0
    for done, document in enumerate(_documents(folder, manifest), start=1):
        if document["duplicate_of"] is not None:
            copies += 1
        else:
            told = _told(document)
            extract = None if told is None else extract_document(told, table, most)
            found += [] if extract is None else [extract]
            without += extract is None
        tell("ranking", done, total)
    return Extracts(tuple(found), without, copies)


def _documents(folder: Path, manifest: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the documents of an output; rows of sentences are put together again."""
    for entry in manifest["files"]:
        path = folder / entry["name"]
        rows = read_rows(path, "parquet" if path.suffix == ".parquet" else "jsonl")
        try:
            for _, same in groupby(rows, key=lambda row: (row["source"], row["row"])):
                yield _joined(list(same))
        except (OSError, ValueError, KeyError) as error:
            raise CorpusError(f"{path} cannot be read ({error}). Run `sentencerank corpus verify {folder}`.") from error


def _joined(rows: list[Row]) -> dict[str, Any]:
    if "sentences" in rows[0]:
        return rows[0]
    sentences = [row for row in rows if row["index"] is not None]
    texts = dict.fromkeys(str(text) for row in sentences for text in row["keyphrases"] or ())  # type: ignore[union-attr]
    return {**rows[0], "sentences": sentences, "keyphrases": [{"text": text} for text in texts]}


def _told(document: dict[str, Any]) -> Told | None:
    rows = document["sentences"]
    if document["status"] != "ranked" or not rows:
        return None
    if any(row["text"] is None for row in rows):
        raise CorpusError("the output has no text of its sentences. Rank again without --no-sentence-text.")
    language = language_of(document["language"])
    # Entities and tags that were left in the rows are decoded; the characters are those of the row.
    sentences = [
        RankedSentence(**{name: row[name] for name in _FIELDS} | {"text": plain_text(row["text"]).text}) for row in rows
    ]
    terms = find_terms(language.tokens([sentence.text for sentence in sentences]))
    phrases = [(_stems(language, one["text"]), one["text"]) for one in document["keyphrases"][:PHRASES]]
    ranked = sorted(sentences, key=lambda sentence: sentence.rank)
    return Told(document["id"], "", ranked, terms, phrases, language)


def _stems(language: Language, phrase: str) -> str:
    return " ".join(language.stem(word.lower()) for word in phrase.split())
