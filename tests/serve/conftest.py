from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

START = 60.0  # seconds; a busy machine is slow to import


class Running:
    """A server in a process of its own, on a free port of this computer; it asks for no token unless told."""

    def __init__(self, folder: Path, *options: str, token: str | None = None, new_token: bool = False) -> None:
        self.store = folder / "documents.db"
        options = options if token or new_token else (*options, "--no-token")
        self.events: list[dict[str, Any]] = []
        environment = {name: value for name, value in os.environ.items() if name != "SENTENCERANK_TOKEN"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sentencerank", "serve", "--port", "0", "--store", str(self.store), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment | ({"SENTENCERANK_TOKEN": token} if token else {}),
        )
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self.url = self.wait_for("listening")["address"]
        assert self.process.stdout is not None
        self.page = self.process.stdout.readline().strip()  # the address to open
        token = self.page.rpartition("?token=")[2] if new_token else token
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.client = httpx.Client(base_url=self.url, headers=headers, timeout=60)

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.events.append(json.loads(line) if line.startswith("{") else {"event": "?", "line": line})

    def wait_for(self, event: str, after: int = 0) -> dict[str, Any]:
        """The first such line of the log, from place `after` on."""
        end = time.monotonic() + START
        while time.monotonic() < end:
            for line in self.events[after:]:
                if line["event"] == event:
                    return line
            assert self.process.poll() is None or event == "stopped", self.events
            time.sleep(0.01)
        raise AssertionError(f"no {event!r} in {self.events}")

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    @property
    def workers(self) -> list[int]:
        """The processes that rank, in the order in which they started."""
        return [line["pid"] for line in self.events if line["event"] == "worker started"]

    def metric(self, name: str) -> float:
        lines = self.client.get("/metrics").text.splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))

    @contextmanager
    def frozen(self, count: int) -> Iterator[list[int]]:
        """The last workers stand still meanwhile: whatever is given to them is certainly not done yet."""
        pids = self.workers[-count:]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield pids
        finally:
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    @contextmanager
    def held_to(self, size: int) -> Iterator[None]:
        """The files of the server may not grow beyond a size meanwhile: to SQLite that is a disk without room."""
        resource = pytest.importorskip("resource")
        if not hasattr(resource, "prlimit"):
            pytest.skip("the limits of another process cannot be set here")
        before = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        try:
            yield
        finally:
            resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, before)

    def wait_until_busy(self, count: int) -> None:
        """Until so many requests are with the workers or wait for them."""
        while self.metric("sentencerank_in_flight") < count:
            time.sleep(0.01)

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> int:
        self.client.close()
        self.process.send_signal(sign)
        code = self.process.wait(timeout=60)
        self._listener.join(timeout=60)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        return code


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server as it comes, shared by the tests that leave it as they find it."""
    running = Running(tmp_path_factory.mktemp("server"), "--workers", "2")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def tight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with small limits."""
    limits = {
        "body-bytes": 200_000,
        "upload-bytes": 300_000,
        "body-seconds": 1,
        "characters": 150_000,
        "sentences": 1500,
        "batch": 3,
        "seconds": 5,
        "in-flight": 2,
        "uploads": 2,
        "documents": 3,
        "read-seconds": 5,
    }
    options = [part for name, value in limits.items() for part in (f"--max-{name}", str(value))]
    running = Running(tmp_path_factory.mktemp("tight"), "--workers", "1", *options)
    yield running
    running.stop()


@pytest.fixture
def client(server: Running) -> httpx.Client:
    return server.client
