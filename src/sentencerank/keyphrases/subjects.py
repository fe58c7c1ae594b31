"""What a document is about: the keyphrases that are chosen from its candidates, and its topics with their names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np

from sentencerank.document import Document, Token
from sentencerank.keyphrases import DIVERSITY
from sentencerank.keyphrases.candidates import PhraseCandidates
from sentencerank.keyphrases.finding import find_phrases
from sentencerank.keyphrases.topic_names import name_topics
from sentencerank.method.arrays import Ids, Labels, Scores
from sentencerank.method.keyphrases import Worth, choose_phrases, worth_of
from sentencerank.method.terms import Terms
from sentencerank.records import Keyphrase, Topic

BEST_OF_TOPIC = 2  # sentences that carry a topic


@dataclass(frozen=True, eq=False)
class Subjects:
    """The candidates of a document, and what they are worth in a ranking of it."""

    found: PhraseCandidates
    worth: Worth

    def keyphrases(self, count: int, diversity: float, longest: int, unwanted: frozenset[str]) -> tuple[Keyphrase, ...]:
        """Return the best phrases of at most `longest` words that neither are nor hold what is unwanted."""
        found, scores = self.found, self.worth.scores
        if found.longest > longest:
            scores = np.where(found.table.sizes > longest, 0.0, scores)
        if unwanted:
            held = [_holds(found.text(k), unwanted) for k in range(len(scores))]
            scores = np.where(np.array(held, dtype=np.bool_), 0.0, scores)
        # Two words may be written in the same way: a document in two languages has two stems of one.
        chosen: dict[str, tuple[int, float]] = {}
        likely = list(islice(self._best(scores, count, diversity), count))
        for one, text in zip(likely, found.texts([place for place, _ in likely]), strict=True):
            chosen.setdefault(text or found.text(one[0]), one)
        if len(chosen) < len(likely):
            for place, score in self._best(scores, 2 * count, diversity):
                if len(chosen) == count:
                    break
                chosen.setdefault(found.text(place), (place, score))
        if scores is self.worth.scores and diversity == DIVERSITY and count:
            # Topics are asked for next, and would look for it again.
            self.__dict__.setdefault("main_phrase", next(iter(chosen), ""))
        return found.keyphrases(chosen)

    @cached_property
    def main_phrase(self) -> str:
        """The first keyphrase."""
        for place, _ in self._best(self.worth.scores, 1, DIVERSITY):
            return self.found.texts([place])[0] or self.found.text(place)
        return ""

    def _best(self, scores: Scores, likely: int, diversity: float) -> Iterator[tuple[int, float]]:
        found, values = self.found, self.worth.values
        return choose_phrases(
            found.table, scores, values, diversity, found.weight, weights=found.weights, likely=likely
        )

    def topics(self, document: Document, order: Ids, clusters: Labels) -> tuple[Topic, ...]:
        """Return the topics of a document, the one with the best-ranked sentence first.

        `clusters` has the number of each sentence's topic, -1 for none.
        """
        numbers = clusters.tolist()
        members, carriers = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
        for index, number in enumerate(numbers):
            members[number].append(index)
        for index in order.tolist():
            number = numbers[index]
            if number >= 0 and len(best := carriers[number]) < BEST_OF_TOPIC:
                best.append(index)
        names = name_topics(self.found, self.worth.shares, clusters, carriers, self.main_phrase)
        topics = []
        for place, ((number, best), (own, phrases)) in enumerate(zip(carriers.items(), names, strict=True)):
            # Sentences that share their words with all others can still be told by how the best of them begins.
            name = ", ".join(own) or " ".join(document.sentences[best[0]].text.split()[:5])
            topics.append(Topic(number, _letter(place), name, phrases, tuple(members[number]), tuple(best)))
        return tuple(topics)


def find_subjects(
    document: Document,
    tokens: Sequence[Sequence[Token]],
    passed: frozenset[int],
    known: Iterable[str],
    terms: Terms,
    scores: Scores,
    *,
    research: bool,
) -> Subjects:
    """Return what a document is about, by the scores of its terms; for the rest see `find_phrases`."""
    found = find_phrases(document, tokens, passed, known, research=research)
    return Subjects(found, worth_of(found.table, terms, scores, found.words))


def _holds(text: str, unwanted: frozenset[str]) -> bool:
    """Whether a phrase is one of the unwanted ones, or has one of them as a word."""
    return text.casefold() in unwanted or not unwanted.isdisjoint(text.casefold().split())


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
