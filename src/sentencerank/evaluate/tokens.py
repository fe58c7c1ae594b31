"""What ROUGE-1.5.5 reads in a summary: its sentences, cut to a limit, as tokens.

A token is a run of [a-z0-9] in the lower-cased bytes, so hyphens and accented letters part words. The limits apply to
the summary and to each reference alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

Text: TypeAlias = str | Sequence[str]  # sentences; a plain string holds one a line, as the script's input files do

TOKEN = re.compile("[a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Tokens:
    """A text as the scorer sees it: all tokens in a row for n-grams, and by sentence for ROUGE-L."""

    words: tuple[str, ...]
    sentences: tuple[tuple[str, ...], ...]


def tokens(
    text: Text,
    *,
    stem: Callable[[str], str] | None = None,
    stop_words: Collection[str] = (),
    word_limit: int | None = None,
    byte_limit: int | None = None,
) -> Tokens:
    """The tokens of a text; stop words go before stems are taken, and the limit is applied before either.

    >>> tokens(["Well-known cafés, 2nd ed."]).words
    ('well', 'known', 'caf', 's', '2nd', 'ed')
    >>> tokens(["One two  three.", "Four five."], word_limit=4).sentences
    (('one', 'two', 'three'), ('four',))
    """
    lines = text.split("\n") if isinstance(text, str) else text
    raw = [line.encode("utf-8", "replace").lower() for line in lines if line]
    if word_limit is not None:
        raw = first_words(raw, word_limit)
    kept = raw if byte_limit is None else first_bytes(raw, byte_limit)
    words = _by_sentence(kept, stem, stop_words)
    sentences = words if byte_limit is None else _by_sentence(_each_below(raw, byte_limit), stem, stop_words)
    return Tokens(tuple(chain.from_iterable(words)), sentences)


def first_words(sentences: Sequence[bytes], limit: int) -> list[bytes]:
    """The first words, told apart by white space; white space before a sentence counts as a word, as in the script.

    >>> first_words([b" a b", b"c-d e"], 4)
    [b' a b', b'c-d']
    """
    kept: list[bytes] = []
    for sentence in sentences:
        words = sentence.split()
        if words and sentence[:1].isspace():
            words.insert(0, b"")
        if len(words) >= limit:
            return [*kept, b" ".join(words[:limit])]
        kept.append(sentence)
        limit -= len(words)
    return kept


def first_bytes(sentences: Sequence[bytes], limit: int) -> list[bytes]:
    """The first bytes; the spaces between sentences are not counted.

    >>> first_bytes([b"one two", b"three"], 9)
    [b'one two', b'th']
    """
    kept: list[bytes] = []
    for sentence in sentences:
        if len(sentence) >= limit:
            return [*kept, sentence[:limit]]
        kept.append(sentence)
        limit -= len(sentence)
    return kept


def _each_below(sentences: Sequence[bytes], limit: int) -> list[bytes]:
    """What ROUGE-L keeps under a byte limit: the script does not add up lengths, so only a long sentence ends it."""
    kept: list[bytes] = []
    for sentence in sentences:
        kept.append(sentence[:limit])
        if len(sentence) >= limit:
            break
    return kept


def _by_sentence(
    raw: Sequence[bytes], stem: Callable[[str], str] | None, stop_words: Collection[str]
) -> tuple[tuple[str, ...], ...]:
    found = [TOKEN.findall(sentence.decode("ascii", "replace")) for sentence in raw]
    if stop_words:
        found = [[word for word in sentence if word not in stop_words] for sentence in found]
    if stem is None:
        return tuple(map(tuple, found))
    return tuple(tuple(map(stem, sentence)) for sentence in found)
