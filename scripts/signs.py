"""Look for signs of importance that `best` does not know yet: what explains the references beyond its parts?

    python scripts/signs.py ../shared/benchmarks/*.jsonl

A sentence is worth what it alone has of the references (mean of R-1, R-2 and R-SU4 recall), or its votes where judges
chose sentences. That worth and every plain sign below are standardised within the document and freed, by least squares
over the whole set, of what the parts of `best` and the length say already. What is left of both is correlated; in
brackets r·√n, which chance brings to 2 about once in twenty. A sign worth trying points the same way everywhere.
Whether it helps to *select* sentences is another question: `sentencerank evaluate --ablations` answers it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np

import sentencerank as sr
from sentencerank.evaluate.cases import Case, read_cases
from sentencerank.evaluate.rouge import Rouge
from sentencerank.method.fusion import openings, standardised
from sentencerank.method.ssr import Prepared

_FUNCTION = re.compile(
    r"\b(?:the|an?|of|to|in|for|on|and|or|but|with|at|by|from|is|was|are|were|be|been|has|have|had|not)\b",
    re.IGNORECASE,
)
_THIRD = re.compile(r"\b(?:he|she|they|his|her|their|him|them)\b", re.IGNORECASE)
SIGNS: dict[str, Callable[[str], float]] = {
    "names": lambda text: len(re.findall(r"(?<!^)\b[A-Z][a-z]+", text)),
    "numbers": lambda text: len(re.findall(r"\d+", text)),
    "quoted": lambda text: any(mark in text for mark in '"“”'),
    "question": lambda text: "?" in text,
    "brackets": lambda text: "(" in text,
    "commas": lambda text: text.count(","),
    "function words": lambda text: _share(text, _FUNCTION),
    "he, she, they": lambda text: _share(text, _THIRD),
    "said": lambda text: bool(re.search(r"\b(?:said|says|told|according)\b", text)),
    "not": lambda text: bool(re.search(r"\b(?:not|no|never)\b|n't\b", text)),
    "because": lambda text: bool(re.search(r"\b(?:because|therefore|thus|due)\b", text)),
    "length of words": lambda text: len(text) / max(len(text.split()), 1),
}


def _share(text: str, words: re.Pattern[str]) -> float:
    return len(words.findall(text)) / max(len(text.split()), 1)


def signs_of_terms(prepared: Prepared) -> dict[str, np.ndarray]:
    """Return the signs that need to know where in the document a term occurs."""
    terms = prepared.candidates.terms
    sentence, term = terms.distinct
    count = len(terms.counts)
    sizes = np.maximum(np.bincount(sentence, minlength=count), 1)
    holders = np.bincount(term, minlength=len(terms.names))
    rows = np.zeros((count, len(terms.names)))
    rows[sentence, term] = np.log(count / holders[term])
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    cosines = rows @ rows.T
    np.fill_diagonal(cosines, 0.0)

    def mean(values: np.ndarray) -> np.ndarray:
        return np.bincount(sentence, values, minlength=count) / sizes

    opening, reach = openings(terms)
    return {
        "opening": opening,
        "reach": reach,
        "never returns": mean(holders[term] == 1),
        "common terms": mean(np.log(holders[term])),
        "phrases": sizes * mean(terms.is_phrase[term]),
        "like the centroid": rows @ rows.mean(axis=0),
        "like later ones": np.triu(cosines).sum(axis=1),
        "like earlier ones": np.tril(cosines).sum(axis=1),
        "like the first": cosines[:, 0],
    }


def study(case: Case, ranker: sr.Ranker) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]] | None:
    """Return worth, what is known, and the signs, of the candidates of a document; None where there are too few."""
    prepared = ranker.prepare(list(case.sentences) if case.sentences else case.text or "")
    graphs = prepared.graphs
    if graphs is None or len(graphs.candidates) < 4:
        return None
    inside = graphs.candidates.indices
    texts = [prepared.document.sentences[i].text for i in inside.tolist()]
    votes = case.votes()
    if votes is not None and np.any(votes):
        worth = np.asarray(votes, dtype=np.float64)[inside]
    else:
        scorer = Rouge(case.summaries)
        found = [scorer.score((text,)) for text in texts]
        worth = np.array([score.rouge_1.recall + score.rouge_2.recall + score.rouge_su4.recall for score in found])
    words = graphs.analysis.words[inside].astype(np.float64)
    parts = [values[inside] for values in prepared.rank().parts.values()]
    place = 1 / np.sqrt(1.0 + np.arange(len(inside)))
    known = [standardised(values) for values in (*parts, place, words, np.log(words))]
    signs = {name: np.array([float(sign(text)) for text in texts]) for name, sign in SIGNS.items()}
    signs |= signs_of_terms(graphs)
    return standardised(worth), np.column_stack(known), {name: standardised(values) for name, values in signs.items()}


def left_over(values: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Return what linear and squared `known` do not explain."""
    basis, _ = np.linalg.qr(np.column_stack((known, known**2)))
    return values - basis @ (basis.T @ values)


def main() -> None:
    """Print the table, the signs that hold on every set first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="data sets in the plain case format")
    parser.add_argument("--without", default="opening,reach", help="parts of best to leave out of what is known")
    arguments = parser.parse_args()
    without = dict.fromkeys(filter(None, arguments.without.split(",")), 0.0)
    ranker = sr.Ranker(**without)  # type: ignore[arg-type]  # names of weights
    table: dict[str, list[tuple[float, float]]] = {}
    for path in arguments.data:
        studied = [found for case in read_cases(path) if (found := study(case, ranker))]
        known = np.concatenate([each[1] for each in studied])
        worth = left_over(np.concatenate([each[0] for each in studied]), known)
        for name in studied[0][2]:
            sign = left_over(np.concatenate([each[2][name] for each in studied]), known)
            r = float(worth @ sign / max(np.linalg.norm(worth) * np.linalg.norm(sign), 1e-12))
            table.setdefault(name, []).append((r, r * len(worth) ** 0.5))
    print(f"| sign | {' | '.join(path.stem for path in arguments.data)} |")
    print("|---|" + "---|" * len(arguments.data))
    for name, row in sorted(table.items(), key=lambda item: -abs(sum(np.sign(r) * min(abs(t), 4) for r, t in item[1]))):
        print(f"| {name} | {' | '.join(f'{r:+.2f} ({t:+.1f})' for r, t in row)} |")


if __name__ == "__main__":
    main()
