"""How to rank, and how much of a ranking to take: one value each, for library, commands, server, corpus and Spark."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Unpack

from sentencerank import patterns as re
from sentencerank import plugins
from sentencerank.errors import OptionsError
from sentencerank.frozen import dataclass
from sentencerank.method.options import CHANGES, Changes, Options, resolve
from sentencerank.method.structures import STRUCTURES

if TYPE_CHECKING:
    from sentencerank.languages.language import Language

Value: TypeAlias = "bool | int | float | str | None"
Location: TypeAlias = Callable[[int, int], float]  # (i from 1, n) → importance > 0 of place i of n
Overflow: TypeAlias = Literal["stop", "skip", "cut"]


# Checking forty options takes 0.06 ms, of each request and of each call of `rank`. A 1 is no True, so types count.
_remembered = lru_cache(maxsize=256, typed=True)(resolve)


def _resolved(method: str, reading: str, changes: Mapping[str, Any]) -> Options:
    """Return the options of a recipe, from memory if it was made before."""
    try:
        return _remembered(method, reading, **changes)
    except TypeError:
        # A list where a name should be cannot be looked up; it is refused in words.
        return resolve(method, reading, **changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How to rank. Checked when it is made; hashable, and JSON unless it holds a function or a language of one's own.

    `Recipe.of` takes the same keyword arguments as `rank`.
    """

    method: str = "ssr"
    reading: str = "best"
    structure: str | Location | None = None  # None: what the reading says; a function (i, n) → importance of place i
    language: str | Language = "auto"
    model: str | Path | None = None  # name or folder; None: the user's choice for the language, then the package's
    query: str | tuple[str, ...] | None = None  # what to look for; several: a sentence counts by the best of them
    changes: tuple[tuple[str, Value], ...] = ()  # other fields of Options, sorted by name
    options: Options = field(init=False)

    def __post_init__(self) -> None:
        """Resolve the options, which refuses what is unknown or contradictory with an OptionsError."""
        changes: dict[str, object] = dict(self.changes)
        if isinstance(self.query, list):
            object.__setattr__(self, "query", tuple(self.query))
        if changes.get("structure") == "custom" or self.structure == "custom":
            raise OptionsError(
                "structure='custom' needs a function: pass structure=lambda i, n: … instead of the name."
            )
        if self.structure is not None:
            changes["structure"] = self.structure if self.location is None else "custom"
        object.__setattr__(self, "options", _resolved(self.method, self.reading, changes))

    @classmethod
    def of(
        cls,
        method: str = "ssr",
        reading: str = "best",
        *,
        structure: str | Location | None = None,
        language: str | Language = "auto",
        model: str | Path | None = None,
        query: str | Sequence[str] | None = None,
        **changes: Unpack[Changes],
    ) -> Recipe:
        """Make a recipe from keyword arguments.

        >>> Recipe.of("swr", damping=0.9).options.damping
        0.9
        """
        return cls(
            method=method,
            reading=reading,
            structure=structure,
            language=language,
            model=model,
            query=query,  # type: ignore[arg-type]  # a list becomes a tuple
            changes=tuple(sorted(changes.items())),  # type: ignore[arg-type]
        )

    @property
    def location(self) -> Location | None:
        """The structure, if it is a function: the user's own, or that of a plugin."""
        if not isinstance(self.structure, str) or self.structure in ("auto", *STRUCTURES):
            return self.structure if callable(self.structure) else None
        found: Location | None = plugins.find("structure", self.structure)
        if found is not None and not callable(found):
            raise plugins.refused("structure", self.structure, "a function (i, n) → importance", found)
        return found

    def changed(self, **changes: Any) -> Recipe:
        """Return the same recipe with other fields, or other options.

        >>> Recipe().changed(language="de", damping=0.9).changes
        (('damping', 0.9),)
        """
        options = {name: changes.pop(name) for name in list(changes) if name in CHANGES}
        merged = tuple(sorted({**dict(self.changes), **options}.items()))
        return replace(self, **changes, changes=merged)

    def to_dict(self) -> dict[str, Any]:
        """Return the recipe as plain JSON values. Raises OptionsError if it holds a function or a language object."""
        for name in ("structure", "language"):
            if not isinstance(getattr(self, name), str | None):
                raise OptionsError(f"{name} is a Python object, which cannot be written down. Give its name instead.")
        return {
            "method": self.method,
            "reading": self.reading,
            "structure": self.structure,
            "language": self.language,
            "model": None if self.model is None else str(self.model),
            "query": list(self.query) if isinstance(self.query, tuple) else self.query,
            "options": dict(self.changes),
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Recipe:
        """Make a recipe from what `to_dict` returned; what is left out has its default.

        >>> recipe = Recipe.of("spr", "paper", structure="flat", window=4)
        >>> Recipe.from_dict(recipe.to_dict()) == recipe
        True
        """
        rest = dict(record)
        changes = tuple(sorted(rest.pop("options", {}).items()))
        unknown = sorted(set(rest) - {"method", "reading", "structure", "language", "model", "query"})
        if unknown:
            raise OptionsError(f"a recipe has no field {unknown[0]!r}. Put options of the method under 'options'.")
        return cls(**rest, changes=changes)

    def key(self) -> str:
        """Return a string that is the same for equal recipes: a name for what was computed by this one."""
        return json.dumps(self.to_dict(), sort_keys=True)


_NOTATION = re.compile(r"(\d+(?:\.\d+)?)\s*(w|%|s|c)(?:/(cut|stop|skip))?")
_UNITS = {"w": "words", "s": "sentences", "c": "characters", "%": "ratio"}
_FORMS = "Give words (100w, 100w/stop, 100w/skip), a share of the sentences (5%), sentences (3s) or characters (500c)."


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How much of a ranking to take: exactly one of words, sentences, ratio (a share of the sentences), characters.

    `overflow` says what becomes of the sentence that does not fit: "skip" leaves it out and tries the next; "stop" ends
    there, so that a larger budget never removes a sentence; "cut" shortens it to fill the budget exactly.
    `context` takes a sentence only together with those it depends on.
    """

    words: int | None = None
    sentences: int | None = None
    ratio: float | None = None
    characters: int | None = None
    context: bool = False
    overflow: Overflow = "skip"

    def __post_init__(self) -> None:
        """Refuse anything but one budget within its range."""
        given = [name for name in _UNITS.values() if getattr(self, name) is not None]
        if len(given) != 1:
            raise OptionsError(
                f"a summary takes exactly one budget, got {', '.join(given) or 'none'}. "
                "Give words=, sentences=, ratio= or characters=."
            )
        value = self.amount
        if self.unit == "ratio":
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1:
                raise OptionsError(f"ratio={value!r}: give a share of the sentences above 0 and up to 1, such as 0.2.")
        else:
            whole_number(value, self.unit)

    @property
    def unit(self) -> str:
        """Which of the four was given."""
        return next(name for name in _UNITS.values() if getattr(self, name) is not None)

    @property
    def amount(self) -> float:
        """How much of it."""
        amount: float = getattr(self, self.unit)
        return amount

    @classmethod
    def of(cls, *, nested: bool = False, **budget: Any) -> Budget:
        """Make a budget from the keyword arguments of `Ranking.summary`; a fifth of the sentences by default."""
        if all(budget.get(name) is None for name in _UNITS.values()):
            budget["ratio"] = 0.2
        return cls(**budget, overflow="stop" if nested else "skip")

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Make a budget from its notation: 100w, 5%, 3s, 500c; /stop or /skip instead of cutting the last sentence.

        >>> Budget.parse("100w/skip"), Budget.parse("5%").ratio
        (Budget(words=100, sentences=None, ratio=None, characters=None, context=False, overflow='skip'), 0.05)
        """
        match = _NOTATION.fullmatch(text.strip())
        if not match:
            raise OptionsError(f"budget {text!r} is not known. {_FORMS}")
        number, unit, overflow = float(match[1]), _UNITS[match[2]], match[3]
        if unit in ("ratio", "sentences") and overflow:
            raise OptionsError(
                f"/{overflow} says what becomes of a sentence over so many words or characters. {_FORMS}"
            )
        if unit != "ratio" and number != int(number):
            raise OptionsError(f"budget {text!r}: only shares may be fractions. {_FORMS}")
        value = round(number / 100, 12) if unit == "ratio" else int(number)
        return cls(**{unit: value}, overflow=overflow or "cut")  # type: ignore[arg-type]

    @property
    def name(self) -> str:
        """The notation of this budget.

        >>> Budget.parse("100w").name, Budget.parse("7%").name, Budget.parse("100w/skip").name
        ('100w', '7%', '100w/skip')
        """
        sign = next(sign for sign, unit in _UNITS.items() if unit == self.unit)
        amount = 100 * self.amount if self.unit == "ratio" else self.amount
        rule = "" if self.overflow == "cut" or self.unit in ("ratio", "sentences") else f"/{self.overflow}"
        return f"{round(amount, 9):g}{sign}{rule}"

    def limit(self, count: int) -> int:
        """How many words, sentences or characters this is in a document of `count` sentences; of any at least one.

        >>> Budget(ratio=0.29).limit(50), Budget(ratio=0.05).limit(3), Budget(words=80).limit(3)
        (15, 1, 80)
        """
        if self.unit != "ratio":
            return int(self.amount)
        # Rounded first: 0.29 · 50 is 14.499999999999998 in binary.
        return max(1, math.floor(round(self.amount * count, 9) + 0.5)) if count else 0


def whole_number(value: object, name: str, least: int = 0) -> int:
    """Return a whole number of at least `least`, or raise an OptionsError that says what to give."""
    whole = hasattr(value, "__index__") and not isinstance(value, bool)
    if not whole or (number := int(value.__index__())) < least:  # type: ignore[attr-defined]
        raise OptionsError(f"{name}={value!r}: give a whole number of {least} or more.")
    return number
