"""Languages that a program registers are known to the workers of its server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from sentencerank import Pack, rank, register_language
from sentencerank.errors import LanguageError
from sentencerank.languages.registry import registered_packs, unregister_language
from sentencerank.recipe import Recipe
from sentencerank.serve import tasks
from sentencerank.serve.answers import FULL
from sentencerank.serve.app import run_server
from sentencerank.serve.dispatch import Rankers
from sentencerank.serve.monitoring import Metrics
from sentencerank.serve.settings import Settings
from sentencerank.serve.tasks import Job

TEXT = "Heghlu'meH QaQ jajvam. Qapla' batlh je. jajvam QaQ."


@pytest.fixture
def registered() -> Iterator[None]:
    yield
    for pack in registered_packs():
        unregister_language(pack.code)


def stem(word: str) -> str:
    return word[:3]


def test_workers_know_registered_languages(registered: None, tmp_path: Path) -> None:
    unknown = rank(TEXT, language="tlh").to_dict(explain=True)
    register_language(Pack(code="tlh", name="Klingon", stopwords="je QaQ jajvam", stemmer=stem))

    async def answer() -> bytes:
        rankers = Rankers(Settings(store=tmp_path / "unused.db", workers=1), Metrics())
        try:
            return await rankers.run(tasks.rank_text, Job(TEXT, Recipe(language="tlh"), FULL))
        finally:
            await rankers.close()

    found = json.loads(asyncio.run(answer()))
    assert found == rank(TEXT, language="tlh").to_dict(explain=True)
    assert found["keyphrases"] != unknown["keyphrases"]


def test_a_language_that_cannot_be_sent_is_said_before_the_start(registered: None, tmp_path: Path) -> None:
    register_language(Pack(code="tlh", name="Klingon", stemmer=lambda word: word[:3]))
    with pytest.raises(LanguageError, match=r"'tlh'.*top level"):
        run_server(Settings(store=tmp_path / "d.db", port=0, workers=1))
    assert not (tmp_path / "d.db").exists()
