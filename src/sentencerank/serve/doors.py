"""Which connections are open: how many, of whom, and which of them has to give way to a new one."""

from __future__ import annotations

from collections import Counter
from enum import Enum
from typing import Protocol


class Phase(Enum):
    """What a connection waits for; those that wait longest for the least give way first."""

    HEAD = 0  # the header of a request, of which nothing or a part has come
    IDLE = 1  # the next request, after an answer
    BUSY = 2  # our answer, or the body of the request
    CLOSING = 3  # its end


class Connection(Protocol):
    """What has to be known of a connection."""

    address: str
    phase: Phase

    def give_way(self) -> None:
        """Close at once."""


class Entry(Enum):
    """How a connection may enter."""

    OPEN = "open"
    CROWDED = "crowded"  # only to ask for the health of the server
    CLOSED = "closed"


class Doors:
    """Counts connections, in all and of each address, and makes room for new ones at the cost of those that wait.

    When all places are taken by requests in progress, `reserve` more connections may come, to ask for health alone.
    """

    def __init__(self, most: int, most_each: int, reserve: int) -> None:
        self._most, self._most_each, self._reserve = most, most_each, reserve
        self._open: dict[Connection, None] = {}  # the oldest first
        self._each: Counter[str] = Counter()
        self._crowded: set[Connection] = set()

    def __len__(self) -> int:
        return len(self._open) + len(self._crowded)

    def enter(self, connection: Connection, *, proxy: bool = False) -> Entry:
        """Let a connection in; one of a trusted proxy stands for many clients and is not counted by its address."""
        address = connection.address
        if not proxy and self._each[address] >= self._most_each and not self._clear(address):
            return self._squeeze(connection)
        if len(self._open) >= self._most and not self._clear(None):
            return self._squeeze(connection)
        self._open[connection] = None
        self._each[address] += 1
        return Entry.OPEN

    def leave(self, connection: Connection) -> None:
        """Forget a connection; one that is not known is no error."""
        self._crowded.discard(connection)
        if connection in self._open:
            del self._open[connection]
            self._each[connection.address] -= 1
            if not self._each[connection.address]:
                del self._each[connection.address]

    def _squeeze(self, connection: Connection) -> Entry:
        if len(self._crowded) >= self._reserve:
            waiting = [other for other in self._crowded if other.phase in (Phase.HEAD, Phase.IDLE)]
            if not waiting:
                return Entry.CLOSED
            self._send_away(waiting[0])
        self._crowded.add(connection)
        return Entry.CROWDED

    def _clear(self, address: str | None) -> bool:
        """Send away the connection that needs its place least, of one address or of any; False if all are busy."""
        waiting = [
            connection
            for connection in self._open
            if connection.phase in (Phase.HEAD, Phase.IDLE) and address in (None, connection.address)
        ]
        if not waiting:
            return False
        # Of those with the least claim, the oldest of the address that has most.
        self._send_away(min(waiting, key=lambda one: (one.phase.value, -self._each[one.address])))
        return True

    def _send_away(self, connection: Connection) -> None:
        self.leave(connection)
        connection.give_way()
