"""What the worker processes do. The model is mapped once in each; an answer travels back as finished JSON."""

from __future__ import annotations

import gc
import os
from collections import OrderedDict
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sentencerank.document import Document
from sentencerank.method.chunks import CHUNK, LONGEST
from sentencerank.processes import end_with_parent
from sentencerank.ranker import PreparedDocument, Ranker
from sentencerank.ranking import Ranking
from sentencerank.serve.answers import answer
from sentencerank.serve.jobs import Form, How, Job
from sentencerank.serve.problems import ProblemError, too_large
from sentencerank.serve.store import connect, load

Result = TypeVar("Result")
WARMING = "The water in the kettle gets warm. Warm water makes good tea. Tea keeps the guests of the house awake."


@dataclass
class Worker:
    """The state of a worker process: its bounds, and the documents that it has prepared, the last used last."""

    store: Path
    sentences: int
    prepared_bytes: int
    prepared: OrderedDict[tuple[str, How], PreparedDocument] = field(default_factory=OrderedDict)

    def find(self, document_id: str, how: How) -> PreparedDocument:
        """A prepared document, from the store if it is not at hand."""
        key = document_id, how
        if key in self.prepared:
            self.prepared.move_to_end(key)
            return self.prepared[key]
        prepared = ranker(how).prepare(self._load(document_id))
        self.prepared[key] = prepared
        while len(self.prepared) > 1 and sum(map(weight, self.prepared.values())) > self.prepared_bytes:
            self.prepared.popitem(last=False)
        return prepared

    def _load(self, document_id: str) -> Document:
        with closing(connect(self.store)) as db:
            document = load(db, document_id)
        if document is None:
            raise ProblemError(404, "no-document", "There is no such document. GET /v1/documents lists those that are.")
        return document


class Counter(Protocol):
    """A number in memory that is shared with the server."""

    value: int


_worker: Worker | None = None  # of this process
_begun: Counter | None = None


def start(store: Path, sentences: int, prepared_bytes: int, memory: int, begun: Counter) -> None:
    """Make this process a worker: load the model, then bound the memory. `begun` counts its work."""
    global _worker, _begun
    _begun = begun
    end_with_parent()
    _worker = Worker(store, sentences, prepared_bytes)
    ranker(How()).rank(WARMING)  # numpy's linear algebra takes its own memory at first use, and dies if it gets none
    _bound_memory(memory)


def _bound_memory(memory: int) -> None:
    """Let an allocation fail beyond `memory` bytes more than now, where the system can."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        limit = pages * resource.getpagesize() + memory
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def begin(function: Callable[..., Result], *arguments: object) -> Result:
    """Do some work, and let the server know that it was begun: it tells a fatal text from a dead worker by that."""
    assert _begun is not None
    _begun.value += 1
    return function(*arguments)


def ready() -> int:
    """The id of this process, once it has started."""
    return os.getpid()


def rank_text(job: Job) -> bytes:
    """Rank one text."""
    return _within_memory(lambda: _rank_text(job))


def rank_document(document: Document, how: How, form: Form) -> bytes:
    """Rank a document that has been read."""
    return _within_memory(lambda: answer(ranker(how).rank(_counted(document)), form))


def rank_stored(document_id: str, how: How, query: str | None, form: Form) -> bytes:
    """Rank a document of the store; one that is prepared takes milliseconds."""
    return _within_memory(lambda: answer(_rank_stored(document_id, how, query), form))


def _rank_text(job: Job) -> bytes:
    document = _counted(_read(job))  # counted before it gets costly
    return answer(ranker(job.how).rank(document, query=job.query), job.form)


def _read(job: Job) -> Document:
    """The document that the ranker would make of a text."""
    return ranker(job.how).read(job.text, id=job.id)


def _rank_stored(document_id: str, how: How, query: str | None) -> Ranking:
    assert _worker is not None
    return _worker.find(document_id, how).rank(query)


def _counted(document: Document) -> Document:
    assert _worker is not None
    if len(document.sentences) > _worker.sentences:
        raise too_large(
            f"The text has {len(document.sentences):,} sentences, the limit is {_worker.sentences:,}. Split it."
        )
    return document


def _within_memory(work: Callable[[], bytes]) -> bytes:
    assert _worker is not None
    for _ in range(2):
        try:
            return work()
        except MemoryError:
            _worker.prepared.clear()  # may have been in the way
            gc.collect()
    raise too_large("Ranking this text takes more memory than the server allows. Split it.")


@lru_cache(maxsize=64)
def ranker(how: How) -> Ranker:
    """A ranker; all of them share the model."""
    changes: dict[str, Any] = dict(how.changes)
    return Ranker(how.method, how.reading, structure=how.structure, language=how.language, **changes)


def weight(prepared: PreparedDocument) -> int:
    """About how many bytes a prepared document takes: three matrices over the sentences compared, and its terms."""
    document = prepared.document
    count = len(document.sentences)
    matrices = 12 * count * (count if count <= LONGEST else CHUNK)
    return matrices + 40 * len(document.text) + 20_000
