"""A file → a Document: recognise its format, read it within limits, put its pieces together, find its sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from sentencerank.document import PROSE, SECTIONS, TEXTLESS, Block, Document, Mark, Place, Sentence
from sentencerank.documents.formats import FORMATS, recognise
from sentencerank.documents.limits import DEFAULT, Limits, Meter
from sentencerank.documents.pieces import Content, Piece, moved, tidy
from sentencerank.errors import DocumentError, InputError, OptionsError, SentenceRankError
from sentencerank.languages.choose import choose_language
from sentencerank.languages.language import Language, read_text
from sentencerank.languages.layout import aside
from sentencerank.languages.registry import language_of

_REFERENCES = re.compile(
    r"(?:[\dIVX]+(?:\.\d+)*\.?\s+)?(?:references(?: cited| and notes)?|bibliography|works cited|literature(?: cited)?"
    r"|sources|further reading|external links|literatur(?:verzeichnis)?|quellen|références|bibliographie|bibliografía"
    r"|referencias|bibliografia|referências|riferimenti|литература|список литературы|参考文献|參考文獻|참고문헌)\s*:?",
    re.IGNORECASE,
)


def read_document(
    source: str | Path | bytes,
    *,
    name: str = "",
    language: str = "auto",
    kind: str | None = None,
    limits: Limits = DEFAULT,
) -> Document:
    """Read a file, given by its path or by its bytes; nothing is ever fetched from a network.

    `name` becomes the id of the document; by default it is the name of the file. `kind` is a format of `FORMATS`; by
    default the content decides. Raises DocumentError if the file cannot be read, LimitError if it is beyond the limits,
    LanguageError if it does not fit the language, and ExtraError if its parser is not installed.

    >>> document = read_document("# Rain\\n\\nIt rained. **All** day.".encode(), name="rain.md")
    >>> [(sentence.text, sentence.prose) for sentence in document.sentences]
    [('Rain', False), ('It rained.', True), ('All day.', True)]
    """
    if kind is not None and kind not in FORMATS:
        raise OptionsError(f"kind={kind!r} is not one of {', '.join(FORMATS)}. Leave it out to let the content decide.")
    if language != "auto":
        language = language_of(language).code
    meter = Meter(limits)
    data = source if isinstance(source, bytes) else _load(source, meter)
    meter.size(len(data))
    if not data.strip():
        raise DocumentError("the file is empty. Give one with text in it.")
    name = name or ("" if isinstance(source, bytes) else Path(source).name)
    kind = kind or recognise(data, name, meter=meter)
    document = assemble(_content(data, kind, meter), language=language, id=name)
    meter.tick()
    return document


def _load(source: str | Path, meter: Meter) -> bytes:
    if not isinstance(source, str | Path):
        raise InputError(f"got {type(source).__name__}. Give the path of a file, or its bytes.")
    if str(source).lower().startswith(("http://", "https://", "ftp://")):
        raise DocumentError(f"{source} is an address. Download the page first and give the file: nothing is fetched.")
    path = Path(source)
    try:
        # A folder cannot be read; a device or a pipe may never end.
        if not path.is_file():
            raise DocumentError(f"{str(source)[:200]!r} is not a file. Give the path of one, or text to rank() itself.")
        meter.size(path.stat().st_size)
        with path.open("rb") as file:
            return file.read(meter.limits.bytes + 1)
    except (OSError, ValueError) as error:
        raise DocumentError(f"{str(source)[:200]!r} cannot be read ({error}). Check the path.") from error


def _content(data: bytes, kind: str, meter: Meter) -> Content:
    module = FORMATS[kind].load()
    try:
        content: Content = module.read(data, meter)
    except (SentenceRankError, MemoryError, ImportError, NameError):
        raise
    except Exception as error:
        # Damaged files make parsers raise anything; the cause stays attached.
        raise DocumentError(
            f"the file cannot be read as {kind}: it is damaged ({type(error).__name__}: {error}). Save it again."
        ) from error
    return content


def assemble(content: Content, *, language: str = "auto", id: str = "") -> Document:
    """Build the document: its text, its blocks, and the sentences inside each of them.

    A plain text is kept as it stands; pieces become one text with blank lines between them. Raises DocumentError if
    there is no text, and LanguageError if it is in another script than that of the language asked for.
    """
    pieces = list(_references(_visible(content.pieces)))
    prose = "\n".join(piece.text for piece in pieces if piece.kind in PROSE and piece.prose)
    prose = content.text or prose or "\n".join(piece.text for piece in pieces)
    choice = choose_language(prose, language, declared=content.language)
    spoken = language_of(choice.code)
    document = read_text(content.text, spoken) if content.text else _join(pieces, spoken)
    if not document.blocks:
        raise DocumentError("there is no text in this document. If it holds pictures of pages, run OCR on it first.")
    return replace(document, id=id, notes=content.notes + choice.notes, language_confidence=choice.confidence)


def _visible(pieces: Iterable[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        # What has ranges over its text was tidied when they were made.
        ranged = piece.marks or piece.places or piece.cells
        text = piece.text if ranged else tidy(piece.text, piece.kind)
        if piece.kind in TEXTLESS or any(map(str.isalnum, text)):
            kind = "caption" if piece.kind == "paragraph" and aside(text) else piece.kind
            yield piece._replace(kind=kind, text=text)


def _references(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Turn what stands under a heading such as "References" into references, up to the next heading."""
    inside = False
    for piece in pieces:
        if piece.kind in ("heading", "title"):
            inside = bool(_REFERENCES.fullmatch(piece.text))
        elif inside and piece.kind in ("paragraph", "list"):
            piece = piece._replace(kind="reference", level=0)
        yield piece


def _join(pieces: list[Piece], spoken: Language) -> Document:
    blocks: list[Block] = []
    sections: list[int] = []
    marks: list[Mark] = []
    places: list[Place] = []
    place = section = 0
    for piece in pieces:
        start = place + len(piece.mark)
        end = start + len(piece.text)
        cells = tuple(tuple((start + left, start + right) for left, right in row) for row in piece.cells)
        blocks.append(Block(piece.kind, start, end, piece.level, cells, dict(piece.about)))
        marks += (moved(mark, start) for mark in piece.marks)
        places += (moved(each, start) for each in piece.places)
        section += piece.kind in SECTIONS
        sections.append(section)
        place = end + 2
    text = "\n\n".join(piece.mark + piece.text for piece in pieces)
    prose = [piece.prose and piece.kind in PROSE for piece in pieces]
    sentences = tuple(
        Sentence(index, text[start:end], start, end, block, sections[block], prose[block])
        for index, (start, end, block) in enumerate(spoken.sentences(text, blocks))
    )
    return Document(text, sentences, tuple(blocks), spoken.code, marks=tuple(marks), places=tuple(places))
