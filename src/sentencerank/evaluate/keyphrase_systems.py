"""What finds keyphrases: our own stage, plain baselines over the same words, and other people's packages.

sentencerank   keyphrases of a ranking, as `Ranking.keyphrases` gives them
textrank       noun phrases by the sum of the PageRank of their words, in a window of ten nouns and adjectives
topicrank      TopicRank (Bougouin et al. 2013) over the same noun phrases: those that share words are one topic, topics
               are ranked by how near their occurrences stand, and the first phrase of each is shown
runs           runs of words between stop words and punctuation, by count times words
first          the same runs, as they come in the text
yake           YAKE with its defaults, if it is installed
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from sentencerank.languages.noun_phrases import noun_phrases, plain_runs
from sentencerank.languages.text_words import Span, Words, words_of
from sentencerank.method.arrays import Scores
from sentencerank.ranker import Ranker, ranker_of
from sentencerank.recipe import Recipe
from sentencerank.token_columns import columns_of

PhraseSystem: TypeAlias = Callable[[str, str, int], list[str]]  # (text, language, how many) → phrases, best first

WINDOW = 10  # of TextRank
ALIKE = 0.25  # mean share of common words from which TopicRank joins two groups of phrases
LONGEST = 4  # words of a run
ROUNDS, DAMPING = 40, 0.85


def _ranker(language: str) -> Ranker:
    return ranker_of(Recipe.of("ssr", "best", language=language))


def ours(text: str, language: str, count: int) -> list[str]:
    """Return the keyphrases of a ranking."""
    return [phrase.text for phrase in _ranker(language).rank(text).keyphrases(count)]


def textrank(text: str, language: str, count: int) -> list[str]:
    """Return noun phrases by the sum of the scores of their words; of equals the first."""
    row = _words(text, language)
    words = [row.lowers[k] for k, kind in enumerate(row.kinds) if kind in "NA"]
    phrases = {_written(row, span): row.lowers[span[0] : span[1]] for span in noun_phrases(row, language)}
    place = {word: number for number, word in enumerate(dict.fromkeys(words))}
    scores = _pagerank([place[word] for word in words], len(place))
    worth = {phrase: sum(scores[place[word]] for word in own if word in place) for phrase, own in phrases.items()}
    return sorted(worth, key=lambda phrase: -worth[phrase])[:count]


def topicrank(text: str, language: str, count: int) -> list[str]:
    """Return the first noun phrase of each topic, the topics by their PageRank in a graph of distances."""
    places: dict[frozenset[str], list[int]] = {}
    written: dict[frozenset[str], str] = {}
    row = _words(text, language)
    for span in noun_phrases(row, language):
        key = frozenset(row.stems[k] or row.lowers[k] for k in range(*span))
        # Sentences are no farther apart than their words.
        places.setdefault(key, []).append(span[0] - row.owner(span[0]))
        written.setdefault(key, _written(row, span))
    phrases = list(places)
    groups = _groups(phrases)
    weights = np.zeros((len(groups), len(groups)))
    own = [np.array([place for k in group for place in places[phrases[k]]]) for group in groups]
    for left, right in combinations(range(len(groups)), 2):
        apart = np.abs(own[left][:, None] - own[right][None])
        weights[left, right] = weights[right, left] = float((1 / np.maximum(apart, 1)).sum())
    order = np.argsort(-_ranked(weights), kind="stable").tolist()
    return [written[phrases[min(groups[k])]] for k in order[:count]]


def _groups(phrases: list[frozenset[str]]) -> list[list[int]]:
    """Join phrases that share words, by mean linkage."""
    alike = np.array([[len(one & other) / len(one | other) for other in phrases] for one in phrases])
    alike = alike.reshape(len(phrases), len(phrases))
    np.fill_diagonal(alike, -1.0)
    groups: list[list[int]] = [[k] for k in range(len(phrases))]
    sizes = np.ones(len(phrases))
    while alike.size and alike.max() >= ALIKE:
        left, right = sorted(divmod(int(alike.argmax()), len(phrases)))
        mean = (sizes[left] * alike[left] + sizes[right] * alike[right]) / (sizes[left] + sizes[right])
        alike[left], alike[:, left] = mean, mean
        alike[right], alike[:, right], alike[left, left] = -1.0, -1.0, -1.0
        sizes[left] += sizes[right]
        groups[left] += groups[right]
        groups[right] = []
    return [group for group in groups if group]


def runs(text: str, language: str, count: int, *, by_place: bool = False) -> list[str]:
    """Return runs of up to four words without stop words, by count times words or as they come."""
    counts: Counter[str] = Counter()
    row = _words(text, language, part_of_speech=False)
    for start, end in plain_runs(row, language):
        if end - start <= LONGEST:
            counts[_written(row, (start, end)).lower()] += 1
    if by_place:
        return list(counts)[:count]
    return sorted(counts, key=lambda run: -counts[run] * (run.count(" ") + 1))[:count]


def _words(text: str, language: str, *, part_of_speech: bool = True) -> Words:
    prepared = _ranker(language).prepare(text)
    sentences = prepared.document.sentences
    texts = [sentence.text for sentence in sentences]
    tokens = prepared.model.language.tokens(texts, part_of_speech=part_of_speech)
    return words_of(sentences, columns_of(tokens))


def _written(words: Words, span: Span) -> str:
    return " ".join(words.slice(span).split())


def _pagerank(sequence: list[int], count: int) -> Scores:
    weights = np.zeros((count, count))
    for distance in range(1, WINDOW):
        for left, right in zip(sequence, sequence[distance:], strict=False):
            if left != right:
                weights[left, right] += 1
                weights[right, left] += 1
    return _ranked(weights)


def _ranked(weights: Scores) -> Scores:
    shares = weights / np.maximum(weights.sum(axis=0), 1e-9)
    scores = np.ones(len(weights))
    for _ in range(ROUNDS):
        scores = 1 - DAMPING + DAMPING * shares @ scores
    return scores


def _yake(text: str, language: str, count: int) -> list[str]:
    extractor = import_module("yake").KeywordExtractor(lan=language, n=3, top=count)
    return [phrase for phrase, _ in extractor.extract_keywords(text)]


_PEERS: Mapping[str, tuple[str, PhraseSystem]] = {
    "yake": ("yake", _yake),
}
SYSTEMS: Mapping[str, PhraseSystem] = MappingProxyType(
    {
        "sentencerank": ours,
        "textrank": textrank,
        "topicrank": topicrank,
        "runs": runs,
        "first": partial(runs, by_place=True),
        **{name: system for name, (package, system) in _PEERS.items() if find_spec(package) is not None},
    }
)


def missing_peers() -> tuple[str, ...]:
    """Return a remark on each package that is not installed."""
    missing = dict.fromkeys(package for package, _ in _PEERS.values() if find_spec(package) is None)
    return tuple(f"{package} is not installed, its systems are left out: pip install {package}" for package in missing)
