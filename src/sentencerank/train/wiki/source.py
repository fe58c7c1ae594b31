"""Dumps of wikis, and whatever other files stand beside them, as one corpus; titles are its knowledge base."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sentencerank.train.mining.labels import KnowledgeBase
from sentencerank.train.store import claim
from sentencerank.train.text import Files, Reading, Source, Unit, files
from sentencerank.train.wiki.extraction import extract, looks_like_dump, texts
from sentencerank.train.work import Workers


@dataclass(frozen=True)
class Titles(Collection[str]):
    """Phrases in files, one a line, read anew each time: there are millions, and nobody needs them at once."""

    paths: tuple[Path, ...]

    def __iter__(self) -> Iterator[str]:
        for path in self.paths:
            with path.open(encoding="utf-8", newline="\n") as stream:
                yield from (line.rstrip("\n") for line in stream)

    @cached_property
    def _length(self) -> int:
        return sum(1 for _ in self)

    def __len__(self) -> int:
        return self._length

    def __contains__(self, phrase: object) -> bool:
        return any(phrase == own for own in self)


@dataclass(frozen=True, slots=True)
class Wiki:
    """A corpus with at least one dump in it, already extracted to `folders`."""

    dumps: Files
    folders: tuple[Path, ...]
    others: Files | None

    @property
    def name(self) -> str:
        """The names of the dumps and the other files."""
        return ", ".join(source.name for source in (self.dumps, self.others) if source)

    def identity(self) -> str:
        """That of the files as they were given."""
        return " ".join(source.identity() for source in (self.dumps, self.others) if source)

    def size(self) -> int:
        """Bytes that `documents` will read."""
        return sum(path.stat().st_size for path in self._texts()) + (self.others.size() if self.others else 0)

    def documents(self, reading: Reading) -> Iterator[str]:
        """The articles, then the documents of the other files."""
        yield from files(self._texts()).documents(reading)
        if self.others:
            yield from self.others.documents(reading)

    def knowledge_base(self) -> KnowledgeBase:
        """Titles that their own article uses are quality phrases; all titles and redirects are no bad examples."""
        quality, every = (
            Titles(tuple(path for folder in self.folders for path in sorted(folder.glob(f"[0-9]*/{name}.txt"))))
            for name in ("quality", "all")
        )
        return KnowledgeBase(quality, every, f"titles of {self.dumps.name}")

    def _texts(self) -> tuple[Path, ...]:
        return tuple(path for folder in self.folders for path in texts(folder))


def corpus_of(paths: tuple[Path, ...], folder: Path, workers: Workers, *, unit: Unit, field: str) -> Source:
    """Files as they are; dumps of wikis are extracted to `folder` first."""
    given = files(paths, unit=unit, field=field)
    dumps = tuple(path for path in given.files() if looks_like_dump(path))
    if not dumps:
        return given
    folders = tuple(folder / f"{number:03}" for number in range(len(dumps)))
    for dump, own in zip(dumps, folders, strict=True):
        claim(own, {"dump": files(dump).identity()})
        extract(dump, own, workers)
    others = tuple(path for path in given.files() if path not in dumps)
    return Wiki(files(dumps), folders, files(others, unit=unit, field=field) if others else None)
