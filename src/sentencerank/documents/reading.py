"""A file → a Document, in two steps.

The first step recognises the format, parses the file and joins its pieces to a `Draft`. It may meet anything, so it is
run in a confined process (`sandbox`), unless every step over the format is linear. The second step chooses the language
and finds the sentences. It runs in the calling process, where the languages that a user has registered are known.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import Any

from sentencerank import patterns as re
from sentencerank.document import PROSE, SECTIONS, TEXTLESS, Block, Document, Mark, Place, Sentence
from sentencerank.documents.formats import FORMATS, format_of, is_archive, needs_parser, recognise
from sentencerank.documents.limits import DEFAULT, Limits, Meter
from sentencerank.documents.packed import unpack
from sentencerank.documents.pieces import Content, Piece, moved, tidy
from sentencerank.errors import DocumentError, InputError, OptionsError, SentenceRankError
from sentencerank.languages.bibliography import heads_references
from sentencerank.languages.choose import choose_language
from sentencerank.languages.language import read_text
from sentencerank.languages.mixed import by_block, in_languages
from sentencerank.languages.registry import language_of
from sentencerank.languages.signs import CONTENTS, aside, book_of

_SAID = 200  # characters of what a parser says that are repeated: it may repeat half of the file
_LINKED = 0.85  # of a block that does nothing but lead on
_TITLE = 30  # characters
_NUMBER = re.at_once(r"(?<!\S)\d{1,2}\.\d{1,2}\.? (?=\S)")
_NUMBERS = 3  # of sections in a block that lists them


@dataclass(frozen=True, slots=True)
class Draft:
    """A document before its language is chosen: without sentences."""

    document: Document
    prose: tuple[bool, ...] = ()  # for each block whether it is ranked
    declared: str = ""  # the language that the file names; used only where the text itself does not tell
    plain: bool = False  # whether it is a plain text, whose blocks depend on the language

    def to_dict(self) -> dict[str, Any]:
        """Return the draft as plain JSON values."""
        document = self.document.to_dict()
        return {"document": document, "prose": list(self.prose), "declared": self.declared, "plain": self.plain}

    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Draft:
        """Build a draft from what `to_dict` returned; raise ValueError, TypeError or KeyError if it is none.

        >>> draft = Draft(Document("Rain fell.", (), (Block("paragraph", 0, 10),)), (True,), "en")
        >>> Draft.from_dict(draft.to_dict()) == draft
        True
        """
        draft = cls(Document.from_dict(record["document"]), tuple(record["prose"]), record["declared"], record["plain"])
        texts = (draft.document.text, draft.document.id, draft.declared, *draft.document.notes)
        if not all(isinstance(text, str) for text in texts) or not isinstance(draft.plain, bool):
            raise TypeError("a text is none")
        if draft.document.sentences or len(draft.prose) != len(draft.document.blocks):
            raise ValueError("the parts do not fit together")
        return draft


def read_document(
    source: str | Path | bytes,
    *,
    name: str = "",
    language: str = "auto",
    kind: str | None = None,
    limits: Limits = DEFAULT,
    in_process: bool = False,
) -> Document:
    """Read a file, given by its path or by its bytes; nothing is ever fetched from a network.

    `name` becomes the id of the document; by default it is the name of the file. `kind` is a format of `FORMATS`; by
    default the content decides. A format that needs a parser is read in a confined process, which is started for the
    first such file and kept. With `in_process` it is read in this process, where a parser can loop or crash. What is
    packed (.gz, .bz2, .xz, .zst) is read by what is inside.

    Raises DocumentError if the file cannot be read, LimitError if it is beyond the limits, LanguageError if it does not
    fit the language, ExtraError if its parser is not installed, and WorkerError if no process can be started.

    >>> document = read_document("# Rain\\n\\nIt rained. **All** day.".encode(), name="rain.md")
    >>> [(sentence.text, sentence.prose) for sentence in document.sentences]
    [('Rain', False), ('It rained.', True), ('All day.', True)]
    """
    language = checked(language, kind)
    meter = Meter(limits)
    data = source if isinstance(source, bytes) else load(source, meter)
    name = name or ("" if isinstance(source, bytes) else Path(source).name)
    return finish(_draft(data, name, kind, meter, in_process), language=language, id=name, meter=meter)


def checked(language: str, kind: str | None) -> str:
    """Return the code of the language, or "auto". Raises LanguageError and OptionsError for what does not exist."""
    if kind is not None and format_of(kind) is None:
        raise OptionsError(f"kind={kind!r} is not one of {', '.join(FORMATS)}. Leave it out to let the content decide.")
    return language if language == "auto" else language_of(language).code


def _draft(data: bytes, name: str, kind: str | None, meter: Meter, in_process: bool) -> Draft:
    check_size(data, meter)
    data, name = unpack(data, name, meter)
    if not in_process:
        # The directory of an archive is already work for a parser.
        kind = kind or (None if is_archive(data) else recognise(data, name, meter=meter))
        if kind is None or needs_parser(kind, data):
            from sentencerank.documents.sandbox import draft_in_shared_process

            return draft_in_shared_process(data, name, kind, meter.limits)
    return draft(data, name, kind, meter)


def check_size(data: bytes, meter: Meter) -> None:
    """Refuse a file that is too large, before it is sent anywhere, or empty."""
    meter.size(len(data))
    if not data.strip():
        raise DocumentError("the file is empty. Give one with text in it.")


def load(source: str | Path, meter: Meter) -> bytes:
    """Return the bytes of a file that is not too large. Raises DocumentError, LimitError and InputError."""
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


def draft(data: bytes, name: str, kind: str | None, meter: Meter) -> Draft:
    """Recognise a file, parse it and join its pieces, all in this process."""
    data, name = unpack(data, name, meter)
    kind = kind or recognise(data, name, meter=meter)
    format = format_of(kind)
    assert format is not None
    module = format.load()
    try:
        with _without_collection():
            content: Content = module.read(data, meter)
            return join(content)
    except (SentenceRankError, MemoryError, ImportError, NameError):
        raise
    except Exception as error:
        # Damaged files make parsers raise anything; the cause stays attached.
        raise DocumentError(
            f"the file cannot be read as {kind}: it is damaged ({type(error).__name__}: {str(error)[:_SAID]}). "
            "Save it again."
        ) from error


@contextmanager
def _without_collection() -> Iterator[None]:
    """Stop the search for cycles of objects: all that is read is kept, and each search would look at all of it."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def finish(draft: Draft, *, language: str, id: str, meter: Meter) -> Document:
    """Choose the language of a draft and find its sentences.

    Raises DocumentError if there is no text, and LanguageError if it is in another script than that of the language
    asked for.
    """
    document = draft.document
    choice = choose_language(_spoken(draft), language, declared=draft.declared)
    spoken = by_block(choice, language_of(choice.code))
    if draft.plain:
        document = replace(read_text(document.text, spoken), notes=document.notes)
    else:
        text, sections = document.text, _sections(document.blocks)
        document = replace(document, blocks=in_languages(text, document.blocks, spoken))
        with _without_collection():
            sentences = tuple(
                [
                    Sentence(index, text[start:end], start, end, block, sections[block], draft.prose[block])
                    for index, (start, end, block) in enumerate(spoken.sentences(text, document.blocks))
                ]
            )
        document = replace(document, sentences=sentences, language=spoken.code)
    if not any(block.end > block.start for block in document.blocks):
        raise DocumentError("there is no text in this document. If it holds pictures of pages, run OCR on it first.")
    meter.tick()
    return replace(document, id=id, notes=document.notes + choice.notes, language_confidence=choice.confidence)


