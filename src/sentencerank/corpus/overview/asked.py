"""A query to a collection: which documents answer it, and with which of their sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from sentencerank.asking.index import index_document
from sentencerank.asking.questions import Queries
from sentencerank.asking.sections import Sections
from sentencerank.corpus.overview.document_extracts import DocumentExtract
from sentencerank.document import Document, Sentence
from sentencerank.languages.registry import language_of
from sentencerank.model.model import Model, load, without_vectors

ANSWERS = 0.5  # share of the best score from which a sentence answers a query


def answering(
    extracts: Sequence[DocumentExtract], query: Queries, model: str | Path | None = None
) -> tuple[DocumentExtract, ...]:
    """Return the documents that answer a query, each with the sentences that do; all if it has no essential word.

    The lines of all extracts are asked as one document, each extract a section of it, so that a word that few
    documents have counts more than one that all have.
    """
    lines = [line.text for each in extracts for line in each.lines]
    owners = np.repeat(np.arange(len(extracts)), [len(each.lines) for each in extracts])
    answers = None
    if lines:
        document = _as_document(lines, owners.tolist())
        index = index_document(document, _model(extracts, model), Sections(owners.tolist(), [""] * len(lines)))
        answers = index.ask(query)
    if answers is None:
        return tuple(extracts)
    if not answers.found:
        return ()
    # A document answers no less for others that say the same.
    scores = sum((own for name, own in answers.parts.items() if name != "told"), start=np.zeros(len(lines)))
    allowed = np.zeros(len(lines), dtype=np.bool_)
    allowed[answers.order[: answers.allowed]] = True
    allowed |= np.isin(answers.copy_of, np.flatnonzero(allowed))
    scores = np.where(allowed, scores, 0.0)
    good = scores >= max(ANSWERS * float(scores.max(initial=0.0)), 1e-9)
    found, start = [], 0
    for each in extracts:
        own = np.flatnonzero(good[start : start + len(each.lines)])
        start += len(each.lines)
        if len(own):
            lines_kept = tuple(each.lines[k] for k in own.tolist())
            found.append(replace(each, lines=lines_kept, vectors=each.vectors[own]))
    return tuple(found)


def _as_document(lines: Sequence[str], owners: Sequence[int]) -> Document:
    sentences, offset = [], 0
    for index, (text, owner) in enumerate(zip(lines, owners, strict=True)):
        sentences.append(Sentence(index, text, offset, offset + len(text), owner, owner))
        offset += len(text) + 1
    return Document("\n".join(lines), tuple(sentences))


def _model(extracts: Sequence[DocumentExtract], folder: str | Path | None) -> Model:
    """The model for the language of most documents."""
    if folder is not None:
        return load(Path(folder))
    counts = Counter(each.language for each in extracts)
    code = max(sorted(counts), key=counts.__getitem__)
    return load() if code == "en" else without_vectors(language_of(code))
