"""Our own reading of F_s: the paper's two halves and three plain signs, each on a common scale (docs/decisions/0020).

    u(S) = (z(sal_sp) + z(W')) / σ       what the two graphs say, as in Eq. (5), but on equal footing; σ of the sum
         + position  · (π − mean π)      π = 1/√r for the place r in the article's structure
         + substance · z( min(words, 12) )   a sentence of a few words says little
         + cue       · wording           the author announces something (+), or talks to somebody (−)

In a conversation everybody talks to somebody, and that says nothing.

z subtracts the mean over the document's sentences and divides by the standard deviation, cut at ±3 so that no single
sign drowns the others; a constant becomes 0.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sentencerank.arrays import Ids, Scores
from sentencerank.language import Wording

ENOUGH_WORDS = 12
FARTHEST = 3.0  # standard deviations
ADDRESS = 0.2


def standardised(values: Scores) -> Scores:
    """z: mean 0, standard deviation 1, at most three of them from the mean; all zeros where nothing varies.

    >>> standardised(np.array([1.0, 3.0])), standardised(np.array([2.0, 2.0]))
    (array([-1.,  1.]), array([0., 0.]))
    """
    spread = float(values.std()) if len(values) else 0.0
    if spread <= 1e-12:
        return np.zeros(len(values))
    return np.clip((values - values.mean()) / spread, -FARTHEST, FARTHEST)


def graph_parts(salience: Scores, centrality: Scores | None) -> dict[str, Scores]:
    """(z(sal_sp) + z(W')) / its standard deviation, as two summands; z(sal_sp) where there is no sentence graph."""
    if centrality is None:
        return {"salience": standardised(salience)}
    parts = {"salience": standardised(salience), "centrality": standardised(centrality)}
    both = parts["salience"] + parts["centrality"]
    spread = float(both.std()) if len(both) else 0.0
    return {name: values / spread if spread > 1e-12 else values for name, values in parts.items()}


def position_part(places: Scores, weight: float) -> Scores:
    """How much better the place of a sentence is than the average place."""
    prior = 1.0 / np.sqrt(places)
    return weight * (prior - prior.mean()) if len(prior) else prior


def substance_part(words: Ids, weight: float) -> Scores:
    """Whether a sentence is long enough to say something; beyond twelve words length earns nothing."""
    return weight * standardised(np.minimum(words, ENOUGH_WORDS).astype(np.float64))


def wording_part(wording: Sequence[Wording], weight: float, *, conversation: bool) -> Scores:
    """What the author announces counts for a sentence, talk of "I" and "you" against it, except in a conversation."""
    announces = np.array([float(words.announces) for words in wording])
    if conversation:
        return weight * announces
    addresses = np.array([words.addresses for words in wording], dtype=np.float64)
    return weight * (announces - ADDRESS * standardised(addresses))
