"""The embedding database: what is written is read, and nothing damaged is."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import sys
import time
from contextlib import suppress
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sentencerank.errors import ModelError, OptionsError
from sentencerank.model.calibration import recalibrate
from sentencerank.model.embeddings import SubwordTable, WordTable, names_of
from sentencerank.model.manifest import read_manifest, seal
from sentencerank.model.model import check, load
from sentencerank.model.names import Names
from sentencerank.model.ngrams import FloretPieces
from sentencerank.model.write import Subwords, write_model
from tests.vectors.conftest import DATA, DIMENSIONS, WORDS, chunks, database, rows

EVERY = [f"word{i}" for i in range(3000)]
ARRAYS = ["directory", "index", "names", "rows", "starts", "subwords"]
FILES = ["manifest.json", "phrases.txt", *(f"{name}.npy" for name in ARRAYS)]


def use_everything(folder: Path) -> None:
    """Open a model and touch every row of it."""
    table = load(folder).embeddings
    table.vectors([*WORDS, *EVERY, *(f"unknown{i}" for i in range(300))])
    assert isinstance(table, WordTable)
    assert table.subwords
    table.subwords.rows.take(np.arange(table.subwords.rows.numbers.shape[0]))
    list(table.names)


@pytest.mark.parametrize(("numbers", "error"), [("float32", 0), ("float16", 1e-3), ("int8", 1 / 127)])
def test_what_is_written_is_read(tmp_path: Path, numbers: str, error: float) -> None:
    table = load(database(tmp_path / "toy", numbers)).embeddings
    written = rows(3000 + len(WORDS))
    found = table.vectors([*WORDS, *EVERY])
    assert np.abs(found - written).max() <= error * np.abs(written).max()
    assert list(names_of(table)) == [*WORDS, *EVERY]
    assert table.vectors(["Unknown"]).any()  # spelt
    use_everything(tmp_path / "toy")
    check(tmp_path / "toy")


def test_the_folder_holds_what_the_format_says(toy: Path) -> None:
    assert sorted(path.name for path in toy.iterdir()) == sorted(FILES)
    manifest = read_manifest(toy)
    assert (manifest.raw["words"], manifest.raw["phrases"], manifest.cased) == (3006, 2, True)
    assert (toy / "phrases.txt").read_text(encoding="utf-8") == "a\tb c\nnew\tyork\n"
    assert load(toy).phrases.contains("New York")


def test_the_same_rows_give_the_same_bytes(tmp_path: Path) -> None:
    first, second = database(tmp_path / "one"), database(tmp_path / "two")
    assert all((first / name).read_bytes() == (second / name).read_bytes() for name in FILES)


@pytest.mark.parametrize("name", FILES)
def test_a_truncated_file_is_refused(toy: Path, name: str) -> None:
    content = (toy / name).read_bytes()
    for length in (len(content) - 2, len(content) // 2, 0):  # one less is the line end of the manifest
        (toy / name).write_bytes(content[:length])
        with pytest.raises(ModelError, match=name.replace(".", r"\.")):
            load(toy)
    (toy / name).unlink()
    with pytest.raises(ModelError, match=name.replace(".", r"\.")):
        load(toy)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("place", [0.0, 0.01, 0.3, 0.9, 1.0])
def test_a_flipped_bit_is_refused(toy: Path, name: str, place: float) -> None:
    content = bytearray((toy / name).read_bytes())
    content[int(place * (len(content) - 1))] ^= 4
    (toy / name).write_bytes(content)
    with pytest.raises(ModelError, match=name.replace(".", r"\.")):
        check(toy)
    if name.endswith(".npy"):
        with suppress(ModelError):  # arrays are not hashed when a model is opened, but nothing crashes
            use_everything(toy)
    else:
        with pytest.raises(ModelError, match=name.replace(".", r"\.")):
            load(toy)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50, deadline=None)
@given(st.sampled_from([f"{name}.npy" for name in ARRAYS]), st.integers(0, 10**6), st.binary(min_size=1, max_size=40))
def test_damaged_arrays_never_crash(toy: Path, name: str, place: int, noise: bytes) -> None:
    whole = (toy / name).read_bytes()
    start = place % len(whole)
    (toy / name).write_bytes((whole[:start] + noise + whole[start + len(noise) :])[: len(whole)])
    try:
        with suppress(ModelError):
            use_everything(toy)
    finally:
        (toy / name).write_bytes(whole)


@pytest.mark.parametrize(("one", "other"), list(permutations(FILES, 2)))
def test_files_that_changed_places_are_refused(toy: Path, one: str, other: str) -> None:
    if one < other:
        first = (toy / one).read_bytes()
        (toy / one).write_bytes((toy / other).read_bytes())
        (toy / other).write_bytes(first)
    else:
        (toy / one).write_bytes((toy / other).read_bytes())  # twice the same
    with pytest.raises(ModelError):
        use_everything(toy)


@pytest.mark.parametrize("name", [name for name in FILES if name not in ("subwords.npy", "manifest.json")])
def test_a_file_of_another_model_of_the_same_shape_is_refused(toy: Path, tmp_path: Path, name: str) -> None:
    def others() -> list[tuple[list[str], np.ndarray]]:
        names = [name for some, _ in chunks() for name in some]
        renamed = ["Hamburg" if name == "Berlin" else "old york" if name == "new york" else name for name in names]
        return [(renamed, rows(len(names), 7))]

    write_model(tmp_path / "other", others(), name="toy", language="en", numbers="float32")
    theirs = (tmp_path / "other" / name).read_bytes()
    assert theirs != (toy / name).read_bytes()
    (toy / name).write_bytes(theirs)
    with pytest.raises(ModelError):
        check(toy)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), max_size=60))
def test_every_name_is_found_and_no_other(tmp_path: Path, names: list[str]) -> None:
    given = [*names, "sure"]
    written = write_model(
        tmp_path / "any", [(given, rows(len(given)))], name="any", language="de", numbers="float32", replace=True
    )
    kept = list(dict.fromkeys(name for name in given if name.strip()))
    table = load(tmp_path / "any").embeddings
    assert isinstance(table, WordTable)
    assert isinstance(table.names, Names)
    assert list(table.names) == kept
    assert table.names.rows(kept).tolist() == list(range(len(kept)))
    strange = [name + "\x00" for name in kept]
    assert all(row == -1 for row, name in zip(table.names.rows(strange), strange, strict=True) if name not in kept)
    assert written.words + written.phrases == len(kept)
    assert written.repeated == len([name for name in given if name.strip()]) - len(kept)


def test_names_with_the_same_checksum_are_told_apart(tmp_path: Path) -> None:
    names = ["plumless", "buckeroo"]  # a well-known pair: the same CRC-32
    write_model(tmp_path / "m", [(names, rows(2))], name="m", language="en", numbers="float32")
    assert np.array_equal(load(tmp_path / "m").embeddings.vectors(names), rows(2))


def test_what_cannot_be_a_vector_is_left_out_and_counted(tmp_path: Path) -> None:
    values = rows(8)
    values[1, 0], values[2, 1], values[3, 2] = np.nan, np.inf, 1e5
    values[4] = 0
    names = ["good", "nan", "inf", "large", "zero", "good", " ", "fine"]
    written = write_model(tmp_path / "m", [(names, values)], name="m", language="en")
    assert (written.words, written.unfit, written.empty, written.repeated) == (2, 3, 2, 1)
    assert list(names_of(load(tmp_path / "m").embeddings)) == ["good", "fine"]


@pytest.mark.parametrize(("numbers", "value"), [("float32", np.nan), ("float16", 1e5), ("int8", np.inf)])
def test_a_piece_that_cannot_be_a_vector_is_refused(tmp_path: Path, numbers: str, value: float) -> None:
    values = rows(50)
    values[7, 2] = value
    subwords = Subwords({"kind": "fasttext", "shortest": 2, "longest": 4}, iter([rows(100), values]))
    with pytest.raises(ModelError, match=r"row 107 of subwords\.npy holds NaN, infinity or .* Repair the vectors"):
        write_model(tmp_path / "m", None, name="m", language="en", numbers=numbers, subwords=subwords)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("numbers", "name"), [("float32", "rows"), ("float16", "subwords"), ("int8", "scales")])
def test_check_refuses_rows_that_are_no_numbers(tmp_path: Path, numbers: str, name: str) -> None:
    folder = database(tmp_path / "m", numbers)
    array = np.load(folder / f"{name}.npy")
    array[5] = np.nan
    np.save(folder / f"{name}.npy", array)
    seal(folder, {key: entry for key, entry in read_manifest(folder).raw.items() if key not in ("format", "files")})
    load(folder)
    with pytest.raises(ModelError, match=rf"{name}\.npy: row 5 holds NaN or infinity\. .* again"):
        check(folder)


def test_models_of_version_0_1_0_still_load(tmp_path: Path) -> None:
    model = load(DATA / "words-0.1.0")
    expected = rows(6)[[0, 1, 2]]
    assert np.abs(model.embeddings.vectors(["house", "Berlin", "New York"]) - expected).max() < 0.02
    assert model.embeddings.vectors(["unknown"])[0, :2] == pytest.approx([-0.017275, 0.063826], abs=1e-6)
    assert (model.phrases.quality("New York"), model.phrases.quality("prime minister")) == (0.9, 0.5)
    spelt = load(DATA / "floret-0.1.0").embeddings
    assert isinstance(spelt, SubwordTable)
    assert spelt.vectors(["Haus"])[0, :2] == pytest.approx([0.012355, -0.182242], abs=1e-6)
    for name in ("words-0.1.0", "floret-0.1.0"):
        check(DATA / name)
        copy = Path(shutil.copytree(DATA / name, tmp_path / name))
        recalibrate(copy)
        check(copy)


@pytest.mark.parametrize(
    ("word", "rows"),
    [
        ("sky", [192, 518, 647, 310, 701, 580, 472, 220, 927, 913, 965, 395, 60, 810, 809, 101]),
        ("日本語", [212, 346, 619, 8, 630, 198, 57, 17, 939, 738, 344, 743, 100, 297, 256, 143]),
    ],
)
def test_pieces_of_floret_are_those_of_the_original(word: str, rows: list[int]) -> None:
    # Compared with floret 0.10.5 when its tables could be imported. The last two are the rows of the word itself.
    assert FloretPieces(shortest=2, longest=3, buckets=1000).pieces([word])[0].tolist() == rows
    long = FloretPieces(shortest=2, longest=3, buckets=1000).pieces(["wasserwasserwasserwasser"])[0].tolist()
    assert long[-4:] == [420, 532, 79, 421]


def test_nothing_to_write_and_rows_of_two_lengths(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="not a single vector"):
        write_model(tmp_path / "m", [], name="m", language="en")
    with pytest.raises(ModelError, match=f"rows of {DIMENSIONS} numbers, then of 2"):
        write_model(tmp_path / "m", [(["a"], rows(1)), (["b"], np.ones((1, 2), np.float32))], name="m", language="en")
    with pytest.raises(OptionsError, match="int8, float16, float32"):
        write_model(tmp_path / "m", [(["a"], rows(1))], name="m", language="en", numbers="int4")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_an_error_on_the_way_leaves_nothing_and_the_old_model_as_it_was(toy: Path) -> None:
    def broken() -> object:
        yield ["one"], rows(1)
        raise RuntimeError("the disk is on fire")

    with pytest.raises(RuntimeError):
        write_model(toy, broken(), name="toy", language="en", replace=True)  # type: ignore[arg-type]
    check(toy)
    assert [path.name for path in toy.parent.iterdir()] == ["toy"]


def test_a_model_is_not_replaced_unasked_and_another_folder_never(toy: Path, tmp_path: Path) -> None:
    old = load(toy)
    with pytest.raises(ModelError, match=r"exists\. Choose another name"):
        write_model(toy, [(["new"], rows(1))], name="toy", language="en")
    write_model(toy, [(["new"], rows(1))], name="toy", language="en", replace=True)
    assert list(names_of(load(toy).embeddings)) == ["new"]
    assert old.embeddings.vectors(["house"]).any()  # who has it mapped keeps it
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").touch()
    with pytest.raises(ModelError, match="is not a model, so it is not replaced"):
        write_model(tmp_path / "mine", [(["new"], rows(1))], name="m", language="en", replace=True)


def test_what_a_killed_run_left_is_no_model_and_goes_with_the_next_one(toy: Path) -> None:
    left = toy.parent / ".toy.abc.partial"
    left.mkdir()
    (left / "rows.npy").touch()
    write_model(toy, [(["new"], rows(1))], name="toy", language="en", replace=True)
    assert not left.exists()


def _slow(folder: str) -> None:
    def endless() -> object:
        for i in range(1_000_000):
            yield [f"w{i}"], rows(1)
            time.sleep(0.01)

    write_model(Path(folder), endless(), name="m", language="en")  # type: ignore[arg-type]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_killed_while_writing_there_is_no_model(tmp_path: Path) -> None:
    process = multiprocessing.get_context("spawn").Process(target=_slow, args=(str(tmp_path / "m"),))
    process.start()
    while not list(tmp_path.glob(".m.*.partial/rows.npy")):
        time.sleep(0.02)
    assert process.pid
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    assert not (tmp_path / "m").exists()
    with pytest.raises(ModelError, match="no readable manifest"):
        load(tmp_path / "m")


def test_vectors_of_a_language_without_a_word_list_of_its_own_form_its_lexicon(tmp_path: Path) -> None:
    write_model(tmp_path / "m", [(["Neue Welt", "Welt", ". . ."], rows(3))], name="m", language="de")
    assert (tmp_path / "m" / "phrases.txt").read_text(encoding="utf-8").startswith("neue\t")
    assert load(tmp_path / "m").phrases.contains("neue welt")
    mined = {"schöne neue welt": 0.5}
    write_model(tmp_path / "n", [(["Welt"], rows(1))], name="n", language="de", phrases=mined)
    assert load(tmp_path / "n").phrases.quality("Schöne neue Welt") == 0.5


def test_a_full_disk_and_a_place_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ModelError, match=r"cannot be written \(.*\)\. Make room"):
        write_model(tmp_path / "file" / "m", [(["a"], rows(1))], name="m", language="en")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("sentencerank.model.write.write_index", full)
    with pytest.raises(ModelError, match="No space left on device"):
        write_model(tmp_path / "m", [(["a"], rows(1))], name="m", language="en")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_model_that_came_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    def another() -> object:
        write_model(tmp_path / "m", [(["first"], rows(1))], name="m", language="en")
        yield ["second"], rows(1)

    with pytest.raises(ModelError, match="m exists"):
        write_model(tmp_path / "m", another(), name="m", language="en")  # type: ignore[arg-type]
    assert list(names_of(load(tmp_path / "m").embeddings)) == ["first"]


def test_half_a_surrogate_pair_is_no_name(tmp_path: Path) -> None:
    written = write_model(tmp_path / "m", [(["a\ud800", "b"], rows(2))], name="m", language="en")
    assert (written.empty, list(names_of(load(tmp_path / "m").embeddings))) == (1, ["b"])
    assert not load(tmp_path / "m").embeddings.vectors(["a\ud800"]).any()
