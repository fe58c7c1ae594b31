"""Write results/safety.md from what the runners left, and try the hostile actions on this machine.

mkdir build
python scripts/try_hostile.py --json build/1.json
python scripts/mutate.py --json build/2.json
python scripts/inject_faults.py --json build/3.json
python scripts/kill_jobs.py --json build/4.json
python scripts/kill_server.py --json build/5.json
python benchmarks/bench_load.py --against OLD/src --json build/6.json
python scripts/write_safety.py build/*.json > results/safety.md
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from scripts.tried import Tried, read_tried

from sentencerank import __version__
from sentencerank.documents.sandbox import load_parsers
from sentencerank.workers.probes import Attempt, try_all

ABOUT = {
    "Hostile files": """
Files that are made to stop a reader, through every entrance. A failure is an exception that is not one of ours, more
than 3 s of processor time or 300 MB (a few kinds may take longer: `tests/hostile/` says which), another outcome the
second time, a file that is left, a connection that is made, or an honest document beside them that is not ranked.""",
    "Damaged files": """
Good files with a few bytes changed, taken out, doubled or moved, inside the archive for DOCX and EPUB. A failure is a
reader that hung, broke down or raised an exception that is not one of ours.""",
    "Faults injected": """
A fault strikes a call of the system on a file: an I/O error, a full disk, a used-up quota, a short write, a kill, a cut
of power. Then the same work is done again. What is seen must be the old or the new content, never a part, and the work
done again must end with the same bytes as if nothing had happened. Files that lie on the disk are cut, flipped,
emptied, replaced and removed, and must be noticed.""",
    "Jobs killed": """
SIGKILL at random moments; then the same command goes on. The output must have the same bytes as that of a calm run.""",
    "The server killed": """
SIGKILL of the server and of its processes while clients write. What was acknowledged must be there, what was deleted
must be gone, and the file must be whole.""",
    "The server under load": """
Clients rank an article again and again, beside slow ones that hold connections, and a probe asks for health on a new
connection twice a second. The clients take a part of the same processors. *Before* is the source as it was before it
had these guards (commit 1145714), *after* this version, both in one run. An answer that asks to come back later (429,
503) is no failure; a connection that breaks is one, and so is a probe of health without an answer.""",
}


def page(runs: Sequence[Tried], attempts: Sequence[Attempt]) -> Iterator[str]:
    """Lay out the page as Markdown."""
    denied = sum(attempt.denied for attempt in attempts)
    yield "# Safety: what was tried, and what failed"
    yield ""
    yield (
        f"sentencerank {__version__}, Python {platform.python_version()}, Linux {platform.release().split('-')[0]}, "
        f"{platform.machine()}, two processors that others used at the same time. `scripts/write_safety.py` makes this "
        "page from what the commands below leave."
    )
    yield from ("", "| what | command | tried | failures |", "| --- | --- | --- | ---: |")
    for run in runs:
        tried = ", ".join(f"{count:,} {name}" for name, count in run.tried.items())
        yield f"| {run.title} | `{run.command}` | {tried} | {run.failures} |"
    yield f"| Hostile actions | `sentencerank doctor` | {len(attempts)} actions | {len(attempts) - denied} |"
    yield from ("", "## Hostile actions", "")
    yield (
        f"What a parser that was taken over would try, tried in the confined process: {denied} of {len(attempts)} are "
        "denied on this kernel. What holds on other systems, and what is not confined, is in "
        "[confinement](../docs/confinement.md)."
    )
    yield from ("", "| action | outcome |", "| --- | --- |")
    yield from (f"| {each.action} | {'denied' if each.denied else 'allowed'}: {each.detail} |" for each in attempts)
    for title, group in groupby(runs, key=lambda run: run.title):
        yield from ("", f"## {title}", ABOUT[title])
        for run in group:
            yield from ("", f"`{run.command}`:", "", *run.lines)


def main() -> None:
    """Read the JSON files that are named, and print the page."""
    _, attempts = try_all(load_parsers)
    lines = page([read_tried(Path(name)) for name in sys.argv[1:]], attempts)
    sys.stdout.write("\n".join(lines).rstrip() + "\n")


if __name__ == "__main__":
    main()
