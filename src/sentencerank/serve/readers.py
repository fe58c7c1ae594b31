"""Uploaded files → documents, in processes that can be killed (documents/sandbox.py)."""

from __future__ import annotations

import asyncio
import signal
import threading
from concurrent.futures import ThreadPoolExecutor

from sentencerank.document import Document
from sentencerank.documents.limits import Limits
from sentencerank.documents.sandbox import SafeReader as Worker
from sentencerank.errors import DocumentError
from sentencerank.serve.problems import busy
from sentencerank.serve.settings import Settings


class Readers:
    """A few reading processes, each with the thread that waits for it."""

    def __init__(self, settings: Settings) -> None:
        bounds = settings.bounds
        self._limits = Limits(
            bytes=bounds.upload_bytes,
            characters=bounds.characters,
            seconds=bounds.read_seconds,
            memory=bounds.read_memory,
        )
        self._most, self.busy = bounds.uploads, 0
        self._local = threading.local()
        self._workers: list[Worker] = []
        self._threads = ThreadPoolExecutor(settings.workers, "reader", self._start)

    def _start(self) -> None:
        if hasattr(signal, "pthread_sigmask"):  # inherited by the process: Ctrl-C is for the server alone
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        self._local.worker = Worker(self._limits)
        self._workers.append(self._local.worker)

    async def read(self, data: bytes, *, name: str, language: str) -> Document:
        """Read one file, or refuse it at once if too many are waiting."""
        if self.busy >= self._most:
            raise busy("The server has as many uploads as it takes on", 2)
        self.busy += 1
        future = asyncio.get_running_loop().run_in_executor(self._threads, self._read, data, name, language)
        future.add_done_callback(self._leave)
        return await asyncio.shield(future)

    def _read(self, data: bytes, name: str, language: str) -> Document:
        worker: Worker = self._local.worker
        try:
            return worker.read(data, name=name, language=language)
        except DocumentError as error:
            if not isinstance(error.__cause__, EOFError | OSError):
                raise
            # The process is gone. It may have been killed by somebody else, so the file gets a second chance.
            return worker.read(data, name=name, language=language)

    def _leave(self, future: asyncio.Future[Document]) -> None:
        self.busy -= 1
        if not future.cancelled():
            future.exception()

    def close(self) -> None:
        """Finish what was accepted, then end the processes."""
        self._threads.shutdown(wait=True)
        for worker in self._workers:
            worker.close()
