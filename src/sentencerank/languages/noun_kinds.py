"""Which words may be part of a noun phrase, where the tags take verbs for nouns and nouns for verbs."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from sentencerank import kernel
from sentencerank.languages.text_words import Words
from sentencerank.languages.words import word_list
from sentencerank.token_columns import behind_nouns

CHANGES = 3  # sentences that a participle opens: then it says what was done
SINGULAR = frozenset({"this", "that", "it", "which", "he", "she"})
_OWN_VERBS = frozenset({"de", "ja"})  # languages with verbs that are taken for nouns in ways of their own
_BEFORE_NOUNS = ("VN", "VA", "NN", "NA", "AN", "AA")
_NOUN = re.compile("(?<=-)N(?=[NA])")
# German nouns that end in -t.
_NOUN_ENDINGS = ("heit", "keit", "schaft", "tät", "dt", "nft", "kunst", "welt")
# Behind a Japanese noun these make a verb of it: 選択する, 選択して.
_DOING = word_list(["する し さ せ でき できる できます します され される させる しろ せよ"])


def noun_kinds(words: Words, code: str, known: frozenset[str]) -> str:
    """Return the kinds of words, in which neither nouns are taken for verbs nor verbs for nouns.

    `known` are pairs of stems that are a phrase: in "heat pump" the second word is no verb.
    """
    if kernel.native is not None and code not in _OWN_VERBS:
        singular = SINGULAR if code == "en" else None
        found: str = kernel.native.noun_kinds(words.columns.native, words.kinds, known, singular, CHANGES)
        return found
    return _with_nouns(words.with_kinds(without_verbs(words, code)), known)


def without_verbs(words: Words, code: str) -> str:
    """Return the kinds of words, without those that the tags take for part of a phrase although they are verbs.

    A German word that ends in -t, opens a sentence before another noun, and has a capital nowhere else: "Zeigt Werte".
    An English one that ends in -ed and opens several sentences ("Fixed a leak"), or in -s behind "this" or "it".
    A Japanese one that stands alone before する.
    """
    texts, kinds, given = words.texts, bytearray(words.kinds, "ascii"), words.kinds
    if code == "de":
        opening = [place for place in words.firsts if given.startswith(("NN", "NA"), place)]
        opening = [one for one in opening if texts[one].endswith("t") and not texts[one].endswith(_NOUN_ENDINGS)]
        inside = {text for before, text in pairwise(texts) if before} if opening else set()
        found = [place for place in opening if texts[place] not in inside]
    elif code == "en":
        opening = [place for place in words.firsts if given.startswith(_BEFORE_NOUNS, place)]
        times = Counter([texts[place] for place in opening if texts[place].endswith("ed")])
        found = [place for place in opening if times[texts[place]] >= CHANGES]
        found += [
            place
            for match in _NOUN.finditer(given)
            if words.lowers[(place := match.start()) - 1] in SINGULAR
            and texts[place].endswith("s")
            and not texts[place].endswith(("ss", "us", "is", "ics", "ies", "news", "means"))
            and not words.breaks[place]
        ]
    elif code == "ja":
        found = [
            place
            for place in words.nouns
            if texts[place + 1] in _DOING
            and not words.breaks[place + 1]
            and (given[place - 1] != "N" or words.breaks[place])
        ]
    else:
        found = []
    for place in found:
        kinds[place] = ord("-")
    return kinds.decode("ascii")


def _with_nouns(words: Words, known: frozenset[str]) -> str:
    """Take verbs for nouns where the pair with the word before is a known phrase, or a noun elsewhere in the document.

    So it is in "heat pump", and in "test set" beside "test sets".
    """
    kinds, stems = words.kinds, words.stems
    verbs = behind_nouns(kinds, "V")
    ends = {stems[place] for place in verbs}
    places = [place for place in behind_nouns(kinds, "N") if stems[place] in ends and not words.breaks[place]]
    nouns = Counter([(stems[place - 1], stems[place]) for place in places])
    letters = bytearray(kinds, "ascii")
    for place in verbs:
        before, stem = stems[place - 1], stems[place]
        if nouns.get((before, stem), 0) > 1 or f"{before} {stem}" in known:
            letters[place] = ord("N")
    return letters.decode("ascii")
