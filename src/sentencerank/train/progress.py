"""How far a stage is: told to whoever wants to know, such as the command line."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Told about every step; `total` 0 means that nobody knows."""

    def __call__(self, stage: str, done: float, total: float, unit: str) -> None:
        """So much of a stage is done, in units such as "MB" or "shards"."""


def silent(stage: str, done: float, total: float, unit: str) -> None:
    """Nobody looks on."""
