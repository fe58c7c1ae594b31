"""How much of a ranking is read, and the summary that remains of it (§8).

    100w        100 words: sentences by rank, the last one cut so that the total is exactly 100
    100w/stop   100 words: the sentence that does not fit ends the summary
    100w/skip   100 words: the sentence that does not fit is left out, the next one tried
    5%          5 % of the sentences: max(1, ⌊0.05·n + ½⌋)
    3s          three sentences
    curve       10 %, 20 %, …, 90 %

A summary is given in the order of the document, restored after the cut: the sentence that is cut is always the one of
the lowest rank. Nothing is taken from a budget of 0; any larger share takes at least one sentence.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sentencerank.document import word_count
from sentencerank.errors import OptionsError

Unit: TypeAlias = Literal["w", "%", "s"]
Rule: TypeAlias = Literal["cut", "stop", "skip"]

_BUDGET = re.compile(r"(\d+(?:\.\d+)?)\s*(w|%|s)(?:/(cut|stop|skip))?")
_FORMS = "give words (100w, 100w/stop, 100w/skip), a share of the sentences (5%), sentences (3s) or curve"


@dataclass(frozen=True, slots=True)
class Budget:
    """An amount of a unit, and what becomes of the sentence that does not fit; made by `parse_budgets`."""

    amount: float
    unit: Unit = "w"
    rule: Rule = "cut"

    def __post_init__(self) -> None:
        if not (math.isfinite(self.amount) and self.amount >= 0):
            raise OptionsError(f"a budget of {self.amount}: {_FORMS}")
        if self.unit == "%" and self.amount > 100:
            raise OptionsError(f"a budget of {self.amount:g} %: a document has 100 %; {_FORMS}")
        if self.unit != "%" and self.amount != int(self.amount):
            raise OptionsError(f"a budget of {self.amount:g}{self.unit}: only shares may be fractions; {_FORMS}")
        if self.unit != "w" and self.rule != "cut":
            raise OptionsError(f"/{self.rule} says what becomes of a sentence over so many words: {_FORMS}")

    @property
    def name(self) -> str:
        """How it is written.

        >>> Budget(100).name, Budget(5, "%").name, Budget(100, rule="skip").name
        ('100w', '5%', '100w/skip')
        """
        return f"{self.amount:g}{self.unit}" + (f"/{self.rule}" if self.rule != "cut" else "")


CURVE: tuple[Budget, ...] = tuple(Budget(share, "%") for share in range(10, 100, 10))


def parse_budgets(text: str) -> tuple[Budget, ...]:
    """Budgets from text, separated by commas, each once.

    >>> [budget.name for budget in parse_budgets("100w, 5%,3s")], len(parse_budgets("curve,10%"))
    (['100w', '5%', '3s'], 9)
    """
    found: list[Budget] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = _BUDGET.fullmatch(part)
        if part != "curve" and not match:
            raise OptionsError(f"budget {part!r} is not known: {_FORMS}")
        found += [Budget(float(match[1]), match[2], match[3] or "cut")] if match else CURVE  # type: ignore[arg-type]
    if not found:
        raise OptionsError(f"no budget in {text!r}: {_FORMS}")
    return tuple(dict.fromkeys(found))


def summary(order: Sequence[int], sentences: Sequence[str], budget: Budget) -> tuple[str, ...]:
    """The best sentences within a budget, in document order.

    >>> summary([2, 0, 1], ["One two.", "Three four.", "Five six."], Budget(3))
    ('One', 'Five six.')
    >>> summary([2, 0, 1], ["One two.", "Three four.", "Five six."], Budget(5, "%"))
    ('Five six.',)
    """
    if budget.unit != "w":
        wanted = int(budget.amount) if budget.unit == "s" else share(budget.amount, len(sentences))
        return tuple(sentences[i] for i in sorted(order[:wanted]))
    left, chosen = int(budget.amount), {}
    for index in order:
        cost = word_count(sentences[index])
        if cost <= left:
            chosen[index] = sentences[index]
            left -= cost
        elif budget.rule == "cut":
            chosen[index] = first_words(sentences[index], left)
            break
        elif budget.rule == "stop":
            break
    return tuple(chosen[i] for i in sorted(chosen) if chosen[i])


def share(percent: float, count: int) -> int:
    """max(1, ⌊percent·n/100 + ½⌋) of n sentences; 0 of none, and for 0 %.

    >>> share(5, 20), share(5, 50), share(5, 3), share(0, 20), share(90, 0)
    (1, 3, 1, 0, 0)
    """
    return max(1, math.floor(percent * count / 100 + 0.5)) if percent and count else 0


def first_words(text: str, count: int) -> str:
    """The first words of a sentence, counted as everywhere else: by characters in scripts without spaces.

    >>> first_words("Rain in Spain.", 2), first_words("今天下雨。", 2)
    ('Rain in', '今天')
    """
    words = text.split()
    if all(word_count(word) == 1 for word in words):
        return " ".join(words[:count])
    low, high = 0, len(text)
    while low < high:  # the longest beginning of so many words: their number never falls as the text grows
        middle = (low + high + 1) // 2
        low, high = (middle, high) if word_count(text[:middle]) <= count else (low, middle - 1)
    return text[:low].rstrip()
