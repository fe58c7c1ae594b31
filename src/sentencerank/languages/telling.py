"""Which words of a sentence say that it announces something, points elsewhere, greets or rules: for `explain`."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from sentencerank.languages import wording
from sentencerank.languages.wording_phrases import phrases_of

Kind: TypeAlias = Literal["rules", "announces", "signposts", "greets", ""]
LONGEST = 60  # characters of a quotation


class Told(NamedTuple):
    """What the wording of a sentence does, and the words that do it, as they are written."""

    kind: Kind = ""
    words: str = ""


def telling_words(sentence: str, code: str, *, ruled: bool = False) -> Told:
    """Return what a sentence does by its wording, and the words that tell it; nothing if it just says something.

    A rule is only told of where the text is `ruled`, as licences and laws are.

    >>> telling_words("In short, we show that rain falls.", "en"), telling_words("Rain falls.", "en")
    (Told(kind='announces', words='In short'), Told(kind='', words=''))
    >>> telling_words("Siehe auch Kapitel 3.", "de").kind
    'signposts'
    """
    text = " ".join(sentence.split())
    lower = text.lower()
    if len(lower) != len(text):
        # A few capitals become two small letters, so that places in one are not those in the other.
        text = lower
    if code == "en":
        tests = (wording.signposts_at(lower), wording.announces_at(lower), wording.greets_at(text))
    else:
        phrases = phrases_of(code)
        tests = (
            phrases.pointing.search(lower) if phrases.signposts(lower) else None,
            phrases.announcing.search(lower),
            phrases.greeting.search(lower) if phrases.greets(lower) else None,
        )
    if ruled and tests[0] is None and (wording.rules(lower) if code == "en" else phrases_of(code).rules(lower.split())):
        return Told("rules")
    kinds: tuple[Kind, ...] = ("signposts", "announces", "greets")
    for kind, found in zip(kinds, tests, strict=True):
        if found is not None:
            quoted = text[found.start() : found.end()].strip()
            return Told(kind, quoted if len(quoted) <= LONGEST else f"{quoted[:LONGEST].rsplit(' ', 1)[0]} …")
    return Told()
