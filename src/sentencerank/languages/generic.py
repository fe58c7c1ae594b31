"""Words by Unicode alone: what stands between spaces, and pairs of characters where a script has no spaces."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sentencerank.languages.words import LONGEST, without_addresses

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
_CHUNK = re.compile(
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


def chunks(sentence: str) -> Iterator[tuple[int, int, bool]]:
    """Start and end of every word, and whether it is a pair of characters instead of a word.

    >>> [(start, end) for start, end, _ in chunks("L'eau, 今天下雨")]
    [(0, 5), (7, 9), (8, 10), (9, 11)]
    """
    for chunk in _CHUNK.finditer(without_addresses(sentence)):
        start, end = chunk.span()
        if chunk["unspaced"]:
            starts = [cluster.start() for cluster in _CLUSTER.finditer(sentence, start, end)]
            ends = [*starts[2:], end, end]
            for left, right in zip(starts[: max(1, len(starts) - 1)], ends, strict=False):
                yield left, right, True
        elif end - start <= LONGEST:
            yield start, end, False


def is_word(pair: str) -> bool:
    """Whether a pair of characters can be a word, or part of one.

    >>> is_word("下雨"), is_word("雨的"), is_word("これ"), is_word("แม")
    (True, False, False, True)
    """
    return not _NO_WORD.search(pair)
