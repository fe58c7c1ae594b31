"""What a text must have to be in a format, so that most readers are never loaded: they take longer than an article.

To look for a few characters is quick. A text without them is surely not in the format, unless its name says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from sentencerank import kernel
from sentencerank import patterns as re

# What must stand somewhere in the text: one of these strings, or all strings of one of these tuples. Prose has dashes,
# double colons and bars here and there: what goes with them is asked for as well, so that no reader is loaded for them.
_NEEDED: dict[str, tuple[str | tuple[str, ...], ...]] = {
    "subtitles": ("-->", "WEBVTT"),
    "package": ("Metadata-Version:", "Description:"),
    "mbox": ("From ",),
    "notebook": ('"cell_type"',),
    "troff": (".SH", ".Sh"),
    "pod": ("=head",),
    "rst": (("::", ".. "), ".. _", ":`", "`_", "\n:"),
    "latex": (("\\", "section"), "\\documentclass", "\\begin{document}", "\\usepackage"),
    "asciidoc": ("== ", "linkgit:", "[source", "[[", "|===", "include::"),
    "markdown": ("# ", "```", "~~~", "](", ("|", "---"), "---\n"),
    "paged": ("\f", "\n 1", "\n1", "\n2", "\n 2"),
}
_RARE = "<>`\\=[]|#~"  # prose hardly has these: a single character is found twenty times as fast as two
_Sign: TypeAlias = tuple[str, tuple[str, ...]]


def _sign(strings: tuple[str, ...]) -> _Sign:
    """Return a rare character of what is needed, "" if there is none, and the strings themselves."""
    return next((character for character in "".join(strings) if character in _RARE), ""), strings


_SIGNS: dict[str, list[_Sign]] = {
    name: [_sign((sign,) if isinstance(sign, str) else sign) for sign in signs] for name, signs in _NEEDED.items()
}
_WHOLE_SIGNS = {name: [strings for _, strings in signs] for name, signs in _SIGNS.items()}
_EVERY_SIGN = tuple({one: 0 for signs in _WHOLE_SIGNS.values() for strings in signs for one in strings})
_FIELD = re.compile(r"[!-9;-~]{1,100}:")  # a message begins with one


def may_be(text: str, name: str) -> bool:
    """Return whether a text may be in a format of the package; a format without signs is always possible.

    >>> may_be("=head1 Rain", "pod"), may_be("Rain falls.", "pod"), may_be("From: a@example.org", "email")
    (True, False, True)
    """
    if name == "html":
        return text.lstrip()[:1] == "<"
    if name == "email":
        return _FIELD.match(text) is not None
    signs = _SIGNS.get(name)
    return signs is None or any(rare in text and all(map(text.__contains__, strings)) for rare, strings in signs)


def possible(text: str, names: Iterable[str]) -> list[str]:
    """Return the formats that a text may be in.

    >>> possible("=head1 Rain", ["html", "pod", "latex"])
    ['pod']
    """
    if kernel.native is None:
        return [name for name in names if may_be(text, name)]
    # All signs are looked for at once.
    found = frozenset(kernel.present(text, _EVERY_SIGN))
    return [
        name
        for name in names
        if (any(map(found.issuperset, _WHOLE_SIGNS[name])) if name in _WHOLE_SIGNS else may_be(text, name))
    ]


def has_sign(text: str, sign: re.Pattern[str], strings: tuple[str, ...]) -> bool:
    """Return whether a pattern is found in a text, which must then have one of the strings.

    These are looked for first: a pattern that begins with a look at what stands before it is tried at every place.
    """
    return any(map(text.__contains__, strings)) and sign.search(text) is not None
