"""Which sentences take part: the body of a document, without headings, fragments and copies.

A sentence that does not take part is still ranked: after all others, in document order, with score 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sentencerank.arrays import Ids, Similarity
from sentencerank.document import Document
from sentencerank.sentence_graph import copies, shared_terms
from sentencerank.terms import Terms

COPY = 0.8  # share of common terms from which a later sentence is a copy of an earlier one


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """The sentences that are ranked by the graphs, and what was found out on the way."""

    prose: Ids  # sentences whose place in the document counts
    live: Ids  # those of them inside the graphs
    copy_of: Ids  # for every sentence of the document the earlier one that it repeats; -1 for none
    shared: Similarity  # p_ij + v_ij of the live sentences


def find_body(document: Document, terms: Terms, words: Ids, *, clean: bool, collapse: bool, min_words: int) -> Body:
    """Leave out what is not prose (`clean`), is short of `min_words`, has no terms, or is a copy (`collapse`)."""
    prose = find_prose(document, clean=clean)
    live = prose[(terms.counts[prose] > 0) & (words[prose] >= min_words)]
    if not len(live):  # a text of nothing but short lines is still a text
        live = prose[terms.counts[prose] > 0]
    inside = terms.of_sentences(live)
    shared = shared_terms(inside)
    copy_of = np.full(len(document.sentences), -1, dtype=np.intp)
    if collapse and len(live):
        first = copies(shared, np.bincount(inside.distinct[0], minlength=len(live)), share=COPY)
        copy_of[live] = np.where(first >= 0, live[first], -1)
        kept = np.flatnonzero(first < 0)
        if len(kept) < len(live):
            live, shared = live[kept], shared[np.ix_(kept, kept)]
    return Body(prose, live, copy_of, shared)


def find_prose(document: Document, *, clean: bool) -> Ids:
    """The sentences in paragraphs, lists and quotes; all of them where there are none, or without `clean`."""
    prose = [sentence.index for sentence in document.sentences if sentence.prose or not clean]
    return np.array(prose or range(len(document.sentences)), dtype=np.intp)
