"""Who may in: tokens, cookies, names, origins, and what browsers say of a request."""

from __future__ import annotations

import asyncio
import os
import string
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Message, Scope

from sentencerank.serve import dispatch
from sentencerank.serve.access import Access, knows_host, own_names
from tests.serve.conftest import Running
from tests.serve.test_middleware import ask, echo, scope
from tests.serve.texts import check_problem

TOKEN = "correct-horse-battery"
HERE = own_names("127.0.0.1", ["reader.example"], loopback=True)


def request(path: str = "/v1/rank", method: str = "POST", query: str = "", **headers: str) -> Scope:
    found = scope(path, **headers)
    return {**found, "method": method, "query_string": query.encode(), "server": ("127.0.0.1", 8000)}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"authorization": f"Bearer {TOKEN}"}, 200),
        ({"authorization": f"bearer  {TOKEN} "}, 200),
        ({"authorization": "Basic YW55Ym9keTpjb3JyZWN0LWhvcnNlLWJhdHRlcnk="}, 200),
        ({"authorization": f"Bearer {TOKEN}", "host": "example.org"}, 403),
        ({}, 401),
        ({"authorization": f"Bearer {TOKEN}x"}, 401),
        ({"authorization": "Bearer "}, 401),
        ({"authorization": TOKEN}, 401),
        ({"authorization": "Basic !!"}, 401),
        ({"authorization": "Bearer \xe4\xf6"}, 401),
        ({"cookie": f"sentencerank-8000={TOKEN}"}, 401),
        ({"authorization": f"Bearer {TOKEN}", "origin": "https://elsewhere.example"}, 403),
        ({"authorization": f"Bearer {TOKEN}", "origin": "http://[bad"}, 403),
        ({"authorization": f"Bearer {TOKEN}", "origin": "http://localhost:8000"}, 200),
    ],
)
def test_a_token_opens(headers: dict[str, str], status: int) -> None:
    assert ask(Access(echo, token=TOKEN, hosts=HERE), request(**headers))[0] == status


def test_any_name_will_do_where_only_the_token_decides() -> None:
    access = Access(echo, token=TOKEN, hosts=own_names("0.0.0.0", [], loopback=False))
    assert ask(access, request(authorization=f"Bearer {TOKEN}", host="any.example"))[0] == 200
    named = Access(echo, token=TOKEN, hosts=own_names("0.0.0.0", ["reader.example"], loopback=False))
    assert ask(named, request(authorization=f"Bearer {TOKEN}", host="any.example"))[0] == 403


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("reader.example", True),
        ("reader.example:8000", True),
        ("localhost", False),
        ("localhost:", False),
        ("localhost:0", False),
        ("localhost:80", False),
        ("localhost:08000", False),
        ("localhost:8000x", False),
        ("localhost:8000:8000", False),
        ("localhost.:8000", False),
        ("LOCALHOST:8000", False),
        ("localhost.evil:8000", False),
        ("evil@localhost:8000", False),
        ("localhost:8000@evil", False),
        ("localhost:8000/", False),
        ("localhost:8000?", False),
        ("localhost:8000#", False),
        (" localhost:8000", False),
        ("localhost:8000, localhost:8000", False),
        ("127.1:8000", False),
        ("2130706433:8000", False),
        ("0x7f.1:8000", False),
        ("0.0.0.0:8000", False),
        ("::1:8000", False),
        ("[::1%25lo]:8000", False),
        ("[::1%lo]:8000", False),
        ("[0:0:0:0:0:0:0:1]:8000", False),
        ("[::ffff:127.0.0.1]:8000", False),
        ("[", False),
        ("", False),
        ("rebound.example:8000", False),
        ("\uff4cocalhost:8000", False),
    ],
)
def test_a_host_is_known_by_its_exact_spelling(host: str, known: bool) -> None:
    assert knows_host(host, HERE, 8000) is known


