"""The paper on one page: from the terms of a document to its ranking.

    terms ─► term graph ─► PageRank-1 ─► salience ─┐
      │                                            ├─► F_s ─► selection ─► order
      └► WMD ─► sentence graph ─► PageRank-2 ──────┘             ▲
           └──────────────► subtopics ───────────────────────────┘

`prepare` does what depends on the document alone, `rank_prepared` what a structure changes; a document that
is loaded already is ranked for another structure by the second alone. Queries are answered beside it (query.py).
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from sentencerank.frozen import dataclass
from sentencerank.method.analysis import Analysis, Told
from sentencerank.method.arrays import Distances, Edges, Ids, Mask, Scores, Similarity, Vectors, several
from sentencerank.method.baselines import BASELINES
from sentencerank.method.candidates import Candidates, find_candidates, find_prose
from sentencerank.method.chunks import Chunk, bounds_of, note_on_chunks, scores_by_chunk
from sentencerank.method.clustering import CLUSTERINGS, Limits
from sentencerank.method.fusion import (
    ENOUGH_WORDS,
    bounded,
    centred,
    defining,
    graph_parts,
    half_sentences,
    layout_part,
    likeness_part,
    openings,
    position_part,
    substance_part,
    telling,
    wording_part,
)
from sentencerank.method.graphs import sentence_graph, term_graph, words_in_phrases
from sentencerank.method.likeness import centroid_likeness, support, tf_idf_rows
from sentencerank.method.options import Options
from sentencerank.method.pagerank import pagerank
from sentencerank.method.result import Result, Scored, result_for_all
from sentencerank.method.salience import combined, salience
from sentencerank.method.selection import LENGTH_NORMS, SELECTIONS, by_score, even, whole_first
from sentencerank.method.structures import (
    Detected,
    Location,
    Signs,
    Structure,
    custom_ranks,
    detect_structure,
    location_ranks,
    sentence_bias,
    structure_of,
    term_bias,
)
from sentencerank.method.terms import Terms
from sentencerank.method.wmd import DISTANCES, encoded_distance, lexical_distance, similarity

PAIRED = 4096  # terms up to which the cosines of all pairs are computed once: 64 MB
SHORT = 4  # words; a line of fewer is a fragment


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """What of a document does not depend on its structure: candidates, graphs, distances."""

    analysis: Analysis
    options: Options
    candidates: Candidates
    told: Told  # by the wording of the candidates
    vectors: Vectors | None  # unit rows, one per term; zeros for terms outside the graphs
    term_graph: Edges
    chunks: tuple[Chunk, ...]  # of the candidates, with their sim_P and their graph


def prepare(analysis: Analysis, options: Options) -> Prepared:
    """Build both graphs (§4)."""
    candidates = find_candidates(analysis, clean=options.clean, collapse=options.collapse, min_words=options.min_words)
    terms, vectors = candidates.terms, analysis.vectors
    if vectors is not None and not terms.used.all():
        # A term that only headings contain takes no part.
        vectors = vectors * terms.used[:, None]
    cosines = _cosines(vectors)
    encoded = analysis.encoded if options.similarity == "encoder" else None
    encoded = None if encoded is None else encoded[candidates.indices]
    delta, phrase_delta = options.threshold, options.phrase_threshold
    return Prepared(
        analysis=analysis,
        options=options,
        candidates=candidates,
        told=analysis.told.of(candidates.indices),
        vectors=vectors,
        term_graph=term_graph(
            terms,
            vectors if options.semantic_edges else None,
            window=options.window,
            threshold=analysis.threshold if delta is None else delta,
            phrase_threshold=analysis.phrase_threshold if phrase_delta is None else phrase_delta,
            across_sentences=options.across_sentences,
            cosines=cosines,
        ),
        chunks=tuple(
            _chunk(start, end, shared, terms, vectors, cosines, encoded, options)
            for (start, end), shared in zip(pairwise(candidates.bounds), candidates.shared, strict=True)
        ),
    )


def rank_prepared(prepared: Prepared, *, location: Location | None = None) -> Result:
    """Score, cluster and select (§5 to §7)."""
    options, analysis, candidates = prepared.options, prepared.analysis, prepared.candidates
    terms, inside = candidates.terms, candidates.indices
    structure, reason = _structure(prepared)
    built = structure_of(structure)
    count = len(candidates.prose)
    places = custom_ranks(location, count) if location else location_ranks(structure, count)
    places = places[candidates.prose.searchsorted(inside)]
    words = analysis.words[inside]

    biased = not options.unbiased and (built.biased or not options.fusion)
    bias = term_bias(terms, places if biased else None)
    term_scores = _pagerank(prepared.term_graph, bias, int(terms.used.sum()), options)
    sal = salience(terms, term_scores, elevate=options.softplus)
    centrality = None
    if options.sentence_graph:
        bias = sentence_bias(places if biased else np.ones(len(places)))
        centrality = _centrality(prepared, bias)

    parts = combined(sal, centrality)
    if options.fusion:
        parts = graph_parts(sal, centrality) | bounded(_signs(prepared, places, built))
    scores = sum(parts.values(), start=np.zeros(len(candidates)))
    limits = Limits(options.max_clusters, options.affinity_limit, options.gamma)
    clusters, notes = CLUSTERINGS[options.clustering](prepared.chunks, scores, limits)
    scores = LENGTH_NORMS[options.length_norm](scores, words, analysis.characters[inside])
    trade = built.trade if options.trade is None else options.trade
    order, penalty = SELECTIONS[options.selection](scores, clusters, prepared.chunks, trade)
    if options.even:
        order = even(order, analysis.sections[inside], words)
    if options.fusion and options.whole:
        says = telling(analysis, prepared.told, inside, spoken=built.spoken, ruled=built.rules > 0)
        says &= parts["whole"] == 0
        leans = None if built.spoken else _leaning(analysis, prepared.told, inside, says)
        # Who looks something up reads what is said first, then what is said of it.
        paragraphs = analysis.paragraphs[inside] if built.definitions else None
        order = whole_first(order, says, words, leans, paragraphs)
    scored = Scored(parts, term_scores, clusters, order, penalty, centrality, prepared.chunks)
    notes += note_on_chunks(candidates.bounds)
    return result_for_all(analysis, candidates, scored, Detected(structure, reason), notes)


def rank_baseline(analysis: Analysis, options: Options) -> Result:
    """Rank by one of the plain methods, over the sentences that the reading lets in."""
    terms, baseline = analysis.terms, BASELINES[options.baseline]
    prose = find_prose(analysis, clean=options.clean)
    inside = prose[terms.counts[prose] > 0] if baseline.needs_terms else prose
    chunked = bounds_of(analysis.sections[inside], analysis.paragraphs[inside])
    bounds = chunked if baseline.needs_terms else [0, len(inside)]
    own, words = terms.of_sentences(inside), analysis.words[inside]

    def walk(k: int, uniform: Scores) -> Scores:
        here = np.arange(bounds[k], bounds[k + 1])
        part = own if len(here) == len(inside) else own.of_sentences(here).alone()[0]
        return baseline.scores(part, words[here], options.seed)

    scores = scores_by_chunk(bounds, np.full(len(inside), 1.0 / max(len(inside), 1)), options.damping, walk)
    copy_of = np.full(len(analysis), -1, dtype=np.intp)
    scored = Scored(
        parts={options.baseline: scores},
        term_scores=np.bincount(terms.ids, minlength=len(terms.names)).astype(np.float64),
        clusters=np.zeros(len(inside), dtype=np.intp),
        order=by_score(scores),
        penalty=np.zeros(len(inside)),
    )
    candidates = Candidates(prose, inside, copy_of, bounds, own, ())
    return result_for_all(analysis, candidates, scored, Detected("none", ""), note_on_chunks(bounds))


def _chunk(
    start: int,
    end: int,
    shared: Similarity,
    terms: Terms,
    vectors: Vectors | None,
    cosines: Vectors | None,
    encoded: Vectors | None,
    options: Options,
) -> Chunk:
    """Compare consecutive sentences: sim_P and, unless the model goes without it, the sentence graph (§4.3)."""
    if end - start < len(terms.counts):
        terms, used = terms.of_sentences(np.arange(start, end)).alone()
        vectors = None if vectors is None else vectors[used]
        cosines = _cosines(vectors)
    if encoded is not None:
        near = similarity(encoded_distance(encoded[start:end]))
    elif options.vectors == "tf-idf":
        rows = tf_idf_rows(terms)
        near = np.clip(rows @ rows.T, 0.0, 1.0)
    else:
        near = similarity(_distances(terms, vectors, cosines, options.wmd))
    graph = None
    if options.sentence_graph:
        if len(terms.inside[0]):
            shared = shared + words_in_phrases(terms)
        graph = sentence_graph(shared, terms.counts, near if options.semantic_edges else None, nearest=options.nearest)
    return Chunk(start, end, near, graph, terms)


def _cosines(vectors: Vectors | None) -> Vectors | None:
    """The cosines of all pairs of terms; None where they would take too much memory, or where there are no vectors."""
    return None if vectors is None or len(vectors) > PAIRED else vectors @ vectors.T


def _distances(terms: Terms, vectors: Vectors | None, cosines: Vectors | None, wmd: str) -> Distances:
    return lexical_distance(terms) if vectors is None else DISTANCES[wmd](terms, vectors, cosines)


def _structure(prepared: Prepared) -> Detected:
    """The structure that was asked for, or what `structure="auto"` means for this document and why."""
    if prepared.options.structure != "auto":
        return Detected(prepared.options.structure, "")
    analysis, told, prose = prepared.analysis, prepared.analysis.told, prepared.candidates.prose
    count = max(len(prose), 1)
    sections, listed = analysis.sections[prose], analysis.listed[prose]
    paragraphs = len(set(analysis.paragraphs[prose].tolist()))
    return detect_structure(
        Signs(
            sentences=len(prose),
            sections=len(set(sections.tolist())),
            announcing=np.count_nonzero(told.flags("announces")[prose]) / count,
            addressing=sum(told.numbers("addresses")[prose].tolist()) / count,
            talking=np.count_nonzero(told.flags("talks")[prose]) / count,
            ruling=_ruling(told.flags("legal")[prose], sections),
            # Items of a list are short in any text.
            fragments=np.count_nonzero(analysis.lines[prose] & ~listed) / count,
            listed=np.count_nonzero(listed) / count,
            paragraph=count / paragraphs if paragraphs > 1 else 0.0,
        )
    )


def _ruling(legal: Mask, sections: Ids) -> float:
    """The share of legal sentences; 0 where all of them stand in one section, less than half of the text.

    That is the licence at the end of a README.
    """
    ruling = sections[legal]
    if not len(ruling) or (not several(ruling) and 2 * np.count_nonzero(sections == ruling[0]) < len(sections)):
        return 0.0
    return len(ruling) / len(sections)


def _pagerank(graph: Edges | Similarity, bias: Scores, count: int, options: Options) -> Scores:
    """W' on the scale of the reading: `count` scores that average one, or sum to one (docs/decisions/0002)."""
    scores = pagerank(graph, bias, damping=options.damping, leak=options.leak)
    return scores * count if options.scale == "mean" else scores


