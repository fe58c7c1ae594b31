"""What every format is read into: pieces of text in reading order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from sentencerank.document import BlockKind

# Their line breaks mean something.
_LINED: frozenset[BlockKind] = frozenset({"table", "code"})
_SPACES = re.compile(r"\s+")
_HAN_AND_KANA = "\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef"
# A line break between such characters stands for nothing, not for a space.
_UNSPACED_BREAK = re.compile(rf"(?<=[{_HAN_AND_KANA}])[ \t]*\n[ \t]*(?=[{_HAN_AND_KANA}])")
_LINE_SPACES = re.compile(r"[^\S\n]+")
_INVISIBLE = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u200b\u2060\ufeff\ufffe\uffff\ud800-\udfff]+"
)


class Piece(NamedTuple):
    """What becomes one block, with its own text."""

    kind: BlockKind
    text: str
    level: int = 0  # of a heading
    mark: str = ""  # stands in the text before the block, outside every sentence: "- ", "2. ", "Ann: "
    prose: bool = True  # False: not ranked, although its kind would be: a quoted mail, a table of contents


@dataclass(frozen=True, slots=True)
class Content:
    """What a reader found in a file: pieces, or a plain text that is kept as it stands."""

    pieces: Iterable[Piece] = ()
    notes: tuple[str, ...] = ()
    language: str = ""  # as the file declares it; used only where the text itself does not tell
    text: str = ""  # instead of pieces


def tidy(text: str, kind: BlockKind = "paragraph") -> str:
    r"""Return a text without invisible characters, on one line unless its line breaks mean something.

    >>> tidy(" soft\xadhyphen\n and\u00a0space "), tidy("今天\n下雨。"), tidy("a  b\n\nc", "table")
    ('softhyphen and space', '今天下雨。', 'a b\nc')
    """
    text = _INVISIBLE.sub("", text) if not text.isprintable() else text
    if kind not in _LINED:
        return _SPACES.sub(" ", _UNSPACED_BREAK.sub("", text)).strip()
    lines = (line.rstrip() if kind == "code" else _LINE_SPACES.sub(" ", line).strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def table(rows: Iterable[Iterable[str]]) -> str:
    """Return rows of cells as lines.

    >>> table([["City", "Rain"], ["Madrid", "12 mm"]])
    'City | Rain\\nMadrid | 12 mm'
    """
    return "\n".join(" | ".join(map(tidy, row)) for row in rows)
