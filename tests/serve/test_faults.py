"""The store under faults: killed at every step, torn and flipped bytes, failed writes, a full disk."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from sentencerank.document import Document
from sentencerank.languages.language import read_text
from sentencerank.languages.registry import language_of
from sentencerank.recipe import Recipe
from sentencerank.serve import database, store
from sentencerank.serve.database import StoreError
from sentencerank.serve.problems import ProblemError, as_problem
from sentencerank.serve.repair import examine
from sentencerank.serve.store import Store
from tests.serve.conftest import Running
from tests.serve.texts import check_problem, prose

RECIPE = Recipe()
FORKS = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def document(number: int, sentences: int = 3) -> Document:
    return read_text(f"{prose(sentences, seed=number)} Number {number} ends.", language_of("en"))


def fill(path: Path, count: int, sentences: int = 3) -> dict[str, str]:
    """A store with some documents: id → text."""
    found = Store(path)
    texts = {}
    for number in range(count):
        one = document(number, sentences)
        entry, _ = found.add(one, RECIPE, json.dumps({"order": [number]}).encode(), name=f"{number}.txt")
        texts[entry.id] = one.text
    found.close()
    return texts


def copied(path: Path, folder: Path) -> Path:
    """A copy of a store with its log."""
    folder.mkdir()
    for one in path.parent.glob(f"{path.name}*"):
        shutil.copy(one, folder / one.name)
    return folder / path.name


def readable(path: Path) -> dict[str, str]:
    """What a store holds; a document that says of itself that it is damaged is left out."""
    found = Store(path)
    texts = {}
    try:
        for entry in found.page(limit=1000).entries:
            with suppress(ProblemError):
                one = found.document(entry.id)
                assert one is not None
                texts[entry.id] = one.text
            assert found.ranking(entry.id, RECIPE) is None or b"order" in (found.ranking(entry.id, RECIPE) or b"")
        found.page("number")
    finally:
        found.close()
    return texts


def check_whole(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        db.execute("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")


def killed_at(step: int, work: Callable[[], None]) -> bool:
    """Do some work in another process, killed at the given step of SQLite's machine; return whether it ended before."""
    pid = os.fork()
    if pid == 0:
        counted = 0
        own_connect = database.connect

        def count() -> int:
            nonlocal counted
            counted += 1
            if counted == step:
                os.kill(os.getpid(), signal.SIGKILL)
            return 0

        def connect(path: Path) -> sqlite3.Connection:
            db = own_connect(path)
            db.set_progress_handler(count, 6)
            return db

        vars(store)["connect"] = connect
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


@FORKS
@pytest.mark.parametrize(("stride", "least"), [(11, 5), pytest.param(1, 50, marks=pytest.mark.thorough)])
def test_killed_at_every_step_a_document_is_there_or_not(tmp_path: Path, stride: int, least: int) -> None:
    path = tmp_path / "documents.db"
    before = fill(path, 4)
    new, old = document(99), next(iter(before))

    def work() -> None:
        changing = Store(path)
        changing.add(new, RECIPE, b'{"order": [1]}')
        changing.delete(old)
        changing.close()

    kills = 0
    for step in range(1, 1000, stride):
        ended = killed_at(step, work)
        kills += not ended
        found = readable(path)
        assert {one: text for one, text in before.items() if one != old}.items() <= found.items()
        assert set(found.values()) <= {*before.values(), new.text}
        check_whole(path)
        # As it was, for the next kill.
        again = Store(path)
        for one in set(found) - set(before):
            again.delete(one)
        again.add(document(0), RECIPE, b'{"order": [0]}', name="0.txt")
        again.close()
        if ended:
            break
    assert kills >= least


@FORKS
@pytest.mark.parametrize("stride", [17, pytest.param(2, marks=pytest.mark.thorough)])
def test_killed_while_it_is_made_a_store_is_made_again(tmp_path: Path, stride: int) -> None:
    for step in range(1, 1000, stride):
        path = tmp_path / f"{step}" / "documents.db"
        ended = killed_at(step, lambda path=path: Store(path).close())  # type: ignore[misc]
        assert examine(path) is None
        texts = fill(path, 1)
        assert readable(path) == texts
        if ended:
            return
    raise AssertionError("it never ended")


