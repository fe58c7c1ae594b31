"""Rankings of the sample texts as they were. To renew after a change that is meant: python -m tests.test_golden"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sentencerank as sr
from tests.texts import TEXTS

FOLDER = Path(__file__).parent / "golden"


def record(name: str) -> dict[str, object]:
    """Orders of every method and reading; scores, topics and keyphrases of the default."""
    best = sr.rank(TEXTS[name])
    return {
        "orders": {
            f"{method} {reading}": sr.rank(TEXTS[name], method=method, reading=reading).order.tolist()
            for method in sr.METHODS
            for reading in sr.READINGS
        },
        "scores": best.scores.round(4).tolist(),
        "structure": best.structure,
        "topics": [[topic.name, list(topic.sentences)] for topic in best.topics],
        "keyphrases": [phrase.text for phrase in best.keyphrases(8)],
        "first": str(best.explain(int(best.order[0]))),
    }


@pytest.mark.parametrize("name", TEXTS)
def test_rankings_are_as_they_were(name: str) -> None:
    expected = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    found = record(name)
    assert found.pop("scores") == pytest.approx(expected.pop("scores"), abs=2e-4)
    assert found == expected


if __name__ == "__main__":
    for text in TEXTS:
        content = json.dumps(record(text), indent=1, ensure_ascii=False)
        (FOLDER / f"{text}.json").write_text(content + "\n", encoding="utf-8")
