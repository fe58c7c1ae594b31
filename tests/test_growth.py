"""All work on text takes linear time: every pattern of the package and every function of a text, found by themselves.

Each one is run on texts that grow, among them texts made from the pattern itself. What takes more than 2.6 times as
long for twice the text fails. `growth.py` measures, `find_patterns.py` and `find_functions.py` find what to measure.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from sentencerank.documents.formats import FORMATS
from sentencerank.documents.limits import Limits, Meter
from sentencerank.documents.reading import draft
from sentencerank.errors import SentenceRankError
from sentencerank.languages.packed import Packed
from sentencerank.languages.packs import PACKS
from tests.find_functions import WITHOUT_TEXT, text_functions, text_modules
from tests.find_patterns import Call, Use, calls, modules, patterns
from tests.growth import STEEP, Shape, growth, pumps, screen
from tests.growth_shapes import OPENINGS, SHAPES

SIZES = (8, 12, 16, 24, 64, 256, 1000, 4000, 16_000)  # characters; tiny ones come first because of 2ⁿ
PATTERN_RATE = 5e-7  # seconds a character that a pattern may take before its growth is measured
FUNCTION_RATE = 4e-6
# Patterns that only ever see so many characters, because their callers cut or refuse the rest.
BOUNDED = {
    "languages.notices.NOTICES_INSIDE": 250,  # they stand at the beginning of a sentence, and look no further
    "documents.pdf.paragraphs._LEADERS": 200,
    "documents.pdf.running._PAGE_NUMBER": 60,
    "documents.pdf.text._LAST_WORD": 40,
    "cli.model_import: re.sub": 255,  # the name of a file
}
LONG_SIZES = (16_000, 160_000)  # in which what looks at the whole rest of a text each time is slow
BOUNDED_SECONDS = 0.01  # that such a pattern may take for all of them
# Calls whose pattern is made while they run, and where the patterns that they can make are tested.
MADE = {
    "asking.definitions: re.compile": "the words of a term as they stand, in the first characters of a sentence",
    "asking.kinds: re.compile": "words and units of a language behind a number, in the first characters of a sentence",
    "asking.questions: re.compile": "the words of a phrase as they stand, white space between them",
    "compression.chunks: re.compile": "what the caller wants to keep, from Python or the command line only",
    "corpus.overview.pointing_words: re.compile": "words of a table of the module, each as it stands",
    "documents.html.formulas: re.compile": "one of a few delimiters, each as it stands",
    "documents.html.furniture: re.compile": "all of them stand in a table of the module",
    "documents.latex: re.compile": "one set of characters",
    "languages.packed: re.compile": "test_patterns_of_language_packs",
    "languages.wording_phrases: re.compile": "phrases of a file of the package, each as it stands",
    "patterns: re.compile": "patterns of the modules, each tested where it stands",
    "reader.page: re.subn": "the patterns stand in the module, the text is our own page",
    "train.tokens: re.finditer": "one set of characters, over a table",
}
# Calls whose text is our own.
OURS = frozenset({"evaluate.page: re.sub"})
# Functions that the parser of wikis bounds by an estimate: below it the time may grow as it likes.
ESTIMATED = frozenset({"train.dump.plain_text"})
QUICK_SHAPES = SHAPES[::9]
# Their parsers take milliseconds for any text, so fewer shapes are tried; the slow test has more.
HEAVY = frozenset({"documents.html", "documents.reading", "documents.markdown", "languages.ja"})
Pattern = re.Pattern[str] | re.Pattern[bytes]


def run(pattern: Pattern, mode: str, shape: Shape) -> Callable[[int], object]:
    """Return work: the pattern in one mode on a text of a size."""

    def work(size: int) -> object:
        text = shape.text(size)
        if isinstance(pattern.pattern, bytes):
            data = text.encode("latin-1", "replace")
            found = pattern.finditer(data) if mode == "finditer" else getattr(pattern, mode)(data)
        else:
            found = pattern.finditer(text) if mode == "finditer" else getattr(pattern, mode)(text)
        return sum(1 for _ in found) if mode == "finditer" else found

    return work


def faults(pattern: Pattern, modes: frozenset[str], bound: int | None = None) -> list[str]:
    """Return the texts on which a pattern is too slow; one is enough."""
    for mode in sorted(modes):
        for shape in pumps(pattern.pattern, pattern.flags):
            sizes = SIZES if bound is None else (*(size for size in SIZES if size < bound), bound)
            found = screen(run(pattern, mode, shape), sizes, PATTERN_RATE if bound is None else BOUNDED_SECONDS / bound)
            if found is not None:
                return [f"{mode} of {shape}: {found}"]
    return []


KNOWN_BAD = (
    r"(a|a)*b",
    r"(x+x+)+y",
    r"(?:<!--.*?-->\s*)*<html",
    r"\s+$",
    r"\s*(?:\d+[ \t]*\n)?[ \t]*\d\d:",
    r"\[[^\]\n]+\]\(",
    r"From \S.*\d{4}.*\nA",
    r"[\w.+-]+@[\w-]+",
    r"<a.*?>.*?</a>",
)  # fmt: skip
KNOWN_GOOD = (r"\s+", r"<[^<>]*>", r"(?<![\w.+-])[\w.+-]+@[\w-]+", r"[a-z]+(?:-[a-z]+)*", r"^#{1,6} +\S", r"\w{1,40}:")


@pytest.mark.parametrize("pattern", KNOWN_BAD)
def test_the_measure_finds_slow_patterns(pattern: str) -> None:
    assert faults(re.compile(pattern, re.DOTALL | re.MULTILINE), frozenset({"finditer"}))


@pytest.mark.parametrize("pattern", KNOWN_GOOD)
def test_the_measure_passes_quick_patterns(pattern: str) -> None:
    assert not faults(re.compile(pattern, re.MULTILINE), frozenset({"finditer", "match", "fullmatch"}))


def test_the_measure_tells_linear_from_quadratic_work() -> None:
    assert growth(lambda size: sum(range(size)), 100_000, most=1 << 22).exponent < STEEP
    assert growth(lambda size: [None for _ in range(size) for _ in range(size)], 400).exponent > STEEP


def test_every_pattern_is_found() -> None:
    """A few that stand in odd places: in a tuple, in a pair, in bytes, made of another one."""
    places = [use.place for use in patterns()]
    assert places.count("documents.markdown._SIGNS") == 8
    assert {
        "document._RUNS",
        "documents.email._SEPARATOR",
        "documents.subtitles._FIRST_CUE",
        "languages.pointers.POINTERS",
    } < set(places)
    assert len(places) > 150


@pytest.mark.parametrize("module", sorted({use.module for use in patterns()}))
def test_patterns_take_linear_time(module: str) -> None:
    own: list[Use] = [use for use in patterns() if use.module == module]
    assert [
        found for use in own for found in _named(use.place, faults(use.pattern, use.modes, BOUNDED.get(use.place)))
    ] == []


def _named(place: str, found: list[str]) -> list[str]:
    return [f"{place}: {fault}" for fault in found]


def test_patterns_inside_functions_take_linear_time() -> None:
    written: list[Call] = [call for call in calls() if call.pattern is not None and call.place not in OURS]
    assert written
    for call in written:
        found = faults(re.compile(call.pattern or ""), frozenset({call.mode}), BOUNDED.get(call.place))
        assert not found, (call, found)


def test_no_other_pattern_is_made_inside_a_function() -> None:
    made = {call.place for call in calls() if call.pattern is None}
    assert made == set(MADE), "write the pattern at the top of the module, or say in MADE where it is tested"


@pytest.mark.parametrize("code", [code for code, pack in PACKS.items() if pack.openings or pack.elided or pack.endings])
def test_patterns_of_language_packs(code: str) -> None:
    language = Packed(PACKS[code])
    made = [language._openings, language._elided if PACKS[code].elided else None]
    for pattern in filter(None, made):
        assert not faults(pattern, frozenset({"match"}))
    # A word has at most sixty characters, a segmenter's a few.
    if language._affixes is not None:
        assert not faults(language._affixes, frozenset({"finditer"}), 60)


def test_every_module_that_reads_text_is_measured() -> None:
    """A new module of the readers or the languages must have a function of a text, or say that it has none."""
    measured = {function.place.rpartition(".")[0] for function in text_functions()}
    assert {name for name in text_modules() if name not in measured} <= WITHOUT_TEXT
    assert set(WITHOUT_TEXT) <= set(modules())


def slow_texts(place: str, shapes: tuple[Shape, ...], largest: int) -> list[str]:
    """Return the texts on which the functions of a module are too slow."""
    found = []
    sizes = tuple(size for size in (8, 64, 1000, 4000, 16_000) if size <= largest)
    for function in text_functions():
        if function.place.rpartition(".")[0] == place and function.place not in ESTIMATED:
            for shape in shapes:
                if fault := screen(lambda size: function.call(shape.text(size)), sizes, FUNCTION_RATE):  # noqa: B023
                    found.append(f"{function.place}({shape}): {fault}")
                    break
    return found


MODULES = sorted({function.place.rpartition(".")[0] for function in text_functions()})


@pytest.mark.parametrize("module", MODULES)
def test_functions_of_text_take_linear_time(module: str) -> None:
    assert slow_texts(module, QUICK_SHAPES[::4] if module in HEAVY else QUICK_SHAPES, 4000) == []


@pytest.mark.thorough
@pytest.mark.parametrize("module", MODULES)
def test_functions_of_text_take_linear_time_on_longer_texts(module: str) -> None:
    assert slow_texts(module, SHAPES[4::3] if "documents" not in module else SHAPES[4::9], 16_000) == []


def reading(format: str, shape: Shape) -> Callable[[int], object]:
    """Return work: a file of a format and a size is read; an error of ours is an answer too."""

    def work(size: int) -> object:
        try:
            return draft(shape.text(size).encode(), "", format, Meter(Limits(seconds=1e6)))
        except SentenceRankError as error:
            return error

    return work


@pytest.mark.thorough
@pytest.mark.parametrize("format", OPENINGS)
def test_what_never_closes_takes_linear_time_in_long_files(format: str) -> None:
    assert format in FORMATS
    before, units = OPENINGS[format]
    for unit in units:
        for after in ("", "\n\n"):
            found = screen(reading(format, Shape(before, unit, after)), LONG_SIZES, FUNCTION_RATE)
            assert found is None, (unit, found)


def test_every_format_of_text_has_openings_that_never_close() -> None:
    texts = {name for name, format in FORMATS.items() if not (format.magic or format.member)}
    assert texts - set(OPENINGS) == {"mbox", "package", "paged", "transcript"}, "say how it opens what may never close"
