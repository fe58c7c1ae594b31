"""A model that is installed as a package of data: sentencerank-model-de, as scripts/build_model.py makes it."""

from __future__ import annotations

import bz2
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from scripts.build_model import build_wheel, copy

import sentencerank as sr
from sentencerank.cli.main import main
from sentencerank.corpus.job import model_hashes
from sentencerank.errors import ModelError
from sentencerank.evaluate.fingerprints import used_models
from sentencerank.model.library import default_model, find_model, installed_models
from sentencerank.model.write import write_model
from tests.train.conftest import made_phrases, made_text
from tests.train.test_wiki import dump, page
from tests.vectors.conftest import rows
from tests.vectors.test_commands import GERMAN

NAME = "sentencerank-model-de"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A wheel with a tiny German model."""
    toy = tmp_path / "toy"
    write_model(
        toy, [(["regen", "stadt", "fluss", "wasser"], rows(4))], name="toy", language="de", details={"licence": "CC0"}
    )
    copy(toy, tmp_path / "dist" / NAME)
    return build_wheel(tmp_path / "dist" / NAME, tmp_path / "dist", "1.0")


@pytest.fixture
def installed(built: Path, tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of its package, where Python finds it."""
    zipfile.ZipFile(built).extractall(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    return tmp_path / "site" / "sentencerank_model_de"


def run(*arguments: object) -> str:
    result = CliRunner().invoke(main, list(map(str, arguments)))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_german_is_ranked_with_an_installed_model_and_everything_says_so(installed: Path) -> None:
    assert default_model("de") == installed
    ranking = sr.Ranker().rank(GERMAN)
    assert f"Vectors: {NAME}." in ranking.notes
    assert not any("No vectors" in note for note in ranking.notes)
    assert "sentencerank_model_de\tde\t4 words" in run("model", "list")
    assert "(default)" in run("model", "list")
    assert str(installed) in run("doctor")
    (row,) = json.loads(run("languages", "de", "--json"))
    assert row["vectors"] == "sentencerank_model_de"
    assert "sentencerank_model_de" not in sys.modules  # its code is not run
    # What is computed with it is not taken for what was computed without.
    assert "de" in model_hashes(None)
    assert ("de", NAME) in [(model.language, model.name) for model in used_models()]


def test_another_model_that_is_given_or_chosen_comes_first(installed: Path, library: Path) -> None:
    for folder, name in ((library.parent / "given", "given"), (library / "chosen", "chosen")):
        write_model(folder, [(["regen", "stadt"], rows(2))], name=name, language="de")
    assert "Vectors: given." in sr.Ranker(model=library.parent / "given").rank(GERMAN).notes
    run("model", "use", "chosen")
    assert "Vectors: chosen." in sr.Ranker().rank(GERMAN).notes
    assert find_model(NAME) == installed
    assert f"Vectors: {NAME}." in sr.Ranker(model=NAME).rank(GERMAN).notes
    run("model", "use", "--none", "de")
    assert f"Vectors: {NAME}." in sr.Ranker().rank(GERMAN).notes


def test_without_a_package_there_is_none(library: Path) -> None:
    assert default_model("de") is None
    assert default_model("xx") is None
    assert installed_models() == {}


@pytest.mark.parametrize(("damaged", "message"), [("rows.npy", "it is damaged"), ("manifest.json", "has no readable")])
def test_a_damaged_package_is_told_and_never_passed_over(installed: Path, damaged: str, message: str) -> None:
    (installed / damaged).unlink() if damaged == "manifest.json" else (installed / damaged).write_bytes(b"short")
    with pytest.raises(ModelError, match=message):
        sr.Ranker().rank(GERMAN)
    assert message in run("model", "list")
    result = CliRunner().invoke(main, ["doctor"])
    assert message in result.stdout
    assert sr.Ranker().rank("The rain falls on the town. The town builds a dam.").order.tolist()


def test_a_wheel_lists_what_is_in_it_and_has_the_same_bytes_again(built: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(built) as wheel:
        names = wheel.namelist()
        record = wheel.read("sentencerank_model_de-1.0.dist-info/RECORD").decode()
        about = wheel.read("sentencerank_model_de-1.0.dist-info/METADATA").decode()
    assert [line.split(",")[0] for line in record.splitlines()] == names
    assert "Name: sentencerank-model-de\n" in about
    assert "License: CC0\n" in about
    assert built.read_bytes() == build_wheel(tmp_path / "dist" / NAME, tmp_path, "1.0").read_bytes()


@pytest.mark.slow
def test_one_command_makes_a_wheel_of_a_dump(tmp_path: Path) -> None:
    titles, texts = made_phrases(), made_text(600)
    pages = [page(title, f"{title} {texts[k]}") for k, title in enumerate(titles)]
    pages += [page(f"Page {k}", text) for k, text in enumerate(texts)]
    (tmp_path / "wiki.xml.bz2").write_bytes(bz2.compress(dump(*pages).encode()))
    call = [sys.executable, "scripts/build_model.py", str(tmp_path / "wiki.xml.bz2"), "nl", "-o", str(tmp_path / "out")]
    done = subprocess.run(call, check=False, capture_output=True, text=True)
    assert "sentencerank_model_nl" in done.stdout, done.stderr
    assert (tmp_path / "out" / "sentencerank-model-nl" / "manifest.json").is_file()
