"""Plugins: the example package, installed into a folder of its own, and packages that are broken."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path("examples/plugin")
BROKEN = {
    "language.xx": "broken_plugin:PACK",
    "language.xy": "broken_plugin.no_such_module:PACK",
    "format.bad": "json:dumps",
    "structure.bad": "sys:version",
    "language.de": "broken_plugin:PACK",
    "soup.hot": "broken_plugin:PACK",
}


def install(folder: Path, name: str, entries: dict[str, str], version: str = "1.0") -> None:
    """Do what an installer does, offline: write the metadata of a package beside its modules."""
    metadata = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    rows = "\n".join(f"{key} = {value}" for key, value in entries.items())
    (metadata / "entry_points.txt").write_text(f"[sentencerank.plugins]\n{rows}\n")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    shutil.copytree(EXAMPLE / "src", folder, dirs_exist_ok=True)
    install(folder, project["name"], project["entry-points"]["sentencerank.plugins"], project["version"])
    return folder


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("broken")
    (folder / "broken_plugin.py").write_text("raise RuntimeError('out of order')\n")
    install(folder, "broken-plugin", BROKEN)
    return folder


def run(code: str, *sites: Path, check: bool = True) -> Any:
    """Run code in a fresh process that sees these packages, and return what it prints."""
    path = os.pathsep.join([*map(str, sites), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=dict(os.environ, PYTHONPATH=path), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert not check or done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_example_brings_a_language_a_format_and_a_structure(site: Path, tmp_path: Path) -> None:
    file = tmp_path / "reunion.org"
    file.write_text("* Reunion\n\nLe urbe es grande.\n\n** Decision\n\n- Le ponte es construite.\n")
    code = f"""
import json, sentencerank as sr
document = sr.read_document({str(file)!r}, language="ia")
ranking = sr.rank("First we met. Then we talked. The bridge is built.", structure="minutes")
named = sr.rank("Le can dorme. Le canes dormiva.", language="ia")
recipe = sr.Recipe(structure="minutes").to_dict()
print(json.dumps([[block.kind for block in document.blocks], document.language, recipe, ranking.structure,
                  [one.name for one in sr.list_languages("ia")], sorted(set(named.terms.names))]))
"""
    kinds, language, recipe, structure, names, terms = run(code, site)
    assert kinds == ["heading", "paragraph", "heading", "list"]
    assert (language, recipe["structure"], structure, names) == ("ia", "minutes", "custom", ["Interlingua"])
    assert terms == ["can", "dorm"]


def test_the_format_is_read_in_the_confined_process_and_named_on_the_command_line(site: Path, tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("* Rain\n\nIt rained all day.\n")
    code = f"""
import json
from click.testing import CliRunner
from sentencerank.cli.main import main
from sentencerank.documents.formats import needs_parser
result = CliRunner().invoke(main, ["rank", "--kind", "org", "--structure", "minutes", "--json", {str(file)!r}])
print(json.dumps([needs_parser("org", b""), [one["text"] for one in json.loads(result.stdout)["sentences"]]]))
"""
    assert run(code, site) == [True, ["Rain", "It rained all day."]]


def test_a_plain_ranking_looks_for_no_plugin(broken: Path) -> None:
    code = """
import json, sys, sentencerank as sr
from sentencerank import plugins
sr.rank("Rain fell. It was wet.")
print(json.dumps([plugins.installed.cache_info().misses, "broken_plugin" in sys.modules]))
"""
    assert run(code, broken) == [0, False]


def test_a_broken_plugin_is_named_and_harms_nothing_else(site: Path, broken: Path) -> None:
    code = """
import json, sentencerank as sr
def message(call):
    try:
        call()
    except sr.SentenceRankError as error:
        return [type(error).__name__, str(error)]
print(json.dumps([
    message(lambda: sr.rank("Rain fell.", language="xx")),
    message(lambda: sr.rank("Rain fell.", language="xy")),
    message(lambda: sr.read_document(b"Rain fell.", kind="bad")),
    message(lambda: sr.rank("Rain fell.", structure="bad")),
    message(lambda: sr.rank("Rain fell.", structure="none-such")),
    len(sr.rank("Regen fiel.", language="de")), len(sr.rank("Le can dorme.", language="ia")),
    len(sr.list_languages()) > 20,
]))
"""
    *messages, german, interlingua, listed = run(code, site, broken)
    kinds = [kind for kind, _ in messages]
    assert kinds == ["PluginError", "PluginError", "PluginError", "PluginError", "OptionsError"]
    assert "broken-plugin 1.0" in messages[0][1]
    assert "RuntimeError: out of order" in messages[0][1]
    assert "a Format" in messages[2][1]
    assert "a function" in messages[3][1]
    assert (german, interlingua, listed) == (1, 1, True)


def test_two_packages_with_one_name_are_refused(site: Path, tmp_path: Path) -> None:
    install(tmp_path, "another", {"language.ia": "sentencerank_example:INTERLINGUA"})
    code = """
import json, sentencerank as sr
try:
    sr.rank("Le can dorme.", language="ia")
except sr.PluginError as error:
    print(json.dumps(str(error)))
"""
    assert "another 1.0 and sentencerank-example 1.0 both bring the language 'ia'" in run(code, site, tmp_path)


def test_the_doctor_lists_plugins_and_what_is_wrong_with_them(site: Path, broken: Path) -> None:
    code = """
import json
from sentencerank.cli.doctor import _plugins
print(json.dumps({check.name: [check.state, check.detail] for check in _plugins()}))
"""
    found = run(code, site, broken)
    assert found["language ia"] == ["ok", "from sentencerank-example 1.0"]
    assert found["format org"][0] == found["structure minutes"][0] == "ok"
    assert found["language xx"][0] == found["format bad"][0] == found["structure bad"][0] == "broken"
    assert found["language de"][0] == "absent"
    assert "must begin with language., format., structure." in found["soup.hot"][1]
