"""A kind of hostile file: how it is made, what it is called, and what it attacks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

HONEST = (
    "The rain in Spain stays mainly in the plain. It has rained for three days without a pause. "
    "Warm air rises over the sea and cools. Then the water in it falls down as rain."
)
PORT = 47_113  # of this computer; whoever follows a link of a hostile file is caught there
BAIT = f"http://127.0.0.1:{PORT}/bait"
SECRET = "root:x:0"  # how the file that entities ask for begins, on Linux


@dataclass(frozen=True, slots=True)
class Kind:
    """One way to attack a reader."""

    name: str
    file: str  # the name that the file is given under
    attack: str  # one sentence
    make: Callable[[], bytes]
    cpu: float = 10.0  # seconds that any entrance may spend on it
    megabytes: float = 300.0  # that it may take; more only where the memory limit of the process is the net


def repeated(part: str, size: int) -> bytes:
    """The part again and again, `size` bytes or a little less."""
    data = part.encode()
    return data * (size // len(data))


def numbered(form: str, count: int) -> bytes:
    """The form once for each number, which replaces its `{}`."""
    return "".join(form.replace("{}", str(number)) for number in range(count)).encode()
