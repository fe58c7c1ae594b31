"""From text to ranking: the one door through which everything comes in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import TypeAlias

from sentencerank.arrays import Vectors
from sentencerank.document import Document
from sentencerank.embeddings import unit
from sentencerank.errors import InputError, LanguageError, OptionsError
from sentencerank.intake import Reading, as_sentences
from sentencerank.intake import reading as reading_of
from sentencerank.language import Language, Token, Wording, read, read_sentences
from sentencerank.languages.codes import language as language_of
from sentencerank.languages.codes import registered_language
from sentencerank.languages.pack import Pack
from sentencerank.languages.registry import register, registered
from sentencerank.model import ENGLISH, Model, load, without_vectors
from sentencerank.options import resolve
from sentencerank.outcome import rank_baseline
from sentencerank.phrases import document_phrases, rests_of, segment
from sentencerank.query import Query, ask
from sentencerank.ranking import Ranking
from sentencerank.shelf import default_model, find_model
from sentencerank.ssr import Prepared, prepare, rank_prepared
from sentencerank.structure import Location
from sentencerank.terms import Segmenter, Terms, find_terms
from sentencerank.threads import one_thread

Input: TypeAlias = "str | Sequence[str] | Document"


class Ranker:
    """Ranks documents by one method; loads its model once.

    `structure` is a name or a function (i, n) → importance of place i of n, from 1. `language` is a code, "auto",
    or a `Language` of your own.
    `model` is the name of a model or its folder; by default the one that the user chose for the language, then the
    English one of the package. Every field of `Options` is accepted.
    """

    def __init__(
        self,
        method: str = "ssr",
        reading: str = "best",
        *,
        structure: str | Location | None = None,
        language: str | Language = "auto",
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
        self._spoken = _given(language)
        self._defaults: dict[str, Path | None] = {}
        self.language = _code(language)
        arguments = {**changes, "structure": structure, "language": self._spoken or language, "model": model}
        self._make = partial(_rank_of, method, reading, arguments)
        self._model = None if model is None else _model(str(find_model(model)))
        if self._model is None and self.language in ("auto", "en"):
            _model(None)  # most likely wanted: loaded now rather than at the first document

    def rank(self, text: Input, *, query: str | None = None, id: str = "") -> Ranking:
        """Rank every sentence of a text, of sentences already split, or of a document; for a query if one is given."""
        return self.prepare(text, id=id).rank(query)

    def prepare(self, text: Input, *, id: str = "") -> PreparedDocument:
        """Load a document once, to rank it for one query after another in a few milliseconds each."""
        if not isinstance(id, str):
            raise InputError(f"id is a {type(id).__name__}. Give a string, such as the name of the file.")
        document, model, notes = self._read(text, id)
        tokens = self._tokens(document, model)
        return PreparedDocument(self, document, model, tokens, notes)

    def rank_many(self, texts: Iterable[Input], *, workers: int = 1) -> Iterator[Ranking]:
        """Rank many texts, in their order; with several workers in as many processes, with the same results."""
        if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
            raise OptionsError(f"workers={workers!r}: give a whole number of 1 or more.")
        if isinstance(texts, str):
            raise InputError("rank_many takes several texts, got one string. Use rank(text), or put it into a list.")
        if not isinstance(texts, Iterable):
            raise InputError(f"rank_many takes several texts, got {type(texts).__name__}. Give a list of them.")
        if workers == 1:
            return (self.rank(text) for text in texts)
        from sentencerank.processes import in_processes  # brings multiprocessing along, which one text does not need

        known = tuple(registered().values()) if self.language == "auto" else ()  # any of them may be detected
        return in_processes(partial(self._make, known), texts, workers)

    def _read(self, text: Input, id: str) -> tuple[Document, Model, tuple[str, ...]]:
        if isinstance(text, Document):
            model = self._model_for(text.language)
            return replace(text, id=id or text.id), model, text.notes + self._about(model)
        sentences = as_sentences(text)
        found = Reading(self.language, None)
        if self._spoken is None:
            found = reading_of(text if isinstance(text, str) else "\n".join(sentences), self.language)
        code, notes = found.code, found.notes
        if self._model is not None and (code == "und" or found.confidence == 0) and code != self._model.language.code:
            code = self._model.language.code  # nothing to tell it by: a model was given for a reason
            notes = (f"Language not known: read in that of the model, {code}.",)
        model = self._model_for(code)
        if isinstance(text, str):
            document = read(text, model.language, id=id)
        else:
            document = read_sentences(sentences, model.language, id=id)
        return replace(document, language_confidence=found.confidence), model, notes + self._about(model)

    def _model_for(self, code: str) -> Model:
        """The model given, if it is for this language; then the user's choice for it, then the package's, then none."""
        if self._model is not None and code == self._model.language.code:
            model = self._model
        elif (chosen := self._chosen(code)) is not None:
            model = _model(str(chosen))
        else:
            model = _model(None) if code == "en" else without_vectors(language_of(code))
        return model if self._spoken is None or code != self.language else replace(model, language=self._spoken)

    def _chosen(self, code: str) -> Path | None:
        """What the user chose for a language; looked up once, not for every document."""
        if code not in self._defaults:
            self._defaults[code] = default_model(code)
        return self._defaults[code]

    def _about(self, model: Model) -> tuple[str, ...]:
        """Say which vectors were used, unless they are those of the package."""
        notes: tuple[str, ...] = getattr(model.language, "notes", ())
        if self._model is not None and model.path != self._model.path:
            notes = (
                *notes,
                f"The model {self._model.name} is for {self._model.language.code}: not used.",
            )
        if model.path is None:
            return (*notes, "No vectors for this language: ranked by shared words alone.")
        return notes if model.path == ENGLISH else (*notes, f"Vectors: {model.name}.")

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
            stem = getattr(model.language, "stem", lexicon.stem)
            own = rests_of(document_phrases(list(distinct.values())), stem)  # a copy repeats no phrase
        return lambda sentence: segment(sentence, lexicon, own)

    def _vectors(self, terms: Terms, model: Model) -> Vectors | None:
        names = terms.surfaces if self.options.look_up == "surface" else terms.names
        vectors = unit(model.embeddings.vectors(names))
        return vectors if vectors.any() else None

    def _query(self, text: str | None, prepared: Prepared, model: Model, segmenter: Segmenter | None) -> Query | None:
        if text is None:
            return None
        tokens = model.language.tokens([text], part_of_speech=self.options.part_of_speech)
        terms = find_terms(tokens, segmenter)
        return ask(text, prepared.live, prepared.vectors, terms, self._vectors(terms, model))

    def _prepare(
        self, document: Document, model: Model, tokens: Sequence[Sequence[Token]], segmenter: Segmenter | None
    ) -> Prepared:
        terms = find_terms(tokens, segmenter)
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
        self._segmenter = ranker._segmenter(tokens, model) if ranker.options.baseline == "none" else None
        self._prepared: Prepared | None = None
        if ranker.options.baseline == "none":
            self._prepared = ranker._prepare(document, model, tokens, self._segmenter)

    def rank(self, query: str | None = None) -> Ranking:
        """Rank it, for a query if one is given."""
        ranker, notes = self._ranker, self._notes
        if query is not None:
            if not isinstance(query, str):
                raise InputError(f"query is a {type(query).__name__}. Give what you look for as a string.")
            if ranker.options.baseline != "none":
                raise OptionsError(f"{ranker.options.baseline} knows no query. Use method='ssr', 'spr' or 'swr'.")
            tokens = self._model.language.tokens([query], part_of_speech=ranker.options.part_of_speech)
            if not any(token.essential for token in tokens[0]):
                query, notes = None, (*notes, f"The query {query!r} has no essential word: ranked without it.")
        with one_thread():
            if self._prepared is None:
                wording = _wording(self.document, self._model)
                return rank_baseline(self.document, find_terms(self._tokens), wording, ranker.options, notes)
            asked = ranker._query(query, self._prepared, self._model, self._segmenter)
            if asked is not None and not asked.found:
                notes = (*notes, f"Nothing in the text is near the query {query!r}: the order says little about it.")
            return rank_prepared(self._prepared, location=ranker.location, query=asked, notes=notes)


def _given(language: str | Language) -> Language | None:
    """A language that other processes would not know by its code: one's own, or one that was registered here."""
    if isinstance(language, str):
        return registered_language(language)
    if not all(callable(getattr(language, name, None)) for name in ("blocks", "sentences", "tokens", "wording")):
        raise LanguageError(f"language={language!r} is not a language. Give a code such as 'de', 'auto' or a Language.")
    return language


