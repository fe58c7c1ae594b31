"""The paper on one page: from the terms of a document to its ranking.

    terms ─► term graph ─► PageRank-1 ─► salience ─┐
      │                                            ├─► F_s ─► selection ─► order
      └► WMD ─► sentence graph ─► PageRank-2 ──────┘             ▲
           └──────────────► subtopics ───────────────────────────┘

`prepare` does what depends on the document alone, `rank_prepared` what a structure or a query changes; a document that
is loaded already is re-ranked for another query by the second alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sentencerank.arrays import Distances, Edges, Ids, Labels, Order, Scores, Similarity, Vectors
from sentencerank.body import Body, find_body
from sentencerank.clustering import affinity_clusters, cluster_count, exemplar_clusters, spectral_clusters, topic_count
from sentencerank.document import Document, word_count
from sentencerank.fusion import graph_parts, opening_part, position_part, reach_part, substance_part, wording_part
from sentencerank.language import Wording
from sentencerank.options import Options
from sentencerank.outcome import outcome
from sentencerank.pagerank import pagerank
from sentencerank.query import ANSWER, Query
from sentencerank.ranking import Ranking
from sentencerank.salience import salience
from sentencerank.selection import (
    density,
    even,
    marginal_relevance,
    round_robin,
    standing,
    unit_range,
    weighted_round_robin,
)
from sentencerank.sentence_graph import sentence_graph
from sentencerank.stretches import Stretch, merged, renumbered, scores_by_stretch, stretched
from sentencerank.structure import PRIOR, Location, custom_ranks, genre, location_ranks, sentence_bias, term_bias
from sentencerank.term_graph import term_graph
from sentencerank.terms import Terms
from sentencerank.wmd import distances_of, exact_wmd, gaussian_similarity, lexical_distance, relaxed_wmd, similarity

PAIRED = 4096  # terms up to which the cosines of all pairs are computed once, for both graphs: 64 MB


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """What of a document depends neither on its structure nor on a query: terms, graphs, distances."""

    document: Document
    options: Options
    body: Body
    terms: Terms  # of all sentences
    live: Terms  # of those inside the graphs
    vectors: Vectors | None  # unit rows, one per term
    words: Ids  # per sentence
    wording: Sequence[Wording]  # per sentence
    term_graph: Edges
    stretches: tuple[Stretch, ...]  # of the live sentences, with their sim_P and their graph


def prepare(
    document: Document,
    terms: Terms,
    vectors: Vectors | None,
    wording: Sequence[Wording],
    options: Options,
    *,
    threshold: float,
    phrase_threshold: float,
) -> Prepared:
    """Build both graphs (§4). `vectors` are unit rows, or None where the language has none."""
    words = np.array([word_count(sentence.text) for sentence in document.sentences], dtype=np.intp)
    body = find_body(
        document, terms, words, clean=options.clean, collapse=options.collapse, min_words=options.min_words
    )
    live = body.terms
    if vectors is not None:
        vectors = vectors * live.used[:, None]  # a term of a heading alone takes no part
    cosines = None if vectors is None or len(vectors) > PAIRED else vectors @ vectors.T
    return Prepared(
        document=document,
        options=options,
        body=body,
        terms=terms,
        live=live,
        vectors=vectors,
        words=words,
        wording=wording,
        term_graph=term_graph(
            live,
            vectors if options.semantic_edges else None,
            window=options.window,
            threshold=threshold if options.threshold is None else options.threshold,
            phrase_threshold=phrase_threshold if options.phrase_threshold is None else options.phrase_threshold,
            across_sentences=options.across_sentences,
            cosines=cosines,
        ),
        stretches=tuple(
            _stretch(start, end, shared, live, vectors, cosines, options)
            for (start, end), shared in zip(pairwise(body.bounds), body.shared, strict=True)
        ),
    )


def rank_prepared(
    prepared: Prepared,
    *,
    location: Location | None = None,
    query: Query | None = None,
    notes: tuple[str, ...] = (),
) -> Ranking:
    """Score, cluster and select (§5 to §7)."""
    options, body = prepared.options, prepared.body
    structure = _structure(prepared) if options.structure == "auto" else options.structure
    count = len(body.prose)
    places = custom_ranks(location, count) if location else location_ranks(structure, count)
    places = places[np.searchsorted(body.prose, body.live)]

    near_query = None if query is None else ANSWER + query.terms
    bias = term_bias(prepared.live, None if options.unbiased else places, near_query)
    term_scores = _pagerank(prepared.term_graph, bias, int(prepared.live.used.sum()), options)
    sal = salience(prepared.live, term_scores, elevate=options.softplus)
    centrality = None
    if options.sentence_graph:
        near_query = None if query is None else ANSWER + query.sentences
        bias = sentence_bias(np.ones(len(places)) if options.unbiased else places, near_query)
        centrality = _centrality(prepared, bias)
    parts = _parts(prepared, sal, centrality, places, structure, query)
    scores = sum(parts.values(), start=np.zeros(len(body.live)))
    clusters, remarks = _clusters(prepared, scores)
    order, held_back = _select(prepared, scores, clusters)
    if options.even and query is None:
        sections = np.array([prepared.document.sentences[i].section for i in body.live.tolist()], dtype=np.intp)
        order = even(order, sections, prepared.words[body.live])
    return outcome(
        document=prepared.document,
        options=options,
        live=body.live,
        copy_of=body.copy_of,
        terms=prepared.terms,
        term_scores=term_scores,
        wording=prepared.wording,
        parts=parts,
        clusters=clusters,
        order=order,
        held_back=held_back,
        stretches=prepared.stretches,
        centrality=centrality,
        structure=structure,
        query=query.text if query else None,
        notes=notes + remarks + stretched(body.bounds),
    )


def _stretch(
    start: int,
    end: int,
    shared: Similarity,
    terms: Terms,
    vectors: Vectors | None,
    cosines: Vectors | None,
    options: Options,
) -> Stretch:
    """Compare consecutive sentences: sim_P and, unless the model goes without it, the sentence graph (§4.3)."""
    if end - start < len(terms.counts):
        terms, used = terms.of_sentences(np.arange(start, end)).alone()
        vectors, cosines = None if vectors is None else vectors[used], None
    near = similarity(_distances(terms, vectors, cosines, options))
    graph = None
    if options.sentence_graph:
        graph = sentence_graph(shared, terms.counts, near if options.semantic_edges else None, nearest=options.nearest)
    return Stretch(start, end, near, graph)


def _centrality(prepared: Prepared, bias: Scores) -> Scores:
    """W' of the sentences, by their graph or the graphs of their stretches."""
    graphs = [stretch.graph for stretch in prepared.stretches]
    options = prepared.options

    def walk(k: int, here: Scores) -> Scores:
        graph = graphs[k]
        assert graph is not None
        return pagerank(graph, here, damping=options.damping, leak=options.leak)

    scores = scores_by_stretch(prepared.body.bounds, bias, options.damping, walk)
    return scores * len(bias) if options.scale == "mean" else scores


