"""The optional kernel in C (docs/kernel.md): `native` is its module, or None where numpy and Python do the work.

It does the same sums in the same order, so it changes no order of sentences. It is left out when the package was built
without a compiler, and while SENTENCERANK_KERNEL is "off".
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

VARIABLE = "SENTENCERANK_KERNEL"
VERSION = 15  # of what the functions take: a kernel of another build is not used


def load() -> tuple[ModuleType | None, str]:
    """Return the kernel, and which path runs and why, for people."""
    if os.environ.get(VARIABLE, "").lower() in ("off", "0", "no"):
        return None, f"off: {VARIABLE} says so"
    try:
        found = import_module("sentencerank._kernel")
    except ImportError as error:
        missing = isinstance(error, ModuleNotFoundError)
        return None, "not built: there was no C compiler" if missing else f"not usable here: {error}"
    if getattr(found, "version", 0) != VERSION:
        return None, "built for another version: install the package again"
    return found, "compiled"


native, state = load()


def present(text: str, strings: tuple[str, ...]) -> list[str]:
    """Return those of some strings that a text has.

    >>> present("Rain falls.", ("fall", "sun", "R"))
    ['fall', 'R']
    """
    found: list[str] | None = None if native is None else native.present(text, strings)
    return [one for one in strings if one in text] if found is None else found
