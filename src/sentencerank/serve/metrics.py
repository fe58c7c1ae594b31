"""What the server counts, in the text format of Prometheus."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)  # seconds
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Counters and histograms. Labels are routes, never addresses, so their number is bounded."""

    def __init__(self) -> None:
        self.started = time.time()
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.restarts: Counter[str] = Counter()  # of worker processes, by reason
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}  # name → help, value
        self._slots: dict[str, list[int]] = {}  # route → requests in each bucket, the last one without end
        self._seconds: dict[str, float] = {}  # route → all of its requests together

    def gauge(self, name: str, remark: str, value: Callable[[], float]) -> None:
        """Report a value that is asked for when it is read."""
        self.gauges[name] = (remark, value)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self.requests[method, route, status] += 1
        slots = self._slots.setdefault(route, [0] * (len(BUCKETS) + 1))
        slots[bisect_left(BUCKETS, seconds)] += 1
        self._seconds[route] = self._seconds.get(route, 0.0) + seconds

    def text(self) -> str:
        """Everything, ready to be read."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield from _head("sentencerank_requests_total", "counter", "Requests by method, route and status.")
        for (method, route, status), count in sorted(self.requests.items()):
            yield f'sentencerank_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'
        yield from _head("sentencerank_request_seconds", "histogram", "Time from the first byte to the answer.")
        for route, slots in sorted(self._slots.items()):
            yield from self._histogram(route, slots)
        yield from _head("sentencerank_worker_restarts_total", "counter", "Worker processes replaced, by reason.")
        for reason in ("died", "late"):
            yield f'sentencerank_worker_restarts_total{{reason="{reason}"}} {self.restarts[reason]}'
        yield from _gauge("process_start_time_seconds", "When the server started.", self.started)
        if memory := resident():
            yield from _gauge("process_resident_memory_bytes", "Memory of the server without its workers.", memory)
        for name, (remark, value) in sorted(self.gauges.items()):
            yield from _gauge(f"sentencerank_{name}", remark, value())

    def _histogram(self, route: str, slots: list[int]) -> Iterator[str]:
        total = 0
        for limit, count in zip((*map(str, BUCKETS), "+Inf"), slots, strict=True):
            total += count
            yield f'sentencerank_request_seconds_bucket{{route="{route}",le="{limit}"}} {total}'
        yield f'sentencerank_request_seconds_sum{{route="{route}"}} {self._seconds[route]:.6f}'
        yield f'sentencerank_request_seconds_count{{route="{route}"}} {total}'


def _head(name: str, kind: str, remark: str) -> Iterator[str]:
    yield f"# HELP {name} {remark}"
    yield f"# TYPE {name} {kind}"


def _gauge(name: str, remark: str, value: float) -> Iterator[str]:
    yield from _head(name, "gauge", remark)
    yield f"{name} {value:g}" if value < 1e6 else f"{name} {value:.0f}"


def resident(process: str = "self") -> int:
    """Bytes that a process has in memory; 0 where the system does not say."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:")), 0)
