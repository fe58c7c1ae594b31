"""`sentencerank doctor`: what it shows, and what it makes of a promise that does not hold."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError

import pytest
from click.testing import CliRunner, Result

from sentencerank.cli.main import main
from sentencerank.documents.limits import DEFAULT
from sentencerank.errors import ModelError, WorkerError
from sentencerank.workers import probes
from sentencerank.workers.probes import ACTIONS, Attempt


def doctor(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["doctor", *arguments])


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Replace what the confined process reports."""

    def replace(allowed: str = "", missing: str = "") -> None:
        names = ("network namespace", "Landlock", "seccomp")
        report = [{"name": name, "holds": name != missing, "detail": "as pretended"} for name in names]
        attempts = tuple(Attempt(action, action != allowed, "as pretended") for action in ACTIONS)
        monkeypatch.setattr(probes, "try_all", lambda load: (json.dumps(report).encode(), attempts))

    return replace


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux confines processes")
def test_everything_holds_here() -> None:
    shown = doctor()
    assert shown.exit_code == 0, shown.output
    assert "11 of 11 actions denied" in shown.output
    assert f"{DEFAULT.bytes:,} bytes" in shown.output
    assert "FAILS" not in shown.output.replace("FAILS  it", "")
    assert shown.output.rstrip().splitlines()[-1].startswith("Everything that is promised for this system holds.")


def test_json_has_every_check(pretend: Callable[..., None]) -> None:
    pretend()
    shown = json.loads(doctor("--json").output)
    assert shown["ok"] is True
    assert {"sentencerank", "python", "system", "processor"} < set(shown)
    assert all(set(check) == {"section", "name", "state", "detail"} for check in shown["checks"])
    names = {check["name"] for check in shown["checks"]}
    assert {*ACTIONS, "documents", "English model", "temporary files", "memory"} <= names


@pytest.mark.parametrize("action", ["read a file", "run a program"])
def test_an_action_that_is_allowed_is_a_failure_on_linux(
    action: str, pretend: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(allowed=action)
    monkeypatch.setattr(sys, "platform", "linux")
    shown = doctor()
    assert shown.exit_code == 1
    assert "10 of 11 actions denied" in shown.output
    assert f"2 of what is promised does not hold: in all, {action}." in shown.output


def test_elsewhere_it_is_not_promised(pretend: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(allowed="read a file", missing="seccomp")
    monkeypatch.setattr(sys, "platform", "darwin")
    shown = doctor()
    assert shown.exit_code == 0
    assert "allowed: as pretended" in shown.output
    assert "not limited on" in shown.output


@pytest.mark.parametrize(("missing", "code"), [("Landlock", 0), ("network namespace", 0), ("seccomp", 1)])
def test_a_mechanism_that_others_replace_may_be_missing(
    missing: str, code: int, pretend: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(missing=missing)
    monkeypatch.setattr(sys, "platform", "linux")
    assert doctor().exit_code == code


def test_no_process_and_no_model_are_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(load: object) -> None:
        raise WorkerError("no process can be started. Free memory.")

    def refuse(*_: object, **__: object) -> None:
        raise ModelError("the model is damaged. Install it again.")

    monkeypatch.setattr(probes, "try_all", fail)
    monkeypatch.setattr("sentencerank.rank", refuse, raising=False)
    shown = doctor()
    assert shown.exit_code == 1
    assert "no process can be started" in shown.output
    assert "2 of what is promised does not hold: English model, start." in shown.output


def test_a_missing_part_is_shown_with_its_remedy(pretend: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        if name.lower() == "pot":
            raise PackageNotFoundError(name)
        return "1.0"

    pretend()
    monkeypatch.setattr("importlib.metadata.version", version)
    monkeypatch.setattr("importlib.metadata.requires", lambda name: ['POT>=0.9.5; extra == "wmd"', "numpy>=2.0"])
    shown = doctor()
    assert shown.exit_code == 0
    assert "needs POT: pip install 'sentencerank[wmd]'" in shown.output
