"""The library: a folder of the user in which each model has a name, and one may be the default of its language.

SENTENCERANK_MODELS                              if it is set; otherwise
$XDG_DATA_HOME/sentencerank/models               Linux; ~/.local/share without the variable
~/Library/Application Support/sentencerank/models    macOS
%LOCALAPPDATA%\\sentencerank\\models                Windows
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from sentencerank.errors import ModelError
from sentencerank.files import leftovers, write_json
from sentencerank.model.manifest import MANIFEST, Manifest, read_manifest

DEFAULTS = "defaults.json"
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
        raise ModelError(f"model={name!r} is no model. Give the name of one or the path of its folder.")
    if (Path(name) / MANIFEST).is_file():
        return Path(name)
    if isinstance(name, str) and _NAME.fullmatch(name):
        if (model_folder(name) / MANIFEST).is_file():
            return model_folder(name)
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
    """Yield the models of the library with their manifests, or with what is wrong with them."""
    for folder in model_folders():
        try:
            yield folder, read_manifest(folder)
        except ModelError as error:
            yield folder, error


def default_model(language: str) -> Path | None:
    """Return the model that the user chose for a language with `sentencerank model use`; None if nothing was chosen."""
    name = defaults().get(language)
    return None if name is None else find_model(model_folder(name))


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
