"""The locked dependencies: every one has hashes and a licence that is allowed, and nothing heavy slips in."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from scripts import audit, licences, sbom

from tests.texts import ROOT

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def locked(path: Path) -> dict[str, Requirement]:
    """The requirements of a lock by their names."""
    lines = re.findall(r"^[\w.-]+==[^\\\n]+", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {canonicalize_name(one.name): one for one in map(Requirement, lines)}


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_every_locked_package_has_a_version_and_hashes(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    packages = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    assert len(packages) == len(locked(path)) > 3
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", package) for package in packages)
    options = [line for line in text.splitlines() if not re.match(r"[\w.-]+==| +--hash=sha256:| *#|$", line)]
    assert options == []  # no index, no path, nothing without a hash
    assert "://" not in text


def test_the_locks_agree() -> None:
    development = locked(ROOT / "requirements" / "dev.txt")
    for name in ("core.txt", "serve.txt", "build.txt", "integrations.txt"):
        for package, one in locked(ROOT / "requirements" / name).items():
            assert str(development.get(package, one).specifier) == str(one.specifier)


def test_the_locks_hold_what_the_package_asks_for() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    large = licences.large_extras()
    asked = {"core": PROJECT["project"]["dependencies"]}
    asked["dev"] = [line for name, lines in extras.items() if name not in large for line in lines]
    asked["integrations"] = [line for name in large for line in extras[name]]
    asked["build"] = PROJECT["build-system"]["requires"]
    for name, lines in asked.items():
        found = locked(ROOT / "requirements" / f"{name}.txt")
        for wanted in map(Requirement, lines):
            if wanted.name != "sentencerank":
                (pin,) = found[canonicalize_name(wanted.name)].specifier
                assert wanted.specifier.contains(pin.version), f"run make lock: {wanted}"


def test_nothing_heavy_is_locked() -> None:
    heavy = "torch|nvidia|tensorflow|transformers|jax|triton"
    for path in LOCKS:
        # Some large libraries have a lock of their own, which nobody needs who does not test against them.
        own = path.stem == "integrations"
        assert not [name for name in locked(path) if re.match(heavy if own else heavy + "|spacy|haystack|llama", name)]


def test_the_large_extras_are_those_with_a_lock_of_their_own() -> None:
    assert licences.large_extras() == {"haystack", "llama-index", "spacy"}


def test_the_tests_run_with_the_locked_versions() -> None:
    pinned = locked(ROOT / "requirements" / "dev.txt")
    for name in ("numpy", "click", "PyStemmer", "sentencex", "threadpoolctl", "pytest", "hypothesis"):
        assert pinned[canonicalize_name(name)].specifier.contains(version(name)), f"run make: {name} is another version"


def test_every_licence_is_known_and_allowed() -> None:
    done = subprocess.run([sys.executable, ROOT / "scripts" / "licences.py"], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.returncode == 0
    rows = dict(re.findall(r"^\| (\S+) \| \S+ \| [^|]+ \| (.*) \|$", done.stdout, re.MULTILINE))
    assert rows["numpy"] == "the package itself"
    assert rows["fastapi"] == "`[serve]`"
    assert rows["pytest"] == "`[dev]`"
    assert "building" in rows["hatchling"]


def test_licences_that_bind_others_are_refused() -> None:
    assert not licences.is_allowed("")
    assert not licences.is_allowed("GPL-3.0-or-later")
    assert not licences.is_allowed("MIT AND AGPL-3.0-only OR SSPL-1.0")
    assert not licences.is_allowed("(MIT OR GPL-2.0-only)")  # nobody reads brackets: a person has to look
    assert licences.is_allowed("GPL-2.0-only OR LGPL-2.1-or-later")


def advisories(*packages: object) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


SOUND = {"name": "click", "version": "8", "vulns": []}
HURT = {"name": "lxml", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}
SKIPPED = {"name": "numpy", "skip_reason": "Dependency not found on PyPI"}


@pytest.mark.parametrize(
    ("answers", "errors", "last", "code"),
    [
        ([advisories(SOUND), advisories(SOUND)], "", "audit: 1 packages checked, 0 known vulnerabilities", 0),
        ([advisories(SOUND, HURT)], "", "audit: 2 packages checked, 1 known vulnerabilities", 1),
        ([advisories(SOUND, SKIPPED)], "", "audit: 1 packages checked, 0 known vulnerabilities, 1 could not", 0),
        ([advisories(SKIPPED)], "", "audit: the advisories cannot be reached, so nothing was checked.", 0),
        ([""], "x.ProxyError: no", "audit: the advisories cannot be reached, so nothing was checked.", 0),
        ([""], "ValueError: a bug", "audit: pip-audit failed: ValueError: a bug", 1),
        ([advisories(HURT), ""], "x.ConnectionError", "audit: 1 packages checked, 1 known vulnerabilities", 1),
    ],
)  # fmt: skip
def test_an_audit_calls_nothing_sound_that_it_did_not_check(
    answers: list[str], errors: str, last: str, code: int
) -> None:
    outcome = audit.outcome_of(answers, errors)
    assert outcome.lines[-1].startswith(last)
    assert outcome.code == code
    assert ("PYSEC-1" in outcome.lines[0]) == ("lxml" in "".join(answers))


def test_a_bill_of_materials_tells_what_each_package_is_for() -> None:
    components = [
        {"bom-ref": f"{name}==1", "name": name, "version": "1"} for name in ("NumPy", "fast.api", "pytest", "pip")
    ]
    bill = {
        "metadata": {"component": {"bom-ref": "root", "name": "sentencerank"}},
        "components": components,
        "dependencies": [{"ref": "root", "dependsOn": ["NumPy==1", "pip==1"]}, {"ref": "NumPy==1"}],
    }
    found = sbom.described(bill, {"numpy": [""], "fast-api": ["serve", "dev"], "pytest": ["dev"]}, "0.2.0")
    scopes = {one["name"]: one["scope"] for one in found["components"]}
    assert scopes == {"NumPy": "required", "fast.api": "optional", "pytest": "excluded"}
    assert found["metadata"]["component"]["purl"] == "pkg:pypi/sentencerank@0.2.0"
    assert found["dependencies"][0] == {"ref": "root", "dependsOn": ["NumPy==1"]}
    assert {one["ref"] for one in found["dependencies"]} == {"root", *(one["bom-ref"] for one in components[:3])}
