"""The process that hostile files are given to: it calls one function of the library for each, and says what came of it.

Run as `python -m tests.hostile.probe ENTRANCE`. Each request is a line of JSON with the name of the file and its size,
then its bytes. Each answer is a line of JSON.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import sys
from collections.abc import Callable
from pathlib import Path

MOST_MEMORY = 3 << 30  # bytes of address space, so that a defect costs this process and not the computer


def read(data: bytes, name: str) -> str:
    """`read_document`, as it comes."""
    from sentencerank import read_document

    return json.dumps(read_document(data, name=name).to_dict())


def rank(data: bytes, name: str) -> str:
    """`rank`, for files that are text."""
    from sentencerank import rank

    return json.dumps(rank(data.decode(), id=name).to_dict())


def page(data: bytes, name: str) -> str:
    """`read -o`: the page of the reader."""
    from sentencerank.reader.local import Source, write_page

    target = Path("page.html")
    try:
        write_page(Source(name, data), target)
        return target.read_text(encoding="utf-8")
    finally:
        target.unlink(missing_ok=True)


ENTRANCES: dict[str, Callable[[bytes, str], str]] = {"read": read, "rank": rank, "page": page}


def answer(entrance: Callable[[bytes, str], str], data: bytes, name: str) -> dict[str, object]:
    """Say what an entrance makes of a file."""
    from sentencerank.errors import SentenceRankError

    try:
        found = entrance(data, name)
    except SentenceRankError as error:
        return {"result": "refused", "error": type(error).__name__, "message": str(error)}
    except Exception as error:
        return {"result": "failed", "error": type(error).__name__, "message": str(error)[:500]}
    digest = hashlib.sha256(found.encode("utf-8", "surrogatepass")).hexdigest()
    from tests.hostile.kind import SECRET

    return {"result": "read", "digest": digest, "leaked": SECRET in found}


def main() -> None:
    """Answer until the input ends. Answers take the place of standard output, which parsers may write to."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    entrance = ENTRANCES[sys.argv[1]]
    while line := requests.readline():
        request = json.loads(line)
        reply = answer(entrance, requests.read(request["size"]), request["name"])
        answers.write(json.dumps(reply) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
