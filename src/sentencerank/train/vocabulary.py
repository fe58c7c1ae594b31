"""Shards of words on disk, each with a sorted vocabulary of its own, and one vocabulary for all of them.

The vocabularies are merged as sorted streams, and the ids are written anew.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import numpy as np

from sentencerank.model.array_files import save_array
from sentencerank.train.checkpoints import Ints, checkpoint, load_array, narrow, save_arrays
from sentencerank.train.progress import Workers

_READ = 1 << 13  # bytes of a vocabulary read at once
_IN_MEMORY = 8 << 20  # bytes of all vocabularies that are added up in a dictionary, four times as fast


def write_words(folder: Path, names: Sequence[str], ids: Ints) -> None:
    """Write the words of a shard into its folder: the names that occur, sorted, their counts, and the renewed ids."""
    order = np.argsort(np.array(names, dtype=object), kind="stable")
    place = np.empty(len(names), np.int64)
    place[order] = np.arange(len(names))
    counts = np.bincount(place[ids], minlength=len(names))
    seen = counts > 0
    write_lines(folder / "words.txt", (names[row] for row in order[seen].tolist()))
    save_array(folder / "counts.npy", counts[seen].astype("<i8"))
    save_array(folder / "local.npy", narrow((np.cumsum(seen) - 1)[place[ids]], np.uint32))


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write words, one per line, into a folder that is not whole yet."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def read_lines(path: Path) -> list[str]:
    """Return what `write_lines` wrote."""
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def shard_name(number: int) -> str:
    """Return the name of a shard's file or folder."""
    return f"{number:06}"


def shard_path(folder: Path, number: int) -> Path:
    """Return the folder of a shard as it was first written."""
    return folder / "shards" / shard_name(number)


def ids_path(folder: Path, number: int) -> Path:
    """Return the folder with the ids of a shard in the merged vocabulary."""
    return folder / "ids" / shard_name(number)


def merge_vocabulary(folder: Path, shards: int, min_sup: int, workers: Workers) -> None:
    """Add up the vocabularies of the shards, keep the words that occur `min_sup` times, and number the tokens anew.

    What a killed run has done already is kept.
    """
    if not (folder / "vocabulary").exists():
        paths = [shard_path(folder, number) for number in range(shards)]
        kept = sorted((-count, name) for name, count in _totals(paths) if count >= min_sup)
        with checkpoint(folder / "vocabulary") as part:
            write_lines(part / "words.txt", (name for _, name in kept))
            save_array(part / "counts.npy", np.array([-count for count, _ in kept], "<i8"))
    for _ in workers.over_shards(partial(_renumber, folder), shards):
        pass


def _totals(paths: Sequence[Path]) -> Iterable[tuple[str, int]]:
    """Return each word with its count over all shards: a dictionary if they are small, or merged sorted streams."""
    size = sum((path / "words.txt").stat().st_size for path in paths)
    if size > _IN_MEMORY:
        merged = groupby(heapq.merge(*map(_counted, paths)), itemgetter(0))
        return ((name, sum(count for _, count in group)) for name, group in merged)
    totals: dict[str, int] = {}
    for path in paths:
        for name, count in zip(read_lines(path / "words.txt"), load_array(path, "counts").tolist(), strict=True):
            totals[name] = totals.get(name, 0) + count
    return totals.items()


def _counted(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the words and counts of a shard. No file stays open meanwhile, since there may be thousands of shards."""
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
    target = ids_path(folder, number)
    if target.exists():
        return
    path = shard_path(folder, number)
    words = read_lines(folder / "vocabulary" / "words.txt")
    ids = dict(zip(words, range(len(words)), strict=True))
    table = np.array([ids.get(word, len(words)) for word in read_lines(path / "words.txt")], np.int64)
    save_arrays(target, ids=narrow(table[load_array(path, "local")], np.uint32))
