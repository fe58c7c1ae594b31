"""What two spellings of a word have in common: the form by which words are compared. Offsets stay those of the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from unicodedata import normalize

_JOINERS = str.maketrans("", "", "\u00ad\u200b\u200c\u200d\u2060\ufeff")  # soft hyphens and zero-width joints
_VOWELS = re.compile("[\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]")  # Hebrew, Arabic; tatweel
_ARABIC = str.maketrans("أإآٱىک", "اااايك")
_PERSIAN = str.maketrans("أإآٱيىك", "ااااییک")
_TURKISH = str.maketrans("Iİ", "ıi")
_TONES = "à á ả ã ạ", "è é ẻ ẽ ẹ", "ỳ ý ỷ ỹ ỵ"  # on the last vowel, the newer way to write hoà, khoẻ, thuỷ
_OLDER = {
    old + vowel: marked + last
    for old, last, vowels, row in (
        ("o", "a", _TONES[0], "ò ó ỏ õ ọ"), ("o", "e", _TONES[1], "ò ó ỏ õ ọ"), ("u", "y", _TONES[2], "ù ú ủ ũ ụ"),
    )
    for vowel, marked in zip(vowels.split(), row.split(), strict=True)
}  # fmt: skip


def plain_fold(word: str) -> str:
    """Composed, without case and without zero-width joints.

    >>> plain_fold("Stra\u00dfe") == plain_fold("STRASSE"), plain_fold("e\u0301te\u0301") == plain_fold("\u00c9T\u00c9")
    (True, True)
    """
    if word.isascii():
        return word.lower()
    return normalize("NFC", normalize("NFC", word).translate(_JOINERS).casefold())


def turkish(word: str) -> str:
    """I is the capital of ı, İ that of i.

    >>> turkish("ISPARTA"), turkish("İzmir")
    ('ısparta', 'izmir')
    """
    return plain_fold(normalize("NFC", word).translate(_TURKISH))


def arabic(word: str) -> str:
    """Without vowel signs and tatweel, with one alef and one yeh.

    >>> arabic("\u0645\u064f\u062f\u064f\u0646") == "\u0645\u062f\u0646", arabic("إلى") == arabic("الي")
    (True, True)
    """
    return _VOWELS.sub("", plain_fold(word)).translate(_ARABIC)


def persian(word: str) -> str:
    """As Arabic, with the yeh and the kaf of Persian."""
    return _VOWELS.sub("", plain_fold(word)).translate(_PERSIAN)


def hebrew(word: str) -> str:
    """Without points.

    >>> hebrew("שָׁלוֹם")
    'שלום'
    """
    return _VOWELS.sub("", plain_fold(word))


def vietnamese(word: str) -> str:
    """One place for the tone where there are two: hoà is hòa.

    >>> vietnamese("Hoà"), vietnamese("hoàn")
    ('hòa', 'hoàn')
    """
    folded = plain_fold(word)
    return folded[:-2] + _OLDER.get(folded[-2:], folded[-2:])


def wide(word: str) -> str:
    """Full-width letters and half-width kana as the usual ones.

    >>> wide("Ｐｙｔｈｏｎ"), wide("ｶﾞｽ")
    ('python', 'ガス')
    """
    return plain_fold(normalize("NFKC", word))


FOLDS: Mapping[str, Callable[[str], str]] = {
    "": plain_fold,
    "turkish": turkish,
    "arabic": arabic,
    "persian": persian,
    "hebrew": hebrew,
    "vietnamese": vietnamese,
    "wide": wide,
}
