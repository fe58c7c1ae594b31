"""The same method in plain Python loops, equation by equation: the lesson, and the oracle of every fast kernel.

Nothing here is quick and nothing is clever. A document is a list of sentences, a sentence a list of term numbers in
reading order, a vector a list of numbers of unit length (all zeros: no vector), a matrix a list of rows. Read it beside
the paper; then read `ssr.py` for the same in arrays.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sentencerank.document import Wording
from sentencerank.method.options import Options
from sentencerank.method.structures import Structure

Sentences = Sequence[Sequence[int]]
Numbers = Sequence[float]
Matrix = list[list[float]]
Graph = dict[tuple[int, int], float]  # (u, v) with u < v → weight
Inside = Mapping[int, Sequence[int]]  # phrase → its words; one that stands nowhere else has a number beyond all terms

DIGITS = 9  # scores that agree so far are equal; of equals the earlier one wins


# §4.1, §4.2: the graph of words and phrases ---------------------------------------------------------------------------


def cooccurrence(sentences: Sentences, window: int, across_sentences: bool) -> Graph:
    """count(u, v) of terms fewer than Δ places apart, divided by the total count."""
    counts: Graph = {}
    runs = [[term for sentence in sentences for term in sentence]] if across_sentences else sentences
    for run in runs:
        for i, u in enumerate(run):
            for v in run[i + 1 : i + window]:
                if u != v:
                    pair = (min(u, v), max(u, v))
                    counts[pair] = counts.get(pair, 0.0) + 1.0
    return shares(counts)


def semantic(vectors: Sequence[Numbers], is_phrase: Sequence[bool], threshold: float, phrase_threshold: float) -> Graph:
    """cos(u, v) where it exceeds δ, divided by the total of such cosines."""
    cosines: Graph = {}
    for v in range(len(vectors)):
        for u in range(v):
            cosine = dot(vectors[u], vectors[v])
            if cosine > (phrase_threshold if is_phrase[u] or is_phrase[v] else threshold):
                cosines[u, v] = cosine
    return shares(cosines)


def added(first: Graph, second: Graph) -> Graph:
    """w = w_c + w_s; a missing kind counts 0."""
    return {pair: first.get(pair, 0.0) + second.get(pair, 0.0) for pair in {**first, **second}}


def shares(weights: Graph) -> Graph:
    """Each weight divided by the total over all edges."""
    total = sum(weights.values())
    return {pair: weight / total for pair, weight in weights.items()}


# §5.1, §5.3: position and PageRank ------------------------------------------------------------------------------------


def term_bias(sentences: Sentences, terms: int, places: Numbers) -> list[float]:
    """P(v) = Σ_{k: v ∈ S_k} 1/r_k, as a share of the total."""
    weights = [0.0] * terms
    for sentence, place in zip(sentences, places, strict=True):
        for term in set(sentence):
            weights[term] += 1.0 / place
    return distribution(weights)


def sentence_bias(places: Numbers) -> list[float]:
    """P(S_i) = LS(S_i) / Σ LS with LS(S_i) = 1 / log10(1 + r_i)."""
    return distribution([1.0 / math.log10(1.0 + place) for place in places])


def distribution(weights: Numbers) -> list[float]:
    """Shares of one."""
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else list(weights)


def pagerank(edges: Graph, bias: Numbers, damping: float, leak: bool, steps: int = 400) -> list[float]:
    """Eq. (3), iterated from P: W'(v) = d · Σ_u w_uv / Σ_x w_ux · W'(u) + (1 − d) · P(v)."""
    neighbours: list[list[tuple[int, float]]] = [[] for _ in bias]
    for (u, v), weight in edges.items():
        neighbours[u].append((v, weight))
        neighbours[v].append((u, weight))
    degree = [sum(weight for _, weight in around) for around in neighbours]
    scores = list(bias)
    for _ in range(steps):
        idle = 0.0 if leak else sum(score for score, total in zip(scores, degree, strict=True) if total <= 0)
        scores = [
            damping * (sum(weight / degree[u] * scores[u] for u, weight in neighbours[v]) + idle * bias[v])
            + (1 - damping) * bias[v]
            for v in range(len(bias))
        ]
    return scores


# §5.2: salience -------------------------------------------------------------------------------------------------------


def salience(sentences: Sentences, scores: Numbers, softplus: bool) -> list[float]:
    """sal_sp(S) = (1/|S|) Σ_{v ∈ S} ln(1 + e^{W'(v)}), Eq. (4); sal(S) without softplus."""
    lifted = [math.log1p(math.exp(score)) if softplus else score for score in scores]
    return [sum(lifted[term] for term in sentence) / max(len(sentence), 1) for sentence in sentences]


# §4.3, §8.2: distances and the graph of sentences ---------------------------------------------------------------------


def dot(left: Numbers, right: Numbers) -> float:
    """The cosine of two unit vectors."""
    return sum(a * b for a, b in zip(left, right, strict=True))


def one_sided(left: Sequence[int], right: Sequence[int], vectors: Sequence[Numbers]) -> float:
    """R(i→j) = Σ_{v ∈ S_i} f_i(v) · min_{u ∈ S_j} ‖e_v − e_u‖ over the terms that have a vector."""
    left = [term for term in left if any(vectors[term])]
    right = [term for term in right if any(vectors[term])]
    if not left or not right:
        return math.inf
    return sum(min(math.dist(vectors[v], vectors[u]) for u in right) for v in left) / len(left)


def relaxed_wmd(sentences: Sentences, vectors: Sequence[Numbers]) -> Matrix:
    """WMD(i, j) ≈ max(R(i→j), R(j→i))."""
    return [
        [
            0.0 if i == j else max(one_sided(left, right, vectors), one_sided(right, left, vectors))
            for j, right in enumerate(sentences)
        ]
        for i, left in enumerate(sentences)
    ]


def similarity(distances: Matrix) -> Matrix:
    """sim_P = 1 / (1 + WMD), Eq. (1)."""
    return [[1.0 / (1.0 + distance) for distance in row] for row in distances]


def overlap(sentences: Sentences, inside: Inside) -> Graph:
    """w_c = (p_ij + v_ij) / (log10 |S_i| + log10 |S_j|), the denominator at least log10 2."""
    edges: Graph = {}
    for j, right in enumerate(sentences):
        for i, left in enumerate(sentences[:j]):
            phrases = {term for term in left if term in inside} & set(right)
            words = words_without(left, phrases, inside) & words_without(right, phrases, inside)
            common = len(phrases) + len(words)
            if common:
                edges[i, j] = common / max(math.log10(len(left)) + math.log10(len(right)), math.log10(2))
    return edges


def words_without(sentence: Sequence[int], phrases: set[int], inside: Inside) -> set[int]:
    """The words of a sentence after some phrases are removed, those inside its other phrases too."""
    return {word for term in sentence if term not in phrases for word in inside.get(term, [term])}


def most_similar(similar: Matrix, nearest: float) -> Graph:
    """The top Γ of all pairs by sim_P, ties kept, at least one pair."""
    pairs = {(i, j): similar[i][j] for j in range(len(similar)) for i in range(j)}
    if not pairs:
        return {}
    wanted = min(len(pairs), max(1, math.floor(nearest * len(pairs) + 0.5)))
    least = sorted(pairs.values(), reverse=True)[wanted - 1]
    return {pair: value for pair, value in pairs.items() if value >= least and value > 0}


def sentence_graph(sentences: Sentences, inside: Inside, similar: Matrix, nearest: float) -> Graph:
    """w_ij = w_c / Σ w_c + sim_P / Σ_{semantic edges} sim_P."""
    return added(shares(overlap(sentences, inside)), shares(most_similar(similar, nearest)))


# §6.2: affinity propagation -------------------------------------------------------------------------------------------


def exemplars(similar: Matrix, damping: float, steps: int) -> list[int]:
    """The exemplars after some steps of responsibility and availability; preference = off-diagonal median."""
    n = len(similar)
    values = sorted(similar[i][j] for i in range(n) for j in range(n) if i != j)
    middle = (values[(len(values) - 1) // 2] + values[len(values) // 2]) / 2
    s = [[(middle if i == j else similar[i][j]) - 1e-9 * j / n for j in range(n)] for i in range(n)]
    r, a = [[0.0] * n for _ in range(n)], [[0.0] * n for _ in range(n)]
    for _ in range(steps):
        for i in range(n):
            for j in range(n):
                rival = max(s[i][k] + a[i][k] for k in range(n) if k != j)
                r[i][j] = damping * r[i][j] + (1 - damping) * (s[i][j] - rival)
        for j in range(n):
            support = [max(0.0, r[k][j]) if k != j else r[j][j] for k in range(n)]
            for i in range(n):
                update = sum(support) - r[j][j] if i == j else min(0.0, sum(support) - support[i])
                a[i][j] = damping * a[i][j] + (1 - damping) * update
    return [i for i in range(n) if r[i][i] + a[i][i] > 0]


# §7: selection --------------------------------------------------------------------------------------------------------


def round_robin(scores: Numbers, clusters: Sequence[int]) -> list[int]:
    """While sentences remain: sort the clusters by their best remaining score, take the best sentence of each."""
    rounded = [round(score, DIGITS) for score in scores]
    remaining = {
        cluster: sorted((i for i, c in enumerate(clusters) if c == cluster), key=lambda i: (-rounded[i], i))
        for cluster in set(clusters)
    }
    order: list[int] = []
    while remaining:
        order += sorted((members.pop(0) for members in remaining.values()), key=lambda i: (-rounded[i], i))
        remaining = {cluster: members for cluster, members in remaining.items() if members}
    return order


def weighted_round_robin(scores: Numbers, clusters: Sequence[int]) -> list[int]:
    """Each turn goes to the cluster with the largest Σ scores / (turns taken + 1)."""
    rounded = [round(score, DIGITS) for score in scores]
    lowest = min(0.0, *scores) if scores else 0.0
    total = {c: sum(s - lowest for s, d in zip(scores, clusters, strict=True) if d == c) for c in set(clusters)}
    remaining = {
        c: sorted((i for i, d in enumerate(clusters) if d == c), key=lambda i: (-rounded[i], i)) for c in total
    }
    taken = dict.fromkeys(total, 0)
    order: list[int] = []
    while any(remaining.values()):
        best = min(
            (c for c in remaining if remaining[c]),
            key=lambda c: (-round(total[c] / (taken[c] + 1), DIGITS), -rounded[remaining[c][0]], remaining[c][0]),
        )
        order.append(remaining[best].pop(0))
        taken[best] += 1
    return order


def marginal_relevance(relevance: Numbers, similar: Matrix, trade: float) -> list[int]:
    """next = argmax λ·rel_i − (1−λ)·max_{j chosen} sim(i, j)."""
    order: list[int] = []
    while len(order) < len(relevance):
        values = {
            i: round(trade * relevance[i] - (1 - trade) * max((similar[j][i] for j in order), default=0.0), DIGITS)
            for i in range(len(relevance))
            if i not in order
        }
        order.append(min(values, key=lambda i: (-values[i], i)))
    return order


def even(order: Sequence[int], sections: Sequence[int], words: Sequence[int]) -> list[int]:
    """A fifth of the words as they come, then up to a tenth: the best of every section that has none among them."""
    total, read, head = sum(words), 0, list(order[:1])
    for place, i in enumerate(order):
        read += words[i]
        if place and read <= 0.2 * total:
            head.append(i)
    late: list[int] = []
    for i in order:
        if sections[i] not in {sections[j] for j in head + late}:
            if sum(words[j] for j in [*late, i]) > 0.1 * total:
                break
            late.append(i)
    return [*head, *late, *(i for i in order if i not in head and i not in late)]


# Our own reading of F_s (fusion.py) -----------------------------------------------------------------------------------


def standardised(values: Numbers) -> list[float]:
    """z: mean 0, standard deviation 1, cut at ±3; zeros where nothing varies."""
    mean, spread = sum(values) / max(len(values), 1), deviation(values)
    return [max(-3.0, min(3.0, (value - mean) / spread)) if spread > 1e-12 else 0.0 for value in values]


def deviation(values: Numbers) -> float:
    """The standard deviation."""
    mean = sum(values) / max(len(values), 1)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / max(len(values), 1))


def centred(values: Numbers) -> list[float]:
    """What each value is above the mean."""
    mean = sum(values) / max(len(values), 1)
    return [value - mean for value in values]


def openings(sentences: Sentences) -> list[float]:
    """Per sentence the share of its terms that no earlier sentence has and some later one has."""
    shares = []
    for i, sentence in enumerate(sentences):
        terms = set(sentence)
        before = {term for other in sentences[:i] for term in other}
        after = {term for other in sentences[i + 1 :] for term in other}
        shares.append(len((terms - before) & after) / max(len(terms), 3))
    return shares


def definers(sentences: Sentences, subjects: Sequence[int]) -> list[bool]:
    """Per sentence whether it is the first to say what one of the five commonest nouns is.

    `subjects` tells of how many words its subject is; here every term is a noun.
    """
    counts = Counter(term for sentence in sentences for term in sorted(set(sentence)))
    main = set(sorted(counts, key=lambda term: (-counts[term], term))[:5])
    found = []
    for sentence, length in zip(sentences, subjects, strict=True):
        subject = main.intersection(sentence[:length])
        found.append(bool(subject))
        main -= subject
    return found


def reaches(sentences: Sentences) -> list[float]:
    """Per sentence the mean distance from the first to the last mention of its terms, in hundreds of sentences."""
    means = []
    for sentence in sentences:
        spans = []
        for term in set(sentence):
            mentions = [i for i, other in enumerate(sentences) if term in other]
            spans.append(min(mentions[-1] - mentions[0], 100) / 100)
        means.append(sum(spans) / max(len(spans), 3))
    return means


def likeness_to_all(sentences: Sentences) -> list[float]:
    """The cosine of each sentence with the sum of all of them, each word by how often and how rarely it occurs."""
    count = len(sentences)
    among = Counter(term for sentence in sentences for term in set(sentence))
    rows = [
        {term: times * math.log((1 + count) / (0.5 + among[term])) for term, times in Counter(sentence).items()}
        for sentence in sentences
    ]
    whole: dict[int, float] = defaultdict(float)
    for row in rows:
        for term, weight in row.items():
            whole[term] += weight
    length = math.sqrt(sum(weight**2 for weight in whole.values()))
    return [
        sum(weight * whole[term] for term, weight in row.items())
        / max(length * math.sqrt(sum(weight**2 for weight in row.values())), 1e-12)
        for row in rows
    ]


def beyond_length(values: Numbers, words: Sequence[int]) -> list[float]:
    """What is left of the values when the line that best explains them by the logarithm of the length is taken off."""
    length = centred([math.log(max(count, 1)) for count in words])
    spread = dot(length, length)
    slope = dot(length, values) / spread if spread > 1e-12 else 0.0
    return [value - slope * one for value, one in zip(values, length, strict=True)]


def layouts(sections: Sequence[int], paragraphs: Sequence[int]) -> list[float]:
    """Per sentence 2/√(its place in its section), and one more if it opens a paragraph; neither where there is one."""
    values, place = [], 0
    for i in range(len(sections)):
        place = place + 1 if i and sections[i] == sections[i - 1] else 1
        opens = i == 0 or paragraphs[i] != paragraphs[i - 1]
        values.append(2 / math.sqrt(place) * (len(set(sections)) > 1) + opens * (len(set(paragraphs)) > 1))
    return values


def half_sentences(wording: Sequence[Wording], paragraphs: Sequence[int]) -> list[bool]:
    """Those that begin in the middle or do not end, unless more than two fifths do so; none in one paragraph."""
    if len(set(paragraphs)) < 2:
        return [False] * len(wording)
    begins = sum(one.begins_inside for one in wording) <= 0.4 * len(wording)
    ends = sum(one.lacks_end for one in wording) <= 0.4 * len(wording)
    return [(begins and one.begins_inside) or (ends and one.lacks_end) or one.verbless for one in wording]


def relevance_of(scores: Numbers) -> list[float]:
    """Scores moved so that the 2nd and the 98th percentile are 0 and 1, with half of what lies beyond."""
    if not scores:
        return []
    low, high = percentile(scores, 0.02), percentile(scores, 0.98)
    if high - low <= 1e-12:
        return [0.0] * len(scores)
    values = [(score - low) / (high - low) for score in scores]
    return [(value + max(0.0, min(1.0, value))) / 2 for value in values]


def percentile(values: Numbers, share: float) -> float:
    """The value that a share of the others is below, between two values by their distance."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def whole_first(order: Sequence[int], whole: Sequence[bool], words: Sequence[int], leans: Sequence[int]) -> list[int]:
    """Whole sentences until 150 words are reached, then all others as they came.

    Of the first five none stands without the one that it leans on.
    """
    fits = [i for i in order if whole[i]]
    early: list[int] = []
    while len(early) < 5:
        found = [i for i in fits if i not in early and (leans[i] < 0 or leans[i] in early)]
        if not found:
            break
        early.append(found[0])
    first: list[int] = []
    for i in early + [i for i in fits if i not in early]:
        if sum(words[j] for j in first) < 150:
            first.append(i)
    return first + [i for i in order if i not in first]


# The page -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Article:
    """What the method sees of a document, sentence by sentence and term by term."""

    sentences: Sentences
    vectors: Sequence[Numbers]
    is_phrase: Sequence[bool]
    inside: Inside
    places: Numbers  # r_i ≥ 1 of each sentence
    words: Sequence[int]
    wording: Sequence[Wording]
    sections: Sequence[int]
    paragraphs: Sequence[int]
    structure: Structure


def scores(article: Article, options: Options, *, threshold: float, phrase_threshold: float) -> list[float]:
    """F_s of every sentence: Eq. (5), or our own reading of it."""
    edges = cooccurrence(article.sentences, options.window, options.across_sentences)
    if options.semantic_edges:
        edges = added(edges, semantic(article.vectors, article.is_phrase, threshold, phrase_threshold))
    terms = len(article.vectors)
    mean_one = options.scale == "mean"
    biased = not options.unbiased and (article.structure.biased or not options.fusion)
    bias = term_bias(article.sentences, terms, article.places) if biased else [1.0 / terms] * terms
    term_scores = [score * (terms if mean_one else 1) for score in pagerank(edges, bias, options.damping, options.leak)]
    sal = salience(article.sentences, term_scores, options.softplus)
    if not options.sentence_graph:
        return fused(article, standardised(sal), options) if options.fusion else sal

    count = len(article.sentences)
    similar = similarity(relaxed_wmd(article.sentences, article.vectors))
    edges = shares(overlap(article.sentences, article.inside))
    if options.semantic_edges:
        edges = sentence_graph(article.sentences, article.inside, similar, options.nearest)
    centrality = [
        score * (count if mean_one else 1)
        for score in pagerank(
            edges, sentence_bias(article.places if biased else [1.0] * count), options.damping, options.leak
        )
    ]
    if not options.fusion:
        return [0.5 * (a + b) for a, b in zip(sal, centrality, strict=True)]
    both = [a + b for a, b in zip(standardised(sal), standardised(centrality), strict=True)]
    spread = deviation(both)
    return fused(article, [value / spread if spread > 1e-12 else value for value in both], options)


def fused(article: Article, graphs: Numbers, options: Options) -> list[float]:
    """u(S) = graphs + position + opening + layout + reach + substance + wording + centroid − half sentences."""
    built = article.structure
    middle = sorted(article.words)[len(article.words) // 2] if article.words else 0
    enough = min(max(8.0, 2 / 3 * middle), 14.0)
    place = centred([min(w / enough, 1.0) / math.sqrt(r) for r, w in zip(article.places, article.words, strict=True)])
    opening, reach = centred(openings(article.sentences)), centred(reaches(article.sentences))
    layout = centred(layouts(article.sections, article.paragraphs))
    substance = standardised([float(min(words, 14)) for words in article.words])
    addresses = standardised([wording.addresses for wording in article.wording])
    centroid = standardised(beyond_length(likeness_to_all(article.sentences), article.words))
    half = half_sentences(article.wording, article.paragraphs)
    defines = definers(article.sentences, [wording.defines for wording in article.wording])
    total = []
    for i, wording in enumerate(article.wording):
        speaks = built.findings * wording.announces
        speaks += built.rules * wording.rules or -(wording.greets or wording.signposts)
        speaks += built.definitions * defines[i]
        signs = [
            options.position * built.prior * place[i],
            options.opening * built.prior * opening[i],
            options.layout * built.layout * layout[i],
            options.reach * reach[i],
            options.substance * built.substance * substance[i],
            options.cue * (speaks - built.address * addresses[i]),
            options.centroid * (1.0 - built.prior) * centroid[i],
            -options.whole * half[i],
        ]
        total.append(graphs[i] + sum(max(-4.0, min(4.0, sign)) for sign in signs))
    return total
