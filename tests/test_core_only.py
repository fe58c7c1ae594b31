"""What an installation without any extra does: an environment that holds the core and nothing else."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
import venv
from importlib.metadata import distribution, requires
from pathlib import Path

import pytest

from sentencerank.extras import SIZES

_ROOT = Path(__file__).parents[1]
_ARTICLE = _ROOT / "examples" / "article.txt"


def _core(name: str, found: set[str]) -> set[str]:
    """All distributions that one needs, itself included, without extras."""
    if name not in found:
        found.add(name)
        for requirement in requires(name) or ():
            if ";" not in requirement:
                _core(re.split(r"[^\w.-]", requirement)[0], found)
    return found


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the packages of the core, as links to those of this one."""
    folder = tmp_path_factory.mktemp("core")
    venv.create(folder, symlinks=True)
    site = next(folder.glob("lib/python*/site-packages"))
    for name in _core("sentencerank", set()):
        installed = distribution(name)
        for top in {file.parts[0] for file in installed.files or () if not file.parts[0].startswith("..")}:
            there = Path(str(installed.locate_file(top)))
            if there.exists() and not (site / top).exists() and top != "__pycache__":
                (site / top).symlink_to(there)
    (site / "sentencerank.pth").write_text(str(_ROOT / "src"))
    return folder / "bin" / "python"


def run(python: Path, *arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [str(python), "-m", "sentencerank", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=120)


def test_nothing_but_the_core_is_there(python: Path, tmp_path: Path) -> None:
    code = "import importlib.util as u; print([m for m in ('lxml', 'pyarrow', 'fastapi', 'scipy') if u.find_spec(m)])"
    assert subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
    shown = run(python, "doctor", folder=tmp_path)
    assert "pip install 'sentencerank[documents]' (22 MB)" in shown.stdout


def test_text_markdown_and_western_encodings_are_ranked(python: Path, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Rain\n\nIt *rained* in [Spain](x) for days. The river rose in the night.\n")
    (tmp_path / "b.txt").write_bytes(
        "Das Café in Köln war naß und müde. Der Regen fiel auf die Straße.".encode("latin-1")
    )
    (tmp_path / "c.txt").write_bytes("The “café” was – as always – full. It rained for days.".encode("cp1252"))
    done = run(python, "rank", "--json", "a.md", "b.txt", "c.txt", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    texts = [ranking["sentences"][0]["text"] for ranking in json.loads(done.stdout)]
    assert texts == ["Rain", "Das Café in Köln war naß und müde.", "The “café” was – as always – full."]


def test_what_needs_a_parser_is_refused_in_one_line_with_its_size(python: Path, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<!doctype html><html><body><p>It rained.</p></body></html>")
    done = run(python, "rank", "a.html", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        "sentencerank: a.html: lxml is not installed. Run: pip install 'sentencerank[documents]' (22 MB)\n"
    )


def test_collections_of_lines_and_of_texts_need_nothing_else(python: Path, tmp_path: Path) -> None:
    text = _ARTICLE.read_text(encoding="utf-8")
    lines = [json.dumps({"id": str(number), "text": text}) for number in range(2)]
    (tmp_path / "in.jsonl").write_text("\n".join(lines))
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text(text)
    for source in ("in.jsonl", "texts"):
        done = run(python, "corpus", "rank", source, "-o", f"out-{source}", folder=tmp_path)
        assert done.returncode == 0, done.stderr
        said = (
            "pyarrow is not installed, so the output is JSONL. For Parquet: pip install 'sentencerank[corpus]' (200 MB)"
        )
        assert said in done.stderr
        (part,) = (tmp_path / f"out-{source}").glob("part-*.jsonl")
        assert {json.loads(line)["status"] for line in part.read_text().splitlines()} == {"ranked"}
    done = run(python, "corpus", "rank", "texts", "-o", "other", "--format", "parquet", folder=tmp_path)
    assert done.returncode == 1
    assert "pyarrow is not installed. Run: pip install 'sentencerank[corpus]' (200 MB)" in done.stderr


def test_reading_opens_a_page_that_needs_no_server(python: Path, tmp_path: Path) -> None:
    done = run(python, "read", _ARTICLE, "--no-browser", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    found = re.search(r"sentencerank: the page is (\S+\.html)\. It works without a server", done.stderr)
    assert found
    page = Path(found[1])
    assert "summer sunlight" in page.read_text(encoding="utf-8")
    page.unlink()
    page.parent.rmdir()


def test_every_extra_has_a_size() -> None:
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["optional-dependencies"]) - {"dev", "docs", "peers"} == set(SIZES)
