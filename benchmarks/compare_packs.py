"""What the parts of a language are worth: English ranked with less and less of them, and with vectors of the document.

    python benchmarks/compare_packs.py summeval.jsonl gum_dev.jsonl
    python benchmarks/compare_packs.py --language de german_dev.jsonl    with and without the tagger of the language

Files of judged documents, as `sentencerank evaluate` takes them. ROUGE-1, -2, -SU4 recall at 100 words; differences to
the first line, with 95 % intervals over documents.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from sentencerank.analysing import analyse
from sentencerank.document import Document
from sentencerank.evaluate.cases import Case, read_cases
from sentencerank.evaluate.rouge import Rouge
from sentencerank.languages.english import load_english
from sentencerank.languages.language import Pack, read_sentences, read_text
from sentencerank.languages.packed import Packed
from sentencerank.languages.registry import known_packs
from sentencerank.method.analysis import Analysis
from sentencerank.method.arrays import Vectors
from sentencerank.method.options import READINGS
from sentencerank.method.ssr import prepare, rank_prepared
from sentencerank.method.terms import Terms
from sentencerank.model.embeddings import unit
from sentencerank.model.model import Model, load, without_vectors

WORDS, DIMENSIONS = 100, 50
ENGLISH = load_english()
LISTED = " ".join(sorted(ENGLISH.stopwords))
PACKS = {
    "stop words, stems": Pack(code="xx", stopwords=LISTED, stemmer="english"),
    "stop words": Pack(code="xx", stopwords=LISTED),
    "learnt stop words, stems": Pack(code="xx", stemmer="english"),
    "learnt stop words": Pack(code="xx"),
    "nothing": Pack(code="xx", stopwords="-"),
}


def learn_vectors(kind: str, terms: Terms) -> Vectors | None:
    """Vectors learnt from the document itself: latent semantic analysis, or factored mutual information."""
    sentences, ids = terms.distinct
    if len(terms.names) < 5:
        return None
    table = np.zeros((len(terms.names), len(terms.bounds) - 1))
    table[ids, sentences] = 1
    if kind == "LSA":
        weights = np.log(table.shape[1] / table.sum(axis=1).clip(1)) + 0.1
        left, strengths, _ = np.linalg.svd(table * weights[:, None], full_matrices=False)
        found = left[:, :DIMENSIONS] * strengths[:DIMENSIONS]
    else:
        together = table @ table.T
        np.fill_diagonal(together, 0)
        margin = together.sum(axis=1)
        expected = np.outer(margin, margin) / max(together.sum(), 1)
        ratio = np.divide(together, expected, out=np.ones_like(together), where=expected > 0)
        values, vectors = np.linalg.eigh(np.log(ratio.clip(1)))
        best = np.argsort(-np.abs(values))[:DIMENSIONS]
        found = vectors[:, best] * np.sqrt(np.abs(values[best]))
    return unit(found.astype(np.float32))


def with_learnt_vectors(kind: str, share: float, analysis: Analysis) -> Analysis:
    """The same document with its own vectors; the share of pairs that are alike decides, as it does for any table."""
    vectors, delta = learn_vectors(kind, analysis.terms), 1.0
    if vectors is not None:
        delta = float(np.quantile((vectors @ vectors.T)[np.triu_indices(len(vectors), 1)], 1 - share))
    return replace(analysis, vectors=vectors, threshold=delta, phrase_threshold=delta)


def tagged_variants(code: str) -> Iterator[tuple[str, Model, Callable[[Analysis], Analysis]]]:
    """A language as it is, and without its parts of speech."""
    pack = known_packs()[code]
    for name, one in (("with parts of speech", pack), ("without", replace(pack, tagger=""))):
        yield f"{pack.name}, {name}", without_vectors(Packed(one)), lambda analysis: analysis


def variants() -> Iterator[tuple[str, Model, Callable[[Analysis], Analysis]]]:
    """What is compared: a name, a model, and what changes an analysis. The first one is the base of the differences."""
    bare = without_vectors(ENGLISH)
    yield "English without vectors", bare, lambda analysis: analysis
    yield "with the vectors of the package", load(), lambda analysis: analysis
    for name, pack in PACKS.items():
        yield f"without vectors, {name}", without_vectors(Packed(pack)), lambda analysis: analysis
    for kind in ("LSA", "PPMI"):
        for share in (0.004, 0.02):
            name = f"vectors of the document, {kind}, {share:.1%} alike"
            yield name, bare, partial(with_learnt_vectors, kind, share)


def best_sentences(case: Case, reading: str, model: Model, change: Callable[[Analysis], Analysis]) -> list[str]:
    """The sentences of a case that a variant ranks first."""
    document: Document
    if case.sentences:
        document = read_sentences(case.sentences, model.language)
    else:
        document = read_text(case.text or "", model.language)
    options = READINGS[reading]
    analysis = analyse(document, model, options)
    order = rank_prepared(prepare(change(analysis), options)).order
    return [document.sentences[i].text for i in order[: WORDS // 5].tolist()]


def main(paths: Sequence[str], language: str) -> None:
    """Print a table for each reading."""
    cases = [case for path in paths for case in read_cases(path) if any(one.text for one in case.references)]
    rouges = [
        Rouge([one.text for one in case.references if one.text], word_limit=WORDS, longest=False) for case in cases
    ]
    for reading in ("best", "paper"):
        print(f"\n| {reading}, {len(cases)} documents | R-1 | R-2 | SU4 | R-1 − first | R-2 − first | CPU s |")
        print("|---|---|---|---|---|---|---|")
        first = None
        for name, model, change in variants() if language == "en" else tagged_variants(language):
            begin = time.process_time()
            rows = []
            for case, rouge in zip(cases, rouges, strict=True):
                score = rouge.score(best_sentences(case, reading, model, change))
                rows.append((score.rouge_1.recall, score.rouge_2.recall, score.rouge_su4.recall))
            found = 100 * np.array(rows)
            first = found if first is None else first
            apart, wide = (found - first).mean(axis=0), 1.96 * (found - first).std(axis=0) / len(cases) ** 0.5
            means = " | ".join(f"{value:.2f}" for value in found.mean(axis=0))
            apart_said = " | ".join(f"{apart[k]:+.2f} ± {wide[k]:.2f}" for k in (0, 1))
            print(f"| {name} | {means} | {apart_said} | {time.process_time() - begin:.1f} |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--language", default="en", help="what the documents are in")
    parser.add_argument("paths", nargs="+", metavar="FILE")
    given = parser.parse_args()
    main(given.paths, given.language)