def _centrality(prepared: Prepared, bias: Scores) -> Scores:
    """W' of the sentences, by their graph or the graphs of their chunks."""
    graphs = [chunk.graph for chunk in prepared.chunks]
    options = prepared.options

    def walk(k: int, here: Scores) -> Scores:
        graph = graphs[k]
        assert graph is not None
        return pagerank(graph, here, damping=options.damping, leak=options.leak)

    scores = scores_by_chunk(prepared.candidates.bounds, bias, options.damping, walk)
    return scores * len(bias) if options.scale == "mean" else scores


def _signs(prepared: Prepared, places: Scores, built: Structure) -> dict[str, Scores]:
    """The plain signs that our own reading adds to the two halves of Eq. (5) (fusion.py)."""
    options, analysis, inside = prepared.options, prepared.analysis, prepared.candidates.indices
    terms, words = prepared.candidates.terms, analysis.words[inside]
    parts: dict[str, Scores] = {}
    parts["position"] = position_part(places, words, options.position * built.prior)
    opened, reach = openings(terms)
    parts["opening"] = centred(opened, options.opening * built.prior)
    paragraphs = analysis.paragraphs[inside]
    parts["layout"] = layout_part(analysis.sections[inside], paragraphs, options.layout * built.layout)
    parts["reach"] = centred(reach, options.reach)
    parts["substance"] = substance_part(words, options.substance * built.substance)
    told = prepared.told
    defines = defining(told, terms) if built.definitions else None
    parts["wording"] = wording_part(
        told, defines, options.cue, findings=built.findings, rules=built.rules, definitions=built.definitions,
        address=built.address,
    )  # fmt: skip
    # Where the first place says little, what the whole text is about says more.
    parts["centroid"] = likeness_part(centroid_likeness(terms), words, options.centroid * (1.0 - built.prior))
    if options.support:
        parts["support"] = likeness_part(_support(prepared), words, options.support)
    parts["whole"] = np.where(half_sentences(told, paragraphs), -options.whole, 0.0)
    return parts


