"""English: sentences by sentencex with repairs, words by one pattern, parts of speech by lexicon, stems by Snowball."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import Stemmer

from sentencerank.document import Block
from sentencerank.errors import ModelError
from sentencerank.language import Span, Token
from sentencerank.languages import layout
from sentencerank.languages.splitting import split
from sentencerank.languages.tagging import Tagger, load_tagger
from sentencerank.languages.words import ADDRESS, LONGEST, WORD, bare, plain, word_list

CACHED = 100_000  # words whose analysis is remembered

_SHORTENED = re.compile(  # never ends a sentence before a number, a bracket or a small letter
    r"(?:^|[\s(\[])(?:approx|ca|cf|[Cc]h|[Ee]qs?|[Ff]igs?|[Nn]os?|[Pp]p?|[Ss]ecs?|[Tt]ab|[Vv]ols?|vs|al|\d+(?:\.\d+)+)\.\s*$"
)
_GOES_ON = re.compile(r"[\d(\[a-z](?![A-Z])")  # but "iPads"
_CLOSING = re.compile(r"[)\]”’»]+(?=\s|$)|[\"'](?=\s|$)")
_BRACKETED = re.compile(r"\s*[(\[][^()\[\]]*[a-z0-9][.!?][\"”'’]?[)\]]\s+(?=[\"“(\[]?[A-Z0-9])")
_NAMES_LIKE_STOP_WORDS = frozenset({"US", "WHO", "IT"})

_LEANS = re.compile(
    r"[\s\"'“‘(\[]*(?:"
    r"(?:he|she|it|they|him|her|his|hers|its|them|their|theirs|this|that|these|those|such|both|neither|either|"
    r"however|but|and|or|nor|so|yet|then|thus|hence|therefore|moreover|furthermore|besides|also|too|instead|otherwise|"
    r"nevertheless|nonetheless|meanwhile|consequently|accordingly|likewise|similarly|conversely|afterwards?|still|"
    r"the (?:former|latter|same|other|others|two|pair)|for (?:example|instance|this|that|these)|"
    r"in (?:addition|contrast|turn|this|that)|as a result|after (?:that|this|all)|on the (?:other hand|contrary)|"
    r"another|others)(?![\w'’-]*[^\W_])"
    r"|(?:he|she|it|they|that|this)['’])"
    r"|\s*(?:[)\]”’»,;:]|[.…]{2,}|…)",
    re.IGNORECASE,
)


class _Word(NamedTuple):
    """What is known about a word form, wherever it stands."""

    text: str  # without a clitic
    stem: str
    content: bool  # not a stop word, two characters or more, a letter among them
    kind: str  # N, P, A, V or O


@dataclass(frozen=True, slots=True, eq=False)
class English:
    """English as a `Language`; `load_english()` makes one from the data of the package."""

    stopwords: frozenset[str]
    tagger: Tagger
    code: str = "en"
    _words: dict[str, _Word] = field(default_factory=dict, repr=False)  # a cache: it changes no result

    def blocks(self, text: str) -> tuple[Block, ...]:
        """Paragraphs, headings, list items and quotes of a plain text."""
        return layout.blocks(text)

    def sentences(self, text: str, blocks: Sequence[Block]) -> tuple[Span, ...]:
        """The sentences inside the blocks."""
        return split(text, blocks, "en", repaired)

    def tokens(self, sentences: Sequence[str], *, part_of_speech: bool = True) -> list[list[Token]]:
        """The words of each sentence: nouns, names, adjectives and verbs outside the stop list are essential.

        >>> [token.stem for token in load_english().tokens(["The cats aren't running in John's gardens."])[0]]
        ['', 'cat', '', 'run', '', 'john', 'garden']
        """
        kinds = "NPAV" if part_of_speech else "NPAVO"
        if len(self._words) > CACHED:
            self._words.clear()
        return [self._tokens(sentence, kinds) for sentence in sentences]

    def leans(self, sentence: str) -> bool:
        """Whether a sentence opens with a pronoun, a connective or a dangling quote.

        >>> english = load_english()
        >>> english.leans("However, prices fell."), english.leans("Prices fell.")
        (True, False)
        """
        return _LEANS.match(sentence) is not None

    def stem(self, word: str) -> str:
        """The stem of a word, in lower case; dots of an abbreviation do not count.

        >>> load_english().stem("Batteries"), load_english().stem("U.S.")
        ('batteri', 'us')
        """
        return self._word(word).stem

    def _tokens(self, sentence: str, kinds: str) -> list[Token]:
        tokens: list[Token] = []
        known = self._words
        new = tuple.__new__  # half the cost of Token(…); this loop is most of the reading time
        position = 0
        shouted = sentence.isupper()
        for start, end, form in _forms(sentence):
            breaks = position not in (0, start) and not sentence[position:start].isspace()
            key = form if tokens and not shouted else "\0" + form
            word = known.get(key) or self._analysed(form, key, shouted)
            position = end
            essential = word.content and word.kind in kinds
            stem = word.stem if essential else ""
            noun = essential and word.kind in "NP"
            tokens.append(new(Token, (word.text, start, stem, essential, noun, breaks, essential and word.kind == "A")))
        return tokens

    def _word(self, form: str) -> _Word:
        return self._words.get(form) or self._analysed(form, form, shouted=False)

    def _analysed(self, form: str, key: str, shouted: bool) -> _Word:
        text = bare(form)
        lower = plain(text).lower()
        stop = lower in self.stopwords and (shouted or text not in _NAMES_LIKE_STOP_WORDS)
        content = not stop and len(lower) > 1 and any(map(str.isalpha, lower))
        # A stemmer has state, so it lives only here; making one costs less than the word's way through Python.
        stem = Stemmer.Stemmer("english", 0).stemWord(lower.replace(".", "")) if content else lower
        kind = self.tagger.tag(plain(text), lower=key != form or (text.isupper() and len(text) > 1))
        word = self._words[key] = _Word(text, stem or lower, content, kind)
        return word


def _forms(sentence: str) -> list[tuple[int, int, str]]:
    """Start, end and form of each word; addresses and endless strings are none."""
    skipped = []
    if "@" in sentence or "://" in sentence or "www." in sentence:
        skipped = [found.span() for found in ADDRESS.finditer(sentence)]
    forms = [(*found.span(), found.group()) for found in WORD.finditer(sentence)]
    return [
        form
        for form in forms
        if form[1] - form[0] <= LONGEST and not any(start <= form[0] < end for start, end in skipped)
    ]


def repaired(flat: str, ends: list[int]) -> list[int]:
    """Better sentence ends: none after "Fig.", closing marks go with what they close, "(A note.) Next." are two."""
    result: list[int] = []
    start = 0
    for end in ends:
        if closing := _CLOSING.match(flat, start) if result else None:
            result[-1] = start = closing.end()
        while opening := _BRACKETED.match(flat, start, end):
            start = opening.end()
            result.append(start)
        if not (_GOES_ON.match(flat, end) and _SHORTENED.search(flat, max(start, end - 20), end)):
            result.append(end)
            start = end
    if not result or result[-1] != len(flat):
        result.append(len(flat))
    return result


def load_english(folder: Path | None = None) -> English:
    """English from `stopwords.txt` and `tags.txt` of a model folder, by default the one in the package."""
    folder = folder or Path(__file__).parent.parent / "data" / "en"
    try:
        stopwords = word_list((folder / "stopwords.txt").read_text(encoding="utf-8").splitlines())
        return English(stopwords, load_tagger(folder / "tags.txt"))
    except (OSError, UnicodeDecodeError, TypeError) as error:
        raise ModelError(
            f"{folder}: the word lists cannot be read ({error}). Install or pack the model again."
        ) from error
