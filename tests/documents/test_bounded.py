"""Bounded reading at every entrance: the shared process, who starts it, and small files that cost much."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

from sentencerank.cli.main import main
from sentencerank.documents import Limits, read_document, sandbox
from sentencerank.errors import DocumentError, LimitError, SentenceRankError, WorkerError
from sentencerank.reader.local import Source, rank_source
from tests.documents.attacks import ATTACKS
from tests.documents.samples import RAIN, SRT, TRANSCRIPT, VTT, reportlab_pdf

PAGE = f"<!doctype html><html><body><main><p>{RAIN}</p></main></body></html>".encode()
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: its limits and its /proc")


def python(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=60, **options)  # type: ignore[call-overload]


@pytest.fixture
def launches(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Every process that is started, as whether it was trusted; the shared one is forgotten for the test."""
    from sentencerank.workers import process

    started: list[bool] = []
    launch = process._launch

    def watched(environment: object, trusted: bool) -> subprocess.Popen[bytes]:
        started.append(trusted)
        return launch(environment, trusted)  # type: ignore[arg-type]

    monkeypatch.setattr(process, "_launch", watched)
    monkeypatch.setattr(sandbox, "_shared", None)
    return started


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", RAIN),
        ("a.md", f"# Rain\n\n{RAIN}\n\n- **wind**"),
        ("a.srt", SRT),
        ("a.vtt", VTT),
        ("chat.txt", TRANSCRIPT),
    ],
)
def test_text_starts_no_process(name: str, text: str, launches: list[bool], tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    read_document(path)
    assert CliRunner().invoke(main, ["rank", str(path)]).exit_code == 0
    assert launches == []


def test_one_process_is_kept_for_all_files(launches: list[bool], tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE)
    try:
        for _ in range(3):
            assert read_document(path).text == RAIN
        for command in ("rank", "summarize", "layers", "keyphrases"):
            assert CliRunner().invoke(main, [command, str(path)]).exit_code == 0
        assert CliRunner().invoke(main, ["explain", str(path), "1"]).exit_code == 0
        assert CliRunner().invoke(main, ["read", "-o", str(tmp_path / "out.html"), str(path)]).exit_code == 0
        assert len(rank_source(Source("page.html", PAGE))) > 0
        assert launches == [False]
        read_document(PAGE, in_process=True)
        assert launches == [False]
    finally:
        sandbox._close_shared()


def test_threads_share_the_process() -> None:
    read_document(PAGE)
    process = sandbox._shared_reader()._worker.pid
    with ThreadPoolExecutor(8) as threads:
        texts = list(threads.map(lambda number: read_document(PAGE, name=str(number)).id, range(40)))
    assert texts == [str(number) for number in range(40)]
    assert sandbox._shared_reader()._worker.pid == process


@linux
def test_a_process_that_was_killed_is_replaced() -> None:
    read_document(PAGE)
    process = sandbox._shared_reader()._worker.pid
    assert process is not None
    os.kill(process, 9)
    assert read_document(PAGE).text == RAIN
    assert sandbox._shared_reader()._worker.pid != process


@linux
def test_a_forked_process_has_a_reader_of_its_own() -> None:
    """Two processes on one pipe would read each other's documents."""
    code = """
        import os, sys
        from sentencerank.documents import read_document, sandbox
        page = b"<!doctype html><html><body><main><p>%s</p></main></body></html>"
        read_document(page % b"It rained.")
        mine = sandbox._shared._worker.pid
        children = []
        for number in range(2):
            child = os.fork()
            if not child:
                text = read_document(page % (b"It rained %d times." % number)).text
                fine = text == f"It rained {number} times." and sandbox._shared._worker.pid != mine
                sys.exit(0 if fine else 1)  # at exit, it must end its own reader, not that of its parent
            children.append(child)
        codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
        text = read_document(page % b"It rained again.").text
        print(codes, text, sandbox._shared._worker.pid == mine)
    """
    done = python("-W", "error", "-c", textwrap.dedent(code))
    assert (done.stdout, done.stderr) == ("[0, 0] It rained again. True\n", "")


SCRIPT = """
import sys
from sentencerank import read_document
print(read_document(b"<!doctype html><html><body><main><p>It rained all day.</p></main></body></html>").text)
"""


@pytest.mark.parametrize("way", ["-c", "script", "stdin", "threads"])
def test_scripts_need_no_guard(way: str, tmp_path: Path) -> None:
    """A script without a guard, one typed into Python, and one that reads in a thread which ends."""
    (tmp_path / "script.py").write_text(SCRIPT)
    in_thread = "import threading\ndef work():\n" + textwrap.indent(SCRIPT, "    ")
    in_thread += "\nfor _ in range(2):\n    t = threading.Thread(target=work)\n    t.start()\n    t.join()\n"
    ways = {
        "-c": lambda: python("-W", "error", "-c", SCRIPT),
        "script": lambda: python("-W", "error", "script.py", cwd=tmp_path),
        "stdin": lambda: python("-W", "error", input=SCRIPT),
        "threads": lambda: python("-W", "error", "-c", in_thread),
    }
    done = ways[way]()
    assert (done.stderr, done.returncode) == ("", 0)
    assert set(done.stdout.splitlines()) == {"It rained all day."}


def test_where_no_process_starts_the_message_names_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_shared", None)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(WorkerError, match=r"could not start.*in_process=True"):
        read_document(PAGE)
    assert read_document(PAGE, in_process=True).text == RAIN
    sandbox._close_shared()


def test_more_memory_than_is_shared_needs_a_process_of_its_own(launches: list[bool]) -> None:
    assert read_document(PAGE, limits=Limits(memory=5 << 30)).text == RAIN
    assert launches == [False]
    assert sandbox._shared is None


def test_limits_hold_in_the_shared_process() -> None:
    with pytest.raises(LimitError, match=r"Limits\(characters="):
        read_document(PAGE, limits=Limits(characters=5))
    with pytest.raises(LimitError, match=r"Limits\(bytes="):
        read_document(PAGE, limits=Limits(bytes=20))
    assert read_document(PAGE).text == RAIN


# Small files that cost much


@pytest.fixture(scope="module")
def attacks() -> dict[str, bytes]:
    return {name: make() for name, make in ATTACKS.items()}


@linux
@pytest.mark.parametrize("name", ATTACKS)
def test_a_small_file_takes_little_time_and_memory(name: str, attacks: dict[str, bytes], tmp_path: Path) -> None:
    """3 s of processor time and 300 MB for everything, the start of the process included."""
    path = tmp_path / name
    path.write_bytes(attacks[name])
    assert len(attacks[name]) < 5_000
    code = """
        import re, resource, sys, time
        from sentencerank import SentenceRankError, read_document
        from sentencerank.documents import sandbox
        try:
            said = read_document(sys.argv[1]).text
        except SentenceRankError as error:
            said = f"{type(error).__name__}: {error}"
        sandbox._close_shared()
        uses = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        # What rusage says of this process includes the memory of the one that started it.
        own = int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
        print(sum(use.ru_utime + use.ru_stime for use in uses), max(own, uses[1].ru_maxrss) / 1024)
        print(said)
    """
    done = python("-c", textwrap.dedent(code), str(path))
    figures, _, said = done.stdout.partition("\n")
    seconds, megabytes = map(float, figures.split())
    assert seconds < 3
    assert megabytes < 300
    assert said.startswith(("DocumentError: ", "LimitError: ")) if name.endswith("pdf") else "end." in said


@pytest.mark.parametrize("name", ["note.txt", "note.html", "itself.pdf"])
def test_every_entrance_survives(name: str, attacks: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(attacks[name])
    hostile = name.endswith(".pdf")
    for command in (["rank"], ["read", "-o", str(tmp_path / "page.html")]):
        shown = CliRunner().invoke(main, [*command, str(path)])
        assert shown.exit_code in ((1,) if hostile else (0, 1, 3))
        assert not isinstance(shown.exception, SentenceRankError)
    if hostile:
        with pytest.raises(DocumentError, match=name):
            rank_source(Source(name, attacks[name]))
    assert read_document(PAGE).text == RAIN


@pytest.mark.thorough
def test_a_long_pdf_is_read_within_the_limits() -> None:
    paragraph = " ".join([RAIN] * 40)
    document = read_document(reportlab_pdf(1, [("BodyText", paragraph)] * 1_900))
    assert len(document.text) > 1_000_000


@linux
def test_the_reader_of_a_killed_parent_ends(tmp_path: Path) -> None:
    """Even inside of one call into C, where no thread of Python runs."""
    code = """
        import re, sys
        from sentencerank.workers import Worker
        from functools import partial
        with Worker(trusted=False) as worker:
            worker.start()
            print(worker.pid, flush=True)
            worker.call(re.match, "(a+)+$", "a" * 40 + "b")
    """
    parent = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    with parent.stdout:
        child = int(parent.stdout.readline())
        threading.Event().wait(0.3)
        assert Path(f"/proc/{child}").exists()
        parent.kill()
        parent.wait()
    for _ in range(200):
        try:
            if Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return
        except OSError:
            return
        threading.Event().wait(0.01)
    raise AssertionError("it still runs")


def test_the_collector_runs_again_after_a_file_was_read_or_refused() -> None:
    read_document(b"<p>Rain fell in Spain.</p>" * 3, name="rain.html", in_process=True)
    assert gc.isenabled()
    with pytest.raises(DocumentError):
        read_document(b"%PDF-1.4 rain", name="rain.pdf", in_process=True)
    assert gc.isenabled()
