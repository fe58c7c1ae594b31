"""From text to ranking: the one door through which everything comes in."""

from __future__ import annotations

import itertools
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import TypeAlias

import numpy as np

from sentencerank.document import Document
from sentencerank.embeddings import unit
from sentencerank.errors import DocumentError, InputError, LanguageError, OptionsError
from sentencerank.language import Token, Wording, read, read_sentences
from sentencerank.languages.codes import language as language_of
from sentencerank.languages.detect import detect, script_of
from sentencerank.model import Model, load, without_vectors
from sentencerank.options import resolve
from sentencerank.outcome import rank_baseline
from sentencerank.parts import LONGEST, merged, part, part_bounds
from sentencerank.phrases import document_phrases, rests_of, segment
from sentencerank.query import Query, ask
from sentencerank.ranking import Ranking
from sentencerank.ssr import Prepared, prepare, rank_prepared
from sentencerank.structure import Location
from sentencerank.terms import Segmenter, Terms, find_terms
from sentencerank.threads import one_thread

Input: TypeAlias = "str | Sequence[str] | Document"

SURE = 0.5  # confidence from which a text that is not English is read as something else
_TAG = re.compile(r"<(?:!doctype|/?(?:html|head|body|div|p|span|a|ul|li|table|script)\b)[^<>]*>", re.IGNORECASE)


