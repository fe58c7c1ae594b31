"""What the server answers, for the description of the API; the tests hold every answer to it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from sentencerank.document import BlockKind


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """An error (RFC 9457); `detail` says what to do."""

    type: str
    title: str
    status: int
    detail: str
    instance: str | None = Field(None, description="The id of the request, as in the server's log.")
    errors: list[dict[str, str]] | None = Field(None, description="JSON pointers to what is wrong.")


class Keyphrase(_Answer):
    """A word or phrase with its share of the importance."""

    text: str
    score: float
    count: int
    sentences: list[int]


class Topic(_Answer):
    """A subtopic, named by its phrases."""

    number: int
    letter: str
    name: str
    phrases: list[str]
    sentences: list[int]


class Vote(_Answer):
    """A sentence that recommends this one."""

    sentence: int
    share: float


class Reasons(_Answer):
    """Why a sentence has its rank."""

    terms: list[Keyphrase]
    votes: list[Vote]
    topic_rank: int
    similar_to: int | None
    redundancy_penalty: float
    text: str


class Sentence(_Answer):
    """A sentence with its place in the document and in the ranking; offsets count Unicode characters."""

    index: int
    text: str
    start: int
    end: int
    paragraph: int
    section: int
    rank: int
    score: float
    topic: int
    depends_on: int | None
    copy_of: int | None
    words: int


class RankedSentence(Sentence):
    """A sentence with its layer and the parts of its score."""

    layer: int
    parts: dict[str, float]
    reasons: Reasons | None = None


class Layer(_Answer):
    """What one more layer of the reading adds."""

    number: int
    words: int
    words_read: int
    minutes: float
    sentences: list[int]


class Extract(_Answer):
    """The best sentences within a budget."""

    words: int
    text: str
    sentences: list[int]


class _Head(_Answer):
    schema_: str = Field(alias="schema")
    id: str
    language: str
    language_confidence: float | None = Field(description="0 to 1 if the language was detected.")
    structure: str
    query: str | None
    notes: list[str]


class Ranking(_Head):
    """Every sentence of a text, ranked."""

    options: dict[str, Any]
    words: int
    order: list[int] = Field(description="The sentences, most important first.")
    sentences: list[RankedSentence]
    topics: list[Topic]
    keyphrases: list[Keyphrase]
    layers: list[Layer] | None = None
    summary: Extract | None = None


class Summary(_Head):
    """The best sentences of a text, in its own order."""

    words: int
    text: str
    sentences: list[Sentence]


class Keyphrases(_Head):
    """The phrases that carry a text, and its topics."""

    keyphrases: list[Keyphrase]
    topics: list[Topic]


class BatchItem(_Answer):
    """What became of one text: a result or a problem."""

    index: int
    result: Ranking | None = None
    problem: Problem | None = None


class Batch(_Answer):
    """All texts of a batch, in their order."""

    items: list[BatchItem]


class DocumentEntry(_Answer):
    """What is known about a document without opening it."""

    id: str
    name: str
    title: str
    media_type: str
    language: str
    words: int
    sentences: int
    added: str = Field(description="ISO 8601, UTC.")


class FoundEntry(DocumentEntry):
    """A document in a list."""

    snippet: str | None = Field(None, description="Where a search found it.")


class DocumentList(_Answer):
    """A page of the list of documents."""

    total: int
    limit: int
    offset: int
    documents: list[FoundEntry]


class Block(_Answer):
    """A stretch `text[start:end]` that stands on its own; offsets count Unicode characters."""

    kind: BlockKind
    start: int
    end: int
    level: int


class StoredDocument(DocumentEntry):
    """A document with its ranking and reasons."""

    text: str
    blocks: list[Block]
    notes: list[str]
    ranking: Ranking


class Health(_Answer):
    """Whether the server answers."""

    status: str
    version: str
    workers_ready: int
    workers: int
