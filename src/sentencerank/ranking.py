"""The result of ranking a document: every sentence with its rank, score, subtopic and reasons."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sentencerank.arrays import Ids, Labels, Order, Scores
from sentencerank.document import Document, word_count
from sentencerank.errors import OptionsError
from sentencerank.explanation import in_words
from sentencerank.extracts import layer_numbers, within
from sentencerank.keyphrases import best_terms, carriers, distinctive_terms, standing_of_terms
from sentencerank.options import Options
from sentencerank.records import Explanation, Extract, Json, Keyphrase, Layer, RankedSentence, Topic, Vote, as_json
from sentencerank.terms import Terms

SCHEMA = "sentencerank/1"
REASONS = ("terms", "votes", "turn", "similar_to", "held_back", "text")  # of an explanation, beside the parts
WORDS_PER_MINUTE = 238  # silent reading of English non-fiction, the mean of Brysbaert's meta-analysis (2019)


@dataclass(frozen=True, eq=False)
class Ranking:
    """All sentences of a document, ranked. Made by `rank`; every array is in document order unless said otherwise."""

    document: Document
    order: Order  # a permutation of the sentences, most important first
    scores: Scores
    parts: Mapping[str, Scores]  # what the scores are made of: they add up to `scores`
    clusters: Labels  # subtopic of each sentence; -1 for sentences outside the graphs
    terms: Terms
    term_scores: Scores  # W'(v)
    voters: Ids  # (n, k) sentences that recommend each sentence, best first; -1 where there are fewer
    votes: Scores  # (n, k) their shares
    similar_to: Ids  # the better-ranked sentence most like it; -1 for none
    held_back: Scores  # what marginal relevance took off for that
    leans_on: Ids  # the sentence it cannot be understood without; -1 for none
    copy_of: Ids  # the earlier sentence it repeats; -1 for none
    options: Options
    structure: str  # the structure that was used: what "auto" was resolved to; "none" for a plain method
    query: str | None = None
    notes: tuple[str, ...] = ()  # what a user should know about how this came about

    def __post_init__(self) -> None:
        """Nobody who is handed these arrays may change them."""
        for array in (self.order, self.scores, self.clusters, self.term_scores, *self.parts.values()):
            array.setflags(write=False)

    def __repr__(self) -> str:
        """What it is, in a line: the fields themselves would fill a screen."""
        best = f", best {self.sentences[self.order[0]].text[:60]!r}" if len(self) else ""
        return f"<Ranking of {len(self)} sentences, {self.language}, {self.structure}{best}>"

    @property
    def language(self) -> str:
        """Code of the language that the document was read in."""
        return self.document.language

    @property
    def language_confidence(self) -> float | None:
        """How sure the language is, 0 to 1; None if it was asked for."""
        return self.document.language_confidence

    @cached_property
    def sentences(self) -> tuple[RankedSentence, ...]:
        """Every sentence, in document order."""
        rank = np.empty(len(self.order), dtype=np.intp)
        rank[self.order] = np.arange(1, len(self.order) + 1)
        return tuple(
            RankedSentence(
                index=s.index,
                text=s.text,
                start=s.start,
                end=s.end,
                paragraph=s.paragraph,
                section=s.section,
                rank=int(rank[s.index]),
                score=float(self.scores[s.index]),
                topic=int(self.clusters[s.index]),
                leans_on=_optional(self.leans_on[s.index]),
                copy_of=_optional(self.copy_of[s.index]),
                words=word_count(s.text),
            )
            for s in self.document.sentences
        )

    def __len__(self) -> int:
        return len(self.order)

    def top(self, count: int) -> tuple[RankedSentence, ...]:
        """The `count` most important sentences, most important first; all of them if there are fewer."""
        wanted = _whole(count, "count")
        return tuple(self.sentences[i] for i in self.order[:wanted])

    def summary(
        self,
        *,
        words: int | None = None,
        sentences: int | None = None,
        ratio: float | None = None,
        characters: int | None = None,
        context: bool = False,
        fill: bool = False,
    ) -> Extract:
        """The best sentences within a budget, in document order; never over it.

        Sentences are taken by rank until the next one does not fit, so a larger budget never removes a sentence;
        `fill` skips what does not fit and goes on, which uses more of the budget. `ratio` is a share of the sentences,
        at least one. `context` brings the sentence that a chosen one leans on along, both or neither. Words and
        characters are not spent on copies of other sentences.
        """
        given = {"words": words, "sentences": sentences, "ratio": ratio, "characters": characters}
        chosen = {name: value for name, value in given.items() if value is not None}
        if len(chosen) != 1:
            raise OptionsError(
                f"summary takes exactly one budget, got {', '.join(chosen) or 'none'}. "
                "Give words=, sentences=, ratio= or characters=."
            )
        unit, value = chosen.popitem()
        limit = self._share(value) if unit == "ratio" else _whole(value, unit)
        limit += unit == "characters"  # every sentence pays for the space behind it; the last one has none
        order = self.order if unit in ("sentences", "ratio") else self.order[self.copy_of[self.order] < 0]
        indices = within(order, self._costs(unit), limit, self.leans_on if context else None, fill=fill)
        return Extract(tuple(self.sentences[i] for i in indices))

    def _share(self, ratio: float) -> int:
        """⌊ratio·n + ½⌋ sentences, at least one."""
        if isinstance(ratio, bool) or not isinstance(ratio, int | float) or not 0 < ratio <= 1:
            raise OptionsError(f"ratio={ratio!r}: give a share of the sentences above 0 and up to 1, such as 0.2.")
        return max(1, math.floor(ratio * len(self) + 0.5))

    def _costs(self, unit: str) -> Ids:
        """What each sentence costs."""
        if unit == "words":
            return np.array([sentence.words for sentence in self.sentences], dtype=np.intp)
        if unit == "characters":
            return np.array([len(sentence.text) + 1 for sentence in self.sentences], dtype=np.intp)
        return np.ones(len(self), dtype=np.intp)

    def layers(self, count: int = 10) -> tuple[Layer, ...]:
        """Nested layers of about equal reading time, the first half as long; empty ones are merged (extracts.py)."""
        if _whole(count, "count") < 1:
            raise OptionsError("layers(0): ask for at least one layer.")
        words = self._costs("words")[self.order]
        numbers = layer_numbers(words, count)
        read = np.cumsum(words)
        layers: list[Layer] = []
        for number in np.unique(numbers):
            members = np.flatnonzero(numbers == number)
            layers.append(
                Layer(
                    number=len(layers) + 1,
                    sentences=tuple(self.sentences[i] for i in sorted(self.order[members].tolist())),
                    words=int(words[members].sum()),
                    words_read=int(read[members[-1]]),
                    minutes=round(float(read[members[-1]]) / WORDS_PER_MINUTE, 2),
                )
            )
        return tuple(layers)

    @cached_property
    def _keyphrases(self) -> tuple[Keyphrase, ...]:
        return best_terms(self.terms, self.term_scores)

    def keyphrases(self, count: int = 10) -> tuple[Keyphrase, ...]:
        """The words and phrases that score highest in the term graph; all of them if there are fewer."""
        return self._keyphrases[: _whole(count, "count")]

    @cached_property
    def topics(self) -> tuple[Topic, ...]:
        """The subtopics, the one with the best-ranked sentence first, each named by its own phrases."""
        numbers = dict.fromkeys(cluster for cluster in self.clusters[self.order].tolist() if cluster >= 0)
        topics = []
        for place, number in enumerate(numbers):
            members = np.flatnonzero(self.clusters == number)
            phrases = distinctive_terms(self.terms, self.term_scores, members)
            topics.append(Topic(number, _letter(place), ", ".join(phrases[:2]), phrases, tuple(members.tolist())))
        return tuple(topics)

    def explain(self, index: int) -> Explanation:
        """Why sentence `index` has its rank: the parts of its score, its terms, the sentences behind it."""
        if isinstance(index, bool) or not isinstance(index, int | np.integer) or not 0 <= index < len(self):
            some = f"give a sentence index from 0 to {len(self) - 1}" if len(self) else "there are no sentences"
            raise OptionsError(f"explain({index!r}): {some}.")
        sentence = self.sentences[index]
        parts = {name: float(values[index]) for name, values in self.parts.items()}
        terms = carriers(self.terms, self.term_scores, self._term_standing, int(index))
        votes = tuple(
            Vote(voter, share)
            for voter, share in zip(self.voters[index].tolist(), self.votes[index].tolist(), strict=True)
            if voter >= 0
        )
        similar_to, held_back = _optional(self.similar_to[index]), float(self.held_back[index])
        return Explanation(
            index=sentence.index,
            rank=sentence.rank,
            score=sentence.score,
            parts=parts,
            terms=terms,
            votes=votes,
            topic=sentence.topic,
            turn=int(self._turns[sentence.index]),
            similar_to=similar_to,
            held_back=held_back,
            text=in_words(
                sentence.rank,
                len(self),
                parts,
                terms,
                votes,
                similar_to,
                held_back,
                sentence.copy_of,
                inside=sentence.topic >= 0,
                first_of_section=sentence.index in self._section_firsts,
            ),
        )

    @cached_property
    def _term_standing(self) -> list[int]:
        return standing_of_terms(self.term_scores)

    @cached_property
    def _section_firsts(self) -> frozenset[int]:
        """The best-ranked sentence of every section but that of the very best."""
        firsts: dict[int, int] = {}
        for index in self.order.tolist():
            firsts.setdefault(self.sentences[index].section, index)
        return frozenset(list(firsts.values())[1:])

    @cached_property
    def _turns(self) -> Ids:
        """Whose turn each sentence is in its subtopic: 1 for the best-ranked of it, 0 outside the subtopics."""
        turns, taken = np.zeros(len(self), dtype=np.intp), dict.fromkeys(self.clusters.tolist(), 0)
        for index, cluster in zip(self.order.tolist(), self.clusters[self.order].tolist(), strict=True):
            if cluster >= 0:
                taken[cluster] += 1
                turns[index] = taken[cluster]
        return turns

    def to_dict(self, *, explain: bool = False) -> dict[str, Json]:
        """Everything as plain JSON values, as docs/schema.md describes; `explain` adds the reasons for every rank."""
        layer_of = {s.index: layer.number for layer in self.layers() for s in layer.sentences}
        sentences: list[Json] = []
        for sentence in self.sentences:
            row = {**as_json(sentence), "layer": layer_of[sentence.index]}
            row["parts"] = {name: float(values[sentence.index]) for name, values in self.parts.items()}
            if explain:
                row["reasons"] = as_json(self.explain(sentence.index), REASONS)
            sentences.append(row)
        return {
            "schema": SCHEMA,
            "id": self.document.id,
            "language": self.language,
            "language_confidence": self.language_confidence,
            "structure": self.structure,
            "query": self.query,
            "options": as_json(self.options),
            "notes": list(self.notes),
            "words": sum(s.words for s in self.sentences),
            "order": [int(i) for i in self.order],
            "sentences": sentences,
            "topics": [as_json(topic) for topic in self.topics],
            "keyphrases": [as_json(phrase) for phrase in self.keyphrases(20)],
        }


def _optional(index: int | np.integer) -> int | None:
    """-1 stands for none."""
    return int(index) if index >= 0 else None


def _letter(place: int) -> str:
    """A, B, …, Z, AA, AB, …

    >>> _letter(0), _letter(25), _letter(26)
    ('A', 'Z', 'AA')
    """
    letters = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _whole(value: object, name: str) -> int:
    """A whole number of something, or an error that says so."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 0:
        raise OptionsError(f"{name}={value!r}: give a whole number of 0 or more.")
    return int(value)
