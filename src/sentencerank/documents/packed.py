"""Files packed by gzip, bzip2, xz or Zstandard, as manuals and changelogs often are: read by what is inside."""

from __future__ import annotations

import io
from pathlib import Path

from sentencerank.documents.limits import Meter
from sentencerank.errors import DocumentError, LimitError
from sentencerank.files.compressed import damaged, open_compressed, without_compression

# How a packed file begins, whatever its name is, and the ending that `files` knows it by.
_MAGIC = {b"\x1f\x8b\x08": ".gz", b"BZh": ".bz2", b"\xfd7zXZ\0": ".xz", b"\x28\xb5\x2f\xfd": ".zst"}
# Texts shrink to a tenth or so, tables of the same line over and over to a hundredth.
_HARMLESS, _MOST_TIMES = 1_000_000, 200  # bytes that any file may unpack to; how often its own size beyond that


def is_packed(data: bytes) -> bool:
    """Whether a file begins as a packed one does."""
    return data.startswith(tuple(_MAGIC))


def unpack(data: bytes, name: str, meter: Meter) -> tuple[bytes, str]:
    """Return what is inside a packed file, and its name without the ending; any other file as it is.

    Raises DocumentError if it is damaged, LimitError if there is too much in it, and ExtraError for Zstandard if its
    library is missing.

    >>> import gzip
    >>> from sentencerank.documents.limits import DEFAULT
    >>> unpack(gzip.compress(b"It rained."), "rain.txt.gz", Meter(DEFAULT))
    (b'It rained.', 'rain.txt')
    """
    ending = next((ending for magic, ending in _MAGIC.items() if data.startswith(magic)), None)
    if ending is None:
        return data, name
    most = min(meter.limits.bytes, max(_HARMLESS, _MOST_TIMES * len(data)))
    try:
        with open_compressed(Path(ending[1:] + ending), io.BytesIO(data)) as stream:
            inside = stream.read(most + 1)
    except damaged() as error:
        raise DocumentError(f"the packed file is damaged ({error}). Download or pack it again.") from error
    except MemoryError as error:
        # A file may ask for a window of 4 GB, however small it is.
        raise LimitError("the packed file needs too much memory. Unpack it and give what is inside.") from error
    if len(inside) > most:
        meter.size(len(inside))
        raise LimitError(
            f"the file unpacks to more than {_MOST_TIMES} times its size: it looks made to break readers. "
            "Unpack it and give what is inside."
        )
    if not inside.strip():
        raise DocumentError("there is nothing in the packed file. Give one with text in it.")
    if is_packed(inside):
        raise DocumentError("this is a packed file inside a packed file. Unpack it and give what is inside.")
    meter.tick()
    return inside, without_compression(name)
