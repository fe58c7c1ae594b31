"""Stems as ROUGE-1.5.5 takes them: short words stay, irregular forms are looked up, the rest is Porter's algorithm.

Porter, *An algorithm for suffix stripping* (Program 14(3), 1980), with the departures of ROUGE's variant:
the suffixes -logi and -bli of the author's later versions; and step 4 tries -ment and then -ent on whatever the
other suffixes left, so one word can lose two of them. Letters that are not a, e, i, o, u (or y after a consonant)
are consonants, digits among them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

STEP_2: Final = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble", "alli": "al",
    "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate", "alism": "al",
    "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble",
    "logi": "log",
}  # fmt: skip
STEP_3: Final = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
STEP_4: Final = dict.fromkeys(
    ("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ou", "ism", "ate", "iti", "ous", "ive", "ize"),
    "",
)


@lru_cache(maxsize=1 << 17)
def stem(word: str) -> str:
    """The stem of a lower-case word of ASCII letters and digits.

    >>> [stem(w) for w in ("was", "better", "children", "ranking", "ranked", "summaries")]
    ['was', 'good', 'child', 'rank', 'rank', 'summari']
    """
    if len(word) <= 3:
        return word
    return exceptions().get(word) or porter(word)


@cache
def exceptions() -> Mapping[str, str]:
    """WordNet's irregular forms whose base form Porter's rules do not reach; see data/README.md."""
    lines = (files(__package__) / "data" / "exceptions.txt").read_text("ascii").splitlines()
    return dict(line.split(" ") for line in lines if not line.startswith("#"))


def porter(word: str) -> str:
    """Porter's five steps, without the exception list.

    >>> [porter(w) for w in ("relational", "hopping", "agreed", "yelling", "basement", "y2k")]
    ['relat', 'hop', 'agre', 'yell', 'basem', 'y2k']
    """
    if len(word) < 3:
        return word
    # An upper-case initial Y is a consonant to every rule below.
    w = "Y" + word[1:] if word[0] == "y" else word
    w = _step_1(w)
    w = _replaced(w, STEP_2, above=0)
    w = _replaced(w, STEP_3, above=0)
    w = _step_4(w)
    w = _step_5(w)
    return "y" + w[1:] if word[0] == "y" else w


def measure(stem: str) -> int:
    """Porter's m: how often a run of vowels is followed by a run of consonants.

    >>> [measure(w) for w in ("tree", "trouble", "private", "syzygy")]
    [0, 1, 2, 2]
    """
    return _shape(stem).count("vc")


def _shape(stem: str) -> str:
    """The word in c and v, one letter each: y is a vowel after a consonant."""
    shape = ""
    for letter in stem:
        vowel = letter in "aeiou" or (letter == "y" and not shape.endswith("v"))
        shape += "v" if vowel else "c"
    return shape


def _ends_short(stem: str) -> bool:
    """Consonants, one vowel, one consonant other than w, x, y, and nothing else: `hop`, `fil`."""
    shape = _shape(stem)
    return len(stem) > 2 and shape == "c" * (len(stem) - 2) + "vc" and stem[-1] not in "wxy"


def _step_1(w: str) -> str:
    """Plurals, -ed and -ing, and y after a vowel earlier in the word."""
    if w.endswith(("sses", "ies")):
        w = w[:-2]
    elif w.endswith("s") and not w.endswith("ss"):
        w = w[:-1]
    if w.endswith("eed"):
        w = w[:-1] if measure(w[:-3]) > 0 else w
    else:
        ending = 2 if w.endswith("ed") else 3 if w.endswith("ing") else 0
        if ending and "v" in _shape(w[:-ending]):
            w = _restored(w[:-ending])
    if w.endswith("y") and "v" in _shape(w[:-1]):
        w = w[:-1] + "i"
    return w


def _restored(w: str) -> str:
    """The e that -ed or -ing took away comes back; a doubled consonant is halved."""
    if w.endswith(("at", "bl", "iz")) or _ends_short(w):
        return w + "e"
    if len(w) > 1 and w[-1] == w[-2] and w[-1] not in "aeiouylsz":
        return w[:-1]
    return w


def _replaced(w: str, suffixes: Mapping[str, str], *, above: int) -> str:
    """Replace the longest suffix that fits, if m of what stands before it is high enough; no other one is tried."""
    for length in range(min(7, len(w)), 1, -1):
        replacement = suffixes.get(w[-length:])
        if replacement is not None:
            return w[:-length] + replacement if measure(w[:-length]) > above else w
    return w


def _step_4(w: str) -> str:
    """The last suffixes; -ment and -ent get their turn after the others, not instead of them."""
    w = _replaced(w, STEP_4, above=1)
    w = _replaced(w, {"ment": ""}, above=1)
    if w.endswith("ent"):
        return _replaced(w, {"ent": ""}, above=1)
    if w.endswith(("sion", "tion")) and measure(w[:-3]) > 1:
        return w[:-3]
    return w


def _step_5(w: str) -> str:
    """A final e, and ll after a long stem."""
    if w.endswith("e"):
        m = measure(w[:-1])
        if m > 1 or (m == 1 and not _ends_short(w[:-1])):
            w = w[:-1]
    return w[:-1] if w.endswith("ll") and measure(w) > 1 else w
