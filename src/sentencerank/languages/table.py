"""What each language has on this computer, and what it lacks."""

from __future__ import annotations

from dataclasses import dataclass

from sentencerank.languages.codes import language
from sentencerank.languages.english import English
from sentencerank.languages.pack import Pack, listed_words
from sentencerank.languages.packs import FIRST_CLASS
from sentencerank.languages.registry import packs
from sentencerank.languages.segmenters import SEGMENTERS, installed
from sentencerank.languages.taggers import TAGGERS

INSTALL = "pip install 'sentencerank[languages]'"


@dataclass(frozen=True, slots=True)
class Capability:
    """What is there for one language; "" where there is nothing."""

    code: str
    name: str
    first_class: bool
    script: str  # "" if it has several
    direction: str  # "ltr" or "rtl"
    sentences: str  # what ends them
    words: str  # what finds them
    stopwords: int  # how many are listed; 0: learnt from the document
    stems: str
    parts_of_speech: str
    missing: tuple[str, ...]  # libraries that would add something
    install: str  # the command that brings them


def capabilities(*codes: str) -> tuple[Capability, ...]:
    """The languages with a pack, or those asked for: first-class ones first.

    >>> [(one.name, one.stems, one.stopwords > 300) for one in capabilities("de", "th")]
    [('German', 'snowball', True), ('Thai', '', True)]
    """
    known = packs()
    wanted = {language(code).code for code in codes} or set(known)
    listed = [pack for code, pack in known.items() if code in wanted]
    return tuple(map(capability, [*listed, *(Pack(code=code, script="") for code in sorted(wanted - known.keys()))]))


def capability(pack: Pack) -> Capability:
    """What one language has."""
    if pack.code == "en":
        return _english(pack)
    missing = []
    words, tagged, stems = "spaces", "", ""
    if callable(pack.segmenter):
        words = "own function"
    elif pack.segmenter:
        library = SEGMENTERS[pack.segmenter]
        words, tagged = pack.segmenter, pack.segmenter if library.tags else ""
        if not installed(library.modules):
            missing.append(pack.segmenter)
            words, tagged = library.otherwise.partition(",")[0].removeprefix("as ").removeprefix("by "), ""
        elif tagged:
            stems = "dictionary form"
    elif pack.syllables:
        words = "joined syllables"
    if pack.tagger:
        name = pack.tagger.partition(" ")[0]
        if installed(TAGGERS[pack.tagger].modules):
            tagged = name
        else:
            missing.append(name)
    stems = stems if pack.code in ("ja", "ko") else ""
    if pack.stemmer:
        stems = "snowball" if isinstance(pack.stemmer, str) else "own function"
    elif (pack.endings or pack.beginnings) and not stems:
        stems = "affixes"
    return Capability(
        code=pack.code,
        name=pack.name,
        first_class=pack.code in FIRST_CLASS,
        script=pack.script,
        direction=pack.direction,
        sentences="spaces" if pack.pauses else "marks",
        words=words,
        stopwords=len(listed_words(pack)),
        stems=stems,
        parts_of_speech=tagged,
        missing=tuple(missing),
        install=INSTALL if missing else "",
    )


def _english(pack: Pack) -> Capability:
    english = language("en")
    assert isinstance(english, English)
    return Capability(
        code="en",
        name=pack.name,
        first_class=True,
        script=pack.script,
        direction="ltr",
        sentences="marks",
        words="spaces",
        stopwords=len(english.stopwords),
        stems="snowball",
        parts_of_speech="lexicon",
        missing=(),
        install="",
    )
