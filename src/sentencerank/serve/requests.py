"""What clients may send, checked field by field before any work begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypeAlias, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator

from sentencerank.method.options import METHODS, READINGS, Options
from sentencerank.method.structures import STRUCTURES
from sentencerank.serve import examples, jobs
from sentencerank.serve.jobs import Form, How, Job
from sentencerank.serve.rows import clean

if TYPE_CHECKING:
    Method: TypeAlias = str
    Reading: TypeAlias = str
    Structure: TypeAlias = str
else:
    Method, Reading = Literal[tuple(METHODS)], Literal[tuple(READINGS)]
    Structure = Literal[("auto", *STRUCTURES)]  # a custom one is a Python function
Query = Annotated[
    str | None, Field(max_length=1000, description="What the reader looks for; left out: rank by importance alone.")
]
_STRICT = ConfigDict(extra="forbid", strict=True)


def _without_default(schema: dict[str, Any]) -> None:
    """What is left out depends on the method and the reading, so there is no default to show."""
    schema.pop("default", None)


if TYPE_CHECKING:
    Changes = BaseModel
else:
    Changes = create_model(
        "Changes",
        __config__=_STRICT,
        __doc__="Single fields of the method; those left out keep the value of the reading.",
        **{
            name: (kind, Field(default=None, json_schema_extra=_without_default))
            for name, kind in get_type_hints(Options).items()
            if name not in ("baseline", "structure")  # chosen by `method` and `structure`
        },
    )


class Settings(BaseModel):
    """How to rank."""

    model_config = _STRICT

    method: Method = Field("ssr", description="SSR and its sub-models, or a plain method to compare with.")
    reading: Reading = Field("best", description="The paper as printed, as best understood, or improved.")
    structure: Structure = Field("auto", description="How the text is built; auto finds out.")
    options: Changes = Field(default_factory=Changes, description="Single fields of the method.")

    def how(self, language: str = "auto") -> How:
        """The same for a worker."""
        changes = self.options.model_dump(exclude_unset=True)
        return How(self.method, self.reading, self.structure, language, tuple(sorted(changes.items())))


class Text(BaseModel):
    """A text, or sentences that are already split: one of them."""

    model_config = _STRICT

    text: str | None = Field(None, description="The text; blank lines part paragraphs.")
    sentences: list[str] | None = Field(None, description="Its sentences, instead of `text`.")
    id: str = Field("", max_length=200, description="Comes back in the answer.")
    query: Query = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.text is None) == (self.sentences is None):
            raise ValueError("give either text or sentences")
        return self

    @property
    def content(self) -> str | tuple[str, ...]:
        """What was given; JSON can hold half of a character, which UTF-8 cannot."""
        return clean(self.text) if self.text is not None else tuple(map(clean, self.sentences or ()))


def job(item: Text, how: How, form: Form) -> Job:
    """A text as work for a worker."""
    query = None if item.query is None else clean(item.query)
    return Job(item.content, how, form, query, clean(item.id))


class Budget(BaseModel):
    """How much to take: exactly one of words, sentences, ratio and characters."""

    model_config = _STRICT

    words: int | None = Field(None, ge=1, le=10**9)
    sentences: int | None = Field(None, ge=1, le=10**9)
    ratio: float | None = Field(None, gt=0, le=1, description="Share of the sentences.")
    characters: int | None = Field(None, ge=1, le=10**9)
    context: bool = Field(False, description="Bring along what a sentence leans on.")
    fill: bool = Field(False, description="Skip what does not fit and go on.")

    @model_validator(mode="after")
    def _one_budget(self) -> Self:
        if len(self._given()) != 1:
            raise ValueError("give exactly one of words, sentences, ratio and characters")
        return self

    def _given(self) -> dict[str, Any]:
        return self.model_dump(include={"words", "sentences", "ratio", "characters"}, exclude_none=True)

    def budget(self) -> jobs.Budget:
        """The same for a worker."""
        ((unit, amount),) = self._given().items()
        return jobs.Budget(unit, amount, self.context, self.fill)  # type: ignore[arg-type]


class _Ranked(Text, Settings):
    """A text and how to rank it."""

    language: str = Field("auto", max_length=35, description="A code such as en, de or zh.")

    def job(self, form: Form) -> Job:
        """The work to do."""
        return job(self, self.how(self.language), form)


class RankRequest(_Ranked):
    """Rank every sentence of a text."""

    model_config = ConfigDict(json_schema_extra={"examples": examples.RANK})

    explain: bool = Field(False, description="Give the reasons for every rank.")
    layers: int | None = Field(None, ge=1, le=100, description="Sort the sentences into this many layers at most.")
    summary: Budget | None = Field(None, description="Add the best sentences within a budget.")

    def form(self) -> Form:
        """What the answer holds."""
        budget = None if self.summary is None else self.summary.budget()
        return Form(explain=self.explain, layers=self.layers, budget=budget)


class SummaryRequest(_Ranked):
    """Take the best sentences within a budget: a fifth of them, if none is given."""

    model_config = ConfigDict(json_schema_extra={"examples": examples.SUMMARIZE})

    budget: Budget | None = None

    def form(self) -> Form:
        """What the answer holds."""
        return Form("summary", budget=None if self.budget is None else self.budget.budget())


class KeyphrasesRequest(_Ranked):
    """Find the phrases that carry a text, and its topics."""

    model_config = ConfigDict(json_schema_extra={"examples": examples.KEYPHRASES})

    count: int = Field(10, ge=1, le=1000, description="How many phrases at most.")

    def form(self) -> Form:
        """What the answer holds."""
        return Form("keyphrases", count=self.count)


class BatchRequest(Settings):
    """Rank several texts by the same settings."""

    model_config = ConfigDict(json_schema_extra={"examples": examples.BATCH})

    items: list[Text] = Field(description="The texts.")
    language: str = Field("auto", max_length=35, description="A code such as en, de or zh.")
    explain: bool = Field(False, description="Give the reasons for every rank.")
    layers: int | None = Field(None, ge=1, le=100, description="Sort the sentences into this many layers at most.")
    summary: Budget | None = Field(None, description="Add the best sentences within a budget.")

    def work(self) -> list[Job]:
        """One job for each text."""
        form = Form(
            explain=self.explain, layers=self.layers, budget=None if self.summary is None else self.summary.budget()
        )
        how = self.how(self.language)
        return [job(item, how, form) for item in self.items]


class DocumentRankRequest(Settings):
    """Rank a document of the store again: for a query, or by other settings."""

    model_config = ConfigDict(json_schema_extra={"examples": examples.DOCUMENT_RANK})

    query: Query = None
