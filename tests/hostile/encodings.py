"""Bytes that lie about their encoding, or have none."""

# ruff: noqa: E501 - a kind is a row of a table

from __future__ import annotations

import codecs
import random

from tests.hostile.kind import HONEST, Kind

_TEXT = HONEST * 20
_UMLAUTS = "Über Köln fällt Regen, größer als früher; Straßen schließen. " * 50


def _page(charset: str, body: bytes = HONEST.encode()) -> bytes:
    return f'<html><head><meta charset="{charset}"></head><body><p>'.encode() + body + b"</p></body></html>"


def _bytes(low: int, high: int, size: int) -> bytes:
    choose = random.Random(low)
    return bytes(choose.randrange(low, high) for _ in range(size))


KINDS = (
    Kind("bytes-none", "empty.txt", "The file is empty.", lambda: b""),
    Kind("bytes-spaces", "spaces.txt", "The file has spaces alone.", lambda: b" \t\r\n" * 10_000),
    Kind("bytes-zero", "zero.txt", "Every byte is zero.", lambda: bytes(500_000)),
    Kind("bytes-half-zero", "half.txt", "Every other byte is zero, and it is no UTF-16.", lambda: b"\0\x01" * 100_000),
    Kind("bytes-zero-tail", "tail.txt", "A text ends in zeros.", lambda: _TEXT.encode() + bytes(100_000)),
    Kind("bytes-few-zeros", "few.txt", "Zeros stand between words.", lambda: _TEXT.replace(". ", ".\0 ").encode()),
    Kind("bytes-255", "ff.txt", "Every byte is 255.", lambda: b"\xff" * 300_000),
    Kind("bytes-noise", "noise.txt", "Bytes stand by chance.", lambda: random.Random(0).randbytes(200_000)),
    Kind("bytes-high-noise", "high.txt", "Bytes above 127 stand by chance.", lambda: _bytes(128, 256, 100_000)),
    Kind("bytes-printable-noise", "visible.txt", "Visible bytes stand by chance.", lambda: _bytes(33, 127, 200_000)),
    Kind("bytes-control", "control.txt", "Control characters stand by chance.", lambda: _bytes(1, 32, 100_000)),
    Kind("bytes-c1-control", "c1.txt", "Controls beyond ASCII stand in UTF-8.", lambda: "\x80\x9b\x9d rain ".encode() * 9_000),
    Kind("mark-alone", "mark.txt", "There is a byte order mark and nothing else.", lambda: codecs.BOM_UTF8),
    Kind("mark-repeated", "marks.txt", "100,000 marks stand before the text.", lambda: codecs.BOM_UTF8 * 100_000 + _TEXT.encode()),
    Kind("mark-utf8-text-utf16", "lie8.txt", "The mark says UTF-8, the text is UTF-16.", lambda: codecs.BOM_UTF8 + _TEXT.encode("utf-16-le")),
    Kind("mark-utf16-text-ascii", "lie16.txt", "The mark says UTF-16, the text is ASCII.", lambda: codecs.BOM_UTF16_LE + _TEXT.encode()),
    Kind("mark-utf16-turned", "turned.txt", "The mark says the other order of bytes.", lambda: codecs.BOM_UTF16_BE + _TEXT.encode("utf-16-le")),
    Kind("mark-utf32-text-ascii", "lie32.txt", "The mark says UTF-32, the text is ASCII.", lambda: codecs.BOM_UTF32_LE + _TEXT.encode()),
    Kind("utf32-beyond-unicode", "beyond.txt", "Code points are too large.", lambda: codecs.BOM_UTF32_LE + b"\xff\xff\xff\x7f" * 50_000),
    Kind("utf8-cut", "cut8.txt", "The last character is cut.", lambda: _UMLAUTS.encode() + b"\xe2\x82"),
    Kind("utf16-cut", "cut16.txt", "The last character is cut.", lambda: _TEXT.encode("utf-16")[:-1]),
    Kind("utf32-cut", "cut32.txt", "The last character is cut.", lambda: _TEXT.encode("utf-32")[:-3]),
    Kind("utf16-lone-surrogates", "lone16.txt", "Halves of characters stand alone.", lambda: codecs.BOM_UTF16_LE + b"\x00\xd8a\0" * 50_000),
    Kind("utf16-without-mark", "bare16.txt", "UTF-16 has no mark.", lambda: _TEXT.encode("utf-16-le")),
    Kind("utf16-chinese-without-mark", "bare-hanzi.txt", "UTF-16 without a mark has no zero.", lambda: ("大雨下了三天" * 500).encode("utf-16-be")),
    Kind("utf8-surrogates", "cesu.txt", "Halves of characters are written in UTF-8.", lambda: (_TEXT + "\ud83d\ude00\udfff").encode("utf-8", "surrogatepass") * 10),
    Kind("utf8-overlong", "overlong.txt", "Characters are longer than needed.", lambda: b"\xc0\xaf\xe0\x80\xaf\xf0\x80\x80\xaf rain. " * 8_000),
    Kind("utf8-six-bytes", "six.txt", "Characters have six bytes.", lambda: b"\xfc\x84\x80\x80\x80\x80 rain. " * 8_000),
    Kind("utf8-dense-errors", "dense.txt", "Every other character is invalid.", lambda: b"a\x80" * 150_000),
    Kind("utf8-one-error", "one.txt", "One byte of a megabyte is invalid.", lambda: _TEXT.encode() * 150 + b"\x80" + _TEXT.encode() * 150),
    Kind("utf7", "seven.txt", "A script hides in UTF-7.", lambda: _TEXT.encode() + b"+ADw-script+AD4-alert(1)+ADw-/script+AD4-"),
    Kind("utf7-declared", "seven.html", "A page declares UTF-7.", lambda: _page("utf-7", b"+ADw-script+AD4-" + HONEST.encode())),
    Kind("mixed-encodings", "mixed.txt", "Two encodings alternate.", lambda: _UMLAUTS.encode() + _UMLAUTS.encode("latin-1") * 3),
    Kind("latin1", "latin.txt", "The encoding can only be guessed.", lambda: _UMLAUTS.encode("latin-1") * 20),
    Kind("ebcdic", "host.txt", "The encoding is that of mainframes.", lambda: _TEXT.encode("cp500") * 10),
    Kind("shift-jis-cut", "sjis.txt", "Half a character ends the text.", lambda: ("雨が三日降り続いた。" * 300).encode("shift_jis")[:-1]),
    Kind("iso2022-escapes", "escapes.txt", "The alphabet changes 50,000 times.", lambda: b"\x1b$B\x1b(B" * 50_000 + HONEST.encode()),
    Kind("iso2022-unknown-escape", "escape.txt", "An unknown alphabet is chosen.", lambda: b"\x1b$)Z\x0e" + HONEST.encode() * 9),
    Kind("hz", "hz.txt", "Chinese is written with tildes.", lambda: ("大雨下了三天。" * 300).encode("hz")),
    Kind("gb18030-four-bytes", "gb.txt", "Every character has four bytes.", lambda: "".join(map(chr, range(0x1F00, 0x2400))).encode("gb18030") * 9),
    Kind("declared-zlib", "zlib.html", "A page declares a codec that unpacks.", lambda: _page("zlib_codec")),
    Kind("declared-escape", "python.html", "A page declares a codec that runs escapes.", lambda: _page("unicode_escape", b"\\x41\\N{DIGIT ONE}" + HONEST.encode())),
    Kind("declared-idna", "idna.html", "A page declares a slow codec.", lambda: _page("idna", b"xn--" + b"a" * 50_000 + b" " + HONEST.encode())),
    Kind("declared-punycode", "puny.html", "A page declares a quadratic codec.", lambda: _page("punycode", b"a-" + b"9" * 50_000 + HONEST.encode())),
    Kind("declared-long-name", "name.html", "The name of the encoding is 3 KB long.", lambda: _page("x" * 3_000)),
    Kind("declared-path", "path.html", "The name of the encoding is a path.", lambda: _page("../../../etc/passwd")),
    Kind("declared-twice", "twice.html", "Two declarations contradict each other.", lambda: b'<?xml version="1.0" encoding="utf-16"?>' + _page("shift_jis", _UMLAUTS.encode())),
    Kind("declared-utf16-is-ascii", "ascii.html", "A page in ASCII declares UTF-16.", lambda: _page("utf-16")),
)  # fmt: skip
