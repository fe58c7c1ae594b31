"""What the adapters for retrieval share: texts of any library go through `compress`, and keep their places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from sentencerank.compression.compress import Compressor, compress
from sentencerank.compression.result import Compression, KeptChunk

SETTINGS = tuple(one.name for one in fields(Compressor))  # the names of the arguments of `compress`


def kept_of(
    texts: Sequence[tuple[str, str | None]], query: str | None, settings: Mapping[str, Any]
) -> Iterator[tuple[int, KeptChunk]]:
    """Yield the place of each text (title, text) of which something is kept, and what that is, in their order.

    A text that is missing or blank has nothing to keep.
    """
    # Two texts of a library may have one id, so they are counted here.
    chunks = [(place, title, text) for place, (title, text) in enumerate(texts) if text and text.strip()]
    if not chunks:
        return
    result: Compression = compress(chunks, query or None, **settings)
    yield from ((chunk[0], kept) for chunk, kept in zip(chunks, result.chunks, strict=True) if kept.spans)


def with_spans(metadata: Mapping[str, Any], kept: KeptChunk) -> dict[str, Any]:
    """Return the metadata of a text with `kept_spans`, the characters of it that were kept."""
    return {**metadata, "kept_spans": [list(span) for span in kept.spans]}
