"""The words of a document in columns: what is asked of every word is asked of these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

import numpy as np

from sentencerank import kernel
from sentencerank.document import Range, Token
from sentencerank.frozen import dataclass

_MANY = 50_000  # words
_END = Token("", 0, "", essential=False, noun=False, breaks=True)  # stands before, between and behind sentences


class Lists(NamedTuple):
    """The tokens of some sentences, one after the other, with an empty one before, between and behind the sentences.

    A loop over tokens takes four times as long.
    """

    texts: Sequence[str]
    lowers: Sequence[str]  # in lower case
    starts: Sequence[int]  # offsets in the sentence
    stems: Sequence[str]
    breaks: bytes  # 1 where something stands before it
    kinds: str  # a letter for each: N a noun, A an adjective, V another essential word, - a small word
    firsts: Sequence[int]  # where the words of each sentence begin
    cased: Sequence[bool] = ()  # whether a capital means something in each sentence, if that was asked

    def of_sentences(self, sentences: Sequence[int]) -> Lists:
        """Return those of some sentences alone.

        >>> lists = columns_of([[Token(word, 0, word, True, True, False)] for word in ("rain", "sun", "wind")]).lists
        >>> lists.of_sentences([0, 2]).texts, lists.of_sentences([0, 2]).firsts
        (['', 'rain', '', 'wind', ''], [1, 3])
        """
        every = self.bounds()
        spans = [(0, 1), *(every[one] for one in sentences)]
        # Most sentences stay, so there are few runs of them.
        starts = [start for (_, end), (start, _) in pairwise([(-1, -1), *spans]) if start != end]
        ends = [end for (_, end), (start, _) in pairwise([*spans, (-1, -1)]) if start != end]
        runs = [slice(*run) for run in zip(starts, ends, strict=True)]
        return Lists(
            texts=list(chain.from_iterable([self.texts[run] for run in runs])),
            lowers=list(chain.from_iterable([self.lowers[run] for run in runs])),
            starts=list(chain.from_iterable([self.starts[run] for run in runs])),
            stems=list(chain.from_iterable([self.stems[run] for run in runs])),
            breaks=b"".join([self.breaks[run] for run in runs]),
            kinds="".join([self.kinds[run] for run in runs]),
            firsts=list(accumulate([end - start for start, end in spans]))[:-1],
        )

    def bounds(self) -> list[Range]:
        """Return where the words of each sentence begin and end, the empty one behind them included."""
        return list(zip(self.firsts, [*self.firsts[1:], len(self.texts)], strict=False))


@dataclass(frozen=True, eq=False)
class Columns:
    """The words of some sentences, in lists or as the kernel has read them; the other is made when asked for."""

    found: Lists | None = None
    read: object = None

    @cached_property
    def lists(self) -> Lists:
        """The words for loops in Python."""
        return self.found or Lists(*kernel.native.text_lists(self.read))  # type: ignore[union-attr]

    @cached_property
    def native(self) -> object:
        """The same for the kernel, which has checked them."""
        return self.read or kernel.native.text_of_lists(*self.lists[:7])  # type: ignore[union-attr]


def columns_of(sentences: Iterable[Sequence[Token]]) -> Columns:
    """Put the words of sentences into columns.

    >>> rain = [Token("the", 0, "", False, False, False), Token("rain", 4, "rain", True, True, False)]
    >>> columns_of([rain]).lists.kinds
    '--N-'
    """
    row, firsts = [_END], []
    for some in sentences:
        firsts.append(len(row))
        row += some
        row.append(_END)
    texts = [token.text for token in row]
    kinds = ["-" if not token.essential else "N" if token.noun else "A" if token.adjective else "V" for token in row]
    return Columns(
        Lists(
            texts=texts,
            lowers=_lower(texts),
            starts=[token.start for token in row],
            stems=[token.stem for token in row],
            breaks=bytes([token.breaks for token in row]),
            kinds="".join(kinds),
            firsts=firsts,
        )
    )


def _lower(texts: Sequence[str]) -> list[str]:
    """Return words in lower case; of many words those that are the same are one string, which takes less memory."""
    if len(texts) < _MANY:
        return "\0".join(texts).lower().split("\0")
    return list(map({text: text.lower() for text in texts}.__getitem__, texts))


def verb_pairs(columns: Columns, entries: Mapping[str, str]) -> Iterable[tuple[str, str, str]]:
    """Return the verbs right behind a noun or an adjective: the word before in lower case, its stem, and the verb's.

    Verbs that the entry of the word before has nowhere are left out.

    >>> heat, pumps = Token("heat", 0, "heat", True, True, False), Token("pumps", 5, "pump", True, False, False)
    >>> columns = columns_of([[heat, pumps]])
    >>> list(verb_pairs(columns, {"heat": "pump|wave"})), list(verb_pairs(columns, {"heat": "wave"}))
    ([('heat', 'heat', 'pump')], [])
    """
    if kernel.native is not None and isinstance(entries, dict):
        found: list[tuple[str, str, str]] = kernel.native.verb_pairs(columns.native, entries)
        return found
    _, lowers, _, stems, breaks, kinds, *_ = columns.lists
    places = [place for place in behind_nouns(kinds, "V") if not breaks[place]]
    pairs = {(lowers[place - 1], stems[place - 1], stems[place]) for place in places}
    return [pair for pair in pairs if pair[2] in entries.get(pair[0], "")]


def behind_nouns(kinds: str, kind: str) -> list[int]:
    """Return the places of words of a kind with a noun or an adjective before them.

    >>> behind_nouns("-NVAN-V", "V"), behind_nouns("-NVAN-V", "N")
    ([2], [4])
    """
    letters = np.frombuffer(kinds.encode("ascii"), dtype=np.uint8)
    before = (letters[:-1] == ord("N")) | (letters[:-1] == ord("A"))
    return (np.flatnonzero(before & (letters[1:] == ord(kind))) + 1).tolist()
