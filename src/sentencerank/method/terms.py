"""Essential words and phrases of a document as integer ids: V = P ∪ W (§3.3, §4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from sentencerank import kernel
from sentencerank.document import Token
from sentencerank.frozen import dataclass
from sentencerank.method.arrays import Ids, Mask, Packed, counted, pack_arrays, unpack_arrays

Segmenter = Callable[[Sequence[Token]], list[tuple[int, int]]]  # phrases of one sentence, as token spans

NO_IDS: Ids = np.empty(0, dtype=np.intp)
_BETWEEN = "\0"  # names in a pickle
_ARRAYS = ("is_phrase", "is_noun", "ids", "bounds")


@dataclass(frozen=True, eq=False)
class Terms:
    """V, and where each term occurs. Sentence k holds `ids[bounds[k]:bounds[k + 1]]`, in reading order."""

    names: tuple[str, ...]  # (m,) a stem, or a phrase of stems: what makes two occurrences one term
    surfaces: tuple[str, ...]  # (m,) the commonest written form: what is looked up and shown
    is_phrase: Mask  # (m,)
    is_noun: Mask  # (m,) stood at least once as a noun, a name or a phrase: what a document can be about
    ids: Ids  # (t,)
    bounds: Ids  # (n + 1,)
    # (term, word) for every essential word inside a phrase, and for the same word where it is a term of its own. Words
    # have numbers of their own, since most of those in phrases stand nowhere else.
    inside: tuple[Ids, Ids] = (NO_IDS, NO_IDS)

    def __getstate__(self) -> tuple[str | tuple[str, ...], Packed]:
        """What is pickled: the names in one string, the numbers in one row of bytes, and nothing that is derived."""
        written = self.names + self.surfaces
        joined = _BETWEEN.join(written)
        plain = joined.count(_BETWEEN) == len(written) - 1
        return joined if plain else written, pack_arrays((*[getattr(self, name) for name in _ARRAYS], *self.inside))

    def __setstate__(self, state: tuple[str | tuple[str, ...], Packed]) -> None:
        written, packed = state
        every = tuple(written.split(_BETWEEN)) if isinstance(written, str) else written
        *arrays, first, second = unpack_arrays(packed)
        self.__dict__.update(zip(_ARRAYS, arrays, strict=True))
        half = len(every) // 2
        self.__dict__.update(names=every[:half], surfaces=every[half:], inside=(first, second))

    @cached_property
    def counts(self) -> Ids:
        """|S|: kept tokens of each sentence, repeats counted."""
        counts: Ids = self.bounds[1:] - self.bounds[:-1]
        return counts

    @cached_property
    def frequency(self) -> Ids:
        """How often each term occurs."""
        return np.bincount(self.ids, minlength=len(self.names))

    @cached_property
    def used(self) -> Mask:
        """Which terms occur at all."""
        return self.frequency > 0

    @cached_property
    def owners(self) -> Ids:
        """The sentence that each token stands in."""
        return np.arange(len(self.bounds) - 1).repeat(self.counts)

    @cached_property
    def pairs(self) -> tuple[Ids, Ids, Ids]:
        """(sentence, term) pairs, each once, ordered by sentence, and how often the sentence has the term."""
        if kernel.native is not None:
            sentence, term, times = kernel.native.pairs(self.ids, self.bounds)
            return np.frombuffer(sentence, np.intp), np.frombuffer(term, np.intp), np.frombuffer(times, np.intp)
        size = max(len(self.names), 1)
        keys, times = counted(self.owners * size + self.ids)
        return keys // size, keys % size, times

    @cached_property
    def sizes(self) -> Ids:
        """How many different terms each sentence has."""
        return np.bincount(self.pairs[0], minlength=len(self.bounds) - 1)

    @property
    def distinct(self) -> tuple[Ids, Ids]:
        """(sentence, term) pairs, each once, ordered by sentence."""
        return self.pairs[:2]

    @cached_property
    def first(self) -> Ids:
        """The sentence in which each term occurs first; 0 for one that does not occur."""
        first = np.zeros(len(self.names), dtype=np.intp)
        # Of several assignments to one place numpy keeps the last, so the reversed order leaves the first sentence.
        first[self.ids[::-1]] = self.owners[::-1]
        return first

    @cached_property
    def last(self) -> Ids:
        """The sentence in which each term occurs last; 0 for one that does not occur."""
        last = np.zeros(len(self.names), dtype=np.intp)
        last[self.ids] = self.owners
        return last

    def of_sentences(self, sentences: Ids) -> Terms:
        """The same terms in some of the sentences only."""
        if kernel.native is not None:
            ids, bounds = kernel.native.of_sentences(self.ids, self.bounds, sentences)
            return replace(self, ids=np.frombuffer(ids, np.intp), bounds=np.frombuffer(bounds, np.intp))
        starts, counts = self.bounds[:-1][sentences], self.counts[sentences]
        bounds = np.concatenate(([0], counts.cumsum()))
        within = np.arange(bounds[-1]) - np.repeat(bounds[:-1], counts)
        return replace(self, ids=self.ids[np.repeat(starts, counts) + within], bounds=bounds)

    def alone(self) -> tuple[Terms, Ids]:
        """Only those terms that occur, and which these are."""
        used = np.flatnonzero(self.used)
        some = used.tolist()
        terms, words = self.inside
        kept = self.used[terms]
        alone = Terms(
            names=tuple(self.names[i] for i in some),
            surfaces=tuple(self.surfaces[i] for i in some),
            is_phrase=self.is_phrase[used],
            is_noun=self.is_noun[used],
            ids=np.searchsorted(used, self.ids),
            bounds=self.bounds,
            inside=(np.searchsorted(used, terms[kept]), words[kept]),
        )
        return alone, used

    def of(self, sentence: int) -> Ids:
        """The terms of one sentence, in reading order."""
        return self.ids[self.bounds[sentence] : self.bounds[sentence + 1]]


def find_terms(sentences: Sequence[Sequence[Token]], phrases: Segmenter | None = None) -> Terms:
    """Turn tokens into terms: first the phrases, then the essential words outside them (§4.2)."""
    index: dict[str, int] = {}
    # For each term, how often each written form occurs.
    forms: list[dict[str, int]] = []
    is_phrase: list[bool] = []
    is_noun: list[bool] = []
    ids: list[int] = []
    bounds = [0]
    parts: dict[str, tuple[str, ...]] = {}

    def add(name: str, form: str, phrase: bool, noun: bool) -> None:
        term = index.get(name)
        if term is None:
            term = index[name] = len(forms)
            forms.append({})
            is_phrase.append(phrase)
            is_noun.append(noun)
        elif noun:
            is_noun[term] = True
        written = forms[term]
        written[form] = written.get(form, 0) + 1
        ids.append(term)

    def phrase_of(words: Sequence[Token]) -> tuple[str, str]:
        """The name of a phrase and its form; its words are remembered."""
        name = _phrase_name(words)
        if name not in parts:
            parts[name] = tuple(token.stem for token in words if token.essential)
        return name, " ".join([token.text for token in words]).lower()

    for tokens in sentences:
        spans = phrases(tokens) if phrases else []
        if kernel.native is not None and isinstance(tokens, list):
            kernel.native.add_terms(tokens, spans, index, forms, is_phrase, is_noun, ids, phrase_of)
        else:
            position = 0
            for start, end in (*spans, (len(tokens), len(tokens))):
                for token in tokens[position:start]:
                    if token.essential:
                        add(token.stem, token.text.lower(), False, token.noun)
                if start < end:
                    add(*phrase_of(tokens[start:end]), True, True)
                position = end
        bounds.append(len(ids))

    return Terms(
        names=tuple(index),
        surfaces=_surfaces(forms),
        is_phrase=np.array(is_phrase, dtype=np.bool_),
        is_noun=np.array(is_noun, dtype=np.bool_),
        ids=np.array(ids, dtype=np.intp),
        bounds=np.array(bounds, dtype=np.intp),
        inside=_inside(index, parts),
    )


def terms_of_words(sentences: Iterable[Iterable[tuple[str, str, bool]]]) -> Terms:
    """What `find_terms` gives where there are no phrases, from essential words: stem, form, whether it is a noun.

    >>> found = terms_of_words([[("rain", "rains", True), ("fall", "fell", False)], [("rain", "rain", True)]])
    >>> found.names, found.surfaces, found.ids.tolist()
    (('rain', 'fall'), ('rain', 'fell'), [0, 1, 0])
    """
    index: dict[str, int] = {}
    forms: list[dict[str, int]] = []
    is_noun: list[bool] = []
    ids: list[int] = []
    bounds = [0]
    for words in sentences:
        for stem, form, noun in words:
            term = index.get(stem)
            if term is None:
                term = index[stem] = len(forms)
                forms.append({form: 1})
                is_noun.append(noun)
            else:
                written = forms[term]
                written[form] = written.get(form, 0) + 1
                if noun:
                    is_noun[term] = True
            ids.append(term)
        bounds.append(len(ids))
    return Terms(
        names=tuple(index),
        surfaces=_surfaces(forms),
        is_phrase=np.zeros(len(index), dtype=np.bool_),
        is_noun=np.array(is_noun, dtype=np.bool_),
        ids=np.array(ids, dtype=np.intp),
        bounds=np.array(bounds, dtype=np.intp),
    )


def _surfaces(forms: Iterable[dict[str, int]]) -> tuple[str, ...]:
    return tuple([next(iter(form)) if len(form) == 1 else _commonest(form) for form in forms])


def terms_without_phrases(
    names: tuple[str, ...], surfaces: tuple[str, ...], is_noun: bytes, ids: bytes, bounds: bytes
) -> Terms:
    """What `find_terms` gives where there are no phrases, from what the kernel has found."""
    return Terms(
        names=names,
        surfaces=surfaces,
        is_phrase=np.zeros(len(names), dtype=np.bool_),
        is_noun=np.frombuffer(is_noun, dtype=np.bool_),
        ids=np.frombuffer(ids, dtype=np.intp),
        bounds=np.frombuffer(bounds, dtype=np.intp),
    )


def _phrase_name(words: Sequence[Token]) -> str:
    return " ".join([token.stem or token.text.lower() for token in words])


def _inside(index: dict[str, int], parts: dict[str, tuple[str, ...]]) -> tuple[Ids, Ids]:
    """Which words the phrases hold, and which terms are such words."""
    numbers: dict[str, int] = {}
    pairs = {(index[name], numbers.setdefault(stem, len(numbers))) for name, stems in parts.items() for stem in stems}
    pairs |= {(index[stem], number) for stem, number in numbers.items() if stem in index and stem not in parts}
    ordered = np.array(sorted(pairs), dtype=np.intp).reshape(-1, 2)
    return ordered[:, 0], ordered[:, 1]


def _commonest(forms: dict[str, int]) -> str:
    """The form seen most often; of equals, the first in the alphabet."""
    return min(forms, key=lambda form: (-forms[form], form))
