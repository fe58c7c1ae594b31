"""Files from strangers: the same reading in a process of its own, with limits on time and memory.

What comes back is JSON, never a pickle: a parser that a hostile file has taken over must not reach this process.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from types import TracebackType
from typing import Self, TypeAlias

from sentencerank.document import Document
from sentencerank.documents.limits import DEFAULT, Limits, Meter
from sentencerank.documents.reading import read_document
from sentencerank.errors import DeadlineError, DocumentError, LimitError, SentenceRankError, WorkerError
from sentencerank.languages.language import Pack
from sentencerank.languages.registry import language_of, register_all, registered_packs
from sentencerank.workers import Worker

Reader: TypeAlias = Callable[..., Document]  # takes what read_document takes; sent to the process by its name
_GRACE = 1.0  # seconds; in time for the process to say itself that the limit is reached
_REPLY_BYTES = 64  # for each character of a document
_BROKEN = "which may be damaged or hostile. Save it again in another format."


def read_safely(
    data: bytes,
    *,
    name: str = "",
    language: str = "auto",
    kind: str | None = None,
    limits: Limits = DEFAULT,
) -> Document:
    """Read a file that is not trusted: as `read_document`, but an endless loop or a crash becomes a DocumentError.

    Starting the process takes about half a second; to read many files keep a `SafeReader`.
    """
    with SafeReader(limits) as reader:
        return reader.read(data, name=name, language=language, kind=kind)


class SafeReader:
    """Reads one file after another in a process of its own; a context manager.

    The process starts with the first file. One that hangs or dies is replaced. Threads may share a reader: they wait
    for each other. Languages that are registered when the reader is made are known to the process.
    """

    def __init__(self, limits: Limits = DEFAULT, *, attempts: int = 2, reader: Reader = read_document) -> None:
        """Make a reader.

        A file over which the process dies is tried `attempts` times, because the process may have been killed from
        outside. Raises OptionsError if a registered language cannot be sent to another process.
        """
        self.limits, self._attempts, self._reader = limits, attempts, reader
        self._worker = Worker(
            trusted=False,
            memory=limits.memory,
            setup=partial(_set_up, registered_packs()),
            largest_reply=_REPLY_BYTES * limits.characters,
        )

    def read(self, data: bytes, *, name: str = "", language: str = "auto", kind: str | None = None) -> Document:
        """Read one file within the limits; the arguments and errors are those of `read_document`.

        Also raises LimitError if it takes too long or too much memory, DocumentError if it ends the process, and
        WorkerError if no process can be started.
        """
        # A file that is too large is refused before it is sent anywhere.
        Meter(self.limits).size(len(data))
        task = partial(_read, self._reader, name=name, language=language, kind=kind, limits=self.limits)
        try:
            reply = self._worker.call(task, data, seconds=self.limits.seconds + _GRACE, attempts=self._attempts)
            return Document.from_dict(json.loads(reply))
        except DeadlineError as error:
            raise LimitError(
                f"reading took longer than {self.limits.seconds:g} s and was stopped. "
                "Pass Limits(seconds=…), or split the file."
            ) from error
        except MemoryError as error:
            raise LimitError(
                f"reading needs more than {self.limits.memory >> 20:,} MiB of memory. "
                "Split the file, or pass Limits(memory=…)."
            ) from error
        except WorkerError as error:
            # If the process had not begun, the file is not to blame.
            if not error.begun:
                raise
            raise DocumentError(f"the reader broke down on this file, {_BROKEN}") from error
        except (ValueError, TypeError, LookupError, RecursionError) as error:
            if isinstance(error, SentenceRankError):
                raise
            raise DocumentError(f"the reader sent no document for this file, {_BROKEN}") from error

    def close(self) -> None:
        """End the process at once, whatever it does. A closed reader reads no more files."""
        self._worker.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _set_up(languages: tuple[Pack, ...]) -> None:
    """Load English now, so that the memory limit is for the file alone."""
    register_all(languages)
    language_of("en")


def _read(reader: Reader, data: bytes, *, name: str, language: str, kind: str | None, limits: Limits) -> bytes:
    try:
        document = reader(data, name=name, language=language, kind=kind, limits=limits)
        return json.dumps(document.to_dict()).encode()
    except (SentenceRankError, MemoryError):
        raise
    except Exception as error:
        raise DocumentError(
            f"the reader broke down on this file ({type(error).__name__}: {error}), {_BROKEN}"
        ) from error
