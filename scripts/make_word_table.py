"""Write languages/english_words.bin, what is known beforehand about frequent English words.

    python scripts/make_word_table.py

The words are those that are one piece in the vocabulary of the English model, which lists pieces by frequency; their
tags, stems and flags are what the English of the package finds. Run it whenever tags, stop words or stems change:
`tests/test_english.py` compares all entries.
"""

from __future__ import annotations

from sentencerank.languages.english import load_english
from sentencerank.languages.word_table import PATH, pack
from sentencerank.model.model import ENGLISH


def main() -> None:
    """Write the table and say how large it is."""
    language = load_english()
    pieces = (ENGLISH / "vocabulary.txt").read_text(encoding="utf-8").split("\n")
    forms = [form for form in pieces if form.isascii() and form.isalpha() and form.islower() and len(form) > 1]
    PATH.write_bytes(pack([language.analyse_word(form) for form in dict.fromkeys(forms)]))
    print(f"{PATH.name}: {len(forms):,} words, {PATH.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
