"""What the wording of a sentence says about it: patterns of English.

A sentence may announce what the text finds, lay down a rule, point the way through it, greet, or speak to somebody.
Whether it is a whole sentence is told by its form (form.py).
"""

from __future__ import annotations

from functools import lru_cache

from sentencerank import patterns as re
from sentencerank.languages.form import OPENING_BRACKETS, TELLING, aside
from sentencerank.languages.hints import MARKED, Hints
from sentencerank.languages.legal import DEFINING_WORDS, DUTY, defines_at, rules_of
from sentencerank.languages.notices import NOTICE_WORDS, NOTICES_INSIDE, notice_at
from sentencerank.languages.pointers import POINTERS, POINTERS_AT_FIRST, SHOWING_WORDS, WORK, WORKS

LONGEST_GREETING = 15  # words: who thanks at length says what for
LONGEST_POINTER = 40  # words: who points on at length says something on the way

_TEXT = (
    "document|guide|manual|licen[cs]e|booklet|book|handbook|tutorial|faq|howto|readme|page|archive|directory|"
    "distribution|package|project|repository"
)
# "It is important to" points back to nothing.
_DUMMY = (
    r" (?:is|was|may be|can be|would be) (?:\w{2,12} )?(?:advisable|best|better|clear|common|difficult|easy|essential|"
    r"hard|important|impossible|likely|necessary|possible|recommended|true|useful|worth)"
    r"(?:,? (?:to|that|noting|mentioning)\b)"
    r"| should be (?:\w{2,12} )?noted\b"
)
_PRONOUN = (
    rf"he|she|it(?!(?:{_DUMMY}))|they|him|her|his|hers|its|them|their|theirs|"
    rf"this(?! (?:{WORK}|{_TEXT})\b)|that|these|those|such|both|neither|either|another|"
    r"others|the (?:former|latter|same|other|others|two|pair)"
)
_CONNECTIVE = (
    r"however|but|and|or|nor|so|yet|then|thus|hence|therefore|moreover|furthermore|besides|also|too|instead|otherwise|"
    r"nevertheless|nonetheless|meanwhile|consequently|accordingly|likewise|similarly|conversely|afterwards?|still|"
    r"for (?:example|instance|this|that|these)|"
    r"in (?:addition|contrast|turn|(?:this|that) (?:case|context|regard|sense|way))|"
    r"as a result|after (?:that|this|all)|on the (?:other hand|contrary)|on top of (?:that|this|it)|"
    r"(?:that|this) (?:being )?said|because of (?:that|this)|again|in other words|"
    r"from (?:there|this|that)|(?:no|yes)(?=,)"
)
# The words of which a sentence that depends has one: most of them open it, and some follow "the".
_LATTER_WORDS = "former latter same other others two pair"
_DEPENDING_WORDS = (
    "^he ^she ^it ^they ^him ^her ^his ^hers ^its ^them ^their ^theirs ^this ^that ^these ^those ^such ^both ^neither "
    "^either ^another ^others ^however ^but ^and ^or ^nor ^so ^yet ^then "
    "^thus ^hence ^therefore ^moreover ^furthermore ^besides ^also ^too ^instead ^otherwise ^nevertheless ^nonetheless "
    "^meanwhile ^consequently ^accordingly ^likewise ^similarly ^conversely ^afterward ^afterwards ^still ^for ^in ^as "
    "^after ^on ^because ^again ^from ^no ^yes ^a ^answer"
)
_DEPENDS = re.at_once(
    rf"[\s\"'“‘(\[]*(?:a(?:nswer)?: )?"
    rf"(?:(?:{_PRONOUN}|{_CONNECTIVE})(?![\w'’-]*[^\W_])|(?:he|she|it|they|that|this)['’])"
    r"|\s*(?:[)\]”’»,;:]|\.{2,}|…)"
)
_VERBS = (
    "address argu conclud demonstrat describ develop discuss evaluat examin explor find found introduc investigat "
    "present propos prov provid report reveal review show shown studi study suggest summaris summariz"
)
_VERB = rf"(?:{_VERBS.replace(' ', '|')})(?:e?s|ed?)?"
_ANNOUNCES = re.at_once(
    rf"\b(?:we|this {WORK}|the (?:authors?|paper|study|report))"
    rf"(?: (?:also|further|then|will|have|has|here|therefore|thus|first|finally))* {_VERB}\b"
    # In a story "I found" and "I showed" are told, not announced.
    r"|\bi (?:propose|suggest|recommend|conclude|argue)\b"
    rf"|\bin (?:conclusion|summary|short|brief|this {WORK})\b|\bto (?:conclude|sum up|summari[sz]e|our knowledge)\b"
    r"|\b(?:our|these|the) (?:main )?(?:results?|findings?|experiments?|contributions?|analysis|goal|aim) (?:\w+ )?"
    r"(?:show|suggest|indicate|demonstrate|reveal|confirm|are|is)s?\b"
)
# The verb of a sentence that says what its subject is: "tar is an archiver"; and what may stand before the subject.
IS_A = re.at_once(
    r" (?:is (?:an? |the (?!same|case|only|default|following|first|last|next|one))|are an? "
    r"|(?:is|are) designed (?:to|for) )"
)
ARTICLES = frozenset(("the", "a", "an"))
_SYNOPSIS = re.compile(r"\[-{1,2}\w[^\[\]]{0,40}\] ?[\[{<]|^\W*usage:")
_SAID = re.compile(r"[,.!?]['’](?!\w)")  # the end of what is said, where single marks stand around it
_QUOTED = re.at_once(r"[\"“]([^\"“”]*)[\"”]|``([^`]*)''")
# Begins with a set of characters, which is what `re` scans for quickly.
_PERSONS = re.at_once(r"[imy](?<![\w'’-].)(?:(?<=i)|(?<=m)(?:e|y|ine|yself)|(?<=y)ou(?:r|rs|rself|rselves)?)(?![\w-])")
_GREETS = re.at_once(
    r"\W*(?:thank you|(?:many )?thanks(?! to\b)|(?:hello|hi|dear|greetings|cheers|regards)\b"
    r"|good (?:morning|afternoon|evening)"
    r"|(?:you're |a warm )?welcome(?: back)?(?:[,!.]| to\b| everyone| everybody)|ladies and gentlemen|my fellow"
    r"|(?:best|kind|warm) (?:wishes|regards))"
    r"|[^.?]{0,60}\bthank you for (?:using|reading|your|visiting|choosing|coming|joining)\b"
)


