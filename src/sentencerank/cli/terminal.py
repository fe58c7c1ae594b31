"""A ranking drawn for a terminal: margins, bars and highlights, as lines of text.

Everything here is pure: a result and a `Page` go in, lines come out. Colours only repeat what marks and numbers say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from sentencerank import patterns as re
from sentencerank.cli.wrap import columns, count_of, isolated, packed, paragraph, shown, wrapped

if TYPE_CHECKING:
    from sentencerank import Explanation, Extract, Keyphrase, Layer, RankedSentence, Ranking, Topic

WIDEST = 100  # columns; longer lines are hard to follow
FIRST, CHOSEN, REST = "█", "▌", " "  # marks of the margin: the first layer, the rest of the budget, everything else

_STYLES = {"first": "30;43", "chosen": "1", "rest": "2", "heading": "1;36", "bar": "33", "minus": "35", "faint": "2"}


@dataclass(frozen=True, slots=True)
class Page:
    """What is drawn on: its width in columns, and whether it shows colours."""

    width: int = 80
    color: bool = False

    def style(self, text: str, name: str) -> str:
        """Return the text in one of the styles, if there are colours; any other name leaves it plain."""
        return f"\x1b[{_STYLES[name]}m{text}\x1b[0m" if self.color and text and name in _STYLES else text


def bar(value: float, most: float, width: int) -> str:
    """Return a bar of eighths of a column, `width` columns for `most`.

    >>> bar(1.0, 2.0, 4), bar(0.0, 2.0, 4), bar(0.01, 2.0, 4)
    ('██', '', '▏')
    """
    if most <= 0 or value <= 0:
        return ""
    eighths = max(1, round(8 * width * value / most))
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def rank_score(rank: int, count: int) -> int:
    """Return a rank as a number from 100, the best, down to 1.

    >>> rank_score(1, 40), rank_score(20, 40), rank_score(40, 40)
    (100, 52, 2)
    """
    return max(1, round(100 * (count - rank + 1) / count))


def duration(minutes: float) -> str:
    """Return a reading time as one says it.

    >>> duration(0.12), duration(2.29), duration(14.6), duration(150)
    ('7 s', '2.3 min', '15 min', '2 h 30 min')
    """
    if minutes < 1:
        return f"{round(60 * minutes)} s"
    if minutes >= 60:
        return f"{round(minutes) // 60} h {round(minutes) % 60} min"
    return f"{minutes:.1f} min" if minutes < 10 else f"{minutes:.0f} min"


def title(name: str, ranking: Ranking, page: Page) -> Iterator[str]:
    """Draw the head of a view, which says what was read."""
    words = sum(sentence.words for sentence in ranking.sentences)
    facts = [
        count_of(len(ranking), "sentence"),
        count_of(words, "word"),
        ranking.language,
        "" if ranking.structure in ("auto", "flat", "none") else ranking.structure,
        f"ranked for “{isolated(ranking.query)}”" if ranking.query else "",
    ]
    shown_facts = " · ".join(filter(None, facts))
    if columns(name) + 2 + columns(shown_facts) <= page.width:
        yield page.style(isolated(name), "heading") + page.style(f"  {shown_facts}", "faint")
    else:
        yield from (page.style(line, "heading") for line in paragraph(name, page.width))
        yield from (page.style(line, "faint") for line in packed(filter(None, facts), page.width))
    yield ""


def hanging(head: str, text: str, style: str, page: Page, *, marked: bool = False) -> Iterator[str]:
    """Draw text after a head; its further lines are indented as far as the head goes; `marked` as in `paragraph`."""
    size = columns(re.sub(r"\x1b\[[0-9;]*m", "", head))
    for number, line in enumerate(paragraph(text, max(page.width - size, 20), marked=marked)):
        yield ((head if number == 0 else " " * size) + page.style(line, style)).rstrip()


def ranking_view(ranking: Ranking, chosen: Extract, page: Page) -> Iterator[str]:
    """Draw the document in its own order: chosen sentences highlighted; rank, the same of 100 and topic in the margin.

    The score itself does not always agree with the rank, because what is said twice loses its place. `explain` has it.
    """
    letters = {topic.number: topic.letter for topic in ranking.topics} if len(ranking.topics) > 1 else {}
    first = {sentence.index for sentence in ranking.layers()[0].sentences} & set(chosen.indices)
    digits = max(3, len(str(len(ranking))))
    margin = digits + 1 + 4 + (3 if letters else 0) + 1
    for sentence in _spaced(ranking.sentences):
        if sentence is None:
            yield ""
        elif not ranking.document.sentences[sentence.index].prose:
            yield from hanging(" " * margin + "  ", sentence.text, "heading", page)
        else:
            level = "first" if sentence.index in first else "chosen" if sentence.index in chosen.indices else "rest"
            mark = {"first": FIRST, "chosen": CHOSEN, "rest": REST}[level]
            topic = f"  {letters.get(sentence.topic, ''):1}" if letters else ""
            numbers = f"{sentence.rank:>{digits}} {rank_score(sentence.rank, len(ranking)):>4}{topic} "
            yield from hanging(page.style(numbers, "faint") + page.style(mark, "bar") + " ", sentence.text, level, page)
    yield ""
    legend = (
        f"rank, of 100{', topic' if letters else ''}",
        f"{FIRST} read first: {count_of(len(first), 'sentence')}",
        f"{CHOSEN} the best {len(chosen)} of {len(ranking)}: {count_of(chosen.words, 'word')}",
    )
    yield from (page.style(line, "faint") for line in packed(legend, page.width))
    if letters:
        names = (f"{topic.letter} {isolated(topic.name)}" for topic in ranking.topics)
        yield from (page.style(line, "faint") for line in packed(names, page.width))


def summary_view(ranking: Ranking, chosen: Extract, page: Page) -> Iterator[str]:
    """Draw the chosen sentences as running text in the paragraphs of the document, and say how much they are of it."""
    for number, (_, sentences) in enumerate(groupby(chosen, key=lambda sentence: sentence.paragraph)):
        if number:
            yield ""
        yield from paragraph(" ".join(sentence.text for sentence in sentences), page.width)
    words = sum(sentence.words for sentence in ranking.sentences)
    yield ""
    yield page.style(
        f"{len(chosen)} of {count_of(len(ranking), 'sentence')} · {chosen.words:,} of {count_of(words, 'word')}",
        "faint",
    )


def layers_view(layers: tuple[Layer, ...], page: Page) -> Iterator[str]:
    """Draw layer after layer, each with the sentences that it adds, in document order."""
    total = max(layers[-1].words_read, 1)
    for layer in layers:
        if layer.number > 1:
            yield ""
        share = f"{100 * layer.words_read / total:.0f} %"
        size = f"{count_of(len(layer.sentences), 'sentence')}, {count_of(layer.words, 'word')}"
        head = f"Layer {layer.number}"
        facts = f"{'' if layer.number == 1 else '+ '}{size} · read {share} in {duration(layer.minutes)}"
        yield page.style(head, "heading") + "  " + page.style(facts, "faint")
        for sentence in layer.sentences:
            style = "first" if layer.number == 1 else "plain"
            yield from hanging(page.style(f"{sentence.index:>5}  ", "faint"), sentence.text, style, page)


def folded_view(ranking: Ranking, layers: tuple[Layer, ...], depth: int, page: Page) -> Iterator[str]:
    """Draw the document down to a layer: deeper sentences are folded to their number; the margin has the layers."""
    layer_of = {sentence.index: layer.number for layer in layers for sentence in layer.sentences}
    headings = {sentence.index for sentence in ranking.document.sentences if not sentence.prose}

    def kind(sentence: RankedSentence) -> str:
        return "heading" if sentence.index in headings else "shown" if layer_of[sentence.index] <= depth else "folded"

    for number, (name, group) in enumerate(groupby(ranking.sentences, key=kind)):
        sentences = tuple(group)
        if name == "heading" and number:
            yield ""
        if name == "folded":
            words = sum(sentence.words for sentence in sentences)
            yield " " * 7 + page.style(
                f"··· {count_of(len(sentences), 'sentence')}, {count_of(words, 'word')}", "faint"
            )
            continue
        for sentence in sentences:
            layer = layer_of[sentence.index]
            style = "heading" if name == "heading" else "first" if layer == 1 else "plain"
            margin = " " * 7 if name == "heading" else page.style(f"{layer:>5}  ", "faint")
            yield from hanging(margin, sentence.text, style, page)


def _spaced(sentences: Iterable[RankedSentence]) -> Iterator[RankedSentence | None]:
    """Yield the sentences, and None between paragraphs."""
    for number, (_, together) in enumerate(groupby(sentences, key=lambda sentence: sentence.paragraph)):
        if number:
            yield None
        yield from together


def keyphrases_view(phrases: tuple[Keyphrase, ...], topics: tuple[Topic, ...], page: Page) -> Iterator[str]:
    """Draw keyphrases with bars and counts, then the topics."""
    most = max((phrase.score for phrase in phrases), default=0.0)
    texts = [f"{phrase.text} ({phrase.short})" if phrase.short else phrase.text for phrase in phrases]
    room = min(32, max((columns(shown(text)) for text in texts), default=0))
    for phrase, full in zip(phrases, texts, strict=True):
        text = isolated(full)
        yield (
            f"  {text}{' ' * (room - columns(text))}  {phrase.score:>6.2f}  "
            + page.style(bar(phrase.score, most, 24), "bar")
            + page.style(f" ×{phrase.count}", "faint")
        )
    if len(topics) > 1:
        yield ""
        for topic in topics:
            head = page.style(f"  {topic.letter:<3}", "heading")
            text = f"{isolated(', '.join(topic.phrases))} ({count_of(len(topic.sentences), 'sentence')})"
            yield from hanging(head, text, "plain", page, marked=True)


def explanation_view(ranking: Ranking, reasons: Explanation, page: Page) -> Iterator[str]:
    """Draw a sentence and the reasons of its rank: the parts as bars, its terms, its votes, and the same in words."""
    sentence = ranking.sentences[reasons.index]
    facts = f"rank {reasons.rank} of {len(ranking)} · score {reasons.score:.2f}"
    yield page.style(f"Sentence {reasons.index}", "heading") + page.style(f"  {facts}", "faint")
    yield ""
    yield from hanging("  ", sentence.text, "chosen", page)
    yield ""
    yield from _parts(reasons.parts, reasons.score, page)
    yield ""
    if reasons.terms:
        terms = packed((f"{isolated(term.text)} {term.score:.2f}" for term in reasons.terms), page.width - 11)
        yield from (f"  {'Terms' if number == 0 else '':9}{line}" for number, line in enumerate(terms))
    topic = next((topic for topic in ranking.topics if topic.number == reasons.topic), None)
    if topic is not None and len(ranking.topics) > 1:
        place = f"rank {reasons.topic_rank} of {len(topic.sentences)} in it"
        text = f"{topic.letter} ({isolated(topic.name)}), {place}"
        yield from hanging("  Topic    ", text, "plain", page, marked=True)
    for number, vote in enumerate(reasons.votes):
        head = f"  {'Votes' if number == 0 else '':<8}{100 * vote.share:>3.0f} %  "
        quoted = f"[{vote.sentence}] {ranking.sentences[vote.sentence].text}"
        yield from hanging(head, quoted, "rest", page)
    yield ""
    yield from wrapped(reasons.text, page.width)


def _parts(parts: Mapping[str, float], score: float, page: Page) -> Iterator[str]:
    """Draw what speaks for a sentence to the right of the axis, and what speaks against it to the left."""
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
