"""Which sentences take part: the candidates, without headings, fragments and copies.

A sentence that does not take part is still ranked: after all others, in document order, with score 0.
"""

from __future__ import annotations

from itertools import accumulate, pairwise

import numpy as np

from sentencerank.frozen import dataclass
from sentencerank.method.analysis import Analysis
from sentencerank.method.arrays import Ids, Mask, Similarity
from sentencerank.method.chunks import bounds_of
from sentencerank.method.graphs import copies, shared_terms
from sentencerank.method.terms import NO_IDS, Terms

COPY = 0.8  # share of common terms from which a later sentence is a copy of an earlier one


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """The sentences that are ranked by the graphs, and what was found out on the way."""

    prose: Ids  # sentences whose place in the document counts
    indices: Ids  # those of them inside the graphs
    copy_of: Ids  # for every sentence of the document the one that it repeats; -1 for none
    bounds: list[int]  # where the chunks of candidates begin, and the end
    terms: Terms  # of the candidates
    shared: tuple[Similarity, ...]  # distinct terms in common, of the candidates of each chunk

    def __len__(self) -> int:
        return len(self.indices)


def find_candidates(analysis: Analysis, *, clean: bool, collapse: bool, min_words: int) -> Candidates:
    """Leave out what is not prose (`clean`), is short of `min_words`, has no terms, or is a copy (`collapse`)."""
    terms = analysis.terms
    prose = find_prose(analysis, clean=clean)
    full = prose[(terms.counts[prose] > 0) & (analysis.words[prose] >= min_words)]
    # A text of nothing but short lines is still a text.
    if not len(full):
        full = prose[terms.counts[prose] > 0]
    copy_of, half = np.full(len(analysis), -1, dtype=np.intp), _half(analysis)
    chunks: list[Ids] = []
    shared: list[Similarity] = []
    # Chunks are not compared with each other, so across them only sentences with exactly the same terms are found.
    firsts: dict[bytes, int] = {}
    for start, end in pairwise(bounds_of(analysis.sections[full], analysis.paragraphs[full])):
        here = full[start:end]
        inside = terms if len(here) == len(analysis) else terms.of_sentences(here)
        common = shared_terms(inside)
        if collapse and len(here):
            original = copies(common, inside.sizes, share=COPY, half=half[here])
            repeated = original >= 0
            copy_of[here[repeated]] = here[original[repeated]]
            if len(here) < len(full):
                _mark_copies(here, inside, firsts, copy_of)
            originals = np.flatnonzero(copy_of[here] < 0)
            if len(originals) < len(here):
                here, common = here[originals], common[np.ix_(originals, originals)]
        chunks.append(here)
        shared.append(common)
    bounds = [0, *accumulate(map(len, chunks))]
    kept = chunks[0] if len(chunks) == 1 else np.concatenate(chunks)
    # With one chunk and no copies the terms are found already; to gather them again would cost as much.
    one = len(chunks) == 1 and len(kept) == len(full)
    return Candidates(prose, kept, copy_of, bounds, inside if one else terms.of_sentences(kept), tuple(shared))


def _half(analysis: Analysis) -> Mask:
    """Which sentences are titles, or have lost their beginning or their end."""
    told = analysis.told
    return told.flags("unfinished") | told.flags("begins_inside") | told.flags("verbless")


def _mark_copies(sentences: Ids, terms: Terms, firsts: dict[bytes, int], copy_of: Ids) -> None:
    """Mark sentences with the same terms as an earlier one, and remember the others; `terms` are theirs alone."""
    owners, found = terms.distinct
    bounds = np.searchsorted(owners, np.arange(len(sentences) + 1)).tolist()
    for sentence, start, end in zip(sentences.tolist(), bounds[:-1], bounds[1:], strict=True):
        if copy_of[sentence] >= 0:
            continue
        first = firsts.setdefault(found[start:end].tobytes(), sentence)
        if first != sentence:
            copy_of[sentence] = first


def find_prose(analysis: Analysis, *, clean: bool) -> Ids:
    """Return the sentences in paragraphs, lists and quotes; all of them where there are none, or without `clean`."""
    prose = analysis.prose.nonzero()[0] if clean else NO_IDS
    return prose if len(prose) else np.arange(len(analysis))
