"""Questions with the texts that were retrieved for them, and the sentences that hold the evidence.

One JSON object a line: `id`, `query`, `chunks` (each with `title` and `sentences`), `gold` (pairs of chunk and
sentence, from 0), and optionally `set` and `language`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from sentencerank.document import word_count
from sentencerank.errors import DataError
from sentencerank.evaluate.cases import read_records

FORMAT = "one JSON object a line with id, query, chunks (title, sentences) and gold ([chunk, sentence], ...)"


@dataclass(frozen=True)
class QueryCase:
    """One question; sentences are numbered over all chunks."""

    id: str
    query: str
    titles: tuple[str, ...]  # of each chunk
    sentences: tuple[str, ...]
    chunk_of: tuple[int, ...]  # of each sentence
    gold: frozenset[int]
    name: str  # of the set it belongs to
    language: str = "en"

    @cached_property
    def words(self) -> tuple[int, ...]:
        """The words of each sentence."""
        return tuple(map(word_count, self.sentences))

    @cached_property
    def titled(self) -> tuple[str, ...]:
        """Every sentence behind the title of its chunk."""
        pairs = zip(self.chunk_of, self.sentences, strict=True)
        return tuple(f"{self.titles[chunk]} {sentence}".strip() for chunk, sentence in pairs)


def read_query_cases(paths: Iterable[str | Path], limit: int | None = None) -> tuple[QueryCase, ...]:
    """Read the questions of files, of each set the first `limit`.

    Raises DataError that names the line, and if there is no question at all.
    """
    cases: list[QueryCase] = []
    for path in map(Path, paths):
        for where, record in read_records(path):
            try:
                cases.append(_case(record, path.name.partition(".")[0]))
            except (KeyError, TypeError, ValueError, IndexError) as error:
                raise DataError(f"{where}: no question ({error!r}): write {FORMAT}") from None
    if not cases:
        raise DataError(f"there is no question in the data: write {FORMAT}")
    seen: Counter[str] = Counter()
    chosen = []
    for case in cases:
        seen[case.name] += 1
        if limit is None or seen[case.name] <= limit:
            chosen.append(case)
    return tuple(chosen)


def _case(record: dict[str, Any], name: str) -> QueryCase:
    chunks = record["chunks"]
    starts = [0]
    for chunk in chunks:
        starts.append(starts[-1] + len(chunk["sentences"]))
    gold = frozenset(starts[chunk] + sentence for chunk, sentence in record["gold"])
    if not gold or max(gold) >= starts[-1] or min(gold) < 0:
        raise ValueError("gold is empty or names a sentence that is not there")
    return QueryCase(
        id=str(record["id"]),
        query=str(record["query"]),
        titles=tuple(str(chunk.get("title") or "") for chunk in chunks),
        sentences=tuple(str(sentence) for chunk in chunks for sentence in chunk["sentences"]),
        chunk_of=tuple(number for number, chunk in enumerate(chunks) for _ in chunk["sentences"]),
        gold=gold,
        name=str(record.get("set") or name),
        language=str(record.get("language") or "en"),
    )
