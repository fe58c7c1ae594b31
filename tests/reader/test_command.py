"""`sentencerank read`, as a page on disk and in a server of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.parse import parse_qsl, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener, url2pathname, urlopen

import pytest
from click.testing import CliRunner

from sentencerank import rank, read_document
from sentencerank.cli.read import read
from sentencerank.errors import DocumentError, OptionsError
from sentencerank.reader import local
from sentencerank.recipe import Recipe
from sentencerank.serve.requests import UploadQuery
from tests.reader import samples
from tests.reader.conftest import kept
from tests.reader.test_page import DATA

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def article(tmp_path: Path) -> Path:
    path = tmp_path / "harbour.md"
    path.write_text(samples.HARBOUR, encoding="utf-8")
    return path


def test_a_page_is_written_whole(article: Path, tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    target.write_text("old", encoding="utf-8")
    result = CliRunner().invoke(read, [str(article), "-o", str(target)])
    assert result.exit_code == 0, result.output
    assert "Lowmere" in target.read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["harbour.md", "page.html"]


def test_nothing_is_left_behind_by_a_failure(article: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "page.html"
    target.write_text("old", encoding="utf-8")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(Exception, match="No space left"):
        local.write_page(local.load(str(article)), target)
    assert target.read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["harbour.md", "page.html"]


def test_a_page_is_ranked_by_its_recipe(article: Path, tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    recipe = Recipe.of("spr", "paper", structure="flat", query="oysters", window=4)
    local.write_page(local.load(str(article)), target, recipe)
    ranking = json.loads(DATA.findall(target.read_text(encoding="utf-8"))[0])["columns"]
    expected = rank(read_document(article), method="spr", reading="paper", structure="flat", window=4, query="oysters")
    assert ranking["order"] == expected.order.tolist()
    assert ranking["query"] == "oysters"


def test_a_recipe_reaches_the_server_with_the_file() -> None:
    recipe = Recipe.of("spr", "paper", structure="flat", language="de", model="news", query="rain", threshold=None)
    parameters = local.upload_parameters(recipe)
    query = UploadQuery.model_validate({name: value[0] for name, value in parameters.items() if name != "set"})
    query = query.model_copy(update={"changes": parameters["set"]})
    assert query.recipe(query.language) == recipe.changed(query=None)


def test_what_the_server_cannot_be_told_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionsError, match=r"model import.*-o page\.html"):
        local.upload_parameters(Recipe(model=tmp_path))
    with pytest.raises(OptionsError, match="structure"):
        local.upload_parameters(Recipe(structure=lambda i, n: 1.0))


def test_several_files_go_into_a_folder(article: Path, tmp_path: Path) -> None:
    other = tmp_path / "rain.txt"
    other.write_text("Rain fell on the hills. The river rose to the bridge.", encoding="utf-8")
    folder = tmp_path / "pages"
    folder.mkdir()
    assert CliRunner().invoke(read, [str(article), str(other), "-o", str(folder)]).exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["harbour.html", "rain.html"]
    refused = CliRunner().invoke(read, [str(article), str(other), "-o", str(tmp_path / "one.html")])
    assert refused.exit_code == 2
    assert "folder" in refused.output


def test_files_of_one_name_each_get_a_page(tmp_path: Path) -> None:
    for name in ("rain.txt", "rain.md"):
        (tmp_path / name).write_text(f"Rain fell on the hills of {name}. The river rose.", encoding="utf-8")
    folder = tmp_path / "pages"
    folder.mkdir()
    files = [str(tmp_path / name) for name in ("rain.txt", "rain.md")]
    assert CliRunner().invoke(read, [*files, "-o", str(folder)]).exit_code == 0
    assert "hills of rain.txt" in (folder / "rain.html").read_text(encoding="utf-8")
    assert "hills of rain.md" in (folder / "rain-2.html").read_text(encoding="utf-8")


def test_what_cannot_be_read_is_named_and_the_rest_is_done(article: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    folder = tmp_path / "pages"
    folder.mkdir()
    files = [str(tmp_path / "missing.txt"), str(tmp_path / "empty.txt"), str(article)]
    result = CliRunner().invoke(read, [*files, "-o", str(folder)])
    assert result.exit_code == 1
    told = result.stderr.splitlines()
    assert [line.partition(". ")[0].rpartition("/")[2] for line in told] == [
        "missing.txt: No such file or directory",
        "sentencerank: empty.txt: the file is empty",
    ]
    assert [path.name for path in folder.iterdir()] == ["harbour.html"]


def test_an_address_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "fetch", lambda address: b"Rain fell on the hills. The river rose.")
    target = tmp_path / "page.html"
    result = CliRunner().invoke(read, ["https://example.org/rain.txt", "-o", str(target)])
    assert result.exit_code == 0, result.output
    assert "The river rose." in target.read_text(encoding="utf-8")


def test_standard_input(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    result = CliRunner().invoke(read, ["-", "-o", str(target)], input="Rain fell on the hills. The river rose.")
    assert result.exit_code == 0, result.output
    assert "The river rose." in target.read_text(encoding="utf-8")


def test_without_anything_piped_in_the_first_page_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[list[object]] = []
    monkeypatch.setattr(local, "read_in_browser", lambda sources, *_, **__: opened.append(sources))
    assert CliRunner().invoke(read, [], input="").exit_code == 0
    assert CliRunner().invoke(read, [], input="Rain fell.").exit_code == 0
    assert opened == [[], [local.Source("standard input.txt", b"Rain fell.")]]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="No such file"):
        local.load(str(tmp_path / "missing.txt"))


def test_without_a_server_a_page_is_written_and_opened(article: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastapi", None)
    told: list[str] = []
    opened: list[str] = []
    # Where documents would be kept makes no difference: a page keeps what was read of it by itself.
    store = article.parent / "store.db"
    local.read_in_browser([local.load(str(article))], store=store, tell=told.append, browse=opened.append)
    page = Path(url2pathname(urlsplit(opened[0]).path))
    assert "<html" in page.read_text(encoding="utf-8")
    assert len(told) == 1
    assert str(page) in told[0]
    assert "pip install 'sentencerank[serve]' (40 MB)" in told[0]
    assert not store.exists()
    page.unlink()
    page.parent.rmdir()


@contextmanager
def reading(article: Path, *options: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`sentencerank read` in a process of its own, and the address that it names."""
    pytest.importorskip("fastapi")
    own_port = [] if "--port" in options else ["--port", "0"]
    command = [sys.executable, "-m", "sentencerank", "read", str(article), *own_port, *options]
    env = {**os.environ, **environment}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=env) as process:
        assert process.stderr is not None
        try:
            lines = iter(process.stderr.readline, "")  # on a busy machine the stages of the upload come first
            found = next(filter(None, (re.search(r"http://127\.0\.0\.1:\d+/\?d=\S+", line) for line in lines)))
            yield process, found[0]
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
            process.stderr.read()


