"""The names whose vectors are nearest to that of a given one."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sentencerank.errors import ModelError
from sentencerank.method.arrays import Vectors
from sentencerank.model.embeddings import EmbeddingTable, WordTable, unit
from sentencerank.model.model import Model, names_of

AT_ONCE = 5000  # names
FORMS = 20  # of the same name, in capitals or not, that may stand before its neighbours


def neighbours(model: Model, name: str, count: int = 10) -> list[tuple[str, float]]:
    """The nearest names with their cosines, the nearest first; the name itself, in any case, is not among them."""
    (vector,) = unit(model.embeddings.vectors([name]))
    if not vector.any():
        raise ModelError(f"{name!r} has no vector in {model.name}. Try another word.")
    cosines = np.concatenate([_cosines(rows, vector) for rows in _rows(model.embeddings)])
    if not len(cosines):
        raise ModelError(f"{model.name} spells every word and lists none, so there are no neighbours to show.")
    most = np.argsort(-cosines, kind="stable")[: count + FORMS]
    found = zip(_names(model.embeddings, most.tolist()), cosines[most].tolist(), strict=True)
    return [(other, cosine) for other, cosine in found if other.lower() != name.lower()][:count]


def _cosines(rows: Vectors, vector: Vectors) -> Vectors:
    """Of all rows with one unit vector; 0 for a row of zeros."""
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    return np.divide(rows @ vector, lengths, out=np.zeros_like(lengths), where=lengths > 0)


def _rows(table: EmbeddingTable) -> Iterator[Vectors]:
    """The vectors of all names that are listed, in their order."""
    yield np.zeros((0, table.dimensions), dtype=np.float32)
    if isinstance(table, WordTable):
        for start in range(0, len(table.names), AT_ONCE):
            yield table.rows.take(np.arange(start, min(start + AT_ONCE, len(table.names))))
    elif names := list(names_of(table)):
        yield table.vectors(names)


def _names(table: EmbeddingTable, rows: list[int]) -> list[str]:
    if isinstance(table, WordTable):
        return [name for row in rows for name in table.names.between(row, row + 1)]
    names = list(names_of(table))
    return [names[row] for row in rows]
