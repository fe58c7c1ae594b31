"""Killed workers, a killed server, a server that is asked to stop: no wrong answer, nothing lost."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

import sentencerank as sr
from sentencerank.cli.main import main
from tests.serve.conftest import Running
from tests.serve.texts import check_problem, prose, sentences

TOKEN = "correct-horse-battery"


def gone(pid: int, seconds: float = 20) -> bool:
    """Whether a process ends within some time; one that waits to be buried counts as ended."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


def accepts(server: Running) -> bool:
    """Whether a server still takes connections."""
    try:
        socket.create_connection(("127.0.0.1", server.port), timeout=5).close()
    except OSError:
        return False
    return True


@pytest.fixture(scope="module")
def fragile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server to break."""
    running = Running(tmp_path_factory.mktemp("fragile"), "--workers", "2")
    yield running
    running.stop()


def test_a_worker_killed_at_its_work_costs_no_answer(fragile: Running) -> None:
    given = sentences(40, seed=1)
    expected = sr.rank(given).order.tolist()
    with ThreadPoolExecutor(2) as threads, fragile.frozen(2) as pids:
        asked = [
            threads.submit(httpx.post, fragile.url + "/v1/rank", json={"sentences": given}, timeout=60)
            for _ in range(2)
        ]
        fragile.wait_until_busy(2)
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        assert fragile.client.get("/healthz").json()["status"] == "ok"
        answers = [answer.result() for answer in asked]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert all(answer.json()["order"] == expected for answer in answers)
    assert fragile.metric('sentencerank_worker_restarts_total{reason="died"}') >= 2


def test_idle_workers_that_die_are_replaced_without_a_word_to_the_client(fragile: Running) -> None:
    while fragile.client.get("/healthz").json()["workers_ready"] < 2:
        time.sleep(0.05)
    for pid in fragile.workers[-2:]:
        os.kill(pid, signal.SIGKILL)
    assert fragile.client.post("/v1/rank", json={"text": "It rained."}).status_code == 200
    assert fragile.client.post("/v1/rank", json={"text": "It rained."}).status_code == 200


@pytest.mark.slow
def test_a_worker_that_dies_again_and_again_is_an_error_in_the_end(tmp_path: Path) -> None:
    server = Running(tmp_path, "--workers", "1")
    stop = threading.Event()

    def kill() -> None:
        killed: set[int] = set()
        while not stop.is_set():
            for pid in set(server.workers) - killed:
                time.sleep(0.2)  # it is at work by then
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
            time.sleep(0.01)

    killer = threading.Thread(target=kill)
    try:
        killer.start()
        time.sleep(0.05)
        response = server.client.post("/v1/rank", json={"sentences": sentences(9000, seed=2)})
        check_problem(response, 503, "worker-died")
        assert response.headers["retry-after"] == "5"
    finally:
        stop.set()
        killer.join()
        server.stop()


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    server = Running(tmp_path, "--workers", "2")
    acknowledged: dict[str, str] = {}

    def upload(thread: int) -> None:
        with httpx.Client(base_url=server.url, timeout=60) as client:
            for number in range(1000):
                text = prose(3, seed=1000 * thread + number)
                try:
                    answer = client.post("/v1/documents", content=text.encode())
                except httpx.HTTPError:
                    return
                if answer.status_code == 201:
                    acknowledged[answer.json()["id"]] = text

    threads = [threading.Thread(target=upload, args=(thread,)) for thread in range(4)]
    for thread in threads:
        thread.start()
    while len(acknowledged) < 12:
        time.sleep(0.005)
    server.process.kill()
    for thread in threads:
        thread.join()
    server.stop()
    assert all(gone(pid) for pid in server.workers), "workers must not outlive a killed server"

    again = Running(tmp_path, "--workers", "1")
    try:
        for document_id, text in acknowledged.items():
            document = again.client.get(f"/v1/documents/{document_id}").raise_for_status().json()
            assert document["text"].strip() == text
            assert document["ranking"]["order"] == sr.rank(text).order.tolist()
        total = again.client.get("/v1/documents").json()["total"]
        assert total >= len(acknowledged)
        assert again.client.get("/v1/documents", params={"q": "the"}).status_code == 200
    finally:
        again.stop()
    db = sqlite3.connect(again.store)
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.execute("INSERT INTO search (search) VALUES ('integrity-check')")
    db.close()


@pytest.mark.parametrize("sign", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_a_server_that_is_stopped_finishes_what_it_took_on(tmp_path: Path, sign: signal.Signals) -> None:
    server = Running(tmp_path, "--workers", "2")
    given = sentences(40, seed=3)
    with ThreadPoolExecutor(4) as threads:
        with server.frozen(2):
            asked = [
                threads.submit(httpx.post, server.url + "/v1/rank", json={"sentences": given}, timeout=60)
                for _ in range(3)
            ]
            upload = threads.submit(httpx.post, server.url + "/v1/documents", content=prose(9, 4).encode(), timeout=60)
            server.wait_until_busy(4)
            server.client.close()
            server.process.send_signal(sign)
            while accepts(server):
                time.sleep(0.01)
        code = server.process.wait(timeout=60)
        server.stop()
        assert [answer.result().status_code for answer in asked] == [200, 200, 200]
        assert upload.result().status_code == 201
    assert code == (130 if sign == signal.SIGINT else 0)
    assert [line["event"] for line in server.events if line["event"] != "?"][-1] == "stopped"
    assert all(gone(pid) for pid in server.workers)
    with pytest.raises(httpx.ConnectError):
        httpx.get(server.url + "/healthz")


def test_another_version_ranks_kept_documents_anew(fragile: Running) -> None:
    text = prose(5, seed=9)
    entry = fragile.client.post("/v1/documents", content=text.encode()).json()
    with sqlite3.connect(fragile.store) as db:  # as if an older version had ranked it
        db.execute("UPDATE rankings SET settings = replace(settings, ?, '0.0.1')", (sr.__version__,))
        db.execute("UPDATE documents SET settings = replace(settings, ?, '0.0.1')", (sr.__version__,))
    db.close()
    document = fragile.client.get(f"/v1/documents/{entry['id']}").raise_for_status().json()
    assert document["ranking"]["order"] == sr.rank(text).order.tolist()


def test_a_token_is_asked_for_everywhere_but_health(tmp_path: Path) -> None:
    server = Running(tmp_path, "--workers", "1", token=TOKEN)
    try:
        with httpx.Client(base_url=server.url) as stranger:
            assert stranger.get("/healthz").status_code == 200
            for method, path in (
                ("GET", "/"),
                ("GET", "/metrics"),
                ("GET", "/openapi.json"),
                ("GET", "/v1/documents"),
                ("POST", "/v1/rank"),
                ("POST", "/v1/documents"),
                ("DELETE", "/v1/documents/" + "0" * 32),
                ("GET", "/nowhere"),
            ):
                response = stranger.request(method, path, content=b"x" * 1000)
                check_problem(response, 401, "token")
                assert "Bearer" in response.headers["www-authenticate"]
            wrong = {"Authorization": "Bearer correct-horse-batterx"}
            check_problem(stranger.get("/v1/documents", headers=wrong), 401, "token")
            assert stranger.get("/v1/documents", auth=("anybody", TOKEN)).status_code == 200
        assert server.client.get("/v1/documents").status_code == 200
        assert server.client.get("/openapi.json").json()["security"] == [{"token": []}]
    finally:
        server.stop()
    assert TOKEN not in str(server.events)


def test_the_log_knows_requests_and_no_texts(server: Running) -> None:
    secret = "xylophone"
    server.client.post("/v1/rank", json={"text": f"A {secret} fell.", "query": secret, "id": secret})
    server.client.post("/v1/rank", json={"text": f"A {secret}.", "language": secret})
    server.client.post("/v1/documents", content=f"{secret} one. Two.".encode(), params={"name": secret})
    server.client.get("/v1/documents", params={"q": secret})
    answer = server.client.get(f"/{secret}")
    end = time.monotonic() + 10
    while time.monotonic() < end:
        lines = [line for line in server.events if line.get("request_id") == answer.headers["x-request-id"]]
        if lines:
            break
        time.sleep(0.01)
    assert {"method": "GET", "route": "none", "status": 404}.items() <= lines[0].items()
    assert secret not in str(server.events)


def test_what_keeps_it_from_starting_is_said_in_a_line(server: Running, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["serve", "--port", str(server.port), "--store", str(tmp_path / "d.db")])
    assert (result.exit_code, "--port" in result.stderr) == (1, True)
    result = CliRunner().invoke(main, ["serve", "--port", "0", "--store", str(tmp_path)])
    assert result.exit_code != 0
    (tmp_path / "text.db").write_text("no database " * 99)
    result = CliRunner().invoke(main, ["serve", "--port", "0", "--store", str(tmp_path / "text.db")])
    assert (result.exit_code, "--store" in result.stderr) == (1, True)
