"""Thousands of damaged files through the sandbox: each is read or refused, none hangs or kills the reader.

Not part of the usual run: python -m pytest -m slow tests/documents/test_mutations.py
"""

from __future__ import annotations

import io
import random
import zipfile
from collections import Counter
from collections.abc import Callable

import pytest

from sentencerank.documents import Limits
from sentencerank.documents.sandbox import Worker
from sentencerank.errors import DocumentError
from tests.documents.samples import (
    MARKDOWN,
    PAGE,
    SRT,
    STORY,
    TRANSCRIPT,
    VTT,
    docx,
    epub,
    mail,
    mbox,
    parts,
    reportlab_pdf,
    zipped,
)

COUNT = 2_000
_PAPER = [("Heading1", "Rain"), *[("BodyText", " ".join(STORY))] * 12]

SEEDS: dict[str, Callable[[], list[bytes]]] = {
    "text": lambda: [
        "\n\n".join(STORY).encode(),
        "\n\n".join(STORY).encode("utf-16"),
        "雨が降る。".encode("shift_jis"),
    ],
    "markdown": lambda: [MARKDOWN.encode()],
    "html": lambda: [PAGE.encode()],
    "pdf": lambda: [reportlab_pdf(1, _PAPER), reportlab_pdf(2, _PAPER)],
    "docx": lambda: [docx()],
    "epub": lambda: [epub()],
    "email": lambda: [mail(html=PAGE, attachment=True).as_bytes(), mail("", "", PAGE).as_bytes()],
    "mbox": lambda: [mbox([mail("One", html=PAGE), mail("Two")])],
    "subtitles": lambda: [SRT.encode(), VTT.encode()],
    "transcript": lambda: [TRANSCRIPT.encode()],
}


def mutated(data: bytes, r: random.Random) -> bytes:
    """A file with a few bytes changed, taken out, doubled or moved, or cut short."""
    changed = bytearray(data)
    for _ in range(r.choice((1, 1, 2, 5, 20))):
        place = r.randrange(len(changed) + 1)
        length = r.choice((1, 1, 4, 16, 200))
        match r.randrange(6):
            case 0:
                changed[place : place + 1] = bytes([r.randrange(256)])
            case 1:
                del changed[place : place + length]
            case 2:
                changed[place:place] = changed[place : place + length] * r.choice((1, 2, 30))
            case 3:
                changed[place : place + length] = r.randbytes(length)
            case 4:
                changed[place:place] = r.choice(
                    (b"<", b">", b"\0", b"-1", b"99999999999", b"&", b"\n", b"\xff\xfe", b"]]>")
                )
            case 5 if r.random() < 0.1:
                del changed[place:]
    return bytes(changed)


def mutated_inside(data: bytes, r: random.Random) -> bytes:
    """An archive with a damaged member; in one of three the archive itself is damaged."""
    if r.random() < 0.3:
        return mutated(data, r)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members: dict[str, str | bytes] = {name: archive.read(name) for name in archive.namelist()}
    name = r.choice([name for name in members if name.endswith(("ml", "opf", "rels"))])
    content = members[name]
    assert isinstance(content, bytes)
    return zipped({**members, name: mutated(content, r)})


@pytest.mark.slow
@pytest.mark.parametrize("kind", SEEDS)
def test_mutated_files(kind: str, pytestconfig: pytest.Config) -> None:
    if "slow" not in pytestconfig.option.markexpr:
        pytest.skip("thousands of mutated files: pytest -m slow tests/documents")
    r = random.Random(kind)
    seeds = SEEDS[kind]()
    mutate = mutated_inside if kind in ("docx", "epub") else mutated
    outcomes: Counter[str] = Counter()
    failures = []
    with Worker(Limits(seconds=20, memory=512 << 20)) as worker:
        for number in range(COUNT):
            data = mutate(r.choice(seeds), r)
            try:
                parts(worker.read(data, kind=kind if number % 2 else None))
                outcomes["read"] += 1
            except DocumentError as error:
                message = str(error)
                if any(words in message for words in ("broke down", "was stopped", "of memory", "cannot be read as")):
                    failures.append((number, message))
                outcomes["refused"] += 1
    assert not failures, f"{kind}: {dict(outcomes)}"
    print(f"{kind}: {dict(outcomes)}")  # noqa: T201
