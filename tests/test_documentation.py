"""What the pages of docs/ say about the code is so: files, names, options, tests and links exist."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import fields
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import sentencerank as sr
from tests.texts import ARTICLE, ROOT

DOCS, SOURCE = ROOT / "docs", ROOT / "src" / "sentencerank"
DECISIONS = sorted((DOCS / "decisions").glob("[0-9]*.md"))
PAGES = [*sorted(DOCS.rglob("*.md")), *sorted(ROOT.glob("*.md")), *sorted((ROOT / "results").glob("*.md"))]
PAGES.append(ROOT / "examples" / "README.md")
EVIDENCE = ROOT / "results" / "decisions.md"
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
FILES, FOREIGN = (".py", ".md", ".txt", ".json", ".html"), ("sklearn.",)


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_picture_is_empty() -> None:
    pictures = list((DOCS / "images").iterdir())
    assert pictures
    assert [picture.name for picture in pictures if picture.stat().st_size < 1_000] == []


def test_every_decision_that_the_code_names_exists() -> None:
    written = {path.name[:4] for path in DECISIONS}
    for path in sorted(SOURCE.rglob("*.py")):
        for number in re.findall(r"docs/decisions/(\d{4})", path.read_text(encoding="utf-8")):
            assert number in written, f"{named(path)} names docs/decisions/{number}, which is not there"


def test_every_decision_is_in_the_index_in_order_and_numbered_once() -> None:
    assert re.findall(r"^\| \[\d{4}\]\((\S+)\)", page("decisions/README.md"), re.MULTILINE) == [
        path.name for path in DECISIONS
    ]
    assert len({path.name[:4] for path in DECISIONS}) == len(DECISIONS)


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_has_its_number_three_parts_and_evidence(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"# {path.name[:4]}. ")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["Context", "Choice", "Cost"]
    assert f"\n### {path.name[:4]}: " in EVIDENCE.read_text(encoding="utf-8")


def test_every_module_is_on_the_tour() -> None:
    tour = page("tour.md")
    modules = [path.name for path in SOURCE.glob("*.py")]
    packages = [f"{path.parent.name}/" for path in SOURCE.glob("*/__init__.py")]
    missing = sorted(name for name in modules + packages if f"`{name}`" not in tour)
    assert not missing, f"docs/tour.md does not name {', '.join(missing)}"


def test_every_option_is_explained() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in [*DECISIONS, DOCS / "tour.md"])
    words = {word for code in CODE.findall(text) for word in re.findall(r"\w+", code)}
    missing = sorted({field.name for field in fields(sr.Options)} - words)
    assert not missing, f"no decision and no tour says what these options are: {', '.join(missing)}"


def test_values_of_options_are_those_of_a_reading() -> None:
    for path in DECISIONS:
        for name, value in re.findall(r"`Options\.(\w+)` = `?([\w.\"]+)", path.read_text(encoding="utf-8")):
            known = {str(getattr(options, name)) for options in (*sr.READINGS.values(), sr.spr(sr.PAPER))}
            known |= {f"{float(number):g}" for number in known if re.fullmatch(r"[\d.]+", number)}
            given = value.strip('"').rstrip(".")
            assert {given, f"{float(given):g}" if re.fullmatch(r"[\d.]+", given) else given} & known, (
                f"{named(path)} says {name} = {value}; the readings have {', '.join(sorted(known))}"
            )


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_links_lead_somewhere(path: Path) -> None:
    text = FENCED.sub("", path.read_text(encoding="utf-8"))
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        there = path.parent / file if file else path
        assert there.exists(), f"{named(path)} links to {target}"
        assert not anchor or anchor in anchors(there), f"{named(path)} links to {target}, which has no such heading"


def anchors(path: Path) -> set[str]:
    """The headings of a page as addresses inside it."""
    titles = re.findall(r"^#+ (.*)$", FENCED.sub("", path.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", [DOCS / "paper-map.md", DOCS / "tour.md", EVIDENCE, *DECISIONS], ids=named)
def test_tests_that_are_named_exist(path: Path) -> None:
    there = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        there |= {file.stem, *re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)}
    missing = set(re.findall(r"\btest_\w+", path.read_text(encoding="utf-8"))) - there
    assert not missing, f"{named(path)} names {', '.join(sorted(missing))}"


@pytest.mark.parametrize("path", [DOCS / "paper-map.md", DOCS / "tour.md", *DECISIONS], ids=named)
def test_files_that_are_named_exist(path: Path) -> None:
    places = (ROOT, SOURCE, SOURCE / "method", ROOT / "tests")
    for name in re.findall(r"`([\w./]+(?:\.py|\.md|/))`", path.read_text(encoding="utf-8")):
        assert any((place / name).exists() for place in places), f"{named(path)} names {name}, which is not there"


def dotted(text: str) -> Iterator[str]:
    """What is given as `module.name`, apart from names of files and of other people's modules."""
    for code in CODE.findall(text):
        if re.fullmatch(r"[a-z_]\w*(\.\w+)+", code) and not code.endswith(FILES) and not code.startswith(FOREIGN):
            yield code


