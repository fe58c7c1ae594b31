"""What the parts of a language are worth: English ranked with less and less of them, and with vectors of the document.

    python benchmarks/compare_packs.py summeval.jsonl gum_dev.jsonl

Files of judged documents, as `sentencerank evaluate` takes them. ROUGE-1, -2, -SU4 recall at 100 words; differences to
English without vectors, with 95 % intervals over documents.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from sentencerank import Ranker
from sentencerank.document import Document, Token
from sentencerank.evaluate.cases import Case, read_cases
from sentencerank.evaluate.rouge import Rouge
from sentencerank.languages.english import load_english
from sentencerank.languages.language import Language
from sentencerank.languages.pack import Pack
from sentencerank.languages.packed import Packed
from sentencerank.method.arrays import Vectors
from sentencerank.method.ssr import Prepared
from sentencerank.method.terms import Segmenter, Terms, find_terms
from sentencerank.model.embeddings import unit
from sentencerank.model.model import Model, without_vectors

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


class WithoutVectors(Ranker):
    """Reads everything in one language, without vectors."""

    def __init__(self, language: Language, reading: str) -> None:
        super().__init__(reading=reading, language=language)
        self._bare = without_vectors(language)

    def _model_for(self, code: str) -> Model:
        return self._bare


class WithLearntVectors(WithoutVectors):
    """With vectors learnt from the document itself: latent semantic analysis, or factored mutual information."""

    def __init__(self, reading: str, kind: str, share: float) -> None:
        super().__init__(ENGLISH, reading)
        self.kind, self.share = kind, share

    def _vectors(self, terms: Terms, model: Model) -> Vectors | None:
        sentences, ids = terms.distinct
        if len(terms.names) < 5:
            return None
        table = np.zeros((len(terms.names), len(terms.bounds) - 1))
        table[ids, sentences] = 1
        if self.kind == "LSA":
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

    def _prepare(
        self, document: Document, model: Model, tokens: Sequence[Sequence[Token]], segmenter: Segmenter | None
    ) -> Prepared:
        vectors = self._vectors(find_terms(tokens, segmenter), model)
        delta = 1.0
        if vectors is not None:  # the share of pairs that are alike decides, as it does for any table
            delta = float(np.quantile((vectors @ vectors.T)[np.triu_indices(len(vectors), 1)], 1 - self.share))
        return super()._prepare(document, replace(model, threshold=delta, phrase_threshold=delta), tokens, segmenter)


def rankers(reading: str) -> Iterator[tuple[str, Ranker]]:
    """What is compared; the first is what the others are compared with."""
    yield "English without vectors", WithoutVectors(ENGLISH, reading)
    yield "with the vectors of the package", Ranker(reading=reading, language="en")
    for name, pack in PACKS.items():
        yield f"without vectors, {name}", WithoutVectors(Packed(pack), reading)
    for kind in ("LSA", "PPMI"):
        for share in (0.004, 0.02):
            yield f"vectors of the document, {kind}, {share:.1%} alike", WithLearntVectors(reading, kind, share)


def scores(ranker: Ranker, case: Case, rouge: Rouge) -> tuple[float, float, float]:
    """Recall of the best sentences, cut at so many words."""
    found = rouge.score([sentence.text for sentence in ranker.rank(case.sentences or case.text or "").top(WORDS // 5)])
    return found.rouge_1.recall, found.rouge_2.recall, found.rouge_su4.recall


def main(paths: Sequence[str]) -> None:
    """Print a table for each reading."""
    cases = [case for path in paths for case in read_cases(path) if any(one.text for one in case.references)]
    rouges = [
        Rouge([one.text for one in case.references if one.text], word_limit=WORDS, longest=False) for case in cases
    ]
    for reading in ("best", "paper"):
        print(f"\n| {reading}, {len(cases)} documents | R-1 | R-2 | SU4 | R-1 − first | R-2 − first | CPU s |")
        print("|---|---|---|---|---|---|---|")
        first = None
        for name, ranker in rankers(reading):
            begin = time.process_time()
            found = 100 * np.array([scores(ranker, case, rouge) for case, rouge in zip(cases, rouges, strict=True)])
            first = found if first is None else first
            apart, wide = (found - first).mean(axis=0), 1.96 * (found - first).std(axis=0) / len(cases) ** 0.5
            means = " | ".join(f"{value:.2f}" for value in found.mean(axis=0))
            apart_said = " | ".join(f"{apart[k]:+.2f} ± {wide[k]:.2f}" for k in (0, 1))
            print(f"| {name} | {means} | {apart_said} | {time.process_time() - begin:.1f} |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
