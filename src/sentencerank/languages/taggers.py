"""Parts of speech of single words: by tables for English and German, by a library of `[languages]` for Russian.

There are five classes: N noun, P proper noun, A adjective, V verb, O everything else. No tagger looks at the context,
so every word form is asked about once. A segmenter (segmenters.py) gives the classes of its words itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from sentencerank.frozen import dataclass
from sentencerank.languages.segmenters import load_library

CLASSES = "NPAVO"
Tag: TypeAlias = "Callable[[str], str]"

_TESTS = ("suffix", "prefix", "contains")
CLASS_FILES = Path(__file__).parent / "classes"
ENDING = 5  # letters of an ending at most
_RUSSIAN = {"NOUN": "N", "ADJF": "A", "ADJS": "A", "PRTF": "A", "PRTS": "A", "VERB": "V", "INFN": "V", "GRND": "V"}


class Rule(NamedTuple):
    """A word tagged `before` (or anything, if "") that passes `test` with `part` is tagged `after`."""

    before: str
    test: str
    part: str
    after: str


@cache
def coarse(tag: str) -> str:
    """Return the class of a Penn Treebank tag; of two tags joined by | the first counts.

    >>> [coarse(tag) for tag in ("NNS", "NNPS", "JJR", "VBG", "RB", "JJ|NP")]
    ['N', 'P', 'A', 'V', 'O', 'A']
    """
    tag = tag.partition("|")[0]
    if tag.startswith("NNP"):
        return "P"
    return {"NN": "N", "JJ": "A", "VB": "V"}.get(tag[:2], "O")


class RuleIndex(NamedTuple):
    """Rules by what they look for, so that a word meets only the few that fit it; all of them are in their order."""

    rules: tuple[Rule, ...] = ()
    endings: Mapping[str, tuple[int, ...]] = MappingProxyType({})
    beginnings: Mapping[str, tuple[int, ...]] = MappingProxyType({})
    insides: tuple[tuple[str, int], ...] = ()
    lengths: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())  # of endings and of beginnings

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> RuleIndex:
        """Index some rules."""
        rules = tuple(rules)
        parts: dict[str, dict[str, tuple[int, ...]]] = {test: {} for test in _TESTS}
        for number, rule in enumerate(rules):
            found = parts[rule.test]
            found[rule.part] = (*found.get(rule.part, ()), number)
        insides = [(part, number) for part, numbers in parts["contains"].items() for number in numbers]
        lengths = [tuple(sorted({len(part) for part in parts[test]})) for test in _TESTS[:2]]
        return cls(rules, parts["suffix"], parts["prefix"], tuple(insides), (lengths[0], lengths[1]))

    def packed(self) -> bytes:
        """Return the rules for the kernel.

        The number of tags; the class of each; for each rule the tag before (255 for any), the test, the tag after, the
        length of its part, the part. The first two tags are those of a word before any rule, small or with a capital.
        """
        tags = dict.fromkeys(("NN", "NNP", *(tag for rule in self.rules for tag in (rule.before, rule.after) if tag)))
        numbers = {tag: number for number, tag in enumerate(tags)}
        made = bytes((len(tags),)) + "".join(map(coarse, tags)).encode()
        for before, test, part, after in self.rules:
            text = part.encode()
            made += bytes((numbers.get(before, 255), _TESTS.index(test), numbers[after], len(text))) + text
        return made

    def fitting(self, word: str) -> list[int]:
        """Return the numbers of the rules whose part a word has, in their order."""
        _, endings, beginnings, insides, (behind, before) = self
        found = [number for part, number in insides if part in word]
        for length in behind:
            if numbers := endings.get(word[-length:]):
                found += numbers
        for length in before:
            if numbers := beginnings.get(word[:length]):
                found += numbers
        found.sort()
        return found


_NO_RULES = RuleIndex()


def guess(word: str, rules: RuleIndex) -> str:
    """Return the class that the form of a word suggests; the rules speak of Penn Treebank tags.

    >>> rules = RuleIndex.of([Rule("NN", "suffix", "ed", "VBN"), Rule("", "suffix", "ful", "JJ")])
    >>> [guess(word, rules) for word in ("table", "Paris", "waited", "joyful", "42")]
    ['N', 'P', 'V', 'A', 'O']
    """
    if not (word.isalpha() or any(map(str.isalpha, word))):
        return "O"
    tag = "NNP" if word[0].isupper() else "NN"
    for number in rules.fitting(word):
        before, _, _, after = rules.rules[number]
        if before in ("", tag):
            tag = after
    return coarse(tag)


@dataclass(frozen=True, slots=True, eq=False)
class LexiconTagger:
    """Classes of words by a lexicon of exceptions, then by rules.

    The lexicon holds only the words that the rules get wrong, so it is a quarter of its source and loads in
    milliseconds, with the same answers.
    """

    lexicon: Mapping[str, str]
    rules: RuleIndex = _NO_RULES

    def tag(self, word: str, *, lower: bool = False) -> str:
        """Return the class of a word; with `lower` its capitals may be due to its place in the sentence or to style.

        >>> tagger = LexiconTagger({"the": "O", "The": "O", "run": "V"})
        >>> tagger.tag("RUN"), tagger.tag("RUN", lower=True), tagger.tag("Boston", lower=True)
        ('P', 'V', 'N')
        """
        known = self.lexicon.get(word)
        if known is None and lower:
            known = self.lexicon.get(word.lower())
        return known if known is not None else guess(word.lower() if lower else word, self.rules)


def load_lexicon(path: Path) -> LexiconTagger:
    """Read a tag file: lines `class<TAB>word word …` and `rule<TAB>before<TAB>test<TAB>part<TAB>after`."""
    lexicon: dict[str, str] = {}
    rules = []
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, *fields = line.split("\t")
        if kind == "rule":
            rules.append(Rule(*fields))
        elif kind in CLASSES and len(fields) == 1:
            lexicon.update(dict.fromkeys(fields[0].split(" "), kind))
    return LexiconTagger(lexicon, RuleIndex.of(rules))


class WordClasses(NamedTuple):
    """Classes by the ending of a word, and the words that their endings get wrong."""

    endings: Mapping[str, str]
    words: Mapping[str, str]

    def tag(self, word: str) -> str:
        """Return the class of a word in small letters: its own, or that of its longest known ending.

        >>> WordClasses({"e": "A", "te": "V"}, {"heute": "O"}).tag("lachte")
        'V'
        """
        if known := self.words.get(word):
            return known
        for length in range(min(ENDING, len(word) - 1), 0, -1):
            if known := self.endings.get(word[-length:]):
                return known
        return "V"


def _german() -> Tag:
    endings: dict[str, str] = {}
    words: dict[str, str] = {}
    for line in (CLASS_FILES / "de.txt").read_text(encoding="utf-8").splitlines():
        kind, _, entries = line.partition(": ")
        for entry in entries.split():
            (endings if entry[0] == "-" else words)[entry.lstrip("-")] = kind
    found = WordClasses(endings, words)
    # A capital makes a noun.
    return lambda word: "N" if word[0].isupper() else found.tag(word)


def _russian() -> Tag:
    parse = import_module("pymorphy3").MorphAnalyzer().parse

    def tag(word: str) -> str:
        found = parse(word)[0].tag
        if found.POS == "NOUN" and ("Name" in found or "Surn" in found or "Geox" in found):
            return "P"
        return "N" if found.POS is None and word.isalpha() else _RUSSIAN.get(str(found.POS), "O")

    return tag


class LibraryTagger(NamedTuple):
    """How to load a tagger, and the modules it needs."""

    load: Callable[[], Tag]
    modules: tuple[str, ...]


TAGGERS: Mapping[str, LibraryTagger] = {
    "endings": LibraryTagger(_german, ()),
    "pymorphy3": LibraryTagger(_russian, ("pymorphy3", "pymorphy3_dicts_ru")),
}


@cache
def tagger(name: str) -> Tag | None:
    """Return a tagger by its name, loaded once; None if its library is missing or does not start."""
    tag = load_library(TAGGERS[name].load, TAGGERS[name].modules) if name in TAGGERS else None
    return partial(_safely, tag) if tag else None


def _safely(tag: Tag, word: str) -> str:
    """Tag a word; a tagger is not written for every string, and what upsets it is taken for a noun."""
    try:
        return tag(word)
    except Exception:
        return "N"