def test_it_serves_this_computer_alone_and_forgets(article: Path, tmp_path: Path) -> None:
    with reading(article, "--no-browser", "--forget", TMPDIR=str(tmp_path)) as (process, address):
        base, _, query = address.partition("/?")
        given = dict(parse_qsl(query))
        assert len(given["token"]) >= 40
        with pytest.raises(HTTPError, match="401"):
            urlopen(f"{base}/v1/documents/{given['d']}", timeout=60)
        header = {"Authorization": f"Bearer {given['token']}"}
        with urlopen(Request(f"{base}/v1/documents/{given['d']}", headers=header), timeout=60) as answer:
            record = json.load(answer)
        assert record["title"] == "The Harbour That Grows Its Own Walls"
        assert record["ranking"]["sentences"][3]["reasons"]["text"]
        with build_opener(HTTPCookieProcessor()).open(address, timeout=60) as answer:
            assert b"reader.css" in answer.read()
            assert "token" not in answer.url
    assert process.returncode == 130
    assert not list(tmp_path.glob("sentencerank-*")), "nothing is left of the documents"


def test_it_is_ended_by_a_signal_and_leaves_nothing(article: Path, tmp_path: Path) -> None:
    with reading(article, "--no-browser", "--no-token", "--forget", TMPDIR=str(tmp_path)) as (process, address):
        assert "token" not in address
        with urlopen(address, timeout=60) as answer:
            assert b"reader.css" in answer.read()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 0
    assert not list(tmp_path.glob("sentencerank-*"))


def test_the_browser_is_given_a_file_that_leads_to_the_page(tmp_path: Path) -> None:
    opened: list[str] = []
    place = local.Place("http://127.0.0.1:1", "secret", tmp_path / "open.html")
    place.open(place.page({"d": "7", "q": "a&b"}), opened.append)
    assert opened == [(tmp_path / "open.html").as_uri()]
    text = (tmp_path / "open.html").read_text(encoding="utf-8")
    assert "url=http://127.0.0.1:1/?d=7&amp;q=a%26b&amp;token=secret" in text
    local.Place("http://127.0.0.1:1").open("http://127.0.0.1:1/", opened.append)
    assert opened[-1] == "http://127.0.0.1:1/"


