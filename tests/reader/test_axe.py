"""No violation that axe-core knows of, in any view, in light and dark; and what it leaves open was looked at."""

from __future__ import annotations

from typing import Any

import pytest

from sentencerank import rank
from tests.reader import samples
from tests.reader.conftest import Opened, Opener, view

# What axe cannot decide by itself, and what a person saw when they looked:
LOOKED_AT = {
    # Text over a gradient, a tint of color-mix or under the sticky bar. The contrast of all inks is measured by
    # test_looks.py; a tint is lighter than its paper by less than it would take to matter.
    "color-contrast",
    # Buttons whose visible text is a sign (−, ☰, ×, ⋯): their names are the words for it.
    "label-content-name-mismatch",
}


def found(opened: Opened, source: str) -> tuple[list[Any], list[Any]]:
    opened.page.evaluate(source)  # by the debugger: the policy of the page would refuse a script element
    result: list[Any] = opened.page.evaluate(
        """async () => { const all = await axe.run(document);
          const short = (list) => list.map((v) => [v.id, v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200))]);
          return [short(all.violations), short(all.incomplete)]; }"""
    )
    return result[0], [one for one in result[1] if one[0] not in LOOKED_AT]


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
