"""No violation that axe-core knows of, in any view, in light and dark; and what it leaves open was looked at."""

from __future__ import annotations

from typing import Any

import pytest

from sentencerank import rank, read_document
from tests.reader import samples
from tests.reader.conftest import Opened, Opener, view
from tests.reader.real import found as real

# What axe cannot decide by itself, and what a person saw when they looked (results/reader.md tells more):
LOOKED_AT = {
    "color-contrast": (
        "only non-text characters",  # signs on buttons, in the ink of the text
        "due to a pseudo element",  # the bar in the margin is not behind the text; test_looks.py measures the inks
        "partially obscured",  # a sheet or a bar lies over a part of the text, which is read when it is scrolled
        "overlapped by another element",
        "partially overlaps",
    ),
    # Buttons whose visible text is a sign (−, ☰, ×, ⋯): their names are the words for it.
    "label-content-name-mismatch": ("Unable to determine",),
}


def found(opened: Opened, source: str) -> tuple[list[Any], list[Any]]:
    opened.page.evaluate(source)  # by the debugger: the policy of the page would refuse a script element
    violations, incomplete = opened.page.evaluate(
        """async () => { const all = await axe.run(document);
          const short = (list) => list.flatMap((v) => v.nodes.map((n) =>
            [v.id, [...n.any, ...n.all, ...n.none].map((check) => check.message).join(" "), n.html.slice(0, 200)]));
          return [short(all.violations), short(all.incomplete)]; }"""
    )
    unseen = [one for one in incomplete if not any(why in one[1] for why in LOOKED_AT.get(one[0], ()))]
    return violations, unseen


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["page", "brief", "side"])
def test_views(offline: Opener, axe_source: str, name: str, scheme: str) -> None:
    opened = offline(color_scheme=scheme, reduced_motion="reduce")
    view(opened, name)
    opened.page.keyboard.press("j")
    opened.page.keyboard.press("w")
    opened.page.wait_for_selector("#popover .plain")
    assert found(opened, axe_source) == ([], [])
    opened.page.keyboard.press("Escape")
    opened.page.keyboard.press("c")
    assert found(opened, axe_source) == ([], [])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_phone_and_dialogs(offline: Opener, axe_source: str, scheme: str) -> None:
    opened = offline(color_scheme=scheme, width=390, height=760, has_touch=True, reduced_motion="reduce")
    assert found(opened, axe_source) == ([], [])
    for name in ("export", "settings", "help"):
        opened.page.click("#show-menu")
        opened.page.click(f"#menu-{name}")
        assert found(opened, axe_source) == ([], [])
        opened.page.keyboard.press("Escape")


def test_other_scripts_and_the_first_page(offline: Opener, open_address: Opener, served: str, axe_source: str) -> None:
    for text in (samples.ARABIC, samples.CHINESE, samples.HOSTILE):
        assert found(offline(rank(text)), axe_source) == ([], [])
    opened = open_address(served + "/")
    opened.page.wait_for_selector("#shelf .card")
    assert found(opened, axe_source) == ([], [])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_real_document_with_marks_notes_and_a_query(offline: Opener, axe_source: str, scheme: str) -> None:
    opened = offline(rank(read_document(real("licence"))), color_scheme=scheme, reduced_motion="reduce")
    page = opened.page
    page.keyboard.press("1")
    # A sentence of the palest ink, highlighted and noted; one that is important to the reader, one that is not.
    opened.click(next(i for i in opened.shown if i not in opened.marked))
    for key in ("h", "a"):
        page.keyboard.press(key)
    page.keyboard.type("ask about this")
    page.keyboard.press("Escape")
    for key in ("j", "m", "j", "x"):
        page.keyboard.press(key)
    opened.ask("software")
    page.wait_for_selector("#hit-list mark")
    assert found(opened, axe_source) == ([], [])
    page.keyboard.press("Enter")
    view(opened, "brief")
    assert found(opened, axe_source) == ([], [])
