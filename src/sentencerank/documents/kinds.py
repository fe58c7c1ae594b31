"""Which format a file has, by its content; a name only decides between plain text and Markdown."""

from __future__ import annotations

import re
from collections import Counter
from typing import Literal, TypeAlias, get_args

from sentencerank.documents.archive import Archive
from sentencerank.documents.decoding import decoded
from sentencerank.documents.limits import Meter
from sentencerank.errors import DocumentError

Kind: TypeAlias = Literal["text", "markdown", "html", "pdf", "docx", "epub", "email", "mbox", "subtitles", "transcript"]
KINDS: tuple[str, ...] = get_args(Kind)

_SAMPLE = 65_536  # bytes that are looked at
_FOREIGN = (  # formats that are recognised only to say what to do with them
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file", "save it as .docx or PDF"),
    (b"{\\rtf", "an RTF file", "save it as .docx or PDF"),
    (b"\x1f\x8b", "a gzip archive", "unpack it first"),
    (b"BZh", "a bzip2 archive", "unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-zip archive", "unpack it first"),
    (b"Rar!", "a RAR archive", "unpack it first"),
    (b"\xfd7zXZ\0", "an xz archive", "unpack it first"),
    (b"\x89PNG", "a picture", "run OCR on it first"),
    (b"\xff\xd8\xff", "a picture", "run OCR on it first"),
    (b"GIF8", "a picture", "run OCR on it first"),
    (b"II*\0", "a picture", "run OCR on it first"),
    (b"MM\0*", "a picture", "run OCR on it first"),
    (b"%!PS", "a PostScript file", "convert it to PDF"),
    (b"\x7fELF", "a program", "give a document"),
    (b"MZ\x90", "a program", "give a document"),
    (b"SQLite format 3", "a database", "give a document"),
)
_CUE_TIME = r"(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}"
_SRT = re.compile(rf"\s*(?:\d+[ \t]*\n)?[ \t]*{_CUE_TIME}[ \t]*-->[ \t]*{_CUE_TIME}")
_MBOX = re.compile(r"From \S.*\d{4}.*\n(?:[A-Za-z][\w-]*:|>From )")
_HEADER = re.compile(r"([!-9;-~]+):[ \t]?.*\n(?:[ \t]+.*\n)*")
_KNOWN = "from to subject date message-id mime-version received return-path content-type delivered-to reply-to cc"
_MAIL_HEADERS = frozenset(_KNOWN.split())
_MAIL_PROOF = frozenset({"from", "received", "mime-version", "message-id", "return-path"})
_HTML_START = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL
)
_HTML_TAG = re.compile(
    r"</?(?:head|body|div|p|span|a|ul|ol|li|table|h[1-6]|br|script|article|section)\b[^<>]*>", re.IGNORECASE
)
_MARKDOWN_SIGNS = tuple(
    re.compile(sign, re.MULTILINE)
    for sign in (
        r"^#{1,6} +\S",
        r"^(?:```|~~~)",
        r"\[[^\]\n]+\]\((?:https?:|[\w./#-])[^)\n]*\)",
        r"(?<![\w*])\*\*[^\s*][^*\n]*\*\*(?!\w)",
        r"^\|?(?: *:?-{3,}:? *\|)+ *:?-*:? *$",
        r"(?<!`)`[^`\n]+`(?!`)",
        r"\A---\n(?:[\w-]+:.*\n)+---$",
        r"^[^\n]+\n(?:={3,}|-{3,})$",
    )
)
_DAY = r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ \t]+)"
_CLOCK = rf"(?:[\[(]?{_DAY}?\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:[ \u202f]?[AaPp][Mm])?[\])]?)"
_SPEAKER = re.compile(
    rf"(?:{_CLOCK}[ \t-]*)?([^\W\d_][\w .'’-]{{0,40}}?)[ \t]*{_CLOCK}?:(?:[ \t]|$)",
)
_TIMED = re.compile(_CLOCK)
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’)]*$")


def recognise(data: bytes, name: str = "", *, meter: Meter) -> Kind:
    """The format of a file, or an error that says why it is not read.

    >>> from sentencerank.documents.limits import DEFAULT
    >>> recognise(b"WEBVTT", meter=Meter(DEFAULT)), recognise(b"Just words.", meter=Meter(DEFAULT))
    ('subtitles', 'text')
    """
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _in_zip(Archive(data, meter))
    for magic, what, remedy in _FOREIGN:
        if data.startswith(magic):
            raise DocumentError(f"this is {what}, which is not read: {remedy}.")
    return in_text(decoded(_cut(data)).text, name)


def _cut(data: bytes) -> bytes:
    """The beginning of a file, up to the end of a line so that no character is cut in two."""
    sample = data[:_SAMPLE]
    return sample if len(data) <= _SAMPLE else sample[: sample.rfind(b"\n") + 1 or _SAMPLE]


def _in_zip(archive: Archive) -> Kind:
    names = archive.names
    if "word/document.xml" in names:
        return "docx"
    if "META-INF/container.xml" in names:
        return "epub"
    if "[Content_Types].xml" in names or "content.xml" in names:
        raise DocumentError("this is an office file that is not read: save it as .docx or PDF.")
    raise DocumentError("this is a zip archive, and archives are not opened: unpack it and give the documents in it.")


def in_text(text: str, name: str = "") -> Kind:
    """The format of a file that is text."""
    if text.startswith("WEBVTT") or _SRT.match(text):
        return "subtitles"
    if _MBOX.match(text):
        return "mbox"
    if _is_mail(text):
        return "email"
    if _HTML_START.match(text) or (text.lstrip().startswith("<") and len(_HTML_TAG.findall(text)) >= 3):
        return "html"
    signs = sum(bool(sign.search(text)) for sign in _MARKDOWN_SIGNS)
    if signs >= 2 or (signs == 1 and name.lower().endswith((".md", ".markdown", ".mkd"))):
        return "markdown"
    return "transcript" if is_transcript(text) else "text"


def _is_mail(text: str) -> bool:
    """Whether a text begins with header fields of a message, at least two that every message has."""
    place, fields = 0, set()
    while header := _HEADER.match(text, place):
        fields.add(header[1].lower())
        place = header.end()
    return len(fields & _MAIL_HEADERS) >= 2 and bool(fields & _MAIL_PROOF) and text[place : place + 1] in ("\n", "")


def is_transcript(text: str) -> bool:
    """Whether two people or more speak in turns: names that come back begin a third of the lines.

    Half of these lines are sentences, or have a time before the name, as in a chat.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    turns = [(name, said, bool(_TIMED.match(line))) for line in lines for name, said in [turn(line)] if name]
    times = Counter(name for name, _, _ in turns)
    spoken = [(said, timed) for name, said, timed in turns if times[name] >= 2]
    sentences = sum(timed or bool(_SENTENCE_END.search(said)) for said, timed in spoken)
    return (
        sum(count >= 2 for count in times.values()) >= 2
        and len(spoken) >= len(lines) / 3
        and 2 * sentences >= len(spoken)
    )


def turn(line: str) -> tuple[str, str]:
    """A line of a transcript → who speaks ("" if the last one goes on) and what is said.

    >>> turn("[00:12:03] Ann Lee: Good morning."), turn("And so on."), turn("3/12/24, 9:01 PM - Bob: hi")
    (('Ann Lee', 'Good morning.'), ('', 'And so on.'), ('Bob', 'hi'))
    """
    found = _SPEAKER.match(line)
    return (found[1], line[found.end() :].strip()) if found else ("", line.strip())
