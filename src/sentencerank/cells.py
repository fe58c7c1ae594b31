"""Text in the cells of a CSV file: a spreadsheet must not take it for a formula.

A text that begins with = + - @, their wide forms, a tab or a line break gets an apostrophe in front, and so does one
that begins with apostrophes and then such a character: every text can be had back. Numbers stay as they are.
"""

from __future__ import annotations

import re

_FORMULA = re.compile(r"'*[=+\-@＝＋－＠\t\r\n].", re.DOTALL)  # a character alone is no formula


def cell(value: object) -> object:
    """A value for a CSV file.

    >>> cell("=1+1"), cell("'=1+1"), cell("- and so on"), cell("-"), cell("'tis"), cell(-0.5)
    ("'=1+1", "''=1+1", "'- and so on", '-', "'tis", -0.5)
    """
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value


def content(text: str) -> str:
    """What a cell of such a file said before.

    >>> content("'=1+1"), content("''=1+1"), content("'tis")
    ('=1+1', "'=1+1", "'tis")
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
