"""Every function of the readers, the languages and the dumps that takes a text, found by its first parameter."""

from __future__ import annotations

import gzip
import inspect
import json
import re
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from typing import Any, NamedTuple

from sentencerank.document import Block, Mark, Token
from sentencerank.documents.docx.styles import Look
from sentencerank.documents.epub import Chapter, _Book
from sentencerank.documents.limits import Limits, Meter
from sentencerank.documents.pieces import Content, Writer
from sentencerank.documents.reading import join
from sentencerank.errors import SentenceRankError
from sentencerank.languages.detect import Detection
from sentencerank.languages.end_rules import rules_of
from sentencerank.languages.english import load_english
from sentencerank.languages.language import Pack
from sentencerank.languages.mixed import Mixed
from sentencerank.languages.noun_markers import markers_of
from sentencerank.languages.packs import PACKS
from sentencerank.languages.registry import language_of
from sentencerank.languages.sentences import english_ends, flattened
from sentencerank.languages.wording import ARTICLES, IS_A
from sentencerank.train.text import Reading
from tests.find_patterns import modules

PACKAGES = ("documents", "languages", "train.dump", "train.text", "train.tokens", "train.wiki", "inputs", "document")
# Names of first parameters that are texts, and of those that are names, words or single characters.
TEXTS = frozenset(
    ["text", "data", "flat", "line", "sentence", "markup", "html", "sample", "head", "word", "source", "dictionary",
     "content", "subject", "whole", "above", "inside", "tex", "title", "before", "pixels", "gap", "reply", "note",
     "sign", "token", "lower", "sender"]
)  # fmt: skip
NAMES = frozenset(
    ["name", "code", "codes", "tag", "base", "character", "pair", "address", "id", "reason", "codec", "hours", "first",
     "model", "corpus", "value", "label", "kind", "kinds", "words", "language", "articles", "prepositions",
     "infinitives", "outer", "form", "behind", "how"]
)  # fmt: skip
# Modules whose functions take no text: tables, trees and numbers, or methods alone (`LANGUAGES` calls those).
WITHOUT_TEXT = frozenset({
    "documents", "documents.docx.inline", "documents.latex_blocks", "documents.pdf.calls", "documents.pdf.rows",
    "documents.docx", "documents.docx.fields", "documents.docx.notes", "documents.docx.scopes",
    "documents.docx.signs", "documents.docx.styles", "documents.docx.tables", "documents.docx.walk",
    "documents.docx.writing", "documents.headings", "documents.mdoc", "documents.numerals", "documents.odt_styles",
    "documents.contents", "documents.fetch",
    "documents.formulas", "documents.html",
    "documents.html.furniture",
    "documents.html.article", "documents.html.gather", "documents.html.lines", "documents.html.walk",
    "documents.latex_braces", "documents.latex_commands",
    "documents.rst_tables", "documents.limits", "documents.pdf.drawings",
    "documents.pdf.groups", "documents.pdf.lines", "documents.pdf.paragraphs", "documents.pdf.parts",
    "documents.pdf.regions", "documents.pdf.running", "documents.pdf.tables", "documents.pdf.text", "languages",
    "languages.costs", "languages.english", "languages.measured", "languages.vague_words", "languages.wording_phrases",
    "languages.packs", "languages.pointers", "languages.registry", "languages.packed", "languages.word_table",
    "languages.end_rules", "languages.irregular", "languages.noun_kinds", "languages.noun_phrases", "train.wiki",
})  # fmt: skip
LANGUAGES = ("en", "fr", "zh", "ja", "th", "ar", "vi", "und")
_english = cache(load_english)
_CHAPTER = Chapter("a", contents=True, linear=True)
_LIMITS = Limits(seconds=1e6)  # the deadline of the test is enough


class Text(NamedTuple):
    """A function of a text, such as "documents.html.is_html"."""

    place: str
    call: Callable[[str], object]