def _spoken(draft: Draft) -> str:
    """Return the text that the language is told by: what is ranked, or everything if nothing is."""
    text, blocks = draft.document.text, draft.document.blocks
    ranked = [block for block, prose in zip(blocks, draft.prose, strict=True) if prose]
    return text if draft.plain else "\n".join(text[block.start : block.end] for block in ranked or blocks)


def _sections(blocks: Iterable[Block]) -> list[int]:
    """Return for each block the number of its section: how many headings there are up to it."""
    return list(accumulate(int(block.kind in SECTIONS) for block in blocks))


def _visible(pieces: Iterable[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        # What has ranges over its text was tidied when they were made.
        ranged = piece.path or piece.marks or piece.places or piece.cells
        text = piece.text if ranged else tidy(piece.text, piece.kind)
        if text[:1].isalnum() or piece.kind in TEXTLESS or any(map(str.isalnum, text)):
            kind = (aside(text) if piece.kind == "paragraph" else None) or piece.kind
            yield piece if kind == piece.kind and text == piece.text else piece._replace(kind=kind, text=text)


def _references(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Turn what stands under a heading such as "References" into references, up to the next heading."""
    inside = False
    for piece in pieces:
        if piece.kind in ("heading", "title"):
            inside = heads_references(piece.text)
        elif inside and piece.kind in ("paragraph", "list"):
            piece = piece._replace(kind="reference", level=0)
        yield piece


def _contents(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Take out of the ranking what stands under a title such as "Contents" and leads on by links or by numbers."""
    inside = False
    for piece in pieces:
        if piece.kind in ("heading", "title") or (piece.kind == "paragraph" and len(piece.text) <= _TITLE):
            titled = len(piece.text) <= _TITLE and piece.text.casefold() in CONTENTS
            inside = titled or (inside and piece.kind == "paragraph")
        if inside and piece.kind in PROSE:
            leads = _linked(piece) > 0 or len(_NUMBER.findall(piece.text)) >= _NUMBERS
            inside = leads or piece.text.casefold() in CONTENTS
            piece = piece._replace(prose=piece.prose and not leads)
        yield piece


def _book(pieces: Sequence[Piece]) -> list[Piece]:
    """Turn what frames an e-book into furniture."""
    book = book_of([piece.text for piece in pieces])
    return [
        piece if index in book or piece.kind not in PROSE | {"heading"} else piece._replace(kind="furniture", level=0)
        for index, piece in enumerate(pieces)
    ]


def _linked(piece: Piece) -> int:
    """Return how many characters of a block are links to other places of its document."""
    return sum(mark.end - mark.start for mark in piece.marks if mark.kind == "link" and mark.target[:1] == "#")


def join(content: Content) -> Draft:
    """Put pieces together to one text, with blank lines between them; a plain text is kept as it stands."""
    if content.text:
        return Draft(Document(content.text, (), notes=content.notes), declared=content.language, plain=True)
    pieces = _book(list(_contents(_references(_visible(content.pieces)))))
    blocks: list[Block] = []
    marks: list[Mark] = []
    places: list[Place] = []
    place = 0
    for piece in pieces:
        start = place + len(piece.mark)
        end = start + len(piece.text)
        cells = piece.cells and tuple(
            tuple((start + left, start + right) for left, right in row) for row in piece.cells
        )
        blocks.append(Block(piece.kind, start, end, piece.level, cells, dict(piece.about)))
        if piece.marks:
            marks += [moved(mark, start) for mark in piece.marks]
        if piece.path and piece.text:
            places.append(Place(start, end, 0, (), piece.path))
        if piece.places:
            # Not by a function: a book has a hundred thousand of them, and calls would be half of the time.
            places += [
                Place(each.start + start, each.end + start, each.page, each.box, each.path, each.line)
                for each in piece.places
            ]
        place = end + 2
    text = "\n\n".join([piece.mark + piece.text for piece in pieces])
    # Nothing but links to other places of the document is a part of its contents.
    prose = tuple(
        [
            piece.prose and piece.kind in PROSE and (not piece.marks or _linked(piece) < _LINKED * len(piece.text))
            for piece in pieces
        ]
    )
    document = Document(text, (), tuple(blocks), notes=content.notes, marks=tuple(marks), places=tuple(places))
    return Draft(document, prose, content.language)
