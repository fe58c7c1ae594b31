"""Real texts of a wanted size, each new to whoever ranks it: prose that every computer with Python has, or a folder.

Without a folder there are two genres: *manuals*, from the documentation of Python's packages and of Debian's, and
*licences*. With a folder (or files) every JSON Lines file with `sentences` or `text` is a genre, and so are its plain
texts (.txt). No sentence is in two texts. Sentences are counted by full stops, the same way for everybody.
"""

from __future__ import annotations

import ast
import gzip
import json
import random
import re
import site
import sysconfig
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]?[A-Z])")
_PROSE = re.compile(r"[A-Z][^{}<>|=\\]*[.!?][\"')]*", re.DOTALL)
_SHORTEST = 40  # characters of a paragraph
_LONGEST = 6  # sentences of one
_MOST = 400_000  # characters of a file that are read
_LONG = 2000  # sentences from which one text is enough for a genre
Paragraph = tuple[str, int]  # and how many sentences it has


def gather(data: Iterable[Path], enough: int) -> dict[str, list[list[Paragraph]]]:
    """Return genre → documents → paragraphs with about `enough` sentences, in an order that is the same every time."""
    total = 0
    found: dict[str, list[list[Paragraph]]] = defaultdict(list)
    seen: set[str] = set()
    for genre, text in _given(data) if data else _installed():
        paragraphs = [one for one in _paragraphs(text) if one not in seen]
        seen.update(paragraphs)
        if paragraphs:
            found[genre].append([piece for one in dict.fromkeys(paragraphs) for piece in _pieces(one)])
            total += sum(count for _, count in found[genre][-1])
        if total > enough and not data:
            break
    for documents in found.values():
        random.Random(0).shuffle(documents)
    return found


def texts(found: dict[str, list[list[Paragraph]]], sentences: int, count: int) -> list[tuple[str, str]]:
    """Return `count` texts of about so many sentences with their genres, by turns; fewer if there is not enough.

    A short text is the beginning of one document; a long one is made of several in a row.
    """
    queues = {genre: _texts(documents, sentences) for genre, documents in found.items()}
    if sentences > _LONG:
        queues = {"all genres": _texts([one for documents in found.values() for one in documents], sentences)}
    made: list[tuple[str, str]] = []
    while queues and len(made) < count:
        for genre in list(queues):
            text = next(queues[genre], None)
            if text is None:
                del queues[genre]
            elif len(made) < count:
                made.append((genre, text))
    return made


def _texts(documents: list[list[Paragraph]], sentences: int) -> Iterator[str]:
    parts: list[str] = []
    have = 0
    for document in documents:
        if sentences <= 100:
            parts, have = [], 0
        for paragraph, count in document:
            parts.append(paragraph)
            have += count
            if have >= sentences:
                yield "\n\n".join(parts)
                parts, have = [], 0


def _given(data: Iterable[Path]) -> Iterator[tuple[str, str]]:
    for place in data:
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.suffix == ".jsonl":
                for line in path.read_text(encoding="utf-8").splitlines():
                    record = json.loads(line)
                    # Sentences that somebody split are put together by fives, as paragraphs are.
                    some = record.get("sentences") or []
                    joined = "\n\n".join(" ".join(some[k : k + 5]) for k in range(0, len(some), 5))
                    if record.get("language", "en") == "en" and (text := record.get("text") or joined):
                        yield path.stem.removesuffix("_dev"), text
            elif path.suffix == ".txt":
                yield place.name, path.read_text(encoding="utf-8", errors="ignore")


def _installed() -> Iterator[tuple[str, str]]:
    for folder in map(Path, site.getsitepackages()):
        for path in sorted(folder.glob("*.dist-info/**/*")):
            if re.fullmatch(r"(LICEN[CS]E|COPYING)[\w.-]*", path.name) and path.is_file():
                yield "licences", _read(path)
    for path in sorted(Path("/usr/share/doc").rglob("*")):
        if re.fullmatch(r"(README|NEWS|FAQ|HACKING|INSTALL)[\w.-]*|.*\.txt(\.gz)?", path.name) and path.is_file():
            yield "manuals", _read(path)
    for folder in (Path(sysconfig.get_path("stdlib")), *map(Path, site.getsitepackages())):
        for path in folder.rglob("*.py"):
            if "test" not in str(path) and path.stat().st_size > 3000:
                yield "manuals", _docstrings(_read(path))


def _read(path: Path) -> str:
    try:
        content = path.read_bytes()
        return (gzip.decompress(content) if path.suffix == ".gz" else content)[:_MOST].decode("utf-8")
    except (OSError, UnicodeDecodeError, EOFError):
        return ""


def _docstrings(source: str) -> str:
    try:
        nodes = ast.walk(ast.parse(source))
    except (SyntaxError, ValueError):
        return ""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef
    return "\n\n".join(ast.get_docstring(node) or "" for node in nodes if isinstance(node, kinds))


def _pieces(paragraph: str) -> Iterator[Paragraph]:
    """Yield a paragraph, or several where it is long, so that texts end where they should."""
    sentences = _END.split(paragraph)
    for start in range(0, len(sentences), _LONGEST):
        some = sentences[start : start + _LONGEST]
        yield " ".join(some), len(some)


def _paragraphs(text: str) -> list[str]:
    """Return the paragraphs that are running prose, each in one line."""
    joined = (" ".join(part.split()) for part in re.split(r"\n\s*\n", text))
    return [one for one in joined if len(one) >= _SHORTEST and "--" not in one and _PROSE.fullmatch(one)]
