"""Too much, too slow, half a request: refused in words, and the server goes on."""

from __future__ import annotations

import io
import json
import socket
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import httpx
import pytest

from tests.serve.conftest import Running
from tests.serve.texts import check_problem, prose, sentences

LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE d ['
    + '<!ENTITY a0 "ha">'
    + "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(9))
    + ']><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r>'
    + "<w:t>&a9;</w:t></w:r></w:p></w:body></w:document>"
)


def test_a_declared_body_is_refused_before_it_is_read(tight: Running) -> None:
    head = b"POST /v1/rank HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 999999999\r\n\r\n" % tight.port
    with socket.create_connection(("127.0.0.1", tight.port), timeout=10) as line:
        line.sendall(head)
        answer = b""
        while more := line.recv(65536):  # head and body may come apart
            answer += more
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in answer.lower()
    assert b"200,000 bytes" in answer


@pytest.mark.parametrize("path", ["/v1/rank", "/v1/documents", "/v1/documents/0/rank", "/nowhere"])
def test_a_chunked_body_is_counted(tight: Running, path: str) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 10_000

    check_problem(tight.client.post(path, content=chunks()), 413, "too-large")


def test_a_large_body_with_its_length_is_refused_and_answered(tight: Running) -> None:
    check_problem(tight.client.post("/v1/documents", content=b"x" * 3_000_000), 413, "too-large")


def test_a_body_in_drops_is_cut_off(tight: Running) -> None:
    def drops() -> Iterator[bytes]:
        for _ in range(40):
            yield b" "
            time.sleep(0.1)

    began = time.monotonic()
    with suppress(httpx.WriteError):  # it may still be sending when the line is cut
        check_problem(tight.client.post("/v1/rank", content=drops()), 408, "slow-request")
    assert time.monotonic() - began < 4


def test_a_header_in_drops_is_cut_off(tight: Running) -> None:
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", tight.port), timeout=20) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
        with suppress(OSError):
            while time.monotonic() - began < 8:
                line.sendall(b"X: y\r\n")
                time.sleep(0.1)
    assert 0.9 < time.monotonic() - began < 8


