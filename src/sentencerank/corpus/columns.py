"""The columns of the output, and the rows that fill them: a row is a document or a sentence (docs/corpus.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, TypeAlias

from sentencerank.corpus.entries import Entry
from sentencerank.extras import require
from sentencerank.files import Json, encodable
from sentencerank.records import Keyphrase, RankedSentence, Topic, as_json

if TYPE_CHECKING:
    import pyarrow as pa

    from sentencerank.corpus.job import Job, Rows
    from sentencerank.ranking import Ranking

Row: TypeAlias = dict[str, Json]
Columns: TypeAlias = Mapping[str, str]  # name → type as Arrow calls it; "list": a list of strings

_TYPES = {"int": "int32", "int | None": "int32", "float": "float64", "str": "string"}


def _columns(record: type[RankedSentence | Keyphrase | Topic], *names: str) -> dict[str, str]:
    return {each.name: _TYPES[str(each.type)] for each in fields(record) if not names or each.name in names}


COMMON: Columns = {
    "id": "string", "source": "string", "row": "int64",
    "status": "string", "error": "string", "notes": "list", "duplicate_of": "string", "language": "string",
}  # fmt: skip
SENTENCE: Columns = {
    **_columns(RankedSentence), "start": "int64", "end": "int64", "layer": "int32", "keyphrases": "list",
}  # fmt: skip
KEYPHRASE: Columns = _columns(Keyphrase, "text", "score", "count")
TOPIC: Columns = _columns(Topic, "number", "name")
DOCUMENT: Columns = {"structure": "string", "words": "int32", "characters": "int64"}
STATUSES = ("ranked", "empty", "too_long", "late", "greedy", "unreadable", "language", "duplicate", "failed")


def unranked_row(entry: Entry, status: str, error: str, characters: int = 0) -> Row:
    """Return the row of a document that was not ranked."""
    row = _head(entry, status, encodable(error))
    blank: Row = {"language": None, "structure": None, "words": 0, "characters": characters}
    return row | blank | {"keyphrases": [], "topics": [], "sentences": []}


def ranked_row(entry: Entry, ranking: Ranking, job: Job) -> Row:
    """Return the row of a document with its ranking."""
    phrases = ranking.keyphrases(job.keyphrases)
    layer_of = {s.index: layer.number for layer in ranking.layers() for s in layer.sentences}
    phrases_of: dict[int, list[Json]] = {}
    for phrase in phrases:
        for index in phrase.sentences:
            phrases_of.setdefault(index, []).append(encodable(phrase.text))
    sentences: list[Json] = []
    for s in ranking.sentences:
        more: Row = {"layer": layer_of[s.index], "keyphrases": phrases_of.get(s.index, [])}
        sentences.append(as_json(s) | more | ({} if job.sentence_text else {"text": None}))
    notes: list[Json] = [encodable(note) for note in ranking.notes]
    return _head(entry, "ranked", None) | {
        "notes": notes,
        "language": ranking.language,
        "structure": ranking.structure,
        "words": sum(s.words for s in ranking.sentences),
        "characters": len(ranking.document.text),
        "keyphrases": [as_json(phrase, tuple(KEYPHRASE)) for phrase in phrases],
        "topics": [as_json(topic, tuple(TOPIC)) for topic in ranking.topics],
        "sentences": sentences,
    }


def _head(entry: Entry, status: str, error: str | None) -> Row:
    return {
        "id": entry.id, "source": entry.source, "row": entry.row,
        "status": status, "error": error, "notes": [], "duplicate_of": None,
    }  # fmt: skip


def rows_of(document: Row, unit: Rows) -> Iterator[Row]:
    """Yield the rows that a document becomes; one without sentences has one row all the same, so that none is lost."""
    if unit == "document":
        yield document
        return
    common: Row = {name: document[name] for name in COMMON}
    sentences = document["sentences"]
    assert isinstance(sentences, list)
    for sentence in sentences:
        assert isinstance(sentence, dict)
        yield common | sentence
    if not sentences:
        yield common | dict.fromkeys(SENTENCE) | {"keyphrases": []}


def arrow_schema(unit: Rows) -> pa.Schema:
    """Return the columns of a file as Arrow knows them."""
    pa = require("pyarrow", "corpus")
    return pa.schema([*_fields(COMMON), *(_fields(SENTENCE) if unit == "sentence" else _document_fields())])


def ranking_type() -> pa.DataType:
    """Return the type of the column that `rank_column` adds: a document without where it was found."""
    names = ("status", "error", "notes", "language")
    return require("pyarrow", "corpus").struct([*_fields({name: COMMON[name] for name in names}), *_document_fields()])


def _document_fields() -> list[tuple[str, pa.DataType]]:
    pa = require("pyarrow", "corpus")
    lists = (("keyphrases", KEYPHRASE), ("topics", TOPIC), ("sentences", SENTENCE))
    return [*_fields(DOCUMENT), *((name, pa.list_(pa.struct(_fields(columns)))) for name, columns in lists)]


def _fields(columns: Columns) -> list[tuple[str, pa.DataType]]:
    pa = require("pyarrow", "corpus")
    return [(name, pa.list_(pa.string()) if kind == "list" else getattr(pa, kind)()) for name, kind in columns.items()]
