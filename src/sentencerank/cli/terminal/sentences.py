"""Sentences on a terminal: the ranked document, a summary, layers one after another or folded in their place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from sentencerank.cli.terminal.lines import flat, isolated, packed, paragraph
from sentencerank.cli.terminal.page import Page, counted, duration, hanging

if TYPE_CHECKING:
    from sentencerank import Extract, Layer, RankedSentence, Ranking

FIRST, CHOSEN, REST = "█", "▌", " "  # marks of the margin: the first layer, the rest of the budget, everything else


def ranked(ranking: Ranking, chosen: Extract, page: Page) -> Iterator[str]:
    """The document in its own order, the chosen sentences highlighted in place; rank, score and topic in the margin."""
    letters = {topic.number: topic.letter for topic in ranking.topics} if len(ranking.topics) > 1 else {}
    first = {sentence.index for sentence in ranking.layers()[0].sentences} & set(chosen.indices)
    digits = max(3, len(str(len(ranking))))
    margin = digits + 1 + 7 + (3 if letters else 0) + 1
    for sentence in _spaced(ranking.sentences):
        if sentence is None:
            yield ""
        elif not ranking.document.sentences[sentence.index].prose:
            yield from hanging(" " * margin + "  ", sentence.text, "heading", page)
        else:
            level = "first" if sentence.index in first else "chosen" if sentence.index in chosen.indices else "rest"
            mark = {"first": FIRST, "chosen": CHOSEN, "rest": REST}[level]
            topic = f"  {letters.get(sentence.topic, ''):1}" if letters else ""
            numbers = f"{sentence.rank:>{digits}} {sentence.score:>7.2f}{topic} "
            yield from hanging(page.style(numbers, "faint") + page.style(mark, "bar") + " ", sentence.text, level, page)
    yield ""
    yield page.style(
        f"{'rank':>{digits}}{'score':>{8 - (4 - digits)}}{' topic' if letters else ''}"
        f"  {FIRST} read first: {counted(len(first), 'sentence')}"
        f"  {CHOSEN} the best {len(chosen)} of {len(ranking)}: {counted(chosen.words, 'word')}",
        "faint",
    )
    if letters:
        names = (f"{topic.letter} {isolated(flat(topic.name))}" for topic in ranking.topics)
        yield from (page.style(line, "faint") for line in packed(names, page.width))


def summarized(ranking: Ranking, chosen: Extract, page: Page) -> Iterator[str]:
    """The chosen sentences as running text in the paragraphs of the document, and what they save."""
    for number, (_, sentences) in enumerate(groupby(chosen, key=lambda sentence: sentence.paragraph)):
        if number:
            yield ""
        yield from paragraph(" ".join(sentence.text for sentence in sentences), page.width)
    words = sum(sentence.words for sentence in ranking.sentences)
    yield ""
    yield page.style(
        f"{len(chosen)} of {counted(len(ranking), 'sentence')} · {chosen.words:,} of {counted(words, 'word')}", "faint"
    )


def layered(layers: tuple[Layer, ...], page: Page) -> Iterator[str]:
    """Layer after layer, each with the sentences that it adds, in document order."""
    total = max(layers[-1].words_read, 1)
    for layer in layers:
        if layer.number > 1:
            yield ""
        share = f"{100 * layer.words_read / total:.0f} %"
        size = f"{counted(len(layer.sentences), 'sentence')}, {counted(layer.words, 'word')}"
        head = f"Layer {layer.number}"
        facts = f"{'' if layer.number == 1 else '+ '}{size} · read {share} in {duration(layer.minutes)}"
        yield page.style(head, "heading") + "  " + page.style(facts, "faint")
        for sentence in layer.sentences:
            style = "first" if layer.number == 1 else "plain"
            yield from hanging(page.style(f"{sentence.index:>5}  ", "faint"), sentence.text, style, page)


def folded(ranking: Ranking, layers: tuple[Layer, ...], depth: int, page: Page) -> Iterator[str]:
    """The document down to a layer: its sentences in place, the others folded to their number; layers in the margin."""
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
            yield " " * 7 + page.style(f"··· {counted(len(sentences), 'sentence')}, {counted(words, 'word')}", "faint")
            continue
        for sentence in sentences:
            layer = layer_of[sentence.index]
            style = "heading" if name == "heading" else "first" if layer == 1 else "plain"
            margin = " " * 7 if name == "heading" else page.style(f"{layer:>5}  ", "faint")
            yield from hanging(margin, sentence.text, style, page)


def _spaced(sentences: Iterable[RankedSentence]) -> Iterator[RankedSentence | None]:
    """The sentences with None between paragraphs."""
    for number, (_, together) in enumerate(groupby(sentences, key=lambda sentence: sentence.paragraph)):
        if number:
            yield None
        yield from together
