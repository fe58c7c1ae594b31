"""Languages that documents can be ranked in: `Pack` describes one, `register` makes it known by its code.

`codes.language("de")` finds a language, `table.capabilities()` says what each one has on this computer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sentencerank.languages.codes import learn_stopwords
    from sentencerank.languages.pack import Pack
    from sentencerank.languages.registry import register, unregister
    from sentencerank.languages.table import capabilities

_HOME = {
    "Pack": "pack",
    "capabilities": "table",
    "learn_stopwords": "codes",
    "register": "registry",
    "unregister": "registry",
}

__all__ = ["Pack", "capabilities", "learn_stopwords", "register", "unregister"]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'sentencerank.languages' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"sentencerank.languages.{_HOME[name]}"), name)
