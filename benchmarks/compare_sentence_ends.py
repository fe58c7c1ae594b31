"""Sentence ends in running text full of abbreviations: this package beside sentencex, pysbd and a plain pattern.

    python benchmarks/compare_sentence_ends.py [FILE]

FILE has a line a language: its code, then sentences with | between them (default: tests/languages/running_text.txt).
The table counts ends that are missed and ends that are wrong. pysbd is compared if it can be imported.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from itertools import accumulate
from pathlib import Path

from sentencex import get_sentence_boundaries

from sentencerank.languages.registry import language_of

FILE = Path(__file__).parent.parent / "tests" / "languages" / "running_text.txt"
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


def main(path: Path) -> None:
    """Print the table."""
    print("| language | sentences |", " | ".join(SYSTEMS), "|\n| --- | ---: |" + " ---: |" * len(SYSTEMS))
    for line in path.read_text(encoding="utf-8").splitlines():
        code, _, rest = line.partition(" ")
        if code == "#":
            continue
        sentences, gap = rest.split("|"), "" if code in UNSPACED else " "
        text = gap.join(sentences)
        places = accumulate((len(sentence) + len(gap) for sentence in sentences), initial=-len(gap))
        gold = set(list(places)[1:])
        cells = []
        for ends in SYSTEMS.values():
            try:
                found = ends(code, text)
                cells.append(f"{len(gold - found)} missed, {len(found - gold)} wrong")
            except (ImportError, ValueError):
                cells.append("–")
        print(f"| {code} | {len(sentences)} |", " | ".join(cells), "|")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)
