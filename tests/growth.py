"""How the time of a piece of work grows with its input, and texts that make patterns slow.

`pumps` takes a pattern apart and builds texts of which every repetition in it can be made long. `growth` runs work on
longer and longer texts and returns the exponent: 1 for linear time, 2 for quadratic, infinity for a doubling with each
character. It begins with tiny texts and has a deadline, so that nothing hangs.
"""

from __future__ import annotations

import gc
import math
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import pairwise
from types import FrameType
from typing import Any, NamedTuple

STEEP = math.log2(2.6)  # the exponent at which twice the input takes 2.6 times as long
_DEADLINE = 1.5  # seconds for one run; a run that ends there has grown without bound
_TELLING, _SURE = 0.005, 0.03  # seconds that a run should take for its time to mean something, or to be believed
_SLACK = 0.0003  # seconds that any run may take
_RUNS = 3  # of which the fastest counts
_LONG = 0.1  # seconds of a run that is not repeated
_CLEAR = 1.8  # an exponent that no busy machine makes of linear work; a smaller one is measured again
_ENOUGH = 0.4  # seconds of a run after which no longer one is needed
_OVERHEAD = 0.005  # seconds that work may take whatever the size
_QUICK = 2.5e-7  # seconds a character: below this it is the cache of the processor that is seen, not the work
_parser: Any = import_module("re._parser")
_FILLERS = 'a 1\nA.-"(é字\t'  # for a class that is told by what is not in it
_CATEGORIES = {
    "CATEGORY_DIGIT": "1", "CATEGORY_NOT_DIGIT": "a ", "CATEGORY_SPACE": " \n", "CATEGORY_NOT_SPACE": "a1",
    "CATEGORY_WORD": "a1", "CATEGORY_NOT_WORD": " .",
}  # fmt: skip


