"""Documents → shards of word ids with flags on disk, and one vocabulary for all of them.

Shards end at documents. Each is written with a vocabulary of its own; when all are there, the vocabularies are merged
as sorted streams and the ids are written anew. Memory depends on the size of a shard and on the words that are kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sentencerank.errors import CorpusError
from sentencerank.files import Json, write_json
from sentencerank.train.spacing import segmented_language, spaced
from sentencerank.train.store import Bools, Bytes, Ints, integers, load, narrow, read_json, whole_folder
from sentencerank.train.text import Reading, Source
from sentencerank.train.tokens import END, tokenise
from sentencerank.train.vocabulary import merge_vocabulary, read_words, shard_name, shard_path
from sentencerank.train.work import Workers

BLOCK = 2 << 20  # characters tokenised at once
Tag = Callable[[Sequence[str]], Sequence[str]]  # the words of a document → as many parts of speech


@dataclass(frozen=True, slots=True)
class Encoded:
    """A corpus on disk: `shard(k)` for k < shards, and the words that occur at least `min_sup` times."""

    folder: Path
    shards: int
    documents: int
    tokens: int
    words: tuple[str, ...]  # by falling count, then spelling; all others share the id len(words)
    counts: Ints
    tags: tuple[str, ...]  # parts of speech, if the corpus was tagged
    digest: str  # of all documents
    reading: Reading


class Shard(NamedTuple):
    """Some documents: everything by token, but `documents`."""

    ids: Ints
    flags: Bytes
    documents: Ints  # where each begins
    tags: Ints  # empty if the corpus was not tagged

    @property
    def ends(self) -> Bools:
        """Whether a fragment ends behind the token."""
        return self.flags & END > 0


def shard(folder: Path, number: int) -> Shard:
    """Read a shard with the ids of the merged vocabulary."""
    path = shard_path(folder, number)
    tags = integers(path, "tags") if (path / "tags.npy").exists() else np.zeros(0, np.int64)
    return Shard(
        integers(folder / "ids", shard_name(number)),
        load(path, "flags").astype(np.uint8, copy=False),
        integers(path, "documents"),
        tags,
    )


def encode(
    source: Source,
    folder: Path,
    *,
    min_sup: int | None,
    shard_tokens: int,
    workers: Workers,
    tag: Tag | None = None,
    cut: str = "",
) -> tuple[Encoded, int]:
    """Encode a corpus, or what is left of it; the second result is `min_sup`, 10 up to 10⁸ tokens, then N/10⁷."""
    done = folder / "encoded.json"
    state = local_shards(source, folder, shard_tokens=shard_tokens, workers=workers, tag=tag, cut=cut)
    support = min_sup or max(10, -(-state.tokens // 10**7))
    if not done.exists():
        merge_vocabulary(folder, state.shards, support, workers)
        write_json(done, {"min_sup": support})
    names = read_words(folder / "vocabulary" / "words.txt")
    tags = tuple(state.tags)
    encoded = Encoded(
        folder,
        state.shards,
        state.documents,
        state.tokens,
        tuple(names),
        integers(folder / "vocabulary", "counts"),
        tags,
        state.digest,
        state.reading,
    )
    return encoded, support


def local_shards(
    source: Source, folder: Path, *, shard_tokens: int, workers: Workers, tag: Tag | None = None, cut: str = ""
) -> State:
    """Write the shards with vocabularies of their own, or what is left of them: as far as vectors need it.

    `cut` is the code of a language whose segmenter finds the words.
    """
    if not (folder / "local.json").exists():
        _write_shards(source, folder, shard_tokens, workers, tag, cut)
    state = State.read(folder / "local.json")
    if not state.tokens:
        raise CorpusError(
            f"{source.name}: no tokens in {state.documents:,} documents. Check that the corpus is text in UTF-8."
        )
    return state


@dataclass(slots=True)
class State:
    """How far the shards are written: what a rerun needs to go on."""

    shards: int = 0
    documents: int = 0
    tokens: int = 0
    digest: str = ""
    reading: Reading = field(default_factory=Reading)
    tags: list[str] = field(default_factory=list)

    def write(self, path: Path) -> None:
        """Write it as JSON."""
        reading = self.reading
        value: dict[str, Json] = {
            "shards": self.shards,
            "documents": self.documents,
            "tokens": self.tokens,
            "digest": self.digest,
            "reading": [reading.invalid_bytes, reading.cut, reading.skipped],
            "tags": list(self.tags),
        }
        write_json(path, value)

    @classmethod
    def read(cls, path: Path) -> State:
        """Read what `write` wrote."""
        value = read_json(path)
        reading = Reading(*value["reading"])  # type: ignore[misc]
        return cls(value["shards"], value["documents"], value["tokens"], value["digest"], reading, value["tags"])  # type: ignore[arg-type]


class _Block(NamedTuple):
    """Some documents, tokenised."""

    names: list[str]
    ids: Ints
    flags: Bytes
    documents: Ints
    digests: list[bytes]
    tags: list[str]


class _Vocabulary:
    """The words of one shard, numbered as they come."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def ids(self, block: _Block) -> Ints:
        numbers = self.numbers
        table = [numbers.setdefault(name, len(numbers)) for name in block.names]
        return np.array(table, np.int64)[block.ids]


