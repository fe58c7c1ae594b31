"""What a job does to every document: the choices that make its output, as one value that is sent to workers."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from sentencerank import __version__
from sentencerank.errors import CorpusError, OptionsError
from sentencerank.files import sha256_of, sha256_of_file
from sentencerank.languages.language import Pack
from sentencerank.languages.registry import registered_packs
from sentencerank.recipe import Recipe, whole_number

if TYPE_CHECKING:
    from sentencerank.ranker import Ranker

SCHEMA = "sentencerank-corpus/3"
_ESCAPE = 6  # bytes that a character may take in JSON, such as \u00e9
_OTHER_FIELDS = 1 << 20  # bytes of other fields in a line

Rows: TypeAlias = Literal["document", "sentence"]
Form: TypeAlias = Literal["parquet", "jsonl"]
Duplicates: TypeAlias = Literal["rank", "skip"]
Progress: TypeAlias = Callable[[str, int, int], None]  # "planning", "kept" or "ranking"; documents done; of how many


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """How documents are found, ranked and written. Two jobs with the same fingerprint write the same files."""

    recipe: Recipe = field(default_factory=Recipe)
    rows: Rows = "document"  # what a row of the output is
    form: Form = "parquet"
    sentence_text: bool = True  # whether sentences carry their text, or only their place
    id_field: str = "id"
    text_field: str = "text"
    max_characters: int = 2_000_000  # of one document
    max_seconds: int = 60  # of processor time, for reading a document and again for ranking it
    max_memory: int = 4096  # MB that ranking a document may take
    duplicates: Duplicates = "rank"  # what happens to a text that occurred before
    keyphrases: int = 10  # of each document, at most
    languages: tuple[Pack, ...] = ()  # registered ones, which other processes must know; `portable` fills it

    def __post_init__(self) -> None:
        """Refuse what is no choice with an OptionsError."""
        for name, kind in (("rows", Rows), ("form", Form), ("duplicates", Duplicates)):
            if getattr(self, name) not in get_args(kind):
                raise OptionsError(f"{name}={getattr(self, name)!r}: give one of {', '.join(get_args(kind))}.")
        for name in ("max_characters", "max_seconds", "max_memory"):
            whole_number(getattr(self, name), name, least=1)
        whole_number(self.keyphrases, "keyphrases")

    @property
    def field_names(self) -> tuple[str, str]:
        """The names of the fields, or columns, that hold the id and the text."""
        return self.id_field, self.text_field

    @property
    def longest_line(self) -> int:
        """The bytes that a line of JSON may have."""
        return _ESCAPE * self.max_characters + _OTHER_FIELDS

    def ranker(self) -> Ranker:
        """Make the ranker of this job."""
        from sentencerank.ranker import Ranker

        return Ranker.of(self.recipe)

    def check(self) -> None:
        """Rank two sentences, so that what does not fit together fails here and not in every worker."""
        # Numbers, because words would be refused where a language of another script is asked for.
        self.ranker().rank("12. 34.")

    def portable(self) -> Job:
        """Return the same job with what other processes and machines cannot know.

        That is the folder of its model, and the languages that were registered in this process. Raises OptionsError if
        such a language cannot be sent to another process.
        """
        from sentencerank.model.library import find_model

        job = replace(self, languages=registered_packs())
        for language in job.languages:
            try:
                pickle.dumps(language)
            except (pickle.PicklingError, AttributeError, TypeError) as error:
                raise OptionsError(
                    f"the registered language {language.code!r} cannot be sent to worker processes ({error}). "
                    "Define its functions at the top level of a module."
                ) from error
        if self.recipe.model is None:
            return job
        return replace(job, recipe=self.recipe.changed(model=str(find_model(self.recipe.model).absolute())))

    def settings(self) -> Mapping[str, Any]:
        """Return everything that the output depends on, apart from the documents: it goes into the manifest.

        Raises OptionsError if the recipe holds a Python object, CorpusError if a model cannot be read.
        """
        recipe = self.recipe.to_dict()
        # The hash says which model it is, wherever it lies.
        del recipe["model"]
        rest = {
            each.name: getattr(self, each.name) for each in fields(self) if each.name not in ("recipe", "languages")
        }
        rest["languages"] = {pack.code: _pack_hash(pack) for pack in sorted(self.languages, key=lambda one: one.code)}
        models = model_hashes(self.recipe.model)
        return {"schema": SCHEMA, "sentencerank": __version__, "models": models, "recipe": recipe, **rest}

    def fingerprint(self) -> str:
        """Return a hash of the settings: it is part of the name of every file."""
        return sha256_of(self.settings())


def _pack_hash(pack: Pack) -> str:
    """Return the SHA-256 of a registered language; of a function only its name counts."""
    values = {each.name: getattr(pack, each.name) for each in fields(pack)}
    return sha256_of(
        {
            name: f"{value.__module__}.{value.__qualname__}" if callable(value) else value
            for name, value in values.items()
        }
    )


def model_hashes(given: str | Path | None) -> dict[str, str]:
    """Return the SHA-256 of every model that may be used: that of the package, the one given, those of languages.

    The hash is that of a model's manifest, which holds those of all its files.
    """
    from sentencerank.model.library import default_languages, default_model, find_model
    from sentencerank.model.model import ENGLISH

    folders = {"package": ENGLISH} | ({} if given is None else {"given": find_model(given)})
    folders |= {code: folder for code in default_languages() if (folder := default_model(code)) is not None}
    try:
        return {name: sha256_of_file(folder / "manifest.json") for name, folder in folders.items()}
    except OSError as error:
        raise CorpusError(f"{error.filename} cannot be read. Give the folder of a model.") from error