# Arguments that functions need beside the text, by their types and by the names of the functions.
_BY_TYPE: dict[str, Callable[[], object]] = {
    "Meter": lambda: Meter(_LIMITS), "bool": lambda: True, "Reading": Reading, "Language": lambda: language_of("en"),
    "Pack": lambda: Pack(code="zh", script="han"), "Ends": lambda: english_ends, "float": lambda: 1.0,
    "int": lambda: 1 << 24,
    "Chapter": lambda: _CHAPTER,
}  # fmt: skip
_CALLS: dict[str, Callable[[Any, str], object]] = {
    "documents.docx.runs.shown": lambda call, text: call(text, Look(script="superscript")),
    "documents.epub._chapter": lambda call, text: call(_data(text), _CHAPTER, _Book(), Meter(_LIMITS)),
    "documents.needed.possible": lambda call, text: call(text, ("markdown", "latex", "pod")),
    "documents.needed.may_be": lambda call, text: [call(text, name) for name in ("html", "email", "markdown", "paged")],
    "documents.export._block": lambda call, text: call(text, _quote(text), text, _marks(text)),
    "documents.export._fenced": lambda call, text: call(text, "text"),
    "documents.export._inline": lambda call, text: call(text, 0, len(text), _marks(text)),
    "documents.export._item": lambda call, text: call(text, Block("list", 0, len(text), 1), text, [2]),
    "documents.export._literal": lambda call, text: call(text, Mark("code", 0, len(text))),
    "documents.export._signs": lambda call, text: call(text, Mark("strong", 0, len(text))),
    "documents.export._table": lambda call, text: call(text, _cells(text), _marks(text)),
    "documents.formulas.linear._script": lambda call, text: call(text, {}, "^"),
    "documents.formulas.linear.accented": lambda call, text: call(text, "^"),
    "documents.formulas.linear.fraction": lambda call, text: call(text, text),
    "documents.packed.unpack": lambda call, text: call(gzip.compress(_data(text)), text, Meter(_LIMITS)),
    "documents.html.code._trimmed": lambda call, text: call(text, list(_marks(text))),
    "documents.html.formulas._closing": lambda call, text: call(text, 0, r"\begin{"),
    "documents.html.formulas.split": lambda call, text: call(text, (r"\(", r"\[", "$$", r"\begin{", "$")),
    "documents.html.page._repeats": lambda call, text: call(text, text),
    "documents.asciidoc.asciidoc_content": lambda call, text: call(text, (), Meter(_LIMITS)),
    "documents.needed.has_sign": lambda call, text: call(text, re.compile("a"), ("a",)),
    "documents.html.page.page_content": lambda call, text: call(text, (), Meter(_LIMITS)),
    "documents.latex.latex_content": lambda call, text: call(text, (), Meter(_LIMITS)),
    "documents.package._body": lambda call, text: call(text, "text/x-rst", Meter(_LIMITS)),
    "documents.paged._goes_on": lambda call, text: call(text, text),
    "documents.paged.paged_content": lambda call, text: call(text),
    "documents.rst.rst_content": lambda call, text: call(text, (), Meter(_LIMITS)),
    "documents.strings.read_string": lambda call, text: call(text, "rst", "en"),
    "documents.troff.troff_content": lambda call, text: call(text, (), Meter(_LIMITS)),
    "languages.telling.telling_words": lambda call, text: call(text, "en"),
    "languages.text_words.has_case": lambda call, text: call(text, text.split(), "N" * len(text.split())),
    "languages.noun_markers.is_marked": lambda call, text: _every_word_marked(call, text),
    "languages.full_stops._named": lambda call, text: text and call(text, 0, len(text) - 1, rules_of(PACKS["en"])),
    "languages.written_forms.ending": lambda call, text: call(text, text, text),
    "languages.form.begins_inside": lambda call, text: call(text, str.islower),
    "languages.form.lacks_subject": lambda call, text: call(text, str.islower),
    "languages.form.defines": lambda call, text: call(text, IS_A, ARTICLES, frozenset({"it"})),
    "languages.headings._stands_out": lambda call, text: call(text or "a", text.split()),
    "languages.lines._lines": lambda call, text: call(flattened(text), text),
    "documents.markdown._tag": lambda call, text: call(text, [], Writer()),
    "documents.markdown.markdown_content": lambda call, text: call(text, (), Meter(_LIMITS)),
    "documents.pdf.formulas._wrapped": lambda call, text: call(text[:2], text),
    "documents.pdf.formulas.continues": lambda call, text: call(text, text),
    "documents.pdf.render.png": lambda call, text: call(_data(text), 1, len(text) // 4, 4),
    "documents.pieces._stronger": lambda call, text: call(text, text),
    "documents.reading.draft": lambda call, text: call(_data(text), "", "text", Meter(_LIMITS)),
    "documents.sandbox._checked_draft": lambda call, text: call(_reply(text), _LIMITS),
    "documents.pdf.filters.unpacked": lambda call, text: call(_data(text), b"/Filter[/AHx/RL]", 1 << 24),
    "documents.plain._decode": lambda call, text: call(_data(text), ""),
    "documents.reading._content": lambda call, text: call(_data(text), "text", Meter(_LIMITS)),
    "documents.reading.read_document": lambda call, text: call(_data(text), limits=_LIMITS, in_process=True),
    "languages.choose._detected": lambda call, text: call(text, "", None),
    "languages.choose._wanted": lambda call, text: call(text, "en"),
    "languages.detect._by_letters": lambda call, text: call(text, "latin", 100, 1.0),
    "languages.detect._by_majority": lambda call, text: call(text, Detection("en", 1.0, "")),
    "languages.registered.find_registered": lambda call, text: call(text, "latin", 1.0),
    "languages.detect._says_little": lambda call, text: call(text, "latin", "en"),
    "languages.ends.find_ends": lambda call, text: call(text, rules_of(PACKS["de"])),
    "languages.mixed._found": lambda call, text: call(text, "en"),
    "languages.function_words.count_known": lambda call, text: call(text, "latin", "en"),
    "languages.mixed._share": lambda call, text: call(text, "latin", "en"),
    "languages.mixed._speaks": lambda call, text: call(text, "fr", "latin"),
    "languages.signs.has_any": lambda call, text: call(text, ("rain",)),
    "languages.mixed.block_languages": lambda call, text: call(text, [Block("paragraph", 0, len(text))], "en"),
    "languages.mixed.in_languages": lambda call, text: call(
        text, (Block("paragraph", 0, len(text)),), Mixed(language_of("en"))
    ),
    "languages.ngrams.chances": lambda call, text: call(text, ("en", "de")),
    "languages.ngrams.scores": lambda call, text: call(text, ("en", "de")),
    "languages.segmenters.placed": lambda call, text: call(text, ((word, "", "") for word in text[::2])),
    "languages.sentences._best_cut": lambda call, text: call(text, 0, len(text)),
    "languages.sentences._one_line": lambda call, text: call(text, "quote"),
    "languages.sentences._pauses": lambda call, text: call(text, 0, len(text)),
    "languages.sentences._pieces": lambda call, text: call(text, 0, len(text)),
    "languages.sentences._trimmed": lambda call, text: call(text, 0, len(text)),
    "languages.sentences.split": lambda call, text: call(text, [Block("quote", 0, len(text))], english_ends),
    "languages.taggers.guess": lambda call, text: call(text, _english().tagger.rules),
}
# These start a process, or take numbers that only their caller can make; the caller is in the list.
_LEFT_OUT = frozenset({
    "documents.formulas.symbols._pairs", "documents.reading._draft", "documents.sandbox._render",
    "documents.sandbox.draft_in_shared_process",
    "train.tokens._identities", "documents.pdf.forms._unpacked",
    "documents.plain._guess",
    "languages.ends._bracketed", "languages.ends._closed", "languages.ends._ends_unspaced", "languages.ends._is_end",
    "languages.ends._is_plain", "languages.ends._quotations", "languages.ends._says", "languages.ends._verb",
    "languages.full_stops._counted", "languages.full_stops._ends_by_others", "languages.full_stops._ends_number",
    "languages.full_stops._enumerates", "languages.full_stops._may_end",
    "languages.full_stops._nearby", "languages.full_stops._opens", "languages.full_stops._pair",
    "languages.full_stops._unspoken", "languages.full_stops._whole", "languages.full_stops.is_whole",
    "languages.full_stops.stops",
})  # fmt: skip


def _every_word_marked(call: Any, text: str) -> list[object]:
    tokens, french = _tokens(text), markers_of("fr")
    return [call(text, tokens, place, french, frozenset({"nouveau"})) for place in range(len(tokens))]


def _tokens(text: str) -> list[Token]:
    return _english().tokens([text])[0]


def _data(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _marks(text: str) -> tuple[Mark, ...]:
    """Return a mark for every second pair of characters."""
    return tuple(Mark("emphasis", start, start + 1) for start in range(0, len(text) - 1, 4))


def _quote(text: str) -> Block:
    return Block("quote", 0, len(text))


def _cells(text: str) -> Block:
    """Return a table of four cells in a row, each of which has a mark."""
    ranges = [(start, start + 4) for start in range(0, len(text) - 3, 4)]
    rows = tuple(tuple(ranges[first : first + 4]) for first in range(0, max(1, len(ranges)), 4))
    return Block("table", 0, len(text), cells=rows)


def _reply(text: str) -> bytes:
    """Return what the confined process sends for a text."""
    return json.dumps(join(Content(text=text)).to_dict()).encode()


@cache
def text_modules() -> tuple[str, ...]:
    """Return the modules whose functions are looked at."""
    return tuple(name for name in modules() if name in PACKAGES or name.partition(".")[0] in PACKAGES)


@cache
def text_functions() -> tuple[Text, ...]:
    """Return every function of these modules whose first parameter is a text, and the methods of some languages."""
    found = [function for name in text_modules() for function in _functions(name)]
    for code in LANGUAGES:
        language = language_of(code)
        found += [
            Text(f"languages.{code}.blocks", language.blocks),
            Text(f"languages.{code}.tokens", lambda text, language=language: language.tokens([text[:5_000]])),  # type: ignore[misc]
            Text(f"languages.{code}.wording", language.wording),
            Text(f"languages.{code}.sentences", partial(_split, language.sentences)),
        ]
    return tuple(found)


def _split(sentences: Callable[..., object], text: str) -> object:
    return sentences(text, [Block("paragraph", 0, len(text))])


def _functions(name: str) -> Iterator[Text]:
    module = modules()[name]
    for key, value in list(vars(module).items()):
        place = f"{name}.{key}"
        if not inspect.isfunction(value) or value.__module__ != module.__name__ or key.startswith("__"):
            continue
        parameters = list(inspect.signature(value).parameters.values())
        kind = str(parameters[0].annotation) if parameters else ""
        if not any(part.strip() in ("str", "bytes") for part in kind.split("|")) or place in _LEFT_OUT:
            continue
        if parameters[0].name not in TEXTS:
            assert parameters[0].name in NAMES, (
                f"{place}({parameters[0].name}): is this a text? Name it in TEXTS or NAMES."
            )
            continue
        yield Text(place, partial(_call, place, value, kind, parameters[1:]))


def _call(place: str, function: Any, kind: str, others: list[inspect.Parameter], text: str) -> object:
    """Call a function with a text and whatever else it needs; an error of ours is an answer too."""
    if (
        place.startswith(("languages.sentences.", "languages.ends."))
        and "flat" in inspect.signature(function).parameters
    ):
        # What they call flat is the text of a block on one line.
        text = flattened(text).replace("\n", " ")
    with suppress(SentenceRankError):
        if place in _CALLS:
            found = _CALLS[place](function, text)
        else:
            missing = [other for other in others if other.default is other.empty]
            unknown = [other for other in missing if str(other.annotation) not in _BY_TYPE]
            assert not unknown, f"{place}: say in _CALLS how to call it."
            given = {other.name: _BY_TYPE[str(other.annotation)]() for other in missing}
            positional = {} if any(p.kind == p.KEYWORD_ONLY for p in missing) else given
            first = _data(text) if kind.startswith("bytes") else text
            found = function(first, *positional.values(), **({} if positional else given))
        if isinstance(found, Iterator):
            deque(found, maxlen=0)
    return None
