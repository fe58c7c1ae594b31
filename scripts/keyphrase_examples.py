"""Print the table of docs/keyphrases.md: the first keyphrases of one article in 16 languages.

python scripts/keyphrase_examples.py            needs sentencerank[languages]
"""

from __future__ import annotations

from pathlib import Path

import sentencerank as sr
from sentencerank.languages.registry import pack_of

ARTICLES = Path(__file__).parent.parent / "examples" / "articles"
LANGUAGES = ["en", "de", "ru", "zh", "ja", "ko", "fr", "es", "it", "pt", "nl", "tr", "ar", "hi", "bn", "vi"]
COUNT = 6


def row(code: str) -> str:
    """Return the row of a language."""
    text = (ARTICLES / f"{code}.txt").read_text(encoding="utf-8")
    phrases = [phrase.text for phrase in sr.rank(text, language=code).keyphrases(COUNT)]
    pack = pack_of(code)
    return f"| {pack.name if pack else code} | {', '.join(phrases)} |"


def main() -> None:
    """Print the table."""
    print(f"| language | first {COUNT} keyphrases |\n| --- | --- |")
    print("\n".join(map(row, LANGUAGES)))


if __name__ == "__main__":
    main()
