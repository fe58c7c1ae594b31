"""Every kind of hostile file through `read_document`: read or refused in a line, soon, cheaply, and without a trace."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import pytest

from sentencerank.documents import Limits, read_document
from sentencerank.errors import DocumentError
from tests.documents.samples import CONTAINER, RAIN, zipped
from tests.hostile.archives import one
from tests.hostile.bait import bait
from tests.hostile.kind import BAIT, HONEST, Kind, numbered
from tests.hostile.kinds import GROUPS, KINDS, STOPPERS
from tests.hostile.trial import Outcome, Prober, message_faults
from tests.hostile.watch import Watch

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are measured as Linux tells")

# What some refusals have to say.
WORDS = {
    "bytes-none": "empty", "bytes-noise": "not text|unknown", "bytes-zero-tail": "NUL|control",
    "bytes-control": "control",
    "foreign-png": "picture", "foreign-old-word": r"save it as \.docx", "foreign-rtf": "RTF",
    "foreign-gzip-bomb": "unpack",
    "foreign-elf": "program", "zip-bomb": "when unpacked", "zip-lying-size": "damaged", "zip-65536-members": "members",
    "zip-no-document": "archives are not opened", "zip-spreadsheet": r"save it as \.docx", "zip-cut": "damaged",
    "zip-empty": "archives are not opened", "zip-encrypted": "password", "xml-laughs": "entities",
    "xml-outside-file": "entities", "xml-deep": "levels deep", "html-deep-div": "levels deep",
    "epub-deep-chapter": "levels deep", "epub-protected": "DRM", "mail-deep-parts": "parts|damaged",
    "pdf-header-alone": "PDF is damaged", "pdf-cut": "PDF is damaged|no text|none of the",
    "pdf-noise": "PDF is damaged", "pdf-password": "password", "pdf-scanned": "OCR",
    "mail-text-attached": "no text of its own",
    "vtt-nothing": "no cue",
}  # fmt: skip


@dataclass(frozen=True)
class Setup:
    """The process that reads, and what the server saw that no one should ask."""

    prober: Prober
    visitors: list[bytes]


@pytest.fixture(scope="module")
def setup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Setup]:
    with bait() as visitors, Prober("read", tmp_path_factory.mktemp("hostile") / "place") as prober:
        yield Setup(prober, visitors)


def faulty(outcomes: list[Outcome]) -> dict[str, tuple[str, ...]]:
    """The kinds with which something is wrong."""
    return {outcome.kind: outcome.faults for outcome in outcomes if outcome.faults}


@pytest.mark.parametrize("group", GROUPS)
def test_hostile_files_are_read_or_refused_soon_and_cheaply(setup: Setup, group: str) -> None:
    outcomes = [setup.prober.outcome(kind, kind.make()) for kind in GROUPS[group]]
    assert faulty(outcomes) == {}
    for outcome in outcomes:
        if outcome.kind in WORDS:
            assert re.search(WORDS[outcome.kind], outcome.message), outcome


@pytest.mark.parametrize("name", STOPPERS)
def test_the_files_that_stopped_the_first_version_have_the_same_outcome_twice(setup: Setup, name: str) -> None:
    first, second = (setup.prober.outcome(KINDS[name], KINDS[name].make()) for _ in range(2))
    assert first.same == second.same
    assert not first.faults + second.faults


# After the others: this ends the process.
def test_no_one_was_asked_and_nothing_was_written(setup: Setup) -> None:
    assert setup.prober.outcome(KINDS["html-resources"], KINDS["html-resources"].make()).result == "read"
    assert setup.visitors == []
    assert setup.prober.leftovers == []
    assert not Path("/tmp/evil").exists()


def test_the_bait_sees_who_asks_it(setup: Setup) -> None:
    with pytest.raises(OSError, match=r"."):
        urlopen(BAIT, timeout=5)
    assert setup.visitors[-1].startswith(b"GET /bait")


def test_there_are_many_kinds_and_each_has_a_name_of_its_own() -> None:
    kinds = [kind for group in GROUPS.values() for kind in group]
    assert len(kinds) == len(KINDS) >= 900
    assert all(kind.attack.endswith(".") for kind in kinds)
    assert len(KINDS["html-comments-355"].make()) == 355
    assert len(KINDS["pdf-form-draws-itself"].make()) == 878


def test_the_same_kind_is_the_same_file_every_time() -> None:
    changing = [kind.name for kind in list(KINDS.values())[::9] if kind.make() != kind.make()]
    assert changing == []


def test_the_watch_ends_what_spends_too_much() -> None:
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    with Watch(process.pid, cpu=0.3, seconds=30, baseline=0) as watch:
        assert process.wait(timeout=60) == -9
    assert "processor time" in watch.killed
    assert 0.2 < watch.cost.cpu < 5


def test_the_watch_sees_the_memory_of_children() -> None:
    child = "import time; a = bytearray(200_000_000); time.sleep(0.5)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    process = subprocess.Popen([sys.executable, "-c", parent])
    with Watch(process.pid, cpu=30, seconds=30, baseline=0) as watch:
        process.wait(timeout=60)
    assert 200 < watch.cost.megabytes < 300


@pytest.mark.parametrize("message", ["", "no end", "two\nlines.", "\x1b[2J a.", "x" * 999 + "."])
def test_bad_messages_are_found(message: str) -> None:
    assert list(message_faults(message))


def test_path_tricks_in_an_archive_are_only_names() -> None:
    package = (
        '<package><manifest><item id="a" href="../../../etc/passwd" media-type="text/html"/>'
        '<item id="b" href="b.html" media-type="text/html"/></manifest>'
        '<spine><itemref idref="a"/><itemref idref="b"/></spine></package>'
    )
    members: dict[str, str | bytes] = {
        "META-INF/container.xml": CONTAINER,
        "OEBPS/book.opf": package,
        "OEBPS/b.html": f"<p>{RAIN}</p>",
        "../../../evil.txt": "x",
    }
    assert read_document(zipped(members)).text == RAIN


def test_a_member_is_never_read_beyond_the_bound() -> None:
    with pytest.raises(DocumentError, match="when unpacked"):
        read_document(one(size=3_000_000), limits=Limits(expanded_bytes=2_000_000))


def test_helpers_make_what_they_say() -> None:
    assert numbered("a{} ", 3) == b"a0 a1 a2 "
    assert Kind("a", "b", "c.", HONEST.encode).make() == HONEST.encode()
