"""The zip archives behind DOCX and EPUB, and the XML inside them; nothing is ever written to disk."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sentencerank.documents.limits import Meter
from sentencerank.errors import DocumentError, LimitError
from sentencerank.extras import require

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

PASSWORD = "the file is protected by a password. Open it and save a copy without one."
_SAID = 100  # characters of a name in a message, and of what the library says: it repeats names that may be anything
_ENCRYPTED = 0x1  # the flag of a member that needs a password
# How XML begins that is surely in UTF-8, so that its bytes can be searched.
_IN_UTF_8 = re.compile(
    rb"""(?:\xef\xbb\xbf)?\s*<(?:[a-zA-Z]|\?xml\s+version\s*=\s*["']1\.0["'](?:\s+encoding\s*=\s*["'](?i:utf-8)["'])?"""
    rb"""(?:\s+standalone\s*=\s*["'](?:yes|no)["'])?\s*\?>)"""
)


class Archive:
    """An opened zip file whose members can only be read within the limits."""

    def __init__(self, data: bytes, meter: Meter) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, OverflowError, NotImplementedError) as error:
            raise _damaged(str(error)[:_SAID]) from error
        members = self._zip.infolist()
        meter.entries(len(members), sum(member.file_size for member in members))
        # Some pack the folder that a book was made in, instead of what is in it.
        folder = members[0].filename.partition("/")[0] + "/" if members else ""
        inside = any(member.filename == f"{folder}META-INF/container.xml" for member in members)
        packed = inside and all(member.filename.startswith(folder) for member in members)
        self._members = {member.filename[len(folder) if packed else 0 :]: member for member in members}
        self._meter, self._left = meter, meter.limits.expanded_bytes

    @property
    def names(self) -> frozenset[str]:
        """The members, by their full names, without a folder that a whole book is in."""
        return frozenset(self._members)

    @property
    def locked(self) -> frozenset[str]:
        """The members that need a password."""
        return frozenset(name for name, member in self._members.items() if member.flag_bits & _ENCRYPTED)

    def read(self, name: str) -> bytes:
        """Unpack one member. Sizes in the directory may lie, so what really comes out is limited too."""
        if name not in self._members:
            raise _damaged(f"{name[:_SAID]} is missing")
        if self._members[name].flag_bits & _ENCRYPTED:
            raise DocumentError(PASSWORD)
        try:
            with self._zip.open(self._members[name]) as member:
                data = member.read(self._left + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError) as error:
            raise _damaged(f"{name[:_SAID]} cannot be unpacked ({str(error)[:_SAID]})") from error
        self._left -= len(data)
        self._meter.entries(0, self._meter.limits.expanded_bytes - self._left)
        self._meter.tick()
        return data

    def xml(self, name: str) -> Element:
        """Parse one member."""
        return parse_xml(self.read(name), self._meter)

    def optional_xml(self, name: str) -> Element | None:
        """Parse a member that one can do without; return None if it is missing or damaged."""
        if name not in self._members:
            return None
        try:
            return self.xml(name)
        except LimitError:
            raise
        except DocumentError:
            return None


def _damaged(reason: str) -> DocumentError:
    return DocumentError(f"the file is damaged: {reason}. Download or save it again.")


def link_target(base: str, target: str) -> str:
    """Return the name of the member that a link of the member `base` points to.

    >>> link_target("OEBPS/package.opf", "text/ch%201.xhtml#top")
    'OEBPS/text/ch 1.xhtml'
    """
    return _joined(base, target.partition("#")[0])


@lru_cache(maxsize=1_000)  # a table of contents names each chapter again and again
def _joined(base: str, target: str) -> str:
    path = unquote(target)
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), path)).lstrip("/")


def parse_xml(data: bytes, meter: Meter) -> Element:
    """Parse XML. Raises DocumentError if it is damaged or defines entities, and LimitError if it is too deep."""
    require("defusedxml", "documents")
    from xml.etree.ElementTree import ParseError, XMLParser

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    try:
        # Entities are declared in a document type. Without one the parser in C does, which is three times as fast.
        plain = _IN_UTF_8.match(data) and b"<!DOCTYPE" not in data
        parser = (XMLParser if plain else DefusedXMLParser)(target=_DepthLimited(meter))
        parser.feed(data)
        root: Element = parser.close()
    except DefusedXmlException as error:
        raise DocumentError(
            "the file defines XML entities, which can blow up a reader. Save it again with a word processor."
        ) from error
    except (ParseError, ValueError, LookupError) as error:
        raise DocumentError(
            f"the XML in the file is damaged ({str(error)[:_SAID]}). Download or save it again."
        ) from error
    return root


class _DepthLimited:
    """A tree builder that stops at the depth limit."""

    def __init__(self, meter: Meter) -> None:
        from xml.etree.ElementTree import TreeBuilder

        self._builder, self._meter, self._depth, self._deepest = TreeBuilder(), meter, 0, meter.limits.depth
        self.data, self.close = self._builder.data, self._builder.close

    def start(self, tag: str, attributes: dict[str, str]) -> Element:
        """Open an element."""
        self._depth += 1
        if self._depth > self._deepest:
            self._meter.depth(self._depth)
        return self._builder.start(tag, attributes)

    def end(self, tag: str) -> Element:
        """Close an element."""
        self._depth -= 1
        return self._builder.end(tag)


@lru_cache(maxsize=1_000)  # a file has few names, and many elements of each
def local_name(tag: object) -> str:
    """Return the name of an element without its namespace.

    >>> local_name("{http://example.org/ns}body")
    'body'
    """
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def elements(root: Element, name: str) -> Iterator[Element]:
    """Yield every element of a name, in whatever namespace, in document order."""
    return (element for element in root.iter() if local_name(element.tag) == name)


def attribute(element: Element, name: str) -> str:
    """Return an attribute, in whatever namespace, or ""."""
    for key, value in element.attrib.items():
        if local_name(key) == name:
            return value
    return ""
