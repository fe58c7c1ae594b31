"""Judge what stands first in everyday documents, and show which structure each text is taken for.

    python scripts/first_sentences.py ../shared/benchmarks/realdocs ../shared/benchmarks/*.jsonl > results/first.md

The folder holds documents, `judgements.jsonl` (what a reader would put first, and what must not stand there) and the
`score.py` that compares a ranking with them. A data set is a file of cases, as `sentencerank evaluate` takes it.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import sentencerank as sr
from sentencerank.evaluate.cases import read_cases
from sentencerank.evaluate.significance import difference_interval

METHODS = ("ssr", "lead", "textrank", "lexrank")
MEASURES = ("key@3", "key@10", "rec150", "bad@5", "frag@5", "junk@5")
GROUPS: Mapping[str, tuple[str, ...]] = {
    "manuals, guides, how-tos": ("man", "guide", "handbook", "howto"),
    "READMEs, news, FAQs": ("readme", "news", "faq"),
    "licences, laws, contracts, terms": ("licence", "law", "contract", "terms", "policy", "charter"),
    "papers, RFCs": ("paper", "rfc"),
    "essays, blogs, stories, history": ("essay", "blog", "story", "history"),
    "mail, minutes": ("mail", "minutes"),
}


def load_scorer(folder: Path) -> ModuleType:
    """Load the `score.py` of a folder of judged documents."""
    spec = importlib.util.spec_from_file_location("score", folder / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def judge(folder: Path, methods: Sequence[str] = METHODS) -> dict[str, list[dict[str, Any]]]:
    """Return the measures of every document, by method."""
    scorer = load_scorer(folder)
    lines = (folder / "judgements.jsonl").read_text(encoding="utf-8").splitlines()
    judged = [json.loads(line) for line in lines]
    return {method: [scorer.measure(folder / one["file"], one, method) for one in judged] for method in methods}


def values(rows: Iterable[dict[str, Any]], measure: str) -> np.ndarray:
    """Return one measure of all rows."""
    return np.array([float(row[measure]) for row in rows])


def print_judgements(rows: dict[str, list[dict[str, Any]]]) -> None:
    """Print the means of each method, the differences to the others, and the groups of genres."""
    count = len(rows["ssr"])
    print(f"\n{count} documents. Key passages are what the reader would put first; junk is furniture or a cut piece.\n")
    print(f"| method | {' | '.join(MEASURES)} |\n| --- |{' ---: |' * len(MEASURES)}")
    for method in METHODS:
        cells = (f"{values(rows[method], measure).mean():.2f}" for measure in MEASURES)
        print(f"| {method} | {' | '.join(cells)} |")
    print("\nDifference of ssr to the others, with the 95 % interval:\n")
    print(f"| to | {' | '.join(MEASURES)} |\n| --- |{' ---: |' * len(MEASURES)}")
    for method in METHODS[1:]:
        differences = []
        for measure in MEASURES:
            found = difference_interval(values(rows["ssr"], measure), values(rows[method], measure))
            differences.append(f"{found.mean:+.2f} [{found.low:+.2f}, {found.high:+.2f}]")
        print(f"| {method} | {' | '.join(differences)} |")
    print("\nkey@3 by genre:\n")
    print(f"| genre | documents | {' | '.join(METHODS)} |\n| --- | ---: |{' ---: |' * len(METHODS)}")
    for group, genres in GROUPS.items():
        places = [place for place, row in enumerate(rows["ssr"]) if row["genre"] in genres]
        if places:
            cells = (f"{values([rows[method][k] for k in places], 'key@3').mean():.2f}" for method in METHODS)
            print(f"| {group} | {len(places)} | {' | '.join(cells)} |")


def print_structures(counts: Mapping[str, Counter[str]]) -> None:
    """Print how many texts of each kind are taken for which structure."""
    names = [name for name in sr.STRUCTURES if any(count[name] for count in counts.values())]
    print(
        f'\nWhat `structure="auto"` takes them for:\n\n| texts | {" | ".join(names)} |\n| --- |{" ---: |" * len(names)}'
    )
    for kind, count in counts.items():
        print(f"| {kind} | {' | '.join(str(count[name] or '') for name in names)} |")


def main() -> None:
    """Print the tables as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="a folder of judged documents, or a .jsonl file of cases")
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    print("# What stands first\n\nMade by `python scripts/first_sentences.py FOLDER SETS...`.")
    for path in parser.parse_args().data:
        if path.is_dir():
            rows = judge(path)
            print_judgements(rows)
            for row in rows["ssr"]:
                document = sr.read_document(path / Path(row["id"]).name)
                counts[f"{path.name}: {row['genre']}"][sr.rank(document).structure] += 1
        else:
            for case in read_cases(path):
                text = list(case.sentences) if case.sentences else case.text or ""
                counts[path.stem][sr.rank(text, language=case.language).structure] += 1
    print_structures(counts)


if __name__ == "__main__":
    main()
