"""Rank a corpus: plan, do what is not done yet, count, mark as complete. A rerun goes on where a killed one stopped."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence, Set
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from sentencerank.corpus import output_folder
from sentencerank.corpus.job import Job, Progress
from sentencerank.corpus.local_engine import run_in_processes, worker_count
from sentencerank.corpus.output_folder import Remark
from sentencerank.corpus.shard_files import Report, count_documents, file_name, rank_shard_alone
from sentencerank.corpus.shards import Shard, plan
from sentencerank.errors import CorpusError
from sentencerank.files.disk import report_disk_errors
from sentencerank.recipe import whole_number

if TYPE_CHECKING:
    from sentencerank.corpus.spark import SparkCluster

_AGAIN = "run the same command again: it goes on where it stopped."

Engine: TypeAlias = Callable[[Sequence[Shard]], Generator[Report, None, None]]


def rank_corpus(
    source: str | Path,
    output: str | Path,
    job: Job | None = None,
    *,
    workers: int | None = None,
    cluster: SparkCluster | None = None,
    shard_size: int | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
    remark: Remark | None = None,
) -> Mapping[str, object]:
    """Rank every document of `source` into the folder `output`, and return the counts that its manifest holds.

    This runs in `workers` processes, by default one for each core, or on a Spark `cluster`. A folder that holds a part
    of the same job is completed, after its files were verified; `fresh` deletes it first. `shard_size` is the number of
    documents in a file. `remark` is told in a sentence what was repaired or left out. Raises CorpusError for a source
    that cannot be read, for a folder that holds other things or is written to by another job, and for a disk that is
    full or fails; OptionsError for choices that do not fit. A document that cannot be ranked is a row that says why.
    """
    job = (job or Job()).portable()
    count = worker_count(workers)
    size = None if shard_size is None else whole_number(shard_size, "shard_size", least=1)
    corpus, folder = Path(source).absolute(), Path(output).absolute()
    if corpus.is_dir() and folder.resolve().is_relative_to(corpus.resolve()):
        raise CorpusError(f"{output} lies inside {source}: its own output would be read. Give a folder outside.")
    job.check()
    fingerprint = job.fingerprint()
    engine: Engine
    if cluster is None:
        engine = partial(run_in_processes, partial(rank_shard_alone, job, folder, fingerprint), workers=count, job=job)
    else:
        from sentencerank.corpus.spark import check_spark, run_on_cluster

        check_spark()
        engine = partial(run_on_cluster, cluster, job, folder, fingerprint)
    tell = progress or (lambda what, done, of: None)
    with report_disk_errors(folder, CorpusError, _AGAIN), output_folder.lock_output(folder):
        if fresh:
            output_folder.delete_output(folder)
        output_folder.check_settings(folder, job.settings())
        output_folder.delete_leftovers(folder)
        try:
            return _rank_into(folder, corpus, job, engine, size, tell, remark or (lambda sentence: None))
        finally:
            output_folder.delete_leftovers(folder)


def _rank_into(
    folder: Path, corpus: Path, job: Job, engine: Engine, size: int | None, progress: Progress, remark: Remark
) -> Mapping[str, object]:
    """Do all steps in a folder that is locked."""
    planned = plan(corpus, job, folder / output_folder.SPOOL, size, lambda seen: progress("planning", seen, 0))
    if planned.links:
        remark(f"{planned.links:,} symbolic links in {corpus.name} were not followed. Copy what they lead to.")
    output_folder.check_source(folder, planned)
    fingerprint = job.fingerprint()
    names = [file_name(shard, fingerprint, job.form) for shard in planned.shards]
    describe = partial(output_folder.write_manifest, folder, job.settings(), planned, corpus.name)
    # One that is there has the same settings and documents, and may hold what finished files promise.
    if not (folder / output_folder.MANIFEST).exists():
        describe()
    sound = output_folder.sound_parts(folder, names, remark)
    reports = _rank_shards(planned.shards, names, sound, folder, job, engine, progress)
    output_folder.delete_output(folder, keep={*names, output_folder.MANIFEST, output_folder.SUCCESS})
    describe(reports)
    return output_folder.total(reports)


def _rank_shards(
    shards: Sequence[Shard],
    names: Sequence[str],
    sound: Set[str],
    folder: Path,
    job: Job,
    engine: Engine,
    progress: Progress,
) -> Sequence[Report]:
    """Rank the shards whose files are not sound, and return the reports of all of them, in order."""
    reports = {name: count_documents(folder / name, job.form) for name in names if name in sound}
    documents = sum(shard.count for shard in shards)
    done = sum(report.documents for report in reports.values())
    progress("kept", done, documents)
    # Closed at once if anything is raised here, so that no process works on.
    left = [shard for shard, name in zip(shards, names, strict=True) if name not in reports]
    with closing(engine(left)) as found:
        for report in found:
            if report.name not in reports:
                done += report.documents
                reports[report.name] = report
                progress("ranking", done, documents)
    missing = [name for name in names if name not in reports or not (folder / name).exists()]
    if missing or done != documents:
        raise CorpusError(f"{len(missing)} files are missing, such as {missing[:1]}. Run the command again to go on.")
    return [reports[name] for name in names]
