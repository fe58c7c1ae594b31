from __future__ import annotations

import importlib.util
import os
import pickle
import subprocess
import sys
from collections.abc import Callable

import pytest

from sentencerank.evaluate import peers as module
from sentencerank.evaluate.cases import Case, Reference
from sentencerank.evaluate.scoring import Protocol, Scorer
from sentencerank.evaluate.subjects import Subject, subject
from sentencerank.evaluate.systems import ANY, System

SENTENCES = (
    "The river rose after three days of rain.",
    "Three days of heavy rain made the river rise above its banks.",
    "Yes.",
    "The river rose after three days of rain.",
    "Farmers near the river moved their cattle.",
    "…",
)


def about(*sentences: str, language: str = "en") -> Subject:
    return subject(
        Case(id="a", sentences=sentences, language=language, references=(Reference("a", text="The river rose."),))
    )


def test_peers_that_are_not_installed_are_left_out_with_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    systems, remarks = module.peers()
    assert not systems
    assert len(remarks) == 3
    assert all("pip install" in remark for remark in remarks)


def installed() -> tuple[System, ...]:
    return module.peers()[0]


@pytest.fixture
def all_peers(require_tool: Callable[[str, str], None]) -> None:
    for name in ("sumy", "summa"):
        require_tool(name, "" if importlib.util.find_spec(name) else "pip install 'sentencerank[peers]'")


@pytest.mark.usefixtures("all_peers")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("sentences", [SENTENCES, SENTENCES[:1], ("Yes.", "No."), ("…",)], ids=len)
def test_every_peer_ranks_every_sentence_copies_and_fragments_too(sentences: tuple[str, ...]) -> None:
    for system in installed():
        orders = pickle.loads(pickle.dumps(system)).rank(about(*sentences))
        assert orders is not None
        assert sorted(orders[ANY][0].tolist()) == list(range(len(sentences))), system.name


LSA = """
from sentencerank.evaluate.peers import _sumy
print(_sumy("lsa", ["Red cars stop.", "Blue boats float.", "Green trees grow.", "Old dogs sleep.", "Trees grow."]))
"""


@pytest.mark.slow
@pytest.mark.usefixtures("all_peers")
def test_the_ranking_of_sumy_does_not_depend_on_the_process() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", LSA],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in range(4)
    }
    assert len(found) == 1


@pytest.mark.usefixtures("all_peers")
@pytest.mark.filterwarnings("ignore")
def test_the_ranking_of_sumy_is_its_own() -> None:
    from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence

    document = ObjectDocumentModel([Paragraph([Sentence(text, module._Words()) for text in SENTENCES])])
    best = module._summarizer("luhn")(document, 2)
    order = module._sumy("luhn", SENTENCES)
    assert [str(sentence) for sentence in best] == [SENTENCES[i] for i in sorted(order[:2])]  # type: ignore[attr-defined]


@pytest.mark.usefixtures("all_peers")
def test_another_language_is_recorded_not_guessed() -> None:
    german = about("Es regnet.", "Der Fluss steigt.", language="de")
    record = Scorer(german, Protocol.of("5w")).score(installed()[0])
    assert "English" in record.error
