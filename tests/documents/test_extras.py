"""Parsers are imported when a file needs them, and their absence is told with its remedy."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sentencerank.documents import read_document
from sentencerank.errors import ExtraError
from tests.documents.samples import PAGE, RAIN, SRT, TRANSCRIPT, docx, epub, fpdf_pdf, mail


@pytest.mark.parametrize(
    ("data", "module"),
    [
        (PAGE.encode(), "lxml.html"),
        (fpdf_pdf(lambda pdf: pdf.text(20, 40, RAIN)), "pypdfium2"),
        (docx(), "defusedxml"),
        (epub(), "defusedxml"),
        ("Дождь идёт третий день.".encode("cp1251"), "charset_normalizer"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_missing_parser_is_named(data: bytes, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ExtraError, match=rf"{module.split('.')[0]} is not installed.*sentencerank\[documents\]"):
        read_document(data, in_process=True)


def test_text_that_is_not_utf8_is_told_what_to_do_without_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "charset_normalizer", None)
    with pytest.raises(ExtraError, match=r"not UTF-8. Save it as that, or have its encoding guessed: .*pip install"):
        read_document("Дождь идёт третий день.".encode("cp1251"))


def test_western_text_and_markdown_are_read_by_the_core_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for parser in ("charset_normalizer", "lxml", "lxml.html", "defusedxml"):
        monkeypatch.setitem(sys.modules, parser, None)
    document = read_document(b"caf\xe9 " + RAIN.encode())
    assert document.text.startswith("café")
    assert document.notes[0] == "encoding guessed: windows-1252"
    page = read_document(f"# Rain\n\n{RAIN}\n\n<p>It <b>stopped</b>.</p>".encode(), name="rain.md")
    assert [block.kind for block in page.blocks] == ["heading", "paragraph", "paragraph"]
    assert page.text.endswith("It stopped .") or page.text.endswith("It stopped.")


def test_formats_of_the_standard_library_need_no_parser() -> None:
    parsers = ("lxml", "pypdfium2", "defusedxml", "charset_normalizer")
    files = [RAIN.encode(), SRT.encode(), TRANSCRIPT.encode(), mail().as_bytes()]
    code = (
        "import sys; from sentencerank.documents import read_document\n"
        f"for data in {files!r}: read_document(data, in_process=True)\n"
        f"print([name for name in {parsers!r} if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_package_and_its_table_import_little() -> None:
    code = (
        "import sys, sentencerank.documents\n"
        "few = [name for name in sys.modules if name.startswith('sentencerank')]\n"
        "from sentencerank.documents import FORMATS\n"
        "heavy = ('numpy', 'sentencex', 'Stemmer', 'email.message', 'sentencerank.workers')\n"
        "print(few, [name for name in heavy if name in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown == "['sentencerank', 'sentencerank.documents'] []\n"
