"""One document → one row, whatever the document is: one that cannot be ranked has a row that says why."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sentencerank.corpus.columns import Row, ranked_row, unranked_row
from sentencerank.corpus.entries import Entry
from sentencerank.documents.limits import DEFAULT
from sentencerank.errors import DeadlineError, LanguageError, LimitError, SentenceRankError, WorkerError
from sentencerank.languages.registry import register_all
from sentencerank.workers import Worker
from sentencerank.workers.bounds import without_memory_limit

if TYPE_CHECKING:
    from sentencerank.corpus.job import Job
    from sentencerank.document import Document
    from sentencerank.documents.sandbox import SafeReader
    from sentencerank.ranking import Ranking

TRIES = 2  # processes that may die over one document
WARMING = "The rain fell on the roof of the house. Then there was snow on the road to the town."  # surely English
WAIT = 10  # seconds by the clock for each second of processor time: for a document that waits for ever

Result = TypeVar("Result")


class NotRankedError(SentenceRankError):
    """There is nothing to rank in a document, or too much of it."""

    def __init__(self, status: str, reason: str, characters: int = 0) -> None:
        super().__init__(reason)
        self.status, self.characters = status, characters


class DocumentRanker:
    """Ranks one entry after another; the process that parses files is started when a file needs it."""

    def __init__(self, job: Job) -> None:
        register_all(job.languages)
        self._job, self._ranker = job, job.ranker()
        self._reader: SafeReader | None = None

    def row(self, entry: Entry) -> Row:
        """Return the row of a document, which says what is wrong with it. Raises WorkerError and MemoryError alone."""
        try:
            return ranked_row(entry, self.rank(entry), self._job)
        except NotRankedError as error:
            return unranked_row(entry, error.status, str(error), error.characters)
        except (WorkerError, MemoryError):
            # The process that parses files did not start: that is not the fault of the document. Nor can it be told
            # whose fault it is that there is no memory left: the document is tried again in a process of its own.
            raise
        except LanguageError as error:
            return unranked_row(entry, "language", str(error), len(entry.text))
        except LimitError as error:
            return unranked_row(entry, _limit_status(error), str(error), len(entry.text))
        except SentenceRankError as error:
            return unranked_row(entry, "unreadable", str(error), len(entry.text))
        except Exception as error:
            # A defect of ours that one document shows must not cost the others.
            reason = f"{type(error).__name__}: {error}. This should not happen: please report it with the document."
            return unranked_row(entry, "failed", reason, len(entry.text))

    def rank(self, entry: Entry) -> Ranking:
        """Return the ranking of a document.

        Raises NotRankedError if there is nothing to rank, LanguageError if it is in another script than that of the
        language asked for, and what else `read_document` and `Ranker.rank` raise.
        """
        if entry.status:
            raise NotRankedError(entry.status, entry.problem)
        document = self._read_file(entry) if entry.path else entry.text
        text = document if isinstance(document, str) else document.text
        longest = self._job.max_characters
        if len(text) > longest:
            reason = f"the document is {len(text):,} characters long, the limit is {longest:,}."
            raise NotRankedError("too_long", f"{reason} Split it, or raise --max-characters.", len(text))
        if text.strip():
            # Not `rank` alone: it would refuse a text that happens to be the name of a file.
            ranking = self._ranker.rank(self._ranker.read(document, id=entry.id))
            if len(ranking):
                return ranking
        reason = "there are no sentences in it. Leave it out, or look where its text went."
        raise NotRankedError("empty", reason, len(text))

    def _read_file(self, entry: Entry) -> str | Document:
        path = Path(entry.path)
        try:
            if (size := path.stat().st_size) > DEFAULT.bytes:
                reason = f"the file is {size:,} bytes long, the limit is {DEFAULT.bytes:,}. Split it."
                raise NotRankedError("too_long", reason)
            data = _file_bytes(path)
        except OSError as error:
            reason = f"the file cannot be read ({error.strerror}). Check it."
            raise NotRankedError("unreadable", reason) from error
        if not data.strip():
            return ""
        if self._reader is None:
            from sentencerank.documents.sandbox import SafeReader

            self._reader = SafeReader(replace(DEFAULT, seconds=self._job.max_seconds))
        language = self._job.recipe.language
        code = language if isinstance(language, str) else language.code
        return self._reader.read(data, name=entry.id, language=code)


@lru_cache(maxsize=2)
def document_ranker(job: Job) -> DocumentRanker:
    """Return the ranker of a job, made once in a process; its vectors are mapped from a file that processes share."""
    return DocumentRanker(job)


@contextmanager
def one_by_one(function: Callable[[Entry], Result], job: Job, careful: bool) -> Iterator[Callable[[Entry], Result]]:
    """Yield a function that does the same within the limits of the job, for one document after another.

    A document that exceeds them ends this process. If `careful`, it is done in a process of its own, and one that takes
    too long or too much memory, or ends its process each time, raises NotRankedError with its status. Raises
    WorkerError if the process does not start.
    """
    if not careful:

        def call_here(entry: Entry) -> Result:
            with ended_when_late(job.max_seconds):
                return function(entry)

        yield call_here
        return
    with without_memory_limit(), Worker(setup=partial(prepare, job), memory=job.max_memory << 20) as worker:
        yield partial(call_carefully, worker, job, function)


def call_carefully(worker: Worker, job: Job, function: Callable[[Entry], Result], entry: Entry) -> Result:
    """Do a document in a process that it may end; see `one_by_one`."""
    seconds = job.max_seconds
    for attempt in range(TRIES):
        try:
            return worker.call(function, entry, cpu_seconds=seconds, seconds=WAIT * seconds, attempts=TRIES)
        except DeadlineError as error:
            reason = f"ranking took longer than {seconds:g} s of processor time and was stopped."
            raise NotRankedError("late", f"{reason} Split the document, or raise --max-seconds.") from error
        except MemoryError as error:
            # The documents before it may have left little; the process is a fresh one the second time.
            if attempt + 1 == TRIES:
                reason = f"ranking needs more than {job.max_memory:,} MB of memory."
                raise NotRankedError("greedy", f"{reason} Split the document, or raise --max-memory.") from error
        except WorkerError as error:
            if not error.begun:
                raise
            reason = f"it ended the process that ranked it, {TRIES} times: out of memory, or a crash."
            raise NotRankedError("failed", f"{reason} Split the document.") from error
    raise AssertionError("the last attempt returns or raises")


def prepare(job: Job) -> None:
    """Set up a process for a job: its ranker with the usual model, so that memory is limited for documents alone."""
    document_ranker(job).row(Entry("", 0, "", text=WARMING))


@contextmanager
def ended_when_late(seconds: float) -> Iterator[None]:
    """Let the kernel end this process if the block takes longer, even inside a call that never returns to Python.

    The signals of both timers end a process that does not handle them; Windows has neither.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, WAIT * seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


def _limit_status(error: LimitError) -> str:
    """Return the status of a file that is over a limit of reading: of time, of memory, or of size."""
    if isinstance(error.__cause__, DeadlineError) or "took longer than" in str(error):
        return "late"
    return "greedy" if isinstance(error.__cause__, MemoryError) else "too_long"


def _file_bytes(path: Path) -> bytes:
    """Read a file that was no link when the corpus was planned, and must not have become one."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb") as file:
        return file.read(DEFAULT.bytes + 1)