def test_a_torn_log_costs_only_what_was_torn_off(tmp_path: Path) -> None:
    path = tmp_path / "documents.db"
    found = Store(path)
    texts, sizes = [], []
    for number in range(8):
        found.add(document(number), RECIPE, b'{"order": []}')
        texts.append(document(number).text)
        sizes.append(Path(f"{path}-wal").stat().st_size)
    torn = random.Random(3)
    for cut in range(40):
        copy = copied(path, tmp_path / f"{cut}")
        log = Path(f"{copy}-wal")
        size = torn.randrange(sizes[-1])
        with log.open("r+b") as file:
            file.truncate(size)
        assert examine(copy) is None
        kept = set(readable(copy).values())
        # Whatever was acknowledged before the tear is there.
        assert kept == set(texts[: sum(end <= size for end in sizes)])
        check_whole(copy)
    found.close()


def flipped(path: Path, chance: random.Random, count: int) -> None:
    with path.open("r+b") as file:
        for _ in range(count):
            place = chance.randrange(path.stat().st_size)
            file.seek(place)
            old = file.read(1)[0]
            file.seek(place)
            file.write(bytes([old ^ (1 << chance.randrange(8))]))


@pytest.mark.parametrize("rounds", [20, pytest.param(150, marks=pytest.mark.thorough)])
def test_flipped_bytes_are_never_taken_for_documents(tmp_path: Path, rounds: int) -> None:
    path = tmp_path / "documents.db"
    texts = fill(path, 20)
    chance = random.Random(rounds)
    repaired = saved = 0
    for number in range(rounds):
        copy = copied(path, tmp_path / f"{number}")
        flipped(copy, chance, count=1 + number % 30)
        done = examine(copy)
        repaired += done is not None
        if done is not None:
            assert done.aside.exists(), "what was damaged is kept"
        found = readable(copy)
        assert found.items() <= texts.items()
        saved += len(found)
        assert examine(copy) is None, "once is enough"
        added, _ = (again := Store(copy)).add(document(1000), RECIPE, b"{}")
        assert again.entry(added.id) == added
        again.close()
        shutil.rmtree(copy.parent)
    assert repaired > rounds / 10
    assert saved > 0.8 * rounds * len(texts)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.97])
def test_a_torn_file_is_put_aside_and_its_rest_is_saved(tmp_path: Path, share: float) -> None:
    path = tmp_path / "documents.db"
    texts = fill(path, 100)
    with path.open("r+b") as file:
        file.truncate(int(path.stat().st_size * share))
    damaged = path.read_bytes()
    done = examine(path)
    assert done is not None
    assert done.aside.read_bytes() == damaged
    found = readable(path)
    assert len(found) == done.saved
    assert found.items() <= texts.items()
    assert done.saved >= (share - 0.4) * len(texts)
    check_whole(path)


@pytest.mark.thorough
def test_every_page_of_zeros_or_noise(tmp_path: Path) -> None:
    path = tmp_path / "documents.db"
    texts = fill(path, 40)
    pages = path.stat().st_size // 4096
    chance = random.Random(1)
    for number in range(pages):
        copy = copied(path, tmp_path / f"{number}")
        with copy.open("r+b") as file:
            file.seek(4096 * number)
            file.write(bytes(4096) if number % 2 else chance.randbytes(4096))
        examine(copy)
        found = readable(copy)
        assert found.items() <= texts.items()
        assert examine(copy) is None


def test_a_store_without_its_head_is_known_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "documents.db"
    texts = fill(path, 10)
    with path.open("r+b") as file:
        file.write(b"\0" * 20)
    done = examine(path)
    assert done is not None
    assert (done.saved, done.unreadable) == (10, 0)
    assert readable(path) == texts


