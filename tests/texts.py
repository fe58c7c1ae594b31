"""The sample texts of the tests, all written for this project."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent
TEXTS = {
    "article": (ROOT / "examples" / "article.txt").read_text(encoding="utf-8"),
    **{path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests" / "data").glob("*.txt"))},
}
ARTICLE = TEXTS["article"]
