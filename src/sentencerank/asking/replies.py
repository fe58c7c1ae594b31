"""Questions inside of a text, and what replies to them: in a chat, in minutes, in an interview, in prose.

"How much is the deposit?" has every word of the query "how much is the deposit", and "Two thousand." has none.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sentencerank.document import Sentence
from sentencerank.method.arrays import Ids

_ASKS = ("?", "？", "؟")
_CLOSING = " \t\n\"'”’»)]*_"


def asks(text: str) -> bool:
    """Return whether a sentence is a question.

    >>> asks("“Who pays?”"), asks("She asked who pays.")
    (True, False)
    """
    return text.rstrip(_CLOSING).endswith(_ASKS)


def replies_to(sentences: Sequence[Sentence]) -> Ids:
    """Return for each of some sentences which of them is the question that it replies to; -1 for none.

    What replies is the rest of the paragraph of a question, or the next paragraph if nothing is left of its own. A
    heading between ends it. What begins small only goes on: "Who Cares? | is a song". A question replies to itself.
    """
    found = np.full(len(sentences), -1, dtype=np.intp)
    question = -1  # the last one, as long as something may reply to it
    for place, sentence in enumerate(sentences):
        before = sentences[place - 1] if place else sentence
        if question >= 0 and (
            sentence.index != before.index + 1
            or (sentence.paragraph != before.paragraph and found[place - 1] != place - 1)
            or not _begins(sentence.text)
        ):  # fmt: skip
            question = -1
        if asks(sentence.text):
            question = place
        found[place] = question
    answered = np.append(found[1:] == found[:-1], False)
    every = np.arange(len(found))
    return np.where((found == every) & ~answered, -1, found)


def _begins(text: str) -> bool:
    first = text.lstrip("\"'“„«‘([*_-–—•> ")[:1]
    return first.isalnum() and not first.islower() and not text.startswith("(")
