"""What carries a text on a terminal: its phrases and topics, and why a sentence stands where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from sentencerank.cli.terminal.lines import columns, flat, isolated, packed, wrapped
from sentencerank.cli.terminal.page import Page, bar, counted, hanging

if TYPE_CHECKING:
    from sentencerank import Explanation, Keyphrase, Ranking, Topic


def phrased(phrases: tuple[Keyphrase, ...], topics: tuple[Topic, ...], page: Page) -> Iterator[str]:
    """Keyphrases with bars and counts, then the topics."""
    most = max((phrase.score for phrase in phrases), default=0.0)
    room = min(32, max((columns(flat(phrase.text)) for phrase in phrases), default=0))
    for phrase in phrases:
        text = isolated(flat(phrase.text))
        yield (
            f"  {text}{' ' * (room - columns(text))}  {phrase.score:>6.2f}  "
            + page.style(bar(phrase.score, most, 24), "bar")
            + page.style(f" ×{phrase.count}", "faint")
        )
    if len(topics) > 1:
        yield ""
        for topic in topics:
            head = page.style(f"  {topic.letter:<3}", "heading")
            text = f"{isolated(', '.join(topic.phrases))} ({counted(len(topic.sentences), 'sentence')})"
            yield from hanging(head, text, "plain", page)


def explained(ranking: Ranking, reasons: Explanation, page: Page) -> Iterator[str]:
    """One sentence and why it stands where it stands: parts as bars, terms, votes, and the same in words."""
    sentence = ranking.sentences[reasons.index]
    facts = f"rank {reasons.rank} of {len(ranking)} · score {reasons.score:.2f}"
    yield page.style(f"Sentence {reasons.index}", "heading") + page.style(f"  {facts}", "faint")
    yield ""
    yield from hanging("  ", sentence.text, "chosen", page)
    yield ""
    yield from _parts(reasons.parts, reasons.score, page)
    yield ""
    if reasons.terms:
        terms = packed((f"{isolated(flat(term.text))} {term.score:.2f}" for term in reasons.terms), page.width - 11)
        yield from (f"  {'Terms' if number == 0 else '':9}{line}" for number, line in enumerate(terms))
    topic = next((topic for topic in ranking.topics if topic.number == reasons.topic), None)
    if topic is not None and len(ranking.topics) > 1:
        place = f"its number {reasons.topic_rank} of {len(topic.sentences)}"
        yield from hanging("  Topic    ", f"{topic.letter} ({isolated(flat(topic.name))}), {place}", "plain", page)
    for number, vote in enumerate(reasons.votes):
        head = f"  {'Votes' if number == 0 else '':<8}{100 * vote.share:>3.0f} %  "
        quoted = f"[{vote.sentence}] {ranking.sentences[vote.sentence].text}"
        yield from hanging(head, quoted, "rest", page)
    yield ""
    yield from wrapped(reasons.text, page.width)


def _parts(parts: Mapping[str, float], score: float, page: Page) -> Iterator[str]:
    """What is for a sentence to the right of the axis, what is against it to the left."""
    most = max((abs(value) for value in parts.values()), default=0.0)
    right = 24
    left = max((len(bar(-value, most, right)) for value in parts.values()), default=0)
    for name, value in parts.items():
        against, in_favour = " " * left, ""
        if value < 0:
            length = len(bar(-value, most, right))
            against = " " * (left - length) + page.style("░" * length, "minus")
        else:
            in_favour = page.style(bar(value, most, right), "bar")
        yield f"  {name:<11}{value:>7.2f}  {against}│{in_favour}"
    yield page.style(f"  {'score':<11}{score:>7.2f}", "chosen")
