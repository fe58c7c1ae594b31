"""The systems under test, as data: every method in every reading, ablations, plain methods, and the judges themselves.

ssr-best                   a method in a reading
swr-paper/nse              an ablation of Table 5
ssr-best/position=0        one part of our own reading taken away
lead, random, …            a plain method; random is the mean over several seeds
judge, combined            a judge of the data against the others; the mean of all judges against all of them
judge*, combined*          the same as the mean over random ways to break ties, instead of by document order
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, replace
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Literal, TypeAlias, cast

import numpy as np

from sentencerank.errors import OptionsError
from sentencerank.evaluate.fingerprints import ranking_code
from sentencerank.evaluate.subjects import JUDGES, Subject, mean_scores, without
from sentencerank.evaluate.used_models import used_models
from sentencerank.method.arrays import Order, Scores
from sentencerank.method.baselines import BASELINES
from sentencerank.method.options import ABLATIONS, METHODS, READINGS, resolve
from sentencerank.method.selection import by_score
from sentencerank.model.library import find_model
from sentencerank.ranker import Ranker

Group: TypeAlias = Literal["method", "baseline", "ablation", "part", "peer", "judge"]
Orders: TypeAlias = Mapping[str, Sequence[Order]]  # panel → rankings whose scores are averaged

ANY = ""  # in place of a panel: the ranking is the same whoever judges it
DRAWS = 10  # seeds of the random method, and ways to break ties

PARTS: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {  # what reading `best` is made of: each of these goes without one thing
        "fusion=False": {"fusion": False},
        "position=0": {"position": 0.0},
        "opening=0": {"opening": 0.0},
        "reach=0": {"reach": 0.0},
        "substance=0": {"substance": 0.0},
        "cue=0": {"cue": 0.0},
        "semantic_edges=False": {"semantic_edges": False},
        "phrases=False": {"phrases": False, "document_phrases": False},
        "document_phrases=False": {"document_phrases": False},
        "collapse=False": {"collapse": False},
        "min_words=1": {"min_words": 1},
        "trade=1": {"trade": 1.0},
        "even=False": {"even": False},
        "structure=news": {"structure": "news"},
        "structure=flat": {"structure": "flat"},
        "softplus=False": {"softplus": False},
        "sentence_graph=False": {"sentence_graph": False},
    }
)


@dataclass(frozen=True, slots=True)
class System:
    """Something that ranks the sentences of a subject; None where it cannot."""

    name: str
    group: Group
    rank: Callable[[Subject], Orders | None]
    settings: str  # all that its rankings depend on beside the subject: the key of what was computed before


def method(name: str, reading: str, **changes: object) -> System:
    """A method of the package in a reading, with single options changed.

    >>> method("ssr", "best", position=0.0).name
    'ssr-best/position=0'
    """
    title = "".join(
        f"/{key}={value:g}" if type(value) is float else f"/{key}={value}" for key, value in changes.items()
    )
    return _own(f"{name}-{reading}{title}", "method", name, reading, changes)


def baseline(name: str) -> System:
    """A plain method; the readings hardly touch these, so there is one of each."""
    return _own(name, "baseline", name, "best", {}, seeds=DRAWS if name == "random" else 1)


def methods(names: Sequence[str], readings: Sequence[str]) -> tuple[System, ...]:
    """Every method in every reading, then the plain ones.

    >>> [system.name for system in methods(["ssr", "lead"], ["paper", "best"])]
    ['ssr-paper', 'ssr-best', 'lead']
    """
    for given, known, what in ((names, METHODS, "method"), (readings, tuple(READINGS), "reading")):
        if unknown := [name for name in given if name not in known]:
            raise OptionsError(f"{what} {unknown[0]!r} is not known. Choose from: {', '.join(known)}.")
    graphs = [method(name, reading) for name in names if name not in BASELINES for reading in readings]
    return (*graphs, *(baseline(name) for name in names if name in BASELINES))


def ablations() -> tuple[System, ...]:
    """SWR as in the paper without one feature at a time: the rows of Table 5."""
    return tuple(_own(f"swr-paper/{name}", "ablation", "swr", "paper", changes) for name, changes in ABLATIONS.items())


def parts() -> tuple[System, ...]:
    """Our own reading without one of its parts at a time."""
    return tuple(_own(f"ssr-best/{name}", "part", "ssr", "best", changes) for name, changes in PARTS.items())


def judges() -> tuple[System, ...]:
    """The judges as systems; on data without judged sentences they have nothing to say."""
    return (
        System("judge", "judge", partial(_each_judge, draws=0), "judge"),
        System("judge*", "judge", partial(_each_judge, draws=DRAWS), f"judge, {DRAWS} draws"),
        System("combined", "judge", partial(_combined, draws=0), "combined"),
        System("combined*", "judge", partial(_combined, draws=DRAWS), f"combined, {DRAWS} draws"),
    )


def tie_breaks(scores: Scores, draws: int) -> tuple[Order, ...]:
    """Rankings by score: one with ties in document order, or several with ties by lot.

    >>> [order.tolist() for order in tie_breaks(np.array([1.0, 2.0, 1.0]), 0)]
    [[1, 0, 2]]
    """
    if not draws:
        return (by_score(scores),)
    lots = (np.random.default_rng(seed).permutation(len(scores)) for seed in range(draws))
    return tuple(np.lexsort((lot, -scores)) for lot in lots)


def _own(title: str, group: Group, name: str, reading: str, changes: Mapping[str, object], seeds: int = 1) -> System:
    options = resolve(name, reading, **changes)
    rank = partial(_rank, name, reading, tuple(changes.items()), seeds)
    return System(title, group, rank, json.dumps([ranking_code(), asdict(options), seeds], sort_keys=True))


def with_model(system: System, model: str | Path | None) -> System:
    """The same system by the vectors of a model, given by name or folder; the rest is left as it is.

    Without one, what the user chose for a language is used, as everywhere; either way the settings say which it is.
    """
    models = [astuple(used) for used in used_models(model)]
    if system.group in ("judge", "peer") or not models:
        return system
    rank = cast("Callable[..., Orders | None]", system.rank)
    if model is not None:
        rank = partial(rank, model=str(find_model(model).absolute()))
    return replace(system, rank=rank, settings=json.dumps([system.settings, models]))


def _rank(
    name: str,
    reading: str,
    changes: tuple[tuple[str, object], ...],
    seeds: int,
    subject: Subject,
    *,
    model: str | None = None,
) -> Orders:
    changes = (*changes, ("model", model))
    if seeds == 1:
        return {ANY: (_ranker(name, reading, changes).rank(subject.document).order,)}
    rankers = (_ranker(name, reading, (*changes, ("seed", seed))) for seed in range(seeds))
    return {ANY: tuple(ranker.rank(subject.document).order for ranker in rankers)}


@cache
def _ranker(name: str, reading: str, changes: tuple[tuple[str, object], ...]) -> Ranker:
    return Ranker(name, reading, **dict(changes))  # type: ignore[arg-type]


def _each_judge(subject: Subject, *, draws: int) -> Orders | None:
    if len(subject.judges) < 2:
        return None
    return {without(k): tie_breaks(judge.scores, draws) for k, judge in enumerate(subject.judges)}


def _combined(subject: Subject, *, draws: int) -> Orders | None:
    return {JUDGES: tie_breaks(mean_scores(subject.judges), draws)} if len(subject.judges) > 1 else None
