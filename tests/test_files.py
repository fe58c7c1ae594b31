"""The floor for files: whole-or-nothing writes, compressed reading, CSV cells."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import lzma
import os
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.errors import DataError, OptionsError
from sentencerank.files import (
    csv_cell,
    from_csv_cell,
    leftovers,
    remove_leftovers,
    whole_file,
    whole_folder,
    write_json,
    write_text,
)
from sentencerank.files.compressed import damaged, open_compressed

STARTS = "=+-@\t\r"


def test_a_file_has_its_name_only_when_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "new" / "a.txt"
    with whole_file(target) as partial:
        partial.write_text("one")
        assert not target.exists()
    assert target.read_text() == "one"
    assert os.listdir(target.parent) == ["a.txt"]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    write_text(target, "old")
    with pytest.raises(FileNotFoundError), whole_file(target) as partial:
        partial.write_text("half") and (tmp_path / "no such file").read_text()
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_files_and_their_folder_are_flushed_before_and_after_the_rename(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[bool] = []
    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda fd: flushed.append((tmp_path / "a").exists()) or fsync(fd))  # type: ignore[func-returns-value]
    write_text(tmp_path / "a", "text")
    assert flushed == [False, True]


def test_a_folder_is_whole_or_absent(tmp_path: Path) -> None:
    target = tmp_path / "model"
    with pytest.raises(FileNotFoundError), whole_folder(target) as partial:
        (partial / "a").write_text("half") and (partial / "no such file").read_text()
    assert os.listdir(tmp_path) == []
    with whole_folder(target) as partial:
        (partial / "a").write_text("1")
    with pytest.raises(OptionsError, match="exists already"), whole_folder(target):
        pass
    with whole_folder(target, replace=True) as partial:
        (partial / "b").write_text("2")
    assert os.listdir(target) == ["b"]
    assert os.listdir(tmp_path) == ["model"]


def test_a_folder_that_was_being_replaced_when_its_writer_was_killed_is_still_there(tmp_path: Path) -> None:
    (tmp_path / ".model.0123.old").mkdir()
    (tmp_path / ".model.0123.old" / "a").write_text("1")
    with pytest.raises(OptionsError, match="exists already"), whole_folder(tmp_path / "model"):
        pass
    assert (tmp_path / "model" / "a").read_text() == "1"
    (tmp_path / ".model.4567.old").mkdir()
    with whole_folder(tmp_path / "model", replace=True) as partial:
        (partial / "b").write_text("2")
    assert os.listdir(tmp_path) == ["model"]
    assert os.listdir(tmp_path / "model") == ["b"]


def test_what_a_killed_writer_left_is_found_and_removed(tmp_path: Path) -> None:
    (tmp_path / ".a.txt.0123.partial").write_text("half")
    (tmp_path / ".model.4567.partial").mkdir()
    (tmp_path / ".hidden").write_text("not ours")
    assert [path.name for path in leftovers(tmp_path, "a.txt")] == [".a.txt.0123.partial"]
    remove_leftovers(tmp_path)
    assert os.listdir(tmp_path) == [".hidden"]


def test_the_same_json_gives_the_same_bytes(tmp_path: Path) -> None:
    write_json(tmp_path / "a", {"b": 1, "a": "é\ud800"})
    write_json(tmp_path / "b", {"a": "é\ud800", "b": 1})
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def _zipped(data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("inside.txt", data)
    return out.getvalue()


@pytest.mark.parametrize(
    ("ending", "compress"),
    [
        ("", bytes),
        (".gz", gzip.compress),
        (".bz2", bz2.compress),
        (".XZ", lzma.compress),
        (".zst", zstandard.compress),
        (".zip", _zipped),
    ],
)
def test_every_compression_is_read(tmp_path: Path, ending: str, compress: Callable[[bytes], bytes]) -> None:
    path = tmp_path / f"a.txt{ending}"
    path.write_bytes(compress(b"one\ntwo\n" * 1000))
    with open_compressed(path) as stream:
        assert stream.readline() == b"one\n"
        assert len(stream.read()) == 8 * 1000 - 4


@pytest.mark.parametrize(
    ("ending", "compress"),
    [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress), (".zst", zstandard.compress)],
)
def test_damage_is_one_of_the_known_exceptions(tmp_path: Path, ending: str, compress: Callable[[bytes], bytes]) -> None:
    path = tmp_path / f"a{ending}"
    data = compress(os.urandom(5000))
    path.write_bytes(data[:6] + bytes(byte ^ 0xFF for byte in data[6:]))
    with open_compressed(path) as stream, pytest.raises(damaged()):
        stream.read()


@pytest.mark.parametrize(
    ("ending", "compress"),
    [
        (".gz", gzip.compress),
        (".bz2", bz2.compress),
        (".xz", lzma.compress),
        (".zst", zstandard.compress),
        (".zst", zstandard.ZstdCompressor(write_checksum=True, write_content_size=False).compress),
        (".zip", _zipped),
    ],
)
def test_a_file_that_is_cut_short_anywhere_is_noticed(
    tmp_path: Path, ending: str, compress: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / f"a{ending}"
    data = compress(random.Random(0).randbytes(700) + b"rain " * 300)
    for size in (*range(1, len(data), 7), len(data) - 1):
        path.write_bytes(data[:size])
        with pytest.raises(damaged()), open_compressed(path) as stream:
            stream.read()


def test_every_frame_of_a_zst_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.zst"
    skipped = b"\x52\x2a\x4d\x18\x03\x00\x00\x00abc"
    frames = [zstandard.compress(b"one\n"), skipped, zstandard.compress(b""), zstandard.compress(b"two\n" * 100_000)]
    path.write_bytes(b"".join(frames))
    with open_compressed(path) as stream:
        assert stream.read() == b"one\n" + b"two\n" * 100_000
    path.write_bytes(b"")
    with open_compressed(path) as stream:
        assert stream.read() == b""
    path.write_bytes(b"".join(frames)[:-5])
    with path.open("rb") as raw, open_compressed(path, raw) as stream, pytest.raises(EOFError, match="ended before"):
        stream.read()


def test_a_zip_of_several_files_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a", "1")
        archive.writestr("b", "2")
    with pytest.raises(DataError, match="holds 2 files"):
        open_compressed(path)


@given(st.text(st.sampled_from("'=+-@＝\t\r\na ,\""), max_size=8) | st.text(max_size=8))
def test_every_csv_cell_can_be_had_back(text: str) -> None:
    out = io.StringIO()
    csv.writer(out).writerow([csv_cell(text), "end"])
    (row,) = csv.reader(io.StringIO(out.getvalue(), newline=""))
    assert from_csv_cell(row[0]) == text
    assert len(row[0]) < 2 or row[0][0] not in STARTS


def test_numbers_stay_numbers() -> None:
    assert [csv_cell(value) for value in (-0.5, -3, None, True)] == [-0.5, -3, None, True]
