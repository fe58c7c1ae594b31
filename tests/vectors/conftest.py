from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from sentencerank.model.write import Chunk, Subwords, write_model

WORDS = ["house", "houses", "Berlin", "new york", "straße", "日本語", "rain", "a b c"]
DIMENSIONS = 6
DATA = Path(__file__).parent / "data"  # models as version 0.1.0 wrote them


def rows(count: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(count, DIMENSIONS)).astype(np.float32)


def chunks() -> Iterator[Chunk]:
    """Many names, so that files have several pages, in chunks of uneven length."""
    names = [*WORDS, *(f"word{i}" for i in range(3000))]
    values = rows(len(names))
    for start in range(0, len(names), 700):
        yield names[start : start + 700], values[start : start + 700]


def database(folder: Path, numbers: str = "float32") -> Path:
    subwords = Subwords({"kind": "fasttext", "shortest": 2, "longest": 4}, iter([rows(900, 1), rows(100, 2)]))
    write_model(folder, chunks(), name="toy", language="en", numbers=numbers, subwords=subwords)  # type: ignore[arg-type]
    return folder


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    return database(tmp_path / "toy")


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SENTENCERANK_MODELS", str(tmp_path / "library"))
    return tmp_path / "library"
