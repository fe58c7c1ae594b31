"""HTTP/1.1 on a connection, with bounds that uvicorn does not have: on time in every phase, and on connections.

What is malformed or late is answered with a problem, as everything else is.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from sentencerank.serve.clients import Network, is_trusted, place_of
from sentencerank.serve.doors import Doors, Entry, Phase
from sentencerank.serve.headers import whole_answer
from sentencerank.serve.monitoring import Metrics
from sentencerank.serve.problems import ProblemError, busy

LINGER = 2.0  # seconds in which a client that was refused may still send
RATE = 50_000  # bytes a second that a client has to take at least
_DETAILS = {
    400: "This is not a valid HTTP request. Send HTTP/1.1 as RFC 9112 describes it.",
    414: "The address is too long. Put what is long into the body.",
    431: "The header is too long. Send fewer or shorter fields.",
    501: "This transfer coding is not known. Send the body chunked, or with its Content-Length.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What all connections of a server share."""

    doors: Doors
    metrics: Metrics
    head_seconds: float  # for the header of a request, from its first byte
    idle_seconds: float  # between an answer and the next request
    answer_seconds: float  # to take an answer, beside the time that its length takes at `RATE`
    proxies: Sequence[Network] = ()


class Protocol(H11Protocol):
    """One connection; `house` is set by `protocol_of`."""

    house: House
    address = ""
    phase = Phase.HEAD
    _timer: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None  # while the client does not take what we send
    _deaf = False  # the answer to a malformed request is out; what else comes is thrown away

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Find a place for the connection and wait for its first request."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        self.address = place_of(peer)
        entry = self.house.doors.enter(self, proxy=is_trusted(peer, self.house.proxies))
        if entry is Entry.CLOSED:
            return self._refuse(busy("The server has as many connections as it takes"))
        if entry is Entry.CROWDED:
            self.app = _crowded(self.app)
        self._enter(Phase.HEAD, self.house.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self.house.doors.leave(self)
        self._stop()
        self._stop_taking()
        super().connection_lost(exc)

    def give_way(self) -> None:
        """Close at once, because the place is needed."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take what the client sent; with the first byte of a header its time begins."""
        if self._deaf:
            return
        if self.phase is Phase.IDLE:
            self._enter(Phase.HEAD, self.house.head_seconds)
        super().data_received(data)

    def handle_events(self) -> None:
        """Do what follows from the data, then look where the connection stands."""
        super().handle_events()
        self._look()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._look()

    def shutdown(self) -> None:
        """Close, or do so after the answer that is being made."""
        super().shutdown()
        self._look()

    def timeout_keep_alive_handler(self) -> None:
        """Leave idle connections to the timer of the phases."""

    def pause_writing(self) -> None:
        """Give the client time to take what it asked for."""
        super().pause_writing()
        self._stop_taking()
        self._taking = self.loop.call_later(self._time_to_take(), self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the client has taken it."""
        self._stop_taking()
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP; called while its error is handled."""
        error = sys.exc_info()[1]
        status = getattr(error, "error_status_hint", 400)
        if status == 431 and b"\n" not in self.conn.trailing_data[0]:
            status = 414  # not even the first line has ended
        self._refuse(ProblemError(status, "http", _DETAILS.get(status, _DETAILS[400])))

    def _refuse(self, problem: ProblemError) -> None:
        """Answer outside of the application and end the connection; what still comes is taken for a moment.

        Data that arrives on a closed connection resets it, and the client would not see the answer.
        """
        begun = self.cycle is not None and not self.cycle.response_complete and self.cycle.response_started
        if self._deaf or begun or self.transport.is_closing():
            return self.transport.abort()
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self._deaf = True
        self.house.metrics.request("other", "none", problem.status, 0.0)
        self.flow.resume_reading()
        self.transport.write(whole_answer(problem))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._enter(Phase.CLOSING, LINGER)

    def _look(self) -> None:
        """Set the phase by what the connection does now."""
        if self._deaf:
            return
        if self.transport.is_closing():
            # What was not taken yet keeps a closed connection open, for ever if the client does not read.
            self._enter(Phase.CLOSING, self._time_to_take())
        elif self.cycle is not None and not self.cycle.response_complete:
            self._stop()
            self.phase = Phase.BUSY
        elif self.phase is Phase.BUSY:
            waiting = bool(self.conn.trailing_data[0])
            seconds = self.house.head_seconds if waiting else self.house.idle_seconds
            self._enter(Phase.HEAD if waiting else Phase.IDLE, seconds)

    def _enter(self, phase: Phase, seconds: float) -> None:
        if phase is Phase.CLOSING and self.phase is Phase.CLOSING:
            return
        self._stop()
        self.phase = phase
        self._timer = self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        if self.phase is Phase.CLOSING:
            self.transport.abort()
        elif self.phase is Phase.HEAD and self.conn.trailing_data[0]:
            seconds = self.house.head_seconds
            self._refuse(
                ProblemError(408, "slow-request", f"The header was not sent within {seconds:g} s. Send it at once.")
            )
        else:
            self.transport.close()
            self._enter(Phase.CLOSING, self._time_to_take())

    def _time_to_take(self) -> float:
        return self.house.answer_seconds + self.transport.get_write_buffer_size() / RATE

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _stop_taking(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None


def protocol_of(house: House) -> type[Protocol]:
    """Return the class of the connections of one server."""
    attributes: dict[str, Any] = {"house": house}
    return type("HouseProtocol", (Protocol,), attributes)


def _crowded(app: ASGIApp) -> ASGIApp:
    """Return the application with a note that only health may be asked for."""

    async def call(scope: Scope, receive: Receive, send: Send) -> None:
        scope.setdefault("state", {})["crowded"] = True
        await app(scope, receive, send)

    return call