class Shape(NamedTuple):
    """A text that can have any size: `before`, then `unit` as often as it takes, then `after`."""

    before: str
    unit: str
    after: str

    def text(self, size: int) -> str:
        """Return the text with about `size` characters in the middle."""
        return self.before + self.unit * max(1, size // len(self.unit)) + self.after


class Growth(NamedTuple):
    """How the time grew up to a size."""

    exponent: float
    size: int
    seconds: float

    @property
    def steep(self) -> bool:
        """Whether twice the input takes more than 2.6 times as long."""
        return self.exponent > STEEP and self.seconds > _QUICK * self.size


class _LateError(Exception):
    """A run passed the deadline."""


@contextmanager
def _deadline() -> Iterator[None]:
    """Stop what runs in this thread after some seconds of CPU; `re` looks for signals while it works."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise _LateError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, _DEADLINE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def seconds(work: Callable[[], object], runs: int = 1) -> float:
    """Return the CPU time of the fastest of some runs; infinity if one passes the deadline."""
    best = math.inf
    # The collector of garbage looks at all objects of the process now and then, which is not the work's doing.
    gc.disable()
    try:
        for _ in range(runs):
            start = time.thread_time()
            with _deadline():
                work()
            best = min(best, time.thread_time() - start)
            if best > _LONG:
                break
    except _LateError:
        return math.inf
    finally:
        gc.enable()
    return best


def screen(work: Callable[[int], object], sizes: tuple[int, ...], rate: float) -> Growth | None:
    """Run work at growing sizes; if one takes longer than `rate` seconds a character, or grows fast, measure how fast.

    Returns None for work that is quick enough at every size, and for work that is slow but linear.
    """
    earlier: list[tuple[int, float]] = []
    allowed = _SLACK + min(_OVERHEAD, seconds(lambda: work(sizes[0]), 2))
    for size in sizes:
        spent = seconds(lambda size=size: work(size))  # type: ignore[misc]
        if spent == math.inf:
            return Growth(math.inf, size, spent)
        jump = next((then for other, then in reversed(earlier) if 4 * other <= size), None)
        grown = jump is not None and spent > _TELLING / 2 and spent > 1.7 * jump * (size / _before(earlier, size))
        if (spent > allowed + rate * size or grown) and 2 * seconds(lambda size=size: work(size), 2) > spent:  # type: ignore[misc]
            found = growth(work, size)
            if found.steep and found.exponent < _CLEAR:
                found = growth(work, size)
            return found if found.steep else None
        earlier.append((size, spent))
    return None


def _before(earlier: list[tuple[int, float]], size: int) -> int:
    return next(other for other, _ in reversed(earlier) if 4 * other <= size)


def growth(work: Callable[[int], object], size: int, *, most: int = 400_000) -> Growth:
    """Measure the exponent from a size to twice, and if that is steep to four times as much.

    The size is raised until its time can be told. A small step comes before a large one, because time that doubles
    with each character would never end at twice the size.
    """
    first = seconds(lambda: work(size), _RUNS)
    while first < _SURE and 2 * size <= most:
        size *= 2
        first = seconds(lambda size=size: work(size), _RUNS)  # type: ignore[misc]
    if first == math.inf:
        return Growth(math.inf, size, first)
    for share in (1.25, 2.0, 4.0):
        larger = math.ceil(share * size)
        then = seconds(lambda larger=larger: work(larger), _RUNS)  # type: ignore[misc]
        exponent = math.log(max(then, 1e-9) / max(first, 1e-9)) / math.log(larger / size)
        # A short step is only there to meet an explosion.
        if share > 1.25 and exponent <= STEEP:
            break
        if then > _ENOUGH:
            break
    return Growth(exponent, larger, then)


def pumps(pattern: str | bytes, flags: int = 0) -> list[Shape]:
    """Return texts that make each repetition of a pattern long, alone and again and again."""
    source = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    tree = _parser.parse(source, flags & ~re.DEBUG if not isinstance(pattern, bytes) else flags | re.UNICODE)
    repeats: list[tuple[str, list[str]]] = []
    whole = _collect(tree, "", repeats)
    letters = list(dict.fromkeys(character for _, bodies in repeats for body in bodies for character in body))
    units: dict[tuple[str, str], None] = {}
    for before, bodies in repeats:
        for body in [*bodies, *letters[:10], " ", "\n"]:
            units[before, body] = None
        for body in bodies[:2]:
            # The opening of the repetition again and again, as a search meets it.
            units["", before + body] = None
            units["", before] = None
    units["", whole] = None
    for before, after in pairwise(dict.fromkeys(before for before, _ in repeats)):
        units[before, after] = None
    ends = ("", "\0", "a\n")
    return [Shape(before, unit, end) for before, unit in units if unit for end in ends]


def _collect(tree: Any, before: str, repeats: list[tuple[str, list[str]]]) -> str:
    """Return a text that a part of a pattern matches; note each repetition with what leads to it."""
    text = ""
    for op, argument in tree:
        name = str(op)
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most, inner = argument
            if most > 8:
                repeats.append((before + text, _variants(inner)))
            body = _collect(inner, before + text, repeats)
            text += body * max(1, min(least, 40))
        elif name == "SUBPATTERN":
            text += _collect(argument[3], before + text, repeats)
        elif name == "ATOMIC_GROUP":
            text += _collect(argument, before + text, repeats)
        elif name in ("ASSERT", "ASSERT_NOT"):
            if argument[0] > 0:
                _collect(argument[1], before + text, repeats)
            elif name == "ASSERT" and not text and not before:
                text += _collect(argument[1], before, repeats)
        elif name == "BRANCH":
            found = [_collect(branch, before + text, repeats) for branch in argument[1]]
            text += found[0]
        else:
            text += (_samples(name, argument) or [""])[0]
    return text


def _variants(tree: Any) -> list[str]:
    """Return a few texts that a repeated part matches: one for each branch, one for each kind of character."""
    found: list[str] = [_collect(tree, "", [])]
    for op, argument in tree:
        name = str(op)
        if name == "BRANCH":
            found += [_collect(branch, "", []) for branch in argument[1]]
        elif name == "SUBPATTERN":
            found += _variants(argument[3])
        elif name in ("IN", "ANY", "NOT_LITERAL", "LITERAL", "CATEGORY"):
            found += _samples(name, argument)
    return [text for text in dict.fromkeys(found) if text][:8]


def _samples(name: str, argument: Any) -> list[str]:
    """Return a few characters that a part of a pattern for one character matches."""
    if name == "LITERAL":
        return [chr(argument)]
    if name == "ANY":
        return list("a 1.")
    if name == "NOT_LITERAL":
        return [character for character in _FILLERS if ord(character) != argument][:3]
    if name == "CATEGORY":
        return list(_CATEGORIES.get(str(argument), ""))
    if name != "IN":
        return []
    inside: list[str] = []
    negated = False
    for op, value in argument:
        if str(op) == "NEGATE":
            negated = True
        elif str(op) == "RANGE":
            inside.append(chr(value[0]))
        else:
            inside += _samples(str(op), value)
    if not negated:
        return inside[:6]
    test = re.compile("[^" + "".join(_class_part(op, value) for op, value in argument if str(op) != "NEGATE") + "]")
    return [character for character in _FILLERS if test.match(character)][:4]


def _class_part(op: Any, value: Any) -> str:
    if str(op) == "LITERAL":
        return re.escape(chr(value))
    if str(op) == "RANGE":
        return f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}"
    letter = str(value).removeprefix("CATEGORY_").removeprefix("NOT_")[0].lower()
    letter = "s" if "SPACE" in str(value) else letter
    return "\\" + (letter.upper() if "NOT_" in str(value) else letter)
