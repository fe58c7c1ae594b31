"""What else is on a page: thin lines, shapes, pictures and links."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import numpy as np

from sentencerank.documents.pdf.calls import quick
from sentencerank.documents.pdf.lines import Box, Drawings, Frame, Link, Page
from sentencerank.extras import require

_MOST = 20_000  # objects of a page that are looked at, and links
_THIN = 2.0  # points; a line, no shape
_SHORTEST = 4.0  # points
_ADDRESS = 2048  # characters of an address that are kept
_CELL = 6.0  # points; the resolution at which shapes are put together
_SMALLEST = 24.0  # points; a picture that is smaller on a side is an icon
_WHOLE = 0.6  # of the page: a background
_PATH, _IMAGE, _SHADING, _FORM = 2, 3, 4, 5


def read_drawings(page: Any, frame: Frame) -> Drawings:
    """Return the lines, shapes and pictures of a page, upright."""
    pdfium = require("pypdfium2.raw", "documents")
    rules, columns, shapes, images = [], [], [], []
    count = min(_MOST, pdfium.FPDFPage_CountObjects(page.raw))
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    ends = tuple(map(ctypes.byref, (left, bottom, right, top)))
    whole = _WHOLE * abs(frame.right - frame.left) * abs(frame.top - frame.bottom)
    ask, kind_of, address = quick("FPDFPage_GetObject"), quick("FPDFPageObj_GetType"), ctypes.c_void_p
    holder = ctypes.cast(page.raw, address)
    for index in range(count):
        kind = kind_of(address(ask(holder, index)))
        if kind not in (_PATH, _IMAGE, _SHADING, _FORM):
            continue
        if not pdfium.FPDFPageObj_GetBounds(pdfium.FPDFPage_GetObject(page.raw, index), *ends):
            continue
        box = frame.box(left.value, bottom.value, right.value, top.value)
        width, height = box[2] - box[0], box[3] - box[1]
        if not 0 <= width * height < whole or box[2] < 0 or box[3] < 0:
            continue
        if kind in (_IMAGE, _FORM):
            images.append(box)
        elif height <= _THIN and width >= _SHORTEST:
            rules.append(box)
        elif width <= _THIN and height >= _SHORTEST:
            columns.append(box)
        elif max(width, height) > _THIN:
            shapes.append(box)
    return Drawings(rules, columns, shapes, images)


def read_links(pdf: Any, page: Any, frame: Frame) -> list[Link]:
    """Return the links of a page: addresses, and pages of the same file as `#page=3`."""
    pdfium = require("pypdfium2.raw", "documents")
    found: list[Link] = []
    place, link, box = ctypes.c_int(), pdfium.FPDF_LINK(), pdfium.FS_RECTF()
    while len(found) < _MOST and pdfium.FPDFLink_Enumerate(page.raw, place, link):
        target = _target(pdfium, pdf.raw, link)
        if target and pdfium.FPDFLink_GetAnnotRect(link, box):
            found.append(Link(frame.box(box.left, box.bottom, box.right, box.top), target))
    return found


def _target(pdfium: Any, pdf: Any, link: Any) -> str:
    aim = pdfium.FPDFLink_GetDest(pdf, link)
    action = None if aim else pdfium.FPDFLink_GetAction(link)
    if action:
        length = min(_ADDRESS, pdfium.FPDFAction_GetURIPath(pdf, action, None, 0))
        if length > 1:
            buffer = ctypes.create_string_buffer(length)
            pdfium.FPDFAction_GetURIPath(pdf, action, buffer, length)
            return buffer.value.decode("utf-8", errors="replace").strip()
        aim = pdfium.FPDFAction_GetDest(pdf, action)
    index = pdfium.FPDFDest_GetDestPageIndex(pdf, aim) if aim else -1
    return f"#page={index + 1}" if index >= 0 else ""


def figures(page: Page) -> Iterator[Box]:
    """Yield the boxes of pictures and drawings, those that touch put together."""
    drawn = page.drawings
    boxes = [*drawn.images, *drawn.shapes]
    if not (len(boxes) > 2 or any(map(_is_large, drawn.images)) or (drawn.rules and drawn.columns)):
        return
    rows, columns = int(page.height / _CELL) + 2, int(page.width / _CELL) + 2
    if not 1 < rows * columns < 1_000_000:
        return
    inked = np.zeros((rows, columns), dtype=bool)
    for box in [*boxes, *drawn.columns, *drawn.rules]:
        left, top, right, bottom = (max(0, int(end / _CELL)) for end in box)
        inked[top : bottom + 2, left : right + 2] = True
    parts = _connected(inked)
    groups: dict[int, list[tuple[Box, str]]] = {}
    for kind, members in zip(
        ("image", "shape", "column", "rule"), (drawn.images, drawn.shapes, drawn.columns, drawn.rules), strict=True
    ):
        for box in members:
            y, x = ((box[1] + box[3]) / 2 / _CELL, (box[0] + box[2]) / 2 / _CELL)
            part = parts[min(rows - 1, max(0, int(y))), min(columns - 1, max(0, int(x)))]
            groups.setdefault(int(part), []).append((box, kind))
    for group in groups.values():
        box = _around([each for each, _ in group])
        large = any(kind == "image" and _is_large(each) for each, kind in group)
        kinds = [kind for _, kind in group]
        # Two axes are a drawing too; a grid of many lines is a table.
        axes = 0 < kinds.count("column") < 3 and 0 < kinds.count("rule") < 3
        drawing = kinds.count("shape") + kinds.count("image") >= 3 or axes
        if large or (drawing and min(box[2] - box[0], box[3] - box[1]) >= 2 * _SMALLEST):
            yield box


def _is_large(box: Box) -> bool:
    return min(box[2] - box[0], box[3] - box[1]) >= _SMALLEST


def _connected(inked: np.ndarray[Any, np.dtype[np.bool_]]) -> np.ndarray[Any, np.dtype[np.int_]]:
    """Give each connected part of a grid a number above 0: runs of cells in a row that touch runs of the row above.

    >>> _connected(np.array([[True, False, True], [True, True, True], [False, False, False]])).tolist()
    [[3, 0, 3], [3, 3, 3], [0, 0, 0]]
    """
    edges = np.diff(np.pad(inked.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    runs = list(
        zip(*(each.tolist() for each in np.nonzero(edges == 1)), np.nonzero(edges == -1)[1].tolist(), strict=True)
    )
    heads = list(range(len(runs)))
    above = 0
    for index, (row, start, end) in enumerate(runs):
        while runs[above][0] < row - 1 or (runs[above][0] == row - 1 and runs[above][2] <= start):
            above += 1
        for other in range(above, index):
            if runs[other][0] >= row or runs[other][1] >= end:
                break
            heads[_head(heads, other)] = _head(heads, index)
    parts = np.zeros(inked.shape, dtype=int)
    for index, (row, start, end) in enumerate(runs):
        parts[row, start:end] = _head(heads, index) + 1
    return parts


def _head(heads: list[int], index: int) -> int:
    """Return the run that stands for all that are connected with one."""
    while heads[index] != index:
        heads[index] = index = heads[heads[index]]
    return index


def _around(boxes: list[Box]) -> Box:
    return (
        min(box[0] for box in boxes), min(box[1] for box in boxes),
        max(box[2] for box in boxes), max(box[3] for box in boxes),
    )  # fmt: skip
