"""One check and one message for the optional parts of the package."""

from __future__ import annotations

import importlib
from types import ModuleType

from sentencerank.errors import ExtraError


def require(module: str, extra: str = "", *, package: str = "") -> ModuleType:
    """Import `module`, or say which extra brings it; `package` is one that no extra brings."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        wanted = package or f"'sentencerank[{extra}]'"
        raise ExtraError(f"{module.partition('.')[0]} is not installed. Run: pip install {wanted}") from error
