"""One check and one message for the optional parts of the package."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType

from sentencerank.errors import ExtraError

# Megabytes that each extra adds to the core on Linux, with all that it needs (scripts/measure_install.py).
SIZES = {
    "corpus": 200, "documents": 22, "evaluate": 100, "haystack": 80, "langchain": 70, "languages": 480,
    "llama-index": 190, "mcp": 40, "pandas": 80, "rivals": 200, "serve": 40, "spacy": 240,
    "spark": 790, "train": 410, "wmd": 330,
}  # fmt: skip


def require(module: str, extra: str = "", *, package: str = "") -> ModuleType:
    """Import `module`, or say which extra brings it; `package` is one that no extra brings."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ExtraError(f"{module.partition('.')[0]} is not installed. Run: {remedy(extra, package)}") from error


def remedy(extra: str, package: str = "") -> str:
    """Return the command that installs an extra, and how much that is; or a package that no extra brings.

    >>> remedy("documents"), remedy("", "tokenizers")
    ("pip install 'sentencerank[documents]' (22 MB)", 'pip install tokenizers')
    """
    if package:
        return f"pip install {package}"
    size = f" ({SIZES[extra]} MB)" if extra in SIZES else ""
    return f"pip install 'sentencerank[{extra}]'{size}"


def is_there(module: str) -> bool:
    """Whether a module could be imported.

    >>> is_there("json"), is_there("no_such_module")
    (True, False)
    """
    try:
        return importlib.util.find_spec(module) is not None
    except ValueError:  # None in sys.modules
        return False