def test_the_natural_port_may_be_left_out() -> None:
    assert knows_host("localhost", HERE, 80)


@given(st.text(max_size=40) | st.text("localhost:8000[]@.%/127", max_size=24))
def test_no_other_host_is_known(host: str) -> None:
    allowed = {f"{name}:8000" for name in HERE or ()} | {"reader.example"}
    assert knows_host(host, HERE, 8000) is (host in allowed)


HEADERS = (b"host", b"origin", b"sec-fetch-site", b"sec-fetch-mode", b"sec-fetch-dest", b"authorization", b"cookie")
WORDS = (b"localhost:8000", b"http://localhost:8000", b"same-origin", b"cross-site", b"navigate", b"document", b"null")


@given(
    st.lists(st.tuples(st.sampled_from(HEADERS), st.binary(max_size=30) | st.sampled_from(WORDS)), max_size=9),
    st.sampled_from(["GET", "POST", "BREW"]),
    st.sampled_from(["/", "/v1/documents", "/healthz"]),
    st.binary(max_size=20) | st.sampled_from([b"token=x", b"token=%ff%fe&d=\xff", b"token=" + TOKEN.encode()]),
)
def test_nothing_that_a_client_sends_raises(
    headers: list[tuple[bytes, bytes]], method: str, path: str, query: bytes
) -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    given_scope = {"type": "http", "method": method, "path": path, "headers": headers, "query_string": query}
    app = Access(echo, token=TOKEN, hosts=HERE)
    asyncio.run(app({**given_scope, "server": ("127.0.0.1", 8000)}, receive, send))
    status = sent[0]["status"]
    origins = [value for name, value in headers if name == b"origin"]
    if origins and origins != [b"http://localhost:8000"] and origins != [b"https://localhost:8000"]:
        hosts = [value for name, value in headers if name == b"host"]
        assert status == 403 or origins[0].rpartition(b"//")[2] == b"".join(hosts)
    assert status in ((200, 403) if path == "/healthz" else (200, 303, 401, 403))
    if status == 303:
        assert b"token=" + TOKEN.encode() in query


@pytest.mark.parametrize(
    ("method", "path", "site", "mode", "target", "status"),
    [
        ("POST", "/v1/rank", "same-origin", "cors", "empty", 200),
        ("GET", "/", "none", "navigate", "document", 200),
        ("GET", "/", "cross-site", "navigate", "document", 200),
        ("GET", "/", "same-site", "navigate", "document", 200),
        ("GET", "/", "cross-site", "navigate", "iframe", 403),
        ("GET", "/", "cross-site", "no-cors", "image", 403),
        ("GET", "/", "cross-site, none", "navigate", "iframe", 403),
        ("POST", "/", "cross-site", "navigate", "document", 403),
        ("GET", "/app.js", "cross-site", "no-cors", "script", 403),
        ("GET", "/app.js", "same-site", "no-cors", "script", 403),
        ("GET", "/v1/documents", "cross-site", "navigate", "document", 403),
        ("POST", "/v1/documents", "same-site", "cors", "empty", 403),
        ("GET", "/healthz", "cross-site", "no-cors", "empty", 403),
        ("GET", "/v1/documents", "nonsense", "navigate", "document", 403),
    ],
)
def test_other_sites_may_only_link_to_the_page(
    method: str, path: str, site: str, mode: str, target: str, status: int
) -> None:
    told = {"sec_fetch_site": site, "sec_fetch_mode": mode, "sec_fetch_dest": target}
    assert ask(Access(echo, token=None, hosts=HERE), request(path, method, **told))[0] == status


