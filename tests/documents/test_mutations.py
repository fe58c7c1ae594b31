"""Thousands of damaged files through the sandbox: each is read or refused, none hangs or kills the reader.

The usual run tries a few; all of them: python -m tests.documents.test_mutations (writes results/mutations.md)
"""

from __future__ import annotations

import io
import random
import sys
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from sentencerank.documents import Limits, SafeReader
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


@dataclass
class Outcome:
    """What became of the mutated files of one kind."""

    read: int = 0
    refused: int = 0
    slowest: float = 0.0  # seconds
    failures: list[tuple[int, str]] = field(default_factory=list)  # the reader hung, broke down or ran out of memory


def read_mutated(kind: str, count: int) -> Outcome:
    """Damage files of a kind and read them in one process."""
    r = random.Random(kind)
    seeds = SEEDS[kind]()
    mutate = mutated_inside if kind in ("docx", "epub") else mutated
    outcome = Outcome()
    with SafeReader(Limits(seconds=20, memory=512 << 20)) as reader:
        for number in range(count):
            data = mutate(r.choice(seeds), r)
            began = time.monotonic()
            try:
                parts(reader.read(data, kind=kind if number % 2 else None))
                outcome.read += 1
            except DocumentError as error:
                if any(
                    words in str(error) for words in ("broke down", "was stopped", "of memory", "cannot be read as")
                ):
                    outcome.failures.append((number, str(error)))
                outcome.refused += 1
            outcome.slowest = max(outcome.slowest, time.monotonic() - began)
    return outcome


@pytest.mark.parametrize("kind", SEEDS)
def test_a_few_mutated_files(kind: str) -> None:
    assert not read_mutated(kind, 25).failures


@pytest.mark.slow
@pytest.mark.parametrize("kind", SEEDS)
def test_mutated_files(kind: str) -> None:
    assert not read_mutated(kind, COUNT).failures


PAGE_TEXT = f"""# Damaged files

`python -m tests.documents.test_mutations`: {COUNT:,} files of each kind, made from good ones by changing, taking out,
doubling or moving a few bytes (inside the archive for DOCX and EPUB), read in the sandbox with 20 s and 512 MB each.
Every second one is read by its content, the others as the kind they were. *Failed*: the reader hung, broke down or ran
out of memory, so that the sandbox had to end it. Times include waiting for the processor.

| kind | read | refused with a reason | failed | slowest, s |
| --- | ---: | ---: | ---: | ---: |
"""


def main() -> None:
    """Write the outcome of the long run as a page."""
    rows = []
    for kind in SEEDS:
        outcome = read_mutated(kind, COUNT)
        refused = outcome.refused - len(outcome.failures)
        rows.append(f"| {kind} | {outcome.read:,} | {refused:,} | {len(outcome.failures)} | {outcome.slowest:.2f} |\n")
        sys.stderr.write(rows[-1])
    Path("results/mutations.md").write_text(PAGE_TEXT + "".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
