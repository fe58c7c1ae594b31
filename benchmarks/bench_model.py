"""What the embedding database costs: writing, opening, looking up, memory.

    python benchmarks/bench_model.py                     a million rows of 300 numbers, float16 and int8 (1 GB on disk)
    python benchmarks/bench_model.py --rows 100000       fewer
    python benchmarks/bench_model.py --folder DIR        where to write; by default a temporary folder

Times are CPU seconds of one process, of look-ups the least and the median. Opening and looking up run in a fresh
process; the files are in the page cache.
Memory is resident: what the process holds itself, and the pages of the mapped files that it has touched, which all
processes share. Names are made here, so that nothing needs to be fetched.
"""

from __future__ import annotations

import argparse
import multiprocessing
import platform
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

CHUNK, LOOKED_UP, ROUNDS = 5000, 300, 200


def name(i: int) -> str:
    """The i-th name: syllables, as long as words are; every tenth is a phrase."""
    syllables, rest = "", i + 1
    while rest:
        rest, part = divmod(rest, 50)
        syllables += "bcdfghklmn"[part % 10] + "aeiou"[part // 10] + "n"
    return f"{syllables} {syllables[::-1]}" if i % 10 == 0 else syllables


def chunks(rows: int, dimensions: int) -> Iterator[tuple[list[str], np.ndarray]]:
    """Names with rows of random numbers, which repeat: only their amount matters."""
    values = np.random.default_rng(0).normal(size=(CHUNK, dimensions)).astype(np.float32)
    for start in range(0, rows, CHUNK):
        count = min(CHUNK, rows - start)
        yield [name(i) for i in range(start, start + count)], values[:count] + np.float32(start / rows)


def memory() -> dict[str, float]:
    """Resident megabytes: of its own, and of mapped files."""
    lines = Path("/proc/self/status").read_text().splitlines() if Path("/proc/self/status").exists() else []
    found = dict(line.split(":", 1) for line in lines)
    return {key: int(found[key].split()[0]) / 1024 for key in ("RssAnon", "RssFile") if key in found}


def write(folder: Path, rows: int, dimensions: int, numbers: str, answers: multiprocessing.Queue[object]) -> None:
    """Write a database; hand back the CPU seconds and the peak of memory."""
    import resource

    from sentencerank.model.write import write_model

    start = time.process_time()
    write_model(folder, chunks(rows, dimensions), name="bench", language="en", numbers=numbers, thresholds=(0.65, 0.6))  # type: ignore[arg-type]
    answers.put((time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))


def use(folder: Path, rows: int, answers: multiprocessing.Queue[object]) -> None:
    """Open a database and look names up; hand back CPU seconds and memory."""
    from sentencerank.languages.registry import language_of
    from sentencerank.model.model import check, load

    language_of("en")  # stop words and tags are not the database's
    names = [[name(int(i)) for i in np.random.default_rng(seed).integers(0, rows, LOOKED_UP)] for seed in range(ROUNDS)]
    before = memory()
    start = time.process_time()
    table = load(folder).embeddings
    opened = time.process_time() - start
    after_open = memory()
    times = []
    for some in names:
        start = time.process_time()
        found = table.vectors(some)
        times.append(time.process_time() - start)
        assert found.any(axis=1).all()
    again = []
    for some in names:
        start = time.process_time()
        table.vectors(some)
        again.append(time.process_time() - start)
    after = memory()
    start = time.process_time()
    check(folder)
    checked = time.process_time() - start
    answers.put((opened, times[0], (min(again), float(np.median(again))), before, after_open, after, checked))


def in_a_process(function: object, *arguments: object) -> tuple[object, ...]:
    """Run a function in a fresh process and take what it puts into its queue."""
    context = multiprocessing.get_context("spawn")
    answers: multiprocessing.Queue[tuple[object, ...]] = context.Queue()
    process = context.Process(target=function, args=(*arguments, answers))  # type: ignore[arg-type]
    process.start()
    answer = answers.get(timeout=3600)
    process.join()
    return answer


def main() -> None:
    """Write, open, look up, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--dimensions", type=int, default=300)
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    print(f"{platform.machine()}, Python {platform.python_version()}, numpy {np.__version__}")
    with tempfile.TemporaryDirectory(dir=arguments.folder) as scratch:
        for numbers in ("float16", "int8"):
            folder = Path(scratch) / numbers
            seconds, peak = in_a_process(write, folder, arguments.rows, arguments.dimensions, numbers)
            size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
            opened, first, warm, before, after_open, after, checked = in_a_process(use, folder, arguments.rows)
            print(f"\n{arguments.rows:,} × {arguments.dimensions} {numbers}, {size:,.0f} MB")
            print(f"  write               {seconds:8.1f} s   peak {peak:,.0f} MB")
            print(f"  open                {1e3 * float(str(opened)):8.2f} ms")  # mypy: a queue holds objects
            print(f"  {LOOKED_UP} names, first    {1e3 * float(str(first)):8.2f} ms  (their pages are touched)")
            least, median = (1e3 * seconds for seconds in warm)  # type: ignore[attr-defined]
            print(f"  {LOOKED_UP} names, again    {least:8.2f} ms  (median {median:.2f})")
            print(f"  check every byte    {float(str(checked)):8.2f} s")
            for when, held in (("before", before), ("opened", after_open), ("60,000 look-ups", after)):
                print(f"  memory, {when:<16}", *(f"{key} {value:.0f} MB" for key, value in dict(held).items()))  # type: ignore[call-overload]


if __name__ == "__main__":
    main()
