"""Vectors of words and phrases: shards → segmented by the phrase model → text → epochs → rows.

fastText's skip-gram with subwords, by gensim, is trained on one file of text at a time, so that a killed run goes on
with the next one. With one thread the same text and settings give the same bytes; several threads write to the same
rows and do not wait for each other, so no two runs are alike. A phrase has a row of its own and the subwords of its
words: docs/training.md

What is left in `folder`/result: `names.txt` (units, the most frequent first; a phrase has spaces) · `counts.npy` ·
`rows.npy` · `subwords.npy` · `meta.json` (settings, the digest of the phrase model, the SHA-256 of every other file).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sentencerank.errors import CorpusError, OptionsError
from sentencerank.extras import require
from sentencerank.files import Json, remove_folder
from sentencerank.model.array_files import save_array
from sentencerank.model.ngrams import FastTextPieces
from sentencerank.train.checkpoints import (
    checkpoint,
    claim,
    digest_of,
    load_array,
    lock_folder,
    read_sealed,
    save_arrays,
    seal,
)
from sentencerank.train.encoding import write_shards
from sentencerank.train.mining.mine import SHARD
from sentencerank.train.mining.phrase_model import RANKING, load_phrase_model
from sentencerank.train.progress import Progress, Workers, silent
from sentencerank.train.text import Source, as_source
from sentencerank.train.units import JOINER, count_units, pieces_of, segment_shards, write_unit_text
from sentencerank.train.vocabulary import read_lines, write_lines

FORMAT = 1
FEWEST = 100  # words and phrases, below which vectors would mean nothing
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
    threads: int = 1  # with more than one, the same seed does not give the same bytes

    def __post_init__(self) -> None:
        """Raise OptionsError for what lies outside its range."""
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
            ("threads", self.threads, 1, 1024),
        ):
            if not low <= value <= high:
                raise OptionsError(f"{name} is {value}. Give a number between {low} and {high}.")


@dataclass(frozen=True, eq=False)
class UnitVectors:
    """Trained rows, mapped: `names[i]` has `rows[i]`; an unknown word is the mean of the rows of its subwords."""

    folder: Path
    names: list[str]
    rows: Rows
    subwords: Rows  # (buckets, d); empty without subwords
    meta: Mapping[str, Json]

    @property
    def digest(self) -> str:
        """SHA-256 of the vectors: settings, phrase model and every file."""
        return digest_of(self.meta)


def train_vectors(
    corpus: Source | str | Path | Sequence[str | Path],
    phrases: Path,
    folder: Path,
    *,
    shards: Path | None = None,
    minimum: float = RANKING,
    training: Training | None = None,
    workers: int = 1,
    shard_tokens: int = SHARD,
    progress: Progress = silent,
) -> UnitVectors:
    """Train vectors on a corpus that is segmented by the phrase model in the folder `phrases`.

    `shards` is the folder where mining has left the shards of the corpus, if it has. A rerun with the same arguments
    goes on where a killed one stopped. Raises OptionsError if `folder` holds another run, CorpusError if the text
    cannot be read or is too little or if another training uses `folder`, ModelError if the phrase model is damaged.
    """
    with lock_folder(folder):
        return _train(as_source(corpus), phrases, folder, shards, minimum, training, workers, shard_tokens, progress)


def _train(
    source: Source,
    phrases: Path,
    folder: Path,
    shards: Path | None,
    minimum: float,
    training: Training | None,
    workers: int,
    shard_tokens: int,
    progress: Progress,
) -> UnitVectors:
    training, model = training or Training(), load_phrase_model(phrases)
    meta: dict[str, Json] = {**asdict(training), "phrase_model": model.digest, "minimum": minimum}
    claim(folder, {**meta, "corpus": source.identity(), "shard_tokens": shard_tokens})
    if (folder / "result").exists():
        return load_vectors(folder / "result")
    home, units = shards or folder / "corpus", folder / "units"
    with Workers(workers, progress) as pool:
        state = write_shards(source, home, shard_tokens=shard_tokens, workers=pool, language=model.language)
        segment_shards(home, state.shards, phrases, units, minimum, pool)
        least = training.min_count or max(5, -(-state.tokens // (2 * 10**7)))
        counts = count_units(units, state.shards, least, pool)
    if len(counts) < FEWEST:
        raise CorpusError(
            f"{state.tokens:,} tokens, but only {len(counts)} words and phrases occur {least} times; vectors need "
            f"{FEWEST} at least, better 10,000. Give more text, or lower min_count."
        )
    write_unit_text(units, state.shards, folder / "text")
    rows = train_rows(folder / "text", counts, folder / "epochs", training, progress)
    trainer = f"gensim {version('gensim')}, fastText skip-gram"
    meta |= {"min_count": least, "tokens": state.tokens, "corpus": state.digest, "trainer": trainer}
    return _save_vectors(folder / "result", counts, rows, {**meta, "language": model.language})


def _save_vectors(folder: Path, counts: Mapping[str, int], rows: TrainedRows, meta: Mapping[str, Json]) -> UnitVectors:
    with checkpoint(folder) as part:
        write_lines(part / "names.txt", (name.replace(JOINER, " ") for name in counts))
        save_array(part / "counts.npy", np.array(list(counts.values()), "<i8"))
        save_array(part / "rows.npy", rows.units.astype("<f4", copy=False))
        save_array(part / "subwords.npy", rows.subwords.astype("<f4", copy=False))
        seal(part, {**meta, "format": FORMAT})
    return load_vectors(folder)


def load_vectors(folder: Path) -> UnitVectors:
    """Map what `train_vectors` left; raise ModelError if it is of another version or if a file of it was changed."""
    meta = read_sealed(folder, "trained vectors", {"format": (FORMAT,)}, "Train the vectors again.")
    rows, subwords = (
        np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False) for name in ("rows", "subwords")
    )
    return UnitVectors(folder, read_lines(folder / "names.txt"), rows, subwords, meta)


class TrainedRows(NamedTuple):
    """Rows of units in the order of their counts, and of subwords by bucket."""

    units: Rows
    subwords: Rows


def train_rows(
    text: Path, counts: Mapping[str, int], folder: Path, training: Training, progress: Progress = silent
) -> TrainedRows:
    """Train on the files that `write_unit_text` made; `folder` keeps the last state, from which a rerun goes on."""
    model = _untrained(counts, training)
    pieces = pieces_of(text)
    steps = [(epoch, number) for epoch in range(1, training.epochs + 1) for number in range(len(pieces))]
    saved = [step for step in steps if _state(folder, step).exists()]
    first = steps.index(saved[-1]) + 1 if saved else 0
    if saved:
        _restore(model, _state(folder, saved[-1]))
    sizes = [pieces[number][1] for _, number in steps]
    done, total = sum(sizes[:first]), sum(sizes)
    last_save = time.monotonic()
    for step, size in zip(steps[first:], sizes[first:], strict=True):
        progress("training", done, total, "words")
        _train_piece(model, pieces[step[1]][0], size, training, step, (done / total, (done + size) / total))
        done += size
        if step[1] == len(pieces) - 1 or time.monotonic() - last_save > SAVED:
            wv = model.wv
            save_arrays(_state(folder, step), units=wv.vectors_vocab, subwords=wv.vectors_ngrams, context=model.syn1neg)
            for old in saved:
                remove_folder(_state(folder, old))
            last_save, saved = time.monotonic(), [step]
    progress("training", done, total, "words")
    model.wv.adjust_vectors()
    # gensim sorts words of the same count in its own way.
    order = [model.wv.key_to_index[name] for name in counts]
    return TrainedRows(model.wv.vectors[order], model.wv.vectors_ngrams)


def buckets(units: int) -> int:
    """Return the number of rows for subwords: eight per unit, within bounds."""
    return min(BUCKETS, max(1000, 8 * units))


def _state(folder: Path, step: tuple[int, int]) -> Path:
    return folder / f"epoch-{step[0]}-{step[1]}"


def _untrained(counts: Mapping[str, int], training: Training) -> Any:
    fasttext = require("gensim.models.fasttext", "train").FastText
    model = fasttext(
        vector_size=training.dimensions, window=training.window, negative=training.negative, sg=1, hs=0, min_count=1,
        sample=training.sample, min_n=training.shortest or 1, max_n=training.longest if training.shortest else 0,
        bucket=buckets(len(counts)) if training.shortest else 1, workers=training.threads,
        seed=training.seed,
    )  # fmt: skip
    model.build_vocab_from_freq(dict(counts))
    if training.shortest:
        speller = FastTextPieces(training.shortest, training.longest, model.wv.bucket)
        for number, name in enumerate(model.wv.index_to_key):
            if JOINER in name:
                model.wv.buckets_word[number] = speller.pieces(name.split(JOINER))[0].astype(np.uint32)
    return model


def _restore(model: Any, folder: Path) -> None:
    model.wv.vectors_vocab[:] = load_array(folder, "units")
    model.wv.vectors_ngrams[:] = load_array(folder, "subwords")
    model.syn1neg[:] = load_array(folder, "context")


def _train_piece(
    model: Any, path: Path, size: int, training: Training, step: tuple[int, int], part: tuple[float, float]
) -> None:
    """Pass over a file once; the generators start anew from the seed and the step, so nothing else is remembered."""
    key = [training.seed, step[0], step[1]] if step[1] else [training.seed, step[0]]
    # gensim draws from a generator of the old kind, and warns if the learning rate has risen.
    model.random = np.random.RandomState(key)
    rates = [max(training.rate * (1 - share), training.rate * 1e-4) for share in part]
    model.alpha = model.min_alpha_yet_reached = rates[0]
    # A thread lowers the rate by its own share of the words: it gets to 1/threads of the way, so the end lies beyond.
    beyond = rates[0] - training.threads * (rates[0] - rates[1])
    # Without a number of lines, which would be 0 here, the rate falls with the words.
    model.train(
        corpus_file=str(path), total_words=size, total_examples=None, epochs=1, start_alpha=rates[0], end_alpha=beyond
    )
