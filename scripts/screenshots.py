"""Take pictures of the reader: phone, tablet and wide screen, light and dark, every view.

    python scripts/screenshots.py FOLDER         needs playwright, and chromium at /usr/bin/chromium or CHROMIUM

The three that the documentation shows, and the moving picture of the README, are in docs/images; `--docs` writes only
those. The moving one needs Pillow, which comes with the extra [evaluate].
"""

from __future__ import annotations

import argparse
import io
import os
from collections.abc import Sequence
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


# What the moving picture shows, step by step: the keys, or what is typed, and how long it stays, in ms.
STORY: list[tuple[Sequence[str] | str, int]] = [
    (("1",), 1800),  # half a minute
    (("+",), 1500),  # a minute
    (("v",), 2200),  # the Brief
    (("v", "v", "/"), 800),  # back to the Page, to ask
    ("heating bills", 2400),
    (("Escape", "Escape", "1", "j", "w"), 2600),  # why a sentence is there
]


def film(browser: Browser, address: str, folder: Path) -> None:
    """Take the steps of the story and keep them as one moving picture."""
    from PIL import Image

    context = browser.new_context(viewport={"width": 1000, "height": 640}, reduced_motion="reduce")
    tab = context.new_page()
    tab.goto(address)
    tab.wait_for_selector("body.ready")
    frames = []
    for keys, _ in STORY:
        if isinstance(keys, str):
            tab.keyboard.type(keys)
        else:
            for key in keys:
                tab.keyboard.press(key)
                tab.wait_for_timeout(50)
        tab.wait_for_timeout(400)
        frames.append(Image.open(io.BytesIO(tab.screenshot())).convert("P", palette=Image.Palette.ADAPTIVE, colors=40))
    context.close()
    frames[0].save(
        folder / "reader.gif", save_all=True, append_images=frames[1:], duration=[time for _, time in STORY], loop=0,
        optimize=True,
    )  # fmt: skip


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
        film(browser, file.as_uri(), given.folder)
        browser.close()


if __name__ == "__main__":
    main()