class Ranker:
    """Ranks documents by one method; loads its model once.

    `structure` is a name or a function (i, n) → importance of place i of n, from 1. `language` is a code or "auto".
    `model` is the folder of a model, by default the English one of the package. Every field of `Options` is accepted.
    """

    def __init__(
        self,
        method: str = "ssr",
        reading: str = "best",
        *,
        structure: str | Location | None = None,
        language: str = "auto",
        model: str | Path | None = None,
        **changes: object,
    ) -> None:
        self.location = structure if callable(structure) else None
        if structure is not None:
            changes["structure"] = "custom" if callable(structure) else structure
        if changes.get("structure") == "custom" and self.location is None:
            raise OptionsError(
                "structure='custom' needs a function: pass structure=lambda i, n: … instead of the name."
            )
        self.options = resolve(method, reading, **changes)
        self.language = language
        self._arguments = (method, reading, structure, language, model, changes)
        self._model = _model(None if model is None else str(model))
        if language != "auto":
            language_of(language)  # an unknown code fails here, not at the first document

    def rank(self, text: Input, *, query: str | None = None, id: str = "") -> Ranking:
        """Rank every sentence of a text, of sentences already split, or of a document; for a query if one is given."""
        return self.prepare(text, id=id).rank(query)

    def prepare(self, text: Input, *, id: str = "") -> PreparedDocument:
        """Load a document once, to rank it for one query after another in a few milliseconds each."""
        document, model, notes = self._read(text, id)
        tokens = self._tokens(document, model)
        return PreparedDocument(self, document, model, tokens, notes)

    def rank_many(self, texts: Iterable[Input], *, workers: int = 1) -> Iterator[Ranking]:
        """Rank many texts, in their order; with several workers in as many processes, with the same results."""
        if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
            raise OptionsError(f"workers={workers!r}: give a whole number of 1 or more.")
        if isinstance(texts, str):
            raise InputError("rank_many takes several texts, got one string. Use rank(text), or put it into a list.")
        if workers == 1:
            return (self.rank(text) for text in texts)
        return self._in_processes(texts, workers)

    def _in_processes(self, texts: Iterable[Input], workers: int) -> Iterator[Ranking]:
        with ProcessPoolExecutor(workers, get_context("spawn"), _start, (self._arguments,)) as pool:
            waiting: deque[Future[Ranking]] = deque()
            for text in texts:
                waiting.append(pool.submit(_rank_in_process, text))
                if len(waiting) >= 4 * workers:  # never more in memory than keeps the workers busy
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    def _read(self, text: Input, id: str) -> tuple[Document, Model, tuple[str, ...]]:
        if isinstance(text, Document):
            return text, self._model_for(text.language), text.notes
        sentences = _checked(text)
        whole = text if isinstance(text, str) else "\n".join(sentences)
        code, notes = self._code(whole)
        model = self._model_for(code)
        document = (
            read(text, model.language, id=id)
            if isinstance(text, str)
            else read_sentences(sentences, model.language, id=id)
        )
        return document, model, notes

    def _code(self, text: str) -> tuple[str, tuple[str, ...]]:
        """The language to read a text in, and what to say about it; a wrong one is an error, never a guess."""
        found = detect(text)
        if self.language == "auto":
            if found.code == "und" and found.confidence < SURE:  # a headline, a number: nothing to tell it by
                return "en", ("Too short to tell its language: read as English.",) if text.strip() else ()
            code = found.code
            if code == self._model.language.code:
                return code, ()
            return code, (f"Language {code} ({found.reason}): no vectors, ranked by shared words alone.",)
        if found.confidence > 0 and script_of(found.code) != script_of(self.language):  # this much is certain
            raise LanguageError(
                f"language={self.language!r}, but the text is in another script ({found.reason}). "
                f"Pass language='auto', or language={found.code!r}."
            )
        return self.language, ()

    def _model_for(self, code: str) -> Model:
        return self._model if code == self._model.language.code else without_vectors(language_of(code))

    def _tokens(self, document: Document, model: Model) -> list[list[Token]]:
        texts = [sentence.text for sentence in document.sentences]
        return model.language.tokens(texts, part_of_speech=self.options.part_of_speech)

    def _segmenter(self, tokens: Sequence[Sequence[Token]], model: Model) -> Segmenter | None:
        if not self.options.phrases:
            return None
        lexicon = model.phrases
        own: dict[str, dict[str, float]] = {}
        if self.options.document_phrases:
            distinct = {tuple(token.text for token in sentence): sentence for sentence in tokens}
            own = rests_of(document_phrases(list(distinct.values())), lexicon.stem)  # a copy repeats no phrase
        return lambda sentence: segment(sentence, lexicon, own)

    def _vectors(self, terms: Terms, model: Model) -> np.ndarray | None:
        names = terms.surfaces if self.options.look_up == "surface" else terms.names
        vectors = unit(model.embeddings.vectors(names))
        return vectors if vectors.any() else None

    def _query(self, text: str | None, prepared: Prepared, model: Model) -> Query | None:
        if text is None:
            return None
        terms = find_terms(model.language.tokens([text]), self._segmenter([], model))
        return ask(text, prepared.live, prepared.vectors, terms, self._vectors(terms, model))

    def _prepare(self, document: Document, model: Model, tokens: Sequence[Sequence[Token]]) -> Prepared:
        terms = find_terms(tokens, self._segmenter(tokens, model))
        with one_thread():
            return prepare(
                document,
                terms,
                self._vectors(terms, model),
                _wording(document, model),
                self.options,
                threshold=model.threshold,
                phrase_threshold=model.phrase_threshold,
            )


