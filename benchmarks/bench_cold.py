"""What ranking costs on real text that was never seen before, with peers in the same run.

    python benchmarks/bench_cold.py                       texts of installed packages, with all peers that are there
    python benchmarks/bench_cold.py FILE_OR_FOLDER...     texts of your own (real_texts.py says what is read)
    python benchmarks/bench_cold.py --sizes 25 --node FOLDER --old CHECKOUT --output results/speed.md

Every subject runs in fresh processes, by turns with all others. After loading it ranks texts it never saw (*cold*),
then a hundred others (*settled*), then these again (*warm*). Times are CPU milliseconds of the process, median and 90th
percentile over texts: a busy machine changes them all, so compare only within one run. `--node` is a folder in which
`npm install lexrank.js` was run, `--old` another checkout of this package.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

if __package__ is None:
    sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.real_texts import gather, texts

PHASES = ("cold", "settled", "warm")
HERE = Path(__file__).resolve()
# Fresh processes, cold texts in each, settled texts, by sentences of a text.
PLAN = {25: (8, 5, 100), 100: (4, 3, 20), 1000: (6, 1, 8), 10_000: (2, 1, 1), 100_000: (1, 1, 0)}
SLOW = 20.0  # seconds; a subject that took longer for a text is not asked about a larger one


def rank_here() -> Callable[[str], object]:
    """Rank with the package that is importable."""
    import sentencerank

    return sentencerank.Ranker().rank


def rank_paper() -> Callable[[str], object]:
    """Rank as the paper does."""
    import sentencerank

    return sentencerank.Ranker(reading="paper").rank


def summa() -> Callable[[str], object]:
    """TextRank of summa, a hundred words."""
    from summa.summarizer import summarize

    return lambda text: summarize(text, words=100)


def sumy(cheap: bool) -> Callable[[str], object]:
    """LexRank of sumy with its own words and stems, or with a pattern and PyStemmer; a pattern ends sentences."""
    import re

    import Stemmer as PyStemmer
    from nltk.tokenize import NLTKWordTokenizer
    from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
    from sumy.nlp.stemmers import Stemmer
    from sumy.summarizers.lex_rank import LexRankSummarizer
    from sumy.utils import get_stop_words

    ends, words = re.compile(r"(?<=[.!?])\s+"), re.compile(r"[^\W\d_]{2,}")
    own, stems = NLTKWordTokenizer().tokenize, PyStemmer.Stemmer("english")

    class Words:
        """What sumy asks for the words of a sentence."""

        @staticmethod
        def to_words(sentence: str) -> tuple[str, ...]:
            found = words.findall(sentence) if cheap else own(sentence)
            return tuple(word for word in found if word[:1].isalpha())

    def run(text: str) -> object:
        parts = [Sentence(one, Words) for one in ends.split(text) if one.strip()]
        stem = stems.stemWord if cheap else Stemmer("english")
        summarizer = LexRankSummarizer(stem)
        summarizer.stop_words = get_stop_words("english")
        return summarizer(ObjectDocumentModel([Paragraph(parts)]), 5)

    return run


SUBJECTS: dict[str, Callable[[], Callable[[str], object]]] = {
    "sentencerank": rank_here,
    "sentencerank, no kernel": rank_here,
    "sentencerank, as printed": rank_paper,
    "sentencerank, old checkout": rank_here,
    "summa": summa,
    "sumy LexRank, pattern and PyStemmer": lambda: sumy(cheap=True),
    "sumy LexRank, its own words": lambda: sumy(cheap=False),
}
NODE = "lexrank.js"


def child(subject: str, file: str) -> None:
    """Rank the texts of every phase and print what each took."""
    phases = json.loads(Path(file).read_text(encoding="utf-8"))
    begun = time.process_time()
    run = SUBJECTS[subject]()
    loaded = time.process_time() - begun
    spent: list[list[float]] = []
    for phase in phases:
        row = []
        for text in phase:
            start = time.process_time()
            run(text)
            row.append(1000 * (time.process_time() - start))
        spent.append(row)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"phases": spent, "loaded": loaded, "memory": memory}))


def measured(subject: str, phases: Sequence[Sequence[str]], given: argparse.Namespace) -> dict[str, object] | None:
    """Run a subject in a process of its own; None if it is not installed or takes too long."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(phases, file)
        file.flush()
        command = [sys.executable, str(HERE), "--child", subject, file.name]
        if subject == NODE:
            command = ["node", str(HERE.with_name("lexrank_js.mjs")), str(given.node), file.name]
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        if subject.endswith("no kernel"):
            environment["SENTENCERANK_KERNEL"] = "off"
        if subject.endswith("old checkout"):
            environment["PYTHONPATH"] = str(Path(given.old, "src").resolve())
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, cwd="/")
    if done.returncode:
        print(f"{subject} does not run: {(done.stderr.strip().splitlines() or ['no reason'])[-1]}", file=sys.stderr)
        return None
    answer = json.loads(done.stdout)
    return {"phases": answer} if isinstance(answer, list) else answer


