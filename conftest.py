"""For the tests and for the examples in docstrings."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from sentencerank.extras import is_there
from sentencerank.languages.registry import registered_packs

settings.register_profile("any machine", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("any machine")
signal.signal(
    signal.SIGINT, signal.default_int_handler
)  # a shell's background job ignores it, and so would what tests start
os.environ["SENTENCERANK_MODELS"] = os.devnull  # the models of whoever runs the tests change nothing

# An adapter cannot be imported, and so not be searched for examples, where its library is not installed.
_ADAPTERS = {
    "haystack": "haystack",
    "langchain": "langchain_core",
    "llama_index": "llama_index",
    "mcp": "mcp",
    "pandas": "pandas",
    "spacy": "spacy",
}
collect_ignore = [f"src/sentencerank/integrations/{name}.py" for name, one in _ADAPTERS.items() if not is_there(one)]


def _state() -> dict[str, object]:
    """What a test could change for those after it."""
    ours = {name: value for name, value in os.environ.items() if "SENTENCERANK" in name}  # libraries set their own
    return {"languages": registered_packs(), "folder": Path.cwd(), "environment": ours}


@pytest.fixture(autouse=True)
def leaves_nothing_behind() -> Iterator[None]:
    """Whatever a test or an example changes for the whole process it also puts back."""
    before = _state()
    yield
    assert _state() == before, "this test changed the state of the process: undo it at its end"


@pytest.fixture(scope="session")
def require_tool() -> Callable[[str, str], None]:
    """Skip by name what needs a tool that is missing, told by a remedy; where CI=true, fail instead.

    `require_tool("ROUGE-1.5.5", "apt install perl")` skips, `require_tool("ROUGE-1.5.5", "")` goes on.
    """

    def check(name: str, remedy: str) -> None:
        if remedy and os.environ.get("CI") == "true":
            pytest.fail(f"this must run here and needs {name}: {remedy}")
        if remedy:
            pytest.skip(f"needs {name}: {remedy}")

    return check


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what did not run, so that a green line is not taken for more than it is."""
    reasons: dict[str, int] = {}
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reasons[reason] = reasons.get(reason, 0) + 1
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"not run: {count} × {reason.removeprefix('Skipped: ')}")
