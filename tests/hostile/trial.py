"""Hostile files through the functions of the library: what came of each, what it cost, and what is wrong with that."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.documents.samples import MARKDOWN, PAGE, SRT, docx, epub, mail
from tests.hostile.bodies import Body
from tests.hostile.kind import Kind
from tests.hostile.pdf_writer import paper
from tests.hostile.watch import NOTHING, Cost, Watch
from tests.texts import ARTICLE, ROOT

MEGABYTES = 300.0  # that a file may take beyond what is held without it
_SWOLLEN = 100.0  # megabytes
PATIENCE = 120.0  # seconds on the clock, whatever the load
# An exception that no reader foresaw was caught at the last moment.
UNFORESEEN = ("broke down on this file (", "sent no document", "cannot be read as")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an entrance made of a file."""

    kind: str
    entrance: str
    result: str  # "read", "refused" or "failed"
    cost: Cost = NOTHING
    error: str = ""
    message: str = ""
    digest: str = ""
    faults: tuple[str, ...] = ()

    @property
    def same(self) -> tuple[str, str, str, str]:
        """What has to be the same when it is done again."""
        return self.result, self.error, self.message, self.digest


def is_text(data: bytes) -> bool:
    """Whether a file can be given to `rank` as a string."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def message_faults(message: str) -> Iterator[str]:
    """Say what is wrong with the message of a refusal."""
    if not message or len(message.splitlines()) != 1:
        yield "the message is not one line"
    elif not message.rstrip().endswith((".", "?", "!", "…", "…)")):
        yield "the message does not end with what to do"
    if not message.isprintable():
        yield "the message has characters that a terminal obeys"
    if len(message) > 600:
        yield "the message is too long"
    if "Traceback" in message:
        yield "the message is a traceback"


def cost_faults(cost: Cost, kind: Kind | Body) -> Iterator[str]:
    """Say what a file cost too much of."""
    if cost.cpu > kind.cpu:
        yield f"it took {cost.cpu:.1f} s of processor time, the limit is {kind.cpu:g}"
    most = kind.megabytes if isinstance(kind, Kind) else MEGABYTES
    if cost.megabytes > most:
        yield f"it took {cost.megabytes:.0f} MB, the limit is {most:.0f}"


def environment(folder: Path) -> dict[str, str]:
    """The variables of a process that may write nowhere but into a folder."""
    paths = [str(ROOT), str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith(("SENTENCERANK", "XDG_"))},
        **{name: str(folder) for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_DATA_HOME")},
        "PYTHONPATH": os.pathsep.join(paths),
        "PYTHONDONTWRITEBYTECODE": "1",
        "SENTENCERANK_MODELS": os.devnull,
    }


def honest_files() -> dict[str, bytes]:
    """A harmless file of each format, by its name."""
    return {
        "rain.txt": ARTICLE.encode(),
        "rain.md": MARKDOWN.encode(),
        "rain.html": PAGE.encode(),
        "rain.srt": SRT.encode(),
        "rain.pdf": paper(),
        "rain.docx": docx(),
        "rain.epub": epub(),
        "rain.eml": mail(html=PAGE).as_bytes(),
    }


@dataclass
class Prober:
    """One entrance of the library in a process of its own, which is replaced when it is lost. A context manager."""

    entrance: str
    folder: Path
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def outcome(self, kind: Kind, data: bytes) -> Outcome:
        """Give a file to the entrance and judge what comes of it."""
        process = self._process or self._start()
        with Watch(process.pid, cpu=2 * kind.cpu, seconds=PATIENCE) as watch:
            reply = self._ask(process, kind.file, data)
            watch.look()
        faults = list(cost_faults(watch.cost, kind))
        if watch.kept > _SWOLLEN:
            # Memory that it keeps would hide what the next files take.
            self._end()
        if reply is None:
            faults.append(f"it was stopped: {watch.killed}" if watch.killed else "the process died")
            self._end()
            return Outcome(kind.name, self.entrance, "failed", watch.cost, faults=tuple(faults))
        result, message = str(reply["result"]), str(reply.get("message", ""))
        if result == "failed":
            faults.append(f"{reply['error']}: {message}")
        elif result == "refused":
            faults += message_faults(message)
            faults += [f"nobody foresaw this: {message}"] * any(words in message for words in UNFORESEEN)
        faults += ["a file of the computer was read"] * bool(reply.get("leaked"))
        error, digest = str(reply.get("error", "")), str(reply.get("digest", ""))
        return Outcome(kind.name, self.entrance, result, watch.cost, error, message, digest, tuple(faults))

    def _start(self) -> subprocess.Popen[bytes]:
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "tests.hostile.probe", self.entrance]
        self._process = subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment(self.folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        # What is loaded for every file of a format is not the cost of this one.
        for name, data in honest_files().items():
            if self.entrance != "rank" or name.endswith((".txt", ".md", ".srt")):
                reply = self._ask(self._process, name, data)
                assert reply is not None, f"{self.entrance} does not even take {name}"
                assert reply["result"] == "read", (name, reply)
        return self._process

    def _ask(self, process: subprocess.Popen[bytes], name: str, data: bytes) -> dict[str, object] | None:
        assert process.stdin is not None
        assert process.stdout is not None
        head = json.dumps({"name": name, "size": len(data)}).encode() + b"\n"
        try:
            process.stdin.write(head + data)
            process.stdin.flush()
            line = process.stdout.readline()
        except (BrokenPipeError, ConnectionResetError):
            return None
        return json.loads(line) if line else None

    def _end(self) -> None:
        if self._process is not None:
            for pipe in (self._process.stdin, self._process.stdout):
                with suppress(BrokenPipeError):
                    if pipe is not None:
                        pipe.close()
            try:
                self._process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process = None

    @property
    def leftovers(self) -> list[str]:
        """What was written and is still there; ends the process."""
        self._end()
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()
