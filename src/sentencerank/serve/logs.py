"""Structured logs: one JSON object a line, never a word of the users' texts."""

from __future__ import annotations

import json
import logging
import re
import traceback
from datetime import UTC, datetime

_FRAME = re.compile(r'^  File "([^"\n]+)", line (\d+), in (\w+)$', re.MULTILINE)

LOGGER = logging.getLogger("sentencerank.serve")


class JsonLines(logging.Formatter):
    """A record as a JSON object: what happened, and the fields that were given with it."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1]:
            line["error"] = described(record.exc_info[1])
        return json.dumps(line, ensure_ascii=True, default=str)


def described(error: BaseException) -> dict[str, object]:
    """An error by its type and its place; its message is left out, since it may quote what a user sent."""
    frames = traceback.extract_tb(error.__traceback__)
    trace = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    # What went wrong in a worker process carries the trace of that process as a text.
    trace += [f"{name}:{line} {function}" for name, line, function in _FRAME.findall(str(error.__cause__ or ""))]
    return {"type": type(error).__name__, "trace": trace}


def event(name: str, level: int = logging.INFO, error: BaseException | None = None, **fields: object) -> None:
    """Log something that happened."""
    LOGGER.log(level, name, exc_info=error, extra={"fields": fields})


def configuration(level: str = "INFO") -> dict[str, object]:
    """The logging of the server process, as `logging.config.dictConfig` takes it."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
        "loggers": {
            "sentencerank": {"handlers": ["stderr"], "level": level, "propagate": False},
            "uvicorn": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            "asyncio": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        },
    }
