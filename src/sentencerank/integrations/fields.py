"""The settings of `compress` as fields, for libraries whose parts are models of pydantic."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from sentencerank.compression.compress import OnError
from sentencerank.integrations.retrieved import SETTINGS


class CompressFields(BaseModel):
    """How to compress: the arguments of `sentencerank.compress`, and where the title of a text stands.

    They are spelt out for editors and type checkers; a test holds them to those of `Compressor`.
    """

    words: int | None = None
    tokens: int | None = None
    characters: int | None = None
    count: Any = None
    keep: Any = None
    neighbours: int = 0
    nested: bool = False
    min_words: int = 0
    on_error: OnError = "raise"
    language: str = "auto"
    encoder: Any = None
    title_key: str = "title"

    @property
    def settings(self) -> dict[str, Any]:
        """The arguments of `compress`."""
        return {name: getattr(self, name) for name in SETTINGS}
