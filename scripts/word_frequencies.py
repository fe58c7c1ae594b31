"""The word frequencies of the package wordfreq, for the scripts that make tables of languages. They need msgpack."""

from __future__ import annotations

import gzip
from importlib import import_module
from pathlib import Path


def frequent_words(folder: Path, code: str, most: int) -> list[tuple[str, int]]:
    """Return the most frequent words of a language, each with n for a frequency of 10^(-n/100); none if not listed."""
    path = next((path for size in ("large", "small") if (path := folder / f"{size}_{code}.msgpack.gz").exists()), None)
    if path is None:
        return []
    # The first entry is a header, the one at place n has the words of a frequency.
    listed = import_module("msgpack").unpackb(gzip.decompress(path.read_bytes()), raw=False)[1:]
    return [(word, place) for place, some in enumerate(listed) for word in some if word.isalpha()][:most]
