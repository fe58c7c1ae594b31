"""Rank the same documents with two checkouts of the package and report every difference, bit for bit.

    python scripts/compare_checkouts.py OLD NEW FILE_OR_FOLDER...

OLD and NEW are checkouts (or saved snapshots, see --save). The data are JSON Lines files with `sentences`, `text` or
`chunks` in each object, or plain documents (.txt, .md, .html, .pdf ...), which are read with `read_document`.
Exit code 1 means that an order, a score or a sentence boundary differs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

RUNS = (("ssr", "best"), ("ssr", "paper"), ("swr", "literal"))
SHOWN = 20  # differences that are printed


def snapshot(checkout: Path, data: list[Path]) -> dict[str, Any]:
    """Rank everything with one checkout, in a process of its own; a saved snapshot is read instead."""
    if checkout.is_file():
        saved: dict[str, Any] = json.loads(checkout.read_text(encoding="utf-8"))
        return saved
    environment = {**os.environ, "PYTHONPATH": str((checkout / "src").resolve()), "SENTENCERANK_MODELS": os.devnull}
    command = [sys.executable, str(Path(__file__).resolve()), "--child", *map(str, data)]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, cwd="/")
    made: dict[str, Any] = json.loads(done.stdout)
    return made


def rank_all(data: list[Path]) -> dict[str, object]:
    """What the importable package makes of every document: a digest for each way to rank it."""
    import sentencerank as sr

    found: dict[str, object] = {"package": sr.__file__}
    for path in _files(data):
        if path.suffix == ".jsonl":
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                name = f"{path.name}:{number}"
                for kind, given, query in _inputs(json.loads(line)):
                    runs = RUNS if query is None else RUNS[:1]
                    for method, reading in runs:
                        found[f"{name} {kind} {method}-{reading}"] = _digest(sr, given, query, method, reading)
        else:
            found[f"{path.name} file"] = _digest(sr, path, None, "ssr", "best")
    return found


def _inputs(record: dict[str, Any]) -> Iterator[tuple[str, Any, str | None]]:
    """The inputs in one object of a benchmark: sentences, running text, and a query with its text."""
    if "sentences" in record:
        yield "sentences", record["sentences"], None
        yield "text", " ".join(record["sentences"]), None
    if "text" in record:
        yield "text", record["text"], None
    if "chunks" in record:
        parts = [part if isinstance(part, str) else " ".join(part["sentences"]) for part in record["chunks"]]
        yield "query", "\n\n".join(map(str, parts)), record["query"]


def _digest(sr: Any, given: Any, query: str | None, method: str, reading: str) -> dict[str, object]:
    try:
        if isinstance(given, Path):
            given = sr.read_document(given)
        ranking = sr.rank(given, query=query, method=method, reading=reading)
    except sr.SentenceRankError as error:
        return {"error": type(error).__name__}
    spans = [(s.start, s.end, s.paragraph, s.section) for s in ranking.sentences]
    return {
        "order": _hash(ranking.order.tolist()),
        "scores": hashlib.sha256(ranking.scores.tobytes()).hexdigest()[:16],
        "sentences": _hash(spans),
        "rest": _hash(
            [
                ranking.language,
                ranking.structure,
                ranking.summary(words=100).indices,
                [layer.words_read for layer in ranking.layers()],
                [phrase.text for phrase in ranking.keyphrases(20)],
                [topic.name for topic in ranking.topics],
            ]
        ),
    }


def _hash(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]


def _files(data: list[Path]) -> Iterator[Path]:
    for path in data:
        yield from sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]


def main() -> int:
    """Compare, print what differs, and say how much was compared."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--save", type=Path, help="Also save the snapshot of NEW, to be given as OLD later.")
    parser.add_argument("paths", nargs="+", type=Path)
    given = parser.parse_args()
    if given.child:
        json.dump(rank_all(given.paths), sys.stdout)
        return 0
    old_path, new_path, *data = given.paths
    data = [path.resolve() for path in data]
    new = snapshot(new_path, data)
    if given.save:
        given.save.write_text(json.dumps(new), encoding="utf-8")
    old = snapshot(old_path, data)
    names = [name for name in new if name != "package"]
    differing = [name for name in names if old.get(name) != new[name]]
    for name in differing[:SHOWN]:
        before, after = old.get(name) or {}, new[name]
        fields = [field for field in {**before, **after} if before.get(field) != after.get(field)]
        print(f"{name}: {', '.join(fields)}")
    print(f"{len(names):,} rankings compared, {len(differing):,} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
