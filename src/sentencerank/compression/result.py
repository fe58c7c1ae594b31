"""What compressing gives: the text, and where each part of it stood."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from sentencerank.compression.chunks import Chunk
from sentencerank.files import Json
from sentencerank.records import as_json

MARK = " […] "  # stands where something inside a chunk was left out
BETWEEN = "\n\n"  # stands between chunks


@dataclass(frozen=True, slots=True)
class KeptChunk:
    """What is left of one chunk: `text` is its spans, verbatim, with a mark for every gap between them."""

    id: Hashable
    title: str
    text: str
    spans: tuple[tuple[int, int], ...]  # characters of the text that was given, in order; none: all was left out
    whole: bool  # nothing was left out


@dataclass(frozen=True, slots=True)
class Compression:
    """Texts within a budget; `str()` gives the text."""

    text: str  # of all chunks of which something is left, a blank line between them
    chunks: tuple[KeptChunk, ...]  # every chunk that was given, in its order
    before: int  # what all chunks cost, counted by the caller's counter
    after: int  # what `text` costs
    budget: int
    unit: str  # words, tokens or characters
    compressed: bool  # False: it is the text that was given, because it fitted or because of an error
    error: str | None = None  # why it could not be compressed, if on_error="original" let it pass
    notes: tuple[str, ...] = ()  # what a reader should know

    def __str__(self) -> str:
        return self.text

    @property
    def kept(self) -> Mapping[Hashable, tuple[tuple[int, int], ...]]:
        """The spans that were kept, by the id of their chunk."""
        return {chunk.id: chunk.spans for chunk in self.chunks}

    def to_dict(self) -> dict[str, Json]:
        """Everything as plain JSON values; an id that is neither a string nor a number becomes a string."""
        record = as_json(self)
        for row, chunk in zip(record["chunks"], self.chunks, strict=True):  # type: ignore[arg-type]
            row["id"] = chunk.id if isinstance(chunk.id, str | int | float | None) else str(chunk.id)  # type: ignore[index, call-overload]
        return record


def merged(text: str, spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Join spans that only white space parts.

    >>> merged("Rain fell. It was cold. We left.", [(0, 10), (11, 23), (24, 32)])
    ((0, 32),)
    """
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and not text[joined[-1][1] : start].strip():
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return tuple(joined)


def kept_chunk(chunk: Chunk, spans: Sequence[tuple[int, int]]) -> KeptChunk:
    """Return what is left of a chunk; one of which nothing visible is missing is left as it was given."""
    inside = merged(chunk.text, spans)
    if len(inside) == 1 and chunk.text[slice(*inside[0])] == chunk.text.strip():
        return whole_chunk(chunk)
    text = MARK.join(chunk.text[start:end] for start, end in inside)
    return KeptChunk(chunk.id, chunk.title, text, inside, whole=False)


def whole_chunk(chunk: Chunk) -> KeptChunk:
    """Return a chunk as it was given."""
    return KeptChunk(chunk.id, chunk.title, chunk.text, ((0, len(chunk.text)),), whole=True)


def joined_text(chunks: Sequence[KeptChunk]) -> str:
    """Return the text of chunks as it is handed out and counted."""
    return BETWEEN.join(chunk.text for chunk in chunks if chunk.spans)
