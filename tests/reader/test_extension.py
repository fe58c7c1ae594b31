"""The extension and the bookmarklet, with a stored page."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest

from tests.reader.conftest import CHROMIUM
from tests.reader.server import Server, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXTENSION = Path(__file__).parents[2] / "extension"
PAGE = """<!doctype html><title>Ferries of the north</title><article><h1>Ferries of the north</h1>
<p>The ferry of Merle runs twice a day. It has no engine, and hangs on a rope across the river.</p></article>"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def stored(tmp_path: Path) -> Iterator[str]:
    """The address of a page on another server."""
    (tmp_path / "ferries.html").write_text(PAGE, encoding="utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield f"http://localhost:{server.server_port}/ferries.html"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def reader() -> Iterator[Server]:
    with serving() as running:
        yield running


def test_the_bookmarklet_hands_the_page_over(chromium: Browser, reader: Server, stored: str) -> None:
    context = chromium.new_context()
    home = context.new_page()
    home.goto(reader.address + "/")
    home.wait_for_selector("body.ready")
    code = unquote((home.locator("#bookmarklet").get_attribute("href") or "").removeprefix("javascript:"))
    page = context.new_page()
    page.goto(stored)
    with context.expect_page() as opened:
        page.evaluate(code)
    handed = opened.value
    handed.wait_for_selector(".offer")
    assert "Ferries of the north" in handed.locator(".offer").inner_text()
    handed.get_by_role("button", name="Read it").click()
    handed.wait_for_function("() => document.getElementById('article').textContent.includes('hangs on a rope')")
    context.close()


def test_a_page_that_is_too_long_for_an_address_is_handed_over_as_its_own(
    chromium: Browser, reader: Server, stored: str
) -> None:
    context = chromium.new_context()
    home = context.new_page()
    home.goto(reader.address + "/")
    home.wait_for_selector("body.ready")
    code = unquote((home.locator("#bookmarklet").get_attribute("href") or "").removeprefix("javascript:"))
    page = context.new_page()
    page.goto(stored)
    # 300,000 characters, each of which takes nine in an address.
    page.evaluate("() => { document.body.append('水'.repeat(300000)); }")
    address = page.evaluate(
        "(code) => { let made = ''; window.open = (url) => { made = url; }; eval(code); return made }", code
    )
    assert "link=http" in address
    assert len(address) < 1000
    context.close()


def test_the_extension_hands_the_page_over(chromium: Browser, stored: str, tmp_path: Path) -> None:
    """The button of a browser cannot be clicked by a test: what it calls is called in the extension's own process."""
    playwright = chromium.browser_type
    flags = [f"--disable-extensions-except={EXTENSION}", f"--load-extension={EXTENSION}", "--no-sandbox"]
    context = playwright.launch_persistent_context(
        str(tmp_path / "profile"), executable_path=CHROMIUM, args=[*flags, "--headless=new"], headless=False
    )
    try:
        worker = context.service_workers[0] if context.service_workers else context.wait_for_event("serviceworker")
        page = context.new_page()
        page.goto(stored)
        while not worker.evaluate("() => 'handOver' in globalThis"):  # it has only begun
            page.wait_for_timeout(20)
        made = worker.evaluate(
            """async (url) => { const [tab] = await chrome.tabs.query({active: true, currentWindow: true});
              let made = ''; chrome.tabs.create = async (tab) => { made = tab.url; };
              await handOver({...tab, url, title: 'Ferries'}); return made; }""",
            stored,
        )
        # Without a click there is no permission to look into the page, so its address is handed over.
        assert made.startswith("http://127.0.0.1:8737/#title=Ferries&link=http")
    finally:
        context.close()
