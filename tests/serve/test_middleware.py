"""Body limit, access and envelope as plain ASGI: what a client cannot easily do on purpose."""

from __future__ import annotations

import asyncio
import json
import logging
import pickle
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sentencerank.errors import DocumentError, ExtraError, ModelError, OptionsError
from sentencerank.serve import middleware
from sentencerank.serve.middleware import BodyLimit, Envelope
from sentencerank.serve.monitoring import BUCKETS, JsonLines, Metrics, describe_error, log_failure
from sentencerank.serve.problems import ProblemError, as_problem


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    message = await receive()
    assert not message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": message["body"]})


def scope(path: str = "/v1/rank", **headers: str) -> Scope:
    given = {
        "host": "localhost:8000",
        **({} if "content_length" in headers else {"transfer_encoding": "chunked"}),
        **headers,
    }
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in given.items()]
    return {"type": "http", "method": "POST", "path": path, "headers": raw}


def ask(app: ASGIApp, request: Scope, parts: Sequence[bytes | None] = (b"",), pause: float = 0) -> tuple[int, bytes]:
    """Send a body in parts; None as a part hangs up."""
    waiting = list(parts)
    sent: list[Message] = []

    async def receive() -> Message:
        await asyncio.sleep(pause)
        part = waiting.pop(0) if waiting else None
        if part is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": part, "more_body": bool(waiting)}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(app(request, receive, send))  # type: ignore[arg-type]
    return (sent[0]["status"], b"".join(part.get("body", b"") for part in sent[1:])) if sent else (0, b"")


def limited(limit: int = 10, seconds: float = 5, buffered: int = 100) -> BodyLimit:
    return BodyLimit(echo, limit=lambda scope: limit, seconds=seconds, buffered=buffered)


def test_a_body_arrives_whole() -> None:
    assert ask(limited(), scope(), [b"rain", b"", b"bow"]) == (200, b"rainbow")
    assert ask(limited(), scope(), [b"0123456789"]) == (200, b"0123456789")


def test_a_body_over_the_limit_is_refused_declared_or_not() -> None:
    assert ask(limited(), scope(content_length="11"), [b"01234567890"])[0] == 413
    assert ask(limited(), scope(), [b"0123456789", b"0"])[0] == 413
    assert ask(limited(), scope(), [b"01234567890"] * 1000)[0] == 413


def test_a_slow_body_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "LINGER_SECONDS", 0.05)
    status, body = ask(limited(seconds=0.05), scope(), [b"0"] * 100, pause=0.02)
    assert status == 408
    assert b"faster" in body


def test_a_client_that_hangs_up_gets_nothing_and_gives_the_room_back() -> None:
    app = limited(buffered=10)
    assert ask(app, scope(), [b"0123456", None]) == (0, b"")
    assert app._room == 10


def test_all_bodies_together_are_bounded() -> None:
    app = limited(limit=10, buffered=15)

    async def both() -> list[int]:
        statuses = []

        async def hold(scope: Scope, receive: Receive, send: Send) -> None:
            await asyncio.sleep(0.05)
            await echo(scope, receive, send)

        app._app = hold

        async def one() -> None:
            async def receive() -> Message:
                return {"type": "http.request", "body": b"0123456789", "more_body": False}

            async def send(message: Message) -> None:
                if message["type"] == "http.response.start":
                    statuses.append(message["status"])

            await app(scope(), receive, send)

        await asyncio.gather(one(), one())
        return statuses

    assert sorted(asyncio.run(both())) == [200, 503]
    assert app._room == 15


def test_a_bug_is_answered_and_its_message_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        raise RuntimeError("the user's secret")

    metrics = Metrics()
    with caplog.at_level(logging.INFO, "sentencerank.serve"):
        status, body = ask(Envelope(broken, metrics=metrics), scope())
    assert status == 500
    lines = [JsonLines().format(record) for record in caplog.records]
    assert "secret" not in body.decode() + "".join(lines)
    bug = json.loads(lines[0])
    assert bug["event"] == "bug"
    assert bug["error"]["type"] == "RuntimeError"
    assert bug["request_id"] in body.decode()
    assert metrics.requests["POST", "none", 500] == 1


