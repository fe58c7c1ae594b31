"""A filter for system calls (seccomp): a process that computes needs few of them, and every other one is refused.

The filter is a program for the kernel's packet filter (BPF). It is built here as a list of instructions, for x86-64 and
64-bit ARM. A call that is refused fails as one without permission does, so that a library can carry on without it.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

# Name → its number on x86-64 and on 64-bit ARM; None where the machine has no such call.
_PLAIN: dict[str, tuple[int | None, int | None]] = {
    "access": (21, None), "brk": (12, 214), "clock_getres": (229, 114), "clock_gettime": (228, 113),
    "clock_nanosleep": (230, 115), "close": (3, 57), "dup": (32, 23), "exit": (60, 93), "exit_group": (231, 94),
    "faccessat": (269, 48), "faccessat2": (439, 439), "fstat": (5, 80), "futex": (202, 98), "getcpu": (309, 168),
    "getcwd": (79, 17), "getdents64": (217, 61), "getegid": (108, 177), "geteuid": (107, 175), "getgid": (104, 176),
    "getpid": (39, 172), "getppid": (110, 173), "getrandom": (318, 278), "getrlimit": (97, 163),
    "getrusage": (98, 165), "gettid": (186, 178), "gettimeofday": (96, 169), "getuid": (102, 174), "lseek": (8, 62),
    "lstat": (6, None), "madvise": (28, 233), "membarrier": (324, 283), "mincore": (27, 232), "mmap": (9, 222),
    "mprotect": (10, 226), "mremap": (25, 216), "msync": (26, 227), "munmap": (11, 215), "nanosleep": (35, 101),
    "newfstatat": (262, 79), "poll": (7, None), "ppoll": (271, 73), "pread64": (17, 67), "pselect6": (270, 72),
    "read": (0, 63), "readv": (19, 65), "restart_syscall": (219, 128), "rseq": (334, 293), "rt_sigaction": (13, 134),
    "rt_sigpending": (127, 136), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "rt_sigsuspend": (130, 133),
    "rt_sigtimedwait": (128, 137), "sched_getaffinity": (204, 123), "sched_yield": (24, 124), "select": (23, None),
    "set_robust_list": (273, 99), "set_tid_address": (218, 96), "setrlimit": (160, 164), "sigaltstack": (131, 132),
    "stat": (4, None), "statx": (332, 291), "sysinfo": (99, 179), "time": (201, None), "times": (100, 153),
    "uname": (63, 160), "write": (1, 64), "writev": (20, 66),
}  # fmt: skip
# Not there at all, as on an older kernel: the C library then uses a call whose arguments can be checked.
_ABSENT: dict[str, tuple[int | None, int | None]] = {"clone3": (435, 435), "openat2": (437, 437)}

_WRITING = 0o1 | 0o2 | 0o100 | 0o1000 | 0o2000 | 0o20000000  # O_WRONLY, RDWR, CREAT, TRUNC, APPEND, TMPFILE
_CLONE_THREAD = 0x10000
_FCNTL = (0, 1, 2, 3, 1030)  # F_DUPFD, GETFD, SETFD, GETFL, DUPFD_CLOEXEC: none that would send signals
_IOCTL = (0x5401, 0x5450, 0x5451, 0x541B)  # TCGETS (is it a terminal?), FIONCLEX, FIOCLEX, FIONREAD
_PRCTL = (3, 15, 16, 0x53564D41)  # PR_GET_DUMPABLE, SET_NAME, GET_NAME, SET_VMA (a name for memory)

_LOAD, _EQUAL, _ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06  # BPF_LD|W|ABS, JMP|JEQ|K, JMP|JSET|K, RET|K
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data
ALLOW, _ERRNO = 0x7FFF0000, 0x00050000  # linux/seccomp.h
REFUSE, ABSENT = _ERRNO | errno.EPERM, _ERRNO | errno.ENOSYS
_FILTER, _ALL_THREADS = 1, 1  # SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC


class Opens(Enum):
    """Which files may be opened, as far as a system call shows it."""

    NONE = "none"
    READ = "for reading"


class Instruction(NamedTuple):
    """One step: what to do, how many steps to skip if a test holds or fails, and a number."""

    code: int
    true: int
    false: int
    value: int


@dataclass(frozen=True, slots=True)
class Machine:
    """A processor: its number for the kernel, its column above, and the call that sets a filter."""

    architecture: int
    column: int
    seccomp: int


MACHINES = {"x86_64": Machine(0xC000003E, 0, 317), "aarch64": Machine(0xC00000B7, 1, 277)}


class _Checked(NamedTuple):
    """A call that is allowed by one of its arguments: equal to one value, without any of the bits, or with the bit."""

    numbers: tuple[int | None, int | None]
    argument: int
    test: str  # "one of", "without" or "with"
    values: tuple[int, ...]


def _checked(pid: int, opens: Opens) -> tuple[_Checked, ...]:
    files = (
        _Checked((2, None), 1, "without", (_WRITING,)),  # open
        _Checked((257, 56), 2, "without", (_WRITING,)),  # openat
    )
    return (
        *(files if opens is Opens.READ else ()),
        _Checked((56, 220), 0, "with", (_CLONE_THREAD,)),  # clone: a thread, not a process
        _Checked((72, 25), 1, "one of", _FCNTL),
        _Checked((16, 29), 1, "one of", _IOCTL),
        _Checked((62, 129), 0, "one of", (pid,)),  # kill
        _Checked((157, 167), 0, "one of", _PRCTL),
        _Checked((302, 261), 0, "one of", (0, pid)),  # prlimit64
        _Checked((234, 131), 0, "one of", (pid,)),  # tgkill, by which abort() ends its own process
    )


def program(machine: Machine, pid: int, opens: Opens) -> list[Instruction]:
    """Build the filter for the process `pid`. A call of another architecture's table is refused, whatever it is."""
    column = machine.column
    steps = [
        Instruction(_LOAD, 0, 0, _ARCHITECTURE),
        Instruction(_EQUAL, 1, 0, machine.architecture),
        Instruction(_RETURN, 0, 0, REFUSE),
        Instruction(_LOAD, 0, 0, _NUMBER),
    ]
    for numbers, answer in (*((n, ALLOW) for n in _PLAIN.values()), *((n, ABSENT) for n in _ABSENT.values())):
        if (number := numbers[column]) is not None:
            steps += [Instruction(_EQUAL, 0, 1, number), Instruction(_RETURN, 0, 0, answer)]
    for rule in _checked(pid, opens):
        if (number := rule.numbers[column]) is not None:
            body = _body(rule)
            steps += [Instruction(_EQUAL, 0, len(body), number), *body]
    return [*steps, Instruction(_RETURN, 0, 0, REFUSE)]


