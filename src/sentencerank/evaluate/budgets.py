"""How much of a ranking is read, and the summary that remains of it (§8).

    100w        100 words: sentences by rank, the last one cut so that the total is exactly 100
    100w/stop   100 words: the sentence that does not fit ends the summary
    100w/skip   100 words: the sentence that does not fit is left out, and the next one is tried
    500c        500 characters, with the spaces between the sentences; /stop and /skip as for words
    5%          5 % of the sentences: max(1, ⌊0.05·n + ½⌋)
    3s          three sentences
    curve       10 %, 20 %, …, 90 %

A summary is given in the order of the document, which is restored after the cut: the sentence that is cut is always the
one of the lowest rank.
"""

from __future__ import annotations

from collections.abc import Sequence

from sentencerank.document import word_count
from sentencerank.errors import OptionsError
from sentencerank.recipe import Budget

CURVE: tuple[Budget, ...] = tuple(Budget.parse(f"{share}%") for share in range(10, 100, 10))


def parse_budgets(text: str) -> tuple[Budget, ...]:
    """Return the budgets of a list with commas, each once. Raise OptionsError for anything else.

    >>> [budget.name for budget in parse_budgets("100w, 5%,3s")], len(parse_budgets("curve,10%"))
    (['100w', '5%', '3s'], 9)
    """
    found: list[Budget] = []
    try:
        # An empty list is parsed as one empty budget, which is refused in the words of `Budget.parse`.
        for part in list(filter(None, map(str.strip, text.split(",")))) or [""]:
            found += CURVE if part == "curve" else [Budget.parse(part)]
    except OptionsError as error:
        raise OptionsError(f"{error} Or give curve: 10 %, 20 %, …, 90 % of the sentences.") from None
    return tuple(dict.fromkeys(found))


def summary(order: Sequence[int], sentences: Sequence[str], budget: Budget) -> tuple[str, ...]:
    """Return the best sentences within a budget, in document order.

    >>> summary([2, 0, 1], ["One two.", "Three four.", "Five six."], Budget.parse("3w"))
    ('One', 'Five six.')
    >>> summary([2, 0, 1], ["One two.", "Three four.", "Five six."], Budget.parse("5%"))
    ('Five six.',)
    """
    left, chosen = budget.limit(len(sentences)), {}
    if budget.unit in ("sentences", "ratio"):
        return tuple(sentences[i] for i in sorted(order[:left]))
    characters = budget.unit == "characters"
    # Every sentence pays for the space behind it; the last one has none.
    left += characters
    for index in order:
        text = sentences[index]
        cost = len(text) + 1 if characters else word_count(text)
        if cost <= left:
            chosen[index] = text
            left -= cost
        elif budget.overflow == "cut":
            chosen[index] = text[: max(left - 1, 0)].rstrip() if characters else first_words(text, left)
            break
        elif budget.overflow == "stop":
            break
    return tuple(chosen[i] for i in sorted(chosen) if chosen[i])


def first_words(text: str, count: int) -> str:
    """Return the first words of a sentence, counted as everywhere else: by characters in scripts without spaces.

    >>> first_words("Rain in Spain.", 2), first_words("今天下雨。", 2)
    ('Rain in', '今天')
    """
    words = text.split()
    if all(word_count(word) == 1 for word in words):
        return " ".join(words[:count])
    # Halve the interval to find the longest beginning of so many words: their number never falls as the text grows.
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if word_count(text[:middle]) <= count else (low, middle - 1)
    return text[:low].rstrip()
