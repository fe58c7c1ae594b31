"""Our own reading of F_s: the paper's two halves and eight plain signs, each on a common scale (docs/decisions/0020).

    u(S) = (z(sal_sp) + z(W')) / σ       what the two graphs say, as in Eq. (5), but on equal footing; σ of the sum
         + position  · centred(π)        π = min(words/enough, 1)/√r for the place r in the article's structure;
                                         enough: ⅔ of the words of its middle sentence, from 8 to 14
         + opening   · centred(ω)        ω: the share of its terms that it brings up first and that return
         + layout    · centred(2/√s + p) s: its place in its section; p: 1 if it opens a paragraph
         + reach     · centred(ρ)        ρ: how long the text stays with its terms, up to a hundred sentences
         + substance · z( min(words, 14) )   a sentence of a few words says little
         + centroid  · z(likeness)       to the whole text by its words, beyond what its length explains
         + cue       · wording           it announces a finding, rules or says what the text is about (+),
                                         points elsewhere, greets or says "you" (−)
         − whole                         if it is half a sentence

Place, opening and layout speak as far as the structure lets them, likeness to the whole where place does not, and the
structure also says how much it counts to be long enough, to announce something and to talk of "I" and "you"
(structures.py).

z subtracts the mean over the document's sentences and divides by the standard deviation, cut at ±3; a constant becomes
0. Every sign is cut at ±4, so that no single one decides against the graphs and all the others.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sentencerank import kernel
from sentencerank.document import ITSELF
from sentencerank.method.analysis import Analysis, Told
from sentencerank.method.arrays import Ids, Mask, Scores, clipped, mean, several, spread
from sentencerank.method.terms import Terms

ENOUGH_WORDS = 14
FULL = 8  # words from which a sentence may have the whole of its place
BESIDE = 2 / 3  # of the middle length of its text
FAR = 100  # sentences
RARE = 0.4  # share of the sentences
SECTION = 2.0  # what it counts to open a section, where to open a paragraph counts 1
FEW = 3  # terms
MAIN = 5  # terms that a text may be about
TITLE = 12  # words of a line that may be a title
FARTHEST = 3.0  # standard deviations
LARGEST = 4.0  # of a sign


def centred(values: Scores, weight: float = 1.0) -> Scores:
    """How much larger than their mean values are, times a weight.

    >>> centred(np.array([1.0, 3.0]), 0.5)
    array([-0.5,  0.5])
    """
    if kernel.native is not None:
        found = np.empty(len(values))
        kernel.native.centred(np.ascontiguousarray(values, np.float64), weight, found)
        return found
    return weight * (values - mean(values)) if len(values) else values


def standardised(values: Scores, weight: float = 1.0) -> Scores:
    """z: mean 0, standard deviation 1, at most three of them from the mean; all zeros where nothing varies.

    >>> standardised(np.array([1.0, 3.0])), standardised(np.array([2.0, 2.0]))
    (array([-1.,  1.]), array([0., 0.]))
    """
    if kernel.native is not None:
        found = np.empty(len(values))
        kernel.native.standardised(np.ascontiguousarray(values, np.float64), FARTHEST, weight, found)
        return found
    above = centred(values)
    deviation = spread(above) if len(values) else 0.0
    if deviation <= 1e-12:
        return np.zeros(len(values))
    return weight * clipped(above / deviation, -FARTHEST, FARTHEST)


def bounded(signs: Mapping[str, Scores]) -> dict[str, Scores]:
    """The signs, none of them larger than the graphs and some of the others together."""
    rows = clipped(np.array(list(signs.values())), -LARGEST, LARGEST)
    return dict(zip(signs, rows, strict=True))


def graph_parts(salience: Scores, centrality: Scores | None) -> dict[str, Scores]:
    """(z(sal_sp) + z(W')) / its standard deviation, as two summands; z(sal_sp) where there is no sentence graph."""
    if centrality is None:
        return {"salience": standardised(salience)}
    parts = {"salience": standardised(salience), "centrality": standardised(centrality)}
    both = parts["salience"] + parts["centrality"]
    deviation = spread(centred(both)) if len(both) else 0.0
    return {name: values / deviation if deviation > 1e-12 else values for name, values in parts.items()}


def position_part(places: Scores, words: Ids, weight: float) -> Scores:
    """How much better the place of a sentence is than the average place; a greeting does not fill the first place.

    What is short depends on the language and on the writer, so it is measured by the other sentences of the text.

    >>> [position_part(np.array([1.0, 2.0]), words, 1.0).round(2) for words in (np.array([9, 9]), np.array([9, 30]))]
    [array([ 0.15, -0.15]), array([-0.03,  0.03])]
    """
    ordered = sorted(words.tolist())
    middle = ordered[len(ordered) // 2] if ordered else 0
    enough = min(max(FULL, BESIDE * middle), ENOUGH_WORDS)
    return centred(np.minimum(words / enough, 1.0) / np.sqrt(places), weight)


def openings(terms: Terms) -> tuple[Scores, Scores]:
    """What each sentence opens for the text, and how long the text stays with what it speaks of.

    That is the share of its terms that it is the first to have and not the last, and the mean way from the first to the
    last mention of its terms. A sentence has three terms or more: one word that returns does not make it important.
    """
    sentence, term = terms.distinct
    if kernel.native is not None:
        opened, reach = np.empty((2, len(terms.counts)))
        kernel.native.openings(sentence, term, len(terms.names), FAR, FEW, opened, reach)
        return opened, reach
    opens = (terms.first[term] == sentence) & (terms.last[term] > sentence)
    spans = np.minimum(terms.last - terms.first, FAR) / FAR
    sizes = np.maximum(terms.sizes, FEW)
    opened, reach = (np.bincount(sentence, values, minlength=len(sizes)) / sizes for values in (opens, spans[term]))
    return opened, reach


def substance_part(words: Ids, weight: float) -> Scores:
    """Whether a sentence is long enough to say something; beyond fourteen words length earns nothing."""
    return standardised(np.minimum(words, ENOUGH_WORDS).astype(np.float64), weight)


def layout_part(sections: Ids, paragraphs: Ids, weight: float) -> Scores:
    """Whether a sentence opens its section or its paragraph; nothing where the text is all one.

    >>> layout_part(np.array([0, 0, 1]), np.array([0, 0, 1]), 1.0).round(2)
    array([ 0.53, -1.06,  0.53])
    """
    opens = np.zeros(len(sections))
    paragraph, section = _changes(paragraphs), _changes(sections)
    if np.count_nonzero(paragraph) > 1:
        opens += paragraph
    if np.count_nonzero(section) > 1:
        index = np.arange(len(sections))
        place = index - np.maximum.accumulate(np.where(section, index, 0)) + 1
        opens += SECTION / np.sqrt(place)
    return centred(opens, weight)


def likeness_part(likeness: Scores, words: Ids, weight: float) -> Scores:
    """How alike others a sentence is, beyond what its length explains: long sentences are like everything."""
    if not weight:
        return np.zeros(len(likeness))
    length = centred(np.log(np.maximum(words, 1)))
    total = float(length @ length)
    slope = float(length @ likeness) / total if total > 1e-12 else 0.0
    return standardised(likeness - slope * length, weight)


def wording_part(
    told: Told, defines: Mask | None, weight: float, *, findings: float, rules: float,
    definitions: float, address: float,
) -> Scores:  # fmt: skip
    """What a sentence says of the text by its wording, each kind as far as the structure lets it count.

    Announcing, ruling and defining count for it; pointing elsewhere, greeting and "I" against. "Permission is granted"
    is a notice, but where rules count it is one of them.
    """
    speaks = findings * told.numbers("announces")
    notices = told.flags("greets") | told.flags("signposts")
    if rules:
        ruling = rules * told.numbers("rules")
        speaks += ruling
        notices &= ruling == 0
    speaks -= notices
    if defines is not None:
        speaks += definitions * defines
    if address:
        speaks -= address * standardised(told.numbers("addresses"))
    return weight * speaks


def defining(told: Told, terms: Terms) -> Mask:
    """Which sentences are the first to say what one of the commonest nouns of the text is, or what the text is for."""
    lengths = told.numbers("defines").astype(np.intp).tolist()
    found = np.zeros(len(lengths), dtype=np.bool_)
    candidates = [(k, length) for k, length in enumerate(lengths) if length]
    if not candidates:
        return found
    sentences = np.bincount(terms.distinct[1], minlength=len(terms.names)) * terms.is_noun
    main = set(np.argsort(-sentences, kind="stable")[:MAIN].tolist())
    itself = True
    for k, length in candidates:
        if length == ITSELF:
            found[k], itself = itself, False
            continue
        subject = main.intersection(terms.of(k)[:length].tolist())
        found[k] = bool(subject)
        main -= subject
    return found


def telling(analysis: Analysis, told: Told, inside: Ids, *, spoken: bool, ruled: bool = False) -> Mask:
    """Which sentences tell something themselves; the others wait until the first layer is full.

    A pointer, a notice and a greeting do not, unless the text is `ruled` and they rule. In a text that is `spoken`
    questions are asked, and what ends with a colon leads to what somebody says. Elsewhere a question is a title or put
    for effect, a colon leads to a list, what explains an option cannot be read without it, changes and credits are
    beside the subject, and so is a licence unless the text is `ruled`, and a few words in a paragraph of their own,
    without an end, are a title, unless the text begins with them.
    """
    says = ~(told.flags("signposts") | told.flags("greets"))
    if ruled:
        says |= told.numbers("rules") > 0
    if spoken:
        return says
    waits = told.flags("asks") | told.flags("leads_in") | told.flags("explains")
    if not ruled:
        waits |= told.flags("beside")
    says &= ~waits
    titles = told.lacks_end & (~analysis.listed & (analysis.words <= TITLE))[inside]
    titles[:1] = False
    if np.count_nonzero(titles) and several(paragraphs := analysis.paragraphs[inside]):
        says &= ~(titles & (np.bincount(analysis.paragraphs)[paragraphs] == 1))
    return says


def half_sentences(told: Told, paragraphs: Ids) -> Mask:
    """Which sentences begin in the middle, do not end, or have neither an end nor a verb.

    Where many begin or end so, it is how the text is written, as in mail and chat, and tells nothing of one of them.
    Where there is but one paragraph, somebody else has split the text, often with the title as the first sentence.
    """
    if not several(paragraphs):
        return np.zeros(len(paragraphs), dtype=np.bool_)
    return _rare(told.flags("begins_inside")) | _rare(told.lacks_end) | told.flags("verbless")


def _rare(sign: Mask) -> Mask:
    return sign if len(sign) and np.count_nonzero(sign) <= RARE * len(sign) else np.zeros(len(sign), dtype=np.bool_)


def _changes(labels: Ids) -> Mask:
    """Where another label begins than that before it; the first one begins.

    >>> _changes(np.array([4, 4, 5]))
    array([ True, False,  True])
    """
    changes = np.empty(len(labels), dtype=np.bool_)
    changes[:1] = True
    np.not_equal(labels[1:], labels[:-1], out=changes[1:])
    return changes
