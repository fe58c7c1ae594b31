"""Confinement: what a process that is not trusted cannot do, on this kernel and where a mechanism is missing."""

from __future__ import annotations

import ctypes
import errno
import json
import os
import struct
import sys
import threading
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from sentencerank.documents.limits import DEFAULT
from sentencerank.documents.reading import Draft, draft, read_document
from sentencerank.documents.sandbox import _read, load_parsers
from sentencerank.workers import Worker, confine, landlock, probes, seccomp
from sentencerank.workers.environment import foreign, variables
from tests.documents.samples import RAIN
from tests.hostile.mutations import SEEDS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux confines processes")
ALL = list(probes.ACTIONS)


def nothing() -> None:
    """Be a set-up that loads nothing."""


def broken(*_: object) -> int:
    raise OSError(errno.ENOSYS, "switched off for a test")


def without_landlock() -> None:
    """Load the parsers, and make the kernel look as if it had no Landlock."""
    load_parsers()
    landlock.restrict = broken  # type: ignore[assignment]


def without_seccomp() -> None:
    """Make the kernel look as if it had no filters for system calls."""
    seccomp.install = broken  # type: ignore[assignment]


def in_a_thread() -> bytes:
    """Start a thread, as a library may."""
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(7))
    thread.start()
    thread.join()
    return bytes(found)


def other_calls() -> bytes:
    """Return, for calls that no probe makes, the errors that they end with."""
    library = ctypes.CDLL(None, use_errno=True)
    found = {}
    for name, number, arguments in CALLS:
        done = library.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments))
        found[name] = errno.errorcode.get(ctypes.get_errno(), "?") if done < 0 else "allowed"
    return json.dumps(found).encode()


# Numbers of x86-64.
CALLS: list[tuple[str, int, tuple[int, ...]]] = [
    ("socketpair", 53, (1, 1, 0, 0)),
    ("vfork by clone", 56, (0x4111, 0, 0, 0, 0)),
    ("clone3", 435, (0, 0)),
    ("ptrace", 101, (16, 1, 0, 0)),
    ("tkill", 200, (1, 0)),
    ("tgkill of another", 234, (1, 1, 0)),
    ("prlimit of another", 302, (1, 7, 0, 0)),
    ("io_uring_setup", 425, (1, 0)),
    ("memfd_create", 319, (0, 0)),
    ("mount", 165, (0, 0, 0, 0, 0)),
    ("unshare", 272, (0x10000000,)),
    ("bpf", 321, (0, 0, 0)),
    ("keyctl", 250, (0, 0, 0, 0, 0)),
    ("userfaultfd", 323, (0,)),
    ("perf_event_open", 298, (0, 0, 0, 0, 0)),
    ("mknod", 133, (0, 0, 0)),
    ("symlink", 88, (0, 0)),
    ("chmod", 90, (0, 0)),
    ("PR_SET_PDEATHSIG", 157, (1, 0, 0, 0, 0)),
    ("ioctl TIOCSTI", 16, (0, 0x5412, 0)),
    ("fcntl F_SETOWN", 72, (0, 8, 1)),
    ("a call of x32", 0x40000000 | 39, ()),
]


def mechanisms(found: bytes) -> dict[str, bool]:
    return {each["name"]: each["holds"] for each in json.loads(found)}


def test_every_hostile_action_is_denied() -> None:
    found, attempts = probes.try_all(load_parsers)
    assert [(attempt.action, attempt.denied) for attempt in attempts] == [(action, True) for action in ALL]
    assert len(ALL) == 11
    holds = mechanisms(found)
    # A container may have none of the first two.
    assert all(holds[name] for name in holds if name not in ("network namespace", "Landlock"))


def test_the_same_actions_work_in_a_process_that_is_trusted() -> None:
    """Otherwise the test above would test nothing. A process without rights to others may be kept from looking in."""
    _, attempts = probes.try_all(nothing, trusted=True)
    assert {attempt.action for attempt in attempts if attempt.denied} <= {"look into the parent"}


def test_without_landlock_no_file_can_be_opened_at_all() -> None:
    found, attempts = probes.try_all(without_landlock)
    assert not mechanisms(found)["Landlock"]
    assert all(attempt.denied for attempt in attempts)


@pytest.mark.parametrize("kind", SEEDS)
def test_every_format_is_read_without_opening_a_file(kind: str) -> None:
    with Worker(trusted=False, setup=without_landlock) as worker:
        for data in SEEDS[kind]():
            reply = worker.call(partial(_read, draft, name="", kind=None, limits=DEFAULT), data)
            assert Draft.from_dict(json.loads(reply)).document.text


def test_without_seccomp_the_rest_still_holds() -> None:
    found, attempts = probes.try_all(without_seccomp)
    holds = mechanisms(found)
    assert (holds["seccomp"], holds["resource limits"]) == (False, True)
    denied = {attempt.action for attempt in attempts if attempt.denied}
    assert denied >= {"write a file", "append to a file", "read a secret of the environment"}


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the numbers are those of x86-64")
def test_calls_that_no_parser_needs_are_refused() -> None:
    with Worker(trusted=False, setup=nothing) as worker:
        found = json.loads(worker.call(other_calls))
        assert found == {name: "ENOSYS" if name == "clone3" else "EPERM" for name, *_ in CALLS}
        assert worker.call(in_a_thread) == b"\x07"


def test_a_late_import_can_still_be_read() -> None:
    with Worker(trusted=False, setup=nothing) as worker:
        if mechanisms(worker.call(confine.report))["Landlock"]:
            assert worker.call(import_late) == b"graphlib"


