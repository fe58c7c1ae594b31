"""Results on disk, one JSON object a line, each written as soon as it is known: a killed run goes on where it was.

A key is a fingerprint of the document with its references, the system with its options, the protocol, and the code of
both: what was computed by another program is never taken for a result of this one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

from sentencerank.errors import DataError
from sentencerank.evaluate.fingerprints import scoring_code
from sentencerank.evaluate.scoring import Numbers, Protocol, Record
from sentencerank.evaluate.subjects import Subject
from sentencerank.evaluate.systems import System

DIGITS = 6  # of every stored number; a fresh result is rounded alike, so that resuming changes nothing


def key(subject: Subject, system: System, protocol: Protocol) -> str:
    """What a result is found by."""
    parts = [scoring_code(), subject.digest, system.name, system.settings, protocol.name]
    return sha256(json.dumps(parts).encode()).hexdigest()[:32]


def encoded(key: str, record: Record) -> str:
    """A record as a line."""
    numbers = {
        name: {panel: np.round(values, DIGITS).tolist() for panel, values in getattr(record, name).items()}
        for name in ("rouge", "ranking", "curve")
    }
    return json.dumps(
        {"key": key, "case": record.case, "system": record.system, **numbers, "error": record.error},
        separators=(",", ":"),
    )


def decoded(line: str) -> tuple[str, Record]:
    """A line as key and record; ValueError, KeyError or TypeError if it is none."""
    raw = json.loads(line)
    return raw["key"], Record(
        raw["case"],
        raw["system"],
        _numbers(raw["rouge"]),
        _numbers(raw["ranking"]),
        _numbers(raw["curve"]),
        raw["error"],
    )


@dataclass(frozen=True, slots=True)
class Store:
    """A file of results."""

    path: Path

    def read(self) -> dict[str, Record]:
        """All results by key, the last of equals; a line that a killed run left unfinished is passed over."""
        return dict(self._lines())

    def append(self, lines: list[str]) -> None:
        """Add results, in one write."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab+") as file:
                if file.tell():
                    file.seek(-1, 2)
                    if file.read(1) != b"\n":  # an unfinished line ends here
                        file.write(b"\n")
                file.write("".join(f"{line}\n" for line in lines).encode())
        except OSError as error:
            raise DataError(f"results cannot be kept in {self.path} ({error.strerror}): name another file") from None

    def clear(self) -> None:
        """Forget everything."""
        self.path.unlink(missing_ok=True)

    def _lines(self) -> Iterator[tuple[str, Record]]:
        if not self.path.exists():
            return
        try:
            with self.path.open(encoding="utf-8", errors="replace") as file:
                for line in file:
                    try:
                        yield decoded(line)
                    except (ValueError, KeyError, TypeError):
                        continue
        except OSError as error:
            raise DataError(f"{self.path} cannot be read ({error.strerror}): name another file") from None


def _numbers(raw: Mapping[str, object]) -> dict[str, Numbers]:
    return {panel: np.array(values, dtype=np.float64) for panel, values in raw.items()}
