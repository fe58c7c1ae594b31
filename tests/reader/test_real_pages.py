"""Real documents in a real browser: files of installed packages, of more than twenty kinds; none is kept here."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from sentencerank import rank, read_document
from sentencerank.reader.page import reader_page
from tests.reader.conftest import Opener, view

DOC = Path("/usr/share/doc")
MAN = Path("/usr/share/man")
SITE = Path(pytest.__file__).parents[1]  # the Python distributions that are installed beside this one
LONGEST = 1_500_000  # bytes of a file


def first(*groups: tuple[Path, str]) -> list[Path]:
    """The files that patterns find, the first pattern first."""
    return list(chain.from_iterable(sorted(folder.glob(pattern)) for folder, pattern in groups))


# A kind of document → where one may be found; the first of them that is neither too short nor too long is read.
KINDS = {
    "readme": lambda: first((DOC, "*/README"), (DOC, "*/README.gz")),
    "readme in Markdown": lambda: first((DOC, "*/README.md"), (DOC, "*/README.md.gz")),
    "readme in reStructuredText": lambda: first((DOC, "*/README.rst"), (DOC, "*/*.rst.gz"), (DOC, "*/*/*.rst")),
    "news": lambda: first((DOC, "*/NEWS.gz"), (DOC, "*/NEWS")),
    "change log": lambda: first((DOC, "*/changelog.gz")),
    "change log of a package": lambda: first((DOC, "*/changelog.Debian.gz")),
    "copyright file": lambda: first((DOC, "*/copyright")),
    "licence": lambda: first((Path("/usr/share/common-licenses"), "GPL-3")),
    "free documentation licence": lambda: first((Path("/usr/share/common-licenses"), "GFDL-1.3")),
    "FAQ": lambda: first((DOC, "*/FAQ*"), (DOC, "*/*/FAQ*")),
    "authors": lambda: first((DOC, "*/AUTHORS*"), (DOC, "*/THANKS*")),
    "to do": lambda: first((DOC, "*/TODO*")),
    "manual page of a command": lambda: first((MAN / "man1", "bash.1.gz"), (MAN / "man1", "*.1.gz")),
    "manual page of a file": lambda: first((MAN / "man5", "*.5.gz")),
    "manual page of a system": lambda: first((MAN / "man8", "*.8.gz")),
    "manual page of a topic": lambda: first((MAN / "man7", "*.7.gz")),
    "manual page in German": lambda: first((MAN / "de", "man1/*.1.gz"), (MAN / "de", "man8/*.8.gz")),
    "manual page in French": lambda: first((MAN / "fr", "man1/*.1.gz"), (MAN / "fr", "man8/*.8.gz")),
    "manual page in Japanese": lambda: first((MAN / "ja", "man1/*.1.gz"), (MAN / "ja", "man8/*.8.gz")),
    "manual page in Russian": lambda: first((MAN / "ru", "man1/*.1.gz"), (MAN / "ru", "man8/*.8.gz")),
    "manual in HTML": lambda: first((DOC, "*/html/*.html"), (DOC, "*/*.html")),
    "reference in HTML": lambda: first((DOC, "nodejs/api/*.html"), (DOC, "*/api/*.html")),
    "manual in PDF": lambda: first((DOC, "*/*.pdf"), (DOC, "texlive-doc/*/*/*.pdf")),
    "paper in LaTeX": lambda: first((DOC, "*/*.tex"), (DOC, "texlive-doc/*/*/*.tex")),
    "help of an editor": lambda: first((Path("/usr/share/vim"), "vim*/doc/usr_0*.txt")),
    "fields of a Python distribution": lambda: first((SITE, "*.dist-info/METADATA")),
    "licence of a Python distribution": lambda: first((SITE, "*.dist-info/LICENSE*"), (SITE, "*.dist-info/*/LICENSE*")),
}


def found(kind: str) -> Path:
    """A file of a kind; skip the test if there is none."""
    for path in KINDS[kind]():
        if path.is_file() and 1_000 < path.stat().st_size < LONGEST:
            return path
    pytest.skip(f"no {kind} is installed here")


def test_there_are_at_least_twenty_kinds() -> None:
    assert len(KINDS) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_real_document_is_shown_whole_in_every_view(open_address: Opener, tmp_path: Path, kind: str) -> None:
    path = found(kind)
    ranking = rank(read_document(path))
    if not len(ranking):
        pytest.skip(f"{path} has no sentences")
    target = tmp_path / "page.html"
    target.write_text(reader_page(ranking, title=path.stem), encoding="utf-8")
    opened = open_address(target.as_uri())
    page = opened.page
    texts = [sentence.text for sentence in ranking.sentences]
    whole = len(texts) <= 2_000  # of longer ones only what is near the window is in the tree
    page.keyboard.press("0")
    for name in ("page", "brief", "side"):
        view(opened, name)
        selector = "#article" if name != "brief" else "#brief"
        shown = opened.state(
            f"""() => [...document.querySelectorAll('{selector} .sentence')].map((s) => [+s.dataset.index,
              s.querySelector('.text').textContent])"""
        )
        assert shown, path
        # A sentence that goes through several cells of a table has its element in the first.
        tables = {s.index for s in ranking.sentences if ranking.document.blocks[s.paragraph].kind == "table"}
        assert all(text == texts[index] for index, text in shown if index not in tables), path
        if whole and name == "page":
            assert {index for index, _ in shown} == set(range(len(texts))), path
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), f"{path} is too wide"
    # Every heading that was read is a heading of the page, and every hidden run has its mark.
    view(opened, "page")
    if whole:
        heads = [b for b in ranking.document.blocks if b.kind in ("title", "heading", "message")]
        assert page.locator("#article :is(h1, h2, h3, h4, h5, h6).block").count() == len(heads), path
        assert page.locator("#article .block.figure").count() == sum(
            block.kind == "figure" for block in ranking.document.blocks
        )
    page.keyboard.press("1")
    view(opened, "brief")
    for key in ("j", "j", "w"):
        page.keyboard.press(key)
    if opened.focused >= 0 or page.locator("#popover .plain").count():
        page.wait_for_selector("#popover .why .plain")
    words = next((word for text in texts for word in text.split() if len(word) > 5 and word.isalpha()), "")
    if words:
        page.keyboard.press("/")
        page.keyboard.type(words)
        page.wait_for_selector("#hit-list li")
        assert words.casefold() in (page.locator("#hit-list").text_content() or "").casefold()