def watched(page: Page) -> tuple[list[str], list[str]]:
    """What goes wrong in a page, and where its requests say that they come from."""
    complaints: list[str] = []
    referrers: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: referrers.append(request.headers.get("referer", "")))
    return complaints, referrers


def test_a_browser_opened_by_the_command_reads(article: Path, chromium: Browser, tmp_path: Path) -> None:
    """The way of a user: the command opens a file, the file leads to the page, the page has its cookie."""
    note = tmp_path / "opened"
    script = tmp_path / "browser.sh"
    script.write_text(f'#!/bin/sh\necho "$1" > "{note}"\n', encoding="utf-8")
    script.chmod(0o700)
    with reading(article, "--forget", BROWSER=str(script)) as (_, address):
        end = time.monotonic() + 60
        while not (note.exists() and note.read_text(encoding="utf-8")) and time.monotonic() < end:
            time.sleep(0.05)
        file = note.read_text(encoding="utf-8").strip()
        assert file.startswith("file:")
        assert stat.S_IMODE(Path(urlsplit(file).path).parent.stat().st_mode) == 0o700
        for first in (file, address):  # opened by the command; copied from the terminal
            context = chromium.new_context()
            page = context.new_page()
            complaints, referrers = watched(page)
            page.goto(first)
            page.wait_for_selector("body.ready")
            assert "Harbour" in page.title() or "Harbour" in page.content()
            assert "token" not in page.url
            assert page.evaluate("() => document.cookie") == "", "scripts do not see it"
            # A query goes through the API, by the cookie alone.
            status = page.evaluate("async () => (await fetch('v1/documents')).status")
            assert status == 200
            page.reload()
            page.wait_for_selector("body.ready")
            assert complaints == []
            assert referrers
            assert not any("token" in referrer for referrer in referrers)
            context.close()
        # Another browser, as of another user, is not let in.
        context = chromium.new_context()
        answer = context.new_page().goto(address.partition("?")[0])
        assert answer is not None
        assert answer.status == 401
        context.close()


def test_the_page_is_ranked_by_the_recipe(article: Path, tmp_path: Path) -> None:
    for name, options in (("plain", []), ("lead", ["--method", "lead"]), ("asked", ["--query", "fish and boats"])):
        target = tmp_path / f"{name}.html"
        result = CliRunner().invoke(read, [str(article), *options, "-o", str(target)])
        assert result.exit_code == 0, result.output
    plain, lead, asked = (
        (tmp_path / f"{name}.html").read_text(encoding="utf-8") for name in ("plain", "lead", "asked")
    )
    assert "fish and boats" in asked
    assert len({plain, lead, asked}) == 3


def test_a_second_reading_goes_on_where_the_first_one_stopped(article: Path, chromium: Browser, tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path / "data"), "HOME": str(tmp_path)}
    states = []
    for number in range(2):
        with reading(article, "--no-browser", **home) as (_, address):
            context = chromium.new_context()  # nothing is in the browser: the store has it
            page = context.new_page()
            page.goto(address)
            page.wait_for_selector("body.ready")
            # What is read by being on the screen might be counted here and not be kept any more.
            page.evaluate("() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })")
            if number == 0:
                page.keyboard.press("1")
                page.keyboard.press("v")
                for _ in range(3):
                    page.keyboard.press("j")
                page.keyboard.press("h")
                kept(page, lambda state: state["marks"] and state["read"])
            states.append(
                page.evaluate(
                    """() => [document.body.dataset.view,
                      document.querySelector('.stop[aria-pressed=true]').textContent,
                      document.querySelectorAll('#brief .mine').length,
                      document.querySelectorAll('#brief .isread').length]"""
                )
            )
            context.close()
    assert states[0][:3] == ["brief", "½", 1]
    assert states[1][:3] == states[0][:3]
    assert states[1][3] >= states[0][3] >= 2


def test_a_taken_port_is_no_obstacle(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    with socket.socket() as other:
        other.bind((local.LOOPBACK, 0))
        other.listen()
        monkeypatch.setattr(local, "PORT", other.getsockname()[1])
        assert local._free_port(told.append) == 0
    assert "is taken" in told[0]
    assert local._free_port(told.append) == local.PORT
    assert len(told) == 1
