"""How fast collections are ranked, what engines cost, and how much memory a worker and an overview take.

    python benchmarks/bench_corpus.py [DOCUMENTS] [--data FOLDER...] [--spark] [--overview COUNT]
    python benchmarks/bench_corpus.py pauses [FOLDER]    what garbage collection does to the slowest documents
    python benchmarks/bench_corpus.py topics FOLDER      how topics agree with the sub-folders that documents come from

DOCUMENTS (1,000 unless told) are different, real texts of about 15 sentences each: manuals and licences of this
computer, or those of a folder (real_texts.py). They are ranked by a plain loop in one process, which writes nothing,
by two loops at once with half of the documents each, and by `Ranker.rank_many`. A row of a collection has keyphrases,
layers and topics too: a plain loop that makes the same rows stands against `rank_corpus`, which also writes them, with
workers, and on Spark if asked for.

A busy machine spoils rates, so processor time is compared. *CPU ms* are those of all processes for a document, without
what it takes to start: from what workers take for all documents is taken what they take for one each. *start* are the
CPU seconds before the first document. Loops at once disturb one another as workers do, and show what several workers
could reach at best. The least of three runs each. Memory is the most that a worker had: its own, which it has written
to; unshared, with the pages of libraries and of the model that nobody else uses at the moment; its part of all that it
uses (PSS). From /proc: Linux only.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

if __package__ is None:
    sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.real_texts import gather, texts

ROUNDS = 3
SENTENCES = 15
TICK = os.sysconf("SC_CLK_TCK")


def made(path: Path, count: int, data: list[Path]) -> int:
    """Write a collection that is the same every time; return how many documents it has."""
    found = texts(gather(data, enough=2 * SENTENCES * count), SENTENCES, count)
    with path.open("w", encoding="utf-8") as file:
        for k, (_, text) in enumerate(found):
            file.write(json.dumps({"id": f"d{k}", "text": text}) + "\n")
    return len(found)


Memory: TypeAlias = tuple[float, float, float]  # MB of the largest worker: its own, unshared, PSS


class Watch(threading.Thread):
    """Looks at a process and all below it ten times a second."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid, self._end = pid, threading.Event()
        self.memory: Memory = (0.0, 0.0, 0.0)

    def run(self) -> None:
        """Look until the end."""
        while not self._end.wait(0.1):
            for one in below(self._pid):
                with suppress(OSError):
                    if b"sentencerank.workers" in Path(f"/proc/{one}/cmdline").read_bytes():
                        self.memory = max(self.memory, memory_of(one))

    def end(self) -> None:
        """Stop looking."""
        self._end.set()
        self.join()


