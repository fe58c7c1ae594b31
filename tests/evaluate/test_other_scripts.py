"""ROUGE of texts that the original script cannot read."""

from __future__ import annotations

import pytest

from sentencerank.evaluate.cases import Case, Reference
from sentencerank.evaluate.rouge import Rouge
from sentencerank.evaluate.scoring import Protocol, Scorer
from sentencerank.evaluate.subjects import subject
from sentencerank.evaluate.systems import system_of


def test_words_of_any_script_are_counted() -> None:
    russian = Rouge([["Вода поднялась ночью."]], unicode=True)
    assert russian.score(["Ночью вода ушла."]).rouge_1.recall == pytest.approx(2 / 3)
    assert Rouge([["Вода поднялась ночью."]]).score(["Ночью вода ушла."]).rouge_1.recall == 0
    chinese = Rouge([["今天下雨。"]], unicode=True)
    assert chinese.score(["昨天下雪。"]).rouge_1.recall == pytest.approx(2 / 4)


def test_a_russian_summary_is_scored() -> None:
    case = Case(
        id="a",
        language="ru",
        sentences=("Вода поднялась ночью.", "Дорога закрыта."),
        references=(Reference("judge", text="Ночью поднялась вода."),),
    )
    record = Scorer(subject(case), Protocol.of("1s")).score(system_of("lead"))
    panel = next(iter(record.rouge.values()))
    assert panel[0, 0, 0, 0] == pytest.approx(1.0)
