"""Ranking for a query: how close each sentence of a text is to what is asked, as a sum of parts (docs/decisions/0025).

    query     z(BM25 of the sentence and the title of its section), idf over the sentences
    meaning   ½ z(cosine of the idf-weighted means of the word vectors)
    section   0.3 z(BM25 of the whole section), and 0.3 for its first sentence
    links     0.3 z(words in common with the closest sentences of other sections), from five sections on
    replies   what is close of the question right before, half of it for what follows on, and half less for the question
    text      0.05 z(importance in the text itself): it decides between equals
    told      what a sentence loses of `query` for words of the query that closer sentences have: up to two thirds

z(x) = (x − mean) / standard deviation over the sentences. Where a text has one section only, its title says nothing
that tells its sentences apart, so titles and `section` are left out.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sentencerank.frozen import dataclass
from sentencerank.method.arrays import Ids, Mask, Scores, Vectors

K1, B = 1.2, 0.75  # of BM25: how soon repeats stop to count, and how far a long sentence is held back
MEANING, SECTION, FIRST, LINKS, TEXT = 0.5, 0.3, 0.3, 0.3, 0.05
# What is left of the worth of a word of the query once one, two or three closer sentences have it.
TOLD = 0.65 ** np.arange(4.0)
TOLD_WORDS = 100  # different words of a query at most that are taken so; what has more is a text, and would take long
REPLY = 0.5  # of the score of a question: what it loses, and what goes to all but the first sentence of a reply
LINKED = 5  # sections: among fewer, "other sections" says more about the place of a sentence than about its words
BLOCK = 1 << 16  # numbers that are added up at once: as many as a processor keeps at hand


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """How often each word stands in each row (a sentence, a section): every pair once, ordered by row."""

    size: int  # rows
    row: Ids
    word: Ids
    count: Scores

    @property
    def lengths(self) -> Scores:
        """Words of each row."""
        return self.sums(self.count)

    def sums(self, values: Scores) -> Scores:
        """Add up one value for each pair, by row."""
        sums: Scores = np.bincount(self.row, values, minlength=self.size)  # type: ignore[assignment]
        return sums


@dataclass(frozen=True, slots=True, eq=False)
class Passages:
    """What a query is compared with: the sentences of a text, each in its section."""

    sentences: Counts  # with the words of the title of their section, if there are several sections
    sections: Counts
    section_of: Ids  # (n,)
    first: Mask  # (n,) whether a sentence is the first of its section
    idf: Scores  # (m,)
    unseen: float  # idf of a word that no sentence has
    share: Scores  # of each pair of `sentences`: its part of the row as a unit vector of idf
    pair: Ids  # of each pair of `sentences`: its number as a pair of section and word


def count_pairs(row: Ids, word: Ids, size: int, words: int) -> Counts:
    """Count how often each word stands in each row.

    >>> count_pairs(np.array([0, 0, 1]), np.array([1, 1, 0]), 2, 2).count
    array([2., 1.])
    """
    keys, count = np.unique(row * max(words, 1) + word, return_counts=True)
    return Counts(size, keys // max(words, 1), keys % max(words, 1), count.astype(np.float64))


def gather(
    row: Ids, word: Ids, section_of: Ids, titles: tuple[Ids, Ids], *, sentences: int, sections: int, words: int
) -> Passages:
    """Make passages from the words of sentences (`row`, `word`) and from those of the titles (section, word)."""
    own = count_pairs(row, word, sentences, words)
    seen = np.bincount(own.word, minlength=words)
    title_of, title_word = titles
    if sections > 1 and len(title_of):
        # Every sentence has the words of its title once more.
        once = np.unique(title_of * max(words, 1) + title_word)
        by_section = np.argsort(section_of, kind="stable")
        starts = np.searchsorted(section_of[by_section], once // words)
        counts = np.searchsorted(section_of[by_section], once // words, side="right") - starts
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        row = np.concatenate((row, by_section[np.repeat(starts, counts) + within]))
        word = np.concatenate((word, np.repeat(once % words, counts)))
        own = count_pairs(row, word, sentences, words)
        in_section = np.concatenate((section_of[row], title_of)), np.concatenate((word, title_word))
    else:
        in_section = section_of[row], word
    idf = np.log1p((sentences - seen + 0.5) / (seen + 0.5))
    norms = np.sqrt(own.sums(idf[own.word] ** 2))
    first = np.zeros(sentences, dtype=np.bool_)
    first[np.unique(section_of, return_index=True)[1]] = True
    return Passages(
        sentences=own,
        sections=count_pairs(*in_section, sections, words),
        section_of=section_of,
        first=first,
        idf=idf,
        unseen=float(np.log1p((sentences + 0.5) / 0.5)),
        share=idf[own.word] / np.maximum(norms, 1e-12)[own.row],
        pair=np.unique(section_of[own.row] * max(words, 1) + own.word, return_inverse=True)[1].reshape(-1),
    )


def bm25(counts: Counts, weights: Scores) -> Scores:
    """Score rows by the words they hold, each with its weight (idf times how often it is asked)."""
    return _gains(counts, weights).scores


@dataclass(frozen=True, slots=True, eq=False)
class _Gains:
    """What rows gain by words that are asked: every pair of the two once."""

    size: int
    row: Ids
    word: Ids
    gain: Scores

    @property
    def scores(self) -> Scores:
        return self.sums(self.gain)

    def sums(self, values: Scores) -> Scores:
        sums: Scores = np.bincount(self.row, values, minlength=self.size)  # type: ignore[assignment]
        return sums


def _gains(counts: Counts, weights: Scores) -> _Gains:
    lengths = counts.lengths
    held_back = K1 * (1.0 - B + B * lengths / max(float(lengths.mean()) if len(lengths) else 1.0, 1e-12))
    asked = np.flatnonzero(weights[counts.word])
    row, word, count = counts.row[asked], counts.word[asked], counts.count[asked]
    return _Gains(counts.size, row, word, weights[word] * count * (K1 + 1.0) / (count + held_back[row]))


def mean_vectors(ids: Ids, bounds: Ids, weights: Scores, vectors: Vectors) -> Vectors:
    """Σ weight · vector over the words of each row, as unit vectors; zeros where no word has a vector."""
    means = np.zeros((len(bounds) - 1, vectors.shape[1]), dtype=np.float32)
    weighted = vectors * weights.astype(np.float32)[:, None]
    step = max(1, BLOCK // max(vectors.shape[1], 1))
    start = 0
    while start < len(means):
        # As many rows at once as hold `step` words, and at least one.
        end = max(start + 1, int(np.searchsorted(bounds, bounds[start] + step, side="right")) - 1)
        here = ids[bounds[start] : bounds[end]]
        filled = start + np.flatnonzero(np.diff(bounds[start : end + 1]))
        if len(filled):
            means[filled] = np.add.reduceat(weighted[here], bounds[filled] - bounds[start], axis=0)
        start = end
    lengths = np.sqrt(np.einsum("ij,ij->i", means, means))
    return means / np.maximum(lengths, np.float32(1e-12))[:, None]


def answer(passages: Passages, asked: Ids, meaning: Scores | None, importance: Scores | None) -> dict[str, Scores]:
    """Return the parts of the score of every sentence.

    `asked` are the numbers of the words of the query, repeats included; `meaning` is the cosine of every sentence.
    """
    weights = _weights(passages, asked)
    parts = {"query": standard(bm25(passages.sentences, weights))}
    if meaning is not None:
        parts["meaning"] = MEANING * standard(meaning)
    if passages.sections.size > 1:
        around = bm25(passages.sections, weights)[passages.section_of]
        parts["section"] = SECTION * standard(around) + FIRST * passages.first
    if passages.sections.size >= LINKED:
        so_far = sum(parts.values(), start=np.zeros(len(passages.first)))
        parts["links"] = LINKS * standard(_links(passages, so_far))
    if importance is not None:
        parts["text"] = TEXT * standard(importance)
    return parts


def reply(parts: Mapping[str, Scores], questions: Ids) -> dict[str, Scores]:
    """Return what sentences get for replying to a question that is close: it has the words, and they the answer.

    `questions` names for every sentence the one that it replies to: itself for a question, -1 for none.
    """
    every = np.arange(len(questions))
    total = sum(parts.values(), start=np.zeros(len(questions)))
    close = np.maximum(total, 0.0) * (questions == every)
    given = np.where(questions >= 0, close[questions], 0.0)
    given *= np.where(questions == every, -REPLY, np.where(questions == every - 1, 1.0, REPLY))
    return {"replies": given}


def told(parts: Mapping[str, Scores], passages: Passages, asked: Ids, allowed: Mask) -> dict[str, Scores]:
    """Return what sentences lose for words of the query that closer ones have, so that the first ones have all words.

    Taken are the sentences `allowed`, the closest first, and each word is worth less with each that has it. What is
    taken so has falling scores: the order of the scores is the order in which they were taken.
    """
    gains = _gains(passages.sentences, _weights(passages, asked))
    words, word = np.unique(gains.word, return_inverse=True)
    if not 2 <= len(words) <= TOLD_WORDS or (spread := float(gains.scores.std())) <= 1e-9:
        return {}
    gain, last = gains.gain / spread, len(TOLD) - 1
    times = np.zeros(len(words), dtype=np.intp)
    scores = sum(parts.values(), start=np.zeros(gains.size))
    loss, left = np.zeros(gains.size), allowed.copy()
    while True:
        lost = gains.sums(gain * (1.0 - TOLD[times])[word])
        counts = times[word] < last
        counts[counts] = left[gains.row[counts]]
        rows = gains.row[counts]
        if not len(rows):
            break
        now = scores - lost
        # All that is closer than the closest one that changes what words are worth is taken at what they are worth now.
        best = int(rows[now[rows].argmax()])
        taken = left & (now > now[best])
        taken[best] = True
        loss[taken], left[taken] = lost[taken], False
        own = gains.row == best
        times[word[own]] = np.minimum(times[word[own]] + 1, last)
    loss = np.where(left | ~allowed, lost, loss)
    return {"told": -loss}


def _weights(passages: Passages, asked: Ids) -> Scores:
    return passages.idf * np.bincount(asked, minlength=len(passages.idf))


def _links(passages: Passages, scores: Scores) -> Scores:
    """What each sentence has in common with the closest ones of other sections: Σ_j softmax(scores)_j · cos(i, j)."""
    own = passages.sentences
    mass = np.exp(scores - scores.max(initial=0.0))
    given = passages.share * (mass / max(float(mass.sum()), 1e-12))[own.row]
    everywhere = np.bincount(own.word, given, minlength=len(passages.idf))
    at_home = np.bincount(passages.pair, given)
    return own.sums(passages.share * (everywhere[own.word] - at_home[passages.pair]))


def standard(values: Scores) -> Scores:
    """Values with mean 0 and standard deviation 1; all zeros where nothing varies.

    >>> standard(np.array([1.0, 3.0])), standard(np.array([2.0, 2.0]))
    (array([-1.,  1.]), array([0., 0.]))
    """
    if not len(values):
        return values.astype(np.float64)
    deviation = float(values.std())
    return (values - values.mean()) / deviation if deviation > 1e-9 else np.zeros(len(values))
