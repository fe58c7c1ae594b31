"""Take pictures of the reader: phone, tablet and wide screen, light and dark, every view.

    python scripts/screenshots.py FOLDER         needs playwright, and chromium at /usr/bin/chromium or CHROMIUM

The three that the documentation shows, and the moving picture of the README, are in docs/images; `--docs` writes only
those. The moving one needs Pillow, which comes with the extra [evaluate].
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal

from sentencerank import rank
from sentencerank.reader.page import reader_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[1]
ARTICLE = ROOT / "examples" / "article.txt"
MANUAL = ROOT / "docs" / "confinement.md"  # what is read in the moving picture
FLAGS = ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update"]
SIZES = {"phone": (375, 760), "tablet": (820, 1100), "wide": (1360, 800)}
Scheme = Literal["light", "dark"]


@dataclass(frozen=True)
class Shot:
    """A picture: where, in which colours, after which keys."""

    name: str
    size: str
    scheme: Scheme
    keys: Sequence[str]


def every_view() -> list[Shot]:
    """Three sizes, two schemes, three views, with what belongs to a sentence here and there."""
    views = {"page": ("j", "j", "w"), "brief": ("v",), "side": ("v", "v")}
    on_phone = {"page": ("v", "v"), "brief": ("j", "."), "side": ("v",)}
    shots = []
    for size in SIZES:
        for scheme in ("light", "dark"):
            for view, keys in (on_phone if size == "phone" else views).items():
                shots.append(Shot(f"{size}-{scheme}-{view}", size, scheme, keys))
        shots.append(Shot(f"{size}-light-drawer", size, "light", ("c",)))
    return shots


DOCS = [
    Shot("reader-page", "wide", "light", ("j", "j", "w")),
    Shot("reader-brief", "wide", "dark", ("v",)),
    Shot("reader-brief-phone", "phone", "light", ()),
]


Step = tuple[str, int]  # what to do, and how long the picture of it stays, in ms


def typed(text: str, milliseconds: int = 130) -> list[Step]:
    """Type a text letter by letter."""
    return [(f"type {letter}", milliseconds) for letter in text]


def pressed(keys: str, milliseconds: int) -> list[Step]:
    """Press keys one after the other."""
    return [(f"press {key}", milliseconds) for key in keys.split()]


# Thirty seconds of reading; a step is "click" or "press" or "type" and what, "scroll" and how far, or "look".
STORY: list[Step] = [
    ("look", 2600),  # the first page
    ("click #shelf .card-title", 2200),  # two minutes of the document
    *[("scroll 60", 130)] * 14,
    *pressed("- -", 1300),  # half a minute
    ("press +", 1300),
    ("press v", 2400),  # the Brief
    *pressed("j j j j", 700),
    ("press w", 3000),  # why this sentence is there
    ("press Escape", 500),
    ("press /", 700),  # ask
    *typed("which files may be read"),
    ("look", 3200),
    ("press Escape", 300),
    ("press Escape", 900),
    ("press q", 2900),  # the first page again: what was read is known
]


def film(browser: Browser, address: str, folder: Path) -> None:
    """Take the steps of the story and keep them as one moving picture."""
    from PIL import Image

    context = browser.new_context(viewport={"width": 1000, "height": 640}, reduced_motion="reduce")
    tab = context.new_page()
    tab.goto(address)
    tab.wait_for_selector("#shelf .card-title")
    frames = []
    for step, _ in STORY:
        verb, _, what = step.partition(" ")
        if verb == "click":
            tab.click(what)
            tab.wait_for_selector("#article .sentence")
        elif verb == "press":
            tab.keyboard.press(what)
        elif verb == "type":
            tab.keyboard.type(what or " ")
        elif verb == "scroll":
            tab.mouse.wheel(0, int(what))
        tab.wait_for_timeout(60 if verb in ("type", "scroll") else 700)
        frames.append(Image.open(io.BytesIO(tab.screenshot())).convert("RGB"))
    context.close()
    frames[0].save(
        folder / "reader.webp", save_all=True, append_images=frames[1:], duration=[time for _, time in STORY], loop=0,
        quality=55, method=6, minimize_size=True,
    )  # fmt: skip


@contextmanager
def reading(file: Path, home: Path) -> Iterator[str]:
    """Read a file in a library of its own and yield the address of the first page."""
    command = [sys.executable, "-m", "sentencerank", "read", "--no-browser", "--port", "0", str(file)]
    environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home)}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            # On a slow machine it tells first how far it is.
            line = next(line for line in process.stderr if "http://" in line)
            address = line.partition("http://")[2].split()[0]
            server, _, query = address.partition("/?")
            yield f"http://{server}/?{query[query.index('token=') :]}"
        finally:
            process.terminate()


def take(browser: Browser, address: str, shot: Shot, folder: Path) -> None:
    """Open the page, press the keys, keep the picture."""
    width, height = SIZES[shot.size]
    touch = shot.size == "phone"
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=shot.scheme,
        reduced_motion="reduce",
        has_touch=touch,
        device_scale_factor=2 if touch else 1,
    )
    tab = context.new_page()
    tab.goto(address)
    tab.wait_for_selector("body.ready")
    for key in shot.keys:
        tab.keyboard.press(key)
        tab.wait_for_timeout(50)
    tab.wait_for_timeout(200)
    tab.screenshot(path=folder / f"{shot.name}.png")
    context.close()


def main() -> None:
    """Take them all, or those of the documentation."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description="Take pictures of the reader.")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "docs" / "images")
    parser.add_argument("--text", type=Path, default=ARTICLE, help="what to read (default: the example)")
    parser.add_argument("--docs", action="store_true", help="only the pictures of the documentation")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, TemporaryDirectory() as temporary:
        file = Path(temporary) / "page.html"
        file.write_text(reader_page(rank(given.text.read_text(encoding="utf-8"), id=given.text.name)), encoding="utf-8")
        chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for shot in DOCS if given.docs else every_view():
            take(browser, file.as_uri(), shot, given.folder)
            print(given.folder / f"{shot.name}.png")
        with reading(MANUAL, Path(temporary)) as address:
            film(browser, address, given.folder)
        print(given.folder / "reader.webp")
        browser.close()


if __name__ == "__main__":
    main()
