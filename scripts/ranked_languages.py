"""Write src/sentencerank/languages/ranked.txt: how well each language is ranked, from the table of all judged sets.

    python scripts/ranked_languages.py

It reads results/sets.md (scripts/all_sets.py makes that): R at the budget of a set, and average precision for sets
without summaries. The rival is the one of lead, longest, TextRank and LexRank that comes nearest.
"""

from __future__ import annotations

import re
from pathlib import Path

from sentencerank.files import write_text
from sentencerank.languages.measured import RANKED, RANKED_HEAD

SETS = Path(__file__).parent.parent / "results" / "sets.md"
RIVALS = ("lead", "longest", "textrank", "lexrank")
LANGUAGES = {
    "arabic": "ar", "chinese": "zh", "french": "fr", "german": "de", "portuguese": "pt", "russian": "ru",
    "turkish": "tr", "urdu": "ur",
}  # fmt: skip
_NUMBER = re.compile(r"[-+][\d.]+")


def main() -> None:
    """Read the tables and write the file."""
    found: dict[str, str] = {}
    measure, columns = "", [""]
    for line in SETS.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) > 2 and cells[1] == "documents":
            measure, columns = cells[0], cells
        elif measure in ("R", "AP") and set(RIVALS) <= set(columns) and cells[0] not in found:
            rivals = {name: _NUMBER.findall(cell) for name, cell in zip(columns, cells, strict=False) if name in RIVALS}
            if rivals and all(len(numbers) == 3 for numbers in rivals.values()):
                rival = min(rivals, key=lambda name: float(rivals[name][0]))
                code = LANGUAGES.get(cells[0].partition("_")[0], "en")
                row = (code, cells[0], cells[1], measure, cells[2], rival, *rivals[rival])
                found[cells[0]] = " ".join(row)
    write_text(RANKED, "\n".join([*RANKED_HEAD, *sorted(found.values())]) + "\n")


if __name__ == "__main__":
    main()