# Every pattern has a bit, or two beside each other, which a sentence with one of its words has as well.
_bits = (1 << k for k in range(63))
_GROUPS = [[(next(_bits), words) for words in group.split(" & ")] for group, _ in (*POINTERS, *NOTICES_INSIDE)]
_TRIED = tuple((sum(bit for bit, _ in group), pattern)
               for group, (_, pattern) in zip(_GROUPS, (*POINTERS, *NOTICES_INSIDE), strict=True))  # fmt: skip
_POINTING, _NOTING = _TRIED[: len(POINTERS)], _TRIED[len(POINTERS) :]
_OF_POINTERS, _OF_NOTICES = (sum(bits for bits, _ in some) for some in (_POINTING, _NOTING))
(
    ANNOUNCING, _ANNOUNCER, RULING, GREETING, PERSON, _SHOWING, _NOTICE, _DEFINING, _SYNOPTIC, _OPENING, _LATTER, IS,
    TELLS,
) = (next(_bits) for _ in range(13))  # fmt: skip
_PAIRS = ANNOUNCING | sum(group[0][0] for group in _GROUPS if len(group) > 1)
_HINTS = Hints.of(
    {bit: words for group in _GROUPS for bit, words in group}
    | {
        RULING: " ".join(DUTY),
        ANNOUNCING: " ".join(verb + end for verb in _VERBS.split() for end in ("", "s", "es", "e", "ed"))
        + " recommend conclusion summary short brief sum knowledge goal aim analysis result results finding findings "
        + f"experiment experiments contribution contributions {WORKS}",
        GREETING: "thank thanks hello hi dear greetings cheers regards good welcome ladies fellow wishes",
        PERSON: "i me my mine myself you your yours yourself yourselves",
        _SHOWING: SHOWING_WORDS + " see man manual manpage manualpage",
        _NOTICE: NOTICE_WORDS,
        _DEFINING: DEFINING_WORDS,
        _SYNOPTIC: "^usage",
        _OPENING: _DEPENDING_WORDS,
        _LATTER: _LATTER_WORDS,
        IS: "is are",
        TELLS: " ".join(f"^{verb}" for verb in TELLING.lower().split()),
        # Who announces: without one of them its verbs say what somebody else does.
        _ANNOUNCER: f"we i author authors {WORKS} conclude conclusion summary short brief sum summarise summarize "
        "knowledge goal aim analysis result results finding findings experiment experiments contribution contributions",
    },
    _PAIRS,
)
DEPENDING = _OPENING | _LATTER
SIGNING = _OF_POINTERS | _OF_NOTICES | _SHOWING | _NOTICE | _DEFINING | _SYNOPTIC | MARKED
_ANNOUNCED = ANNOUNCING | _ANNOUNCER
EVERY = -1  # all bits: every pattern is tried
hints = _HINTS.found  # which patterns are worth trying on a sentence in lower case: what the functions below take


