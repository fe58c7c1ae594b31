"""The server under load: many clients that rank, together with slow ones that hold connections; before and after.

    python benchmarks/bench_load.py --seconds 60 --clients 64 --slow 200
    python benchmarks/bench_load.py --against ../old/src      # the same for another source tree, one after the other

Slow clients come from another address of this computer, where the system has several. A quarter of them each sends
nothing, sends a header in drops, sends a body in drops, and does not read the answers. Beside them a probe asks for
health on a new connection twice a second. The clients run on the same machine and take a part of what is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from scripts.tried import Tried, command

ARTICLE = (Path(__file__).parent.parent / "examples" / "article.txt").read_text(encoding="utf-8")
OWN = Path(__file__).parent.parent / "src"
TOKEN = "measures-the-server-under-load"
ELSEWHERE = ("127.0.0.2", 0) if sys.platform == "linux" else None  # where slow clients come from


@dataclass
class Tally:
    """What the clients saw."""

    times: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    broken: int = 0  # connections that ended without an answer
    health: Counter[str] = field(default_factory=Counter)
    health_times: list[float] = field(default_factory=list)
    ended: int = 0  # slow connections that the server closed


@dataclass(frozen=True)
class Target:
    """A running server."""

    process: subprocess.Popen[bytes]
    port: int

    def request(self, method: str, path: str, body: bytes = b"") -> bytes:
        """A request as it goes over the line."""
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Authorization: Bearer {TOKEN}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
        ]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def started(source: Path, folder: Path, workers: int) -> Target:
    """Start the server of a source tree."""
    command = [sys.executable, "-m", "sentencerank", "serve", "--port", "0", "--store", str(folder / "bench.db")]
    environment = {**os.environ, "PYTHONPATH": str(source), "SENTENCERANK_TOKEN": TOKEN}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [*command, "--workers", str(workers)], stdout=subprocess.DEVNULL, stderr=log, env=environment
        )
    while process.poll() is None:
        for line in (folder / "log").read_text().splitlines():
            if '"listening"' in line and line.endswith("}"):
                return Target(process, int(json.loads(line)["address"].rpartition(":")[2]))
        time.sleep(0.05)
    raise SystemExit((folder / "log").read_text())


async def answer(reader: asyncio.StreamReader) -> int:
    """Read one answer and return its status."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = int(head.partition("content-length: ")[2].partition("\r\n")[0] or 0)
    await reader.readexactly(length)
    return int(head.split()[1])


async def visit(target: Target, body: bytes, end: float, tally: Tally) -> None:
    """Rank again and again on one connection; a new one if it breaks."""
    data = target.request("POST", "/v1/rank", body)
    while time.perf_counter() < end:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", target.port)
            while time.perf_counter() < end:
                began = time.perf_counter()
                writer.write(data)
                status = await answer(reader)
                tally.statuses[status] += 1
                if status == 200:
                    tally.times.append(time.perf_counter() - began)
                else:
                    await asyncio.sleep(0.1)
            writer.close()
        except (OSError, asyncio.IncompleteReadError):
            tally.broken += 1
            await asyncio.sleep(0.1)


async def probe(target: Target, end: float, tally: Tally) -> None:
    """Ask for health on a new connection twice a second."""
    while time.perf_counter() < end:
        began = time.perf_counter()
        try:
            async with asyncio.timeout(5):
                reader, writer = await asyncio.open_connection("127.0.0.1", target.port)
                writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                tally.health[str(await answer(reader))] += 1
                tally.health_times.append(time.perf_counter() - began)
                writer.close()
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            tally.health[type(error).__name__] += 1
        await asyncio.sleep(0.5)


async def dawdle(target: Target, kind: int, end: float, tally: Tally) -> None:
    """Hold a connection in one of four ways; take a new one when the server ends it."""
    first, drop = (
        (b"", b""),
        (b"GET /healthz HTTP/1.1\r\n", b"X: y\r\n"),
        (target.request("POST", "/v1/rank", b" " * 1000)[:-1000], b" "),
        (target.request("GET", "/openapi.json"), target.request("GET", "/openapi.json")),
    )[kind]
    while time.perf_counter() < end:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", target.port, local_addr=ELSEWHERE, limit=1024)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(first)
            while time.perf_counter() < end and not writer.is_closing():
                await asyncio.sleep(0.5)
                if drop and writer.transport.get_write_buffer_size() < 65536:
                    writer.write(drop)
                if kind != 3:
                    writer.transport.resume_reading()  # type: ignore[attr-defined]
                    if reader.at_eof():
                        break
            writer.transport.abort()
        tally.ended += time.perf_counter() < end


async def loaded(target: Target, options: argparse.Namespace) -> Tally:
    """Let all clients at the server for some seconds."""
    tally, body = Tally(), json.dumps({"text": ARTICLE}).encode()
    await asyncio.wait_for(visit(target, body, time.perf_counter() + 1, Tally()), 60)  # warm
    end = time.perf_counter() + options.seconds
    await asyncio.gather(
        probe(target, end, tally),
        *(dawdle(target, number % 4, end, tally) for number in range(options.slow)),
        *(visit(target, body, end, tally) for _ in range(options.clients)),
    )
    return tally


def report(name: str, tally: Tally, seconds: float) -> Iterator[str]:
    """Say what came of it."""
    p50, p99 = statistics.median(tally.times), statistics.quantiles(tally.times, n=100)[98]
    others = {status: count for status, count in tally.statuses.items() if status != 200}
    slowest = max(tally.health_times, default=0.0)
    yield (
        f"- {name}: {len(tally.times):,} ranked, {len(tally.times) / seconds:.1f} a second, p50 {1e3 * p50:.0f} ms, "
        f"p99 {1e3 * p99:.0f} ms, longest {1e3 * max(tally.times):.0f} ms;"
    )
    yield (
        f"  other answers: {others or 'none'}; broken connections: {tally.broken}; "
        f"slow connections ended: {tally.ended};"
    )
    yield f"  health: {dict(tally.health)}, slowest {1e3 * slowest:.0f} ms"


def main() -> None:
    """Measure this source tree and, if asked, another one in the same run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--slow", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--against", type=Path, help="The folder src of another checkout.")
    parser.add_argument("--json", type=Path, help="leave the outcome in this file, too")
    options = parser.parse_args()
    sources = {"before": options.against, "after": OWN} if options.against else {"here": OWN}
    lines = [
        f"{platform.machine()}, {os.cpu_count()} processors, load before: {os.getloadavg()[0]:.1f}; "
        f"{options.clients} clients and {options.slow} slow ones for {options.seconds:g} s:",
        "",
    ]
    print(lines[0])
    for name, source in sources.items():
        with tempfile.TemporaryDirectory() as folder:
            target = started(source, Path(folder), options.workers)
            try:
                tally = asyncio.run(loaded(target, options))
                lines += report(name, tally, options.seconds)
                print("\n".join(lines[-3:]))
            finally:
                target.process.terminate()
                target.process.wait()
    # The last one is this source tree. A refusal for want of places (429, 503) is an answer, not a failure.
    failures = tally.broken + sum(n for status, n in tally.statuses.items() if status not in (200, 429, 503))
    failures += sum(n for status, n in tally.health.items() if status != "200")
    requests = tally.statuses.total() + tally.health.total()
    Tried("The server under load", command(), {"requests": requests}, failures, lines).write(options.json)


if __name__ == "__main__":
    main()
