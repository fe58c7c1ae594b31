"""Draw what a command prints on a terminal as an SVG: docs/images/terminal.svg.

    python scripts/terminal_picture.py

Runs `sentencerank rank examples/article.txt --color` and turns the colours of the terminal into text of an image, so
that the picture in the README is the real output and can be made again after every change.
"""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "images" / "terminal.svg"
COLUMNS, LINES = 100, 34
WIDTH, HEIGHT, LEFT, TOP = 8.43, 19, 16, 46  # of a character at 14 px, and the margins
PROMPT = "$ sentencerank rank examples/article.txt"
STYLES = {
    "1": 'font-weight="700"',
    "2": 'opacity=".55"',
    "33": 'fill="#e5b567"',
    "36": 'fill="#7fb8c9"',
    "30": 'fill="#20242b"',
}
SPACE = "\N{NO-BREAK SPACE}"  # SVG would collapse the others
MARK = re.compile(r"\x1b\[([\d;]*)m")


def output() -> str:
    """Return what the command prints, colours included."""
    command = [sys.executable, "-m", "sentencerank", "rank", "--color", "--text", "examples/article.txt"]
    environment = {**os.environ, "COLUMNS": str(COLUMNS)}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout


def spans(line: str) -> list[tuple[str, list[str]]]:
    """Return a line as pieces of text with the codes in force: [("heat", ["1"])]."""
    found: list[tuple[str, list[str]]] = []
    codes: list[str] = []
    position = 0
    for mark in MARK.finditer(line):
        if mark.start() > position:
            found.append((line[position : mark.start()], codes))
        codes = [code for code in mark.group(1).split(";") if code not in ("", "0")]
        position = mark.end()
    if position < len(line):
        found.append((line[position:], codes))
    return found


def drawn(line: str, number: int) -> str:
    """Return one line of the terminal as SVG; a highlighted piece gets a rectangle behind it."""
    y = TOP + number * HEIGHT
    column, parts = 0, []
    for text, codes in spans(line):
        x = LEFT + column * WIDTH
        if "43" in codes:
            width = len(text) * WIDTH + 4
            parts.append(f'<rect x="{x - 2:.1f}" y="{y - 14}" width="{width:.1f}" height="{HEIGHT}" fill="#e5c07b"/>')
        style = " ".join(STYLES[code] for code in codes if code in STYLES)
        parts.append(
            f'<text x="{x:.1f}" y="{y}" textLength="{len(text) * WIDTH:.1f}" lengthAdjust="spacingAndGlyphs" {style}>'
            f"{html.escape(text).replace(' ', SPACE)}</text>"
        )
        column += len(text)
    return "".join(parts)


def picture(lines: list[str]) -> str:
    """Return the window with its lines."""
    width, height = 2 * LEFT + COLUMNS * WIDTH, TOP + len(lines) * HEIGHT + 6
    body = "\n".join(drawn(line, number) for number, line in enumerate(lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
        f'font-family="ui-monospace, SFMono-Regular, Menlo, DejaVu Sans Mono, monospace" font-size="14" '
        f'fill="#d7dae0">\n<title>sentencerank on a terminal</title>\n'
        f'<rect width="100%" height="100%" rx="8" fill="#20242b"/>\n'
        f'<circle cx="20" cy="17" r="5.5" fill="#e06c75"/><circle cx="38" cy="17" r="5.5" fill="#e5c07b"/>'
        f'<circle cx="56" cy="17" r="5.5" fill="#98c379"/>\n{body}\n</svg>\n'
    )


def main() -> None:
    """Write the picture."""
    lines = [PROMPT, *output().split("\n")][:LINES]
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(picture(lines), encoding="utf-8")
    print(f"{TARGET.relative_to(ROOT)}: {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
