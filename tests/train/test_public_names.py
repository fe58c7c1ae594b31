"""What the package of training offers."""

from __future__ import annotations

import sentencerank as sr
import sentencerank.train


def test_every_name_of_the_package_is_importable() -> None:
    for name in sentencerank.train.__all__:
        assert getattr(sentencerank.train, name) is not None
    for name in ("TrainingPlan", "train_model", "mine_phrases", "KnowledgeBase"):
        assert getattr(sr, name) is getattr(sentencerank.train, name)
