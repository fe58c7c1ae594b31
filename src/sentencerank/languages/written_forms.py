"""Which written form of a phrase is shown: the commonest, in German the one that a dictionary has.

A text says "der gültigen Option", a list of keyphrases "gültige Option".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from sentencerank.languages.words import word_list

_OBLIQUE = re.compile(r"\w{3}e[nmr] ")  # a German adjective in another case than the one that names a thing
RARE = 5  # times as often as the form without the ending: then it is the word itself
_SHORTEST = frozenset({"tr", "az", "hu", "fi", "et", "eu"})  # a case is an ending: the bare form is shown
# The form that names a thing: a Russian adjective in the nominative, an Arabic word without what is written before it.
_NAMING = {
    "ru": re.compile(r"^[\w-]+(?:[ыи]й|ая|яя|ое|ее|[ыи]е) |^[\w-]+$"),
    "ar": re.compile(r"^(?![وفبك]{1,2}ال|[وف]?لل)"),
}
# Of these languages more is known than which form is the commonest.
TOLD_BY_RULES = _SHORTEST | _NAMING.keys() | {"de"}
_ENDINGS = ("n", "s", "es")  # of German nouns: "Ländern" beside "Länder", "Landes" beside "Land"
# What stands before an adjective, and its ending there, tell the ending that it has without them.
_ENDED = re.compile(r"(?<=\w\w\w)(e[nmrs]?)$")
_SHOWN = {
    ("der", "e"): "er",
    ("das", "e"): "es",
    ("die", "e"): "e",
    ("einen", "en"): "er",
    ("keinen", "en"): "er",
    ("ein", "er"): "er",
    ("ein", "es"): "es",
}
# "Der leeren Liste" is feminine, "die leeren Listen" a plural, as "der leeren Listen" is: all of them have an e.
_WITH_E = word_list(
    [
        "die der eine einer keine keiner diese dieser jene jener jede jeder alle aller beide beider zur",
        "meine meiner seine seiner ihre ihrer unsere unserer",
    ]
)


def ending(before: str, adjective: str, noun: str) -> str:
    """Return the ending that an adjective has in the nominative without an article; "" if nothing tells.

    >>> ending("der", "abgestürzte", "Prozess"), ending("das", "alte", "Gerät"), ending("der", "leeren", "Liste")
    ('er', 'es', 'e')
    >>> ending("mit", "gültigen", "Optionen"), ending("mit", "freiem", "Platz")
    ('e', '')
    """
    match = _ENDED.search(adjective)
    if match is None:
        return ""
    own = match[1]
    if own == "en" and (before in _WITH_E or (noun.endswith("en") and before not in ("des", "dem", "einem", "eines"))):
        return "e"
    return _SHOWN.get((before, own), "")


def nominative(form: str, shown: Iterable[str]) -> str:
    """Return a phrase with the endings that most of its occurrences tell.

    >>> nominative("gültigen Option", ["e", "", "e"]), nominative("freien Platz", [""]), nominative("Platz", ["er"])
    ('gültige Option', 'freien Platz', 'Platz')
    >>> nominative("zweite freie Platz", ["er"]), nominative("abgestürzten Prozess auf Linux", ["er"])
    ('zweiter freier Platz', 'abgestürzter Prozess auf Linux')
    """
    told = Counter(filter(None, shown)).most_common(1)
    if not told:
        return form
    words = form.split(" ")
    for number, word in enumerate(words):
        if not word[:1].islower():
            break
        words[number] = _ENDED.sub(told[0][0], word)
    return " ".join(words)


def commonest(forms: Mapping[str, int], code: str) -> str:
    """Return the form that is written most often; where a language tells it, one that names the thing, if there is any.

    >>> commonest(Counter({"Europäischen Union": 5, "Europäische Union": 1, "Ländern": 1}), "de")
    'Europäische Union'
    >>> commonest(Counter({"Ländern": 2, "Länder": 1}), "de"), commonest(Counter({"garden": 2, "gardens": 1}), "en")
    ('Länder', 'garden')
    >>> commonest(Counter({"учебном году": 2, "учебный год": 1}), "ru")
    'учебный год'
    >>> commonest(Counter({"limanın": 2, "liman": 1}), "tr")
    'liman'
    """
    if len(forms) == 1:
        return next(iter(forms))
    if code in _SHORTEST:
        most = min(forms, key=lambda form: (-forms[form], form))
        return min([form for form in forms if most.startswith(form)], key=len)

    def oblique(form: str) -> bool:
        if code in _NAMING:
            return not _NAMING[code].search(form)
        if code != "de":
            return False
        bases = [form.removesuffix(end) for end in _ENDINGS if form.endswith(end)]
        # What is written once beside many may be a slip or another language: "Australie".
        return bool(_OBLIQUE.search(form)) or any(RARE * forms[base] >= forms[form] for base in bases if base in forms)

    return min(forms, key=lambda form: (oblique(form), -forms[form], form))
