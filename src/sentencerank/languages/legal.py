"""What tells that a sentence lays down a rule, or defines a term: patterns of English.

A rule says who may, must or must not do what, and who answers for it. It has a word of duty or leave and a word of law:
one of them alone is in any manual.
"""

from __future__ import annotations

from sentencerank import patterns as re
from sentencerank.languages.words import word_list

OPENING = 8  # words within which a rule names who, and what they may or must do; later it stands under a condition
_PLAINLY = word_list(["may must shall agree agrees responsible liable cannot"])
DUTY = _PLAINLY | word_list(
    ["hereby entitled required permitted prohibited obliged grant grants granted warrant warrants warranty warranties"]
)
_LAW = re.at_once(
    r"\b(?:here(?:by|in|of|to|under|inafter)|thereof|licen[sc](?:e|es|ed|or|ors|ee|ees|ing)|liab(?:le|ility|ilities)|"
    r"warrant(?:y|ies|s)|indemnif\w+|jurisdictions?|pursuant|agreements?|part(?:y|ies)|laws?|lawful(?:ly)?|legal|terms|"
    r"rights?|obligations?|copyright|provisions?|notwithstanding|infring\w+|breach|compliance|comply|violat\w+|"
    r"terminat\w+|consent|entitled|clauses?|contract(?:s|ual)?|courts?|statut\w+|damages|permissions?)\b"
)
# What holds a contract together and rules nothing: how it is read, what it is not, what else remains as it was.
_ASIDE = re.at_once(
    r"\W*(?:notwithstanding|nothing (?:in|herein)|for the (?:avoidance|purposes?)|no (?:\w+ makes )?additional|"
    r"this (?:licen[sc]e|agreement|act|law)(?: agreement)? (?:applies|is governed|constitutes|represents)|"
    r"if any (?:provision|portion|term|part)|any (?:law or )?(?:provision|regulation|dispute)|the failure of|"
    r"alternatively|\w+(?: \w+){0,4} may publish)\b"
)
FAR = 250  # characters within which a sentence names what it grants
# A licence is there for what it grants; what somebody was granted elsewhere is a condition.
_GRANTS = re.compile(
    r"\b(?:grants? (?:to )?(?:you|each|the|everyone|any)|(?:is|are) (?:hereby )?granted|hereby grants?)\b"
)
_MEANS = (
    r"(?:shall )?(?:not )?"
    r"(?:means?|refers? to|(?:has|have) the (?:same )?meanings?|is (?:defined as|called)|includes?)\b"
)
_NUMBER = r"(?:\(?[\da-z]{1,3}(?:\.\d{1,2}){0,3}[.)]? )?"
_DEFINES = re.at_once(
    rf"[^\w\"“«„'‘]{{0,8}}{_NUMBER}[^\w\"“«„'‘]{{0,8}}"
    r"(?:as used (?:herein|in this \w+), |for (?:the )?purposes of [^,]{1,60}, )?"
    r"(?:(?:an?|the|each|to) )?(?:(?:term|word|expression) )?"
    rf"(?:[\"“«„'‘]{{1,2}}[^\"”»“’]{{1,80}}[\"”»“'’]{{1,2}},?(?: \([^)]{{0,60}}\))?(?: [–—-])?"
    rf"(?: [\w']+,?){{0,5}} {_MEANS}"
    # "Work": what it is.
    r"|[\"“«„'‘]{1,2}[^\"”»“’'.!?]{1,60}[\"”»“'’]{1,2} ?: ?\w"
    r"|[\"“][^\"”]{1,60}[\"”] (?:is|are) (?:an?|any|the|you|whoever|whatever)\b)"
    rf"|for (?:the )?purposes of [^,]{{1,60}}, [\w ]{{1,60}} {_MEANS}"
    r"|\W*[\da-z]{1,3}(?:\.\d{1,2}){0,3}[.)] [\w /'’-]{2,50} means (?:the|an?|any|all|each|copyright)\b"
    r"|\w[\w /'’-]{1,40}: means? "
    r"|when we (?:say|use|write) [\"“]"
)
# A definition has one of these words, or a double quotation mark.
DEFINING_WORDS = "term terms mean means refer refers meaning meanings defined called include includes"
_QUOTE = re.at_once("[\"“«„'‘]")  # a definition has one of them, or says what something means
_MEANING = ("refers to ", "means ")
_MEANS_FIRST = re.compile(r"[a-z ]+ (?:the|an?|any|all) ")
_TERMS = re.at_once(r"[^.]{0,60}\bterms?\b[^.]{0,60}\b(?:(?:has|have) the (?:same )?meanings?|(?:is|are) defined)\b")


def rules_of(lower: str) -> float:
    """Return how plainly a sentence in lower case lays down a rule: 0, a half or 1, and a half more for a grant.

    >>> [rules_of(text) for text in ("you must pay.", "what he granted then", "pay.", "she grants you all.")]
    [1.0, 0.5, 0.0, 1.0]
    """
    words = lower.split()
    if DUTY.isdisjoint(words) or _ASIDE.match(lower):
        return 0.0
    plainly = 1.0 if "hereby" in words or not _PLAINLY.isdisjoint(words[:OPENING]) else 0.5
    return plainly + 0.5 if "grant" in lower and _GRANTS.search(lower, 0, FAR) else plainly


def grants(lower: str) -> bool:
    """Return whether a sentence in lower case is a notice about rights in any text, and a rule in a licence."""
    return lower.startswith(("permission ", "redistribution", "the above copyright", "except as contained"))


def has_law(lower: str) -> bool:
    """Return whether a sentence in lower case has a word of law.

    >>> has_law("you may copy it under the terms of this licence."), has_law("it may rain.")
    (True, False)
    """
    return _LAW.search(lower) is not None


def defines_at(lower: str) -> re.Match[str] | None:
    """Return where a sentence in lower case defines a term.

    >>> [bool(defines_at(text)) for text in ('"you" means anyone.', '1.1. "work" means a file.', "it means trouble.")]
    [True, True, False]
    """
    if "term" in lower and (found := _TERMS.match(lower)):
        return found
    # What an entry means, where the term itself stands above it.
    if lower.startswith(_MEANING):
        return _MEANS_FIRST.match(lower)
    if not _QUOTE.search(lower) and " means " not in lower and "purposes of" not in lower:
        return None
    return _DEFINES.match(lower)
