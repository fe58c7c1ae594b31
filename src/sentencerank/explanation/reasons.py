"""The reasons for a rank in plain words.

A part of the score speaks for a sentence if it is above the average of the document, and against it if it is below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

WORTH_TELLING = 0.05  # a smaller penalty for redundancy is not told
SMALL = 0.1  # a part that is smaller than this share of the largest one is not told


class Phrases(NamedTuple):
    """What a part of the score says about a sentence when it is above the average, and when it is below."""

    above: str
    below: str


PHRASES: Mapping[str, Phrases] = MappingProxyType(
    {
        "salience": Phrases("it uses important words", "its words are less important"),
        "centrality": Phrases(
            "it has much in common with other sentences", "it has little in common with other sentences"
        ),
        "opening": Phrases("it introduces what the text returns to", "it introduces little that the text returns to"),
        "layout": Phrases("it opens a section or a paragraph", "it stands inside a paragraph"),
        "reach": Phrases("its words keep coming up", "its words come up only briefly"),
        "centroid": Phrases("it speaks of what the whole text is about", "it is unlike the text as a whole"),
        "support": Phrases("several sentences say something like it", "no other sentence says anything like it"),
        "query": Phrases("it has words of the query", "it has few words of the query"),
        "meaning": Phrases("it is close to the query in meaning", "it is far from the query in meaning"),
        "section": Phrases("its section speaks of the query", "its section says little about the query"),
        "links": Phrases(
            "it shares words with the sentences closest to the query",
            "it shares few words with the sentences closest to the query",
        ),
        "named": Phrases(
            "it stands in the part that the query names", "it stands outside the part that the query names"
        ),
        "defines": Phrases("it defines what the query asks about", "it does not define what the query asks about"),
        "replies": Phrases(
            "it replies to a question that is close to the query", "it is a question that something replies to"
        ),
        "kind": Phrases(
            "it has a number or a date, as the query asks", "it lacks the number or date that the query asks for"
        ),
        "told": Phrases(
            "it has words of the query that closer sentences lack", "closer sentences have its words of the query too"
        ),
        "text": Phrases("it is important in the text", "it is less important in the text"),
        "substance": Phrases("it is long enough to say something", "it is short"),
        "wording": Phrases(
            "it says what the text finds or does", "it points elsewhere, greets, or speaks of I and you"
        ),
        "whole": Phrases("it is a whole sentence", "it is only part of a sentence"),
        "textrank": Phrases("it shares many words with other sentences", "it shares few words with other sentences"),
        "lexrank": Phrases("it is similar to many other sentences", "it is similar to few other sentences"),
        "longest": Phrases("it is long", "it is short"),
        "random": Phrases("it was lucky in the draw", "it was unlucky in the draw"),
    }
)
# What a place is worth depends on the structure of the text, so it is told by where it is: in which third.
PLACES: Mapping[str, tuple[Phrases, Phrases, Phrases]] = MappingProxyType(
    {
        "position": (
            Phrases("it comes early", "its place is less important"),
            Phrases("its place is important", "it comes in the middle"),
            Phrases("it comes near the end", "it comes late"),
        ),
        "lead": (
            Phrases("it comes early", "it comes early"),
            Phrases("it comes in the middle", "it comes in the middle"),
            Phrases("it comes late", "it comes late"),
        ),
    }
)
# What a wording does, told with its own words: (whether it speaks for the sentence, what it does).
WORDED: Mapping[tuple[bool, str], str] = MappingProxyType(
    {
        (True, "announces"): "it states what the text finds or does",
        (True, "rules"): "it says who may, must or must not do what",
        (True, "defines"): "it says what the subject of the text is",
        (False, "signposts"): "it points elsewhere or is a notice",
        (False, "greets"): "it greets or thanks",
    }
)
NOTHING = "nothing sets it apart from the others"
TOLD = 3  # reasons in one sentence
NEUTRAL_AT_ZERO = ("wording", "whole")  # most sentences are worded neither way, so the average says nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasons:
    """What is known about the rank of a sentence."""

    index: int  # in the document, from 0
    rank: int  # from 1
    count: int  # sentences of the document
    parts: Mapping[str, float]  # they add up to the score
    averages: Mapping[str, float] = field(default_factory=dict)  # of each part, over the ranked sentences
    terms: Sequence[str] = ()  # its most important words and phrases
    supporters: Sequence[int] = ()  # the sentences that recommend it
    similar_to: int | None = None  # the better-ranked sentence most like it
    redundancy_penalty: float = 0.0  # what was taken off for that
    copy_of: int | None = None
    ranked: bool = True  # whether it takes part in the ranking at all
    best_of_section: bool = False
    turn: int = 0  # its place in its topic, from 1, where topics take turns; 0: they do not
    divided: bool = False  # whether scores are divided by length
    told: str = ""  # what its wording does: "announces", "rules", "defines", "signposts", "greets"
    quoted: str = ""  # the words that do it
    opens: str = ""  # "text", "section" or "paragraph", if it is the first sentence of one
    later: int = 0  # later sentences that return to what it brings up first


def in_words(reasons: Reasons) -> str:
    """Return the reasons for a rank as a few sentences.

    >>> in_words(Reasons(index=1, rank=2, count=9, parts={"position": 3.1, "salience": 1.0, "substance": -0.6}))
    'Ranked 2nd of 9: it comes early and uses important words; lowered because it is short.'
    >>> in_words(Reasons(index=3, rank=9, count=9, parts={}, copy_of=0))
    'Ranked 9th of 9: it repeats sentence 0.'
    """
    rank, reason = f"Ranked {ordinal(reasons.rank)} of {reasons.count}", _main_reason(reasons)
    told = [f"{rank}: {reason}"]
    if reasons.copy_of is None and reasons.ranked:
        if reasons.turn:
            place = "best" if reasons.turn == 1 else f"{ordinal(reasons.turn)} best"
            told = [f"{rank}: it is the {place} of its topic, and topics take turns", reason.capitalize()]
        if reasons.divided:
            told.append("Its score is divided by its length")
        if reasons.terms:
            verb = "word is" if len(reasons.terms) == 1 else "words are"
            told.append(f"Its most important {verb} {listed(reasons.terms)}")
        if reasons.supporters:
            told.append(f"It is supported by {_numbered(reasons.supporters)}")
        if reasons.similar_to is not None and reasons.redundancy_penalty > WORTH_TELLING:
            told.append(f"It is lowered because it resembles sentence {reasons.similar_to}")
        if reasons.best_of_section:
            told.append("It is the best of its section")
    return " ".join(f"{sentence}." for sentence in told)


def in_one_sentence(reasons: Reasons) -> str:
    """Return what counts most for a sentence, or against one that falls behind, with the facts behind it.

    >>> in_one_sentence(Reasons(index=4, rank=1, count=90, parts={"wording": 3.0, "opening": 1.2, "layout": 0.9},
    ...     told="announces", quoted="we show that", opens="section", later=23))
    "States what the text finds or does: 'we show that'; 23 later sentences return to what it brings up; it opens its \
section."
    """
    if alone := _only_reason(reasons):
        return f"{_capital(alone)}."
    above, below, favoured = _for_and_against(reasons)
    said = [_fact(name, reasons, good=favoured) for name in (above if favoured else below)[:TOLD]]
    clauses = list(dict.fromkeys(said))
    if not clauses:
        return f"{_capital(NOTHING)}."
    # The first clause is the sentence itself speaking: "States …", "Opens its section".
    first = clauses[0].removeprefix("it ")
    return f"{_capital('; '.join([first, *clauses[1:]]))}."


def _fact(name: str, reasons: Reasons, *, good: bool) -> str:
    """Return what a part says about a sentence, with the words or numbers that show it."""
    if good and name == "opening" and reasons.later:
        verb = "sentence returns" if reasons.later == 1 else "sentences return"
        return f"{reasons.later} later {verb} to what it brings up"
    if good and name in ("layout", "position") and reasons.opens:
        return f"it opens {'the' if reasons.opens == 'text' else 'its'} {reasons.opens}"
    if good and name == "salience" and reasons.terms:
        return f"it uses words that matter here: {listed(list(reasons.terms))}"
    if good and name == "centrality" and reasons.supporters:
        return f"it has much in common with {_numbered(reasons.supporters)}"
    if name == "wording" and (good, reasons.told) in WORDED:
        quoted = f": '{reasons.quoted}'" if reasons.quoted else ""
        return WORDED[good, reasons.told] + quoted
    phrases = _phrases(name, reasons)
    return phrases.above if good else phrases.below


def _numbered(sentences: Sequence[int]) -> str:
    return f"sentence{'s' * (len(sentences) > 1)} {listed(list(map(str, sentences)))}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _only_reason(reasons: Reasons) -> str:
    """Return the reason that makes all others idle, if there is one."""
    if reasons.copy_of is not None:
        return f"it repeats sentence {reasons.copy_of}"
    if not reasons.ranked or not (reasons.terms or any(reasons.parts.values())):
        return "it is a heading, a fragment or a line without words to rank by"
    return ""


def _for_and_against(reasons: Reasons) -> tuple[list[str], list[str], bool]:
    """Return the parts that speak for a sentence and those against it, the strongest first, and which prevail."""
    balance = {
        name: value - (0.0 if name in NEUTRAL_AT_ZERO else reasons.averages.get(name, 0.0))
        for name, value in reasons.parts.items()
    }
    least = SMALL * max(map(abs, balance.values()), default=0.0)
    falling = sorted((name for name in balance if abs(balance[name]) > least), key=lambda name: -balance[name])
    above = [name for name in falling if balance[name] > 0]
    below = [name for name in reversed(falling) if balance[name] < 0]
    return above, below, sum(balance.values()) >= 0


def _main_reason(reasons: Reasons) -> str:
    """Return the two strongest reasons for a rank, and the strongest one against it."""
    if alone := _only_reason(reasons):
        return alone
    for_it, against, favoured = _for_and_against(reasons)
    above = [_phrases(name, reasons).above for name in for_it]
    below = [_phrases(name, reasons).below for name in against]
    if not above and not below:
        return NOTHING
    main, other, effect = (above, below, "lowered") if favoured else (below, above, "raised")
    text = _joined(main[:2])
    return f"{text}; {effect} because {other[0]}" if other else text


def _phrases(name: str, reasons: Reasons) -> Phrases:
    return PLACES[name][3 * reasons.index // reasons.count] if name in PLACES else PHRASES[name]


def _joined(clauses: Sequence[str]) -> str:
    """Return one or two clauses as one; the second "it" is left out after the first.

    >>> _joined(["it is short", "it comes late"]), _joined(["its words keep coming up", "it is short"])
    ('it is short and comes late', 'its words keep coming up and it is short')
    """
    first, *rest = clauses
    return " and ".join(
        [first, *(clause.removeprefix("it ") if first.startswith("it ") else clause for clause in rest)]
    )


def listed(words: Sequence[str]) -> str:
    """Return words as one lists them.

    >>> listed(["3"]), listed(["3", "7", "12"])
    ('3', '3, 7 and 12')
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def ordinal(number: int) -> str:
    """Return a number with the ending of its place.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 111)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '111th']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
