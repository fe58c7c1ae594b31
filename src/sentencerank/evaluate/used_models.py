"""Which models a run ranks with, so that a report can name them and results of two models are never mixed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sentencerank.errors import ModelError
from sentencerank.model.library import default_model, defaults, find_model
from sentencerank.model.manifest import read_manifest
from sentencerank.model.model import load


@dataclass(frozen=True, slots=True)
class UsedModel:
    """A model beside the one of the package; two with the same hash rank alike, wherever they stand."""

    name: str
    language: str
    sha256: str

    def __str__(self) -> str:
        """For a report.

        >>> print(UsedModel("wiki", "de", "0123456789abcdef"))
        wiki (de, sha256 0123456789ab)
        """
        return f"{self.name} ({self.language}, sha256 {self.sha256[:12]})"


def used_models(given: str | Path | None = None) -> tuple[UsedModel, ...]:
    """The model that was asked for, by name or folder, then those that the user chose for other languages."""
    first: tuple[UsedModel, ...] = ()
    if given is not None:
        load(find_model(given))  # a damaged one fails here, not on every document
        first = (_described(find_model(given)),)
    return (*first, *(model for model in _chosen() if model.language not in {one.language for one in first}))


def _described(folder: Path) -> UsedModel:
    manifest = read_manifest(folder)
    return UsedModel(manifest.name, manifest.language, str(manifest.raw["sha256"]))


def _chosen() -> Iterator[UsedModel]:
    for language, name in sorted(defaults().items()):
        try:
            folder = default_model(language)
            assert folder is not None
            yield _described(folder)
        except ModelError:  # it fails where a document needs it, and only there
            yield UsedModel(name, language, "unreadable")
