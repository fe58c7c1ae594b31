"""How much of what judges chose is seen after 1, 2 and 5 minutes: the reader's Brief against reading from the top.

    python scripts/minutes_read.py realdocs bc3_dev.jsonl …

A file is a set of cases whose judges chose or scored sentences. A folder holds documents with `judgements.jsonl`, the
passages that someone with one minute should read, and `score.py`, which tells whether a sentence holds one. The Brief
is the reader's: sentences in the order of the ranking until its next one does not fit into the time at 238 words a
minute, headings not counted. Who reads from the top reads 240 words a minute and no headings either. A sentence that
was not read to its end does not count. Only documents that are longer than the time are compared: a shorter one has
been read whole by both.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from scripts.first_sentences import load_scorer

import sentencerank as sr
from sentencerank.evaluate.cases import read_cases
from sentencerank.evaluate.significance import difference_interval
from sentencerank.method.arrays import Scores
from sentencerank.ranking import WORDS_PER_MINUTE, Ranking
from sentencerank.serve.contents import TITLES

MINUTES = (1, 2, 5)
FROM_THE_TOP = 240  # words a minute
NAMES = {
    "bc3_dev": "e-mail threads, 3 judges",
    "sosum_dev": "answers of a forum, agreed choice",
    "chinese_dev": "Chinese meetings and talks, highlights",
    "arabic_dev": "Arabic articles, 5 readers",
    "turkish_dev": "Turkish news, 3 extracts",
    "realdocs": "everyday files, key passages of one reader",
}


@dataclass(frozen=True, slots=True)
class Judged:
    """A ranked document: which sentences count as text, and what each of them holds of what was chosen."""

    ranking: Ranking
    text: tuple[int, ...]  # the sentences that are no headings, in order
    chosen: Scores  # a row for each sentence, a column for each thing that was chosen, with its weight

    @property
    def words(self) -> int:
        """Words of the text without its headings."""
        return sum(self.ranking.sentences[i].words for i in self.text)

    def seen(self, order: Sequence[int], words: float, *, least: int) -> float:
        """Return the share of what was chosen in the sentences of an order that fit into so many words."""
        read: list[int] = []
        for index in order:
            words -= self.ranking.sentences[index].words
            if words < 0 and len(read) >= least:
                break
            read.append(index)
        return float(self.chosen[read].max(axis=0, initial=0).sum() / self.chosen.max(axis=0).sum())

    def brief(self, minutes: float) -> float:
        """Return what the Brief of a time holds; its first sentence stands there however long it is."""
        text = set(self.text)
        order = [index for index in self.ranking.order.tolist() if index in text]
        return self.seen(order, minutes * WORDS_PER_MINUTE, least=1)

    def top(self, minutes: float) -> float:
        """Return what has been seen of it by someone who began at its beginning."""
        return self.seen(self.text, minutes * FROM_THE_TOP, least=0)


def judged(ranking: Ranking, chosen: Scores) -> Judged:
    """Return a document with what was chosen in it."""
    blocks = ranking.document.blocks
    text = [s.index for s in ranking.sentences if not blocks or blocks[s.paragraph].kind not in TITLES]
    return Judged(ranking, tuple(text), chosen)


def from_cases(path: Path) -> Iterator[Judged]:
    """Yield the documents of a set whose sentences were judged."""
    for case in read_cases(path):
        votes = case.votes()
        if votes is not None and np.any(votes):
            yield judged(sr.rank(list(case.sentences or ())), np.diag(votes))


def from_folder(folder: Path) -> Iterator[Judged]:
    """Yield documents with their key passages; a passage that no sentence holds is left out."""
    scorer = load_scorer(folder)
    for line in (folder / "judgements.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        ranking = sr.rank(sr.read_document(folder / record["file"]))
        keys = [scorer.tokens(key) for key in record["key"]]
        words = [scorer.tokens(sentence.text) for sentence in ranking.sentences]
        yield judged(ranking, np.array([[float(scorer.match(own, key)) for key in keys] for own in words]))


def rows(name: str, documents: Sequence[Judged]) -> Iterator[str]:
    """Yield a line of the table for every time that some document is longer than."""
    for minutes in MINUTES:
        longer = [one for one in documents if one.words > minutes * FROM_THE_TOP]
        if not longer:
            continue
        brief, top = ([100 * getattr(one, how)(minutes) for one in longer] for how in ("brief", "top"))
        gain = difference_interval(brief, top)
        length = np.median([one.words for one in longer]) / FROM_THE_TOP
        sign = "**" if gain.low > 0 or gain.high < 0 else ""
        means = f"{np.mean(brief):.0f} | {np.mean(top):.0f}"
        bounds = f"{sign}{gain.mean:+.0f}{sign} | {gain.low:+.0f} to {gain.high:+.0f}".replace("-", "−")
        yield f"| {name} | {minutes} | {len(longer)} | {length:.1f} | {means} | {bounds} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="files of cases, or folders of judged documents")
    arguments = parser.parse_args()
    print("| documents | minutes | longer ones | their median, min | Brief, % | from the top, % | difference | 95 % |")
    print("| --- |" + " ---: |" * 6 + " --- |")
    for path in arguments.data:
        documents = list(from_folder(path) if path.is_dir() else from_cases(path))
        for line in rows(NAMES.get(path.stem, path.stem), documents):
            print(line, flush=True)


if __name__ == "__main__":
    main()
