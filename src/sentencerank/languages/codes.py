"""Language codes → languages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from sentencerank.errors import LanguageError
from sentencerank.language import Language, read
from sentencerank.languages.english import load_english
from sentencerank.languages.learnt import learnt
from sentencerank.languages.pack import Pack
from sentencerank.languages.packed import Packed
from sentencerank.languages.packs import ALIASES, PACKS

_CODE = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")
_registered: dict[str, Pack] = {}  # by users, in this process


def language(code: str) -> Language:
    """The language of a code; one without a pack knows boundaries and words, and learns its stop words.

    >>> language("en").code, language("pt-BR").code, language("xyz").code
    ('en', 'pt', 'xyz')
    """
    if not isinstance(code, str) or not _CODE.fullmatch(code):
        raise LanguageError(f"{code!r} is not a language code. Use an ISO 639 code such as 'en', 'de' or 'zh'.")
    code = re.split("[-_]", code)[0]
    return _language(ALIASES.get(code, code))


def register(pack: Pack) -> None:
    """Make a language known by its code, in this process; a code that is known already gets the new pack.

    >>> register(Pack(code="tlh", name="Klingon", stopwords="je 'ej"))
    >>> language("tlh").code
    'tlh'
    """
    if not isinstance(pack, Pack) or not _CODE.fullmatch(pack.code) or pack.code == "en":
        raise LanguageError(f"{pack!r} cannot be registered. Give a Pack with an ISO 639 code other than 'en'.")
    _registered[pack.code] = pack
    _language.cache_clear()


def registered(code: str) -> Language | None:
    """The language that somebody registered under this code, if anybody did."""
    return language(code) if code in _registered else None


def learn_stopwords(texts: Iterable[str], code: str = "und") -> frozenset[str]:
    """The stop words that a corpus teaches, for `Pack(stopwords=" ".join(...))`: short, frequent, spread words.

    >>> sorted(learn_stopwords(["La kato dormas. La hundo bojas. La birdo kantas nun."]))
    ['la']
    """
    spoken = Packed(Pack(code=code, script="", stopwords="-"))
    sentences = (sentence.text for text in texts for sentence in read(text, spoken).sentences)
    return learnt([[token.stem for token in spoken.tokens([sentence])[0] if token.stem] for sentence in sentences])


def packs() -> dict[str, Pack]:
    """Every pack by its code, those of the package and those registered."""
    return {**PACKS, **_registered}


@cache
def _language(code: str) -> Language:
    if code == "en":
        return load_english()
    return Packed(packs().get(code) or Pack(code=code, script=""))
