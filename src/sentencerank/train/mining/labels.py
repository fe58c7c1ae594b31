"""Distant labels: candidates that a knowledge base knows are positive, all others negative, and some are neither."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sentencerank.errors import CorpusError
from sentencerank.train.checkpoints import Bools, Floats, Ints
from sentencerank.train.mining.candidates import Candidates
from sentencerank.train.mining.features import best_split
from sentencerank.train.text import decode
from sentencerank.train.tokens import insert_spaces, segmented_language, tokenise

ASSOCIATION = "association"  # stands for a knowledge base: examples are found in the corpus itself
_BLOCK = 1 << 17  # phrases looked up at once
_PARTS = ("noun", "verb", "adj", "adv")


@dataclass(frozen=True, slots=True)
class KnowledgeBase:
    """Phrases known to be good (`quality`), and those that may be (`all`): these are no examples of bad ones."""

    quality: Collection[str]
    all: Collection[str] = ()
    name: str = ""
    licence: str = ""
    stemmed: bool = False  # whether the last word of a phrase is a stem

    @property
    def digest(self) -> str:
        """SHA-256 over both lists."""
        digest = hashlib.sha256()
        for phrase in chain(self.quality, ("",), self.all):
            digest.update(f"{phrase}\n".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()


def inflect(phrases: Iterable[str], words: Iterable[str], stem: Callable[[str], str]) -> Iterator[str]:
    """Yield phrases whose last word is a stem, with every word of the corpus that has this stem.

    >>> list(inflect(["red ball"], ["balls", "red", "ball"], stem=lambda word: word.removesuffix("s")))
    ['red balls', 'red ball']
    """
    forms: dict[str, list[str]] = {}
    for word in words:
        forms.setdefault(stem(word), []).append(word)
    for phrase in phrases:
        *rest, last = phrase.split()
        yield from (" ".join([*rest, form]) for form in forms.get(last, ()))


def word_list(path: Path) -> tuple[str, ...]:
    """Read a list with one phrase per line, without empty lines and lines that begin with #.

    Raises CorpusError if it cannot be read.
    """
    try:
        lines = decode(path.read_bytes())[0].split("\n")
    except OSError as error:
        raise CorpusError(f"{path}: cannot be read ({error}). Give a text file with one phrase per line.") from error
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def as_knowledge_base(source: KnowledgeBase | str | Path | Iterable[str] | None) -> KnowledgeBase:
    """Return the knowledge base in a list file, in a folder of WordNet (`index.noun` …), or of the phrases given.

    None stands for association. Raises CorpusError if something cannot be read.

    >>> as_knowledge_base(["shortest path", "New York"]).quality
    ('shortest path', 'New York')
    """
    if source is None:
        return KnowledgeBase((), name=ASSOCIATION)
    if isinstance(source, KnowledgeBase):
        return source
    if not isinstance(source, (str, Path)):
        return KnowledgeBase(tuple(source), name="phrases")
    path = Path(source)
    if path.is_dir():
        return KnowledgeBase(tuple(wordnet_phrases(path)), name=path.name, licence="WordNet")
    return KnowledgeBase(word_list(path), name=path.name)


def wordnet_phrases(folder: Path) -> Iterator[str]:
    """Yield the entries of WordNet's index files, words and multi-words, sorted; `_` stands for a space in them."""
    found: set[str] = set()
    for part in _PARTS:
        path = folder / f"index.{part}"
        if not path.exists():
            raise CorpusError(
                f"{folder} has no index.{part}. Give a folder of WordNet (Debian: wordnet-base), or a list."
            )
        for line in path.read_text(encoding="utf-8").split("\n"):
            # The notice at the top is indented.
            if line and not line.startswith(" "):
                found.add(line.partition(" ")[0].replace("_", " "))
    yield from sorted(found)


class Labels(NamedTuple):
    """Ids of the examples, and which candidates the knowledge base has at all."""

    positives: Ints
    negatives: Ints
    known: Bools


