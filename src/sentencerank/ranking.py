"""The result of ranking a document: every sentence with its rank, score, subtopic and reasons."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from sentencerank.arrays import Ids, Labels, Order, Scores
from sentencerank.document import Document, word_count
from sentencerank.errors import OptionsError
from sentencerank.options import Options
from sentencerank.terms import Terms

SCHEMA = "sentencerank/1"
WORDS_PER_MINUTE = 238  # silent reading of English non-fiction, the mean of Brysbaert's meta-analysis (2019)
FIRST_LAYER_WORDS = 150  # more than this marked at once helps no longer

_SURROGATE = re.compile("[\\ud800-\\udfff]")

Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"


@dataclass(frozen=True, slots=True)
class RankedSentence:
    """A sentence with its place in the document and in the ranking."""

    index: int  # in the document, from 0
    text: str
    start: int
    end: int
    paragraph: int
    section: int
    rank: int  # from 1, the most important
    score: float
    topic: int  # -1: in no subtopic
    leans_on: int | None  # the sentence it cannot be understood without
    copy_of: int | None  # the earlier sentence that it repeats
    words: int


@dataclass(frozen=True, slots=True)
class Extract:
    """Some sentences of a document, in document order; `str()` gives their text."""

    sentences: tuple[RankedSentence, ...]

    @property
    def words(self) -> int:
        """How many words it has."""
        return sum(sentence.words for sentence in self.sentences)

    @property
    def indices(self) -> tuple[int, ...]:
        """Which sentences these are."""
        return tuple(sentence.index for sentence in self.sentences)

    @property
    def text(self) -> str:
        """The sentences, one space between them; counted by `summary(characters=…)`."""
        return " ".join(sentence.text for sentence in self.sentences)

    def __str__(self) -> str:
        return self.text

    def __iter__(self) -> Iterator[RankedSentence]:
        return iter(self.sentences)

    def __len__(self) -> int:
        return len(self.sentences)

    def __getitem__(self, place: int) -> RankedSentence:
        return self.sentences[place]


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of the reading: the sentences that it adds to the layers before it."""

    number: int  # from 1
    sentences: tuple[RankedSentence, ...]  # document order
    words: int  # of this layer alone
    words_read: int  # with all layers before it
    minutes: float  # to read this layer and those before it


@dataclass(frozen=True, slots=True)
class Keyphrase:
    """A word or phrase of the term graph with its share of the importance."""

    text: str
    score: float
    count: int  # occurrences
    sentences: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """A subtopic of the document: sentences that belong together, named by their phrases."""

    number: int
    letter: str
    name: str
    phrases: tuple[str, ...]
    sentences: tuple[int, ...]  # document order


