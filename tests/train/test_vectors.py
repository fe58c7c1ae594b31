from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from sentencerank.errors import CorpusError, ExtraError, ModelError, OptionsError
from sentencerank.model.model import load
from sentencerank.train import (
    Training,
    UnitVectors,
    files,
    load_vectors,
    mine_phrases,
    pack_model,
    segment,
    train_vectors,
)
from sentencerank.train.mining.phrase_model import PhraseModel
from sentencerank.train.progress import Workers
from sentencerank.train.vectors import train_rows
from tests.train.conftest import Options

SMALL = Training(dimensions=8, epochs=2)
pytestmark = pytest.mark.filterwarnings("ignore:.*the length penalty is at an end")


@pytest.fixture(scope="session")
def phrases(corpus: Path, options: Options, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("phrases")
    mine_phrases(corpus, folder=folder, **options)  # type: ignore[arg-type]
    return folder / "model"


@pytest.fixture(scope="session")
def model(phrases: Path) -> PhraseModel:
    from sentencerank.train import load_phrase_model

    return load_phrase_model(phrases)


@pytest.fixture(scope="session")
def vectors(corpus: Path, phrases: Path, tmp_path_factory: pytest.TempPathFactory) -> UnitVectors:
    folder = tmp_path_factory.mktemp("vectors")
    return train_vectors(files(corpus), phrases, folder, training=SMALL)


def test_the_text_is_segmented_as_segment_does_it(vectors: UnitVectors, model: PhraseModel, corpus: Path) -> None:
    """Every phrase that is good enough is one unit, and every other word; rare ones are left out."""
    text = (vectors.folder.parent / "text" / "000000.txt").read_text(encoding="utf-8").splitlines()
    documents = corpus.read_text(encoding="utf-8").splitlines()
    assert len(text) == len(documents)
    found = Counter(unit.replace("_", " ") for line in text for unit in line.split() if "_" in unit)
    expected: Counter[str] = Counter()
    for document in documents:
        spans = segment(document, model, minimum=0.6)
        expected.update(span.phrase for span in spans if " " in span.phrase)
    assert found
    assert found == Counter({phrase: count for phrase, count in expected.items() if count >= 5})


def test_names_are_by_falling_count_and_phrases_have_spaces(vectors: UnitVectors) -> None:
    counts = np.load(vectors.folder / "counts.npy")
    assert (np.diff(counts) <= 0).all()
    assert counts.min() >= 5
    assert any(" " in name for name in vectors.names)
    assert not any("_" in name for name in vectors.names)
    assert vectors.rows.shape == (len(vectors.names), 8)


@pytest.mark.parametrize("threads", [1, 2])
def test_every_name_has_its_own_row(tmp_path: Path, threads: int) -> None:
    """Words that stand in for each other have like vectors, and words of the same count are not mixed up.

    One epoch is enough if the rate of learning falls with the words, and not with the first lines.
    """
    chance = np.random.default_rng(1)
    groups = [[f"{sign}{number}x" for number in range(40)] for sign in ("red", "blue")]
    lines = [" ".join(chance.choice(groups[n % 2], 8)) for n in range(15000)]
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "000000.txt").write_text("".join(f"{line}\n" for line in lines))
    (tmp_path / "text" / "sizes.json").write_text('{"sizes": [120000]}')
    counts = Counter(" ".join(lines).split())
    ordered = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
    training = Training(dimensions=16, epochs=1, shortest=0, longest=0, threads=threads)
    rows = train_rows(tmp_path / "text", ordered, tmp_path / "epochs", training).units
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    red = np.array([name.startswith("red") for name in ordered])
    cosines = unit @ unit.T
    assert cosines[np.ix_(red, red)].mean() > cosines[np.ix_(red, ~red)].mean() + 0.5


def test_subwords_are_those_that_the_database_looks_up() -> None:
    """A word is spelt in the same rows when it is unknown; a phrase has the subwords of its words."""
    from sentencerank.model.ngrams import FastTextPieces
    from sentencerank.train.vectors import _untrained

    names = ["rain", "größe", "東京都", "drop", "rain_drop"]
    model = _untrained(dict.fromkeys(names, 5), Training(dimensions=4))
    speller = FastTextPieces(5, 6, model.wv.bucket)
    found = {name: sorted(model.wv.buckets_word[model.wv.key_to_index[name]].tolist()) for name in names}
    for name in names[:4]:
        assert found[name] == sorted(speller.pieces([name])[0].tolist())
        assert found[name]
    assert found["rain_drop"] == sorted(found["rain"] + found["drop"])


def test_the_same_bytes_for_any_number_of_workers_and_size_of_shards(
    vectors: UnitVectors, corpus: Path, phrases: Path, tmp_path: Path
) -> None:
    again = train_vectors(corpus, phrases, tmp_path, training=SMALL, workers=2, shard_tokens=3000)
    assert again.digest == vectors.digest
    assert (again.folder / "rows.npy").read_bytes() == (vectors.folder / "rows.npy").read_bytes()


def test_another_seed_is_another_table(vectors: UnitVectors, corpus: Path, phrases: Path, tmp_path: Path) -> None:
    other = train_vectors(files(corpus), phrases, tmp_path, training=Training(dimensions=8, epochs=2, seed=5))
    assert other.digest != vectors.digest
    assert other.names == vectors.names


