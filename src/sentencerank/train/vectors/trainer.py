"""fastText skip-gram with subwords, by gensim, one file of text at a time: a killed run goes on with the next one.

One thread trains, so that the same text and settings give the same bytes; gensim with several threads does not repeat
itself. A phrase has a row of its own and the subwords of its words: docs/training.md.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sentencerank.errors import OptionsError
from sentencerank.extras import require
from sentencerank.model.ngrams import FastTextPieces
from sentencerank.train.progress import Progress, silent
from sentencerank.train.store import load, save
from sentencerank.train.vectors.segmented import JOINER, pieces_of

BUCKETS = 2_000_000  # rows for subwords at most; a small vocabulary has fewer distinct ones
SAVED = 600  # seconds after which the state is written even if an epoch is not over
Rows = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """What the vectors depend on, apart from the text."""

    dimensions: int = 100
    epochs: int = 5
    window: int = 5
    negative: int = 5  # words drawn against each pair
    rate: float = 0.05  # of learning at the start; it falls to nothing
    sample: float = 1e-3  # above this share of the text, occurrences are left out at random
    shortest: int = 5  # letters of a subword; 0: no subwords
    longest: int = 6
    min_count: int | None = None  # occurrences of a word or phrase; None: 5 up to 10⁸ tokens, then N/2·10⁷
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what lies outside its range."""
        for name, value, low, high in (
            ("dimensions", self.dimensions, 2, 4096),
            ("epochs", self.epochs, 1, 1000),
            ("window", self.window, 1, 100),
            ("negative", self.negative, 1, 100),
            ("rate", self.rate, 1e-6, 1.0),
            ("sample", self.sample, 0.0, 1.0),
            ("shortest", self.shortest, 0, 20),
            ("longest", self.longest, self.shortest, 20),
            ("min_count", 1 if self.min_count is None else self.min_count, 1, 2**62),
            ("seed", self.seed, 0, 2**31 - 1),
        ):
            if not low <= value <= high:
                raise OptionsError(f"{name} is {value}; it must lie between {low} and {high}.")


class Trained(NamedTuple):
    """Rows of units in the order of their counts, and of subwords by bucket."""

    units: Rows
    subwords: Rows


def trained(
    text: Path, counts: Mapping[str, int], folder: Path, training: Training, progress: Progress = silent
) -> Trained:
    """Train on the files that `write_text` made; `folder` keeps the last state, from which a rerun goes on."""
    model = _untrained(counts, training)
    steps = [(epoch, number) for epoch in range(1, training.epochs + 1) for number in range(len(pieces_of(text)))]
    found = [step for step in steps if _state(folder, step).exists()]
    if found:
        _restore(model, _state(folder, found[-1]))
    left = steps[steps.index(found[-1]) + 1 :] if found else steps
    total = training.epochs * sum(size for _, size in pieces_of(text))
    done = _before(text, left[0]) if left else total
    saved, before = time.monotonic(), found[-1] if found else None
    for step in left:
        progress("training", done, total, "words")
        path, size = pieces_of(text)[step[1]]
        _train_piece(model, path, size, training, step, (done / total, (done + size) / total))
        done += size
        if step[1] == len(pieces_of(text)) - 1 or time.monotonic() - saved > SAVED:
            wv = model.wv
            save(_state(folder, step), units=wv.vectors_vocab, subwords=wv.vectors_ngrams, context=model.syn1neg)
            if before:
                shutil.rmtree(_state(folder, before), ignore_errors=True)
            saved, before = time.monotonic(), step
    progress("training", done, total, "words")
    model.wv.adjust_vectors()
    order = [model.wv.key_to_index[name] for name in counts]  # gensim sorts words of the same count in its own way
    return Trained(model.wv.vectors[order], model.wv.vectors_ngrams)


def _before(text: Path, step: tuple[int, int]) -> int:
    """Words that were trained on before a step."""
    sizes = [size for _, size in pieces_of(text)]
    return (step[0] - 1) * sum(sizes) + sum(sizes[: step[1]])


def buckets(units: int) -> int:
    """Rows for subwords: eight a unit, within bounds."""
    return min(BUCKETS, max(1000, 8 * units))


def _state(folder: Path, step: tuple[int, int]) -> Path:
    return folder / f"epoch-{step[0]}-{step[1]}"


def _untrained(counts: Mapping[str, int], training: Training) -> Any:
    fasttext = require("gensim.models.fasttext", "train").FastText
    model = fasttext(
        vector_size=training.dimensions, window=training.window, negative=training.negative, sg=1, hs=0, min_count=1,
        sample=training.sample, min_n=training.shortest or 1, max_n=training.longest if training.shortest else 0,
        bucket=buckets(len(counts)) if training.shortest else 1, workers=1, seed=training.seed,
    )  # fmt: skip
    model.build_vocab_from_freq(dict(counts))
    if training.shortest:
        speller = FastTextPieces(training.shortest, training.longest, model.wv.bucket)
        for number, name in enumerate(model.wv.index_to_key):
            if JOINER in name:
                model.wv.buckets_word[number] = speller.pieces(name.split(JOINER))[0].astype(np.uint32)
    return model


def _restore(model: Any, folder: Path) -> None:
    model.wv.vectors_vocab[:] = load(folder, "units")
    model.wv.vectors_ngrams[:] = load(folder, "subwords")
    model.syn1neg[:] = load(folder, "context")


def _train_piece(
    model: Any, path: Path, size: int, training: Training, step: tuple[int, int], part: tuple[float, float]
) -> None:
    """One pass over a file; the generator starts anew from the seed and the step, so nothing else is remembered."""
    key = [training.seed, step[0], step[1]] if step[1] else [training.seed, step[0]]
    model.random = np.random.RandomState(key)  # what gensim wants
    rates = [max(training.rate * (1 - share), training.rate * 1e-4) for share in part]
    model.alpha = model.min_alpha_yet_reached = rates[0]  # or gensim warns that the rate has risen
    model.train(
        corpus_file=str(path), total_words=size, total_examples=model.corpus_count, epochs=1,
        start_alpha=rates[0], end_alpha=rates[1],
    )  # fmt: skip
