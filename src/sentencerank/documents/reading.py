"""A file → a Document: recognise its format, read it within limits, find its sentences."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from sentencerank.document import Document
from sentencerank.documents.kinds import KINDS, recognise
from sentencerank.documents.limits import DEFAULT, Limits, Meter
from sentencerank.documents.pieces import Content, assembled
from sentencerank.errors import DocumentError, InputError, OptionsError, SentenceRankError

# Kind → the module with its `read(data, meter) -> Content`, imported when the first such file comes.
_READERS = {
    "text": "plain",
    "markdown": "markdown",
    "html": "html",
    "pdf": "pdf",
    "docx": "docx",
    "epub": "epub",
    "email": "email",
    "mbox": "email",
    "subtitles": "subtitles",
    "transcript": "transcript",
}


def read_document(
    source: str | Path | bytes,
    *,
    name: str = "",
    language: str = "auto",
    kind: str | None = None,
    limits: Limits = DEFAULT,
) -> Document:
    """Read a file, given by its path or by its bytes; nothing is ever fetched from a network.

    >>> document = read_document("# Rain\\n\\nIt rained. **All** day.".encode(), name="rain.md")
    >>> [(sentence.text, sentence.prose) for sentence in document.sentences]
    [('Rain', False), ('It rained.', True), ('All day.', True)]
    """
    if kind is not None and kind not in KINDS:
        raise OptionsError(f"kind={kind!r} is not one of {', '.join(KINDS)}. Leave it out to let the content decide.")
    meter = Meter(limits)
    data = source if isinstance(source, bytes) else _bytes(source, meter)
    meter.size(len(data))
    if not data.strip():
        raise DocumentError("the file is empty. Give one with text in it.")
    name = name or ("" if isinstance(source, bytes) else Path(source).name)
    kind = kind or recognise(data, name, meter=meter)
    document = assembled(_content(data, kind, meter), language=language, id=name)
    meter.tick()
    return document


def _bytes(source: str | Path, meter: Meter) -> bytes:
    if not isinstance(source, str | Path):
        raise InputError(f"got {type(source).__name__}. Give the path of a file, or its bytes.")
    if str(source).lower().startswith(("http://", "https://", "ftp://")):
        raise DocumentError(f"{source} is an address. Download the page first and give the file: nothing is fetched.")
    path = Path(source)
    try:
        if not path.is_file():  # a folder, a device or a pipe would never end
            raise DocumentError(f"{str(source)[:200]!r} is not a file. Give the path of one, or text to rank() itself.")
        meter.size(path.stat().st_size)
        with path.open("rb") as file:
            return file.read(meter.limits.bytes + 1)
    except (OSError, ValueError) as error:
        raise DocumentError(f"{str(source)[:200]!r} cannot be read ({error}). Check the path.") from error


def _content(data: bytes, kind: str, meter: Meter) -> Content:
    module = import_module(f"sentencerank.documents.{_READERS[kind]}")
    try:
        content: Content = module.read(data, meter)
    except (SentenceRankError, MemoryError, ImportError, NameError):
        raise
    except Exception as error:  # damaged files make parsers raise anything; the cause stays attached
        raise DocumentError(
            f"the file cannot be read as {kind}: it is damaged ({type(error).__name__}: {error}). Save it again."
        ) from error
    return content
