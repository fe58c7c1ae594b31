"""Landlock: a process of Linux gives up the files that it does not need, for good.

It names the kinds of access that are taken away, then the files and folders that may still be read. Each version of the
kernel's interface (its ABI) knows more kinds than the one before.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
from collections.abc import Iterable

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the system calls, the same on every processor
_ASK_VERSION, _BENEATH = 1, 1  # LANDLOCK_CREATE_RULESET_VERSION, LANDLOCK_RULE_PATH_BENEATH
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_NETWORK = 0b11  # to bind and to connect TCP sockets
_SCOPES = 0b11  # abstract UNIX sockets of, and signals to, processes outside


def file_accesses(abi: int) -> int:
    """Return every kind of access to files that this ABI can take away, as bits.

    >>> [file_accesses(abi).bit_length() for abi in (1, 2, 3, 4, 5, 9)]
    [13, 14, 15, 15, 16, 16]
    """
    known = 13 + (abi >= 2) + (abi >= 3) + (abi >= 5)
    return (1 << known) - 1


def attributes(abi: int) -> bytes:
    """Return the description of all that is taken away, in the length that this ABI expects.

    >>> [len(attributes(abi)) for abi in (1, 3, 4, 6, 7)]
    [8, 8, 16, 24, 24]
    """
    values = [file_accesses(abi), *([_NETWORK] if abi >= 4 else []), *([_SCOPES] if abi >= 6 else [])]
    return struct.pack(f"@{len(values)}Q", *values)


def version() -> int:
    """Return the ABI of this kernel. Raises OSError if it has no Landlock, or has it switched off."""
    return _call(_CREATE, None, 0, _ASK_VERSION)


def restrict(readable: Iterable[str]) -> int:
    """Leave this thread nothing but reading the files and folders named; return the ABI. Raises OSError.

    Threads that it starts afterwards inherit this; those that run already do not. The process must have given up new
    privileges before.
    """
    abi = version()
    description = attributes(abi)
    rules = _call(_CREATE, description, len(description), 0)
    try:
        for path in readable:
            _allow(rules, path)
        _call(_RESTRICT, rules, 0)
    finally:
        os.close(rules)
    return abi


def _allow(rules: int, path: str) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # what is not there cannot be read
    try:
        folder = stat.S_ISDIR(os.fstat(place).st_mode)
        access = _READ_FILE | (_READ_FOLDER if folder else 0)
        _call(_ADD, rules, _BENEATH, struct.pack("=Qi", access, place), 0)
    finally:
        os.close(place)


def _call(number: int, *arguments: int | bytes | None) -> int:
    library = ctypes.CDLL(None, use_errno=True)
    # A number is passed as a long: as an int, its upper half would be undefined.
    passed = [ctypes.c_long(given) if isinstance(given, int) else given for given in arguments]
    done: int = library.syscall(ctypes.c_long(number), *passed)
    if done < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return done