def _code(language: str | Language) -> str:
    """The code that a language goes by, "en" for "en-US"; one that cannot be fails here, not at the first document."""
    if language == "auto":
        return "auto"
    if isinstance(language, str):
        return language_of(language).code
    language_of(language.code)
    return language.code


def _wording(document: Document, model: Model) -> list[Wording]:
    return [model.language.wording(sentence.text) for sentence in document.sentences]


def rank(
    text: Input,
    *,
    query: str | None = None,
    id: str = "",
    method: str = "ssr",
    reading: str = "best",
    structure: str | Location | None = None,
    language: str | Language = "auto",
    model: str | Path | None = None,
    **changes: object,
) -> Ranking:
    """Rank every sentence of a text. The options are those of `Ranker`, which is loaded once and kept.

    >>> rank("Rain is falling on the plain. The rain in Spain falls mainly on the plain.").order
    array([0, 1])
    """
    ranker = _ranker(method=method, reading=reading, structure=structure, language=language, model=model, **changes)
    return ranker.rank(text, query=query, id=id)


def _ranker(**options: object) -> Ranker:
    code = options.get("language")
    if isinstance(code, str) and (spoken := registered_language(code)):
        options["language"] = spoken  # another pack may be registered by this code later
    try:
        return _cached_ranker(**options)
    except TypeError:  # an option that cannot be hashed: it will be refused with a proper message
        return Ranker(**options)  # type: ignore[arg-type]


@lru_cache(maxsize=16)
def _cached_ranker(**options: object) -> Ranker:
    return Ranker(**options)  # type: ignore[arg-type]


@cache
def _model(path: str | None) -> Model:
    """Each model is loaded once per process."""
    return load(None if path is None else Path(path))


def _rank_of(
    method: str, reading: str, arguments: dict[str, object], languages: Iterable[Pack]
) -> Callable[[Input], Ranking]:
    """What a worker process does, made there from what can be sent to it."""
    for pack in languages:
        register(pack)
    return Ranker(method, reading, **arguments).rank  # type: ignore[arg-type]
