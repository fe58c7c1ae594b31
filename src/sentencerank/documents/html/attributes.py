"""Elements with very many attributes, which are found before the parser sees them: it compares each with all others."""

from __future__ import annotations

import re

from sentencerank.errors import LimitError

_MOST = 1_000  # attributes of one element
_SHORTEST = 2  # characters of an attribute with the space before it
# As HTML defines them. Nothing is tried twice, so that hostile tags take no longer than others.
_NAME = r"[^\s/>][^\s/>=]*+"
_VALUE = r"""\s*+=\s*+(?:"[^"]*+"?+|'[^']*+'?+|[^\s>]*+)"""
_ATTRIBUTE = re.compile(rf"[\s/]*+{_NAME}(?:{_VALUE})?+")
_MARKUP = re.compile(rf"<!--|<[!?][^>]*+|</?([a-zA-Z][^\s/>]*+)(?:[\s/]*+{_NAME}(?:{_VALUE})?+)*+[\s/]*+")
_RAW = ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes")
# Text and tags of which nothing has to be known: most pages have little else.
_DULL = re.compile(
    rf"(?:[^<]++|</[a-zA-Z0-9]++>|<(?!/?+[a-zA-Z]|[!?])|<[!?](?!--)[^>]*+"
    rf"|<(?!(?i:{'|'.join(_RAW)}))/?+[a-zA-Z][^\s/>]*+(?:[\s/]*+{_NAME}(?:{_VALUE})?+){{0,{_MOST}}}+[\s/]*+(?![^>]))*+"
)
_COMMENT_END = re.compile(r"--!?>")
# In these elements tags are text, up to their own end.
_RAW_ENDS = {name: re.compile(f"</{name}", re.IGNORECASE) for name in _RAW}


def refuse_many_attributes(text: str) -> None:
    """Raise LimitError if an element of a page has more than 1,000 attributes.

    >>> refuse_many_attributes("<p a b c>It rained.")
    """
    place = 0
    endless: set[str] = set()  # names of what has no end from here on
    while (dull := _DULL.match(text, place)) and (found := _MARKUP.match(text, dull.end())):
        start, place = found.span()
        name = (found[1] or "").lower() if text[start + 1] != "/" else ""
        if place - start > _SHORTEST * _MOST and name:
            _count(text, start + 1 + len(name), place)
        # A comment may end with the dashes that begin it.
        comment = found.group() == "<!--"
        end = _COMMENT_END if comment else _RAW_ENDS.get(name)
        if end is None or name in endless or text[place - 1] == "/":
            continue
        closing = end.search(text, start + 2 if comment else place)
        if closing is None:
            endless.add(name)
        else:
            place = closing.end() if comment else closing.start()


def _count(text: str, place: int, end: int) -> None:
    number = 0
    while found := _ATTRIBUTE.match(text, place, end):
        place = found.end()
        number += 1
        if number > _MOST:
            raise LimitError(
                f"an element of this HTML has more than {_MOST:,} attributes: it looks made to break readers. "
                "Remove them and give the page again."
            )
