"""Files from strangers: the same reading in a process that can be killed, with bounds on time and memory.

What comes back is JSON, never a pickle: a parser that a hostile file has taken over must not reach the parent.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias

from sentencerank.document import Block, Document, Sentence
from sentencerank.documents.limits import DEFAULT, Limits
from sentencerank.documents.reading import read_document
from sentencerank.errors import DocumentError, ExtraError, LanguageError, LimitError, OptionsError, SentenceRankError
from sentencerank.languages.registry import language_of

_ERRORS: dict[str, type[SentenceRankError]] = {
    error.__name__: error for error in (DocumentError, ExtraError, LanguageError, LimitError, OptionsError)
}
Reader: TypeAlias = Callable[..., Document]  # with the arguments of read_document; sent to the process by its name
_START = 60.0  # seconds a worker may need to start on a busy machine


def read_safely(
    data: bytes,
    *,
    name: str = "",
    language: str = "auto",
    kind: str | None = None,
    limits: Limits = DEFAULT,
) -> Document:
    """As `read_document`, for a file that is not trusted: an endless loop or a crash becomes a `DocumentError`.

    Starting the process takes about half a second; to read many files keep a `Worker`.
    """
    with Worker(limits) as worker:
        return worker.read(data, name=name, language=language, kind=kind)


class Worker:
    """A process that reads one file after another; one that hangs or dies is replaced at the next file."""

    def __init__(self, limits: Limits = DEFAULT, reader: Reader = read_document) -> None:
        self.limits, self._reader = limits, reader
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def read(self, data: bytes, *, name: str = "", language: str = "auto", kind: str | None = None) -> Document:
        """Read one file within the limits."""
        if len(data) > self.limits.bytes:
            return read_document(data, limits=self.limits)  # refuses it, without sending it anywhere
        answer = self._answer(json.dumps([name, language, kind]).encode(), data)
        if "error" in answer:
            if answer["error"] not in _ERRORS:
                self.close()  # out of memory: a fresh process is safer
                raise DocumentError(answer["message"])
            raise _ERRORS[answer["error"]](answer["message"])
        return _document(answer)

    def _answer(self, request: bytes, data: bytes) -> dict[str, Any]:
        pipe, finished = self._started(), False
        try:
            pipe.send_bytes(request)
            pipe.send_bytes(data)
            if not pipe.poll(self.limits.seconds + 1):  # the worker stops itself first where it can
                raise DocumentError(
                    f"reading took longer than {self.limits.seconds:g} s and was stopped. "
                    "Pass Limits(seconds=…), or split the file."
                )
            answer: dict[str, Any] = json.loads(pipe.recv_bytes(64 * self.limits.characters))
            finished = True
        except (EOFError, OSError, ValueError) as error:
            raise DocumentError(
                "the reader broke down on this file, which may be damaged or hostile. Save it again in another format."
            ) from error
        finally:
            if not finished:
                self.close()
        return answer

    def _started(self) -> Connection:
        if self._pipe is None:
            context = get_context("spawn")
            self._pipe, other = context.Pipe()
            self._process = context.Process(target=_work, args=(other, asdict(self.limits), self._reader), daemon=True)
            self._process.start()
            other.close()
            try:
                started = self._pipe.poll(_START) and self._pipe.recv_bytes() == b"ready"
            except (EOFError, OSError):
                started = False
            if not started:
                self.close()
                raise DocumentError(
                    "the process that reads files did not start. Guard your script with: if __name__ == '__main__'."
                )
        return self._pipe

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _document(answer: dict[str, Any]) -> Document:
    text = answer["text"]
    return Document(
        text,
        tuple(
            Sentence(index, text[start:end], start, end, paragraph, section, prose)
            for index, (start, end, paragraph, section, prose) in enumerate(answer["sentences"])
        ),
        tuple(Block(*block) for block in answer["blocks"]),
        answer["language"],
        answer["id"],
        tuple(answer["notes"]),
        answer["language_confidence"],
    )


def _record(document: Document) -> dict[str, object]:
    return {
        "text": document.text,
        "sentences": [(s.start, s.end, s.paragraph, s.section, s.prose) for s in document.sentences],
        "blocks": [(block.kind, block.start, block.end, block.level) for block in document.blocks],
        "language": document.language,
        "id": document.id,
        "notes": document.notes,
        "language_confidence": document.language_confidence,
    }


def _work(pipe: Connection, bounds: dict[str, Any], reader: Reader) -> None:
    """The worker: read what comes through the pipe until it closes."""
    limits = Limits(**bounds)
    language_of("en")  # loaded now, so that the memory limit is for the file alone
    _bound_memory(limits.memory)
    pipe.send_bytes(b"ready")
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            name, code, kind = json.loads(pipe.recv_bytes())
            data = pipe.recv_bytes()
            _alarm(int(limits.seconds) + 10)
            pipe.send_bytes(json.dumps(_tried(reader, data, name, code, kind, limits)).encode())
            _alarm(0)


def _tried(reader: Reader, data: bytes, name: str, code: str, kind: str | None, limits: Limits) -> dict[str, object]:
    try:
        return _record(reader(data, name=name, language=code, kind=kind, limits=limits))
    except SentenceRankError as error:
        return {"error": type(error).__name__, "message": str(error)}
    except MemoryError:
        bound = f"{limits.memory >> 20:,} MiB"
        message = f"reading needs more than {bound} of memory. Split the file, or pass Limits(memory=…)."
        return {"error": "MemoryError", "message": message}


def _bound_memory(memory: int) -> None:
    """Bound the address space to what is in use now and `memory` bytes more; where the system cannot, do nothing."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        in_use = 1 << 30  # where it cannot be asked
        with suppress(OSError):
            in_use = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (in_use + memory, in_use + memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _alarm(seconds: int) -> None:
    """End this process by itself should the parent be gone when the time is over."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)
