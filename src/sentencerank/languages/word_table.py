"""What is known beforehand about the most frequent English words: a mapped table, so that nothing is loaded for it.

`english_words.bin` is made by `scripts/make_word_table.py` from the tags, stop words and vocabulary of the model:
a number of slots, a power of two; where the record of each slot begins, 0 for an empty one; the records. A record is
the length of a word, the length of its stem, flags (content, essential, noun, adjective, from the lowest bit up), the
word, the stem. A word is looked for from the slot of its CRC on. Processes share the pages of the file.
"""

from __future__ import annotations

import mmap
import struct
from pathlib import Path
from typing import TypeAlias
from zlib import crc32

PATH = Path(__file__).parent / "english_words.bin"
_number_at = struct.Struct("<I").unpack_from
Entry: TypeAlias = tuple[str, str, bool, bool, bool, bool]  # a word of english.py


def map_table(path: Path = PATH) -> mmap.mmap | None:
    """Map the table; None where it is not there, since it only saves time."""
    try:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):
        return None


def look_up(table: mmap.mmap, form: str) -> Entry | None:
    """Return what is known about a word in small ASCII letters; None if the table has none or is damaged."""
    try:
        return _look_up(table, form, form.encode("ascii"))
    except (struct.error, IndexError, UnicodeDecodeError):
        return None


def _look_up(table: mmap.mmap, form: str, wanted: bytes) -> Entry | None:
    (slots,) = _number_at(table)
    slot = crc32(wanted) & (slots - 1)
    for _ in range(slots):
        (place,) = _number_at(table, 4 + 4 * slot)
        if not place:
            return None
        size, start = table[place], place + 3
        if table[start : start + size] == wanted:
            stem, flags = table[place + 1], table[place + 2]
            stemmed = table[start + size : start + size + stem].decode("ascii")
            return form, stemmed, bool(flags & 1), bool(flags & 2), bool(flags & 4), bool(flags & 8)
        slot = (slot + 1) & (slots - 1)
    return None


def pack(entries: list[Entry]) -> bytes:
    """Return the content of the file."""
    slots = 1 << (2 * len(entries)).bit_length()
    places = [0] * slots
    records = bytearray()
    for form, stem, *flags in entries:
        slot = crc32(form.encode("ascii")) & (slots - 1)
        while places[slot]:
            slot = (slot + 1) & (slots - 1)
        places[slot] = 4 + 4 * slots + len(records)
        bits = sum(flag << bit for bit, flag in enumerate(flags))
        records += bytes((len(form), len(stem), bits)) + form.encode("ascii") + stem.encode("ascii")
    return struct.pack(f"<I{slots}I", slots, *places) + bytes(records)
