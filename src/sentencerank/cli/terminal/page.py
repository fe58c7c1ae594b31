"""The page that everything is drawn on, and what all views of a ranking share: bars, numbers, hanging text, a title."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sentencerank.cli.terminal.lines import columns, flat, isolated, paragraph

if TYPE_CHECKING:
    from sentencerank import Ranking

WIDEST = 100  # longer lines are hard to follow

_STYLES = {"first": "30;43", "chosen": "1", "rest": "2", "heading": "1;36", "bar": "33", "minus": "35", "faint": "2"}


@dataclass(frozen=True, slots=True)
class Page:
    """What is drawn on: its width in columns, and whether it shows colours."""

    width: int = 80
    color: bool = False

    def style(self, text: str, name: str) -> str:
        """The text in one of the styles, where there are colours; any other name leaves it plain."""
        return f"\x1b[{_STYLES[name]}m{text}\x1b[0m" if self.color and text and name in _STYLES else text


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


def hanging(head: str, text: str, style: str, page: Page) -> Iterator[str]:
    """Text after a head, its further lines indented as far as the head goes."""
    size = columns(re.sub(r"\x1b\[[0-9;]*m", "", head))
    for number, line in enumerate(paragraph(text, max(page.width - size, 20))):
        yield ((head if number == 0 else " " * size) + page.style(line, style)).rstrip()
