"""Language codes → languages."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sentencerank.errors import LanguageError
from sentencerank.languages.english import load_english
from sentencerank.languages.language import Language, read_text
from sentencerank.languages.learnt import learnt
from sentencerank.languages.pack import Pack
from sentencerank.languages.packed import Packed
from sentencerank.languages.packs import ALIASES
from sentencerank.languages.registry import CODE, packs, registered

_languages: dict[str, tuple[Pack, Language]] = {}  # a cache: it changes no result


def language(code: str) -> Language:
    """The language of a code; one without a pack knows boundaries and words, and learns its stop words.

    >>> language("en").code, language("pt-BR").code, language("xyz").code
    ('en', 'pt', 'xyz')
    """
    if not isinstance(code, str) or not CODE.fullmatch(code):
        raise LanguageError(f"{code!r} is not a language code. Use an ISO 639 code such as 'en', 'de' or 'zh'.")
    code = re.split("[-_]", code)[0]
    code = ALIASES.get(code, code)
    return _language(packs().get(code) or Pack(code=code, script=""))


def registered_language(code: str) -> Language | None:
    """The language that somebody registered under this code, if anybody did."""
    return language(code) if code in registered() else None


def learn_stopwords(texts: Iterable[str], code: str = "und") -> frozenset[str]:
    """The stop words that a corpus teaches, for `Pack(stopwords=" ".join(...))`: short, frequent, spread words.

    >>> sorted(learn_stopwords(["La kato dormas. La hundo bojas. La birdo kantas nun."]))
    ['la']
    """
    spoken = Packed(Pack(code=code, script="", stopwords="-"))
    sentences = (sentence.text for text in texts for sentence in read_text(text, spoken).sentences)
    return learnt([[token.stem for token in spoken.tokens([sentence])[0] if token.stem] for sentence in sentences])


def _language(pack: Pack) -> Language:
    """Made once for a pack: it remembers its words."""
    known = _languages.get(pack.code)
    if known is None or known[0] != pack:
        known = _languages[pack.code] = (pack, load_english() if pack.code == "en" else Packed(pack))
    return known[1]
