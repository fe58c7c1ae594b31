"""Scripts: which one a language is written in, and how many letters of each a text has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from sentencerank import patterns as re
from sentencerank.languages.function_words import profiles
from sentencerank.languages.registry import pack_of

# First code point, last code point, script. Han comes with kana for Japanese, alone for Chinese.
_RANGES = (
    (0x0041, 0x024F, "latin"), (0x1E00, 0x1EFF, "latin"), (0x0370, 0x03FF, "el"), (0x1F00, 0x1FFF, "el"),
    (0x0400, 0x052F, "cyrillic"), (0x0531, 0x058F, "hy"), (0x0590, 0x05FF, "he"), (0x0600, 0x06FF, "arabic"),
    (0x0750, 0x077F, "arabic"), (0x08A0, 0x08FF, "arabic"), (0xFB50, 0xFDFF, "arabic"), (0xFE70, 0xFEFE, "arabic"),
    (0x0900, 0x097F, "devanagari"), (0x0980, 0x09FF, "bn"), (0x0A00, 0x0A7F, "pa"), (0x0A80, 0x0AFF, "gu"),
    (0x0B00, 0x0B7F, "or"), (0x0B80, 0x0BFF, "ta"), (0x0C00, 0x0C7F, "te"), (0x0C80, 0x0CFF, "kn"),
    (0x0D00, 0x0D7F, "ml"), (0x0D80, 0x0DFF, "si"), (0x0E00, 0x0E7F, "th"), (0x0E80, 0x0EFF, "lo"),
    (0x0F00, 0x0FFF, "bo"), (0x1000, 0x109F, "my"), (0x10A0, 0x10FF, "ka"), (0x1100, 0x11FF, "ko"),
    (0x1200, 0x137F, "am"), (0x1780, 0x17FF, "km"), (0x3040, 0x30FF, "ja"), (0x3130, 0x318F, "ko"),
    (0x3400, 0x4DBF, "han"), (0x4E00, 0x9FFF, "han"), (0xAC00, 0xD7AF, "ko"), (0xF900, 0xFAFF, "han"),
    (0x20000, 0x3FFFF, "han"),
)  # fmt: skip
_SCRIPTS = frozenset(script for _, _, script in _RANGES)
OWNERS = {"han": "zh", "cyrillic": "ru", "arabic": "ar", "devanagari": "hi"}  # the largest language of a shared script
_WEIGHTS = {"han": 2.5, "ja": 2.5, "ko": 2.5}  # a character that is a syllable or a word says more than a letter
_BEYOND_ASCII = re.at_once(r"[^\x00-\x7f]+")
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())


def script_of(code: str) -> str:
    """Return the script that a language is mainly written in; "" if it is not known or has several.

    >>> script_of("ja"), script_of("el"), script_of("de"), script_of("tg")
    ('han', 'el', 'latin', '')
    """
    if pack := pack_of(code):
        return pack.script
    if code in _SCRIPTS:
        return code
    return next((script for script, known in profiles().items() if code in known), "")


def count_letters(sample: str) -> Counter[str]:
    """Return how many letters of each script a text has."""
    if sample.isascii():
        letters = len(sample.encode().translate(None, _NO_LETTERS))
        return Counter(latin=letters) if letters else Counter()
    scripts: Counter[str] = Counter()
    # Most letters of a text in Latin script are ASCII. Of two scripts with as many letters the first one counts.
    letters = len(sample.encode("ascii", "ignore").translate(None, _NO_LETTERS))
    if letters and next(filter(str.isalpha, sample)).isascii():
        scripts["latin"] = 0
    for character, times in Counter("".join(_BEYOND_ASCII.findall(sample))).items():
        scripts[script_of_letter(character)] += times
    if letters:
        scripts["latin"] += letters
    del scripts[""]
    return scripts


def weigh(scripts: Mapping[str, int]) -> dict[str, float]:
    """Return what the letters of each script count: a Chinese character says as much as two or three letters."""
    return {script: count * _WEIGHTS.get(script, 1.0) for script, count in scripts.items()}


@lru_cache(maxsize=4096)  # a text has far fewer characters
def script_of_letter(character: str) -> str:
    """Return the script of a letter; "" for anything else."""
    if character.isascii():
        return "latin" if character.isalpha() else ""
    if not character.isalpha():
        return ""
    point = ord(character)
    return next((script for first, last, script in _RANGES if first <= point <= last), "")
