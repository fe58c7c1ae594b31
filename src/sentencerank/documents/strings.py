"""A string → a Document: what is surely Markdown, HTML or the like is read as that, everything else as plain text."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

from sentencerank import patterns as re
from sentencerank.document import Document
from sentencerank.documents.needed import possible

PLAIN = "text"
# How formats are called in a note. Those that a string is not taken for by itself are not here.
_NAMES = {
    "html": "HTML",
    "troff": "the source of a manual page",
    "pod": "POD",
    "rst": "reStructuredText",
    "latex": "LaTeX",
    "asciidoc": "AsciiDoc",
    "markdown": "Markdown",
    "paged": "pages with running heads or numbered lines",
}
# What a text in a request may be said to be: pages are uploaded instead.
TEXT_KINDS = (PLAIN, *(name for name in _NAMES if name != "html"))
_SAMPLE = 100_000  # characters that are looked at
_TAG = re.compile(r"<(?:!doctype|/?(?:html|head|body|div|p|span|a|ul|li|table|script)\b)[^<>]*>", re.IGNORECASE)
_TAGS = 5  # of HTML in a text that does not begin with one


def kind_of(text: str) -> str:
    """Return the format that a string is surely written in; "text" for all others.

    >>> kind_of("# Rain\\n\\nIt **rained**."), kind_of("It rained * and x < 3."), kind_of("<p>Rain.</p><p>Sun.</p>")
    ('markdown', 'text', 'html')
    """
    sample = text[:_SAMPLE]
    for name in possible(sample, _NAMES):
        if _is_in(name, sample):
            return name
    return "html" if "<" in sample and len(_TAG.findall(sample)) >= _TAGS else PLAIN


def _is_in(name: str, sample: str) -> bool:
    found: bool = getattr(import_module(f"sentencerank.documents.{name}"), f"is_{name}")(sample, False)
    return found


def read_string(text: str, kind: str, language: str, *, told: bool = False) -> Document:
    """Read a string as a format other than plain text, by the same reader as a file.

    A note says what it was read as, unless the caller has said it. Raises what `read_document` raises.
    """
    from sentencerank.documents.reading import checked, read_document

    language = checked(language, kind)
    # Half of a character cannot be encoded.
    document = read_document(text.encode("utf-8", "replace"), kind=kind, language=language)
    note = f"Read as {_NAMES.get(kind, kind)}; give kind='text' if it is plain text."
    return replace(document, notes=document.notes if told else (note, *document.notes))
