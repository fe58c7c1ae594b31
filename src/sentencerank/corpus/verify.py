"""Whether the output of a job is what it was when it was written: every file, its size, its hash and its rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sentencerank.corpus import output_folder
from sentencerank.corpus.parts import PART_NAME, Part, problem_of, read_parts
from sentencerank.corpus.shard_files import count_documents
from sentencerank.errors import CorpusError, ExtraError

_AGAIN = "Run the command that made it again: it ranks what is bad once more."


@dataclass(frozen=True, slots=True)
class BadFile:
    """A file of an output that is not what it was, and what to do about it."""

    name: str
    problem: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.name}: {self.problem}. {self.remedy}"


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of verifying an output."""

    folder: Path
    complete: bool  # whether the job had ended
    files: int  # that were looked at
    documents: int  # in those that are sound
    bad: tuple[BadFile, ...]
    notes: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.bad


def verify_corpus(folder: str | Path) -> Verification:
    """Compare every file of a job's output with what the job promised about it, and read it to its end.

    Raises CorpusError if the folder is no output, or if its manifest is damaged. An output of 0.1.0 has no sizes and
    hashes: its files are read and their documents counted, and a note says so.
    """
    path = Path(folder)
    manifest = output_folder.read_manifest(path)
    if manifest is None:
        raise CorpusError(f"{path} has no {output_folder.MANIFEST}. Give a folder that `corpus rank` has written.")
    listed, promises = _listed(manifest), read_parts(path, manifest)
    there = {each.name for each in path.iterdir() if PART_NAME.fullmatch(each.name)}
    complete = bool(manifest.get("complete"))
    bad: list[BadFile] = []
    documents = 0
    for name in sorted(listed.keys() | there):
        problem, count = _look(path / name, promises.get(name), listed, complete)
        if problem:
            strange = complete and name not in listed
            bad.append(BadFile(name, problem, "Delete it." if strange else _AGAIN))
        documents += count
    if complete and not (path / output_folder.SUCCESS).exists():
        bad.append(BadFile(output_folder.SUCCESS, "it is missing", _AGAIN))
    return Verification(path, complete, len(listed.keys() | there), documents, tuple(bad), tuple(_notes(manifest)))


def _listed(manifest: dict[str, Any]) -> dict[str, int]:
    """Return the files of a finished job with the number of documents in each."""
    try:
        return {str(entry["name"]): int(entry["documents"]) for entry in manifest.get("files", ())}
    except (TypeError, KeyError, ValueError) as error:
        raise CorpusError(f"the list of files in {output_folder.MANIFEST} is damaged. {_AGAIN}") from error


def _look(path: Path, part: Part | None, listed: dict[str, int], complete: bool) -> tuple[str, int]:
    """Return what is wrong with a file, or else the number of documents in it."""
    if complete and path.name not in listed:
        return "it is not in the manifest", 0
    # Only a finished output of an older version is read without a promise about it.
    old = part is None and complete and path.exists()
    if not old and (problem := problem_of(path, part)):
        return problem, 0
    try:
        report = count_documents(path, "parquet" if path.suffix == ".parquet" else "jsonl")
    except ExtraError:
        raise
    except Exception as error:
        # pyarrow and json have their own families of errors, and damaged rows raise still others.
        return f"it cannot be read ({' '.join(str(error).split())[:200]})", 0
    expected = part.documents if part is not None else listed[path.name]
    if report.documents != expected:
        return f"it has {report.documents:,} documents, not {expected:,}", 0
    if part is not None and report.part.rows != part.rows:
        return f"it has {report.part.rows:,} rows, not {part.rows:,}", 0
    return "", report.documents


def _notes(manifest: dict[str, Any]) -> Iterator[str]:
    if not manifest.get("complete"):
        yield "The job has not ended: only what it has finished was verified. Run its command again to go on."
    elif not all(isinstance(entry, dict) and "sha256" in entry for entry in manifest.get("files", ())):
        yield "An older version made this without sizes and hashes: it was only read and counted."