def below(pid: int) -> list[int]:
    """Return the processes that a process has started, directly or not."""
    found = [pid]
    for one in found:
        with suppress(OSError):
            for task in Path(f"/proc/{one}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found[1:]


def memory_of(pid: int) -> Memory:
    """Return the MB that a process has written to, those that no other process shares, and its part of all it uses."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    sizes = {name: int(size) / 1024 for name, size, *_ in map(str.split, lines)}
    return sizes["Private_Dirty:"], sizes["Private_Clean:"] + sizes["Private_Dirty:"], sizes["Pss:"]


def used() -> float:
    """Return the CPU seconds of this process and of all below it, those that have ended included."""
    usages = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    total = sum(usage.ru_utime + usage.ru_stime for usage in usages)
    for one in below(os.getpid()):
        with suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            total += sum(map(int, fields[11:15])) / TICK
    return total


@dataclass(frozen=True)
class Run:
    """What a run took, in CPU seconds."""

    starting: float  # before the first document
    few: float  # with the documents that are not counted
    all: float  # with those that are
    count: int  # of these
    memory: Memory = (0, 0, 0)

    @property
    def each(self) -> float:
        """What a document takes."""
        return (self.all - self.few) / self.count

    @classmethod
    def least(cls, runs: Sequence[Run]) -> Run:
        """The least of several runs, part by part; the most memory."""
        few, all = min(one.few for one in runs), min(one.all for one in runs)
        return cls(min(one.starting for one in runs), few, all, runs[0].count, max(one.memory for one in runs))


Told: TypeAlias = tuple[float, float, float, int]


def run(*arguments: str) -> Run:
    """This script run with a task, watched; it prints what it took."""
    process = subprocess.Popen(
        [sys.executable, __file__, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    watch = Watch(process.pid)
    watch.start()
    printed, _ = process.communicate()
    watch.end()
    starting, few, all, count = map(float, printed.split()[-4:])
    return Run(starting, few, all, int(count), watch.memory)


def two_at_once(source: str) -> Run:
    """Two loops at once, each with half of the documents: their sum."""
    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(lambda part: run("loop", source, part, "2"), ("0", "1"))
    return Run(one.starting + other.starting, one.few + other.few, one.all + other.all, one.count + other.count)


def loop(source: str, part: str, parts: str) -> Told:
    """Rank one document after the other and write nothing."""
    from sentencerank import Ranker

    texts = read(source)[int(part) :: int(parts)]
    ranker = Ranker()
    start = used()
    for text in texts:
        ranker.rank(text)
    return start, start, used(), len(texts)


def rows(source: str) -> Told:
    """Rank one document after the other and make its row, with keyphrases, layers and topics; write nothing."""
    from sentencerank.corpus.document_ranker import DocumentRanker
    from sentencerank.corpus.entries import Entry
    from sentencerank.corpus.job import Job

    entries = [Entry(str(k), 0, "", text=text) for k, text in enumerate(read(source))]
    ranker = DocumentRanker(Job())
    start = used()
    for entry in entries:
        ranker.row(entry)
    return start, start, used(), len(entries)


def many(source: str, workers: str) -> Told:
    """Rank all documents by `rank_many`."""
    from sentencerank import Ranker

    texts = read(source)
    ranker = Ranker()

    def rank(some: list[str]) -> None:
        for _ in ranker.rank_many(some, workers=int(workers)):
            pass

    return told(rank, texts, int(workers))


def corpus(source: str, workers: str, engine: str) -> Told:
    """Rank a collection into a folder."""
    from sentencerank import SparkCluster, rank_corpus

    cluster = SparkCluster(f"local[{workers}]") if engine == "spark" else None

    def rank(lines: list[str]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.jsonl"
            path.write_text("".join(lines), encoding="utf-8")
            size = 1 if len(lines) == int(workers) else None
            rank_corpus(path, Path(folder) / "out", workers=int(workers), cluster=cluster, shard_size=size)

    with Path(source).open(encoding="utf-8") as file:
        return told(rank, list(file), int(workers))


def told(rank: Callable[[list[str]], None], documents: list[str], workers: int) -> Told:
    """What it takes to rank all documents, and one for each worker: processes that have ended are measured exactly."""
    few = documents[:workers]
    # What this process loads by itself is loaded by the first time.
    rank(few)
    starting = used()
    rank(few)
    less = used() - starting
    rank(documents)
    return starting, less, used() - starting - less, len(documents) - len(few)


def read(source: str) -> list[str]:
    """Return the texts of a collection."""
    return [json.loads(line)["text"] for line in Path(source).read_text(encoding="utf-8").splitlines()]


def pauses(data: list[Path]) -> None:
    """Print percentiles of the CPU time of a document: as usual, and with what is loaded left out of collections."""
    for frozen in ("usual", "frozen"):
        command = [sys.executable, __file__, "percentiles", frozen, *map(str, data)]
        print(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout, end="", flush=True)


def percentiles(frozen: str, *data: str) -> str:
    """Rank real texts in this process, each once, and return percentiles of their times."""
    from sentencerank import Ranker

    found = [text for _, text in texts(gather([Path(one) for one in data], enough=60_000), SENTENCES, 2000)]
    ranker, times = Ranker(), []
    ranker.rank(found[0])
    if frozen == "frozen":
        gc.freeze()
    for text in found[1:]:
        start = time.process_time()
        ranker.rank(text)
        times.append(1000 * (time.process_time() - start))
    times.sort()
    shown = ", ".join(f"{share} {times[int(len(times) * share / 100)]:.1f}" for share in (50, 90, 99, 99.9))
    return f"{frozen:7} {len(times):,} texts, percentiles in ms: {shown}, most {times[-1]:.1f}"


def main(count: int, data: list[Path], spark: bool, overviews: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.jsonl"
        count, source = made(path, count, data), str(path)
        cores, load = os.cpu_count(), os.getloadavg()[0]
        print(f"{count:,} real documents of about {SENTENCES} sentences; {cores} cores, load {load:.1f}", flush=True)
        subjects = {
            "plain loop": partial(run, "loop", source, "0", "1"),
            "two plain loops at once": partial(two_at_once, source),
            "`rank_many`, 2 workers": partial(run, "many", source, "2"),
            "plain loop with rows": partial(run, "rows", source),
        }
        for engine in ("local", "spark") if spark else ("local",):
            for workers in ("1", "2"):
                subjects[f"`rank_corpus`, {engine}, {workers}"] = partial(run, "corpus", source, workers, engine)
        # By turns, so that a quiet moment does not flatter one of them.
        rounds = [{name: subject() for name, subject in subjects.items()} for _ in range(ROUNDS)]
        show({name: Run.least([one[name] for one in rounds]) for name in subjects})
        if overviews:
            made(Path(folder) / "o.jsonl", overviews, data)
            print(overview(Path(folder) / "o.jsonl", Path(folder), overviews))


def show(best: dict[str, Run]) -> None:
    """Print the table; a share is that of the last plain loop above it."""
    print("\n| | CPU ms a document | of the loop | start, CPU s | MB a worker: own, unshared, PSS |")
    print("| --- | ---: | ---: | ---: | ---: |")
    plain = 1.0
    for name, one in best.items():
        plain = one.each if name.startswith("plain loop") else plain
        memory = ", ".join(f"{size:.0f}" for size in one.memory) if any(one.memory) else ""
        print(f"| {name} | {one.each * 1000:.2f} | {one.each / plain:.2f} | {one.starting:.1f} | {memory} |")


def overview(source: Path, folder: Path, count: int) -> str:
    """What an overview takes, in a process of its own."""
    arguments = ["corpus", "overview", str(source), "-o", str(folder / "o.html"), "--workers", "2"]
    process = subprocess.Popen([sys.executable, "-m", "sentencerank", *arguments], stderr=subprocess.DEVNULL)
    watch = Watch(process.pid)
    watch.start()
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    watch.end()
    memory = f"{usage.ru_maxrss // 1024} MB at most, {watch.memory[1]:.0f} MB a worker"
    return f"overview of {count:,}: {usage.ru_utime + usage.ru_stime:.0f} CPU s, {memory}"


def topics(folder: str) -> None:
    """Purity and normalised mutual information of topics and sub-folders, for each way to place a document."""
    from dataclasses import replace

    import numpy as np
    from sklearn.metrics import normalized_mutual_info_score

    from sentencerank import CorpusJob
    from sentencerank.corpus.overview.directions import document_vectors
    from sentencerank.corpus.overview.document_extracts import embeddings, extract_documents
    from sentencerank.corpus.overview.topics_of_documents import find_topics

    kept = extract_documents(folder, CorpusJob()).documents
    truth = [one.id.partition("/")[0] for one in kept]
    ways = {
        "sentences, keyphrases, words": list(kept),
        "sentences and keyphrases": [replace(one, words=one.words[:0]) for one in kept],
        "keyphrases and words": [replace(one, vectors=np.zeros_like(one.vectors)) for one in kept],
        "sentences and words": [replace(one, phrases=()) for one in kept],
    }
    print(f"{len(kept)} documents, {len(set(truth))} sub-folders")
    print(f"{'':34}{'topics':>8}{'purity':>8}{'NMI':>7}{'largest':>9}")
    for name, way in ways.items():
        topics = find_topics(document_vectors(way, embeddings(None)), lambda group: False)
        labels = np.zeros(len(kept), dtype=np.intp)
        for number, topic in enumerate(topics):
            labels[topic] = number
        groups = [[truth[k] for k in topic.tolist()] for topic in topics]
        purity = sum(max(map(group.count, group)) for group in groups) / len(kept)
        agreement = normalized_mutual_info_score(truth, labels)
        print(f"{name:34}{len(topics):8}{purity:8.3f}{agreement:7.3f}{len(groups[0]):9}")


if __name__ == "__main__":
    words = sys.argv[1:]
    tasks: dict[str, Callable[..., Told]] = {
        "loop": loop,
        "rows": rows,
        "many": many,
        "corpus": corpus,
    }
    if words[:1] == ["topics"]:
        topics(words[1])
    elif words[:1] == ["pauses"]:
        pauses([Path(word) for word in words[1:]])
    elif words[:1] == ["percentiles"]:
        print(percentiles(*words[1:]))
    elif words and words[0] in tasks:
        print(*tasks[words[0]](*words[1:]))
    else:
        parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
        parser.add_argument("documents", nargs="?", type=int, default=1000)
        parser.add_argument("--data", nargs="+", type=Path, default=[], help="folders with texts")
        parser.add_argument("--spark", action="store_true")
        parser.add_argument("--overview", type=int, default=0, metavar="COUNT")
        given = parser.parse_args()
        main(given.documents, given.data, given.spark, given.overview)
