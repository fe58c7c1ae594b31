"""What a text itself teaches about its language: its stop words, and which syllables make one word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from sentencerank.document import Token

COUNT = 3  # occurrences of a stop word at least
SHARE = 0.003  # of all words
LENGTH = 0.7  # of the mean length of a word, at most
SPREAD = 0.05  # share of the sentences that it stands in
TOGETHER = 0.5  # share of the rarer syllable's occurrences that stand in the pair


def learnt(sentences: Sequence[Sequence[str]]) -> frozenset[str]:
    """Words that are frequent, spread over the text and short: its function words, more or less.

    Measured against lists: nineteen of twenty occurrences that it finds are on them, half to two thirds of those on
    the lists are found (docs/decisions/0041).

    >>> sorted(learnt([["la", "casa", "la", "puerta"], ["la", "ventana", "de", "madera"], ["de", "la", "calle"]]))
    ['la']
    """
    counts = Counter(word for sentence in sentences for word in sentence)
    total = counts.total()
    length = LENGTH * sum(len(word) * count for word, count in counts.items()) / max(total, 1)
    spread = Counter(word for sentence in sentences for word in set(sentence))
    return frozenset(
        word
        for word, count in counts.items()
        if count >= max(COUNT, SHARE * total) and len(word) <= length and spread[word] >= SPREAD * len(sentences)
    )


def compounds(sentences: list[list[Token]]) -> list[list[Token]]:
    """The same tokens, with a break before every syllable that does not belong to the one before.

    Two neighbours are one word if the text repeats them together and the rarer one stands there half the time.
    What is left unbroken the ranking finds as phrases, in the document and in a query alike.
    """
    pairs: Counter[tuple[str, str]] = Counter()
    single: Counter[str] = Counter()
    for tokens in sentences:
        single.update(token.stem for token in tokens if token.essential)
        pairs.update((a.stem, b.stem) for a, b in pairwise(tokens) if a.essential and b.essential and not b.breaks)
    words = {
        pair for pair, count in pairs.items() if count > 1 and count >= TOGETHER * min(single[pair[0]], single[pair[1]])
    }
    if not words:
        return sentences
    return [
        [
            token if before is None or (before.stem, token.stem) in words else token._replace(breaks=True)
            for before, token in zip([None, *tokens], tokens, strict=False)
        ]
        for tokens in sentences
    ]
