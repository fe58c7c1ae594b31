"""Run systems over documents: in several processes, going on where a killed run stopped, with one result always.

Results are kept on disk, one JSON object a line, each written as soon as it is known. A key is a fingerprint of the
document with its references, the system with its options, the protocol, and the code of both: what was computed by
another program is never taken for a result of this one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

import numpy as np

from sentencerank.errors import DataError, OptionsError
from sentencerank.evaluate.cases import Case
from sentencerank.evaluate.experiments import Experiment, experiment
from sentencerank.evaluate.fingerprints import scoring_code
from sentencerank.evaluate.results import Results
from sentencerank.evaluate.scoring import Numbers, Protocol, Record, Scorer
from sentencerank.evaluate.subjects import Subject, subjects
from sentencerank.evaluate.systems import Ranks, System, system_of
from sentencerank.files import sha256_of
from sentencerank.languages.registry import register_all, registered_packs
from sentencerank.recipe import Budget, Recipe, whole_number
from sentencerank.workers import Pool

AT_ONCE = 8  # systems in a piece of work: what a killed run can lose of a document
DIGITS = 6  # of every stored number; a fresh result is rounded alike, so that resuming changes nothing

Progress: TypeAlias = Callable[[int, int], None]  # results done, results in all
_Work: TypeAlias = "tuple[Subject, Protocol, tuple[tuple[str, System], ...]]"


def run_evaluation(
    cases: Experiment | str | Path | Iterable[Case],
    systems: Sequence[str | Recipe | System | tuple[str, Ranks]] = ("ssr", "textrank", "lexrank", "lead", "longest"),
    protocol: Protocol | str | None = None,
    *,
    workers: int = 1,
    store: str | Path | None = None,
    fresh: bool = False,
    samples: int = 10_000,
    progress: Progress | None = None,
) -> Results:
    """Score every system on every case.

    `cases` is the path of a dataset, or cases, or an experiment that was planned before. A system is a name as in the
    tables ("ssr", "ssr-paper", "ssr-best/position=0", "lead", "judge"), a `Recipe`, or a pair of a name and a function
    from the sentences of a document to their indices, the most important first. `protocol` is a list of budgets such
    as "100w,5%" or a `Protocol`; without one, the budgets fit the data.

    With a `store` every result is kept in that file, and what was computed before is taken from there unless `fresh`.
    `samples` are drawn for intervals and tests, 0 for neither. `progress` is called with the results that are done and
    all that there are. Raises OptionsError for wrong arguments and DataError for data that nothing can be scored on.
    """
    whole_number(workers, "workers", least=1)
    chosen = [system_of(given) for given in systems]
    if len({system.name for system in chosen}) != len(chosen) or not chosen:
        raise OptionsError("no system, or the same one twice: give each system once")
    plan = cases if isinstance(cases, Experiment) else _plan(cases, protocol)
    found, left_out = subjects(plan.cases)
    meant = Budget.parse(plan.main.budget)
    chosen = [system.bind(found, meant) if system.bind else system for system in chosen]
    keys = {(system.name, one.id): _key(one, system, plan.protocol) for one in found for system in chosen}
    kept = Store(Path(store)) if store is not None else None
    known = kept.read() if kept and not fresh else {}
    # A failure is no result: what went wrong (no time left, a package missing) may be mended by now.
    done = {key: known[key] for key in keys.values() if key in known and not known[key].error}
    tell = progress or (lambda done, in_all: None)
    tell(len(done), len(keys))
    for lines in _compute(list(_left_to_do(found, chosen, plan.protocol, keys, done)), workers):
        if kept:
            kept.append(lines)
        done.update(map(from_line, lines))
        tell(len(done), len(keys))
    return Results(
        experiment=plan,
        cases=tuple(one.id for one in found),
        systems=tuple((system.name, system.group) for system in chosen),
        records={pair: done[key] for pair, key in keys.items()},
        left_out=left_out,
        samples=samples,
    )


def _plan(cases: str | Path | Iterable[Case], protocol: Protocol | str | None) -> Experiment:
    if isinstance(protocol, Protocol):
        return experiment(cases, protocol=protocol)
    return experiment(cases, budgets=protocol)


def _key(subject: Subject, system: System, protocol: Protocol) -> str:
    return sha256_of([scoring_code(), subject.digest, system.name, system.settings, protocol.name])[:32]


def _left_to_do(
    found: Sequence[Subject],
    systems: Sequence[System],
    protocol: Protocol,
    keys: Mapping[tuple[str, str], str],
    done: Mapping[str, Record],
) -> Iterator[_Work]:
    """Yield what is left to do, in pieces: a document and a few systems."""
    for one in found:
        pairs = [(keys[system.name, one.id], system) for system in systems]
        left = [(key, system) for key, system in pairs if key not in done]
        for start in range(0, len(left), AT_ONCE):
            yield one, protocol, tuple(left[start : start + AT_ONCE])


def _compute(work: list[_Work], workers: int) -> Iterator[list[str]]:
    """Yield the results of each piece of work as lines, in whatever order they get done."""
    # Any registered language may be the one of a system, or be detected in a text.
    setup = partial(register_all, registered_packs())
    with Pool(max(1, min(workers, len(work))), in_process=True, setup=setup) as pool:
        yield from pool.map(_score, work, ordered=False)


def _score(work: _Work) -> list[str]:
    subject, protocol, systems = work
    scorer = Scorer(subject, protocol)
    return [to_line(key, scorer.score(system)) for key, system in systems]


def to_line(key: str, record: Record) -> str:
    """Return a record as a line of JSON."""
    numbers = {
        name: {panel: np.round(values, DIGITS).tolist() for panel, values in getattr(record, name).items()}
        for name in ("rouge", "ranking", "curve")
    }
    return json.dumps(
        {
            "key": key,
            "case": record.case,
            "system": record.system,
            **numbers,
            "error": record.error,
            "cpu": round(record.cpu, DIGITS),
        },
        separators=(",", ":"),
    )


def from_line(line: str) -> tuple[str, Record]:
    """Return the key and the record of a line. Raise ValueError, KeyError or TypeError if it holds none."""
    raw = json.loads(line)
    rouge, ranking, curve = (_numbers(raw[name]) for name in ("rouge", "ranking", "curve"))
    return raw["key"], Record(raw["case"], raw["system"], rouge, ranking, curve, raw["error"], raw["cpu"])


def _numbers(raw: Mapping[str, object]) -> dict[str, Numbers]:
    return {panel: np.array(values, dtype=np.float64) for panel, values in raw.items()}


@dataclass(frozen=True, slots=True)
class Store:
    """A file of results, to which lines are added."""

    path: Path

    def read(self) -> dict[str, Record]:
        """Return all results by key, the last of equals; skip a line that a killed run left unfinished.

        Raises DataError if the file is there and cannot be read.
        """
        found: dict[str, Record] = {}
        try:
            with self.path.open(encoding="utf-8", errors="replace") as file:
                for line in file:
                    try:
                        key, record = from_line(line)
                    except (ValueError, KeyError, TypeError):
                        continue
                    found[key] = record
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise DataError(f"{self.path} cannot be read ({error.strerror}): name another file") from None
        return found

    def append(self, lines: list[str]) -> None:
        """Add results, in one write. Raise DataError if the file cannot be written."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab+") as file:
                if file.tell():
                    file.seek(-1, 2)
                    # A line that a killed run left unfinished ends here.
                    if file.read(1) != b"\n":
                        file.write(b"\n")
                file.write("".join(f"{line}\n" for line in lines).encode())
        except OSError as error:
            raise DataError(f"results cannot be kept in {self.path} ({error.strerror}): name another file") from None
