"""One vocabulary for all shards: their own ones are merged as sorted streams, and the ids are written anew."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import numpy as np

from sentencerank.train.store import load, narrow, whole_file
from sentencerank.train.work import Workers


def merge_vocabulary(folder: Path, shards: int, min_sup: int, workers: Workers) -> None:
    """Add up the sorted vocabularies of the shards as streams, keep the frequent words, and number the tokens anew."""
    streams = [_counted(shard_path(folder, number)) for number in range(shards)]
    kept = []
    for name, group in groupby(heapq.merge(*streams), itemgetter(0)):
        count = sum(count for _, count in group)
        if count >= min_sup:
            kept.append((-count, name))
    kept.sort()
    with whole_file(folder / "words.txt") as part:
        part.write_text("".join(f"{name}\n" for _, name in kept), encoding="utf-8")
    with whole_file(folder / "counts.npy") as part, part.open("wb") as stream:
        np.save(stream, np.array([-count for count, _ in kept], "<i8"))
    for _ in workers.map(partial(_renumber, folder), range(shards)):
        pass


def _counted(path: Path) -> Iterator[tuple[str, int]]:
    counts = np.load(path / "counts.npy", mmap_mode="r")
    with (path / "words.txt").open(encoding="utf-8", newline="\n") as stream:
        for line, count in zip(stream, counts, strict=True):
            yield line[:-1], int(count)


def _renumber(folder: Path, number: int) -> None:
    path = shard_path(folder, number)
    words = (folder / "words.txt").read_text(encoding="utf-8").split("\n")[:-1]
    ids = dict(zip(words, range(len(words)), strict=True))
    own = (path / "words.txt").read_text(encoding="utf-8").split("\n")[:-1]
    table = np.array([ids.get(word, len(words)) for word in own], np.int64)
    with whole_file(folder / "ids" / f"{shard_name(number)}.npy") as part, part.open("wb") as stream:
        np.save(stream, narrow(table[load(path, "local")], np.uint32))


def shard_name(number: int) -> str:
    """The name of a shard's file or folder."""
    return f"{number:06}"


def shard_path(folder: Path, number: int) -> Path:
    """The folder of a shard as it was first written."""
    return folder / "shards" / shard_name(number)
