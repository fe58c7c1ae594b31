"""The names whose vectors are nearest to that of a given one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from sentencerank.embeddings import EmbeddingTable, unit
from sentencerank.errors import ModelError
from sentencerank.model import Model, names_of

AT_ONCE = 20_000  # names


def neighbours(model: Model, name: str, count: int = 10) -> list[tuple[str, float]]:
    """The nearest names with their cosines, the nearest first; the name itself, in any case, is not among them."""
    (vector,) = unit(model.embeddings.vectors([name]))
    if not vector.any():
        raise ModelError(f"{name!r} has no vector in {model.name}. Try another word.")
    best: list[tuple[float, str]] = []
    known = False
    for names, cosines in _cosines(model.embeddings, vector):
        known = True
        most = np.argsort(-cosines, kind="stable")[: count + 1 + name.count(" ")]
        best += [(float(cosines[i]), names[i]) for i in most.tolist() if names[i].lower() != name.lower()]
        best = sorted(best, key=lambda pair: (-pair[0], pair[1]))[: 3 * count]
    if not known:
        raise ModelError(f"{model.name} spells every word and lists none, so there are no neighbours to show.")
    return [(other, cosine) for cosine, other in best[:count]]


def _cosines(table: EmbeddingTable, vector: np.ndarray) -> Iterator[tuple[Sequence[str], np.ndarray]]:
    rest = names_of(table)
    while names := list(islice(rest, AT_ONCE)):
        yield names, unit(table.vectors(names)) @ vector
