"""All kinds of hostile files, by what they look like."""

from __future__ import annotations

from tests.hostile import (
    archives,
    articles,
    books,
    captions,
    encodings,
    mails,
    markup,
    notation,
    opendocument,
    papers,
    shapes,
    sources,
    strangers,
    word,
)
from tests.hostile.kind import Kind

GROUPS: dict[str, tuple[Kind, ...]] = {
    "text": shapes.KINDS,
    "encodings": encodings.KINDS,
    "Markdown": notation.KINDS,
    "HTML": markup.KINDS,
    "articles": articles.KINDS,
    "zip": archives.KINDS,
    "Word and XML": word.KINDS,
    "OpenDocument": opendocument.KINDS,
    "EPUB": books.KINDS,
    "PDF": papers.KINDS,
    "mail": mails.KINDS,
    "subtitles": captions.KINDS,
    "LaTeX": sources.LATEX,
    "manual pages": sources.MANUALS,
    "light markup": sources.LIGHT,
    "packages and pages": sources.PACKAGES,
    "other formats": strangers.FOREIGN,
    "two formats": strangers.POLYGLOTS,
    "names": strangers.NAMES,
}
KINDS: dict[str, Kind] = {kind.name: kind for kinds in GROUPS.values() for kind in kinds}
# The two files that stopped 0.1.0.
STOPPERS = ("html-comments-355", "pdf-form-draws-itself")
