"""What the wording of an English sentence says about it, whatever its subject."""

from __future__ import annotations

import re

from sentencerank.document import Wording

LONGEST_GREETING = 15  # words: who thanks at length says what for
_WORK = r"(?:paper|article|study|work|report|thesis|essay|chapter|survey|section)"
_PRONOUN = (
    rf"he|she|it|they|him|her|his|hers|its|them|their|theirs|this(?! {_WORK}\b)|that|these|those|such|both|"
    r"neither|either|another|others|the (?:former|latter|same|other|others|two|pair)"
)
_CONNECTIVE = (
    r"however|but|and|or|nor|so|yet|then|thus|hence|therefore|moreover|furthermore|besides|also|too|instead|otherwise|"
    r"nevertheless|nonetheless|meanwhile|consequently|accordingly|likewise|similarly|conversely|afterwards?|still|"
    r"for (?:example|instance|this|that|these)|"
    r"in (?:addition|contrast|turn|(?:this|that) (?:case|context|regard|sense|way))|"
    r"as a result|after (?:that|this|all)|on the (?:other hand|contrary)"
)
_LEANS = re.compile(
    rf"[\s\"'“‘(\[]*(?:(?:{_PRONOUN}|{_CONNECTIVE})(?![\w'’-]*[^\W_])|(?:he|she|it|they|that|this)['’])"
    r"|\s*(?:[)\]”’»,;:]|\.{2,}|…)"
)
_VERB = (
    r"(?:address|argu|conclud|demonstrat|describ|develop|discuss|evaluat|examin|explor|f[io]und|find|introduc|investigat|"
    r"present|propos|prov|provid|report|reveal|review|show|shown|studi|study|suggest|summari[sz])(?:e?s|ed?)?"
)
_ANNOUNCES = re.compile(
    rf"\b(?:we|i|this {_WORK}|the (?:authors?|paper|study|report))"
    rf"(?: (?:also|further|then|will|have|has|here|therefore|thus|first|finally))* {_VERB}\b"
    rf"|\bin (?:conclusion|summary|short|brief|this {_WORK})\b|\bto (?:conclude|sum up|summari[sz]e|our knowledge)\b"
    r"|\b(?:our|these|the) (?:main )?(?:results?|findings?|experiments?|contributions?|analysis|goal|aim) (?:\w+ )?"
    r"(?:show|suggest|indicate|demonstrate|reveal|confirm|are|is)s?\b"
)
_QUOTED = re.compile(r"[\"“]\s*([^\"“”]*)[\"”]|``\s*([^`]*)''")
_PERSONS = re.compile(  # begins with a set of characters, which is what `re` scans for quickly
    r"[imy](?<![\w'’-].)(?:(?<=i)|(?<=m)(?:e|y|ine|yself)|(?<=y)ou(?:r|rs|rself|rselves)?)(?![\w-])"
)
_GREETS = re.compile(
    r"\W*(?:thank you|(?:many )?thanks(?! to\b)|(?:hello|hi|dear|greetings|cheers|regards)\b"
    r"|good (?:morning|afternoon|evening)"
    r"|(?:you're |a warm )?welcome(?: back)?(?:[,!.]| to\b| everyone| everybody)|ladies and gentlemen|my fellow"
    r"|(?:best|kind|warm) (?:wishes|regards))"
)


def wording(sentence: str) -> Wording:
    """All signs of a sentence.

    >>> wording("In this paper we propose a ranking.")
    Wording(announces=True, talks=False, addresses=0.0, greets=False, depends=False)
    >>> wording('He said: "You are late again."')
    Wording(announces=False, talks=True, addresses=0.16666666666666666, greets=False, depends=True)
    """
    return Wording(
        announces=_ANNOUNCES.search(sentence.lower()) is not None,
        talks=talks(sentence),
        addresses=addresses(sentence),
        greets=greets(sentence),
        depends=leans(sentence),
    )


def greets(sentence: str) -> bool:
    """Whether a short sentence opens as a greeting, thanks or a farewell does.

    >>> greets("Good evening and welcome to the programme."), greets("Thanks to the rain the fields are green.")
    (True, False)
    """
    return _GREETS.match(sentence[:40].lower()) is not None and len(sentence.split()) <= LONGEST_GREETING


def leans(sentence: str) -> bool:
    """Whether a sentence cannot stand alone: it opens with a pronoun, a connective or a dangling mark.

    >>> leans("However, prices fell."), leans("Prices fell.")
    (True, False)
    """
    return _LEANS.match(sentence.lower()) is not None


def talks(sentence: str) -> bool:
    """Whether a sentence holds direct speech: quoted words, at least two, or a mark whose partner is elsewhere.

    >>> talks('"We won," she said.'), talks('The so-called "plan" failed.'), talks("It ends.”")
    (True, False, True)
    """
    if not _marked(sentence):
        return False
    rest = _QUOTED.sub("", sentence)
    if _marked(rest):
        return True
    return any(len((found[1] or found[2] or "").split()) > 1 for found in _QUOTED.finditer(sentence))


def _marked(text: str) -> bool:
    return '"' in text or "“" in text or "”" in text or "``" in text


def addresses(sentence: str) -> float:
    """The share of words that are "I" or "you" in any form.

    >>> addresses("I'm sure you know.")
    0.5
    """
    count = len(sentence.split())
    return min(1.0, len(_PERSONS.findall(sentence.lower())) / count) if count else 0.0
