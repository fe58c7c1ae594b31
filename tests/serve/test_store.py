from __future__ import annotations

import sqlite3
import stat
import threading
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.document import Block, Document
from sentencerank.files import encodable
from sentencerank.languages.language import read_text
from sentencerank.languages.registry import language_of
from sentencerank.recipe import Recipe
from sentencerank.serve import rows
from sentencerank.serve import store as stores
from sentencerank.serve.database import StoreError
from sentencerank.serve.problems import ProblemError
from sentencerank.serve.rows import MIGRATIONS, content_id, title
from sentencerank.serve.store import Store, quoted

RECIPE, OTHER = Recipe(), Recipe.of("lead")


def document(text: str) -> Document:
    return read_text(text, language_of("en"))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "documents.db", limit=100)


def test_a_document_comes_back_as_it_was(store: Store) -> None:
    given_document = document("# Rain\n\nIt rained in Málaga 🌧. The road is closed.\n\n- one\n- two")
    entry, new = store.add(given_document, RECIPE, b"{}", name="rain.md", media_type="text/markdown")
    assert new
    found = store.document(entry.id)
    assert found is not None
    assert found.id == entry.id
    assert (found.text, found.sentences, found.blocks) == (
        given_document.text,
        given_document.sentences,
        given_document.blocks,
    )
    assert (entry.name, entry.media_type, entry.sentences) == ("rain.md", "text/markdown", len(found.sentences))
    assert store.ranking(entry.id, RECIPE) == b"{}"
    assert store.ranking(entry.id, OTHER) is None


def test_how_a_kept_file_starts_is_told_without_loading_it(store: Store) -> None:
    kept = b"%PDF-" + bytes(20_000_000)
    entry, _ = store.add(document("It rained."), RECIPE, b"1", original=kept)
    without, _ = store.add(document("It snowed."), RECIPE, b"1")
    tracemalloc.start()
    try:
        assert store.original_starts_with(entry.id, b"%PDF-")
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
    assert not store.original_starts_with(entry.id, b"PK")
    assert not store.original_starts_with(without.id, b"%PDF-")
    assert not store.original_starts_with("f" * 32, b"%PDF-")
    assert store.original(entry.id) == kept


def test_a_file_that_was_not_kept_is_kept_when_it_comes_again(store: Store) -> None:
    entry, _ = store.add(document("It rained."), RECIPE, b"1")
    for given_file, kept in ((b"%PDF-1", b"%PDF-1"), (None, b"%PDF-1"), (b"%PDF-2", b"%PDF-1")):
        store.add(document("It rained."), RECIPE, b"1", original=given_file)
        assert store.original(entry.id) == kept


def test_the_same_content_is_one_document(store: Store) -> None:
    first, _ = store.add(document("It rained."), RECIPE, b"1", name="one")
    second, new = store.add(document("It rained."), OTHER, b"2", name="two")
    assert (second, new, store.count()) == (first, False, 1)
    assert store.ranking(first.id, RECIPE) == b"1"
    assert store.ranking(first.id, OTHER) == b"2"


def test_content_decides_the_id() -> None:
    plain = document("It rained.")
    heading = Document(plain.text, plain.sentences, (Block("heading", 0, 10, 1),), plain.language)
    assert content_id(plain) != content_id(heading)
    assert content_id(plain) == content_id(Document(plain.text, plain.sentences, plain.blocks, id="another name"))


def test_search_finds_documents_with_all_words_the_best_first(store: Store) -> None:
    rain = store.add(document("Rain, rain and rain again on the harbour."), RECIPE, b"{}")[0]
    harbour = store.add(document("The harbour has ships, cranes, gulls and now and then some rain."), RECIPE, b"{}")[0]
    store.add(document("Nothing of the kind."), RECIPE, b"{}")
    page = store.page("rain HARBOUR")
    assert [entry.id for entry in page.entries] == [rain.id, harbour.id]
    assert page.total == 2
    assert "rain" in str(page.entries[0].snippet)
    assert store.page("rain nothing").total == 0


def test_search_ignores_accents_and_finds_scripts_without_spaces(store: Store) -> None:
    store.add(document("Málaga is warm."), RECIPE, b"{}")
    store.add(document("今天下雨，道路封闭。"), RECIPE, b"{}")
    assert store.page("malaga").total == 1
    assert store.page("道路").total == 1
    assert store.page("道橋").total == 0


def test_pages_are_disjoint_and_complete(store: Store) -> None:
    ids = [store.add(document(f"Rain number {number}."), RECIPE, b"{}")[0].id for number in range(7)]
    for words in ("", "rain"):
        pages = [store.page(words, limit=3, offset=offset) for offset in (0, 3, 6, 9)]
        assert [len(page.entries) for page in pages] == [3, 3, 1, 0]
        assert {page.total for page in pages} == {7}
        found = [entry.id for page in pages for entry in page.entries]
        assert sorted(found) == sorted(ids)
    assert store.page(limit=1).entries[0].id == ids[-1]  # the newest first


