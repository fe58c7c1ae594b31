"""What a text must have to be in a format, so that most readers are never loaded: they take longer than an article.

To look for a few characters is quick. A text without them is surely not in the format, unless its name says so.
"""

from __future__ import annotations

import re

# One of these stands somewhere in the text.
_NEEDED = {
    "subtitles": ("-->", "WEBVTT"),
    "package": ("Metadata-Version:", "Description:"),
    "mbox": ("From ",),
    "troff": (".SH", ".Sh"),
    "pod": ("=head",),
    "rst": ("::", ".. _", ":`", "`_", ">`", "\n:"),
    "latex": ("\\",),
    "asciidoc": ("== ", "linkgit:", "[source", "[[", "|===", "include::"),
    "markdown": ("#", "```", "~~~", "](", "|", "---"),
    "paged": ("\f", "\n 1", "\n1", "\n2", "\n 2"),
}
# A single character is found twenty times as fast as two, so one that prose hardly has is looked for before.
_SIGNS = {
    name: [(next((character for character in sign if character in "<>`\\=[]|#~"), ""), sign) for sign in signs]
    for name, signs in _NEEDED.items()
}
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
    return signs is None or any(rare in text and sign in text for rare, sign in signs)
