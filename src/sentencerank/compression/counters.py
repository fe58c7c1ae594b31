"""What a text costs: words, characters, or the tokens of the caller's own tokenizer. Nothing is ever downloaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from sentencerank.document import word_count
from sentencerank.errors import InputError, OptionsError
from sentencerank.extras import require
from sentencerank.recipe import whole_number

Count: TypeAlias = Callable[[str], int]
UNITS = ("words", "tokens", "characters")


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a text may get, in which unit, and what counts it."""

    amount: int
    unit: str
    count: Count

    @classmethod
    def of(cls, *, words: int | None, tokens: int | None, characters: int | None, count: Any) -> Limit:
        """Make a limit; raise OptionsError unless there is exactly one, and a counter for tokens."""
        amounts = dict(zip(UNITS, (words, tokens, characters), strict=True))
        given = {name: value for name, value in amounts.items() if value is not None}
        if len(given) != 1:
            raise OptionsError(f"compress takes exactly one budget, got {', '.join(given) or 'none'}. Give words=, "
                               "tokens= or characters=.")  # fmt: skip
        ((unit, amount),) = given.items()
        if unit == "tokens" and count is None:
            raise OptionsError(
                "tokens= needs a counter. Give count=, a function from text to a number, a tiktoken Encoding "
                "or a tokenizers.Tokenizer; or give words=."
            )
        if unit != "tokens" and count is not None:
            raise OptionsError(f"count= counts tokens, and the budget is in {unit}. Give tokens=, or leave count out.")
        plain: dict[str, Count] = {"words": word_count, "characters": len}
        return cls(whole_number(amount, unit), unit, plain.get(unit) or Counter(counter_of(count)))


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter of the caller, whose answers are checked."""

    count: Callable[[str], object]

    def __call__(self, text: str) -> int:
        """Return what a text costs; raise InputError if the counter fails or gives no whole number."""
        try:
            found = self.count(text)
        except Exception as error:
            raise InputError(
                f"count raised {type(error).__name__} ({error}) on a text of {len(text)} characters. "
                "Give a function that counts the tokens of any text."
            ) from error
        if isinstance(found, bool) or not hasattr(found, "__index__") or int(found.__index__()) < 0:
            raise InputError(f"count returned {found!r:.60}. Give a function from a text to a whole number.")
        return int(found.__index__())


def counter_of(count: Any) -> Callable[[str], object]:
    """Return what counts tokens, from a function, a tiktoken Encoding or a tokenizers.Tokenizer."""
    # The wrapper of transformers is callable, but returns no number.
    count = getattr(count, "backend_tokenizer", count)
    if hasattr(count, "encode_ordinary"):
        # `encode` of tiktoken refuses texts that hold the name of a special token.
        return lambda text: len(count.encode_ordinary(text))
    if hasattr(count, "to_str") and hasattr(count, "encode"):
        # A copy, so that the caller's own goes on to truncate and to pad.
        own = type(count).from_str(count.to_str())
        own.no_truncation()
        own.no_padding()
        return lambda text: len(own.encode(text, add_special_tokens=False).ids)
    if callable(count):
        counted: Callable[[str], object] = count
        return counted
    raise InputError(
        f"count is a {type(count).__name__}. Give a function from text to a number, a tiktoken Encoding or a "
        "tokenizers.Tokenizer."
    )


def load_tokenizer(path: str | Path) -> Any:
    """Return the tokenizer of a file, tokenizer.json as the library tokenizers writes it.

    Raises ExtraError if that library is not installed, and InputError if the file holds no tokenizer.
    """
    tokenizers = require("tokenizers", package="tokenizers")
    try:
        return tokenizers.Tokenizer.from_file(str(path))
    except Exception as error:
        raise InputError(f"{path} holds no tokenizer ({error}). Give a tokenizer.json.") from None
