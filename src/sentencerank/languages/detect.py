"""Which language a text is in: its script first, then its letters (ngrams.py) and its function words.

A longer text in a shared script without function words of a known language stays "und" (undetermined). A language that
somebody registered is found by its stop words, against those of the languages nearby.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from sentencerank import patterns as re
from sentencerank.languages.function_words import codes_of, count_known, function_words, known_words, profiles
from sentencerank.languages.language import Pack, stopword_lists, stopwords_of
from sentencerank.languages.ngrams import LARGE, chances
from sentencerank.languages.packs import PACKS
from sentencerank.languages.registry import pack_of, registered_packs

_SAMPLES, _SAMPLE = 8, 120  # so many samples of so many characters: a headline must not decide for the body
_PIECES, _PIECE = 48, 200  # the same where a text is in several languages
_FEWEST_PIECES = 3

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
    "cyrillic": (("uk", "їєґЇЄҐ"), ("be", "ўЎ"), ("mk", "ѓќѕЃЌЅ"), ("sr", "ђћЂЋ"), ("kk", "әғқңұһӘҒҚҢҰҺ")),
    "arabic": (("ur", "ٹڈڑےںہ"), ("fa", "پچژگ")),
    "devanagari": (("mr", "ळ"),),
}
BLEND = 0.3  # what a language is worth without any function word, beside the share of those
CERTAIN = 0.95  # chance from which a third of them is enough, or none in a text of forty words
ALONE = 0.5  # what the chance is worth for a word without others, and for names
WORD, WORD_CHANCE = 0.8, 0.99  # and for a single word that is so surely of a language
LETTERS = 5  # single letters for a word of five and more make a text of formulas
NAMES = 50  # characters of a few names at most
NAMED = 0.12  # share of function words below which a text may be a list of names
TELLING_SHARE = 0.005  # of all letters

FOREIGN = 0.12  # share of function words of another language that a sample has, and not of its own
CLEAR = 0.6  # confidence from which a piece is in a language
LEAST = 0.03  # weighted share of function words that a longer text in a known language has
_ENOUGH_WORDS = 20  # from which a text has function words
_ENOUGH_LETTERS = 100  # of a script, from which others beside it do not matter
PURE = 0.9  # share of letters of a script from which words of others need not be left out
_WEIGHTS = {"han": 2.5, "ja": 2.5, "ko": 2.5}  # a character that is a syllable or a word says more than a letter
_WORD = re.at_once(r"[^\W\d_]+(?:[\u0300-\u036f\u0900-\u0963\u0971-\u097f\u200c]+[^\W\d_]*)*")
_TO_SPACES = bytes(code if chr(code).isalpha() else 32 for code in range(128)).ljust(256)
_ADDRESS = re.compile(r"(?:\w{1,20}://|www\.)[!-~]+|[\w.+-]{1,80}@[\w.-]{1,80}", re.ASCII)
_BEYOND_ASCII = re.at_once(r"[^\x00-\x7f]+")
_MARKS = "’‘“”–—…"
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())
_NO_CAPITALS = bytes(code for code in range(256) if not 65 <= code <= 90)

# For registered languages.
LEAST_OWN = 0.08  # share of words that are its own; a stop list is longer than a profile, so more is asked than there
UNLISTED = 2.0  # a language with a short profile and no list would have more to itself if it had one
LEAD = 0.5  # what others have to themselves may be at most so much of what it has to itself


class Detection(NamedTuple):
    """A language code, how sure it is (0 to 1), and why."""

    code: str
    confidence: float
    reason: str


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
    scripts = _scripts(sample)
    if not scripts:
        return Detection("und", 0.0, "no letters")
    if scripts["ja"] and scripts["ja"] + scripts["han"] > scripts["latin"]:
        scripts["ja"] += scripts.pop("han", 0) if scripts["ja"] * 20 > scripts["han"] else 0
    weighed = _weighed(scripts)
    script = max(weighed, key=weighed.__getitem__)
    count, share = scripts[script], weighed[script] / sum(weighed.values())
    if share < PURE and script in profiles():
        sample = " ".join(word for word in _WORD.findall(sample) if _script(word[0]) == script)
        # A text in two languages is no less surely in one of them.
        share = max(share, PURE) if count >= _ENOUGH_LETTERS else share
    if registered := _by_stopwords(sample, script, share):
        return registered
    if script in profiles():
        return _by_letters(sample, script, count, share)
    if script in _OWNERS:
        return Detection(_OWNERS[script], share * 0.8, f"{script} script; several languages share it")
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
        weighed = _weighed(_scripts(sample))
        if 2 * weighed.get(script, 0.0) < sum(weighed.values()):
            return True
        counted = _words(sample)
        shares = [] if _formulas(counted) else _shares(counted, script)
        foreign += bool(shares) and shares[0][1] != code and shares[0][0] >= FOREIGN
    return foreign > 1


def _by_majority(text: str, found: Detection) -> Detection:
    """Return the language that most words of a text are in; each of its pieces is looked at by itself."""
    amounts: Counter[str] = Counter()
    script = script_of(found.code)
    weighed = [(_weighed(_scripts(piece)), piece) for piece in _samples(text, _PIECES, _PIECE)]
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


def _scripts(sample: str) -> Counter[str]:
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
        scripts[_script(character)] += times
    if letters:
        scripts["latin"] += letters
    del scripts[""]
    return scripts


def _weighed(scripts: Mapping[str, int]) -> dict[str, float]:
    return {script: count * _WEIGHTS.get(script, 1.0) for script, count in scripts.items()}


@lru_cache(maxsize=4096)  # a text has far fewer characters
def _script(character: str) -> str:
    if character.isascii():
        return "latin" if character.isalpha() else ""
    if not character.isalpha():
        return ""
    point = ord(character)
    return next((script for first, last, script in _RANGES if first <= point <= last), "")


def _by_letters(sample: str, script: str, letters: int, share: float) -> Detection:
    """Return the language of a shared script whose runs of letters and function words fill the text."""
    for code, telling in _TELLING.get(script, ()):
        if sum(map(sample.count, telling)) > TELLING_SHARE * letters:
            return Detection(code, share * 0.9, f"{script} script with letters of {code}")
    words = _words(sample)
    if _formulas(words):
        if script in _OWNERS:
            return Detection(_OWNERS[script], share * 0.5, f"{script} script; several languages share it")
        return Detection("und", 0.0, f"{script} script, no function words of a known language")
    codes, total = codes_of(script), words.total()
    hits = _hits(words, script, total)
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
    enough = _ENOUGH_WORDS if best < CERTAIN else 2 * _ENOUGH_WORDS
    if common < (LEAST if best < CERTAIN else LEAST / 3) and total >= enough:
        if script in _OWNERS:
            return Detection(_OWNERS[script], share * 0.5, f"{script} script; several languages share it")
        return Detection("und", sure * (1 - common / LEAST), f"{script} script, no function words of a known language")
    also = f"; it could be {codes[joint.index(second)]} too" if second > most / 6 else ""
    return Detection(code, sure * best, f"by its letters, {best:.0%}{also}")


def _beside_names(hits: dict[str, float], count: int, sample: str) -> dict[str, float]:
    """Return the shares of function words among the words without a capital, in a text that is mostly names.

    Those stand in any language.
    """
    if 2 * len(sample.encode("ascii", "ignore").translate(None, _NO_CAPITALS)) < count:
        return hits
    small = sum(not word[0].isupper() for word in _WORD.findall(sample))
    return {code: min(1.0, share * count / max(small, 1)) for code, share in hits.items()}


def _says_little(sample: str, script: str, code: str) -> bool:
    """Return whether a text is one word that is no function word, or a few names: those stand in any language."""
    if len(sample) > NAMES:
        return False
    words = _WORD.findall(sample)
    if len(words) == 1:
        return not (code in LARGE and (not words[0].isascii() or words[0].lower() in known_words(script, code)))
    return all(word.istitle() for word in words if len(word) > 1)


def _words(sample: str) -> Counter[str]:
    """Return the words of a text and how often it has them."""
    lower = sample.lower()
    if lower.isascii():
        # The same in ASCII letters, where it can be done sooner.
        return Counter(lower.encode().translate(_TO_SPACES).decode().split())
    return Counter(_WORD.findall(lower))


def _shares(words: Counter[str], script: str) -> list[tuple[float, str]]:
    """Return the weighted share of function words and the language, the fullest first."""
    hits = _hits(words, script, words.total())
    # The larger languages come first and win a tie, since the sort is stable.
    return sorted(((hits[code], code) for code in codes_of(script) if code in hits), key=lambda one: -one[0])


def _hits(words: Counter[str], script: str, total: int) -> dict[str, float]:
    """Return the weighted share of function words, of so many in all, of each language of a script that has any."""
    hits: defaultdict[str, float] = defaultdict(float)
    known = function_words(script)
    for word, times in words.items():
        if found := known.get(word):
            worth = times * found.weight
            for code in found.codes:
                hits[code] += worth
    return {code: hit / total for code, hit in hits.items()}


def _formulas(words: Counter[str]) -> bool:
    """Return whether a text is mostly single letters. Initials and hours have whole words beside them."""
    letters = sum([times for word, times in words.items() if len(word) == 1])
    if letters <= 2 or 2 * letters <= words.total():
        return False
    return LETTERS * sum(times for word, times in words.items() if len(word) > 4) < letters


def _sure(words: Counter[str], share: float) -> float:
    """Return how much a text can tell: a headline may well have no function word."""
    return share * min(1.0, words.total() / _ENOUGH_WORDS)


def _clear(best: float, behind: float) -> float:
    """Return how clear the language is, by the share of its function words and how near the next one comes."""
    return min(1.0, 0.5 + 2.5 * best) * min(1.0, 2 * (1 - behind))


def _by_stopwords(sample: str, script: str, share: float) -> Detection | None:
    """Return a registered language, if its stop words tell it from those of the package that the text could be in."""
    packs = [
        pack
        for pack in registered_packs()
        if pack.script in ("", script) and pack.code not in profiles().get(script, ()) and pack.code != script
        if stopwords_of(pack)
    ]  # fmt: skip
    words = _words(sample) if packs else Counter[str]()
    if not packs or _formulas(words):
        return None
    shares = _shares(words, script)
    rivals = [code for hit, code in shares if hit and 2 * hit >= shares[0][0]] or [_OWNERS.get(script, script)]
    if (found := _nearest(words, script, packs, rivals)) is None:
        return None
    code, own, behind = found
    sure = _sure(words, share) * _clear(own, behind)
    return Detection(code, sure, f"{own:.0%} of its words are function words of that language")


def _nearest(
    words: Counter[str], script: str, packs: Collection[Pack], rivals: Collection[str]
) -> tuple[str, float, float] | None:
    """Return the registered language that is nearer than every rival: code, share of its words, what the next has.

    A list of one's own may be short or long, so shares are not compared as such: of two languages the one is nearer
    whose words *that the other does not have* are found more often.
    """
    known = {code: known_words(script, code) for code in rivals}
    known |= {pack.code: frozenset(map(str.lower, stopwords_of(pack))) for pack in packs}
    short = set(rivals) - stopword_lists()
    for pack in packs:
        own, behind = known[pack.code], 0.0
        for other in known.keys() - {pack.code}:
            ahead = _found(words, own - known[other], script)
            theirs = _found(words, known[other] - own, script) * (UNLISTED if other in short else 1.0)
            behind = max(behind, theirs / ahead if ahead else 1.0)
        share = _found(words, own, script) / max(words.total(), 1)
        if share >= LEAST_OWN and behind < LEAD:
            return pack.code, share, behind
    return None


def _found(words: Mapping[str, int], known: frozenset[str], script: str) -> float:
    """Return how often these words occur; one that k languages have counts 1/√(k + 1), a letter a third."""
    shared = function_words(script)
    return sum(
        times * (len(shared[word].codes) + 1 if word in shared else 1) ** -0.5 / (1 if len(word) > 1 else 3)
        for word, times in words.items()
        if word in known
    )
