"""Training on all cores: how time, memory and disk grow with the text.

    python benchmarks/bench_growth.py CORPUS --wordnet FOLDER [--sizes 7.5 15 30] [--workers 2] [--threads 2]

CORPUS is plain text, one document a line, in random order (make_corpus.py writes one). For each size, in millions of
words, its beginning is mined and its vectors are trained for one epoch, each in a fresh process: processor time of all
processes and time by the clock for every stage, the largest memory of a process, and what the working folder takes.
Every size is printed as a line of JSON as soon as it is known.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

from sentencerank.train import Training, files, mine_phrases, train_vectors

TICK = os.sysconf("SC_CLK_TCK")


def cut(corpus: Path, words: float, target: Path) -> None:
    """Copy the first documents of a corpus, up to so many words."""
    count = 0
    with corpus.open("rb") as lines, target.open("wb") as stream:
        for line in lines:
            if count >= words:
                break
            stream.write(line)
            count += len(line.split())


def processor_time() -> float:
    """Return the processor seconds of this process and its children, those that still run included."""
    own = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    total = sum(usage.ru_utime + usage.ru_stime for usage in own)
    for task in Path("/proc/self/task").iterdir():
        for child in (task / "children").read_text().split():
            fields = Path(f"/proc/{child}/stat").read_text().rpartition(") ")[2].split()
            total += (int(fields[11]) + int(fields[12])) / TICK
    return total


class Watch:
    """Time by stage: what passes between two reports belongs to the stage of the second one."""

    def __init__(self) -> None:
        self.spent: dict[str, list[float]] = {}
        self.last = (processor_time(), time.monotonic())

    def __call__(self, stage: str, done: float, total: float, unit: str) -> None:
        """Take note of a report."""
        now = (processor_time(), time.monotonic())
        own = self.spent.setdefault(stage, [0.0, 0.0])
        for number, (before, after) in enumerate(zip(self.last, now, strict=True)):
            own[number] += after - before
        self.last = now


def run(stage: str, corpus: Path, home: Path, wordnet: str, workers: int, threads: int) -> None:
    """Run one stage in this process and print what it took, as JSON."""
    warnings.simplefilter("ignore", UserWarning)
    start, watch = time.monotonic(), Watch()
    if stage == "mining":
        model = mine_phrases(corpus, knowledge_base=wordnet, folder=home / "phrases", workers=workers, progress=watch)
        facts = {"tokens": model.meta["tokens"], "phrases": sum(1 for _ in model.phrases())}
    else:
        vectors = train_vectors(
            files(corpus), home / "phrases" / "model", home / "vectors", shards=home / "phrases" / "corpus",
            training=Training(epochs=1, threads=threads), workers=workers, progress=watch,
        )  # fmt: skip
        facts = {"units": len(vectors.names)}
    watch("the rest", 1, 1, "")
    peak = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]  # in kB
    disk = sum(path.stat().st_size for path in home.rglob("*") if path.is_file())
    facts |= {
        "CPU s, s": {name: [round(value, 2) for value in own] for name, own in watch.spent.items()},
        "CPU s": round(processor_time(), 1),
        "s": round(time.monotonic() - start, 1),
        "GB here, in a worker": [round(own / 2**20, 2) for own in peak],
        "GB of disk": round(disk / 1e9, 2),
    }
    print(json.dumps(facts))


def main() -> None:
    """Measure every size."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--wordnet", required=True, help="folder with index.noun and the like, or a list of phrases")
    parser.add_argument("--sizes", type=float, nargs="+", default=[7.5, 15.0, 30.0], help="millions of words")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, nargs="+", default=[2])
    parser.add_argument("--run", nargs=2, help=argparse.SUPPRESS)  # a stage and its folder, in this process
    given = parser.parse_args()
    if given.run:
        run(given.run[0], given.corpus, Path(given.run[1]), given.wordnet, given.workers, given.threads[0])
        return
    for size in given.sizes:
        with tempfile.TemporaryDirectory() as folder:
            text, home = Path(folder) / "corpus.txt", Path(folder) / "work"
            cut(given.corpus, size * 1e6, text)
            for stage, threads in [("mining", 1), *(("vectors", own) for own in given.threads)]:
                command = [sys.executable, __file__, str(text), "--wordnet", given.wordnet, "--run", stage, str(home)]
                command += ["--workers", str(given.workers), "--threads", str(threads)]
                found = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
                print(json.dumps({"stage": stage, "M words": size, "workers": given.workers, "threads": threads}
                                 | json.loads(found)), flush=True)  # fmt: skip
                subprocess.run(["rm", "-rf", str(home / "vectors")], check=True)


if __name__ == "__main__":
    main()
