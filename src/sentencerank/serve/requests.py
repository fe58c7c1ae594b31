"""What clients may send, checked field by field before any work begins.

Methods, readings, structures and options are those of the library: their names, types, ranges and descriptions come
from its tables, so that what is added there is accepted here.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema, create_model, model_validator

from sentencerank.documents.strings import TEXT_KINDS
from sentencerank.files import encodable
from sentencerank.method.options import CHANGES, METHODS, READINGS, parse_changes
from sentencerank.method.structures import STRUCTURES
from sentencerank.recipe import Budget, Recipe
from sentencerank.serve.answers import Form
from sentencerank.serve.tasks import Job

# Texts of the examples in the description of the API.
RAIN = (
    "Heavy rain closed the coast road on Monday. The ministry expects repairs to take two weeks. "
    "Buses run by way of the hills until then. Shops in the harbour report fewer guests. "
    "A new road inland has been planned for ten years."
)
SPLIT = ["The rain stopped.", "The road stays closed.", "Repairs of the road begin on Tuesday."]
QUERY, QUERIES = 1000, 20  # characters of a query, and queries at once
STRICT = ConfigDict(extra="forbid", strict=True)
MOST = 10**9  # words, sentences or characters of a budget


def one_of(**kinds: Any) -> dict[str, Any]:
    """Return the part of a schema that says: exactly one of these fields, the others left out or null."""
    cases = [
        {"required": [name], "properties": {other: kind if other == name else {"type": "null"} for other in kinds}}
        for name, kind in kinds.items()
    ]
    return {"oneOf": cases}


_TEXT = one_of(text={"type": "string"}, sentences={"type": "array"})
_BUDGET = one_of(
    words={"type": "integer"}, sentences={"type": "integer"}, ratio={"type": "number"}, characters={"type": "integer"}
)


def _with_examples(*examples: Any, **more: Any) -> ConfigDict:
    return ConfigDict(json_schema_extra={"examples": list(examples), **more})


def _without_default(schema: dict[str, Any]) -> None:
    """What an option is when it is left out depends on the method and the reading: there is no default to show."""
    schema.pop("default", None)


def _option(facts: Mapping[str, Any]) -> Any:
    """Return the type and the field of an option of the method, from its metadata in the library."""
    kind = Literal[facts["choices"]] if "choices" in facts else facts["kind"]
    limits = {"ge": facts["low"], "le": facts["high"]} if "low" in facts else {}
    field = Field(default=None, description=facts["about"], json_schema_extra=_without_default, **limits)
    return (kind | None if facts.get("optional") else kind, field)


if TYPE_CHECKING:
    Method: TypeAlias = str
    Reading: TypeAlias = str
    Structure: TypeAlias = str
    Kind: TypeAlias = str
    Changes = BaseModel
else:
    Method, Reading = Literal[tuple(METHODS)], Literal[tuple(READINGS)]
    Structure = Literal[("auto", *STRUCTURES)]  # a structure of one's own is a Python function
    Kind = Literal[TEXT_KINDS]
    Changes = create_model(
        "Changes",
        __config__=STRICT,
        __doc__="Single options of the method; those left out keep the value of the reading.",
        **{name: _option(one.metadata) for name, one in CHANGES.items()},
    )
Language = Annotated[str, Field(max_length=35, description="A code such as en, de or zh; auto detects the language.")]
ModelName = Annotated[
    str | None,
    Field(
        max_length=100,
        pattern=r"^\w[\w.+-]*$",
        description="The name of a model in the library of the server; left out: its choice for the language.",
    ),
]


def _check_query(given: object) -> str | list[str] | None:
    """Return one query or several. A union of types would point at its branch and not at the field."""
    several = [given] if given is None or isinstance(given, str) else given
    if not isinstance(several, list) or not 1 <= len(several) <= QUERIES:
        raise ValueError(f"give a string, or a list of 1 to {QUERIES} strings")
    for query in several:
        if query is not None and (not isinstance(query, str) or len(query) > QUERY or query != encodable(query)):
            raise ValueError(f"give a string of at most {QUERY} characters, each of them whole")
    return given  # type: ignore[return-value]


_ONE_QUERY = {"type": "string", "maxLength": QUERY}
Ticket = Annotated[str, Field(max_length=64, pattern="^[0-9A-Za-z_-]*$")]
Query = Annotated[
    str | list[str] | None,
    PlainValidator(_check_query),
    WithJsonSchema(
        {
            "anyOf": [
                _ONE_QUERY,
                {"type": "array", "items": _ONE_QUERY, "minItems": 1, "maxItems": QUERIES},
                {"type": "null"},
            ]
        }
    ),
    Field(description="What the reader looks for, one query or several in turn; left out: rank by importance alone."),
]


class _Choices(BaseModel):
    model_config = STRICT

    method: Method = Field("ssr", description="SSR and its sub-models, or a plain method to compare with.")
    reading: Reading = Field("best", description="The paper as printed, as best understood, or improved.")
    structure: Structure | None = Field(None, description="How the text is built; left out: what the reading says.")
    model: ModelName = None

    def recipe(self, language: str = "auto") -> Recipe:
        """Return the recipe that was asked for. Raises OptionsError for what contradicts itself."""
        return Recipe(
            method=self.method,
            reading=self.reading,
            structure=self.structure,
            language=language,
            model=self.model,
            changes=tuple(sorted(self._changes().items())),
        )

    @abstractmethod
    def _changes(self) -> dict[str, Any]:
        """Return the options of the method that were asked for."""


class RecipeFields(_Choices):
    """How to rank."""

    options: Changes = Field(default_factory=Changes, description="Single options of the method.")

    def _changes(self) -> dict[str, Any]:
        return self.options.model_dump(exclude_unset=True)


class Text(BaseModel):
    """A text, or sentences that are already split: one of them."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra=_TEXT)

    text: str | None = Field(None, description="The text; blank lines part paragraphs.")
    sentences: list[str] | None = Field(None, description="Its sentences, instead of `text`.")
    id: str = Field("", max_length=200, description="Comes back in the answer.")
    kind: Kind | None = Field(None, description="What `text` is written in; left out: as it looks.")
    query: Query = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.text is None) == (self.sentences is None):
            raise ValueError("give either text or sentences")
        return self

    def job_of(self, recipe: Recipe, form: Form) -> Job:
        """Return the work to do by a recipe, for the query of this text.

        JSON can hold half of a character, which UTF-8 cannot: it is replaced. In fields with a largest length it is
        refused before.
        """
        recipe = recipe if self.query is None else recipe.changed(query=self.query)
        text = encodable(self.text) if self.text is not None else tuple(map(encodable, self.sentences or ()))
        return Job(text, recipe, form, self.id, self.kind)


