"""Ask a document: its sentences by how close they are to one query or several, and why (docs/decisions/0025).

`index_document` does what depends on the document alone; `QueryIndex.ask` takes a millisecond or two after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from sentencerank.document import Block, BlockKind, Document
from sentencerank.encoders import Encoder, encode
from sentencerank.errors import InputError
from sentencerank.method.arrays import Ids, Mask, Order, Scores, Vectors
from sentencerank.method.query import Passages, answer, gather, mean_vectors
from sentencerank.method.selection import by_score
from sentencerank.method.wordindex import WordIndex, index_words
from sentencerank.model.embeddings import unit
from sentencerank.model.model import Model
from sentencerank.model.spelled import SpelledTable
from sentencerank.records import Hit

Queries: TypeAlias = "str | Sequence[str]"

NOT_ASKED: frozenset[BlockKind] = frozenset({"title", "heading", "message", "page", "furniture"})
ALIKE = 3  # words from which two sentences of the same words are copies
NEAR = 0.3  # cosine from which a word or a sentence has something to do with another
SPELLED_NEAR = 0.5  # the same between spellings
_SENTENCE_END = re.compile(r"[.?!…。？！؟][\"'”’»)\]]?\s*$")
_OPERATOR = re.compile(r"\"([^\"]*)\"|“([^“”]*)”|(?<!\S)-([^\s\"“”]+)")
_SPACED = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Question:
    """A query taken apart: its words, those that must occur and those that must not."""

    text: str  # without signs and without what must not occur
    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()

    def allows(self, texts: Sequence[str], titles: Sequence[str]) -> Mask:
        """Return which of some texts have what must occur, or their titles do, and nothing that must not."""
        wanted, unwanted = map(_pattern, self.wanted), list(map(_pattern, self.unwanted))
        allowed = np.ones(len(texts), dtype=np.bool_)
        for pattern in wanted:
            found = [pattern.search(text) or pattern.search(title) for text, title in zip(texts, titles, strict=True)]
            allowed &= np.array([one is not None for one in found], dtype=np.bool_)
        for pattern in unwanted:
            allowed &= ~np.array([bool(pattern.search(text)) for text in texts], dtype=np.bool_)
        return allowed


def parse_query(query: str) -> Question:
    """Take a query apart: "quoted words" must occur, -word must not.

    In a sentence quotation marks only quote: a query that ends with a full stop or a question mark has no operators.

    >>> parse_query('salmon "second barrier" -sensors')
    Question(text='salmon second barrier', wanted=('second barrier',), unwanted=('sensors',))
    >>> parse_query('Who wrote "The Trial"?').wanted
    ()
    """
    if _SENTENCE_END.search(query):
        return Question(query)
    wanted: list[str] = []
    unwanted: list[str] = []

    def take(found: re.Match[str]) -> str:
        if found[3]:
            unwanted.append(found[3])
            return " "
        wanted.append((found[1] or found[2] or "").strip())
        return f" {wanted[-1]} "

    text = " ".join(_OPERATOR.sub(take, query).split())
    return Question(text, tuple(filter(None, wanted)), tuple(unwanted))


def _pattern(phrase: str) -> re.Pattern[str]:
    """Match whole words, whatever their case and the white space between them."""
    words = r"\s+".join(map(re.escape, phrase.split()))
    before = r"(?<!\w)" if _SPACED.match(phrase) and phrase[:1].isascii() else ""
    after = r"(?!\w)" if _SPACED.match(phrase[-1:]) and phrase[-1:].isascii() else ""
    return re.compile(f"{before}{words}{after}", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """What a document says to a query."""

    parts: Mapping[str, Scores]  # of the score of every sentence; they add up to it
    order: Order  # the sentences that can be asked, the closest first; what the query rules out is last, and copies
    allowed: int  # how many of them are neither
    copy_of: Ids  # of every sentence: the earlier one that has the same words, numbers included; -1 for none
    hits: tuple[Hit, ...]  # for every sentence that has a word of the query, in document order
    found: bool  # whether anything in the text is near the query
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class QueryIndex:
    """A document that can be asked; made by `index_document`."""

    document: Document
    model: Model
    asked: Ids  # the sentences that can be asked: all but headings and running heads
    titles: tuple[str, ...]  # of the section of each of them
    words: WordIndex
    passages: Passages
    vectors: Vectors  # of the words, unit rows
    meanings: Vectors  # of the sentences, unit rows
    spelled: bool  # whether vectors are made from letters
    copy_of: Ids  # of each sentence of the document
    _encoded: dict[int, tuple[Encoder, Vectors]] = field(default_factory=dict, repr=False)  # a cache

    def ask(
        self, queries: Queries, *, importance: Scores | None = None, encoder: Encoder | None = None
    ) -> Answers | None:
        """Return what the document says to a query, or to the best of several; None if none has an essential word."""
        questions = [parse_query(query) for query in query_list(queries)]
        known = [(question, *self.words_of(question.text)) for question in questions]
        known = [one for one in known if one[2]]
        if not known:
            return None
        own = None if importance is None else importance[self.asked]
        texts = [self.document.sentences[i].text for i in self.asked.tolist()]
        each: list[dict[str, Scores]] = []
        allowed: list[Mask] = []
        found = False
        for question, ids, surfaces in known:
            if encoder is None:
                meaning, near = self.meaning(ids, surfaces)
            else:
                meaning, near = self._encoded_meaning(encoder, question.text, texts)
            each.append(answer(self.passages, ids[ids >= 0], meaning, own))
            allowed.append(question.allows(texts, self.titles))
            found = found or near
        notes: tuple[str, ...] = ()
        if not np.any(allowed):
            notes = ("No sentence has all that must occur and nothing that must not: ranked without that demand.",)
            allowed = [np.ones(len(texts), dtype=np.bool_) for _ in each]
        parts, order = _best_of(each, np.array(allowed))
        first = np.any(allowed, axis=0) & (self.copy_of[self.asked] < 0)
        order = np.concatenate((order[first[order]], order[~first[order]]))
        every = np.unique(np.concatenate([ids for _, ids, _ in known]))
        return Answers(
            parts={name: self._over_all(values) for name, values in parts.items()},
            order=self.asked[order],
            allowed=int(first.sum()),
            copy_of=self.copy_of,
            hits=tuple(self._hits(every[every >= 0])),
            found=found,
            notes=notes,
        )

    def words_of(self, query: str) -> tuple[Ids, tuple[str, ...]]:
        """The words of a query: their numbers in the document, -1 for one that is not there, and as written."""
        own = index_words(self.model.language.tokens([query], part_of_speech=False))
        numbers = np.array([self.words.numbers.get(name, -1) for name in own.numbers], dtype=np.intp)
        return numbers[own.ids], tuple(own.surfaces[i] for i in own.ids.tolist())

    def meaning(self, ids: Ids, surfaces: Sequence[str]) -> tuple[Scores, bool]:
        """How close every sentence is to words in meaning, and whether any word of the text is one of them or near."""
        vectors = _word_vectors(self.model, surfaces, spelled=self.spelled)
        weights = np.where(ids >= 0, self.passages.idf[ids] if len(self.passages.idf) else 0.0, self.passages.unseen)
        direction = unit((weights.astype(np.float32) @ vectors)[None])[0]
        near = bool((ids >= 0).any())
        if not near:
            near = bool((self.vectors @ vectors.T).max(initial=0.0) >= (SPELLED_NEAR if self.spelled else NEAR))
        return (self.meanings @ direction).astype(np.float64), near

    def _encoded_meaning(self, encoder: Encoder, query: str, texts: list[str]) -> tuple[Scores, bool]:
        """The same by an encoder."""
        cosines = self._encode(encoder, texts) @ encode(encoder, [query])[0]
        return cosines.astype(np.float64), bool(cosines.max(initial=0.0) >= NEAR)

    def _encode(self, encoder: Encoder, texts: list[str]) -> Vectors:
        # The encoder itself is kept beside its vectors, so that its number stays its own.
        if id(encoder) not in self._encoded:
            self._encoded[id(encoder)] = encoder, encode(encoder, texts)
        return self._encoded[id(encoder)][1]

    def _hits(self, words: Ids) -> Iterator[Hit]:
        places = np.flatnonzero(np.isin(self.words.ids, words))
        rows = np.searchsorted(self.words.bounds, places, side="right") - 1
        found, starts = np.unique(rows, return_index=True)
        for row, here in zip(found.tolist(), np.split(places, starts[1:]), strict=False):
            sentence = self.document.sentences[int(self.asked[row])]
            spans = tuple(
                (sentence.start + start, sentence.start + end)
                for start, end in zip(self.words.starts[here].tolist(), self.words.ends[here].tolist(), strict=True)
            )
            terms = dict.fromkeys(self.document.text[start:end] for start, end in spans)
            yield Hit(sentence.index, tuple(terms), spans)

    def _over_all(self, values: Scores) -> Scores:
        whole = np.zeros(len(self.document.sentences))
        whole[self.asked] = values
        return whole


def index_document(
    document: Document, model: Model, *, sections: Sequence[int] | None = None, titles: Sequence[str] | None = None
) -> QueryIndex:
    """Prepare a document for queries.

    `sections` and `titles` (one for each sentence) say what belongs together; left out, these are the sections under
    the headings or, without headings, the paragraphs.
    """
    kinds = [document.blocks[s.paragraph].kind if document.blocks else "paragraph" for s in document.sentences]
    asked = np.flatnonzero([kind not in NOT_ASKED for kind in kinds])
    # A text of nothing but headings is still a text.
    asked = asked if len(asked) else np.arange(len(kinds))
    if sections is None or titles is None:
        sections, titles = sections_of(document)
    numbers, section_of = np.unique(np.array(sections, dtype=np.intp)[asked], return_inverse=True)
    title_of = dict(zip(sections, titles, strict=True))
    texts = [document.sentences[i].text for i in asked.tolist()]
    headings = [title_of[number] for number in numbers.tolist()]
    words = index_words(model.language.tokens([*texts, *headings], part_of_speech=False))
    count, owners = len(texts), words.owners
    split = int(words.bounds[count])
    passages = gather(
        owners[:split],
        words.ids[:split],
        section_of.reshape(-1),
        (owners[split:] - count, words.ids[split:]),
        sentences=count,
        sections=len(numbers),
        words=len(words.surfaces),
    )
    vectors = _word_vectors(model, words.surfaces, spelled=False)
    spelled = not vectors.any()
    if spelled:
        vectors = _word_vectors(model, words.surfaces, spelled=True)
    # Titles have done their work in the passages: only the words of the sentences are hits.
    words = words.first(count)
    meanings = mean_vectors(words.ids, words.bounds, passages.idf, vectors)
    shown = tuple(title_of[sections[i]] for i in asked.tolist())
    copy_of = _copies(words, asked, len(document.sentences))
    return QueryIndex(document, model, asked, shown, words, passages, vectors, meanings, spelled, copy_of)


def _copies(words: WordIndex, asked: Ids, count: int) -> Ids:
    """Find sentences with the same words as an earlier one; the terms of the graphs would not tell numbers apart."""
    copy_of = np.full(count, -1, dtype=np.intp)
    seen: dict[bytes, int] = {}
    for sentence, start, end in zip(asked.tolist(), words.bounds[:-1].tolist(), words.bounds[1:].tolist(), strict=True):
        if end - start >= ALIKE:
            first = seen.setdefault(np.sort(words.ids[start:end]).tobytes(), sentence)
            copy_of[sentence] = first if first != sentence else -1
    return copy_of


def query_list(queries: Queries) -> list[str]:
    """Return one query or several as a list; raise InputError for anything but strings."""
    given = [queries] if isinstance(queries, str) else queries
    if not isinstance(given, Sequence) or not all(isinstance(query, str) for query in given):
        raise InputError(f"query is a {type(queries).__name__}. Give what you look for as one string or several.")
    return list(given)


def sections_of(document: Document) -> tuple[list[int], list[str]]:
    """The section of each sentence and its title: the headings above it; without headings, its paragraph."""
    if len({sentence.section for sentence in document.sentences}) < 2:
        return [sentence.paragraph for sentence in document.sentences], [""] * len(document.sentences)
    above: list[tuple[int, str]] = []
    numbers: list[int] = []
    titles: list[str] = []
    last: Block | None = None
    for sentence in document.sentences:
        block = document.blocks[sentence.paragraph] if document.blocks else None
        if block is not None and block.kind == "heading":
            if block is not last:
                # A heading ends those of its own level and below.
                above = [one for one in above if 0 < one[0] < block.level]
            above.append((block.level, sentence.text))
            last = block
        numbers.append(sentence.section)
        titles.append(" ".join(text for _, text in above))
    return numbers, titles


def _word_vectors(model: Model, surfaces: Sequence[str], *, spelled: bool) -> Vectors:
    return unit((SpelledTable() if spelled else model.embeddings).vectors(surfaces))


def _best_of(each: Sequence[Mapping[str, Scores]], allowed: Mask) -> tuple[dict[str, Scores], Order]:
    """Take turns: the first of every query, then the second of every query; what a query rules out is its last.

    The parts of a sentence are those of the query that put it first.
    """
    ranks = np.empty(allowed.shape, dtype=np.intp)
    totals = np.array([sum(parts.values(), start=np.zeros(allowed.shape[1])) for parts in each])
    for own, total, right in zip(ranks, totals, allowed, strict=True):
        order = by_score(total)
        own[np.concatenate((order[right[order]], order[~right[order]]))] = np.arange(len(order))
    best = ranks.argmin(axis=0)
    every = np.arange(allowed.shape[1])
    parts = {name: np.array([parts[name] for parts in each])[best, every] for name in each[0]}
    # What every query rules out comes last.
    return parts, np.lexsort((-totals.max(axis=0), ranks.min(axis=0), ~allowed.any(axis=0)))
