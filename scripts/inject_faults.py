"""Inject every fault into every place, and print a Markdown table of what was injected and what went wrong.

    python scripts/inject_faults.py              all of them, in some minutes
    python scripts/inject_faults.py corpus       places whose names hold one of the words
    python scripts/inject_faults.py --quick      a part of them, as the quick tests do it
    python scripts/inject_faults.py --sparse 10  every tenth of them

A fault strikes a call on a file: an I/O error, a full disk, a used-up quota, a short write, a kill, a cut of power. For
each kind it strikes every call in turn (of training, every so many), and the work is then done again. Files that lie on
the disk are cut, flipped, emptied, replaced and removed. Ctrl-C ends it with a table of what was done. The exit code is
1 if anything went wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "src")]

from scripts.tried import Tried, command  # noqa: E402
from tests.faults.injector import Injector, faults  # noqa: E402
from tests.faults.places import PLACES, Place, calm_run, strike  # noqa: E402
from tests.faults.spoilt import SPOILT, Spoil  # noqa: E402
from tests.faults.tracer import missing  # noqa: E402

SPOILS = "spoilt on disk"


def main() -> int:
    """Inject the faults and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="words of the names of places")
    parser.add_argument("--quick", action="store_true", help="a part of the faults")
    parser.add_argument("--sparse", type=int, default=1, metavar="N", help="only every N-th of the faults")
    parser.add_argument("--json", type=Path, help="leave the outcome in this file, too")
    asked = parser.parse_args()
    if missing():
        sys.exit(missing())
    injected: Counter[tuple[str, str]] = Counter()
    wrong: Counter[tuple[str, str]] = Counter()
    try:
        _inject_all(asked, injected, wrong)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    lines = list(_table(injected, wrong))
    print("\n".join(lines))
    counts: Counter[str] = Counter()
    for (_, kind), count in injected.items():
        counts["damaged files" if kind == SPOILS else "faults"] += count
    Tried("Faults injected", command(), dict(counts), wrong.total(), lines).write(asked.json)
    return int(bool(wrong))


def _inject_all(asked: argparse.Namespace, injected: Counter[tuple[str, str]], wrong: Counter[tuple[str, str]]) -> None:
    for place in PLACES:
        every = place.quick if asked.quick else place.every
        if every and _asked(place.name, asked.words):
            _inject(place, every * asked.sparse, injected, wrong)
    for name, spoil in SPOILT.items():
        if _asked(name, asked.words):
            _spoil(name, spoil, injected, wrong)


def _asked(name: str, words: Sequence[str]) -> bool:
    return not words or any(word in name for word in words)


def _inject(place: Place, every: int, injected: Counter[tuple[str, str]], wrong: Counter[tuple[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as home, Injector() as injector:
        calm, old, new = calm_run(place, injector, Path(home))
        for fault in faults(calm, place.kinds, every):
            key = (place.name, fault.kind)
            injected[key] += 1
            for problem in strike(place, injector, Path(home), fault, old, new):
                wrong[key] += 1
                print(f"{place.name}, {fault} ({calm.calls[fault.at]}): {problem}", file=sys.stderr)
    print(f"{place.name}: done", file=sys.stderr)


def _spoil(name: str, spoil: Spoil, injected: Counter[tuple[str, str]], wrong: Counter[tuple[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as home:
        for damage, problem in spoil(Path(home)):
            injected[name, SPOILS] += 1
            if problem:
                wrong[name, SPOILS] += 1
                print(f"{name}, {damage}: {problem}", file=sys.stderr)
    print(f"{name}: done", file=sys.stderr)


def _table(injected: Counter[tuple[str, str]], wrong: Counter[tuple[str, str]]) -> Iterator[str]:
    yield from ("| place | fault | injected | wrong outcomes |", "| --- | --- | ---: | ---: |")
    for (place, kind), count in injected.items():
        yield f"| {place} | {kind} | {count:,} | {wrong[place, kind]:,} |"
    yield f"| **all** | | **{injected.total():,}** | **{wrong.total():,}** |"


if __name__ == "__main__":
    sys.exit(main())
