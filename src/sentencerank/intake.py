"""What may come in: text or sentences in a language that we can read, or an error that says what to give instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sentencerank.errors import DocumentError, InputError, LanguageError
from sentencerank.languages.detect import detect, script_of
from sentencerank.languages.registry import called

SURE = 0.5  # confidence from which a text in Latin script is read as a language that is not known
GUESS = 0.2  # and from which it is read as one that is
SAMPLE = 100_000  # characters looked at to tell prose from other things
_TAG = re.compile(r"<(?:!doctype|/?(?:html|head|body|div|p|span|a|ul|li|table|script)\b)[^<>]*>", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\ufffd]")


def as_sentences(given: object) -> list[str]:
    """A list of sentences, or a single text as a list of one; anything else is refused with its type and the remedy."""
    if isinstance(given, str):
        _refuse_what_is_not_prose(given[:SAMPLE])
        return [given]
    if isinstance(given, bytes | bytearray | memoryview):
        raise InputError("got bytes. Decode them first: data.decode('utf-8'), or with the encoding of your file.")
    if not isinstance(given, Iterable) or isinstance(given, Mapping):
        raise InputError(f"got {type(given).__name__}. Give the text as a string, or a sequence of sentences.")
    sentences = list(given)
    if not all(isinstance(sentence, str) for sentence in sentences):
        raise InputError("the sequence holds things that are not strings. Give a string, or a sequence of sentences.")
    return sentences


def _refuse_what_is_not_prose(sample: str) -> None:
    if len(_CONTROL.findall(sample)) > 0.1 * len(sample):
        raise DocumentError(
            "this is not prose: it is full of control characters. Read the file: sr.rank(sr.read_document(path))."
        )
    if len(_TAG.findall(sample)) >= 5:
        raise DocumentError("this is markup, not text. Read it first: sr.rank(sr.read_document(page.encode())).")


class Reading(NamedTuple):
    """The language to read a text in, how sure that is (None: it was asked for), and what to say about it."""

    code: str
    confidence: float | None
    notes: tuple[str, ...] = ()


def reading(text: str, wanted: str) -> Reading:
    """The language of a text, asked for or detected. A text in another script than `wanted` is refused.

    >>> reading("Der Hund und die Katze sind in dem Haus.", "auto").code, reading("Rain.", "de").confidence
    ('de', None)
    """
    found = detect(text)
    if wanted == "auto":
        guess = script_of(found.code) == "latin" and found.code != "en" and found.confidence < GUESS
        if guess or (found.code == "und" and found.confidence < SURE):  # a headline, a number: nothing to tell it by
            notes = ("Too short to tell its language: read as English.",) if text.strip() else ()
            return Reading("en", 0.0, notes)
        said = () if found.code == "en" else (f"Read as {called(found.code)}: {found.reason}.",)
        return Reading(found.code, round(found.confidence, 3), said)
    known = script_of(wanted.partition("-")[0].partition("_")[0])
    if found.confidence > 0 and known and script_of(found.code) not in ("", known):
        raise LanguageError(
            f"language={wanted!r}, but the text is in another script: it looks like {called(found.code)}. "
            f"Pass language='auto', or language={found.code!r}."
        )
    return Reading(wanted, None)


def language_code(text: str, wanted: str) -> tuple[str, tuple[str, ...]]:
    """The code alone, and what to say about it."""
    found = reading(text, wanted)
    return found.code, found.notes
