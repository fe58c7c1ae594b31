"""The environment variables of a worker process: all but our secrets, or only what Python itself needs."""

from __future__ import annotations

from collections.abc import Mapping

# What an interpreter and its libraries need to start, to find their own files and to decode names alike.
_NAMES = (
    "LANG LANGUAGE LC_ALL LC_CTYPE LD_LIBRARY_PATH DYLD_LIBRARY_PATH PYTHONHOME PYTHONHASHSEED PYTHONUTF8 "
    "PYTHONIOENCODING PYTHONPLATLIBDIR PYTHONDONTWRITEBYTECODE PYTHONPYCACHEPREFIX SYSTEMROOT SYSTEMDRIVE WINDIR"
)
_NEEDED = frozenset(_NAMES.split())
# A thread that runs already does not inherit what the process gives up, and parsers need no second one.
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def variables(given: Mapping[str, str], trusted: bool) -> dict[str, str]:
    """Return the variables of a worker, of those that are given.

    >>> given = {"LANG": "C.UTF-8", "HOME": "/home/ann", "SENTENCERANK_TOKEN": "secret"}
    >>> variables(given, trusted=True)
    {'LANG': 'C.UTF-8', 'HOME': '/home/ann'}
    >>> sorted(variables(given, trusted=False))[0], "HOME" in variables(given, trusted=False)
    ('LANG', False)
    """
    if trusted:
        return {name: value for name, value in given.items() if not is_secret(name)}
    return {
        **{name: value for name, value in given.items() if name.upper() in _NEEDED},
        **dict.fromkeys(_ONE_THREAD, "1"),
    }


def is_secret(name: str) -> bool:
    """Whether a variable is a secret of this package: what lets a client in is for the server alone."""
    return name.upper().startswith("SENTENCERANK_") and name.upper().endswith("TOKEN")


def foreign(found: Mapping[str, str]) -> list[str]:
    """Return the names of variables that a worker which is not trusted should not have."""
    # LC_CTYPE may be set by the interpreter itself; on Windows and macOS the system adds some of its own.
    return sorted(
        name for name in found if name.upper() not in _NEEDED and name not in (*_ONE_THREAD, "__CF_USER_TEXT_ENCODING")
    )
