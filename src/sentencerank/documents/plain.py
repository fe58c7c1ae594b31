"""Plain text: it is kept as it stands, and its encoding is found.

A byte order mark tells the encoding, then strict UTF-8 is tried, then what the file declares, and only then it is
guessed, with a note.
"""

from __future__ import annotations

import codecs
from typing import NamedTuple

from sentencerank import patterns as re
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content
from sentencerank.errors import DocumentError, ExtraError
from sentencerank.extras import require

# UTF-32 comes first: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Names that a file may declare → the codec to use, the wider one where the web means it. Anything else is ignored:
# Python also knows utf-7, unicode_escape and idna, which are no encodings of documents.
_DECLARED = {
    "utf-8": "utf-8", "utf8": "utf-8", "utf-16": "utf-16", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be",
    "us-ascii": "cp1252", "ascii": "cp1252", "iso-8859-1": "cp1252", "latin1": "cp1252", "latin-1": "cp1252",
    "shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932", "windows-31j": "cp932",
    "euc-jp": "euc_jp", "iso-2022-jp": "iso2022_jp", "gb2312": "gb18030", "gbk": "gb18030", "gb18030": "gb18030",
    "big5": "cp950", "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "koi8-r": "koi8_r", "koi8-u": "koi8_u",
    "macintosh": "mac_roman", "tis-620": "cp874", "ibm866": "cp866", "cp437": "cp437", "cp850": "cp850",
    **{f"iso-8859-{part}": f"iso8859_{part}" for part in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16)},
    **{f"windows-{page}": f"cp{page}" for page in (874, *range(1250, 1259))},
    **{f"cp{page}": f"cp{page}" for page in range(1250, 1259)},
}  # fmt: skip
# What a guess may choose from, the likeliest first. Left free, it takes French for the Central European of a Macintosh.
_GUESSED = (
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "koi8_r", "cp866", "iso8859_2",
    "iso8859_5", "iso8859_7", "cp932", "euc_jp", "iso2022_jp", "gb18030", "big5", "cp949", "cp874",
)  # fmt: skip
_STRAY = 0.01  # the share of NUL bytes that a text may have
_TELLING = 6  # letters beyond ASCII for each damaged one
_WESTERN = 0.25  # the share of letters beyond ASCII in a Western text at most; in Cyrillic or Greek it is most of them
_SAMPLE = 200_000  # bytes that the guess is made from
# \x1b is allowed: it switches alphabets in ISO-2022.
# A letter that another one is printed over, as for bold and underlined text, and changes of colour.
_TERMINAL = re.compile(r".\x08|\x1b\[[0-9;]{0,20}m")
_CONTROL = bytes([*range(9), *range(14, 27), *range(28, 32), 127])


class Decoded(NamedTuple):
    """A text and notes about its encoding: none if it was certain."""

    text: str
    notes: tuple[str, ...] = ()


def load_codecs() -> None:
    """Load every encoding that a file may be in: a confined process may not be able to load it when it is needed."""
    for codec in {"ascii", "latin-1", *_DECLARED.values(), *_GUESSED}:
        codecs.lookup(codec)


def is_text(text: str, named: bool) -> bool:
    """Whether it is plain text: this is asked last, so that it is."""
    return True


def read(data: bytes, meter: Meter) -> Content:
    """Return the text as it stands, so that offsets are those of the decoded file."""
    text, notes = decode(data, verbatim=True)
    return Content(notes=notes, text=meter.take(text))


