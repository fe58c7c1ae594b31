"""Shards on a cluster: Spark spreads the tasks and starts lost ones again; the files are the same as those of the pool.

The only file that knows Spark. What is sent to a task is its shard and the job, a few kilobytes; the model is read by
the workers themselves, mapped from the disk of their machine.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from sentencerank.corpus.java import check_java
from sentencerank.corpus.job import Job
from sentencerank.corpus.schema import ranking_fields
from sentencerank.corpus.shards import Shard
from sentencerank.corpus.sinks import Report, counted
from sentencerank.corpus.work import file_name, rank_entry, rank_shard
from sentencerank.errors import CorpusError, OptionsError
from sentencerank.extras import require

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark import SparkContext
    from pyspark.sql import DataFrame

SLICE = 64  # rows of a DataFrame that are ranked before they are handed on
LOOK = 0.5  # seconds between two looks at the folder
_LOOPBACK = ("local", "spark://127.", "spark://localhost")


def on_cluster(
    job: Job,
    shards: Sequence[Shard],
    folder: Path,
    names: Mapping[int, str],
    master: str,
    settings: Sequence[tuple[str, str]] = (),
) -> Iterator[Report]:
    """Rank every shard by a task of its own; reports as the files appear. The folder is one that all machines share."""
    if not shards:
        return
    with _context(master, settings) as context:
        work = partial(_task, job, folder, job.fingerprint())
        failed: list[BaseException] = []

        def collect() -> None:
            try:
                context.parallelize(list(shards), len(shards)).map(work).collect()
            except Exception as error:  # py4j and Spark raise anything; told below, from the thread that is asked
                failed.append(error)

        running = threading.Thread(target=collect, daemon=True)
        running.start()
        left = {names[shard.number] for shard in shards}
        while left:
            running.join(LOOK)
            over = not running.is_alive()
            for name in sorted(name for name in left if (folder / name).exists()):
                left.discard(name)
                yield counted(folder / name, job)
            if over:
                break
        if failed and left:
            raise CorpusError(f"Spark gave up ({_reason(failed[0])}). Run the command again to go on.") from failed[0]


def _task(job: Job, folder: Path, fingerprint: str, shard: Shard) -> str:
    """What a task does; after a first failure carefully, document by document."""
    from pyspark import TaskContext

    if job.fingerprint() != fingerprint:
        raise CorpusError("this machine has another version or other models. Install the same on all of them.")
    context = TaskContext.get()
    careful = context is not None and context.attemptNumber() > 1
    return rank_shard(shard, job, folder, file_name(shard, fingerprint, job.form), careful).name


def check_cluster() -> ModuleType:
    """Spark with all that it needs, or an error that says what to install."""
    pyspark = require("pyspark", "corpus")
    require("pyarrow", "corpus")
    check_java()
    return pyspark


@contextmanager
def _context(master: str, settings: Sequence[tuple[str, str]]) -> Iterator[SparkContext]:
    """The context that is there, or one of our own, ended afterwards; on this machine alone if the master is."""
    pyspark = check_cluster()
    if pyspark.SparkContext._active_spark_context is not None:
        yield pyspark.SparkContext.getOrCreate()
        return
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # else the first python3 on the path, without this package
    conf = pyspark.SparkConf().setMaster(master).setAppName("sentencerank corpus rank")
    conf.set("spark.ui.enabled", "false").set("spark.ui.showConsoleProgress", "false")
    conf.set("spark.task.maxFailures", "8")  # a machine that dies takes all of its tasks along
    if master.startswith(_LOOPBACK):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        conf.set("spark.driver.host", "127.0.0.1").set("spark.driver.bindAddress", "127.0.0.1")
    for name, value in settings:
        conf.set(name, value)
    try:
        context = pyspark.SparkContext(conf=conf)
    except Exception as error:
        message = f"Spark did not start at {master} ({_reason(error)}). Check --master and the cluster."
        raise CorpusError(message) from error
    context.setLogLevel("ERROR")
    try:
        yield context
    finally:
        context.stop()


def _reason(error: BaseException) -> str:
    """The line that tells most in pages of traces: what a worker raised, or else what Spark says first.

    >>> _reason(RuntimeError("Job aborted.\\n  at x\\nsentencerank.errors.CorpusError: no room. Make some."))
    'CorpusError: no room. Make some'
    """
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [repr(error)]
    raised = [line for line in lines if re.match(r"[\w.]*(?:Error|Exception): ", line) and "Traceback" not in line]
    chosen = next((line for line in raised if "sentencerank" in line), (raised or lines)[0])
    return re.sub(r"^[\w.]*\.(?=\w+: )", "", chosen)[:300].rstrip(".")


def rank_column(frame: DataFrame, column: str, into: str, job: Job) -> DataFrame:
    """A DataFrame with the rankings of one of its columns as another one, computed batch by batch with Arrow."""
    pa = require("pyarrow", "corpus")
    from pyspark.sql.pandas.types import from_arrow_type
    from pyspark.sql.types import StringType, StructField, StructType

    names = frame.columns
    if column not in names:
        raise OptionsError(f"there is no column {column!r}, only {', '.join(names)}. Name one of these.")
    if not isinstance(frame.schema[column].dataType, StringType):
        raise OptionsError(f"{column!r} is {frame.schema[column].dataType.simpleString()}. Cast it to string first.")
    if into in names:
        raise OptionsError(f"there is a column {into!r} already. Give another name: into=….")
    job.ranker().rank("Rain fell. Snow fell.", query=job.query)
    added = StructField(into, from_arrow_type(pa.struct(ranking_fields())), nullable=False)
    schema = StructType([*frame.schema.fields, added])
    return frame.mapInArrow(partial(_ranked_batches, column, into, job), schema)


def _ranked_batches(column: str, into: str, job: Job, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    pa = require("pyarrow", "corpus")
    kind = pa.struct(ranking_fields())
    for batch in chain.from_iterable(_slices(batch) for batch in batches):
        rows = [rank_entry(text, job) for text in batch.column(column).to_pylist()]
        yield batch.append_column(into, pa.array(rows, kind))


def _slices(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    for start in range(0, batch.num_rows, SLICE):
        yield batch.slice(start, SLICE)
