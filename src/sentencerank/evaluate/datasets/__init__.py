"""The datasets of the paper and others like them, each read from the files as they are distributed.

None of them may be passed on with this package; each loader says where to get the data and what it expects.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal, TypeAlias

from sentencerank.errors import DataError, OptionsError
from sentencerank.evaluate.cases import Case, read_cases, read_records
from sentencerank.evaluate.datasets import cnndm, duc02, summbank
from sentencerank.files.compressed import without_compression

Kind: TypeAlias = Literal["auto", "cases", "cnndm", "duc02", "summbank"]

LOADERS: dict[Kind, Callable[[Path], tuple[Case, ...]]] = {
    "cases": read_cases,
    "cnndm": cnndm.load,
    "duc02": duc02.load,
    "summbank": summbank.load,
}


def load(path: str | Path, kind: Kind = "auto") -> tuple[Case, ...]:
    """Return the cases of a dataset; unless its kind is given, what the file or folder holds tells it.

    Raises DataError if the data is missing, of no known kind or malformed.
    """
    path = Path(path)
    if kind not in (*LOADERS, "auto"):
        raise OptionsError(f"kind={kind!r}: give auto or one of {', '.join(LOADERS)}")
    if not path.exists() and kind == "auto":
        raise DataError(f"{path} does not exist. {_expected()}")
    return LOADERS[kind_of(path) if kind == "auto" else kind](path)


def kind_of(path: Path) -> Kind:
    """Return the kind of a dataset, by its content. Raise DataError if it is none that is known."""
    if path.is_file() and without_compression(path.name).endswith(".jsonl"):
        first = next((record for _, record in read_records(path)), {})
        return "cnndm" if "article" in first else "cases"
    if path.name.endswith(".story") or (path.is_dir() and any(path.rglob("*.story"))):
        return "cnndm"
    if path.is_dir() and any(path.rglob("*.docsent")):
        return "summbank"
    if duc02.looks_like(path):
        return "duc02"
    raise DataError(f"{path} is not a known data set. {_expected()}")


def _expected() -> str:
    return (
        f"These can be read: a .jsonl file of cases; CNN/DailyMail: {cnndm.LAYOUT}; {summbank.LAYOUT}; {duc02.LAYOUT}"
    )
