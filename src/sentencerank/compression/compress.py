"""`compress`: the sentences of retrieved texts that matter, verbatim and in order, within an exact budget."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import partial
from re import Pattern
from typing import Any, Literal, TypeAlias

from sentencerank.asking.questions import Queries, query_list
from sentencerank.compression.chunks import Chunk, ChunkInput, as_given, kept_by, read_chunks
from sentencerank.compression.counters import Limit
from sentencerank.compression.fill import Choice, fill, fill_beside, fill_nested
from sentencerank.compression.reading import Ranked, Reading, read_together
from sentencerank.compression.result import MARK, Compression, joined_text, whole_chunk
from sentencerank.document import Document
from sentencerank.encoders import Encoder
from sentencerank.errors import InputError, OptionsError, SentenceRankError
from sentencerank.recipe import whole_number
from sentencerank.workers import Pool, one_thread

Keep: TypeAlias = "str | Pattern[str] | Iterable[tuple[Hashable, int, int]] | None"
OnError: TypeAlias = Literal["raise", "original"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compressor:
    """How to compress; made from the arguments of `compress`, and picklable if `count` and `keep` are."""

    words: int | None = None
    tokens: int | None = None
    characters: int | None = None
    count: Any = None
    keep: Any = None
    neighbours: int = 0
    nested: bool = False
    min_words: int = 0
    on_error: OnError = "raise"
    language: str = "auto"
    encoder: Encoder | None = None

    def __post_init__(self) -> None:
        """Refuse what contradicts itself, before any text is read."""
        self.limit()
        whole_number(self.neighbours, "neighbours")
        whole_number(self.min_words, "min_words")
        if self.on_error not in ("raise", "original"):
            raise OptionsError(f"on_error={self.on_error!r}: give 'raise' or 'original'.")

    def limit(self) -> Limit:
        """Return the budget and what counts it."""
        return Limit.of(words=self.words, tokens=self.tokens, characters=self.characters, count=self.count)

    def __call__(self, chunks: object, query: Queries | None = None) -> Compression:
        """Compress chunks for a query; without one, by what is important in them."""
        limit, given = self.limit(), read_given(chunks, lenient=self.on_error == "original")
        try:
            return self._compress(read_chunks(given), query, limit)
        except SentenceRankError as error:
            if self.on_error == "raise":
                raise
            return original(given, limit, str(error))

    def _compress(self, chunks: tuple[Chunk, ...], query: Queries | None, limit: Limit) -> Compression:
        if query is not None:
            query_list(query)
        whole = tuple(map(whole_chunk, chunks))
        text = joined_text(whole)
        before = _steady(limit, text)
        if before <= limit.amount:
            return Compression(text, whole, before, before, limit.amount, limit.unit, compressed=False)
        with one_thread():
            reading = read_together(chunks, self.language, min_words=self.min_words)
            ranked = reading.rank(query, self.encoder)
        chosen = self._choose(reading, ranked, limit)
        kept = reading.render(chosen)
        text = joined_text(kept)
        notes = ranked.notes
        if ranked.asked and ranked.order[0] not in chosen:
            best = reading.text_of(ranked.order[0])
            notes += (f"What is closest to the query has {limit.count(best)} {limit.unit} and does not fit.",)
        return Compression(
            text, kept, before, _steady(limit, text), limit.amount, limit.unit, compressed=True, notes=notes
        )

    def _choose(self, reading: Reading, ranked: Ranked, limit: Limit) -> frozenset[int]:
        units, chunks, order = reading.units, reading.chunks, ranked.order
        must = frozenset(kept_by(self.keep, chunks, units))
        costs = [limit.count(reading.text_of(place)) for place in range(len(units))]
        mark = limit.count(MARK)
        budget = Choice(
            limit.amount, costs, lambda chosen: limit.count(joined_text(reading.render(chosen))), must, mark
        )
        if budget.used > limit.amount:
            raise OptionsError(
                f"what `keep` asks for has {budget.used} {limit.unit}, and the budget is {limit.amount}. "
                "Raise the budget, or keep less."
            )
        groups = [self._groups(reading, place) for place in order]
        if self.nested:
            fill_nested(budget, groups)
        else:
            fill(budget, groups)
            fill_beside(budget, ranked.rest, [unit.chunk for unit in units])
        if not budget.chosen:
            least = min((costs[place] for place in order), default=0)
            unit = limit.unit if limit.amount != 1 else limit.unit.removesuffix("s")
            raise OptionsError(
                f"no sentence fits {limit.amount} {unit}: the shortest has {least}"
                f"{', and the best one has ' + str(costs[order[0]]) if len(order) and self.nested else ''}. "
                "Raise the budget."
            )
        return budget.chosen

    def _groups(self, reading: Reading, place: int) -> list[frozenset[int]]:
        """A unit with its neighbours in the same chunk and what leads it in or it leads in, then with less of them."""
        units, alone = reading.units, frozenset((place,))
        led = alone | reading.leads(place)
        both = led | reading.led(place)
        first, last = max(0, place - self.neighbours), min(len(units), place + self.neighbours + 1)
        around = both.union(i for i in range(first, last) if units[i].chunk == units[place].chunk)
        return list(dict.fromkeys((around, both, led, alone)))


def compress(
    chunks: Iterable[ChunkInput] | ChunkInput,
    query: Queries | None = None,
    *,
    words: int | None = None,
    tokens: int | None = None,
    characters: int | None = None,
    count: Any = None,
    keep: Keep = None,
    neighbours: int = 0,
    nested: bool = False,
    min_words: int = 0,
    on_error: OnError = "raise",
    language: str = "auto",
    encoder: Encoder | None = None,
) -> Compression:
    """Keep the sentences that matter, verbatim and in their order, and never more than the budget.

    `chunks` are texts, tuples (id, title, text), mappings with these keys, Documents, or what LangChain, LlamaIndex and
    Haystack retrieve. `query` is what to look for, a string or several; without one the sentences that are important in
    the texts themselves are kept. The budget is exactly one of `words`, `tokens` (with `count`: a function from text to
    a number, a tiktoken Encoding or a tokenizers.Tokenizer) and `characters`. What fits is returned untouched.

    `keep`, a regular expression or spans (id, start, end), names what must stay. `neighbours` sentences before and
    after one are kept with it where they fit. `nested` stops at the first sentence that does not fit, so that a larger
    budget never removes one. A chunk below `min_words` words is kept whole or not at all; so are code, tables and logs.
    `on_error="original"` returns what was given, with `error` set, where otherwise an error is raised. `encoder`, a
    function from texts to vectors, compares sentences with the query in place of the word vectors.

    >>> text = "Rain fell all day in the hills. Buses were late. The council pays for the repairs of the road."
    >>> str(compress(text, "who pays for the road", words=10))
    'The council pays for the repairs of the road.'
    """
    return Compressor(
        words=words, tokens=tokens, characters=characters, count=count, keep=keep, neighbours=neighbours, nested=nested,
        min_words=min_words, on_error=on_error, language=language, encoder=encoder,
    )(chunks, query)  # fmt: skip


def compress_many(requests: Iterable[Any], *, workers: int = 1, **settings: Any) -> Iterator[Compression]:
    """Compress many lists of chunks, in their order; with several workers in as many processes, with the same results.

    A request is a list of chunks, or a mapping with `chunks` and `query`. `settings` are the arguments of `compress`.
    Never more requests are taken than keep the workers busy. Raises OptionsError if something cannot be sent to
    another process.
    """
    compressor = Compressor(**settings)
    if whole_number(workers, "workers", least=1) == 1:
        return _each_told(_compress_one(compressor, request) for request in requests)
    pool = Pool(workers)

    def results() -> Iterator[Compression]:
        with pool:
            yield from pool.map(partial(_compress_one, compressor), requests)

    return _each_told(results())


def _each_told(results: Iterator[Compression]) -> Iterator[Compression]:
    """Say which request an error is about."""
    done = 0
    try:
        for result in results:
            yield result
            done += 1
    except (InputError, OptionsError) as error:
        raise type(error)(f"request {done + 1}, from 1: {error}") from error


def _compress_one(compressor: Compressor, request: Any) -> Compression:
    if not isinstance(request, Mapping) or "chunks" not in request:
        return compressor(request)
    settings = [field.name for field in fields(compressor) if field.name in request]
    if settings:
        error = f"it has {', '.join(settings)} of its own. Give what holds for all requests as an argument."
        if compressor.on_error == "raise":
            raise OptionsError(error)
        return original(read_given(request["chunks"], lenient=True), compressor.limit(), error)
    return compressor(request["chunks"], request.get("query"))


def read_given(chunks: object, *, lenient: bool) -> object:
    """Take an iterator into a list, so that it can be returned after an error."""
    return list(chunks) if lenient and isinstance(chunks, Iterator) else chunks


def original(given: object, limit: Limit, error: str) -> Compression:
    """Return what was given, flagged: nothing of it is lost, and it may be over the budget."""
    items = [given] if isinstance(given, str | Document | Mapping) or not isinstance(given, Iterable) else list(given)
    chunks = [whole_chunk(as_given(item, place)) for place, item in enumerate(items)]
    text = joined_text([chunk for chunk in chunks if chunk.text])
    try:
        size = limit.count(text)
    except InputError:
        size = -1
    note = ("It could not be counted, so its size is -1.",) if size < 0 else ()
    return Compression(text, tuple(chunks), size, size, limit.amount, limit.unit, False, error, note)


def _steady(limit: Limit, text: str) -> int:
    """Count a text twice: a counter that changes its mind cannot be kept to."""
    first, second = limit.count(text), limit.count(text)
    if first != second:
        raise InputError(
            f"count returned {first} and then {second} for the same text. Give a counter that always says the same."
        )
    return first
