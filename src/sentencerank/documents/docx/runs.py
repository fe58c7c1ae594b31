"""Runs of characters: what stands out in them, and the text that they come to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from sentencerank.document import MarkKind
from sentencerank.documents.docx.styles import Look
from sentencerank.documents.formulas.linear import is_script, script
from sentencerank.documents.pieces import Piece, Words, Writer, without_invisible

Signs: TypeAlias = tuple[tuple[MarkKind, str], ...]  # marks with their targets, the outermost first
_NUMBER = re.compile(r"[\s.,;:()\[\]\d\u3000-]*")  # what may stand beside a displayed formula


_LONGEST_LINE = 120  # characters of a line of code
_FEW = 4  # words


class Run(NamedTuple):
    """Characters that look the same."""

    text: str
    signs: Signs = ()
    line_ends: bool = False  # a line break of the writer


LINE_BREAK = Run("\n", line_ends=True)
GAP = Run("\n")  # between two paragraphs of a cell


def signs_of(look: Look, link: str) -> Signs:
    """Return the marks of a run, always in one order, so that equal neighbours become one mark."""
    found: list[tuple[MarkKind, str]] = []
    if link:
        found.append(("link", link))
    if look.strong:
        found.append(("strong", ""))
    if look.emphasis:
        found.append(("emphasis", ""))
    if look.code:
        found.append(("code", ""))
    return tuple(found)


def shown(text: str, look: Look) -> str:
    """Return the text of a run as it is read: what stands high or low is a script."""
    if not look.script or not is_script(text.strip()):
        return text
    return script(text.strip(), high=look.script == "superscript")


def words_of(runs: Iterable[Run], dropped: frozenset[MarkKind] = frozenset()) -> tuple[Words, list[int]]:
    """Return the words of runs with their marks, and where the lines end that the writer ended.

    >>> bold = (("strong", ""),)
    >>> words_of([Run("It "), Run("rai", bold), Run("ned", bold), Run(" again.")])[0].marks
    (Mark(kind='strong', start=3, end=9, target=''),)
    """
    writer = Writer()
    opened: list[tuple[MarkKind, str]] = []
    breaks = []
    for text, signs, line_ends in runs:
        if line_ends:
            breaks.append(writer.length)
        if not text.strip():
            # White space belongs to whatever stands around it.
            writer.write(text)
            continue
        wanted = [sign for sign in signs if sign[0] not in dropped] if dropped else list(signs)
        same = _common(opened, wanted)
        for _ in opened[same:]:
            writer.end()
        del opened[same:]
        for kind, target in wanted[same:]:
            writer.begin(kind, target)
        opened += wanted[same:]
        writer.write(text)
    for _ in opened:
        writer.end()
    return writer.take(), breaks


def _common(left: Sequence[object], right: Sequence[object]) -> int:
    """Return how many of the first items are the same; a formula or the sign of a note is never continued."""
    count = 0
    for mine, theirs in zip(left, right, strict=False):
        if mine != theirs or mine[0] in ("formula", "note"):  # type: ignore[index]
            break
        count += 1
    return count


def lines_of(runs: Iterable[Run]) -> str:
    """Return the text of runs with its spaces and line breaks, as code has it."""
    return without_invisible("".join(run.text for run in runs)).replace("\xa0", " ")


def only_formulas(runs: Sequence[Run]) -> list[Run]:
    """Return the formulas of a paragraph that holds nothing but them and their numbers."""
    found = [run for run in runs if any(kind == "formula" for kind, _ in run.signs)]
    if not found:
        return []
    others = (run.text for run in runs if not any(kind == "formula" for kind, _ in run.signs))
    return found if all(_NUMBER.fullmatch(text) for text in others) else []


def is_typed(runs: Sequence[Run]) -> bool:
    """Whether all words of a paragraph look like code."""
    words = [run for run in runs if run.text.strip()]
    return bool(words) and all(any(kind == "code" for kind, _ in run.signs) for run in words)


def is_code(runs: Sequence[Run], typed: bool = False) -> bool:
    """Whether a paragraph is code: it looks like that, and is no sentence that somebody typed in such letters.

    `typed`: its style says that it looks so, whatever its runs say.
    """
    if not (typed or is_typed(runs)):
        return False
    lines = lines_of(runs).split("\n")
    return not any(len(line) > _LONGEST_LINE or _is_sentence(line) for line in lines)


def _is_sentence(line: str) -> bool:
    return line.rstrip().endswith((".", "!", "?", "…")) and len(line.split()) > _FEW and line[:1].isupper()


def is_mostly_code(pieces: Iterable[Piece]) -> bool:
    """Whether most of a text is code: then it is written in letters of one width, and they say nothing."""
    code = total = 0
    for piece in pieces:
        total += len(piece.text)
        code += len(piece.text) if piece.kind == "code" else 0
    return 2 * code > total
