"""What chunks say twice: splitters let them overlap, and cut the sentence where an overlap begins or ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

KEY = 4  # characters that a piece and its sentence share at least where both begin or end
TRIED = 64  # sentences that are compared with a piece at most


def find_repeats(texts: Sequence[str], chunks: Iterable[range], order: Iterable[int] | None = None) -> frozenset[int]:
    """Return the sentences that say nothing more: copies of others, and pieces of one that another chunk has.

    Of copies the first of `order` counts, by default of the text. `chunks` are the places of the sentences of each
    chunk: only at its ends a sentence may be cut.

    >>> sorted(find_repeats(["A dog ran.", "It rained", "It rained all day.", "A dog ran."], [range(2), range(2, 4)]))
    [1, 3]
    """
    plain = [" ".join(text.split()) for text in texts]
    firsts: dict[str, int] = {}
    for place in (*(order or ()), *range(len(plain))):
        firsts.setdefault(plain[place].casefold(), place)
    copies = set(range(len(plain))).difference(firsts.values())
    ends = [(chunk[0], chunk[-1]) for chunk in chunks if chunk]
    if len(ends) < 2:
        return frozenset(copies)
    begun = _pieces(plain, [last for _, last in ends], slice(KEY), str.startswith)
    ended = _pieces(plain, [first for first, _ in ends], slice(-KEY, None), str.endswith)
    return frozenset(copies.union(begun, ended))


def _pieces(
    texts: Sequence[str], places: Sequence[int], key: slice, shares: Callable[[str, str], bool]
) -> Iterator[int]:
    """Yield those of some places whose text a longer text begins or ends with."""
    wanted = {texts[place][key] for place in places}
    others: dict[str, list[str]] = {}
    for text in texts:
        if text[key] in wanted and len(own := others.setdefault(text[key], [])) < TRIED:
            own.append(text)
    for place in places:
        piece = texts[place]
        if len(piece) > KEY and any(len(text) > len(piece) and shares(text, piece) for text in others[piece[key]]):
            yield place
