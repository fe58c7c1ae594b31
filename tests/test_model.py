import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import sentencerank as sr
from sentencerank.errors import ModelError, OptionsError
from sentencerank.languages.registry import language_of
from sentencerank.model import models
from sentencerank.model.array_files import Numbers
from sentencerank.model.calibration import calibrate
from sentencerank.model.embeddings import SubwordTable
from sentencerank.model.manifest import seal, write_manifest
from sentencerank.model.model import ENGLISH, Model, check, load, without_vectors
from sentencerank.model.spellers import WordPiece
from sentencerank.model.write import write_model


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ENGLISH, tmp_path / "model"))


def edit(folder: Path, **entries: object) -> None:
    """Change a manifest with its hash, as a faulty writer would."""
    write_manifest(folder, json.loads((folder / "manifest.json").read_text(encoding="utf-8")) | entries)


def test_the_english_model() -> None:
    model = load()
    assert (model.threshold, model.phrase_threshold) == (0.35, 0.65)
    assert model.language.code == "en"
    assert model.embeddings.dimensions == 256
    assert model.path == ENGLISH
    check()


def test_it_is_small_and_its_rows_stay_on_disk() -> None:
    assert sum(path.stat().st_size for path in ENGLISH.iterdir()) < 11_000_000
    table = load().embeddings
    assert isinstance(table, SubwordTable)
    assert not table.rows.numbers.flags.owndata
    assert not table.rows.numbers.flags.writeable


def test_every_file_is_in_the_manifest() -> None:
    manifest = json.loads((ENGLISH / "manifest.json").read_text(encoding="utf-8"))
    assert {path.name for path in ENGLISH.iterdir()} == {"manifest.json", *manifest["files"]}


def test_a_copy_works_the_same(folder: Path) -> None:
    assert np.array_equal(load(folder).embeddings.vectors(["rain"]), load().embeddings.vectors(["rain"]))


def test_no_folder_and_no_manifest(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"has no readable manifest\.json\. Give the folder"):
        load(tmp_path / "nowhere")
    with pytest.raises(ModelError, match="no readable manifest"):
        load(tmp_path)


@pytest.mark.parametrize(
    "name",
    ["subwords.npy", "subword_scales.npy", "blocks.npy", "vocabulary.txt", "tags.txt", "stopwords.txt", "phrases.txt"],
)
def test_missing_and_truncated_files(folder: Path, name: str) -> None:
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content[:-7])
    with pytest.raises(ModelError, match="damaged"):
        load(folder)
    (folder / name).unlink()
    with pytest.raises(ModelError, match="is missing"):
        load(folder)


@pytest.mark.parametrize("name", ["vocabulary.txt", "tags.txt", "stopwords.txt", "phrases.txt"])
def test_an_edit_of_the_same_size_is_refused(folder: Path, name: str) -> None:
    content = bytearray((folder / name).read_bytes())
    content[len(content) // 2] ^= 1
    (folder / name).write_bytes(content)
    with pytest.raises(ModelError, match=r"was changed.*again"):
        load(folder)


@pytest.mark.parametrize("name", ["subwords.npy", "subword_scales.npy"])
def test_a_flipped_bit_in_the_vectors_is_found_by_check(folder: Path, name: str) -> None:
    content = bytearray((folder / name).read_bytes())
    content[-1] ^= 1
    (folder / name).write_bytes(content)
    assert load(folder).embeddings.vectors(["rain"]).any()
    with pytest.raises(ModelError, match=rf"{name} was changed.*again"):
        check(folder)


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
@pytest.mark.parametrize("kind", ["float16", "float32", "int8"])
def test_nan_and_infinity_are_refused_when_they_are_met(tmp_path: Path, kind: Numbers, number: float) -> None:
    """A folder whose hashes fit, as a careless tool would make it; arrays are mapped, so opening it sees no row."""
    rows = np.eye(4, 6, dtype=np.float32) + 1
    words = ["rain", "snow", "river", "cloud"]
    write_model(tmp_path / "m", [(words, rows)], name="m", language="en", numbers=kind, thresholds=(0.5, 0.5))
    name = "scales.npy" if kind == "int8" else "rows.npy"
    array = np.load(tmp_path / "m" / name)
    array[2] = number
    np.save(tmp_path / "m" / name, array)
    manifest = json.loads((tmp_path / "m" / "manifest.json").read_text())
    seal(tmp_path / "m", {key: value for key, value in manifest.items() if key not in ("files", "sha256")})
    table = load(tmp_path / "m").embeddings
    assert table.vectors(["rain", "cloud"]).any()
    with pytest.raises(ModelError, match=r"a vector of the model holds NaN or infinity.*model check"):
        table.vectors(["river"])
    with pytest.raises(ModelError, match="holds NaN or infinity"):
        sr.rank("Rain fell on the river. Snow fell on the cloud. The river rose.", model=tmp_path / "m")
    with pytest.raises(ModelError, match="row 2 holds NaN or infinity"):
        check(tmp_path / "m")


def test_an_edited_manifest_is_refused(folder: Path) -> None:
    text = (folder / "manifest.json").read_text(encoding="utf-8")
    (folder / "manifest.json").write_text(text.replace("0.35", "0.45"), encoding="utf-8")
    with pytest.raises(ModelError, match=r"manifest\.json was changed"):
        load(folder)


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"format": 1}, "format 1; this version reads 2 and 3"),
        ({"format": None}, "format None"),
        ({"dimensions": 300}, r"subwords\.npy has shape \(29528, 256\), not \(any, 300\)"),
        ({"dimensions": "many"}, "malformed"),
        ({"subwords": {"kind": "bpe"}}, "of the kind 'bpe' are not known"),
        ({"subwords": {"kind": "fasttext"}}, "without a proper 'shortest'"),
        ({"subwords": {}}, "neither words nor subwords"),
        ({"thresholds": {"words": 0.4}}, "malformed"),
        ({"thresholds": {"words": float("nan"), "phrases": 0.4}}, "a threshold is NaN or infinite"),
        ({"thresholds": {"words": 0.4, "phrases": float("inf")}}, "a threshold is NaN or infinite"),
        ({"files": []}, "malformed"),
        ({"files": {"../tags.txt": {"size": 1, "sha256": ""}}}, "not a plain file name"),
        ({"files": {}}, "does not list"),
    ],
)
def test_wrong_manifests(folder: Path, entries: dict[str, object], message: str) -> None:
    edit(folder, **entries)
    with pytest.raises(ModelError, match=message):
        load(folder)


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "\udcff"])
def test_a_manifest_that_is_none(folder: Path, content: str) -> None:
    (folder / "manifest.json").write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(ModelError):
        load(folder)


