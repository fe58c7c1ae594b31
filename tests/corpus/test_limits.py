"""Documents that hang, eat memory or end their process, links that lead away, languages of one's own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

import sentencerank as sr
from sentencerank.corpus.document_ranker import DocumentRanker, ended_when_late
from sentencerank.corpus.entries import Entry, find_inputs
from sentencerank.corpus.job import Job
from sentencerank.corpus.local_engine import run_in_processes
from sentencerank.corpus.output_folder import total
from sentencerank.corpus.rank_corpus import rank_corpus
from sentencerank.corpus.shard_files import rank_shard
from sentencerank.document import Document
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content
from sentencerank.documents.reading import Draft, join
from sentencerank.documents.sandbox import SafeReader
from sentencerank.errors import CorpusError, OptionsError
from sentencerank.languages.language import Pack
from sentencerank.ranker import Ranker
from tests.corpus.collections import as_folder, as_jsonl, documents, read
from tests.corpus.test_shards import planned

ROWS = documents(3, sentences=2)


def misbehave(text: str) -> None:
    """Do what a document tells to do."""
    if "spins" in text:
        re.match(r"(a+)+$", "a" * 60 + "b")  # in C code, where no exception arrives
    if "sleeps" in text:
        time.sleep(3600)
    if "eats" in text:
        bytearray(8 << 30)
    if "dies" in text:
        os._exit(9)


class Hostile(Job):
    """A job whose ranker does what a document tells it."""

    __slots__ = ()

    def ranker(self) -> Ranker:
        ranker = super().ranker()
        reading = ranker.read

        def read_or_not(text, **options):  # type: ignore[no-untyped-def]
            misbehave(text if isinstance(text, str) else text.text)
            return reading(text, **options)

        ranker.read = read_or_not  # type: ignore[method-assign]
        return ranker


@pytest.mark.thorough
def test_a_document_that_is_late_greedy_or_deadly_is_a_row_and_the_others_are_ranked(
    tmp_path: Path,
) -> None:
    bad = [("a", "It spins."), ("b", "It eats."), ("c", "It dies.")]
    one = planned(as_jsonl(tmp_path / "a.jsonl", [ROWS[0], *bad, *ROWS[1:]]), 6)
    job = Hostile(form="jsonl", max_seconds=1, max_memory=1024)
    found = list(run_in_processes(partial(rank_shard, job, tmp_path, ""), one.shards, 1, job))
    assert total(found)["statuses"] == {"failed": 1, "greedy": 1, "late": 1, "ranked": 3}
    errors = {str(row["id"]): str(row["error"]) for row in read(tmp_path) if row["status"] != "ranked"}
    assert errors["a"].startswith("ranking took longer than 1 s of processor time and was stopped. Split the document")
    assert errors["b"].startswith("ranking needs more than 1,024 MB of memory. Split the document, or raise --max-mem")
    assert errors["c"].startswith("it ended the process that ranked it, 2 times")


def test_a_document_that_waits_for_ever_is_late_by_the_clock() -> None:
    script = (
        "from sentencerank.corpus import document_ranker\nimport time\ndocument_ranker.WAIT = 0.2\n"
        "with document_ranker.ended_when_late(1):\n    time.sleep(60)\n"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False, timeout=30).returncode < 0
    with ended_when_late(0.1):
        pass
    time.sleep(0.3)  # the timers are off again


def bad_reader(data: bytes, name: str, kind: str | None, meter: Meter) -> Draft:
    misbehave(data.decode())
    return join(Content(text=data.decode()))


class BadlyRead(Job):
    """A job whose files are read by a reader that does what they tell it."""

    __slots__ = ()

    def ranker(self) -> Ranker:
        made = DocumentRanker.__dict__["_read_file"]

        def with_reader(ranker: DocumentRanker, entry: Entry) -> str | Document:
            ranker._reader = ranker._reader or SafeReader(sr.Limits(seconds=self.max_seconds), reader=bad_reader)
            found: str | Document = made(ranker, entry)
            return found

        DocumentRanker._read_file = with_reader  # type: ignore[assignment,method-assign]
        return super().ranker()


@pytest.mark.thorough
def test_a_reader_that_hangs_eats_or_dies_costs_its_document_alone(tmp_path: Path) -> None:
    rows = [*ROWS, ("spin.txt", "It spins."), ("eat.txt", "It eats."), ("die.txt", "It dies.")]
    one = planned(as_folder(tmp_path / "in", rows), 6)
    job = BadlyRead(form="jsonl", max_seconds=3)
    out = tmp_path / "out"
    found = list(run_in_processes(partial(rank_shard, job, out, ""), one.shards, 1, job))
    assert total(found)["statuses"] == {"greedy": 1, "late": 1, "ranked": 3, "unreadable": 1}
    statuses = {row["id"]: row["status"] for row in read(out)}
    assert (statuses["spin.txt"], statuses["eat.txt"], statuses["die.txt"]) == ("late", "greedy", "unreadable")


def looping_pdf() -> bytes:
    """A page with a form that draws itself."""
    form = b"<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F 5 0 R >> >> /Length 12 >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>",
        b"<< /Length 5 >>\nstream\n/F Do\nendstream",
        form + b"\nstream\n/F Do /F Do \nendstream",
    ]
    data, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(data)
    data += b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    return data + b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start


@pytest.mark.thorough
def test_two_files_that_stopped_a_job_for_ever_are_rows_now(tmp_path: Path) -> None:
    comments = "<!-- a -->" * 35
    source = as_folder(tmp_path / "in", [*ROWS, ("note.txt", comments), ("note.html", comments)])
    (source / "form.pdf").write_bytes(looping_pdf())
    start = time.monotonic()
    counts = rank_corpus(source, tmp_path / "out", Job(max_seconds=3), workers=1)
    assert time.monotonic() - start < 120
    statuses = {str(row["id"]): row["status"] for row in read(tmp_path / "out")}
    assert counts["documents"] == 6
    assert [statuses[id] for id, _ in ROWS] == ["ranked"] * 3
    for name in ("note.txt", "note.html", "form.pdf"):
        assert statuses[name] != "failed"


# Links


def test_links_are_not_followed_and_counted(tmp_path: Path) -> None:
    source = as_folder(tmp_path / "in", ROWS)
    (tmp_path / "secret.txt").write_text("This is outside. Nobody may read it here.")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "a.txt").write_text("This is outside as well. Nobody may read it here.")
    (source / "secret.txt").symlink_to(tmp_path / "secret.txt")
    (source / "folder").symlink_to(tmp_path / "outside")
    (source / "loop").symlink_to(source)
    (source / "inside.txt").symlink_to(source / ROWS[0][0])
    (source / "nowhere").symlink_to(tmp_path / "nowhere")
    told: list[str] = []
    counts = rank_corpus(source, tmp_path / "out", workers=1, remark=told.append)
    assert counts["documents"] == 3
    assert told == ["5 symbolic links in in were not followed. Copy what they lead to."]
    assert json.loads((tmp_path / "out" / "_manifest.json").read_text())["source"]["links"] == 5
    (tmp_path / "link").symlink_to(source)
    assert len(find_inputs(tmp_path / "link")[0]) == 3


def test_a_folder_of_links_alone_says_so(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").symlink_to(tmp_path)
    with pytest.raises(CorpusError, match="holds no documents, but 1 symbolic links, which are not followed"):
        rank_corpus(tmp_path / "in", tmp_path / "out", workers=1)


def test_a_file_that_becomes_a_link_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("This is outside. Nobody may read it here.")
    (tmp_path / "a.txt").symlink_to(tmp_path / "secret.txt")
    row = DocumentRanker(Job()).row(Entry("a.txt", 1, "a.txt", path=str(tmp_path / "a.txt")))
    assert row["status"] == "unreadable"


# Languages


def test_a_registered_language_is_known_to_the_workers(tmp_path: Path) -> None:
    text = "Kato dormas sur la tablo. La hundo bojas tre laŭte. La birdo kantas en la ĝardeno nun."
    source, job = as_jsonl(tmp_path / "a.jsonl", [("a", text)]), Job(recipe=sr.Recipe(language="eo"), form="jsonl")
    plain = job.portable().fingerprint()
    sr.register_language(Pack(code="eo", name="Esperanto", stopwords="la sur en tre nun", stemmer=first_letters))
    try:
        rank_corpus(source, tmp_path / "out", job, workers=1)
        expected = sr.Ranker(language="eo").rank(text)
        assert job.portable().fingerprint() != plain
    finally:
        sr.unregister_language("eo")
    (row,) = read(tmp_path / "out")
    assert isinstance(row["sentences"], list)
    assert [each["score"] for each in row["sentences"]] == [round(each.score, 9) for each in expected.sentences]
    assert row["notes"] == list(expected.notes)


def first_letters(word: str) -> str:
    return word[:3]


def test_a_language_that_cannot_be_sent_is_named(tmp_path: Path) -> None:
    sr.register_language(Pack(code="eo", stemmer=lambda word: word[:3]))
    try:
        with pytest.raises(OptionsError, match="the registered language 'eo' cannot be sent to worker processes"):
            rank_corpus(as_jsonl(tmp_path / "a.jsonl", ROWS), tmp_path / "out", workers=1)
    finally:
        sr.unregister_language("eo")
