"""Which language a text is in: its script first, then its letters (ngrams.py) and its function words.

A longer text in a shared script without function words of a known language stays "und" (undetermined). A language that
somebody registered is found by its stop words, against those of the languages nearby.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sentencerank import patterns as re
from sentencerank.languages.function_words import (
    A_WORD,
    ENOUGH_WORDS,
    codes_of,
    count_known,
    fullest,
    is_formulas,
    known_words,
    profiles,
    shares_of,
    words_of,
)
from sentencerank.languages.ngrams import LARGE, chances
from sentencerank.languages.packs import PACKS
from sentencerank.languages.registered import find_registered
from sentencerank.languages.scripts import OWNERS, count_letters, script_of, script_of_letter, weigh

_SAMPLES, _SAMPLE = 8, 120  # so many samples of so many characters: a headline must not decide for the body
_PIECES, _PIECE = 48, 200  # the same where a text is in several languages
_FEWEST_PIECES = 3

_TELLING = {  # letters that give away a language of a shared script
    "cyrillic": (("uk", "їєґЇЄҐ"), ("be", "ўЎ"), ("mk", "ѓќѕЃЌЅ"), ("sr", "ђћЂЋ"), ("kk", "әғқңұһӘҒҚҢҰҺ")),
    "arabic": (("ur", "ٹڈڑےںہ"), ("fa", "پچژگ")),
    "devanagari": (("mr", "ळ"),),
}
BLEND = 0.3  # what a language is worth without any function word, beside the share of those
CERTAIN = 0.95  # chance from which a third of them is enough, or none in a text of forty words
ALONE = 0.5  # what the chance is worth for a word without others, and for names
WORD, WORD_CHANCE = 0.8, 0.99  # and for a single word that is so surely of a language
NAMES = 50  # characters of a few names at most
NAMED = 0.12  # share of function words below which a text may be a list of names
TELLING_SHARE = 0.005  # of all letters

FOREIGN = 0.12  # share of function words of another language that a sample has, and not of its own
CLEAR = 0.6  # confidence from which a piece is in a language
LEAST = 0.03  # weighted share of function words that a longer text in a known language has
_ENOUGH_LETTERS = 100  # of a script, from which others beside it do not matter
PURE = 0.9  # share of letters of a script from which words of others need not be left out
_ADDRESS = re.compile(r"(?:\w{1,20}://|www\.)[!-~]+|[\w.+-]{1,80}@[\w.-]{1,80}", re.ASCII)
_MARKS = "’‘“”–—…"
_NO_CAPITALS = bytes(code for code in range(256) if not 65 <= code <= 90)


class Detection(NamedTuple):
    """A language code, how sure it is (0 to 1), and why."""

    code: str
    confidence: float
    reason: str


def detect(text: str) -> Detection:
    """Return the language of a text, from several samples of it; "und" with confidence 0 if it has no letters.

    Where samples are in different languages, that of most of its words is taken.

    >>> detect("The cat sat on the mat and it was happy.").code, detect("これは本です。").code, detect("42 😀").code
    ('en', 'ja', 'und')
    """
    samples = _samples(text)
    found = _detect(" ".join(samples))
    if len(text) > _PIECE * _FEWEST_PIECES and _is_mixed(samples, found.code):
        return _by_majority(text, found)
    return found


def _detect(sample: str) -> Detection:
    if not sample.isascii() and ("@" in sample or "://" in sample or "www." in sample):
        # An address is in no language, and in Latin letters whatever the script around it.
        sample = _ADDRESS.sub(" ", sample)
    if not sample.isascii():
        # Many a text in ASCII has typographic marks, which say nothing here; without them it is read sooner.
        for mark in _MARKS:
            sample = sample.replace(mark, "'")
    scripts = count_letters(sample)
    if not scripts:
        return Detection("und", 0.0, "no letters")
    if scripts["ja"] and scripts["ja"] + scripts["han"] > scripts["latin"]:
        scripts["ja"] += scripts.pop("han", 0) if scripts["ja"] * 20 > scripts["han"] else 0
    weights = weigh(scripts)
    script = max(weights, key=weights.__getitem__)
    count, share = scripts[script], weights[script] / sum(weights.values())
    if share < PURE and script in profiles():
        sample = " ".join(word for word in A_WORD.findall(sample) if script_of_letter(word[0]) == script)
        # A text in two languages is no less surely in one of them.
        share = max(share, PURE) if count >= _ENOUGH_LETTERS else share
    if registered := find_registered(sample, script, share):
        code, sure, own = registered
        return Detection(code, sure, f"{own:.0%} of its words are function words of that language")
    if script in profiles():
        return _by_letters(sample, script, count, share)
    if script in OWNERS:
        return Detection(OWNERS[script], share * 0.8, f"{script} script; several languages share it")
    return Detection(script, share, "its own script")


def _samples(text: str, count: int = _SAMPLES, length: int = _SAMPLE) -> list[str]:
    """Return the whole text, or samples spread evenly over it."""
    if len(text) <= count * length:
        return [text[start : start + length] for start in range(0, len(text), length)]
    step = (len(text) - length) / (count - 1)
    return [text[int(index * step) : int(index * step) + length] for index in range(count)]


def _is_mixed(samples: Sequence[str], code: str) -> bool:
    """Return whether a sample of a text is in another script than the one that was found, or two in other languages."""
    script = script_of(code)
    has_any = bool(known_words(script, code))
    foreign = 0
    for sample in samples:
        known, words = count_known(sample, script, code)
        if has_any and known >= FOREIGN * words:
            continue
        weights = weigh(count_letters(sample))
        if 2 * weights.get(script, 0.0) < sum(weights.values()):
            return True
        counted = words_of(sample)
        shares = [] if is_formulas(counted) else fullest(counted, script)
        foreign += bool(shares) and shares[0][1] != code and shares[0][0] >= FOREIGN
    return foreign > 1


def _by_majority(text: str, found: Detection) -> Detection:
    """Return the language that most words of a text are in; each of its pieces is looked at by itself."""
    amounts: Counter[str] = Counter()
    script = script_of(found.code)
    weighed = [(weigh(count_letters(piece)), piece) for piece in _samples(text, _PIECES, _PIECE)]
    # What is likely to be in the language found comes first: once that is more than all the rest, it is that of most.
    weighed.sort(key=lambda one: -one[0].get(script, 0.0))
    rest = sum(round(sum(scripts.values())) for scripts, _ in weighed)
    for scripts, piece in weighed:
        amount = round(sum(scripts.values()))
        own = _detect(piece)
        rest -= amount
        if own.confidence >= CLEAR and own.code != "und":
            amounts[own.code] += amount
            if own.code == found.code and 2 * amounts[own.code] > amounts.total() + rest:
                return found
    if not amounts:
        return found
    (code, most), (_, second) = (*amounts.most_common(2), ("", 0))[:2]
    if code == found.code:
        return found
    return Detection(code, most / (most + second), f"most of its words, {most / amounts.total():.0%}")


def _by_letters(sample: str, script: str, letters: int, share: float) -> Detection:
    """Return the language of a shared script whose runs of letters and function words fill the text."""
    for code, telling in _TELLING.get(script, ()):
        if sum(map(sample.count, telling)) > TELLING_SHARE * letters:
            return Detection(code, share * 0.9, f"{script} script with letters of {code}")
    words = words_of(sample)
    if is_formulas(words):
        if script in OWNERS:
            return Detection(OWNERS[script], share * 0.5, f"{script} script; several languages share it")
        return Detection("und", 0.0, f"{script} script, no function words of a known language")
    codes, total = codes_of(script), words.total()
    hits = shares_of(words, script, total)
    if hits and max(hits.values()) < NAMED:
        hits = _beside_names(hits, total, sample)
    # Two witnesses: runs of letters, and function words where the text has some.
    found = zip(chances(sample, codes), codes, strict=True)
    joint = [chance * (BLEND + hits[code]) if code in hits else chance * BLEND for chance, code in found]
    whole, most = sum(joint), max(joint)
    place = joint.index(most)
    code, best = codes[place], most / whole
    joint[place] = -1.0
    second = max(joint)
    # Where every noun has a capital, words with one need not be names.
    plain = best >= CERTAIN and code in PACKS and PACKS[code].capital_nouns
    common, sure = hits.get(code, 0.0), share
    if not plain and _says_little(sample, script, code):
        sure *= WORD if best >= WORD_CHANCE and total == 1 and code in LARGE else ALONE
    # A language that is not known has letters like one that is, but not its function words.
    enough = ENOUGH_WORDS if best < CERTAIN else 2 * ENOUGH_WORDS
    if common < (LEAST if best < CERTAIN else LEAST / 3) and total >= enough:
        if script in OWNERS:
            return Detection(OWNERS[script], share * 0.5, f"{script} script; several languages share it")
        return Detection("und", sure * (1 - common / LEAST), f"{script} script, no function words of a known language")
    also = f"; it could be {codes[joint.index(second)]} too" if second > most / 6 else ""
    return Detection(code, sure * best, f"by its letters, {best:.0%}{also}")


def _beside_names(hits: dict[str, float], count: int, sample: str) -> dict[str, float]:
    """Return the shares of function words among the words without a capital, in a text that is mostly names.

    Those stand in any language.
    """
    if 2 * len(sample.encode("ascii", "ignore").translate(None, _NO_CAPITALS)) < count:
        return hits
    small = sum(not word[0].isupper() for word in A_WORD.findall(sample))
    return {code: min(1.0, share * count / max(small, 1)) for code, share in hits.items()}


def _says_little(sample: str, script: str, code: str) -> bool:
    """Return whether a text is one word that is no function word, or a few names: those stand in any language."""
    if len(sample) > NAMES:
        return False
    words = A_WORD.findall(sample)
    if len(words) == 1:
        return not (code in LARGE and (not words[0].isascii() or words[0].lower() in known_words(script, code)))
    return all(word.istitle() for word in words if len(word) > 1)
