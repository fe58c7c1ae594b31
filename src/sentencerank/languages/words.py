"""What a word is: in English, in any other script by Unicode alone, and the form by which spellings are compared."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from unicodedata import normalize

from sentencerank import patterns as re

LONGEST = 60  # characters; anything longer is a checksum, a URL or noise, not a word

# Letters and digits with their accents and inner joints: "well-known", "O'Neill", "1,000"; "U.S." keeps its last dot.
WORD = re.at_once(
    r"[^\W_]+(?:(?:['’ʼ.‐‑-]|(?<=\d),(?=\d))[^\W_]+|[\u0300-\u036f]+[^\W_]*)*(?:(?<=\.[^\W\d_])\.(?![^\W_]))?"
)
# A URL or an e-mail address has no words inside.
ADDRESS = re.compile(r"(?:https?://|www\.)\S+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
CLITICS = ("n't", "'s", "'d", "'m", "'ll", "'re", "'ve")
_APOSTROPHES = str.maketrans("’ʼ‐‑", "''--")

# Thai, Lao, Burmese, Khmer, kana, Han: no spaces between words.
UNSPACED = (
    "\u0e00-\u0e4e\u0e80-\u0eff\u1000-\u1049\u1050-\u109f\u1780-\u17d3"
    "\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
# Vowel signs and accents are no letters to `re`, yet belong to words: Hebrew, Arabic, the scripts of India, ZWNJ.
MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06ed\u0711\u0730-\u074a\u0900-\u0963\u0971-\u0df3\u0f18-\u0fbc\u135d-\u135f\u180b-\u180d\u1dc0-\u1dff"
    "\u200c\u200d\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f"
)
_ANY_WORD = re.compile(
    rf"(?P<unspaced>[{UNSPACED}]+)"
    rf"|(?:(?![{UNSPACED}])[^\W_])(?:(?:(?![{UNSPACED}])[^\W_])|[{MARKS}]|[\"'’.·״׳-](?=[^\W\d_])|(?<=\d)[.,](?=\d))*"
)
# A character with its vowel signs and tone marks; in Thai and Lao some vowels stand before their consonant.
_CLUSTER = re.compile(
    r".[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd"
    r"\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u17b4-\u17d3]*"
)
# Particles of Chinese, and the script of Japanese ones: a pair with one of them is no word.
_NO_WORD = re.compile("[\u3041-\u3096的了是在和与與也就都而及着或把被这這那们們个個]")

# The last letters before a hyphen at the end of a line, and the small letters after it.
_BROKEN = re.compile(
    r"(?<![^\W\d_])([^\W\d_]{1,40})([\u00ad\u2010-])[ \t\r]{0,8}\n[ \t>]{0,80}((?![A-Z])[^\W\d_]{1,40})"
)
# A hyphen at the end of a line; a pattern for each, because `re` looks for a single first character quickly.
_HYPHENS = tuple((hyphen, re.at_once(hyphen + r"[ \t\r]{0,8}\n")) for hyphen in "-\u00ad\u2010")
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


def plain(word: str) -> str:
    """Return a word with typewriter apostrophes and hyphens.

    >>> plain("O’Neill")
    "O'Neill"
    """
    return word.translate(_APOSTROPHES)


def is_hyphenated(text: str) -> bool:
    r"""Return whether a text has a word that may go on on the next line.

    >>> is_hyphenated("The har-\nbour"), is_hyphenated("A well-known\nharbour")
    (True, False)
    """
    return any(hyphen in text and at_end.search(text) for hyphen, at_end in _HYPHENS)


def bare(word: str) -> str:
    """Return a word without the ending of a contraction or a possessive.

    >>> [bare(word) for word in ("John's", "don’t", "we'll", "O'Neill", "U.S.")]
    ['John', 'do', 'we', "O'Neill", 'U.S.']
    """
    # Every ending has an apostrophe.
    if word.isascii() and word.isalnum():
        return word
    lower = plain(word).lower()
    # "İ" grows in lower case: there is no English clitic behind it.
    if len(lower) != len(word):
        return word
    end = len(lower)
    # There may be another one: "wouldn't've".
    while clitic := next((own for own in CLITICS if lower.endswith(own, 0, end) and end > len(own)), ""):
        end -= len(clitic)
    return word[:end]


def words(text: str) -> list[str]:
    """Return the bare words of an English text, as they stand.

    >>> words("Alzheimer's disease, well-known in the U.S. since 1,906.")
    ['Alzheimer', 'disease', 'well-known', 'in', 'the', 'U.S.', 'since', '1,906']
    """
    return [bare(word) for word in WORD.findall(text)]


def without_addresses(sentence: str) -> str:
    """Return the same sentence with a row of full stops for every URL and e-mail address.

    >>> without_addresses("Write to a@b.org!")
    'Write to .......!'
    """
    if "@" in sentence or "://" in sentence or "www." in sentence:
        return ADDRESS.sub(lambda found: "." * len(found.group()), sentence)
    return sentence


def unbroken(text: str, known: Collection[str] = frozenset()) -> str:
    r"""Return a text without the line breaks inside words.

    A hyphen that only a printer writes goes with them. A typed one goes if the word without it is among `known`, in
    small letters: people who wrap lines by hand break them behind the hyphens of compounds.

    >>> unbroken("as‐\n  signed to a bug-\ntracker"), unbroken("a sent-\nence", {"sentence"})
    ('assigned to a bug-tracker', 'a sentence')
    """
    if "\n" not in text:
        return text
    return _BROKEN.sub(lambda found: _joined(found, known), text)


def _joined(found: re.Match[str], known: Collection[str]) -> str:
    before, hyphen, after = found.groups()
    whole = before + after
    compound = f"{before}-{after}"
    printed = hyphen == "\u00ad" or (hyphen == "\u2010" and compound.lower() not in known)
    return whole if printed or whole.lower() in known else compound


def word_list(lines: Iterable[str]) -> frozenset[str]:
    """Return the words of a list file: any number to a line, lines that begin with # are remarks.

    >>> sorted(word_list(["# articles", "a an", "the"]))
    ['a', 'an', 'the']
    """
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def word_spans(sentence: str) -> Iterator[tuple[int, int, bool]]:
    """Yield start and end of what stands between spaces, or of pairs of characters where a script has no spaces.

    The third value says whether it is such a pair.

    >>> [(start, end) for start, end, _ in word_spans("L'eau, 今天下雨")]
    [(0, 5), (7, 9), (8, 10), (9, 11)]
    """
    for found in _ANY_WORD.finditer(without_addresses(sentence)):
        start, end = found.span()
        if found["unspaced"]:
            starts = [cluster.start() for cluster in _CLUSTER.finditer(sentence, start, end)]
            ends = [*starts[2:], end, end]
            for left, right in zip(starts[: max(1, len(starts) - 1)], ends, strict=False):
                yield left, right, True
        elif end - start <= LONGEST:
            yield start, end, False


def is_word(pair: str) -> bool:
    """Return whether a pair of characters can be a word, or part of one.

    >>> is_word("下雨"), is_word("雨的"), is_word("これ"), is_word("แม")
    (True, False, False, True)
    """
    return not _NO_WORD.search(pair)


def fold_plain(word: str) -> str:
    """Return a word composed, without case and without zero-width joints.

    >>> fold_plain("Stra\u00dfe") == fold_plain("STRASSE"), fold_plain("e\u0301te\u0301") == fold_plain("\u00c9T\u00c9")
    (True, True)
    """
    if word.isascii():
        return word.lower()
    return normalize("NFC", normalize("NFC", word).translate(_JOINERS).casefold())


def fold_turkish(word: str) -> str:
    """Fold a word so that I is the capital of ı, and İ that of i.

    >>> fold_turkish("ISPARTA"), fold_turkish("İzmir")
    ('ısparta', 'izmir')
    """
    return fold_plain(normalize("NFC", word).translate(_TURKISH))


def fold_hebrew(word: str) -> str:
    """Fold a word without its vowel signs, points and tatweel.

    >>> fold_hebrew("שָׁלוֹם")
    'שלום'
    """
    return _VOWELS.sub("", fold_plain(word))


def fold_arabic(word: str) -> str:
    """Fold a word without vowel signs and tatweel, with one alef and one yeh.

    >>> fold_arabic("\u0645\u064f\u062f\u064f\u0646") == "\u0645\u062f\u0646", fold_arabic("إلى") == fold_arabic("الي")
    (True, True)
    """
    return fold_hebrew(word).translate(_ARABIC)


def fold_persian(word: str) -> str:
    """Fold a word as in Arabic, with the yeh and the kaf of Persian."""
    return fold_hebrew(word).translate(_PERSIAN)


def fold_vietnamese(word: str) -> str:
    """Fold a word with one place for the tone where there are two: hoà is hòa.

    >>> fold_vietnamese("Hoà"), fold_vietnamese("hoàn")
    ('hòa', 'hoàn')
    """
    folded = fold_plain(word)
    return folded[:-2] + _OLDER.get(folded[-2:], folded[-2:])


def fold_wide(word: str) -> str:
    """Fold full-width letters and half-width kana into the usual ones.

    >>> fold_wide("Ｐｙｔｈｏｎ"), fold_wide("ｶﾞｽ")
    ('python', 'ガス')
    """
    return fold_plain(normalize("NFKC", word))


FOLDS: Mapping[str, Callable[[str], str]] = {
    "": fold_plain,
    "turkish": fold_turkish,
    "arabic": fold_arabic,
    "persian": fold_persian,
    "hebrew": fold_hebrew,
    "vietnamese": fold_vietnamese,
    "wide": fold_wide,
}
