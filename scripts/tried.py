"""What a runner tried: the scripts leave it as JSON, and `write_safety.py` makes a page of it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from sentencerank.files import write_json


@dataclass(frozen=True, slots=True)
class Tried:
    """One run of one script."""

    title: str
    command: str
    tried: dict[str, int]  # how many, by what
    failures: int
    lines: list[str]  # of Markdown

    def write(self, path: Path | None) -> None:
        """Leave it as JSON, if a file is asked for."""
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_json(path, asdict(self))


def read_tried(path: Path) -> Tried:
    """Read what a run has left."""
    return Tried(**json.loads(path.read_text(encoding="utf-8")))


def command(arguments: Iterable[str] | None = None) -> str:
    """The command that is running, without the file where it leaves its JSON and without folders of this machine."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if "--json" in given:
        place = given.index("--json")
        del given[place : place + 2]
    shown = ["…/src" if Path(word).is_absolute() else word for word in given]
    return " ".join(["python", f"{Path(sys.argv[0]).parent.name}/{Path(sys.argv[0]).name}", *shown])
