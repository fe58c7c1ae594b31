"""How much processor time and memory a block may take in this process, where the system can tell."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

# Bytes that a process which is not trusted may keep after a task. Above, it ends and makes room for a new one, so that
# the memory a task may take does not depend on those before it.
LEFTOVER = 256 << 20
_UNKNOWN = 1 << 30  # bytes in use, where it cannot be asked
_LARGEST = 1 << 60  # that the system takes as a limit
_before: tuple[int, int] | None = None  # the limits of the address space before `limit_memory`
_statm: int | None = None  # a descriptor of /proc/self/statm: a confined process cannot open it any more


def watch_memory() -> int | None:
    """Open what tells the memory in use, and return its descriptor; None where there is none."""
    global _statm
    if _statm is None:
        with suppress(OSError):
            _statm = os.open("/proc/self/statm", os.O_RDONLY)
    return _statm


def memory_in_use() -> int | None:
    """Return the bytes of address space of this process, or None where they cannot be told."""
    descriptor = watch_memory()
    if descriptor is None:
        return None
    return int(os.pread(descriptor, 64, 0).split()[0]) * os.sysconf("SC_PAGE_SIZE")


def limit_memory(memory: int, *, for_good: bool = True) -> None:
    """Limit the address space to what is in use now and `memory` bytes more, so that it can be lifted or not."""
    global _before
    if resource is None:
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        bound = min((memory_in_use() or _UNKNOWN) + memory, _LARGEST)
        _, hard = _before = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (bound, bound) if for_good else (_within(bound, hard), hard))


@contextmanager
def without_memory_limit() -> Iterator[None]:
    """Do without a limit that was not set for good: to start and look after another process takes room, too."""
    if resource is None or _before is None:
        yield
        return
    limited = resource.getrlimit(resource.RLIMIT_AS)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, _before)
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, limited)


@contextmanager
def memory_limit(memory: int | None) -> Iterator[None]:
    """Limit the address space in the block to what is in use before it and `memory` bytes more."""
    if memory is None or resource is None or memory_in_use() is None:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    bound = (memory_in_use() or _UNKNOWN) + memory
    resource.setrlimit(resource.RLIMIT_AS, (_within(bound, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@contextmanager
def cpu_limit(seconds: float | None) -> Iterator[None]:
    """Let the kernel end this process when the block has used `seconds` of processor time, rounded up."""
    if seconds is None or resource is None:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    limit = math.ceil(min(time.process_time() + seconds, _LARGEST))
    # The signal SIGXCPU would also write the memory of the process to a file.
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    resource.setrlimit(resource.RLIMIT_CPU, (_within(limit, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def _within(bound: int, hard: int) -> int:
    return min(bound, _LARGEST if hard == resource.RLIM_INFINITY else hard)
