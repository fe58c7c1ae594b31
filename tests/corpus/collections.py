"""Collections for the tests, made of the sample texts."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import random
import re
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import zstandard

from sentencerank.corpus.document_ranker import one_by_one
from sentencerank.corpus.entries import Entry
from sentencerank.corpus.job import Job
from sentencerank.corpus.shards import Shard
from sentencerank.ranker import Ranker
from tests.texts import TEXTS

SENTENCES = [
    line.strip() + "." for text in TEXTS.values() for line in text.replace("\n", " ").split(".") if 40 < len(line) < 300
]


COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": zstandard.compress,
}


def documents(count: int, seed: int = 0, sentences: int = 5) -> list[tuple[str, str]]:
    """(id, text) of documents that all differ."""
    r = random.Random(seed)
    return [(f"d{k}", f"Report {k} was filed today. " + " ".join(r.sample(SENTENCES, sentences))) for k in range(count)]


def as_jsonl(path: Path, rows: Sequence[tuple[str, str | None]]) -> Path:
    data = "".join(json.dumps({"id": id, "text": text}) + "\n" for id, text in rows).encode()
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(path.stem, data)
    else:
        path.write_bytes(COMPRESS.get(path.suffix, bytes)(data))
    return path


def as_parquet(path: Path, rows: Sequence[tuple[str, str | None]], group: int = 1000) -> Path:
    table = pa.table({"id": [id for id, _ in rows], "text": [text for _, text in rows]})
    pq.write_table(table, path, row_group_size=group)
    return path


def as_folder(path: Path, rows: Sequence[tuple[str, str | None]]) -> Path:
    path.mkdir()
    for id, text in rows:
        (path / id).write_text(text or "", encoding="utf-8")
    return path


def read(folder: Path) -> list[dict[str, object]]:
    """All rows of an output, in the order of its files."""
    found: list[dict[str, object]] = []
    for path in sorted(folder.glob("part-*")):
        if path.suffix == ".parquet":
            found += pq.read_table(path).to_pylist()
        else:
            found += [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]
    return found


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, hidden ones too."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Deadly(Job):
    """A job whose ranker ends its process at some texts."""

    __slots__ = ()

    def ranker(self) -> Ranker:
        ranker = super().ranker()
        read = ranker.read

        def kill(text, **options):  # type: ignore[no-untyped-def]
            if isinstance(text, str) and "deadly" in text:
                os._exit(9)
            return read(text, **options)

        ranker.read = kill  # type: ignore[method-assign]
        return ranker


def stick(shard: Shard, careful: bool) -> None:
    """Never end, in C code, in a process below the worker; both processes write down their ids."""
    folder = Path(shard.path).parent
    (folder / f"{os.getpid()}.pid").touch()
    with one_by_one(_stick, Job(), careful=True) as call:
        call(Entry("", 0, "", path=str(folder)))


def _stick(entry: Entry) -> None:
    (Path(entry.path) / f"{os.getpid()}.pid").touch()
    re.match(r"(a+)+$", "a" * 40 + "b")
