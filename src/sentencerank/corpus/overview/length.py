"""How much of an overview is told: topics and sentences until the time to read them is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sentencerank.corpus.overview.pages import OverviewTopic, Point
from sentencerank.document import word_count
from sentencerank.ranking import WORDS_PER_MINUTE

BESIDE = 8  # words of a name, and of what stands beside a sentence


def fit_minutes(topics: Sequence[OverviewTopic], minutes: float) -> tuple[OverviewTopic, ...]:
    """Return topics without what takes longer to read; the first sentence of each topic always stays.

    First comes the best sentence of every topic, then of every sub-topic, the large ones first, then the second
    sentence of each. A sub-topic without a sentence is left out; its documents still count above it.
    """
    left = minutes * WORDS_PER_MINUTE
    kept: set[Point] = set()
    for level, turn, _, topic in sorted(_turns(topics), key=lambda one: one[:3]):
        point = topic.points[turn]
        left -= word_count(point.text) + (2 if turn else 1) * BESIDE
        if left < 0 and (level or turn):
            break
        kept.add(point)
    return tuple(_cut(topic, kept) for topic in topics)


def _turns(
    topics: Sequence[OverviewTopic], level: int = 0
) -> Iterator[tuple[int, int, tuple[int, int], OverviewTopic]]:
    """(level or the first for second sentences, which sentence, (size, place), topic)."""
    for topic in topics:
        for turn in range(len(topic.points)):
            yield (level if turn == 0 else level + turn + 1), turn, (-len(topic.documents), topic.documents[0]), topic
        yield from _turns(topic.topics, level + 1)


def _cut(topic: OverviewTopic, kept: set[Point]) -> OverviewTopic:
    below = tuple(_cut(each, kept) for each in topic.topics)
    points = tuple(point for point in topic.points if point in kept)
    return replace(topic, points=points, topics=tuple(each for each in below if each.points or each.topics))