def _write_shards(source: Source, folder: Path, shard_tokens: int, workers: Workers, tag: Tag | None, cut: str) -> None:
    state = State()
    while (shard_path(folder, state.shards) / "state.json").exists():
        state = State.read(shard_path(folder, state.shards) / "state.json")
    before = state.documents
    reading = Reading()
    documents = islice(source.documents(reading), before, None)
    encoded = partial(_block, tag=tag, first=before, cut=cut)
    blocks = workers.map(encoded, _texts(documents, min(BLOCK, 4 * shard_tokens)))
    size = getattr(source, "size", int)()
    tags = {name: number for number, name in enumerate(state.tags)}
    waiting: list[_Block] = []
    for block in blocks:
        workers.progress("encoding", reading.position / 1e6, size / 1e6, "MB")
        waiting.append(block)
        if sum(len(block.ids) for block in waiting) >= shard_tokens:
            _write_shard(folder, state, waiting, reading, tags)
            waiting = []
    if waiting:
        _write_shard(folder, state, waiting, reading, tags)
    state.reading = reading
    state.write(folder / "local.json")


def _texts(documents: Iterable[str], size: int) -> Iterator[tuple[int, list[str]]]:
    """Documents in blocks of about `size` characters, each with the number of its first one."""
    block: list[str] = []
    length, first = 0, 0
    for document in documents:
        block.append(document)
        length += len(document)
        if length >= size:
            yield first, block
            first += len(block)
            block, length = [], 0
    if block:
        yield first, block


def _block(numbered: tuple[int, list[str]], *, tag: Tag | None, first: int, cut: str) -> _Block:
    number, texts = numbered
    digests = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts]
    if cut and (language := segmented_language(cut)):
        texts = [spaced(text, language)[0] for text in texts]
    ends = np.cumsum([len(text) + 1 for text in texts])
    words = tokenise("\n".join(texts), (ends[:-1] - 1).tolist(), cut=bool(cut))
    documents = np.searchsorted(words.starts, np.concatenate(([0], ends[:-1])))
    tags: list[str] = []
    if tag:
        bounds = [*documents.tolist(), len(words.ids)]
        for index, (start, end) in enumerate(pairwise(bounds)):
            given = [words.names[id] for id in words.ids[start:end]]
            found = list(tag(given))
            if len(found) != len(given):
                raise CorpusError(
                    f"document {first + number + index + 1}: {len(found)} tags for {len(given)} words. "
                    "The tagger must give one tag for every word."
                )
            tags += found
    return _Block(words.names, words.ids.astype(np.int32), words.flags, documents, digests, tags)


def _write_shard(folder: Path, state: State, blocks: Sequence[_Block], reading: Reading, tags: dict[str, int]) -> None:
    vocabulary = _Vocabulary()
    ids = np.concatenate([vocabulary.ids(block) for block in blocks])
    names = np.array(list(vocabulary.numbers), dtype=object)
    order = np.argsort(names)
    place = np.empty(len(names), np.int64)
    place[order] = np.arange(len(names))
    offsets = np.cumsum([0] + [len(block.ids) for block in blocks])
    digest = bytes.fromhex(state.digest)
    for block in blocks:
        for own in block.digests:  # a chain over documents: the same for any size of blocks and shards
            digest = hashlib.sha256(digest + own).digest()
    with whole_folder(shard_path(folder, state.shards)) as part:
        (part / "words.txt").write_text("".join(f"{name}\n" for name in names[order]), encoding="utf-8")
        np.save(part / "counts.npy", np.bincount(place[ids], minlength=len(names)).astype("<i8"))
        np.save(part / "local.npy", narrow(place[ids], np.uint32))
        np.save(part / "flags.npy", np.concatenate([block.flags for block in blocks]))
        documents = np.concatenate([block.documents + offset for block, offset in zip(blocks, offsets, strict=False)])
        np.save(part / "documents.npy", documents.astype("<i8"))
        if blocks[0].tags:
            numbers = [tags.setdefault(name, len(tags)) for block in blocks for name in block.tags]
            np.save(part / "tags.npy", narrow(np.array(numbers), np.uint32))
        state.shards += 1
        state.documents += len(documents)
        state.tokens += len(ids)
        state.digest = digest.hex()
        state.tags = list(tags)
        state.write(part / "state.json")
