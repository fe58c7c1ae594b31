"""Language codes → languages."""

from __future__ import annotations

import re
from functools import cache

from sentencerank.errors import LanguageError
from sentencerank.language import Language
from sentencerank.languages.english import load_english
from sentencerank.languages.generic import Generic

_CODE = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")


def language(code: str) -> Language:
    """English for "en", otherwise a language that knows scripts and boundaries but neither stop words nor stems.

    >>> language("en").code, language("pt-BR").code
    ('en', 'pt')
    """
    if not isinstance(code, str) or not _CODE.fullmatch(code):
        raise LanguageError(f"{code!r} is not a language code. Use an ISO 639 code such as 'en', 'de' or 'zh'.")
    return _language(re.split("[-_]", code)[0])


@cache
def _language(code: str) -> Language:
    return load_english() if code in ("en", "eng") else Generic(code)
