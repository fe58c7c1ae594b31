"""Distant labels: candidates that a knowledge base knows are positive, all others negative, and some are neither."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sentencerank.errors import CorpusError
from sentencerank.train.mining.candidates import Candidates
from sentencerank.train.store import Bools, Ints
from sentencerank.train.text import decoded
from sentencerank.train.tokens import tokenise

_BLOCK = 1 << 17  # phrases looked up at once
_PARTS = ("noun", "verb", "adj", "adv")


@dataclass(frozen=True, slots=True)
class KnowledgeBase:
    """Phrases known to be good (`quality`), and those that may be (`all`): these are no examples of bad ones."""

    quality: Collection[str]
    all: Collection[str] = ()
    name: str = ""
    licence: str = ""

    @property
    def digest(self) -> str:
        """SHA-256 over both lists."""
        digest = hashlib.sha256()
        for phrase in chain(self.quality, ("",), self.all):
            digest.update(f"{phrase}\n".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()


def word_list(path: Path) -> tuple[str, ...]:
    """A list with one phrase a line; empty lines and lines that begin with # are left out."""
    try:
        lines = decoded(path.read_bytes())[0].split("\n")
    except OSError as error:
        raise CorpusError(f"{path}: cannot be read ({error}). Give a text file with one phrase a line.") from error
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def knowledge_base(source: KnowledgeBase | str | Path | Iterable[str]) -> KnowledgeBase:
    """A list file, a folder of WordNet (`index.noun` and the like), or phrases as they are.

    >>> knowledge_base(["shortest path", "New York"]).quality
    ('shortest path', 'New York')
    """
    if isinstance(source, KnowledgeBase):
        return source
    if not isinstance(source, (str, Path)):
        return KnowledgeBase(tuple(source), name="phrases")
    path = Path(source)
    if path.is_dir():
        return KnowledgeBase(tuple(wordnet(path)), name=path.name, licence="WordNet")
    return KnowledgeBase(word_list(path), name=path.name)


def wordnet(folder: Path) -> Iterator[str]:
    """The entries of WordNet's index files, words and multi-words, sorted; `_` stands for a space in them."""
    found: set[str] = set()
    for part in _PARTS:
        path = folder / f"index.{part}"
        if not path.exists():
            raise CorpusError(
                f"{folder} has no index.{part}. Give a folder of WordNet (Debian: wordnet-base), or a list."
            )
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line and not line.startswith(" "):  # the notice is indented
                found.add(line.partition(" ")[0].replace("_", " "))
    yield from sorted(found)


class Labels(NamedTuple):
    """Ids of the examples, and which candidates the knowledge base has at all."""

    positives: Ints
    negatives: Ints
    known: Bools


def labels(candidates: Candidates, words: tuple[str, ...], base: KnowledgeBase, stops: Bools) -> tuple[Labels, Labels]:
    """Labels of multi-words, numbered over all lengths from 2, and of single words.

    Positive: in the quality list. Neither: only in the larger list. Negative: every other candidate, and single stop
    words always.
    """
    numbers = dict(zip(words, range(len(words)), strict=True))
    quality = _members(candidates, numbers, base.quality)
    known = [own | other for own, other in zip(quality, _members(candidates, numbers, base.all), strict=True)]
    good, any_ = (np.concatenate([np.zeros(0, np.bool_), *parts[1:]]) for parts in (quality, known))
    multi = Labels(np.flatnonzero(good), np.flatnonzero(~any_), good)
    single_good = quality[0] & ~stops
    single = Labels(np.flatnonzero(single_good), np.flatnonzero(~known[0] | stops), single_good)
    return multi, single


def _members(candidates: Candidates, numbers: dict[str, int], phrases: Collection[str]) -> list[Bools]:
    """By length: whether a candidate is one of the phrases; these pass through the tokeniser of the corpus."""
    members = [np.zeros(len(counts), np.bool_) for counts in candidates.counts]
    every = iter(phrases)
    while block := list(islice(every, _BLOCK)):
        _mark(members, candidates, numbers, block)
    return members


def _mark(members: list[Bools], candidates: Candidates, numbers: dict[str, int], phrases: Sequence[str]) -> None:
    ends = np.cumsum([len(phrase) + 1 for phrase in phrases]) - 1
    words = tokenise("\n".join(phrases), ends[:-1].tolist())
    ids = np.array([numbers.get(name, -1) for name in words.names], np.int64)[words.ids]
    starts = np.searchsorted(words.starts, np.concatenate(([0], ends[:-1])))
    lengths = np.diff(starts, append=len(ids))
    # Marks inside an entry do not count: "will-o'-the-wisp", "St. Louis" are one sequence each.
    for length in range(1, candidates.longest + 1):
        first = starts[lengths == length]
        rows = candidates.rows(ids[first[:, None] + np.arange(length)])
        members[length - 1][rows[rows >= 0]] = True
