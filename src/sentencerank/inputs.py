"""What may be given to be ranked: text or sentences; anything else is refused with what to give instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from sentencerank import patterns as re
from sentencerank.errors import DocumentError, InputError

SAMPLE = 100_000  # characters looked at to tell prose from other things
_LONGEST_NAME = 255  # characters; a longer string is no file name
_CONTROL = re.at_once(r"[\x00-\x08\x0b\x0e-\x1f\ufffd]")
_NO_CONTROL = bytes(code for code in range(128) if not _CONTROL.match(chr(code)))


def as_sentences(given: object) -> list[str]:
    """Return a list of sentences, or a single text as a list of one.

    Raises InputError for anything else and DocumentError for text that is not prose, each with the remedy.
    """
    if isinstance(given, str):
        _refuse_what_is_not_prose(given[:SAMPLE])
        return [given]
    if isinstance(given, bytes | bytearray | memoryview):
        raise InputError("got bytes. Decode them first: data.decode('utf-8'), or with the encoding of your file.")
    if isinstance(given, Path):
        raise InputError(f"got a path. Read the file first: sr.rank(sr.read_document({str(given)!r})).")
    if not isinstance(given, Iterable) or isinstance(given, Mapping):
        raise InputError(f"got {type(given).__name__}. Give the text as a string, or a sequence of sentences.")
    sentences = list(given)
    if not all(isinstance(sentence, str) for sentence in sentences):
        raise InputError("the sequence holds things that are not strings. Give a string, or a sequence of sentences.")
    return sentences


def _refuse_what_is_not_prose(sample: str) -> None:
    # Of a text in ASCII the same, where it can be done sooner.
    found = sample.encode().translate(None, _NO_CONTROL) if sample.isascii() else _CONTROL.findall(sample)
    if len(found) > 0.1 * len(sample):
        raise DocumentError(
            "this is not prose: it is full of control characters. Read the file: sr.rank(sr.read_document(path))."
        )


def refuse_file_names(text: str) -> None:
    """Raise InputError for a string that names a file: it is hardly meant as a text."""
    if 0 < len(text) <= _LONGEST_NAME and "\n" not in text and "\0" not in text and Path(text).suffix:
        try:
            named = Path(text).is_file()
        except OSError:
            return
        if named:
            raise InputError(f"{text!r} is the name of a file. Read it first: sr.rank(sr.read_document({text!r})).")
