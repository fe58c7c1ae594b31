"""Notebooks of Jupyter: cells of Markdown as such, cells of code as code; what the code printed is left out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from sentencerank.documents.limits import Meter
from sentencerank.documents.markdown import markdown_content
from sentencerank.documents.pieces import Content, Piece, tidy
from sentencerank.documents.plain import decode
from sentencerank.errors import DocumentError

_BEGINNING = re.compile(r'\s*\{\s*"(?:cells|metadata|nbformat(?:_minor)?|worksheets)"\s*:')


def is_notebook(text: str, named: bool) -> bool:
    """Return whether a text begins as a notebook does, and has cells.

    >>> is_notebook('{"cells": [{"cell_type": "markdown"}]}', named=False), is_notebook('{"rain": 1}', named=True)
    (True, False)
    """
    return bool(_BEGINNING.match(text)) and (named or '"cell_type"' in text)


def read(data: bytes, meter: Meter) -> Content:
    """Read the cells in their order."""
    text, notes = decode(data)
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DocumentError(f"the notebook is damaged ({str(error)[:100]}). Save it again.") from error
    cells = list(_cells(notebook))
    if not cells:
        raise DocumentError("there are no cells in this notebook. Give one with text in it.")
    language = _language(notebook["metadata"]) if isinstance(notebook.get("metadata"), dict) else ""
    pieces: list[Piece] = []
    for cell in cells:
        source = meter.take(_text(cell.get("source", cell.get("input"))))
        if cell.get("cell_type") == "code":
            pieces.append(Piece("code", tidy(source, "code"), about={"language": language} if language else {}))
        elif cell.get("cell_type") == "heading":  # of the third format, with its level beside it
            pieces.append(Piece("heading", tidy(source), min(6, max(1, _level(cell.get("level"))))))
        elif cell.get("cell_type") == "markdown":
            found = markdown_content(source, (), meter).pieces
            # Lines of a cell are not those of the file.
            pieces += (piece._replace(places=(), path="") for piece in found)
    printed = sum(bool(cell.get("outputs")) for cell in cells)
    return Content(tuple(pieces), (*notes, f"left out: output ({printed})") if printed else notes)


def _cells(notebook: object) -> Iterator[dict[str, object]]:
    """Yield the cells of a notebook; in the third format they stand in worksheets."""
    if not isinstance(notebook, dict):
        return
    sheets = notebook.get("worksheets")
    for holder in (notebook, *(sheets if isinstance(sheets, list) else ())):
        cells = holder.get("cells") if isinstance(holder, dict) else None
        yield from (cell for cell in cells or () if isinstance(cell, dict)) if isinstance(cells, list) else ()


def _language(metadata: dict[str, object]) -> str:
    """Return the language of the code."""
    for field in ("language_info", "kernelspec"):
        told = metadata.get(field)
        name = (told.get("language") or told.get("name")) if isinstance(told, dict) else None
        if isinstance(name, str):
            return name
    return ""


def _text(source: object) -> str:
    """Return the text of a cell, which may be written line by line."""
    lines = source if isinstance(source, list) else [source]
    return "".join(line for line in lines if isinstance(line, str))


def _level(value: object) -> int:
    return value if isinstance(value, int) else 1
