"""The folder of a job: who may write into it, what a killed job left there, and the manifest that describes it."""

from __future__ import annotations

import json
import platform
import re
import shutil
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import IO, Any

from sentencerank.corpus.shard_files import Report
from sentencerank.corpus.shards import Plan
from sentencerank.errors import CorpusError
from sentencerank.files import leftovers, write_bytes, write_json

MANIFEST, SUCCESS, LOCK, SPOOL = "_manifest.json", "_SUCCESS", ".lock", ".sentencerank-spool"
_OURS = re.compile(rf"part-\d{{5,}}-[0-9a-f]{{16}}\.(?:parquet|jsonl)|{re.escape(MANIFEST)}|{SUCCESS}")
_PACKAGES = ("numpy", "pyarrow", "sentencex", "PyStemmer")


@contextmanager
def lock(folder: Path) -> Iterator[None]:
    """Keep a second job out of a folder, with a CorpusError; the lock of a killed job is gone with it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / LOCK
    with path.open("w") as file:
        if not _try_lock(file):
            raise CorpusError(f"another job writes into {folder}. Wait for it, or give another folder.")
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def _try_lock(file: IO[str]) -> bool:
    """Lock a file and return whether that worked; a system without locks leaves the care to its user."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def delete_leftovers(folder: Path) -> None:
    """Delete what killed jobs left in their folder: decompressed tables and unfinished files of ours, nothing else."""
    shutil.rmtree(folder / SPOOL, ignore_errors=True)
    for path in leftovers(folder):
        # The temporary name is .NAME.RANDOM.partial.
        if _OURS.fullmatch(path.name[1:].rsplit(".", 2)[0]):
            path.unlink(missing_ok=True)


def delete_output(folder: Path, keep: Collection[str] = ()) -> None:
    """Delete the files of a job, apart from those to keep."""
    for path in list(folder.iterdir()):
        if _OURS.fullmatch(path.name) and path.name not in keep:
            path.unlink(missing_ok=True)


def check_settings(folder: Path, settings: Mapping[str, Any]) -> None:
    """Raise a CorpusError unless the folder holds a job with these settings, or nothing: two are never mixed."""
    try:
        before = _flat(json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["settings"])
    except FileNotFoundError:
        if foreign := sorted(path.name for path in folder.iterdir() if not path.name.startswith(".")):
            raise CorpusError(
                f"{folder} holds {foreign[0]!r} and no manifest. Give an empty or a new folder as output."
            ) from None
        return
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CorpusError(
            f"{folder / MANIFEST} is damaged. Start over with --fresh, or give another folder."
        ) from error
    given = _flat(json.loads(json.dumps(settings)))
    for name in dict.fromkeys((*given, *before)):
        if before.get(name) != given.get(name):
            raise CorpusError(
                f"{folder} was begun with other settings: {name} was {before.get(name)!r}, now it is "
                f"{given.get(name)!r}. Give another folder, or start over with --fresh."
            )


def _flat(settings: dict[str, Any]) -> dict[str, Any]:
    """Return settings with those of the recipe among the others."""
    flat: dict[str, Any] = {}
    for name, value in settings.items():
        flat |= value if name == "recipe" else {name: value}
    return flat


def check_source(folder: Path, plan: Plan) -> None:
    """Raise a CorpusError if the folder holds a job with other documents."""
    with suppress(FileNotFoundError):
        before = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["source"]
        if before["sha256"] != plan.digest:
            raise CorpusError(
                f"{folder} was begun with other documents ({before['documents']:,}, now {plan.documents:,}), or with "
                "another size of shards. Give another folder, or start over with --fresh."
            )


def write_manifest(
    folder: Path, settings: Mapping[str, Any], plan: Plan, source: str, reports: Sequence[Report] | None = None
) -> None:
    """Write the manifest: at the start without reports, at the end with them and the empty file _SUCCESS beside it.

    Nothing in it depends on the time, the engine or the number of workers.
    """
    record: dict[str, Any] = {
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
        record["counts"] = total(reports)
        record["files"] = [{"name": report.name, "documents": report.documents} for report in reports]
    write_json(folder / MANIFEST, record)
    if reports is not None:
        write_bytes(folder / SUCCESS, b"")


def total(reports: Sequence[Report]) -> dict[str, object]:
    """Return how many documents came to what, over all shards."""
    statuses: Counter[str] = Counter()
    languages: Counter[str] = Counter()
    duplicates = 0
    for tally, count in (pair for report in reports for pair in report.counts.items()):
        statuses[tally.status] += count
        languages[tally.language or ""] += count
        duplicates += count * tally.duplicate
    del languages[""]
    return {
        "documents": statuses.total(),
        "statuses": dict(sorted(statuses.items())),
        "languages": dict(sorted(languages.items())),
        "duplicates": duplicates,
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
