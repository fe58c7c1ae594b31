"""CNN/DailyMail: news articles with the editors' highlights as reference.

The data is either `.story` files (the article's paragraphs, then blocks of `@highlight` and one sentence) or JSON lines
with `article` and `highlights` (a string with one highlight a line, or a list).
"""

from __future__ import annotations

import re
from pathlib import Path

from sentencerank.errors import DataError
from sentencerank.evaluate.cases import Case, Reference, read_records
from sentencerank.files import Json
from sentencerank.files.compressed import without_compression

LAYOUT = "a folder of .story files, or a .jsonl file with article and highlights (the stories: cs.nyu.edu/~kcho/DMQA)"
MARK = re.compile(r"^@highlight\s*$", re.MULTILINE)


def load(path: str | Path) -> tuple[Case, ...]:
    """Return the cases of a folder of stories, of one story, or of a file of JSON lines."""
    path = Path(path)
    if path.is_file() and without_compression(path.name).endswith(".jsonl"):
        cases = tuple(_from_record(where, record) for where, record in read_records(path))
        if not cases:
            raise DataError(f"{path} is empty: give {LAYOUT}")
        return cases
    stories = [path] if path.is_file() else sorted(path.rglob("*.story"))
    if not stories:
        raise DataError(f"no stories in {path}: give {LAYOUT}")
    return tuple(map(story, stories))


def story(path: Path) -> Case:
    """Return the case of one `.story` file, named after the file."""
    article, *highlights = MARK.split(path.read_text("utf-8", errors="replace"))
    found = [" ".join(block.split()) for block in highlights]
    return _case(str(path), path.stem, article.strip(), [block for block in found if block])


def _from_record(where: str, record: dict[str, Json]) -> Case:
    article, highlights = record.get("article"), record.get("highlights")
    if isinstance(highlights, str):
        highlights = list(highlights.split("\n"))
    if not isinstance(article, str) or not isinstance(highlights, list):
        raise DataError(f"{where}: article or highlights is missing: give both, as strings")
    lines = [line.strip() for line in highlights if isinstance(line, str) and line.strip()]
    identity = record.get("id")
    return _case(where, identity if isinstance(identity, str) else where.rpartition(":")[2], article.strip(), lines)


def _case(where: str, identity: str, article: str, highlights: list[str]) -> Case:
    if not article or not highlights:
        raise DataError(f"{where}: no {'highlights' if article else 'article'}: is the file complete?")
    reference = Reference("highlights", text="\n".join(highlights))
    return Case(id=identity, text=article, references=(reference,), domain="news", structure="news")
