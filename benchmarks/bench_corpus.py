"""How fast collections are ranked, what engines cost, and how much memory a worker and an overview take.

    python benchmarks/bench_corpus.py [DOCUMENTS] [--spark] [--overview COUNT]
    python benchmarks/bench_corpus.py topics FOLDER      how topics agree with the sub-folders that documents come from

DOCUMENTS (1,000 unless told) of 15 sentences each, recombined from the sample article, against a plain loop that ranks
the same documents in one process and writes nothing. Everything counts from the first finished shard to the last.

A busy machine spoils rates, so what it would do if it were free is computed: *CPU ms* are those of all processes for a
document, and *busy* is the share of the time in which workers ran or waited for a processor, not for work. Documents
per second = workers × busy / CPU of a document; linear is what as many plain loops at once reach, which disturb one
another as workers do. The best of three runs each. Memory is what a worker shares with nobody. From /proc: Linux only.
"""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ARTICLE = Path(__file__).parent.parent / "examples" / "article.txt"
ROUNDS = 3
TICK = os.sysconf("SC_CLK_TCK")


def made(path: Path, count: int, sentences: int = 15) -> Path:
    """A collection that is the same every time."""
    r = random.Random(0)
    text = ARTICLE.read_text(encoding="utf-8").replace("\n", " ")
    pool = [sentence.strip() + "." for sentence in text.split(".") if len(sentence) > 30]
    words = [word for word in text.split() if word.isalpha()]
    with path.open("w", encoding="utf-8") as file:
        for k in range(count):
            chosen = [r.choice(pool).replace("the", r.choice(words), 1) for _ in range(sentences)]
            file.write(json.dumps({"id": f"d{k}", "text": " ".join(chosen)}) + "\n")
    return path


@dataclass(frozen=True)
class Sample:
    """What a process had used at a moment, in seconds; `waited` is the time in which it had no processor."""

    moment: float
    used: float
    ran: float  # by its main thread
    waited: float


class Watch(threading.Thread):
    """Looks at a process and all below it ten times a second."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid, self._end = pid, threading.Event()
        self.seen: dict[int, list[Sample]] = {}
        self.memory = 0.0  # MB of the largest worker
        self.workers: set[int] = set()

    def run(self) -> None:
        """Look until the end."""
        while not self._end.wait(0.1):
            for one in self._found():
                with suppress(OSError, IndexError, ValueError):
                    self._look(one)

    def _look(self, pid: int) -> None:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ran, waited, _ = map(int, Path(f"/proc/{pid}/schedstat").read_text().split())
        sample = Sample(time.monotonic(), (int(fields[11]) + int(fields[12])) / TICK, ran / 1e9, waited / 1e9)
        self.seen.setdefault(pid, []).append(sample)
        if b"sentencerank.workers" in Path(f"/proc/{pid}/cmdline").read_bytes():
            self.workers.add(pid)
            self.memory = max(self.memory, unshared(pid))

    def _found(self) -> list[int]:
        found = [self._pid]
        for one in found:
            with suppress(OSError):
                for task in Path(f"/proc/{one}/task").iterdir():
                    found += map(int, (task / "children").read_text().split())
        return found

    def end(self) -> None:
        """Stop looking."""
        self._end.set()
        self.join()

    def used(self, start: float = 0.0, stop: float = math.inf) -> float:
        """CPU seconds of all of them between two moments."""
        total = 0.0
        for samples in self.seen.values():
            before = [one.used for one in samples if one.moment <= start]
            inside = [one.used for one in samples if one.moment <= stop]
            total += (inside[-1] if inside else 0.0) - (before[-1] if before else 0.0)
        return total

    def busy(self, start: float, stop: float) -> float:
        """The share of the time in which workers ran or wanted to."""
        spans = [[one for one in self.seen[pid] if start <= one.moment <= stop] for pid in self.workers]
        spans = [span for span in spans if len(span) > 1]
        wanted = sum(span[-1].ran + span[-1].waited - span[0].ran - span[0].waited for span in spans)
        return min(1.0, wanted / sum(span[-1].moment - span[0].moment for span in spans))


def unshared(pid: int) -> float:
    """MB of a process that no other process shares."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(("Private_Clean:", "Private_Dirty:"))) / 1024


@dataclass(frozen=True)
class Run:
    """What a run took."""

    each: float  # CPU seconds for a document
    starting: float  # CPU seconds before the first shard was done
    busy: float
    memory: float


