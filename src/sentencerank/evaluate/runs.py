"""Run systems over documents: in several processes, going on where a killed run stopped, with one result always."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import TypeAlias

from sentencerank.errors import OptionsError
from sentencerank.evaluate.cases import Case
from sentencerank.evaluate.results import Results
from sentencerank.evaluate.scoring import Bench, Protocol, Record
from sentencerank.evaluate.store import Store, decoded, encoded, key
from sentencerank.evaluate.subjects import Subject, subjects
from sentencerank.evaluate.systems import System
from sentencerank.processes import end_with_parent

AT_ONCE = 8  # systems in a piece of work: what a killed run can lose of a document

Progress: TypeAlias = Callable[[int, int], None]  # results done, results in all
_Work: TypeAlias = "tuple[Subject, Protocol, tuple[tuple[str, System], ...]]"


def run(
    cases: Iterable[Case],
    systems: Sequence[System],
    protocol: Protocol,
    *,
    name: str = "",
    workers: int = 1,
    store: str | Path | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> Results:
    """Score every system on every case. With a `store` what was computed before is taken from there, unless `fresh`."""
    if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
        raise OptionsError(f"workers={workers!r}: give a whole number of 1 or more")
    names = [system.name for system in systems]
    if len(set(names)) != len(names) or not names:
        raise OptionsError("no system, or the same one twice: give each system once")
    found, remarks = subjects(cases)
    keys = {(system.name, one.id): key(one, system, protocol) for one in found for system in systems}
    kept = Store(Path(store)) if store is not None else None
    known = kept.read() if kept and not fresh else {}
    done = {code: known[code] for code in keys.values() if code in known}
    if progress:
        progress(len(done), len(keys))
    for lines in _computed(list(_work(found, systems, protocol, keys, done)), workers):
        if kept:
            kept.append(lines)
        done.update(map(decoded, lines))
        if progress:
            progress(len(done), len(keys))
    records = {pair: done[code] for pair, code in keys.items()}
    return Results(
        name=name,
        protocol=protocol,
        cases=tuple(one.id for one in found),
        systems=tuple((system.name, system.group) for system in systems),
        records=records,
        remarks=(*remarks, *_failures(records)),
    )


def _work(
    found: Sequence[Subject],
    systems: Sequence[System],
    protocol: Protocol,
    keys: dict[tuple[str, str], str],
    done: dict[str, Record],
) -> Iterator[_Work]:
    """What is left to do, in pieces: a document and a few systems."""
    for one in found:
        left = [(keys[system.name, one.id], system) for system in systems]
        left = [(code, system) for code, system in left if code not in done]
        for start in range(0, len(left), AT_ONCE):
            yield one, protocol, tuple(left[start : start + AT_ONCE])


def _computed(work: list[_Work], workers: int) -> Iterator[list[str]]:
    if workers == 1 or len(work) < 2:
        yield from map(_score, work)
        return
    context = get_context("spawn")  # the same on every platform, and no forked threads
    with ProcessPoolExecutor(workers, context, end_with_parent) as pool:
        try:
            for future in as_completed([pool.submit(_score, piece) for piece in work]):
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _score(work: _Work) -> list[str]:
    subject, protocol, systems = work
    bench = Bench(subject, protocol)
    return [encoded(code, bench.score(system)) for code, system in systems]


def _failures(records: dict[tuple[str, str], Record]) -> Iterator[str]:
    """One remark for each system that failed somewhere: on how many documents, and the first reason."""
    failed: dict[str, list[Record]] = {}
    for (system, _), record in records.items():
        if record.error:
            failed.setdefault(system, []).append(record)
    for system, found in failed.items():
        yield f"{system}: no result on {len(found)} documents ({found[0].case}: {found[0].error})"
