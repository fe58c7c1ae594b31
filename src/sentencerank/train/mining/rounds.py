"""A round of mining: features → forest → segmentation → recount; what it leaves is kept in the working folder."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sentencerank.train.encoding import Encoded
from sentencerank.train.mining.candidates import Candidates
from sentencerank.train.mining.features import Sums, features
from sentencerank.train.mining.forest import codes, quality
from sentencerank.train.mining.labels import Labels
from sentencerank.train.mining.segmentation import LARGEST, penalty, scores, segmented
from sentencerank.train.store import Bools, Floats, Ints, integers, load, save
from sentencerank.train.work import Workers

DRAWN, DRAWN_SINGLE = 400, 100  # K, the examples of either label for each tree: see results/train.md
FEWEST = 10  # examples of either label, below which a forest would learn nothing


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """What both rounds work on."""

    folder: Path
    encoded: Encoded
    candidates: Candidates
    sums: Sums
    stops: Bools
    multi: Labels
    single: Labels
    trees: int
    seed: int
    workers: Workers


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """What a round leaves: counts, Q of the multi-words, ln ρ and δ."""

    counts: tuple[Ints, ...]
    multi: Floats
    penalty: float
    connect: Floats


def round_of(task: Task, number: int, counts: tuple[Ints, ...]) -> Round:
    """Run a round on the counts that the one before has left, or read what it left itself."""
    alive = np.concatenate([np.zeros(0, np.int64), *counts[1:]]) > 0
    every = (task.multi.positives, task.multi.negatives)
    positives, negatives = (own[alive[own]] for own in every)
    if min(len(positives), len(negatives)) < FEWEST:  # a tiny corpus, where segments leave next to nothing else
        positives, negatives = every
    rated, done = task.folder / f"quality-{number}", task.folder / f"round-{number}"
    if not rated.exists():  # without a count left, without a label
        table, _ = features(task.candidates, counts, task.sums, task.encoded, task.stops)
        save(rated, multi=_quality(task, table, positives, negatives, DRAWN, (number, 0)))
    multi = load(rated, "multi").astype(np.float64)
    if not done.exists():
        scored = scores(counts, multi)
        cost, at_end = penalty(task.candidates, scored, positives, counts)
        if at_end:
            warnings.warn(f"round {number}: the length penalty is at an end of [1, {LARGEST:.0f}].", stacklevel=2)
        places = task.folder / "candidates"
        found, connect = segmented(task.encoded, task.candidates, places, scored, cost, task.workers)
        save(done, penalty=np.array([cost]), connect=connect, **{f"count-{n}": own for n, own in enumerate(found, 1)})
    left = tuple(integers(done, f"count-{n}") for n in range(1, task.candidates.longest + 1))
    cost = float(load(done, "penalty").astype(np.float64)[0])
    return Round(left, multi, cost, load(done, "connect").astype(np.float64))


def single_quality(task: Task, counts: tuple[Ints, ...]) -> Floats:
    """Q of single words; segmentation does without it, so one forest at the end is enough."""
    rated = task.folder / "quality-single"
    if not rated.exists():
        _, table = features(task.candidates, counts, task.sums, task.encoded, task.stops)
        save(rated, single=_quality(task, table, task.single.positives, task.single.negatives, DRAWN_SINGLE, (0, 1)))
    return load(rated, "single").astype(np.float64)


def _quality(
    task: Task, table: Floats, positives: Ints, negatives: Ints, drawn: int, stream: tuple[int, int]
) -> Floats:
    if min(len(positives), len(negatives)) < FEWEST:
        return np.zeros(len(table))  # a knowledge base without single words: these have no quality
    return quality(
        codes(table), positives, negatives, drawn=drawn, trees=task.trees, seed=task.seed, stream=stream,
        progress=task.workers.progress,
    )  # fmt: skip
