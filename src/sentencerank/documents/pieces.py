"""What every format is read into: pieces of text in reading order; and how pieces become a Document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sentencerank.document import PROSE, Block, BlockKind, Document, Sentence
from sentencerank.errors import DocumentError
from sentencerank.languages.choose import GUESS
from sentencerank.languages.detect import detect
from sentencerank.languages.layout import aside
from sentencerank.languages.registry import language_name, language_of

_LINED: frozenset[BlockKind] = frozenset({"table", "code"})  # their line breaks mean something
_SPACES = re.compile(r"\s+")
_HAN_AND_KANA = "\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef"
_UNSPACED_BREAK = re.compile(rf"(?<=[{_HAN_AND_KANA}])[ \t]*\n[ \t]*(?=[{_HAN_AND_KANA}])")  # no space was meant here
_LINE_SPACES = re.compile(r"[^\S\n]+")
_INVISIBLE = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u200b\u2060\ufeff\ufffe\uffff\ud800-\udfff]+"
)
_REFERENCES = re.compile(
    r"(?:[\dIVX]+(?:\.\d+)*\.?\s+)?(?:references(?: cited| and notes)?|bibliography|works cited|literature(?: cited)?"
    r"|sources|further reading|external links|literatur(?:verzeichnis)?|quellen|références|bibliographie|bibliografía"
    r"|referencias|bibliografia|referências|riferimenti|литература|список литературы|参考文献|參考文獻|참고문헌)\s*:?",
    re.IGNORECASE,
)


class Piece(NamedTuple):
    """One block to be, with its own text."""

    kind: BlockKind
    text: str
    level: int = 0  # of a heading
    mark: str = ""  # stands in the text before the block, outside every sentence: "- ", "2. ", "Ann: "
    prose: bool = True  # False: not ranked, although its kind would be: a quoted mail, a table of contents


@dataclass(frozen=True, slots=True)
class Content:
    """What a reader found in a file."""

    pieces: Iterable[Piece]
    notes: tuple[str, ...] = ()
    language: str = ""  # as the file declares it; used only where the text itself does not tell


def tidy(text: str, kind: BlockKind = "paragraph") -> str:
    r"""Text without invisible characters, on one line unless its line breaks mean something.

    >>> tidy(" soft\xadhyphen\n and\u00a0space "), tidy("今天\n下雨。"), tidy("a  b\n\nc", "table")
    ('softhyphen and space', '今天下雨。', 'a b\nc')
    """
    text = _INVISIBLE.sub("", text) if not text.isprintable() else text
    if kind not in _LINED:
        return _SPACES.sub(" ", _UNSPACED_BREAK.sub("", text)).strip()
    lines = (line.rstrip() if kind == "code" else _LINE_SPACES.sub(" ", line).strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def table(rows: Iterable[Iterable[str]]) -> str:
    """Rows of cells as lines.

    >>> table([["City", "Rain"], ["Madrid", "12 mm"]])
    'City | Rain\\nMadrid | 12 mm'
    """
    return "\n".join(" | ".join(map(tidy, row)) for row in rows)


def assembled(content: Content, *, language: str = "auto", id: str = "") -> Document:
    """Pieces → Document: one text, blank lines between blocks, and the sentences inside each of them."""
    pieces = list(_references(_visible(content.pieces)))
    if not any(piece.prose for piece in pieces):
        raise DocumentError("there is no text in this document. If it holds pictures of pages, run OCR on it first.")
    blocks, parts, place = [], [], 0
    for piece in pieces:
        start = place + len(piece.mark)
        blocks.append(Block(piece.kind, start, start + len(piece.text), piece.level))
        parts.append(piece.mark + piece.text)
        place = start + len(piece.text) + 2
    text = "\n\n".join(parts)
    code, sure, notes = _language(pieces, content.language, language)
    sentences = tuple(_sentences(text, blocks, pieces, code))
    return Document(text, sentences, tuple(blocks), language_of(code).code, id, content.notes + notes, sure)


def _visible(pieces: Iterable[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        text = tidy(piece.text, piece.kind)
        if any(map(str.isalnum, text)):
            kind = "caption" if piece.kind == "paragraph" and aside(text) else piece.kind
            yield piece._replace(kind=kind, text=text)


def _references(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Turn what stands under a heading such as "References" into references, up to the next heading."""
    inside = False
    for piece in pieces:
        if piece.kind in ("heading", "title"):
            inside = bool(_REFERENCES.fullmatch(piece.text))
        elif inside and piece.kind in ("paragraph", "list"):
            piece = piece._replace(kind="reference")
        yield piece


def _language(pieces: list[Piece], declared: str, wanted: str) -> tuple[str, float | None, tuple[str, ...]]:
    """The language asked for; else what the prose shows, and how surely; else what the file declares."""
    if wanted != "auto":
        return wanted, None, ()
    prose = "\n".join(piece.text for piece in pieces if piece.kind in PROSE and piece.prose)
    found = detect(prose or "\n".join(piece.text for piece in pieces))
    if found.confidence == 0:
        return "en", 0.0, ()
    guess = found.code != "en" and found.confidence < GUESS
    told = re.fullmatch(r"(?!und|en)([a-z]{2,3})(?:-.*)?", declared.lower().replace("_", "-"))
    if told and (guess or found.code == "und"):
        code = told[1]
        return code, None, (f"Read as {language_name(code)}, as the file declares.",)
    if guess and found.code != "und":
        return "en", 0.0, ("Too short to tell its language: read as English.",)
    notes = () if found.code == "en" else (f"Read as {language_name(found.code)}: {found.reason}.",)
    return found.code, round(found.confidence, 3), notes


def _sentences(text: str, blocks: list[Block], pieces: list[Piece], code: str) -> Iterator[Sentence]:
    section, sections = 0, []
    for block in blocks:
        section += block.kind == "heading"
        sections.append(section)
    for index, (start, end, block_index) in enumerate(language_of(code).sentences(text, blocks)):
        piece = pieces[block_index]
        prose = piece.prose and piece.kind in PROSE
        yield Sentence(index, text[start:end], start, end, block_index, sections[block_index], prose)
