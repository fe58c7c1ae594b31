"""`sentencerank model` and `--model`, as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

import sentencerank as sr
from sentencerank.cli.main import main
from sentencerank.errors import ModelError
from sentencerank.model import library as user_library
from sentencerank.model.calibration import find_thresholds, frequent, recalibrate
from sentencerank.model.library import default_model, find_model, model_folders
from sentencerank.model.model import ENGLISH, load
from sentencerank.model.write import write_model
from tests.texts import ARTICLE
from tests.vectors.conftest import DATA, database, rows

GERMAN = (
    "Der Regen fällt seit Tagen auf die Stadt. Die Stadt baut deshalb höhere Dämme an dem Fluss. "
    "Der Fluss stieg in der Nacht um zwei Meter. Viele Häuser an dem Fluss stehen unter Wasser."
)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["model", *map(str, arguments)])


def english_words() -> list[str]:
    words = (ENGLISH / "vocabulary.txt").read_text(encoding="utf-8").split("\n")
    return [word for word in words if word.isalpha() and word.isascii() and len(word) > 3]


def vec(path: Path, words: list[str]) -> Path:
    """A .vec file with the vectors of the package, so that neighbours make sense."""
    lines = [f"{word} {' '.join(f'{x:.4f}' for x in row)}" for word, row in zip(words, _vectors(words), strict=True)]
    path.write_text("\n".join([f"{len(words)} {_vectors(words).shape[1]}", *lines, "broken 1 2"]), encoding="utf-8")
    return path


def _vectors(words: list[str]) -> np.ndarray:
    return load().embeddings.vectors(words)


@pytest.fixture
def mine(library: Path, tmp_path: Path) -> str:
    """A model with the name "mine" among those of the user."""
    path = vec(tmp_path / "mine.vec", [*english_words()[:400], "rain", "snow", "Paris"])
    result = run("import", path, "--language", "en", "--numbers", "int8")
    assert result.exit_code == 0, result.output
    assert "text with a header" in result.stdout
    assert "words × 256" in result.stdout
    assert "left out: 1 without 256 numbers (line 405)" in result.stderr
    assert "cut off" not in result.stderr
    return "mine"


def test_import_list_info_check(mine: str, library: Path) -> None:
    assert [path.name for path in model_folders()] == ["mine"]
    listed = run("list").stdout
    assert listed.startswith(str(library))
    assert "mine\ten\t" in listed
    (entry,) = json.loads(run("list", "--json").stdout)["models"]
    assert (entry["name"], entry["language"], entry["default"], entry["numbers"]) == ("mine", "en", False, "int8")
    assert "source       mine.vec" in run("info", "mine").stdout
    described = json.loads(run("info", "mine", "--json").stdout)
    assert described["dimensions"] == 256
    assert run("check", "mine").stdout.endswith("all sound\n")
    assert "en-potion-base-8M" in run("info").stdout  # the one of the package
    assert run("check").exit_code == 0


def test_what_a_killed_import_left_is_named(mine: str, library: Path) -> None:
    (library / ".big.abc.partial").mkdir()
    assert ".big.abc.partial" in run("list").stderr
    assert [path.name for path in model_folders()] == ["mine"]


def test_a_damaged_model_is_listed_as_such_and_checked(mine: str, library: Path) -> None:
    content = bytearray((library / "mine" / "rows.npy").read_bytes())
    content[-1] ^= 1
    (library / "mine" / "rows.npy").write_bytes(content)
    result = run("check", "mine")
    assert result.exit_code == 1
    assert "rows.npy was changed" in result.stderr
    (library / "mine" / "rows.npy").write_bytes(content[:-1])
    assert "it is damaged" in run("list").stdout


def test_import_does_not_replace_unasked(mine: str, tmp_path: Path) -> None:
    again = ("import", tmp_path / "mine.vec", "--language", "en")
    result = run(*again)
    assert result.exit_code == 1
    assert "mine exists" in result.stderr
    assert run(*again, "--replace", "--limit", 10).exit_code == 0
    assert json.loads(run("info", "mine", "--json").stdout)["words"] == 10


def test_import_into_a_folder_with_all_that_is_known(library: Path, tmp_path: Path) -> None:
    path = vec(tmp_path / "x.vec", ["rain", "snow"])
    known = ("--licence", "CC0", "--about", "a toy")
    result = run("import", path, "--language", "en", "--output", tmp_path / "out", *known, "--json")
    record = json.loads(result.stdout)
    assert record["folder"] == str(tmp_path / "out")
    assert record["left_out"] == {"without 256 numbers": 1}
    described = json.loads(run("info", tmp_path / "out", "--json").stdout)
    assert (described["licence"], described["about"], described["name"]) == ("CC0", "a toy", "out")
    assert not library.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["import", "nowhere.bin", "--language", "en"], "cannot be read"),
        (["import", "nowhere.bin"], "Missing option '--language'"),
        (["import", __file__, "--language", "nonsense!"], "not a language code"),
        (["import", __file__, "--language", "en", "--name", "../up"], "cannot be the name of a model"),
        (["info", "nowhere"], "there is no model 'nowhere'"),
        (["neighbours", "😀"], "has no vector"),
        (["calibrate", "nowhere"], "there is no model 'nowhere'"),
        (["use"], "give the name of a model"),
        (["use", "nowhere"], "there is no model 'nowhere'"),
    ],
)
def test_errors_are_a_line_and_a_remedy(library: Path, arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code in (1, 2)
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_neighbours(mine: str) -> None:
    names = [line.split("\t")[1] for line in run("neighbours", "rain", "--count", 5).stdout.splitlines()]
    assert {"rains", "raining", "rainy"} <= set(names)
    assert "rain" not in names
    found = json.loads(run("neighbours", "--model", "mine", "Snow", "--json").stdout)["neighbours"]
    assert len(found) == 10
    assert "rain" in [entry["name"] for entry in found]
    assert run("neighbours", "heavy", "rain").exit_code == 0


def test_neighbours_of_a_table_without_words(library: Path) -> None:
    assert "lists none" in run("neighbours", "--model", DATA / "floret-0.1.0", "Haus").stderr
    assert load(DATA / "floret-0.1.0").embeddings.vectors(["Haus"]).any()


def test_calibrate_prints_and_writes(mine: str) -> None:
    before = load(find_model("mine"))
    result = run("calibrate", "mine", "--neighbours", 40)
    after = load(find_model("mine"))
    assert after.threshold < before.threshold
    assert f"words\t{before.threshold} → {after.threshold}" in result.stdout
    assert "phrases composed of these words compared" in result.stdout
    assert run("check", "mine").exit_code == 0  # the manifest has its new hash
    assert run("calibrate", "mine", "--share", 0.004, "--dry-run").exit_code == 0
    assert load(find_model("mine")).threshold == after.threshold
    record = json.loads(run("calibrate", "mine", "--share", 0.004, "--json").stdout)
    assert record["after"]["words"] == before.threshold == load(find_model("mine")).threshold
    assert "Give one of them" in run("calibrate", "mine", "--share", 0.1, "--neighbours", 3).stderr


def test_calibration_keeps_the_expected_number_of_neighbours(tmp_path: Path) -> None:
    words = [word for word in english_words()[:1200] if len(word) > 4]
    phrases = [f"{a} {b}" for a, b in zip(words[:300], words[300:600], strict=True)]
    values = rows(len(words) + len(phrases), 3)
    write_model(tmp_path / "m", [([*words, *phrases], values)], name="m", language="en", numbers="float32")
    found = recalibrate(tmp_path / "m", share=0.02)
    model = load(tmp_path / "m")
    content, compared = frequent([*words, *phrases], model.language)
    assert compared == phrases
    assert (found.compared, found.compared_phrases) == (len(content), 300)
    for names, threshold in ((content, model.threshold), (phrases, model.phrase_threshold)):
        table = model.embeddings.vectors(names)
        table /= np.linalg.norm(table, axis=1, keepdims=True)
        pairs = (table @ table.T)[np.triu_indices(len(names), 1)]
        assert (pairs > threshold).mean() == pytest.approx(0.02, abs=0.002)


def test_frequent_words_are_content_words_in_their_order() -> None:
    names = ["the", "House", "of", "house", "rain", "12", "new york", "x", "…", "running"]
    assert frequent(names, load().language) == (["House", "rain", "running"], ["new york"])


def test_with_few_words_the_thresholds_are_those_of_the_paper() -> None:
    found = find_thresholds(load().embeddings, ["house", "rain"], load().language)
    assert (found.words, found.phrases, found.compared) == (0.65, 0.60, 0)


def test_rank_with_a_model_says_so(mine: str, tmp_path: Path) -> None:
    ranking = sr.Ranker(model="mine").rank(ARTICLE)
    assert "Vectors: mine." in ranking.notes
    assert not any("Vectors" in note for note in sr.rank(ARTICLE).notes)
    (tmp_path / "article.txt").write_text(ARTICLE, encoding="utf-8")
    result = CliRunner().invoke(main, ["rank", "--model", "mine", str(tmp_path / "article.txt")])
    assert result.exit_code == 0
    assert "Vectors: mine." in result.stderr
    by_path = sr.Ranker(model=find_model("mine")).rank(ARTICLE)
    assert by_path.order.tolist() == ranking.order.tolist()


def test_a_model_that_is_not_there_is_an_error_at_once(library: Path) -> None:
    with pytest.raises(ModelError, match="there is no model 'nowhere'"):
        sr.Ranker(model="nowhere")


def test_a_model_chosen_for_a_language_is_used_until_none_is(mine: str) -> None:
    assert default_model("en") is None
    assert run("use", "mine").stdout == "en: mine\n"
    assert "(default)" in run("list").stdout
    assert "Vectors: mine." in sr.Ranker().rank(ARTICLE).notes
    assert run("use", "--none", "en").exit_code == 0
    assert default_model("en") is None
    assert not any("Vectors" in note for note in sr.Ranker().rank(ARTICLE).notes)


def test_a_chosen_model_that_is_gone_is_an_error(mine: str, library: Path) -> None:
    run("use", "mine")
    (library / "mine").rename(library / "elsewhere")
    with pytest.raises(ModelError, match="mine has no readable manifest"):
        sr.Ranker().rank(ARTICLE)


@pytest.mark.parametrize("content", ["{", "[]", '{"en": 7}'])
def test_a_malformed_choice_is_an_error(library: Path, content: str) -> None:
    library.mkdir()
    (library / "defaults.json").write_text(content, encoding="utf-8")
    with pytest.raises(ModelError, match=r"defaults\.json.*sentencerank model use"):
        default_model("en")


def test_a_model_of_another_language_is_not_used_and_the_notes_say_so(tmp_path: Path) -> None:
    write_model(tmp_path / "de", [(["regen", "stadt", "fluss"], rows(3))], name="de-toy", language="de")
    ranker = sr.Ranker(model=tmp_path / "de")
    english = ranker.rank(ARTICLE)
    assert "The model de-toy is for de: not used." in english.notes
    assert english.order.tolist() == sr.rank(ARTICLE).order.tolist()
    german = sr.Ranker(model=tmp_path / "de", language="de").rank(GERMAN)
    assert "Vectors: de-toy." in german.notes
    assert not any("No vectors" in note for note in german.notes)


def test_a_text_too_short_to_tell_its_language_is_read_in_that_of_the_model(tmp_path: Path) -> None:
    write_model(tmp_path / "de", [(["regen", "stadt", "fluss"], rows(3))], name="de-toy", language="de")
    ranking = sr.Ranker(model=tmp_path / "de").rank("Regen.")
    assert ranking.document.language == "de"
    assert {"Too short to tell its language: read as German (de).", "Vectors: de-toy."} <= set(ranking.notes)


def test_a_folder_here_comes_before_a_name(mine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_model("mine") == user_library.library() / "mine"
    (tmp_path / "mine").mkdir()  # some folder, not a model
    assert find_model("mine") == user_library.library() / "mine"
    (tmp_path / "mine").rmdir()
    database(tmp_path / "mine")
    assert find_model("mine") == Path("mine")


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/sentencerank/models"),
        ("linux", {}, "/home/me/.local/share/sentencerank/models"),
        ("darwin", {}, "/home/me/Library/Application Support/sentencerank/models"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/sentencerank/models"),
        ("linux", {"SENTENCERANK_MODELS": "/mine"}, "/mine"),
    ],
)
def test_where_models_stand(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], expected: str
) -> None:
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "SENTENCERANK_MODELS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sentencerank.model.library.sys.platform", platform)
    monkeypatch.setattr("sentencerank.model.library.Path.home", lambda: Path("/home/me"))
    assert user_library.library() == Path(expected)


def test_without_a_home_folder_there_are_no_models_but_ranking_works(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("XDG_DATA_HOME", "SENTENCERANK_MODELS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sentencerank.model.library.Path.home", nowhere)
    assert default_model("en") is None
    assert "Set SENTENCERANK_MODELS" in run("list").stderr


def test_composed_phrases_that_only_share_a_word_are_rarely_alike(tmp_path: Path) -> None:
    words = [word for word in english_words()[:1500] if len(word) > 4]
    write_model(tmp_path / "m", [(words, rows(len(words), 4))], name="m", language="en", numbers="float32")
    model = load(tmp_path / "m")
    content, _ = frequent(words, model.language)
    third = len(content) // 3
    one, other = (
        model.embeddings.vectors([f"{a} {b}" for a, b in zip(content[:third], content[at:], strict=False)])
        for at in (third, 2 * third)
    )
    cosines = (one * other).sum(1) / np.linalg.norm(one, axis=1) / np.linalg.norm(other, axis=1)
    assert (cosines > model.phrase_threshold).mean() == pytest.approx(0.05, abs=0.01)
    assert model.phrase_threshold >= model.threshold