def import_late() -> bytes:
    """Import a module of the standard library that nothing else needs."""
    assert "graphlib" not in sys.modules
    import graphlib

    return graphlib.__name__.encode()


def test_what_the_process_gives_up_cannot_be_had_back() -> None:
    with Worker(trusted=False, setup=nothing) as worker:
        assert worker.call(raise_limits) == b"PermissionError PermissionError"


def raise_limits() -> bytes:
    """Try to raise limits again, also as root."""
    import resource

    names = []
    for limit in (resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE):
        try:
            resource.setrlimit(limit, (1 << 20, 1 << 20))
        except (ValueError, OSError) as error:
            names.append("PermissionError" if "not allowed" in str(error) else type(error).__name__)
    return " ".join(names).encode()


def test_a_trusted_worker_can_start_programs_but_no_privileged_ones(tmp_path: Path) -> None:
    with Worker() as worker:
        status = worker.call(Path("/proc/self/status").read_text)
    assert "NoNewPrivs:\t1" in status
    assert "Seccomp:\t0" in status


# Variables


def test_the_token_of_the_server_reaches_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SENTENCERANK_TOKEN", "abc" * 10)
    monkeypatch.setenv("SENTENCERANK_MODELS", "elsewhere")
    with Worker() as worker:
        assert worker.call(os.getenv, "SENTENCERANK_TOKEN") is None
        assert worker.call(os.getenv, "SENTENCERANK_MODELS") == "elsewhere"


def test_who_is_not_trusted_gets_few_variables() -> None:
    given = {"PATH": "/bin", "AWS_SECRET_ACCESS_KEY": "x", "LC_ALL": "C", "SystemRoot": "C:\\Windows"}
    found = variables(given, trusted=False)
    assert set(found) & set(given) == {"LC_ALL", "SystemRoot"}
    assert foreign(found) == []
    assert foreign(given) == ["AWS_SECRET_ACCESS_KEY", "PATH"]


# The filter, run as the kernel would


def outcome(program: Sequence[seccomp.Instruction], architecture: int, number: int, *arguments: int) -> int:
    """Run a filter over one call."""
    padded = (*arguments, *[0] * (6 - len(arguments)))
    data = struct.pack("<IIQ6Q", number, architecture, 0, *padded)
    place = value = 0
    while True:
        step = program[place]
        place += 1
        if step.code == 0x20:
            (value,) = struct.unpack_from("<I", data, step.value)
        elif step.code == 0x06:
            return step.value
        else:
            holds = value == step.value if step.code == 0x15 else bool(value & step.value)
            place += step.true if holds else step.false


NUMBERS = {  # read, openat, clone, execve, kill, tgkill, socket, prctl, clone3
    "x86_64": (0, 257, 56, 59, 62, 234, 41, 157, 435),
    "aarch64": (63, 56, 220, 221, 129, 131, 198, 167, 435),
}


@pytest.mark.parametrize("name", seccomp.MACHINES)
@pytest.mark.parametrize("opens", seccomp.Opens)
def test_the_filter_allows_what_computes_and_refuses_the_rest(name: str, opens: seccomp.Opens) -> None:
    machine = seccomp.MACHINES[name]
    program = seccomp.program(machine, 1234, opens)
    assert len(program) < 4096  # the kernel takes no more
    assert all(0 <= step.true < 256 and 0 <= step.false < 256 for step in program)
    read, openat, clone, execve, kill, tgkill, socket, prctl, clone3 = NUMBERS[name]

    def ask(number: int, *arguments: int) -> int:
        return outcome(program, machine.architecture, number, *arguments)

    reading = seccomp.ALLOW if opens is seccomp.Opens.READ else seccomp.REFUSE
    assert ask(read) == seccomp.ALLOW
    assert ask(openat, 0, 0, os.O_RDONLY | os.O_CLOEXEC) == reading
    for flags in (os.O_WRONLY, os.O_RDWR, os.O_CREAT, os.O_TRUNC, os.O_APPEND, 0o20200000):
        assert ask(openat, 0, 0, flags) == seccomp.REFUSE
    assert ask(clone, 0x3D0F00) == seccomp.ALLOW
    assert ask(clone, 17) == ask(execve) == ask(socket) == seccomp.REFUSE
    assert ask(kill, 1234, 6) == ask(tgkill, 1234, 1, 6) == seccomp.ALLOW
    assert ask(kill, 1, 9) == ask(kill, (1 << 32) - 1, 9) == ask(kill, 0, 9) == ask(tgkill, 1, 1, 9) == seccomp.REFUSE
    assert ask(prctl, 15) == seccomp.ALLOW
    assert ask(prctl, 22) == seccomp.REFUSE
    assert ask(clone3) == seccomp.ABSENT
    assert ask(9999) == seccomp.REFUSE
    for other in {0xC000003E, 0xC00000B7, 0x40000003} - {machine.architecture}:
        assert outcome(program, other, read) == seccomp.REFUSE


def test_a_processor_without_a_filter_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seccomp, "MACHINES", {})
    with pytest.raises(OSError, match="no filter is written for the processor"):
        seccomp.install(seccomp.Opens.NONE)


def test_a_confined_process_reads_what_this_one_reads() -> None:
    page = f"<!doctype html><html><body><main><p>{RAIN}</p></main></body></html>".encode()
    assert read_document(page) == read_document(page, in_process=True)
