"""Scripts without spaces, and words with particles: the segmenter of the language cuts them, as it does for ranking."""

from __future__ import annotations

from functools import cache
from itertools import chain

import numpy as np

from sentencerank.errors import ExtraError
from sentencerank.languages.language import Language
from sentencerank.languages.packed import Packed
from sentencerank.languages.registry import language_of
from sentencerank.train.store import Ints


@cache
def segmented_language(code: str) -> Language | None:
    """The language, if a segmenter finds its words; None if spaces do. A segmenter that is missing is an error."""
    language = language_of(code)
    name = language.pack.segmenter if isinstance(language, Packed) else ""
    if not name:
        return None
    from sentencerank.languages.segmenters import segmenter

    if isinstance(name, str) and segmenter(name) is None:
        raise ExtraError(f"words of {code!r} are found by {name}. Run: pip install 'sentencerank[languages]'")
    return language


def spaced(text: str, language: Language) -> tuple[str, Ints]:
    """The text with a space between words that had none, and where these spaces stand in it."""
    lines = text.split("\n")
    pieces: list[str] = []
    inserted: list[int] = []
    length = 0
    for number, (line, tokens) in enumerate(zip(lines, language.tokens(lines), strict=True)):
        ends = chain.from_iterable((token.start, token.start + len(token.text)) for token in tokens)
        cuts = sorted({at for at in ends if 0 < at < len(line) and not (line[at - 1].isspace() or line[at].isspace())})
        for index, (start, end) in enumerate(zip([0, *cuts], [*cuts, len(line)], strict=True)):
            if index:
                inserted.append(length)
                pieces.append(" ")
                length += 1
            pieces.append(line[start:end])
            length += end - start
        if number < len(lines) - 1:
            pieces.append("\n")
            length += 1
    return "".join(pieces), np.array(inserted, np.int64)


def unspaced(places: Ints, inserted: Ints) -> Ints:
    """Places in a spaced text → places in the text as it was.

    >>> unspaced(np.array([0, 2, 3]), np.array([2])).tolist()
    [0, 2, 2]
    """
    return places - np.searchsorted(inserted, places)
