from __future__ import annotations

import pytest

import sentencerank as sr
from tests.documents.samples import docx


@pytest.mark.parametrize("version", [167, 255])
def test_a_zip_of_a_future_version_is_a_damaged_file(version: int) -> None:
    good = docx()
    directory = good.rindex(b"PK\x01\x02")
    # Two bytes for the version that wrote the member, two for the one that it takes to read it.
    bad = good[: directory + 6] + bytes([version]) + good[directory + 7 :]
    with pytest.raises(sr.DocumentError, match=r"the file is damaged \(zip file version"):
        sr.read_document(bad, name="report.docx", in_process=True)
