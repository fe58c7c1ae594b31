"""A ranking drawn for the eye: margins, bars and highlights for a terminal, as lines of text.

Everything here is pure: a result and a `Page` in, lines out. Colours only repeat what marks and numbers say already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING
from unicodedata import bidirectional, category, east_asian_width

if TYPE_CHECKING:
    from sentencerank import Explanation, Extract, Keyphrase, Layer, RankedSentence, Ranking, Topic

FIRST, CHOSEN, REST = "█", "▌", " "  # marks of the margin: the first layer, the rest of the budget, everything else
WIDEST = 100  # longer lines are hard to follow

_STYLES = {"first": "30;43", "chosen": "1", "rest": "2", "heading": "1;36", "bar": "33", "minus": "35", "faint": "2"}
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_CLOSING = "。，、；：？！」』）】》〉〕”’…·"  # never at the start of a line
_OPENING = "「『（【《〈〔“‘"  # never at the end of one
_AFTER, _BEFORE = "ะาำๅๆฯະາຳໆຯ", "เแโใไເແໂໃໄ"  # Thai and Lao vowels belong to the letter before or after them
_ISOLATE, _END = "\u2067", "\u2069"  # what stands between is written from right to left, whatever stands around it
_ISOLATED = re.compile(f"{_ISOLATE}[^{_END}]*{_END}")
_PIECES = re.compile(r"\s+|[^\s\u1100-\U0010ffff]+|[\u1100-\U0010ffff]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Page:
    """What is drawn on: its width in columns, and whether it shows colours."""

    width: int = 80
    color: bool = False

    def style(self, text: str, name: str) -> str:
        """The text in one of the styles, where there are colours; any other name leaves it plain."""
        return f"\x1b[{_STYLES[name]}m{text}\x1b[0m" if self.color and text and name in _STYLES else text


def flat(text: str) -> str:
    """Text on one line that can do nothing to a terminal: white space as single spaces, control characters as U+FFFD.

    >>> flat("a hard-\\nwrapped\\x1b[31m line")
    'a hard- wrapped�[31m line'
    """
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", " ".join(text.split()))


def columns(text: str) -> int:
    """How many columns a text takes: two for a wide character, none for a combining one.

    >>> columns("rain"), columns("雨が降る"), columns("e\N{COMBINING ACUTE ACCENT}")
    (4, 8, 1)
    """
    if text.isascii():
        return len(text)
    return sum(0 if category(c) in ("Mn", "Me", "Cf") else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, broken at spaces, between wide characters, and inside what is too long.

    >>> wrapped("The rain in Spain", 8)
    ['The rain', 'in Spain']
    >>> wrapped("今天下雨。", 8)
    ['今天下', '雨。']
    """
    lines, line, used = [], "", 0
    for piece in _unbreakable(flat(text), max(width, 2)):
        size = columns(piece)
        if used + size > width and line.strip() and not piece.isspace():
            lines.append(line.rstrip())
            line, used = "", 0
        if line or not piece.isspace():
            line, used = line + piece, used + size
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


def leftwards(text: str) -> bool:
    """Whether a text is written from right to left: its first letter decides.

    >>> leftwards("مدينة (city)"), leftwards("12 שלום"), leftwards("The word שלום")
    (True, True, False)
    """
    if text.isascii():
        return False
    kinds = map(bidirectional, _ISOLATED.sub("", text))
    return next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L"


def isolated(text: str) -> str:
    """The text so that a terminal that knows writing from right to left leaves what stands around it in place.

    >>> isolated("rain"), columns(isolated("שלום"))
    ('rain', 4)
    """
    return f"{_ISOLATE}{text}{_END}" if leftwards(text) else text


def paragraph(text: str, width: int) -> list[str]:
    """Text in lines, each of them from right to left if the text is."""
    lines = wrapped(text, width)
    return [f"{_ISOLATE}{line}{_END}" for line in lines] if leftwards(text) else lines


def _unbreakable(text: str, width: int) -> Iterator[str]:
    """Spaces, words, and wide characters together with the closing marks that follow them."""
    held = ""
    for piece in _PIECES.findall(text):
        if held and _joined(held[-1], piece[0]):
            held += piece
        else:
            yield from _cut(held, width)
            held = piece
    yield from _cut(held, width)


def _joined(before: str, after: str) -> bool:
    """Whether two characters must stand on one line."""
    if before.isspace() or after.isspace():
        return False
    marks = before in _OPENING or after in _CLOSING or category(after) in ("Mn", "Me", "Cf", "Mc")
    return marks or not (_wide(before) or _wide(after))


def _wide(character: str) -> bool:
    return east_asian_width(character) in "WF"


def _cut(piece: str, width: int) -> Iterator[str]:
    """A piece in parts that fit a line; most fit whole."""
    while columns(piece) > width:
        end = next(k for k in range(1, len(piece) + 1) if columns(piece[: k + 1]) > width)
        while end > 1 and (piece[end] in _AFTER or piece[end - 1] in _BEFORE or category(piece[end]) == "Mn"):
            end -= 1
        yield piece[:end]
        piece = piece[end:]
    if piece:
        yield piece


