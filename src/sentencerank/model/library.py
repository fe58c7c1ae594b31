"""Where models stand: a folder of the user, in which each model has a name, and one may be the default of its language.

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
from sentencerank.model.manifest import MANIFEST, Manifest, read_manifest

DEFAULTS = "defaults.json"
_USUAL = {
    "win32": ("LOCALAPPDATA", "AppData", "Local"),
    "darwin": ("", "Library", "Application Support"),
}
_NAME = re.compile(r"[\w][\w.+-]*")


def shelf() -> Path:
    """The folder that holds the models of this user; it need not exist."""
    if given := os.environ.get("SENTENCERANK_MODELS"):
        return Path(given)
    variable, *usual = _USUAL.get(sys.platform, ("XDG_DATA_HOME", ".local", "share"))
    base = os.environ.get(variable)
    try:
        return (Path(base) if base else Path.home().joinpath(*usual)) / "sentencerank" / "models"
    except RuntimeError as error:
        raise ModelError("there is no home folder for models. Set SENTENCERANK_MODELS to a folder.") from error


def place(name: str) -> Path:
    """The folder that a model of this name has, or would have."""
    if not _NAME.fullmatch(name):
        raise ModelError(f"{name!r} cannot be the name of a model. Use letters, digits, '-', '_' and '.'.")
    return shelf() / name


def find_model(name: str | Path) -> Path:
    """The folder of a model that is named by its path or by its name on the shelf; a folder here comes first."""
    if not isinstance(name, str | Path):
        raise ModelError(f"model={name!r} is no model. Give the name of one or the path of its folder.")
    if (Path(name) / MANIFEST).is_file():
        return Path(name)
    if isinstance(name, str) and _NAME.fullmatch(name):
        if (place(name) / MANIFEST).is_file():
            return place(name)
        if not Path(name).exists():
            known = ", ".join(path.name for path in model_folders()) or "none yet"
            raise ModelError(
                f"there is no model {name!r}, neither as a folder here nor in {shelf()} (there: {known}). "
                "See: sentencerank model list"
            )
    return Path(name)  # what is wrong with it is said when it is read


def model_folders() -> list[Path]:
    """The models on the shelf, by name; what a killed import left there is none."""
    if not shelf().is_dir():
        return []
    return sorted(path for path in shelf().iterdir() if (path / MANIFEST).is_file() and not path.name.startswith("."))


def left_over() -> list[Path]:
    """What killed imports left on the shelf, or imports that are running now."""
    return sorted(shelf().glob(".*.partial")) if shelf().is_dir() else []


def readable_models() -> Iterator[tuple[Path, Manifest | ModelError]]:
    """The models on the shelf with their manifests, or with what is wrong with them."""
    for folder in model_folders():
        try:
            yield folder, read_manifest(folder)
        except ModelError as error:
            yield folder, error


def default_model(language: str) -> Path | None:
    """The model that the user chose for a language with `sentencerank model use`; None: nothing was chosen."""
    name = defaults().get(language)
    return None if name is None else find_model(place(name))


def defaults() -> dict[str, str]:
    """Language → name of the model chosen for it."""
    try:
        path = shelf() / DEFAULTS
        chosen = json.loads(path.read_text(encoding="utf-8"))
    except (ModelError, FileNotFoundError, NotADirectoryError, PermissionError):
        return {}  # no home, or none that we may look into
    except (OSError, ValueError) as error:
        raise ModelError(
            f"{path} cannot be read ({error}). Remove it, and choose with: sentencerank model use"
        ) from error
    if not isinstance(chosen, dict) or not all(isinstance(name, str) for name in chosen.values()):
        raise ModelError(f"{path} is malformed. Remove it, and choose with: sentencerank model use NAME")
    return chosen


def set_default(language: str, name: str | None) -> None:
    """Choose the model of a language, or none."""
    chosen = {code: other for code, other in defaults().items() if code != language}
    if name is not None:
        chosen[language] = name
    shelf().mkdir(parents=True, exist_ok=True)
    beside = shelf() / f".{DEFAULTS}.{os.getpid()}.tmp"
    beside.write_text(json.dumps(chosen, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    beside.replace(shelf() / DEFAULTS)
