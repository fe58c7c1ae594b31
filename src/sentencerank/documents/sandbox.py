"""Files from strangers: parsed in a confined process, with limits on processor time and memory.

What comes back is JSON, never a pickle: a parser that a hostile file has taken over must not reach this process.
"""

from __future__ import annotations

import atexit
import json
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Self, TypeAlias

from sentencerank.document import Document
from sentencerank.documents.formats import FORMATS, plugin_formats
from sentencerank.documents.limits import DEFAULT, Limits, Meter, too_long
from sentencerank.documents.markdown import parser
from sentencerank.documents.plain import load_codecs
from sentencerank.documents.reading import Draft, check_size, checked, draft, finish, load
from sentencerank.errors import DeadlineError, DocumentError, LimitError, SentenceRankError, WorkerError
from sentencerank.workers import Worker
from sentencerank.workers.bounds import LEFTOVER

Reader: TypeAlias = Callable[[bytes, str, str | None, Meter], Draft]  # sent to the process by its name
# Seconds on the clock for each second of processor time: on a busy machine a process waits, but not for ever.
_PATIENCE, _LEAST_PATIENCE = 5.0, 10.0
_GRACE = 1.0  # seconds; in time for the process to say itself that the limit is reached
_REPLY_BYTES, _LEAST_REPLY = 16, 1 << 20  # for each character of a document; for a message about it
# What parsers import when a file needs it.
_LATE = (
    "bz2", "charset_normalizer", "defusedxml.ElementTree", "email.parser", "email.policy", "gzip", "lxml.html", "lzma",
    "sentencerank.files.zstd", "zipfile", "zstandard",
)  # fmt: skip
_NOTE = 1_000  # characters of one note
_SHARED_MEMORY = 4 << 30  # bytes; who allows more for a file gets a process of its own
_BROKEN = "which may be damaged or hostile. Save it again in another format."


class SafeReader:
    """Reads one file after another, parsing each in a process of its own; a context manager.

    The process starts with the first file. One that hangs or dies is replaced. Threads may share a reader: they wait
    for each other. `read_document` has one that all its callers share; make your own to read in several processes.
    """

    def __init__(self, limits: Limits = DEFAULT, *, attempts: int = 2, reader: Reader = draft) -> None:
        """Make a reader. A file is tried `attempts` times if its process is killed from outside."""
        self.limits, self._attempts, self._reader = limits, attempts, reader
        memory = limits.memory + LEFTOVER
        self._worker = Worker(trusted=False, memory=memory, setup=partial(load_parsers, reader))

    def read(self, data: bytes, *, name: str = "", language: str = "auto", kind: str | None = None) -> Document:
        """Read one file within the limits; the arguments and errors are those of `read_document`.

        Also raises LimitError if it takes too long or too much memory, DocumentError if it ends the process, and
        WorkerError if no process can be started.
        """
        language, meter = checked(language, kind), Meter(self.limits)
        check_size(data, meter)
        return finish(self.draft(data, name, kind, self.limits), language=language, id=name, meter=meter)

    def draft(self, data: bytes, name: str, kind: str | None, limits: Limits) -> Draft:
        """Parse one file in the process, within limits that are at most those of this reader."""
        reply = self._ask(partial(_read, self._reader, name=name, kind=kind, limits=limits), data, limits)
        try:
            return _checked_draft(reply, limits)
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
            raise DocumentError(f"the reader sent no document for this file, {_BROKEN}") from error

    def render(
        self,
        data: bytes,
        page: int,
        *,
        scale: float | None = None,
        width: int | None = None,
        limits: Limits | None = None,
    ) -> bytes:
        """Render one page of a PDF in the process, within limits that are at most those of this reader.

        The other arguments, the result and the errors are those of `render_page`.
        """
        limits = limits or self.limits
        check_size(data, Meter(limits))
        return self._ask(partial(_render, page=page, scale=scale, width=width, limits=limits), data, limits)

    def _ask(self, task: Callable[[bytes], bytes], data: bytes, limits: Limits) -> bytes:
        """Run a task over a file in the process, and turn every way in which it can fail into an error of ours."""
        memory = limits.memory_for(len(data))
        try:
            return self._worker.call(
                task,
                data,
                cpu_seconds=limits.seconds + _GRACE,
                seconds=max(_LEAST_PATIENCE, _PATIENCE * limits.seconds),
                memory=memory,
                largest_reply=_LEAST_REPLY + _REPLY_BYTES * limits.characters,
                attempts=self._attempts,
            )
        except DeadlineError as error:
            raise too_long(limits) from error
        except MemoryError as error:
            raise LimitError(
                f"reading needs more than {memory >> 20:,} MiB of memory. Split the file, or pass Limits(memory=…)."
            ) from error
        except WorkerError as error:
            # If the process had not begun, the file is not to blame.
            if not error.begun:
                raise
            raise DocumentError(
                f"the reader broke down on this file, or needs more than {memory >> 20:,} MiB of memory for it: it is "
                "damaged, hostile or huge. Save it again in another format, or pass Limits(memory=…)."
            ) from error

    def start(self) -> None:
        """Start the process now, if there is none. Raises WorkerError if it does not start."""
        self._worker.start()

    def close(self) -> None:
        """End the process at once, whatever it does. A closed reader reads no more files."""
        self._worker.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def load_parsers(reader: Reader = draft) -> None:
    """Import every parser and codec: a confined process may not be able to read them, and memory is for the file."""
    ours = {f"sentencerank.documents.{format.module}" for format in FORMATS.values()}
    brought = list(plugin_formats())
    ours |= {format.module for format in brought}
    parsers = {parser for format in (*FORMATS.values(), *brought) for parser in format.parsers}
    for module in (*sorted(ours), *sorted(parsers), *_LATE):
        # What is missing is told when a file needs it.
        with suppress(ImportError):
            import_module(module)
    load_codecs()
    parser()  # which loads its rules


