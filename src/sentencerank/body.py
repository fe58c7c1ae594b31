"""Which sentences take part: the body of a document, without headings, fragments and copies.

A sentence that does not take part is still ranked: after all others, in document order, with score 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sentencerank.arrays import Ids, Similarity
from sentencerank.document import Document
from sentencerank.sentence_graph import copies, shared_terms
from sentencerank.stretches import bounds_of
from sentencerank.terms import Terms

COPY = 0.8  # share of common terms from which a later sentence is a copy of an earlier one


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """The sentences that are ranked by the graphs, and what was found out on the way."""

    prose: Ids  # sentences whose place in the document counts
    live: Ids  # those of them inside the graphs
    copy_of: Ids  # for every sentence of the document the earlier one that it repeats; -1 for none
    bounds: list[int]  # where the stretches of live sentences begin, and the end
    terms: Terms  # of the live sentences
    shared: tuple[Similarity, ...]  # p_ij + v_ij of the live sentences of each stretch


def find_body(document: Document, terms: Terms, words: Ids, *, clean: bool, collapse: bool, min_words: int) -> Body:
    """Leave out what is not prose (`clean`), is short of `min_words`, has no terms, or is a copy (`collapse`)."""
    prose = find_prose(document, clean=clean)
    live = prose[(terms.counts[prose] > 0) & (words[prose] >= min_words)]
    if not len(live):  # a text of nothing but short lines is still a text
        live = prose[terms.counts[prose] > 0]
    copy_of = np.full(len(document.sentences), -1, dtype=np.intp)
    stretches: list[Ids] = []
    shared: list[Similarity] = []
    firsts: dict[bytes, int] = {}  # the first sentence with these terms: in other stretches only exact copies are found
    for start, end in pairwise(bounds_of(document, live)):
        here = live[start:end]
        inside = terms.of_sentences(here)
        common = shared_terms(inside)
        if collapse and len(here):
            original = copies(common, np.bincount(inside.distinct[0], minlength=len(here)), share=COPY)
            copy_of[here] = np.where(original >= 0, here[original], -1)
            if len(here) < len(live):
                _mark_copies(here, terms, firsts, copy_of)
            originals = np.flatnonzero(copy_of[here] < 0)
            if len(originals) < len(here):
                here, common = here[originals], common[np.ix_(originals, originals)]
        stretches.append(here)
        shared.append(common)
    bounds = np.cumsum([0, *map(len, stretches)]).tolist()
    kept = np.concatenate(stretches)
    one = len(stretches) == 1 and len(kept) == len(live)  # one stretch without copies: its terms are found already
    return Body(prose, kept, copy_of, bounds, inside if one else terms.of_sentences(kept), tuple(shared))


def _mark_copies(sentences: Ids, terms: Terms, firsts: dict[bytes, int], copy_of: Ids) -> None:
    """Mark sentences with the same terms as an earlier one, and remember the others."""
    for sentence in sentences[copy_of[sentences] < 0].tolist():
        first = firsts.setdefault(np.unique(terms.of(sentence)).tobytes(), sentence)
        if first != sentence:
            copy_of[sentence] = first


def find_prose(document: Document, *, clean: bool) -> Ids:
    """The sentences in paragraphs, lists and quotes; all of them where there are none, or without `clean`."""
    prose = [sentence.index for sentence in document.sentences if sentence.prose or not clean]
    return np.array(prose or range(len(document.sentences)), dtype=np.intp)
