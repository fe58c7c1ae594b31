"""A document → its extract: about a fifth of its sentences, with what is needed to tell topics apart.

Extracts are made by a pool of processes, and nothing else of a collection stays in memory.
"""

from __future__ import annotations

import tempfile
import zlib
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sentencerank.corpus.document_ranker import NotRankedError, document_ranker, one_by_one
from sentencerank.corpus.entries import Entry
from sentencerank.corpus.job import Job, Progress
from sentencerank.corpus.local_engine import run_in_processes, worker_count
from sentencerank.corpus.overview.key_points import LONGEST, SHORTEST, Standing, standing
from sentencerank.corpus.overview.plain_text import PlainText, plain_text
from sentencerank.corpus.shards import Shard, plan, read_shard
from sentencerank.errors import SentenceRankError, WorkerError
from sentencerank.files import encodable
from sentencerank.languages.language import Language
from sentencerank.languages.registry import language_of, pack_of
from sentencerank.method.arrays import Mask, Vectors
from sentencerank.method.terms import Terms
from sentencerank.model.embeddings import EmbeddingTable, unit
from sentencerank.ranking import Ranking
from sentencerank.records import RankedSentence

RATIO, MOST = 0.2, 12  # share of the sentences of a document, and how many at most
LONGEST_ANSWER = 100  # words of a sentence that answers a query
PHRASES = 12  # of a document, to name topics by
STRANGE = 0.3  # share of unknown words from which a language is unknown to the model
WORDS = 40  # of a document, to tell topics apart: its most frequent terms
LINES = 100_000  # sentences that are kept of a whole collection; a large one gives fewer for each document


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of an extract."""

    text: str
    rank: int  # in its document
    start: int = 0  # characters of the document as given, or of the text that was found in a file
    end: int = 0
    alone: bool = True  # False: it speaks of us or of you, or cites another work
    unknown: int = 0  # words that the model does not know and the document does not repeat: often misread


@dataclass(frozen=True, slots=True, eq=False)
class DocumentExtract:
    """What is kept of a document."""

    id: str
    link: str  # the path of a file; "" for a row of a table
    lines: tuple[Line, ...]
    vectors: NDArray[np.float16]  # (lines, d)
    phrases: tuple[tuple[str, str], ...]  # (stems, as written) of its keyphrases, best first
    words: NDArray[np.uint32]  # hashes of its most frequent terms, the most frequent first
    language: str = ""


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
    plain = plain_text(entry.text)
    try:
        ranking = document_ranker(job).rank(replace(entry, text=plain.text))
    except WorkerError:
        raise
    except (SentenceRankError, OSError):
        return None
    language = job.recipe.language
    known = language_of(ranking.document.language) if isinstance(language, str) else language
    told = told_by(entry, ranking, known, plain)
    return extract_document(told, embeddings(job.recipe.model), most, asked=job.recipe.query is not None)


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What an extract is made from: a document that was ranked, just now or before."""

    id: str
    link: str
    sentences: Sequence[RankedSentence]  # the most important first
    terms: Terms
    phrases: Sequence[tuple[str, str]]  # (stems, as written), best first
    language: Language
    plain: PlainText = field(default_factory=lambda: PlainText(""))  # where its characters stood before


def told_by(entry: Entry, ranking: Ranking, language: Language, plain: PlainText) -> Told:
    """Return what a ranking tells."""
    phrases = [(phrase.stem, phrase.text) for phrase in ranking.keyphrases(PHRASES)]
    return Told(entry.id, entry.path and entry.id, tuple(ranking), ranking.terms, phrases, language, plain)


