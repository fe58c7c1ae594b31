"""The MCP server, driven by the client of the real library: inside the process, over stdio and over HTTP."""

from __future__ import annotations

import asyncio
import importlib
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import sentencerank as sr
from sentencerank.cli.main import main
from tests.texts import ARTICLE

mcp = pytest.importorskip("mcp")
COMMAND = [sys.executable, "-m", "sentencerank", "mcp"]


def talk(server: object, work: Callable[[Any], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with asyncio.timeout(60), mcp.Client(server) as client:
            return await work(client)

    return asyncio.run(run())


def call(name: str, /, server: object = None, **arguments: object) -> Any:
    made = server or importlib.import_module("sentencerank.integrations.mcp").make_server()
    return talk(made, lambda client: client.call_tool(name, arguments))


def refusal(name: str, /, server: object = None, **arguments: object) -> str:
    result = call(name, server, **arguments)
    assert result.is_error
    text: str = result.content[0].text
    return text


def test_four_tools_are_offered_with_what_they_take_and_give() -> None:
    server = importlib.import_module("sentencerank.integrations.mcp").make_server()
    tools = {tool.name: tool for tool in talk(server, lambda client: client.list_tools()).tools}
    assert set(tools) == {"compress", "rank", "read_layer", "keyphrases"}
    for tool in tools.values():
        assert tool.description.endswith(".")
        assert tool.annotations.read_only_hint
        assert tool.output_schema["type"] == "object"
    assert set(tools["rank"].input_schema["properties"]) == {"text", "path", "query", "count"}


def test_rank_answers_with_the_sentences_of_the_library() -> None:
    found = call("rank", text=ARTICLE, count=3).structured_content
    assert [one["text"] for one in found["sentences"]] == [one.text for one in sr.rank(ARTICLE).top(3)]
    assert found["total"] == len(sr.rank(ARTICLE))
    assert "61 million" in str(call("rank", text=ARTICLE, query="who pays", count=3).structured_content)


def test_compress_keeps_to_its_budget_and_says_what_it_kept() -> None:
    found = call("compress", texts=[ARTICLE, "Bread is baked at night."], query="who pays", words=40).structured_content
    expected = sr.compress([("0", "", ARTICLE), ("1", "", "Bread is baked at night.")], "who pays", words=40)
    assert found["text"] == expected.text
    assert found["after"] <= 40 < found["before"]
    assert [tuple(span) for span in found["kept"][0]["spans"]] == list(expected.kept["0"])
    assert call("compress", texts=[ARTICLE], characters=200).structured_content["after"] <= 200


def test_the_layers_of_a_text_add_up_to_all_of_it() -> None:
    first = call("read_layer", text=ARTICLE).structured_content
    rest = [call("read_layer", text=ARTICLE, layer=n).structured_content for n in range(2, first["layers"] + 1)]
    assert first["words"] + sum(one["words"] for one in rest) == first["words_total"] == rest[-1]["words_read"]


def test_keyphrases_are_those_of_the_library() -> None:
    found = call("keyphrases", text=ARTICLE, count=4).structured_content
    assert [one["text"] for one in found["keyphrases"]] == [one.text for one in sr.rank(ARTICLE).keyphrases(4)]
    assert found["topics"] == [topic.name for topic in sr.rank(ARTICLE).topics]


def test_what_is_refused_is_told_with_what_to_do() -> None:
    assert "give either text or path" in refusal("rank")
    assert "give either text or path" in refusal("rank", text="  ")
    assert "Give texts or paths" in refusal("compress")
    assert "Raise the budget" in refusal("compress", texts=[ARTICLE], words=1)
    assert "exactly one budget" in refusal("compress", texts=[ARTICLE], words=10, characters=10)
    assert "from 1 to" in refusal("read_layer", text=ARTICLE, layer=99)
    assert "count" in refusal("rank", text=ARTICLE, count=0)
    assert "there is no sentence in it" in refusal("keyphrases", text="\u200b.")


def test_files_are_read_below_the_folders_that_were_named_and_nowhere_else(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    for folder in (inside, outside):
        (folder / "a.txt").write_text(ARTICLE, encoding="utf-8")
    (inside / "link.txt").symlink_to(outside / "a.txt")
    server = importlib.import_module("sentencerank.integrations.mcp").make_server([inside])
    expected = sr.rank(ARTICLE)[0].text
    for path in ("a.txt", str(inside / "a.txt")):
        found = call("rank", server, path=path, count=1).structured_content
        assert found["sentences"][0]["text"].split() == expected.split()
    kept = call("compress", server, paths=["a.txt"], words=30).structured_content
    assert kept["kept"][0]["id"] == "a.txt"
    messages = {
        refusal("rank", server, path=path)
        for path in ("../outside/a.txt", str(outside / "a.txt"), "link.txt", "none.txt", "/etc/passwd", ".", "a\0b")
    }
    assert len(messages) == 1
    assert "not below the folders of --files" in messages.pop()
    assert "Start the server with --files" in refusal("rank", path="a.txt")


def test_a_text_that_is_the_name_of_a_file_tells_nothing_about_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret.txt").write_text("Rain fell.")
    monkeypatch.chdir(tmp_path)
    answers = [call("rank", text=name).structured_content["total"] for name in ("secret.txt", "absent.txt")]
    assert answers[0] == answers[1]


def test_the_command_serves_over_stdio(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(f"# Heat\n\n{ARTICLE}", encoding="utf-8")
    given = mcp.StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], "--files", str(tmp_path)])

    async def work(client: Any) -> list[Any]:
        calls = [client.call_tool("rank", {"path": "a.md", "count": count}) for count in range(1, 5)]
        wrong = await client.call_tool("rank", {"path": "b.md"})
        return [*await asyncio.gather(*calls), wrong]

    *found, wrong = talk(given, work)
    assert [len(one.structured_content["sentences"]) for one in found] == [1, 2, 3, 4]
    assert wrong.is_error


def test_the_command_serves_over_http_on_this_computer_only() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([*COMMAND, "--http", "--port", str(port)], stderr=subprocess.PIPE)
    try:
        address = f"http://127.0.0.1:{port}/mcp"
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        found = call("keyphrases", address, text=ARTICLE, count=2).structured_content
        assert len(found["keyphrases"]) == 2
        httpx = importlib.import_module("httpx")
        # A page of a stranger in the browser may know the port, but not this host name.
        assert httpx.post(address, headers={"Host": "evil.example"}, json={}).status_code in (400, 403, 421)
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_files_are_not_offered_over_http(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["mcp", "--http", "--files", str(tmp_path)])
    assert done.exit_code == 2
    assert "Leave one of them out" in done.output
