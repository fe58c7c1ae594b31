"""A document that can be asked.

`index_document` does what depends on the document alone; `QueryIndex.ask` takes a millisecond or two after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

import numpy as np

from sentencerank.asking.answers import (
    ALL_RULED_OUT,
    Answer,
    Answers,
    named_first,
    not_near,
    take_turns,
    without_query,
    without_words,
)
from sentencerank.asking.definitions import definitions
from sentencerank.asking.entries import is_name
from sentencerank.asking.kinds import given, searched
from sentencerank.asking.names import find_entry
from sentencerank.asking.places import find_named
from sentencerank.asking.questions import Queries, Question, parse_query, query_list
from sentencerank.asking.replies import replies_to
from sentencerank.asking.sections import NOT_ASKED, Sections, sections_of
from sentencerank.asking.words import find_words, plain_forms, with_spaces
from sentencerank.document import Document
from sentencerank.encoders import Encoder, encode
from sentencerank.method.arrays import Ids, Mask, Order, Scores, Vectors
from sentencerank.method.query import Passages, answer, gather, mean_vectors, reply, told
from sentencerank.method.wordindex import WordIndex
from sentencerank.model.embeddings import unit
from sentencerank.model.model import Model
from sentencerank.model.spelled import SpelledTable
from sentencerank.records import Hit

ALIKE = 3  # words from which two sentences of the same words are copies
_WORD = re.compile(r"\w+")
NEAR = 0.3  # cosine from which a word or a sentence has something to do with another
SPELLED_NEAR = 0.5  # the same between spellings


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """A query as the document understands it."""

    question: Question
    ids: Ids  # of its words in the document; -1 for one that is not there
    surfaces: tuple[str, ...]
    inside: Mask | None  # the sentences of what it names
    rest: str  # what it says beside that

    @property
    def empty(self) -> bool:
        """Whether there is nothing to look for."""
        return not self.surfaces and self.inside is None


@dataclass(frozen=True, slots=True, eq=False)
class _Around:
    """What decides beside the words of a query."""

    texts: list[str]
    importance: Scores | None
    encoder: Encoder | None
    defines: Mapping[str, Scores]
    allowed: Mask


@dataclass(frozen=True, slots=True, eq=False)
class QueryIndex:
    """A document that can be asked; made by `index_document`."""

    document: Document
    model: Model
    asked: Ids  # the sentences that can be asked: all but headings, what leads in others, and running heads
    titles: tuple[str, ...]  # of the section of each of them
    terms: tuple[str, ...]  # what each of them explains, one a line
    above: tuple[str, ...]  # the heading or term right above each of them
    words: WordIndex
    passages: Passages
    vectors: Vectors  # of the words, unit rows
    meanings: Vectors  # of the sentences, unit rows
    spelled: bool  # whether vectors are made from letters
    replies: Ids  # the question among them that each replies to: itself for a question, -1 for none
    said: Ids  # the same number for sentences that say the same word for word
    _encoded: dict[int, tuple[Encoder, Vectors]] = field(default_factory=dict, repr=False)  # a cache
    _plain: dict[str, int] = field(default_factory=dict, repr=False)  # another: words without accents and hyphens

    def ask(
        self, queries: Queries, *, importance: Scores | None = None, encoder: Encoder | None = None
    ) -> Answers | None:
        """Return what the document says to a query, or to several in turn; None if none has an essential word."""
        texts = [self.document.sentences[i].text for i in self.asked.tolist()]
        questions = [self._read(query, texts) for query in query_list(queries)]
        empty = [one.question.written for one in questions if one.empty]
        own = None if importance is None else importance[self.asked]
        answers = [self._answer(one, texts, own, encoder) for one in questions if not one.empty]
        if not answers:
            return None
        notes = [without_words(empty)] if empty else []
        notes += [not_near(one.question) for one in answers if not one.near]
        # What finds nothing takes no turns, unless nothing is found at all.
        answers = [one for one in answers if one.near] or answers
        allowed = np.array([one.allowed for one in answers])
        if not allowed.any():
            notes.append(ALL_RULED_OUT)
            allowed[:] = True
        parts, order = take_turns(answers, allowed)
        copy_of = self._copies(order)
        first = allowed.any(axis=0) & (copy_of[self.asked] < 0)
        order = np.concatenate((order[first[order]], order[~first[order]]))
        every = np.unique(np.concatenate([one.ids for one in questions]))
        return Answers(
            parts={name: self._over_all(values) for name, values in parts.items()},
            order=self.asked[order],
            allowed=int(first.sum()),
            copy_of=copy_of,
            hits=tuple(self._hits(every[every >= 0])),
            found=any(one.near for one in answers),
            notes=tuple(notes),
        )

    def _read(self, query: str, texts: Sequence[str]) -> _Read:
        """Find the words of a query in the document, and what it names there by a number or as an option."""
        read = self._find(parse_query(query, self.document.text), texts)
        # "-name" alone asks for that, since nothing is left that it could be taken from.
        return (
            read if not read.empty or not read.question.unwanted else self._find(Question(query, written=query), texts)
        )

    def _find(self, question: Question, texts: Sequence[str]) -> _Read:
        ids, surfaces = self.words_of(searched(question.text))
        named = find_entry(question.text, surfaces, self.terms, texts)
        named = named or find_named(question.text, self.document, self.asked, self.titles, self.model.language)
        return _Read(question, ids, surfaces, *(named or (None, question.text)))

    def _answer(self, read: _Read, texts: list[str], importance: Scores | None, encoder: Encoder | None) -> Answer:
        defined = definitions(read.question.text, texts, self.above) if read.surfaces else None
        allowed = read.question.allows(texts, self.titles)
        around = _Around(texts, importance, encoder, {} if defined is None else {"defines": defined}, allowed)
        parts, near = self._parts(read.question.text, read.ids, read.surfaces, around)
        if read.inside is not None:
            # What the query says beside a name decides inside the part, by words that sentences have: those of
            # titles alone, "GDPR", would only tell short sentences from long ones.
            ids, surfaces = self.words_of(read.rest)
            ids = np.where(np.isin(ids, self.words.ids), ids, -1)
            around = replace(around, allowed=allowed & read.inside)
            inner, _ = self._parts(read.rest, ids, surfaces, around)
            parts, near = named_first(read.inside, inner, parts), True
        return Answer(read.question, parts, allowed, near)

    def _parts(self, text: str, ids: Ids, surfaces: Sequence[str], around: _Around) -> tuple[dict[str, Scores], bool]:
        """The parts of the score of each sentence, and whether any is near the query."""
        if not surfaces:
            return without_query(self.passages, around.importance) | dict(around.defines), False
        if around.encoder is None:
            meaning, near = self.meaning(ids, surfaces)
        else:
            meaning, near = self._encoded_meaning(around.encoder, text, around.texts)
        asked = ids[ids >= 0]
        parts = answer(self.passages, asked, meaning, around.importance)
        if (self.replies >= 0).any():
            parts |= reply(parts, self.replies)
        total = sum(parts.values(), start=np.zeros(len(self.asked)))
        kind = given(text, around.texts, np.flatnonzero(total > 0.0).tolist(), self.model.language.code)
        parts |= {} if kind is None else {"kind": kind}
        parts |= around.defines
        # Last, since it goes by the order that all others make.
        return parts | told(parts, self.passages, asked, around.allowed), near

    def words_of(self, query: str) -> tuple[Ids, tuple[str, ...]]:
        """The words of a query: their numbers in the document, -1 for one that is not there, and as written."""
        own = find_words(self.model.language, [with_spaces(query)])
        pairs = zip(own.numbers, own.surfaces, strict=True)
        numbers = np.array([self._number(name, surface) for name, surface in pairs], dtype=np.intp)
        return numbers[own.ids], tuple(own.surfaces[i] for i in own.ids.tolist())

    def _number(self, name: str, surface: str) -> int:
        """The number of a word; where the document has it only with accents or hyphens, of that."""
        numbers, plain = self.words.numbers, self._plain
        if name in numbers:
            return numbers[name]
        if not plain:
            made = {"": -1}  # never empty, so that it is made once
            for written, number in chain(numbers.items(), zip(self.words.surfaces, range(len(numbers)), strict=True)):
                # Only Latin letters are typed without their accents, and most words have none.
                if written < "\u0250" and not (written.isascii() and written.isalnum()):
                    made.update(dict.fromkeys(plain_forms(written), number))
            plain.update(made)  # in one step: other threads may ask at the same time
        found = (
            own[form] for form in (*plain_forms(surface), *plain_forms(name)) for own in (numbers, plain) if form in own
        )
        return next(found, -1)

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

    def _copies(self, order: Order) -> Ids:
        """Which sentences say word for word what one says that is closer to the query.

        "The default is no." stands below many options, and only one of them is asked for.
        """
        copy_of = np.full(len(self.document.sentences), -1, dtype=np.intp)
        ranked = self.asked[order]
        _, first, said = np.unique(self.said[order], return_index=True, return_inverse=True)
        copies = first[said] != np.arange(len(order))
        copy_of[ranked[copies]] = ranked[first[said]][copies]
        return copy_of

    def _over_all(self, values: Scores) -> Scores:
        whole = np.zeros(len(self.document.sentences))
        whole[self.asked] = values
        return whole


def index_document(document: Document, model: Model, sections: Sections | None = None) -> QueryIndex:
    """Prepare a document for queries; `sections` say what belongs together, by default what the document shows."""
    sections = sections or sections_of(document, model.language)
    kinds = [document.blocks[s.paragraph].kind if document.blocks else "paragraph" for s in document.sentences]
    leading = sections.leading
    titled = [kind in NOT_ASKED or place in leading for place, kind in enumerate(kinds)]
    # What a table of contents repeats is no answer either.
    folded = {_folded(one.text) for one, title in zip(document.sentences, titled, strict=True) if title}
    longest = max(map(len, folded), default=0)
    asked = np.flatnonzero(
        [
            not title and (len(one.text) > 2 * longest or _folded(one.text) not in folded)
            for one, title in zip(document.sentences, titled, strict=True)
        ]
    )
    # A text of nothing but headings is still a text.
    asked = asked if len(asked) else np.arange(len(kinds))
    numbers, section_of = np.unique(np.array(sections.numbers, dtype=np.intp)[asked], return_inverse=True)
    title_of = dict(zip(sections.numbers, sections.titles, strict=True))
    texts = [document.sentences[i].text for i in asked.tolist()]
    headings = [title_of[number] for number in numbers.tolist()]
    words = find_words(model.language, [*texts, *headings])
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
    titles = tuple(sections.titles[i] for i in asked.tolist())
    terms = tuple(_terms(document, sections.leads[i]) if sections.leads else "" for i in asked.tolist())
    replies = replies_to([document.sentences[i] for i in asked.tolist()])
    above = tuple(document.sentences[i - 1].text if i and titled[i - 1] else "" for i in asked.tolist())
    return QueryIndex(
        document, model, asked, titles, terms, above, words, passages, vectors, meanings, spelled, replies, _said(texts)
    )


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _terms(document: Document, leads: Sequence[int]) -> str:
    return "\n".join(text for lead in leads if is_name(text := document.sentences[lead].text))


def _said(texts: Sequence[str]) -> Ids:
    """Number the texts, copies alike: all words count, since "may" and "may not" are no copies; short ones are none."""
    numbers: dict[str | int, int] = {}
    words = [_WORD.findall(text.casefold()) for text in texts]
    keys = (" ".join(own) if len(own) >= ALIKE else place for place, own in enumerate(words))
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.intp)


def _word_vectors(model: Model, surfaces: Sequence[str], *, spelled: bool) -> Vectors:
    return unit((SpelledTable() if spelled else model.embeddings).vectors(surfaces))
