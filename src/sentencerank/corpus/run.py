"""Rank a corpus: plan, do what is not done yet, count, mark as complete. A rerun goes on where a killed one stopped."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

from sentencerank.corpus import manifest
from sentencerank.corpus.job import Job
from sentencerank.corpus.local import in_pool
from sentencerank.corpus.shards import Plan, Shard, plan
from sentencerank.corpus.sinks import Report, counted
from sentencerank.corpus.work import file_name, longest_line, rank_shard
from sentencerank.errors import CorpusError, OptionsError
from sentencerank.model.library import find_model

Progress: TypeAlias = Callable[[str, int, int], None]  # what goes on, documents done, documents in all


@dataclass(frozen=True, slots=True)
class Cluster:
    """Where Spark runs."""

    master: str = "local[*]"
    settings: tuple[tuple[str, str], ...] = ()


def rank_corpus(
    source: str | Path,
    target: str | Path,
    job: Job | None = None,
    *,
    workers: int | None = None,
    cluster: Cluster | None = None,
    shard_size: int | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> Mapping[str, object]:
    """Rank every document of `source` into the folder `target`; the counts of its manifest.

    Runs in `workers` processes, by default one for each core, or on a Spark `cluster`.
    """
    job = _placed(job or Job())
    if shard_size is not None and shard_size < 1:
        raise OptionsError(f"shard_size={shard_size!r}: give a whole number of 1 or more.")
    if workers is not None and workers < 1:
        raise OptionsError(f"workers={workers!r}: give a whole number of 1 or more.")
    corpus, folder = Path(source).absolute(), Path(target).absolute()
    if corpus.is_dir() and folder.resolve().is_relative_to(corpus.resolve()):
        raise CorpusError(f"{target} lies inside {source}: its own output would be read. Give a folder outside.")
    job.ranker().rank("Rain fell. Snow fell.", query=job.query)  # options that do not fit fail here, not in a worker
    if cluster is not None:
        from sentencerank.corpus.spark_engine import check_cluster

        check_cluster()
    settings = job.settings()
    tell = progress or (lambda what, done, all_: None)
    with manifest.locked(folder):
        if fresh:
            manifest.cleared(folder, parts=True)
        manifest.check_settings(folder, settings)
        try:
            reports = _ranked(corpus, folder, job, workers or os.cpu_count() or 1, cluster, shard_size, tell)
        finally:
            manifest.cleared(folder)
    return manifest.counts(reports)


def _ranked(
    corpus: Path, folder: Path, job: Job, workers: int, cluster: Cluster | None, size: int | None, tell: Progress
) -> Sequence[Report]:
    """All steps inside a folder that is ours."""
    manifest.cleared(folder)
    planned = plan(
        corpus,
        fields=(job.id_field, job.text_field),
        longest=longest_line(job.max_characters),
        spool=folder / manifest.SPOOL,
        size=size,
        progress=lambda seen: tell("planning", seen, 0),
    )
    manifest.check_source(folder, planned)
    names = {shard.number: file_name(shard, job.fingerprint(), job.form) for shard in planned.shards}
    if not (folder / manifest.SUCCESS).exists():
        manifest.written(folder, job.settings(), planned, corpus.name)
    reports = _reports(planned, names, job, folder, workers, cluster, tell)
    manifest.cleared(folder, frozenset({*names.values(), manifest.NAME, manifest.SUCCESS}), parts=True)
    manifest.written(folder, job.settings(), planned, corpus.name, reports)
    return reports


def _placed(job: Job) -> Job:
    """The same job with the folder of its model, which other processes and machines can find."""
    return job if job.model is None else replace(job, model=str(find_model(job.model).absolute()))


def _reports(
    planned: Plan,
    names: Mapping[int, str],
    job: Job,
    folder: Path,
    workers: int,
    cluster: Cluster | None,
    tell: Progress,
) -> Sequence[Report]:
    """The reports of all shards, in order: those of earlier runs are read from their files."""
    reports = {name: counted(folder / name, job) for name in names.values() if (folder / name).exists()}
    left = [shard for shard in planned.shards if names[shard.number] not in reports]
    done = sum(report.documents for report in reports.values())
    tell("kept", done, planned.documents)
    found: Iterator[Report]
    if cluster is None:
        found = in_pool(partial(_work, job, folder, job.fingerprint()), left, min(workers, max(len(left), 1)))
    else:
        from sentencerank.corpus.spark_engine import on_cluster

        found = on_cluster(job, left, folder, names, cluster.master, cluster.settings)
    for report in found:
        if report.name not in reports:
            done += report.documents
            reports[report.name] = report
            tell("ranking", done, planned.documents)
    missing = [name for name in names.values() if name not in reports or not (folder / name).exists()]
    if missing or done != planned.documents:
        raise CorpusError(f"{len(missing)} files are missing, such as {missing[:1]}. Run the command again to go on.")
    return [reports[names[shard.number]] for shard in planned.shards]


def _work(job: Job, folder: Path, fingerprint: str, shard: Shard, careful: bool) -> Report:
    return rank_shard(shard, job, folder, file_name(shard, fingerprint, job.form), careful)
