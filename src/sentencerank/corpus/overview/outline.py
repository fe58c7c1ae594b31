"""Extracts → the tree of an overview: topics, sub-topics, and the sentences that carry each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from sentencerank.asking.questions import shown
from sentencerank.corpus.job import Job, Progress
from sentencerank.corpus.overview.asked import answering
from sentencerank.corpus.overview.carrying import Lines, gather_lines, take_points
from sentencerank.corpus.overview.directions import document_vectors
from sentencerank.corpus.overview.document_extracts import DocumentExtract, embeddings, extract_documents
from sentencerank.corpus.overview.grouping import centred
from sentencerank.corpus.overview.length import fit_minutes
from sentencerank.corpus.overview.naming import name_topics, surfaces_of
from sentencerank.corpus.overview.pages import Outline, OverviewDocument, OverviewTopic
from sentencerank.corpus.overview.stored_rankings import is_output, stored_extracts
from sentencerank.corpus.overview.topics_of_documents import divide, find_topics, sub_topic_count
from sentencerank.errors import OptionsError
from sentencerank.method.arrays import Ids, Vectors
from sentencerank.model.embeddings import EmbeddingTable
from sentencerank.recipe import whole_number
from sentencerank.workers import one_thread

LEVELS = 3  # of topics, at most
ENOUGH = (12, 60)  # documents from which a topic is divided, and a sub-topic
SAME = 0.5  # share of the words of documents that most of them have, from which they are one thing


def overview(
    source: str | Path,
    job: Job | None = None,
    *,
    workers: int | None = None,
    points: int = 4,
    minutes: float = 10,
    progress: Progress | None = None,
) -> Outline:
    """Return what the documents of a collection are about, read in about so many minutes.

    `points` bounds the sentences of each topic that has no sub-topics. If the recipe has a query, only the documents
    that answer it are told of, and the sentences that answer it come first. Documents are read and ranked as by
    `rank_corpus`, in `workers` processes, by default one for each core; the result is the same for any number of them.
    A source that is the output of `rank_corpus`, by whatever engine, is not ranked again.
    Raises CorpusError for a source that cannot be read, OptionsError for choices that do not fit.
    """
    job = (job or Job()).portable()
    whole_number(points, "points", least=1)
    if isinstance(minutes, bool) or not isinstance(minutes, int | float) or not 0 < minutes < 10_000:
        raise OptionsError(f"minutes={minutes!r}: give the time to read the overview, such as 5.")
    found = (
        stored_extracts(Path(source), job, progress=progress)
        if is_output(Path(source))
        else extract_documents(source, job, workers=workers, progress=progress)
    )
    table = embeddings(job.recipe.model)
    query = job.recipe.query
    kept = found.documents if query is None else answering(found.documents, query, job.recipe.model)
    whole = outline(kept, table, points=points, minutes=minutes, without=found.without, copies=found.copies)
    asked = "" if query is None else shown(query)
    return replace(whole, query=asked, unasked=len(found.documents) - len(kept))


def outline(
    extracts: Sequence[DocumentExtract],
    table: EmbeddingTable,
    *,
    points: int = 4,
    minutes: float = 10,
    without: int = 0,
    copies: int = 0,
) -> Outline:
    """Return the tree of a collection; the largest topic first, up to `points` sentences for each leaf."""
    with one_thread():
        lines = gather_lines(extracts)
        vectors = document_vectors(extracts, table)
        groups = find_topics(vectors, partial(_are_one, extracts))
        topics = _topics(lines, vectors, groups, np.arange(len(extracts)), (), points)
    documents = tuple(OverviewDocument(each.id, each.link) for each in extracts)
    return Outline(documents, fit_minutes(topics, minutes), without, copies)


def _are_one(extracts: Sequence[DocumentExtract], members: Ids) -> bool:
    """Whether documents really are one thing: half the words of each are words that most of them have."""
    own = [set(extracts[k].words.tolist()) for k in members.tolist()]
    spread = Counter(word for words in own for word in words)
    common = {word for word, count in spread.items() if count > len(own) / 2}
    shares = [len(words & common) / len(words) for words in own if words]
    return bool(shares) and float(np.mean(shares)) >= SAME


def _topics(
    lines: Lines,
    vectors: Vectors,
    groups: Sequence[Ids],
    among: Ids,
    taken: tuple[str, ...],
    points: int,
    level: int = 1,
) -> tuple[OverviewTopic, ...]:
    """Return topics that are siblings, each with its sub-topics, if it is large enough to have some."""
    extracts = lines.extracts
    named = name_topics(extracts, groups, taken)
    phrases = [surfaces_of(extracts, group.tolist(), stems) for group, stems in zip(groups, named, strict=True)]
    parts = [_parts(vectors, group, level, len(extracts)) for group in groups]
    # Those above choose first: what says most of a topic stands at its head.
    heads = [
        take_points(lines, group, among, names, 1 if below else points)
        for group, names, below in zip(groups, phrases, parts, strict=True)
    ]
    return tuple(
        OverviewTopic(
            names,
            tuple(group.tolist()),
            head,
            _topics(lines, vectors, below, group, (*taken, *stems[:2]), points, level + 1) if below else (),
        )
        for group, stems, names, below, head in zip(groups, named, phrases, parts, heads, strict=True)
    )


def _parts(vectors: Vectors, group: Ids, level: int, documents: int) -> list[Ids]:
    """The groups inside a group; none if it is small, deep in the tree, or all that there is."""
    if level == LEVELS or not ENOUGH[level - 1] <= len(group) < documents:
        return []
    # Centred here, not above: what a topic has in common should hold it together, not its sub-topics.
    parts = divide(centred(vectors[group]), sub_topic_count(len(group)))
    return [group[part] for part in parts] if len(parts) > 1 else []
