"""A dump → shards of plain text and lists of titles in the working folder; a killed run goes on with the next shard."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from sentencerank.errors import CorpusError
from sentencerank.extras import require
from sentencerank.files import write_json
from sentencerank.train.store import read_json, whole_folder
from sentencerank.train.text import open_corpus
from sentencerank.train.wiki.dump import Page, is_dump, pages
from sentencerank.train.wiki.markup import plain_text
from sentencerank.train.work import Workers

BATCH, SHARD = 1 << 20, 1 << 25  # characters of markup: for one task, and of a shard
OPENING = 1000  # characters in which an article should name its subject
_CLARIFIED = re.compile(r"\s*\([^()]*\)$")


@dataclass(frozen=True, slots=True)
class Extracted:
    """How far a dump is read."""

    shards: int = 0
    pages: int = 0
    articles: int = 0
    redirects: int = 0
    failed: int = 0  # pages whose markup could not be parsed


class _Batch(NamedTuple):
    pages: list[Page]
    prefixes: frozenset[str]
    seen: int  # pages of the dump, others included


class _Read(NamedTuple):
    lines: list[str]  # JSON objects
    quality: list[str]
    every: list[str]
    state: Extracted  # of this batch alone


def looks_like_dump(path: Path) -> bool:
    """Whether a file, whatever its name and compression, is the dump of a wiki."""
    if path.suffix.lower() == ".parquet":
        return False
    try:
        with open_corpus(path) as (stream, _):
            return is_dump(stream.read(1024))
    except (OSError, EOFError):
        return ".xml" in path.suffixes  # reading it for good will say what is wrong


def extract(path: Path, folder: Path, workers: Workers) -> Extracted:
    """Write the articles of a dump as shards into a folder, or what is left of them."""
    if (folder / "done.json").exists():
        return _state(folder / "done.json")
    state = Extracted()
    while (folder / _name(state.shards) / "state.json").exists():
        state = _state(folder / _name(state.shards) / "state.json")
    waiting: list[_Read] = []
    size = 0
    prefixes: set[str] = set()
    with open_corpus(path) as (stream, position):
        batches = _batches(pages(stream, path.name, prefixes), prefixes, state.pages)
        try:
            for read in workers.map(_read, batches):
                waiting.append(read)
                size += sum(map(len, read.lines))
                workers.progress("reading pages", position() / 1e6, path.stat().st_size / 1e6, "MB")
                if size >= SHARD:
                    state, waiting, size = _write(folder, state, waiting), [], 0
        except OSError as error:
            if error.errno:  # the disk, not the dump
                raise
            raise CorpusError(f"{path.name}: damaged ({error}). Download it again.") from error
    if waiting:
        state = _write(folder, state, waiting)
    if not state.articles:
        raise CorpusError(f"{path.name}: no articles in {state.pages:,} pages. Give a dump called pages-articles.")
    write_json(folder / "done.json", _json(state))
    return state


def texts(folder: Path) -> tuple[Path, ...]:
    """The shards of an extracted dump, in order."""
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


def _read(batch: _Batch) -> _Read:
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
        except (ValueError, RecursionError, RuntimeError):  # markup that breaks the parser
            failed += 1
            continue
        if subject and subject.casefold() in text[:OPENING].casefold():
            quality.append(subject)
        lines.append(json.dumps({"title": page.title, "text": text}, ensure_ascii=False))
    state = Extracted(0, batch.seen, len(lines), redirects, failed)
    return _Read(lines, quality, every, state)


def _write(folder: Path, state: Extracted, reads: Sequence[_Read]) -> Extracted:
    compressor = require("zstandard", "train").ZstdCompressor(level=3)
    for read in reads:
        own = read.state
        state = replace(
            state,
            pages=state.pages + own.pages,
            articles=state.articles + own.articles,
            redirects=state.redirects + own.redirects,
            failed=state.failed + own.failed,
        )
    with whole_folder(folder / _name(state.shards)) as part:
        text = "".join(f"{line}\n" for read in reads for line in read.lines)
        (part / "text.jsonl.zst").write_bytes(compressor.compress(text.encode("utf-8", "surrogatepass")))
        for name, lists in (("quality", [read.quality for read in reads]), ("all", [read.every for read in reads])):
            titles = "".join(f"{title}\n" for own in lists for title in own)
            (part / f"{name}.txt").write_text(titles, encoding="utf-8")
        state = replace(state, shards=state.shards + 1)
        write_json(part / "state.json", _json(state))
    return state


def _name(shard: int) -> str:
    return f"{shard:06}"


def _json(state: Extracted) -> dict[str, int]:
    return {name: getattr(state, name) for name in Extracted.__slots__}


def _state(path: Path) -> Extracted:
    return Extracted(**read_json(path))  # type: ignore[arg-type]
