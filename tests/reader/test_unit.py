"""The pure parts of the page, tested by node without a browser."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_pure_modules(require_tool: Callable[[str, str], None]) -> None:
    node = shutil.which("node")
    require_tool("node", "" if node else "install Node.js")
    assert node is not None
    files = sorted(map(str, (ROOT / "tests" / "reader" / "unit").glob("*.test.js")))
    done = subprocess.run([node, "--test", *files], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout[-5000:]
