"""A made-up corpus: phrases from a list among words drawn by Zipf's law, with marks, capitals and quotes."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import sentencerank.files
from sentencerank.train import KnowledgeBase
from sentencerank.train.encoding import Encoded, encode
from sentencerank.train.mining.candidates import Candidates, find_candidates
from sentencerank.train.progress import Workers
from sentencerank.train.text import files

SYLLABLES = (
    "ba",
    "con",
    "der",
    "el",
    "fi",
    "gra",
    "hin",
    "im",
    "jo",
    "ka",
    "lo",
    "mis",
    "no",
    "per",
    "ru",
    "sta",
    "tion",
)
STOPS = ("the", "of", "and", "in", "to", "a", "is")


def made_words(count: int, seed: int = 5) -> list[str]:
    chance = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        found["".join(chance.choices(SYLLABLES, k=chance.randint(2, 4)))] = None
    return list(found)


def made_phrases(count: int = 60, seed: int = 6) -> list[str]:
    chance, words = random.Random(seed), made_words(400)[100:]
    return sorted({" ".join(chance.sample(words, chance.choice((2, 2, 2, 3)))) for _ in range(count)})


def made_text(documents: int, seed: int = 7) -> list[str]:
    """Documents, one a line."""
    chance, phrases = random.Random(seed), made_phrases()
    words = [*STOPS, *made_words(400)]
    weights = [1 / (rank + 2) for rank in range(len(words))]

    def piece() -> str:
        if chance.random() < 0.25:
            found = chance.choice(phrases)
            return chance.choice((found, found, found.title(), f'"{found}"', f"({found})", found.replace(" ", "-")))
        return chance.choices(words, weights)[0]

    def sentence() -> str:
        return " ".join(piece() for _ in range(chance.randint(3, 12))) + chance.choice(".?!;,")

    return [" ".join(sentence() for _ in range(chance.randint(1, 8))) for _ in range(documents)]


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "text.txt"
    path.write_text("".join(f"{line}\n" for line in made_text(500)), encoding="utf-8")
    return path


@pytest.fixture(scope="module", autouse=True)
def no_flushing() -> Iterator[None]:
    """Nothing here need survive a power cut, and each of thousands of small files would be waited for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sentencerank.files, "sync", lambda path: None)
        yield


class Prepared(NamedTuple):
    """A corpus in shards of a few thousand tokens, and its candidates, in `folder`/candidates."""

    folder: Path
    encoded: Encoded
    candidates: Candidates


def prepare(path: Path, folder: Path, *, min_sup: int = 5, size: int = 2000) -> Prepared:
    workers = Workers()
    encoded, _ = encode(files(path), folder / "corpus", min_sup=min_sup, shard_tokens=size, workers=workers)
    places = folder / "candidates"
    return Prepared(folder, encoded, find_candidates(encoded, places, min_sup=min_sup, max_len=6, workers=workers))


@pytest.fixture(scope="session")
def prepared(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    return prepare(corpus, tmp_path_factory.mktemp("prepared"))


@pytest.fixture(scope="session")
def base() -> KnowledgeBase:
    phrases = made_phrases()
    return KnowledgeBase((*phrases[::2], *made_words(400)[::3]), tuple(phrases[1::4]), "made up")


Options = dict[str, object]


@pytest.fixture(scope="session")
def options(base: KnowledgeBase) -> Options:
    return {"knowledge_base": base, "stop_words": STOPS, "min_sup": 5, "trees": 40, "seed": 3}


class Killed(BaseException):
    """Stands for a kill: nothing may catch it."""


Intercept = Callable[[Callable[[Path], None]], None]


@pytest.fixture
def before_writing(monkeypatch: pytest.MonkeyPatch) -> Intercept:
    """Call a function with the target of every file and folder that is about to get its final name."""

    def intercept(call: Callable[[Path], None]) -> None:
        rename, replace = Path.rename, os.replace

        def told(target: Path) -> None:
            if not target.parent.name.endswith(".partial"):  # inside of a folder that is not whole yet
                call(target)

        def renamed(path: Path, target: Path) -> Path:
            told(target)
            return rename(path, target)

        def replaced(path: Path, target: Path) -> None:
            told(target)
            replace(path, target)

        monkeypatch.setattr(Path, "rename", renamed)
        monkeypatch.setattr(os, "replace", replaced)

    return intercept


Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(data: str | bytes, name: str = "corpus.txt") -> Path:
        path = tmp_path / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    return written
