"""Give hostile files of every kind to every entrance, and print what became of them as Markdown.

python scripts/try_hostile.py > table.md                        # all of it: about an hour on two idle cores
python scripts/try_hostile.py --journal tried > table.md        # goes on from what passed in an earlier run
python scripts/try_hostile.py --entrance read --entrance upload # a part of it
python scripts/try_hostile.py --show pdf-form-draws-itself > drawn.pdf
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ["SENTENCERANK_MODELS"] = os.devnull  # the models of whoever runs this change nothing

from scripts.tried import Tried
from scripts.tried import command as command_line
from tests.hostile.bait import bait
from tests.hostile.bodies import BODIES, Body
from tests.hostile.entrances import by_body, by_command, by_corpus, by_upload, health_faults, server, write_kinds
from tests.hostile.kind import Kind
from tests.hostile.kinds import GROUPS, KINDS, STOPPERS
from tests.hostile.trial import Outcome, Prober, is_text
from tests.hostile.watch import Cost

BETWEEN = 20  # hostile uploads between two honest ones


def read(kinds: Sequence[Kind], folder: Path) -> tuple[list[Outcome], list[str]]:
    """`read_document`, twice for each file."""
    outcomes = []
    with Prober("read", folder / "read") as prober:
        for kind in kinds:
            data = kind.make()
            first, second = prober.outcome(kind, data), prober.outcome(kind, data)
            changed = () if first.same == second.same else ("the second time it is another outcome",)
            outcomes.append(replace(first, faults=first.faults + changed))
        return outcomes, [f"a file was written: {name}" for name in prober.leftovers]


def rank(kinds: Sequence[Kind], folder: Path) -> tuple[list[Outcome], list[str]]:
    """`rank`, for the files that are text."""
    with Prober("rank", folder / "rank") as prober:
        outcomes = [prober.outcome(kind, data) for kind in kinds if is_text(data := kind.make())]
        return outcomes, [f"a file was written: {name}" for name in prober.leftovers]


def page(kinds: Sequence[Kind], folder: Path) -> tuple[list[Outcome], list[str]]:
    """The pages of `sentencerank read -o`."""
    with Prober("page", folder / "page") as prober:
        outcomes = [prober.outcome(kind, kind.make()) for kind in kinds]
        return outcomes, [f"a file was written: {name}" for name in prober.leftovers]


def command(kinds: Sequence[Kind], folder: Path) -> tuple[list[Outcome], list[str]]:
    """`sentencerank rank FILE`."""
    paths = write_kinds(kinds, folder / "files")
    return [by_command(kind, paths[kind.name]) for kind in kinds], []


def corpus(kinds: Sequence[Kind], folder: Path) -> tuple[list[Outcome], list[str]]:
    """`sentencerank corpus rank` over all of them and twenty honest documents."""
    outcomes, faults, cost = by_corpus(kinds, folder / "corpus")
    sys.stderr.write(f"corpus: {cost.cpu:.0f} s of processor time, {cost.megabytes:.0f} MB in all processes\n")
    return outcomes, faults


def upload(kinds: Sequence[Kind], folder: Path) -> tuple[list[Outcome], list[str]]:
    """`POST /v1/documents`, with honest uploads in between."""
    (folder / "server").mkdir()
    outcomes: list[Outcome] = []
    faults: list[str] = []
    with server(folder / "server") as running:
        for number, kind in enumerate(kinds):
            if number % BETWEEN == 0:
                faults += health_faults(running, number)
            outcomes.append(by_upload(running, kind))
        faults += health_faults(running, len(kinds))
    return outcomes, faults


def body(bodies: Sequence[Body], folder: Path) -> tuple[list[Outcome], list[str]]:
    """Requests that are hostile themselves."""
    (folder / "bodies").mkdir()
    with server(folder / "bodies") as running:
        outcomes = [by_body(running, body) for body in bodies]
        return outcomes, list(health_faults(running, len(bodies)))


Entrance = Callable[[Sequence[Any], Path], tuple[list[Outcome], list[str]]]
ENTRANCES: dict[str, tuple[str, Entrance]] = {
    "read": ("`read_document`", read),
    "rank": ("`rank`", rank),
    "page": ("`read -o`", page),
    "command": ("`rank FILE`", command),
    "corpus": ("`corpus rank`", corpus),
    "upload": ("upload", upload),
    "body": ("requests", body),
}


def cell(outcomes: Sequence[Outcome]) -> str:
    """Count outcomes: read, refused, failed."""
    failed = sum(bool(outcome.faults) for outcome in outcomes)
    good = [outcome for outcome in outcomes if not outcome.faults]
    known = sum(outcome.result == "read" for outcome in good)
    return f"{known} / {len(good) - known} / {failed}" if outcomes else ""


def table(found: dict[str, list[Outcome]]) -> Iterator[str]:
    """Lay out the outcomes by what the files look like, and what the worst of them cost."""
    yield "Each cell: read / refused in one line / failed."
    yield ""
    yield f"| files | kinds | {' | '.join(ENTRANCES[name][0] for name in found)} |"
    yield f"| --- | ---: | {' | '.join('---:' for _ in found)} |"
    for group, kinds in [*GROUPS.items(), ("all", tuple(KINDS.values()))]:
        names = {kind.name for kind in kinds}
        if group == "all":
            names |= {body.name for body in BODIES}
        cells = [cell([outcome for outcome in outcomes if outcome.kind in names]) for outcomes in found.values()]
        yield f"| {group} | {len(kinds)} | {' | '.join(cells)} |"
    for what, unit in (("cpu", "s of processor time"), ("megabytes", "MB beyond an honest file")):
        worst = [max(outcomes, key=lambda outcome: getattr(outcome.cost, what)) for outcomes in found.values()]
        cells = [f"{getattr(one.cost, what):.1f} ({one.kind})" if getattr(one.cost, what) else "" for one in worst]
        yield f"| worst, {unit} | | {' | '.join(cells)} |"
    yield ""
    yield f"| the two files that stopped 0.1.0 | {' | '.join(ENTRANCES[name][0] for name in found)} |"
    yield f"| --- | {' | '.join('---' for _ in found)} |"
    for name in STOPPERS:
        cells = ["; ".join(map(_told, (one for one in outcomes if one.kind == name))) for outcomes in found.values()]
        yield f"| {name} | {' | '.join(cells)} |"


def _told(outcome: Outcome) -> str:
    cost = f", {outcome.cost.cpu:.1f} s, {max(0, outcome.cost.megabytes):.0f} MB" if any(outcome.cost) else ""
    return f"{'failed' if outcome.faults else outcome.result}{cost}"


def passed(journal: Path | None) -> dict[str, dict[str, Outcome]]:
    """What went well in earlier runs, by entrance and kind."""
    found: dict[str, dict[str, Outcome]] = {name: {} for name in ENTRANCES}
    if journal is not None and journal.exists():
        for line in journal.read_text(encoding="utf-8").splitlines():
            entrance, entry = json.loads(line)
            found[entrance][entry["kind"]] = Outcome(**entry | {"cost": Cost(*entry["cost"]), "faults": ()})
    return found


def remember(journal: Path | None, entrance: str, outcomes: Iterable[Outcome]) -> None:
    """Add to the journal what went well; the rest is tried again by the next run."""
    if journal is not None:
        with journal.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps([entrance, asdict(one)]) + "\n" for one in outcomes if not one.faults)


def main(arguments: Iterable[str] | None = None) -> None:
    """Try all, print the table and every fault, and exit with 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entrance", action="append", choices=list(ENTRANCES), help="only this one; repeatable")
    parser.add_argument("--group", action="append", choices=list(GROUPS), help="only these files; repeatable")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th kind, and the two worst")
    parser.add_argument("--show", choices=list(KINDS), metavar="KIND", help="write one file to standard output")
    parser.add_argument("--journal", type=Path, help="remember here what passed, and do not try it again")
    parser.add_argument("--json", type=Path, help="leave the outcome in this file, too")
    options = parser.parse_args(None if arguments is None else list(arguments))
    if options.show:
        sys.stdout.buffer.write(KINDS[options.show].make())
        return
    chosen = [kind for group in options.group or GROUPS for kind in GROUPS[group]]
    kinds = [kind for number, kind in enumerate(chosen) if number % options.every == 0 or kind.name in STOPPERS]
    earlier = passed(options.journal)
    found: dict[str, list[Outcome]] = {}
    faults: list[str] = []
    with TemporaryDirectory() as place, bait() as visitors:
        for name in options.entrance or ENTRANCES:
            began = time.monotonic()
            wanted = BODIES if name == "body" else kinds
            known = [earlier[name][each.name] for each in wanted if each.name in earlier[name]]
            left = [each for each in wanted if each.name not in earlier[name]]
            tried, wrong = ENTRANCES[name][1](left, Path(place)) if left else ([], [])
            found[name] = [*known, *tried]
            # What is wrong with the entrance itself cannot be laid on one kind, so all of them are tried again.
            remember(options.journal, name, [] if wrong or visitors else tried)
            faults += [f"{name}: {fault}" for fault in wrong]
            faults += [f"{name}: {one.kind}: {fault}" for one in found[name] for fault in one.faults]
            faults += [f"{name}: someone asked the server of the files"] * len(visitors)
            visitors.clear()
            sys.stderr.write(f"{name}: {len(tried)} files in {time.monotonic() - began:.0f} s\n")
            # After each, so that a run that is stopped leaves what it did.
            lines = [*table(found), "", *(f"- {fault}" for fault in faults)]
            counts = {"kinds of files": len(kinds), "trials": sum(map(len, found.values()))}
            Tried("Hostile files", command_line(), counts, len(faults), lines).write(options.json)
    sys.stdout.write("\n".join(lines) + "\n")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
