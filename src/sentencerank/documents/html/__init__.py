"""HTML: which part of a page is its text (`page`), and that part element by element (`walk`).

A fragment, such as a mail, a chapter of a book or HTML between Markdown, is walked whole.
"""

from __future__ import annotations

from sentencerank.documents.html.page import html_pieces, page_content, read
from sentencerank.documents.html.parse import is_html, parse_html

__all__ = ["html_pieces", "is_html", "page_content", "parse_html", "read"]
