"""What clients may send follows from the library, without a server."""

from __future__ import annotations

import json
import subprocess
import sys
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

import sentencerank as sr
from sentencerank.method.options import CHANGES
from sentencerank.model.model import ENGLISH
from sentencerank.recipe import Recipe
from sentencerank.serve import requests, tasks
from sentencerank.serve.answers import FULL
from sentencerank.serve.problems import ProblemError
from sentencerank.serve.requests import BudgetRequest, RankRequest, UploadQuery
from tests.serve.texts import ARTICLE

NEW_STRUCTURE = """
import json, sys
from pathlib import Path
from types import MappingProxyType

from sentencerank.method import structures

# As if the structure stood in the table of the library.
spiral = structures.Structure(lambda first, last: last, 1.0, "the last comes first")
structures.STRUCTURES = MappingProxyType({**structures.STRUCTURES, "spiral": spiral})

from sentencerank.serve import requests, tasks

tasks._state = tasks._State(Path("unused.db"), 1000, 1000)
request = requests.RankRequest.model_validate({"text": sys.argv[1], "structure": "spiral"})
upload = requests.UploadQuery.model_validate({"structure": "spiral"})
answer = json.loads(tasks.rank_text(request.job()))
print(json.dumps([answer["structure"], upload.recipe().structure, "spiral" in str(request.model_json_schema())]))
"""


@pytest.fixture
def in_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This process does what a worker does."""
    monkeypatch.setattr(tasks, "_state", tasks._State(tmp_path / "unused.db", 1000, 1000))


def ranked(**body: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(tasks.rank_text(RankRequest.model_validate(body).job()))
    return answer


def test_a_structure_of_the_library_is_accepted_without_a_change_here() -> None:
    command = [sys.executable, "-c", NEW_STRUCTURE, ARTICLE]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(done.stdout) == ["spiral", "spiral", True]


def test_every_part_of_a_recipe_can_be_asked_for() -> None:
    wanted = set(Recipe().to_dict())
    assert wanted <= set(RankRequest.model_fields)
    assert wanted - {"query", "options"} <= set(UploadQuery.model_fields)
    assert set(requests.Changes.model_fields) == set(CHANGES)
    assert set(BudgetRequest.model_fields) == set(signature(sr.Ranking.summary).parameters) - {"self"}


def test_a_request_becomes_its_recipe() -> None:
    body = {"text": "x", "method": "spr", "reading": "paper", "structure": "flat", "language": "de", "model": "news"}
    recipe = RankRequest.model_validate({**body, "query": "rain", "options": {"window": 4}}).job().recipe
    wanted = Recipe.of("spr", "paper", structure="flat", language="de", model="news", query="rain", window=4)
    assert recipe == wanted
    query = {name: value for name, value in body.items() if name != "text"}
    upload = UploadQuery.model_validate({**query, "set": ["window=4"]})
    assert upload.recipe(upload.language) == wanted.changed(query=None)
    assert RankRequest.model_validate({"text": "x"}).job().recipe == Recipe()


def test_options_are_described_as_the_library_describes_them() -> None:
    described = requests.Changes.model_json_schema()["properties"]
    assert described["damping"] == {
        "description": CHANGES["damping"].metadata["about"],
        "maximum": 0.99,
        "minimum": 0.0,
        "title": "Damping",
        "type": "number",
    }
    assert described["clustering"]["enum"] == list(CHANGES["clustering"].metadata["choices"])


@pytest.mark.usefixtures("in_worker")
def test_the_structure_is_by_default_what_the_reading_says() -> None:
    answer = ranked(text=ARTICLE, reading="paper")
    assert answer["order"] == sr.rank(ARTICLE, reading="paper").order.tolist()
    assert answer["options"]["structure"] == "news"


@pytest.mark.usefixtures("in_worker")
def test_a_model_is_one_of_the_library_and_never_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library, here = tmp_path / "library", tmp_path / "here"
    for folder in (library, here):
        folder.mkdir()
    monkeypatch.setenv("SENTENCERANK_MODELS", str(library))
    monkeypatch.chdir(here)
    (library / "known").symlink_to(ENGLISH)
    (here / "other").symlink_to(ENGLISH)
    answer = ranked(text=ARTICLE, model="known", query="heat")
    assert answer["order"] == sr.rank(ARTICLE, query="heat").order.tolist()
    assert any("Vectors:" in note for note in answer["notes"])
    with pytest.raises(ProblemError, match="no model 'other'"):
        ranked(text=ARTICLE, model="other")
    for recipe in (Recipe(model="../here/other"), Recipe(model=str(here / "other"))):
        with pytest.raises(ProblemError, match="no model"):
            tasks.rank_text(tasks.Job(ARTICLE, recipe, FULL))
