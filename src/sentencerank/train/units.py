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
from sentencerank.model.array_files import save_array
from sentencerank.train.checkpoints import META, Bools, Ints, checkpoint, load_array, load_integers, read_json
from sentencerank.train.mining.phrase_model import PhraseModel, load_phrase_model, segment_ids
from sentencerank.train.progress import Workers
from sentencerank.train.tokens import END
from sentencerank.train.vocabulary import ids_path, merge_vocabulary, read_lines, shard_path, write_words

JOINER = "_"
LINE = 1000  # units of a line at most: context does not cross lines, and the trainer cuts longer ones
PIECE = 10_000_000  # units of a file: between files the trainer can tell how far it is, and be stopped


def segment_shards(corpus: Path, shards: int, model: Path, folder: Path, minimum: float, workers: Workers) -> None:
    """Segment all shards of `corpus` by the phrase model in a folder; what is there already is kept."""
    for _ in workers.over_shards(partial(_segment_shard, corpus, model, folder, minimum), shards, "segmenting"):
        pass


def count_units(folder: Path, shards: int, min_count: int, workers: Workers) -> dict[str, int]:
    """Merge the vocabularies, and return the units that occur `min_count` times by falling count, then spelling."""
    merge_vocabulary(folder, shards, min_count, workers)
    names = read_lines(folder / "vocabulary" / "words.txt")
    return dict(zip(names, load_integers(folder / "vocabulary", "counts").tolist(), strict=True))


def write_unit_text(folder: Path, shards: int, target: Path, piece: int = PIECE) -> None:
    """Write the segmented corpus for the trainer, in files of about `piece` units each, without rare units."""
    if target.exists():
        return
    names = [*read_lines(folder / "vocabulary" / "words.txt"), ""]
    sizes: list[Json] = []
    with checkpoint(target) as part:
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
    """Return the files that `write_unit_text` made, with the number of units in each."""
    sizes = read_json(text / "sizes.json")["sizes"]
    assert isinstance(sizes, list)
    return [(text / f"{number:06}.txt", int(str(size))) for number, size in enumerate(sizes)]


def _lines(folder: Path, number: int, names: list[str]) -> Iterator[list[str]]:
    ids = load_integers(ids_path(folder, number), "ids")
    cuts = load_integers(shard_path(folder, number), "lines")
    for own in np.split(ids, cuts[1:]):
        if line := [names[id] for id in own[own < len(names) - 1].tolist()]:
            yield line


def _segment_shard(corpus: Path, model: Path, folder: Path, minimum: float, number: int) -> None:
    target = shard_path(folder, number)
    if target.exists():
        return
    source = shard_path(corpus, number)
    local, flags = load_integers(source, "local"), load_array(source, "flags").astype(np.uint8, copy=False)
    phrases = _load_once(model, sha256_of_file(model / META))
    ids, names = _units(local, read_lines(source / "words.txt"), flags & END == 0, phrases, minimum)
    units, starts = ids[ids >= 0], np.flatnonzero(ids >= 0)
    with checkpoint(target) as part:
        write_words(part, names, units)
        save_array(part / "lines.npy", _cuts(np.searchsorted(starts, load_integers(source, "documents")), len(units)))


def _units(local: Ints, words: list[str], joined: Bools, model: PhraseModel, minimum: float) -> tuple[Ints, list[str]]:
    """Return by word the number of the unit that begins there, −1 inside one; and the names of all units."""
    numbers = model.numbers
    table = np.array([numbers.get(word, len(numbers)) for word in words], np.int64)
    chosen, found = segment_ids(table[local], joined, model, minimum, sound=True)
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
    """Return where lines begin: at documents, and every LINE units inside one.

    >>> _cuts(np.array([0, 1500, 1500, 1600]), 1700).tolist()
    [0, 1000, 1500, 1600]
    """
    starts = np.unique(documents[documents < size])
    ends = np.append(starts[1:], size)
    return np.concatenate([np.zeros(0, np.int64), *map(np.arange, starts, ends, np.full(len(starts), LINE))])


@lru_cache(maxsize=1)
def _load_once(path: Path, digest: str) -> PhraseModel:
    """Load the model once per process; the digest sees to it that it is still the same."""
    return load_phrase_model(path)
