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
from typing import NamedTuple, TypeAlias

import numpy as np

from sentencerank.errors import OptionsError
from sentencerank.method.arrays import Scores
from sentencerank.method.terms import Terms

Location: TypeAlias = Callable[[int, int], float]  # (i from 1, n) → importance > 0, the user's own structure


class Structure(NamedTuple):
    """How articles of a kind are built, and what follows from it for a sentence."""

    places: Callable[[Scores, Scores], Scores]  # (place from the front, place from the back), from 1 → r_i
    prior: float  # how far place and opening, beside the graphs, speak for a sentence (docs/decisions/0021)
    about: str
    substance: float = 1.0  # how much more than elsewhere it counts that a sentence is long enough
    address: float = 0.2  # how much "I" and "you" count against a sentence
    layout: float = 1.0  # how much it counts that a sentence opens its section or paragraph
    findings: float = 0.5  # how much it counts that a sentence announces what the text finds or does
    rules: float = 0.0  # how much it counts that a sentence says who may, must or must not do what
    definitions: float = 0.0  # how much it counts that a sentence says what the subject of the text is
    biased: bool = True  # whether the two PageRanks prefer good places
    trade: float = 0.8  # λ of marginal relevance
    spoken: bool = False  # whether somebody speaks to somebody: questions are a part of what is said


def _hourglass(first: Scores, last: Scores) -> Scores:
    return np.where(first <= last, 2 * first - 1, 2 * last)


STRUCTURES: Mapping[str, Structure] = MappingProxyType(
    {
        "news": Structure(lambda first, last: first, 1.0, "inverted pyramid: the most important comes first"),
        # It tells "you" what to do, and "we provide" is no finding; who looks it up asks first what it is about.
        "reference": Structure(
            lambda first, last: first,
            1.0,
            "manual, README, guide: the opening of the text and of each section",
            address=0.0,
            findings=0.0,
            definitions=0.5,
        ),
        # What matters is what somebody may, must or must not do, wherever it stands.
        "legal": Structure(
            lambda first, last: first,
            0.25,
            "licence, law, contract: who may, must or must not do what",
            address=0.0,
            findings=0.0,
            rules=0.75,
            biased=False,
        ),
        # An abstract is all findings; a whole paper is found by its length and is a report.
        "research": Structure(
            _hourglass, 0.125, "hourglass: the opening, then the conclusion, then inwards", findings=1.0
        ),
        # Where a long text says what matters differs so much that its graphs had better not lean to a place.
        "report": Structure(
            _hourglass,
            0.375,
            "long text: the opening and the end, but less than in an abstract",
            findings=1.0,
            biased=False,
        ),
        "argument": Structure(np.minimum, 0.5, "thesis and conclusion weigh the same"),
        # The opening sets the scene; after it no place is better than another, and much is told twice.
        "narrative": Structure(
            lambda first, last: np.minimum(first, 3.0),
            0.0,
            "a story: the opening sets the scene",
            layout=0.0,
            findings=0.0,
            trade=0.4,
            spoken=True,
        ),
        # A short line is chatter, and everybody talks to somebody, which says nothing.
        "conversation": Structure(
            lambda first, last: first,
            0.25,
            "mail and chat: what comes first sets the subject",
            3.0,
            0.0,
            layout=0.0,
            spoken=True,
        ),
        # Who speaks greets, goes on and comes back: nothing is said first because it matters most.
        "speech": Structure(
            lambda first, last: np.ones(len(first)),
            0.0,
            "talk, meeting, interview: said as it comes",
            layout=0.0,
            spoken=True,
        ),
        "flat": Structure(lambda first, last: np.ones(len(first)), 0.0, "no place is better than another"),
    }
)
CUSTOM = Structure(lambda first, last: first, 1.0, "a function of the user")

SHORT = 60  # sentences below which a text is an article that tells the most important first
CHAT = 20  # sentences from which short lines are a conversation
SPOKEN, TURN = 30, 3.0  # sentences from which "I" and "you" are a talk, and those of a paragraph in a talk at most
SECTIONS = 3  # sections with text, from which a text is made to be looked things up in
RULES, MANY_RULES = 0.1, 0.3  # share of sentences that rule, in a text with sections or lists, and in any other
LISTED = 0.3  # share of its sentences in lists


def structure_of(name: str) -> Structure:
    """Return the structure of a name; `custom` stands for a function of the user."""
    return STRUCTURES.get(name, CUSTOM)


