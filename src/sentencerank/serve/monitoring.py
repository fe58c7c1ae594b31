"""What operators see: logs, one JSON object a line without a word of the users' texts, and metrics for Prometheus."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
import time
import traceback
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from sentencerank.errors import SentenceRankError

_FRAME = re.compile(r'^  File "([^"\n]+)", line (\d+), in (\w+)$', re.MULTILINE)

LOGGER = logging.getLogger("sentencerank.serve")

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)  # seconds
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class JsonLines(logging.Formatter):
    """Writes a record as a JSON object: what happened, and the fields that were given with it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1]:
            line["error"] = describe_error(record.exc_info[1])
        return json.dumps(line, ensure_ascii=True, default=str)


def describe_error(error: BaseException) -> dict[str, object]:
    """Return the type of an error and its place; its message is left out, since it may quote what a user sent."""
    frames = traceback.extract_tb(error.__traceback__)
    trace = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    # What went wrong in a worker process carries the traceback of that process as a note.
    notes = "\n".join(getattr(error, "__notes__", ()))
    trace += [f"{name}:{line} {function}" for name, line, function in _FRAME.findall(notes)]
    return {"type": type(error).__name__, "trace": trace}


def event(name: str, level: int = logging.INFO, error: BaseException | None = None, **fields: object) -> None:
    """Log something that happened."""
    LOGGER.log(level, name, exc_info=error, extra={"fields": fields})


def log_failure(error: BaseException, **fields: object) -> None:
    """Log an error that only the operator can correct: of the library or the disk with its message, a bug without."""
    if isinstance(error, SentenceRankError | sqlite3.Error):
        event("failed", logging.ERROR, error, reason=str(error), **fields)
    else:
        event("bug", logging.ERROR, error, **fields)


def logging_configuration(*, quiet: bool = False) -> dict[str, object]:
    """Return the logging of the server and of its workers for `logging.config.dictConfig`; `quiet`: warnings only."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
        "loggers": {
            "sentencerank": {"handlers": ["stderr"], "level": "WARNING" if quiet else "INFO", "propagate": False},
            "uvicorn": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            "asyncio": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        },
    }


class Metrics:
    """Counters and histograms. Labels are routes, never addresses, so their number is bounded."""

    def __init__(self) -> None:
        self.started = time.time()
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.restarts: Counter[str] = Counter()  # of worker processes, by reason
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}  # name → help, value
        self._buckets: dict[str, list[int]] = {}  # route → requests in each bucket, the last one without end
        self._seconds: dict[str, float] = {}  # route → all of its requests together

    def gauge(self, name: str, remark: str, value: Callable[[], float]) -> None:
        """Report a value that is asked for when it is read."""
        self.gauges[name] = (remark, value)

    def count_restart(self, reason: str) -> None:
        """Count a worker process that was replaced: it "died" or was "late"."""
        self.restarts[reason] += 1

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self.requests[method, route, status] += 1
        buckets = self._buckets.setdefault(route, [0] * (len(BUCKETS) + 1))
        buckets[bisect_left(BUCKETS, seconds)] += 1
        self._seconds[route] = self._seconds.get(route, 0.0) + seconds

    def text(self) -> str:
        """Return everything in the text format of Prometheus."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield from _head("sentencerank_requests_total", "counter", "Requests by method, route and status.")
        for (method, route, status), count in sorted(self.requests.items()):
            yield f'sentencerank_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'
        yield from _head("sentencerank_request_seconds", "histogram", "Time from the first byte to the answer.")
        for route, buckets in sorted(self._buckets.items()):
            yield from self._histogram(route, buckets)
        yield from _head("sentencerank_worker_restarts_total", "counter", "Worker processes replaced, by reason.")
        for reason in ("died", "late"):
            yield f'sentencerank_worker_restarts_total{{reason="{reason}"}} {self.restarts[reason]}'
        yield from _gauge("process_start_time_seconds", "When the server started.", self.started)
        if memory := resident():
            yield from _gauge("process_resident_memory_bytes", "Memory of the server without its workers.", memory)
        for name, (remark, value) in sorted(self.gauges.items()):
            yield from _gauge(f"sentencerank_{name}", remark, value())

    def _histogram(self, route: str, buckets: list[int]) -> Iterator[str]:
        total = 0
        for limit, count in zip((*map(str, BUCKETS), "+Inf"), buckets, strict=True):
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
    """Return the bytes that a process has in memory; 0 where the system does not say."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:")), 0)
