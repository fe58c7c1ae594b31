"""How candidates are written: in their commonest form, with the capitals of names, without those of titles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from sentencerank import kernel
from sentencerank.keyphrases.located import Located
from sentencerank.keyphrases.signs import Signs
from sentencerank.languages.text_words import Span, Words
from sentencerank.languages.written_forms import TOLD_BY_RULES, commonest, ending, nominative
from sentencerank.method.arrays import Ids
from sentencerank.method.keyphrases import written

Item = TypeVar("Item", bound=Hashable)


@dataclass(frozen=True, eq=False)
class Forms:
    """The forms of candidates, found when somebody asks for them."""

    located: Located
    signs: Signs
    capital_nouns: bool  # whether capitals mark nouns and not names, as in German
    # Of each stem, how often it is a noun inside a sentence: with a capital that means something, and without.
    upper: Ids | None
    lower: Ids | None
    _texts: dict[int, str] = field(default_factory=dict)

    @property
    def source(self) -> Words:
        """The words of the document."""
        return self.located.words

    def text(self, candidate: int) -> str:
        """Return the commonest written form: with the capitals of a name, without those of a title."""
        text = self._texts.get(candidate)
        if text is None:
            text = self._texts[candidate] = self._in_nominative(candidate, self._write(candidate))
        return text

    def texts(self, candidates: list[int]) -> list[str | None]:
        """Return how some candidates are written, found out at once; None for those that take longer."""
        if kernel.native is None or self.upper is None or self.signs.markers:
            return [None] * len(candidates)
        located = self.located
        # Where stems belong together that differ, nouns are counted by other stems.
        choosing = located.nouns_of is None and located.code not in TOLD_BY_RULES
        settings = self.upper, self.lower, self.capital_nouns, choosing, dict(located.shorts)
        forms: list[str | None] = kernel.native.forms(*located.columns, *settings, candidates)
        if located.code == "de":
            pairs = zip(candidates, forms, strict=True)
            forms = [form and self._in_nominative(one, form) for one, form in pairs]
        return forms

    def _in_nominative(self, candidate: int, text: str) -> str:
        if self.located.code == "de" and text[:1].islower() and " " in text:
            return nominative(text, self._endings(candidate, text.split(" ")))
        return text

    def _endings(self, candidate: int, shown: Sequence[str]) -> Iterator[str]:
        """The endings that German adjectives before the noun that is shown have without what stands before them."""
        words = self.source
        noun = next((text for text in shown if text[0].isupper()), "")
        for start, end in self.located.spans(candidate):
            if noun in words.texts[start:end]:
                yield ending("" if words.breaks[start] else words.lowers[start - 1], words.lowers[start], noun)

    def _write(self, candidate: int) -> str:
        words, short, spans = self.source, self.located.shorts.get(candidate, ""), self.located.spans(candidate)
        # Of "heats" and "the heating" the noun is shown.
        places = (self.signs.shown(self.located.key(candidate)) if self.signs.markers else None) or spans
        start, end = places[0]
        # Most phrases are written in one way, without capitals, or with those of a name.
        if not short and (len(places) == 1 or words.are_same(places)):
            cased = words.cased[words.owner(start)] and not words.opens(start)
            if words.texts[start:end] == words.lowers[start:end] or (cased and len(places) == 1):
                return _form(words.slice(places[0]))
        forms = self._forms(places)
        if short:
            # An option may write its acronym in small letters: "accept_ra".
            small = {short.casefold(), f"{short.casefold()}s"}
            forms = {one: times for one, times in forms.items() if one[0].casefold() not in small} or {
                (self.located.key(candidate), True): 1
            }
        sure = _summed([(form, times) for (form, cased), times in forms.items() if cased])
        unsure = sure or _summed([(form, times) for (form, _), times in forms.items()])
        if sure or self.capital_nouns:
            return commonest(unsure, self.located.code)
        form = commonest(unsure, self.located.code)
        place = next(place for place in spans if _form(words.slice(place)) == form)
        # "Old quarry" begins a sentence; "Old Town" may be a name.
        by_place = " " not in form or any(word[:1].islower() for word in form.split(" "))
        for k in range(*place):
            if words.texts[k] in form and self._owes_capital(k, by_place):
                form = form.replace(words.texts[k], words.lowers[k], 1)
        return form

    def _forms(self, places: Sequence[Span]) -> dict[tuple[str, bool], int]:
        """How often each form is written, and whether its capitals mean something."""
        words, counted = self.source, dict[tuple[tuple[str, ...], bool], list[Span]]()
        for place in places:
            # A word that opens its sentence has a capital in any case.
            cased = not words.opens(place[0]) and words.cased[words.owner(place[0])]
            counted.setdefault((tuple(words.texts[place[0] : place[1]]), cased), []).append(place)
        return _summed([((_form(words.slice(some[0])), cased), len(some)) for (_, cased), some in counted.items()])

    def _owes_capital(self, place: int, by_place: bool) -> bool:
        """Whether the text has a word without its capital elsewhere, or only its place explains the capital."""
        words = self.source
        cases = Counter(
            words.texts[start][0].isupper()
            for start in self.located.nouns.get(words.stems[place], ())
            if words.cased[words.owner(start)] and not words.opens(start)
        )
        if words.texts[place][1:].isupper() and not cases[False]:
            return False
        return cases[False] > cases[True] or (by_place and not cases[True])


def _form(text: str) -> str:
    """A phrase as it is written, in one line."""
    return written(" ".join(text.split()))


def _summed(pairs: Sequence[tuple[Item, int]]) -> dict[Item, int]:
    """How often each occurs."""
    if len(pairs) == 1:
        return dict(pairs)
    sums: dict[Item, int] = {}
    for one, times in pairs:
        sums[one] = sums.get(one, 0) + times
    return sums
