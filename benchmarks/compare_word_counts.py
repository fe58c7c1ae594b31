"""How many words we count in scripts without spaces, beside the words that the dictionaries of ICU find.

    python benchmarks/compare_word_counts.py th=thai.txt lo=lao.txt km=khmer.txt my=burmese.txt

A line of a file is a paragraph. Needs PyICU (`pip install pyicu`, after the development files of ICU).
"""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path
from typing import Any
from unicodedata import category

import numpy as np

from sentencerank.document import word_count

LEAST = 5  # words of a paragraph that is looked at by itself


def main() -> None:
    """Print a line for each file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="CODE=FILE")
    print("| language | words by ICU | characters a word | counted | counted / ICU | mean error of a paragraph |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for given in parser.parse_args().files:
        code, _, path = given.partition("=")
        paragraphs = Path(path).read_text(encoding="utf-8").replace("\u200b", "").splitlines()
        found = np.array([words(paragraph, code) for paragraph in paragraphs])
        counted = np.array([word_count(paragraph) for paragraph in paragraphs])
        letters = sum(category(character)[0] in "LM" for paragraph in paragraphs for character in paragraph)
        long = found >= LEAST
        error = np.abs(counted[long] / found[long] - 1).mean()
        print(
            f"| {code} | {found.sum():,} | {letters / found.sum():.2f} | {counted.sum():,} "
            f"| {counted.sum() / found.sum():.2f} | {error:.0%} of {long.sum()} |"
        )


def words(text: str, code: str) -> int:
    """The pieces with a letter or a digit in them."""
    icu: Any = import_module("icu")
    boundaries = icu.BreakIterator.createWordInstance(icu.Locale(code))
    boundaries.setText(text)
    ends = list(boundaries)
    pieces = (text[start:end] for start, end in zip([0, *ends], ends, strict=False))
    return sum(any(category(character)[0] in "LN" for character in piece) for piece in pieces)


if __name__ == "__main__":
    main()
