"""fastText skip-gram with subwords, by gensim, one epoch at a time: a killed run goes on with the next epoch.

One thread trains, so that the same text and settings give the same bytes; gensim with several threads does not repeat
itself. A phrase has a vector of its own and no subwords.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sentencerank.errors import OptionsError
from sentencerank.extras import require
from sentencerank.train.progress import Progress, silent
from sentencerank.train.store import load, save
from sentencerank.train.vectors.segmented import JOINER
from sentencerank.vectors.ngrams import FastTextPieces

BUCKETS = 2_000_000  # rows for subwords at most; a small vocabulary has fewer distinct ones
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
    shortest: int = 3  # letters of a subword; 0: no subwords
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
    """Train on a text, one unit list a line; `folder` keeps the last epoch, from which a rerun goes on."""
    model = _untrained(counts, training)
    done = max((epoch for epoch in range(1, training.epochs + 1) if _epoch(folder, epoch).exists()), default=0)
    if done:
        _restore(model, _epoch(folder, done))
    words = sum(counts.values())
    for epoch in range(done + 1, training.epochs + 1):
        progress("training", (epoch - 1) * words, training.epochs * words, "words")
        _train_epoch(model, text, words, training, epoch)
        wv = model.wv
        save(_epoch(folder, epoch), units=wv.vectors_vocab, subwords=wv.vectors_ngrams, context=model.syn1neg)
        shutil.rmtree(_epoch(folder, epoch - 1), ignore_errors=True)
    progress("training", training.epochs * words, training.epochs * words, "words")
    model.wv.adjust_vectors()
    order = [model.wv.key_to_index[name] for name in counts]  # gensim sorts words of the same count in its own way
    return Trained(model.wv.vectors[order], model.wv.vectors_ngrams)


def buckets(units: int) -> int:
    """Rows for subwords: eight a unit, within bounds."""
    return min(BUCKETS, max(1000, 8 * units))


def _epoch(folder: Path, number: int) -> Path:
    return folder / f"epoch-{number}"


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


def _train_epoch(model: Any, text: Path, words: int, training: Training, epoch: int) -> None:
    """One pass; the generator starts anew from the seed and the epoch, so nothing else needs to be remembered."""
    model.random = np.random.RandomState([training.seed, epoch])
    rates = [training.rate * (1 - part / training.epochs) for part in (epoch - 1, epoch)]
    model.alpha = model.min_alpha_yet_reached = rates[0]  # or gensim warns that the rate has risen
    model.train(
        corpus_file=str(text), total_words=words, total_examples=model.corpus_count, epochs=1,
        start_alpha=rates[0], end_alpha=max(rates[1], training.rate * 1e-4),
    )  # fmt: skip
