"""Entries that a query names: what explains "--update" or "RestartSec=" comes before what only mentions it."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

import numpy as np

from sentencerank.asking.definitions import asked_term
from sentencerank.method.arrays import Mask

_OPTION = re.compile(r"(?<![\w-])--?(?:\[no-\])?[A-Za-z][\w-]*")
# No ordinary word: with a sign inside, with a capital inside, or called or set.
_NAME = re.compile(r"(?<![\w-])[A-Za-z_]\w*(?:[.-]\w+)*[=(]?")
_UNLIKE_WORDS = re.compile(r"\w[_.-]\w|[a-z][A-Z]|[A-Za-z]\d|\d[A-Za-z]|[=(]")
_TYPES = re.compile(r"(?:(?:abstract|async|class|classmethod|def|exception|function|property|static|staticmethod) )+")
_WORD = re.compile(r"\w+")
_FIRST = re.compile(r"[$@%#]?\w+(?:[.-]\w+)*")


def find_entry(query: str, words: Sequence[str], terms: Sequence[str], texts: Sequence[str]) -> tuple[Mask, str] | None:
    """Return which sentences explain what a query names, and what it says beside that; None if none does.

    `words` are the essential ones of the query, in small letters. `terms` are those that each sentence explains, one a
    line, and `texts` are the sentences: an option without an entry stands in those that have it.

    >>> found = find_entry("is --update safe", [], ["-u, --update", "", "--update-all"], ["", "with --update", ""])
    >>> found and (found[0].tolist(), found[1])
    ([True, False, False], 'is   safe')
    """
    options = set(_OPTION.findall(query))
    names = {_bare(match) for match in _NAME.finditer(query) if _UNLIKE_WORDS.search(match[0])}
    # What is asked for by itself may be any function, or a term of one word: "rmtree", "what does ftbfs mean".
    alone = {*(words if len(words) == 1 else ()), asked_term(query)}.difference(("",))
    names |= alone.union(f"{word}()" for word in alone)
    names |= options
    found = {term: names & names_of(term) for term in set(terms) if term} if names else {}
    inside = np.array([bool(found.get(term)) for term in terms], dtype=np.bool_)
    used = set().union(*found.values())
    if not used and options:
        inside = np.array([not options.isdisjoint(_OPTION.findall(text)) for text in texts], dtype=np.bool_)
        used = options
    if not inside.any():
        return None
    rest = _OPTION.sub(lambda match: " " if match[0] in used else match[0], query)
    return inside, _NAME.sub(lambda match: " " if {_bare(match), f"{_bare(match)}()"} & used else match[0], rest)


def _is_whole(match: re.Match[str]) -> bool:
    """Whether a name is no word of a sentence: "history-limit lines" is one, "keep the following" is not."""
    return (
        _UNLIKE_WORDS.search(match[0]) is not None
        or not match[0].islower()
        or match.string[match.end() :].count(" ") < 2
    )


def _bare(name: re.Match[str]) -> str:
    return name[0].rstrip("()=").casefold()


def names_of(terms: str) -> Set[str]:
    """Return what terms name, one a line: options as they are written, all else in small letters.

    >>> sorted(names_of("-v, --[no-]verify")), sorted(names_of("os.link(src, dst)")), names_of("RestartSec=")
    (['--no-verify', '--verify', '-v'], ['link', 'link()', 'os.link', 'os.link()'], {'restartsec'})
    >>> names_of("keep the following:")
    set()
    """
    names: set[str] = set()
    for term in terms.splitlines():
        if term.startswith("-"):
            for option in _OPTION.findall(term.split(" (")[0]):
                names |= {option.replace("[no-]", ""), option.replace("[no-]", "no-")}
            continue
        before, call, _ = term.partition("(")
        for part in before.split(","):
            match = _FIRST.match(_TYPES.sub("", part.strip(), count=1))
            if match and (call or _is_whole(match)):
                own = {match[0].casefold(), match[0].casefold().lstrip("$@%#").rpartition(".")[2]}
                names |= own.union(f"{name}()" for name in own if call)
    return names