def _distances(terms: Terms, vectors: Vectors | None, cosines: Vectors | None, options: Options) -> Distances:
    if vectors is None:
        return lexical_distance(terms)
    return exact_wmd(terms, vectors) if options.wmd == "exact" else relaxed_wmd(terms, vectors, cosines)


def _structure(prepared: Prepared) -> str:
    """What `structure="auto"` means for this document."""
    prose = prepared.body.prose
    wording = [prepared.wording[i] for i in prose.tolist()]
    count = max(len(prose), 1)
    short = prose[prepared.words[prose] < 4].tolist()
    return genre(
        len(prose),
        announcing=sum(words.announces for words in wording) / count,
        talking=sum(words.talks for words in wording) / count,
        fragments=sum(map(prepared.document.is_line, short)) / count,
    )


def _pagerank(graph: Edges | Similarity, bias: Scores, count: int, options: Options) -> Scores:
    """W' on the scale of the reading: `count` scores that average one, or sum to one (docs/decisions/0002)."""
    scores = pagerank(graph, bias, damping=options.damping, leak=options.leak)
    return scores * count if options.scale == "mean" else scores


def _parts(
    prepared: Prepared, sal: Scores, centrality: Scores | None, places: Scores, structure: str, query: Query | None
) -> dict[str, Scores]:
    """What a score is made of: F_s by Eq. (5), or our own reading of it (fusion.py)."""
    options, live = prepared.options, prepared.body.live
    if not options.fusion:
        return {"salience": sal} if centrality is None else {"salience": 0.5 * sal, "centrality": 0.5 * centrality}
    conversation = structure == "conversation"
    parts = graph_parts(sal, centrality)
    if query is None:
        parts["position"] = position_part(places, prepared.words[live], options.position * PRIOR[structure])
        parts["opening"] = opening_part(prepared.live, options.opening * PRIOR[structure])
        parts["reach"] = reach_part(prepared.live, options.reach)
    else:  # what is asked takes the place of where it stands and of what the text as a whole is about
        parts["query"] = options.position * (query.sentences - query.sentences.sum() / max(len(live), 1))
    parts["substance"] = substance_part(prepared.words[live], options.substance, conversation=conversation)
    wording = [prepared.wording[i] for i in live.tolist()]
    parts["wording"] = wording_part(wording, options.cue, conversation=conversation)
    return parts


