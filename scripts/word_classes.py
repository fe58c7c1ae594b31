"""Make the table by which German words that begin with a small letter have their class, and say how good it is.

    pip install HanTa
    python scripts/word_classes.py CORPUS

CORPUS is German text, one document a line (.gz too). Its words are tagged by HanTa, three quarters of its lines to
learn from, others to be measured on. The table has endings of up to five letters, and the words that these get wrong.
Word classes are facts about the language; of the text nothing is kept. It writes
src/sentencerank/languages/classes/de.txt.
"""

from __future__ import annotations

import gzip
import re
import sys
import textwrap
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

from sentencerank.files import write_text
from sentencerank.languages.language import stopwords_of
from sentencerank.languages.packs import PACKS
from sentencerank.languages.taggers import CLASS_FILES, ENDING, WordClasses

_WORD = re.compile(r"(?<![\w-])[a-zäöüß]{3,}(?![\w-])")
_CLASSES = {"NN": "N", "NE": "N", "ADJ": "A", "VV": "V", "FM": "N"}  # by how the tags of HanTa begin; else O
LEAST_SEEN = 3  # times that a word stands in the text
LEAST_WORDS = 12  # with an ending, for it to be learnt
PURE = 0.93  # share of them that have its class
OUTVOTED = 0.6  # the same, where a shorter ending says otherwise


def lines(path: Path) -> Iterator[str]:
    """Yield the lines of a text."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        yield from file


def counted(path: Path, wanted: Callable[[int], bool]) -> Counter[str]:
    """Return how often each word that is no stop word stands in the lines with wanted numbers."""
    stops, found = stopwords_of(PACKS["de"]), Counter[str]()
    for number, line in enumerate(lines(path)):
        if wanted(number):
            found.update(word for word in _WORD.findall(line) if word not in stops)
    return found


def learnt(classes: Mapping[str, str]) -> dict[str, str]:
    """Return the endings that tell a class, where a shorter one does not tell it already."""
    seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for word, kind in classes.items():
        for length in range(1, min(ENDING, len(word) - 1) + 1):
            seen[word[-length:]][kind] += 1
    table: dict[str, str] = {}
    for ending in sorted(seen, key=lambda one: (len(one), one)):
        kind, most = seen[ending].most_common(1)[0]
        share = most / seen[ending].total()
        shorter = next((table[ending[cut:]] for cut in range(1, len(ending)) if ending[cut:] in table), "")
        sure = share >= PURE or len(ending) == 1 or (shorter and share > OUTVOTED)
        if seen[ending].total() >= LEAST_WORDS and sure and kind != shorter:
            table[ending] = kind
    return table


def main(path: Path) -> None:
    """Learn, measure and write."""
    tags = import_module("HanTa.HanoverTagger").HanoverTagger("morphmodel_ger.pgz").tag_word

    def tagged(word: str) -> str:
        found = str(tags(word, 0)[0][0])
        return next((kind for prefix, kind in _CLASSES.items() if found.startswith(prefix)), "O")

    counts = counted(path, lambda number: number % 4 > 0)
    classes = {word: tagged(word) for word, count in counts.items() if count >= LEAST_SEEN}
    endings = learnt(classes)
    by_ending = WordClasses(endings, {})
    words = {word: kind for word, kind in classes.items() if by_ending.tag(word) != kind}
    entries: defaultdict[str, list[str]] = defaultdict(list)
    for ending, kind in endings.items():
        entries[kind].append(f"-{ending}")
    for word, kind in words.items():
        entries[kind].append(word)
    rows = [
        f"{kind}: {row}"
        for kind, found in sorted(entries.items())
        for row in textwrap.wrap(" ".join(sorted(found)), width=117, break_on_hyphens=False)
    ]
    write_text(CLASS_FILES / "de.txt", "\n".join(rows) + "\n")
    table, later = WordClasses(endings, words), counted(path, lambda number: number % 40 == 0)
    right = sum(count for word, count in later.items() if table.tag(word) == tagged(word))
    print(f"{len(endings)} endings, {len(words)} words; {100 * right / later.total():.1f} % of {later.total()} right")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
