"""From text to ranking: read the text, find its words, hand the numbers to the method."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, Unpack

from sentencerank.analysing import Words, analyse, find_words_later
from sentencerank.document import Document
from sentencerank.documents.strings import PLAIN, kind_of, read_string
from sentencerank.errors import InputError, LanguageError, OptionsError
from sentencerank.frozen import dataclass
from sentencerank.inputs import as_sentences, refuse_file_names
from sentencerank.languages.choose import LanguageChoice, choose_language, other_notes
from sentencerank.languages.language import Language, Pack, read_sentences, read_text
from sentencerank.languages.mixed import by_block, mixed_language
from sentencerank.languages.registry import language_of, register_all, registered_language, registered_packs
from sentencerank.method.analysis import Analysis
from sentencerank.method.options import Changes, Options, describe_options
from sentencerank.method.result import Result
from sentencerank.method.ssr import Prepared, prepare, rank_baseline, rank_prepared
from sentencerank.model.model import Model
from sentencerank.model.models import Models
from sentencerank.ranking import Ranking, build_ranking
from sentencerank.recipe import Location, Recipe, whole_number
from sentencerank.workers import one_thread

# What asks, encodes and sends is imported when somebody does: it would take as long as three articles.
if TYPE_CHECKING:
    from sentencerank.asking.index import QueryIndex
    from sentencerank.asking.questions import Queries
    from sentencerank.encoders import Encoder
    from sentencerank.sent_rankings import Sent

Input: TypeAlias = "str | Sequence[str] | Document"
Documented = TypeVar("Documented", bound=Callable[..., object])

DEFAULT_ENCODER = "minilm"
ENCODED_SUPPORT = 0.5  # weight of the sentences that an encoder finds alike, unless the options name another
_FIRST = "Rain falls in Spain, and the rain in Spain stays mainly in the plain."
_MUCH = 64_000  # characters that are sent to a process together
_LANGUAGE_PARTS = ("code", "blocks", "sentences", "tokens", "wording", "stem", "notes")


def _with_options(documented: Documented) -> Documented:
    """Add the options to a docstring, so that `help` shows them."""
    documented.__doc__ = f"{documented.__doc__}\n    Options:\n\n{describe_options()}\n    "
    return documented


class Ranker:
    """Ranks documents by one recipe; loads its model once."""

    @_with_options
    def __init__(
        self,
        method: str = "ssr",
        reading: str = "best",
        *,
        structure: str | Location | None = None,
        language: str | Language = "auto",
        model: str | Path | None = None,
        query: Queries | None = None,
        **changes: Unpack[Changes],
    ) -> None:
        """Make a ranker.

        `structure` is a name or a function (i, n) → importance of place i of n, from 1. `language` is a code, "auto",
        or a `Language` of your own. `model` is the name of a model or its folder; by default the one that the user
        chose for the language, then the English one of the package. `query` is what to look for in every document, one
        string or several.
        Raises OptionsError, LanguageError or ModelError, each with what to do.
        """
        recipe = Recipe.of(method, reading, structure=structure, language=language, model=model, query=query, **changes)
        self.recipe = recipe if isinstance(language, str) else replace(recipe, language=_checked(language))
        code = self.recipe.language
        self._own = registered_language(code) if isinstance(code, str) else code
        self.language = code if code == "auto" else language_of(code if isinstance(code, str) else code.code).code
        self._models = Models(model, self._own)
        if model is None and self.language in ("auto", "en"):
            # English is most likely wanted, so it is loaded now rather than at the first document, and so is all that
            # a first document opens.
            if self.options.similarity == "encoder":
                self._models.for_language("en")
            else:
                self.prepare(_FIRST)

    @classmethod
    def of(cls, recipe: Recipe) -> Ranker:
        """Make a ranker from a recipe."""
        return cls(
            recipe.method,
            recipe.reading,
            structure=recipe.structure,
            language=recipe.language,
            model=recipe.model,
            query=recipe.query,
            **dict(recipe.changes),  # type: ignore[arg-type]
        )

    @property
    def options(self) -> Options:
        """The options of the method, all of them."""
        return self.recipe.options

    def rank(
        self,
        text: Input,
        *,
        query: Queries | None = None,
        id: str = "",
        kind: str | None = None,
        encoder: Encoder | None = None,
    ) -> Ranking:
        """Rank every sentence of a text, of sentences already split, or of a document; for a query if one is given.

        `encoder`, a function from a list of texts to an array of one row each, takes the place of the word vectors
        where sentences are compared with the query; without a query sentences gain by five others that it finds alike.
        With similarity="encoder" it takes the place of Word Mover's Distance instead.

        `kind` is what a text is written in, as for `read`.
        """
        return self.prepare(text, id=id, kind=kind, encoder=encoder).rank(query, encoder=encoder)

    def prepare(
        self, text: Input, *, id: str = "", kind: str | None = None, encoder: Encoder | None = None
    ) -> PreparedDocument:
        """Load a document once, to rank it for one query after another in a few milliseconds each.

        With similarity="encoder" sentences are compared by `encoder`, by default all-MiniLM-L6-v2 if it is installed.
        """
        if isinstance(text, str):
            refuse_file_names(text)
        return self._prepared(self.read(text, id=id, kind=kind), encoder)

    def _prepared(self, document: Document, encoder: Encoder | None = None) -> PreparedDocument:
        """Do what `prepare` does, for a document that was read."""
        model, several = self._model_of(document)
        notes = document.notes + several
        with one_thread():
            analysis = analyse(document, model, self.options)
            if self.options.similarity == "encoder":
                from sentencerank.encoders import encode
                from sentencerank.encoders import encoder as installed_encoder

                texts = [sentence.text for sentence in document.sentences]
                analysis = replace(analysis, encoded=encode(encoder or installed_encoder(DEFAULT_ENCODER), texts))
            graphs = prepare(analysis, self.options) if self.options.baseline == "none" else None
        return PreparedDocument(document, self.recipe, model, analysis, graphs, notes)

    def _model_of(self, document: Document) -> tuple[Model, tuple[str, ...]]:
        """Return the model of a document, with its languages if it has several, and what is to say about them."""
        model = self._models.for_language(document.language)
        language, several = mixed_language(document, model.language)
        own = model if language is model.language else replace(model, language=language)
        return own, several + self._models.notes(model)

    def read(self, text: Input, *, id: str = "", kind: str | None = None) -> Document:
        """Find the language, the blocks and the sentences of a text, as `rank` does before it ranks.

        `kind` is a format such as "markdown", or "text". By default a string that is surely Markdown, HTML,
        reStructuredText or the like is read as that, and a note says so. Raises InputError for what is not text,
        DocumentError for binary data, and LanguageError for a text in another script than that of the language asked
        for.
        """
        if not isinstance(id, str):
            raise InputError(f"id is a {type(id).__name__}. Give a string, such as the name of the file.")
        if isinstance(text, Document):
            return self._in_wanted_language(replace(text, id=id or text.id))
        sentences = as_sentences(text)
        if isinstance(text, str) and (document := self._read_format(text, kind)) is not None:
            return self._in_wanted_language(replace(document, id=id))
        whole = text if isinstance(text, str) else "\n".join(sentences)
        choice = self._choose(whole)
        language = self._models.for_language(choice.code).language
        if isinstance(text, str):
            document = read_text(text, by_block(choice, language), id=id)
        else:
            document = read_sentences(sentences, language, id=id)
        return replace(document, language_confidence=choice.confidence, notes=choice.notes)

    def _read_format(self, text: str, kind: str | None) -> Document | None:
        """Return a string that is no plain text as a document; None for plain text."""
        # Only plain text can be read in a language of one's own.
        found = (kind or kind_of(text)) if isinstance(self.recipe.language, str) else PLAIN
        return None if found == PLAIN else read_string(text, found, self.language, told=kind is not None)

    def model_for(self, text: str) -> Model:
        """Return the model that a text would be ranked with: that of its language, unless one was asked for."""
        return self._models.for_language(self._choose(text).code)

    def rank_many(self, texts: Iterable[Input], *, workers: int = 1) -> Iterator[Ranking]:
        """Rank many texts, in their order; with several workers in as many processes, with the same results.

        Never more texts are taken from `texts` than keep the workers busy. Raises OptionsError if the ranker cannot
        be sent to other processes, and WorkerError if a process dies.
        """
        whole_number(workers, "workers", least=1)
        if isinstance(texts, str):
            raise InputError("rank_many takes several texts, got one string. Use rank(text), or put it into a list.")
        if not isinstance(texts, Iterable):
            raise InputError(f"rank_many takes several texts, got {type(texts).__name__}. Give a list of them.")
        if workers == 1:
            return (self.rank(text) for text in texts)
        recipe = self.recipe if self._own is None else replace(self.recipe, language=self._own)
        # Any registered language may be detected in a text.
        known = registered_packs() if self.language == "auto" else ()
        return self._rank_in_processes(recipe, known, texts, workers)

    def _rank_in_processes(
        self, recipe: Recipe, languages: tuple[Pack, ...], texts: Iterable[Input], workers: int
    ) -> Iterator[Ranking]:
        # Imported here, because it takes 17 ms, which one text need not pay.
        from sentencerank.sent_rankings import FoundAgain, unpack_later
        from sentencerank.workers import Pool, map_by_handfuls

        # Made here and not at the first text: what cannot be sent to another process is refused at once.
        pool = Pool(workers, setup=partial(_set_up, recipe, languages))
        again = FoundAgain(words=self._words, compared=lambda document: self._prepared(document).rank().compared.found)

        def rankings() -> Iterator[Ranking]:
            with pool:
                for text, sent in map_by_handfuls(pool, partial(_rank_text, recipe), texts, _share):
                    yield unpack_later(sent, text, self.options, again)

        return rankings()

    def _words(self, document: Document) -> Words:
        return find_words_later(document, lambda one: self._model_of(one)[0], self.options)

    def _choose(self, text: str) -> LanguageChoice:
        if self._own is not None and not isinstance(self.recipe.language, str):
            # Nobody but the user knows what texts a language of their own is for.
            return LanguageChoice(self._own.code, None)
        given = self._models.given
        return choose_language(text, self.language, fallback=None if given is None else given.language.code)

    def _in_wanted_language(self, document: Document) -> Document:
        """Return a document that was read before in the language that is asked for now.

        The language of a model counts only where the document did not tell its own, as for a string.
        """
        given = self._models.given
        unknown = given is not None and document.language_confidence == 0
        if self.language == document.language or (self.language == "auto" and not unknown):
            return document
        choice = self._choose(document.text)
        notes = (*other_notes(document.notes), *choice.notes)
        return replace(document, language=choice.code, language_confidence=None, notes=notes)


@dataclass(frozen=True, slots=True, eq=False)
class PreparedDocument:
    """A document whose graphs are built; made by `Ranker.prepare`."""

    document: Document
    recipe: Recipe
    model: Model
    analysis: Analysis
    graphs: Prepared | None  # None for a plain method
    notes: tuple[str, ...] = ()
    _kept: dict[str, Any] = field(default_factory=dict, repr=False)  # the plain ranking and the index, once made

    def rank(self, query: Queries | None = None, *, encoder: Encoder | None = None) -> Ranking:
        """Rank it, for a query if one is given, or for several: a sentence counts by the one that it answers best."""
        query, options = query if query is not None else self.recipe.query, self.recipe.options
        if query is not None and options.baseline != "none":
            raise OptionsError(f"{options.baseline} takes no query. Use method='ssr', 'spr' or 'swr'.")
        with one_thread():
            if self.graphs is None:
                result = rank_baseline(self.analysis, options).with_notes(self.notes)
                return build_ranking(self.document, self.analysis, result, options)
            if query is None and encoder is not None and options.similarity != "encoder":
                return self._supported(self.graphs, encoder)
            plain = self._plain(self.graphs)
            if query is None:
                return build_ranking(self.document, self.analysis, plain, options)
            return self._asked(query, plain, encoder)

    def _asked(self, query: Queries, plain: Result, encoder: Encoder | None) -> Ranking:
        from sentencerank.asking.answers import without_words
        from sentencerank.asking.questions import shown

        asked, options = shown(query), self.recipe.options
        answers = self._index().ask(query, importance=plain.scores, encoder=encoder)
        if answers is None:
            return build_ranking(self.document, self.analysis, plain.with_notes((without_words(query),)), options)
        result = plain.ordered(answers.order, answers.parts, answers.copy_of).with_notes(answers.notes)
        return build_ranking(self.document, self.analysis, result, options, asked, answers.hits)

    def _supported(self, graphs: Prepared, encoder: Encoder) -> Ranking:
        """The ranking without a query, with an encoder to tell which sentences say something alike."""
        from sentencerank.encoders import encode

        meanings = encode(encoder, [sentence.text for sentence in self.document.sentences])
        options = replace(graphs.options, support=graphs.options.support or ENCODED_SUPPORT)
        analysis = replace(graphs.analysis, meanings=meanings)
        encoded = replace(graphs, analysis=analysis, options=options)
        result = rank_prepared(encoded, location=self.recipe.location).with_notes(self.notes)
        return build_ranking(self.document, analysis, result, options)

    def _plain(self, graphs: Prepared) -> Result:
        """The ranking without a query, which a query needs as well: its subtopics, its terms, what decides ties."""
        if "plain" not in self._kept:
            result = rank_prepared(graphs, location=self.recipe.location)
            self._kept["plain"] = result.with_notes(self.notes)
        plain: Result = self._kept["plain"]
        return plain

    def _index(self) -> QueryIndex:
        if "index" not in self._kept:
            from sentencerank.asking.index import index_document

            self._kept["index"] = index_document(self.document, self.model)
        index: QueryIndex = self._kept["index"]
        return index


@_with_options
def rank(
    text: Input,
    *,
    query: Queries | None = None,
    id: str = "",
    kind: str | None = None,
    encoder: Encoder | None = None,
    method: str = "ssr",
    reading: str = "best",
    structure: str | Location | None = None,
    language: str | Language = "auto",
    model: str | Path | None = None,
    **changes: Unpack[Changes],
) -> Ranking:
    """Rank every sentence of a text. The arguments are those of `Ranker` and of `Ranker.rank`.

    The ranker is loaded once and kept.

    `kind` is what a string is written in: "text", "markdown", "html", "rst" and the like; by default the string tells.

    >>> rank("Rain is falling on the plain. The rain in Spain falls mainly on the plain.").order
    array([0, 1])
    """
    if isinstance(language, str):
        # Another pack may be registered by this code later, so the language itself is the key of the cache.
        language = registered_language(language) or language
    recipe = Recipe.of(method, reading, structure=structure, language=language, model=model, **changes)
    return ranker_of(recipe).rank(text, query=query, id=id, kind=kind, encoder=encoder)


@lru_cache(maxsize=64)
def ranker_of(recipe: Recipe) -> Ranker:
    """Return the ranker of a recipe, from the cache if it was used before."""
    return Ranker.of(recipe)


def _set_up(recipe: Recipe, languages: tuple[Pack, ...]) -> None:
    register_all(languages)
    ranker_of(recipe)


def _rank_text(recipe: Recipe, text: Input) -> Sent:
    from sentencerank.sent_rankings import pack_ranking

    return pack_ranking(ranker_of(recipe).rank(text), text)


def _share(text: Input) -> float:
    """Return which part of what is sent to a process together a text makes; what is no string is sent by itself."""
    return len(text) / _MUCH if isinstance(text, str) else 1.0


def _checked(language: Language) -> Language:
    """Refuse an object that lacks a part of a language, and one whose code cannot be."""
    missing = [name for name in _LANGUAGE_PARTS if not hasattr(language, name)]
    if missing:
        raise LanguageError(
            f"language={language!r} is neither a code nor a Language: it has no {missing[0]}. "
            "Give a code such as 'en', or an object with the methods of sentencerank.Language."
        )
    language_of(language.code)
    return language