def bar(value: float, most: float, width: int) -> str:
    """A bar of eighths of a column, `width` columns for `most`.

    >>> bar(1.0, 2.0, 4), bar(0.0, 2.0, 4), bar(0.01, 2.0, 4)
    ('██', '', '▏')
    """
    if most <= 0 or value <= 0:
        return ""
    eighths = max(1, round(8 * width * value / most))
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def duration(minutes: float) -> str:
    """Reading time as one says it.

    >>> duration(0.12), duration(2.29), duration(14.6), duration(150)
    ('7 s', '2.3 min', '15 min', '2 h 30 min')
    """
    if minutes < 1:
        return f"{round(60 * minutes)} s"
    if minutes >= 60:
        return f"{round(minutes) // 60} h {round(minutes) % 60} min"
    return f"{minutes:.1f} min" if minutes < 10 else f"{minutes:.0f} min"


def counted(count: int, noun: str) -> str:
    """A number with its noun: 1 word, 2 words."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def title(name: str, ranking: Ranking, page: Page) -> Iterator[str]:
    """The head of a view: what was read."""
    words = sum(sentence.words for sentence in ranking.sentences)
    facts = [
        counted(len(ranking), "sentence"),
        counted(words, "word"),
        ranking.language,
        "" if ranking.structure in ("auto", "flat") else ranking.structure,
        f"ranked for “{isolated(flat(ranking.query))}”" if ranking.query else "",
    ]
    yield page.style(flat(name), "heading") + page.style(f"  {' · '.join(filter(None, facts))}", "faint")
    yield ""


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
            yield from _hanging(" " * margin + "  ", sentence.text, "heading", page)
        else:
            level = "first" if sentence.index in first else "chosen" if sentence.index in chosen.indices else "rest"
            mark = {"first": FIRST, "chosen": CHOSEN, "rest": REST}[level]
            topic = f"  {letters.get(sentence.topic, ''):1}" if letters else ""
            numbers = f"{sentence.rank:>{digits}} {sentence.score:>7.2f}{topic} "
            yield from _hanging(
                page.style(numbers, "faint") + page.style(mark, "bar") + " ", sentence.text, level, page
            )
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


def packed(items: Iterable[str], width: int) -> Iterator[str]:
    """Items between dots, as many on a line as fit; none is broken.

    >>> list(packed(["rain", "snow", "hail"], 12))
    ['rain · snow', 'hail']
    """
    line = ""
    for item in items:
        longer = f"{line} · {item}" if line else item
        if line and columns(longer) > width:
            yield line
            longer = item
        line = longer
    yield line


def _spaced(sentences: Iterable[RankedSentence]) -> Iterator[RankedSentence | None]:
    """The sentences with None between paragraphs."""
    for number, (_, together) in enumerate(groupby(sentences, key=lambda sentence: sentence.paragraph)):
        if number:
            yield None
        yield from together


def _hanging(head: str, text: str, style: str, page: Page) -> Iterator[str]:
    """Text after a head, its further lines indented as far as the head goes."""
    size = columns(re.sub(r"\x1b\[[0-9;]*m", "", head))
    for number, line in enumerate(paragraph(text, max(page.width - size, 20))):
        yield ((head if number == 0 else " " * size) + page.style(line, style)).rstrip()


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
            yield from _hanging(page.style(f"{sentence.index:>5}  ", "faint"), sentence.text, style, page)


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
            yield from _hanging(margin, sentence.text, style, page)


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
            yield from _hanging(head, text, "plain", page)


def explained(ranking: Ranking, reasons: Explanation, page: Page) -> Iterator[str]:
    """One sentence and why it stands where it stands: parts as bars, terms, votes, and the same in words."""
    sentence = ranking.sentences[reasons.index]
    facts = f"rank {reasons.rank} of {len(ranking)} · score {reasons.score:.2f}"
    yield page.style(f"Sentence {reasons.index}", "heading") + page.style(f"  {facts}", "faint")
    yield ""
    yield from _hanging("  ", sentence.text, "chosen", page)
    yield ""
    yield from _parts(reasons.parts, reasons.score, page)
    yield ""
    if reasons.terms:
        terms = packed((f"{isolated(flat(term.text))} {term.score:.2f}" for term in reasons.terms), page.width - 11)
        yield from (f"  {'Terms' if number == 0 else '':9}{line}" for number, line in enumerate(terms))
    topic = next((topic for topic in ranking.topics if topic.number == reasons.topic), None)
    if topic is not None and len(ranking.topics) > 1:
        place = f"its number {reasons.turn} of {len(topic.sentences)}"
        yield from _hanging("  Topic    ", f"{topic.letter} ({isolated(flat(topic.name))}), {place}", "plain", page)
    for number, vote in enumerate(reasons.votes):
        head = f"  {'Votes' if number == 0 else '':<8}{100 * vote.share:>3.0f} %  "
        quoted = f"[{vote.sentence}] {ranking.sentences[vote.sentence].text}"
        yield from _hanging(head, quoted, "rest", page)
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
