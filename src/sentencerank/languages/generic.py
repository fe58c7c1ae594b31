"""Any language without a file of its own: Unicode words, character pairs where a script has no spaces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sentencerank.document import Block
from sentencerank.language import Span, Token, Wording
from sentencerank.languages import layout
from sentencerank.languages.splitting import boundaries, split
from sentencerank.languages.words import LONGEST

# Thai, Lao, Burmese, Khmer, kana, Han: no spaces between words.
UNSPACED = (
    "\u0e00-\u0e4e\u0e80-\u0eff\u1000-\u1049\u1050-\u109f\u1780-\u17d3"
    "\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
# Vowel signs and accents are no letters to `re`, yet belong to words: Hebrew, Arabic, the scripts of India, ZWNJ.
_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06ed\u0711\u0730-\u074a\u0900-\u0963\u0971-\u0df3\u0f18-\u0fbc\u135d-\u135f\u180b-\u180d\u1dc0-\u1dff"
    "\u200c\u200d\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f"
)
_CHUNK = re.compile(
    rf"(?P<unspaced>[{UNSPACED}]+)"
    rf"|(?:(?![{UNSPACED}])[^\W_])(?:(?:(?![{UNSPACED}])[^\W_])|[{_MARKS}]|['’.·-](?=[^\W\d_])|(?<=\d)[.,](?=\d))*"
)


@dataclass(frozen=True, slots=True)
class Generic:
    """A language by its code alone; every word of two letters is essential."""

    code: str

    def blocks(self, text: str) -> tuple[Block, ...]:
        """Paragraphs, headings, list items and quotes of a plain text."""
        return layout.blocks(text)

    def sentences(self, text: str, blocks: Sequence[Block]) -> tuple[Span, ...]:
        """The sentences inside the blocks, by the rules that sentencex has for the code."""
        return split(text, blocks, self._ends)

    def tokens(self, sentences: Sequence[str], *, part_of_speech: bool = True) -> list[list[Token]]:
        """Words, and pairs of characters in scripts without spaces; there is no tagger to switch off.

        >>> [token.text for token in Generic("zh").tokens(["今天下雨。"])[0]]
        ['今天', '天下', '下雨']
        """
        return [list(_tokens(sentence)) for sentence in sentences]

    def wording(self, sentence: str) -> Wording:
        """Not known: nothing."""
        return Wording()

    def _ends(self, flat: str) -> list[int]:
        return boundaries(self.code, flat)


def _tokens(sentence: str) -> Iterator[Token]:
    position = 0
    for chunk in _CHUNK.finditer(sentence):
        start, end = chunk.span()
        breaks = position > 0 and bool(sentence[position:start].strip())
        position = end
        if chunk["unspaced"]:
            for left in range(start, max(start + 1, end - 1)):
                pair = sentence[left : min(left + 2, end)]
                yield Token(pair, left, pair, True, False, breaks if left == start else False)
        elif end - start <= LONGEST:
            text = chunk.group()
            essential = sum(map(str.isalpha, text)) >= 2
            yield Token(text, start, text.casefold() if essential else "", essential, False, breaks)
