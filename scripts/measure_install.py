"""How much each extra of the package adds to an installation of the core, in megabytes; `extras.py` tells it.

Measures what is installed in this environment: python scripts/measure_extras.py
"""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, distribution, requires

from packaging.requirements import Requirement

NOT_FOR_USERS = ("dev", "peers")


def name_of(text: str) -> str:
    """Return the name of a distribution as the index spells it."""
    return re.sub(r"[-_.]+", "-", text).lower()


def closure(names: list[Requirement], extras: frozenset[str] = frozenset()) -> set[str]:
    """Return all distributions that these need, themselves included."""
    found: set[str] = set()
    waiting = [(each, extras) for each in names]
    while waiting:
        requirement, asked = waiting.pop()
        wanted = asked | requirement.extras or {""}
        if requirement.marker and not any(requirement.marker.evaluate({"extra": extra}) for extra in wanted):
            continue
        name = name_of(requirement.name)
        if name in found and not requirement.extras:
            continue
        try:
            needed = requires(name) or []
        except PackageNotFoundError:
            continue
        if name != "sentencerank":
            found.add(name)
        waiting += [(Requirement(each), frozenset(requirement.extras)) for each in needed]
    return found


def size(name: str) -> int:
    """Return the bytes of the files of a distribution."""
    files = distribution(name).files or []
    return sum(path.stat().st_size for file in files if (path := file.locate()).is_file())  # type: ignore[attr-defined]


def main() -> None:
    """Print a line for each extra."""
    core = closure([Requirement("sentencerank")])
    print(f"core {sum(map(size, core)) / 1e6:.0f} MB: {', '.join(sorted(core))}")
    extras = distribution("sentencerank").metadata.get_all("Provides-Extra", [])
    for extra in sorted({*extras} - {*NOT_FOR_USERS}):
        added = closure([Requirement(f"sentencerank[{extra}]")]) - core
        print(f"{extra} {sum(map(size, added)) / 1e6:.0f} MB: {', '.join(sorted(added))}")


if __name__ == "__main__":
    main()
