"""What the server answers with: the types of its JSON, and how a ranking becomes one of them.

The description of the API is made from these types and from the dataclasses of the library that they hold; the tests
hold every answer to it. Nothing here imports pydantic or FastAPI: the worker processes need neither.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, make_dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, get_type_hints

from sentencerank import ranking as rankings
from sentencerank import records
from sentencerank.document import Block, Mark, Place
from sentencerank.files import Json
from sentencerank.method.options import Options
from sentencerank.recipe import Budget
from sentencerank.records import Explanation, Hit, Keyphrase, RankedSentence, Topic, as_json
from sentencerank.serve.rows import Entry, FoundEntry


@dataclass(frozen=True, kw_only=True)
class _Answer:
    __pydantic_config__: ClassVar = {"extra": "forbid"}


@dataclass(frozen=True, kw_only=True)
class Problem(_Answer):
    """An error (RFC 9457). `detail` says what to do; `instance` is the id of the request, as in the server's log.

    `errors` holds JSON pointers to what is wrong.
    """

    type: str
    title: str
    status: int
    detail: str
    instance: str | None = None
    errors: tuple[Mapping[str, str], ...] | None = None


if TYPE_CHECKING:
    Reasons: TypeAlias = Explanation
else:
    Reasons = make_dataclass("Reasons", [(name, get_type_hints(Explanation)[name]) for name in rankings.REASONS])
    Reasons.__doc__ = "Why a sentence has its rank."


@dataclass(frozen=True, kw_only=True)
class ExplainedSentence(RankedSentence):
    """A sentence with its layer, the parts of its score and, on demand, the reasons for its rank."""

    layer: int
    parts: Mapping[str, float]
    reasons: Reasons | None = None


@dataclass(frozen=True, kw_only=True)
class Layer:
    """What one more layer of the reading adds; the sentences are given by their indices."""

    number: int
    words: int
    words_read: int
    minutes: float
    sentences: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Extract:
    """The best sentences within a budget, given by their indices."""

    words: int
    text: str
    sentences: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class _Head(_Answer):
    schema: str
    id: str
    language: str
    language_confidence: float | None  # 0 to 1 if the language was detected
    structure: str
    query: str | None
    notes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Ranking(_Head):
    """Every sentence of a text, ranked; `order` gives their indices, the most important first."""

    structure_reason: str  # the sign that decided for the structure
    hits: tuple[Hit, ...]
    options: Options
    words: int
    order: tuple[int, ...]
    sentences: tuple[ExplainedSentence, ...]
    topics: tuple[Topic, ...]
    keyphrases: tuple[Keyphrase, ...]
    layers: tuple[Layer, ...] | None = None
    summary: Extract | None = None


@dataclass(frozen=True, kw_only=True)
class Summary(_Head):
    """The best sentences of a text, in its own order."""

    words: int
    text: str
    sentences: tuple[RankedSentence, ...]


@dataclass(frozen=True, kw_only=True)
class Keyphrases(_Head):
    """The phrases that carry a text, and its topics."""

    keyphrases: tuple[Keyphrase, ...]
    topics: tuple[Topic, ...]


@dataclass(frozen=True, kw_only=True)
class KeptChunk:
    """What is left of a chunk: spans of its text, verbatim, and the text that they make with marks for the gaps."""

    id: str | int
    title: str
    text: str
    spans: tuple[tuple[int, int], ...]
    whole: bool


@dataclass(frozen=True, kw_only=True)
class Compression(_Answer):
    """Texts within a budget; `before` and `after` are sizes in its unit."""

    text: str
    chunks: tuple[KeptChunk, ...]
    before: int
    after: int
    budget: int
    unit: str
    compressed: bool
    error: str | None
    notes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class BatchItem:
    """What became of one text: a result or a problem."""

    index: int
    result: Ranking | None = None
    problem: Problem | None = None


@dataclass(frozen=True, kw_only=True)
class Batch(_Answer):
    """All texts of a batch, in their order."""

    items: tuple[BatchItem, ...]


@dataclass(frozen=True, kw_only=True)
class DocumentEntry(Entry, _Answer):
    """What is known about a document without opening it; `added` is a time in UTC (ISO 8601)."""


@dataclass(frozen=True, kw_only=True)
class DocumentList(_Answer):
    """A page of the list of documents."""

    total: int
    limit: int
    offset: int
    documents: tuple[FoundEntry, ...]


@dataclass(frozen=True, kw_only=True)
class StoredDocument(DocumentEntry):
    """A document: its text, its blocks, marks and places in it, and its ranking with the reasons."""

    text: str
    blocks: tuple[Block, ...]
    marks: tuple[Mark, ...]
    places: tuple[Place, ...]
    notes: tuple[str, ...]
    ranking: Ranking


@dataclass(frozen=True, kw_only=True)
class Columns:
    """A ranked document as lists over its sentences, as the reader draws it.

    Sentence `k` begins `gaps[k]` characters after the end of the one before it and has `lengths[k]` of them. `depends`
    is a flat list of pairs; `apart` is one of runs of sentences, `[from, to)`, that are headings or repeat them in a
    table of contents. `topic` holds places in `topics`, `scores` are thousandths. `blocks` has four numbers for each:
    the place of its kind in `block_kinds`, the gap before it, its length, its level; `cells`, `about` have what few
    have, under the number of the block. `marks` has four too: the place of its kind in `mark_kinds`, the step from the
    start of the one before it, its length, the place of its target in `targets`.
    """

    language: str
    structure: str
    notes: tuple[str, ...]
    text: str
    gaps: tuple[int, ...]
    lengths: tuple[int, ...]
    words: tuple[int, ...]
    depends: tuple[int, ...]
    apart: tuple[int, ...]
    block_kinds: tuple[str, ...]
    blocks: tuple[int, ...]
    cells: Mapping[str, Any]
    about: Mapping[str, Mapping[str, str]]
    mark_kinds: tuple[str, ...]
    marks: tuple[int, ...]
    targets: tuple[str, ...]
    topics: tuple[Mapping[str, str], ...]
    topic: tuple[int, ...]
    keyphrases: tuple[Mapping[str, Any], ...]
    scores: tuple[int, ...]
    stops: tuple[float, ...]
    query: str | None
    order: tuple[int, ...]
    hits: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, kw_only=True)
class ReadingState(_Answer):
    """What a reader did with a document."""

    revision: int
    progress: float
    state: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class OpenedDocument(_Answer):
    """A document as the reader draws it; `pages` says whether its pages can be shown as pictures."""

    entry: Entry
    pages: bool
    reading: ReadingState
    columns: Columns


@dataclass(frozen=True, kw_only=True)
class Order(_Answer):
    """The order of the sentences for a query; a hit is the index of a sentence and the ranges of the words."""

    query: str | None
    order: tuple[int, ...]
    hits: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, kw_only=True)
class SentenceReasons(_Answer):
    """Why a sentence has its rank."""

    index: int
    rank: int
    score: float
    parts: Mapping[str, float]
    topic: int
    terms: tuple[Any, ...]
    votes: tuple[Any, ...]
    topic_rank: int
    similar_to: int | None
    redundancy_penalty: float
    text: str
    sentence: str
    cue: str


@dataclass(frozen=True, kw_only=True)
class Revision(_Answer):
    """The number under which something was written."""

    revision: int


@dataclass(frozen=True, kw_only=True)
class UploadProgress(_Answer):
    """How far an upload is: waiting, fetching, reading, ranking or keeping."""

    stage: str
    sentences: int
    seconds: float


@dataclass(frozen=True, kw_only=True)
class PageBoxes(_Answer):
    """Where sentences stand on a page: pairs of an index and a box in points; a picture has `scale` pixels a point."""

    page: int
    boxes: tuple[tuple[Any, ...], ...]
    scale: float


@dataclass(frozen=True, kw_only=True)
class Health(_Answer):
    """Whether the server answers, and how many of its workers have started."""

    status: str
    version: str
    workers_ready: int
    workers: int


@dataclass(frozen=True, kw_only=True)
class Readiness(_Answer):
    """That the store can be read and written, and that a worker runs."""

    status: str


@dataclass(frozen=True, slots=True)
class Form:
    """Which answer is wanted, and what it holds."""

    kind: str = "ranking"
    explain: bool = False
    layers: int | None = None  # how many at most
    budget: Budget | None = None
    count: int = 10  # of keyphrases
    phrases: Mapping[str, Any] = field(default_factory=dict, hash=False)  # how these are chosen


FULL = Form(explain=True)  # what is kept of a document


def encode(record: Mapping[str, Json]) -> bytes:
    """Return a record as JSON in UTF-8."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


