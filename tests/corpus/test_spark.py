"""Spark itself: in one process quickly, and as a cluster whose executors and workers are killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import sentencerank as sr
from sentencerank.corpus.job import Job
from sentencerank.corpus.rank_corpus import rank_corpus
from sentencerank.corpus.shards import Shard
from sentencerank.corpus.spark import SparkCluster, check_spark, run_on_cluster
from sentencerank.errors import CorpusError, SentenceRankError
from tests.corpus.collections import as_jsonl, as_parquet, contents, documents
from tests.corpus.test_rank import command, wait_until

BOTH = """
import json, sys
from pathlib import Path

from pyspark.sql import SparkSession

from sentencerank import OptionsError, SparkCluster, rank_column, rank_corpus

source, target, rows = sys.argv[1:]
rank_corpus(source, target, cluster=SparkCluster("local[2]"), shard_size=10)
spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
frame = spark.createDataFrame([*map(tuple, json.loads(rows)), ("none", None, 3)], ["key", "body", "more"])
ranked = rank_column(frame, "body", into="found", method="swr", sentence_text=False)
Path(target, "column.json").write_text(json.dumps([row.asDict(recursive=True) for row in ranked.collect()]))
for column, into in (("other", "found"), ("more", "found"), ("body", "key")):
    try:
        rank_column(frame, column, into=into)
    except OptionsError as error:
        print(error)
"""


@pytest.fixture
def spark(require_tool: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")  # half the time in short runs
    try:
        check_spark()
    except SentenceRankError as error:
        require_tool("Spark", str(error))


@pytest.mark.usefixtures("spark")
def test_spark_writes_what_the_pool_writes_and_ranks_a_column(tmp_path: Path) -> None:
    rows = [*documents(25), ("empty", "")]
    source = as_jsonl(tmp_path / "a.jsonl.gz", rows)
    texts = json.dumps([(id, text, k) for k, (id, text) in enumerate(rows[:3])])
    script = [sys.executable, "-c", BOTH, str(source), str(tmp_path / "spark"), texts]
    done = subprocess.run(script, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    assert [line.split(".")[0] for line in done.stdout.splitlines()] == [
        "there is no column 'other', only key, body, more",
        "'more' is bigint",
        "there is a column 'key' already",
    ]
    column = json.loads((tmp_path / "spark" / "column.json").read_text())
    (tmp_path / "spark" / "column.json").unlink()
    rank_corpus(source, tmp_path / "local", workers=1, shard_size=10)
    assert contents(tmp_path / "spark") == contents(tmp_path / "local")
    assert [row["key"] for row in column] == ["d0", "d1", "d2", "none"]
    assert [row["found"]["status"] for row in column] == ["ranked"] * 3 + ["empty"]
    expected = sr.rank(rows[0][1], method="swr")
    assert [s["rank"] for s in column[0]["found"]["sentences"]] == [s.rank for s in expected.sentences]
    assert column[0]["found"]["sentences"][0]["text"] is None


def test_a_java_that_does_not_start_is_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    import pyspark

    class Broken:
        _active_spark_context = None

        def __init__(self, conf: object) -> None:
            raise RuntimeError("[JAVA_GATEWAY_EXITED] Java gateway process exited before sending its port number.")

    monkeypatch.setattr(pyspark, "SparkContext", Broken)
    monkeypatch.setattr(os, "environ", dict(os.environ))
    shard = Shard(0, "broken", "", "", 0, 0, 1, (), 1, "", "", (), ())
    with pytest.raises(CorpusError, match=r"JAVA_GATEWAY_EXITED.*Install Java 17 or newer"):
        list(run_on_cluster(SparkCluster(), Job(), Path(), "", [shard]))


# A cluster on this machine


@contextmanager
def daemon(folder: Path, name: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    import pyspark

    home = Path(pyspark.__file__).parent
    environment = {**os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_NO_DAEMONIZE": "1"}
    environment["SPARK_DAEMON_MEMORY"] = "256m"
    with (folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(
            [str(home / "bin" / "spark-class"), *arguments], env=environment, stdout=log, stderr=log, cwd=folder
        )
        try:
            yield process
        finally:
            kill(process.pid)
            process.wait()


def worker(folder: Path, name: str, port: int) -> tuple[str, ...]:
    kind = "org.apache.spark.deploy.worker.Worker"
    size = ("--cores", "1", "--memory", "1g", "--webui-port", "0", "--work-dir", str(folder / name))
    return (kind, "--host", "127.0.0.1", *size, f"spark://127.0.0.1:{port}")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def descendants(pid: int) -> list[int]:
    """A process and all below it."""
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents.setdefault(int((path / "stat").read_text().rpartition(")")[2].split()[1]), []).append(
                int(path.name)
            )
    found = [pid]
    for one in found:
        found += parents.get(one, [])
    return found


def kill(pid: int) -> None:
    """As a machine dies: all at once."""
    for one in descendants(pid):
        with suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)


def executors(pid: int) -> list[int]:
    found = []
    for one in descendants(pid):
        with suppress(OSError):
            if b"CoarseGrainedExecutorBackend" in Path(f"/proc/{one}/cmdline").read_bytes():
                found.append(one)
    return found


@pytest.mark.slow
@pytest.mark.usefixtures("spark")
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds processes in /proc")
def test_a_cluster_that_loses_an_executor_and_a_worker_writes_the_same(tmp_path: Path) -> None:
    rows = documents(2000)
    source, out = as_parquet(tmp_path / "a.parquet", rows, group=100), tmp_path / "cluster"
    port = free_port()
    kind = "org.apache.spark.deploy.master.Master"
    at = ("--host", "127.0.0.1", "--port", str(port), "--webui-port", "0")
    with (
        daemon(tmp_path, "master", kind, *at),
        daemon(tmp_path, "one", *worker(tmp_path, "one", port)) as one,
        daemon(tmp_path, "two", *worker(tmp_path, "two", port)) as two,
    ):
        wait_until(lambda: b"Registering worker" in (tmp_path / "master.log").read_bytes())
        wait_until(lambda: (tmp_path / "master.log").read_bytes().count(b"Registering worker") == 2)
        spark = (
            "--engine",
            "spark",
            "--master",
            f"spark://127.0.0.1:{port}",
            "--spark-conf",
            "spark.executor.memory=512m",
            "--shard-size",
            "20",
        )
        with (tmp_path / "driver.log").open("wb") as log:
            driver = subprocess.Popen(command(source, out, *spark), stderr=log)
            try:
                wait_until(lambda: len(list(out.glob("part-*"))) >= 20 or driver.poll() is not None)
                os.kill(executors(one.pid)[0], signal.SIGKILL)
                wait_until(lambda: len(list(out.glob("part-*"))) >= 40 or driver.poll() is not None)
                kill(two.pid)
                assert len(list(out.glob("part-*"))) < 95, "killed too late to matter"
                assert driver.wait(600) == 0, (tmp_path / "driver.log").read_text()
            finally:
                kill(driver.pid)
                driver.wait()
    assert pq.read_table(out, columns=["id"]).column("id").to_pylist() == [id for id, _ in rows]
    rank_corpus(source, tmp_path / "local", Job(), workers=2, shard_size=20)
    assert contents(out) == contents(tmp_path / "local")
