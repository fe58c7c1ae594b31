"""A document → its extract: about a fifth of its sentences, with what is needed to tell topics apart."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sentencerank.corpus.entries import Entry, safe
from sentencerank.corpus.job import Job
from sentencerank.corpus.outcomes import Outcomes
from sentencerank.corpus.shards import Shard
from sentencerank.corpus.work import entries
from sentencerank.errors import SentenceRankError
from sentencerank.method.arrays import Vectors
from sentencerank.method.keyphrases import written
from sentencerank.model.embeddings import EmbeddingTable, unit
from sentencerank.ranking import Ranking

RATIO, MOST = 0.2, 12  # share of the sentences of a document, and how many at most
SHORTEST, LONGEST = 6, 60  # words of a sentence that can stand alone
PHRASES = 12  # of a document, to name topics by
_GOES_ON = re.compile(
    r"(?:additionally|also|and|as a result|at the same time|but|finally|for example|for instance|furthermore|hence|"
    r"however|in addition|in contrast|instead|meanwhile|moreover|notably|on the other hand|otherwise|similarly|so|"
    r"still|then|therefore|thus|using th(?:is|ese)|yet)\b",
    re.IGNORECASE,
)  # of English; other languages go by what leans on what alone


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of an extract."""

    text: str
    index: int
    rank: int


@dataclass(frozen=True, slots=True, eq=False)
class Extract:
    """What is kept of a document."""

    id: str
    link: str  # the path of a file; "" for a row of a table
    lines: tuple[Line, ...]
    vectors: NDArray[np.float16]  # (lines, d)
    phrases: tuple[tuple[str, str], ...]  # (stems, as written) of its keyphrases, best first


def extracts(job: Job, most: int, shard: Shard, careful: bool) -> tuple[list[Extract], int]:
    """The extracts of a shard, and how many of its documents gave none."""
    found, none = [], 0
    ranked, table, same = _tools(job), embeddings(job.model), dict(shard.same_text)
    for place, entry in enumerate(entries(shard, job)):
        ranking = None if place in same else _ranking(ranked, entry)
        made = None if ranking is None else extract(entry, ranking, table, most)
        if made is None:
            none += place not in same
        else:
            found.append(made)
    return found, none


def extract(entry: Entry, ranking: Ranking, table: EmbeddingTable, most: int = MOST) -> Extract | None:
    """The best fifth of the sentences that can stand alone, in document order; None where there is none."""
    count = max(1, min(most, round(RATIO * len(ranking))))
    fitting = [s for s in ranking.top(len(ranking)) if SHORTEST <= s.words <= LONGEST and s.copy_of is None]
    # "However, it was" says nothing on a page of its own.
    alone = [s for s in fitting if s.depends_on is None and not _GOES_ON.match(s.text)] or fitting
    chosen = sorted(alone[:count], key=lambda s: s.index)
    if not chosen:
        return None
    vectors = sentence_vectors(ranking, [s.index for s in chosen], table)
    stems = dict(zip(map(written, ranking.terms.surfaces), ranking.terms.names, strict=True))
    return Extract(
        entry.id,
        entry.path and entry.id,
        tuple(Line(safe(" ".join(s.text.split())), s.index, s.rank) for s in chosen),
        vectors.astype(np.float16),
        tuple((safe(stems[phrase.text]), safe(phrase.text)) for phrase in ranking.keyphrases(PHRASES)),
    )


def sentence_vectors(ranking: Ranking, indices: Sequence[int], table: EmbeddingTable) -> Vectors:
    """One direction for each sentence: the sum of its terms, whose lengths weigh rare words more."""
    terms = ranking.terms
    used = np.unique(np.concatenate([terms.of(index) for index in indices])) if indices else np.array([], np.intp)
    known = term_vectors([terms.surfaces[term] for term in used.tolist()], table)
    place = {term: row for row, term in enumerate(used.tolist())}
    sums = [known[[place[term] for term in terms.of(index).tolist()]].sum(axis=0) for index in indices]
    return unit(np.array(sums, dtype=np.float32).reshape(len(indices), table.dimensions))


def term_vectors(names: Sequence[str], table: EmbeddingTable) -> Vectors:
    """The vectors of words and phrases; a word without one, as of another script, has a direction of its own."""
    known = table.vectors(names)
    for row in np.flatnonzero(~known.any(axis=1)).tolist():
        known[row] = _direction(names[row], table.dimensions)
    return known


def _direction(name: str, dimensions: int) -> NDArray[np.float32]:
    signs = np.random.default_rng(zlib.crc32(name.encode("utf-8", "replace"))).choice([-1.0, 1.0], dimensions)
    return (signs / np.sqrt(dimensions)).astype(np.float32)


def _ranking(ranked: Outcomes, entry: Entry) -> Ranking | None:
    try:
        return ranked.ranking(entry)
    except (SentenceRankError, OSError):
        return None


@cache
def _tools(job: Job) -> Outcomes:
    return Outcomes(job)


@cache
def embeddings(folder: str | None) -> EmbeddingTable:
    """The vectors that topics are told apart by; loaded once in a process."""
    from sentencerank.model.model import load

    return load(None if folder is None else Path(folder)).embeddings
