"""The mechanism: a child process whose file calls stop in the kernel, where this process counts or spoils them.

A seccomp filter lets the file calls of the child stop (SECCOMP_RET_TRACE), and ptrace tells them to this process, which
can give them another result. So every library is reached: Python, NumPy, Arrow, SQLite, and processes that the child
starts. It needs Linux on x86-64, and neither root nor a compiler. Run as `python -m tests.faults.tracer`, this module
waits for requests of `injector.Injector`.
"""

from __future__ import annotations

import ctypes
import errno
import os
import pickle
import platform
import signal
import struct
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from sentencerank.errors import SentenceRankError
from tests.faults.calls import LASTING, STRIKES, Call, CallName, Fault, Outcome

_TRACEME, _CONT, _GETREGS, _SETREGS, _SETOPTIONS = 0, 7, 12, 13, 0x4200
# Follow threads, children and new programs; stop at filtered calls; nobody outlives the tracer.
_OPTIONS = 0x02 | 0x04 | 0x08 | 0x10 | 0x80 | 0x100000
_EVENT_SECCOMP = 7
_ALL_CHILDREN = 0x40000000  # __WALL
_O_CREAT, _AT_CWD = 0o100, -100
_WORDS = 27  # of struct user_regs_struct
_RAX, _RDX, _ORIG_RAX = 10, 12, 15
_ARGUMENTS = (14, 13, 12, 7)  # rdi, rsi, rdx, r10

# Number of the system call → its name; which arguments hold a descriptor, or a folder and a path in it.
_BY_DESCRIPTOR: dict[int, CallName] = {
    0: "read", 17: "read", 19: "read", 1: "write", 18: "write", 20: "write", 296: "write", 40: "write", 326: "write",
    74: "sync", 75: "sync", 77: "truncate", 285: "truncate",
}  # fmt: skip
_BY_PATH: dict[int, CallName] = {
    2: "open", 85: "create", 76: "truncate", 82: "rename", 83: "mkdir", 84: "unlink", 86: "rename", 87: "unlink",
}  # fmt: skip
_BY_FOLDER: dict[int, CallName] = {
    257: "open", 258: "mkdir", 263: "unlink", 264: "rename", 265: "rename", 316: "rename",
}  # fmt: skip
_TARGET_FIRST = {40: 0, 326: 2}  # sendfile and copy_file_range: which argument is written to
_PLAIN_WRITES = (1, 18)  # whose third argument is the number of bytes

_libc = ctypes.CDLL(None, use_errno=True)


