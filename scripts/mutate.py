"""Read thousands of damaged files in bounded processes, and print what became of them by format.

python scripts/mutate.py --count 50000 > table.md          # a killed run goes on with --journal FILE
python scripts/mutate.py --first 3000 > table.md            # other files than those of an earlier run
python scripts/mutate.py --show pdf:1234 > damaged.pdf     # the file behind a fault
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from scripts.tried import Tried, command
from tests.hostile.mutations import SEEDS, Tally, mutant, read_mutants

from sentencerank.documents import FORMATS

BATCH = 200
LARGEST = 60_000  # bytes of a real file that is worth damaging
MOST = 10  # real files of each format


class Batch(NamedTuple):
    """Damaged files of one format, by their numbers."""

    format: str
    start: int
    stop: int


@cache
def real_files(folder: str, format: str) -> tuple[bytes, ...]:
    """Good files of a format in a folder of this machine, the first by their names."""
    endings = FORMATS[format].endings
    paths = sorted(path for path in Path(folder).rglob("*") if path.suffix.lower() in endings) if folder else []
    small = [path for path in paths if path.is_file() and 0 < path.stat().st_size < LARGEST]
    return tuple(path.read_bytes() for path in small[:MOST])


def batches(count: int, first: int, skip: set[Batch]) -> Iterator[Batch]:
    """Share the count among the formats, and begin in each with one number."""
    each, more = divmod(count, len(SEEDS))
    for place, format in enumerate(SEEDS):
        last = first + each + (place < more)
        for start in range(first, last, BATCH):
            batch = Batch(format, start, min(start + BATCH, last))
            if batch not in skip:
                yield batch


def work(batch: Batch, folder: str = "") -> Tally:
    """Read one batch, in a process of the pool."""
    return read_mutants(batch.format, range(batch.start, batch.stop), files=real_files(folder, batch.format))


def table(tallies: dict[str, Tally], seconds: float) -> Iterator[str]:
    """Lay out the outcome as Markdown."""
    yield "| format | damaged files | read | refused with a reason | ended by the bounds | failed | slowest, s |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    rows = list(tallies.items())
    whole = Tally()
    for tally in tallies.values():
        whole.add(tally)
    for name, tally in [*rows, ("all", whole)]:
        failed = len({number for number, _ in tally.faults})
        count = tally.read + tally.refused
        cells = [count, tally.read, count - tally.read, tally.ended, failed]
        yield f"| {name} | {' | '.join(f'{cell:,}' for cell in cells)} | {tally.slowest:.2f} |"
    yield ""
    yield f"It took {seconds / 60:.1f} minutes. Times include waiting for the processor."
    for name, tally in rows:
        for number, fault in tally.faults[:20]:
            yield f"- {name}:{number}: {fault}"


def done(journal: Path | None) -> Iterator[tuple[Batch, Tally]]:
    """Yield what an earlier run has done."""
    if journal is not None and journal.exists():
        for line in journal.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            faults = [(number, fault) for number, fault in entry["tally"].pop("faults")]
            yield Batch(*entry["batch"]), Tally(**entry["tally"], faults=faults)


def main(arguments: Iterable[str] | None = None) -> None:
    """Do what is left, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50_000, help="damaged files in all")
    parser.add_argument("--first", type=int, default=0, help="the number of the first file of each format")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--journal", type=Path, help="remember here what is done, and go on from there")
    parser.add_argument("--files", default="", metavar="FOLDER", help="damage real files of this folder too")
    parser.add_argument("--show", metavar="FORMAT:NUMBER", help="write one damaged file to standard output")
    parser.add_argument("--json", type=Path, help="leave the outcome in this file, too")
    options = parser.parse_args(None if arguments is None else list(arguments))
    if options.show:
        format, _, number = options.show.partition(":")
        sys.stdout.buffer.write(mutant(format, int(number), files=real_files(options.files, format)))
        return
    began = time.monotonic()
    tallies = {format: Tally() for format in SEEDS}
    earlier = dict(done(options.journal))
    for batch, tally in earlier.items():
        tallies[batch.format].add(tally)
    with ProcessPoolExecutor(options.workers, mp_context=get_context("spawn")) as pool:
        left = {
            pool.submit(partial(work, folder=options.files), batch): batch
            for batch in batches(options.count, options.first, set(earlier))
        }
        for number, future in enumerate(as_completed(left), 1):
            batch, tally = left[future], future.result()
            tallies[batch.format].add(tally)
            if options.journal is not None:
                with options.journal.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"batch": batch, "tally": asdict(tally)}) + "\n")
            sys.stderr.write(
                f"\r{number} of {len(left)} batches, {sum(len(t.faults) for t in tallies.values())} faults "
            )
    sys.stderr.write("\n")
    lines = list(table(tallies, time.monotonic() - began))
    sys.stdout.write("\n".join(lines) + "\n")
    counts = {"damaged files": sum(tally.read + tally.refused for tally in tallies.values())}
    failures = sum(len({number for number, _ in tally.faults}) for tally in tallies.values())
    Tried("Damaged files", command(), counts, failures, lines).write(options.json)
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
