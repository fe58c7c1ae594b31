"""What a stored result was computed by: code and models, so that a changed program or another model starts afresh."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sentencerank import __version__
from sentencerank.errors import ModelError
from sentencerank.files import sha256_of, sha256_of_file
from sentencerank.model.library import default_languages, default_model, defaults, find_model
from sentencerank.model.manifest import read_manifest
from sentencerank.model.model import load

_PACKAGE = Path(__file__).parent.parent
_RANKING = ("*.py", "method/*.py", "languages/*.py", "model/*.py", "data/en/manifest.json")
_SCORING = ("budgets", "hits", "measures", "rouge", "scoring", "subjects", "tokens")


@cache
def ranking_code() -> str:
    """Return a digest of everything that can change a ranking: the code below the commands, and the English model."""
    return _digest(path for pattern in _RANKING for path in sorted(_PACKAGE.glob(pattern)))


@cache
def scoring_code() -> str:
    """Return a digest of everything that can change the score of a ranking."""
    names = ("document.py", "recipe.py", *(f"evaluate/{name}.py" for name in _SCORING))
    return _digest(_PACKAGE / name for name in names)


@cache
def code_of(folder: str) -> str:
    """Return a digest of the modules in a folder of the package."""
    return _digest(iter(sorted((_PACKAGE / folder).glob("*.py"))))


def _digest(paths: Iterator[Path]) -> str:
    return sha256_of([__version__, *((path.name, sha256_of_file(path)) for path in paths)])[:16]


@dataclass(frozen=True, slots=True)
class UsedModel:
    """A model beside the one of the package; two with the same hash rank alike, wherever they stand."""

    name: str
    language: str
    sha256: str

    def __str__(self) -> str:
        """Name it for a report.

        >>> print(UsedModel("wiki", "de", "0123456789abcdef"))
        wiki (de, sha256 0123456789ab)
        """
        return f"{self.name} ({self.language}, sha256 {self.sha256[:12]})"


def used_models(given: str | Path | None = None) -> tuple[UsedModel, ...]:
    """Return the model that was asked for, by name or folder, then those of other languages.

    Raises ModelError if the model that was asked for is missing or damaged.
    """
    first: tuple[UsedModel, ...] = ()
    if given is not None:
        # A damaged model fails here and not on every document.
        load(find_model(given))
        first = (_describe(find_model(given)),)
    return (*first, *(model for model in _chosen() if model.language not in {one.language for one in first}))


def _describe(folder: Path) -> UsedModel:
    manifest = read_manifest(folder)
    return UsedModel(manifest.name, manifest.language, str(manifest.raw["sha256"]))


def _chosen() -> Iterator[UsedModel]:
    for language in default_languages():
        try:
            folder = default_model(language)
            assert folder is not None
            yield _describe(folder)
        except ModelError:
            # It fails where a document needs it, and only there.
            yield UsedModel(defaults().get(language, language), language, "unreadable")
