"""The table of formats: what follows from a row, and that a row is true."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from sentencerank.documents import FORMATS, Format, read_document
from sentencerank.documents.formats import recognise
from sentencerank.documents.limits import DEFAULT, Meter
from sentencerank.documents.pieces import Content, Piece
from sentencerank.errors import ExtraError
from tests.documents.samples import parts
from tests.hostile.mutations import SEEDS

PAGE = Path(__file__).parents[2] / "docs" / "documents.md"


def test_every_format_has_files_to_test_it_with() -> None:
    assert set(SEEDS) == set(FORMATS)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_format_is_recognised_and_needs_the_parsers_that_it_names(kind: str) -> None:
    # HTML inside of Markdown would need another parser.
    data = b"# Rain\n\n**It** rained." if kind == "markdown" else SEEDS[kind]()[0]
    assert recognise(data, meter=Meter(DEFAULT)) == kind
    for parser in {parser for format in FORMATS.values() for parser in format.parsers}:
        assert parts(read_document(data))
        with pytest.MonkeyPatch.context() as patch:
            for module in (parser, *(name for name in sys.modules if name.startswith(f"{parser}."))):
                patch.setitem(sys.modules, module, None)
            if parser in FORMATS[kind].parsers:
                with pytest.raises(ExtraError, match=rf"{parser} is not installed.*sentencerank\[documents\]"):
                    read_document(data, in_process=True)
            else:
                assert parts(read_document(data, in_process=True))


def test_the_page_shows_the_table() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    shown = {kind: (endings, sign) for kind, endings, sign in rows if kind in FORMATS}
    assert shown == {format.name: (" ".join(format.endings), format.sign) for format in FORMATS.values()}


def test_a_format_is_added_by_its_row_and_its_module(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("sentencerank.documents.verse")
    module.is_verse = lambda text, named: named and text.startswith("~")  # type: ignore[attr-defined]
    module.read = lambda data, meter: Content([Piece("paragraph", data.decode().strip("~"))])  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    verse = Format("verse", "verse", (".verse",), linear=True)
    before = list(FORMATS.items())
    FORMATS.clear()
    FORMATS.update([("verse", verse), *before])
    try:
        assert read_document(b"~It rained.", name="a.verse").text == "It rained."
        assert read_document(b"~It rained.", name="a.txt").text == "~It rained."
        assert read_document(b"It rained.", kind="verse").text == "It rained."
    finally:
        FORMATS.clear()
        FORMATS.update(before)
