"""Text → words with their offsets and flags, by tables over code points: the tokeniser that mining and `segment` share.

A word is a run of letters and digits with the marks that follow them, in lower case; in scripts without spaces every
character is a word, unless the segmenter of the language has put spaces between the words, as it does for ranking. A
separator, a blank line or the end of the document ends a fragment.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sentencerank.errors import ExtraError
from sentencerank.languages.language import Language
from sentencerank.languages.registry import language_of
from sentencerank.languages.words import UNSPACED
from sentencerank.train.checkpoints import Bytes, Ints

TOKENISER, SEGMENTED_TOKENISER = "letters-1", "words-1"  # a model says which one its phrases come from
SEPARATORS = (
    ',.";!:()?[]{}“”—…|•¿¡«»‹›„‟'  # Latin
    "。，；！？：、．（）［］｛｝「」『』【】《》〈〉〔〕｡､｢｣·・"  # East Asian
    "،؛؟۔।॥։՞՜՝៖។៕၊။፡።፣፤፥፦፧፨\u2028\u2029"  # Arabic, Indic, Armenian, Khmer, Burmese, Ethiopic, line ends
)
QUOTES = '"“”„‟«»‹›「」『』'
# Bits of a flag.
CAPITAL, CAPITALS, DASH, QUOTE_BEFORE, QUOTE_AFTER, OPEN, CLOSE, END = (1 << bit for bit in range(8))

_WORD, _MARK, _SINGLE = 1, 2, 3  # classes of characters; 0 is everything else
_SEPARATOR, _LINE, _QUOTE, _OPEN, _CLOSE, _DASH, _UPPER = (1 << bit for bit in range(7))
_ROLES = ((SEPARATORS, _SEPARATOR), ("\n", _LINE), (QUOTES, _QUOTE), ("(（", _OPEN), (")）", _CLOSE), ("-‐‑", _DASH))
_LAST = 0x323FF  # behind it Unicode has no letters and, but for variation selectors, no marks
_HASH = np.uint64(0x9E3779B97F4A7C15)  # odd, so that multiplying loses nothing
_BATCH = 1 << 19  # words hashed at once; their numbers fit the low bits of a sort key
_LOW = np.uint64((1 << 19) - 1)
Chars = npt.NDArray[np.unsignedinteger]


class Words(NamedTuple):
    """The words of a text in reading order."""

    starts: Ints  # in characters
    ends: Ints
    flags: Bytes
    ids: Ints  # into `names`
    names: list[str]  # distinct, in lower case


def tokenise(text: str, ends: Sequence[int] = (), *, spaced: bool = False) -> Words:
    """Return the words of a text; `ends` are positions where a document ends inside it.

    `spaced` says that spaces stand between all words already, so that characters of any script make words.

    >>> words = tokenise("Rain-fed (Sahel) farms, they said.")
    >>> [words.names[id] for id in words.ids], (words.flags & END > 0).tolist()
    (['rain', 'fed', 'sahel', 'farms', 'they', 'said'], [False, True, True, True, False, True])
    """
    known = _characters(text)
    kind = (known & 3).astype(np.uint8)
    if spaced:
        kind[kind == _SINGLE] = _WORD
    starts, stops = _spans(kind)
    letters: Chars = known >> np.uint32(10)
    # A narrower type puts more letters into a piece of eight bytes.
    for narrow in (np.uint8, np.uint16):
        if letters.max(initial=0) <= np.iinfo(narrow).max:
            letters = letters.astype(narrow)
            break
    ids, names = _identities(text, letters, starts, stops)
    return Words(starts, stops, _flags((known >> 2).astype(np.uint8), starts, stops, ends), ids, names)


def _characters(text: str) -> npt.NDArray[np.uint32]:
    """Return what `_table` knows about each character."""
    if text.isascii():
        return _table(True)[np.frombuffer(text.encode("ascii"), np.uint8)]
    return _table(False)[np.minimum(np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4"), _LAST)]


def _spans(kind: Bytes) -> tuple[Ints, Ints]:
    """Return where words begin and end, from the classes of the characters."""
    if kind.max(initial=0) > _WORD:
        return _spans_with_marks(kind)
    edges = np.flatnonzero(np.diff(kind, prepend=np.uint8(0), append=np.uint8(0)))
    return edges[::2], edges[1::2]


def _spans_with_marks(kind: Bytes) -> tuple[Ints, Ints]:
    places = np.arange(len(kind))
    # The class of a mark is that of the character it stands on; marks at the very beginning stand on nothing.
    bearer = np.maximum.accumulate(np.where(kind != _MARK, places, 0))
    carried = np.where(kind[bearer] == _MARK, 0, kind[bearer])
    before = np.concatenate(([0], carried[:-1]))
    begins = (carried > 0) & (kind != _MARK) & ((before != _WORD) | (kind == _SINGLE))
    starts = np.flatnonzero(begins)
    gaps = np.concatenate((np.flatnonzero(carried == 0), [len(kind)]))
    following = np.concatenate((starts[1:], [len(kind)]))
    return starts, np.minimum(following, gaps[np.searchsorted(gaps, starts)]) if len(starts) else starts


def _flags(role: Bytes, starts: Ints, stops: Ints, ends: Sequence[int]) -> Bytes:
    if not len(starts):
        return np.zeros(0, np.uint8)
    upper = np.concatenate(([0], np.cumsum(role & _UPPER > 0, dtype=np.int32)))
    # Two ends of lines are a blank line, which counts as much as a separator.
    weight = (role & _SEPARATOR > 0) * np.int8(2) + (role & _LINE > 0)
    weights = np.concatenate(([0], np.cumsum(weight, dtype=np.int32)))
    following = np.concatenate((starts[1:], [len(role)]))
    stop = weights[following] - weights[stops] >= 2
    stop[np.searchsorted(starts, np.asarray(ends, np.int64)) - 1] = True
    stop[-1] = True
    padded = np.concatenate(([np.uint8(0)], role, np.zeros(2, np.uint8)))
    before, after, beyond = padded[starts], padded[stops + 1], padded[stops + 2]
    capitals = upper[stops] - upper[starts]
    hyphen = (after & _DASH > 0) & (following == stops + 1)
    # A comma may stand before the quotation mark: yes,"
    quoted = (after & _QUOTE > 0) | ((after & _SEPARATOR > 0) & (beyond & _QUOTE > 0))
    flags = (role[starts] & _UPPER > 0) * np.uint8(CAPITAL)
    flags |= ((capitals == stops - starts) & (capitals > 1)) * np.uint8(CAPITALS)
    flags |= hyphen * np.uint8(DASH) | (before & _QUOTE > 0) * np.uint8(QUOTE_BEFORE) | quoted * np.uint8(QUOTE_AFTER)
    flags |= (before & _OPEN > 0) * np.uint8(OPEN) | (after & _CLOSE > 0) * np.uint8(CLOSE)
    return flags | stop * np.uint8(END)


def _identities(text: str, lower: Chars, starts: Ints, stops: Ints) -> tuple[Ints, list[str]]:
    """Return a number for every word, and the distinct words by these numbers."""
    known: dict[str, int] = {}
    ids = np.empty(len(starts), np.int64)
    for first in range(0, len(starts), _BATCH):
        batch = slice(first, first + _BATCH)
        groups, examples = _groups(lower, starts[batch], stops[batch] - starts[batch])
        begin, end = starts[batch][examples].tolist(), stops[batch][examples].tolist()
        names = [text[a:b].lower() for a, b in zip(begin, end, strict=True)]
        numbers = np.array([known.setdefault(name, len(known)) for name in names], np.int64)
        ids[batch] = numbers[groups]
    return ids, list(known)


def _groups(lower: Chars, starts: Ints, lengths: Ints) -> tuple[Ints, Ints]:
    """Put equal words into a group: return its number by word, and one word of every group.

    Words are sorted by a hash in the high bits of a key whose low bits are the word's number; then every word is
    compared with the first of its group, piece by piece. Words that differ (once in 10⁵ batches) get groups of their
    own.
    """
    hashes = np.zeros(len(starts), np.uint64)
    for words, piece in _eights(lower, starts, lengths):
        mixed = (hashes[words] ^ piece) * _HASH
        hashes[words] = mixed ^ (mixed >> np.uint64(31))
    numbers = np.arange(len(starts), dtype=np.uint64)
    keys = np.sort((hashes * _HASH) & ~_LOW | numbers)
    order = (keys & _LOW).astype(np.int64)
    fresh = np.diff(keys & ~_LOW, prepend=~keys[:1]) != 0
    groups = np.empty(len(starts), np.int64)
    groups[order] = np.cumsum(fresh) - 1
    examples = order[fresh]
    other = _different(lower, starts, lengths, examples[groups])
    groups[other] = len(examples) + np.arange(len(other))
    return groups, np.concatenate((examples, other))


def _different(lower: Chars, starts: Ints, lengths: Ints, examples: Ints) -> Ints:
    """Return the words that are not letter by letter the example of their group."""
    wrong = lengths != lengths[examples]
    like = np.where(wrong, np.arange(len(starts)), examples)
    pieces = zip(_eights(lower, starts, lengths), _eights(lower, starts[like], lengths), strict=True)
    for (words, piece), (_, example) in pieces:
        wrong[words] |= piece != example
    return np.flatnonzero(wrong)


def _eights(lower: Chars, starts: Ints, lengths: Ints) -> Iterator[tuple[Ints | slice, npt.NDArray[np.uint64]]]:
    """Yield all words in pieces of eight bytes: which words go on so far, and their next piece, then zeros."""
    size = lower.dtype.itemsize
    step = 8 // size
    padded = np.concatenate((lower, np.zeros(step, lower.dtype)))
    windows = np.ndarray((len(lower) + 1,), "<u8", padded.tobytes(), strides=(size,))
    masks = np.array([(1 << (8 * size * count)) - 1 for count in range(step + 1)], np.uint64)
    words: Ints | slice = slice(None)
    for offset in range(0, int(lengths.max(initial=0)), step):
        if offset:
            words = np.flatnonzero(lengths > offset)
        left = np.minimum(lengths[words] - offset, step)
        yield words, windows[starts[words] + offset] & masks[left]


@cache
def _table(ascii: bool) -> npt.NDArray[np.uint32]:
    """Return by code point: class (2 bits), role (8 bits), and the small letter of what is part of a word, otherwise 0.

    Σ and İ keep their form, since their small letters depend on the place or are two; `str.lower` sees to them later.
    """
    limit = 128 if ascii else _LAST + 1
    codes = np.arange(limit, dtype=np.uint32)
    chars = codes.view("<U1")
    every = "".join(map(chr, range(limit)))
    # Without İ, each character has one small letter.
    small = every.replace("İ", "_").lower()
    letters = np.frombuffer(small.encode("utf-32-le", "surrogatepass"), "<u4").copy()
    for char in () if ascii else "Σİ":
        letters[ord(char)] = ord(char)
    word = np.strings.isalnum(chars)
    table = np.where(word, letters << 10 | np.strings.isupper(chars) * np.uint32(_UPPER << 2) | _WORD, np.uint32(0))
    for found in re.finditer(f"[{UNSPACED}]+", every):
        places = slice(*found.span())
        table[places] += np.uint32(_SINGLE - _WORD) * word[places]
    for code in np.flatnonzero(~word).tolist():
        if code > 127 and (code in (0x200C, 0x200D) or unicodedata.category(chr(code))[0] == "M"):
            table[code] = code << 10 | _MARK
    for members, bit in _ROLES:
        for char in members:
            if ord(char) < limit:
                table[ord(char)] |= bit << 2
    return table


@cache
def segmented_language(code: str) -> Language | None:
    """Return the language if a segmenter finds its words, None if spaces do; "" is no language.

    Raises ExtraError if the segmenter is not installed.
    """
    language = language_of(code) if code else None
    name = getattr(getattr(language, "pack", None), "segmenter", "")
    if not name:
        return None
    from sentencerank.languages.segmenters import segmenter

    if isinstance(name, str) and segmenter(name) is None:
        raise ExtraError(f"words of {code!r} are found by {name}. Run: pip install 'sentencerank[languages]'")
    return language


def insert_spaces(text: str, language: Language) -> tuple[str, Ints]:
    """Return the text with a space between words that had none, and where these spaces stand in it."""
    lines = text.split("\n")
    pieces: list[str] = []
    inserted: list[int] = []
    length = 0
    for number, (line, tokens) in enumerate(zip(lines, language.tokens(lines), strict=True)):
        ends = chain.from_iterable((token.start, token.start + len(token.text)) for token in tokens)
        cuts = sorted({at for at in ends if 0 < at < len(line) and not (line[at - 1].isspace() or line[at].isspace())})
        for index, (start, end) in enumerate(zip([0, *cuts], [*cuts, len(line)], strict=True)):
            if index:
                inserted.append(length)
                pieces.append(" ")
                length += 1
            pieces.append(line[start:end])
            length += end - start
        if number < len(lines) - 1:
            pieces.append("\n")
            length += 1
    return "".join(pieces), np.array(inserted, np.int64)


def original_places(places: Ints, inserted: Ints) -> Ints:
    """Turn places in a text with inserted spaces into places in the text as it was.

    >>> original_places(np.array([0, 2, 3]), np.array([2])).tolist()
    [0, 2, 2]
    """
    return places - np.searchsorted(inserted, places)
