"""A real browser for the tests of the reader: Debian's chromium, driven by playwright."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sentencerank import Ranking, rank
from sentencerank.reader.page import reader_page
from tests.reader import samples
from tests.reader.server import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="package")
def chromium(require_tool: Callable[[str, str], None]) -> Iterator[Browser]:
    """One browser for all tests here; it ends with them, so that its event loop disturbs no others."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        require_tool("playwright", "pip install playwright")
    require_tool("chromium", "" if Path(CHROMIUM).exists() else "apt-get install chromium, or set CHROMIUM to its path")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Opened:
    """A page that is watched: what it wrote on its console, and what it asked for."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def state(self, expression: str) -> Any:
        return self.page.evaluate(expression)

    @property
    def hash(self) -> str:
        """The end of the address, as the page itself sees it: the driver hears of changes later."""
        return str(self.page.evaluate("() => location.hash"))

    @property
    def shown(self) -> list[int]:
        """The sentences of the column that is read, in the order of the page."""
        return self._indices(".sentence")

    @property
    def marked(self) -> list[int]:
        """The sentences of the time that was chosen."""
        return self._indices(".sentence.chosen")

    def _indices(self, selector: str) -> list[int]:
        found: list[int] = self.page.evaluate(
            """(selector) => [...document.querySelectorAll(`:is(#article, #brief):not([hidden]) ${selector}`)]
              .map((s) => Number(s.dataset.index))""",
            selector,
        )
        return found

    @property
    def focused(self) -> int:
        """The sentence that has the focus, or -1."""
        return int(self.page.evaluate("() => Number(document.activeElement?.dataset?.index ?? -1)"))

    def top(self, index: int) -> float:
        """Where on the screen a sentence begins."""
        return float(self.page.evaluate(f"(i) => {NODE}.getBoundingClientRect().top", index))

    def visible_index(self) -> int:
        """A sentence of the time whose beginning is on the screen."""
        return int(
            self.page.evaluate(
                """() => [...document.querySelectorAll(':is(#article, #brief):not([hidden]) .sentence.chosen')]
                  .find((s) => s.getBoundingClientRect().top > 120).dataset.index"""
            )
        )

    def click(self, index: int, *, tap: bool = False) -> None:
        """Click where a sentence begins: the middle of its box may belong to another one."""
        # What the last action asked for may still move the text.
        self.settle()
        x, y = self.page.evaluate(
            f"(i) => {{ const text = {NODE}.querySelector('.text');"
            """text.scrollIntoView({block: 'center', behavior: 'instant'});
              const box = text.getClientRects()[0];
              return [box.x + Math.min(box.width / 2, 30), box.y + box.height / 2]; }""",
            index,
        )
        (self.page.touchscreen.tap if tap else self.page.mouse.click)(x, y)

    def look_away(self) -> None:
        """From now on nothing is read by being on the screen, however long a busy machine takes."""
        self.page.evaluate("() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })")

    def ask(self, query: str) -> None:
        """Type a query and wait for its hits: on a busy machine the words typed so far may be asked before the rest."""
        self.page.keyboard.press("/")
        self.page.keyboard.type(query)
        self.page.wait_for_function("(q) => new URLSearchParams(location.hash.slice(1)).get('q') === q", arg=query)
        self.page.wait_for_selector("#hit-list li")

    def settle(self) -> None:
        """Two frames: what waits for one is done."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def kept(page: Page, ready: Callable[[Any], bool]) -> Any:
    """What the server keeps of the document that a page shows, as soon as it is so."""
    for _ in range(300):
        state = page.evaluate(
            """async () => { const id = new URLSearchParams(location.search).get('d');
              return (await (await fetch(`v1/documents/${id}/reading`)).json()).state; }"""
        )
        if state and ready(state):
            return state
        page.wait_for_timeout(100)
    raise AssertionError(f"the server keeps {state}")


def has_marks(count: int) -> Callable[[Any], bool]:
    """Return a condition for `kept`: so many marks are kept."""
    return lambda state: len(state["marks"]) == count


NODE = "document.querySelector(`:is(#article, #brief):not([hidden]) .sentence[data-index='${i}']`)"
Opener = Callable[..., Opened]


def view(opened: Opened, name: str) -> None:
    """Change the view by its button."""
    opened.page.click(f'#views [data-view="{name}"]')
    opened.settle()


@pytest.fixture
def open_address(chromium: Browser) -> Iterator[Opener]:
    """Open an address in a context of its own; afterwards nothing may have complained or asked for other places."""
    opened: list[tuple[Opened, str]] = []
    contexts = []

    def open_it(address: str, *, width: int = 1280, height: int = 800, ready: bool = True, **options: Any) -> Opened:
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        watched = Opened(context.new_page())
        watched.page.set_default_timeout(60_000)  # a machine may have much else to do
        watched.page.on(
            "console",
            lambda message: watched.complaints.append(message.text) if message.type in ("error", "warning") else None,
        )
        watched.page.on("pageerror", lambda error: watched.complaints.append(str(error)))
        watched.page.on("request", lambda request: watched.requests.append(request.url))
        opened.append((watched, address))
        watched.page.goto(address)
        if ready:
            watched.page.wait_for_selector("body.ready")
            watched.settle()
        return watched

    yield open_it
    for watched, address in opened:
        assert watched.complaints == []
        home = address if address.startswith("file:") else "/".join(address.split("/", 3)[:3])
        outside = [url for url in watched.requests if not url.startswith((home.partition("#")[0], "blob:", "data:"))]
        assert outside == []
    for context in contexts:
        context.close()


@pytest.fixture(scope="package")
def harbour() -> Ranking:
    return rank(samples.HARBOUR, id="harbour")


@pytest.fixture(scope="package")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Ranking], str]:
    """The address, on disk, of the page of a ranking."""
    folder = tmp_path_factory.mktemp("pages")
    made: dict[int, str] = {}
    kept = []  # an id stands for a ranking only as long as it lives

    def write(ranking: Ranking) -> str:
        if id(ranking) not in made:
            path = folder / f"{len(made)}.html"
            path.write_text(reader_page(ranking), encoding="utf-8")
            made[id(ranking)] = path.as_uri()
            kept.append(ranking)
        return made[id(ranking)]

    return write


@pytest.fixture
def offline(open_address: Opener, written: Callable[[Ranking], str], harbour: Ranking) -> Opener:
    """Open the page of the sample, or of another ranking, from disk."""

    def open_it(ranking: Ranking = harbour, *, hash: str = "", **options: Any) -> Opened:
        return open_address(written(ranking) + hash, **options)

    return open_it


@pytest.fixture(scope="package")
def served() -> Iterator[str]:
    """The address of a server that holds the sample."""
    with serving() as server:
        server.add(samples.HARBOUR)
        yield server.address


@pytest.fixture(scope="session")
def axe_source(require_tool: Callable[[str, str], None], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core, fetched by npm for the tests alone and kept between them."""
    folder = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "sentencerank-tests" / "axe-core-4"
    script = folder / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        npm = shutil.which("npm")
        require_tool("npm", "" if npm else "install Node.js")
        assert npm is not None
        folder.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), "axe-core@4"]
        done = subprocess.run(command, capture_output=True, timeout=120, check=False)
        require_tool("axe-core", "" if script.exists() else f"npm cannot install it: {done.stderr.decode()[-200:]}")
    return script.read_text(encoding="utf-8")
