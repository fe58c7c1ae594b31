"""Queries as they are written: one or several, their words, what must occur and what must not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from sentencerank.document import UNSPACED
from sentencerank.errors import InputError
from sentencerank.method.arrays import Mask

Queries: TypeAlias = "str | Sequence[str]"

_SENTENCE_END = re.compile(r"[.?!…。？！؟][\"'”’»)\]]?\s*$")
# "--update" and "-u" are options of a program.
_OPERATOR = re.compile(r"\"([^\"]*)\"|“([^“”]*)”|(?<!\S)-(?!-|[A-Za-z\d](?!\S))([^\s\"“”]+)")
# Where a word has edges to look for: not in scripts without spaces, nor in Korean, whose endings follow without one.
_ENDS_A_WORD = re.compile(rf"(?!{UNSPACED}|[\uac00-\ud7af])\w")


@dataclass(frozen=True, slots=True)
class Question:
    """A query taken apart: its words, those that must occur and those that must not."""

    text: str  # without signs and without what must not occur
    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    written: str = field(default="", compare=False, repr=False)  # as it was given

    def allows(self, texts: Sequence[str], titles: Sequence[str]) -> Mask:
        """Return which of some texts have what must occur, or their titles do, and nothing that must not."""
        allowed = np.ones(len(texts), dtype=np.bool_)
        for pattern in map(_pattern, self.wanted):
            pairs = zip(texts, titles, strict=True)
            allowed &= [bool(pattern.search(text) or pattern.search(title)) for text, title in pairs]
        for pattern in map(_pattern, self.unwanted):
            allowed &= [not pattern.search(text) for text in texts]
        return allowed


def query_list(queries: Queries) -> list[str]:
    """Return one query or several as a list; raise InputError for anything but strings."""
    given = [queries] if isinstance(queries, str) else queries
    if not isinstance(given, Sequence) or not all(isinstance(query, str) for query in given):
        raise InputError(f"query is a {type(queries).__name__}. Give one string or several.")
    return list(given)


def shown(queries: Queries) -> str:
    """Return one query or several as a line to show.

    >>> shown("who pays"), shown(["who pays", "how much"])
    ('who pays', 'who pays; how much')
    """
    return "; ".join(query_list(queries))


def parse_query(query: str, text: str = "") -> Question:
    """Take a query apart: "quoted words" must occur, -word must not, unless `text` has it as an option.

    In a sentence quotation marks only quote: a query that ends with a full stop or a question mark has no operators.

    >>> parse_query('salmon "second barrier" -sensors')
    Question(text='salmon second barrier', wanted=('second barrier',), unwanted=('sensors',))
    >>> parse_query("why is -Zlzma gone", "The value -Zlzma is gone.").unwanted
    ()
    >>> parse_query('Who wrote "The Trial"?').wanted, parse_query("what does --update do").unwanted
    ((), ())
    """
    if _SENTENCE_END.search(query):
        return Question(query, written=query)
    wanted: list[str] = []
    unwanted: list[str] = []

    def take(found: re.Match[str]) -> str:
        if found[3] and re.compile(rf"(?<![\w-])-{re.escape(found[3])}(?!\w)").search(text):
            return found[0]
        if found[3]:
            unwanted.append(found[3])
            return " "
        wanted.append((found[1] or found[2] or "").strip())
        return f" {wanted[-1]} "

    text = " ".join(_OPERATOR.sub(take, query).split())
    return Question(text, tuple(filter(None, wanted)), tuple(unwanted), query)


def _pattern(phrase: str) -> re.Pattern[str]:
    """Match whole words, whatever their case and the white space between them.

    >>> bool(_pattern("öl").search("Köln")), bool(_pattern("屏障").search("第二道屏障很好"))
    (False, True)
    """
    words = r"\s+".join(map(re.escape, phrase.split()))
    before = r"(?<!\w)" if _ENDS_A_WORD.fullmatch(phrase[:1]) else ""
    after = r"(?!\w)" if _ENDS_A_WORD.fullmatch(phrase[-1:]) else ""
    return re.compile(f"{before}{words}{after}", re.IGNORECASE)