@dataclass(frozen=True, slots=True)
class Vote:
    """Another sentence that passes importance on to this one, with its share of what this one receives."""

    sentence: int
    share: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a sentence has its rank. The parts add up to the score."""

    index: int
    rank: int
    score: float
    parts: Mapping[str, float]
    terms: tuple[Keyphrase, ...]  # the words and phrases that carry it
    votes: tuple[Vote, ...]  # the sentences that recommend it
    topic: int
    turn: int  # how many sentences of its subtopic come before it in the ranking, plus one
    similar_to: int | None  # the better-ranked sentence most like it
    held_back: float  # what the selection took off its relevance for that likeness
    text: str  # the same in words

    def __str__(self) -> str:
        return self.text


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
    structure: str  # the structure that was used: what "auto" was resolved to
    query: str | None = None
    notes: tuple[str, ...] = ()  # what a user should know about how this came about

    @property
    def language(self) -> str:
        """Code of the language that the document was read in."""
        return self.document.language

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
        at least one. `context` brings the sentence that a chosen one leans on along, both or neither.
        """
        given = {"words": words, "sentences": sentences, "ratio": ratio, "characters": characters}
        chosen = {name: value for name, value in given.items() if value is not None}
        if len(chosen) != 1:
            raise OptionsError(
                f"summary takes exactly one budget, got {', '.join(chosen) or 'none'}. "
                "Give words=, sentences=, ratio= or characters=."
            )
        name, value = chosen.popitem()
        if name == "ratio":
            limit, costs = self._share(value), np.ones(len(self), dtype=np.intp)
        else:
            limit, costs = _whole(value, name), self._costs(name)
        return Extract(tuple(self.sentences[i] for i in sorted(self._within(limit, costs, name, context, fill))))

    def _share(self, ratio: float) -> int:
        """⌊ratio·n + ½⌋ sentences, at least one."""
        if isinstance(ratio, bool) or not isinstance(ratio, int | float) or not 0 < ratio <= 1:
            raise OptionsError(f"ratio={ratio!r}: give a share of the sentences above 0 and up to 1, such as 0.2.")
        return max(1, math.floor(ratio * len(self) + 0.5))

    def _costs(self, unit: str) -> Ids:
        """What each sentence costs in a unit; characters count the space that joins two sentences."""
        if unit == "sentences":
            return np.ones(len(self), dtype=np.intp)
        if unit == "words":
            return np.array([sentence.words for sentence in self.sentences], dtype=np.intp)
        return np.array([len(sentence.text) + 1 for sentence in self.sentences], dtype=np.intp)

    def _within(self, limit: int, costs: Ids, unit: str, context: bool, fill: bool) -> set[int]:
        left = limit + (unit == "characters")  # n sentences have n − 1 spaces between them
        chosen: set[int] = set()
        for index in self.order.tolist():
            wanted = {index, *self._leaned_on(index)} - chosen if context else {index} - chosen
            cost = int(costs[list(wanted)].sum())
            if cost <= left:
                chosen |= wanted
                left -= cost
            elif not fill:
                break
        return chosen

    def _leaned_on(self, index: int) -> list[int]:
        """The chain of sentences that one needs to be understood."""
        chain: list[int] = []
        while (index := int(self.leans_on[index])) >= 0:
            chain.append(index)
        return chain

    def layers(self, count: int = 10) -> tuple[Layer, ...]:
        """Nested layers of about equal reading time; layer k ends at k/count of the words, the first at half of that.

        A sentence belongs to the first layer whose end its cumulative word count, in rank order, does not pass. The
        first layer has at least one sentence and no more than about 150 words; empty layers are merged.
        """
        if _whole(count, "count") < 1:
            raise OptionsError("layers(0): ask for at least one layer.")
        words = self._costs("words")[self.order]
        cumulative = np.cumsum(words)
        total = int(cumulative[-1]) if len(cumulative) else 0
        ends = total * np.arange(1, count + 1) / count
        if count > 1:
            ends[0] = min(ends[0] / 2, FIRST_LAYER_WORDS)
        number = np.searchsorted(ends, cumulative - 1e-9, side="left")
        number[:1] = 0
        layers: list[Layer] = []
        for k in np.unique(number):
            members = np.flatnonzero(number == k)
            read = int(cumulative[members[-1]])
            layers.append(
                Layer(
                    number=len(layers) + 1,
                    sentences=tuple(self.sentences[i] for i in sorted(self.order[members].tolist())),
                    words=int(words[members].sum()),
                    words_read=read,
                    minutes=round(read / WORDS_PER_MINUTE, 2),
                )
            )
        return tuple(layers)

    @cached_property
    def _phrases(self) -> tuple[Keyphrase, ...]:
        """All terms as keyphrases, best first; a word that only stands inside a better phrase is left out."""
        sentence, term = self.terms.distinct
        counts = np.bincount(self.terms.ids, minlength=len(self.terms.names))
        where: list[list[int]] = [[] for _ in self.terms.names]
        for s, t in zip(sentence.tolist(), term.tolist(), strict=True):
            where[t].append(s)
        taken: set[str] = set()
        found: list[Keyphrase] = []
        for t in np.argsort(-np.round(self.term_scores, 9), kind="stable").tolist():
            if not self.terms.is_phrase[t] and self.terms.names[t] in taken:
                continue
            if self.terms.is_phrase[t]:
                taken.update(self.terms.names[t].split())
            found.append(
                Keyphrase(self.terms.surfaces[t], float(self.term_scores[t]), int(counts[t]), tuple(where[t]))
            )
        return tuple(found)

    def keyphrases(self, count: int = 10) -> tuple[Keyphrase, ...]:
        """The words and phrases that score highest in the term graph; all of them if there are fewer."""
        return self._phrases[: _whole(count, "count")]

    @cached_property
    def topics(self) -> tuple[Topic, ...]:
        """The subtopics, the one with the best-ranked sentence first, each named by its own phrases."""
        numbers = list(dict.fromkeys(int(c) for c in self.clusters[self.order] if c >= 0))
        topics = []
        for place, number in enumerate(numbers):
            members = np.flatnonzero(self.clusters == number)
            phrases = self._distinctive(members)
            topics.append(
                Topic(number, _letter(place), ", ".join(phrases[:2]), phrases, tuple(int(i) for i in members))
            )
        return tuple(topics)

    def _distinctive(self, members: Ids, count: int = 5) -> tuple[str, ...]:
        """The terms that a group of sentences has more of than the others: score × share of its occurrences inside."""
        inside = np.isin(self.terms.owners, members)
        all_ = np.bincount(self.terms.ids, minlength=len(self.terms.names))
        here = np.bincount(self.terms.ids[inside], minlength=len(self.terms.names))
        weight = here * self.term_scores * here / np.maximum(all_, 1)
        best = np.argsort(-np.round(weight, 9), kind="stable")[:count]
        return tuple(self.terms.surfaces[t] for t in best.tolist() if weight[t] > 0)

    def explain(self, index: int) -> Explanation:
        """Why sentence `index` has its rank: the parts of its score, the terms that carry it, the sentences that vote."""
        if isinstance(index, bool) or not isinstance(index, int | np.integer) or not 0 <= index < len(self):
            raise OptionsError(f"explain({index!r}): give a sentence index from 0 to {len(self) - 1}.")
        sentence = self.sentences[index]
        before = sum(
            int(i) != index and self.clusters[i] == sentence.topic and self.sentences[i].rank < sentence.rank
            for i in range(len(self))
        )
        explanation = Explanation(
            index=int(index),
            rank=sentence.rank,
            score=sentence.score,
            parts={name: float(values[index]) for name, values in self.parts.items()},
            terms=self._carriers(index),
            votes=tuple(
                Vote(int(voter), float(share))
                for voter, share in zip(self.voters[index], self.votes[index], strict=True)
                if voter >= 0
            ),
            topic=sentence.topic,
            turn=int(before) + 1 if sentence.topic >= 0 else 0,
            similar_to=_optional(self.similar_to[index]),
            held_back=float(self.held_back[index]),
            text="",
        )
        return _in_words(explanation, self)

    def _carriers(self, index: int, count: int = 5) -> tuple[Keyphrase, ...]:
        ids = np.unique(self.terms.of(index))
        best = ids[np.argsort(-np.round(self.term_scores[ids], 9), kind="stable")][:count]
        return tuple(
            Keyphrase(
                self.terms.surfaces[t], float(self.term_scores[t]), int((self.terms.ids == t).sum()), (int(index),)
            )
            for t in best.tolist()
        )

    def to_dict(self, *, explain: bool = False) -> dict[str, Json]:
        """Everything as plain JSON values; the schema is docs/schema.md. `explain` adds the reasons of every sentence."""
        layer_of = {s.index: layer.number for layer in self.layers() for s in layer.sentences}
        sentences: list[Json] = []
        for sentence in self.sentences:
            row: dict[str, Json] = {**asdict(sentence), "layer": layer_of[sentence.index], "text": _safe(sentence.text)}
            row["parts"] = {name: float(values[sentence.index]) for name, values in self.parts.items()}
            if explain:
                reasons = asdict(self.explain(sentence.index))
                row["reasons"] = {key: reasons[key] for key in ("terms", "votes", "turn", "similar_to", "held_back", "text")}
            sentences.append(row)
        return {
            "schema": SCHEMA,
            "id": self.document.id,
            "language": self.language,
            "structure": self.structure,
            "query": self.query,
            "options": asdict(self.options),
            "notes": list(self.notes),
            "words": sum(s.words for s in self.sentences),
            "order": [int(i) for i in self.order],
            "sentences": sentences,
            "topics": [_plain(asdict(topic)) for topic in self.topics],
            "keyphrases": [_plain(asdict(phrase)) for phrase in self.keyphrases(20)],
        }


