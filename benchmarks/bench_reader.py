"""How quick the reader is, measured in the browser: opening, a step of the time, a key, a query, in every view.

    python benchmarks/bench_reader.py            needs playwright, and chromium at /usr/bin/chromium or CHROMIUM
    python benchmarks/bench_reader.py --other CHECKOUT --files BOOK.pdf MANUAL.html

Documents are made up, so that only the page is measured, or are real files. Times are processor time of the main thread
(`TaskDuration` in its own ticks), so that a busy machine changes them little; opening is also told by the clock. The
pages of another checkout are measured in the same run, by turns. With a server: opening a kept document of 10,000
made-up sentences, and each of the files, in a browser that has seen nothing before, with the bytes as they are sent;
and a PDF of 30 pages, from the moment it is given to the page until its sentences stand there, ranked.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sentencerank.files import Json
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
KEPT = 10_000  # sentences of the document that a server keeps
ROOM = {"sentences": "1000000", "characters": "100000000", "seconds": "900"}  # what the server may take
VIEWS = ("page", "brief", "side")
QUERIES = ("river stone", "winter market", "letter", "cloud garden mountain", "paper engine", "light")
FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))"

SENT = """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
  .map((entry) => [entry.name, entry.transferSize])"""


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


def made_up_text(count: int) -> str:
    """The text of a made-up document."""
    columns = large(count)["columns"]
    assert isinstance(columns, dict)
    return str(columns["text"])


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
    page.wait_for_timeout(500)  # as long as one thinks of a query
    for query in QUERIES:
        before = work(session)
        page.fill("#query", query)
        page.wait_for_function("(query) => location.hash.includes(new URLSearchParams({q: query}))", arg=query)
        page.evaluate(FRAME)
        found.append(work(session) - before)
    page.keyboard.press("Escape")
    return found


def opened_in(browser: Browser, path: Path) -> tuple[float, float]:
    """Seconds from the address to a page that answers, and milliseconds of work until then."""
    page = browser.new_page()
    session = watched(page)
    start = time.perf_counter()
    page.goto(path.as_uri())
    page.wait_for_selector("body.ready")
    page.evaluate(FRAME)
    seconds = time.perf_counter() - start
    milliseconds = work(session)
    page.close()
    return seconds, milliseconds


def watched(page: Page) -> CDPSession:
    """A session that counts the work of the main thread."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return session


WRITE = """
import gzip, json, sys
from pathlib import Path
from benchmarks.bench_reader import large
from sentencerank import rank, read_document
from sentencerank.reader.page import page_around, payload
given, target = sys.argv[1:]
record = large(int(given)) if given.isdecimal() else payload(rank(read_document(Path(given))))
Path(target).write_text(page_around(record), encoding="utf-8")
sent = json.dumps(record["columns"], ensure_ascii=False, separators=(",", ":")).encode()
print(f"what a server sends: {len(sent) / 1e6:.2f} MB, {len(gzip.compress(sent, 1)) / 1e6:.2f} compressed", flush=True)
"""


def written(checkout: Path, given: str, target: Path) -> Path:
    """The page that a checkout writes for a number of made-up sentences, or for a file."""
    paths = {"PYTHONPATH": os.pathsep.join([str(checkout / "src"), str(checkout)])}
    subprocess.run([sys.executable, "-c", WRITE, given, str(target)], env=os.environ | paths, cwd=checkout, check=True)
    return target


def measure(browser: Browser, path: Path, name: str) -> None:
    """Print what opening a page costs, then steps, keys and queries in it."""
    opened = [opened_in(browser, path) for _ in range(3)]
    seconds, spent_opening = (statistics.median(one) for one in zip(*opened, strict=True))
    print(
        f"open  {name} ({path.stat().st_size / 1e6:4.1f} MB)  {spent_opening:7.1f} ms   ({seconds:.2f} s by the clock)"
    )
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    session = watched(page)
    page.goto(path.as_uri())
    page.wait_for_selector("body.ready")
    for view in VIEWS:
        page.click(f'#views [data-view="{view}"]')
        page.keyboard.press("4")
        page.evaluate("() => scrollTo(0, document.body.scrollHeight / 3)")
        page.evaluate(FRAME)
        spent(page, session, "+-", 2)  # the first ones compile
        print(f"step  {name} {view:5}     {middle(spent(page, session, '12345670', 8))}")
        page.keyboard.press("4")
        print(f"key j {name} {view:5}     {middle(spent(page, session, 'j', 8))}")
    page.click('#views [data-view="page"]')
    print(f"query {name}           {middle(queries(page, session))}", flush=True)
    page.close()


def with_a_server(browser: Browser, folder: Path, files: Sequence[Path]) -> None:
    """From a kept document to its page, and from a file to its ranking."""
    from benchmarks.bench_documents import paragraphs, pdf
    from benchmarks.bench_server import started

    process, url, _ = started(folder, 2, *(part for name, most in ROOM.items() for part in (f"--max-{name}", most)))
    try:
        made_up = folder / "made up.txt"
        made_up.write_text(made_up_text(KEPT), encoding="utf-8")
        for file in (made_up, *files):
            opened_from(browser, url, file)
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


def opened_from(browser: Browser, url: str, file: Path) -> None:
    """Print what it takes to open a document that a server keeps: time, and bytes as they are sent, with headers."""
    import httpx

    kept = httpx.post(f"{url}/v1/documents", params={"name": file.name}, content=file.read_bytes(), timeout=900)
    entry = kept.raise_for_status().json()
    found = []
    for _ in range(5):
        context = browser.new_context()  # nothing is cached
        page = context.new_page()
        session = watched(page)
        start = time.perf_counter()
        page.goto(f"{url}/?d={entry['id']}")
        page.wait_for_selector("body.ready")
        page.evaluate(FRAME)
        seconds = time.perf_counter() - start
        sent = page.evaluate(SENT)
        document = sum(size for address, size in sent if address.endswith("/reader"))
        found.append((seconds, work(session), document / 1e6, sum(size for _, size in sent) / 1e6))
        context.close()
    seconds, milliseconds, document, everything = (statistics.median(column) for column in zip(*found, strict=True))
    print(
        f"open from a server  {file.name[-20:]:>20} ({entry['sentences']:,} sentences)  {seconds:.2f} s by the clock, "
        f"{milliseconds:.0f} ms; sent {document:.2f} MB for the document, {everything:.2f} MB with the page",
        flush=True,
    )


def middle(times: list[float]) -> str:
    """The median and the worst."""
    return f"{statistics.median(times):7.1f} ms   (worst {max(times):.1f})"


def main() -> None:
    """Measure and print."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description="How quick the reader is.")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="sentences of the documents")
    parser.add_argument("--files", type=Path, nargs="*", default=(), help="real documents to measure as well")
    parser.add_argument("--other", type=Path, help="another checkout, whose pages are measured in the same run")
    parser.add_argument("--no-server", action="store_true", help="leave out what needs a server")
    given = parser.parse_args()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=FLAGS
        )
        print(f"{browser.version}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        checkouts = {"": Path(__file__).parent.parent} | ({"other": given.other.resolve()} if given.other else {})
        for wanted in [*map(str, given.sizes), *(str(file.resolve()) for file in given.files)]:
            for label, checkout in reversed(checkouts.items()):
                path = written(checkout, wanted, Path(folder) / "page.html")
                measure(browser, path, f"{label:5} {Path(wanted).name[-20:]:>20}")
        if not given.no_server:
            with_a_server(browser, Path(folder), given.files)
        browser.close()


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parent.parent))  # the neighbours
    main()
