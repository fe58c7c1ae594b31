"""The systems under test, as data: every method in every reading, ablations, plain methods, and the judges themselves.

ssr-best                   a method in a reading
swr-paper/nse              an ablation of Table 5
ssr-best/position=0        one part of our own reading taken away, or any other option changed
lead, random, …            a plain method; random is the mean over several seeds
urank, e-coh, …            a rival of Table 2 (evaluate/rivals)
judge, combined            a judge of the data against the others; the mean of all judges against all of them
judge*, combined*          the same as the mean over random ways to break ties, instead of by document order
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

import numpy as np

from sentencerank.errors import DataError, OptionsError
from sentencerank.evaluate.fingerprints import ranking_code, used_models
from sentencerank.evaluate.subjects import JUDGES, Subject, mean_scores, without
from sentencerank.method.arrays import Order, Scores
from sentencerank.method.baselines import BASELINES
from sentencerank.method.options import ABLATIONS, METHODS, READINGS, parse_changes
from sentencerank.method.selection import by_score
from sentencerank.model.library import find_model
from sentencerank.ranker import ranker_of
from sentencerank.recipe import Budget, Recipe

Group: TypeAlias = Literal["method", "baseline", "ablation", "part", "rival", "peer", "judge"]
Orders: TypeAlias = Mapping[str, Sequence[Order]]  # panel → rankings whose scores are averaged
Ranks: TypeAlias = Callable[[Sequence[str]], "Sequence[int] | Order"]  # sentences → their indices, best first

ANY = ""  # in place of a panel: the ranking is the same whoever judges it
DRAWS = 10  # seeds of the random method, and ways to break ties

# What reading `best` is made of: each of these goes without one thing.
PARTS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "fusion=False": {"fusion": False},
        "position=0": {"position": 0.0},
        "opening=0": {"opening": 0.0},
        "reach=0": {"reach": 0.0},
        "substance=0": {"substance": 0.0},
        "cue=0": {"cue": 0.0},
        "layout=0": {"layout": 0.0},
        "centroid=0": {"centroid": 0.0},
        "whole=0": {"whole": 0.0},
        "support=0.5": {"support": 0.5},
        "vectors=none": {"vectors": "none"},
        "vectors=random": {"vectors": "random"},
        "vectors=tf-idf": {"vectors": "tf-idf"},
        "semantic_edges=False": {"semantic_edges": False},
        "phrases=True": {"phrases": True},
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
    """Something that ranks the sentences of a subject; `rank` returns None where it cannot."""

    name: str
    group: Group
    rank: Callable[[Subject], Orders | None]
    settings: str  # all that its rankings depend on beside the subject: the key of what was computed before
    # A system that has to know all documents, and how long a summary is meant to be, makes the one that ranks.
    bind: Callable[[tuple[Subject, ...], Budget], System] | None = None


@dataclass(frozen=True, slots=True)
class RankByRecipe:
    """Ranks a subject by a recipe, with several seeds if the method is random."""

    recipe: Recipe
    seeds: int = 1

    def __call__(self, subject: Subject) -> Orders:
        """Return the ranking, or one for each seed."""
        recipes = [self.recipe]
        if self.seeds > 1:
            recipes = [self.recipe.changed(seed=seed) for seed in range(self.seeds)]
        return {ANY: tuple(ranker_of(recipe).rank(subject.document).order for recipe in recipes)}


def recipe_system(recipe: Recipe, name: str = "", group: Group | None = None) -> System:
    """Return the system of a recipe, called after its method, its reading and its changes unless `name` says how.

    Raises OptionsError if the recipe holds a function or a language object, and ModelError if its model is missing.

    >>> recipe_system(Recipe.of("ssr", "best", position=0.0)).name
    'ssr-best/position=0'
    """
    plain = recipe.method in BASELINES
    if recipe.model is not None:
        # Workers need not start in the same folder.
        recipe = recipe.changed(model=str(find_model(recipe.model).absolute()))
    seeds = DRAWS if recipe.method == "random" else 1
    # The same model in another place ranks alike: its hash stands for it, and not its path.
    content = {**recipe.to_dict(), "options": asdict(recipe.options), "model": None}
    models = [asdict(model) for model in used_models(recipe.model)]
    settings = json.dumps([ranking_code(), content, seeds, models], sort_keys=True)
    group = group or ("baseline" if plain else "method")
    return System(name or _name(recipe, plain), group, RankByRecipe(recipe, seeds), settings)


def _name(recipe: Recipe, plain: bool) -> str:
    # The readings hardly touch the plain methods, so there is one of each.
    head = recipe.method if plain else f"{recipe.method}-{recipe.reading}"
    changes = dict(recipe.changes) | ({"structure": recipe.structure} if recipe.structure else {})
    return head + "".join(
        f"/{key}={value:g}" if isinstance(value, float) else f"/{key}={value}" for key, value in changes.items()
    )


def methods(names: Sequence[str], readings: Sequence[str], *, model: str | Path | None = None) -> tuple[System, ...]:
    """Return every method in every reading, then the plain ones and the rivals.

    Raises OptionsError for a name that is not known.

    >>> [system.name for system in methods(["ssr", "lead"], ["paper", "best"])]
    ['ssr-paper', 'ssr-best', 'lead']
    """
    from sentencerank.evaluate.rivals import RIVALS, rivals

    for given, known, what in ((names, (*METHODS, *RIVALS), "method"), (readings, tuple(READINGS), "reading")):
        if unknown := [name for name in given if name not in known]:
            raise OptionsError(f"{what} {unknown[0]!r} is not known. Choose from: {', '.join(known)}.")
    others = [name for name in names if name in RIVALS]
    names = [name for name in names if name not in RIVALS]
    pairs = [(name, reading) for name in names if name not in BASELINES for reading in readings]
    pairs += [(name, "best") for name in names if name in BASELINES]
    own = tuple(recipe_system(Recipe.of(name, reading, model=model)) for name, reading in pairs)
    return (*own, *rivals(others))


def ablations(*, model: str | Path | None = None) -> tuple[System, ...]:
    """Return SWR as in the paper without one feature at a time: the rows of Table 5."""
    return tuple(
        recipe_system(Recipe.of("swr", "paper", model=model, **changes), f"swr-paper/{name}", "ablation")  # type: ignore[arg-type]
        for name, changes in ABLATIONS.items()
    )


def parts(*, model: str | Path | None = None) -> tuple[System, ...]:
    """Return our own reading without one of its parts at a time."""
    return tuple(
        recipe_system(Recipe.of("ssr", "best", model=model, **changes), f"ssr-best/{name}", "part")
        for name, changes in PARTS.items()
    )


def judges() -> tuple[System, ...]:
    """Return the judges as systems; on data without judged sentences they have nothing to say."""
    return (
        System("judge", "judge", partial(_each_judge, draws=0), "judge"),
        System("judge*", "judge", partial(_each_judge, draws=DRAWS), f"judge, {DRAWS} draws"),
        System("combined", "judge", partial(_combined, draws=0), "combined"),
        System("combined*", "judge", partial(_combined, draws=DRAWS), f"combined, {DRAWS} draws"),
    )


def choose_systems(
    names: Sequence[str] = METHODS,
    readings: Sequence[str] = tuple(READINGS),
    *,
    with_ablations: bool = False,
    with_judges: bool = True,
    model: str | Path | None = None,
) -> tuple[System, ...]:
    """Return methods in readings; with ablations also those of Table 5 and of our own reading; the judges last.

    `model` is the name of a model or its folder; by default what `Ranker` takes by itself.

    >>> len(choose_systems()), len(choose_systems(["ssr", "lead"], ["best"], with_judges=False))
    (18, 2)
    """
    chosen = list(methods(names, readings, model=model))
    if with_ablations:
        # What the ablations are compared with has to be there too.
        chosen += [*methods(["swr"], ["paper"], model=model), *methods(["ssr"], ["best"], model=model)]
        chosen += [*ablations(model=model), *parts(model=model)]
    chosen += judges() if with_judges else ()
    return tuple({system.name: system for system in chosen}.values())


def system_of(given: str | Recipe | System | tuple[str, Ranks]) -> System:
    """Return the system that is meant: by the name that tables give it, by a recipe, or by a name and a function.

    Results of a function are never taken from a store, since nobody can tell whether it has changed.

    >>> system_of("ssr").name, system_of("swr-paper/nse").group, system_of("ssr-paper/damping=0.9").name
    ('ssr-best', 'ablation', 'ssr-paper/damping=0.9')
    """
    if isinstance(given, System):
        return given
    if isinstance(given, Recipe):
        return recipe_system(given)
    if not isinstance(given, str):
        name, function = given
        return System(name, "peer", partial(rank_by_function, function), os.urandom(16).hex())
    from sentencerank.evaluate.rivals import RIVALS, rival_system

    if given in RIVALS:
        return rival_system(given)
    known = {system.name: system for system in (*ablations(), *parts(), *judges())}
    if given in known:
        return known[given]
    head, *changes = given.split("/")
    method, _, reading = head.partition("-")
    return recipe_system(Recipe.of(method, reading or "best", **parse_changes(changes)))  # type: ignore[arg-type]


def rank_by_function(function: Ranks, subject: Subject) -> Orders:
    """Rank the sentences of a subject by a function; those that it leaves out follow in document order.

    Raises DataError if the function returns an index that no sentence has.
    """
    count = len(subject.sentences)
    order = list(dict.fromkeys([*map(int, function(subject.sentences)), *range(count)]))
    if len(order) > count:
        raise DataError(f"an index outside 0 … {count - 1} was returned: count the {count} sentences from 0")
    return {ANY: (np.array(order, dtype=np.intp),)}


def tie_breaks(scores: Scores, draws: int) -> tuple[Order, ...]:
    """Return rankings by score: one with ties in document order, or several with ties by lot.

    >>> [order.tolist() for order in tie_breaks(np.array([1.0, 2.0, 1.0]), 0)]
    [[1, 0, 2]]
    """
    if not draws:
        return (by_score(scores),)
    lots = (np.random.default_rng(seed).permutation(len(scores)) for seed in range(draws))
    return tuple(np.lexsort((lot, -scores)) for lot in lots)


def _each_judge(subject: Subject, *, draws: int) -> Orders | None:
    if len(subject.judges) < 2:
        return None
    return {without(k): tie_breaks(judge.scores, draws) for k, judge in enumerate(subject.judges)}


def _combined(subject: Subject, *, draws: int) -> Orders | None:
    return {JUDGES: tie_breaks(mean_scores(subject.judges), draws)} if len(subject.judges) > 1 else None
