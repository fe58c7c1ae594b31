"""Sentence ends in running text full of abbreviations: this package beside sentencex, pysbd and a plain pattern.

    python benchmarks/compare_sentence_ends.py [--later] [--show] [CODE]...

tests/languages/running has CODE.txt with a sentence a line: news and law, written for this package. --later takes
the sentences in its folder `later`, which were written when the rules had been mended by the others. The lines are
joined into one paragraph. The table has F of the ends inside it, how many were missed, and how many are wrong;
--show prints the errors of this package. pysbd is compared if it can be imported. A quotation that belongs to a
sentence, and what stands in brackets inside one, are not cut.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import accumulate
from pathlib import Path

from sentencex import get_sentence_boundaries

from sentencerank.languages.packs import FIRST_CLASS
from sentencerank.languages.registry import language_of

FOLDER = Path(__file__).parent.parent / "tests" / "languages" / "running"
UNSPACED = ("zh", "ja")
_PLAIN = re.compile(r"[.!?…؟۔।]+[\"'”’»)\]]*(?=\s|$)|[。！？]+[\"'”’」』）]*")
Ends = Callable[[str, str], set[int]]


def ours(code: str, text: str) -> set[int]:
    """Return the ends by this package."""
    language = language_of(code)
    return {span.end for span in language.sentences(text, language.blocks(text))}


def by_sentencex(code: str, text: str) -> set[int]:
    """Return the ends by sentencex."""
    return {len(text[: one["end_index"]].rstrip()) for one in get_sentence_boundaries(code, text)}


def by_pysbd(code: str, text: str) -> set[int]:
    """Return the ends by pysbd. Raises ValueError for a language that it does not have."""
    spans = import_module("pysbd").Segmenter(language=code, clean=False, char_span=True).segment(text)
    return {len(text[: span.end].rstrip()) for span in spans}


def by_pattern(code: str, text: str) -> set[int]:
    """Return the ends after every mark before a space."""
    return {found.end() for found in _PLAIN.finditer(text)}


SYSTEMS: dict[str, Ends] = {
    "sentencerank": ours, "sentencex": by_sentencex, "pysbd": by_pysbd, "plain pattern": by_pattern,
}  # fmt: skip


def running(folder: Path, code: str) -> tuple[str, set[int]]:
    """Return the text of a language, and where its sentences end, but for the last one."""
    sentences = (folder / f"{code}.txt").read_text(encoding="utf-8").splitlines()
    gap = "" if code in UNSPACED else " "
    places = accumulate(len(sentence) + len(gap) for sentence in sentences[:-1])
    return gap.join(sentences), {place - len(gap) for place in places}


def errors(text: str, gold: set[int], found: set[int]) -> Iterator[str]:
    """Yield the errors with some text around them: - for an end that is missed, + for a wrong one."""
    for place in sorted(gold ^ found):
        sign = "-" if place in gold else "+"
        yield f"  {sign} {text[max(0, place - 50) : place]} | {text[place : place + 30].strip()}"


def main(folder: Path, show: bool, codes: list[str]) -> None:
    """Print the table."""
    print("| language |", " | ".join(SYSTEMS), "|\n| --- |" + " ---: |" * len(SYSTEMS))
    shares: dict[str, list[float]] = defaultdict(list)
    for code in codes:
        text, gold = running(folder, code)
        cells = []
        for name, ends in SYSTEMS.items():
            try:
                found = ends(code, text) - {len(text)}
            except (ImportError, ValueError):
                cells.append("–")
                continue
            shares[name].append(200 * len(gold & found) / (len(gold) + len(found)))
            cells.append(f"{shares[name][-1]:.1f} ({len(gold - found)}, {len(found - gold)})")
            if show and ends is ours:
                print("\n".join(errors(text, gold, found)))
        print(f"| {code} |", " | ".join(cells), "|")
    means = (f"{sum(shares[name]) / len(shares[name]):.1f}" if shares[name] else "–" for name in SYSTEMS)
    print("| mean |", " | ".join(means), "|")


if __name__ == "__main__":
    given = [one for one in sys.argv[1:] if not one.startswith("--")]
    texts = FOLDER / "later" if "--later" in sys.argv else FOLDER
    main(texts, "--show" in sys.argv, given or sorted(FIRST_CLASS))
