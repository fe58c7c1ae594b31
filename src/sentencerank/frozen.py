"""Frozen dataclasses that are defined, and made, in less time than those of the standard library.

A command that ranks one article defines sixty of them, and `dataclasses` compiles six methods for each, which takes as
long as eight articles. A module that is loaded for every article has `from sentencerank.frozen import dataclass`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from functools import partial, update_wrapper
from inspect import get_annotations
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["dataclass", "made_fast"]

T = TypeVar("T")


def made_fast(frozen: type[T]) -> type[T]:
    """Give a frozen dataclass with slots, of which no class is derived, an `__init__` that takes a fifth of the time.

    >>> from dataclasses import dataclass, field
    >>> @made_fast
    ... @dataclass(frozen=True, slots=True)
    ... class Rain:
    ...     millimetres: int
    ...     days: list[str] = field(default_factory=list)
    >>> rain = Rain(12)
    >>> rain, rain == Rain(12, [])
    (Rain(millimetres=12, days=[]), True)
    >>> rain.millimetres = 13
    Traceback (most recent call last):
    dataclasses.FrozenInstanceError: cannot assign to field 'millimetres'
    """
    names = [each.name for each in fields(frozen)]  # type: ignore[arg-type]
    # A frozen dataclass sets each field by a call of `object.__setattr__`. While an object is made it is of a class
    # with the same slots that is not frozen, so that plain assignments do.
    soft = type(frozen.__name__, (), {"__slots__": tuple(names)})
    try:
        object.__setattr__(object.__new__(frozen), "__class__", soft)
    except TypeError:  # not every Python can do that
        return frozen
    space: dict[str, Any] = {"frozen": frozen, "soft": soft, "change": object.__setattr__, "missing": MISSING}
    parameters, lines = ["self"], ["change(self, '__class__', soft)"]
    for each in fields(frozen):  # type: ignore[arg-type]
        name, value = each.name, each.name
        space[f"default_{name}"] = each.default
        if each.default_factory is not MISSING:
            space[f"make_{name}"] = each.default_factory
            value = f"make_{name}() if {name} is missing else {name}"
        given = each.default is MISSING and each.default_factory is MISSING
        parameters.append(name if given else f"{name}=default_{name}")
        lines.append(f"self.{name} = {value}")
    lines.append("self.__class__ = frozen")
    exec(f"def __init__({', '.join(parameters)}):\n    " + "\n    ".join(lines), space)
    type.__setattr__(frozen, "__init__", update_wrapper(space["__init__"], frozen.__init__))
    return frozen


if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(plain=None, /, **how):  # it stands for that of `dataclasses`
        """Do what `dataclasses.dataclass` does; of what is frozen only `__init__` is compiled.

        >>> @dataclass(frozen=True, slots=True)
        ... class Rain:
        ...     millimetres: int
        >>> Rain(12), hash(Rain(12)) == hash(Rain(12)), Rain(12) == Rain(13)
        (Rain(millimetres=12), True, False)
        """
        if plain is None:
            return partial(dataclass, **how)
        options = {"init": True, "repr": True, "eq": True, **how}
        simple = options.pop("frozen", False) and not {"order", "unsafe_hash", "weakref_slot"} & how.keys()
        kinds = get_annotations(plain)
        if not simple or _is_special(plain, kinds):
            return dataclasses.dataclass(**how)(plain)
        wanted = {name: options.pop(name) for name in ("init", "repr", "eq")}
        # Its signature would be looked for.
        plain.__doc__ = plain.__doc__ or plain.__name__
        # Each name of a type would be looked into, for special ones that it may stand for.
        plain.__annotations__ = dict.fromkeys(kinds, object)
        made = dataclasses.dataclass(**options, init=False, repr=False, eq=False)(plain)
        made.__annotations__ = kinds
        for one in fields(made):
            one.type = kinds[one.name]
        _complete(made, **wanted, slots=options.get("slots", False))
        return made


def _is_special(plain: type, kinds: Mapping[str, object]) -> bool:
    """Return whether a class is derived from a dataclass, or has fields that are none."""
    written = " ".join(map(str, kinds.values()))
    special = any(word in written for word in ("ClassVar", "InitVar", "KW_ONLY"))
    return special or any(map(dataclasses.is_dataclass, plain.__mro__))


def _complete(made: Any, *, init: bool, repr: bool, eq: bool, slots: bool) -> None:
    """Add the methods of a frozen dataclass."""
    every = fields(made)
    methods: dict[str, Callable[..., Any]] = _frozen_methods(made, frozenset(one.name for one in every))
    if init:
        methods["__init__"] = _init(made, every, slots)
    if repr:
        methods["__repr__"] = _repr([one.name for one in every if one.repr])
    if eq:
        methods["__eq__"] = _eq(_values([one.name for one in every if one.compare]))
        # A class that says what makes two of it equal has a hash of its own, or none.
        if made.__dict__.get("__hash__") is None and "__eq__" not in made.__dict__:
            methods["__hash__"] = _hash(_values([o.name for o in every if (o.compare if o.hash is None else o.hash)]))
    if slots:
        methods |= _state_methods([one.name for one in every])
    for name, method in methods.items():
        if name not in made.__dict__ or name == "__hash__":
            method.__name__, method.__qualname__ = name, f"{made.__qualname__}.{name}"
            setattr(made, name, method)
    parameters = made.__dataclass_params__
    parameters.init, parameters.repr, parameters.eq, parameters.frozen = init, repr, eq, True


def _values(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Return what gets the values of some fields."""
    if not names:
        return lambda record: ()
    found = attrgetter(*names)
    return found if len(names) > 1 else lambda record: (found(record),)


