"""The reasons of a rank in words that a reader understands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from sentencerank.records import Keyphrase, Vote

MEANING: Mapping[str, str] = MappingProxyType(
    {
        "salience": "the weight of its words",
        "centrality": "its ties to the other sentences",
        "position": "its place in the text",
        "opening": "what it brings up first",
        "reach": "how long the text stays with its words",
        "query": "its closeness to the query",
        "substance": "its length",
        "wording": "its wording",
        "textrank": "the words it shares with the others",
        "lexrank": "its likeness to the others",
        "lead": "its place in the text",
        "longest": "its length",
        "random": "chance",
    }
)
WORTH_TELLING = 0.05  # less than this is not worth telling


def in_words(
    rank: int,
    count: int,
    parts: Mapping[str, float],
    terms: Sequence[Keyphrase],
    votes: Sequence[Vote],
    similar_to: int | None,
    redundancy_penalty: float,
    copy_of: int | None,
    *,
    inside: bool = True,
    first_of_section: bool = False,
) -> str:
    """One or two sentences; `inside` the graphs is what takes part in the ranking.

    >>> in_words(2, 9, {"position": 3.1, "substance": -0.2}, (), (), 4, 0.2, None)
    'Rank 2 of 9, for its place in the text, despite its length. Held back as it resembles sentence 4.'
    """
    if copy_of is not None:
        return f"Rank {rank} of {count}: it repeats sentence {copy_of}."
    if not inside or (not terms and not any(parts.values())):
        return f"Rank {rank} of {count}: a heading, a fragment or a line without words to be ranked by."
    falling = sorted(parts, key=lambda name: -parts[name])
    pro = [MEANING[name] for name in falling if parts[name] > 0][:2] or ["want of anything better"]
    contra = [MEANING[name] for name in reversed(falling) if parts[name] < 0][:1]
    text = f"Rank {rank} of {count}, for {' and '.join(pro)}"
    if contra:
        text += f", despite {contra[0]}"
    if terms:
        text += f"; carried by {', '.join(term.text for term in terms[:3])}"
    if votes:
        text += f"; backed by sentences {', '.join(str(vote.sentence) for vote in votes)}"
    text += "."
    if similar_to is not None and redundancy_penalty > WORTH_TELLING:
        text += f" Held back as it resembles sentence {similar_to}."
    if first_of_section:
        text += " The best of its section."
    return text