class PreparedDocument:
    """A document whose graphs are built; made by `Ranker.prepare`."""

    def __init__(
        self,
        ranker: Ranker,
        document: Document,
        model: Model,
        tokens: Sequence[Sequence[Token]],
        notes: tuple[str, ...],
    ) -> None:
        self.document = document
        self._ranker, self._model, self._tokens, self._notes = ranker, model, tokens, notes
        self._whole: Prepared | None = None
        if ranker.options.baseline == "none" and len(tokens) <= LONGEST:
            self._whole = ranker._prepare(document, model, tokens)

    def rank(self, query: str | None = None) -> Ranking:
        """Rank it, for a query if one is given."""
        ranker, notes = self._ranker, self._notes
        if query is not None and not isinstance(query, str):
            raise InputError(f"query is a {type(query).__name__}. Give what you look for as a string.")
        if ranker.options.baseline != "none":
            if query is not None:
                raise OptionsError(f"{ranker.options.baseline} knows no query. Use method='ssr', 'spr' or 'swr'.")
            return self._baseline()
        if query is not None and not any(token.essential for token in self._model.language.tokens([query])[0]):
            query, notes = None, (*notes, f"The query {query!r} has no essential word: ranked without it.")
        with one_thread():
            rankings = [
                rank_prepared(
                    prepared,
                    location=ranker.location,
                    query=ranker._query(query, prepared, self._model),
                    notes=notes,
                )
                for prepared in self._parts()
            ]
        if self._whole is not None:
            return rankings[0]
        segmenter = ranker._segmenter(self._tokens, self._model)
        return merged(self.document, find_terms(self._tokens, segmenter), rankings)

    def _parts(self) -> Iterator[Prepared]:
        """The whole, or the parts of a long document one after another: together they would not fit in memory."""
        if self._whole is not None:
            yield self._whole
            return
        for start, end in itertools.pairwise(part_bounds(self.document)):
            yield self._ranker._prepare(part(self.document, start, end), self._model, self._tokens[start:end])

    def _baseline(self) -> Ranking:
        terms = find_terms(self._tokens)
        wording = _wording(self.document, self._model)
        with one_thread():
            return rank_baseline(self.document, terms, wording, self._ranker.options, self._notes)


def _wording(document: Document, model: Model) -> list[Wording]:
    return [model.language.wording(sentence.text) for sentence in document.sentences]


def rank(text: Input, *, query: str | None = None, id: str = "", **options: object) -> Ranking:
    """Rank every sentence of a text. `options` are those of `Ranker`, which is loaded once and kept.

    >>> rank("Rain is falling on the plain. The rain in Spain falls mainly on the plain.").order
    array([0, 1])
    """
    return _ranker(**options).rank(text, query=query, id=id)


def _ranker(**options: object) -> Ranker:
    try:
        return _cached_ranker(**options)
    except TypeError:  # an option that cannot be hashed: it will be refused with a proper message
        return Ranker(**options)  # type: ignore[arg-type]


@cache
def _cached_ranker(**options: object) -> Ranker:
    return Ranker(**options)  # type: ignore[arg-type]


@cache
def _model(path: str | None) -> Model:
    """Each model is loaded once per process."""
    return load(None if path is None else Path(path))


_worker: Ranker | None = None  # the ranker of a worker process


def _start(arguments: tuple[str, str, object, str, object, dict[str, object]]) -> None:
    global _worker
    method, reading, structure, language, model, changes = arguments
    changes = {name: value for name, value in changes.items() if name != "structure"}
    _worker = Ranker(method, reading, structure=structure, language=language, model=model, **changes)  # type: ignore[arg-type]


def _rank_in_process(text: Input) -> Ranking:
    assert _worker is not None
    return _worker.rank(text)


def _checked(text: object) -> list[str]:
    """The input as sentences, or an error that says what to give instead."""
    if isinstance(text, str):
        _refuse_what_is_not_prose(text)
        return [text]
    if isinstance(text, bytes | bytearray | memoryview):
        raise InputError("got bytes. Decode them first: data.decode('utf-8'), or with the encoding of your file.")
    if isinstance(text, Sequence) and all(isinstance(sentence, str) for sentence in text):
        return list(text)
    if isinstance(text, Iterable) and not isinstance(text, dict):
        sentences = list(text)
        if all(isinstance(sentence, str) for sentence in sentences):
            return sentences
        raise InputError("the sequence holds things that are not strings. Give a string, or a sequence of sentences.")
    raise InputError(f"got {type(text).__name__}. Give the text as a string, or a sequence of sentences.")


def _refuse_what_is_not_prose(text: str) -> None:
    sample = text[:100_000]
    odd = sum(sample.count(chr(code)) for code in range(32) if code not in (9, 10, 12, 13)) + sample.count("\ufffd")
    if odd > 0.1 * len(sample):
        raise DocumentError("this is not prose: it is full of control characters. Extract the text of the file first.")
    if len(_TAG.findall(sample)) >= 5:
        raise DocumentError("this is markup, not text. Extract the text of the page first, then rank it.")
