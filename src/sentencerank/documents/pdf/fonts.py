"""How text looks: what the name of a font says about it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_SUBSET = re.compile(r"^[A-Z]{6}\+")
_BOLD = re.compile(
    r"bold|black|heavy|demi|medi(?:um)?(?:$|-|ital)|cmbx|cmb\d|cmssbx|-bd|sfbx|,bold|libertinetb|lmb\d|bx\d",
    re.IGNORECASE,
)
_FIXED = re.compile(
    r"courier|mono(?!type)|consol|typewriter|cm(?:sl|it)?tt|menlo|fixed|lettergothic|nimbusmon|ectt|sftt|txtt|luxi|inconsol"
    r"|sourcecode|firacode|andale|monaco|terminal",
    re.IGNORECASE,
)
_ITALIC = re.compile(
    r"ital|obli|slant|cmti|cmsl|cmbxti|cmssi|cmitt|sfti|sfsl|-it$|-it-|-ic$|kursiv|lm(?:ri|ro)\d|tii$|(?:libertine|biolinum)tb?i",
    re.IGNORECASE,
)
_MATH = re.compile(
    r"cm(?:mi|sy|ex|bsy|mib)|ms[abx]m\d|eu[frs][mb]|rsfs|stmary|wasy|lasy|esint|bbm|dsrom|[tp]xsy|[tp]xex|[nrtp]xmi"
    r"|newtxmi|txbmi|zplmr|zptmr7|fplmr|mt(?:mi|sy|ex)|mt-?extra|symbol|standardsym|math|euclid|lcmss|txex|txsy|libertinemi",
    re.IGNORECASE,
)
_CAPS = re.compile(r"csc\d|smallcap|smcp|-sc\b|lmcsc|sfcc\d|eccc\d|capsreg|-caps|scregular", re.IGNORECASE)
_EXTENSION = re.compile(r"cmex|lmmathext|txex|pxex|mtex|fplmex", re.IGNORECASE)
# The codes of the fonts of large operators, where the file does not say what they mean.
_LARGE = {
    code: chr(sign) for code, sign in zip(b"PXRZQYSTUVWpqrstHI[\\]^", map(ord, "∑∑∫∫∏∏⋃⋂⨄⋀⋁√√√√√∮∮⋃⋂⨄⋀"), strict=True)
}
_DELIMITERS = {
    **dict.fromkeys((0x00, 0x10, 0x12, 0x20, 0x30, 0xA1, 0xB5), "("),
    **dict.fromkeys((0x01, 0x11, 0x13, 0x21, 0x31, 0xA2, 0xB6), ")"),
    **dict.fromkeys((0x02, 0x14, 0x22, 0x68, 0xA3), "["),
    **dict.fromkeys((0x03, 0x15, 0x23, 0x69, 0xA4), "]"),
    **dict.fromkeys((0x08, 0x1A, 0x28, 0x6E, 0xA9), "{"),
    **dict.fromkeys((0x09, 0x1B, 0x29, 0x6F, 0xAA), "}"),
}


class Style(NamedTuple):
    """How a run of characters looks."""

    size: float
    bold: bool = False
    italic: bool = False
    fixed: bool = False  # all letters are equally wide: code
    math: bool = False  # a font that only formulas use
    large: bool = False  # of large operators and brackets
    caps: bool = False  # small capitals

    @property
    def face(self) -> tuple[bool, bool]:
        """What tells one text from another on the same page, apart from the size."""
        return self.bold, self.fixed


@lru_cache(maxsize=4096)
def style(name: str, size: float) -> Style:
    """Return what the name of a font says.

    >>> style("ABCDEF+CMBX10", 10.0).bold, style("Times-Italic", 9.0).italic, style("CMMI7", 7.0).math
    (True, True, True)
    """
    name = _SUBSET.sub("", name)
    math = bool(_MATH.search(name))
    return Style(
        size,
        bool(_BOLD.search(name)) and not math,
        bool(_ITALIC.search(name)) and not math,
        bool(_FIXED.search(name)) and not math,
        math,
        bool(_EXTENSION.search(name)),
        bool(_CAPS.search(name)),
    )


def large(text: str) -> str:
    """Return what characters of a font of large operators mean.

    >>> large("X"), large("R")
    ('∑', '∫')
    """
    return "".join(_LARGE.get(ord(sign)) or _DELIMITERS.get(ord(sign)) or ("" if sign < " " else sign) for sign in text)
