"""Dumps of wikis (`pages-articles.xml`, plain or compressed) as a corpus, whose titles are its knowledge base.

Articles become shards of plain text in the working folder, titles become lists beside them; a killed run goes on with
the next shard.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from sentencerank.errors import CorpusError, LimitError
from sentencerank.extras import require
from sentencerank.files import write_json
from sentencerank.files.compressed import damaged
from sentencerank.train.checkpoints import checkpoint, claim, read_json, write_checkpoint
from sentencerank.train.dump import Page, is_dump, pages, plain_text
from sentencerank.train.mining.labels import KnowledgeBase
from sentencerank.train.progress import Workers
from sentencerank.train.text import Files, Reading, Source, Unit, files, open_counted
from sentencerank.train.vocabulary import shard_name, write_lines

BATCH, SHARD = 1 << 20, 1 << 25  # characters of markup: for one task, and of a shard
OPENING = 1000  # characters in which an article should name its subject
_CLARIFIED = re.compile(r"\([^()]*\)$")


@dataclass(frozen=True)
class Titles(Collection[str]):
    """Phrases in files, one per line, read anew each time: there are millions, and nobody needs them at once."""

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
        """Return the identity of the files as they were given."""
        return " ".join(source.identity() for source in (self.dumps, self.others) if source)

    def size(self) -> int:
        """Return the bytes that `documents` will read."""
        return sum(path.stat().st_size for path in self._texts()) + (self.others.size() if self.others else 0)

    def documents(self, reading: Reading) -> Iterator[str]:
        """Yield the articles, then the documents of the other files."""
        yield from files(self._texts()).documents(reading)
        if self.others:
            yield from self.others.documents(reading)

    def knowledge_base(self) -> KnowledgeBase:
        """Return the titles: those that their article uses are quality phrases, and none is an example of bad ones."""
        quality, every = (
            Titles(tuple(path for folder in self.folders for path in sorted(folder.glob(f"[0-9]*/{name}.txt"))))
            for name in ("quality", "all")
        )
        return KnowledgeBase(quality, every, f"titles of {self.dumps.name}")

    def _texts(self) -> tuple[Path, ...]:
        return tuple(path for folder in self.folders for path in article_files(folder))


def open_corpus(paths: tuple[Path, ...], folder: Path, workers: Workers, *, unit: Unit, field: str) -> Source:
    """Return a corpus of files; dumps of wikis among them are extracted to `folder` first.

    Raises CorpusError for a damaged dump, OptionsError if `folder` holds another one.
    """
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


def looks_like_dump(path: Path) -> bool:
    """Tell whether a file, whatever its name and compression, is the dump of a wiki."""
    if path.suffix.lower() == ".parquet":
        return False
    try:
        with open_counted(path) as (stream, _):
            return is_dump(stream.read(1024))
    except damaged():
        # Reading it for good will say what is wrong.
        return ".xml" in path.suffixes


@dataclass(frozen=True, slots=True)
class Extracted:
    """How far a dump is read."""

    shards: int = 0
    pages: int = 0
    articles: int = 0
    redirects: int = 0
    failed: int = 0  # pages that were left out: they are too large, or their markup is too tangled to be parsed


class _Batch(NamedTuple):
    pages: list[Page]
    prefixes: frozenset[str]
    seen: int  # pages of the dump, others included


class _Articles(NamedTuple):
    lines: list[str]  # JSON objects
    quality: list[str]
    every: list[str]
    state: Extracted  # of this batch alone


def extract(path: Path, folder: Path, workers: Workers) -> Extracted:
    """Write the articles of a dump as shards into a folder, or what is left of them.

    Warns about pages that were left out; raises CorpusError for a damaged dump and for one without articles.
    """
    if (folder / "done.json").exists():
        return _read_state(folder / "done.json")
    state = Extracted()
    while (done := folder / shard_name(state.shards) / "state.json").exists():
        state = _read_state(done)
    waiting: list[_Articles] = []
    size = 0
    prefixes: set[str] = set()
    with open_counted(path) as (stream, position):
        batches = _batches(pages(stream, path.name, prefixes), prefixes, state.pages)
        try:
            for articles in workers.in_order(_extract_batch, batches):
                waiting.append(articles)
                size += sum(map(len, articles.lines))
                workers.progress("reading pages", position() / 1e6, path.stat().st_size / 1e6, "MB")
                if size >= SHARD:
                    state, waiting, size = _write_shard(folder, state, waiting), [], 0
        except damaged() as error:
            # An error with a number comes from the disk, not from the dump.
            if getattr(error, "errno", None):
                raise
            raise CorpusError(f"{path.name}: damaged ({error}). Download it again.") from error
    if waiting:
        state = _write_shard(folder, state, waiting)
    if not state.articles:
        raise CorpusError(f"{path.name}: no articles in {state.pages:,} pages. Give a dump called pages-articles.")
    if state.failed:
        warnings.warn(
            f"{path.name}: {state.failed:,} of {state.pages:,} pages were left out: they are too large, or brackets "
            "and tags in them do not match.",
            stacklevel=2,
        )
    write_checkpoint(folder / "done.json", asdict(state))
    return state


def article_files(folder: Path) -> tuple[Path, ...]:
    """Return the shards of an extracted dump, in order."""
    return tuple(sorted(folder.glob("[0-9]*/text.jsonl.zst")))


def _batches(every: Iterator[Page], prefixes: set[str], skipped: int) -> Iterator[_Batch]:
    batch: list[Page] = []
    size = seen = 0
    for number, page in enumerate(every):
        if number < skipped:
            continue
        seen += 1
        if page.namespace == 0 and page.title:
            batch.append(page)
            size += len(page.markup)
        if size >= BATCH or len(batch) >= 5000:
            yield _Batch(batch, frozenset(prefixes - {""}), seen)
            batch, size, seen = [], 0, 0
    if seen:
        yield _Batch(batch, frozenset(prefixes - {""}), seen)


def _extract_batch(batch: _Batch) -> _Articles:
    lines, quality, every = [], [], []
    redirects = failed = 0
    for page in batch.pages:
        subject = _CLARIFIED.sub("", page.title).strip()
        every.append(subject)
        if page.redirect:
            redirects += 1
            continue
        try:
            text = plain_text(page.markup, batch.prefixes)
        except (LimitError, ValueError, RecursionError, RuntimeError):
            failed += 1
            continue
        if subject and subject.casefold() in text[:OPENING].casefold():
            quality.append(subject)
        lines.append(json.dumps({"title": page.title, "text": text}, ensure_ascii=False))
    return _Articles(lines, quality, every, Extracted(0, batch.seen, len(lines), redirects, failed))


def _write_shard(folder: Path, state: Extracted, batches: Sequence[_Articles]) -> Extracted:
    """Write the next shard; return the state with its pages counted."""
    compressor = require("zstandard", "train").ZstdCompressor(level=3)
    found = [state, *(batch.state for batch in batches)]
    sums = {name: sum(getattr(own, name) for own in found) for name in ("pages", "articles", "redirects", "failed")}
    with checkpoint(folder / shard_name(state.shards)) as part:
        text = "".join(f"{line}\n" for batch in batches for line in batch.lines)
        (part / "text.jsonl.zst").write_bytes(compressor.compress(text.encode("utf-8", "surrogatepass")))
        write_lines(part / "quality.txt", (title for batch in batches for title in batch.quality))
        write_lines(part / "all.txt", (title for batch in batches for title in batch.every))
        state = replace(state, **sums, shards=state.shards + 1)
        write_json(part / "state.json", asdict(state))
    return state


def _read_state(path: Path) -> Extracted:
    value = read_json(path)
    return Extracted(**{each.name: value[each.name] for each in fields(Extracted)})  # type: ignore[arg-type]