def _in_words(explanation: Explanation, ranking: Ranking) -> Explanation:
    """The explanation as a sentence or two that a reader understands."""
    count = len(ranking)
    if not any(explanation.parts.values()) and not explanation.terms:
        text = f"Rank {explanation.rank} of {count}: it has no words to be ranked by."
    else:
        strongest = max(explanation.parts, key=lambda name: explanation.parts[name])
        text = f"Rank {explanation.rank} of {count}, mostly by its {strongest}"
        if explanation.terms:
            text += f"; carried by {', '.join(term.text for term in explanation.terms[:3])}"
        if explanation.votes:
            text += f"; recommended by sentences {', '.join(str(vote.sentence) for vote in explanation.votes)}"
        if explanation.similar_to is not None and explanation.held_back > 0.05:
            text += f"; held back because it resembles sentence {explanation.similar_to}"
        text += "."
    values = {name: getattr(explanation, name) for name in Explanation.__slots__}
    return Explanation(**{**values, "text": text})


def _plain(record: dict[str, object]) -> Json:
    """Tuples as lists, for JSON."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in record.items()}  # type: ignore[misc]


def _safe(text: str) -> str:
    """Text that can be written as UTF-8: a lone surrogate becomes U+FFFD."""
    return text if text.isascii() else _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)


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
