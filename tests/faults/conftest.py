from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.faults.injector import Injector
from tests.faults.tracer import missing


@pytest.fixture(scope="module")
def injector(require_tool: Callable[[str, str], None]) -> Iterator[Injector]:
    """Inject faults, where the system can."""
    require_tool("ptrace", missing())
    with Injector() as one:
        yield one