def extract_document(
    told: Told, table: EmbeddingTable, most: int = MOST, *, asked: bool = False
) -> DocumentExtract | None:
    """Return the best fifth of the sentences, of those that stand alone, in document order.

    None if no sentence is long enough. A document whose sentences do not stand alone gives none of them: it counts,
    and its keyphrases help to name its topic. What answers a query (`asked`) may be longer, speak of us and of you, and
    be written in capitals: it is what somebody looks for.
    """
    longest = LONGEST_ANSWER if asked else LONGEST
    fitting = [s for s in told.sentences if SHORTEST <= s.words <= longest and s.copy_of is None]
    if not fitting:
        return None
    count = max(1, min(most, round(RATIO * len(told.sentences))))
    chosen = (_answers if asked else _standing_alone)(fitting, count, told.language)
    place = told.plain.original
    vectors, unknown = _sentence_vectors(told.terms, [s.index for s, _ in chosen], table)
    lines = (
        Line(encodable(" ".join(s.text.split())), s.rank, place(s.start), place(s.end - 1) + 1, alone, number)
        for (s, alone), number in zip(chosen, unknown, strict=True)
    )
    return DocumentExtract(
        told.id,
        told.link,
        tuple(lines),
        vectors.astype(np.float16),
        tuple((encodable(stems), encodable(text)) for stems, text in told.phrases if any(map(str.isalpha, text))),
        _frequent_terms(told.terms),
        told.language.code,
    )


def _standing_alone(
    ranked: Sequence[RankedSentence], count: int, language: Language
) -> list[tuple[RankedSentence, bool]]:
    """Return the best sentences that stand alone, in document order; those with persons only if there are no others."""
    by_standing: dict[Standing, list[RankedSentence]] = {each: [] for each in Standing}
    for sentence in ranked:
        by_standing[_standing(sentence, language)].append(sentence)
        if len(by_standing[Standing.ALONE]) == count:
            break
    kind = Standing.ALONE if by_standing[Standing.ALONE] else Standing.WITH_PERSONS
    chosen = sorted(by_standing[kind][:count], key=lambda sentence: sentence.index)
    return [(sentence, kind == Standing.ALONE) for sentence in chosen]


def _answers(ranked: Sequence[RankedSentence], count: int, language: Language) -> list[tuple[RankedSentence, bool]]:
    """Return the best sentences that stand alone or speak of persons, in document order."""
    kinds = ((sentence, _standing(sentence, language, asked=True)) for sentence in ranked)
    told = islice(((sentence, kind == Standing.ALONE) for sentence, kind in kinds if kind != Standing.NOT), count)
    return sorted(told, key=lambda one: one[0].index)


def _standing(sentence: RankedSentence, language: Language, *, asked: bool = False) -> Standing:
    if sentence.depends_on is not None:
        return Standing.NOT
    text, pack = " ".join(sentence.text.split()), pack_of(language.code)
    if asked and text.isupper():
        text = text.capitalize()
    wording = language.wording(text)
    # An answer may quote: 'is provided "as is", without warranty'.
    wording = wording._replace(talks=False) if asked else wording
    return standing(text, wording, language.code, capital_nouns=pack is not None and pack.capital_nouns)


def _frequent_terms(terms: Terms) -> NDArray[np.uint32]:
    frequency = np.where(terms.is_noun, terms.frequency, 0)
    best = np.argsort(-frequency, kind="stable")[:WORDS]
    names = [terms.names[k] for k in best.tolist() if frequency[k]]
    return np.array([zlib.crc32(name.encode("utf-8", "replace")) for name in names], dtype=np.uint32)


def _sentence_vectors(terms: Terms, indices: Sequence[int], table: EmbeddingTable) -> tuple[Vectors, list[int]]:
    """One direction for each sentence, and how many of its words nobody knows.

    The direction is the sum of its terms, whose lengths weigh rare words more.
    """
    if not indices:
        return np.zeros((0, table.dimensions), dtype=np.float32), []
    used = np.unique(np.concatenate([terms.of(index) for index in indices]))
    known = term_vectors([terms.surfaces[term] for term in used.tolist()], table)
    rows = [np.searchsorted(used, terms.of(index)) for index in indices]
    strange = ~_have_vectors([terms.surfaces[term] for term in used.tolist()], table)
    # Where most words have no vector, it is the language that the model does not know.
    strange &= (terms.frequency[used] == 1) & (strange.mean() < STRANGE if len(used) else False)
    sums = [known[own].sum(axis=0) for own in rows]
    counts = [int(strange[own].sum()) for own in rows]
    return unit(np.array(sums, dtype=np.float32).reshape(len(indices), table.dimensions)), counts


def _have_vectors(names: Sequence[str], table: EmbeddingTable) -> Mask:
    found: Mask = np.asarray(table.vectors(names).any(axis=1), dtype=np.bool_)
    return found


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
