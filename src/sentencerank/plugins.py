"""Languages, formats and structures of other packages, found by their entry points.

    [project.entry-points."sentencerank.plugins"]
    "language.ia" = "my_package:INTERLINGUA"    # a Pack with the code ia
    "format.org" = "my_package:ORG"             # a Format with the name org
    "structure.minutes" = "my_package:minutes"  # a function (i, n) → importance of place i of n

Nothing is looked for until a name is asked for that this package does not have, and then only that plugin is imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sentencerank.errors import PluginError
from sentencerank.frozen import dataclass

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "sentencerank.plugins"
KINDS = ("language", "format", "structure")


@dataclass(frozen=True, slots=True)
class Plugin:
    """What another package announces."""

    kind: str  # one of KINDS
    name: str
    package: str  # with its version
    entry: EntryPoint

    def load(self) -> Any:
        """Import it. Raises PluginError with the package and the reason, whatever goes wrong in it."""
        try:
            return self.entry.load()
        except Exception as error:
            raise PluginError(
                f"the {self.kind} {self.name!r} of the package {self.package} cannot be loaded from "
                f"{self.entry.value} ({type(error).__name__}: {error}). Update that package, or uninstall it."
            ) from error


@lru_cache(maxsize=1)
def installed() -> tuple[Plugin, ...]:
    """Return what other packages announce, in the order of their names; nothing is imported."""
    return tuple(sorted(_announced(), key=lambda plugin: (plugin.kind, plugin.name, plugin.package)))


def _announced() -> Iterator[Plugin]:
    # Imported here, because it takes longer than to rank a text.
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP):
        kind, _, name = entry.name.partition(".")
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else "unknown"
        yield Plugin(kind, name, package, entry)


def names(kind: str) -> tuple[str, ...]:
    """Return the names of all plugins of a kind."""
    return tuple(dict.fromkeys(plugin.name for plugin in installed() if plugin.kind == kind))


def find(kind: str, name: str) -> Any:
    """Return what a plugin brings; None if there is none of this kind and name.

    Raises PluginError if it cannot be loaded, and if two packages bring it.
    """
    found = [plugin for plugin in installed() if (plugin.kind, plugin.name) == (kind, name)]
    if len(found) > 1:
        packages = " and ".join(plugin.package for plugin in found)
        raise PluginError(f"{packages} both bring the {kind} {name!r}. Uninstall one of them.")
    return found[0].load() if found else None


def refused(kind: str, name: str, wanted: str, found: object) -> PluginError:
    """Return the error for a plugin that is something else than it should be."""
    return PluginError(
        f"the {kind} {name!r} of a plugin is {found!r:.100} and not {wanted}. Update the package that brings it."
    )