def test_requests_that_break_off_leave_nothing_behind(tight: Running) -> None:
    head = b"POST /v1/documents HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 100000\r\n\r\nhalf of it" % tight.port
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", tight.port), timeout=10) as line:
            line.sendall(head)
    for _ in range(5):  # whole, but nobody waits for the answer
        with socket.create_connection(("127.0.0.1", tight.port), timeout=10) as line:
            body = json.dumps({"text": prose(20)}).encode()
            line.sendall(b"POST /v1/rank HTTP/1.1\r\nHost: localhost:%d\r\n" % tight.port)
            line.sendall(b"Content-Type: application/json\r\n")
            line.sendall(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    end = time.monotonic() + 10
    while tight.metric("sentencerank_in_flight") and time.monotonic() < end:
        time.sleep(0.05)
    assert tight.metric("sentencerank_in_flight") == 0
    assert tight.client.post("/v1/rank", json={"text": "It rained."}).status_code == 200
    assert 'status="499"' in tight.client.get("/metrics").text


def test_garbage_is_no_request(tight: Running) -> None:
    for data, status in (
        (b"\x16\x03\x01\x02\x00\x01\x00" * 10, 400),
        (b"GET\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"A" * 100_000, 414),
    ):
        with socket.create_connection(("127.0.0.1", tight.port), timeout=10) as line:
            line.sendall(data)
            assert b" %d " % status in line.recv(65536)
    assert tight.client.get("/healthz").status_code == 200


def test_too_many_characters_sentences_and_texts(tight: Running) -> None:
    client = tight.client
    detail = check_problem(client.post("/v1/rank", json={"text": "x" * 150_001}), 413, "too-large")["detail"]
    assert "150,000" in detail
    detail = check_problem(client.post("/v1/rank", json={"text": "Yes. " * 1501}), 413, "too-large")["detail"]
    assert "1,500" in detail
    check_problem(client.post("/v1/rank", json={"sentences": ["Yes."] * 1501}), 413, "too-large")
    check_problem(client.post("/v1/batch", json={"items": [{"text": "Yes."}] * 4}), 413, "too-large")
    check_problem(client.post("/v1/batch", json={"items": [{"text": "x" * 60_000}] * 3}), 413, "too-large")
    check_problem(client.post("/v1/documents", content=b"Yes. " * 1501), 413, "too-large")
    item = client.post("/v1/batch", json={"items": [{"text": "Yes. " * 1501}, {"text": "Yes."}]}).json()["items"]
    assert item[0]["problem"]["status"] == 413
    assert item[1]["result"]["order"] == [0]


def test_a_batch_of_far_too_many_texts_is_refused_before_it_costs_anything(server: Running) -> None:
    items = [{"text": "", "query": "a"}] * 100_000
    response = server.client.post("/v1/batch", json={"items": items})
    check_problem(response, 413, "too-large")
    assert server.client.get("/healthz").elapsed.total_seconds() < 1
    assert response.elapsed.total_seconds() < 4  # most of it to parse 3 MB of JSON


def test_a_full_house_says_when_to_come_again(tight: Running) -> None:
    long = {
        "sentences": sentences(1400, seed=5, words=10),
        "options": {"clustering": "affinity", "affinity_limit": 5000},
    }
    statuses: list[httpx.Response] = []
    threads = [
        threading.Thread(target=lambda: statuses.append(httpx.post(tight.url + "/v1/rank", json=long, timeout=60)))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    while tight.metric("sentencerank_in_flight") < 2:
        time.sleep(0.01)
    response = tight.client.post("/v1/rank", json={"text": "It rained."})
    check_problem(response, 503, "busy")
    assert response.headers["retry-after"] == "1"
    check_problem(tight.client.post("/v1/batch", json={"items": []}), 503, "busy")
    assert tight.client.get("/healthz").elapsed.total_seconds() < 1
    for thread in threads:
        thread.join()
    assert {answer.status_code for answer in statuses} <= {200, 503, 504}


def test_what_takes_too_long_is_stopped(tmp_path_factory: pytest.TempPathFactory) -> None:
    hasty = Running(tmp_path_factory.mktemp("hasty"), "--workers", "1", "--max-seconds", "0.15")
    try:
        slow = {"sentences": sentences(3000, seed=6)}
        check_problem(hasty.client.post("/v1/rank", json=slow), 504, "late")
        replaced = hasty.wait_for("worker replaced")
        assert replaced["reason"] == "late"
        assert hasty.metric('sentencerank_worker_restarts_total{reason="late"}') == 1
        hasty.wait_for("worker started", hasty.events.index(replaced))
        end = time.monotonic() + 20
        while hasty.client.get("/healthz").json()["workers_ready"] < 1 and time.monotonic() < end:
            time.sleep(0.05)
        assert hasty.client.post("/v1/rank", json={"text": "It rained."}).status_code == 200
    finally:
        hasty.stop()


@pytest.mark.slow
def test_what_needs_too_much_memory_is_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    small = Running(tmp_path_factory.mktemp("small"), "--workers", "1", "--max-memory", "40000000")
    try:
        detail = check_problem(small.client.post("/v1/rank", json={"sentences": sentences(2000)}), 413, "too-large")
        assert "memory" in detail["detail"]
        assert small.client.post("/v1/rank", json={"text": prose(20)}).status_code == 200
        assert small.metric("sentencerank_worker_restarts_total") == 0
    finally:
        small.stop()


def docx(member: bytes | str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", member)
    return file.getvalue()


@cache
def bomb() -> bytes:
    return docx(b"\0" * 250_000_000)


@pytest.mark.parametrize(
    "content",
    [
        b"bomb",
        docx(LAUGHS),
        b"<html><body>" + b"<div>" * 30_000 + b"deep",
        b"%PDF-1.7\n" + b"1 0 obj <</Length 99999999>> stream\n" * 1000,
        b"From: a@b.example\nSubject: x\n\n" + b"MIME-Version: 1.0\n" * 5000,
        "\N{BELL}".encode() * 100_000,
    ],
    ids=["zip bomb", "entity bomb", "deep markup", "broken PDF", "odd mail", "bells"],
)
def test_hostile_files_do_no_harm(tight: Running, content: bytes) -> None:
    response = tight.client.post("/v1/documents", content=bomb() if content == b"bomb" else content)
    assert response.status_code in (201, 413, 422), response.text
    if response.status_code == 201:
        tight.client.delete(response.headers["location"]).raise_for_status()
    assert tight.client.get("/healthz").elapsed.total_seconds() < 1
    assert tight.client.post("/v1/documents", content=b"Good. Day.").status_code in (200, 201)


def test_a_bomb_is_refused_in_words(tight: Running) -> None:
    detail = check_problem(tight.client.post("/v1/documents", content=bomb()), 422, "document")
    assert "unpacked" in detail["detail"]
    assert "Limits(" not in detail["detail"]


def test_a_full_store_says_so(tight: Running) -> None:
    answers = [tight.client.post("/v1/documents", content=prose(2, seed).encode()) for seed in range(200, 205)]
    check_problem(answers[-1], 507, "store-full")
    for entry in tight.client.get("/v1/documents").json()["documents"]:
        tight.client.delete(f"/v1/documents/{entry['id']}").raise_for_status()


def test_no_address_is_ever_fetched(server: Running) -> None:
    with socket.create_server(("127.0.0.1", 0)) as trap:
        trap.settimeout(0.5)
        address = f"http://127.0.0.1:{trap.getsockname()[1]}/"
        head = f'<head><link rel="stylesheet" href="{address}"><base href="{address}"></head>'
        page = f'<html>{head}<body><p>See {address} for it all. <img src="{address}"></p><p>More.</p></body></html>'
        server.client.post("/v1/documents", content=page.encode())
        server.client.post("/v1/documents", content=address.encode(), params={"name": address})
        server.client.post("/v1/rank", json={"text": address})
        with pytest.raises(TimeoutError):
            trap.accept()
