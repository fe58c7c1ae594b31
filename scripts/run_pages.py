"""Run the blocks of README and manual as a reader would, and compare what they print with what the page shows.

    python scripts/run_pages.py                    # run all pages
    python scripts/run_pages.py docs/asking.md     # run some
    python scripts/run_pages.py --write docs/*.md  # put what is printed into the pages

A page runs in an empty folder of its own, block after block: `python` as a script, `sh` as a shell session. It begins
with article.txt, which the tutorial makes. A block of `text` right after another is what that one prints; `…` in it
stands for anything, such as the name of a folder. Comments that readers do not see say what is different about the
next block:

    <!-- not run: network -->       it is not run, for one of the reasons in REASONS
    <!-- background: 8000 -->       it is a server on this port: it is started, and ends with the page
    <!-- slow -->                   it takes longer than a reader would wait, and is left out unless asked for
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

ROOT = Path(__file__).parent.parent
REASONS = {
    "network": "installs or fetches something",
    "docker": "needs Docker",
    "cluster": "needs a Spark cluster",
    "browser": "opens a browser, or waits for a reader",
    "licensed data": "needs data that may not be passed on",
    "large file": "needs vectors or a corpus of hundreds of megabytes",
    "checkout": "is run in a checkout of the repository, by other tests",
    "other environment": "needs libraries that have an environment of their own; make test-integrations runs it",
    "sketch": "shows a form, not a program",
}
LANGUAGES = ("python", "sh")
SECONDS = 120

_BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>not run|background|slow)(?:: (?P<value>[^>]+?))? -->\n)?"
    r"^```(?P<language>\w+)\n(?P<body>.*?)^```$"
    r"(?:\n+^```text\n(?P<shown>.*?)^```$)?",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A block of code on a page, and what the page shows of its output."""

    language: str
    body: str
    mark: str
    value: str
    shown: str | None
    start: int  # where its output begins and ends in the page
    end: int
    line: int


def blocks_of(text: str) -> list[Block]:
    """All blocks of code of a page, in order."""
    found = []
    for match in _BLOCK.finditer(text):
        if match["language"] in LANGUAGES:
            line = text.count("\n", 0, match.start("body"))
            where = match.span("shown")
            given = (match["mark"] or "", match["value"] or "", match["shown"], *where, line)
            found.append(Block(match["language"], match["body"], *given))
    return found


def pages() -> list[Path]:
    """Every page that may have code to run."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def article() -> Block:
    """The block of the tutorial that makes article.txt."""
    tutorial = blocks_of((ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8"))
    return next(block for block in tutorial if block.body.startswith("cat > article.txt"))


def agrees(printed: str, shown: str) -> bool:
    """Whether an output is what a page shows.

    >>> agrees("a\\nb\\nc\\n", "a\\n…\\nc\\n"), agrees("folder/a: b\\n", "…/a: b\\n"), agrees("a\\nb\\n", "a\\n")
    (True, True, False)
    """
    lines = [re.escape(line.rstrip()).replace("…", ".*") for line in shown.rstrip().splitlines()]
    plain = "\n".join(line.rstrip() for line in printed.rstrip().splitlines())
    return re.fullmatch("\n".join(lines), plain, re.DOTALL) is not None


class PageError(AssertionError):
    """A block fails, or prints something else than the page shows."""


def environment(folder: Path) -> dict[str, str]:
    """That of a reader with nothing set up: the commands of this environment, and a home in the folder."""
    places = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    home = folder / ".home"
    home.mkdir(exist_ok=True)
    return {
        "PATH": places,
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "SENTENCERANK_MODELS": str(home / "models"),
        "SPARK_LOCAL_IP": "127.0.0.1",
        **{name: os.environ[name] for name in ("JAVA_HOME",) if name in os.environ},
    }


def command(block: Block, folder: Path) -> list[str]:
    """What runs a block: a script that was pasted into a file, or a shell."""
    if block.language == "sh":
        return ["sh", "-e", "-c", block.body]
    (folder / "pasted.py").write_text(block.body, encoding="utf-8")
    return [sys.executable, "pasted.py"]


def run(block: Block, folder: Path) -> str:
    """Run a block and return what it prints."""
    done = subprocess.run(
        command(block, folder), cwd=folder, env=environment(folder), stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    if done.returncode:
        raise PageError(f"line {block.line} ends with {done.returncode}:\n{block.body}\n{done.stdout}{done.stderr}")
    # A script of ours says nothing there; Spark and training do.
    if done.stderr and block.language == "python" and not block.mark:
        raise PageError(f"line {block.line} complains:\n{block.body}\n{done.stderr}")
    return done.stdout


@contextmanager
def started(block: Block, folder: Path) -> Iterator[None]:
    """A server, from when its port answers until it is no longer needed."""
    process = subprocess.Popen(
        command(block, folder), cwd=folder, env=environment(folder), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        ends = monotonic() + SECONDS
        while monotonic() < ends and process.poll() is None:
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", int(block.value))) == 0:
                    break
            sleep(0.2)
        else:
            raise PageError(f"line {block.line} does not listen:\n{block.body}")
        yield
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=30)


def free_port() -> str:
    """A port that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return str(one.getsockname()[1])


def run_page(text: str, folder: Path, *, slow: bool = True) -> list[tuple[Block, str]]:
    """Run all blocks of a page that can run, and return each with what it printed."""
    for port in {block.value for block in blocks_of(text) if block.mark == "background"}:
        text = re.sub(rf"\b{port}\b", free_port(), text)
    run(article(), folder)
    done = []
    with ExitStack() as servers:
        for block in blocks_of(text):
            if block.mark == "background":
                servers.enter_context(started(block, folder))
            elif block.mark != "not run" and (slow or block.mark != "slow"):
                done.append((block, run(block, folder)))
    return done


def check(text: str, folder: Path, *, slow: bool = True) -> None:
    """Fail at the first block that fails or prints something else than the page shows."""
    for block, printed in run_page(text, folder, slow=slow):
        if block.shown is not None and not agrees(printed, block.shown):
            raise PageError(f"line {block.line} shows\n{block.shown}\nand prints\n{printed}")


def written(text: str, folder: Path) -> str:
    """The page with what its blocks print, where it shows something that does not agree."""
    outputs = {block.line: printed for block, printed in run_page(text, folder)}
    for block in reversed(blocks_of(text)):
        printed = outputs.get(block.line)
        if block.shown is None or printed is None:
            continue
        if block.shown.strip() == "…" or not agrees(printed, block.shown):
            text = text[: block.start] + printed.rstrip() + "\n" + text[block.end :]
    return text


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the pages that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", type=Path)
    parser.add_argument("--write", action="store_true", help="put what is printed into the pages")
    given = parser.parse_args(arguments)
    for path in given.pages or pages():
        text = path.read_text(encoding="utf-8")
        begun = monotonic()
        with tempfile.TemporaryDirectory() as folder:
            if given.write:
                path.write_text(written(text, Path(folder)), encoding="utf-8")
            else:
                check(text, Path(folder))
        print(f"{monotonic() - begun:6.1f} s  {path}")


if __name__ == "__main__":
    main()
