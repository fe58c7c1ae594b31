"""Requests per second, latency and memory of the server, for articles of 25 sentences.

    python benchmarks/bench_server.py --seconds 10 --clients 16

The clients run in a process of their own on the same machine, so they take a part of what is measured.
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
from pathlib import Path

import httpx

from sentencerank import rank
from sentencerank.serve.monitoring import resident

ARTICLE = (Path(__file__).parent.parent / "examples" / "article.txt").read_text(encoding="utf-8")


def article(count: int) -> str:
    """The first sentences of the example, from the beginning again if there are fewer."""
    sentences = [" ".join(sentence.text.split()) for sentence in rank(ARTICLE).document.sentences if sentence.prose]
    text = " ".join(sentences[place % len(sentences)] for place in range(count))
    assert len(rank(text)) == count
    return text


def started(folder: Path, workers: int, *options: str) -> tuple[subprocess.Popen[str], str, list[int]]:
    """A server, its address and its workers."""
    command = [sys.executable, "-m", "sentencerank", "serve", "--port", "0", "--no-token", *options]
    command += ["--store", str(folder / "bench.db")]
    log = (folder / "log").open("w+")
    process = subprocess.Popen([*command, "--workers", str(workers)], stderr=log, text=True)
    while process.poll() is None:
        events = [json.loads(line) for line in (folder / "log").read_text().splitlines() if line.endswith("}")]
        addresses = [event["address"] for event in events if event["event"] == "listening"]
        if addresses:
            return process, addresses[0], [event["pid"] for event in events if event["event"] == "worker started"]
        time.sleep(0.05)
    raise SystemExit((folder / "log").read_text())


async def measured(url: str, path: str, bodies: list[bytes], clients: int, seconds: float) -> tuple[list[float], int]:
    """The times of all requests that were answered, and how many were refused."""
    times: list[float] = []
    refused = 0
    end = time.perf_counter() + seconds
    headers = {"Content-Type": "application/json"}

    async def visit(number: int) -> None:
        nonlocal refused
        async with httpx.AsyncClient(base_url=url, timeout=60, headers=headers) as client:
            place = number
            while time.perf_counter() < end:
                began = time.perf_counter()
                response = await client.post(path, content=bodies[place % len(bodies)])
                if response.status_code == 200:
                    times.append(time.perf_counter() - began)
                else:
                    refused += 1
                place += 1

    await asyncio.gather(*(visit(number) for number in range(clients)))
    return times, refused


def processor_seconds(pid: int) -> float:
    """What a process has used so far; 0 where the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(name: str, times: list[float], refused: int, seconds: float, server: float, workers: float) -> None:
    """One line; the processor time per request does not depend on what else the machine does."""
    p50, p99 = statistics.median(times), statistics.quantiles(times, n=100)[98]
    print(
        f"{name:28} {len(times) / seconds:6.1f} req/s  p50 {1e3 * p50:6.1f} ms  p99 {1e3 * p99:6.1f} ms  "
        f"refused {refused}  processor ms each: server {1e3 * server / len(times):.1f}, "
        f"workers {1e3 * workers / len(times):.1f}"
    )


def main() -> None:
    """Measure ranking and queries."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--sentences", type=int, default=25)
    options = parser.parse_args()
    text = article(options.sentences)
    with tempfile.TemporaryDirectory() as folder:
        process, url, workers = started(Path(folder), options.workers)
        try:
            print(f"{platform.machine()}, {os.cpu_count()} processors, load before: {os.getloadavg()[0]:.1f}")
            rank_bodies = [json.dumps({"text": text, "id": str(number)}).encode() for number in range(8)]
            reasons = [json.dumps({"text": text, "explain": True}).encode()]
            document = httpx.post(f"{url}/v1/documents", content=text.encode(), timeout=60).json()["id"]
            queries = [json.dumps({"query": word}).encode() for word in text.split()[:50] if len(word) > 4]
            for name, path, bodies, clients in (
                (f"rank {options.sentences} sentences", "/v1/rank", rank_bodies, options.clients),
                ("rank, one client", "/v1/rank", rank_bodies, 1),
                ("rank with reasons", "/v1/rank", reasons, options.clients),
                ("query about a kept document", f"/v1/documents/{document}/rank", queries, options.clients),
                ("query, one client", f"/v1/documents/{document}/rank", queries, 1),
            ):
                asyncio.run(measured(url, path, bodies, clients, 1))  # warm
                before = [processor_seconds(pid) for pid in (process.pid, *workers)]
                times, refused = asyncio.run(measured(url, path, bodies, clients, options.seconds))
                after = [processor_seconds(pid) for pid in (process.pid, *workers)]
                used = [late - early for early, late in zip(before, after, strict=True)]
                report(name, times, refused, options.seconds, used[0], sum(used[1:]))
            sizes = ", ".join(f"{resident(str(pid)) / 1e6:.0f}" for pid in workers)
            print(f"memory: server {resident(str(process.pid)) / 1e6:.0f} MB, workers {sizes} MB")
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
