"""The corpus as units: every phrase that is good enough is one, `a_b`, and every other word. Shards stay shards.

The tokeniser never leaves a `_` in a word, so the joiner needs no escape.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path

import numpy as np

from sentencerank.files import Json, sha256_of_file, write_json
from sentencerank.train.mining.phrase_model import PhraseModel, load_model
from sentencerank.train.spans import segmentation
from sentencerank.train.store import Bools, Ints, integers, load, narrow, read_json, whole_folder
from sentencerank.train.tokens import END
from sentencerank.train.vocabulary import merge_vocabulary, read_words, shard_name, shard_path
from sentencerank.train.work import Workers

JOINER = "_"
LINE = 1000  # units of a line at most: context does not cross lines, and the trainer cuts longer ones
PIECE = 10_000_000  # units of a file: between files the trainer can tell how far it is, and be stopped


def segmented(corpus: Path, shards: int, model: Path, folder: Path, minimum: float, workers: Workers) -> None:
    """Segment all shards of `corpus` by the phrase model in a folder; what is there already is kept."""
    for _ in workers.map(partial(_shard, corpus, model, folder, minimum), range(shards), "segmenting"):
        pass


def unit_counts(folder: Path, shards: int, min_count: int, workers: Workers) -> dict[str, int]:
    """Units that occur `min_count` times, the most frequent first, then by spelling."""
    merge_vocabulary(folder, shards, min_count, workers)
    names = read_words(folder / "vocabulary" / "words.txt")
    return dict(zip(names, integers(folder / "vocabulary", "counts").tolist(), strict=True))


def write_text(folder: Path, shards: int, target: Path, piece: int = PIECE) -> None:
    """The segmented corpus for the trainer, in files of about `piece` units each, rare units left out."""
    if target.exists():
        return
    names = [*read_words(folder / "vocabulary" / "words.txt"), ""]
    sizes: list[Json] = []
    with whole_folder(target) as part:
        lines = chain.from_iterable(_lines(folder, number, names) for number in range(shards))
        while (first := next(lines, None)) is not None:
            with (part / f"{len(sizes):06}.txt").open("w", encoding="utf-8", newline="\n") as stream:
                size = 0
                for line in chain((first,), lines):
                    stream.write(" ".join(line) + "\n")
                    size += len(line)
                    if size >= piece:
                        break
            sizes.append(size)
        write_json(part / "sizes.json", {"sizes": sizes})


def pieces_of(text: Path) -> list[tuple[Path, int]]:
    """The files that `write_text` made, with the number of units in each."""
    sizes = read_json(text / "sizes.json")["sizes"]
    assert isinstance(sizes, list)
    return [(text / f"{number:06}.txt", int(str(size))) for number, size in enumerate(sizes)]


def _lines(folder: Path, number: int, names: list[str]) -> Iterator[list[str]]:
    ids = integers(folder / "ids", shard_name(number))
    cuts = integers(shard_path(folder, number), "lines")
    for own in np.split(ids, cuts[1:]):
        if line := [names[id] for id in own[own < len(names) - 1].tolist()]:
            yield line


def _shard(corpus: Path, model: Path, folder: Path, minimum: float, number: int) -> None:
    target = shard_path(folder, number)
    if target.exists():
        return
    source = shard_path(corpus, number)
    words = read_words(source / "words.txt")
    local, flags = integers(source, "local"), load(source, "flags").astype(np.uint8, copy=False)
    ids, names = _units(local, words, flags & END == 0, _loaded(model, sha256_of_file(model / "meta.json")), minimum)
    units, starts = ids[ids >= 0], np.flatnonzero(ids >= 0)
    order = np.argsort(np.array(names, dtype=object), kind="stable")
    place = np.empty(len(names), np.int64)
    place[order] = np.arange(len(names))
    counts = np.bincount(place[units], minlength=len(names))
    seen = counts > 0
    renumbered = np.cumsum(seen) - 1
    with whole_folder(target) as part:
        kept = [names[row] for row, used in zip(order.tolist(), seen.tolist(), strict=True) if used]
        (part / "words.txt").write_text("".join(f"{name}\n" for name in kept), encoding="utf-8")
        np.save(part / "counts.npy", counts[seen].astype("<i8"))
        np.save(part / "local.npy", narrow(renumbered[place[units]], np.uint32))
        np.save(part / "lines.npy", _cuts(np.searchsorted(starts, integers(source, "documents")), len(units)))


def _units(local: Ints, words: list[str], joined: Bools, model: PhraseModel, minimum: float) -> tuple[Ints, list[str]]:
    """By word the number of the unit that begins there, −1 inside one; and the names of all units."""
    numbers = model.numbers
    table = np.array([numbers.get(word, len(numbers)) for word in words], np.int64)
    chosen, found = segmentation(table[local], joined, model, minimum, sound=True)
    names = list(words)
    ids = np.where(chosen > 0, local, -1)
    for length, (places, nodes) in enumerate(found, 2):
        mine = chosen[places] == length
        _, first, inverse = np.unique(nodes[mine], return_index=True, return_inverse=True)
        ids[places[mine]] = len(names) + inverse
        for place in places[mine][first].tolist():
            names.append(JOINER.join(words[id] for id in local[place : place + length]))
    return ids, names


def _cuts(documents: Ints, size: int) -> Ints:
    """Where lines begin: at documents, and every LINE units inside one.

    >>> _cuts(np.array([0, 1500, 1500, 1600]), 1700).tolist()
    [0, 1000, 1500, 1600]
    """
    starts = np.unique(documents[documents < size])
    ends = np.append(starts[1:], size)
    return np.concatenate([np.zeros(0, np.int64), *map(np.arange, starts, ends, np.full(len(starts), LINE))])


@lru_cache(maxsize=1)
def _loaded(path: Path, digest: str) -> PhraseModel:
    """Each process reads the model once; the digest sees to it that it is still the same."""
    return load_model(path)
