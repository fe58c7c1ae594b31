"""Which model ranks a language: the one given, the user's choice for it, the package's English one, or none."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from sentencerank.languages.language import Language
from sentencerank.languages.registry import language_of
from sentencerank.model.library import default_model, find_model
from sentencerank.model.model import ENGLISH, Model, load, without_vectors


class Models:
    """The models of a ranker, one for each language; loaded when they are first needed and kept."""

    def __init__(self, given: str | Path | None = None, language: Language | None = None) -> None:
        """Take the model that was asked for, by name or folder, and a language of the user's own.

        Raises ModelError if there is no such model or it is damaged.
        """
        self.given = None if given is None else load_once(str(find_model(given)))
        self._language = language
        self._defaults: dict[str, Path | None] = {}

    def for_language(self, code: str) -> Model:
        """Return the model for a language; one without vectors where there is none."""
        if self.given is not None and code == self.given.language.code:
            model = self.given
        elif (chosen := self._chosen(code)) is not None:
            model = load_once(str(chosen))
        else:
            model = load_once(None) if code == "en" else without_vectors(language_of(code))
        own = self._language
        return model if own is None or own.code != code else replace(model, language=own)

    def notes(self, model: Model) -> tuple[str, ...]:
        """Say which vectors are used, unless they are those of the package."""
        notes = model.language.notes
        if self.given is not None and model.path != self.given.path:
            notes = (*notes, f"The model {self.given.name} is for {self.given.language.code}: not used.")
        if model.path is None:
            return (*notes, "No vectors for this language: ranked by shared words alone.")
        return notes if model.path == ENGLISH else (*notes, f"Vectors: {model.name}.")

    def _chosen(self, code: str) -> Path | None:
        # Looked up once for a ranker, not for every document.
        if code not in self._defaults:
            self._defaults[code] = default_model(code)
        return self._defaults[code]


@cache
def load_once(path: str | None) -> Model:
    """Load a model, once in a process; None is the English one of the package."""
    return load(None if path is None else Path(path))
