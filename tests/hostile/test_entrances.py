"""Hostile files through every entrance: commands, pages, the corpus and the server."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.hostile.bait import bait
from tests.hostile.bodies import BODIES
from tests.hostile.entrances import by_body, by_command, by_corpus, by_upload, health_faults, server, write_kinds
from tests.hostile.kinds import KINDS, STOPPERS
from tests.hostile.test_kinds import faulty
from tests.hostile.trial import Outcome, Prober, is_text

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are measured as Linux tells")

ALL = list(KINDS.values())
EVERY = 25  # for what starts a process for each file


@pytest.mark.parametrize("name", STOPPERS)
def test_the_files_that_stopped_the_first_version_are_refused_by_the_command(name: str, tmp_path: Path) -> None:
    (path,) = write_kinds([KINDS[name]], tmp_path).values()
    outcome = by_command(KINDS[name], path)
    assert not outcome.faults
    assert outcome.result == "refused" or name.startswith("html")


@pytest.mark.thorough
def test_texts_are_ranked(tmp_path: Path) -> None:
    with Prober("rank", tmp_path / "place") as prober:
        outcomes = [prober.outcome(kind, data) for kind in ALL if is_text(data := kind.make())]
        assert prober.leftovers == []
    assert faulty(outcomes) == {}


@pytest.mark.thorough
def test_pages_are_written_or_not(tmp_path: Path) -> None:
    kinds = [*ALL[::5], *(KINDS[name] for name in STOPPERS)]
    with Prober("page", tmp_path / "place") as prober:
        outcomes = [prober.outcome(kind, kind.make()) for kind in kinds]
        assert prober.leftovers == []
    assert faulty(outcomes) == {}


@pytest.mark.thorough
@pytest.mark.parametrize("command", ["rank", "summarize"])
def test_commands_end_with_a_line(command: str, tmp_path: Path) -> None:
    kinds = ALL[::EVERY] if command == "rank" else [KINDS[name] for name in STOPPERS]
    paths = write_kinds(kinds, tmp_path)
    assert faulty([by_command(kind, paths[kind.name], command) for kind in kinds]) == {}


@pytest.mark.thorough
def test_a_corpus_ends_with_all_honest_documents_ranked_as_without_the_hostile_ones(tmp_path: Path) -> None:
    outcomes, faults, _ = by_corpus(ALL, tmp_path)
    assert faults == []
    assert faulty(outcomes) == {}


@pytest.mark.thorough
def test_the_server_refuses_hostile_files_and_serves_the_honest_ones_in_between(tmp_path: Path) -> None:
    kinds = [*(KINDS[name] for name in STOPPERS), *ALL[::3]]
    outcomes: list[Outcome] = []
    complaints: list[str] = []
    with bait() as visitors, server(tmp_path) as running:
        for number, kind in enumerate(kinds):
            if number % 20 == 0:
                complaints += health_faults(running, number)
            outcomes.append(by_upload(running, kind))
        complaints += health_faults(running, len(kinds))
    assert complaints == []
    assert visitors == []
    assert faulty(outcomes) == {}


@pytest.mark.thorough
def test_the_server_answers_hostile_requests(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        outcomes = [by_body(running, body) for body in BODIES]
        assert list(health_faults(running, len(BODIES))) == []
    assert faulty(outcomes) == {}


@pytest.mark.thorough
def test_the_outcome_is_the_same_the_second_time(tmp_path: Path) -> None:
    kinds = ALL[::2]
    with Prober("read", tmp_path / "place") as prober:
        for kind in kinds:
            data = kind.make()
            assert prober.outcome(kind, data).same == prober.outcome(kind, data).same, kind.name