def _leaning(analysis: Analysis, told: Told, inside: Ids, says: Mask) -> Ids:
    """The candidate that each candidate leans on: -1 for none, and its own number where that one takes no part.

    What leans on a heading, on code or on a table takes no part of the text before it, unless the text begins with it:
    what comes before the first sentence that `says` something is its title. So does a short answer that has no word of
    its question.
    """
    leans = np.full(len(inside), -1)
    begins = (says & ~told.flags("named")).nonzero()[0]
    start = int(begins[0]) + 1 if len(begins) else 1
    depending = told.flags("depends")[start:].nonzero()[0] + start
    if len(depending):
        before = analysis.depends_on[inside[depending]]
        places = inside.searchsorted(before)
        leans[depending] = np.where((before >= 0) & (inside[places] == before), places, depending)
    answers = analysis.told.flags("asks")[inside[start:] - 1].nonzero()[0] + start
    for answer in answers.tolist():
        if _is_bare(analysis, inside[answer]):
            leans[answer] = answer
    return leans


def _is_bare(analysis: Analysis, sentence: int) -> bool:
    """Whether a sentence is short and has no term of the one before."""
    if analysis.words[sentence] >= ENOUGH_WORDS:
        return False
    terms = analysis.terms
    return set(terms.of(sentence).tolist()).isdisjoint(terms.of(sentence - 1).tolist())


def _support(prepared: Prepared) -> Scores:
    """How alike the nearest sentences are: by their vectors, or by the tf-idf of their words."""
    meanings, candidates = prepared.analysis.meanings, prepared.candidates
    if meanings is not None:
        return support(meanings[candidates.indices], prepared.chunks)
    if prepared.options.vectors == "tf-idf":
        return support(tf_idf_rows(candidates.terms), prepared.chunks)
    return np.zeros(len(candidates))
