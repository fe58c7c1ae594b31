"""The library: a folder of the user in which each model has a name, and one may be the default of its language.

SENTENCERANK_MODELS                              if it is set; otherwise
$XDG_DATA_HOME/sentencerank/models               Linux; ~/.local/share without the variable
~/Library/Application Support/sentencerank/models    macOS
%LOCALAPPDATA%\\sentencerank\\models                Windows

A model may also be installed as a package of data: sentencerank-model-de is then the default of German.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from sentencerank import patterns as re
from sentencerank.errors import ModelError
from sentencerank.files import leftovers, write_json
from sentencerank.model.manifest import MANIFEST, Manifest, read_manifest

DEFAULTS = "defaults.json"
PACKAGE = "sentencerank_model_"  # and the code of a language: how a package with a model is called
_USUAL = {
    "win32": ("LOCALAPPDATA", "AppData", "Local"),
    "darwin": ("", "Library", "Application Support"),
}
_NAME = re.compile(r"[\w][\w.+-]*")


def library() -> Path:
    """Return the folder that holds the models of this user; it need not exist."""
    if given := os.environ.get("SENTENCERANK_MODELS"):
        return Path(given)
    variable, *usual = _USUAL.get(sys.platform, ("XDG_DATA_HOME", ".local", "share"))
    base = os.environ.get(variable)
    try:
        return (Path(base) if base else Path.home().joinpath(*usual)) / "sentencerank" / "models"
    except RuntimeError as error:
        raise ModelError("there is no home folder for models. Set SENTENCERANK_MODELS to a folder.") from error


def model_folder(name: str) -> Path:
    """Return the folder that a model of this name has in the library, or would have; refuse a bad name."""
    if not _NAME.fullmatch(name):
        raise ModelError(f"{name!r} cannot be the name of a model. Use letters, digits, '-', '_' and '.'.")
    return library() / name


def find_model(name: str | Path) -> Path:
    """Return the folder of a model, given by its path or by its name in the library; a folder here comes first."""
    if not isinstance(name, str | Path):
        raise ModelError(f"model={name!r} is not a model. Give the name of one or the path of its folder.")
    if (Path(name) / MANIFEST).is_file():
        return Path(name)
    if isinstance(name, str) and _NAME.fullmatch(name):
        if (model_folder(name) / MANIFEST).is_file():
            return model_folder(name)
        if (package := _package(name.replace("-", "_"))) is not None:
            return package
        if not Path(name).exists():
            known = ", ".join(path.name for path in model_folders()) or "none yet"
            raise ModelError(
                f"there is no model {name!r}, neither as a folder here nor in {library()} (there: {known}). "
                "See: sentencerank model list"
            )
    # What is wrong with it is said when it is read.
    return Path(name)


def model_folders() -> list[Path]:
    """Return the models of the library, by name; what a killed import left there is none."""
    if not library().is_dir():
        return []
    return sorted(path for path in library().iterdir() if (path / MANIFEST).is_file() and not path.name.startswith("."))


def unfinished_imports() -> list[Path]:
    """Return the partial folders of imports that were killed, or are running now."""
    return [path for path in leftovers(library()) if path.is_dir()]


def readable_models() -> Iterator[tuple[Path, Manifest | ModelError]]:
    """Yield the models of the library, then the installed ones, with their manifests or what is wrong with them."""
    for folder in (*model_folders(), *installed_models().values()):
        try:
            yield folder, read_manifest(folder)
        except ModelError as error:
            yield folder, error


def installed_models() -> dict[str, Path]:
    """Return the models that were installed as packages, by the codes of their languages; none is imported."""
    from pkgutil import iter_modules

    names = sorted({found.name for found in iter_modules() if found.name.startswith(PACKAGE)})
    folders = {name.removeprefix(PACKAGE).replace("_", "-"): _package(name) for name in names}
    return {code: folder for code, folder in folders.items() if folder is not None}


def _package(name: str) -> Path | None:
    """Return the folder of an installed package with a model, sound or not; its code is never run."""
    if not (name.startswith(PACKAGE) and name.isidentifier()):
        return None
    spec = find_spec(name)
    if spec is None:
        return None
    # A module that is one file holds no model: the message names it.
    return Path(next(iter(spec.submodule_search_locations or ()), spec.origin or name))


def default_model(language: str) -> Path | None:
    """Return the model of a language: the one chosen with `sentencerank model use`, else an installed package, or None.

    English has that of this package, so a package of data has to be asked for by its name.
    """
    name = defaults().get(language)
    if name is not None:
        return find_model(model_folder(name))
    return None if language == "en" else _package(PACKAGE + language.replace("-", "_"))


def default_languages() -> list[str]:
    """Return the codes of all languages that have such a model."""
    return sorted(defaults().keys() | (installed_models().keys() - {"en"}))


def defaults() -> dict[str, str]:
    """Return the name of the model that was chosen for each language; raise ModelError if the file is malformed."""
    try:
        path = library() / DEFAULTS
        chosen = json.loads(path.read_text(encoding="utf-8"))
    except (ModelError, FileNotFoundError, NotADirectoryError, PermissionError):
        # There is no home folder, or none that we may look into.
        return {}
    except (OSError, ValueError) as error:
        raise ModelError(
            f"{path} cannot be read ({error}). Remove it, and choose with: sentencerank model use"
        ) from error
    if not isinstance(chosen, dict) or not all(isinstance(name, str) for name in chosen.values()):
        raise ModelError(f"{path} is malformed. Remove it, and choose with: sentencerank model use NAME")
    return chosen


def set_default(language: str, name: str | None) -> None:
    """Choose the model of a language by its name, or none."""
    chosen = {code: other for code, other in defaults().items() if code != language}
    if name is not None:
        chosen[language] = name
    write_json(library() / DEFAULTS, chosen)
