from __future__ import annotations

import json
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sentencerank.corpus.entries import Entry
from sentencerank.corpus.job import Job
from sentencerank.corpus.shard_files import file_name
from sentencerank.corpus.shards import Plan, plan, read_shard
from sentencerank.errors import CorpusError
from sentencerank.files.compressed import COMPRESSIONS
from tests.corpus.collections import as_folder, as_jsonl, as_parquet, documents

JOB = Job(max_characters=1000)
ROWS = documents(25)
COMPRESSED = [f"a.jsonl{ending}" for ending in COMPRESSIONS]


def planned(source: Path, size: int | None = None, job: Job = JOB, spool: Path | None = None) -> Plan:
    return plan(source, job, spool or source.parent / "spool", size)


def found(one: Plan, job: Job = JOB) -> list[Entry]:
    assert sum(shard.count for shard in one.shards) == one.documents
    each = [list(read_shard(shard, job)) for shard in one.shards]
    assert [len(entry) for entry in each] == [shard.count for shard in one.shards]
    return [entry for entries in each for entry in entries]


@pytest.mark.parametrize("name", ["a.jsonl", "a.ndjson", *COMPRESSED, "a.parquet", "a.PARQUET"])
@pytest.mark.parametrize("size", [1, 4, 7, 100])
def test_every_document_is_in_one_shard_in_order(name: str, size: int, tmp_path: Path) -> None:
    make = as_parquet if name.lower().endswith("parquet") else as_jsonl
    source = make(tmp_path / name, ROWS)
    assert [(entry.id, entry.text) for entry in found(planned(source, size))] == ROWS
    assert [entry.row for entry in found(planned(source, size))] == list(range(1, 26))


def test_a_shard_of_parquet_begins_and_ends_inside_row_groups(tmp_path: Path) -> None:
    source = as_parquet(tmp_path / "a.parquet", ROWS, group=6)
    assert [(entry.id, entry.text) for entry in found(planned(source, 4))] == ROWS


def test_large_row_groups_are_not_read_from_their_start_a_hundred_times(tmp_path: Path) -> None:
    source = as_parquet(tmp_path / "a.parquet", [(str(k), f"Rain {k}.") for k in range(1600)], group=1600)
    assert len(planned(source, 2).shards) == 16


LINES = st.lists(
    st.sampled_from([b"", b"  ", b'{"text": "Rain."}', b"[1]", b"{", b'{"id": 7}', b'{"text": "\\ud800"}'])
)