@pytest.mark.parametrize("path", [DOCS / "paper-map.md", EVIDENCE, *DECISIONS], ids=named)
def test_functions_that_are_named_can_be_imported(path: Path) -> None:
    for name in dotted(path.read_text(encoding="utf-8")):
        assert resolves(name), f"{named(path)} names {name}, which is not there"


def test_every_public_name_is_in_the_reference() -> None:
    told = page("api.md")
    missing = [name for name in sr.__all__ if not re.search(rf"\b{name}\b", told)]
    assert not missing, f"docs/api.md does not name {', '.join(missing)}"


def test_every_page_is_in_the_index() -> None:
    index = page("index.md")
    for path in DOCS.glob("*.md"):
        assert path.stem == "index" or re.search(rf"^(?:.*<)?{path.stem}>?$", index, re.MULTILINE), path.name


def test_names_of_the_migration_note_can_be_imported() -> None:
    rows = re.findall(r"^\| .* \| (.*) \|$", page("migration.md").partition("## What behaves")[0], re.MULTILINE)
    names = [name for row in rows for name in CODE.findall(row) if re.fullmatch(r"sentencerank\.[\w.]+\w", name)]
    assert len(names) > 8
    for name in names:
        module, _, attribute = name.rpartition(".")
        assert hasattr(import_module(module), attribute), name


def resolves(name: str) -> bool:
    """Whether a dotted name is a module of the package or of `method`, or something in one."""
    return any(_resolves(f"{package}.{name}") for package in ("sentencerank", "sentencerank.method"))


def _resolves(name: str) -> bool:
    if _is_module(name):
        return True
    module, _, attribute = name.rpartition(".")
    return _is_module(module) and hasattr(import_module(module), attribute)


def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # its parent is no package
        return False


def test_the_map_names_the_functions_of_the_story() -> None:
    assert len(set(dotted(page("paper-map.md")))) > 50
    assert resolves("evaluate.rouge.Rouge")
    assert resolves("selection.even")
    assert not resolves("wmd.nothing")
    assert not resolves("nothing.at.all")


def test_every_field_of_the_json_is_described() -> None:
    described = set(CODE.findall(page("schema.md")))
    record = sr.rank(ARTICLE).to_dict(explain=True)
    rows: list[object] = [record]
    for name in ("sentences", "topics", "keyphrases"):
        found = record[name]
        assert isinstance(found, list)
        rows.append(found[0])
    assert isinstance(rows[1], dict)
    rows += [rows[1]["reasons"], rows[1]["parts"]]
    for row in rows:
        assert isinstance(row, dict)
        assert set(row) <= described, f"docs/schema.md does not describe {set(row) - described}"


def test_the_example_of_the_schema_is_real() -> None:
    shown = json.loads(re.findall(r"^```json\n(.*?)^```$", page("schema.md"), re.MULTILINE | re.DOTALL)[0])
    record = sr.rank(ARTICLE, id="examples/article.txt").to_dict()
    assert set(shown) == set(record)
    for name in ("schema", "id", "language", "structure", "query", "notes", "words"):
        assert shown[name] == record[name]
    order, sentences = record["order"], record["sentences"]
    assert isinstance(order, list)
    assert isinstance(sentences, list)
    assert shown["order"] == order[: len(shown["order"])]
    for row in shown["sentences"]:
        found = sentences[row["index"]]
        assert isinstance(found, dict)
        assert row.pop("parts") == pytest.approx(found.pop("parts"), abs=2e-3)
        assert row.pop("score") == pytest.approx(found.pop("score"), abs=2e-3)
        assert row == found


def test_the_columns_of_the_csv_are_described() -> None:
    from sentencerank.cli.rank import COLUMNS

    assert ",".join(("id", *COLUMNS, "layer", "text")) in page("schema.md")


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_what_a_page_imports_can_be_imported(path: Path) -> None:
    lines = re.findall(r"^\s*(from sentencerank[\w.]* import [\w, ]+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    for line in lines:
        # The libraries of some adapters are installed in an environment of their own: `make test-integrations`.
        with suppress(sr.ExtraError) if ".integrations." in line else nullcontext():
            exec(line, {})