def location_ranks(structure: str, count: int) -> Scores:
    """r_i for a genre.

    >>> location_ranks("news", 5)
    array([1., 2., 3., 4., 5.])
    >>> location_ranks("research", 5)
    array([1., 3., 5., 4., 2.])
    >>> location_ranks("argument", 5)
    array([1., 2., 3., 2., 1.])
    >>> location_ranks("narrative", 5)
    array([1., 2., 3., 3., 3.])
    >>> location_ranks("conversation", 5)
    array([1., 2., 3., 4., 5.])
    >>> location_ranks("flat", 3)
    array([1., 1., 1.])
    """
    first = np.arange(1.0, count + 1)
    return structure_of(structure).places(first, first[::-1])


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


class Signs(NamedTuple):
    """What the detection of a structure looks at."""

    sentences: int
    sections: int  # with text in them
    announcing: float  # share of sentences in which the author says what the text does or finds
    addressing: float  # share of words that are "I" and "you"
    talking: float  # share of sentences with direct speech
    fragments: float  # share of sentences that are lines of fewer than four words, outside lists
    listed: float  # share of sentences in lists
    ruling: float = 0.0  # share of sentences that say who may, must or must not do what
    paragraph: float = 0.0  # sentences of a paragraph on average; 0 where there is but one


class Detected(NamedTuple):
    """A structure, and the sign that decided for it."""

    name: str
    reason: str


def detect_structure(signs: Signs) -> Detected:
    """Name the structure of an article by plain signs; a strong belief in the first place must be earned.

    A mistaken pyramid costs most, so it is only taken for a short text, or for one that has sections. What is long and
    has neither sections nor direct speech is a report (docs/decisions/0021).
    """
    count = signs.sentences
    chopped = signs.fragments >= (0.2 if signs.sections < SECTIONS else 0.5)
    if chopped and count >= CHAT and signs.listed < LISTED:
        return Detected("conversation", f"{signs.fragments:.0%} of its sentences are lines of a few words")
    # In a story they talk to each other; a judgment or a study quotes what was said to others.
    if signs.talking >= (0.2 if count >= SHORT else 0.5) and signs.addressing >= 0.02 and count >= SPOKEN:
        return Detected("narrative", f"{signs.talking:.0%} of its {count} sentences hold direct speech")
    if signs.ruling >= RULES and (signs.sections >= SECTIONS or signs.listed >= LISTED or signs.ruling >= MANY_RULES):
        return Detected("legal", f"{signs.ruling:.0%} of its sentences say who may, must or must not do what")
    if signs.sections >= SECTIONS:
        if count < SHORT and signs.talking >= 0.1 and signs.listed < 0.05:
            return Detected("news", f"it has {count} sentences and no lists, {signs.talking:.0%} hold direct speech")
        return Detected("reference", f"it has {signs.sections} sections")
    if signs.addressing >= 0.035 and count >= SPOKEN and signs.paragraph <= TURN:
        return Detected("speech", f'{signs.addressing:.0%} of its words are "I" and "you"')
    if signs.announcing >= 0.08:
        name = "research" if count < SHORT else "report"
        return Detected(name, f"{signs.announcing:.0%} of its sentences say what the authors do or find")
    if signs.listed >= LISTED:
        return Detected("reference", f"{signs.listed:.0%} of its sentences stand in lists")
    if count < SHORT:
        return Detected("news", f"it has {count} sentences and no other sign")
    return Detected("report", f"it has {count} sentences and no sections")


def term_bias(terms: Terms, places: Scores | None) -> Scores:
    """P(v): each term once per sentence that contains it, by the place of the sentence; None: all alike (§5.1)."""
    if places is None:
        weights = terms.used.astype(np.float64)
    else:
        sentence, term = terms.distinct
        weights = np.bincount(term, (1.0 / places)[sentence], minlength=len(terms.names)).astype(np.float64, copy=False)
    return _distribution(weights)


def sentence_bias(places: Scores) -> Scores:
    """P(S_i), flatter than for terms so that the first sentences do not take all (§5.3).

    >>> sentence_bias(np.array([1.0, 9.0, 99.0])).round(3)
    array([0.689, 0.207, 0.104])
    """
    weights = 1.0 / np.log10(1.0 + places)
    return _distribution(weights)


def _distribution(weights: Scores) -> Scores:
    """Weights as shares of one; nothing stays nothing."""
    total = weights.sum()
    return weights / total if total > 0 else weights
