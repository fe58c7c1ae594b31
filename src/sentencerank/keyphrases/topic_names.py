"""Names for the subtopics of a document, by contrast with each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sentencerank.keyphrases.candidates import PhraseCandidates
from sentencerank.method.arrays import Labels, Scores
from sentencerank.method.keyphrases import fitted
from sentencerank.method.topics import contrast

PHRASES = 5  # of a topic
TRIED = 10  # phrases of a topic that are looked at
SEVERAL = 3.0  # what a phrase of several words counts more in a name
HARDLY = 0.2  # weight below which a phrase may be anything, such as part of a clause
ONCE = 0.3  # how far a phrase counts that occurs once: a topic has less room to repeat itself than the text
BESIDE = 0.3  # what the second phrase of a name is worth, at least, beside the first


class Named(NamedTuple):
    """What sets a topic apart."""

    name: tuple[str, ...]  # one phrase or two
    phrases: tuple[str, ...]  # best first


def name_topics(
    found: PhraseCandidates, shares: Scores, labels: Labels, topics: Sequence[int], main: str
) -> list[Named]:
    """Return the name of each topic and the phrases that set it apart.

    No two topics have a phrase in common, none of their phrases is part of another, and none holds the phrase that the
    whole text is about, which tells nothing apart. Where one topic is all that there is, it is named by the best.
    """
    scores = fitted(found.table, shares, once=ONCE) * np.where(found.table.sizes > 1, SEVERAL, 1.0)
    phrases, sentences = found.occurrences
    numbers = np.sort(np.array(topics, dtype=np.intp))
    weights, inside = contrast(phrases, sentences, labels, scores, numbers)
    weights = np.round(weights, 9)
    # A vague word tells even less apart than it says of the whole, and what is hardly a phrase names a topic only where
    # nothing else does.
    pairs = sorted(
        [
            (weight < HARDLY, -value * weight**2, row, phrase)
            for row, phrase, value in _best(weights)
            if (weight := found.weight(phrase)) > 0
        ]
    )
    taken: list[dict[str, tuple[bool, float]]] = [{} for _ in topics]
    folded = [_folded(main)] if len(topics) > 1 and main else []
    joined = "\n".join(folded)
    for hardly, value, row, phrase in pairs:
        if len(taken[row]) == (1 if hardly else PHRASES) or (hardly and taken[row]):
            continue
        text = found.text(phrase)
        words = _folded(text)
        if words not in joined and not any(map(words.__contains__, folded)):
            taken[row][text] = bool(inside[row, phrase] > 1), -value
            folded.append(words)
            joined = f"{joined}\n{words}"
    place = {number: row for row, number in enumerate(numbers.tolist())}
    return [Named(_name(taken[place[number]]), tuple(taken[place[number]])) for number in topics]


def _name(phrases: Mapping[str, tuple[bool, float]]) -> tuple[str, ...]:
    """What names a topic, of phrases with whether several sentences have them and what they are worth, best first.

    One good phrase is a better name than two of which one was said in passing.

    >>> _name({"wet summer": (False, 0.9), "old bridge": (True, 0.5), "ferry": (True, 0.4), "rain": (True, 0.1)})
    ('old bridge', 'ferry')
    >>> _name({"wet summer": (False, 0.9), "rain": (False, 0.8)})
    ('wet summer',)
    """
    several = {text: value for text, (repeated, value) in phrases.items() if repeated}
    best = max(several.values(), default=0.0)
    return in_name(tuple(text for text, value in several.items() if value >= BESIDE * best)) or tuple(phrases)[:1]


def _best(weights: Scores) -> list[tuple[int, int, float]]:
    """The highest weights above 0 in each row, with their places; of equals the first."""
    rows, columns = np.nonzero(weights > 0)
    values = weights[rows, columns]
    order = np.lexsort((-values, rows))
    before = np.searchsorted(rows, rows)  # how many stand in the rows above
    first = order[np.arange(len(order)) - before < TRIED]
    return list(zip(rows[first].tolist(), columns[first].tolist(), values[first].tolist(), strict=True))


def in_name(phrases: tuple[str, ...]) -> tuple[str, ...]:
    """Return the two phrases that name a topic: the best, and one of several words where there is one.

    >>> in_name(("rain", "road", "old bridge")), in_name(("old bridge", "rain", "road")), in_name(("rain",))
    (('rain', 'old bridge'), ('old bridge', 'rain'), ('rain',))
    """
    if " " in "".join(phrases[:1]):
        return phrases[:2]
    several = [phrase for phrase in phrases if " " in phrase]
    return (phrases[0], several[0]) if several else phrases[:2]


def _folded(text: str) -> str:
    """A phrase for comparison as a part of another: with a space on both sides where there are spaces."""
    folded = text.casefold()
    return f" {folded} " if text.isascii() or " " in text else folded
