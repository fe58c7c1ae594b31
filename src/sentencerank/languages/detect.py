"""Which language a text is in: its script first, then the share of English function words.

Latin script that is not English stays "und" (undetermined): guessing between Latin languages needs a model.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

_SAMPLES, _SAMPLE = 8, 200  # so many stretches of so many characters: a headline must not decide for the body

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
_OWNERS = {"han": "zh", "cyrillic": "ru", "arabic": "ar", "devanagari": "hi"}  # the largest language of a shared script
_TELLING = (  # letters that give away another language of a shared script
    ("uk", re.compile("[іїєґІЇЄҐ]")), ("sr", re.compile("[ђћџљњЂЋЏЉЊ]")), ("be", re.compile("[ўЎ]")),
    ("fa", re.compile("[پچژگ]")), ("ur", re.compile("[ٹڈڑےں]")), ("mr", re.compile("ळ")),
)  # fmt: skip
_TELLING_SHARE = 0.005

_FUNCTION_WORDS = (  # none that a neighbour shares: "in", "is", "was" or "he" would let Dutch and German in
    "the of and to for that with are by this from have has not which were but his they their been she you will would "
    "could can there when who what if about into than its these those your our it be at as"
)
_ENGLISH = frozenset(_FUNCTION_WORDS.split())
_ENGLISH_SHARE = 0.10  # 380 English documents have at least .16 of these, .26 on average; 300 German ones at most .025
_ENOUGH_WORDS = 20
_LATIN_WORD = re.compile(r"[A-Za-z\u00aa\u00b5\u00ba\u00c0-\u024f\u1e00-\u1eff]+")


_SCRIPT_OF = {"zh": "han", "ja": "han", "ru": "cyrillic", "uk": "cyrillic", "sr": "cyrillic", "be": "cyrillic",
              "bg": "cyrillic", "mk": "cyrillic", "kk": "cyrillic", "ar": "arabic", "fa": "arabic", "ur": "arabic",
              "ps": "arabic", "hi": "devanagari", "mr": "devanagari", "ne": "devanagari"}  # fmt: skip


def script_of(code: str) -> str:
    """The script that a language is mainly written in.

    >>> script_of("ja"), script_of("el"), script_of("de")
    ('han', 'el', 'latin')
    """
    own = {script for _, _, script in _RANGES}
    return _SCRIPT_OF.get(code, code if code in own else "latin")


class Detection(NamedTuple):
    """A language code, how sure it is (0 to 1), and why."""

    code: str
    confidence: float
    reason: str


def detect(text: str) -> Detection:
    """The language of a text, from several samples of it; "und" with confidence 0 if it has no letters.

    >>> detect("The cat sat on the mat and it was happy.").code, detect("これは本です。").code, detect("42 😀").code
    ('en', 'ja', 'und')
    """
    sample = _sample(text)
    scripts: Counter[str] = Counter()
    for character, times in Counter(sample).items():
        scripts[_script(character)] += times
    del scripts[""]
    if not scripts:
        return Detection("und", 0.0, "no letters")
    if scripts["ja"] and scripts["ja"] + scripts["han"] > scripts["latin"]:
        scripts["ja"] += scripts.pop("han", 0) if scripts["ja"] * 20 > scripts["han"] else 0
    script, count = scripts.most_common(1)[0]
    share = count / scripts.total()
    if script == "latin":
        return _latin(sample, share)
    for code, letters in _TELLING:
        if len(letters.findall(sample)) > _TELLING_SHARE * count:
            return Detection(code, share * 0.9, f"{script} script with letters of {code}")
    if script in _OWNERS:
        return Detection(_OWNERS[script], share * 0.8, f"{script} script; several languages share it")
    return Detection(script, share, "its own script")


def _sample(text: str) -> str:
    """The whole text, or stretches spread evenly over it."""
    if len(text) <= _SAMPLES * _SAMPLE:
        return text
    step = (len(text) - _SAMPLE) / (_SAMPLES - 1)
    return " ".join(text[int(index * step) : int(index * step) + _SAMPLE] for index in range(_SAMPLES))


def _script(character: str) -> str:
    if character.isascii():
        return "latin" if character.isalpha() else ""
    if not character.isalpha():
        return ""
    point = ord(character)
    return next((script for first, last, script in _RANGES if first <= point <= last), "")


def _latin(sample: str, share: float) -> Detection:
    words = [word.lower() for word in _LATIN_WORD.findall(sample)]
    english = sum(word in _ENGLISH for word in words) / len(words)
    sure = share * min(1.0, len(words) / _ENOUGH_WORDS)  # a headline may well have no function word
    if english >= _ENGLISH_SHARE:
        return Detection("en", sure * min(1.0, 0.5 + 2 * english), f"{english:.0%} English function words")
    return Detection(
        "und", sure * (1 - english / _ENGLISH_SHARE), f"Latin script, {english:.0%} English function words"
    )
