"""What is asked of a worker process: small frozen values that travel through a pipe."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sentencerank import __version__

Value: TypeAlias = "bool | int | float | str | None"


@dataclass(frozen=True, slots=True)
class How:
    """How to rank: the arguments of `Ranker` that a client may give."""

    method: str = "ssr"
    reading: str = "best"
    structure: str = "auto"
    language: str = "auto"
    changes: tuple[tuple[str, Value], ...] = ()  # fields of Options, sorted by name

    def key(self) -> str:
        """A name for the settings of a kept ranking; another version of the package makes its own rankings."""
        return json.dumps([__version__, *self._fields()])

    def _fields(self) -> list[object]:
        return [self.method, self.reading, self.structure, self.language, self.changes]

    @classmethod
    def of_key(cls, key: str) -> How:
        """The settings behind a key, of whatever version."""
        _, method, reading, structure, language, changes = json.loads(key)
        return cls(method, reading, structure, language, tuple((name, value) for name, value in changes))


@dataclass(frozen=True, slots=True)
class Budget:
    """How much to take for a summary."""

    unit: Literal["words", "sentences", "ratio", "characters"] = "ratio"
    amount: float = 0.2
    context: bool = False
    fill: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """What the answer holds."""

    kind: Literal["ranking", "summary", "keyphrases"] = "ranking"
    explain: bool = False
    layers: int | None = None  # how many at most
    budget: Budget | None = None
    count: int = 10  # of keyphrases


@dataclass(frozen=True, slots=True)
class Job:
    """One text to rank."""

    text: str | tuple[str, ...]  # or sentences that are already split
    how: How = How()
    form: Form = Form()
    query: str | None = None
    id: str = ""

    @property
    def characters(self) -> int:
        """How long the text is."""
        return len(self.text) if isinstance(self.text, str) else sum(map(len, self.text))


FULL = Form(explain=True)  # what is kept of a document
