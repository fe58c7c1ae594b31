"""The values that the injector and its tracer share: calls, faults and outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

CallName: TypeAlias = Literal["open", "create", "read", "write", "sync", "rename", "mkdir", "unlink", "truncate"]
Kind: TypeAlias = Literal["EIO", "ENOSPC", "EDQUOT", "short", "kill", "power"]

KINDS: tuple[Kind, ...] = get_args(Kind)
_CHANGES: tuple[CallName, ...] = ("create", "write", "sync", "rename", "mkdir", "unlink", "truncate")
_TAKES_SPACE: tuple[CallName, ...] = ("create", "write", "sync", "mkdir", "truncate")
# Which calls a kind of fault can strike.
STRIKES: dict[Kind, tuple[CallName, ...]] = {
    "EIO": get_args(CallName),
    "ENOSPC": _TAKES_SPACE,
    "EDQUOT": _TAKES_SPACE,
    "short": ("write",),
    "kill": _CHANGES,
    "power": _CHANGES,
}
# What fails from then on: a disk stays full, but deleting, renaming and flushing work.
LASTING: dict[Kind, tuple[CallName, ...]] = {
    "ENOSPC": ("create", "write", "mkdir", "truncate"),
    "EDQUOT": ("create", "write", "mkdir", "truncate"),
}


@dataclass(frozen=True, slots=True)
class Call:
    """One call on a file below the watched folder."""

    name: CallName
    path: str  # relative to the watched folder

    def __str__(self) -> str:
        return f"{self.name} {self.path}"


@dataclass(frozen=True, slots=True)
class Fault:
    """What goes wrong, and at which call: the first one from number `at` on that the kind can strike.

    EIO: the call fails, and the next ones work. ENOSPC and EDQUOT: the call fails, and so does all that takes space
    from then on. short: only half of the bytes are written, and the call says so. kill: SIGKILL before the call. power:
    the same, and then what was added to a file after it was last flushed is cut in half.
    """

    kind: Kind
    at: int

    def __str__(self) -> str:
        return f"{self.kind} at call {self.at}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended."""

    calls: tuple[Call, ...]
    code: int  # exit code; minus the number of the signal that ended it
    output: str  # what it printed
    error: str  # "Name: message" of the exception that ended it; empty without one
    ours: bool  # whether that is a SentenceRankError
    struck: Call | None  # the call that the fault struck
