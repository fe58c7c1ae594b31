"""The folder of a job: who may write into it, what a killed job left there, and the manifest that describes it."""

from __future__ import annotations

import json
import platform
import re
import shutil
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeAlias

from sentencerank.corpus.parts import PART_NAME, PARTS, problem_of, read_parts
from sentencerank.corpus.shard_files import Report
from sentencerank.corpus.shards import Plan
from sentencerank.errors import CorpusError
from sentencerank.files import leftovers, remove_leftovers, sha256_of, write_bytes, write_json
from sentencerank.files.disk import lock

MANIFEST, SUCCESS, SPOOL = "_manifest.json", "_SUCCESS", ".sentencerank-spool"
_OURS = re.compile(rf"{PART_NAME.pattern}|{re.escape(MANIFEST)}|{SUCCESS}")
Remark: TypeAlias = Callable[[str], None]  # is told a sentence
_PACKAGES = ("numpy", "pyarrow", "sentencex", "PyStemmer")


def lock_output(folder: Path) -> AbstractContextManager[None]:
    """Keep a second job out of a folder, with a CorpusError; the lock of a killed job is gone with it."""
    return lock(folder, CorpusError(f"another job writes into {folder}. Wait for it, or give another folder."))


def delete_leftovers(folder: Path) -> None:
    """Delete what killed jobs left in their folder: decompressed tables and unfinished files of ours, nothing else."""
    shutil.rmtree(folder / SPOOL, ignore_errors=True)
    for path in leftovers(folder):
        # The temporary name is .NAME.RANDOM.partial.
        if _OURS.fullmatch(path.name[1:].rsplit(".", 2)[0]):
            path.unlink(missing_ok=True)
    remove_leftovers(folder / PARTS)
    if (folder / SUCCESS).exists():
        # What they promise stands in the manifest.
        shutil.rmtree(folder / PARTS, ignore_errors=True)


def delete_output(folder: Path, keep: Collection[str] = ()) -> None:
    """Delete the files of a job, apart from those to keep."""
    for path in list(folder.iterdir()):
        if _OURS.fullmatch(path.name) and path.name not in keep:
            path.unlink(missing_ok=True)
    if not keep:
        shutil.rmtree(folder / PARTS, ignore_errors=True)


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """Return the manifest of a folder, None if there is none; raise a CorpusError if it is damaged."""
    try:
        record = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        # Before 0.2.0 it had no hash of itself.
        check = record.pop("check", None)
        if check is not None and check != sha256_of(record):
            raise ValueError("its hash differs")
        if not isinstance(record["settings"], dict) or not isinstance(record["source"]["documents"], int):
            raise TypeError("its entries are of another kind")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CorpusError(
            f"{folder / MANIFEST} is damaged. Start over with --fresh, or give another folder."
        ) from error
    assert isinstance(record, dict)
    return record


def check_settings(folder: Path, settings: Mapping[str, Any]) -> None:
    """Raise a CorpusError unless the folder holds a job with these settings, or nothing: two are never mixed."""
    record = read_manifest(folder)
    if record is None:
        if foreign := sorted(path.name for path in folder.iterdir() if not path.name.startswith((".", PARTS))):
            raise CorpusError(
                f"{folder} holds {foreign[0]!r} and no manifest. Give an empty or a new folder as output."
            ) from None
        return
    before = _flat(record["settings"])
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
    record = read_manifest(folder)
    before = None if record is None else record["source"]
    if before is not None and before.get("sha256") != plan.digest:
        raise CorpusError(
            f"{folder} was begun with other documents ({before['documents']:,}, now {plan.documents:,}), or with "
            "another size of shards. Give another folder, or start over with --fresh."
        )


def sound_parts(folder: Path, names: Iterable[str], remark: Remark) -> set[str]:
    """Return the files of a job that are what was promised; delete the others of them, and tell of each in a line."""
    manifest = read_manifest(folder) or {}
    promises, sound = read_parts(folder, manifest), set()
    for name in names:
        path = folder / name
        if path.exists():
            problem = problem_of(path, promises.get(name))
        elif manifest.get("complete"):
            problem = "it is missing"
        else:
            continue
        if not problem:
            sound.add(name)
            continue
        remark(f"{name} is damaged ({problem}): its documents are ranked again")
        # In this order: the mark of a finished job must not stand where a file is missing.
        (folder / SUCCESS).unlink(missing_ok=True)
        path.unlink(missing_ok=True)
    return sound


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
            "links": plan.links,
            "sha256": plan.digest,
        },
        "versions": {"python": platform.python_version(), **{name: _version(name) for name in _PACKAGES}},
    }
    if reports is not None:
        record["counts"] = total(reports)
        record["files"] = [asdict(report.part) for report in reports]
    record = json.loads(json.dumps(record))
    write_json(folder / MANIFEST, {**record, "check": sha256_of(record)})
    if reports is not None:
        write_bytes(folder / SUCCESS, b"")
        shutil.rmtree(folder / PARTS, ignore_errors=True)


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
