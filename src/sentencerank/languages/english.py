"""English: words by one pattern, parts of speech by lexicon, stems by Snowball, and signs in the wording."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import field
from functools import lru_cache
from mmap import mmap
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import Stemmer

from sentencerank import kernel
from sentencerank.document import ITSELF, Block, Token, Wording
from sentencerank.errors import ModelError
from sentencerank.frozen import dataclass
from sentencerank.languages import form, layout, wording
from sentencerank.languages.hints import MARKED
from sentencerank.languages.language import Span
from sentencerank.languages.legal import grants, has_law
from sentencerank.languages.sentences import english_ends, split
from sentencerank.languages.taggers import LexiconTagger, load_lexicon
from sentencerank.languages.word_table import look_up, map_table
from sentencerank.languages.words import LONGEST, WORD, bare, plain, without_addresses, word_list
from sentencerank.token_columns import Columns

CACHED = 10_000  # words whose analysis is remembered, and as many chunks

# Where a word stands; its capitals mean something only inside a sentence.
_OPENING, _SHOUTED, _INSIDE = "\0", "\1", ""
_NUMBERING = "ivxIVX.):"  # what stands behind the first letter of "A." and "IV)"
_MARKS = frozenset(".,;:?!)")  # what may stand behind a word
_NAMES_LIKE_STOP_WORDS = frozenset({"US", "WHO", "IT"})  # unless the whole sentence is in capitals


_PLAIN = Wording()
_own = threading.local()


def _stemmer() -> Any:
    """A stemmer has state, so every thread has its own; words are remembered elsewhere."""
    try:
        return _own.stemmer
    except AttributeError:
        _own.stemmer = Stemmer.Stemmer("english", 0)
        return _own.stemmer


# What is known about a word form, wherever it stands: its text without a clitic, its stem, if it is content (no stop
# word, two characters or more, a letter among them), essential (and a noun, a name, an adjective or a verb), a noun, an
# adjective. A plain tuple, because the garbage collector does not look at those again and again.
_Word: TypeAlias = tuple[str, str, bool, bool, bool, bool]
# The characters between two spaces: words, each with its offset and whether a mark stands before it; and whether a mark
# stands after the last.
_Chunk: TypeAlias = tuple[tuple[tuple[int, bool, _Word], ...], bool]
Essential: TypeAlias = tuple[str, str, bool]  # a stem, the word in small letters, and whether it is a noun


class TermsFound(NamedTuple):
    """The terms of some sentences: what `method.terms.find_terms` would find in their tokens, as the kernel has it."""

    names: tuple[str, ...]
    surfaces: tuple[str, ...]
    is_noun: bytes  # bool
    ids: bytes  # intp
    bounds: bytes  # intp


class WordsRead(NamedTuple):
    """What the kernel found when it read sentences once: their terms, and which words they have, for `columns`."""

    terms: TermsFound
    words: object


@lru_cache(maxsize=CACHED)
def _is_verb(tagger: LexiconTagger, word: str) -> bool:
    """Return whether a word is a verb: asked about every word of a title, of which many return."""
    return tagger.tag(bare(word)) == "V"


@dataclass(frozen=True, slots=True, eq=False)
class English:
    """English as a `Language`; `load_english()` makes one from the data of the package."""

    stopwords: frozenset[str]
    tagger: LexiconTagger
    code: str = "en"
    notes: tuple[str, ...] = ()  # nothing is missing
    _words: dict[str, _Word] = field(default_factory=dict, repr=False)  # a cache: it changes no result
    _chunks: dict[str, _Chunk] = field(default_factory=dict, repr=False)  # another
    # Another: the essential words of chunks, without the parts of speech and with them.
    _kept: tuple[dict[str, tuple[Essential, ...]], ...] = field(default_factory=lambda: ({}, {}), repr=False)
    _table: mmap | None = field(default=None, repr=False)  # what was found out beforehand, with these lists
    _rules: bytes = field(init=False, repr=False)  # of the tagger, for the kernel
    _memory: object = field(init=False, repr=False)  # of the kernel: what it found out about words

    def __post_init__(self) -> None:
        object.__setattr__(self, "_rules", self.tagger.rules.packed())
        object.__setattr__(self, "_memory", None if kernel.native is None else kernel.native.word_memory())
        if kernel.native is None:
            # Half the words of a text are known to say nothing.
            for kept in self._kept:
                kept.update(dict.fromkeys(filter(str.isalpha, self.stopwords), ()))

    def blocks(self, text: str) -> tuple[Block, ...]:
        """Return paragraphs, headings, list items, quotes and tables of a plain text."""
        return layout.blocks(text)

    def sentences(self, text: str, blocks: Sequence[Block]) -> tuple[Span, ...]:
        """Return the sentences inside the blocks."""
        return split(text, blocks, english_ends)

    def tokens(self, sentences: Sequence[str], *, part_of_speech: bool = True) -> list[list[Token]]:
        """Return the words of each sentence: nouns, names, adjectives and verbs outside the stop list are essential.

        >>> [token.stem for token in load_english().tokens(["The cats aren't running in John's gardens."])[0]]
        ['', 'cat', '', 'run', '', 'john', 'garden']
        """
        lists = self._lists()
        return [self._tokens(sentence, part_of_speech, lists) for sentence in sentences]

    def read(self, sentences: list[str], *, part_of_speech: bool = True) -> WordsRead | None:
        """Return the essential words of sentences as terms, without making tokens; None where there is no kernel.

        >>> read = load_english().read(["Rain falls.", "The rains fell."])
        >>> read is None or read.terms.names == ("rain", "fall", "fell")
        True
        """
        if kernel.native is None or self._memory is None:
            return None
        found = kernel.native.terms(self._memory, sentences, part_of_speech, *self._settings())
        return None if found is None else WordsRead(TermsFound(*found[0]), found[1])

    def essential_words(self, sentences: Sequence[str], *, part_of_speech: bool = True) -> list[list[Essential]]:
        """Return the essential words of each sentence: what its terms are made of, where there is no kernel.

        >>> load_english().essential_words(["The rains fell."])
        [[('rain', 'rains', True), ('fell', 'fell', False)]]
        """
        self._lists()
        known = self._kept[part_of_speech]
        return [self._essential_words(sentence, part_of_speech, known) for sentence in sentences]

    def _essential_words(
        self, sentence: str, part_of_speech: bool, known: dict[str, tuple[Essential, ...]]
    ) -> list[Essential]:
        inside = _SHOUTED if sentence.isupper() else _INSIDE
        chunks = without_addresses(sentence).split(" ")
        words: list[Essential] = []
        place = inside or _OPENING
        for chunk in chunks:
            kept = known.get(place + chunk)
            if kept is None:
                kept = self._keep(chunk, place, part_of_speech)
            if kept:
                words += kept
                place = inside
            elif place != inside and (self._chunks.get(place + chunk) or self._chunk(chunk, place))[0]:
                # The first word opens the sentence, whether it is essential or not.
                place = inside
        return words

    def _keep(self, chunk: str, place: str, part_of_speech: bool) -> tuple[Essential, ...]:
        # Most chunks are one word, perhaps with a mark behind it.
        form = chunk[:-1] if chunk[-1:] in _MARKS else chunk
        kept: tuple[Essential, ...]
        if form.isascii() and form.isalpha() and len(form) <= LONGEST:
            text, stem, content, essential, noun, _ = self._words.get(place + form) or self._find_word(form, place)
            kept = ((stem, text.lower(), noun),) if (essential if part_of_speech else content) else ()
        else:
            words = [word for _, _, word in (self._chunks.get(place + chunk) or self._chunk(chunk, place))[0]]
            kept = tuple([(stem, text.lower(), noun) for text, stem, content, essential, noun, _ in words
                          if (essential if part_of_speech else content)])  # fmt: skip
        if len(chunk) <= LONGEST:
            self._kept[part_of_speech][place + chunk] = kept
        return kept

    def columns(self, sentences: list[str], *, part_of_speech: bool = True, words: object = None) -> Columns | None:
        """Return the words of sentences in columns, without making tokens; None where there is no kernel.

        `words` are those that `read` has found in the same sentences, which saves time.

        >>> found = load_english().columns(["The rains fell."])
        >>> found is None or found.lists.lowers == ["", "the", "rains", "fell", ""]
        True
        """
        if kernel.native is None or self._memory is None:
            return None
        found = kernel.native.text(self._memory, sentences, part_of_speech, *self._settings(), words)
        return None if found is None else Columns(read=found)

    def _settings(self) -> tuple[object, ...]:
        """What the kernel reads by."""
        return self._chunks, self._chunk, without_addresses, self._table, self._lists()

    def _lists(self) -> tuple[object, ...]:
        """What the kernel finds out about words by; what is remembered is bounded before each text."""
        memories: tuple[dict[str, Any], ...] = (self._words, self._chunks, *self._kept)
        for memory in memories:
            if len(memory) > CACHED:
                memory.clear()
        return self.tagger.lexicon, self.stopwords, _NAMES_LIKE_STOP_WORDS, self._rules, _stemmer().stemWord

    def wording(self, sentence: str) -> Wording:
        """Return whether a sentence announces, quotes, addresses, greets, points elsewhere, or cannot stand alone.

        >>> load_english().wording("In this paper we propose a ranking.").announces
        True
        >>> said = load_english().wording('He said: "You are late again."')
        >>> said.talks, said.addresses, said.depends, said.unfinished
        (True, 0.16666666666666666, True, False)
        """
        # A sentence may run over several lines.
        if kernel.native is None or not kernel.native.is_even(sentence):
            sentence = " ".join(sentence.split())
        lower = sentence.lower()
        hints = wording.hints(lower)
        # Most sentences are whole: a capital that numbers nothing at the beginning, a full stop at the end.
        capital = "A" <= sentence[:1] <= "Z" and sentence[1:2] not in _NUMBERING
        ended = sentence[-1:] == "."
        few = lower.count(" ") < form.TITLE_WORDS
        if not hints & ~wording.IS and capital and ended and not few and "[-" not in lower:
            # No pattern is worth trying but one.
            defined = self._defines(lower) if hints else 0
            return Wording(defines=defined) if defined else _PLAIN
        # Behind a capital a sign is looked for only where its words are.
        odd = not capital or "[-" in lower
        signposts = (odd or hints & wording.SIGNING != 0) and wording.signposts(lower, hints)
        ruling = wording.rules(lower) if hints & wording.RULING and (not signposts or grants(lower)) else 0.0
        # Who announces a release often leaves out the full stop.
        introducing = hints & wording.INTRODUCES != 0
        releases = introducing and wording.releases(lower)
        unfinished = not ended and form.unfinished(sentence) and not releases
        named = unfinished and not capital and form.named(sentence)
        lacks_end = unfinished and not named
        # By place, since names take twice the time.
        return Wording(
            not signposts and hints & wording.ANNOUNCING != 0 and wording.announces(lower, hints),
            (odd or hints & MARKED != 0) and wording.talks(sentence, hints),
            wording.addresses(sentence) if hints & wording.PERSON else 0.0,
            hints & wording.GREETING != 0 and wording.greets(sentence),
            (odd or hints & wording.DEPENDING != 0) and wording.depends(lower, hints),
            signposts,
            (not capital and form.begins_inside(sentence, self.stopwords.__contains__))
            or ((not capital or hints & wording.TELLS != 0) and form.lacks_subject(sentence, self._is_verb)),
            unfinished,
            # Tags of single words are often wrong, so they are only asked about a line that is likely to be a title.
            (lacks_end and form.titled(sentence))
            or ((lacks_end or few) and form.verbless(lower.split(), self._is_verb)),
            not ended and form.asks(sentence),
            not ended and form.leads_in(sentence),
            ruling,
            ruling > 0 and has_law(lower),
            # What points elsewhere defines nothing.
            0
            if signposts
            else ITSELF
            if introducing and (releases or form.introduces(lower))
            else self._defines(lower)
            if hints & wording.IS
            else 0,
            named=named,
        )

    def _defines(self, lower: str) -> int:
        return form.defines(lower, wording.IS_A, wording.ARTICLES, self.stopwords)

    def _is_verb(self, word: str) -> bool:
        return _is_verb(self.tagger, word)

    def stem(self, word: str) -> str:
        """Return the stem of a word, in lower case; dots of an abbreviation do not count.

        >>> load_english().stem("Batteries"), load_english().stem("U.S.")
        ('batteri', 'us')
        """
        return self._stem(word.lower().replace(".", "")) or word

    def _stem(self, lower: str) -> str:
        stem: str = _stemmer().stemWord(lower)
        return stem

    def _tokens(self, sentence: str, part_of_speech: bool, lists: tuple[object, ...]) -> list[Token]:
        inside = _SHOUTED if sentence.isupper() else _INSIDE
        place, start, marked = inside or _OPENING, 0, False
        sentence = without_addresses(sentence)
        tokens: list[Token] = []
        if kernel.native is not None:
            settings = (place, inside, part_of_speech, Token, self._chunk, self._table, lists)
            tokens = kernel.native.tokens(sentence, self._words, self._chunks, *settings)
            return tokens
        # This loop is most of the time that reading takes, hence tuple.__new__ instead of Token(…).
        known, new = self._chunks, tuple.__new__
        for chunk in sentence.split(" "):
            words, mark_after = known.get(place + chunk) or self._chunk(chunk, place)
            for offset, mark_before, (text, stem, content, essential, noun, adjective) in words:
                if not part_of_speech:
                    essential = content
                breaks = (marked or mark_before) and bool(tokens)
                stem = stem if essential else ""
                tokens.append(new(Token, (text, start + offset, stem, essential, noun, breaks, adjective)))
                marked, place = False, inside
            marked = marked or mark_after
            start += len(chunk) + 1
        return tokens

    def _chunk(self, chunk: str, place: str) -> _Chunk:
        words: list[tuple[int, bool, _Word]] = []
        key, position = place + chunk, 0
        for found in WORD.finditer(chunk):
            form = found.group()
            if len(form) > LONGEST:
                continue
            word = self._words.get(place + form) or self._find_word(form, place)
            words.append((found.start(), bool(chunk[position : found.start()].strip()), word))
            position = found.end()
            if place == _OPENING:
                place = _INSIDE
        result = tuple(words), bool(chunk[position:].strip())
        # A text without spaces is not worth remembering.
        if len(chunk) <= LONGEST:
            self._chunks[key] = result
        return result

    def _find_word(self, form: str, place: str) -> _Word:
        found = None
        if self._table is not None and form.isascii() and form.isalpha():
            if form.islower():
                found = look_up(self._table, form)
            # A capital at the beginning means nothing, unless the lexicon knows the word with it.
            elif place == _OPENING and form.istitle() and form not in self.tagger.lexicon:
                small = look_up(self._table, form.lower())
                found = small and (form, *small[1:])
        word = self._words[place + form] = found or self._word(form, place)
        return word

    def analyse_word(self, form: str) -> _Word:
        """Return what is found out about a word inside a sentence, without any memory: for the table of words."""
        return self._word(form, _INSIDE)

    def _word(self, form: str, place: str) -> _Word:
        simple = form.isascii() and form.isalpha()  # no clitic, no accents
        text = form if simple else bare(form)
        written = form if simple else plain(text)
        lower = written.lower()
        name = text in _NAMES_LIKE_STOP_WORDS and place != _SHOUTED
        content = (name or lower not in self.stopwords) and len(lower) > 1 and (simple or any(map(str.isalpha, lower)))
        free = place != _INSIDE or (text.isupper() and len(text) > 1)
        kind = "P" if name else self.tagger.tag(written, lower=free)
        return (
            text,
            self._stem(lower) if simple else self.stem(lower),
            content,
            content and kind != "O",
            content and kind in "NP",
            content and kind == "A",
        )


def load_english(folder: Path | None = None) -> English:
    """Load English from `stopwords.txt` and `tags.txt` of a model folder, by default the one in the package.

    Raises ModelError if they cannot be read.
    """
    own = Path(__file__).parent.parent / "data" / "en"
    folder = folder or own
    try:
        stopwords = word_list((folder / "stopwords.txt").read_text(encoding="utf-8").splitlines())
        # The lists of another folder may say something else.
        return English(stopwords, load_lexicon(folder / "tags.txt"), _table=map_table() if folder == own else None)
    except (OSError, UnicodeDecodeError, TypeError) as error:
        raise ModelError(
            f"{folder}: the word lists cannot be read ({error}). Install or pack the model again."
        ) from error