def test_without_vectors() -> None:
    model = without_vectors(language_of("de"))
    assert model.language.code == "de"
    assert not model.embeddings.vectors(["Haus", "Hof"]).any()
    assert model.path is None


def test_calibration_keeps_the_asked_share() -> None:
    table = load().embeddings
    assert isinstance(table, SubwordTable)
    assert isinstance(table.speller, WordPiece)
    words = [word for word in table.speller.vocabulary if word.isalpha() and len(word) > 3][1000:1400]
    threshold = calibrate(table, words, share=0.01)
    rows = table.vectors(words)
    rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    pairs = (rows @ rows.T)[np.triu_indices(len(words), k=1)]
    assert (pairs > threshold).mean() == pytest.approx(0.01, abs=1e-4)
    assert calibrate(table, words, share=0.001) > threshold


def test_calibration_needs_words_and_a_share() -> None:
    table = load().embeddings
    with pytest.raises(OptionsError, match="give at least two"):
        calibrate(table, ["rain"])
    with pytest.raises(OptionsError, match="between 0 and 1"):
        calibrate(table, ["rain", "snow"], share=0)


# Which model a ranker loads


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """The models that rankers load from now on, each once."""
    paths: list[str | None] = []
    load_once = models.load_once

    def note(path: str | None) -> Model:
        if path not in paths:
            paths.append(path)
        return load_once(path)

    monkeypatch.setattr(models, "load_once", note)
    return paths


def test_a_ranker_loads_english_only_when_it_may_need_it(loaded: list[str | None], tmp_path: Path) -> None:
    write_model(tmp_path / "de", [(["regen", "stadt"], np.eye(2, dtype=np.float32))], name="toy", language="de")
    sr.Ranker(language="de")
    assert loaded == []
    mixed = sr.Ranker(model=tmp_path / "de")
    assert loaded == [str(tmp_path / "de")]
    assert mixed.rank("The rain in Spain falls mainly on the plain and not on the hills.").language == "en"
    assert loaded == [str(tmp_path / "de"), None]
    for code in ("auto", "en", "en-US"):
        loaded.clear()
        sr.Ranker(language=code)
        assert loaded == [None]


def test_a_bad_model_is_refused_when_the_ranker_is_made(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{", encoding="utf-8")
    with pytest.raises(ModelError):
        sr.Ranker(model=tmp_path, language="de")
    with pytest.raises(ModelError):
        sr.Ranker(model="nowhere", language="de")


def test_a_code_with_a_region_has_the_vectors_of_its_language() -> None:
    text = "Rain is falling on the plain. The rain in Spain falls mainly on the plain."
    ranking = sr.rank(text, language="en-US")
    assert ranking.notes == sr.rank(text, language="en").notes == ()
