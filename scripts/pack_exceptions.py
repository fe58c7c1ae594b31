"""Derive src/sentencerank/evaluate/data/exceptions.txt from WordNet's own exception files.

    python scripts/pack_exceptions.py FOLDER        # e.g. where Debian's wordnet-base keeps *.exc

ROUGE-1.5.5 reads the lists of WordNet 2.0; those of WordNet 3.0 differ from them in the words below and in nothing
else that a token can be. Where two lists disagree, the later file wins, in the order of FILES.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from sentencerank.evaluate.tokens import porter

FILES = ("noun", "adv", "verb", "adj")
NEW_IN_3_0 = {"ashes", "cognosenti", "halfpence", "lisente", "morses", "staretsy"}
TOKEN = re.compile("[a-z0-9]{4,}")  # shorter words are never looked up, and no other word is ever a token
TARGET = Path(__file__).parents[1] / "src" / "sentencerank" / "evaluate" / "data" / "exceptions.txt"
HEADER = (
    "# Derived from WordNet 3.0, Copyright 2006 by Princeton University; see README.md. Made by pack_exceptions.py\n"
)


def packed(folder: Path) -> dict[str, str]:
    """Every irregular form that can be a token and that Porter's rules would stem to something else."""
    base = {}
    for name in FILES:
        for line in (folder / f"{name}.exc").read_text("ascii").splitlines():
            form, first, *_ = line.split()
            if TOKEN.fullmatch(form) and form not in NEW_IN_3_0:
                base[form] = first
    return {form: first for form, first in sorted(base.items()) if porter(form) != first}


def main() -> None:
    """Write the list and say how long it is."""
    if len(sys.argv) != 2 or not (Path(sys.argv[1]) / "noun.exc").is_file():
        sys.exit(f"{__doc__}\nThe folder must hold noun.exc, verb.exc, adj.exc, adv.exc: apt install wordnet-base")
    entries = packed(Path(sys.argv[1]))
    TARGET.write_text(HEADER + "".join(f"{form} {first}\n" for form, first in entries.items()), "ascii")
    print(f"{TARGET.name}: {len(entries)} forms, {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
