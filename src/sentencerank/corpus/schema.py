"""What is written for each document: the columns, one row a document or one row a sentence (docs/corpus.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from sentencerank.corpus.entries import Entry, safe
from sentencerank.extras import require

if TYPE_CHECKING:
    import pyarrow as pa

    from sentencerank.corpus.job import Job, Rows
    from sentencerank.ranking import Ranking

Value: TypeAlias = "str | int | float | list[Value] | dict[str, Value] | None"
Row: TypeAlias = "dict[str, Value]"

SENTENCE = {
    "index": "int32", "start": "int64", "end": "int64", "paragraph": "int32", "section": "int32",
    "rank": "int32", "score": "float64", "topic": "int32", "layer": "int32", "words": "int32",
    "depends_on": "int32", "copy_of": "int32", "text": "string",
}  # fmt: skip
COMMON = {
    "id": "string", "source": "string", "row": "int64",
    "status": "string", "error": "string", "notes": "list", "duplicate_of": "string", "language": "string",
}  # fmt: skip
KEYPHRASE = {"text": "string", "score": "float64", "count": "int32"}
TOPIC = {"number": "int32", "name": "string"}
DOCUMENT = {"structure": "string", "words": "int32", "characters": "int64"}

STATUSES = ("ranked", "empty", "too_long", "unreadable", "language", "duplicate", "failed")


def bad(entry: Entry, status: str, error: str, characters: int = 0) -> Row:
    """The row of a document that was not ranked."""
    row = _head(entry, status, error)
    blank: Row = {"language": None, "structure": None, "words": 0, "characters": characters}
    return row | blank | {"keyphrases": [], "topics": [], "sentences": []}


def ranked(entry: Entry, ranking: Ranking, job: Job) -> Row:
    """The row of a document with its ranking."""
    phrases = ranking.keyphrases(job.keyphrases)
    layer_of = {s.index: layer.number for layer in ranking.layers() for s in layer.sentences}
    of_sentence: dict[int, list[Value]] = {}
    for phrase in phrases:
        for index in phrase.sentences:
            of_sentence.setdefault(index, []).append(safe(phrase.text))
    sentences: list[Value] = []
    for s in ranking.sentences:
        one: Row = {
            "index": s.index, "start": s.start, "end": s.end, "paragraph": s.paragraph, "section": s.section,
            "rank": s.rank, "score": s.score, "topic": s.topic, "layer": layer_of[s.index], "words": s.words,
            "depends_on": s.depends_on, "copy_of": s.copy_of, "text": safe(s.text) if job.sentence_text else None,
            "keyphrases": of_sentence.get(s.index, []),
        }  # fmt: skip
        sentences.append(one)
    notes: list[Value] = [safe(note) for note in ranking.notes]
    return _head(entry, "ranked", None) | {
        "notes": notes,
        "language": ranking.language,
        "structure": ranking.structure,
        "words": sum(s.words for s in ranking.sentences),
        "characters": len(ranking.document.text),
        "keyphrases": [{"text": safe(p.text), "score": p.score, "count": p.count} for p in phrases],
        "topics": [{"number": topic.number, "name": safe(topic.name)} for topic in ranking.topics],
        "sentences": sentences,
    }


def _head(entry: Entry, status: str, error: str | None) -> Row:
    return {
        "id": entry.id, "source": entry.source, "row": entry.row,
        "status": status, "error": None if error is None else safe(error), "notes": [], "duplicate_of": None,
    }  # fmt: skip


def rows(document: Row, unit: Rows) -> Iterator[Row]:
    """The rows that a document becomes; one without sentences has one row all the same, so that it is not lost."""
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
    """The columns as Arrow knows them."""
    pa = require("pyarrow", "corpus")
    common = [(name, _type(kind)) for name, kind in COMMON.items()]
    if unit == "sentence":
        sentence = [(name, _type(kind)) for name, kind in SENTENCE.items()]
        return pa.schema([*common, *sentence, ("keyphrases", _type("list"))])
    return pa.schema([*common, *_document_fields()])


def ranking_fields() -> list[tuple[str, pa.DataType]]:
    """The columns of a document apart from where it was found: what `spark.rank_column` adds."""
    names = ("status", "error", "notes", "language")
    return [*((name, _type(COMMON[name])) for name in names), *_document_fields()]


def _document_fields() -> list[tuple[str, pa.DataType]]:
    words = ("keyphrases", _type("list"))
    return [
        *((name, _type(kind)) for name, kind in DOCUMENT.items()),
        ("keyphrases", _structs(KEYPHRASE)),
        ("topics", _structs(TOPIC)),
        ("sentences", _structs(SENTENCE, words)),
    ]


def _structs(fields: dict[str, str], *more: tuple[str, pa.DataType]) -> pa.DataType:
    pa = require("pyarrow", "corpus")
    return pa.list_(pa.struct([*((name, _type(kind)) for name, kind in fields.items()), *more]))


def _type(kind: str) -> pa.DataType:
    pa = require("pyarrow", "corpus")
    return pa.list_(pa.string()) if kind == "list" else getattr(pa, kind)()
