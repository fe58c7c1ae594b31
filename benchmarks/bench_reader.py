"""How quick the reader is, measured in the browser: opening, a step of the time, a key, a query, in every view.

    python benchmarks/bench_reader.py            needs playwright, and chromium at /usr/bin/chromium or CHROMIUM

Documents are made up, so that only the page is measured. Times of steps, keys and queries are processor time of the
main thread (`TaskDuration` in its own ticks), so that a busy machine changes them little; opening is by the clock. With
a server: a PDF of 30 pages, from the moment it is given to the page until its sentences stand there, ranked.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from sentencerank.files import Json
from sentencerank.reader.page import page_around
from sentencerank.serve.columns import stops

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

WORDS = (
    *("river", "stone", "water", "field", "house", "road", "light", "winter"),
    *("market", "bridge", "engine", "paper", "cloud", "garden", "mountain", "letter"),
)
FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = (500, 2_000, 10_000, 50_000)
VIEWS = ("page", "brief", "side")
QUERIES = ("river stone", "winter market", "letter", "cloud garden mountain", "paper engine", "light")
FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))"


def large(count: int, *, paragraph: int = 5, section: int = 50, seed: int = 1) -> dict[str, Json]:
    """What the page needs of a made-up document: `count` sentences in paragraphs, a heading for each section."""
    chance = random.Random(seed)
    text: list[str] = []
    blocks: list[int] = []
    gaps: list[Json] = []
    lengths: list[Json] = []
    sizes: list[int] = []
    for index in range(count):
        heading = index % section == 0
        words = chance.choices(WORDS, k=3 if heading else chance.randint(8, 28))
        own = " ".join(words).capitalize() + "." * (not heading)
        begins = heading or index % paragraph == 1 % paragraph
        gap = 0 if not text else 2 if begins else 1
        text.append(("\n\n" if gap == 2 else " " * gap) + own)
        if begins:
            blocks += (int(heading), gap, 0, 2 * heading)
        else:
            blocks[-2] += gap
        blocks[-2] += len(own)
        gaps.append(gap)
        lengths.append(len(own))
        sizes.append(len(words))
    columns: dict[str, Json] = {
        "language": "en",
        "structure": "flat",
        "notes": [],
        "text": "".join(text),
        "gaps": gaps,
        "lengths": lengths,
        "words": list(sizes),
        "depends": [],
        "block_kinds": ["paragraph", "heading"],
        "blocks": list(blocks),
        "cells": {},
        "about": {},
        "mark_kinds": [],
        "marks": [],
        "targets": [""],
        "scores": list(chance.sample(range(-count, count), count)),
        "topics": [{"letter": "ABCDEFGH"[n], "name": WORDS[n]} for n in range(8)],
        "topic": [-1 if index % section == 0 else index % 8 for index in range(count)],
        "keyphrases": [],
        "stops": list(stops(sum(sizes) / 238)),
        "query": None,
        "order": list(chance.sample(range(count), count)),
        "hits": [],
    }
    return {"title": f"{count} sentences", "source": "", "columns": columns, "reasons": []}


def work(session: CDPSession) -> float:
    """Milliseconds that the main thread was at work so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


def spent(page: Page, session: CDPSession, act: str, times: int) -> list[float]:
    """What each of some key presses costs the main thread, until the next frame is painted."""
    found = []
    for number in range(times):
        before = work(session)
        page.keyboard.press(act[number % len(act)])
        page.evaluate(FRAME)
        found.append(work(session) - before)
    return found


def queries(page: Page, session: CDPSession) -> list[float]:
    """What each query costs, from the last letter to its list of hits."""
    found = []
    page.keyboard.press("/")
    for query in QUERIES:
        before = work(session)
        page.fill("#query", query)
        page.wait_for_function("(query) => location.hash.includes(new URLSearchParams({q: query}))", arg=query)
        page.evaluate(FRAME)
        found.append(work(session) - before)
    page.keyboard.press("Escape")
    return found


def opened_in(browser: Browser, path: Path) -> float:
    """Seconds from the address to a page that answers."""
    page = browser.new_page()
    start = time.perf_counter()
    page.goto(path.as_uri())
    page.wait_for_selector("body.ready")
    page.evaluate(FRAME)
    seconds = time.perf_counter() - start
    page.close()
    return seconds


def with_a_server(browser: Browser, folder: Path) -> None:
    """From a file to its ranking."""
    from benchmarks.bench_documents import paragraphs, pdf
    from benchmarks.bench_server import started

    process, url, _ = started(folder, workers=2)
    try:
        page = browser.new_page()
        seconds = []
        for number in range(4):  # the first one imports the parser
            file = folder / f"{number}.pdf"
            file.write_bytes(pdf(paragraphs(30, seed=number), 1))
            page.goto(url)
            page.wait_for_selector("body.ready")
            start = time.perf_counter()
            page.set_input_files("#upload", file)
            page.wait_for_selector("#s3")
            page.evaluate(FRAME)
            seconds.append(time.perf_counter() - start)
        print(
            f"PDF of 30 pages, dropped             {statistics.median(seconds[1:]):6.2f} s   (first {seconds[0]:.2f})"
        )
    finally:
        process.terminate()
        process.wait()


def middle(times: list[float]) -> str:
    """The median and the worst."""
    return f"{statistics.median(times):7.1f} ms   (worst {max(times):.1f})"


def main() -> None:
    """Measure and print."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description="How quick the reader is.")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="sentences of the documents")
    parser.add_argument("--no-server", action="store_true", help="leave out what needs a server")
    given = parser.parse_args()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=FLAGS
        )
        print(f"{browser.version}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        for count in given.sizes:
            path = Path(folder) / f"{count}.html"
            path.write_text(page_around(large(count)), encoding="utf-8")
            seconds = [opened_in(browser, path) for _ in range(3)]
            size = path.stat().st_size / 1e6
            print(f"open  {count:6} sentences ({size:4.1f} MB)      {statistics.median(seconds):7.2f} s")
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            session = page.context.new_cdp_session(page)
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            page.goto(path.as_uri())
            page.wait_for_selector("body.ready")
            for view in VIEWS:
                page.click(f'#views [data-view="{view}"]')
                page.keyboard.press("4")
                page.evaluate("() => scrollTo(0, document.body.scrollHeight / 3)")
                page.evaluate(FRAME)
                spent(page, session, "+-", 2)  # the first ones compile
                print(f"step  {count:6} sentences, {view:5}         {middle(spent(page, session, '12345670', 8))}")
                page.keyboard.press("4")
                print(f"key j {count:6} sentences, {view:5}         {middle(spent(page, session, 'j', 8))}")
            page.click('#views [data-view="page"]')
            print(f"query {count:6} sentences               {middle(queries(page, session))}")
            page.close()
        if not given.no_server:
            with_a_server(browser, Path(folder))
        browser.close()


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parent.parent))  # the neighbours
    main()