def _repr(names: list[str]) -> Callable[..., Any]:
    @recursive_repr("...")
    def method(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join([f'{name}={getattr(self, name)!r}' for name in names])})"

    return method


def _eq(values: Callable[[Any], tuple[Any, ...]]) -> Callable[..., Any]:
    def method(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return method


def _hash(values: Callable[[Any], tuple[Any, ...]]) -> Callable[..., Any]:
    def method(self: object) -> int:
        return hash(values(self))

    return method


def _frozen_methods(made: Any, names: frozenset[str]) -> dict[str, Callable[..., Any]]:
    def setting(self: Any, name: str, value: object) -> None:
        if type(self) is made or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(made, self).__setattr__(name, value)

    def deleting(self: Any, name: str) -> None:
        if type(self) is made or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(made, self).__delattr__(name)

    return {"__setattr__": setting, "__delattr__": deleting}


def _state_methods(names: list[str]) -> dict[str, Callable[..., Any]]:
    """What pickles use, which would assign to the fields."""

    def getting(self: object) -> list[Any]:
        return [getattr(self, name) for name in names]

    def setting(self: object, state: list[Any]) -> None:
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    return {"__getstate__": getting, "__setstate__": setting}


class _Factory:
    """Stands for a default that is made anew."""

    def __repr__(self) -> str:
        return "<factory>"


_FACTORY = _Factory()


def _init(made: Any, every: tuple[Field[Any], ...], slots: bool) -> Callable[..., Any]:
    space: dict[str, Any] = {"change": object.__setattr__, "factory": _FACTORY}
    parameters: Mapping[bool, list[str]] = {False: ["self"], True: []}
    lines = []
    for one in every:
        name, value = one.name, one.name
        given = one.default is MISSING and one.default_factory is MISSING
        space[f"default_{name}"] = _FACTORY if one.default is MISSING else one.default
        if one.default_factory is not MISSING:
            space[f"make_{name}"] = one.default_factory
            value = f"make_{name}() if {name} is factory else {name}" if one.init else f"make_{name}()"
        elif not one.init:
            if given or not slots:
                continue
            value = f"default_{name}"
        if one.init:
            parameters[bool(one.kw_only)].append(name if given else f"{name}=default_{name}")
        space[f"set_{name}"] = made.__dict__[name].__set__ if slots else None
        lines.append(f"set_{name}(self, {value})" if slots else f"change(self, {name!r}, {value})")
    if hasattr(made, "__post_init__"):
        lines.append("self.__post_init__()")
    told = ", ".join([*parameters[False], *(["*", *parameters[True]] if parameters[True] else [])])
    exec(f"def __init__({told}):\n    " + "\n    ".join(lines or ["pass"]), space)
    found: Callable[..., Any] = space["__init__"]
    found.__annotations__ = {**{one.name: one.type for one in every if one.init}, "return": None}
    return found