def announces(lower: str, hints: int = EVERY) -> bool:
    """Return whether the author says what the text does or finds; the sentence is in lower case.

    >>> announces("in this paper we propose a ranking."), announces("the ranking is new.")
    (True, False)
    """
    return hints & _ANNOUNCED == _ANNOUNCED and announces_at(lower) is not None


def announces_at(lower: str) -> re.Match[str] | None:
    """Return where a sentence in lower case announces something."""
    return _ANNOUNCES.search(lower)


def signposts(lower: str, hints: int = EVERY) -> bool:
    """Return whether a sentence points elsewhere, defines a term, or is a notice or a usage line; it is in lower case.

    >>> signposts("in this section we describe the store."), signposts("for more information, see the file readme.")
    (True, True)
    >>> signposts("the store keeps every document."), signposts("copyright 2004 lee"), signposts('"you" means anyone.')
    (False, True, True)
    """
    return signposts_at(lower, hints) is not None


def signposts_at(lower: str, hints: int = EVERY) -> re.Match[str] | None:
    """Return where a sentence in lower case does so."""
    if lower[:1] in OPENING_BRACKETS and (found := aside(lower)):
        return found
    if not hints & SIGNING and lower[:1] != "*" and "[-" not in lower:
        return None
    if lower.count(" ") < LONGEST_POINTER:
        if hints & _SHOWING and (found := POINTERS_AT_FIRST.match(lower)):
            return found
        if hints & _OF_POINTERS:
            for pattern in _worth_trying(hints & _OF_POINTERS):
                if found := pattern.search(lower):
                    return found
    # Of the marks a notice has one alone.
    noticed = hints & _NOTICE or lower[:1] == "*" or (hints & MARKED and "©" in lower)
    if noticed and (found := notice_at(lower)):
        return found
    if hints & _OF_NOTICES:
        for bits, pattern in _NOTING:
            if hints & bits == bits and (found := pattern.match(lower)):
                return found
    if hints & (_DEFINING | MARKED) and (found := defines_at(lower)):
        return found
    return _SYNOPSIS.search(lower) if hints & _SYNOPTIC or "[-" in lower else None


@lru_cache(maxsize=1024)
def _worth_trying(bits: int) -> tuple[re.Pattern[str], ...]:
    """Return the pointers of whose words a sentence has enough."""
    return tuple(pattern for needed, pattern in _POINTING if bits & needed == needed)


def rules(lower: str, hints: int = EVERY) -> float:
    """Return how plainly a sentence in lower case lays down a rule: 0, a half or 1.

    >>> rules("you must pay."), rules("you pay.")
    (1.0, 0.0)
    """
    return rules_of(lower) if hints & RULING else 0.0


def greets(sentence: str, hints: int = EVERY) -> bool:
    """Return whether a short sentence greets, thanks or takes leave.

    >>> greets("Good evening and welcome to the programme."), greets("Thanks to the rain the fields are green.")
    (True, False)
    """
    return hints & GREETING != 0 and greets_at(sentence) is not None


def greets_at(sentence: str) -> re.Match[str] | None:
    """Return the greeting that a short sentence begins with."""
    found = _GREETS.match(sentence[:100].lower())
    return found if found and len(sentence.split()) <= LONGEST_GREETING else None


def depends(sentence: str, hints: int = EVERY) -> bool:
    """Return whether a sentence cannot stand alone: it opens with a pronoun, a connective or a dangling mark.

    >>> depends("However, prices fell."), depends("Prices fell.")
    (True, False)
    """
    if not hints & _OPENING and sentence[:1].isalpha() and not (hints & _LATTER and sentence[:4].lower() == "the "):
        return False
    return _DEPENDS.match(sentence.lower()) is not None


def talks(sentence: str, hints: int = EVERY) -> bool:
    """Return whether a sentence holds direct speech: two quoted words or more, or a mark whose partner is elsewhere.

    >>> talks('"We won," she said.'), talks('The so-called "plan" failed.'), talks("It ends.”"), talks("'No,' he said.")
    (True, False, True, True)
    """
    if not hints & MARKED or not _has_quotation_mark(sentence):
        return sentence[:1] in ("'", "‘") and _SAID.search(sentence) is not None
    if _has_quotation_mark(_QUOTED.sub("", sentence)):
        return True
    return any(len((found[1] or found[2] or "").split()) > 1 for found in _QUOTED.finditer(sentence))


def _has_quotation_mark(text: str) -> bool:
    return '"' in text or "“" in text or "”" in text or "``" in text


def addresses(sentence: str, hints: int = EVERY) -> float:
    """Return the share of words that are "I" or "you" in any form.

    >>> addresses("I'm sure you know.")
    0.5
    """
    if not hints & PERSON:
        return 0.0
    count = len(sentence.split())
    return min(1.0, len(_PERSONS.findall(sentence.lower())) / count) if count else 0.0