@pytest.mark.parametrize(
    ("old", "new"), [(b"content = doc", b"condent = doc"), (b"INTO search (row", b"INTO seerch (row")]
)
def test_a_damaged_definition_of_a_table_is_noticed(tmp_path: Path, old: bytes, new: bytes) -> None:
    path = tmp_path / "documents.db"
    texts = fill(path, 5)
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, 1))
    done = examine(path)
    assert done is not None
    assert readable(path) == texts
    assert examine(path) is None
    found = Store(path)
    found.add(document(9), RECIPE, b"{}")
    assert found.page("number").total == 6
    found.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE search_docsize SET sz = NULL WHERE id = 1",
        "UPDATE search_config SET k = 'verwion'",
        "UPDATE search_data SET block = zeroblob(9) WHERE id = 10",
    ],
)
def test_a_damaged_table_of_the_search_index_is_noticed(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "documents.db"
    texts = fill(path, 5)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(damage)
    examine(path)
    assert readable(path) == texts
    check_whole(path)
    assert examine(path) is None


def test_a_number_that_became_a_string_does_not_stop_the_repair(tmp_path: Path) -> None:
    path = tmp_path / "documents.db"
    texts = fill(path, 5)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("UPDATE rankings SET number = 'x' WHERE number = 1")
        db.execute("DROP TRIGGER search_added")
    done = examine(path)
    assert done is not None
    assert done.saved == 5
    assert readable(path) == texts


def test_a_file_that_is_no_store_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "thesis.txt"
    path.write_text("no database " * 99)
    with pytest.raises(StoreError, match="--store"):
        examine(path)
    assert path.read_text() == "no database " * 99
    assert [one.name for one in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_repair_that_was_interrupted_is_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "documents.db"
    texts = fill(path, 10)
    with path.open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\xff" * 4096)
    at = {"renames": 0}
    rename = Path.rename

    for step in range(1, 4):
        copy = copied(path, tmp_path / f"{step}")
        at["renames"] = 0

        def broken(self: Path, target: Path, step: int = step) -> Path:
            at["renames"] += 1
            if at["renames"] == step:
                raise KeyboardInterrupt
            return rename(self, target)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "rename", broken)
            with suppress(KeyboardInterrupt):
                examine(copy)
        examine(copy)
        found = readable(copy)
        assert len(found) >= 5
        assert found.items() <= texts.items()
        assert not Path(f"{copy}-saved").exists()


def test_a_damaged_store_that_is_in_use_is_not_touched(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "documents.db"
    fill(path, 3)
    other = Store(path)
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)
    with pytest.raises(StoreError, match="another server"):
        examine(path)
    with suppress(sqlite3.Error):
        other.close()


def test_a_damaged_index_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "documents.db"
    texts = fill(path, 30)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE search_data SET block = zeroblob(length(block)) WHERE id > 10")
        db.commit()
    assert examine(path) is None
    found = Store(path)
    assert found.page("number").total == len(texts)
    found.close()
    check_whole(path)


def test_a_damaged_document_and_a_damaged_ranking_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "documents.db"
    first, second, *_ = fill(path, 3)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE documents SET text = replace(text, 'ends', 'Ends') WHERE id = ?", (first,))
        db.execute("UPDATE rankings SET ranking = substr(ranking, 1, 9)")
        db.commit()
    found = Store(path)
    with pytest.raises(ProblemError) as caught:
        found.document(first)
    assert caught.value.code == "damaged"
    assert found.document(second) is not None
    assert found.ranking(second, RECIPE) is None
    assert found.delete(first)
    found.close()


@FORKS
@pytest.mark.parametrize(("step", "least"), [(20_000, 4), pytest.param(3_000, 25, marks=pytest.mark.thorough)])
def test_failed_writes_cost_nothing_that_was_acknowledged(tmp_path: Path, step: int, least: int) -> None:
    """Files may not grow beyond a size, at every size: SQLite sees a failed write in the middle of its work."""
    import resource

    path = tmp_path / "documents.db"
    fill(path, 3)
    failed = 0
    for limit in range(20_000, 160_000, step):
        copy = copied(path, tmp_path / f"{limit}")
        before = readable(copy)
        note = tmp_path / f"{limit}.json"
        note.write_text("{}")
        pid = os.fork()
        if pid == 0:
            acknowledged: dict[str, str] = {}
            with suppress(BaseException):
                found = Store(copy)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
                for number in range(10, 22):
                    try:
                        entry, _ = found.add(document(number), RECIPE, b'{"order": []}')
                    except sqlite3.OperationalError as error:
                        # Reading goes on.
                        total = found.page(limit=100).total
                        told = getattr(as_problem(error), "status", 0)
                        good = told == 507 and total == len(before) + len(acknowledged)
                        acknowledged["failed"] = "well" if good else "badly"
                        break
                    acknowledged[entry.id] = document(number).text
                resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
                note.write_text(json.dumps(acknowledged))
            os._exit(0)
        os.waitpid(pid, 0)
        acknowledged = json.loads(note.read_text())
        outcome = acknowledged.pop("failed", "")
        assert outcome != "badly"
        failed += outcome == "well"
        assert examine(copy) is None
        assert readable(copy).items() >= (before | acknowledged).items()
        check_whole(copy)
    assert failed >= least


FULL_DISK = """
import sys
from pathlib import Path
from tests.serve.test_faults import full_disk
full_disk(Path(sys.argv[1]))
sys.stdout.write("done")
"""


def full_disk(folder: Path) -> None:
    """On a disk of 6 MB: fill it, then read, delete, and add again."""
    path = folder / "documents.db"
    found = Store(path)
    texts: dict[str, str] = {}
    problem = None
    for number in range(2000):
        one = document(number, sentences=60)
        try:
            entry, _ = found.add(one, RECIPE, b'{"order": [1]}', original=random.Random(number).randbytes(40_000))
        except sqlite3.OperationalError as error:
            problem = as_problem(error)
            break
        texts[entry.id] = one.text
    assert problem is not None
    assert (problem.status, problem.code) == (507, "store-full")
    # Somebody else takes the rest, to the last byte.
    with suppress(OSError), (folder / "other").open("wb", buffering=0) as other:
        for size in (65536, 4096, 512, 1):
            with suppress(OSError):
                while True:
                    other.write(b"x" * size)
    for identity, text in texts.items():
        kept = found.document(identity)
        assert kept is not None
        assert kept.text == text
    assert found.page("number").total == len(texts)
    with pytest.raises(sqlite3.OperationalError):
        found.probe()
    found.close()
    found = Store(path)  # a server starts on a full disk, too
    assert found.count() == len(texts)
    gone = list(texts)[: len(texts) // 2]
    assert all(found.delete(identity) for identity in gone)
    assert found.count() == len(texts) - len(gone)
    assert found.page("number").total == len(texts) - len(gone)
    found.add(document(5000), RECIPE, b"{}")  # there is room again
    found.close()
    check_whole(path)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a file system of a few megabytes")
def test_on_a_full_disk_reading_and_deleting_work(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    mount = f'mount -t tmpfs -o size=6m none "{folder}" && exec "$0" -c "$1" "{folder}"'
    own = [] if os.geteuid() == 0 else ["--map-root-user"]
    command = ["unshare", *own, "--mount", "sh", "-c", mount, sys.executable, FULL_DISK]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((*sys.path, str(Path(__file__).parents[2])))}
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment, check=False)
    if "unshare" in done.stderr or "mount:" in done.stderr:
        pytest.skip(f"this system mounts no file system for tests: {done.stderr.strip()[-100:]}")
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.startswith("done")


def test_a_delete_that_finds_no_room_uses_the_reserve(tmp_path: Path) -> None:
    found = Store(tmp_path / "documents.db")
    entry, _ = found.add(document(1), RECIPE, b"{}")
    assert found._reserve.size > 0
    tries: list[tuple[bool, int]] = []
    delete = found._delete

    def full(document_id: str, *, overwrite: bool = True) -> bool:
        tries.append((overwrite, found._reserve.size))
        if len(tries) < 3:
            raise sqlite3.OperationalError("database or disk is full")
        return delete(document_id, overwrite=overwrite)

    found._delete = full  # type: ignore[method-assign]
    size = found._reserve.size
    assert found.delete(entry.id)
    assert tries == [(True, size), (True, 0), (False, 0)]
    assert found._reserve.size == size
    assert found.count() == 0
    found.close()


def test_what_is_acknowledged_is_on_the_disk(tmp_path: Path) -> None:
    found = Store(tmp_path / "documents.db")
    settings = {name: found._writer.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")}
    assert settings == {"journal_mode": "wal", "synchronous": 2}
    found.close()


def test_a_server_on_a_damaged_store_starts_and_says_so(tmp_path: Path) -> None:
    texts = fill(tmp_path / "documents.db", 30)
    with (tmp_path / "documents.db").open("r+b") as file:
        file.seek(4096 * 9)
        file.write(b"\xff" * 8192)
    server = Running(tmp_path, "--workers", "1")
    try:
        line = server.wait_for("store was damaged")
        assert line["level"] == "warning"
        assert (tmp_path / line["aside"]).exists()
        found = {entry["id"] for entry in server.client.get("/v1/documents?limit=100").json()["documents"]}
        assert len(found) == line["saved"]
        assert found <= set(texts)
        assert server.client.get("/readyz").json() == {"status": "ready"}
    finally:
        server.stop()


@pytest.mark.thorough
def test_a_store_that_breaks_at_work_is_a_problem_not_a_bug(tmp_path: Path) -> None:
    server = Running(tmp_path, "--workers", "1")
    try:
        entry = server.client.post("/v1/documents", content=prose(5).encode()).json()
        assert server.client.get("/readyz").status_code == 200
        with closing(sqlite3.connect(server.store)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with server.store.open("r+b") as file:
            file.seek(4096)
            file.write(b"\xff" * (server.store.stat().st_size - 4096))
        statuses = {server.client.get(path).status_code for path in ("/v1/documents", f"/v1/documents/{entry['id']}")}
        assert statuses <= {200, 500, 503}
        assert server.client.get("/healthz").status_code == 200
        assert not [line for line in server.events if line["event"] == "bug"]
    finally:
        server.stop()
    again = Running(tmp_path, "--workers", "1")
    try:
        assert again.client.get("/v1/documents").status_code == 200
    finally:
        again.stop()


@pytest.mark.thorough
def test_a_server_without_its_workers_or_its_disk_is_not_ready(tmp_path: Path) -> None:
    server = Running(tmp_path, "--workers", "1")
    try:
        assert server.client.head("/readyz").status_code == 200
        with closing(sqlite3.connect(server.store, isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")  # somebody holds the file
            time.sleep(1.1)  # the last answer is forgotten by now
            problem = check_problem(server.client.get("/readyz"), 503, "not-ready")
            assert "store" in problem["detail"]
            assert server.client.get("/healthz").status_code == 200
            db.execute("ROLLBACK")
    finally:
        server.stop()


def test_a_server_whose_disk_takes_nothing_still_reads_and_ranks(tmp_path: Path) -> None:
    """Its log may not grow any more: an upload is refused, and everything that only reads goes on."""
    server = Running(tmp_path, "--workers", "1")
    try:
        entry = server.client.post("/v1/documents", content=prose(5).encode()).raise_for_status().json()
        with server.held_to(Path(f"{server.store}-wal").stat().st_size):
            check_problem(server.client.post("/v1/documents", content=prose(9, 7).encode()), 507, "store-full")
            other = {"structure": "flat"}
            ranked = server.client.post(f"/v1/documents/{entry['id']}/rank", json=other)
            assert ranked.status_code == 200
            assert server.client.get(f"/v1/documents/{entry['id']}").status_code == 200
            assert server.client.get("/healthz").status_code == 200
            check_problem(server.client.get("/readyz"), 503, "not-ready")
            server.wait_for("ranking not kept")
        assert server.client.delete(f"/v1/documents/{entry['id']}").status_code == 204
        time.sleep(1.1)  # the last answer about readiness is forgotten by now
        assert server.client.get("/readyz").status_code == 200
        assert server.client.get("/v1/documents").json()["total"] == 0
        assert not [line for line in server.events if line["event"] == "bug"]
    finally:
        server.stop()
