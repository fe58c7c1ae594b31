"""Whether a full stop ends a sentence, or a title, an initial, an abbreviation, an ordinal or a date.

It is judged by the word before it and by the character behind it. The words of each language are data (end_rules.py).
"""

from __future__ import annotations

from sentencerank import patterns as re
from sentencerank.languages.end_rules import Rules

_WORD = re.at_once(r"[^\W\d_]+")
_OPENERS = "\"'“”„«»‘’‹›([{¿¡「『—–-/"
_ENUMERATOR = re.at_once(r"\s*[(\[]?(?:\d{1,3}(?:\.\d{1,3})*|[^\W\d_]|[IVXivx]{1,5})[.)\]]+\s*")
_ROMAN = re.compile(r"[IVXLCDM]+")
_NUMERAL = re.at_once(r"[IVXLC]{2,}\b|[A-Z](?![\w'’])")  # goes on behind art. and the like, as a number does
_YEAR_FIRST = re.compile(r"\d{4}\. \d{1,2}\.(?!\d)")
_UNSPACED = re.compile(r"\A.*[\u3001-\u9fff\uff00-\uff60]")
# What is the name of a program or a variable rather than a word: ls, x264, apt_get, tar(1).
_PROGRAM = re.at_once(
    r"(?:[bcdfghj-np-tvwxz]{2,8}|[a-z][a-z+-]{0,20}[\d_][\w.+-]{0,60}|[a-z][\w.+-]{1,20}\(\d)(?![\w'’.])"
)
_SIGNED = re.compile(r"--[A-Z]|--?[A-Z](?:\.[A-Z])+")  # the initials of an author: --G.K. Chesterton
_NUMERALS = "IVXХ"
_CLOSING = "\"'”’“»)]"
_CONSONANTS = frozenset("bcdfghjklmnpqrstvwxzбвгджзйклмнпрстфхцчшщ")
_VOWEL = frozenset("aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýœıİаеёиоуыэюяіїє")

ABBREVIATED = 30  # characters of an abbreviation at most
UNSPOKEN = 3  # letters of a word without a vowel that must be cut short: kbps and dpkg are whole
SHORTENED = 4  # letters of a word that may be cut short although it is not listed
LONG_WORD = 7  # letters; nobody shortens a word to so many, so a full stop after it ends a sentence
BEGUN, LISTED = 4, 2  # spaces in a sentence from which "3 x." may be its end, and "116 mm.", whose unit is listed
SETTLED = 7  # and from which "in 1990 г." may be
NEARBY = 2_000  # characters around a word in which it may stand without a full stop


def is_whole(flat: str, start: int, stop: int, rules: Rules) -> bool:
    """Return whether the word before a full stop is long and not listed, so that one before a capital ends a sentence.

    What `stops` says of most full stops, sooner. A language with marks of its own or with compounds asks more.
    """
    token = flat[flat.rfind(" ", max(start, stop - ABBREVIATED), stop) + 1 or start : stop]
    if len(token) <= SHORTENED or rules.marks or rules.endings or not token.isalpha():
        return False
    return token not in rules.kinds and token.lower() not in rules.kinds


def stops(flat: str, start: int, stop: int, at: int, closed: bool, small: bool, rules: Rules) -> bool:
    """Return whether a full stop ends a sentence: by the word before it, and by the character at `at`."""
    begin = flat.rfind(" ", max(start, stop - ABBREVIATED), stop) + 1 or start
    token = flat[begin:stop]
    if rules.marks:
        token = _UNSPACED.sub("", token)
        # Words of the Latin script in a row are a sentence of another language.
        foreign = token.isascii() and begin > start + 1 and "A" <= flat[begin - 2] <= "z"
        if token and len(token) < LONG_WORD and not foreign and _ends_by_others(flat, stop, rules.marks):
            return False
    if not token.isalpha():
        option = token[:1] == "-" and begin > start and token[1:2].isascii() and token[-1:].isalnum()
        if option and not _SIGNED.fullmatch(token):
            # The option -n of a program is no initial.
            return not small or flat[start].islower()
        bare = token[token.rfind("(") + 1 :].lstrip(_OPENERS)
        token = bare.rstrip(_CLOSING)
        if len(token) < len(bare) or not token:
            # A quotation or a bracket ends here, or the mark stands apart: nothing is shortened.
            return not small or flat[start].islower() or token[-1:].isalpha()
        # In dall'art. the word is art; in pagina's. there is nothing to look up.
        elided = token[max(token.rfind("'"), token.rfind("’")) + 1 :]
        token = elided if len(elided) > 1 else token
        # From 842-ca. 1400 on.
        head, _, last = token.rpartition("-")
        token = last if head.isdecimal() and last else token
    lower = token.lower()
    # A word in capitals, such as CA, is not the one in small letters.
    kind = rules.kinds.get(token) or (rules.kinds.get(lower) if lower[1:] == token[1:] else None)
    if kind is None and rules.endings and lower.endswith(rules.endings):
        kind = "maybe"
    elif kind == "never" and token in rules.units and begin > start + 1 and flat[begin - 2].isdecimal():
        kind = "units"
    if small:
        # Of "z. B." the first letter has told already that both are cut short.
        if kind or closed or (len(token) == 1 and token.isalpha() and flat[max(start, begin - 2)] == "."):
            return False
        return "." not in token if flat[start].islower() else _whole(flat, stop, at, token, lower, rules)
    if not kind and len(token) > SHORTENED and token.isalpha():
        return True
    return kind != "never" and _may_end(flat, start, begin, stop, at, closed, token, kind, rules)


