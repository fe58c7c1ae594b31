"""What ROUGE-1.5.5 reads in a summary: its sentences, cut to a limit, as tokens and as stems.

A token is a run of [a-z0-9] in the lower-cased bytes, so hyphens and accented letters part words. The limits apply to
the summary and to each reference alike. The script knows no other letters: for other languages than English `unicode`
takes runs of letters and digits of any script, and single characters where words are written without spaces.

Of stems, short words stay, irregular forms are looked up, and the rest is Porter's algorithm: *An algorithm for suffix
stripping* (Program 14(3), 1980), with the departures of ROUGE's variant. It has the suffixes -logi and -bli of the
author's later versions, and its step 4 tries -ment and then -ent on whatever the other suffixes left, so that one word
can lose two of them. Letters that are not a, e, i, o, u (or y after a consonant) are consonants, and so are digits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain
from typing import Final, TypeAlias

from sentencerank.document import UNSPACED

# Sentences; a plain string holds one a line, as the script's input files do.
Text: TypeAlias = str | Sequence[str]

TOKEN: Final = re.compile("[a-z0-9]+")
ANY_TOKEN: Final = re.compile(rf"{UNSPACED}|(?:(?!{UNSPACED})\w)+")
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


@dataclass(frozen=True, slots=True)
class Tokens:
    """A text as the scorer sees it: all tokens in a row for n-grams, and by sentence for ROUGE-L."""

    words: tuple[str, ...]
    sentences: tuple[tuple[str, ...], ...]


def tokens(
    text: Text,
    *,
    stem: Callable[[str], str] | None = None,
    stop_words: Collection[str] = (),
    word_limit: int | None = None,
    byte_limit: int | None = None,
    unicode: bool = False,
) -> Tokens:
    """Return the tokens of a text; stop words go before stems are taken, and the limit is applied before either.

    >>> tokens(["Well-known cafés, 2nd ed."]).words
    ('well', 'known', 'caf', 's', '2nd', 'ed')
    >>> tokens(["One two  three.", "Four five."], word_limit=4).sentences
    (('one', 'two', 'three'), ('four',))
    >>> tokens(["Вода и café", "今天 rain"], unicode=True).words
    ('вода', 'и', 'café', '今', '天', 'rain')
    """
    lines = text.split("\n") if isinstance(text, str) else text
    if unicode:
        found = tuple(tuple(ANY_TOKEN.findall(line.lower())) for line in lines if line)
        return Tokens(tuple(chain.from_iterable(found)), found)
    raw = [line.encode("utf-8", "replace").lower() for line in lines if line]
    if word_limit is not None:
        raw = first_words(raw, word_limit)
    kept = raw if byte_limit is None else first_bytes(raw, byte_limit)
    words = _by_sentence(kept, stem, stop_words)
    sentences = words if byte_limit is None else _by_sentence(_each_below(raw, byte_limit), stem, stop_words)
    return Tokens(tuple(chain.from_iterable(words)), sentences)


def first_words(sentences: Sequence[bytes], limit: int) -> list[bytes]:
    """Return the first words; white space before a sentence counts as a word, as in the script.

    >>> first_words([b" a b", b"c-d e"], 4)
    [b' a b', b'c-d']
    """
    kept: list[bytes] = []
    for sentence in sentences:
        words = sentence.split()
        if words and sentence[:1].isspace():
            words.insert(0, b"")
        if len(words) >= limit:
            return [*kept, b" ".join(words[:limit])]
        kept.append(sentence)
        limit -= len(words)
    return kept


def first_bytes(sentences: Sequence[bytes], limit: int) -> list[bytes]:
    """Return the first bytes; the spaces between sentences are not counted.

    >>> first_bytes([b"one two", b"three"], 9)
    [b'one two', b'th']
    """
    kept: list[bytes] = []
    for sentence in sentences:
        if len(sentence) >= limit:
            return [*kept, sentence[:limit]]
        kept.append(sentence)
        limit -= len(sentence)
    return kept


def _each_below(sentences: Sequence[bytes], limit: int) -> list[bytes]:
    """Return what ROUGE-L keeps under a byte limit: the script adds up no lengths, so only a long sentence ends it."""
    kept: list[bytes] = []
    for sentence in sentences:
        kept.append(sentence[:limit])
        if len(sentence) >= limit:
            break
    return kept


def _by_sentence(
    raw: Sequence[bytes], stem: Callable[[str], str] | None, stop_words: Collection[str]
) -> tuple[tuple[str, ...], ...]:
    found = [TOKEN.findall(sentence.decode("ascii", "replace")) for sentence in raw]
    if stop_words:
        found = [[word for word in sentence if word not in stop_words] for sentence in found]
    if stem is None:
        return tuple(map(tuple, found))
    return tuple(tuple(map(stem, sentence)) for sentence in found)


@lru_cache(maxsize=1 << 17)
def stem(word: str) -> str:
    """Return the stem of a lower-case word of ASCII letters and digits.

    >>> [stem(w) for w in ("was", "better", "children", "ranking", "ranked", "summaries")]
    ['was', 'good', 'child', 'rank', 'rank', 'summari']
    """
    if len(word) <= 3:
        return word
    return exceptions().get(word) or porter(word)


@cache
def exceptions() -> Mapping[str, str]:
    """Return WordNet's irregular forms whose base form Porter's rules do not reach; see data/README.md."""
    lines = (files(__package__) / "data" / "exceptions.txt").read_text("ascii").splitlines()
    return dict(line.split(" ") for line in lines if not line.startswith("#"))


def porter(word: str) -> str:
    """Take Porter's five steps, without the exception list.

    >>> [porter(w) for w in ("relational", "hopping", "agreed", "yelling", "basement", "y2k")]
    ['relat', 'hop', 'agre', 'yell', 'basem', 'y2k']
    """
    if len(word) < 3:
        return word
    # An upper-case initial Y is a consonant to every rule below.
    w = "Y" + word[1:] if word[0] == "y" else word
    w = _step_1(w)
    w = _replace(w, STEP_2, above=0)
    w = _replace(w, STEP_3, above=0)
    w = _step_4(w)
    w = _step_5(w)
    return "y" + w[1:] if word[0] == "y" else w


def measure(stem: str) -> int:
    """Return Porter's m: how often a run of vowels is followed by a run of consonants.

    >>> [measure(w) for w in ("tree", "trouble", "private", "syzygy")]
    [0, 1, 2, 2]
    """
    return _shape(stem).count("vc")


def _shape(stem: str) -> str:
    """Return the word in c and v, one letter each: y is a vowel after a consonant."""
    shape = ""
    for letter in stem:
        vowel = letter in "aeiou" or (letter == "y" and not shape.endswith("v"))
        shape += "v" if vowel else "c"
    return shape


def _ends_short(stem: str) -> bool:
    """Return whether it is consonants, one vowel and one consonant other than w, x, y: `hop`, `fil`."""
    shape = _shape(stem)
    return len(stem) > 2 and shape == "c" * (len(stem) - 2) + "vc" and stem[-1] not in "wxy"


def _step_1(w: str) -> str:
    """Remove plurals, -ed and -ing; turn y into i after a vowel earlier in the word."""
    if w.endswith(("sses", "ies")):
        w = w[:-2]
    elif w.endswith("s") and not w.endswith("ss"):
        w = w[:-1]
    if w.endswith("eed"):
        w = w[:-1] if measure(w[:-3]) > 0 else w
    else:
        ending = 2 if w.endswith("ed") else 3 if w.endswith("ing") else 0
        if ending and "v" in _shape(w[:-ending]):
            w = _repair(w[:-ending])
    if w.endswith("y") and "v" in _shape(w[:-1]):
        w = w[:-1] + "i"
    return w


def _repair(w: str) -> str:
    """Bring back the e that -ed or -ing took away; halve a doubled consonant."""
    if w.endswith(("at", "bl", "iz")) or _ends_short(w):
        return w + "e"
    if len(w) > 1 and w[-1] == w[-2] and w[-1] not in "aeiouylsz":
        return w[:-1]
    return w


def _replace(w: str, suffixes: Mapping[str, str], *, above: int) -> str:
    """Replace the longest suffix that fits, if m of what stands before it is high enough; try no other one."""
    for length in range(min(7, len(w)), 1, -1):
        replacement = suffixes.get(w[-length:])
        if replacement is not None:
            return w[:-length] + replacement if measure(w[:-length]) > above else w
    return w


def _step_4(w: str) -> str:
    """Remove the last suffixes; -ment and -ent get their turn after the others, not instead of them."""
    w = _replace(w, STEP_4, above=1)
    w = _replace(w, {"ment": ""}, above=1)
    if w.endswith("ent"):
        return _replace(w, {"ent": ""}, above=1)
    if w.endswith(("sion", "tion")) and measure(w[:-3]) > 1:
        return w[:-3]
    return w


def _step_5(w: str) -> str:
    """Remove a final e, and one l of ll after a long stem."""
    if w.endswith("e"):
        m = measure(w[:-1])
        if m > 1 or (m == 1 and not _ends_short(w[:-1])):
            w = w[:-1]
    return w[:-1] if w.endswith("ll") and measure(w) > 1 else w
