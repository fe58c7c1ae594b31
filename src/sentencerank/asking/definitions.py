"""Sentences that say what something is, where that is what a query asks: "what is a user product".

Every word of such a query stands in many sentences, and the one that defines the term need not have it most often.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from sentencerank.document import UNSPACED
from sentencerank.method.arrays import Scores

DEFINED = 4.0  # what a sentence gets for that: as much as a query of two words that it alone has
LONGEST_HEAD = 120  # characters of a heading that are looked at
_LONGEST, _LONGEST_TERM = 4, 80  # words and characters of a term: what is longer asks for something else
_ARTICLE = (
    r"(?:(?:an?|the|eine?|einen?|der|die|das|une?|les?|la|el|los|las|uno?|una|os?|as?|il|lo|gli|i|het|een|de)\s+"
    r"|l['’])?"
)
_ASKS = re.compile(
    r"^\W*(?:(?:what|who)\s+(?:is|are|was|were)(?:\s+meant\s+by)?|what\s+does|define|(?:definition|meaning)\s+of"
    r"|(?:was|wer)\s+(?:ist|sind|bedeutet|heißt)|was\s+versteht\s+man\s+unter"
    r"|qu['’]est[\s-]ce\s+qu(?:e|['’])|que\s+signifie|qué\s+(?:es|son|significa)|o\s+que\s+(?:é|são|significa)"
    r"|(?:che\s+)?cos(?:['’]è|a\s+(?:è|sono|significa))|wat\s+(?:is|zijn|betekent)|что\s+такое|什么是)"
    rf"\s*{_ARTICLE}(?P<term>[\"“«'‘]?\w.{{0,{_LONGEST_TERM}}}?)(?:\s+mean)?\W*$",
    re.IGNORECASE,
)
_ASKS_BEHIND = re.compile(r"^\W*(?P<term>\S{1,12}?)(?:是什么\W*|とは.*)$")
_SAYS = (
    r"(?:is|are|was|were|means?|refers?\s+to|denotes?|describes|shall\s+mean|ist|sind|war|bedeutet|bezeichnet|heißt"
    r"|gilt|gelten|est|sont|désigne|signifie|es|son|significa|é|são|è|sono|betekent|zijn|это|является|[–—:])(?!\w)|—"
)
_WORD = re.compile(r"\w+(?:[-.']\w+)*")
_UNSPACED = re.compile(UNSPACED)


def asked_term(query: str) -> str:
    """Return the single word that a query asks the meaning of, in small letters; "" if it does not.

    >>> asked_term("What does quorum mean?"), asked_term("what is a user product"), asked_term("who pays")
    ('quorum', '', '')
    """
    words = _WORD.findall(_asked(query))
    return words[0].casefold() if len(words) == 1 else ""


def _asked(query: str) -> str:
    asked = _ASKS.match(query) or _ASKS_BEHIND.match(query)
    return asked["term"] if asked else ""


def definitions(query: str, texts: Sequence[str], above: Sequence[str] = ()) -> Scores | None:
    """Return what each of some sentences gets for saying what the query asks for; None if nothing does.

    `above` is the heading or term that stands right above each of them: what follows the term itself says what it is.

    >>> definitions("What is liquidity?", ["How soon it can be sold.", "It varies."], ["Liquidity", ""])
    array([4., 0.])
    >>> said = ['A "user product" means a thing for personal use.', "For a user product the product key is needed."]
    >>> definitions("What is a user product?", said), definitions("user product", said)
    (array([4., 0.]), None)
    >>> definitions("DHCPとは", ["DHCPとは規格である。"]), definitions("who pays", said)
    (array([4.]), None)
    """
    term = _WORD.findall(_asked(query))
    if not 0 < len(term) <= _LONGEST:
        return None
    words = r"[\s\"“”„«»'‘’*`_-]+".join(re.escape(word.removesuffix("s")) + "s?" for word in term)
    if _UNSPACED.search(query):
        pattern = re.compile(rf"^\W*{words}[^。]{{0,12}}?(?:是|指|とは|は)", re.IGNORECASE)
    else:
        pattern = re.compile(
            rf"^(?:\W*\w{{1,3}}[.)])?\W*(?:als\s+)?{_ARTICLE}[\W_]*{words}"
            # A term in quotation marks is about to be defined, if only for "a work in object code form".
            rf"(?:[\"“”„«»'’*`_)]+(?:\s+[^\s.;:]+){{0,9}}?|(?:\s+[^\s.;:]+){{0,4}}?)\s*[,(]?\s*{_SAYS}",
            re.IGNORECASE,
        )
    scores = np.array([DEFINED * bool(pattern.search(text[:300])) for text in texts])
    if any(above):
        alone = re.compile(rf"^\W*(?:\d[\d.]*\W+)?{_ARTICLE}[\W_]*{words}\W*$", re.IGNORECASE)
        scores = np.maximum(scores, [DEFINED * bool(alone.match(text[:LONGEST_HEAD])) for text in above])
    return scores if scores.any() else None