def test_what_the_operator_has_to_correct_is_logged_with_its_reason(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "sentencerank.serve"):
        log_failure(ModelError("/models/news is damaged. Import it again."), request_id="7")
    line = json.loads(JsonLines().format(caplog.records[0]))
    assert line["reason"] == "/models/news is damaged. Import it again."
    assert line["request_id"] == "7"


def test_an_answer_that_broke_in_its_middle_is_not_taken_for_whole() -> None:
    async def half(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError

    with pytest.raises(RuntimeError):
        ask(Envelope(half, metrics=Metrics()), scope())


def test_errors_of_the_library_are_problems() -> None:
    def status(error: Exception) -> int:
        problem = as_problem(error)
        return problem.status if problem else 0

    assert [status(kind("x")) for kind in (OptionsError, DocumentError, ExtraError, ModelError)] == [422, 422, 501, 500]
    assert status(RuntimeError()) == 0
    hidden = as_problem(ModelError("/home/somebody/model is damaged"))
    assert hidden is not None
    assert "somebody" not in hidden.detail


def test_remedies_of_the_library_are_put_for_clients() -> None:
    problem = as_problem(DocumentError("too long. Split it, or pass Limits(pages=…)."))
    assert problem is not None
    assert problem.detail == "too long. Split it, or have the server started with a higher limit (pages)."
    problem = as_problem(DocumentError("markup. Read it first: sr.rank(sr.read_document(page.encode()))."))
    assert problem is not None
    assert problem.detail == "markup. Upload it instead: POST /v1/documents."


def test_a_problem_survives_the_way_from_a_worker() -> None:
    problem = ProblemError(413, "too-large", "Split it.", {"Retry-After": "1"}, [{"pointer": "#/a", "detail": "b"}])
    copy: ProblemError = pickle.loads(pickle.dumps(problem))
    assert copy.body() == problem.body()
    assert copy.headers == problem.headers


def test_lingering_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "LINGER_SECONDS", 0.05)
    assert ask(limited(), scope(content_length="99999"), [b"0"] * 10_000, pause=0.01)[0] == 413


def test_described_errors_say_where() -> None:
    try:
        raise ValueError("private")
    except ValueError as error:
        text = json.dumps(describe_error(error))
    assert "private" not in text
    assert "test_middleware.py" in text


def test_errors_of_a_worker_say_where_it_was() -> None:
    def broken() -> None:
        raise ValueError("private")

    with ThreadPoolExecutor(1) as threads:
        error = threads.submit(broken).exception()
    assert error is not None
    error.add_note(
        'In the worker process:\nTraceback:\n  File "somewhere.py", line 7, in there\n    x\nValueError: private'
    )
    text = json.dumps(describe_error(error))
    assert "somewhere.py:7 there" in text
    assert "private" not in text


def test_metrics_are_well_formed() -> None:
    metrics = Metrics()
    metrics.gauge("queue", "Waiting.", lambda: 3)
    for seconds in (0.001, 0.005, 0.3, 99):
        metrics.request("GET", "/v1/rank", 200, seconds)
    values: dict[str, float] = {}
    for line in metrics.text().splitlines():
        if not line.startswith("#"):
            name, _, value = line.rpartition(" ")
            values[name] = float(value)
    buckets = [
        values[f'sentencerank_request_seconds_bucket{{route="/v1/rank",le="{le}"}}'] for le in (*BUCKETS, "+Inf")
    ]
    assert buckets == sorted(buckets)
    assert (buckets[0], buckets[-1]) == (2, 4)
    assert values['sentencerank_request_seconds_count{route="/v1/rank"}'] == 4
    assert values['sentencerank_request_seconds_sum{route="/v1/rank"}'] == pytest.approx(99.306)
    assert values["sentencerank_queue"] == 3


def test_the_envelope_closes_every_answer_against_sniffing_and_framing() -> None:
    sent: list[Any] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(Envelope(echo, metrics=Metrics())(scope(), receive, send))
    headers = dict(sent[0]["headers"])
    assert headers[b"content-security-policy"].startswith(b"default-src 'self'")
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert headers[b"referrer-policy"] == b"no-referrer"
    assert headers[b"cache-control"] == b"no-store"
    assert b"access-control-allow-origin" not in headers
