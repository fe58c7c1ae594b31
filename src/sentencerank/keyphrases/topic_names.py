"""Names for the subtopics of a document, by contrast with each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sentencerank import kernel
from sentencerank.keyphrases.candidates import PhraseCandidates
from sentencerank.method.arrays import Labels, Scores
from sentencerank.method.keyphrases import fitted
from sentencerank.method.topics import Contrast, contrast

PHRASES = 5  # of a topic
SEVERAL = 3.0  # what a phrase of several words counts more in a name
ONCE = 0.3  # how far a phrase counts that occurs once: a topic has less room to repeat itself than the text
BESIDE = 0.3  # what the second phrase of a name is worth, at least, beside the first


class Named(NamedTuple):
    """What sets a topic apart."""

    name: tuple[str, ...]  # one phrase or two
    phrases: tuple[str, ...]  # best first


class Phrase(NamedTuple):
    """A phrase of a topic."""

    text: str
    value: float  # how well it sets the topic apart
    several: bool = False  # whether it has several words
    repeated: bool = False  # whether several sentences of the topic have it
    carries: bool = False  # whether one that carries the topic has it


def name_topics(
    found: PhraseCandidates, shares: Scores, labels: Labels, topics: Mapping[int, Sequence[int]], main: str
) -> list[Named]:
    """Return the name of each topic and the phrases that set it apart; `topics` has the sentences that carry each.

    No two topics have a phrase in common, none of their phrases is part of another, and none holds the phrase that the
    whole text is about, which tells nothing apart. Where one topic is all that there is, it is named by the best.
    """
    scores = fitted(found.table, shares, once=ONCE, several=SEVERAL)
    numbers = sorted(topics)
    carriers = np.full(len(labels), -1)
    for row, number in enumerate(numbers):
        for sentence in topics[number]:
            carriers[sentence] = row
    columns = (found.located.bounds, found.sentences, labels, scores, found.table.sizes)
    pairs = contrast(*columns, np.array(numbers, dtype=np.intp), carriers, found.weight, found.weights)
    texts = found.texts([pair[3] for pair in pairs])
    taken = _taken(pairs, texts, found.text, main if len(topics) > 1 and main else None, len(topics))
    named = {
        number: Named(_name(phrases), tuple([phrase[0] for phrase in phrases]))
        for number, phrases in zip(numbers, taken, strict=True)
    }
    return [named[number] for number in topics]


def _taken(
    pairs: Sequence[Contrast],
    texts: Sequence[str | None],
    write: Callable[[int], str],
    main: str | None,
    topics: int,
) -> list[list[Phrase]]:
    """The phrases that each topic takes: none is part of another one or of `main`.

    What is hardly a phrase names a topic only where nothing else does.
    """
    if kernel.native is not None:
        native: list[list[Phrase]] = kernel.native.name_apart(pairs, texts, write, main, topics, PHRASES)
        return native
    taken: list[list[Phrase]] = [[] for _ in range(topics)]
    folded = [] if main is None else [_folded(main)]
    joined = "\n".join(folded)
    for hardly, worth, row, phrase, repeated, carried, several in pairs:
        if len(taken[row]) == PHRASES or (hardly and taken[row]):
            continue
        text = write(phrase)
        words = _folded(text)
        if words not in joined and not any(map(words.__contains__, folded)):
            taken[row].append(Phrase(text, -worth, several, repeated, carried))
            folded.append(words)
            joined = f"{joined}\n{words}"
    return taken


def _name(phrases: Sequence[Phrase]) -> tuple[str, ...]:
    """What names a topic, of its phrases, best first: a phrase, a word and a phrase, or what there is.

    What several sentences have is a better name than what was said in passing. A word by itself tells little, so that a
    phrase of the sentences that carry the topic stands beside it.

    >>> ferry = Phrase("ferry", 0.9, repeated=True)
    >>> _name([Phrase("wet summer", 0.9, True), Phrase("old bridge", 0.5, True, repeated=True), ferry])
    ('old bridge', 'ferry')
    >>> _name([ferry, Phrase("wet summer", 0.5, True), Phrase("crew", 0.4, carries=True)])
    ('ferry',)
    >>> _name([ferry, Phrase("school class", 0.2, True, carries=True)])
    ('ferry', 'school class')
    """
    # The kernel gives tuples.
    repeated = [one for one in phrases if one[3]]
    sure = repeated or [one for one in phrases if one[4]] or phrases[:1]
    good = [one for one in sure if one[1] >= BESIDE * sure[0][1]][: 2 if repeated else 1]
    if good and not good[0][2]:
        whole = [text for text, _, several, repeats, carries in phrases if several and (carries or repeats)][:1]
        return (good[0][0], *whole) if whole else tuple([one[0] for one in good])
    return tuple([one[0] for one in good])


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
