"""A server that is away, is full, or has another window; a file that changed: nothing is lost, and all is told."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.reader import samples
from tests.reader.conftest import Opened, Opener, has_marks, kept
from tests.reader.server import serving

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

ON_TOP = """(id) => { const box = document.getElementById(id).getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).closest('#' + id) !== null; }"""


def stopped(opened: Opened) -> None:
    """Wait until the page knows that its server is gone."""
    opened.page.keyboard.press("j")
    opened.page.keyboard.press("h")
    opened.page.wait_for_selector("#banner:not([hidden])")
    opened.settle()


@pytest.mark.parametrize("width", [1280, 390])
def test_a_text_is_read_on_and_asked_while_its_server_is_away(open_address: Opener, tmp_path: Path, width: int) -> None:
    with serving(folder=tmp_path) as server:
        number = int(server.address.rpartition(":")[2])
        document = server.add(samples.HARBOUR)
        opened = open_address(f"{server.address}/?d={document}", width=width)
        page = opened.page
        server.process.terminate()
        server.process.wait()
    stopped(opened)
    # What is told lies over nothing that is needed.
    assert opened.state(f"() => ['show-ask', 'show-drawer', 'show-menu', 'more'].every({ON_TOP})")
    opened.ask("oysters disease")
    assert "sentences found" in page.locator("#hit-count").inner_text()
    assert "by its words alone" in page.locator("#hits-note").inner_text()
    page.keyboard.press("Escape")
    page.keyboard.press("q")
    page.wait_for_timeout(300)
    assert page.locator("#reader").is_visible(), "there is no list to go to"
    with serving(folder=tmp_path, port=number):
        page.wait_for_selector("#banner[hidden]", state="attached")
        page.keyboard.press("q")
        page.wait_for_selector("#shelf .card")
    opened.complaints.clear()  # the browser itself tells of each failed request


def test_back_to_a_text_whose_server_is_away_shows_it_when_that_is_back(open_address: Opener, tmp_path: Path) -> None:
    with serving(folder=tmp_path) as server:
        number = int(server.address.rpartition(":")[2])
        document = server.add(samples.HARBOUR)
        opened = open_address(f"{server.address}/?d={document}")
        page = opened.page
        page.keyboard.press("q")
        page.wait_for_selector("#shelf .card")
    page.go_back()
    page.wait_for_selector("#banner:not([hidden])")
    assert f"?d={document}" in str(opened.state("() => location.search"))
    with serving(folder=tmp_path, port=number):
        page.wait_for_selector("#article .sentence")
    opened.complaints.clear()


def test_a_full_disk_is_called_that_until_there_is_room(open_address: Opener) -> None:
    with serving() as server:
        opened = open_address(f"{server.address}/?d={server.add(samples.HARBOUR)}")
        page = opened.page
        page.route("**/reading", lambda route: route.fulfill(status=507, json={"detail": "The disk is full."}))
        stopped(opened)
        page.wait_for_timeout(2500)  # it tried again meanwhile
        assert "disk is full" in page.locator("#banner").inner_text()
        page.unroute("**/reading")
        page.wait_for_selector("#banner[hidden]", state="attached")
        page.reload()
        page.wait_for_selector("#article .mine")
        opened.complaints.clear()


def test_what_one_window_takes_back_the_other_does_not_bring_again(open_address: Opener) -> None:
    with serving() as server:
        document = server.add(samples.HARBOUR)
        one, two = (open_address(f"{server.address}/?d={document}") for _ in range(2))

        for opened, steps, marks in ((one, 1, 1), (two, 2, 2), (one, 0, 1)):
            for _ in range(steps):
                opened.page.keyboard.press("j")
            opened.page.keyboard.press("h")
            kept(opened.page, has_marks(marks))
        assert one.page.locator("#article .mine").count() == 1
        for opened in (one, two):
            opened.complaints.clear()  # of the conflict


def test_a_file_that_changed_keeps_what_was_marked_in_it(open_address: Opener) -> None:
    with serving() as server:
        opened = open_address(f"{server.address}/?d={server.add(samples.HARBOUR, 'harbour.md')}")
        page = opened.page
        for key in "jjh":
            page.keyboard.press(key)
        marked = page.locator("#article .mine").inner_text()
        kept(page, lambda state: len(state["marks"]) == 1)
        changed = samples.HARBOUR.replace("## What it costs", "A sentence came in today.\n\n## What it costs")
        other = server.add(changed, "harbour.md")
        page.goto(f"{server.address}/?d={other}")
        page.wait_for_selector("#article .mine")
        assert page.locator("#article .mine").inner_text() == marked
        assert "has changed" in page.locator("#notes").inner_text()
        assert len(kept(page, lambda state: state["marks"])["marks"]) == 1
        # Another file of that name begins at the beginning.
        page.goto(f"{server.address}/?d={server.add(samples.HEBREW, 'harbour.md')}")
        page.wait_for_selector("body.ready")
        assert not page.locator("#article .mine").count()
        assert "changed" not in (page.locator("#notes").text_content() or "")


def held(page: Page, late: list[Route], word: str) -> Route:
    """The request with a word, as soon as it is held."""
    while word not in next((route.request.url for route in late[-1:]), ""):
        page.wait_for_timeout(20)
    return late[-1]


def test_until_the_server_has_an_answer_the_page_has_one(open_address: Opener, tmp_path: Path) -> None:
    with serving(folder=tmp_path) as server:
        document = server.add(samples.HARBOUR)
        opened = open_address(f"{server.address}/?d={document}")
        page = opened.page
        late: list[Route] = []
        page.route("**/order?*", lambda route: late.append(route))
        opened.ask("oysters disease")
        page.wait_for_selector("#hits-note:not([hidden])")
        assert page.locator("#hit-list li").count()
        held(page, late, "disease").continue_()
        page.wait_for_selector("#hits-note", state="hidden")
        assert page.locator("#hit-list li").count()
        # Who already goes through hits keeps them.
        page.fill("#query", "oysters reef")
        page.wait_for_selector("#hits-note:not([hidden])")
        page.keyboard.press("Enter")
        held(page, late, "reef").continue_()
        page.wait_for_timeout(500)
        assert page.locator("#hits-note").is_visible()
        assert page.locator("#hit-count").inner_text().startswith("1 of")
