"""A word's coarse part of speech: a lexicon of exceptions over word-form rules, no context.

The lexicon file holds only the words that the rules get wrong, so it is a quarter of its source and loads in
milliseconds, with the same answers. Tags are those of the Penn Treebank inside the rules; outside there are five
classes: N noun, P proper noun, A adjective, V verb, O everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

CLASSES = "NPAVO"
_TESTS: Mapping[str, Callable[[str, str], bool]] = {
    "suffix": str.endswith,
    "prefix": str.startswith,
    "contains": lambda word, part: part in word,
}


class Rule(NamedTuple):
    """A word tagged `before` (or anything, if "") that passes `test` with `part` is tagged `after`."""

    before: str
    test: str
    part: str
    after: str


def coarse(tag: str) -> str:
    """The class of a Penn Treebank tag; of two tags joined by | the first counts.

    >>> [coarse(tag) for tag in ("NNS", "NNPS", "JJR", "VBG", "RB", "JJ|NP")]
    ['N', 'P', 'A', 'V', 'O', 'A']
    """
    tag = tag.partition("|")[0]
    if tag.startswith("NNP"):
        return "P"
    return {"NN": "N", "JJ": "A", "VB": "V"}.get(tag[:2], "O")


def guess(word: str, rules: Sequence[Rule]) -> str:
    """The class that the form of a word suggests.

    >>> rules = [Rule("NN", "suffix", "ed", "VBN"), Rule("", "suffix", "ful", "JJ")]
    >>> [guess(word, rules) for word in ("table", "Paris", "waited", "joyful", "42")]
    ['N', 'P', 'V', 'A', 'O']
    """
    if not any(map(str.isalpha, word)):
        return "O"
    tag = "NNP" if word[0].isupper() else "NN"
    for rule in rules:
        if rule.before in ("", tag) and _TESTS[rule.test](word, rule.part):
            tag = rule.after
    return coarse(tag)


@dataclass(frozen=True, slots=True, eq=False)
class Tagger:
    """Classes of words: `lexicon` first, then `rules`."""

    lexicon: Mapping[str, str]
    rules: tuple[Rule, ...] = ()

    def tag(self, word: str, *, lower: bool = False) -> str:
        """The class of a word; with `lower` its capitals may be due to its place (it opens a sentence) or to style.

        >>> tagger = Tagger({"the": "O", "The": "O", "run": "V"})
        >>> tagger.tag("RUN"), tagger.tag("RUN", lower=True), tagger.tag("Boston", lower=True)
        ('P', 'V', 'N')
        """
        known = self.lexicon.get(word)
        if known is None and lower:
            known = self.lexicon.get(word.lower())
        return known if known is not None else guess(word.lower() if lower else word, self.rules)


def load_tagger(path: Path) -> Tagger:
    """Read a tag file: lines `class<TAB>word word …` and `rule<TAB>before<TAB>test<TAB>part<TAB>after`."""
    lexicon: dict[str, str] = {}
    rules = []
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, *fields = line.split("\t")
        if kind == "rule":
            rules.append(Rule(*fields))
        elif kind in CLASSES and len(fields) == 1:
            lexicon.update(dict.fromkeys(fields[0].split(" "), kind))
    return Tagger(lexicon, tuple(rules))
