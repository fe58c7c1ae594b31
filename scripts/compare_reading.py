"""Read the same files with two checkouts of the package, turn by turn, and compare the CPU time.

    python scripts/compare_reading.py OLD NEW FILE_OR_FOLDER... [--times 5] [--markdown FILE]

OLD and NEW are checkouts. Each has a process that reads every file with it, in this process and to the sentences; the
two take turns, so that what else the machine does slows both. A file counts with its fastest reading. What one of the
two cannot read is named and left out.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any


class Checkout:
    """A process that reads files with one checkout."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str((folder / "src").resolve())}
        command = [sys.executable, str(Path(__file__).resolve()), "--child"]
        self._process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/"
        )

    def seconds(self, path: Path) -> float | None:
        """Return the CPU seconds that one reading took, or None if the file cannot be read."""
        assert self._process.stdin
        assert self._process.stdout
        print(path, file=self._process.stdin, flush=True)
        answer: float | None = json.loads(self._process.stdout.readline())
        return answer

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def answer(requests: IO[str]) -> None:
    """Read each file that is asked for, and say how long it took."""
    from sentencerank.documents import read_document

    # Version 0.1.0 knows no other way than in this process.
    known = "in_process" in inspect.signature(read_document).parameters
    here: dict[str, Any] = {"in_process": True} if known else {}
    for line in requests:
        data = Path(line.rstrip("\n")).read_bytes()
        begun = time.process_time()
        taken: float | None
        try:
            read_document(data, name=Path(line.rstrip("\n")).name, **here)
            taken = time.process_time() - begun
        except Exception:
            taken = None
        print(json.dumps(taken), flush=True)


def _files(given: list[Path]) -> Iterator[Path]:
    for path in given:
        yield from sorted(inside for inside in path.rglob("*") if inside.is_file()) if path.is_dir() else [path]


def compare(old: Checkout, new: Checkout, paths: list[Path], times: int) -> dict[Path, tuple[float, float]]:
    """Return for each file the least CPU seconds of both."""
    found: dict[Path, tuple[float, float]] = {}
    for path in paths:
        runs = [(old.seconds(path), new.seconds(path)) for _ in range(times)]
        whole = [(before, now) for before, now in runs if before is not None and now is not None]
        if not whole:
            print(f"{path}: not read by both", file=sys.stderr)
            continue
        found[path] = min(before for before, _ in whole), min(now for _, now in whole)
    return found


def table(found: dict[Path, tuple[float, float]]) -> str:
    """Return the report: one row for each ending, and the ratios of single files."""
    groups: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for path, pair in found.items():
        groups[path.suffix].append(pair)
    lines = ["| files | count | old CPU s | new CPU s | ratio of sums | ratios, least to most |", "|" + " --- |" * 6]
    for ending, pairs in groups.items():
        old, new = sum(before for before, _ in pairs), sum(now for _, now in pairs)
        ratios = sorted(now / before for before, now in pairs)
        middle = ratios[len(ratios) // 2]
        cells = (ending, len(pairs), f"{old:.2f}", f"{new:.2f}", f"{new / old:.2f}")
        spread = f"{ratios[0]:.2f} … {middle:.2f} … {ratios[-1]:.2f}"
        lines.append(f"| {' | '.join(map(str, cells))} | {spread} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Compare two checkouts."""
    if sys.argv[1:] == ["--child"]:
        answer(sys.stdin)
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--markdown", type=Path)
    arguments = parser.parse_args()
    old, new = Checkout(arguments.old), Checkout(arguments.new)
    found = compare(old, new, [path.resolve() for path in _files(arguments.files)], arguments.times)
    old.close()
    new.close()
    for path, (before, now) in found.items():
        print(f"{now / before:5.2f}  {before:7.3f} {now:7.3f}  {path.name}", file=sys.stderr)
    report = table(found)
    if arguments.markdown:
        arguments.markdown.write_text(report, encoding="utf-8")
    else:
        print(report)


if __name__ == "__main__":
    main()