def test_health_is_open_to_everybody() -> None:
    access = Access(echo, token=TOKEN, hosts=HERE)
    assert ask(access, request("/healthz", host="anything"))[0] == 200
    assert ask(access, request("/readyz", host="anything"))[0] == 200
    assert ask(access, request("/healthz/x"))[0] == 401


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server as `sentencerank serve` starts it, with a token that it made."""
    running = Running(tmp_path_factory.mktemp("locked"), "--workers", "1", new_token=True)
    yield running
    running.stop()


def test_the_printed_address_opens_the_page_and_nothing_else_does(locked: Running) -> None:
    token = locked.page.rpartition("=")[2]
    assert len(token) >= 40
    assert set(token) <= set(string.ascii_letters + string.digits + "-_")
    with httpx.Client(base_url=locked.url) as browser:
        check_problem(browser.get("/"), 401, "token")
        check_problem(browser.get("/?token=wrong"), 401, "token")
        check_problem(browser.get(f"/v1/documents?token={token}"), 401, "token")
        first = browser.get(f"/?d=7&token={token}&q=a%26b")
        assert (first.status_code, first.headers["location"]) == (303, "/?d=7&q=a%26b")
        cookie = first.headers["set-cookie"]
        assert cookie.startswith(f"sentencerank-{locked.port}=")
        assert {"Path=/", "HttpOnly", "SameSite=Strict"} <= set(cookie.split("; "))
        assert token not in cookie
        assert first.headers["referrer-policy"] == "no-referrer"
        assert browser.get("/").status_code == 200
        assert browser.get("/v1/documents").status_code == 200
        # A page of another server on this computer has the same cookies.
        check_problem(browser.get("/v1/documents", headers={"Origin": "http://127.0.0.1:1"}), 403, "origin")
    assert locked.client.get("/v1/documents").status_code == 200


def test_a_browser_that_another_page_led_here_goes_on_by_itself(locked: Running) -> None:
    told = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    with httpx.Client(base_url=locked.url) as browser:
        first = browser.get(f'/?d="><b>&token={locked.page.rpartition("=")[2]}', headers=told)
        assert first.status_code == 200
        assert 'content="0; url=/?d=%22%3E%3Cb%3E"' in first.text
        assert browser.get("/").status_code == 200


def test_a_script_is_not_asked_for_a_password(locked: Running) -> None:
    quiet = httpx.get(f"{locked.url}/v1/documents", headers={"Sec-Fetch-Mode": "cors"})
    assert quiet.headers["www-authenticate"] == 'Bearer realm="sentencerank"'
    assert "Basic" in httpx.get(f"{locked.url}/v1/documents").headers["www-authenticate"]


def test_the_token_stays_where_it_belongs(locked: Running) -> None:
    token = locked.page.rpartition("=")[2]
    httpx.get(locked.page)
    httpx.get(f"{locked.url}/%00?token={token}")
    locked.client.post("/v1/documents", content=b"It rained. The road is closed.")
    assert token not in str(locked.events)
    for pid in (locked.process.pid, *locked.workers):
        for name in ("cmdline", "environ"):
            path = Path(f"/proc/{pid}/{name}")
            assert not path.exists() or token.encode() not in path.read_bytes()


def test_no_process_of_the_server_inherits_its_token(tmp_path: Path) -> None:
    server = Running(tmp_path, "--workers", "1", token=TOKEN)
    try:
        server.client.post("/v1/documents", content=b"It rained. The road is closed.").raise_for_status()
        children = Path(f"/proc/{server.process.pid}/task")
        if not children.exists():
            pytest.skip("the system does not show the environment of a process")
        pids = {pid for task in children.iterdir() for pid in (task / "children").read_text().split()}
        assert len(pids) >= 2, "a ranker and a reader"
        for pid in pids:
            assert TOKEN.encode() not in Path(f"/proc/{pid}/environ").read_bytes()
    finally:
        server.stop()


def test_workers_are_started_without_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SENTENCERANK_TOKEN", TOKEN)
    assert TOKEN not in dispatch.environment().values()
    assert dispatch.environment().keys() >= os.environ.keys() - {"SENTENCERANK_TOKEN"}
