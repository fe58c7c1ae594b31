"""What the worker processes do. Each maps the model into its memory once; an answer travels back as finished JSON."""

from __future__ import annotations

import gc
import logging
import os
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import wraps
from logging.config import dictConfig
from pathlib import Path
from typing import ParamSpec, TypeVar

from sentencerank.document import Document
from sentencerank.documents.strings import kind_of
from sentencerank.errors import DocumentError
from sentencerank.languages.language import Pack
from sentencerank.languages.registry import register_all
from sentencerank.method.chunks import CHUNK, LONGEST
from sentencerank.model.library import model_folders
from sentencerank.ranker import PreparedDocument, Ranker, ranker_of
from sentencerank.ranking import Ranking
from sentencerank.recipe import Recipe
from sentencerank.records import as_json
from sentencerank.serve.answers import FULL, Form, answer, encode
from sentencerank.serve.columns import columns, order
from sentencerank.serve.database import connect
from sentencerank.serve.monitoring import event, logging_configuration
from sentencerank.serve.problems import ProblemError, no_document, too_large
from sentencerank.serve.store import load
from sentencerank.together import rank_by_recipe

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
WARMING = "The water in the kettle gets warm. Warm water makes good tea. Tea keeps the guests of the house awake."


@dataclass(frozen=True, slots=True)
class Job:
    """One text to rank."""

    text: str | tuple[str, ...]  # or sentences that are already split
    recipe: Recipe
    form: Form
    id: str = ""
    kind: str | None = None  # what the text is written in; None: as it looks

    @property
    def characters(self) -> int:
        """How long the text is."""
        return len(self.text) if isinstance(self.text, str) else sum(map(len, self.text))


@dataclass
class _State:
    """What a worker process keeps: its bounds, and the documents that it has prepared, the last used last."""

    store: Path
    sentences: int
    prepared_bytes: int
    prepared: OrderedDict[tuple[str, Recipe], PreparedDocument] = field(default_factory=OrderedDict)


_state: _State | None = None  # of this process


def set_up(store: Path, sentences: int, prepared_bytes: int, quiet: bool, languages: tuple[Pack, ...] = ()) -> None:
    """Make this process a worker: configure its log, learn the registered languages and load the model.

    Raises what the model raises.
    """
    global _state
    register_all(languages)
    dictConfig(logging_configuration(quiet=quiet))
    _state = _State(store, sentences, prepared_bytes)
    try:
        # Numpy's linear algebra takes its own memory at first use, and dies if there is none: use it before the limit.
        ranker_of(Recipe()).rank(WARMING)
    except Exception as error:
        event("worker does not start", logging.ERROR, error)
        raise
    event("worker started", pid=os.getpid())


def _own_state() -> _State:
    assert _state is not None
    return _state


def within_memory(task: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Let a task that ran out of memory try once more without the prepared documents, then refuse it with 413."""

    @wraps(task)
    def run(*arguments: Arguments.args, **keywords: Arguments.kwargs) -> Result:
        for _ in range(2):
            try:
                return task(*arguments, **keywords)
            except MemoryError:
                _own_state().prepared.clear()
                gc.collect()
        raise too_large("Ranking this text takes more memory than the server allows. Split it.")

    return run


@within_memory
def rank_text(job: Job) -> bytes:
    """Rank one text."""
    ranker = _ranker(job.recipe)
    # Sentences are counted before it gets costly.
    document = _counted(_read(ranker, job))
    return answer(ranker.rank(document, query=job.recipe.query), job.form)


@within_memory
def rank_texts_together(jobs: Sequence[Job], recipe: Recipe) -> bytes:
    """Rank several texts as one."""
    reader = _ranker(recipe)
    documents = [_read(reader, job) for job in jobs]
    _check_count(sum(len(document.sentences) for document in documents))
    return encode(rank_by_recipe(documents, reader.recipe.changed(query=recipe.query)).to_dict())


def _read(ranker: Ranker, job: Job) -> Document:
    if (job.kind or (kind_of(job.text) if isinstance(job.text, str) else None)) == "html":
        # Pages are read by the processes for uploads, which are confined.
        raise DocumentError("this is markup, not text. Read it first: sr.rank(sr.read_document(page.encode())).")
    return ranker.read(job.text, id=job.id, kind=job.kind)


@within_memory
def rank_document(document: Document, recipe: Recipe) -> tuple[bytes, bytes]:
    """Rank a document that has been read; return the whole ranking, and the columns that the reader draws."""
    ranking = _ranker(recipe).rank(_counted(document), query=recipe.query)
    return answer(ranking, FULL), encode(columns(ranking))


@within_memory
def rank_stored(document_id: str, recipe: Recipe) -> bytes:
    """Rank a document of the store; one that is prepared takes milliseconds."""
    return answer(_ranked(document_id, recipe), FULL)


@within_memory
def columns_of_stored(document_id: str, recipe: Recipe) -> bytes:
    """Rank a document of the store, as the columns that the reader draws."""
    return encode(columns(_ranked(document_id, recipe)))


@within_memory
def order_of_stored(document_id: str, recipe: Recipe) -> bytes:
    """Rank a document of the store for a query; return the order alone, and where the words of the query stand."""
    return encode(order(_ranked(document_id, recipe)))


@within_memory
def reasons_of_stored(document_id: str, recipe: Recipe, index: int) -> bytes:
    """Return why one sentence of a stored document has its rank; null if there is no such sentence."""
    ranking = _ranked(document_id, recipe)
    return encode(as_json(ranking.explain(index))) if index < len(ranking) else b"null"


def _ranked(document_id: str, recipe: Recipe) -> Ranking:
    return _prepared(document_id, recipe.changed(query=None)).rank(recipe.query)


def _prepared(document_id: str, recipe: Recipe) -> PreparedDocument:
    """Return a prepared document, from the store if it is not at hand; the least used ones give way to it."""
    state, key = _own_state(), (document_id, recipe)
    if key not in state.prepared:
        with closing(connect(state.store)) as db:
            document = load(db, document_id)
        if document is None:
            raise no_document()
        state.prepared[key] = _ranker(recipe).prepare(document)
    state.prepared.move_to_end(key)
    while len(state.prepared) > 1 and sum(map(weight, state.prepared.values())) > state.prepared_bytes:
        state.prepared.popitem(last=False)
    return state.prepared[key]


def weight(prepared: PreparedDocument) -> int:
    """About how many bytes a prepared document takes: three matrices over the sentences compared, and its terms."""
    document = prepared.document
    count = len(document.sentences)
    matrices = 12 * count * (count if count <= LONGEST else CHUNK)
    return matrices + 40 * len(document.text) + 20_000


def _counted(document: Document) -> Document:
    _check_count(len(document.sentences))
    return document


def _check_count(sentences: int) -> None:
    most = _own_state().sentences
    if sentences > most:
        raise too_large(f"The text has {sentences:,} sentences, the limit is {most:,}. Split it.")


def _ranker(recipe: Recipe) -> Ranker:
    """Return the ranker of a recipe, for any query. Its model is one of the operator's library, never a path."""
    model = None if recipe.model is None else _library_model(str(recipe.model))
    return ranker_of(recipe.changed(query=None, model=model))


def _library_model(name: str) -> Path:
    folders = {folder.name: folder for folder in model_folders()}
    if name not in folders:
        raise ProblemError(
            422,
            "model",
            f"The server has no model {name!r} (it has: {', '.join(folders) or 'none'}). "
            "Leave model out, or have its operator add it: sentencerank model import.",
        )
    return folders[name]