@settings(max_examples=60)
@given(LINES, st.integers(1, 5), st.booleans())
def test_lines_keep_their_numbers_whatever_stands_between(lines: list[bytes], size: int, ended: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "a.jsonl"
        source.write_bytes(b"\n".join(lines) + b"\n" * ended)
        numbers = [number for number, line in enumerate(lines, start=1) if line.strip()]
        if not numbers:
            with pytest.raises(CorpusError, match="holds no documents"):
                planned(source, size)
            return
        assert [entry.row for entry in found(planned(source, size))] == numbers


def test_what_is_no_document_is_an_entry_that_says_why(tmp_path: Path) -> None:
    source = tmp_path / "a.jsonl"
    wide = json.dumps({"id": "wide", "text": "x" * JOB.longest_line})
    source.write_text('{"id": 3}\n{"id": "n", "text": 5}\nno\n[1]\n' + wide + '\n{"text": "Rain."}\n')
    entries = found(planned(source, 2))
    assert [(entry.id, entry.status) for entry in entries] == [
        ("3", "empty"),
        ("n", "unreadable"),
        ("a.jsonl:3", "unreadable"),
        ("a.jsonl:4", "unreadable"),
        ("a.jsonl:5", "too_long"),
        ("a.jsonl:6", ""),
    ]
    assert all(entry.problem.endswith(".") for entry in entries[:-1])


def test_an_archive_that_breaks_off_gives_what_it_has_and_says_so(tmp_path: Path) -> None:
    rows = [(str(k), f"Rain fell {k}. " * 50) for k in range(3000)]
    source = as_jsonl(tmp_path / "a.jsonl.gz", rows)
    source.write_bytes(source.read_bytes()[: source.stat().st_size // 2])
    entries = found(planned(source, 100))
    assert 100 < len(entries) < 3000
    assert "breaks off" in entries[-1].problem
    assert [entry.id for entry in entries[:100]] == [str(k) for k in range(100)]


def test_an_archive_of_several_files_is_one_entry_that_says_what_to_do(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.jsonl.zip", "w") as archive:
        archive.writestr("a.jsonl", '{"text": "Rain."}')
        archive.writestr("b.jsonl", '{"text": "Snow."}')
    (entry,) = found(planned(tmp_path / "a.jsonl.zip"))
    assert (entry.status, entry.problem) == (
        "unreadable",
        "the archive holds several files, or none. Unpack it and give the right one.",
    )


def test_a_damaged_parquet_file_is_one_entry_beside_the_others(tmp_path: Path) -> None:
    source = as_folder(tmp_path / "all", [("a.txt", "Rain."), ("c.txt", "Snow.")])
    (source / "b.parquet").write_bytes(b"PAR1 nothing PAR1")
    entries = found(planned(source))
    assert [entry.id for entry in entries] == ["a.txt", "b.parquet", "c.txt"]
    assert entries[1].status == "unreadable"


def test_a_folder_may_hold_tables_and_documents(tmp_path: Path) -> None:
    source = as_folder(tmp_path / "all", [("a.txt", "Rain."), ("z.txt", "Snow."), ("_SUCCESS", ""), (".hidden", "x")])
    as_parquet(source / "m.parquet", ROWS)
    (source / "sub").mkdir()
    as_jsonl(source / "sub" / "n.jsonl.gz", ROWS[:3])
    one = planned(source)
    assert [entry.id for entry in found(one)] == ["a.txt", *(id for id, _ in ROWS), "d0", "d1", "d2", "z.txt"]
    assert one.hidden == 2


def test_texts_and_ids_that_were_there_before_are_found_across_shards(tmp_path: Path) -> None:
    rows = [("a", "Rain fell."), ("b", "Snow."), ("a", "Wind."), ("c", "Rain  fell.\n"), ("d", ""), ("e", "")]
    shards = planned(as_jsonl(tmp_path / "a.jsonl", rows), 2).shards
    assert [shard.same_text for shard in shards] == [(), ((1, "a"),), ()]
    assert [shard.same_id for shard in shards] == [(), (0,), ()]


def test_the_plan_depends_on_nothing_but_the_documents(tmp_path: Path) -> None:
    plain = planned(as_jsonl(tmp_path / "a.jsonl", ROWS), 20)
    again = planned(as_jsonl(tmp_path / "a.jsonl", ROWS), 20)
    assert plain == again
    changed = planned(as_jsonl(tmp_path / "a.jsonl", [*ROWS[:-1], ("d24", "Another text.")]), 20)
    assert plain.shards[0] == changed.shards[0]
    assert plain.digest != changed.digest
    names = [{file_name(shard, "f", "jsonl") for shard in one.shards} for one in (plain, changed)]
    assert len(names[0] & names[1]) == 1  # only the shard that holds the changed document has another name


@pytest.mark.parametrize(
    ("documents", "characters", "wanted"),
    [(100, 40_000, 20), (400, 1310, 200), (100, 10, 100), (10_000, 10, 1000)],
)
def test_shards_are_small_where_texts_are_few_or_long(
    tmp_path: Path, documents: int, characters: int, wanted: int
) -> None:
    rows = [(str(k), f"{k:0{characters}}") for k in range(documents)]
    job = Job(max_characters=characters)
    shards = planned(as_jsonl(tmp_path / "a.jsonl", rows), job=job).shards
    assert {shard.count for shard in shards} == {wanted}
    shards = planned(
        as_folder(tmp_path / "files", [(f"{name}.txt", text) for name, text in rows[:300]]), job=job
    ).shards
    assert shards[0].count == min(wanted, 300) or documents > 300


def test_a_column_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    source = as_parquet(tmp_path / "a.parquet", ROWS)
    with pytest.raises(CorpusError, match=r"no column 'body', only id, text\. Name one with --text-field"):
        planned(source, job=Job(text_field="body"))
    with pytest.raises(CorpusError, match="does not exist"):
        planned(tmp_path / "nothing")
