"""What a reader did with a document: kept under its content, through upgrades, damage and deletion."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from sentencerank import rank, read_document
from sentencerank.recipe import Recipe
from sentencerank.serve import rows
from sentencerank.serve.columns import boxes, columns
from sentencerank.serve.repair import examine
from sentencerank.serve.rows import Reading
from sentencerank.serve.service import with_content_id
from sentencerank.serve.store import Store
from tests.serve.test_old_store import ID, old_store  # noqa: F401

TEXT = "# Rain\n\nIt rained in the hills. The road is closed. A bridge was lost."


@pytest.fixture
def kept(tmp_path: Path) -> tuple[Path, str]:
    path = tmp_path / "documents.db"
    store = Store(path)
    document = with_content_id(rank(TEXT).document)
    store.add(document, Recipe(), b"{}", columns=b"[]")
    assert store.write_reading(document.id, Reading(0, 0.25, {"read": [[0, 2]]})) == 1
    store.close()
    return path, document.id


def test_a_reading_is_there_after_a_restart(kept: tuple[Path, str]) -> None:
    path, document_id = kept
    store = Store(path)
    assert store.reading(document_id) == Reading(1, 0.25, {"read": [[0, 2]]})
    entry = store.entry(document_id)
    assert entry is not None
    assert entry.progress == 0.25
    assert entry.opened is not None
    assert store.page(sort="opened").entries[0].id == document_id
    store.close()


def test_only_the_last_revision_can_be_written_over(kept: tuple[Path, str]) -> None:
    store = Store(kept[0])
    assert store.write_reading(kept[1], Reading(0, 0.5, {})) is None
    assert store.write_reading(kept[1], Reading(1, 0.5, {})) == 2
    assert store.write_reading("f" * 32, Reading(0, 0.5, {})) is None
    store.close()


def test_a_deleted_document_takes_its_reading_along(kept: tuple[Path, str]) -> None:
    store = Store(kept[0])
    assert store.delete(kept[1])
    assert store.reading(kept[1]) == Reading()
    assert store._writer.execute("SELECT count(*) FROM readings").fetchone() == (0,)
    store.close()


def test_a_new_title_is_found_and_the_old_one_is_not(kept: tuple[Path, str]) -> None:
    store = Store(kept[0])
    assert store.rename(kept[1], "Floods   of\nthe north")
    assert store.page("floods").entries[0].title == "Floods of the north"
    assert store.page("floods").total == 1
    assert not store.rename("f" * 32, "x")
    store.close()


def test_a_file_of_an_older_version_gets_the_table(old_store: Path) -> None:  # noqa: F811
    store = Store(old_store)
    assert store.reading(ID) == Reading()
    assert store.write_reading(ID, Reading(0, 1.0, {"marks": [1]})) == 1
    store.close()
    assert Store(old_store).reading(ID).state == {"marks": [1]}


def test_a_damaged_reading_counts_as_none(kept: tuple[Path, str]) -> None:
    path, document_id = kept
    for state in ("{", "[1, 2]", "7"):
        with sqlite3.connect(path) as db:
            db.execute("UPDATE readings SET state = ?", (state,))
        store = Store(path)
        assert store.reading(document_id) == Reading()
        store.close()


def test_readings_are_saved_from_a_damaged_file(kept: tuple[Path, str]) -> None:
    path, document_id = kept
    with sqlite3.connect(path) as db:
        page = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'rankings'").fetchone()[0]
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)
    repair = examine(path)
    assert repair is not None
    assert repair.saved == 1
    store = Store(path)
    assert store.reading(document_id).state == {"read": [[0, 2]]}
    store.close()


def test_the_first_page_of_a_store_has_room_for_all_tables(tmp_path: Path) -> None:
    """A repair writes it anew, as it is in every store: it must be one page."""
    with sqlite3.connect(tmp_path / "new.db") as db:
        for step in rows.MIGRATIONS:
            for statement in step:
                db.execute(statement)
    assert (tmp_path / "new.db").read_bytes()[100] == 13, "a leaf of the table of tables"


def test_columns_say_all_that_the_page_draws() -> None:
    ranking = rank(TEXT, query="road")
    found: dict[str, Any] = columns(ranking)
    place, texts = 0, []
    for gap, length in zip(found["gaps"], found["lengths"], strict=True):
        texts.append(ranking.document.text[place + gap : place + gap + length])
        place += gap + length
    assert texts == [sentence.text for sentence in ranking.sentences]
    assert found["order"] == ranking.order.tolist()
    assert [score / 1000 for score in found["scores"]] == pytest.approx([s.score for s in ranking.sentences], abs=0.001)
    assert found["hits"] == [[2, [[36, 40]]]]
    assert boxes(ranking.document, 1) == {"page": 1, "boxes": []}


def test_blocks_and_marks_come_back_from_their_numbers() -> None:
    page = (
        "<h1>Rivers</h1><p>They <em>carry</em> the <a href='https://example.org/a'>rain 😀</a> of the hills.</p>"
        "<table><tr><th>River</th><th>Length</th></tr><tr><td>Ousel</td><td>120 km</td></tr></table>"
        "<figure><img src='https://example.org/b.png' alt='A map'></figure><p>Wood comes <em>last</em> of all.</p>"
    )
    document = read_document(page.encode(), kind="html")
    found: dict[str, Any] = columns(rank(document))
    place, blocks = 0, []
    for number, (kind, gap, length, level) in enumerate(zip(*[iter(found["blocks"])] * 4, strict=True)):
        start, place = place + gap, place + gap + length
        cells, about = found["cells"].get(str(number), []), found["about"].get(str(number), {})
        blocks.append((found["block_kinds"][kind], start, place, level, cells, about))
    assert blocks == [
        (b.kind, b.start, b.end, b.level, [[list(cell) for cell in row] for row in b.cells], dict(b.about))
        for b in document.blocks
    ]
    start, marks = 0, []
    for kind, step, length, target in zip(*[iter(found["marks"])] * 4, strict=True):
        start += step
        marks.append((found["mark_kinds"][kind], start, start + length, found["targets"][target]))
    assert marks == [(m.kind, m.start, m.end, m.target) for m in document.marks]
    assert len(marks) > 2
