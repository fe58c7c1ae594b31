"""Where the sentences of a block end: one set of rules for every language, with the words of each as data.

A file `abbreviations/CODE.txt` has lines `key: words`, whose keys are fields of `Rules`. A word is written without its
last full stop; one in small letters stands for its capitalised form as well; `_` is a space. The stop words of a
language also are words that often open a sentence, so few are listed for that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path

from sentencerank.languages.language import Pack, stopwords_of

_FILES = Path(__file__).parent / "abbreviations"

MARKS = ".!?…؟۔।॥。！？｡‼⁇⁈⁉"  # end a sentence; the first four only before a space
_SPACED = ".!?…"
_STRAIGHT = "\"'"  # they open and close
_CLOSERS = _STRAIGHT + "”’»)\\]」』》〉）】›"
_CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_NOTE = r"\[\d{1,3}\]|[¹²³⁰-⁹]"  # the number of a footnote
# The first set is what `re` scans for quickly; the second character class keeps a long row of marks linear.
_CANDIDATE = re.compile(
    rf"[{MARKS}](?<![{MARKS}].)(?:(?<=[{_SPACED}])[{MARKS}]*+(?:[{MARKS}{_CLOSERS}“«]|{_NOTE}){{0,20}}+(?=\s|$|[{_CJK}])"
    rf"|(?<![{_SPACED}])[{MARKS}{_CLOSERS.lstrip(_STRAIGHT)}]*+)(\s*+)"
)
# A closing mark with spaces on both sides: in French, and in text that was cut into tokens.
_APART = re.compile(rf"(?:''|[{_CLOSERS}]+)[.,;:]?(?:\s+|$)")
_BEFORE_WORD = re.compile(
    r"(?:,,|[\"'“”„«»‘’‹›`(\[{¿¡「『《〈（【—–―‒*_•-])+\s*"
)  # what may stand before the first word
_WORD = re.compile(r"[^\W\d_]+")
_GOES_ON = frozenset(",;:/%&)]}=+<>|~،؛、，；：" + MARKS)  # no sentence begins with these
_OPENERS = "\"'“”„«»‘’‹›([{¿¡「『—–-/"
_ENUMERATOR = re.compile(r"\s*[(\[]?(?:\d{1,3}(?:\.\d{1,3})*|[^\W\d_]|[IVXivx]{1,5})[.)\]]+\s*")
_ROMAN = re.compile(r"[IVXLCDM]+")
_QUOTED = re.compile(r"[\"“„«](?<![\w.!?…].)(?=[\w¿¡])[^\"“”„«»]{1,60}[\"”“»]")
_INSIDE = re.compile(r"[\w,:] ")  # before a quotation that belongs to the sentence around it
_APART_MARKS = frozenset("\"'”’»)]")
_CLOSING = "\"'”’“»)]"
_CONSONANTS = frozenset("bcdfghjklmnpqrstvwxzбвгджзйклмнпрстфхцчшщ")
_VOWEL = frozenset("aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýœıİаеёиоуыэюяіїє")

BRACKET = 300  # characters within which a bracket closes, if it was opened in earnest
ABBREVIATED = 30  # characters of an abbreviation at most
LONG_WORD = 7  # letters; nobody shortens a word to so many, so a full stop after it ends a sentence
SETTLED = 7  # spaces in a sentence from which "in 1990 г." may be its end
PAUSED = 8  # and from which three dots may be, in a script without capitals
NEARBY = 2_000  # characters around a word in which it may stand without a full stop


@dataclass(frozen=True, slots=True)
class Rules:
    """The words of a language that decide where a sentence ends."""

    never: frozenset[str] = frozenset()  # titles and the like: something always follows
    numbers: frozenset[str] = frozenset()  # no end before a number, else a word like others
    maybe: frozenset[str] = frozenset()  # an end only before a word that often opens a sentence
    last: frozenset[str] = frozenset()  # closes an enumeration: an end before any capital
    units: frozenset[str] = frozenset()  # after a number: an end before a capital, unless the sentence has just begun
    words: frozenset[str] = frozenset()  # single letters that are words, not initials
    particles: frozenset[str] = frozenset()  # open a surname after an initial: J. Le Goff
    before: frozenset[str] = frozenset()  # a number with a full stop after one of these is an ordinal
    after: frozenset[str] = frozenset()  # and before one of these
    ordinals: frozenset[str] = frozenset()  # "always": before any word
    speech: frozenset[str] = frozenset()  # what goes on behind a quotation without a space
    kinds: Mapping[str, str] = field(default_factory=dict)  # an abbreviation → the field above that it stands in
    openers: frozenset[str] = frozenset()  # words that often open a sentence, in small letters
    attached: bool = False  # whatever stands behind a quotation without a space goes on


_KEYS = tuple(own.name for own in fields(Rules) if own.name not in ("kinds", "attached"))


@cache
def rules_of(pack: Pack) -> Rules | None:
    """Return the rules of a language; None if it has no file.

    >>> "dr" in rules_of(Pack(code="de")).never, rules_of(Pack(code="xx"))
    (True, None)
    """
    path = _FILES / f"{pack.code}.txt"
    if not path.exists():
        return None
    found: dict[str, set[str]] = {key: set() for key in _KEYS}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            key, _, words = line.partition(":")
            found[key].update(word.replace("_", " ") for word in words.split())
    kinds = {word: key for key in ("numbers", "maybe", "last", "units", "never") for word in found[key]}
    found["openers"].update(map(str.lower, stopwords_of(pack)))
    lists = {key: frozenset(words) for key, words in found.items()}
    return Rules(**lists, kinds=kinds, attached=pack.attached)


def find_ends(flat: str, rules: Rules) -> list[int]:
    """Return the ends of the sentences of a one-line text, each behind the spaces that follow; the last at its end.

    >>> text = "Dr. Weiß kam am 2. Mai. 1937 starb er (vgl. S. 3). „Ach!“ sagte sie."
    >>> ends = find_ends(text, rules_of(Pack(code="de")))
    >>> [text[start:end] for start, end in zip([0, *ends], ends)]
    ['Dr. Weiß kam am 2. Mai. ', '1937 starb er (vgl. S. 3). ', '„Ach!“ sagte sie.']
    """
    ends: list[int] = []
    start, size = 0, len(flat)
    quoted = _quotations(flat)
    inner = next(quoted)
    brackets = "(" in flat
    for found in _CANDIDATE.finditer(flat):
        stop, end = found.start(), found.end()
        # A closing mark reached beyond this one.
        if stop < start:
            continue
        close = found.start(1)
        if end < size and flat[end] in _APART_MARKS:
            end = _closed(flat, start, close, end)
        if end >= size:
            break
        if inner[0] < stop:
            while inner[1] <= stop:
                inner = next(quoted)
            if inner[0] < stop < inner[1] - 2:
                continue
        if brackets and _bracketed(flat, start, stop, end):
            continue
        if _is_end(flat, start, stop, close, end, rules):
            ends.append(end)
            start = end
    ends.append(size)
    return ends


def _bracketed(flat: str, start: int, stop: int, end: int) -> bool:
    """Return whether a mark stands inside a bracket that was opened in mid-sentence and will be closed."""
    opening = flat.rfind("(", max(start + 1, stop - BRACKET), stop)
    if opening < 0 or flat.find(")", opening, end) >= 0:
        return False
    closing = flat.find(")", end, end + BRACKET)
    return closing >= 0 and flat.find("(", end, closing) < 0


def _quotations(flat: str) -> Iterator[tuple[int, int]]:
    """Yield the short quotations inside sentences, which are not cut: He cried "Stop! Thief!" and ran."""
    if '"' in flat or "“" in flat or "«" in flat:
        for found in _QUOTED.finditer(flat):
            begin, end = found.span()
            behind = flat[end : end + 2].lstrip()[:1]
            if _INSIDE.match(flat, begin - 2) or behind.islower() or behind in tuple(",;—–"):
                yield begin, end
    yield len(flat) + 8, len(flat) + 9


def _closed(flat: str, start: int, close: int, end: int) -> int:
    """Return the end of a sentence with the closing marks that stand apart behind it."""
    if close == end:
        # A straight quotation mark behind a mark that needs no space.
        return end + (flat[end] in _STRAIGHT and flat.count(flat[end], max(start, end - 1000), end) % 2)
    while apart := _APART.match(flat, end):
        mark = apart.group().strip()
        # Where no quotation is open, the mark opens the next sentence. A bound for text that never ends a sentence.
        if mark in _STRAIGHT and flat.count(mark, max(start, end - 1000), end) % 2 == 0:
            break
        end = apart.end()
    return end


def _is_end(flat: str, start: int, stop: int, close: int, end: int, rules: Rules) -> bool:
    """Return whether the marks from `stop` to `close` end the sentence from `start`; the next would begin at `end`."""
    mark, following = flat[stop], flat[end]
    if mark not in _SPACED or (close == end and "。" in flat[stop:close]):
        return close < end or _ends_unspaced(flat, end, rules)
    at = end
    if not following.isalnum():
        if opening := _BEFORE_WORD.match(flat, end):
            at = opening.end()
            if at == len(flat):
                return True
            following = flat[at]
        if following in _GOES_ON:
            return False
    if close == end:
        # A half-width mark in a text without spaces.
        return mark != "…" and (mark != "." or flat[stop - 1 : stop] > "\u3000") and flat[stop : stop + 2] != ".."
    # Names such as iPad begin in small letters.
    small = following.islower() and not flat[at + 1 : at + 2].isupper()
    if mark == "." and flat[stop + 1] not in _SPACED:
        return _stops(flat, start, stop, at, close - stop > 1, small, rules)
    # Some writers use no capitals at all.
    if small and not flat[start].islower():
        return False
    if mark in "!?" or not following.isalpha() or following.lower() != following.upper():
        return True
    # In a script without capitals a row of dots is a pause as often as an end.
    return not set(".…").issuperset(flat[stop:close]) or flat.count(" ", start, stop) >= PAUSED


def _ends_unspaced(flat: str, end: int, rules: Rules) -> bool:
    """Return whether a mark that needs no space, such as 。, ends a sentence before what follows immediately."""
    if flat[end - 1] in MARKS:
        return True
    return not rules.attached and not any(flat.startswith(word, end) for word in rules.speech)


def _stops(flat: str, start: int, stop: int, at: int, closed: bool, small: bool, rules: Rules) -> bool:
    """Return whether a full stop ends a sentence: by the word before it, and by the character at `at`."""
    begin = flat.rfind(" ", max(start, stop - ABBREVIATED), stop) + 1 or start
    token = flat[begin:stop]
    if not token.isalpha():
        bare = token.lstrip(_OPENERS)
        token = bare.rstrip(_CLOSING)
        if len(token) < len(bare) or not token:
            # A quotation or a bracket ends here, or the mark stands apart: nothing is shortened.
            return not small or flat[start].islower() or token[-1:].isalpha()
        # In dall'art. the word is art; in pagina's. there is nothing to look up.
        elided = token[max(token.rfind("'"), token.rfind("’")) + 1 :]
        token = elided if len(elided) > 1 else token
    lower = token.lower()
    # A word in capitals, such as CA, is not the one in small letters.
    kind = rules.kinds.get(token) or (rules.kinds.get(lower) if lower[1:] == token[1:] else None)
    if small:
        return not kind and not closed and (flat[start].islower() or _whole(flat, stop, token, lower, rules))
    # The usual case first: a word that nobody shortens.
    if not kind and len(token) > 4 and token.isalpha():
        return True
    return kind != "never" and _may_end(flat, start, begin, stop, at, token, kind, rules)


def _may_end(flat: str, start: int, begin: int, stop: int, at: int, token: str, kind: str | None, rules: Rules) -> bool:
    """Return whether a full stop after a short word, an abbreviation or a number ends a sentence before a capital."""
    following = flat[at]
    if token[-1:].isdecimal():
        return not _enumerates(flat, start, stop) and _ends_number(flat, start, begin, token, at, rules)
    if len(token) <= 4 and begin - 2 > start and flat[begin - 2] == ".":
        kind = rules.kinds.get(_pair(flat, start, begin, token), kind)
        if kind == "never":
            return False
    short = _is_short(token)
    roman = bool(rules.ordinals) and _ROMAN.fullmatch(token) is not None
    if following.isdecimal() or following in "(§№#[":
        return not kind and not roman and not (short and token not in rules.words)
    if kind == "last" or token in rules.words:
        return True
    if short and _enumerates(flat, start, stop):
        return False
    if following == following.swapcase():
        # In a script without capitals its own abbreviations go on, those of another one are words.
        if short and token == token.swapcase():
            return False
        if kind != "maybe":
            return True
    if not (short or kind in ("maybe", "units") or roman or _unspoken(flat, stop, token)):
        return True
    word = _WORD.match(flat, at)
    opener = word.group().lower() if word else ""
    # Another initial follows.
    if len(opener) == 1 and flat[at + 1 : at + 2] == ".":
        return False
    if opener in rules.openers:
        return not (short and opener in rules.particles)
    # After a number it is a unit, which ends a sentence before any capital unless that has just begun.
    return (
        (kind == "units" or (not kind and token.islower()))
        and begin - 2 >= start
        and (flat[begin - 2].isdecimal() or flat[begin - 2] in "IVXХ")
        and flat.count(" ", start, stop) >= SETTLED
    )


def _whole(flat: str, stop: int, token: str, lower: str, rules: Rules) -> bool:
    """Return whether a token is surely a word, not one cut short: those end in consonants and are not long."""
    if len(token) < 2 or not token.isalpha():
        return False
    if lower in rules.openers or len(token) >= LONG_WORD or (len(token) > 3 and lower[-1] in _VOWEL):
        return True
    return len(token) > 2 and _nearby(flat, stop, token)


def _is_short(token: str) -> bool:
    """Return whether a token is a letter or an abbreviation with full stops inside: J, U.S, z.B, Ph.D."""
    if len(token) == 1:
        # Letters such as à and ô are words.
        return token.lower() != token.upper() and (not "\xdf" <= token < "\u0370" and not "\u1e00" <= token < "\u1f00")
    return "." in token and all(len(part.lstrip("-")) <= 3 and not part.isdecimal() for part in token.split("."))


def _unspoken(flat: str, stop: int, token: str) -> bool:
    """Return whether a short word in small letters has no vowel, so that it must be shortened: bzw, vgl."""
    return (
        1 < len(token) <= 4
        and token[1:].islower()
        and _CONSONANTS.issuperset(token.lower())
        and not _nearby(flat, stop, token)
    )


def _nearby(flat: str, stop: int, token: str) -> bool:
    """Return whether a token stands without a full stop somewhere around."""
    return flat.find(f" {token} ", max(0, stop - NEARBY), stop + NEARBY) >= 0


def _pair(flat: str, start: int, begin: int, token: str) -> str:
    """Return a token with the one before it, which has a full stop as well: z. B"""
    left = flat.rfind(" ", max(start, begin - 12), begin - 1) + 1 or start
    return f"{flat[left : begin - 1].lstrip(_OPENERS)} {token}"


def _enumerates(flat: str, start: int, stop: int) -> bool:
    """Return whether a full stop belongs to the number of a list item that the sentence opens with."""
    return stop - start < 12 and _ENUMERATOR.fullmatch(flat, start, stop + 1) is not None


def _opens(flat: str, at: int, words: frozenset[str]) -> bool:
    """Return whether one of these words stands at a place."""
    word = _WORD.match(flat, at)
    return word is not None and word.group().lower() in words


def _ends_number(flat: str, start: int, begin: int, token: str, at: int, rules: Rules) -> bool:
    """Return whether a full stop after a number ends the sentence, or makes an ordinal or a part of a date."""
    if flat[at].isdecimal():
        # 28. 000 or 3. 5. 2020
        return len(token) >= 4 or flat[at : at + 4].isdecimal()
    if not rules.ordinals:
        return True
    if _opens(flat, at, rules.after):
        return False
    if len(token) > 3 or not token.isdecimal() or _opens(flat, at, rules.openers):
        return True
    if "always" in rules.ordinals:
        return False
    left = flat.rfind(" ", max(start, begin - ABBREVIATED), max(begin - 1, 0)) + 1 or start
    before = flat[left : begin - 1].lstrip(_OPENERS).lower()
    return before not in rules.before and not before.endswith(",")
