"""What chunks say twice: splitters let them overlap, and cut the sentence where an overlap begins or ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

KEY = 4  # characters that a piece and its sentence share at least where both begin or end
TRIED = 64  # sentences that are compared with a piece at most


def find_repeats(texts: Sequence[str], chunks: Iterable[range]) -> frozenset[int]:
    """Return the sentences that say nothing more: copies of earlier ones, and pieces of one that another chunk has.

    `chunks` are the places of the sentences of each chunk: only at its ends a sentence may be cut.

    >>> sorted(find_repeats(["A dog ran.", "It rained", "It rained all day.", "A dog ran."], [range(2), range(2, 4)]))
    [1, 3]
    """
    plain = [" ".join(text.split()) for text in texts]
    firsts: dict[str, int] = {}
    for place, text in enumerate(plain):
        firsts.setdefault(text.casefold(), place)
    copies = set(range(len(plain))).difference(firsts.values())
    ends = [(chunk[0], chunk[-1]) for chunk in chunks if chunk]
    # Read backwards, what a sentence ends with is what it begins with.
    begun = _begin_another(plain, [last for _, last in ends])
    ended = _begin_another([text[::-1] for text in plain], [first for first, _ in ends])
    return frozenset(copies.union(begun, ended))


def _begin_another(texts: Sequence[str], places: Iterable[int]) -> Iterator[int]:
    """Yield those of some places whose text is what a longer text begins with."""
    by_key: dict[str, list[str]] = {}
    for text in texts:
        if len(own := by_key.setdefault(text[:KEY], [])) < TRIED:
            own.append(text)
    for place in places:
        piece = texts[place]
        others = by_key[piece[:KEY]] if len(piece) > KEY else ()
        if any(len(text) > len(piece) and text.startswith(piece) for text in others):
            yield place
