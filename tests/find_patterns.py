"""Every pattern of the package, found without a list: in globals, classes and containers of its modules, and in calls.

The source says how a pattern is used: `match` begins at one place, `finditer` and its like begin everywhere.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from contextlib import nullcontext, suppress
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import NamedTuple, cast

import sentencerank
from sentencerank.errors import ExtraError
from sentencerank.patterns import Compiled

MODES: Mapping[str, str] = {
    "match": "match", "fullmatch": "fullmatch", "search": "finditer", "finditer": "finditer", "findall": "finditer",
    "sub": "finditer", "subn": "finditer", "split": "finditer",
}  # fmt: skip


class Use(NamedTuple):
    """A pattern, where it stands, and how it is used."""

    place: str  # such as "documents.html._TAG"
    pattern: re.Pattern[str] | re.Pattern[bytes]
    modes: frozenset[str]

    @property
    def module(self) -> str:
        """The module that it stands in."""
        return self.place.rpartition(".")[0]


@cache
def modules() -> dict[str, ModuleType]:
    """Return every module of the package, imported, by its name without that of the package.

    An adapter for a library that is not installed is left out.
    """
    found: dict[str, ModuleType] = {}
    for one in walk_packages(sentencerank.__path__, "sentencerank."):
        if not one.name.endswith(("__main__", "_kernel")):  # one runs the commands, the other is in C
            with suppress(ExtraError) if ".integrations." in one.name else nullcontext():
                found[one.name.removeprefix("sentencerank.")] = import_module(one.name)
    return found


@cache
def patterns() -> tuple[Use, ...]:
    """Return every compiled pattern that a module holds, each one once."""
    found: dict[int, tuple[str, re.Pattern[str] | re.Pattern[bytes]]] = {}
    for name, module in modules().items():
        for key, value in vars(module).items():
            if not key.startswith("__"):
                for pattern in _inside(value, module.__name__, set()):
                    # The module that imports a pattern is not where it stands.
                    if not _imported(module, key):
                        found.setdefault(id(pattern), (f"{name}.{key}", pattern))
    modes = _modes()
    return tuple(
        Use(place, pattern, modes.get(id(pattern), frozenset({"finditer", "fullmatch"})))
        for place, pattern in found.values()
    )


def _inside(value: object, module: str, seen: set[int]) -> Iterator[re.Pattern[str] | re.Pattern[bytes]]:
    """Yield the patterns in a value: itself, members of containers, fields of records, attributes of own classes."""
    if id(value) in seen:
        return
    seen.add(id(value))
    members: list[object] = []
    if isinstance(value, re.Pattern | Compiled):
        # One that waits to be compiled is used in the same way.
        yield cast(re.Pattern[str], value)
    elif isinstance(value, Mapping):
        members = [*value.keys(), *value.values()]
    elif isinstance(value, tuple | list | set | frozenset):
        members = list(value)
    elif inspect.isclass(value):
        members = list(vars(value).values()) if value.__module__ == module else []
    elif is_dataclass(value):
        members = [getattr(value, field.name, None) for field in fields(value)]
    for member in members:
        if not isinstance(member, str | bytes | int | float):
            yield from _inside(member, module, seen)


@cache
def _imports(module: ModuleType) -> frozenset[str]:
    nodes = (node for node in ast.walk(tree(module)) if isinstance(node, ast.ImportFrom))
    return frozenset(alias.asname or alias.name for node in nodes for alias in node.names)


def _imported(module: ModuleType, name: str) -> bool:
    return name in _imports(module)


@cache
def tree(module: ModuleType) -> ast.Module:
    """Return the source of a module, parsed."""
    return ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))


def _modes() -> dict[int, frozenset[str]]:
    """Return the modes of the patterns that are used by their names; other uses, such as in a loop, are not known."""
    found: dict[int, set[str]] = {}
    for module in modules().values():
        named = {key: value for key, value in vars(module).items() if isinstance(value, re.Pattern | Compiled)}
        direct: set[int] = set()
        for pattern, mode in _used_elsewhere(module):
            found.setdefault(id(pattern), set()).add(mode)
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in named:
                direct.add(id(node.value))
                # `.pattern` makes another one of it.
                if node.attr in MODES:
                    found.setdefault(id(named[node.value.id]), set()).add(MODES[node.attr])
        for node in ast.walk(tree(module)):
            if not isinstance(node, ast.Name) or id(node) in direct or node.id not in named:
                continue
            if isinstance(node.ctx, ast.Load):
                found.setdefault(id(named[node.id]), set()).update(("finditer", "fullmatch"))
    return {key: frozenset(modes) for key, modes in found.items()}


def _used_elsewhere(module: ModuleType) -> Iterator[tuple[object, str]]:
    """Yield the patterns of other modules that a module uses by their full names, such as `entries.HEADING.match`."""
    for node in ast.walk(tree(module)):
        if not (isinstance(node, ast.Attribute) and node.attr in MODES and isinstance(node.value, ast.Attribute)):
            continue
        owner = node.value.value
        other = vars(module).get(owner.id) if isinstance(owner, ast.Name) else None
        if isinstance(other, ModuleType):
            yield getattr(other, node.value.attr, None), MODES[node.attr]


class Call(NamedTuple):
    """A call of `re` inside a function, which makes or uses a pattern while it runs."""

    place: str  # such as "cli.terminal: re.sub"
    pattern: str | bytes | None  # None: it is not written out at the call
    mode: str
    line: int


@cache
def calls() -> tuple[Call, ...]:
    """Return every call of the functions of `re` (and of `regex`) that stands inside a function."""
    return tuple(call for name, module in modules().items() for call in _calls(name, tree(module)))


def _calls(name: str, source: ast.Module) -> Iterator[Call]:
    functions = (
        node for node in ast.walk(source) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    )
    seen: set[int] = set()
    for function in functions:
        for node in ast.walk(function):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and id(node) not in seen):
                continue
            module, attribute = node.func.value, node.func.attr
            if isinstance(module, ast.Name) and module.id in ("re", "regex") and attribute in (*MODES, "compile"):
                seen.add(id(node))
                first = node.args[0] if node.args else None
                known = isinstance(first, ast.Constant) and isinstance(first.value, str | bytes)
                value = first.value if known else None  # type: ignore[union-attr]
                yield Call(f"{name}: re.{attribute}", value, MODES.get(attribute, "finditer"), node.lineno)
