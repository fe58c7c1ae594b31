"""README and manual: every block runs as a reader would run it, and prints what the page shows."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from scripts import measure_docs, run_pages

from tests.texts import ROOT

PAGES = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in run_pages.pages()}
BLOCKS = {name: run_pages.blocks_of(text) for name, text in PAGES.items()}
# Why blocks do not run, and how many: whoever adds one says so here.
NOT_RUN = {
    "browser": 1,
    "checkout": 1,
    "cluster": 2,
    "docker": 1,
    "large file": 3,
    "licensed data": 1,
    "network": 5,
    "other environment": 3,
    "sketch": 2,
}
TOOLS = {
    "docs/serving.md": ("curl", "apt-get install curl"),
    "docs/spark.md": ("java", "apt-get install default-jre-headless"),
}


def runs(name: str, *, slow: bool) -> bool:
    marks = {block.mark for block in BLOCKS[name]} - {"not run"}
    return bool(marks) and ("slow" in marks) == slow


@pytest.mark.parametrize("name", [name for name in PAGES if runs(name, slow=False)])
def test_every_block_runs_and_prints_what_the_page_shows(
    name: str, tmp_path: Path, require_tool: Callable[[str, str], None]
) -> None:
    if name in TOOLS:
        tool, remedy = TOOLS[name]
        require_tool(tool, "" if shutil.which(tool) else remedy)
    run_pages.check(PAGES[name], tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in PAGES if runs(name, slow=True)])
def test_every_slow_page_runs_too(name: str, tmp_path: Path, require_tool: Callable[[str, str], None]) -> None:
    if name in TOOLS:
        tool, remedy = TOOLS[name]
        require_tool(tool, "" if shutil.which(tool) else remedy)
    run_pages.check(PAGES[name], tmp_path)


def test_what_does_not_run_is_counted_and_has_a_reason() -> None:
    found = Counter(block.value for blocks in BLOCKS.values() for block in blocks if block.mark == "not run")
    assert set(found) <= set(run_pages.REASONS)
    assert dict(found) == NOT_RUN
    assert sum(len(blocks) for blocks in BLOCKS.values()) > 3 * sum(found.values())


def test_every_fence_is_of_a_language_that_somebody_checks() -> None:
    checked = {"python", "sh", "text", "json", "toml", "nginx", "toctree", "eval"}
    for name, text in PAGES.items():
        opened = re.findall(r"^```(.*)$", text, re.MULTILINE)[::2]
        assert {re.match(r"\{?(\w*)", line)[1] for line in opened} <= checked, name  # type: ignore[index]


def test_data_on_the_pages_can_be_parsed() -> None:
    for text in PAGES.values():
        for body in re.findall(r"^```json\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            json.loads(body)
        for body in re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            tomllib.loads(body)


def test_every_extra_that_a_page_installs_exists() -> None:
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for name, text in PAGES.items():
        for extras in re.findall(r"install '?sentencerank\[([\w,-]+)\]", text):
            assert set(extras.split(",")) <= set(known), name


def test_a_block_that_prints_something_else_is_noticed(tmp_path: Path) -> None:
    page = "```sh\necho one\n```\n\n```text\n{}\n```\n"
    run_pages.check(page.format("one"), tmp_path)
    with pytest.raises(run_pages.PageError, match="prints"):
        run_pages.check(page.format("two"), tmp_path)
    with pytest.raises(run_pages.PageError, match="ends with 1"):
        run_pages.check("```sh\nfalse\n```\n", tmp_path)
    assert run_pages.written(page.format("two"), tmp_path) == page.format("one")


def test_the_manual_is_short() -> None:
    manual = measure_docs.manual(measure_docs.pages())
    assert sum(len(measure_docs.words_of(text)) for text in manual.values()) <= measure_docs.LIMIT


def test_a_newcomer_has_run_something_within_300_words() -> None:
    assert measure_docs.words_until_run(PAGES["README.md"]) <= measure_docs.FIRST


@pytest.mark.parametrize("script", ["measure_install", "time_first_steps"])
def test_measured_tables_have_their_place(script: str) -> None:
    assert re.search(rf"<!-- measured: {script} -->\n\n\|.*?\n\n<!-- end -->", PAGES["docs/install.md"], re.DOTALL)
