from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.evaluate import original


@pytest.fixture(scope="session")
def original_rouge(tmp_path_factory: pytest.TempPathFactory, require_tool: Callable[[str, str], None]) -> Path:
    """The original script, copied and given its exception database; skipped by name, and never on CI."""
    require_tool("ROUGE-1.5.5", original.missing())
    return original.install(tmp_path_factory.mktemp("original"))
