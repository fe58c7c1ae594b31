"""A document in several languages: each block is read in its own, the document in that of most of it.

Only blocks with hardly any function word of the document's language are looked at more closely, so that a document in
one language costs one look-up a word.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from itertools import groupby

from sentencerank.document import PROSE, Block, Document, Token, Wording
from sentencerank.frozen import dataclass
from sentencerank.languages.choose import LanguageChoice
from sentencerank.languages.detect import detect, script_of
from sentencerank.languages.function_words import count_known, function_words
from sentencerank.languages.language import Language, Span
from sentencerank.languages.registry import language_name, language_of

SHORTEST = 60  # characters of a block that is looked at, in a script with spaces; a third of it elsewhere
FOREIGN = 0.75  # a block may be in another language if it has a smaller share of the function words that others have
FEWEST = 0.08  # or a smaller share of all its words
# A share from which a block surely is in the language: of twelve foreign words one or two are function words of English
# as well, while Romance languages share half of theirs with each other.
PLENTY = {"en": 0.25}
# A block of so many words surely is in the language too, if so large a share of them, by their weights, are function
# words of it, and so many times as many as of any other language.
SEVERAL, MANY, LEAD = 8, 0.2, 2.0
ENOUGH = 20_000  # characters of a block that are looked at for that
SURE = 0.8  # confidence from which it is
READ = PROSE | {"heading", "title"}  # kinds of blocks that are in a language
LANGUAGE = "language"  # what a block in another language says about itself


def block_languages(text: str, blocks: Sequence[Block], code: str) -> list[str]:
    """Return the language of each block of a document whose language is `code`.

    A block that is too short to tell is in the language of its neighbours, if these are in one.

    >>> text = "The cat sat on the mat.\\nКошка сидела на ковре и смотрела в окно, а собака спала на полу у двери дома."
    >>> block_languages(text, [Block("paragraph", 0, 23), Block("paragraph", 24, len(text))], "en")
    ['en', 'ru']
    """
    script = script_of(code)
    pieces = [text[block.start : block.end] if block.kind in READ else "" for block in blocks]
    shares = [_share(piece, script, code) if _tells(piece) else None for piece in pieces]
    # What is usual in this document: the share that a quarter of its blocks exceeds.
    usual = sorted(share for share in shares if share is not None)
    least = min(PLENTY.get(code, 1.0), max(FEWEST, FOREIGN * usual[len(usual) * 3 // 4])) if usual else 0.0
    told = ["" if share is None else code if share >= least or _speaks(piece, code, script) else _found(piece, code)
            for piece, share in zip(pieces, shares, strict=True)]  # fmt: skip
    if {*told} <= {"", code}:
        return [code] * len(told)
    before, after = _nearest(told, code), _nearest(told[::-1], code)[::-1]
    return [own or (left if left == right else code) for own, left, right in zip(told, before, after, strict=True)]


def _tells(text: str) -> bool:
    """Return whether a block is long enough to tell its language."""
    return len(text) >= SHORTEST or (3 * len(text) >= SHORTEST and not text.isascii())


def _share(text: str, script: str, code: str) -> float:
    """Return the share of function words."""
    known, words = count_known(text, script, code)
    return known / max(1, words)


def _speaks(text: str, code: str, script: str) -> bool:
    """Return whether the function words of a block leave no doubt that it is in a language: letters take longer.

    >>> _speaks("Le chat est sur la table et le chien dort dans la maison.", "fr", "latin")
    True
    """
    words, known = text[:ENOUGH].lower().split(), function_words(script)
    hits: defaultdict[str, float] = defaultdict(float)
    for word in words:
        if found := known.get(word):
            for each in found.codes:
                hits[each] += found.weight
    own = hits.pop(code, 0.0)
    return len(words) >= SEVERAL and own >= MANY * len(words) and own >= LEAD * max(hits.values(), default=0.0)


def _found(text: str, code: str) -> str:
    """Return the language of a block if it surely is another one."""
    found = detect(text)
    return found.code if found.confidence >= SURE and found.code != "und" else code


def _nearest(told: Sequence[str], code: str) -> list[str]:
    """Return for each block the language of the last one up to it that told."""
    last, found = code, []
    for own in told:
        last = own or last
        found.append(last)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Mixed:
    """A language as a `Language` for documents that may have blocks in others."""

    main: Language
    others: Mapping[str, Language] = field(default_factory=dict)  # a sentence → its language, if it is another one

    @property
    def code(self) -> str:
        """The code of the main language."""
        return self.main.code

    @property
    def notes(self) -> tuple[str, ...]:
        """What is missing in the main language."""
        return self.main.notes

    def blocks(self, text: str) -> tuple[Block, ...]:
        """Return the blocks of a plain text, and in which language they are."""
        return in_languages(text, self.main.blocks(text), self)

    def sentences(self, text: str, blocks: Sequence[Block]) -> tuple[Span, ...]:
        """Return the sentences inside the blocks, each by the rules of its own language."""
        found: list[Span] = []
        start = 0
        for code, run in groupby(language_of_block(block, self.code) for block in blocks):
            end = start + len(list(run))
            language = self.main if code == self.code else language_of(code)
            spans = language.sentences(text, blocks[start:end])
            found += (span._replace(block=span.block + start) for span in spans) if start else spans
            start = end
        return tuple(found)

    def tokens(self, sentences: Sequence[str], *, part_of_speech: bool = True) -> list[list[Token]]:
        """Return the words of each sentence, read in its language; all sentences of a language are read together."""
        groups: dict[Language, list[int]] = {}
        for place, sentence in enumerate(sentences):
            groups.setdefault(self.others.get(sentence, self.main), []).append(place)
        found: list[list[Token]] = [[] for _ in sentences]
        for language, places in groups.items():
            own = language.tokens([sentences[place] for place in places], part_of_speech=part_of_speech)
            for place, tokens in zip(places, own, strict=True):
                found[place] = tokens
        return found

    def wording(self, sentence: str) -> Wording:
        """Return what the wording of a sentence says in its language."""
        return self.others.get(sentence, self.main).wording(sentence)

    def stem(self, word: str) -> str:
        """Return what a word of the main language is compared by."""
        return self.main.stem(word)


def by_block(choice: LanguageChoice, language: Language) -> Language:
    """Return a language that reads blocks in other languages too, if the language was detected and not asked for."""
    return language if choice.confidence is None else Mixed(language)


def in_languages(text: str, blocks: tuple[Block, ...], language: Language) -> tuple[Block, ...]:
    """Return the blocks of a text, those in another language than the text with its code."""
    if not isinstance(language, Mixed):
        return blocks
    codes = block_languages(text, blocks, language.code)
    if {*codes} <= {language.code}:
        return blocks
    return tuple(
        block
        if code == language.code or block.kind not in READ
        else replace(block, about={**block.about, LANGUAGE: code})
        for block, code in zip(blocks, codes, strict=True)
    )


def language_of_block(block: Block, code: str) -> str:
    """Return the language of a block of a document whose language is `code`; that of code is no human one."""
    return block.about.get(LANGUAGE, code) if block.about and block.kind in READ else code


def mixed_language(document: Document, language: Language) -> tuple[Language, tuple[str, ...]]:
    """Return what reads the sentences of a document, each in its language, and a note if there are several."""
    if document.language_confidence is None:
        return language, ()
    codes = [language_of_block(block, language.code) for block in document.blocks]
    foreign = Counter(code for code in codes if code != language.code)
    if not foreign:
        return language, ()
    others = {
        sentence.text: language_of(codes[sentence.paragraph])
        for sentence in document.sentences
        if codes[sentence.paragraph] != language.code
    }
    counts = ", ".join(f"{count} in {language_name(code)}" for code, count in foreign.most_common())
    return Mixed(language, others), (f"Blocks in other languages are read in those: {counts}.",)
