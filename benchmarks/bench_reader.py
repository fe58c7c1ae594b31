"""How quick the reader is, measured in the browser: opening, changing the depth, ranking for a query.

    python benchmarks/bench_reader.py            needs playwright, and chromium at /usr/bin/chromium or CHROMIUM

Documents are made up, so that only the page is measured. A change of depth counts until the next frame can be painted.
With a server: a PDF of 30 pages from the moment it is given to the page until its sentences stand there, ranked; and a
query until the answer is painted, the way to the server and back included.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from sentencerank.files import Json
from sentencerank.method.extracts import layer_ends, layer_numbers
from sentencerank.ranking import SCHEMA
from sentencerank.reader.page import page_around

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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
MEASURE = """async ([count, depths]) => {
  const slider = document.getElementById('depth');
  const times = [];
  for (let k = 0; k < count; k += 1) {
    const start = performance.now();
    slider.value = depths[k % depths.length];
    slider.dispatchEvent(new Event('input'));
    document.body.offsetHeight;  // the layout belongs to it
    times.push(performance.now() - start);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)));
  }
  return times;
}"""
ASK = """async (queries) => {
  const times = [];
  for (const query of queries) {
    document.getElementById('query').value = query;
    const start = performance.now();
    document.getElementById('query-form').requestSubmit();
    await new Promise((done) => {
      const answered = () => document.getElementById('best')?.parentNode.textContent.includes(query);
      const check = () => (answered() ? done() : setTimeout(check, 0));
      check();
    });
    document.body.offsetHeight;
    times.push(performance.now() - start);
  }
  return times;
}"""


def large(count: int, *, paragraph: int = 5, section: int = 50, seed: int = 1) -> dict[str, Json]:
    """What the page needs of a made-up document: `count` sentences in paragraphs, a heading for each section."""
    import numpy as np

    chance = random.Random(seed)
    texts: list[str] = []
    blocks: list[Json] = []
    rows: list[dict[str, Json]] = []
    terms: list[Json] = []
    place = 0
    for index in range(count):
        heading = index % section == 0
        words = chance.choices(range(len(WORDS)), k=3 if heading else chance.randint(8, 28))
        text = " ".join(WORDS[word] for word in words).capitalize() + "." * (not heading)
        if heading or index % paragraph == 1 % paragraph:
            place += 2 if texts else 0
            texts.append(text)
            blocks.append({"kind": "heading" if heading else "paragraph", "start": place, "level": 2 * heading})
        else:
            place += 1
            texts[-1] += f" {text}"
        row: dict[str, Json] = {"index": index, "start": place, "end": place + len(text), "words": len(words)}
        rows.append(row | {"paragraph": len(blocks) - 1, "section": 0, "topic": -1 if heading else index % 8})
        place += len(text)
        blocks[-1] |= {"end": place}  # type: ignore[operator]
        terms.append(list(words))
    order = chance.sample(range(count), count)
    lengths = np.array([rows[index]["words"] for index in order], dtype=np.intp)
    layers = layer_numbers(lengths, layer_ends(int(lengths.sum()))).tolist()
    for rank, index in enumerate(order):
        rows[index] |= _made_up(rank, layers[rank] + 1, order)
    ranking: dict[str, Json] = {
        "schema": SCHEMA,
        "language": "en",
        "query": None,
        "notes": [],
        "options": {"position": 8.0, "trade": 0.6},
        "order": list(order),
        "sentences": list(rows),
        "keyphrases": [],
        "topics": [
            {"number": n, "letter": "ABCDEFGH"[n], "name": WORDS[n], "phrases": [WORDS[n]], "sentences": [n]}
            for n in range(8)
        ],
    }
    known: dict[str, Json] = {"names": list(WORDS), "surfaces": list(WORDS), "sentences": terms}
    whole: dict[str, Json] = {"id": "", "title": f"{count} sentences", "text": "\n\n".join(texts), "blocks": blocks}
    return {**whole, "ranking": ranking, "terms": known}


def _made_up(rank: int, layer: int, order: list[int]) -> dict[str, Json]:
    """The part of a sentence that a ranking adds."""
    score = 1 - rank / len(order)
    votes: list[Json] = [{"sentence": order[rank - k], "share": 0.1} for k in (1, 2, 3)]
    carried: list[Json] = [{"text": word, "score": 1.0, "count": 3} for word in WORDS[:5]]
    return {
        "rank": rank + 1,
        "layer": layer,
        "score": score,
        "depends_on": None,
        "copy_of": None,
        "parts": {"salience": score / 2, "centrality": score / 2, "position": 0.0},
        "reasons": {
            "terms": carried,
            "votes": votes,
            "topic_rank": 1,
            "similar_to": None,
            "redundancy_penalty": 0.0,
            "text": "So.",
        },
    }


def opened_in(browser: Browser, path: Path) -> float:
    """Seconds from the address to a page that answers."""
    page = browser.new_page()
    start = time.perf_counter()
    page.goto(path.as_uri())
    page.wait_for_selector("body.ready")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    seconds = time.perf_counter() - start
    page.close()
    return seconds


def with_a_server(browser: Browser, folder: Path) -> None:
    """From a file to its ranking, and queries about it."""
    from benchmarks.bench_documents import paragraphs, pdf
    from benchmarks.bench_server import article, started

    process, url, _ = started(folder, workers=2)
    try:
        page = browser.new_page()
        seconds = []
        for number in range(4):  # the first one imports the parser
            file = folder / f"{number}.pdf"
            file.write_bytes(pdf(paragraphs(30, seed=number), 1))
            page.goto(url)
            start = time.perf_counter()
            page.set_input_files("#upload", file)
            page.wait_for_selector("#s3")
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            seconds.append(time.perf_counter() - start)
        print(
            f"PDF of 30 pages, dropped             {statistics.median(seconds[1:]):6.2f} s   (first {seconds[0]:.2f})"
        )
        text = folder / "300.txt"
        text.write_text(article(300), encoding="utf-8")
        page.goto(url)
        page.set_input_files("#upload", text)
        page.wait_for_selector("#s299")
        queries = ["water", "summer heat", "pipes", "winter", "price of heating", "lake"]
        page.evaluate(ASK, queries[:1])
        print(f"query    300 sentences, server        {middle(page.evaluate(ASK, queries))}")
    finally:
        process.terminate()
        process.wait()


def middle(times: list[float]) -> str:
    """The median and the worst."""
    return f"{statistics.median(times):6.1f} ms   (worst {max(times):.1f})"


def main() -> None:
    """Measure and print."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=FLAGS
        )
        paths = {}
        for count in (300, 2_000, 20_000):
            paths[count] = Path(folder) / f"{count}.html"
            paths[count].write_text(page_around(large(count)), encoding="utf-8")
        print(f"{browser.version}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        for count, path in paths.items():
            seconds = [opened_in(browser, path) for _ in range(3)]
            size = path.stat().st_size / 1e6
            print(f"open {count:6} sentences ({size:4.1f} MB)      {statistics.median(seconds):6.2f} s")
        for count in (2_000, 20_000):
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(paths[count].as_uri())
            page.wait_for_selector("body.ready")
            for view in ("highlight", "dim", "fold"):
                page.click(f'[data-view="{view}"][aria-pressed]')
                page.evaluate("() => scrollTo(0, document.body.scrollHeight / 3)")
                page.evaluate(MEASURE, [4, [3, 4, 5]])  # the first ones compile
                times = page.evaluate(MEASURE, [16, [2, 3, 4, 5, 7, 10, 6, 1]])
                print(f"depth {count:6} sentences, {view:9}   {middle(times)}")
            page.close()
        for count in (300, 2_000):
            page = browser.new_page()
            page.goto(paths[count].as_uri())
            page.wait_for_selector("body.ready")
            queries = ["river stone", "winter market", "letter", "cloud garden mountain", "paper engine", "light"]
            print(f"query {count:6} sentences              {middle(page.evaluate(ASK, queries))}")
        with_a_server(browser, Path(folder))
        browser.close()


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parent.parent))  # the neighbours
    main()
