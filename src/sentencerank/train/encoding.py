"""Documents → shards of word ids with flags on disk, and one vocabulary for all of them.

Shards end at documents. Each is written with a vocabulary of its own; when all are there, the vocabularies are merged
and the ids are written anew. Memory depends on the size of a shard and on the words that are kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sentencerank.errors import CorpusError
from sentencerank.model.array_files import save_array
from sentencerank.train.checkpoints import (
    Bools,
    Bytes,
    Ints,
    checkpoint,
    load_array,
    load_integers,
    narrow,
    read_json,
    write_checkpoint,
)
from sentencerank.train.progress import Workers
from sentencerank.train.text import Reading, Source
from sentencerank.train.tokens import END, insert_spaces, segmented_language, tokenise
from sentencerank.train.vocabulary import ids_path, merge_vocabulary, read_lines, shard_path, write_words

BLOCK = 2 << 20  # characters tokenised at once
Tag = Callable[[Sequence[str]], Sequence[str]]  # the words of a document → as many parts of speech


@dataclass(frozen=True, slots=True)
class Encoded:
    """A corpus on disk: `load_shard(folder, k)` for k < shards, and the words that occur at least `min_sup` times."""

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


def load_shard(folder: Path, number: int) -> Shard:
    """Read a shard with the ids of the merged vocabulary."""
    path = shard_path(folder, number)
    tags = load_integers(path, "tags") if (path / "tags.npy").exists() else np.zeros(0, np.int64)
    return Shard(
        load_integers(ids_path(folder, number), "ids"),
        load_array(path, "flags").astype(np.uint8, copy=False),
        load_integers(path, "documents"),
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
    language: str = "",
) -> tuple[Encoded, int]:
    """Encode a corpus, or what is left of it; the second result is `min_sup`, 10 up to 10⁸ tokens, then N/10⁷.

    Raises CorpusError if the corpus has no words.
    """
    done = folder / "encoded.json"
    state = write_shards(source, folder, shard_tokens=shard_tokens, workers=workers, tag=tag, language=language)
    support = min_sup or max(10, -(-state.tokens // 10**7))
    if not done.exists():
        merge_vocabulary(folder, state.shards, support, workers)
        write_checkpoint(done, {"min_sup": support})
    encoded = Encoded(
        folder,
        state.shards,
        state.documents,
        state.tokens,
        tuple(read_lines(folder / "vocabulary" / "words.txt")),
        load_integers(folder / "vocabulary", "counts"),
        tuple(state.tags),
        state.digest,
        state.reading,
    )
    return encoded, support


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
        write_checkpoint(path, {**asdict(self), "reading": [reading.invalid_bytes, reading.cut, reading.skipped]})

    @classmethod
    def read(cls, path: Path) -> State:
        """Read what `write` wrote."""
        value = read_json(path)
        reading = Reading(*value["reading"])  # type: ignore[misc]
        return cls(value["shards"], value["documents"], value["tokens"], value["digest"], reading, value["tags"])  # type: ignore[arg-type]


def write_shards(
    source: Source, folder: Path, *, shard_tokens: int, workers: Workers, tag: Tag | None = None, language: str = ""
) -> State:
    """Write the shards with vocabularies of their own, or what is left of them: this is as far as vectors need it.

    `language` is a code; its segmenter, if it has one, finds the words. Raises CorpusError if there are no words.
    """
    if not (folder / "local.json").exists():
        _write_rest(source, folder, shard_tokens, workers, partial(_encode_block, tag=tag, language=language))
    state = State.read(folder / "local.json")
    if not state.tokens:
        raise CorpusError(
            f"{source.name}: no tokens in {state.documents:,} documents. Check that the corpus is text in UTF-8."
        )
    return state


class _Block(NamedTuple):
    """Some documents, tokenised."""

    names: list[str]
    ids: Ints
    flags: Bytes
    documents: Ints
    digests: list[bytes]
    tags: list[str]


class _Texts(NamedTuple):
    """Some documents, and the number of the first one in the corpus."""

    first: int
    texts: list[str]


def _write_rest(
    source: Source, folder: Path, shard_tokens: int, workers: Workers, encode_block: Callable[[_Texts], _Block]
) -> None:
    state = State()
    while (path := shard_path(folder, state.shards) / "state.json").exists():
        state = State.read(path)
    reading = Reading()
    documents = islice(source.documents(reading), state.documents, None)
    blocks = _blocks(documents, state.documents, min(BLOCK, 4 * shard_tokens))
    # A source need not know its size.
    size = getattr(source, "size", int)()
    waiting: list[_Block] = []
    for block in workers.in_order(encode_block, blocks):
        workers.progress("encoding", reading.position / 1e6, size / 1e6, "MB")
        waiting.append(block)
        if sum(len(block.ids) for block in waiting) >= shard_tokens:
            _write_shard(folder, state, waiting)
            waiting = []
    if waiting:
        _write_shard(folder, state, waiting)
    state.reading = reading
    state.write(folder / "local.json")


def _blocks(documents: Iterable[str], first: int, size: int) -> Iterator[_Texts]:
    """Yield documents in blocks of about `size` characters."""
    block: list[str] = []
    length = 0
    for document in documents:
        block.append(document)
        length += len(document)
        if length >= size:
            yield _Texts(first, block)
            first += len(block)
            block, length = [], 0
    if block:
        yield _Texts(first, block)


def _encode_block(block: _Texts, *, tag: Tag | None, language: str) -> _Block:
    first, texts = block
    digests = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts]
    segmented = segmented_language(language)
    if segmented:
        texts = [insert_spaces(text, segmented)[0] for text in texts]
    ends = np.cumsum([len(text) + 1 for text in texts])
    words = tokenise("\n".join(texts), (ends[:-1] - 1).tolist(), spaced=segmented is not None)
    documents = np.searchsorted(words.starts, np.concatenate(([0], ends[:-1])))
    tags: list[str] = []
    if tag:
        for number, (start, end) in enumerate(pairwise([*documents.tolist(), len(words.ids)]), first + 1):
            tags += _tags([words.names[id] for id in words.ids[start:end]], tag, number)
    return _Block(words.names, words.ids.astype(np.int32), words.flags, documents, digests, tags)


def _tags(words: list[str], tag: Tag, document: int) -> list[str]:
    found = list(tag(words))
    if len(found) != len(words):
        raise CorpusError(
            f"document {document}: {len(found)} tags for {len(words)} words. "
            "The tagger must give one tag for every word."
        )
    return found


def _write_shard(folder: Path, state: State, blocks: Sequence[_Block]) -> None:
    """Write the next shard, and count it in `state`."""
    numbers: dict[str, int] = {}
    tables = [np.array([numbers.setdefault(name, len(numbers)) for name in block.names], np.int64) for block in blocks]
    ids = np.concatenate([table[block.ids] for table, block in zip(tables, blocks, strict=True)])
    offsets = np.cumsum([0] + [len(block.ids) for block in blocks])
    documents = np.concatenate([block.documents + offset for block, offset in zip(blocks, offsets, strict=False)])
    # A chain of hashes over the documents is the same for any size of blocks and shards.
    digest = bytes.fromhex(state.digest)
    for block in blocks:
        for own in block.digests:
            digest = hashlib.sha256(digest + own).digest()
    with checkpoint(shard_path(folder, state.shards)) as part:
        write_words(part, list(numbers), ids)
        save_array(part / "flags.npy", np.concatenate([block.flags for block in blocks]))
        save_array(part / "documents.npy", documents.astype("<i8"))
        if blocks[0].tags:
            tags = {name: number for number, name in enumerate(state.tags)}
            found = [tags.setdefault(name, len(tags)) for block in blocks for name in block.tags]
            save_array(part / "tags.npy", narrow(np.array(found), np.uint32))
            state.tags = list(tags)
        state.shards += 1
        state.documents += len(documents)
        state.tokens += len(ids)
        state.digest = digest.hex()
        state.write(part / "state.json")
