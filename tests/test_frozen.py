"""Our frozen dataclasses do what those of the standard library do."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from sentencerank.frozen import dataclass as ours

Decorator = Callable[..., Any]


def plain() -> type:
    class Weather:
        """Rain."""

        place: str
        millimetres: float = 0.0
        days: list[str] = dataclasses.field(default_factory=list)
        hidden: int = dataclasses.field(default=1, repr=False, compare=False)
        later: str = dataclasses.field(default="x", kw_only=True)
        counted: dict[str, int] = dataclasses.field(default_factory=dict, hash=False)

        def twice(self) -> float:
            return 2 * self.millimetres

    return Weather


def own_methods() -> type:
    class Own:
        """With methods of its own."""

        a: int

        def __repr__(self) -> str:
            return "mine"

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 7

    return Own


def checked() -> type:
    class Checked:
        """With a check and a field that is found."""

        a: int
        found: int = dataclasses.field(init=False)
        made: list[int] = dataclasses.field(init=False, default_factory=list)
        usual: int = dataclasses.field(init=False, default=3)

        def __post_init__(self) -> None:
            object.__setattr__(self, "found", self.a + 1)

    return Checked


def empty() -> type:
    class Empty:
        """Nothing."""

    return Empty


def one() -> type:
    class One:
        """One field."""

        a: tuple[int, ...]

    return One


def of_the_class() -> type:
    class Shared:
        """With something that belongs to the class."""

        a: int
        b: ClassVar[int] = 5

    return Shared


MADE: dict[Callable[[], type], tuple[tuple[Any, ...], dict[str, Any]]] = {
    plain: (("here", 2.5), {"later": "y"}),
    own_methods: ((1,), {}),
    checked: ((1,), {}),
    empty: ((), {}),
    one: (((1, 2),), {}),
    of_the_class: ((4,), {}),
}
OPTIONS: list[dict[str, Any]] = [
    {},
    {"slots": True},
    {"eq": False},
    {"kw_only": True},
    {"repr": False},
    {"order": True},
]


def tried(action: Callable[[], object]) -> object:
    try:
        return action()
    except Exception as error:
        return type(error), str(error)


def behaviour(decorator: Decorator, make: Callable[[], type], options: dict[str, Any]) -> list[object]:
    kind = decorator(frozen=True, **options)(make())
    positional, named = MADE[make]
    if options.get("kw_only"):
        positional, named = (
            (),
            {**dict(zip((f.name for f in dataclasses.fields(kind)), positional, strict=False)), **named},
        )
    record, twin = kind(*positional, **named), kind(*positional, **named)
    seen = [
        tried(lambda: repr(record)) if options.get("repr", True) else "",
        tried(lambda: record == twin),
        tried(lambda: record == 5),
        tried(lambda: hash(record) == hash(twin)),
        type(tried(lambda: hash(record))),
        str(inspect.signature(kind)),
        [(f.name, f.type, f.init, f.repr, f.compare, f.kw_only) for f in dataclasses.fields(kind)],
        [tried(lambda: setattr(record, f.name, 5)) for f in dataclasses.fields(kind)],  # noqa: B023
        [tried(lambda: delattr(record, f.name)) for f in dataclasses.fields(kind)],  # noqa: B023
        # With slots some versions of Python refuse this with an error of their own.
        isinstance(tried(lambda: setattr(record, "unknown", 5)), tuple),
        tried(lambda: kind(1, 2, 3, 4, 5, 6, 7, 8)),
        tried(lambda: repr(copy.copy(record))) if options.get("repr", True) else "",
        hasattr(record, "__dict__"),
        kind.__match_args__,
        inspect.get_annotations(kind),
        kind.__dataclass_params__.frozen,
        dataclasses.asdict(record),
        tried(lambda: repr(dataclasses.replace(record))) if options.get("repr", True) else "",
        kind.__init__.__qualname__ if "__init__" in kind.__dict__ else "",
    ]
    # The address tells two objects apart, not two kinds.
    return [one if not isinstance(one, str) else one.split(" object at ")[0] for one in seen]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("make", MADE, ids=lambda make: make.__name__)
def test_they_behave_like_those_of_the_standard_library(make: Callable[[], type], options: dict[str, Any]) -> None:
    assert behaviour(ours, make, options) == behaviour(dataclasses.dataclass, make, options)


@ours(frozen=True, slots=True)
class Kept:
    a: int
    b: list[int] = dataclasses.field(default_factory=list)


@ours(frozen=True)
class Base:
    a: int = 1


@dataclasses.dataclass(frozen=True)
class Derived(Base):
    b: int = 2


class Plain(Base):
    pass


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_they_can_be_pickled(protocol: int) -> None:
    for record in (Kept(3, [4]), Base(5), Derived(6, 7)):
        assert pickle.loads(pickle.dumps(record, protocol)) == record


def test_classes_may_be_derived_from_them() -> None:
    assert repr(Derived(3)) == "Derived(a=3, b=2)"
    child = Plain(4)
    child.other = 5  # type: ignore[attr-defined]
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'a'"):
        child.a = 6  # type: ignore[misc]
    assert Base(4) != child


def test_what_is_not_frozen_is_left_to_the_standard_library() -> None:
    @ours
    class Loose:
        a: int

    loose = Loose(1)
    loose.a = 2
    assert repr(loose).endswith("Loose(a=2)")


def test_a_record_may_hold_itself() -> None:
    record = Kept(1)
    record.b.append(record)  # type: ignore[arg-type]
    assert repr(record) == "Kept(a=1, b=[...])"
