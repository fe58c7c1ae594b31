"""Files → documents: one module for each format; parsers are imported only when a file needs them.

Each name is imported on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sentencerank.documents.export import to_markdown
    from sentencerank.documents.formats import FORMATS, Format
    from sentencerank.documents.limits import Limits
    from sentencerank.documents.reading import read_document
    from sentencerank.documents.sandbox import SafeReader, render_page

__all__ = ["FORMATS", "Format", "Limits", "SafeReader", "read_document", "render_page", "to_markdown"]

_MODULE = {
    "FORMATS": "formats",
    "Format": "formats",
    "Limits": "limits",
    "SafeReader": "sandbox",
    "read_document": "reading",
    "render_page": "sandbox",
    "to_markdown": "export",
}


def __getattr__(name: str) -> object:
    if name not in _MODULE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_MODULE[name]}"), name)
