"""Measure how well sentence ends and languages are found, and write src/sentencerank/languages/measured.txt.

    python scripts/score_languages.py FOLDER

FOLDER has CODE.jsonl with a line {"text": …, "ends": [where its sentences end], "soft": [those inside a line]}, made
from treebanks whose licences do not let us pack them. Only ends that stand after a mark such as . or 。 are counted.
For the language of sentences and of 20 words see benchmarks/compare_detection.py.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from sentencerank.files import write_text
from sentencerank.languages.choose import choose_language
from sentencerank.languages.measured import HEAD, MEASURED
from sentencerank.languages.registry import language_of

_MARKED = re.compile(r"[.!?…。！？؟۔।][\"'”’»)\]」』）]*\Z")
_LINE_END = re.compile(r"\s*(?:\n|\Z)")


def ends(code: str, records: list[dict[str, object]]) -> tuple[int, float]:
    """Return how many ends are looked for, and F of finding them."""
    right = found = wanted = 0
    language = language_of(code)
    for record in records:
        text, soft = str(record["text"]), record["soft"]
        assert isinstance(soft, list)
        gold = {end for end in soft if _MARKED.search(text, max(0, end - 8), end)}
        own = {span.end for span in language.sentences(text, language.blocks(text))}
        own = {end for end in own if not _LINE_END.match(text, end)} - (set(soft) - gold)
        right, found, wanted = right + len(own & gold), found + len(own), wanted + len(gold)
    return wanted, 200 * right / max(1, found + wanted)


def snippets(code: str, records: list[dict[str, object]]) -> Iterator[tuple[str, str]]:
    """Yield single sentences, and pieces of 20 words (35 characters of Chinese and Japanese)."""
    for record in records:
        text, places = str(record["text"]), record["ends"]
        assert isinstance(places, list)
        sentences = [text[start:end].strip() for start, end in zip([0, *places], places, strict=False)]
        yield from (("sentence", sentence) for sentence in sentences)
        for start in range(0, len(sentences), 4):
            joined = " ".join(sentences[start : start + 6])
            yield "snippet", re.sub(r"\s", "", joined)[:35] if code in ("zh", "ja") else " ".join(joined.split()[:20])


def main(folder: Path) -> None:
    """Measure and write."""
    lines = []
    for path in sorted(folder.glob("*.jsonl")):
        code = path.stem
        records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        wanted, f = ends(code, records)
        count: Counter[str] = Counter()
        right: Counter[str] = Counter()
        for kind, text in snippets(code, records):
            count[kind] += 1
            right[kind] += choose_language(text).code == code
        shares = [f"{count[kind]} {100 * right[kind] / max(1, count[kind]):.1f}" for kind in ("sentence", "snippet")]
        lines.append(f"{code} {wanted} {f:.1f} {' '.join(shares)}")
        print(lines[-1], flush=True)
    write_text(MEASURED, "\n".join([*HEAD, *lines]) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