def _body(rule: _Checked) -> list[Instruction]:
    """Build what follows if the call is that of the rule: load the argument, test it, answer.

    The low half of an argument is enough: the kernel looks at no more of these. Both machines are little-endian.
    """
    load = Instruction(_LOAD, 0, 0, _ARGUMENTS + 8 * rule.argument)
    allow, refuse = Instruction(_RETURN, 0, 0, ALLOW), Instruction(_RETURN, 0, 0, REFUSE)
    if rule.test == "one of":
        count = len(rule.values)
        tests = [Instruction(_EQUAL, count - place, 0, value) for place, value in enumerate(rule.values)]
        return [load, *tests, refuse, allow]
    (bits,) = rule.values
    found, missing = (allow, refuse) if rule.test == "with" else (refuse, allow)
    return [load, Instruction(_ANY_BIT, 0, 1, bits), found, missing]


def install(opens: Opens) -> None:
    """Set the filter for all threads of this process. Raises OSError if the system has none, or refuses it.

    The process must have given up new privileges before.
    """
    machine = MACHINES.get(os.uname().machine)
    if machine is None:
        raise OSError(errno.ENOSYS, f"no filter is written for the processor {os.uname().machine}")
    steps = program(machine, os.getpid(), opens)
    code = ctypes.create_string_buffer(b"".join(struct.pack("<HBBI", *step) for step in steps))
    # struct sock_fprog: the number of instructions, and where they are.
    header = ctypes.create_string_buffer(struct.pack("@HP", len(steps), ctypes.addressof(code)))
    library = ctypes.CDLL(None, use_errno=True)
    numbers = map(ctypes.c_long, (machine.seccomp, _FILTER, _ALL_THREADS))
    done = library.syscall(*numbers, header)
    if done != 0:
        number = ctypes.get_errno() if done < 0 else errno.EBUSY
        raise OSError(number, os.strerror(number))
