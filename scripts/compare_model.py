"""What the vectors of a model are worth on judged sets: the default ranking with it and without any.

    python -m scripts.compare_model MODEL ../shared/benchmarks/german_dev.jsonl [--queries queries_dev.jsonl]

It prints the table of results/languages.md, "German vectors". R is the mean of ROUGE-1, -2 and -SU4 recall at the
budget of the set (scripts/all_sets.py), area, ρ and AP judge the order of all sentences. Of questions in the language
of the model it is the share of the evidence that is kept in 10 to 30 % of the words. Differences are with − without,
with paired 95 % bootstrap intervals, and bold where the interval has no 0.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from scripts.all_sets import BUDGETS, COLUMNS, Ranks, cell, score_set

from sentencerank.asking.index import index_document
from sentencerank.asking.sections import Sections
from sentencerank.evaluate.cases import read_cases
from sentencerank.evaluate.query_cases import QueryCase, read_query_cases
from sentencerank.evaluate.query_scores import score_queries
from sentencerank.evaluate.query_systems import Orders, QuerySystem
from sentencerank.evaluate.significance import difference_interval
from sentencerank.evaluate.subjects import Subject, subjects
from sentencerank.languages.language import read_sentences
from sentencerank.languages.registry import language_of
from sentencerank.method.arrays import Order
from sentencerank.model.model import Model, load, without_vectors
from sentencerank.ranker import Ranker


def ranks_by(model: Path | None) -> Ranks:
    """Return what ranks a subject with a model, or without any."""
    ranker = Ranker(vectors="none") if model is None else Ranker(model=model)

    def rank(subject: Subject) -> Order | None:
        return ranker.rank(subject.document).order

    return rank


def answers_by(model: Model) -> QuerySystem:
    """Return what ranks the sentences of a case for its question with a model."""

    def rank(case: QueryCase) -> Orders:
        titles = [case.titles[chunk] for chunk in case.chunk_of]
        document = read_sentences(case.sentences, model.language)
        answers = index_document(document, model, Sections(list(case.chunk_of), titles)).ask(case.query)
        return [list(range(len(case.sentences))) if answers is None else answers.order.tolist()]

    return QuerySystem(model.name, rank)


def judged_rows(model: Path, paths: Sequence[Path]) -> Iterator[tuple[str, str, list[float], list[float]]]:
    """Yield set, measure and the values of all documents: with the model, and without."""
    for path in paths:
        found, _ = subjects(list(read_cases(path)))
        rows = score_set(found, BUDGETS.get(path.stem, "100w"), {"with": ranks_by(model), "without": ranks_by(None)})
        for measure in COLUMNS:
            left, right = ([row[measure] for row in rows[name]] for name in ("with", "without"))
            if not np.isnan(left).all():
                yield path.stem, measure, left, right


def asked_rows(model: Path, path: Path) -> Iterator[tuple[str, str, list[float], list[float]]]:
    """Yield the same of questions."""
    loaded = load(model)
    code = loaded.language.code
    cases = [case for case in read_query_cases([path]) if case.language == code]
    systems = (answers_by(loaded), answers_by(without_vectors(language_of(code))))
    left, right = (one for one in score_queries(cases, systems) if one.system in {each.name for each in systems})
    yield f"questions ({left.name})", "evidence", left.small.tolist(), right.small.tolist()


def main() -> None:
    """Score with and without, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("data", type=Path, nargs="+", help="judged sets in the language of the model")
    parser.add_argument("--queries", type=Path, help="questions with their evidence")
    arguments = parser.parse_args()
    print("| set | measure | documents | without | with | difference |\n| --- | --- | ---: | ---: | ---: | ---: |")
    rows = list(judged_rows(arguments.model, arguments.data))
    rows += asked_rows(arguments.model, arguments.queries) if arguments.queries else []
    for name, measure, with_model, without in rows:
        pairs = [pair for pair in zip(with_model, without, strict=True) if not np.isnan(pair).any()]
        left, right = zip(*pairs, strict=True)
        gap = difference_interval(left, right)
        shown = cell((100 * gap.mean, 100 * gap.low, 100 * gap.high))
        print(
            f"| {name} | {measure} | {len(pairs)} | {100 * np.mean(right):.1f} | {100 * np.mean(left):.1f} | {shown} |"
        )


if __name__ == "__main__":
    main()
