"""Uploads on their way: at which stage each one is, and how to stop it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from sentencerank.serve.problems import ProblemError

Result = TypeVar("Result")
CANCELLED = ProblemError(409, "cancelled", "This upload was stopped, and nothing of it was kept. Send it again.")


@dataclass(slots=True)
class Progress:
    """How far one upload is."""

    stage: str = "waiting"  # then fetching, reading, ranking, keeping
    sentences: int = 0  # known after reading
    began: float = field(default_factory=time.monotonic)
    stopped: asyncio.Event = field(default_factory=asyncio.Event)

    def enter(self, stage: str) -> None:
        """Go on to a stage. Raises a ProblemError if the upload was stopped."""
        if self.stopped.is_set():
            raise CANCELLED
        self.stage = stage

    async def unless_stopped(self, work: Awaitable[Result]) -> Result:
        """Wait for some work, but no longer than until the upload is stopped. Raises a ProblemError then."""
        task = asyncio.ensure_future(work)
        stop = asyncio.ensure_future(self.stopped.wait())
        try:
            await asyncio.wait((task, stop), return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                task.cancel()
                raise CANCELLED
            return await task
        finally:
            stop.cancel()


class Uploads:
    """The uploads that are on their way, by the ticket that the client chose."""

    def __init__(self) -> None:
        self._open: dict[str, Progress] = {}

    @contextmanager
    def following(self, ticket: str) -> Iterator[Progress]:
        """Let others ask about an upload until the block ends; without a ticket nobody can."""
        progress = Progress()
        if ticket:
            if ticket in self._open:
                raise ProblemError(409, "ticket", "Another upload has this ticket. Choose a new one for each upload.")
            self._open[ticket] = progress
        try:
            yield progress
        finally:
            if ticket:
                del self._open[ticket]

    def find(self, ticket: str) -> Progress:
        """Return how far an upload is. Raises a ProblemError if there is none with this ticket."""
        if ticket not in self._open:
            raise ProblemError(404, "no-upload", "No upload with this ticket is on its way: it is done or never began.")
        return self._open[ticket]
