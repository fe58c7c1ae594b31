"""Rank an article and show it: the first layer, the best in place, keyphrases, topics, and the time it took."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from shutil import get_terminal_size
from time import perf_counter

started = perf_counter()

import sentencerank as sr  # noqa: E402 - the time to load it is part of what is shown
from sentencerank.cli import terminal  # noqa: E402
from sentencerank.cli.wrap import wrapped  # noqa: E402

ARTICLE = Path(__file__).parent.parent / "examples" / "article.txt"


def main() -> None:
    """Print the demonstration; in colours on a terminal."""
    text = ARTICLE.read_text(encoding="utf-8")
    ranker = sr.Ranker()
    ranker.rank(text)
    loaded = perf_counter()
    ranking = ranker.rank(text)
    done = perf_counter()

    color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    page = terminal.Page(min(get_terminal_size().columns, terminal.WIDEST), color)
    layers = ranking.layers()
    parts = (
        (f"In {terminal.duration(layers[0].minutes)}: the first layer", first_layer(layers, page)),
        (
            "The whole article, the best fifth of it highlighted",
            terminal.ranking_view(ranking, ranking.summary(ratio=0.2), page),
        ),
        ("Keyphrases and topics", terminal.keyphrases_view(ranking.keyphrases(8), ranking.topics, page)),
    )
    for title, lines in parts:
        print(page.style(f"── {title} ".ljust(page.width, "─"), "heading"), *lines, sep="\n", end="\n\n")
    print(
        f"{len(ranking)} sentences ranked in {1000 * (done - loaded):.0f} ms, "
        f"after {loaded - started:.1f} s to load the library and its model."
    )
    print("Try it: .venv/bin/sentencerank layers examples/article.txt    .venv/bin/sentencerank --help")


def first_layer(layers: tuple[sr.Layer, ...], page: terminal.Page) -> list[str]:
    """Return the sentences of the first layer, and how long the next layers would take."""
    lines = [line for sentence in layers[0].sentences for line in wrapped(sentence.text, page.width)]
    times = " · ".join(f"{terminal.duration(layer.minutes)}" for layer in layers[1:])
    return [*(page.style(line, "first") for line in lines), page.style(f"then, layer by layer: {times}", "faint")]


if __name__ == "__main__":
    main()
