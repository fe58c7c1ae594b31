"""The kernel in C finds the keyphrases and topics that Python finds, and refuses what does not fit."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank import kernel
from sentencerank.document import Document, Sentence, Token
from sentencerank.keyphrases.candidates import PhraseCandidates
from sentencerank.keyphrases.citations import _years
from sentencerank.keyphrases.finding import find_phrases
from sentencerank.keyphrases.topic_names import _taken
from sentencerank.languages.english import English
from sentencerank.languages.noun_phrases import noun_phrases
from sentencerank.languages.text_words import words_of
from sentencerank.method.keyphrases import PhraseTable, choose_phrases, worth_of
from sentencerank.method.terms import terms_of_words
from sentencerank.method.topics import contrast
from sentencerank.token_columns import Columns, columns_of
from tests.strategies import SEEDS
from tests.test_native import ENGLISH, TEXTS, both, ids, needs_kernel, real_texts


@needs_kernel
@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_runs_of_nouns(code: str) -> None:
    texts = [line for text in [*real_texts(), *TEXTS[:3]] for line in text.splitlines() if line.strip()]
    columns = columns_of(ENGLISH.tokens(texts))
    sentences = [Sentence(k, text, 0, len(text)) for k, text in enumerate(texts)]
    fast, plain = both(lambda: noun_phrases(words_of(sentences, columns), code))
    assert fast == plain
    assert len(fast) > 1000


@needs_kernel
@given(st.lists(st.text("129 058a)];,([é٣\ud800", max_size=14), max_size=4))
def test_years_of_citations(lines: list[str]) -> None:
    fast, plain = both(lambda: _years(lines))
    assert fast == plain


ODD = [
    "the",
    "The",
    "new",
    "Mr.",
    "dr",
    "seen",
    "rising",
    "opened",
    "file",
    "Monday",
    "van",
    "of",
    "Rome",
    "Museum",
    "old",
    "a",
    "3",
    "gap",
    "test",
    "sets",
]


@needs_kernel
@given(st.lists(st.lists(st.sampled_from(ODD), min_size=1, max_size=8), min_size=1, max_size=4), SEEDS)
def test_runs_of_anything(lines: list[list[str]], seed: int) -> None:
    rng = np.random.default_rng(seed)
    texts = ["".join(word + str(rng.choice([" ", " ", " ", "  ", ", ", " - "])) for word in line) for line in lines]
    columns = columns_of(ENGLISH.tokens(texts))
    kinds = "".join("-" if not text else str(rng.choice(list("NNNAVV-"))) for text in columns.lists.texts)
    sentences = [Sentence(k, text, 0, len(text)) for k, text in enumerate(texts)]
    columns = Columns(columns.lists._replace(kinds=kinds))
    for code in ("en", "de"):
        fast, plain = both(lambda code=code: noun_phrases(words_of(sentences, columns), code))  # type: ignore[misc]
        assert fast == plain


def of_kind(token: Token, letter: str) -> Token:
    """A word with a stem as another part of speech."""
    letter = letter if token.stem else "-"
    return token._replace(essential=letter != "-", noun=letter == "N", adjective=letter == "A")


def check_candidates(texts: list[str], kinds: str | None = None) -> None:
    tokens = ENGLISH.tokens(texts)
    if kinds is not None:
        letters = iter(kinds)
        tokens = [[of_kind(token, next(letters)) for token in some] for some in tokens]
    sentences = tuple(Sentence(k, text, 0, len(text)) for k, text in enumerate(texts))
    document = Document(" ".join(texts), sentences, language="en", language_confidence=None)
    find = partial(find_phrases, document, tokens, known=frozenset(["heat pump"]))
    fast, plain = both(find)
    count = len(plain.table.counts)
    assert fast.located.keys == plain.located.keys
    assert fast.words == plain.words
    assert fast.located.shorts == plain.located.shorts
    assert list(fast.located.ties) == list(plain.located.ties)
    assert fast.located.nouns == plain.located.nouns
    for one in fields(PhraseTable):
        np.testing.assert_array_equal(getattr(fast.table, one.name), getattr(plain.table, one.name), err_msg=one.name)
    np.testing.assert_array_equal(fast.sentences, plain.sentences)
    assert [fast.located.spans(k) for k in range(count)] == [plain.located.spans(k) for k in range(count)]
    assert [fast.weight(k) for k in range(count)] == [plain.weight(k) for k in range(count)]
    written = [text or plain.text(k) for k, text in enumerate(fast.texts(list(range(count))))]
    assert written == [plain.text(k) for k in range(count)]
    chosen = {str(k): (k, 1.0) for k in range(count)}
    assert fast.keyphrases(chosen) == both(lambda: find().keyphrases(chosen))[1]
    check_values(fast, count, len(sentences))


def check_values(found: PhraseCandidates, count: int, sentences: int) -> None:
    """What candidates are worth, which are chosen, and which set topics apart."""
    terms = replace(terms_of_words([[(word, word, False) for word in found.words]]), names=found.words)
    own = np.round(np.random.default_rng(count).random(len(found.words)), 1)
    fast, plain = both(lambda: worth_of(found.table, terms, own, found.words))
    for one, other in zip(fast, plain, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=0)
    weights = np.array([found.weight(k) for k in range(count)])
    for known in (weights, None):
        for diversity in (0.0, 0.7, 1.0):
            columns = found.table, plain.scores, plain.values, diversity, found.weight
            chosen = both(partial(lambda *given, **more: list(choose_phrases(*given, **more)), *columns, weights=known))
            assert [place for place, _ in chosen[0]] == [place for place, _ in chosen[1]]
            np.testing.assert_allclose([one for _, one in chosen[0]], [one for _, one in chosen[1]], rtol=0, atol=2e-9)
        check_topics(found, np.round(plain.scores, 2), sentences, known)


def check_topics(found: PhraseCandidates, scores: np.ndarray, sentences: int, weights: np.ndarray | None) -> None:
    """Which phrases set topics apart, of sentences that belong to them by chance."""
    rng = np.random.default_rng(sentences)
    labels = rng.integers(-1, max(1, min(4, sentences)), sentences)
    topics = np.unique(labels[labels >= 0])
    carriers = np.where(rng.random(sentences) < 0.3, np.searchsorted(topics, labels), -1)
    columns = (found.located.bounds, found.sentences, labels, scores, found.table.sizes, topics, carriers)
    fast, plain = both(partial(contrast, *columns, found.weight, weights))
    assert [tuple(one) for one in fast] == [tuple(one) for one in plain]
    texts = [found.text(one.phrase) if one.phrase % 2 else None for one in plain]
    for main in (None, "the gap"):
        taken, others = both(partial(_taken, fast, texts, found.text, main, len(topics)))
        assert [list(map(tuple, some)) for some in taken] == [list(map(tuple, some)) for some in others]


@needs_kernel
def test_candidates_for_keyphrases() -> None:
    texts = [line for text in [*real_texts(), *TEXTS[:3]] for line in text.splitlines() if line.strip()]
    check_candidates(texts)
    check_candidates(
        ["A heat pump (HP) of the Old Bank of England", "HP. HPs.", "Élan vital (EV), ÉLAN, menus, a menu"]
    )
    check_candidates(
        ["The Old Bank of England (OBE) fell.", "OBE rose; a bank of England (BE) fell. An Old Bank (OB), OBs, the ob."]
    )
    check_candidates([])


@needs_kernel
@given(st.lists(st.lists(st.sampled_from(ODD), min_size=1, max_size=14), max_size=4), SEEDS)
def test_candidates_in_anything(lines: list[list[str]], seed: int) -> None:
    rng = np.random.default_rng(seed)
    texts = ["".join(word + str(rng.choice([" ", " ", " ", "  ", ", ", " ("])) for word in line) for line in lines]
    check_candidates(texts, "".join(rng.choice(list("NNNAVV-"), 200)))


WORDS = ["", "rains", "falls", ""]
NONE: frozenset[str] = frozenset()
LISTS = NONE, NONE, NONE, NONE, frozenset({"rains"}), NONE, NONE, NONE, True, False, True, 2
FIT = (1.0, 1.0, 0.2, 2)
WORTH = *[ids(1)] * 5, (0.6, 1.0, 0.0, 3.0, 1.0), FIT
VAGUE = NONE, NONE, NONE, NONE, NONE, NONE, NONE, 0.3
PLACES = ids(1), ids(3), ids(0, 1)
COLUMNS = {
    "texts": WORDS,
    "lowers": WORDS,
    "starts": [0, 0, 6, 0],
    "stems": WORDS,
    "breaks": b"\1\0\0\1",
    "kinds": "-NN-",
    "firsts": [1],
}


class Strange(str):
    """A string that may have code of its own."""

    __slots__ = ()


TEXT, ALL_WORDS = "a text with its sentences", "a text without them"  # which are made when there is a kernel


def made(argument: object) -> object:
    """Return what an argument of `REFUSED` stands for."""
    if not isinstance(argument, str) or argument not in (TEXT, ALL_WORDS):
        return argument
    assert isinstance(kernel.native, ModuleType)
    words = kernel.native.text_of_lists(*COLUMNS.values())
    return words if argument == ALL_WORDS else kernel.native.text_part(words, ids(0), ["rains falls"], 15)[0]


def columns(**others: object) -> tuple[object, ...]:
    """Columns of which some do not fit."""
    return tuple((COLUMNS | others).values())


REFUSED: list[tuple[str, tuple[Any, ...]]] = [
    ("text_of_lists", columns(kinds="-NNN-")),
    ("text_of_lists", columns(breaks=b"\1\0\0")),
    ("text_of_lists", columns(stems=WORDS[:3])),
    ("text_of_lists", columns(starts=[0, None, None, 0])),
    ("text_of_lists", columns(starts=[0, -1, 6, 0])),
    ("text_of_lists", columns(starts=[0, 0, 2**63 - 1, 0])),
    ("text_of_lists", columns(texts=[1, 2, 3, 4])),
    ("text_of_lists", columns(lowers=[*WORDS[:3], None])),
    ("text_of_lists", columns(stems=["", Strange("rain"), "fall", ""])),
    ("text_of_lists", columns(firsts=[])),
    ("text_of_lists", columns(firsts=[0])),
    ("text_of_lists", columns(firsts=[2])),
    ("text_of_lists", columns(firsts=[1, 9])),
    ("text_of_lists", columns(firsts=[1, 0])),
    ("text_of_lists", columns()[:6]),
    ("text_of_lists", columns(texts=[], lowers=[], starts=[], stems=[], breaks=b"", kinds="", firsts=[])),
    ("text_part", (ALL_WORDS, ids(1), ["rains falls"], 15)),
    ("text_part", (ALL_WORDS, ids(-1), ["rains falls"], 15)),
    ("text_part", (ALL_WORDS, ids(0), [], 15)),
    ("text_part", (ALL_WORDS, ids(0), [1], 15)),
    ("text_part", (ALL_WORDS, np.zeros(3, dtype=np.int8), ["rains falls"], 15)),
    ("text_part", (WORDS, ids(0), ["rains falls"], 15)),
    ("text_lists", (WORDS,)),
    ("noun_phrases", (TEXT, "NNN-", LISTS)),
    ("noun_phrases", (TEXT, "-NNN", LISTS)),
    ("noun_phrases", (TEXT, "-NNN-", LISTS)),
    ("noun_phrases", (TEXT, b"-NN-", LISTS)),
    ("noun_phrases", (TEXT, "-NN-", LISTS[:5])),
    ("noun_phrases", (ALL_WORDS, "-NN-", LISTS)),
    ("noun_phrases", (WORDS, "-NN-", LISTS)),
    ("candidates", (TEXT, "-NN-", LISTS, False, 0, 1.5)),
    ("candidates", (TEXT, "-NN-", LISTS, False, 101, 1.5)),
    ("candidates", (TEXT, "-NN-", [], False, 5, 1.5)),
    ("candidates", (TEXT, "-N-", LISTS, False, 5, 1.5)),
    ("candidates", (ALL_WORDS, "-NN-", LISTS, False, 5, 1.5)),
    ("phrase_table", (TEXT, "-NN-", *PLACES[:2], ids(0, 2), ids(1), ids(0), [], VAGUE)),
    ("phrase_table", (TEXT, "-NN-", ids(1), ids(4), ids(0, 1), ids(1), ids(0), [], VAGUE)),
    ("phrase_table", (TEXT, "-NN-", ids(0), ids(3), ids(0, 1), ids(1), ids(0), [], VAGUE)),
    ("phrase_table", (TEXT, "-NN-", ids(), ids(), ids(0, 0), ids(1), ids(0), [], VAGUE)),
    ("phrase_table", (TEXT, "-NN-", *PLACES, ids(1, 1), ids(0), [], VAGUE)),
    ("phrase_table", (TEXT, "-NN-", *PLACES, ids(9), ids(0), [], VAGUE)),
    ("phrase_table", (TEXT, "-NN-", *PLACES, ids(1), ids(0, 1), [], VAGUE)),
    ("phrase_table", (TEXT, "-NN-", *PLACES, ids(1), ids(0), [(0, 2)], VAGUE)),
    ("phrase_table", (TEXT, "-NN-", *PLACES, ids(1), ids(0), [0], VAGUE)),
    ("phrase_table", (TEXT, "-NN-", *PLACES, ids(1), ids(0), [], VAGUE[:3])),
    ("phrase_table", (TEXT, "-N-", *PLACES, ids(1), ids(0), [], VAGUE)),
    ("phrase_table", (ALL_WORDS, "-NN-", *PLACES, ids(1), ids(0), [], VAGUE)),
    ("forms", (TEXT, *PLACES, ids(0, 0), ids(0, 0), False, True, {}, [1])),
    ("forms", (TEXT, *PLACES, ids(0, 0), ids(0, 0), False, True, {}, [-1])),
    ("forms", (TEXT, *PLACES, ids(0, 0), ids(0, 0), False, True, {}, ["a"])),
    ("forms", (TEXT, *PLACES, ids(0), ids(0), False, True, {}, [0])),
    ("forms", (TEXT, *PLACES, ids(0, 0), ids(0), False, True, {}, [0])),
    ("forms", (TEXT, *PLACES, ids(0, 0), ids(0, 0), False, True, [], [0])),
    ("forms", (TEXT, *PLACES, ids(0, 0), ids(0, 0), False, True, {0: 1}, [0])),
    ("forms", (ALL_WORDS, *PLACES, ids(0, 0), ids(0, 0), False, True, {}, [0])),
    ("places", (TEXT, *PLACES, [0], [0], [1])),
    ("places", (TEXT, *PLACES, [], [0], [0])),
    ("places", (TEXT, *PLACES, [-1], [0], [0])),
    ("places", (TEXT, *PLACES, [0], [], [0])),
    ("noun_kinds", (TEXT, "-NNN-", NONE, None, 3)),
    ("noun_kinds", (TEXT, "-NN-", NONE, [], 3)),
    ("noun_kinds", (TEXT, "-NN-", [], None, 3)),
    ("years", ([1],)),
    ("verb_pairs", (TEXT, [])),
    ("verb_pairs", (WORDS, {})),
    (
        "worth",
        (("a",), np.ones(2), ("a",), ids(0), ids(0, 1), *WORTH, np.ones(3)),
    ),
    (
        "worth",
        (("a",), np.ones(1), ("a",), ids(1), ids(0, 1), *WORTH, np.ones(3)),
    ),
    (
        "worth",
        (("a",), np.ones(1), ("a",), ids(0), ids(0, 1), *WORTH, np.ones(2)),
    ),
    ("worth", ((1,), np.ones(1), ("a",), ids(0), ids(0, 1), *WORTH, np.ones(3))),
    (
        "worth",
        (("a",), np.ones(1), ("a",), ids(), ids(0, 0), *WORTH, np.ones(3)),
    ),
    ("fitted", (np.ones(1), ids(1), ids(1), ids(1, 1), FIT, np.ones(1))),
    ("fitted", (np.ones(1), ids(1), ids(1), ids(1), FIT, np.ones(2))),
    ("choose", (ids(0), ids(0, 1), np.ones(1), np.ones(0), 0.7, 9, len)),
    ("choose", (ids(0), ids(0, 1), np.ones(1), np.ones(1), 0.7, 9, np.ones(2))),
    ("choose", (ids(0), ids(0, 1), np.ones(1), np.ones(1), 0.7, 9, len)),
    ("contrast", (ids(0, 1), ids(1), ids(0), np.ones(1), ids(1), ids(0), ids(-1), 0.5, 2.0, 9, np.ones(1), 0.3)),
    ("contrast", (ids(0, 1), ids(0), ids(0), np.ones(1), ids(1), ids(1), ids(-1), 0.5, 2.0, 9, np.ones(1), 0.3)),
    ("contrast", (ids(0, 1), ids(0), ids(2**40), np.ones(1), ids(1), ids(0), ids(-1), 0.5, 2.0, 9, np.ones(1), 0.3)),
    ("contrast", (ids(0, 1), ids(0), ids(0), np.ones(1), ids(1), ids(0), ids(-1), 0.5, 2.0, 0, np.ones(1), 0.3)),
    ("contrast", (ids(0, 2), ids(0), ids(0), np.ones(1), ids(1), ids(0), ids(-1), 0.5, 2.0, 9, np.ones(1), 0.3)),
    ("contrast", (ids(0, 1), ids(0), ids(0), np.ones(1), ids(1), ids(0), ids(-1), 0.5, 2.0, 9, len, 0.3)),
    ("name_apart", ([(False, -1.0, 5, 0, True, True, True)], ["a"], str, None, 1, 5)),
    ("name_apart", ([(False, -1.0, 0, 0, True)], ["a"], str, None, 1, 5)),
    ("name_apart", ([(False, -1.0, 0, 0, True, True, True)], [], str, None, 1, 5)),
    ("name_apart", ([(False, -1.0, 0, 0, True, True, True)], [None], int, None, 1, 5)),
    ("gather", ("-NN-", b"\1\0\0\1", WORDS, WORDS, WORDS, ids(-1, 0, 1), [(1, 3)], 5, 1.5, {}, {}, {})),
    ("gather", ("-NN-", b"\1\0\0\1", WORDS, WORDS, WORDS, ids(-1, 0, 9, -1), [(1, 3)], 5, 1.5, {}, {}, {})),
    ("gather", ("-NN-", b"\1\0\0\1", WORDS, WORDS, WORDS, ids(-1, 0, 1, -1), [(1, 4)], 5, 1.5, {}, {}, {})),
    ("gather", ("-NN-", b"\1\0\0\1", WORDS, WORDS, WORDS, ids(-1, 0, 1, -1), [(1,)], 5, 1.5, {}, {}, {})),
    ("gather", ("-NN-", b"\1\0\0\1", WORDS, WORDS, WORDS[:3], ids(-1, 0, 1, -1), [(1, 3)], 5, 1.5, {}, {}, {})),
    ("gather", ("-NN-", b"\1\0\0\1", WORDS, WORDS, [1, 2, 3, 4], ids(-1, 0, 1, -1), [(1, 3)], 5, 1.5, {}, {}, {})),
    ("gather", ("-NN-", b"\1\0\0", WORDS, WORDS, WORDS, ids(-1, 0, 1, -1), [(1, 3)], 5, 1.5, {}, {}, {})),
    ("rows", ({"a": []}, {}, {}, {})),
    ("rows", ({}, {"a": [-1]}, {"a": 1}, {})),
    ("rows", ({}, {"a": [2**63 - 1]}, {"a": 1}, {})),
    ("rows", ({"a": [(1, "b")]}, {}, {}, {})),
    ("rows", ({"a": [(1, 2, 3)]}, {}, {}, {})),
]


@needs_kernel
@pytest.mark.parametrize(("name", "arguments"), REFUSED)
def test_what_does_not_fit_is_refused(name: str, arguments: tuple[Any, ...]) -> None:
    given = list(map(made, arguments))
    with pytest.raises((ValueError, TypeError)):
        getattr(kernel.native, name)(*given)


@needs_kernel
def test_an_entry_that_is_no_string_is_refused() -> None:
    words = columns_of([[Token("heat", 0, "heat", True, True, False), Token("pumps", 5, "pump", True, False, False)]])
    with pytest.raises(TypeError):
        kernel.native.verb_pairs(words.native, {"heat": 1})  # type: ignore[union-attr]


@needs_kernel
def test_a_text_comes_back_as_lists() -> None:
    assert isinstance(kernel.native, ModuleType)
    assert kernel.native.text_lists(made(ALL_WORDS)) == (*columns(), [])
    assert kernel.native.text_lists(made(TEXT)) == (*columns(), [True])
    twice, kinds, stems = kernel.native.text_part(made(ALL_WORDS), ids(0, 0), ["rains falls", "RAINS FALLS"], 15)
    assert (kinds, stems) == ("-NN-NN-", ("rains", "falls"))
    assert kernel.native.text_lists(twice)[6:] == ([1, 4], [True, False])


@needs_kernel
def test_two_numbers_for_one_stem_do_no_harm() -> None:
    assert isinstance(kernel.native, ModuleType)
    stems, nouns = ["", "rain", "rain", "rain", ""], dict[str, list[int]]()
    kernel.native.gather("-NNN-", b"\1\0\0\0\1", stems, stems, stems, ids(-1, 0, 1, 0, -1), [], 5, 1.5, {}, nouns, {})
    assert nouns == {"rain": [2]}


@needs_kernel
@given(
    st.lists(
        st.sampled_from(["Heat pump", "The high-speed Heat", "heat Pump", "s", "Élan-vital pump"]),
        min_size=1,
        max_size=3,
    ),
    st.sampled_from(["HP", "HPs", "hp", "HSH", "H", "HP1", "THSHHEATPU", "THSHHEATPUM", "H&P", "ÉVP", "HPé", "EVP"]),
    st.sampled_from([" (", "(", "  (", "\u00a0(", " [", "\t("]),
    st.sampled_from([")", "", ") "]),
)
def test_acronyms_in_brackets(phrases: list[str], short: str, opening: str, closing: str) -> None:
    check_candidates([f"{phrase}{opening}{short}{closing} {short} falls." for phrase in phrases])


@needs_kernel
def test_a_phrase_in_many_forms() -> None:
    written = [
        "".join(map(str.upper if number >> k & 1 else str.lower, "heatpump"[k]))
        for number in range(99)
        for k in range(8)
    ]
    forms = ["".join(written[start : start + 8]) for start in range(0, len(written), 8)]
    check_candidates([f"A cold {form} fell and rose." for form in forms], None)


def lists_of(language: English, texts: list[str], words: object) -> object:
    found = language.columns(texts, words=words)
    return found and found.lists


@needs_kernel
def test_words_that_were_read_are_read_again_when_the_memory_has_forgotten_them() -> None:
    language = English(ENGLISH.stopwords, ENGLISH.tagger, _table=ENGLISH._table)
    texts = ["Élan vital in 1984, as www.example.org says: the rains fell.", "RAIN FALLS", ""]
    read = language.read(texts)
    assert read is not None
    before = lists_of(language, texts, read.words)
    many = [f"Rain{number:x} x{number}" for number in range(30_000)]
    # A memory that is too full begins anew before the next text.
    assert language.read(many) is not None
    assert language.read(texts) is not None
    assert lists_of(language, texts, read.words) == before == lists_of(language, texts, None)
    other = English(ENGLISH.stopwords, ENGLISH.tagger, _table=ENGLISH._table)
    assert lists_of(other, texts, read.words) == before
    with pytest.raises(ValueError, match="Capsule"):
        language.columns(texts, words=language._memory)


@needs_kernel
def test_words_that_were_read_while_others_are_read_are_not_kept() -> None:
    language = English(ENGLISH.stopwords, ENGLISH.tagger, _table=ENGLISH._table)
    outer, inner = ["The rains of Zürich fell."], ["A cold rain fell in 1984."]
    found: list[Any] = []

    def chunk(text: str, place: str) -> object:
        read = language.read(inner)
        assert read is not None
        found.extend([read.words, lists_of(language, inner, read.words)])
        return English._chunk(language, text, place)

    assert isinstance(kernel.native, ModuleType)
    settings = language._settings()
    kernel.native.terms(language._memory, outer, True, {}, chunk, *settings[2:])
    assert found[0] is None
    assert found[1] == lists_of(language, inner, None)
