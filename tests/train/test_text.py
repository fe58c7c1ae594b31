from __future__ import annotations

import bz2
import gzip
import json
import lzma
import zipfile
from pathlib import Path

import pytest

from sentencerank.errors import CorpusError, ExtraError
from sentencerank.train import Reading, files, text
from tests.train.conftest import Write


def documents(path: Path, reading: Reading | None = None, **options: str) -> list[str]:
    return list(files(path, **options).documents(reading or Reading()))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "pack"),
    [("a.txt", bytes), ("a.txt.gz", gzip.compress), ("a.txt.bz2", bz2.compress), ("a.txt.xz", lzma.compress)],
)
def test_one_document_a_line_whatever_the_compression(name: str, pack: type[bytes], write: Write) -> None:
    assert documents(write(pack("Größe\nzwei\r\n\nvier".encode()), name)) == ["Größe\n", "zwei\r\n", "\n", "vier"]


def test_a_zip_with_one_file(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.jsonl.zip", "w") as archive:
        archive.writestr("a.jsonl", '{"text": "one"}\n{"text": "two"}')
    reading = Reading()
    assert documents(tmp_path / "a.jsonl.zip", reading) == ["one", "two"]
    assert reading.position == (tmp_path / "a.jsonl.zip").stat().st_size


def test_zstandard_or_a_remedy(write: Write) -> None:
    zstandard = pytest.importorskip("zstandard")
    assert documents(write(zstandard.compress(b"one\ntwo"), "a.txt.zst")) == ["one\n", "two"]


def test_a_missing_parser_names_its_extra(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "zstandard", None)
    with pytest.raises(ExtraError, match=r"zstandard is not installed. Run: pip install"):
        documents(write(b"x", "a.txt.zst"))


def test_parquet_column(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.table({"text": ["one", None, "two"]}), tmp_path / "a.parquet")
    assert documents(tmp_path / "a.parquet") == ["one", "two"]
    with pytest.raises(CorpusError, match="no column 'body', only text"):
        documents(tmp_path / "a.parquet", field="body")


def test_jsonl_field_and_records_without_it(write: Write) -> None:
    records: list[object] = [{"text": "one\ntwo"}, {"other": 1}, [], {"text": 3}]
    lines = [json.dumps(record) for record in records]
    reading = Reading()
    assert documents(write("\n".join(lines), "a.jsonl"), reading) == ["one\ntwo"]
    assert reading.skipped == 3
    with pytest.raises(CorpusError, match="not JSON"):
        documents(write("{", "b.jsonl"))


def test_a_folder_in_the_order_of_its_paths_without_hidden_names(tmp_path: Path) -> None:
    for name in ("b.txt", "a/z.txt", ".hidden", "a/.x/y.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"{name}\nmore")
    assert documents(tmp_path, unit="file") == ["a/z.txt\nmore", "b.txt\nmore"]


def test_invalid_bytes_are_counted_and_do_not_stop_the_reader(write: Write) -> None:
    reading = Reading()
    found = documents(write(b"caf\xe9 \xff\xfe noir\nfine \xc3\xa9\n" + b"\x80" * 50_000), reading)
    assert found[:2] == ["caf\ufffd \ufffd\ufffd noir\n", "fine é\n"]
    assert reading.invalid_bytes == 50_003


def test_an_endless_line_is_cut_at_white_space(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "LONGEST", 64)
    line = "word " * 100 + "é" * 100
    for name, unit in (("a.txt", "line"), ("b.txt", "file")):
        reading = Reading()
        found = documents(write(line, name), reading, unit=unit)
        assert "".join(found) == line
        assert max(len(piece.encode()) for piece in found) <= 2 * 64
        assert reading.cut > 0
        assert reading.invalid_bytes == 0


def test_what_cannot_be_read_says_so(write: Write, tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="does not exist"):
        documents(tmp_path / "none.txt")
    with pytest.raises(CorpusError, match="cannot be read"):
        documents(write(b"no gzip", "a.txt.gz"))
    packed = bytearray(gzip.compress(bytes(range(256)) * 99))
    packed[40:60] = b"\xff" * 20  # damaged inside, which the decompressor tells in another way
    with pytest.raises(CorpusError, match="cannot be read"):
        documents(write(bytes(packed), "b.txt.gz"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(CorpusError, match="no files"):
        documents(tmp_path / "empty")
