"""What real sockets do to a server: malformed, slow, idle, too many. Each is answered once, or ended in time."""

from __future__ import annotations

import json
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from tests.serve.conftest import Running

LIMITS = {
    "body-seconds": "1",
    "idle-seconds": "1",
    "answer-seconds": "1",
    "connections": "40",
    "client-connections": "30",
    "client-requests": "3",
    "client-uploads": "1",
}


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose limits are small, for addresses too."""
    options = [part for name, value in LIMITS.items() for part in (f"--max-{name}", value)]
    proxy = ["--trusted-proxy", "127.0.0.9"]
    running = Running(tmp_path_factory.mktemp("strict"), "--workers", "1", *options, *proxy)
    yield running
    running.stop()


def line_to(server: Running, address: str = "127.0.0.1") -> socket.socket:
    """A connection, from one of the addresses of this computer."""
    source = (address, 0) if sys.platform == "linux" else None
    return socket.create_connection(("127.0.0.1", server.port), timeout=20, source_address=source)


def everything(line: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    data = b""
    with suppress(ConnectionResetError):
        while more := line.recv(65536):
            data += more
    return data


def ask_health(line: socket.socket) -> None:
    """One request and its whole answer, on a connection that stays open."""
    line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    data = b""
    while not data.endswith(b"}"):  # head and body may come apart
        data += line.recv(65536)
    assert data.startswith(b"HTTP/1.1 200 ")


def talk(server: Running, data: bytes) -> bytes:
    with line_to(server) as line:
        line.sendall(data.replace(b"HOST", b"localhost:%d" % server.port))
        return everything(line)


def check_raw_problem(data: bytes, status: int) -> None:
    """One answer, and that one a problem with all headers."""
    head, _, body = data.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), data[:300]
    lines = dict(line.lower().split(": ", 1) for line in head.decode().split("\r\n")[1:])
    assert lines["content-type"] == "application/problem+json"
    assert lines["connection"] == "close"
    assert lines["cache-control"] == "no-store"
    assert lines["x-content-type-options"] == "nosniff"
    assert lines["content-security-policy"].startswith("default-src 'self'")
    assert int(lines["content-length"]) == len(body), "nothing comes after it"
    problem = json.loads(body)
    assert problem["status"] == status
    assert problem["instance"] == f"urn:uuid:{lines['x-request-id']}"
    assert problem["detail"].endswith(".")


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00" * 10, 400),
        (b"GET\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: HOST\r\nX: a\x00b\r\n\r\n", 400),
        (b"GET / HTTP/9.9\r\nHost: HOST\r\n\r\n", 505),
        (b"POST /v1/rank HTTP/1.1\r\nHost: HOST\r\nContent-Length: -1\r\n\r\n", 400),
        (b"POST /v1/rank HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
        (b"POST /v1/rank HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        (b"POST /v1/rank HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
        (b"GET / HTTP/1.1\r\nHost: HOST\r\nX: " + b"a" * 100_000, 431),
        (b"GET /" + b"a" * 100_000, 414),
        (b"POST /v1/rank HTTP/1.1\r\nHost: HOST\r\n\r\n", 411),
        (b"POST /v1/rank HTTP/1.1\r\nHost: HOST\r\nContent-Length: 99999999\r\n\r\n", 413),
        (b"GET / HTTP/1.1\r\nHost: elsewhere\r\n\r\n", 403),
        (b"GET / HTTP/1.0\r\n\r\n", 403),
        (b"GET / HTTP/1.1\r\nHost: HOST\r\nOrigin: http://[bad\r\n\r\n", 403),
        (b"GET /v1/documents HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: cross-site\r\n\r\n", 403),
        (
            b"POST /v1/rank HTTP/1.1\r\nHost: HOST\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
            b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n",
            400,
        ),
        (
            b"POST /v1/rank HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\nContent-Length: 40\r\n\r\n"
            b"1\r\na\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n",
            400,
        ),
    ],
)
def test_what_is_wrong_is_answered_once_with_a_problem(strict: Running, data: bytes, status: int) -> None:
    check_raw_problem(talk(strict, data), status)


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"GET /nowhere HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n", 404),
        (b"BREW / HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n", 405),
        (b"DELETE /healthz HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n", 405),
        (b"GET /%ff%00 HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n", 404),
        (b"OPTIONS * HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n", 404),
    ],
)
def test_unknown_addresses_and_methods_are_problems(strict: Running, data: bytes, status: int) -> None:
    check_raw_problem(talk(strict, data), status)


def test_garbage_in_the_middle_of_a_body_is_answered_once(strict: Running) -> None:
    with line_to(strict) as line:
        line.sendall(
            b"POST /v1/rank HTTP/1.1\r\nHost: localhost:%d\r\nTransfer-Encoding: chunked\r\n\r\n" % strict.port
        )
        time.sleep(0.1)
        line.sendall(b"1\r\na\r\nnonsense\r\n")
        check_raw_problem(everything(line), 400)
    assert strict.client.get("/healthz").status_code == 200
    assert not [event for event in strict.events if event["level"] == "error"]


def drip(line: socket.socket, part: bytes, seconds: float = 8) -> float:
    """Send a part again and again until the other side has enough; return how long it took."""
    began = time.monotonic()
    with suppress(OSError):
        while time.monotonic() - began < seconds:
            line.sendall(part)
            line.settimeout(0.1)
            with suppress(TimeoutError):
                if line.recv(65536).startswith(b"HTTP/1.1 408"):
                    break
    return time.monotonic() - began


def test_a_dripping_header_is_ended_on_a_new_connection(strict: Running) -> None:
    with line_to(strict) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
        assert 0.8 < drip(line, b"X: y\r\n") < 4


def test_a_dripping_header_is_ended_on_a_kept_connection(strict: Running) -> None:
    with line_to(strict) as line:
        ask_health(line)
        ask_health(line)
        line.sendall(b"GET /healthz HTTP/1.1\r\n")
        assert 0.8 < drip(line, b"X: y\r\n") < 4


def test_a_late_header_is_told_so(strict: Running) -> None:
    with line_to(strict) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\n")
        check_raw_problem(everything(line), 408)


def test_a_dripping_body_is_ended_on_a_kept_connection(strict: Running) -> None:
    with line_to(strict) as line:
        ask_health(line)
        line.sendall(b"POST /v1/rank HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 1000\r\n\r\n" % strict.port)
        assert 0.8 < drip(line, b" ") < 5


def test_an_idle_connection_is_closed(strict: Running) -> None:
    began = time.monotonic()
    with line_to(strict) as line:
        assert everything(line) == b""
    assert 0.8 < time.monotonic() - began < 4
    with line_to(strict) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert everything(line).count(b"HTTP/1.1") == 1
    assert time.monotonic() - began < 8


def test_who_does_not_read_the_answer_is_cut_off(strict: Running) -> None:
    began = time.monotonic()
    request = b"GET /openapi.json HTTP/1.1\r\nHost: localhost:%d\r\n\r\n" % strict.port
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", strict.port))
        line.settimeout(10)
        with suppress(ConnectionError):  # the reset reaches the sender
            while time.monotonic() - began < 30:
                line.sendall(request)
                time.sleep(0.002)
    assert time.monotonic() - began < 25
    assert strict.client.get("/healthz").status_code == 200


@pytest.mark.skipif(sys.platform != "linux", reason="needs several addresses of this computer")
def test_idle_sockets_lock_nobody_out(strict: Running) -> None:
    with ExitStack() as stack:
        idle = [stack.enter_context(line_to(strict, f"127.0.0.{2 + number % 3}")) for number in range(150)]
        for line in idle[::2]:
            with suppress(OSError):
                line.sendall(b"GET / HT")
        began = time.monotonic()
        for _ in range(20):
            for path in (b"/healthz", b"/v1/documents"):
                answer = talk(strict, b"GET %s HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n" % path)
                assert answer.startswith(b"HTTP/1.1 200 ")
        assert time.monotonic() - began < 5


@pytest.mark.skipif(sys.platform != "linux", reason="needs several addresses of this computer")
def test_requests_in_progress_lock_health_out_of_nothing(strict: Running) -> None:
    head = b"POST /v1/rank HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 10\r\n\r\n" % strict.port
    with ExitStack() as stack:
        for number in range(60):
            line = stack.enter_context(line_to(strict, f"127.0.0.{2 + number % 3}"))
            with suppress(OSError):
                line.sendall(head)
            time.sleep(0.005)  # so that the server knows of the request before the next one comes
        ask = b"GET %s HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n"
        assert talk(strict, ask % b"/healthz").startswith(b"HTTP/1.1 200 ")
        answer = talk(strict, ask % b"/v1/documents")
        check_raw_problem(answer, 503)
        assert b"retry-after: 1\r\n" in answer
    end = time.monotonic() + 10
    while not talk(strict, ask % b"/v1/documents").startswith(b"HTTP/1.1 200 "):
        assert time.monotonic() < end
        time.sleep(0.1)


@pytest.mark.skipif(sys.platform != "linux", reason="needs several addresses of this computer")
def test_one_address_cannot_take_all_places(strict: Running) -> None:
    body = json.dumps({"text": "It rained. The road is closed."}).encode()

    def request(path: str, forwarded: str = "") -> bytes:
        kind = b"Content-Type: application/json\r\n"
        head = b"POST %s HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n" % (path.encode(), strict.port)
        chain = b"X-Forwarded-For: %s\r\n" % forwarded.encode() if forwarded else b""
        return head + kind + chain + b"Content-Length: %d\r\n\r\n" % len(body) + body

    def statuses(asked: list[tuple[str, bytes]]) -> list[int]:
        """What so many requests get that are there at once, while the worker stands still."""
        with ExitStack() as stack:
            lines = [stack.enter_context(line_to(strict, source)) for source, _ in asked]
            with strict.frozen(1):
                for line, (_, data) in zip(lines, asked, strict=True):
                    line.sendall(data)
                    time.sleep(0.05)
            return [int(everything(line).split()[1]) for line in lines]

    rank = request("/v1/rank")
    assert statuses([("127.0.0.2", rank)] * 5 + [("127.0.0.3", rank)]) == [200, 200, 200, 503, 503, 200]
    upload = request("/v1/documents")
    assert statuses([("127.0.0.2", upload)] * 2 + [("127.0.0.3", upload)])[1:] == [503, 200]
    # A forwarded address counts if a trusted proxy gives it, and is a lie otherwise.
    by_proxy = [("127.0.0.9", request("/v1/rank", f"192.0.2.{number}")) for number in range(5)]
    assert statuses(by_proxy) == [200] * 5
    forged = [("127.0.0.2", request("/v1/rank", f"192.0.2.{number}")) for number in range(5)]
    assert statuses(forged) == [200, 200, 200, 503, 503]
    behind = [("127.0.0.9", request("/v1/rank", f"203.0.113.{number}, 192.0.2.7")) for number in range(5)]
    assert statuses(behind) == [200, 200, 200, 503, 503]