def _may_end(
    flat: str, start: int, begin: int, stop: int, at: int, closed: bool, token: str, kind: str | None, rules: Rules
) -> bool:
    """Return whether a full stop after a short word, an abbreviation or a number ends a sentence before a capital."""
    following = flat[at]
    if token[-1:].isdecimal():
        return not _enumerates(flat, start, stop) and _ends_number(flat, start, begin, token, at, rules)
    behind_another = begin - 2 > start and flat[begin - 2] == "."
    if len(token) <= 4 and behind_another:
        kind = rules.kinds.get(_pair(flat, start, begin, token), kind)
        if kind == "never":
            return False
    short = _is_short(token)
    roman = bool(rules.ordinals) and _ROMAN.fullmatch(token) is not None
    if following.isdecimal() or following in "(§№#[":
        return not kind and not roman and not (short and token not in rules.words)
    if kind == "last" or (token in rules.words and not behind_another and not _named(flat, start, begin, rules)):
        return True
    if short and _enumerates(flat, start, stop):
        return False
    if following == following.swapcase():
        # In a script without capitals its own abbreviations go on, and those like U.S; a single C may be a word.
        if short and (closed or behind_another or "." in token or token == token.swapcase()):
            return False
        if kind and closed:
            return False
        if kind != "maybe":
            return True
    word = _WORD.match(flat, at)
    opener = word.group().lower() if word else ""
    if kind == "numbers" and _NUMERAL.match(flat, at) and (opener not in rules.openers or flat[at + 1 : at + 2] == "."):
        return False
    # A name such as dpkg among Cyrillic letters is not shortened.
    named = token.isascii() and "\u0400" <= following <= "\u04ff"
    if not (short or kind in ("maybe", "units") or roman or (not named and _unspoken(flat, stop, token))):
        return True
    # After a number it is a unit, which ends a sentence before any capital unless that has just begun.
    unit = (kind == "units" or (not kind and token.islower())) and _counted(flat, start, begin, rules)
    # Another initial follows; M. may also open a sentence.
    if len(opener) == 1 and flat[at + 1 : at + 2] == ".":
        return unit and rules.kinds.get(opener) == "never"
    if opener in rules.openers:
        return unit or not (short and kind != "maybe" and token.count(".") < 2 and opener in rules.particles)
    dated = begin > 4 and (flat[begin - 5 : begin - 1].isdecimal() or flat[begin - 2] in _NUMERALS)
    # At 5 p.m. Friday it goes on.
    begun = SETTLED if dated else LISTED if kind == "units" else BEGUN
    return unit and flat.count(" ", start, stop) >= begun and not _opens(flat, at, rules.after)


def _named(flat: str, start: int, begin: int, rules: Rules) -> bool:
    """Return whether a letter follows a name, whose initial it is then: Robert A. Heinlein, but World War I."""
    if flat[begin] in _NUMERALS:
        return False
    left = flat.rfind(" ", max(start, begin - ABBREVIATED), max(begin - 1, 0)) + 1 or start
    before = flat[left : begin - 1].lstrip(_OPENERS)
    return before.istitle() and before.isalpha() and before.lower() not in rules.openers


def _counted(flat: str, start: int, begin: int, rules: Rules) -> bool:
    """Return whether a number stands before a token, or another unit: 3 mm, 5 тыс. руб."""
    if begin - 2 < start:
        return False
    if flat[begin - 2] == ".":
        return flat[flat.rfind(" ", max(start, begin - ABBREVIATED), begin - 2) + 1 : begin - 2] in rules.units
    return flat[begin - 2].isdecimal() or flat[begin - 2] in _NUMERALS


def _ends_by_others(flat: str, stop: int, marks: frozenset[str]) -> bool:
    """Return whether sentences nearby end by marks of their own, such as the danda."""
    return any(flat.find(mark, max(0, stop - NEARBY), stop + NEARBY) >= 0 for mark in marks)


def _whole(flat: str, stop: int, at: int, token: str, lower: str, rules: Rules) -> bool:
    """Return whether a token is surely a word, not one cut short: those end in consonants and are not long.

    Less is asked where the name of a program follows, which has no capital, or a word of another script.
    """
    token = token[token.rfind("-") + 1 :]
    if len(token) < 2 or not token.isalpha():
        return False
    if lower in rules.openers or len(token) >= LONG_WORD or (len(token) > 3 and lower[-1] in _VOWEL):
        return True
    if len(token) > 3 and (flat[at] < "\x80" < token[-1] or (_PROGRAM.match(flat, at) and flat[at - 1] == " ")):
        return not _opens(flat, at, rules.units) and not _unspoken(flat, stop, token)
    return len(token) > 2 and _nearby(flat, stop, token)


def _is_short(token: str) -> bool:
    """Return whether a token is a letter or an abbreviation with full stops inside: J, U.S, z.B, Ph.D."""
    if len(token) == 1:
        # Letters such as à and ô are words, but Ö and Đ are initials.
        return token.isupper() or (
            token.lower() != token.upper() and not ("\xdf" <= token < "\u0370" or "\u1e00" <= token < "\u1f00")
        )
    return "." in token and all(len(part.lstrip("-")) <= 3 and not part.isdecimal() for part in token.split("."))


def _unspoken(flat: str, stop: int, token: str) -> bool:
    """Return whether a short word in small letters has no vowel, so that it must be shortened: bzw, vgl."""
    return (
        1 < len(token) <= UNSPOKEN
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
        # 28. 000 or 3. 5. 2020 or 2020. 5. 3.
        if len(token) <= 2 and begin > start + 2 and flat[begin - 2] == "." and flat[begin - 3].isdecimal():
            return False
        return (len(token) >= 4 or flat[at : at + 4].isdecimal()) and not _YEAR_FIRST.match(flat, begin)
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
