"""Time what a newcomer does first, in empty environments, and print it as the table of docs/install.md.

    python scripts/time_first_steps.py            # print it
    python scripts/time_first_steps.py --write    # put it into the page

It builds the wheel, installs it as pip does, ranks, and waits until the reader answers; then it clones the repository
and runs `make demo` twice. It needs a package index, and its times are by the clock: a network and a machine decide
most of them.
"""

from __future__ import annotations

import argparse
import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "install.md"


def timed(work: Callable[[], object]) -> float:
    """Return how many seconds something takes."""
    begun = monotonic()
    work()
    return monotonic() - begun


def run(*command: str | Path, folder: Path) -> None:
    """Run a command as somebody with an empty home would."""
    environment = {**os.environ, "HOME": str(folder), "VIRTUAL_ENV": ""}
    subprocess.run(list(map(str, command)), cwd=folder, env=environment, check=True, capture_output=True)


def reader_opens(command: Path, folder: Path) -> None:
    """Start the reader and return when its page is there."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    arguments = ("read", "--no-browser", "--no-token", "--port", str(port), "article.txt")
    environment = {**os.environ, "HOME": str(folder)}
    process = subprocess.Popen(
        [command, *arguments], cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(600):
            try:
                with urlopen(f"http://127.0.0.1:{port}/", timeout=5) as page:
                    assert page.read(15).lower() == b"<!doctype html>"
                return
            except OSError:
                sleep(0.05)
        raise TimeoutError("the reader does not answer")
    finally:
        process.terminate()
        process.wait(timeout=30)


def steps(folder: Path) -> list[tuple[str, float]]:
    """Do everything, and return each command with its seconds."""
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "dist", folder=ROOT)
    (wheel,) = (folder / "dist").glob("*.whl")
    (folder / "article.txt").write_text((ROOT / "examples" / "article.txt").read_text(encoding="utf-8"))
    place = folder / "new" / "bin"
    pip = (place / "pip", "install", "--quiet", "--disable-pip-version-check")
    found = [
        ("python -m venv new", timed(lambda: run(sys.executable, "-m", "venv", "new", folder=folder))),
        ("pip install sentencerank", timed(lambda: run(*pip, wheel, folder=folder))),
        (
            "sentencerank rank article.txt",
            timed(lambda: run(place / "sentencerank", "rank", "article.txt", folder=folder)),
        ),
        ("pip install 'sentencerank[serve]'", timed(lambda: run(*pip, f"{wheel}[serve]", folder=folder))),
        (
            "sentencerank read article.txt, until the page is there",
            timed(lambda: reader_opens(place / "sentencerank", folder)),
        ),
    ]
    clone = folder / "clone"
    run("git", "clone", "--quiet", ROOT, clone, folder=folder)
    found.append(("make demo, in a fresh clone", timed(lambda: run("make", "demo", folder=clone))))
    found.append(("make demo, again", timed(lambda: run("make", "demo", folder=clone))))
    return found


def main() -> None:
    """Print the table, or put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = [
            f"| `{name.partition(',')[0]}`{''.join(name.partition(',')[1:])} | {time:.1f} |"
            for name, time in steps(Path(folder))
        ]
    made = "\n".join(["| command | seconds |", "| --- | ---: |", *rows]) + "\n"
    if asked.write:
        text = PAGE.read_text(encoding="utf-8")
        marks = r"(<!-- measured: time_first_steps -->\n\n).*?(?=\n<!-- end -->)"
        PAGE.write_text(re.sub(marks, lambda match: match[1] + made, text, flags=re.DOTALL), encoding="utf-8")
    print(made)


if __name__ == "__main__":
    main()
