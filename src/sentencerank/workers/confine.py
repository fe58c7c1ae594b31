"""What a worker that is not trusted gives up, for good, before its first task.

Each mechanism is tried on its own. Where a system lacks one, the others still hold, and `report` says what does not.
docs/confinement.md says what each is for.
"""

from __future__ import annotations

import json
import os
import sys
import sysconfig
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from typing import NamedTuple

from sentencerank.workers import environment

_PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 4, 38  # linux/prctl.h
_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000  # CLONE_NEWUSER, CLONE_NEWNET
_CAPABILITIES = 0x20080522  # the version of the structures, linux/capability.h
_SPARE = 16  # files that may be open besides those that are, while a library is imported


class Mechanism(NamedTuple):
    """One mechanism: whether it holds in this process, and how, or why not."""

    name: str
    holds: bool
    detail: str


_found: list[Mechanism] = []  # in this process, in the order in which they were tried


def report() -> bytes:
    """Return what holds in this process, as JSON: a task for a worker."""
    return json.dumps([mechanism._asdict() for mechanism in _found]).encode()


def isolate() -> None:
    """Leave the network. This must come first: a process with several threads may not."""
    _try("network namespace", _leave_network)


def confine(keep: Collection[int]) -> None:
    """Give up everything but the descriptors to keep, and what was imported. This must come last in the set-up."""
    readable = sorted(libraries())
    _try("environment", _check_environment)
    _try("descriptors", lambda: _close_others(keep))
    _try("new privileges", give_up_new_privileges)
    _try("capabilities", _drop_capabilities)
    _try("inspection", _refuse_inspection)
    landlock = _try("Landlock", lambda: _landlock(readable))
    filtered = _try("seccomp", lambda: _seccomp(landlock))
    _try("resource limits", lambda: _limit_resources(keep, landlock, filtered))


def libraries() -> Iterator[str]:
    """Yield the files and folders of what is imported, which a later import may need to read."""
    yield from {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    for name in {name.partition(".")[0] for name in list(sys.modules)}:
        module = sys.modules.get(name)
        folders = getattr(module, "__path__", None)
        file = getattr(module, "__file__", None)
        if folders is not None:
            yield from (str(folder) for folder in folders)
        elif file is not None and name != "__main__":
            yield str(file)


def give_up_new_privileges() -> str:
    """Let no program that this process starts have more rights than it has. Raises OSError."""
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    return "no program can add rights"


def _try(name: str, apply: Callable[[], str]) -> bool:
    try:
        detail, holds = apply(), True
    except (OSError, ImportError, AttributeError, ValueError) as error:
        detail, holds = getattr(error, "strerror", None) or str(error), False
    _found.append(Mechanism(name, holds, detail))
    return holds


def _only_linux() -> None:
    if sys.platform != "linux":
        raise OSError(f"{sys.platform} has none")


def _leave_network() -> str:
    _only_linux()
    import ctypes

    library = ctypes.CDLL(None, use_errno=True)
    # Without the right to do so, a process may still do it in a namespace of users of its own.
    if library.unshare(_NEW_NETWORK) == 0 or library.unshare(_NEW_USER | _NEW_NETWORK) == 0:
        return "a network without interfaces"
    raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _check_environment() -> str:
    if others := environment.foreign(os.environ):
        raise OSError(f"it has {', '.join(others)}")
    return f"{len(os.environ)} variables, none of them ours"


def _close_others(keep: Collection[int]) -> str:
    nothing = os.open(os.devnull, os.O_RDWR)
    # Whoever writes to a terminal can also send it commands.
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    last = 2
    for descriptor in sorted(set(keep) - {0, 1, 2}):
        os.closerange(last + 1, descriptor)
        last = descriptor
    os.closerange(last + 1, _most_files())
    return "only the pipes to the parent are open"


def _most_files() -> int:
    with suppress(ImportError, ValueError, OSError):
        import resource

        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        return soft if 0 < soft < 1 << 20 else 1 << 20
    return 2048


def _drop_capabilities() -> str:
    _only_linux()
    import ctypes
    import struct

    library = ctypes.CDLL(None, use_errno=True)
    if library.capset(struct.pack("=Ii", _CAPABILITIES, 0), bytes(24)) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return "none, even for root"


def _refuse_inspection() -> str:
    _prctl(_PR_SET_DUMPABLE, 0)
    return "no other process of the user can look into it"


def _landlock(readable: Collection[str]) -> str:
    _only_linux()
    from sentencerank.workers import landlock

    threads = len(os.listdir("/proc/self/task"))
    if threads > 1:
        raise OSError(f"{threads} threads run already, and would keep their rights")
    abi = landlock.restrict(readable)
    network = ", no TCP" if abi >= 4 else ""
    signals = ", no signals to others" if abi >= 6 else ""
    return f"ABI {abi}: libraries can be read, no other file{network}{signals}"


def _seccomp(landlock: bool) -> str:
    _only_linux()
    from sentencerank.workers import seccomp

    # The filter sees no paths: without Landlock it can only refuse to open any file.
    opens = seccomp.Opens.READ if landlock else seccomp.Opens.NONE
    seccomp.install(opens)
    return f"no program, process, socket or signal; files: {opens.value}"


def _limit_resources(keep: Collection[int], landlock: bool, filtered: bool) -> str:
    limits = {"CORE": 0, "FSIZE": 0, "MEMLOCK": 0, "MSGQUEUE": 0}
    limits["NOFILE"] = max((2, *keep)) + 1 + (_SPARE if landlock else 0)
    if not filtered:
        limits["NPROC"] = 0  # this also forbids threads, on Linux
    held = [name for name, value in limits.items() if _limit(f"RLIMIT_{name}", value)]
    if not {"CORE", "FSIZE", "NOFILE"} <= set(held):
        raise OSError(f"only {', '.join(held) or 'none'} could be set")
    return ", ".join(f"{name} {limits[name]}" for name in held)


def _limit(name: str, value: int) -> bool:
    import resource

    if not hasattr(resource, name):
        return False
    try:
        resource.setrlimit(getattr(resource, name), (value, value))
    except (ValueError, OSError):
        return False
    return True


def _prctl(option: int, value: int) -> None:
    _only_linux()
    import ctypes

    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(option, *map(ctypes.c_long, (value, 0, 0, 0))) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