def _clusters(prepared: Prepared, scores: Scores) -> tuple[Labels, tuple[str, ...]]:
    """Subtopics of the live sentences, stretch by stretch (§6), and a remark where another method had to serve."""
    if prepared.options.clustering == "none":
        return np.zeros(len(scores), dtype=np.intp), ()
    found = [
        _subtopics(stretch.similarity, scores[stretch.sentences], prepared.options, len(prepared.stretches))
        for stretch in prepared.stretches
    ]
    remarks = dict.fromkeys(remark for _, remark in found if remark)
    return renumbered([labels for labels, _ in found]), tuple(remarks)


def _subtopics(near: Similarity, scores: Scores, options: Options, stretches: int) -> tuple[Labels, str]:
    count = len(scores)
    if options.clustering == "exemplar":
        bound = options.max_clusters if stretches == 1 else max(2, options.max_clusters // stretches)
        few = min(topic_count(count), bound)
        first, _ = marginal_relevance(standing(scores), near, trade=0.5, count=few)
        return exemplar_clusters(near, first), ""
    if options.clustering == "affinity" and count <= options.affinity_limit:
        for damping, patience in ((0.5, 25), (0.9, 100)):  # the second where the first oscillates
            labels = affinity_clusters(near, damping=damping, patience=patience)
            if labels is not None:
                return labels, ""
    wanted = cluster_count(count, options.max_clusters)
    labels = spectral_clusters(gaussian_similarity(distances_of(near), options.gamma), count=wanted)
    if options.clustering == "spectral":
        return labels, ""
    return labels, f"Spectral clustering stood in for affinity propagation ({count} sentences)."


def _select(prepared: Prepared, scores: Scores, clusters: Labels) -> tuple[Order, Scores]:
    """One prefix-nested order of the live sentences (§7), and what each lost to those before it."""
    options = prepared.options
    scores = _per_length(prepared, scores)
    if options.selection == "marginal_relevance":
        return _marginal_relevance(prepared, standing(scores))
    turns = weighted_round_robin if options.selection == "weighted_round_robin" else round_robin
    return turns(scores, clusters), np.zeros(len(scores))


def _marginal_relevance(prepared: Prepared, relevance: Scores) -> tuple[Order, Scores]:
    """Every stretch for itself, then merged by what each sentence was worth at its turn."""
    trade = prepared.options.trade
    orders: list[Order] = []
    lost = np.zeros(len(relevance))
    for stretch in prepared.stretches:
        here = stretch.sentences
        order, lost[here] = marginal_relevance(relevance[here], unit_range(stretch.similarity), trade=trade)
        orders.append(stretch.start + order)
    if len(orders) == 1:
        return orders[0], lost
    return merged(orders, [trade * relevance[order] - lost[order] for order in orders]), lost


def _per_length(prepared: Prepared, scores: Scores) -> Scores:
    """Scores divided by length, as far as the reading does so (docs/decisions/0001)."""
    norm, live = prepared.options.length_norm, prepared.body.live
    if norm == "none":
        return scores
    if norm == "words":
        return density(scores, prepared.words[live].astype(np.float64))
    characters = np.array([prepared.document.sentences[i].length for i in live.tolist()], dtype=np.float64)
    return density(scores, np.sqrt(characters) if norm == "sqrt" else characters)
