"""Why the sentences of a ranking stand where they do: what is known about each, gathered for `reasons.py` to tell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sentencerank.explanation.reasons import Reasons, in_one_sentence, in_words
from sentencerank.languages.telling import telling_words
from sentencerank.method.arrays import Ids
from sentencerank.method.keyphrases import carriers, places_of_terms
from sentencerank.method.structures import structure_of
from sentencerank.records import Explanation, RankedSentence, Vote

if TYPE_CHECKING:
    from sentencerank.ranking import Ranking


@dataclass(frozen=True, eq=False)
class Explainer:
    """Explains the sentences of one ranking; what all of them need is computed once."""

    ranking: Ranking

    def explain(self, index: int) -> Explanation:
        """Return why sentence `index` has its rank."""
        ranking = self.ranking
        sentence = ranking.sentences[index]
        parts = {name: float(values[index]) for name, values in ranking.parts.items()}
        terms = carriers(ranking.terms, ranking.term_scores, self._term_places, index)
        votes = tuple(
            Vote(voter, share)
            for voter, share in zip(ranking.voters[index].tolist(), ranking.votes[index].tolist(), strict=True)
            if voter >= 0
        )
        similar_to = _optional(int(ranking.similar_to[index]))
        redundancy_penalty = float(ranking.redundancy_penalty[index])
        built = structure_of(ranking.structure)
        wording = telling_words(sentence.text, ranking.language, ruled=built.rules > 0)
        # Which noun a text is about is known to the ranking alone.
        defines = not wording.kind and built.definitions > 0 and parts.get("wording", 0.0) > 0
        reasons = Reasons(
            index=sentence.index,
            rank=sentence.rank,
            count=len(ranking),
            parts=parts,
            averages=self._part_averages,
            terms=[as_written(term.text, sentence.text) for term in terms[:3]],
            supporters=[vote.sentence for vote in votes],
            similar_to=similar_to,
            redundancy_penalty=redundancy_penalty,
            copy_of=sentence.copy_of,
            ranked=sentence.topic >= 0 or any(parts.values()),
            best_of_section=sentence.index in self._section_firsts,
            turn=int(self._topic_ranks[index]) if self._topics_take_turns else 0,
            divided=ranking.options.length_norm != "none" and ranking.options.baseline == "none",
            told="defines" if defines else wording.kind,
            quoted=wording.words,
            opens=self._opens(sentence),
            later=self._later_sentences(sentence.index),
        )
        return Explanation(
            index=sentence.index,
            rank=sentence.rank,
            score=sentence.score,
            parts=parts,
            terms=terms,
            votes=votes,
            topic=sentence.topic,
            topic_rank=int(self._topic_ranks[sentence.index]),
            similar_to=similar_to,
            redundancy_penalty=redundancy_penalty,
            text=in_words(reasons),
            sentence=in_one_sentence(reasons),
            cue=wording.words,
        )

    def _opens(self, sentence: RankedSentence) -> str:
        """What a sentence is the first ranked one of: the text, its section, its paragraph, or nothing."""
        place = int(np.searchsorted(self._ranked, sentence.index))
        if not place:
            return "text"
        before = self.ranking.sentences[int(self._ranked[place - 1])]
        if before.section != sentence.section:
            return "section"
        return "paragraph" if before.paragraph != sentence.paragraph else ""

    @cached_property
    def _ranked(self) -> Ids:
        """The sentences inside the graphs, in document order."""
        return np.flatnonzero(self.ranking.clusters >= 0)

    def _later_sentences(self, index: int) -> int:
        """How many later sentences have a term that this one is the first to have."""
        own = np.unique(self.ranking.terms.of(index))
        opened = own[self.ranking.terms.first[own] == index]
        owners = self.ranking.terms.owners[np.isin(self.ranking.terms.ids, opened)]
        return len(np.unique(owners[owners > index]))

    @cached_property
    def _part_averages(self) -> dict[str, float]:
        """The average of each part over the sentences that take part in the ranking."""
        inside = (self.ranking.clusters >= 0) | (self.ranking.scores != 0)
        return {
            name: float(values[inside].mean()) if inside.any() else 0.0 for name, values in self.ranking.parts.items()
        }

    @cached_property
    def _topics_take_turns(self) -> bool:
        several = len(np.unique(self.ranking.clusters[self.ranking.clusters >= 0])) > 1
        return (
            several
            and self.ranking.options.baseline == "none"
            and self.ranking.options.selection.endswith("round_robin")
        )

    @cached_property
    def _term_places(self) -> list[int]:
        return places_of_terms(self.ranking.term_scores)

    @cached_property
    def _section_firsts(self) -> frozenset[int]:
        """The best-ranked sentence of every section but that of the very best."""
        firsts: dict[int, int] = {}
        for index in self.ranking.order.tolist():
            firsts.setdefault(self.ranking.sentences[index].section, index)
        return frozenset(list(firsts.values())[1:])

    @cached_property
    def _topic_ranks(self) -> Ids:
        """Whose turn each sentence is in its subtopic: 1 for the best-ranked of it, 0 outside the subtopics."""
        turns, taken = np.zeros(len(self.ranking), dtype=np.intp), dict.fromkeys(self.ranking.clusters.tolist(), 0)
        for index, cluster in zip(
            self.ranking.order.tolist(), self.ranking.clusters[self.ranking.order].tolist(), strict=True
        ):
            if cluster >= 0:
                taken[cluster] += 1
                turns[index] = taken[cluster]
        return turns


def as_written(term: str, text: str) -> str:
    """Return a term as a sentence writes it; at the beginning of the sentence a capital tells nothing.

    >>> as_written("monday", "It closed on Monday."), as_written("repairs", "Repairs began.")
    ('Monday', 'repairs')
    """
    place = text.lower().find(term)
    found = text[place : place + len(term)]
    return found if place > 0 and found.lower() == term else term


def _optional(index: int) -> int | None:
    """-1 stands for none."""
    return index if index >= 0 else None
