"""One vocabulary for all shards: their own ones are merged as sorted streams, and the ids are written anew."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import numpy as np

from sentencerank.files import whole_file
from sentencerank.train.store import load, narrow, whole_folder
from sentencerank.train.work import Workers

_READ = 1 << 13  # bytes of a vocabulary read at once
_IN_MEMORY = 8 << 20  # bytes of all vocabularies that are added up in a dictionary, four times as fast


def merge_vocabulary(folder: Path, shards: int, min_sup: int, workers: Workers) -> None:
    """Add up the sorted vocabularies of the shards as streams, keep the frequent words, and number the tokens anew."""
    if not (folder / "vocabulary").exists():
        paths = [shard_path(folder, number) for number in range(shards)]
        kept = sorted((-count, name) for name, count in _totals(paths) if count >= min_sup)
        with whole_folder(folder / "vocabulary") as part:
            (part / "words.txt").write_text("".join(f"{name}\n" for _, name in kept), encoding="utf-8")
            np.save(part / "counts.npy", np.array([-count for count, _ in kept], "<i8"))
    for _ in workers.map(partial(_renumber, folder), range(shards)):
        pass


def _totals(paths: Sequence[Path]) -> Iterable[tuple[str, int]]:
    """Each word with its count over all shards: in a dictionary if it is small, otherwise by merging sorted streams."""
    size = sum((path / "words.txt").stat().st_size for path in paths)
    if size > _IN_MEMORY:
        merged = groupby(heapq.merge(*map(_counted, paths)), itemgetter(0))
        return ((name, sum(count for _, count in group)) for name, group in merged)
    totals: dict[str, int] = {}
    for path in paths:
        for name, count in zip(read_words(path / "words.txt"), np.load(path / "counts.npy").tolist(), strict=True):
            totals[name] = totals.get(name, 0) + count
    return totals.items()


def read_words(path: Path) -> list[str]:
    """The words of a vocabulary, one a line."""
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def _counted(path: Path) -> Iterator[tuple[str, int]]:
    """The words and counts of a shard, a few at a time: no file stays open, since there may be thousands of shards."""
    offset, row, rest = 0, 0, b""
    while True:
        with (path / "words.txt").open("rb") as stream:
            stream.seek(offset)
            data = stream.read(_READ)
        if not data:
            return
        offset += len(data)
        *lines, rest = (rest + data).split(b"\n")
        counts = np.load(path / "counts.npy", mmap_mode="r")[row : row + len(lines)].tolist()
        row += len(lines)
        for line, count in zip(lines, counts, strict=True):
            yield line.decode(), count


def _renumber(folder: Path, number: int) -> None:
    target = folder / "ids" / f"{shard_name(number)}.npy"
    if target.exists():
        return
    path = shard_path(folder, number)
    words = read_words(folder / "vocabulary" / "words.txt")
    ids = dict(zip(words, range(len(words)), strict=True))
    table = np.array([ids.get(word, len(words)) for word in read_words(path / "words.txt")], np.int64)
    with whole_file(target) as part, part.open("wb") as stream:
        np.save(stream, narrow(table[load(path, "local")], np.uint32))


def shard_name(number: int) -> str:
    """The name of a shard's file or folder."""
    return f"{number:06}"


def shard_path(folder: Path, number: int) -> Path:
    """The folder of a shard as it was first written."""
    return folder / "shards" / shard_name(number)
