"""Vectors of others become models: equal to what the original library returns, and never wrong in silence."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import random
import struct
import sys
import zipfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.errors import ModelError, OptionsError
from sentencerank.model.embeddings import WordTable, names_of
from sentencerank.model.importers import Imported, import_model, recognise
from sentencerank.model.manifest import read_manifest
from sentencerank.model.model import check, load
from sentencerank.model.spellers import Unigram
from tests.vectors.conftest import DIMENSIONS, rows

VOCABULARY = [
    "haus",
    "häuser",
    "straße",
    "日本語",
    "new_york",
    "Berlin",
    "wasser",
    "é",
    "ab",
    *(f"wort{i}" for i in range(50)),
]
COMPRESSIONS = [
    (".gz", gzip.compress),
    (".bz2", bz2.compress),
    (".xz", lzma.compress),
    (".zst", zstandard.compress),
]
UNKNOWN = ["hausboot", "Häuschen", "日本", "z", "straßenbahn-haltestelle", "🙂lachen", "wasserwasserwasserwasserwasser"]


def sentences() -> list[list[str]]:
    rng = random.Random(0)
    return [rng.choices(VOCABULARY, k=12) for _ in range(300)]


@pytest.fixture(scope="module")
def gensim_model() -> Any:
    from gensim.models import FastText

    return FastText(sentences(), vector_size=10, min_count=1, bucket=300, min_n=2, max_n=5, epochs=1, workers=1, seed=1)


def imported(path: Path, tmp_path: Path, **options: Any) -> Imported:
    given: dict[str, Any] = {"language": "de", "numbers": "float32", "replace": True, **options}
    return import_model(path, tmp_path / "model", **given)


def vectors(done: Imported, names: list[str]) -> np.ndarray:
    return load(done.folder).embeddings.vectors(names)


def test_fasttext_bin_of_gensim(gensim_model: Any, tmp_path: Path) -> None:
    from gensim.models.fasttext import save_facebook_model

    save_facebook_model(gensim_model, str(tmp_path / "g.bin"))
    done = imported(tmp_path / "g.bin", tmp_path)
    assert done.kind == "fastText .bin"
    assert done.written.words == len(VOCABULARY)
    names = [*VOCABULARY, *UNKNOWN]
    original = np.stack([gensim_model.wv[name] for name in names])
    assert np.abs(vectors(done, names) - original).max() < 1e-6  # sums of another order
    half = vectors(imported(tmp_path / "g.bin", tmp_path, numbers="float16"), names)
    assert np.abs(half - original).max() < 1e-3 * np.abs(original).max()
    byte = vectors(imported(tmp_path / "g.bin", tmp_path, numbers="int8"), names)
    cosines = (byte * original).sum(1) / np.linalg.norm(byte, axis=1) / np.linalg.norm(original, axis=1)
    assert cosines.min() > 0.999


def test_the_end_of_a_line_which_fasttext_counts_as_a_word_has_no_ngrams(tmp_path: Path) -> None:
    from gensim.models import FastText
    from gensim.models.fasttext import save_facebook_model

    text = [[*sentence, "</s>"] for sentence in sentences()]
    model = FastText(text, vector_size=10, min_count=1, bucket=300, min_n=2, max_n=5, epochs=1, workers=1, seed=1)
    save_facebook_model(model, str(tmp_path / "g.bin"))
    own = model.wv.vectors_vocab[model.wv.key_to_index["</s>"]]
    assert np.array_equal(vectors(imported(tmp_path / "g.bin", tmp_path), ["</s>"])[0], own)


def test_word2vec_text_and_binary_of_gensim(gensim_model: Any, tmp_path: Path) -> None:
    original = gensim_model.wv.vectors
    for name, binary, kind in (("w.bin", True, "word2vec binary"), ("w.txt", False, "text with a header")):
        gensim_model.wv.save_word2vec_format(str(tmp_path / name), binary=binary)
        done = imported(tmp_path / name, tmp_path)
        assert done.kind.startswith(kind)
        assert np.abs(vectors(done, gensim_model.wv.index_to_key) - original).max() < 1e-8


def test_word2vec_binary_with_line_ends_between_rows(tmp_path: Path) -> None:
    values = rows(2)
    content = b"2 6\n" + b"".join(b"w%d " % i + values[i].tobytes() + b"\n" for i in range(2))
    (tmp_path / "w.bin").write_bytes(content)
    assert np.array_equal(vectors(imported(tmp_path / "w.bin", tmp_path), ["w0", "w1"]), values)
    (tmp_path / "w.bin").write_bytes(content[:-9])
    with pytest.raises(ModelError, match="promises 2 words and ends or breaks after 1"):
        imported(tmp_path / "w.bin", tmp_path)


def glove(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_glove_with_malformed_lines(tmp_path: Path) -> None:
    path = glove(
        tmp_path / "glove.txt", "the 1 2 3", "of 1 2", ". . . 4 5 6", "rain x 2 3", "snow 7 8 9", "the 9 9 9", "",
        "nan nan 1 1", "new-york\t1 1 1",
    )  # fmt: skip
    with path.open("ab") as file:
        file.write(b"caf\xe9 1 2 3\nhail 1 2 4")
    done = imported(path, tmp_path)
    assert done.kind == "text without a header (GloVe)"
    assert list(names_of(load(done.folder).embeddings)) == ["the", ". . .", "snow", "new-york", "hail"]
    assert (done.written.repeated, done.written.unfit) == (1, 1)
    assert str(done.malformed) == (
        "1 without 3 numbers (line 2); 1 with something that is not a number (line 4); 1 not UTF-8 (line 10)"
    )
    assert vectors(done, ["snow"]).tolist() == [[7, 8, 9]]


def test_a_file_that_promises_more_and_a_line_that_never_ends(tmp_path: Path) -> None:
    path = glove(tmp_path / "w.vec", "9 3", "the 1 2 3", "x" * 2_500_000 + " 1 2 3", "rain 4 5 6")
    done = imported(path, tmp_path)
    assert (done.written.words, done.missing, done.malformed.counts) == (2, 6, {"too long": 1})


@pytest.mark.parametrize(("ending", "compress"), COMPRESSIONS)
def test_compressed_text(tmp_path: Path, ending: str, compress: Callable[[bytes], bytes]) -> None:
    path = tmp_path / f"w.vec{ending}"
    path.write_bytes(compress(b"1 2\nrain 3 4\n"))
    shares: list[float] = []
    assert vectors(imported(path, tmp_path, progress=shares.append), ["rain"]).tolist() == [[3, 4]]
    assert shares == [1.0]
    path.write_bytes(compress(b"rain 3 4\n"))
    assert vectors(imported(path, tmp_path), ["rain"]).tolist() == [[3, 4]]
    path.rename(tmp_path / "w.vec")
    with pytest.raises(ModelError, match=r"is compressed, but its name does not say how.*\.gz"):
        imported(tmp_path / "w.vec", tmp_path)


def test_how_far_a_file_without_a_header_has_been_read(tmp_path: Path) -> None:
    path = glove(tmp_path / "w.txt", *(f"w{i} 1 {i}" for i in range(10_000)))
    shares: list[float] = []
    imported(path, tmp_path, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[0] < 0.3
    assert shares[-1] == 1


def test_a_zip_with_one_file_and_with_two(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "w.zip", "w") as archive:
        archive.writestr("w.vec", "1 2\nrain 3 4\n")
    assert vectors(imported(tmp_path / "w.zip", tmp_path), ["rain"]).tolist() == [[3, 4]]
    with zipfile.ZipFile(tmp_path / "w.zip", "a") as archive:
        archive.writestr("v.vec", "1 2\nrain 3 4\n")
    with pytest.raises(ModelError, match="holds 2 files"):
        imported(tmp_path / "w.zip", tmp_path)


def test_the_limit_keeps_the_first_names(tmp_path: Path) -> None:
    path = glove(tmp_path / "w.vec", "3000 2", *(f"w{i} 1 {i}" for i in range(3000)))
    shares: list[float] = []
    done = imported(path, tmp_path, limit=2500, progress=shares.append)
    assert (done.written.words, done.missing) == (2500, 0)
    assert shares == [0.8, 1.0]
    with pytest.raises(OptionsError, match="limit=0"):
        imported(path, tmp_path, limit=0)


def test_names_with_a_joint_are_phrases(tmp_path: Path) -> None:
    path = glove(tmp_path / "w.vec", "4 2", "new_york 1 2", "_ 3 4", "new 5 6", "old__town 7 8")
    done = imported(path, tmp_path, phrase_joint="_", language="en")
    model = load(done.folder)
    assert (done.written.words, done.written.phrases) == (2, 2)
    assert model.embeddings.vectors(["New York", "old town", "_"]).tolist() == [[1, 2], [7, 8], [3, 4]]
    assert model.phrases.contains("New York")
    assert not model.phrases.contains("blood vessels")  # its own phrases, not those of the package
    assert load(imported(path, tmp_path, language="en").folder).phrases.contains("blood vessels")


def test_without_subwords(gensim_model: Any, tmp_path: Path) -> None:
    from gensim.models.fasttext import save_facebook_model

    save_facebook_model(gensim_model, str(tmp_path / "g.bin"))
    table = load(imported(tmp_path / "g.bin", tmp_path, subwords=False).folder).embeddings
    assert isinstance(table, WordTable)
    assert table.subwords is None


def test_a_damaged_or_quantised_fasttext_bin_is_refused(gensim_model: Any, tmp_path: Path) -> None:
    from gensim.models.fasttext import save_facebook_model

    path = tmp_path / "g.bin"
    save_facebook_model(gensim_model, str(path))
    content = path.read_bytes()
    matrix = content.rfind(struct.pack("<qq", len(VOCABULARY) + 300, 10))
    for damaged, message in (
        (content[:1000], "ends inside its dictionary"),
        (content[: matrix + 5000], "ends inside its matrix"),
        (content[:8] + b"\xff" * 60 + content[68:], "settings make no sense"),
        (content[:20], "settings make no sense"),
        (content[: matrix - 1] + b"\1" + content[matrix:], r"quantised \(\.ftz\)"),
        (content[:matrix] + struct.pack("<qq", 7, 10) + content[matrix + 16 :], "does not fit the dictionary"),
    ):
        path.write_bytes(damaged)
        with pytest.raises(ModelError, match=message):
            imported(path, tmp_path)
    assert not (tmp_path / "model").exists()
    (tmp_path / "g.bin.gz").write_bytes(gzip.compress(content))
    with pytest.raises(ModelError, match="Unpack it first"):
        imported(tmp_path / "g.bin.gz", tmp_path)


def model2vec(folder: Path, tokenizer: dict[str, Any], **tensors: np.ndarray) -> Path:
    """A folder as model2vec writes it."""
    folder.mkdir(exist_ok=True)
    kinds = {"float32": "F32", "int64": "I64", "float16": "F16"}
    header, data = {}, b""
    for name, array in tensors.items():
        end = len(data) + array.nbytes
        entry = {"dtype": kinds[str(array.dtype)], "shape": array.shape, "data_offsets": [len(data), end]}
        header[name], data = entry, data + array.tobytes()
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + data)
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    return folder


def test_model2vec_folders(tmp_path: Path) -> None:
    pieces = {"[UNK]": 0, "play": 1, "##ing": 2, "cafe": 3}
    lower = {"type": "BertNormalizer", "lowercase": True}
    tokenizer = {"normalizer": lower, "model": {"type": "WordPiece", "vocab": pieces}}
    values = rows(4)
    done = imported(model2vec(tmp_path / "m2v", tokenizer, embeddings=values), tmp_path, language="en")
    expected = np.stack([(values[1] + values[2]) / 2, values[3]])
    assert np.allclose(vectors(done, ["Playing", "Café"]), expected)
    assert not vectors(done, ["[UNK]", "zzz"]).any()
    # With a smaller matrix, and weights: token i is embeddings[mapping[i]] * weights[i].
    mapping, weights = np.array([0, 1, 0, 1]), np.array([1, 2, 3, 4], dtype=np.float32)
    small = model2vec(tmp_path / "m2v", tokenizer, embeddings=values[:2], mapping=mapping, weights=weights)
    assert np.allclose(vectors(imported(small, tmp_path), ["play", "cafe"]), [2 * values[1], 4 * values[1]])
    with pytest.raises(ModelError, match="do not fit"):
        imported(model2vec(tmp_path / "m2v", tokenizer, embeddings=values[:3]), tmp_path)
    with pytest.raises(ModelError, match="its tokeniser is BPE"):
        imported(model2vec(tmp_path / "m2v", tokenizer | {"model": {"type": "BPE"}}, embeddings=values), tmp_path)
    cased = tokenizer | {"normalizer": None, "model": {"type": "WordPiece", "vocab": {"Play": 0, "play": 1}}}
    done = imported(model2vec(tmp_path / "m2v", cased, embeddings=values[:2]), tmp_path)
    assert np.array_equal(vectors(done, ["Play", "play"]), values[:2])
    (tmp_path / "m2v" / "model.safetensors").write_bytes(b"\xff" * 20)
    with pytest.raises(ModelError, match="cannot be read as safetensors"):
        imported(tmp_path / "m2v", tmp_path)


def test_model2vec_folders_with_unigrams(tmp_path: Path) -> None:
    pieces = [["<unk>", 0.0], ["▁", -3.0], ["▁play", -5.0], ["ing", -4.0], ["in", -6.0], ["g", -6.0], ["▁über", -7.0]]
    tokenizer = {"normalizer": None, "model": {"type": "Unigram", "unk_id": 0, "vocab": pieces}}
    values = rows(len(pieces))
    done = imported(model2vec(tmp_path / "m2v", tokenizer, embeddings=values), tmp_path)
    expected = [(values[2] + values[3]) / 2, values[6], (values[1] + values[4]) / 2, values[2]]
    assert np.allclose(vectors(done, ["playing", "u\u0308ber", "in", "playα"]), expected)
    assert list(names_of(load(done.folder).embeddings)) == ["play", "über"]
    content = bytearray((done.folder / "piece_scores.npy").read_bytes())
    content[-1] ^= 1
    (done.folder / "piece_scores.npy").write_bytes(content)
    with pytest.raises(ModelError, match=r"piece_scores\.npy"):
        check(done.folder)
    tokenizer["model"]["vocab"][2][1] = float("nan")  # type: ignore[index]
    with pytest.raises(ModelError, match="a score of the subwords is NaN"):
        imported(model2vec(tmp_path / "m2v", tokenizer, embeddings=values), tmp_path)


def test_pieces_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    tokenizer = {"model": {"type": "WordPiece", "vocab": {"play": 0, "##ing": 1}}}
    values = rows(2)
    values[1, 3] = np.nan
    with pytest.raises(ModelError, match=r"row 1 of subwords\.npy holds NaN"):
        imported(model2vec(tmp_path / "m2v", tokenizer, embeddings=values), tmp_path)
    assert not (tmp_path / "model").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="file names are Unicode elsewhere")
def test_a_file_whose_name_is_not_utf8(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.vec"))
    done = imported(glove(path, "1 2", "rain 3 4"), tmp_path)
    check(done.folder)
    assert read_manifest(done.folder).raw["source"] == "caf\N{REPLACEMENT CHARACTER}.vec"


@given(st.text("abc", max_size=8))
def test_unigrams_are_cut_where_the_sum_of_scores_is_largest(word: str) -> None:
    scores = {"▁": -2.0, "▁a": -2.5, "a": -3.0, "b": -3.5, "ab": -4.0, "bc": -5.0, "c": -4.5, "abc": -6.5, "▁ab": -5.0}
    speller = Unigram({piece: (row, score) for row, (piece, score) in enumerate(scores.items())})

    def total(text: str) -> float:
        return max(
            (scores[text[:n]] + total(text[n:]) for n in range(1, len(text) + 1) if text[:n] in scores), default=0
        )

    assert sum(list(scores.values())[row] for row in speller.spell(word)) == pytest.approx(total("▁" + word))


@pytest.mark.parametrize("content", [b"", b"\n\n", b"one word\n" * 3, bytes(range(256)) * 20, b"just_a_word\n"])
def test_what_is_no_table_of_vectors_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x").write_bytes(content)
    with pytest.raises(ModelError):
        imported(tmp_path / "x", tmp_path)
    assert not (tmp_path / "model").exists()


def test_nothing_there_and_a_folder_of_other_things(tmp_path: Path) -> None:
    with ExitStack() as closing:
        with pytest.raises(ModelError, match="No such file"):
            recognise(tmp_path / "nowhere", closing)
        with pytest.raises(ModelError, match="is not a model2vec folder"):
            recognise(tmp_path, closing)


def test_words_of_a_lower_case_table_are_spelt_in_lower_case(tmp_path: Path) -> None:
    from gensim.models import FastText
    from gensim.models.fasttext import save_facebook_model

    lower = [[word.lower() for word in sentence] for sentence in sentences()]
    model = FastText(lower, vector_size=DIMENSIONS, min_count=1, bucket=300, min_n=3, max_n=4, epochs=1, workers=1)
    save_facebook_model(model, str(tmp_path / "g.bin"))
    table = load(imported(tmp_path / "g.bin", tmp_path).folder).embeddings
    assert np.array_equal(table.vectors(["HAUSBOOT"]), table.vectors(["hausboot"]))


@pytest.mark.parametrize(("ending", "compress"), COMPRESSIONS[:3])
def test_a_compressed_file_that_is_cut_off_is_refused(
    tmp_path: Path, ending: str, compress: Callable[[bytes], bytes]
) -> None:
    rng = random.Random(0)
    lines = "".join(f"w{i} {rng.random()} {rng.random()}\n" for i in range(20_000))
    content = compress(f"20000 2\n{lines}".encode())
    path = tmp_path / f"w.vec{ending}"
    for length in (len(content) // 2, 30):
        path.write_bytes(content[:length])
        with pytest.raises(ModelError, match=r"cannot be read|not a table"):
            imported(path, tmp_path)
    assert list(tmp_path.iterdir()) == [path]


def test_a_header_that_promises_too_wide_rows_is_refused(tmp_path: Path) -> None:
    (tmp_path / "w.bin").write_bytes(b"5 999999999\nword " + bytes(range(128, 256)) * 50)
    with pytest.raises(ModelError, match="999,999,999 numbers"):
        imported(tmp_path / "w.bin", tmp_path)
