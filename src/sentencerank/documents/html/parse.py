"""HTML from bytes to a tree: how it is recognised, decoded and parsed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sentencerank.documents.html.attributes import refuse_many_attributes
from sentencerank.documents.limits import Meter
from sentencerank.documents.plain import Decoded, decode
from sentencerank.errors import DocumentError
from sentencerank.extras import require

if TYPE_CHECKING:
    from lxml.etree import _Element

_ROOT = re.compile(r"<(?:!doctype\s+html|html)\b", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:head|body|div|p|span|a|ul|ol|li|table|h[1-6]|br|script|article|section)\b[^<>]*>", re.IGNORECASE
)
_MARKDOWN = re.compile(r"^(?:#{1,6} +\S|```)|\]\(https?:", re.MULTILINE)
_CHARSET = re.compile(rb"""<(?:meta|\?xml)\b[^<>]*?(?:charset|encoding)\s*=\s*(?:["']\s*)?([\w.:-]+)""", re.IGNORECASE)
_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
# No parser takes these: control characters, and two that are none.
_CONTROLS = bytes(code for code in range(32) if chr(code) not in "\t\n\r")
_NONE = ("\ufffe".encode(), "\uffff".encode())
_OPEN = re.compile(r"<(/?)(?:div|span|section|article|table|ul|ol|dl|blockquote|b|i|font|em|strong|a)\b", re.IGNORECASE)


def is_html(text: str, named: bool) -> bool:
    """Whether a text begins as a page does, or with a tag and has more of them: so does a README with a logo."""
    if _begins_page(text):
        return True
    return text.lstrip().startswith("<") and len(_TAG.findall(text)) >= 3 and not _MARKDOWN.search(text)


def _begins_page(text: str) -> bool:
    """Whether the root element, or the declaration of its type, comes after nothing but spaces and comments.

    A scanner, because a pattern with optional comments takes twice as long for each comment before something else.
    """
    text = _XML_DECLARATION.sub("", text).lstrip()
    place = 0
    while text.startswith("<!--", place):
        end = text.find("-->", place + 4)
        if end < 0:
            return False
        place = end + 3
        while place < len(text) and text[place].isspace():
            place += 1
    return _ROOT.match(text, place) is not None


def decode_html(data: bytes) -> Decoded:
    """Decode a page by the charset that it declares, if nothing in its bytes tells it."""
    declared = _CHARSET.search(data[:4096])
    return decode(data, declared[1].decode("ascii") if declared else "")


def parse_html(text: str, meter: Meter) -> _Element:
    """Parse an HTML text; too many levels are refused, by a look at the tags or by the parser."""
    require("lxml.html", "documents")
    from lxml import etree, html

    refuse_many_attributes(text)
    # Old pages leave many elements open, which the parser closes itself.
    depth, deepest = 0, 20 * meter.limits.depth
    for tag in _OPEN.finditer(text) if text.count("<") > deepest else ():
        depth = depth - 1 if tag[1] else depth + 1
        if depth > deepest:
            meter.depth(depth)
    try:
        # Without `huge_tree` the parser drops what is more than 256 levels deep, and says nothing. The elements of
        # `lxml.html` have methods that nobody needs here, and take longer to make.
        parser = etree.HTMLParser(remove_comments=True, remove_pis=True, huge_tree=True, encoding="utf-8")
        root: _Element = html.document_fromstring(_encoded(_XML_DECLARATION.sub("", text)), parser=parser)
    except (etree.ParserError, etree.LxmlError, ValueError) as error:
        raise DocumentError(f"there is no text in this HTML ({error}). Give a page with text in it.") from error
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log):
        meter.depth(meter.limits.depth + 1)
    meter.tick()
    return root


def _encoded(text: str) -> bytes:
    r"""Return a text as the parser takes it, without surrogates and what else is no character.

    >>> _encoded("a\x00b\ud800\uffffc\td")
    b'abc\td'
    """
    # Not by a pattern, which takes a fifth of the time of the parser.
    data = text.encode("utf-8", "ignore").translate(None, _CONTROLS)
    for each in _NONE:
        data = data.replace(each, b"")
    return data
