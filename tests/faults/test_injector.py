"""The instrument itself: it counts every call, strikes the right one, and reaches libraries written in C."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sentencerank.errors import CorpusError
from tests.faults.calls import Call, Fault
from tests.faults.injector import Injector, faults


def write_naively(folder: Path) -> None:
    (folder / "a").write_bytes(b"x" * 1000)
    os.replace(folder / "a", folder / "b")
    sys.stdout.write("done\n")


def write_in_c(folder: Path) -> None:
    np.save(folder / "array.npy", np.arange(1000))
    pq.write_table(pa.table({"a": [1, 2, 3]}), folder / "table.parquet")
    with sqlite3.connect(folder / "store.db") as store:
        store.execute("CREATE TABLE t (a)")
    store.close()


def write_below(folder: Path) -> None:
    subprocess.run([sys.executable, "-c", f"open({str(folder / 'below')!r}, 'w').write('x')"], check=True)


def refuse(folder: Path) -> None:
    raise CorpusError("no. Do something else.")


def test_every_call_is_seen_in_order(injector: Injector, tmp_path: Path) -> None:
    calm = injector.run(partial(write_naively, tmp_path), tmp_path)
    assert calm.calls == (Call("create", "a"), Call("write", "a"), Call("rename", "a"))
    assert (calm.code, calm.output, calm.error, calm.struck) == (0, "done\n", "", None)


@pytest.mark.parametrize("kind", ["EIO", "ENOSPC", "EDQUOT"])
def test_an_error_is_what_the_system_would_say(injector: Injector, tmp_path: Path, kind: str) -> None:
    outcome = injector.run(partial(write_naively, tmp_path), tmp_path, Fault(kind, 1))  # type: ignore[arg-type]
    assert outcome.struck == Call("write", "a")
    assert outcome.code == 1
    assert outcome.error.startswith("OSError: [Errno ")
    assert not outcome.ours
    assert (tmp_path / "a").read_bytes() == b""


def test_a_short_write_writes_half(injector: Injector, tmp_path: Path) -> None:
    outcome = injector.run(partial(write_naively, tmp_path), tmp_path, Fault("short", 0))
    assert outcome.struck == Call("write", "a")
    # Python goes on with the other half.
    assert [call.name for call in outcome.calls] == ["create", "write", "write", "rename"]
    assert (tmp_path / "b").read_bytes() == b"x" * 1000


def test_a_kill_comes_before_the_call_and_a_power_cut_takes_what_was_not_flushed(
    injector: Injector, tmp_path: Path
) -> None:
    outcome = injector.run(partial(write_naively, tmp_path), tmp_path, Fault("kill", 2))
    assert outcome.code == -signal.SIGKILL
    assert (tmp_path / "a").stat().st_size == 1000
    outcome = injector.run(partial(write_naively, tmp_path), tmp_path, Fault("power", 2))
    assert outcome.struck == Call("rename", "a")
    assert (tmp_path / "a").stat().st_size == 500


def test_libraries_in_c_and_other_processes_are_reached(injector: Injector, tmp_path: Path) -> None:
    calm = injector.run(partial(write_in_c, tmp_path), tmp_path)
    assert calm.code == 0
    written = {call.path for call in calm.calls if call.name == "write"}
    assert {"array.npy", "table.parquet", "store.db"} <= written
    below = injector.run(partial(write_below, tmp_path), tmp_path)
    assert Call("write", "below") in below.calls
    full = injector.run(partial(write_below, tmp_path), tmp_path, Fault("ENOSPC", 0))
    assert "No space left on device" in full.output


def test_errors_of_ours_are_told_from_others(injector: Injector, tmp_path: Path) -> None:
    outcome = injector.run(partial(refuse, tmp_path), tmp_path)
    assert (outcome.code, outcome.error, outcome.ours) == (1, "CorpusError: no. Do something else.", True)


def test_faults_are_spread_over_the_calls_that_they_can_strike(injector: Injector, tmp_path: Path) -> None:
    calm = injector.run(partial(write_naively, tmp_path), tmp_path)
    assert [str(fault) for fault in faults(calm, ("EIO", "short"))] == [
        "EIO at call 0",
        "EIO at call 1",
        "EIO at call 2",
        "short at call 1",
    ]
    assert [fault.at for fault in faults(calm, ("kill",), every=10)] == [0, 2]
