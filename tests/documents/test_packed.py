"""Packed files are read by what is inside, within limits."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from sentencerank.cli.main import main
from sentencerank.documents import Limits, SafeReader, read_document
from sentencerank.errors import DocumentError, LimitError
from tests.documents.samples import STORY, docx, prose

PAGE = f"<html><body><h1>Rain</h1><p>{' '.join(STORY)}</p></body></html>".encode()
MANUAL = b".TH RAIN 1\n.SH NAME\nrain \\- fall from clouds\n.SH DESCRIPTION\nIt rained all day. Nobody went out.\n"


def zstd(data: bytes) -> bytes:
    return bytes(pytest.importorskip("zstandard").ZstdCompressor().compress(data))


@pytest.mark.parametrize(
    ("pack", "ending"), [(gzip.compress, "gz"), (bz2.compress, "bz2"), (lzma.compress, "xz"), (zstd, "zst")]
)
def test_what_is_inside_decides(pack: Callable[[bytes], bytes], ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"rain.1.{ending}"
    path.write_bytes(pack(MANUAL))
    document = read_document(path)
    assert prose(document)[-2:] == ["It rained all day.", "Nobody went out."]
    assert document.id == path.name
    assert read_document(pack(PAGE), name="x").blocks == read_document(PAGE, name="x").blocks
    with SafeReader() as reader:
        assert prose(reader.read(pack(MANUAL), name=path.name)) == prose(document)


def test_a_parser_reads_a_packed_word_file() -> None:
    data = docx()
    assert read_document(gzip.compress(data)).text == read_document(data).text


def test_the_command_ranks_a_packed_manual(tmp_path: Path) -> None:
    path = tmp_path / "rain.1.gz"
    path.write_bytes(gzip.compress(MANUAL))
    done = CliRunner().invoke(main, ["rank", str(path)])
    assert done.exit_code == 0
    assert "It rained all day." in done.output


def test_too_much_inside_is_refused() -> None:
    with pytest.raises(LimitError, match="200 times"):
        read_document(gzip.compress(b"It rained. " * 1_000_000))
    with pytest.raises(LimitError, match="limit is 2,000"):
        read_document(gzip.compress(MANUAL * 50), limits=Limits(bytes=2_000))


def test_what_cannot_be_unpacked_is_refused_with_a_remedy() -> None:
    with pytest.raises(DocumentError, match="damaged"):
        read_document(gzip.compress(MANUAL)[:-20])
    with pytest.raises(DocumentError, match="inside a packed file"):
        read_document(gzip.compress(gzip.compress(MANUAL)))
    with pytest.raises(DocumentError, match="nothing in the packed file"):
        read_document(gzip.compress(b" \n"))
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as tar:
        tar.addfile(tarfile.TarInfo("rain.txt"))
    with pytest.raises(DocumentError, match="tar archive"):
        read_document(archive.getvalue(), name="rain.tar.gz")


def test_a_packed_file_that_needs_too_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("sentencerank.documents.packed.open_compressed", refuse)
    with pytest.raises(LimitError, match="too much memory"):
        read_document(gzip.compress(MANUAL))
