"""Kill jobs at random moments, resume them, compare what they write with a calm run, and print a Markdown table.

    python scripts/kill_jobs.py                        40 kills of each kind
    python scripts/kill_jobs.py --kills 10 corpus      some kinds only: corpus, workers, spark, training

corpus: the whole job, its main process alone, or one of its workers is killed by SIGKILL; spark: the driver, or a
process that ranks for it; training: the whole training. A moment is drawn from the first six tenths of the time that
a calm one took, from a seed. After every kill the same command runs again, and is killed again, until it has been
killed three times; then it runs to its end. The exit code is 1 if anything differs.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from scripts.tried import Tried, command  # noqa: E402
from tests.corpus.collections import as_jsonl, documents  # noqa: E402
from tests.train.conftest import made_phrases, made_text, made_words  # noqa: E402

PER_RUN = 3  # kills before a run may end
DOCUMENTS = 240


@dataclass(slots=True)
class Tally:
    """What came of the kills of one kind."""

    kills: int = 0  # that struck a running process
    missed: int = 0  # that came too late
    runs: int = 0  # that were completed and compared
    wrong: int = 0


def run(command: list[str]) -> subprocess.Popen[bytes]:
    """Start a command of the package in a group of its own."""
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": paths, "SENTENCERANK_MODELS": os.devnull}
    environment["JAVA_TOOL_OPTIONS"] = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    return subprocess.Popen(
        [sys.executable, "-m", "sentencerank", *command],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def below(pid: int) -> list[int]:
    """Return the processes that a process has started, and those below them."""
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError):
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            parents.setdefault(parent, []).append(int(path.name))
    found = [pid]
    for one in found:
        found += parents.get(one, [])
    return found[1:]


def kill_group(process: subprocess.Popen[bytes], chance: random.Random) -> None:
    """Kill the job with all its processes."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def kill_main(process: subprocess.Popen[bytes], chance: random.Random) -> None:
    """Kill the main process, or all of them; what is left has to end by itself."""
    if chance.random() < 0.5:
        kill_group(process, chance)
    else:
        process.kill()


def kill_worker(process: subprocess.Popen[bytes], chance: random.Random) -> None:
    """Kill one of the processes that work for the job: the job has to go on."""
    if workers := [pid for pid in below(process.pid) if _name(pid).startswith("python")]:
        with suppress(ProcessLookupError):
            os.kill(chance.choice(workers), signal.SIGKILL)


def kill_driver_or_worker(process: subprocess.Popen[bytes], chance: random.Random) -> None:
    """Kill the driver with Java and all, or a process that ranks for Spark."""
    (kill_group if chance.random() < 0.4 else kill_worker)(process, chance)


def _name(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text()
    return ""


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, hidden ones too."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def strike(
    command: Callable[[Path], list[str]],
    kill: Callable[[subprocess.Popen[bytes], random.Random], None],
    kills: int,
    home: Path,
    chance: random.Random,
) -> Tally:
    """Kill runs of a command and compare what each of them writes in the end."""
    tally = Tally()
    start = time.monotonic()
    _finish(run(command(home / "calm")))
    length, expected = time.monotonic() - start, contents(home / "calm")
    while tally.kills < kills and tally.missed < 3 * kills:
        goal = home / "out"
        for _ in range(PER_RUN):
            process = run(command(goal))
            with suppress(subprocess.TimeoutExpired):
                process.wait(chance.uniform(0.05 * length, 0.6 * length))
            if process.poll() is None:
                tally.kills += 1
                kill(process, chance)
                if kill in (kill_worker, kill_driver_or_worker):
                    # The job goes on, or it was the driver.
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(1)
                    kill_group(process, chance)
            else:
                tally.missed += 1
            process.communicate()
        tally.runs += 1
        trouble = _finish(run(command(goal)))
        if trouble or contents(goal) != expected:
            tally.wrong += 1
            print(f"{trouble or 'the output differs'}: {command(goal)}", file=sys.stderr)
        for path in home.glob("out*"):
            shutil.rmtree(path)
    return tally


def _finish(process: subprocess.Popen[bytes]) -> str:
    """Wait for a run; return what it said if it failed."""
    _, said = process.communicate(timeout=600)
    return said.decode(errors="replace")[-500:] if process.returncode else ""


def _corpus(home: Path, *more: str) -> Callable[[Path], list[str]]:
    source = as_jsonl(home / "a.jsonl.gz", documents(DOCUMENTS))
    return lambda goal: ["corpus", "rank", str(source), "-o", str(goal), "--shard-size", "10", "--workers", "2", *more]


def _training(home: Path) -> Callable[[Path], list[str]]:
    text, terms = home / "text.txt", home / "terms.txt"
    text.write_text("".join(f"{line}\n" for line in made_text(2000)))
    terms.write_text("\n".join((*made_phrases()[::2], *made_words(400)[::3])))
    options = [
        "--dimensions",
        "8",
        "--epochs",
        "3",
        "--trees",
        "60",
        "--min-sup",
        "5",
        "--language",
        "xx",
        "--name",
        "m",
    ]
    work = ["--work", str(home / "out.work")]
    return lambda goal: ["train", str(text), "-o", str(goal), "--knowledge-base", str(terms), *options,
                         *(work if goal.name == "out" else [])]  # fmt: skip


KINDS: dict[
    str, tuple[Callable[[Path], Callable[[Path], list[str]]], Callable[[subprocess.Popen[bytes], random.Random], None]]
] = {
    "corpus": (_corpus, kill_main),
    "workers": (_corpus, kill_worker),
    "spark": (lambda home: _corpus(home, "--engine", "spark", "--master", "local[2]"), kill_driver_or_worker),
    "training": (_training, kill_group),
}


def main() -> int:
    """Kill, compare and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", default=list(KINDS), help=", ".join(KINDS))
    parser.add_argument("--kills", type=int, default=40, help="of each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path, help="leave the outcome in this file, too")
    asked = parser.parse_args()
    lines = [
        "| what was killed | kills | came too late | runs compared | wrong |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    kills = wrong = 0
    for kind in asked.kinds:
        prepare, kill = KINDS[kind]
        with tempfile.TemporaryDirectory() as home:
            tally = strike(prepare(Path(home)), kill, asked.kills, Path(home), random.Random(asked.seed))
        lines.append(f"| {kind} | {tally.kills} | {tally.missed} | {tally.runs} | {tally.wrong} |")
        print(lines[-1], file=sys.stderr)
        kills, wrong = kills + tally.kills, wrong + tally.wrong
        # After each, so that a run that is stopped leaves what it did.
        Tried("Jobs killed", command(), {"kills": kills}, wrong, lines).write(asked.json)
    print("\n".join(lines))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
