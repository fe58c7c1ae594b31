"""Which packs there are: those of the package, and those that somebody registered in this process."""

from __future__ import annotations

import re

from sentencerank.errors import LanguageError
from sentencerank.languages.pack import Pack
from sentencerank.languages.packs import PACKS

CODE = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")
_registered: dict[str, Pack] = {}


def register(pack: Pack) -> None:
    """Make a language known by its code, in this process; a code that is known already gets the new pack.

    >>> register(Pack(code="tlh", name="Klingon", stopwords="je 'ej"))
    >>> packs()["tlh"].name
    'Klingon'
    >>> unregister("tlh")
    >>> "tlh" in packs()
    False
    """
    if not isinstance(pack, Pack) or not CODE.fullmatch(pack.code) or pack.code == "en":
        raise LanguageError(f"{pack!r} cannot be registered. Give a Pack with an ISO 639 code other than 'en'.")
    _registered[pack.code] = pack


def unregister(code: str) -> None:
    """Take a registered pack back: its code means again what it meant before."""
    if code not in _registered:
        known = ", ".join(sorted(_registered)) or "none"
        raise LanguageError(f"no language is registered as {code!r}. Registered in this process: {known}.")
    del _registered[code]


def registered() -> dict[str, Pack]:
    """The packs that somebody registered, by their codes."""
    return dict(_registered)


def packs() -> dict[str, Pack]:
    """Every pack by its code, those of the package and those registered."""
    return {**PACKS, **_registered}


def called(code: str) -> str:
    """A language as a reader knows it.

    >>> called("de"), called("und"), called("xx")
    ('German (de)', 'a language that is not known', 'xx')
    """
    if code == "und":
        return "a language that is not known"
    pack = packs().get(code)
    return f"{pack.name} ({code})" if pack and pack.name else code