def answer(ranking: rankings.Ranking, form: Form) -> bytes:
    """Return a ranking as the JSON of the answer that was asked for."""
    return encode(_FORMS[form.kind](ranking, form))


def _ranking(ranking: rankings.Ranking, form: Form) -> Mapping[str, Json]:
    record = ranking.to_dict(explain=form.explain)
    if form.layers is not None:
        record["layers"] = [as_json(_layer(layer)) for layer in ranking.layers(form.layers)]
    if form.budget is not None:
        chosen = ranking.take(form.budget)
        record["summary"] = as_json(Extract(words=chosen.words, text=chosen.text, sentences=chosen.indices))
    return record


def _layer(layer: records.Layer) -> Layer:
    return Layer(
        number=layer.number,
        words=layer.words,
        words_read=layer.words_read,
        minutes=layer.minutes,
        sentences=tuple(sentence.index for sentence in layer.sentences),
    )


def _summary(ranking: rankings.Ranking, form: Form) -> Mapping[str, Json]:
    chosen = ranking.take(form.budget or Budget.of())
    return as_json(Summary(**_head(ranking), words=chosen.words, text=chosen.text, sentences=chosen.sentences))


def _keyphrases(ranking: rankings.Ranking, form: Form) -> Mapping[str, Json]:
    found = ranking.keyphrases(form.count, **form.phrases)
    return as_json(Keyphrases(**_head(ranking), keyphrases=found, topics=ranking.topics))


def _head(ranking: rankings.Ranking) -> dict[str, Any]:
    """Return what every answer says; `Ranking.to_dict` says the same, but would also make the rest."""
    return {
        "schema": rankings.SCHEMA,
        "id": ranking.document.id,
        "language": ranking.language,
        "language_confidence": ranking.language_confidence,
        "structure": ranking.structure,
        "query": ranking.query,
        "notes": ranking.notes,
    }


_FORMS: Mapping[str, Callable[[rankings.Ranking, Form], Mapping[str, Json]]] = MappingProxyType(
    {"ranking": _ranking, "summary": _summary, "keyphrases": _keyphrases}
)
