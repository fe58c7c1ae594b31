"""What may come in: text or sentences in a language that we can read, or an error that says what to give instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sentencerank.errors import DocumentError, InputError, LanguageError
from sentencerank.languages.detect import detect, script_of

SURE = 0.5  # confidence from which a text that is not English is read as something else
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


def language_code(text: str, wanted: str) -> tuple[str, tuple[str, ...]]:
    """The language to read a text in, and what to say about it. A text in another script than `wanted` is refused."""
    found = detect(text)
    if wanted == "auto":
        if found.code == "und" and found.confidence < SURE:  # a headline, a number: nothing to tell it by
            return "en", ("Too short to tell its language: read as English.",) if text.strip() else ()
        return found.code, () if found.code == "en" else (f"Language {found.code}: {found.reason}.",)
    if found.confidence > 0 and script_of(found.code) != script_of(wanted):
        raise LanguageError(
            f"language={wanted!r}, but the text is in another script ({found.reason}). "
            f"Pass language='auto', or language={found.code!r}."
        )
    return wanted, ()
