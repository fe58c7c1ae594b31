"""Real documents in a real browser: files of installed packages, of more than twenty kinds; none is kept here."""

from __future__ import annotations

from pathlib import Path

import pytest

from sentencerank import rank, read_document
from sentencerank.reader.page import reader_page
from tests.reader.conftest import Opener, view
from tests.reader.real import KINDS, found


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
        opened.ask(words)
        assert words.casefold() in (page.locator("#hit-list").text_content() or "").casefold()
