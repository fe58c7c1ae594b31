"""What a worker process does to compress texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sentencerank.compression.compress import compress
from sentencerank.serve.answers import encode
from sentencerank.serve.tasks import within_memory


@dataclass(frozen=True, slots=True)
class CompressJob:
    """Chunks to compress; each is an id, a title and a text."""

    chunks: tuple[tuple[str | int, str, str], ...]
    query: str | tuple[str, ...] | None
    words: int | None = None
    characters_kept: int | None = None
    neighbours: int = 0
    nested: bool = False
    min_words: int = 0
    on_error: Literal["raise", "original"] = "raise"
    language: str = "auto"

    @property
    def characters(self) -> int:
        """How long the chunks are."""
        return sum(len(text) for _, _, text in self.chunks)


@within_memory
def compress_chunks(job: CompressJob) -> bytes:
    """Compress chunks."""
    result = compress(
        job.chunks,
        job.query,
        words=job.words,
        characters=job.characters_kept,
        neighbours=job.neighbours,
        nested=job.nested,
        min_words=job.min_words,
        on_error=job.on_error,
        language=job.language,
    )
    return encode(result.to_dict())