@given(st.text())
def test_search_words_are_never_syntax(words: str) -> None:
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE search USING fts5(text)")
    safe = encodable(words).replace("\0", " ")
    if safe.split():
        db.execute("SELECT count(*) FROM search WHERE search MATCH ?", (quoted(safe),)).fetchone()
    db.close()


@pytest.mark.parametrize(
    "words", ['"', "a OR", "NEAR(", "title:x", "a* -b", "\0", "\ud800", "'; DROP TABLE documents", " "]
)
def test_odd_searches_are_answered(store: Store, words: str) -> None:
    store.add(document("It rained."), RECIPE, b"{}")
    assert store.page(words).total in (0, 1)


def test_deleting_removes_the_rankings_and_the_words(store: Store) -> None:
    entry, _ = store.add(document("A secret word: xyzzy."), RECIPE, b"{}")
    assert store.delete(entry.id)
    assert not store.delete(entry.id)
    assert store.document(entry.id) is None
    assert store.ranking(entry.id, RECIPE) is None
    assert store.page("xyzzy").total == 0
    store.add_ranking(entry.id, RECIPE, b"{}")  # it came too late, and does no harm
    assert store.ranking(entry.id, RECIPE) is None


def test_only_so_many_rankings_are_kept(store: Store) -> None:
    recipes = [Recipe.of("random", seed=seed) for seed in range(stores.RANKINGS_KEPT + 5)]
    entry, _ = store.add(document("It rained."), recipes[0], b"0")
    for number, recipe in enumerate(recipes[1:]):
        store.add_ranking(entry.id, recipe, str(number).encode())
    assert [recipe for recipe in recipes if store.ranking(entry.id, recipe) is not None] == recipes[5:]


def test_a_full_store_refuses_new_documents_only(tmp_path: Path) -> None:
    store = Store(tmp_path / "d.db", limit=1)
    store.add(document("It rained."), RECIPE, b"{}")
    store.add(document("It rained."), RECIPE, b"{}")
    with pytest.raises(ProblemError, match="Delete some"):
        store.add(document("It snowed."), RECIPE, b"{}")
    assert store.count() == 1


def test_many_threads_write_and_read(store: Store) -> None:
    failures: list[BaseException] = []

    def work(thread: int) -> None:
        try:
            for number in range(10):
                given_document = document(f"Rain {number % 5} of thread {thread % 2}.")
                entry, _ = store.add(given_document, Recipe.of(seed=thread), b"{}")
                assert store.document(entry.id) is not None
                store.page("rain")
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(thread,)) for thread in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert store.count() == 10


def test_a_file_of_another_server_is_shared(store: Store, tmp_path: Path) -> None:
    other = Store(tmp_path / "documents.db")
    entry, _ = store.add(document("It rained."), RECIPE, b"{}")
    assert other.entry(entry.id) == entry
    other.close()


def test_only_the_owner_reads_the_file(tmp_path: Path) -> None:
    Store(tmp_path / "new" / "d.db").close()
    assert stat.S_IMODE((tmp_path / "new" / "d.db").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


def test_writes_wait_for_the_disk(store: Store) -> None:
    assert store._writer.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL
    assert store._writer.execute("PRAGMA journal_mode").fetchone()[0] == "wal"


def test_an_older_file_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "d.db"
    old = Store(path)
    entry, _ = old.add(document("It rained."), RECIPE, b"{}")
    old.close()
    step = ("ALTER TABLE documents ADD COLUMN stars INTEGER NOT NULL DEFAULT 3",)
    monkeypatch.setattr(rows, "MIGRATIONS", (*MIGRATIONS, step))
    new = Store(path)
    assert new.entry(entry.id) == entry
    assert new._writer.execute("SELECT stars FROM documents").fetchone() == (3,)
    new.close()
    monkeypatch.setattr(rows, "MIGRATIONS", MIGRATIONS)
    with pytest.raises(StoreError, match="newer"):
        Store(path)


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "d.db"
    Store(path).close()
    steps = ("ALTER TABLE documents ADD COLUMN stars INTEGER", "this is no SQL")
    monkeypatch.setattr(rows, "MIGRATIONS", (*MIGRATIONS, steps))
    with pytest.raises(StoreError):
        Store(path)
    monkeypatch.setattr(rows, "MIGRATIONS", MIGRATIONS)
    store = Store(path)
    with pytest.raises(sqlite3.OperationalError, match="stars"):
        store._writer.execute("SELECT stars FROM documents")


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "d.db"
    path.write_text("This is a text, not a database. " * 100)
    with pytest.raises(StoreError, match="--store"):
        Store(path)
    with pytest.raises(StoreError, match="--store"):
        Store(tmp_path)


def test_titles() -> None:
    text = "Rain in Spain\n\nIt rained."
    blocks = (Block("heading", 15, 25, 1), Block("title", 0, 13))
    assert title(Document(text, (), blocks)) == "Rain in Spain"
    assert title(Document(text, (), blocks[:1])) == "It rained."
    assert title(document("It rained. All day.")) == "It rained."
    assert title(Document("", ())) == ""
    assert len(title(document("word " * 300))) == 200
