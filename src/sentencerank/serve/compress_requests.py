"""What clients may send to have texts compressed."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from sentencerank.files import encodable
from sentencerank.serve.compressing import CompressJob
from sentencerank.serve.requests import MOST, RAIN, STRICT, Language, Query, one_of


class ChunkFields(BaseModel):
    """A text that was retrieved."""

    model_config = STRICT

    text: str = Field(description="The text; not blank.")
    id: str | int | None = Field(None, description="Comes back in the answer; left out: its place in the list.")
    title: str = Field("", max_length=1000, description="What it is about: helps to find what answers the query.")


class CompressRequest(BaseModel):
    """Keep the sentences that matter within a budget: exactly one of words and characters."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [
                {"chunks": [{"text": RAIN, "title": "Coast road"}], "query": "when is it repaired", "words": 20},
                {"chunks": [RAIN], "characters": 120},
            ],
            **one_of(words={"type": "integer"}, characters={"type": "integer"}),
        },
    )

    chunks: list[ChunkFields | str] = Field(min_length=1, max_length=1000, description="The texts, in their order.")
    query: Query = None
    words: int | None = Field(None, ge=1, le=MOST)
    characters: int | None = Field(None, ge=1, le=MOST)
    neighbours: int = Field(0, ge=0, le=10, description="Sentences before and after one that are kept with it.")
    nested: bool = Field(False, description="Stop at the first sentence that does not fit.")
    min_words: int = Field(0, ge=0, le=MOST, description="Chunks with fewer words are kept whole or not at all.")
    on_error: Literal["raise", "original"] = Field(
        "raise",
        description="`original`: return the texts as they are, with `error` set.",
    )
    language: Language = "auto"

    @model_validator(mode="after")
    def _one_budget(self) -> Self:
        if (self.words is None) == (self.characters is None):
            raise ValueError("give either words or characters")
        return self

    def job(self) -> CompressJob:
        """Return the work to do."""
        given = [ChunkFields(text=one, id=None, title="") if isinstance(one, str) else one for one in self.chunks]
        return CompressJob(
            chunks=tuple(
                (str(place) if chunk.id is None else chunk.id, encodable(chunk.title), encodable(chunk.text))
                for place, chunk in enumerate(given)
            ),
            query=tuple(self.query) if isinstance(self.query, list) else self.query,
            words=self.words,
            characters_kept=self.characters,
            neighbours=self.neighbours,
            nested=self.nested,
            min_words=self.min_words,
            on_error=self.on_error,
            language=self.language,
        )
