"""A case made ready to be judged on: its sentences, split once for every system, and who may sit in judgement.

A panel is a set of references that a summary is scored against:

    summaries    all summaries in the judges' own words
    judges       all judges who judged the sentences of the document
    without k    all of these but the k-th: what judge k, and every system beside it, is scored against
    others       the mean over all panels "without k"

Judges of sentences are those who gave scores, if there are at least two, otherwise those who chose sentences, otherwise
the only one who gave scores. A reference that says nothing (no words, no sentence chosen, the same score for every
sentence) is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sentencerank.document import Document, word_count
from sentencerank.errors import DataError
from sentencerank.evaluate.budgets import summary
from sentencerank.evaluate.cases import Case
from sentencerank.evaluate.tokens import Text
from sentencerank.files import sha256_of
from sentencerank.languages.language import read_sentences, read_text
from sentencerank.languages.registry import language_of
from sentencerank.method.arrays import Ids, Scores
from sentencerank.method.selection import by_score
from sentencerank.recipe import Budget

SUMMARIES, JUDGES, OTHERS = "summaries", "judges", "others"


@dataclass(frozen=True, slots=True, eq=False)
class Judge:
    """One who judged sentences: a score each, and the sentences chosen if it was a choice."""

    name: str
    scores: Scores
    chosen: tuple[int, ...] | None = None

    def extract(self, sentences: tuple[str, ...], budget: Budget) -> tuple[str, ...]:
        """Return what this judge would have people read: the choice as it is, or the best-scored within the budget."""
        if self.chosen is not None:
            return tuple(sentences[i] for i in sorted(self.chosen))
        return summary(by_score(self.scores).tolist(), sentences, budget)


@dataclass(frozen=True, eq=False)
class Subject:
    """A document to rank, the summaries of it and the judges of its sentences."""

    id: str
    document: Document
    summaries: tuple[str, ...]
    judges: tuple[Judge, ...]

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The texts of its sentences."""
        return tuple(sentence.text for sentence in self.document.sentences)

    @cached_property
    def words(self) -> Ids:
        """Their lengths."""
        return np.array([word_count(text) for text in self.sentences], dtype=np.intp)

    @cached_property
    def panels(self) -> dict[str, tuple[int, ...]]:
        """Each panel by its name, as places in `references`."""
        first, count = len(self.summaries), len(self.judges)
        found: dict[str, tuple[int, ...]] = {}
        if first:
            found[SUMMARIES] = tuple(range(first))
        if count:
            found[JUDGES] = tuple(range(first, first + count))
        if count > 1:
            for k in range(count):
                found[without(k)] = tuple(first + j for j in range(count) if j != k)
        return found

    def references(self, budget: Budget) -> list[Text]:
        """Return the summaries, then the extracts of the judges."""
        return [*self.summaries, *(judge.extract(self.sentences, budget) for judge in self.judges)]

    def votes(self, panel: str) -> Scores | None:
        """Return how important the judges of a panel found each sentence, from 0: their mean score."""
        judges = [self.judges[k - len(self.summaries)] for k in self.panels[panel] if k >= len(self.summaries)]
        return mean_scores(judges) if judges else None

    @cached_property
    def digest(self) -> str:
        """A fingerprint of all that a result can depend on."""
        judges = [[judge.name, judge.scores.tolist(), judge.chosen] for judge in self.judges]
        content = [self.document.language, self.sentences, [s.prose for s in self.document.sentences]]
        return sha256_of([self.id, content, self.summaries, judges])


def without(k: int) -> str:
    """Return the name of the panel without the judge at place k.

    >>> without(0)
    'without 1'
    """
    return f"without {k + 1}"


def mean_scores(judges: Iterable[Judge]) -> Scores:
    """Return the mean of the judges' scores, moved up where a scale goes below 0."""
    mean: Scores = np.mean([judge.scores for judge in judges], axis=0)
    return mean - min(0.0, float(mean.min(initial=0.0)))


def subject(case: Case) -> Subject:
    """Prepare a case: split its text if need be, and sort its references."""
    tongue = language_of(case.language)
    if case.sentences is not None:
        document = read_sentences(case.sentences, tongue, id=case.id)
    else:
        document = read_text(case.text or "", tongue, id=case.id)
    return Subject(case.id, document, tuple(text for text in case.summaries if word_count(text)), _judges(case))


def subjects(cases: Iterable[Case]) -> tuple[tuple[Subject, ...], tuple[str, ...]]:
    """Prepare all cases that can be judged, with a remark on those that cannot. Raise DataError if none can."""
    found = [subject(case) for case in cases]
    usable = tuple(one for one in found if one.panels and one.sentences)
    if not usable:
        raise DataError(
            f"no document has both sentences and a reference that says something ({len(found)} read): "
            "give summaries with words, chosen sentences, or scores that differ"
        )
    left_out = [one.id for one in found if not (one.panels and one.sentences)]
    if not left_out:
        return usable, ()
    return usable, (f"Left out, since they have no sentences or no references: {', '.join(left_out)}",)


def _judges(case: Case) -> tuple[Judge, ...]:
    scored = [
        Judge(reference.judge, np.array(reference.scores, dtype=np.float64))
        for reference in case.references
        if reference.scores is not None and len(set(reference.scores)) > 1
    ]
    if len(scored) > 1:
        return _by_name(scored)
    chose = []
    for reference in case.references:
        if reference.indices:
            marks = np.zeros(len(case.sentences or ()))
            marks[list(reference.indices)] = 1.0
            chose.append(Judge(reference.judge, marks, reference.indices))
    return _by_name(chose or scored)


def _by_name(judges: list[Judge]) -> tuple[Judge, ...]:
    """Sort them, so that judge k is the same person wherever the same people judged."""
    return tuple(sorted(judges, key=lambda judge: judge.name))
