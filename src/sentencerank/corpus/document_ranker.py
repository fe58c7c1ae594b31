"""One document → one row, whatever the document is: one that cannot be ranked has a row that says why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sentencerank.corpus.columns import Row, ranked_row, unranked_row
from sentencerank.corpus.entries import Entry
from sentencerank.documents.limits import DEFAULT
from sentencerank.errors import LanguageError, SentenceRankError, WorkerError
from sentencerank.workers import Worker

if TYPE_CHECKING:
    from sentencerank.corpus.job import Job
    from sentencerank.document import Document
    from sentencerank.documents.sandbox import SafeReader
    from sentencerank.ranking import Ranking

TRIES = 2  # processes that may die over one document

Result = TypeVar("Result")


class NotRankedError(SentenceRankError):
    """There is nothing to rank in a document, or too much of it."""

    def __init__(self, status: str, reason: str, characters: int = 0) -> None:
        super().__init__(reason)
        self.status, self.characters = status, characters


class DocumentRanker:
    """Ranks one entry after another; the process that parses files is started when a file needs it."""

    def __init__(self, job: Job) -> None:
        self._job, self._ranker = job, job.ranker()
        self._reader: SafeReader | None = None

    def row(self, entry: Entry) -> Row:
        """Return the row of a document, which says what is wrong with it. Raises WorkerError alone."""
        try:
            return ranked_row(entry, self.rank(entry), self._job)
        except NotRankedError as error:
            return unranked_row(entry, error.status, str(error), error.characters)
        except WorkerError:
            # The process that parses files did not start: that is not the fault of the document.
            raise
        except LanguageError as error:
            return unranked_row(entry, "language", str(error), len(entry.text))
        except SentenceRankError as error:
            return unranked_row(entry, "unreadable", str(error), len(entry.text))
        except OSError as error:
            return unranked_row(entry, "unreadable", f"the file cannot be read ({error.strerror}). Check it.")
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
        if (size := path.stat().st_size) > DEFAULT.bytes:
            reason = f"the file is {size:,} bytes long, the limit is {DEFAULT.bytes:,}. Split it."
            raise NotRankedError("too_long", reason)
        data = path.read_bytes()
        if not data.strip():
            return ""
        if self._reader is None:
            from sentencerank.documents.sandbox import SafeReader

            self._reader = SafeReader()
        language = self._job.recipe.language
        code = language if isinstance(language, str) else language.code
        return self._reader.read(data, name=entry.id, language=code)


@lru_cache(maxsize=2)
def document_ranker(job: Job) -> DocumentRanker:
    """Return the ranker of a job, made once in a process; its vectors are mapped from a file that processes share."""
    return DocumentRanker(job)


@contextmanager
def one_by_one(function: Callable[[Entry], Result], careful: bool) -> Iterator[Callable[[Entry], Result | None]]:
    """Yield a function that does the same; if `careful`, in a process of its own, which a document may end.

    It returns None for a document that ended its process each time. Raises WorkerError if the process does not start.
    """
    if not careful:
        yield function
        return
    with Worker() as worker:

        def call(entry: Entry) -> Result | None:
            try:
                return worker.call(function, entry, attempts=TRIES)
            except WorkerError as error:
                if not error.begun:
                    raise
                return None

        yield call