class BudgetRequest(BaseModel):
    """How much to take: exactly one of words, sentences, ratio and characters."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra=_BUDGET)

    words: int | None = Field(None, ge=1, le=MOST)
    sentences: int | None = Field(None, ge=1, le=MOST)
    ratio: float | None = Field(None, gt=0, le=1, description="Share of the sentences.")
    characters: int | None = Field(None, ge=1, le=MOST)
    context: bool = Field(False, description="Take a sentence only together with those it depends on.")
    nested: bool = Field(False, description="Stop at what does not fit, so that a larger budget only adds sentences.")

    @model_validator(mode="after")
    def _one_budget(self) -> Self:
        # The library refuses with a ValueError anything but one budget.
        self.budget()
        return self

    def budget(self) -> Budget:
        """Return the budget that was asked for."""
        given = self.model_dump(exclude={"nested"})
        return Budget(**given, overflow="stop" if self.nested else "skip")


class _OneText(Text, RecipeFields):
    """A text and how to rank it."""

    language: Language = "auto"

    @abstractmethod
    def _form(self) -> Form:
        """Return what the answer holds."""

    def job(self) -> Job:
        """Return the work to do. Raises OptionsError for what contradicts itself."""
        return self.job_of(self.recipe(self.language), self._form())


class _Parts(BaseModel):
    """What the answer holds beside the ranking."""

    explain: bool = Field(False, description="Give the reasons for every rank.")
    layers: int | None = Field(None, ge=1, le=100, description="Sort the sentences into this many layers at most.")
    summary: BudgetRequest | None = Field(None, description="Add the best sentences within a budget.")

    def _form(self) -> Form:
        budget = None if self.summary is None else self.summary.budget()
        return Form(explain=self.explain, layers=self.layers, budget=budget)


class RankRequest(_Parts, _OneText):
    """Rank every sentence of a text."""

    model_config = _with_examples(
        {"text": RAIN},
        {"sentences": SPLIT, "id": "notice", "query": "when is the road repaired", "explain": True},
        {
            "text": RAIN,
            "method": "swr",
            "reading": "paper",
            "structure": "news",
            "language": "en",
            "options": {"damping": 0.9, "softplus": False},
            "layers": 5,
            "summary": {"words": 20, "context": True},
        },
        **_TEXT,
    )


class SummaryRequest(_OneText):
    """Take the best sentences within a budget: a fifth of them, if none is given."""

    model_config = _with_examples(
        {"text": RAIN, "budget": {"sentences": 2}}, {"text": RAIN, "budget": {"characters": 120}}, **_TEXT
    )

    budget: BudgetRequest | None = None

    def _form(self) -> Form:
        return Form("summary", budget=None if self.budget is None else self.budget.budget())


class KeyphrasesRequest(_OneText):
    """Find the phrases that carry a text, and its topics."""

    model_config = _with_examples({"text": RAIN, "count": 3}, **_TEXT)

    count: int = Field(10, ge=1, le=1000, description="How many phrases at most.")
    diversity: float = Field(0.7, ge=0, le=1, description="How much a phrase loses whose words better ones have said.")
    max_words: int = Field(5, ge=1, le=10, description="How many words a phrase has at most.")
    stop: list[str] = Field(default=[], max_length=1000, description="Words and phrases to leave out.")

    def _form(self) -> Form:
        about = {"diversity": self.diversity, "max_words": self.max_words, "stop": tuple(self.stop)}
        return Form("keyphrases", count=self.count, phrases=about)


class BatchRequest(_Parts, RecipeFields):
    """Rank several texts by the same settings."""

    model_config = _with_examples(
        {"items": [{"text": RAIN, "id": "a"}, {"sentences": SPLIT, "id": "b"}], "structure": "news"}
    )

    items: list[Text] = Field(description="The texts.")
    language: Language = "auto"

    def jobs(self) -> Iterator[Job]:
        """Return one job for each text, made when it is asked for. Raises OptionsError for what contradicts itself."""
        form, recipe = self._form(), self.recipe(self.language)
        return (item.job_of(recipe, form) for item in self.items)


class DocumentRankRequest(RecipeFields):
    """Rank a document of the store again: for a query, or by other settings."""

    model_config = _with_examples({"query": "who has fewer guests"}, {"structure": "flat"})

    query: Query = None


class ReadingRequest(BaseModel):
    """What a reader did with a document, written over the revision that was last seen."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={"examples": [{"revision": 0, "progress": 0.25, "state": {"read": [[0, 12]], "budget": 2}}]},
    )

    revision: int = Field(ge=0, le=MOST, description="0 if nothing was written yet.")
    progress: float = Field(ge=0, le=1, description="Share of the words that were read.")
    state: dict[str, Any] = Field(description="What the page keeps; the server does not look into it.")


class TitleRequest(BaseModel):
    """Another title for a document."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": [{"title": "Rain report"}]})

    title: str = Field(min_length=1, max_length=200)


class UploadQuery(_Choices):
    """What the address of an upload may say."""

    model_config = ConfigDict(extra="ignore")

    name: str = Field("", max_length=255, description="File name, if the form does not give one.")
    address: str = Field(
        "", max_length=4000, pattern="^(https?://.*)?$", description="Fetch this instead of taking the body."
    )
    ticket: Ticket = Field("", description="A name of your own under which the progress can be asked for.")
    language: Language = "auto"
    changes: list[str] = Field(
        default=[], alias="set", max_length=100, description="Options of the method as NAME=VALUE; may repeat."
    )

    def _changes(self) -> dict[str, Any]:
        return parse_changes(self.changes)
