"""`sentencerank read`, as a page on disk and in a server of its own."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from sentencerank import rank, read_document
from sentencerank.cli.read import read
from sentencerank.errors import DocumentError, ExtraError, OptionsError
from sentencerank.reader import local
from sentencerank.recipe import Recipe
from sentencerank.serve.requests import UploadQuery
from tests.reader import samples
from tests.reader.test_page import DATA


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
    ranking = json.loads(DATA.findall(target.read_text(encoding="utf-8"))[0])["ranking"]
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


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="No such file"):
        local.load(str(tmp_path / "missing.txt"))


def test_a_missing_server_is_named_with_its_remedy(article: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastapi", None)
    with pytest.raises(ExtraError, match=r"sentencerank\[serve\].*-o page\.html"):
        local.read_in_browser([local.load(str(article))], tell=lambda _: None)


def test_it_serves_this_computer_alone_and_forgets(article: Path, require_tool: Callable[[str, str], None]) -> None:
    pytest.importorskip("fastapi")
    program = "from sentencerank.cli.read import read\nif __name__ == '__main__':\n    read()\n"
    script = article.parent / "run.py"
    script.write_text(program, encoding="utf-8")
    command = [sys.executable, str(script), str(article), "--no-browser"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            found = re.search(r"http://127\.0\.0\.1:\d+/\?d=\w+", process.stderr.readline())
            assert found, "the first line of all is where to read"
            address = found[0]
            with urlopen(address.replace("?d=", "v1/documents/"), timeout=20) as answer:
                record = json.load(answer)
            assert record["title"] == "The Harbour That Grows Its Own Walls"
            assert record["ranking"]["sentences"][3]["reasons"]["text"]
            with urlopen(address, timeout=20) as answer:
                assert b"reader.css" in answer.read()
        finally:
            process.send_signal(signal.SIGINT)
            process.stderr.read()
    assert process.returncode == 0


def test_the_page_is_ranked_by_the_recipe(article: Path, tmp_path: Path) -> None:
    for name, options in (("plain", []), ("lead", ["--method", "lead"]), ("asked", ["--query", "fish and boats"])):
        target = tmp_path / f"{name}.html"
        result = CliRunner().invoke(read, [str(article), *options, "-o", str(target)])
        assert result.exit_code == 0, result.output
    plain, lead, asked = (
        (tmp_path / f"{name}.html").read_text(encoding="utf-8") for name in ("plain", "lead", "asked")
    )
    assert '"lead"' in lead
    assert "fish and boats" in asked
    assert len({plain, lead, asked}) == 3
