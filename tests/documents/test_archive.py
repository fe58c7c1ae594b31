from __future__ import annotations

import pytest

import sentencerank as sr
from sentencerank.documents.archive import parse_xml
from sentencerank.documents.limits import DEFAULT, Meter
from tests.documents.samples import docx, odt


@pytest.mark.parametrize("version", [167, 255])
def test_a_zip_of_a_future_version_is_a_damaged_file(version: int) -> None:
    good = docx()
    directory = good.rindex(b"PK\x01\x02")
    # Two bytes for the version that wrote the member, two for the one that it takes to read it.
    bad = good[: directory + 6] + bytes([version]) + good[directory + 7 :]
    with pytest.raises(sr.DocumentError, match=r"the file is damaged: zip file version"):
        sr.read_document(bad, name="report.docx", in_process=True)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1", "cp037"])
def test_entities_are_refused_in_every_encoding(encoding: str) -> None:
    # Two parsers are used, and only one of them looks for entities.
    declared = "" if encoding.startswith("utf") else f'<?xml version="1.0" encoding="{encoding}"?>'
    text = f'{declared}<!DOCTYPE a [<!ENTITY b "rain">]><a>&b;</a>'
    with pytest.raises(sr.DocumentError, match=r"entities|damaged"):
        parse_xml(text.encode(encoding), Meter(DEFAULT))


def test_a_name_that_is_overwritten_is_not_repeated_at_length() -> None:
    whole = odt()
    # The length of the first name, in the header before it: half of the file becomes its name.
    place = whole.index(b"content.xml") - 4
    damaged = whole[:place] + b"\xc4\x03" + whole[place + 2 :]
    with pytest.raises(sr.DocumentError, match=r"^the file is damaged: .* Download or save it again\.$") as caught:
        sr.read_document(damaged, name="rain.odt", in_process=True)
    assert len(str(caught.value)) < 300
