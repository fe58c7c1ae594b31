"""Which languages there are: find one by its code, register one of your own, list what each can do on this computer."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sentencerank import patterns as re
from sentencerank import plugins
from sentencerank.errors import LanguageError, PluginError
from sentencerank.frozen import dataclass
from sentencerank.languages.costs import costs
from sentencerank.languages.english import English, load_english
from sentencerank.languages.language import Pack, read_text, stopwords_of
from sentencerank.languages.measured import Ranked, measured, ranked
from sentencerank.languages.packed import Packed, document_stopwords
from sentencerank.languages.packs import ALIASES, FIRST_CLASS, PACKS
from sentencerank.languages.segmenters import SEGMENTERS, installed
from sentencerank.languages.taggers import TAGGERS

EXTRA = "languages"
INSTALL = f"pip install 'sentencerank[{EXTRA}]'"
_LIBRARIES = SEGMENTERS.keys() | {name for name, one in TAGGERS.items() if one.modules}
_CODE = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")
_registered: dict[str, Pack] = {}
_languages: dict[str, tuple[Pack, English | Packed]] = {}  # a cache: it changes no result


def canonical_code(code: str) -> str:
    """Return the code that a language is known by: without its region, and the newer one of two.

    Raises LanguageError for what is no code.

    >>> canonical_code("pt-BR"), canonical_code("no"), canonical_code("xyz")
    ('pt', 'nb', 'xyz')
    """
    if not isinstance(code, str) or not _CODE.fullmatch(code):
        raise LanguageError(f"{code!r} is not a language code. Use an ISO 639 code such as 'en', 'de' or 'zh'.")
    code = re.split("[-_]", code)[0]
    return ALIASES.get(code, code)


def language_of(code: str) -> English | Packed:
    """Return the language of a code; one without a pack knows boundaries and words, and learns its stop words.

    Raises LanguageError for what is no code.

    >>> language_of("en").code, language_of("pt-BR").code, language_of("xyz").code
    ('en', 'pt', 'xyz')
    """
    code = canonical_code(code)
    pack = pack_of(code) or Pack(code=code, script="")
    known = _languages.get(code)
    # A language remembers its words, so it is made once for a pack.
    if known is None or known[0] != pack:
        known = _languages[code] = (pack, load_english() if code == "en" else Packed(pack))
    return known[1]


def registered_language(code: str) -> English | Packed | None:
    """Return the language that somebody registered under this code; None if nobody did."""
    return language_of(code) if code in _registered else None


def language_name(code: str) -> str:
    """Return how a reader calls a language.

    >>> language_name("de"), language_name("und"), language_name("xx")
    ('German (de)', 'a language that is not known', 'xx')
    """
    if code == "und":
        return "a language that is not known"
    pack = pack_of(code)
    return f"{pack.name} ({code})" if pack and pack.name else code


def pack_of(code: str) -> Pack | None:
    """Return the pack of a code: a registered one, that of the package, or that of a plugin."""
    return _registered.get(code) or PACKS.get(code) or _plugin_pack(code)


@lru_cache(maxsize=64)
def _plugin_pack(code: str) -> Pack | None:
    # What no language was found for is no reason to look for plugins.
    pack = None if code == "und" else plugins.find("language", code)
    if pack is None or (isinstance(pack, Pack) and pack.code == code):
        return pack
    raise plugins.refused("language", code, f"a Pack with the code {code!r}", pack)


def known_packs() -> dict[str, Pack]:
    """Return every pack by its code, those of plugins, of the package and those registered."""
    brought = {code: pack for code in plugins.names("language") if (pack := _sound_pack(code)) is not None}
    return {**brought, **PACKS, **_registered}


def _sound_pack(code: str) -> Pack | None:
    """The pack of a plugin; None for a broken one, which `sentencerank doctor` tells of."""
    try:
        return _plugin_pack(code)
    except PluginError:
        return None


def register_language(pack: Pack) -> None:
    """Make a language known by its code, in this process; a code that is known already gets the new pack.

    Raises LanguageError for what is not a pack and for a code with a region; English cannot be replaced.

    >>> register_language(Pack(code="tlh", name="Klingon", stopwords="je 'ej"))
    >>> language_name("tlh")
    'Klingon (tlh)'
    >>> unregister_language("tlh")
    >>> language_name("tlh")
    'tlh'
    """
    if not isinstance(pack, Pack) or pack.code == "en" or canonical_code(pack.code) != pack.code:
        raise LanguageError(f"{pack!r} cannot be registered. Give a Pack with an ISO 639 code: letters only, not 'en'.")
    _registered[pack.code] = pack


def unregister_language(code: str) -> None:
    """Forget a registered pack: its code means again what it meant before. Raises LanguageError if there is none."""
    if code not in _registered:
        known = ", ".join(sorted(_registered)) or "none"
        raise LanguageError(f"no language is registered as {code!r}. Registered in this process: {known}.")
    del _registered[code]


def registered_packs() -> tuple[Pack, ...]:
    """Return the packs that were registered in this process, for `register_all` in another one."""
    return tuple(_registered.values())


def register_all(packs: Iterable[Pack]) -> None:
    """Register several languages: the set-up of a worker that should know those of its parent.

    >>> register_all([Pack(code="tlh"), Pack(code="sjn")])
    >>> [pack.code for pack in registered_packs()]
    ['tlh', 'sjn']
    >>> unregister_language("tlh"), unregister_language("sjn")
    (None, None)
    """
    for pack in packs:
        register_language(pack)


def learn_stopwords(texts: Iterable[str], code: str = "und") -> frozenset[str]:
    """Return the stop words that a corpus teaches, for `Pack(stopwords=" ".join(...))`: short, frequent, spread words.

    >>> sorted(learn_stopwords(["La kato dormas. La hundo bojas. La birdo kantas nun."]))
    ['la']
    """
    language = Packed(Pack(code=code, script="", stopwords="-"))
    sentences = (sentence.text for text in texts for sentence in read_text(text, language).sentences)
    return document_stopwords([[token.stem for token in language.tokens([one])[0] if token.stem] for one in sentences])


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
    extra: str  # the extra of the package that brings its libraries
    memory_mb: int | None  # megabytes that it adds to a process; None if that was not measured
    load_seconds: float | None  # that its first sentence takes longer than the next
    ends_f: float | None  # F of its sentence ends in %, measured on a treebank; None if that was not measured
    detected: float | None  # share of single sentences that are taken for it, in %; None if that was not measured
    cpu: float | None  # CPU time of a document, as a multiple of the same in English; None if that was not measured
    ranking: tuple[Ranked, ...]  # beside simple methods on judged documents; empty if that was not measured
    missing: tuple[str, ...]  # libraries that would add something
    install: str  # the command that brings them


def list_languages(*codes: str) -> tuple[Capability, ...]:
    """Return what each language with a pack has on this computer, or each of those asked for: first-class ones first.

    Raises LanguageError for what is no code.

    >>> [(one.name, one.stems, one.stopwords > 300) for one in list_languages("de", "th")]
    [('German', 'snowball', True), ('Thai', '', True)]
    """
    known = known_packs()
    wanted = set(map(canonical_code, codes)) or set(known)
    found = [pack for code, pack in known.items() if code in wanted]
    return tuple(map(_capability, [*found, *(Pack(code=code, script="") for code in sorted(wanted - known.keys()))]))


def _capability(pack: Pack) -> Capability:
    missing: list[str] = []
    words, tagged, stems = "joined syllables" if pack.syllables else "spaces", "", ""
    if callable(pack.segmenter):
        words = "own function"
    elif pack.segmenter:
        library = SEGMENTERS[pack.segmenter]
        if installed(library.modules):
            words, tagged = pack.segmenter, pack.segmenter if library.tags else ""
            stems = "dictionary form" if library.lemmas else ""
        else:
            missing.append(pack.segmenter)
            words = library.otherwise.partition(",")[0].removeprefix("as ").removeprefix("by ")
    if pack.tagger:
        if pack.code == "en" or installed(TAGGERS[pack.tagger].modules):
            tagged = pack.tagger
        else:
            missing.append(pack.tagger)
    if pack.stemmer:
        stems = "snowball" if isinstance(pack.stemmer, str) else "own function"
    elif (pack.endings or pack.beginnings) and not stems:
        stems = "affixes"
    own = pack.code not in _registered
    english = costs()["en"].article or 1.0
    cost, scores = (costs().get(pack.code), measured().get(pack.code)) if own else (None, None)
    return Capability(
        code=pack.code,
        name=pack.name,
        first_class=pack.code in FIRST_CLASS,
        script=pack.script,
        direction=pack.direction,
        sentences="spaces" if pack.pauses else "marks",
        words=words,
        stopwords=len(language_of("en").stopwords if pack.code == "en" else stopwords_of(pack)),
        stems=stems,
        parts_of_speech=tagged,
        extra=EXTRA if _LIBRARIES & {pack.segmenter, pack.tagger} else "",
        memory_mb=cost.memory if cost else None,
        load_seconds=cost.seconds if cost else None,
        ends_f=scores.ends_f if scores else None,
        detected=scores.detected if scores else None,
        cpu=round(cost.article / english, 1) if cost and cost.article else None,
        ranking=ranked().get(pack.code, ()) if own else (),
        missing=tuple(missing),
        install=INSTALL if missing else "",
    )
