"""The words of texts and of queries, so that both are compared by the same stems."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from sentencerank.asking.counted import COUNTED, NUMBERS
from sentencerank.languages.irregular import IRREGULAR
from sentencerank.languages.language import Language
from sentencerank.languages.registry import language_of
from sentencerank.method.wordindex import WordIndex, index_words

# Between Latin letters; in Russian a hyphen joins particles.
_HYPHEN = re.compile(r"(?<=[A-Za-zÀ-ɏ])[-‐‑](?=[A-Za-zÀ-ɏ])")


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
