"""What every walk through a tree needs: the path of an element, addresses of links, how often to look at the clock."""

from __future__ import annotations

OFTEN = 1_000  # steps between two looks at the clock
DEEPEST = 128  # elements in the path of a place
_LONGEST = 2_000  # characters of an address
_PROGRAMS = ("javascript:", "data:")


def step_to(counts: dict[str, int], name: str) -> str:
    """Count a child of an element by its name, and return the step of its path.

    The first of a name has no number: of all elements that such a path fits, it is the first in the document.

    >>> counts: dict[str, int] = {}
    >>> step_to(counts, "p"), step_to(counts, "p"), step_to(counts, "ul")
    ('/p', '/p[2]', '/ul')
    """
    count = counts[name] = counts.get(name, 0) + 1
    return f"/{name}" if count == 1 else f"/{name}[{count}]"


def address_of(text: str) -> str:
    """Return the address that a link leads to, or nothing if it runs a program.

    >>> address_of(" rain.html "), address_of("JavaScript:run()")
    ('rain.html', '')
    """
    text = text.strip()
    return "" if text.lower().startswith(_PROGRAMS) else text[:_LONGEST]