def decode(data: bytes, declared: str = "", *, verbatim: bool = False) -> Decoded:
    r"""Decode a text without its byte order mark; every line end becomes \n, unless it is wanted verbatim.

    `declared` is the encoding that the file names. Raises DocumentError for what is not text, and ExtraError if the
    encoding can only be guessed and the library for that is missing.

    >>> decode("naïve".encode("utf-16")).text, decode(b"caf\xe9", declared="ISO-8859-1").text
    ('naïve', 'café')
    """
    found = _decode(data, _DECLARED.get(declared.strip().lower(), ""))
    if ("\b" in found.text or "\x1b" in found.text) and _TERMINAL.search(found.text):
        notes = (*found.notes, "left out: signs for a terminal or a printer")
        found = Decoded(_TERMINAL.sub("", found.text), notes)
    sample = found.text[:_SAMPLE].encode("utf-8", "replace")
    if len(sample) - len(sample.translate(None, _CONTROL)) > 0.01 * min(len(found.text), _SAMPLE):
        raise DocumentError(
            "this is not text: it is full of control characters. Give a document, not a program's data."
        )
    return found if verbatim else found._replace(text=found.text.replace("\r\n", "\n").replace("\r", "\n"))


def _decode(data: bytes, declared: str) -> Decoded:
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return _decode_as(codec, data[len(mark) :])
    # NUL is valid UTF-8, but UTF-16 and data of programs are full of it.
    few_zeros = data.count(b"\0") <= _STRAY * len(data)
    for codec in ("utf-8", declared):
        try:
            if codec and (codec.startswith("utf-16") or few_zeros):
                return Decoded(data.decode(codec))
        except UnicodeDecodeError:
            continue
    codec = _guess(data)
    found = _decode_as(codec, data)
    name = f"windows-{codec[2:]}" if codec.startswith("cp125") else codec
    return found._replace(notes=(f"encoding guessed: {name}", *found.notes))


def _decode_as(codec: str, data: bytes) -> Decoded:
    try:
        return Decoded(data.decode(codec))
    except UnicodeDecodeError:
        text = data.decode(codec, errors="replace")
        return Decoded(text, (f"{text.count(chr(0xFFFD)):,} characters are damaged in this {codec} text",))


def _guess(data: bytes) -> str:
    sample = data[:_SAMPLE]
    if len(data) > _SAMPLE:
        sample = sample[: sample.rfind(b"\n") + 1] or sample
    zeros = sample.count(b"\0")
    # Every other byte of Latin text in UTF-16 is zero.
    if zeros > 0.2 * len(sample):
        return "utf-16-le" if sample[1::2].count(b"\0") > sample[0::2].count(b"\0") else "utf-16-be"
    if zeros > _STRAY * len(sample):
        raise DocumentError("this is not text: it has many NUL bytes. Give a document of a format that is read.")
    sample = sample.replace(b"\0", b"")
    as_utf8 = sample.decode("utf-8", errors="replace")
    damaged = as_utf8.count("\ufffd")
    # No text in another encoding has so many letters that are valid UTF-8.
    if len(as_utf8) - len(as_utf8.encode("ascii", errors="ignore")) > _TELLING * damaged:
        return "utf-8"
    try:
        guesser = require("charset_normalizer", "documents")
    except ExtraError as error:
        if _is_western(sample):
            return "cp1252"
        raise ExtraError(f"this is not UTF-8. Save it as that, or have its encoding guessed: {error}") from error
    matches = list(guesser.from_bytes(sample, cp_isolation=list(_GUESSED)))
    if not matches and damaged < 0.05 * len(as_utf8):
        return "utf-8"
    if not matches:
        raise DocumentError("the encoding of this text is unknown. Save it as UTF-8 and try again.")
    best = matches[0].chaos, -matches[0].coherence
    ties = [match.encoding for match in matches if (match.chaos, -match.coherence) <= best]
    return min(ties, key=_GUESSED.index)


def _is_western(sample: bytes) -> bool:
    """Whether a text reads well as windows-1252: its letters beyond ASCII are few and stand inside words.

    >>> _is_western("Le café est fermé.".encode("cp1252")), _is_western("Дождь идёт.".encode("cp1251"))
    (True, False)
    """
    try:
        text = sample.decode("cp1252")
    except UnicodeDecodeError:
        return False
    beyond = len(text) - len(text.encode("ascii", errors="ignore"))
    letters = sum(map(str.isalpha, text))
    return beyond <= _WESTERN * letters
