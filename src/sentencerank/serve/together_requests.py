"""What clients may send to have several texts ranked as one, and what they get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import ConfigDict, Field

from sentencerank.recipe import Recipe
from sentencerank.serve.answers import ExplainedSentence, Form, Ranking
from sentencerank.serve.requests import RAIN, SPLIT, Language, Query, RecipeFields, Text
from sentencerank.serve.tasks import Job

_EXAMPLE: Any = {"items": [{"text": RAIN, "id": "a"}, {"sentences": SPLIT, "id": "b"}]}


class TogetherRequest(RecipeFields):
    """Rank the sentences of several texts in one order."""

    model_config = ConfigDict(json_schema_extra={"examples": [_EXAMPLE]})

    items: list[Text] = Field(min_length=1, max_length=1000, description="The texts; their own queries do not count.")
    language: Language = "auto"
    query: Query = None

    def jobs(self) -> tuple[list[Job], Recipe]:
        """Return the texts and how to rank them. Raises OptionsError for what contradicts itself."""
        recipe = self.recipe(self.language).changed(query=self.query)
        return [item.job_of(recipe, Form()) for item in self.items], recipe


@dataclass(frozen=True, kw_only=True)
class SentenceOfSeveral(ExplainedSentence):
    """A sentence of one of several texts; texts have numbers from 0."""

    document: int
    index_in_document: int
    said_by: tuple[int, ...]  # the texts that say the same, its own among them


@dataclass(frozen=True, kw_only=True)
class TextOfSeveral:
    """One of several texts."""

    __pydantic_config__: ClassVar = {"extra": "forbid"}

    id: str
    sentences: int


@dataclass(frozen=True, kw_only=True)
class RankingTogether(Ranking):
    """The sentences of several texts in one order; indices count through all of them."""

    sentences: tuple[SentenceOfSeveral, ...]
    documents: tuple[TextOfSeveral, ...]