def missing() -> str:
    """Return what this machine lacks to inject faults; nothing if it can."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return "faults are injected on Linux on x86-64 only"
    return ""


def _ptrace(request: int, pid: int, address: int = 0, data: int | ctypes.Array[ctypes.c_ulong] = 0) -> None:
    where = data if isinstance(data, int) else ctypes.addressof(data)
    numbers = (ctypes.c_long(request), ctypes.c_long(pid), ctypes.c_void_p(address), ctypes.c_void_p(where))
    if _libc.ptrace(*numbers) < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"ptrace: {os.strerror(code)}")


def _install_filter() -> None:
    """Let the file calls of this process stop for its tracer."""
    numbers = [*_BY_DESCRIPTOR, *_BY_PATH, *_BY_FOLDER]
    steps = [(0x20, 0, 0, 4), (0x15, 1, 0, 0xC000003E), (0x06, 0, 0, 0x7FFF0000), (0x20, 0, 0, 0)]
    for place, number in enumerate(numbers):
        steps.append((0x15, len(numbers) - place, 0, number))
    steps += [(0x06, 0, 0, 0x7FFF0000), (0x06, 0, 0, 0x7FF00000)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(code)))
    for option, value, more in ((38, 1, 0), (22, 2, ctypes.addressof(program))):
        if _libc.prctl(option, ctypes.c_ulong(value), ctypes.c_ulong(more), ctypes.c_ulong(0), ctypes.c_ulong(0)) < 0:
            raise OSError(ctypes.get_errno(), "prctl")


@dataclass(slots=True)
class _Run:
    """One run of a child: what it called, and the fault that waits for its moment."""

    root: str
    fault: Fault | None
    calls: list[Call] = field(default_factory=list)
    struck: Call | None = None
    # Files that were written to, by device and number: their size when they were last flushed.
    flushed: dict[tuple[int, int], int] = field(default_factory=dict)

    def stop(self, pid: int) -> bool:
        """Look at a call that is about to be made; return whether to end everything instead."""
        registers = (ctypes.c_ulong * _WORDS)()
        _ptrace(_GETREGS, pid, 0, registers)
        found = self._call(pid, registers)
        if found is None:
            return False
        number = len(self.calls)
        self.calls.append(found)
        self._note(pid, registers, found)
        fault = self.fault
        if fault is None:
            return False
        if self.struck is not None:
            if found.name in LASTING.get(fault.kind, ()):
                _fail(pid, registers, fault.kind)
            return False
        if number < fault.at or found.name not in STRIKES[fault.kind]:
            return False
        if fault.kind in ("kill", "power"):
            self.struck = found
            return True
        if fault.kind == "short":
            if registers[_ORIG_RAX] in _PLAIN_WRITES and registers[_RDX] > 1:
                self.struck = found
                registers[_RDX] //= 2
                _ptrace(_SETREGS, pid, 0, registers)
            return False
        self.struck = found
        _fail(pid, registers, fault.kind)
        return False

    def _call(self, pid: int, registers: ctypes.Array[ctypes.c_ulong]) -> Call | None:
        number = registers[_ORIG_RAX]
        if number in _BY_DESCRIPTOR:
            descriptor = registers[_ARGUMENTS[_TARGET_FIRST.get(number, 0)]]
            name, path = _BY_DESCRIPTOR[number], _path_of(pid, descriptor)
        elif number in _BY_PATH:
            name, path = _BY_PATH[number], _joined(pid, _AT_CWD, registers[_ARGUMENTS[0]])
        else:
            folder = ctypes.c_int(registers[_ARGUMENTS[0]] & 0xFFFFFFFF).value
            name, path = _BY_FOLDER[number], _joined(pid, folder, registers[_ARGUMENTS[1]])
        if path != self.root and not path.startswith(self.root + "/"):
            return None
        flags = registers[_ARGUMENTS[1 if number == 2 else 2]]
        if name == "open" and flags & _O_CREAT:
            name = "create"
        return Call(name, os.path.relpath(path, self.root))

    def _note(self, pid: int, registers: ctypes.Array[ctypes.c_ulong], call: Call) -> None:
        if call.name in ("write", "truncate", "sync"):
            number = registers[_ORIG_RAX]
            with suppress(OSError):
                found = os.stat(f"/proc/{pid}/fd/{registers[_ARGUMENTS[_TARGET_FIRST.get(number, 0)]]}")
                key = (found.st_dev, found.st_ino)
                if call.name == "sync":
                    self.flushed[key] = found.st_size
                else:
                    self.flushed.setdefault(key, 0)

    def cut_power(self) -> None:
        """Cut what was added to a file after it was last flushed in half."""
        for path in Path(self.root).rglob("*"):
            if path.is_file() and not path.is_symlink():
                found = path.stat()
                kept = self.flushed.get((found.st_dev, found.st_ino), found.st_size)
                if found.st_size > kept:
                    os.truncate(path, kept + (found.st_size - kept) // 2)


def _fail(pid: int, registers: ctypes.Array[ctypes.c_ulong], kind: str) -> None:
    """Let a call return an error without being made."""
    registers[_ORIG_RAX] = (1 << 64) - 1
    registers[_RAX] = (1 << 64) - int(getattr(errno, kind))
    _ptrace(_SETREGS, pid, 0, registers)


def _path_of(pid: int, descriptor: int) -> str:
    try:
        return os.readlink(f"/proc/{pid}/fd/{descriptor}").removesuffix(" (deleted)")
    except OSError:
        return ""


def _joined(pid: int, folder: int, address: int) -> str:
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        memory.seek(address)
        data = memory.read(4096 - address % 4096)
        if b"\0" not in data:
            with suppress(OSError):
                data += memory.read(4096)
    name = os.fsdecode(data.partition(b"\0")[0])
    if name.startswith("/"):
        return os.path.normpath(name)
    try:
        base = os.readlink(f"/proc/{pid}/cwd") if folder == _AT_CWD else _path_of(pid, folder)
    except OSError:
        return ""
    return os.path.normpath(os.path.join(base, name))


def traced(work: Callable[[], object], root: Path, fault: Fault | None, seconds: float) -> Outcome:
    """Run `work` in a child whose calls below `root` are counted, with the fault if there is one."""
    run = _Run(os.path.realpath(root), fault)
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as told:
        pid = os.fork()
        if pid == 0:
            _be_child(work, output, told)
        with _alarm(seconds):
            code = _follow(pid, run)
        if fault is not None and fault.kind == "power" and run.struck is not None:
            run.cut_power()
        output.seek(0)
        told.seek(0)
        error, ours = pickle.loads(told.read() or pickle.dumps(("", False)))
        return Outcome(tuple(run.calls), code, output.read().decode(errors="replace"), error, ours, run.struck)


class _alarm:  # noqa: N801  # used like a function
    """Interrupt what takes too long with a TimeoutError."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        def ring(number: int, frame: object) -> None:
            raise TimeoutError(f"a run took longer than {self._seconds:g} s")

        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _be_child(work: Callable[[], object], output: IO[bytes], told: IO[bytes]) -> None:
    """Run the work in the child, tell how it ended, and never return."""
    code, error, ours = 1, "", False
    try:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
        sys.stdout = open(1, "w", buffering=1, closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", buffering=1, closefd=False)  # noqa: SIM115
        _ptrace(_TRACEME, 0)
        os.kill(os.getpid(), signal.SIGSTOP)
        _install_filter()
        work()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException as wrong:
        error, ours = f"{type(wrong).__name__}: {wrong}", isinstance(wrong, SentenceRankError)
        traceback.print_exc()
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        os.write(told.fileno(), pickle.dumps((error, ours)))
    os._exit(code)


def _follow(child: int, run: _Run) -> int:
    """Let the child and all that it starts run, stop by stop; return how the child ended."""
    os.waitpid(child, _ALL_CHILDREN)
    _ptrace(_SETOPTIONS, child, 0, _OPTIONS)
    _ptrace(_CONT, child)
    alive, code = {child}, 0
    try:
        while child in alive:
            pid, status = os.waitpid(-1, _ALL_CHILDREN)
            if not os.WIFSTOPPED(status):
                alive.discard(pid)
                if pid == child:
                    code = os.waitstatus_to_exitcode(status)
                continue
            alive.add(pid)
            if _ended_at(pid, status, run):
                _kill(alive)
    finally:
        _kill(alive)
        _bury()
    return code


def _ended_at(pid: int, status: int, run: _Run) -> bool:
    """Handle one stop and let the process go on; return whether everything has to end instead."""
    number, event = os.WSTOPSIG(status), status >> 16
    with suppress(ProcessLookupError):
        if event == _EVENT_SECCOMP and run.stop(pid):
            return True
        # Stops of the tracer itself are no signals to the process.
        own = event or number in (signal.SIGSTOP, signal.SIGTRAP)
        _ptrace(_CONT, pid, 0, 0 if own else number)
    return False


def _kill(pids: set[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _bury() -> None:
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, _ALL_CHILDREN)
            if os.WIFSTOPPED(status):
                _kill({pid})
                with suppress(OSError):
                    _ptrace(_CONT, pid)


def main() -> None:
    """Answer requests on standard input until it ends: each is pickled, and so is each answer."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while True:
        try:
            # The modules of the work are imported here, once for all runs.
            work, root, fault, seconds = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            answer: Outcome | BaseException = traced(work, root, fault, seconds)
        except (OSError, TimeoutError) as error:
            answer = error
        pickle.dump(answer, answers)
        answers.flush()


if __name__ == "__main__":
    main()