def test_training_goes_on_from_the_last_epoch(
    vectors: UnitVectors, corpus: Path, phrases: Path, tmp_path: Path
) -> None:
    train_vectors(files(corpus), phrases, tmp_path / "a", training=SMALL)
    import shutil

    shutil.copytree(tmp_path / "a", tmp_path / "b", ignore=shutil.ignore_patterns("result", "epoch-*"))
    counts = dict(zip(vectors.names, np.load(vectors.folder / "counts.npy").tolist(), strict=True))
    counts = {name.replace(" ", "_"): count for name, count in counts.items()}

    class Killed(BaseException): ...

    def stop(stage: str, done: float, total: float, unit: str) -> None:
        if done >= total / 2:  # the first epoch is over, the second has not begun
            raise Killed

    with pytest.raises(Killed):
        train_rows(tmp_path / "b" / "text", counts, tmp_path / "b" / "epochs", SMALL, stop)
    assert [path.name for path in (tmp_path / "b" / "epochs").iterdir()] == ["epoch-1-0"]
    assert train_vectors(files(corpus), phrases, tmp_path / "b", training=SMALL).digest == vectors.digest


def test_a_folder_of_another_run_is_refused(corpus: Path, phrases: Path, tmp_path: Path) -> None:
    train_vectors(files(corpus), phrases, tmp_path, training=SMALL)
    with pytest.raises(OptionsError, match="another run: epochs 2, not 3"):
        train_vectors(files(corpus), phrases, tmp_path, training=Training(dimensions=8, epochs=3))


def test_too_little_text_says_how_much_there_was(tmp_path: Path, phrases: Path) -> None:
    (tmp_path / "few.txt").write_text("one two three\n" * 10)
    with pytest.raises(CorpusError, match="30 tokens, but only 3 words and phrases occur 5 times"):
        train_vectors(files(tmp_path / "few.txt"), phrases, tmp_path / "work", training=SMALL)


def test_damaged_vectors_are_refused(corpus: Path, phrases: Path, tmp_path: Path) -> None:
    made = train_vectors(files(corpus), phrases, tmp_path, training=SMALL)
    path = made.folder / "names.txt"
    path.write_bytes(path.read_bytes() + b"x\n")
    with pytest.raises(ModelError, match=r"names\.txt was changed"):
        load_vectors(made.folder)
    with pytest.raises(ModelError, match="no readable"):
        load_vectors(tmp_path)


def test_a_packed_model_has_the_rows_and_says_what_made_it(
    vectors: UnitVectors, model: PhraseModel, phrases: Path, tmp_path: Path
) -> None:
    pack_model(phrases, vectors.folder, tmp_path / "m", licence="CC0", numbers="float32")
    packed = load(tmp_path / "m")
    table = packed.embeddings.vectors(vectors.names)
    np.testing.assert_array_equal(table, vectors.rows)
    known = [name for name in vectors.names if " " in name]
    assert all(packed.phrases.contains(name) for name in known)
    unknown = packed.embeddings.vectors(["conbaconderka"])[0]
    assert unknown.any()  # spelt by its subwords
    import json

    manifest = json.loads((tmp_path / "m" / "manifest.json").read_text())
    assert manifest["licence"] == "CC0"
    assert manifest["training"]["phrase_model"] == model.digest
    assert manifest["training"]["corpus"] == vectors.meta["corpus"]


def test_vectors_of_another_phrase_model_are_refused(
    vectors: UnitVectors, corpus: Path, options: Options, tmp_path: Path
) -> None:
    mine_phrases(corpus, folder=tmp_path / "other", **{**options, "seed": 9})  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="Train the vectors again with this phrase model"):
        pack_model(tmp_path / "other" / "model", vectors.folder, tmp_path / "m")
    assert not (tmp_path / "m").exists()


def test_a_model_is_packed_once(vectors: UnitVectors, phrases: Path, tmp_path: Path) -> None:
    pack_model(phrases, vectors.folder, tmp_path / "m")
    before = (tmp_path / "m" / "manifest.json").stat().st_mtime_ns
    pack_model(phrases, vectors.folder, tmp_path / "m")
    assert (tmp_path / "m" / "manifest.json").stat().st_mtime_ns == before


def test_a_missing_trainer_names_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "gensim.models.fasttext", None)
    with pytest.raises(ExtraError, match=r"sentencerank\[train\]"):
        train_rows(tmp_path / "x", {"a": 1}, tmp_path, SMALL)


@pytest.mark.parametrize(
    ("given", "message"),
    [({"epochs": 0}, "epochs is 0"), ({"dimensions": 1}, "dimensions is 1"), ({"shortest": 7}, "longest is 6")],
)
def test_what_lies_outside_its_range_is_refused(given: dict[str, int], message: str) -> None:
    with pytest.raises(OptionsError, match=message):
        Training(**given)


def test_a_run_killed_inside_an_epoch_goes_on_with_the_next_file(
    vectors: UnitVectors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sentencerank.train import vectors as trainer
    from sentencerank.train.units import count_units, pieces_of, write_unit_text

    units = vectors.folder.parent / "units"
    counts = count_units(units, 1, 5, Workers())
    write_unit_text(units, 1, tmp_path / "text", piece=4000)
    assert len(pieces_of(tmp_path / "text")) > 3
    assert sum(size for _, size in pieces_of(tmp_path / "text")) == sum(counts.values())
    whole = train_rows(tmp_path / "text", counts, tmp_path / "whole", SMALL)
    monkeypatch.setattr(trainer, "SAVED", -1)

    class Killed(BaseException): ...

    for _ in range(30):
        told: list[float] = []

        def stop(stage: str, done: float, total: float, unit: str, told: list[float] = told) -> None:
            told.append(done)
            if len(told) == 3:
                raise Killed

        try:
            rows = train_rows(tmp_path / "text", counts, tmp_path / "killed", SMALL, stop)
            break
        except Killed:
            continue
    np.testing.assert_array_equal(rows.units, whole.units)
    np.testing.assert_array_equal(rows.subwords, whole.subwords)
    assert len(list((tmp_path / "killed").iterdir())) == 1
