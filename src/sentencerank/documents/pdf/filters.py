"""The filters that streams of a PDF are packed with, undone within a bound on what comes out.

Each stage of a stream that was packed twice may grow a thousandfold, so a few kilobytes become gigabytes. What PDFium
would unpack is unpacked here first, and given up as soon as it is too much.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Callable, Mapping

_FILTERS = re.compile(rb"/Filter\s*(?:\[([^\[\]]*)\]|/([^\s/<>\[\]()]+))")
_ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")  # a character in a name
_GUESSED = 3
_NAME = re.compile(rb"/([^\s/<>\[\]()]+)")
_NO_HEX = re.compile(rb"[^0-9A-Fa-f]+")
_SHORT = {
    "Fl": "FlateDecode",
    "LZW": "LZWDecode",
    "RL": "RunLengthDecode",
    "A85": "ASCII85Decode",
    "AHx": "ASCIIHexDecode",
}
_CLEAR, _END = 256, 257  # codes of LZW that stand for no bytes


class TooLargeError(Exception):
    """More comes out of a stream than was allowed."""


def unpacked(data: bytes, dictionary: bytes, most: int) -> bytes:
    """Return the content of a stream, as far as it can be unpacked; filters of pictures end it.

    Raises TooLargeError if more than `most` bytes come out of any stage.

    >>> unpacked(zlib.compress(zlib.compress(b"rain")), b"<</Filter[/FlateDecode/Fl]>>", 100)
    b'rain'
    """
    for name in filters(dictionary):
        undo = _UNDO.get(name)
        if undo is None:
            return b""
        early = b"/EarlyChange 0" not in dictionary
        found = _lzw(data, most, early) if name == "LZWDecode" else undo(data, most)
        if len(found) > most:
            raise TooLargeError
        # Filters that are named elsewhere are guessed. What was not packed so stays as it is.
        data = found if found or _FILTERS.search(dictionary) else data
    return data


def filters(dictionary: bytes) -> list[str]:
    """Return the names of the filters of a stream, in the order in which they are undone.

    >>> filters(b"<</Filter/Flate#44ecode>>"), filters(b"<</Length 3>>")
    (['FlateDecode'], [])
    """
    if b"#" in dictionary:
        dictionary = _ESCAPED.sub(lambda code: bytes.fromhex(code[1].decode("ascii")), dictionary)
    found = _FILTERS.search(dictionary)
    if found is None:
        # They may be named elsewhere.
        return ["FlateDecode"] * _GUESSED if b"/Filter" in dictionary else []
    names = _NAME.findall(found[1]) if found[1] is not None else [found[2]]
    return [_SHORT.get(name, name) for name in (name.decode("latin-1") for name in names)]


def _flate(data: bytes, most: int) -> bytes:
    """Inflate as much as can be: a damaged end is cut off, as PDFium does."""
    inflater = zlib.decompressobj()
    parts: list[bytes] = []
    size = 0
    try:
        while data and not inflater.eof:
            # A piece at a time, so that what is good before a fault is kept.
            parts.append(inflater.decompress(data, 1 << 16))
            size += len(parts[-1])
            data = inflater.unconsumed_tail
            if size > most:
                raise TooLargeError
    except zlib.error:
        pass
    return b"".join(parts)


def _run_length(data: bytes, most: int) -> bytes:
    out, place = bytearray(), 0
    while place < len(data) and data[place] != 128 and len(out) <= most:
        length = data[place]
        if length < 128:
            out += data[place + 1 : place + 2 + length]
            place += length + 2
        else:
            out += data[place + 1 : place + 2] * (257 - length)
            place += 2
    return bytes(out)


def _lzw(data: bytes, most: int, early: bool = True) -> bytes:
    """Undo LZW with codes of 9 to 12 bits; with `early` the width grows one code before it must."""
    table = [bytes([value]) for value in range(256)] + [b"", b""]
    out, before, width, bits, held = bytearray(), b"", 9, 0, 0
    for value in data:
        held, bits = held << 8 | value, bits + 8
        if bits < width:
            continue
        bits -= width
        code, held = held >> bits, held & (1 << bits) - 1
        if code == _END or len(out) > most:
            break
        if code == _CLEAR:
            del table[258:]
            before, width = b"", 9
            continue
        entry = table[code] if code < len(table) else before + before[:1]
        out += entry
        if before and len(table) < 4096:
            table.append(before + entry[:1])
            width = min(12, (len(table) + early).bit_length()) if len(table) + early > 511 else 9
        before = entry
    return bytes(out)


def _ascii85(data: bytes, most: int) -> bytes:
    text = data.partition(b"~>")[0].removeprefix(b"<~")
    # What is no digit of it is skipped; a z is four zeros.
    digits = bytes(value for value in text if 33 <= value <= 117 or value == 122)
    try:
        return base64.a85decode(digits[: most // 4 * 5 + 10])
    except ValueError:
        return b""


def _hex(data: bytes, most: int) -> bytes:
    digits = _NO_HEX.sub(b"", data.partition(b">")[0])[: 2 * (most + 1)]
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))


_UNDO: Mapping[str, Callable[[bytes, int], bytes]] = {
    "FlateDecode": _flate,
    "LZWDecode": _lzw,
    "RunLengthDecode": _run_length,
    "ASCII85Decode": _ascii85,
    "ASCIIHexDecode": _hex,
}