def _read(reader: Reader, data: bytes, *, name: str, kind: str | None, limits: Limits) -> bytes:
    try:
        found = reader(data, name, kind, Meter(limits))
        return json.dumps(found.to_dict()).encode()
    except (SentenceRankError, MemoryError):
        raise
    except Exception as error:
        raise DocumentError(
            f"the reader broke down on this file ({type(error).__name__}: {error}), {_BROKEN}"
        ) from error


def _render(data: bytes, *, page: int, limits: Limits, scale: float | None, width: int | None) -> bytes:
    from sentencerank.documents.pdf.render import render

    return render(data, page, Meter(limits), scale=scale, width=width)


def _checked_draft(reply: bytes, limits: Limits) -> Draft:
    """Return the draft that a process sent, or raise what says that it is none."""
    found = Draft.from_dict(json.loads(reply))
    if len(found.document.text) > 2 * limits.characters or not all(map(_is_note, found.document.notes)):
        raise ValueError("more than can come out of a file")
    return found


def _is_note(note: str) -> bool:
    """Whether a note can be printed: what controls a terminal cannot."""
    return len(note) <= _NOTE and note.isprintable()


_lock = threading.Lock()
_shared: SafeReader | None = None
_inherited: list[SafeReader] = []  # of the process that this one was forked from, which still uses it


def render_page(
    source: str | Path | bytes,
    page: int,
    *,
    scale: float | None = None,
    width: int | None = None,
    limits: Limits = DEFAULT,
) -> bytes:
    """Return a page of a PDF, counted from 1, as the bytes of a PNG.

    The PDF is given by its path or by its bytes. The picture is `width` pixels wide, or has `scale` pixels for each
    point of the page; by default 1.5. Times the pixels for each point, the boxes in `Document.places` are places in
    the picture. It is rendered in the confined process that `read_document` uses.

    Raises DocumentError if the file or the page cannot be read, LimitError if it is beyond the limits or the picture
    would be wider or higher than 4,000 pixels, OptionsError if the options make no sense, ExtraError if pypdfium2 is
    not installed, and WorkerError if no process can be started.
    """
    data = source if isinstance(source, bytes) else load(source, Meter(limits))
    return _shared_reader().render(data, page, scale=scale, width=width, limits=limits)


def draft_in_shared_process(data: bytes, name: str, kind: str | None, limits: Limits) -> Draft:
    """Parse one file in the process that all callers of this Python process share; see `SafeReader.draft`."""
    try:
        if limits.memory > _SHARED_MEMORY:
            with SafeReader(limits) as own:
                return own.draft(data, name, kind, limits)
        return _shared_reader().draft(data, name, kind, limits)
    except WorkerError as error:
        message = f"{error} To read the file in this process, pass in_process=True; then nothing limits its parser."
        raise WorkerError(message) from error


def _shared_reader() -> SafeReader:
    global _shared
    with _lock:
        if _shared is None:
            _shared = SafeReader(Limits(memory=_SHARED_MEMORY))
            atexit.register(_close_shared)
        return _shared


def _close_shared() -> None:
    if _shared is not None:
        _shared.close()


def _forget() -> None:
    """Start anew in a forked copy of this process: the pipes belong to its parent."""
    global _lock, _shared
    _lock = threading.Lock()
    if _shared is not None:
        # Kept, or its end would look like that of a process which nobody waited for.
        _inherited.append(_shared)
        _shared = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
