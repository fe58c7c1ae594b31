"""Where a sentence stands in its article, and what that says about its importance (§5.1, §5.3).

The paper ranks the *locations* of an article from the most to the least important, by the structure of its genre. Here
a structure is that ranking: a number r_i ≥ 1 for every sentence, 1 for the most important place. From it follow the
location scores of terms and of sentences, and the two teleport distributions:

    LS(w | S_i) = 1 / r_i          P(v)   = Σ_{k: v ∈ S_k} LS_k(v) / Σ_u Σ_{k: u ∈ S_k} LS_k(u)
    LS(S_i) = 1 / log10(1 + r_i)   P(S_i) = LS(S_i) / Σ LS
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from sentencerank.arrays import Scores
from sentencerank.errors import OptionsError
from sentencerank.terms import Terms

Location: TypeAlias = Callable[[int, int], float]  # (i from 1, n) → importance > 0, the user's own structure


def location_ranks(structure: str, count: int) -> Scores:
    """r_i for a genre.

    >>> location_ranks("news", 5)        # inverted pyramid
    array([1., 2., 3., 4., 5.])
    >>> location_ranks("research", 5)    # hourglass: the opening, then the conclusion, then inwards
    array([1., 3., 5., 4., 2.])
    >>> location_ranks("argument", 5)    # thesis and conclusion weigh the same
    array([1., 2., 3., 2., 1.])
    >>> location_ranks("narrative", 5)
    array([1., 2., 3., 3., 3.])
    >>> location_ranks("conversation", 5)    # what comes first sets the subject
    array([1., 2., 3., 4., 5.])
    >>> location_ranks("flat", 3)
    array([1., 1., 1.])
    """
    first = np.arange(1.0, count + 1)
    last = first[::-1]
    if structure in ("news", "conversation"):
        return first
    if structure == "research":
        return np.where(first <= last, 2 * first - 1, 2 * last)
    if structure == "argument":
        return np.minimum(first, last)
    if structure == "narrative":  # the opening sets the scene; after it no place is better than another
        return np.minimum(first, 3.0)
    return np.ones(count)


LONG = 150  # sentences from which a text is no news article
PRIOR: Mapping[str, float] = MappingProxyType(
    {
        "news": 1.0,
        "custom": 1.0,
        "argument": 0.5,
        "conversation": 0.25,
        "research": 0.125,
        "narrative": 0.0,
        "flat": 0.0,
    }
)  # how far place and opening, beside the graphs, speak for a sentence (docs/decisions/0021)


def custom_ranks(location: Location, count: int) -> Scores:
    """r_i = max LS / LS_i for a user's own function of position.

    >>> custom_ranks(lambda i, n: 1 / i, 3)
    array([1., 2., 3.])
    """
    scores = np.array([location(i, count) for i in range(1, count + 1)], dtype=np.float64)
    if not (np.isfinite(scores).all() and (scores > 0).all()):
        raise OptionsError(
            "a structure function must return a positive number for every position (i, n); "
            f"got {scores[~(scores > 0)][:1].tolist() or 'infinity'}. Return a small number such as 0.01 instead of 0."
        )
    return scores.max(initial=0.0) / scores


def genre(sentences: int, *, announcing: float, talking: float, fragments: float) -> str:
    """The structure of an article from four plain signs; the inverted pyramid where none speaks (docs/decisions/0021).

    `announcing`: share of sentences in which the author says what the text does ("we propose …"): research.
    `fragments`: share of sentences that are lines of fewer than four words, as in mail and chat: conversation.
    `talking`: share of sentences with direct speech; a long text full of it is a story: narrative.
    A long text without it has an introduction and a conclusion, not a pyramid: research.
    """
    if announcing >= 0.08:
        return "research"
    if fragments >= 0.2:
        return "conversation"
    if sentences >= LONG:
        return "narrative" if talking >= 0.15 else "research"
    return "news"


def term_bias(terms: Terms, places: Scores | None, near_query: Scores | None = None) -> Scores:
    """P(v): each term once per sentence that contains it, by the place of the sentence; None: all alike (§5.1)."""
    if places is None:
        weights = terms.used.astype(np.float64)
    else:
        sentence, term = terms.distinct
        weights = np.bincount(term, (1.0 / places)[sentence], minlength=len(terms.names)).astype(np.float64, copy=False)
    return _distribution(weights if near_query is None else weights * near_query)


def sentence_bias(places: Scores, near_query: Scores | None = None) -> Scores:
    """P(S_i), flatter than for terms so that the first sentences do not take all (§5.3).

    >>> sentence_bias(np.array([1.0, 9.0, 99.0])).round(3)
    array([0.689, 0.207, 0.104])
    """
    weights = 1.0 / np.log10(1.0 + places)
    return _distribution(weights if near_query is None else weights * near_query)


def _distribution(weights: Scores) -> Scores:
    """Weights as shares of one; nothing stays nothing."""
    total = weights.sum()
    return weights / total if total > 0 else weights
