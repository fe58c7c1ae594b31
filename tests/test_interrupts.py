"""Ctrl-C and SIGTERM, sent to real processes: the exit code is 130, in a line and without a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.serve.texts import ARTICLE, prose

AT_WORK = 0.8  # CPU seconds after which a command is at work: to start takes half of it, to end five times as much
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Much to do for every command."""
    folder = tmp_path_factory.mktemp("work")
    (folder / "texts").mkdir()
    for number in range(400):
        (folder / "texts" / f"{number}.txt").write_text(prose(200, seed=number), encoding="utf-8")
    (folder / "long.txt").write_text(prose(60_000), encoding="utf-8")
    cases = [{"id": str(n), "text": ARTICLE, "references": [{"judge": "a", "text": ARTICLE[:500]}]} for n in range(400)]
    (folder / "cases.jsonl").write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    return folder


def used(group: int) -> float:
    """The CPU seconds of the processes of a group, those included that have ended and were waited for."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            total += sum(map(int, fields[11:15])) if int(fields[2]) == group else 0
    return total / os.sysconf("SC_CLK_TCK")


def interrupted(
    folder: Path, *arguments: str, sign: signal.Signals = signal.SIGINT, wait: float = 0, work: float = 0
) -> tuple[int, str]:
    """Run a command with a terminal's habits: the signal goes to all of its processes.

    It comes after `wait` seconds by the clock and `work` seconds of CPU time, which pass slowly on a busy machine.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "sentencerank", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        start_new_session=True,
    )
    time.sleep(wait)
    while process.poll() is None and used(process.pid) < work:
        time.sleep(0.02)
    assert process.poll() is None, "there was not enough to do"
    os.killpg(process.pid, sign)
    _, errors = process.communicate(timeout=60)
    return process.returncode, errors


def test_ctrl_c_while_standard_input_is_read(folder: Path) -> None:
    code, errors = interrupted(folder, "rank", wait=2.5)
    assert (code, errors) == (130, "sentencerank: stopped.\n")


def test_a_ctrl_c_that_is_raised_in_a_callback_is_not_lost() -> None:
    code = """
import os, signal, sys, time, click
from sentencerank.cli.main import main
@main.command()
def wait():
    class Interrupted:
        def __del__(self):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
    Interrupted()
    time.sleep(30)
main.get_command = lambda ctx, name: wait
sys.argv = ["sentencerank", "wait"]
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=25)
    assert (done.returncode, done.stderr) == (130, "sentencerank: stopped.\n")


@pytest.mark.parametrize("module", ["click", "sentencerank.cli.rank", "sentencerank.cli.output"])
def test_ctrl_c_while_the_commands_are_loaded(module: str) -> None:
    # The signal comes at the first line of a module that is imported.
    code = f"""
import os, signal, sys, sentencerank.__main__
class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupted())
sys.argv = ["sentencerank", "rank", os.devnull]
sentencerank.__main__.main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (130, "sentencerank: stopped.\n")


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="processes are measured as Linux tells")
@pytest.mark.parametrize(
    "arguments",
    [
        ("rank", "long.txt"),
        ("corpus", "rank", "texts", "-o", "ranked"),
        ("corpus", "rank", "texts", "-o", "ranked-by-two", "--workers", "2"),
        ("train", "texts", "-o", "model", "--licence", "none"),
        ("evaluate", "cases.jsonl"),
    ],
    ids=" ".join,
)
def test_ctrl_c_at_work(folder: Path, arguments: tuple[str, ...]) -> None:
    code, errors = interrupted(folder, *arguments, work=AT_WORK)
    assert code == 130, errors
    assert "stopped." in errors
    assert "Traceback" not in errors


@pytest.mark.thorough
@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_a_server_ends_in_order(folder: Path, sign: signal.Signals, code: int) -> None:
    found, errors = interrupted(folder, "serve", "--port", "0", "--store", "d.db", "--workers", "1", sign=sign, wait=15)
    assert found == code, errors
    assert '"event": "stopped"' in errors
    assert "Traceback" not in errors
