"""Ranking a column of a Spark DataFrame, for those who have one already; `[corpus]` brings Spark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sentencerank.corpus.job import Job
from sentencerank.corpus.spark_engine import rank_column as _rank_column

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def rank_column(
    df: DataFrame,
    column: str,
    *,
    into: str = "ranking",
    method: str = "ssr",
    reading: str = "best",
    structure: str | None = None,
    language: str = "auto",
    model: str | None = None,
    query: str | None = None,
    sentence_text: bool = True,
    max_characters: int = 2_000_000,
    **changes: str | int | float | bool | None,
) -> DataFrame:
    """`df` with one more column: the ranking of each text, as docs/corpus.md describes it.

    A text that cannot be ranked has its reason in `ranking.error`. `changes` are fields of `Options`. The sentences:
    `ranked.selectExpr("id", "explode(ranking.sentences) AS sentence").select("id", "sentence.*")`.
    """
    job = Job(
        method=method,
        reading=reading,
        structure=structure,
        language=language,
        model=model,
        query=query,
        sentence_text=sentence_text,
        max_characters=max_characters,
        changes=tuple(sorted(changes.items())),
    )
    return _rank_column(df, column, into, job)
