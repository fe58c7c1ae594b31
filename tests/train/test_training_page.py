"""The page docs/training.md: its Python blocks run as they stand, one after another."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

import sentencerank as sr
import sentencerank.train
from tests.train.conftest import made_phrases, made_text

PAGE = (Path(__file__).parents[2] / "docs" / "training.md").read_text(encoding="utf-8")


BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_its_imports_are_right() -> None:
    lines = [line for block in BLOCKS for line in block.splitlines() if line.startswith("from ")]
    assert len(lines) == 7
    exec("\n".join(lines), {})


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*the length penalty is at an end", "ignore:no knowledge base for 'de'")
def test_its_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("corpus.txt.gz").write_bytes(gzip.compress("\n".join(made_text(900)).encode()))
    Path("phrases.txt").write_text("\n".join(made_phrases()[::2]))
    Path("wordnet").mkdir()
    for part in ("noun", "verb", "adj", "adv"):
        lines = (f"{phrase.replace(' ', '_')} n 1\n" for phrase in made_phrases())
        (Path("wordnet") / f"index.{part}").write_text("".join(lines))
    for number, block in enumerate(BLOCKS):
        Path(str(number)).mkdir()
        for path in (Path("corpus.txt.gz"), Path("phrases.txt"), Path("wordnet")):
            (Path(str(number)) / path).symlink_to(path.absolute())
        monkeypatch.chdir(tmp_path / str(number))
        exec(compile(block, f"block {number}", "exec"), {"__name__": "example"})
        monkeypatch.chdir(tmp_path)


def test_every_name_of_the_package_is_importable() -> None:
    for name in sentencerank.train.__all__:
        assert getattr(sentencerank.train, name) is not None
    for name in ("TrainingPlan", "train_model", "mine_phrases", "KnowledgeBase"):
        assert getattr(sr, name) is getattr(sentencerank.train, name)
