"""What one job does to every document: the choices that make its output, as one value that can be sent to workers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal

from sentencerank import __version__
from sentencerank.errors import CorpusError

if TYPE_CHECKING:
    from sentencerank.ranker import Ranker

SCHEMA = "sentencerank-corpus/1"

Rows = Literal["document", "sentence"]
Form = Literal["parquet", "jsonl"]
Duplicates = Literal["rank", "skip"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """How documents are found, ranked and written. Two jobs with the same fingerprint write the same."""

    method: str = "ssr"
    reading: str = "best"
    structure: str | None = None
    language: str = "auto"
    model: str | None = None  # the folder; None: the one of the package
    changes: tuple[tuple[str, str | int | float | bool | None], ...] = ()  # other fields of Options
    query: str | None = None
    rows: Rows = "document"
    form: Form = "parquet"
    sentence_text: bool = True  # whether sentences carry their text, or only their place
    id_field: str = "id"
    text_field: str = "text"
    max_characters: int = 2_000_000  # of one document: bounds its time and memory
    duplicates: Duplicates = "rank"  # what happens to a text that was there before
    keyphrases: int = 10  # of each document, at most

    def ranker(self) -> Ranker:
        """The ranker of this job."""
        from sentencerank.ranker import Ranker

        return Ranker(
            self.method,
            self.reading,
            structure=self.structure,
            language=self.language,
            model=self.model,
            **dict(self.changes),  # type: ignore[arg-type]
        )

    def settings(self) -> Mapping[str, object]:
        """Everything that the output depends on, apart from the documents; goes into the manifest."""
        chosen = asdict(self)
        chosen["changes"] = dict(self.changes)
        del chosen["model"]  # wherever it lies: the hash says which one it is
        return {"schema": SCHEMA, "sentencerank": __version__, "models": model_hashes(self.model), **chosen}

    def fingerprint(self) -> str:
        """A hash of the settings; part of the name of every file."""
        return hashlib.sha256(json.dumps(self.settings(), sort_keys=True).encode()).hexdigest()


def model_hashes(given: str | None) -> dict[str, str]:
    """The SHA-256 of every model that may be used: the one given, that of the package, those chosen for languages.

    The hash is that of a model's manifest, which holds those of all its files.
    """
    from sentencerank.model.library import default_model, defaults, find_model
    from sentencerank.model.model import ENGLISH

    folders = {"package": ENGLISH} | ({} if given is None else {"given": find_model(given)})
    folders |= {code: folder for code in defaults() if (folder := default_model(code)) is not None}
    try:
        return {
            name: hashlib.sha256((folder / "manifest.json").read_bytes()).hexdigest()
            for name, folder in folders.items()
        }
    except OSError as error:
        raise CorpusError(f"{error.filename} cannot be read. Give the folder of a model.") from error
