"""No violation that axe-core knows of, in any view, in light and dark."""

from __future__ import annotations

from typing import Any

import pytest

from sentencerank import rank
from tests.reader import samples
from tests.reader.conftest import Opened, Opener
from tests.reader.test_rules import view


def violations(opened: Opened, source: str) -> list[Any]:
    opened.page.evaluate(source)  # by the debugger: the policy of the page would refuse a script element
    found: list[Any] = opened.page.evaluate(
        """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
          .map((v) => [v.id, v.nodes.slice(0, 3).map((n) => [n.html.slice(0, 120), n.failureSummary])])"""
    )
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["highlight", "dim", "fold"])
def test_views(offline: Opener, axe_source: str, name: str, scheme: str) -> None:
    opened = offline(color_scheme=scheme, hash="#L4", reduced_motion="reduce")
    view(opened, name)
    opened.page.keyboard.press("j")
    opened.page.keyboard.press("w")
    assert violations(opened, axe_source) == []
    opened.page.keyboard.press("t")
    assert violations(opened, axe_source) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_phone_and_dialogs(offline: Opener, axe_source: str, scheme: str) -> None:
    opened = offline(color_scheme=scheme, width=375, height=700, has_touch=True, reduced_motion="reduce")
    assert violations(opened, axe_source) == []
    for button in ("export", "settings", "help"):
        opened.page.click(f"#show-{button}")
        assert violations(opened, axe_source) == []
        opened.page.keyboard.press("Escape")


def test_other_scripts_and_the_library(offline: Opener, open_address: Opener, served: str, axe_source: str) -> None:
    for text in (samples.ARABIC, samples.CHINESE, samples.HOSTILE):
        assert violations(offline(rank(text)), axe_source) == []
    opened = open_address(served + "/")
    opened.page.wait_for_selector("#library-list a")
    assert violations(opened, axe_source) == []
