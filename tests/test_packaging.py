"""What leaves the repository: archives, the manual page, the container, the citation."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from urllib.error import URLError
from urllib.request import urlopen

import pytest
import yaml
from packaging.requirements import Requirement
from scripts import man_page

import sentencerank
from sentencerank.cli.main import COMMANDS
from tests.texts import ROOT

ARTICLE = ROOT / "examples" / "article.txt"
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def steps(text: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile with what they are given."""
    lines = [line for line in text.replace("\\\n", " ").splitlines() if line and not line.startswith("#")]
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in lines]


@pytest.fixture
def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def test_the_manual_page_tells_every_command(require_tool: Callable[[str, str], None]) -> None:
    page = "\n".join(man_page.page())
    for name in COMMANDS:
        assert f".SS {name}" in page
    require_tool("groff", "" if shutil.which("groff") else "apt-get install groff-base")
    done = subprocess.run(
        ["groff", "-Kutf8", "-man", "-Tutf8", "-ww"], input=page.encode(), capture_output=True, check=True
    )
    assert done.stderr == b""
    assert b"--words" in re.sub(rb"\x1b\[[0-9]*m|.\x08", b"", done.stdout)


def test_the_citation_names_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == sentencerank.__version__
    assert citation["license"] == tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["license"]


def test_the_conda_recipe_asks_for_what_the_package_asks_for() -> None:
    recipe = yaml.safe_load((ROOT / "packaging" / "conda" / "recipe.yaml").read_text(encoding="utf-8"))
    assert recipe["context"]["version"] == sentencerank.__version__
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = {f"{one.name.lower()} {one.specifier}" for one in map(Requirement, project["dependencies"])}
    assert set(recipe["requirements"]["run"]) == {*asked, f"python {project['requires-python']}"}


def test_the_container_runs_as_nobody_who_may_write_but_data() -> None:
    found = dict(steps(DOCKERFILE.partition("COPY --from")[2]))
    assert found["USER"] == "10001:10001"
    assert "/healthz" in found["HEALTHCHECK"] or "/readyz" in found["HEALTHCHECK"]
    assert "/data/" in found["CMD"]
    service = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]["sentencerank"]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert all(port.startswith("127.0.0.1:") for port in service["ports"])
    assert all(volume.endswith(":/data") for volume in service["volumes"])


def copied(folder: Path) -> Path:
    """What the container is built from: the tracked files that .dockerignore lets in."""
    folder.mkdir(exist_ok=True)
    kept = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for name in kept:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        else:
            shutil.copy(source, folder / name)
    return folder


def run(command: str | list[str], **options: object) -> str:
    shell = isinstance(command, str)
    done = subprocess.run(command, shell=shell, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return str(done.stdout)


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the source archive."""
    folder = tmp_path_factory.mktemp("archives")
    source = copied(folder / "source")
    run([sys.executable, "-m", "hatchling", "build", "--directory", str(folder / "dist")], cwd=source)
    (wheel,) = (folder / "dist").glob("*.whl")
    (archive,) = (folder / "dist").glob("*.tar.gz")
    return wheel, archive


@pytest.mark.slow
def test_the_archives_are_small(archives: tuple[Path, Path]) -> None:
    wheel, archive = archives
    assert wheel.stat().st_size < 15e6
    assert archive.stat().st_size < 20e6


def interpreter(version: str) -> str:
    """The path of a Python of this version, or nothing: a name may lead to a program that only says what is missing."""
    found = shutil.which(f"python{version}")
    asked = [found or "false", "-c", "import ensurepip, sys; print(sys.executable)"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


@pytest.mark.slow
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_the_wheel_installs_into_an_empty_environment(
    version: str, archives: tuple[Path, Path], tmp_path: Path
) -> None:
    python = interpreter(version)
    if not python:
        pytest.skip(f"there is no Python {version} here")
    run([python, "-m", "venv", str(tmp_path / "empty")])
    pip = [str(tmp_path / "empty" / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, "--no-deps", "--require-hashes", "--requirement", str(ROOT / "requirements" / "core.txt")])
    run([*pip, "--no-deps", str(archives[0])])
    clean = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    command = str(tmp_path / "empty" / "bin" / "sentencerank")
    ranked = json.loads(run([command, "rank", "--json", str(ARTICLE)], env=clean, cwd=tmp_path))
    ours = sentencerank.rank(ARTICLE.read_text(encoding="utf-8"))
    assert [one["rank"] for one in ranked["sentences"]] == [one.rank for one in ours.sentences]


@contextmanager
def served(command: list[str], environment: dict[str, str], address: str) -> Iterator[None]:
    server = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        ends = monotonic() + 60
        while monotonic() < ends:
            try:
                urlopen(address, timeout=5).close()
                break
            except (URLError, OSError):
                sleep(0.3)
        yield
    finally:
        server.terminate()
        assert server.wait(timeout=30) is not None


@pytest.mark.slow
def test_the_steps_of_the_container_build_a_server_that_is_healthy(tmp_path: Path, free_port: int) -> None:
    build, _, image = DOCKERFILE.partition("COPY --from")
    app, data = tmp_path / "app", tmp_path / "data"
    data.mkdir()
    source = copied(tmp_path / "source")

    def here(text: str) -> str:
        return (
            re.sub(r"(?<![\w.])/app\b", str(app), text)
            .replace("/data/", f"{data}/")
            .replace(" 8000", f" {free_port}")
            .replace('"8000"', f'"{free_port}"')
            .replace(":8000", f":{free_port}")
        )

    for name, given in steps(build):
        if name == "RUN":
            command = here(given).replace("python -m venv", f"{sys.executable} -m venv")
            run(command, cwd=source, env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)})
    last = dict(steps(image))
    command = json.loads(here(last["CMD"]))
    check = json.loads(here(last["HEALTHCHECK"]).partition("CMD")[2])
    environment = {"PATH": f"{app / 'bin'}:{os.environ['PATH']}", "HOME": str(data), "SENTENCERANK_TOKEN": "t" * 40}
    with served([str(app / "bin" / command[0]), *command[1:]], environment, f"http://127.0.0.1:{free_port}/healthz"):
        run(check, env=environment)
    refused = subprocess.run(
        [str(app / "bin" / command[0]), *command[1:]],
        env={name: value for name, value in environment.items() if name != "SENTENCERANK_TOKEN"},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert refused.returncode == 2, shlex.join(command)  # without a token it does not start where others can reach it