def run(*arguments: str) -> Run:
    """This script run with a task, watched; it prints when it began and ended to rank, and how many documents."""
    process = subprocess.Popen(
        [sys.executable, __file__, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    watch = Watch(process.pid)
    watch.start()
    printed, _ = process.communicate()
    watch.end()
    start, stop, count = map(float, printed.split()[-3:])
    busy = watch.busy(start, stop) if watch.workers else 1.0
    return Run(watch.used(start, stop) / count, watch.used(0, start), busy, watch.memory)


def least(*arguments: str, at_once: int = 1) -> Run:
    """The run that was disturbed least; of several at once, one that the others disturb."""
    found: list[Run] = []
    for _ in range(ROUNDS):
        threads = [threading.Thread(target=lambda: found.append(run(*arguments))) for _ in range(at_once)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return min(found, key=lambda one: one.each / one.busy)


def loop(source: str) -> tuple[float, float, int]:
    """Rank one document after the other and write nothing."""
    from sentencerank import Ranker

    texts = [json.loads(line)["text"] for line in Path(source).read_text(encoding="utf-8").splitlines()]
    ranker = Ranker()
    start = time.monotonic()
    for text in texts:
        ranker.rank(text).to_dict()
    return start, time.monotonic(), len(texts)


def corpus(source: str, workers: str, engine: str) -> tuple[float, float, int]:
    """Rank a collection into a folder, and look from the first finished shard on."""
    from sentencerank import SparkCluster, rank_corpus

    seen: list[tuple[float, int]] = []

    def tell(what: str, done: int, of: int) -> None:
        if what == "ranking":
            seen.append((time.monotonic(), done))

    cluster = SparkCluster(f"local[{workers}]") if engine == "spark" else None
    with tempfile.TemporaryDirectory() as folder:
        rank_corpus(source, folder, workers=int(workers), cluster=cluster, progress=tell)
    return seen[0][0], seen[-1][0], seen[-1][1] - seen[0][1]


def main(count: int, spark: bool, overviews: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        source = made(Path(folder) / "a.jsonl", count)
        print(f"{count:,} documents of 15 sentences; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
        columns = (
            ("CPU ms", 8),
            ("busy", 7),
            ("documents/s", 13),
            ("of linear", 11),
            ("starting CPU s", 16),
            ("MB a worker", 13),
        )
        print(" " * 18 + "".join(f"{name:>{width}}" for name, width in columns))
        plain = {workers: least("loop", str(source), at_once=workers) for workers in (1, 2)}
        for workers in plain:
            print(f"{f'plain loops, {workers}':18}{_row(plain[workers], plain[workers], workers)}", flush=True)
        for engine in ("local", "spark") if spark else ("local",):
            for workers in plain:
                one = least("corpus", str(source), str(workers), engine)
                print(f"{f'{engine}, {workers} workers':18}{_row(one, plain[workers], workers)}", flush=True)
        if overviews:
            print(overview(made(Path(folder) / "o.jsonl", overviews), Path(folder), overviews))


def _row(one: Run, plain: Run, workers: int) -> str:
    rate = workers * one.busy / one.each
    memory = f"{one.memory:13.0f}" if one.memory else ""
    share = rate * plain.each / workers
    return f"{one.each * 1000:8.2f}{one.busy:7.0%}{rate:13.1f}{share:11.0%}{one.starting:16.1f}{memory}"


def overview(source: Path, folder: Path, count: int) -> str:
    """What an overview takes, in a process of its own."""
    arguments = ["corpus", "overview", str(source), "-o", str(folder / "o.html"), "--workers", "2"]
    process = subprocess.Popen([sys.executable, "-m", "sentencerank", *arguments], stderr=subprocess.DEVNULL)
    watch = Watch(process.pid)
    watch.start()
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    watch.end()
    memory = f"{used.ru_maxrss // 1024} MB at most, {watch.memory:.0f} MB a worker"
    return f"overview of {count:,}: {watch.used():.0f} CPU s, {memory}"


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
    if words[:1] == ["loop"]:
        print(*loop(words[1]))
    elif words[:1] == ["topics"]:
        topics(words[1])
    elif words[:1] == ["corpus"]:
        print(*corpus(*words[1:4]))
    else:
        wanted = int(words[words.index("--overview") + 1]) if "--overview" in words else 0
        main(int(words[0]) if words and words[0].isdigit() else 1000, "--spark" in words, wanted)