def labels(
    candidates: Candidates, words: tuple[str, ...], base: KnowledgeBase, stops: Bools, language: str = ""
) -> tuple[Labels, Labels]:
    """Return the labels of multi-words, numbered over all lengths from 2, and of single words.

    Positive: in the quality list. Neither: only in the larger list. Negative: every other candidate, and single stop
    words always.
    """
    numbers = dict(zip(words, range(len(words)), strict=True))
    quality, every = (_members(candidates, numbers, phrases, language) for phrases in (base.quality, base.all))
    known = [own | other for own, other in zip(quality, every, strict=True)]
    good, any_ = (np.concatenate([np.zeros(0, np.bool_), *parts[1:]]) for parts in (quality, known))
    multi = Labels(np.flatnonzero(good), np.flatnonzero(~any_), good)
    single_good = quality[0] & ~stops
    single = Labels(np.flatnonzero(single_good), np.flatnonzero(~known[0] | stops), single_good)
    return multi, single


def association_labels(candidates: Candidates, tokens: int, stops: Bools) -> tuple[Labels, Labels]:
    """Return labels without a knowledge base: what holds together best by NPMI, stop words apart, is positive.

    The best hundredth, of a small corpus 50, are examples of good phrases, those from a tenth on of bad ones, and those
    between are no examples.
    """
    scores = np.concatenate(
        [np.zeros(0), *(_npmi(candidates, n, tokens, stops) for n in range(2, candidates.longest + 1))]
    )
    order = np.argsort(-scores, kind="stable")
    order = order[np.isfinite(scores[order])]
    good = max(len(scores) // 100, min(50, len(scores) // 20))
    open_ = max(good, len(scores) // 10)
    known = np.zeros(len(scores), np.bool_)
    negative = np.ones(len(scores), np.bool_)
    negative[order[:open_]] = False
    none = np.zeros(0, np.int64)
    words = Labels(none, none, np.zeros(len(candidates.counts[0]), np.bool_))
    return Labels(np.sort(order[:good]), np.flatnonzero(negative), known), words


def _npmi(candidates: Candidates, length: int, tokens: int, stops: Bools) -> Floats:
    """Return NPMI = ln [c·N / (c(l)·c(r))] / −ln (c/N) at the best split; −∞ for what has a stop word in it."""
    _, left, right = best_split(candidates, candidates.counts, length)
    count = candidates.counts[length - 1]
    score = np.log(count * tokens / (left * right)) / -np.log(count / tokens)
    return np.where(stops[candidates.sequences(length)].any(axis=1), -np.inf, score)


def _members(candidates: Candidates, numbers: dict[str, int], phrases: Collection[str], language: str) -> list[Bools]:
    """Tell by length whether a candidate is one of the phrases; these pass through the tokeniser of the corpus."""
    members = [np.zeros(len(counts), np.bool_) for counts in candidates.counts]
    every = iter(phrases)
    while block := list(islice(every, _BLOCK)):
        _mark(members, candidates, numbers, block, language)
    return members


def _mark(
    members: list[Bools], candidates: Candidates, numbers: dict[str, int], phrases: Sequence[str], language: str
) -> None:
    segmented = segmented_language(language)
    if segmented:
        phrases = insert_spaces("\n".join(phrase.replace("\n", " ") for phrase in phrases), segmented)[0].split("\n")
    ends = np.cumsum([len(phrase) + 1 for phrase in phrases]) - 1
    words = tokenise("\n".join(phrases), ends[:-1].tolist(), spaced=segmented is not None)
    ids = np.array([numbers.get(name, -1) for name in words.names], np.int64)[words.ids]
    starts = np.searchsorted(words.starts, np.concatenate(([0], ends[:-1])))
    lengths = np.diff(starts, append=len(ids))
    # Marks inside an entry do not count: "will-o'-the-wisp", "St. Louis" are one sequence each.
    for length in range(1, candidates.longest + 1):
        first = starts[lengths == length]
        rows = candidates.rows(ids[first[:, None] + np.arange(length)])
        members[length - 1][rows[rows >= 0]] = True
