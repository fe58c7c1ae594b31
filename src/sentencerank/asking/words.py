"""The words of texts and of queries, so that both are compared by the same stems."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from sentencerank.asking.counted import COUNTED, NUMBERS
from sentencerank.languages.irregular import IRREGULAR
from sentencerank.languages.language import Language
from sentencerank.languages.registry import language_of
from sentencerank.method.wordindex import WordIndex, index_words

# Between Latin letters; in Russian a hyphen joins particles.
_HYPHEN = re.compile(r"(?<=[A-Za-zÀ-ɏ])[-‐‑](?=[A-Za-zÀ-ɏ])")


# "12kg" is asked for where "12 kg" is written.
_WITH_UNIT = re.compile(
    r"(?<![\w.,-])(\d+(?:[.,]\d+)*)(?=(?:[mkµ]?g|[mkc]?m|[mk]?l|[mk]?[wva]|kwh|[kmgt]i?b|[kmg]?hz|[mµ]?s|h|min|px|pt|°?[cf]"
    r"|eur|usd|€|кг|г|км|см|мм|л|в|公斤|公里|米)\b)",
    re.IGNORECASE,
)
_SIGNS = re.compile(r"[-‐‑'’]")
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_LIGATURES = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ı": "i"})


def find_words(language: Language, texts: Sequence[str]) -> WordIndex:
    """Number the words of texts: all but stop words, whatever their part of speech, and numbers.

    >>> from sentencerank.languages.registry import language_of
    >>> list(find_words(language_of("en"), ["Who paid three of them?", "The 3 payments. Keep them."]).numbers)
    ['pay', '3', 'payment', 'keep']

    What a hyphen joins is two words, since one asks for the user agent and finds "User-Agent".
    """
    parted = [_HYPHEN.sub(" ", text) for text in texts]
    return index_words(language.tokens(parted, part_of_speech=False), _stems(language.code))


@lru_cache(maxsize=16)
def _stems(code: str) -> dict[str, str]:
    """The stems of stop words that count, of forms that have another one than their word, and of numbers."""
    language, counted = language_of(code), COUNTED.get(code, ())
    irregular = IRREGULAR.get(code, {})
    words = [*dict.fromkeys(irregular.values())]
    found = zip(words, language.tokens(words, part_of_speech=False), strict=True)
    # Where "make" is a stop word, "made" is one.
    asked = {word for word, tokens in found if any(token.essential for token in tokens)}.union(counted)
    forms = dict(zip(counted, counted, strict=True)) | {form: word for form, word in irregular.items() if word in asked}
    return {**{form: language.stem(word) for form, word in forms.items()}, **NUMBERS.get(code, {})}


def with_spaces(query: str) -> str:
    """Return a query with a space between each number and its unit.

    >>> with_spaces("a pump of 12kg at 230V, type P200 3D")
    'a pump of 12 kg at 230 V, type P200 3D'
    """
    return _WITH_UNIT.sub(r"\1 ", query)


def plain_forms(word: str) -> tuple[str, ...]:
    """Return how a word may be typed in haste: without accents and hyphens, a comma in a number as a point.

    >>> plain_forms("Müller"), plain_forms("garantía"), plain_forms("P-200"), plain_forms("3,5")
    (('muller', 'mueller'), ('garantia',), ('p200',), ('3.5',))
    """
    bare = _SIGNS.sub("", word.lower())
    bare = bare.replace(",", ".") if bare[:1].isdigit() else bare
    parted = unicodedata.normalize("NFD", bare.translate(_LIGATURES))
    forms = "".join(sign for sign in parted if not unicodedata.combining(sign)), bare.translate(_SPELLED_OUT)
    return tuple(dict.fromkeys(form for form in forms if form.isascii()))
