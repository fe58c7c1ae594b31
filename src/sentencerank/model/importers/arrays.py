"""A matrix in NumPy's format, and a text file with the name of each row."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from sentencerank.errors import ModelError
from sentencerank.model.importers.source import CHUNK, Source
from sentencerank.model.write import Chunk


def array_source(path: Path, words: Path | None) -> Source:
    """A .npy file, mapped; the names are in `words`, by default beside it with the ending .txt."""
    names = words or path.with_suffix(".txt")
    try:
        rows = np.load(path, mmap_mode="r", allow_pickle=False)
        with names.open("rb") as file:
            count = sum(1 for _ in file)
    except (OSError, ValueError, EOFError) as error:
        reason = str(error).rstrip(".")
        raise ModelError(f"{path}: {reason}. Give an array (.npy), and with --words the names of its rows.") from error
    if rows.ndim != 2 or rows.dtype.kind not in "fi" or len(rows) != count:
        raise ModelError(
            f"{path} has shape {rows.shape} ({rows.dtype}) and {names} {count:,} lines: they do not fit. "
            "Give one name a line, one line a row."
        )
    state = {"done": 0}

    def chunks() -> Iterator[Chunk]:
        with names.open(encoding="utf-8", errors="replace", newline="\n") as file:
            for start in range(0, count, CHUNK):
                some = [line.rstrip("\r\n") for line in islice(file, CHUNK)]
                yield some, np.asarray(rows[start : start + CHUNK], dtype=np.float32)
                state["done"] = start + len(some)

    return Source("array (.npy) with names", chunks(), done=lambda: state["done"] / max(1, count), promised=count)
