"""Shards on a Spark cluster, and the ranking of a DataFrame's column. This is the only file that knows Spark.

Spark spreads the tasks and repeats lost ones; the files are the same as those of the local engine. What is sent to a
task is its shard and the job, a few kilobytes; the model is mapped by the workers from the disk of their machine.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from sentencerank.asking.questions import Queries
from sentencerank.corpus.columns import Row, ranking_type
from sentencerank.corpus.document_ranker import call_carefully, prepare
from sentencerank.corpus.entries import Entry
from sentencerank.corpus.job import Job
from sentencerank.corpus.shard_files import Report, count_documents, file_name, rank_entry, rank_shard, row_of
from sentencerank.corpus.shards import Shard
from sentencerank.errors import CorpusError, OptionsError
from sentencerank.extras import require
from sentencerank.method.options import Changes
from sentencerank.recipe import Location, Recipe
from sentencerank.workers import Worker

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark import SparkContext
    from pyspark.sql import DataFrame

    from sentencerank.languages.language import Language

SLICE = 64  # rows of a DataFrame that are ranked before they are handed on
LOOK = 0.5  # seconds between two looks at the folder
_LOOPBACK = ("local", "spark://127.", "spark://localhost")
_JAVA = "Install Java 17 or newer (Debian: apt install default-jre-headless) or set JAVA_HOME, or do without Spark."


@dataclass(frozen=True, slots=True)
class SparkCluster:
    """Where Spark runs, and settings of Spark as pairs of name and value."""

    master: str = "local[*]"
    settings: tuple[tuple[str, str], ...] = ()


def check_spark() -> None:
    """Raise an ExtraError or a CorpusError that says what to install, if Spark cannot start here."""
    require("pyspark", "spark")
    require("pyarrow", "spark")
    home = os.environ.get("JAVA_HOME")
    if shutil.which(str(Path(home, "bin", "java")) if home else "java") is None:
        raise CorpusError(f"Spark needs Java, and there is none{f' in {home}' if home else ''}. {_JAVA}")


def run_on_cluster(
    cluster: SparkCluster, job: Job, folder: Path, fingerprint: str, shards: Sequence[Shard]
) -> Generator[Report, None, None]:
    """Rank every shard in a task of its own and yield the reports as the files appear.

    All machines must share the folder. Raises CorpusError if Spark does not start, or gives a task up.
    """
    if not shards:
        return
    with _context(cluster) as context:
        failed: list[BaseException] = []

        def run() -> None:
            try:
                tasks = context.parallelize(list(shards), len(shards))
                tasks.map(partial(_rank_task, job, folder, fingerprint)).collect()
            except Exception as error:
                # Spark and py4j raise anything; the thread that waits for this one tells of it.
                failed.append(error)

        running = threading.Thread(target=run, daemon=True)
        running.start()
        left = {file_name(shard, fingerprint, job.form) for shard in shards}
        over = False
        while left and not over:
            running.join(LOOK)
            over = not running.is_alive()
            for name in sorted(name for name in left if (folder / name).exists()):
                left.discard(name)
                yield count_documents(folder / name, job.form)
        if failed and left:
            raise CorpusError(f"Spark gave up ({_reason(failed[0])}). Run the command again to go on.") from failed[0]


def _rank_task(job: Job, folder: Path, fingerprint: str, shard: Shard) -> str:
    """Rank a shard in a task; after a failure carefully, document by document."""
    from pyspark import TaskContext

    if job.fingerprint() != fingerprint:
        raise CorpusError("this machine has another version or other models. Install the same on all of them.")
    context = TaskContext.get()
    careful = context is not None and context.attemptNumber() > 0
    return rank_shard(job, folder, fingerprint, shard, careful).name


@contextmanager
def _context(cluster: SparkCluster) -> Iterator[SparkContext]:
    """Yield the context that is there, or one of our own, which is ended afterwards."""
    pyspark = require("pyspark", "spark")
    if pyspark.SparkContext._active_spark_context is not None:
        yield pyspark.SparkContext.getOrCreate()
        return
    # Without this, Spark takes the first python3 on the path, which may not have this package.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    conf = pyspark.SparkConf().setMaster(cluster.master).setAppName("sentencerank corpus rank")
    conf.set("spark.ui.enabled", "false").set("spark.ui.showConsoleProgress", "false")
    # A machine that dies takes all of its tasks along.
    conf.set("spark.task.maxFailures", "8")
    # Nothing listens to the network if the master does not.
    if cluster.master.startswith(_LOOPBACK):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        conf.set("spark.driver.host", "127.0.0.1").set("spark.driver.bindAddress", "127.0.0.1")
    for name, value in cluster.settings:
        conf.set(name, value)
    try:
        context = pyspark.SparkContext(conf=conf)
    except Exception as error:
        remedy = _JAVA if "JAVA_GATEWAY_EXITED" in str(error) else "Check --master and the cluster."
        raise CorpusError(f"Spark did not start at {cluster.master} ({_reason(error)}). {remedy}") from error
    context.setLogLevel("ERROR")
    try:
        yield context
    finally:
        context.stop()


def _reason(error: BaseException) -> str:
    """Return the line that tells most in pages of traces: what a worker raised, or else what Spark says first.

    >>> _reason(RuntimeError("Job aborted.\\n  at x\\nsentencerank.errors.CorpusError: no room. Make some."))
    'CorpusError: no room. Make some'
    """
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [repr(error)]
    raised = [line for line in lines if re.match(r"[\w.]*(?:Error|Exception): ", line) and "Traceback" not in line]
    chosen = next((line for line in raised if "sentencerank" in line), (raised or lines)[0])
    return re.sub(r"^[\w.]*\.(?=\w+: )", "", chosen)[:300].rstrip(".")


def rank_column(
    df: DataFrame,
    column: str,
    *,
    into: str = "ranking",
    sentence_text: bool = True,
    max_characters: int = 2_000_000,
    max_seconds: int = 60,
    max_memory: int = 4096,
    method: str = "ssr",
    reading: str = "best",
    structure: str | Location | None = None,
    language: str | Language = "auto",
    model: str | Path | None = None,
    query: Queries | None = None,
    **changes: Unpack[Changes],
) -> DataFrame:
    """Return `df` with one more column: the ranking of each text, as docs/corpus.md describes it.

    The last arguments are those of `Recipe.of`. A text that cannot be ranked has its reason in `ranking.error`. Raises
    OptionsError if there is no such column of strings, or `into` exists. To get the sentences:
    `ranked.selectExpr("id", "explode(ranking.sentences) AS sentence").select("id", "sentence.*")`.
    """
    require("pyarrow", "spark")
    from pyspark.sql.pandas.types import from_arrow_type
    from pyspark.sql.types import StringType, StructField, StructType

    names = df.columns
    if column not in names:
        raise OptionsError(f"there is no column {column!r}, only {', '.join(names)}. Name one of these.")
    if not isinstance(df.schema[column].dataType, StringType):
        raise OptionsError(f"{column!r} is {df.schema[column].dataType.simpleString()}. Cast it to string first.")
    if into in names:
        raise OptionsError(f"there is a column {into!r} already. Give another name: into=….")
    recipe = Recipe.of(method, reading, structure=structure, language=language, model=model, query=query, **changes)
    job = Job(
        recipe=recipe,
        sentence_text=sentence_text,
        max_characters=max_characters,
        max_seconds=max_seconds,
        max_memory=max_memory,
    ).portable()
    job.check()
    schema = StructType([*df.schema.fields, StructField(into, from_arrow_type(ranking_type()), nullable=False)])
    return df.mapInArrow(partial(_rank_batches, column, into, job), schema)


def _rank_batches(column: str, into: str, job: Job, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    pa, kind = require("pyarrow", "spark"), ranking_type()
    rank = partial(call_carefully, _worker(job), job, partial(rank_entry, job))
    for batch in batches:
        for start in range(0, batch.num_rows, SLICE):
            part = batch.slice(start, SLICE)
            texts = part.column(column).to_pylist()
            rows: list[Row] = [row_of(rank, Entry("", 0, "", text=text or "")) for text in texts]
            yield part.append_column(into, pa.array(rows, kind))


@lru_cache(maxsize=1)
def _worker(job: Job) -> Worker:
    """Return the process that a process of Spark ranks in: a document that ends it must not end the job."""
    return Worker(setup=partial(prepare, job), memory=job.max_memory << 20)
