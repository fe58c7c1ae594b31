"""What a folder of output says about itself: settings, model, versions, counts; and who may write into it."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import IO

from sentencerank.corpus.shards import Plan
from sentencerank.corpus.sinks import Report
from sentencerank.errors import CorpusError

NAME, SUCCESS, LOCK, SPOOL = "_manifest.json", "_SUCCESS", ".lock", ".sentencerank-spool"
_PART = re.compile(r"part-\d{5,}-[0-9a-f]{16}\.(?:parquet|jsonl)")
_TEMPORARY = re.compile(rf"\.(?:{_PART.pattern}|{re.escape(NAME)})\.\w+\.tmp")
_PACKAGES = ("numpy", "pyarrow", "sentencex", "PyStemmer")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep a second job out of a folder; the lock of a killed job is gone with it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / LOCK
    with path.open("w") as file:
        if not _taken(file):
            raise CorpusError(f"another job writes into {folder}. Wait for it, or give another folder.")
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def _taken(file: IO[str]) -> bool:
    """Whether the lock could be had; always on a system without locks, where one has to take care oneself."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def cleared(folder: Path, keep: frozenset[str] = frozenset(), *, parts: bool = False) -> None:
    """Remove what killed jobs left behind; with `parts` also every part but those to keep, and the marks."""
    shutil.rmtree(folder / SPOOL, ignore_errors=True)
    for path in list(folder.iterdir()):
        stale = _TEMPORARY.fullmatch(path.name) or (
            parts and path.name not in keep and (_PART.fullmatch(path.name) or path.name in (NAME, SUCCESS))
        )
        if stale:
            path.unlink(missing_ok=True)


def check_settings(folder: Path, settings: Mapping[str, object]) -> None:
    """Refuse to mix: a folder holds one job, or nothing."""
    try:
        before = json.loads((folder / NAME).read_text(encoding="utf-8"))["settings"]
    except FileNotFoundError:
        if foreign := sorted(path.name for path in folder.iterdir() if not path.name.startswith(".")):
            raise CorpusError(
                f"{folder} holds {foreign[0]!r} and no manifest. Give an empty or a new folder as output."
            ) from None
        return
    except (ValueError, KeyError, TypeError) as error:
        raise CorpusError(f"{folder / NAME} is damaged. Start over with --fresh, or give another folder.") from error
    given = json.loads(json.dumps(settings))
    changed = [name for name in sorted({*before, *given}) if before.get(name) != given.get(name)]
    if changed:
        name = changed[0]
        raise CorpusError(
            f"{folder} was begun with other settings: {name} was {before.get(name)!r}, now it is {given.get(name)!r}. "
            "Give another folder, or start over with --fresh."
        )


def check_source(folder: Path, plan: Plan) -> None:
    """The same for the documents."""
    with suppress(FileNotFoundError):
        before = json.loads((folder / NAME).read_text(encoding="utf-8"))["source"]
        if before["sha256"] != plan.digest:
            raise CorpusError(
                f"{folder} was begun with other documents ({before['documents']:,}, now {plan.documents:,}), or with "
                "another size of shards. Give another folder, or start over with --fresh."
            )


def written(
    folder: Path, settings: Mapping[str, object], plan: Plan, source: str, reports: Sequence[Report] | None = None
) -> None:
    """Write the manifest: at the start without counts, at the end with them and the empty file _SUCCESS beside it.

    Nothing in it depends on the time, the engine or the number of workers.
    """
    record: dict[str, object] = {
        "complete": reports is not None,
        "settings": settings,
        "source": {
            "name": source,
            "documents": plan.documents,
            "shards": len(plan.shards),
            "hidden_files": plan.hidden,
            "sha256": plan.digest,
        },
        "versions": {"python": platform.python_version(), **{name: _version(name) for name in _PACKAGES}},
    }
    if reports is not None:
        record["counts"] = counts(reports)
        record["files"] = [{"name": report.name, "documents": report.documents} for report in reports]
    hidden = folder / f".{NAME}.{os.getpid()}.tmp"
    with hidden.open("w", encoding="utf-8") as file:
        file.write(json.dumps(record, indent=2, ensure_ascii=False) + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(hidden, folder / NAME)
    if reports is not None:
        (folder / SUCCESS).touch()


def counts(reports: Sequence[Report]) -> dict[str, object]:
    """How many documents came to what."""
    statuses: Counter[str] = Counter()
    languages: Counter[str] = Counter()
    for report in reports:
        statuses.update(dict(report.statuses))
        languages.update(dict(report.languages))
    return {
        "documents": sum(report.documents for report in reports),
        "statuses": dict(sorted(statuses.items())),
        "languages": dict(sorted(languages.items())),
        "duplicates": sum(report.duplicates for report in reports),
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
