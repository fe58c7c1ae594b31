"""The words of texts and of queries, so that both are compared by the same stems."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from sentencerank.languages.irregular import IRREGULAR
from sentencerank.languages.language import Language
from sentencerank.languages.registry import language_of
from sentencerank.method.wordindex import WordIndex, index_words

# Between Latin letters; in Russian a hyphen joins particles.
_HYPHEN = re.compile(r"(?<=[A-Za-zÀ-ɏ])[-‐‑](?=[A-Za-zÀ-ɏ])")


def find_words(language: Language, texts: Sequence[str]) -> WordIndex:
    """Number the words of texts: all but stop words, whatever their part of speech, and numbers.

    >>> from sentencerank.languages.registry import language_of
    >>> list(find_words(language_of("en"), ["Who paid?", "The 3 payments."]).numbers)
    ['pay', '3', 'payment']

    What a hyphen joins is two words, since one asks for the user agent and finds "User-Agent".
    """
    parted = [_HYPHEN.sub(" ", text) for text in texts]
    return index_words(language.tokens(parted, part_of_speech=False), _irregular(language.code))


@lru_cache(maxsize=16)
def _irregular(code: str) -> dict[str, str]:
    """The stem of each form that has another one than its word."""
    return {form: language_of(code).stem(base) for form, base in IRREGULAR.get(code, {}).items()}