def subjects(given: argparse.Namespace) -> list[str]:
    """Return whom to measure."""
    wanted = [name for name in SUBJECTS if given.old or not name.endswith("old checkout")]
    return [*wanted, NODE] if given.node else wanted


Table = dict[str, dict[str, list[float]]]  # subject → phase, "loaded" or "memory" → numbers


def run_size(size: int, given: argparse.Namespace, names: list[str]) -> tuple[Table, list[str], int]:
    """Measure all subjects on texts of one size, by turns."""
    processes, first, others = PLAN[size]
    found = texts(given.found, size, processes * first + others)
    # The settled texts are the same for every process, the cold ones never.
    others = min(others, max(0, len(found) - first))
    same, rest = [text for _, text in found[:others]], [text for _, text in found[others:]]
    table: Table = {name: {} for name in names}
    for k in range(processes):
        new = rest[k * first : (k + 1) * first]
        if not new:
            break
        for name in list(names):
            # A hundred settled texts are enough once.
            got = measured(name, [new, same, same] if k == 0 else [new, [], []], given)
            if got is None:
                names.remove(name)
                continue
            row = table[name]
            for phase, values in zip(PHASES, got.pop("phases"), strict=True):  # type: ignore[call-overload]
                row.setdefault(phase, []).extend(values)
            for what, value in got.items():
                row.setdefault(what, []).append(float(str(value)))
            if max(row["cold"]) > SLOW * 1000 and k == 0:
                names.remove(name)
    return {name: row for name, row in table.items() if row}, [genre for genre, _ in found], others


def _median(values: Sequence[float]) -> str:
    return f"{statistics.median(values):,.2f}" if values else "–"


def _tenth(values: Sequence[float]) -> str:
    return f"{sorted(values)[int(0.9 * len(values))]:,.2f}" if len(values) > 3 else "–"


def lines(size: int, table: Table, genres: Sequence[str], others: int) -> Iterator[str]:
    """Yield the lines of a table."""
    yield f"\n## {size:,} sentences\n"
    cold = max(len(row["cold"]) for row in table.values())
    counts = ", ".join(f"{genres.count(one)} of {one}" for one in dict.fromkeys(genres))
    yield f"{cold} cold and {others} settled texts, from {counts}.\n"
    yield "| CPU ms, median (90th percentile) | cold | settled | warm | cold, ratio | MB at most |"
    yield "| --- | --: | --: | --: | --: | --: |"
    base = statistics.median(next(iter(table.values()))["cold"])
    for name, row in table.items():
        cells = " | ".join(f"{_median(row[phase])} ({_tenth(row[phase])})" for phase in PHASES)
        memory = f"{max(row['memory']):,.0f}" if row.get("memory") else "–"
        yield f"| {name} | {cells} | {statistics.median(row['cold']) / base:.2f} | {memory} |"


def by_genre(table: Table, genres: Sequence[str], others: int) -> Iterator[str]:
    """Yield what the settled texts of each genre take the first subject."""
    yield "\n| genre, settled, CPU ms | texts | median | 90th percentile |\n| --- | --: | --: | --: |"
    row = next(iter(table.values()))["settled"]
    for genre in dict.fromkeys(genres[:others]):
        some = [spent for one, spent in zip(genres, row, strict=False) if one == genre]
        yield f"| {genre} | {len(some)} | {_median(some)} | {_tenth(some)} |"


def main() -> None:
    """Print the tables, and write them where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="*", type=Path, metavar="FILE_OR_FOLDER")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(PLAN), choices=list(PLAN))
    parser.add_argument("--node", type=Path, help="a folder with lexrank.js")
    parser.add_argument("--old", type=Path, help="another checkout of this package")
    parser.add_argument("--only", nargs="+", choices=[*SUBJECTS, NODE], help="measure these alone")
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    needed = max(size * (plan[0] * plan[1] + plan[2]) for size, plan in PLAN.items() if size in given.sizes)
    given.found = gather(given.data, 3 * needed)
    names = given.only or subjects(given)
    report = [
        "# Speed on text that was never seen before\n",
        "Made by `python benchmarks/bench_cold.py`, which says what the columns mean. "
        f"Python {platform.python_version()}, {platform.machine()} {platform.system()}.",
    ]
    for size in given.sizes:
        table, genres, others = run_size(size, given, names)
        report += lines(size, table, genres, others)
        if size == given.sizes[0]:
            report += by_genre(table, genres, others)
        print("\n".join(report), flush=True)
        if given.output:
            given.output.write_text("\n".join(report) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(*sys.argv[2:4])
    else:
        main()
