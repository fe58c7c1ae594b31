"""A document → its extract: about a fifth of its sentences, with what is needed to tell topics apart.

Extracts are made by a pool of processes, and nothing else of a collection stays in memory.
"""

from __future__ import annotations

import re
import tempfile
import zlib
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sentencerank.corpus.document_ranker import NotRankedError, document_ranker, one_by_one
from sentencerank.corpus.entries import Entry
from sentencerank.corpus.job import Job, Progress
from sentencerank.corpus.local_engine import run_in_processes, worker_count
from sentencerank.corpus.shards import Shard, plan, read_shard
from sentencerank.errors import SentenceRankError, WorkerError
from sentencerank.files import encodable
from sentencerank.method.arrays import Vectors
from sentencerank.model.embeddings import EmbeddingTable, unit
from sentencerank.ranking import Ranking

RATIO, MOST = 0.2, 12  # share of the sentences of a document, and how many at most
SHORTEST, LONGEST = 6, 60  # words of a sentence that can stand alone
PHRASES = 12  # of a document, to name topics by
LINES = 100_000  # sentences that are kept of a whole collection; a large one gives fewer for each document
# Of English; in other languages only what depends on what counts.
_GOES_ON = re.compile(
    r"(?:additionally|also|and|as a result|at the same time|but|finally|for example|for instance|furthermore|hence|"
    r"however|in addition|in contrast|instead|meanwhile|moreover|notably|on the other hand|otherwise|similarly|so|"
    r"still|then|therefore|thus|using th(?:is|ese)|yet)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of an extract."""

    text: str
    rank: int  # in its document


@dataclass(frozen=True, slots=True, eq=False)
class DocumentExtract:
    """What is kept of a document."""

    id: str
    link: str  # the path of a file; "" for a row of a table
    lines: tuple[Line, ...]
    vectors: NDArray[np.float16]  # (lines, d)
    phrases: tuple[tuple[str, str], ...]  # (stems, as written) of its keyphrases, best first


@dataclass(frozen=True, slots=True)
class Extracts:
    """The extracts of a collection, in its order."""

    documents: tuple[DocumentExtract, ...]
    without: int  # documents that gave none
    copies: int  # documents whose text was there before


def extract_documents(
    source: str | Path, job: Job, *, workers: int | None = None, progress: Progress | None = None
) -> Extracts:
    """Make the extracts of all documents in several processes. Raises CorpusError if the source cannot be read."""
    tell = progress or (lambda what, done, of: None)
    count = worker_count(workers)
    job.check()
    with tempfile.TemporaryDirectory(prefix="sentencerank-") as spool:
        planned = plan(Path(source).absolute(), job, Path(spool), progress=lambda seen: tell("planning", seen, 0))
        tell("kept", 0, planned.documents)
        most = max(1, min(MOST, LINES // planned.documents))
        found: dict[int, list[DocumentExtract]] = {}
        done = without = 0
        with closing(run_in_processes(partial(_extract_shard, job, most), planned.shards, count, job)) as results:
            for number, extracts, none in results:
                found[number] = extracts
                without += none
                done += planned.shards[number].count
                tell("ranking", done, planned.documents)
    documents = tuple(extract for number in sorted(found) for extract in found[number])
    return Extracts(documents, without, sum(len(shard.same_text) for shard in planned.shards))


def _extract_shard(job: Job, most: int, shard: Shard, careful: bool) -> tuple[int, list[DocumentExtract], int]:
    """Return the number of the shard, its extracts, and how many of its documents gave none."""
    copies = {place for place, _ in shard.same_text}
    found: list[DocumentExtract | None] = []
    with one_by_one(partial(_extract_entry, job, most), job, careful) as extract:
        for place, entry in enumerate(read_shard(shard, job)):
            if place not in copies:
                try:
                    found.append(extract(entry))
                except NotRankedError:
                    found.append(None)
    return shard.number, [each for each in found if each is not None], found.count(None)


def _extract_entry(job: Job, most: int, entry: Entry) -> DocumentExtract | None:
    try:
        ranking = document_ranker(job).rank(entry)
    except WorkerError:
        raise
    except (SentenceRankError, OSError):
        return None
    return extract_document(entry, ranking, embeddings(job.recipe.model), most)


def extract_document(entry: Entry, ranking: Ranking, table: EmbeddingTable, most: int = MOST) -> DocumentExtract | None:
    """Return the best fifth of the sentences that can stand alone, in document order; None where there is none."""
    count = max(1, min(most, round(RATIO * len(ranking))))
    fitting = [s for s in ranking if SHORTEST <= s.words <= LONGEST and s.copy_of is None]
    # "However, it was" says nothing on a page of its own.
    alone = [s for s in fitting if s.depends_on is None and not _GOES_ON.match(s.text)] or fitting
    chosen = sorted(alone[:count], key=lambda s: s.index)
    if not chosen:
        return None
    vectors = _sentence_vectors(ranking, [s.index for s in chosen], table)
    return DocumentExtract(
        entry.id,
        entry.path and entry.id,
        tuple(Line(encodable(" ".join(s.text.split())), s.rank) for s in chosen),
        vectors.astype(np.float16),
        tuple((encodable(phrase.stem), encodable(phrase.text)) for phrase in ranking.keyphrases(PHRASES)),
    )


def _sentence_vectors(ranking: Ranking, indices: Sequence[int], table: EmbeddingTable) -> Vectors:
    """One direction for each sentence: the sum of its terms, whose lengths weigh rare words more."""
    terms = ranking.terms
    used = np.unique(np.concatenate([terms.of(index) for index in indices]))
    known = term_vectors([terms.surfaces[term] for term in used.tolist()], table)
    place = {term: row for row, term in enumerate(used.tolist())}
    sums = [known[[place[term] for term in terms.of(index).tolist()]].sum(axis=0) for index in indices]
    return unit(np.array(sums, dtype=np.float32).reshape(len(indices), table.dimensions))


def term_vectors(names: Sequence[str], table: EmbeddingTable) -> Vectors:
    """Return the vectors of words and phrases; one without any, as of another script, has a direction of its own."""
    known = table.vectors(names)
    for row in np.flatnonzero(~known.any(axis=1)).tolist():
        signs = np.random.default_rng(zlib.crc32(names[row].encode("utf-8", "replace"))).choice(
            [-1.0, 1.0], table.dimensions
        )
        known[row] = (signs / np.sqrt(table.dimensions)).astype(np.float32)
    return known


@cache
def embeddings(folder: str | Path | None) -> EmbeddingTable:
    """Return the vectors that topics are told apart by, loaded once: those of a model folder, or of the package."""
    from sentencerank.model.model import load

    return load(None if folder is None else Path(folder)).embeddings
