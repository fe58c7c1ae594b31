"""Numbers as lists and notes show them: 4, iv, D."""

from __future__ import annotations

_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
          (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip


def numeral(number: int, style: str = "1") -> str:
    """Return a number in a style that is named by its first numeral: 1, i, I, a or A.

    >>> numeral(4, "i"), numeral(28, "A"), numeral(7, "1")
    ('iv', 'AB', '7')
    """
    if style in ("i", "I") and 0 < number < 4000:
        parts = []
        for value, sign in _ROMAN:
            parts.append(sign * (number // value))
            number %= value
        text = "".join(parts)
        return text.upper() if style == "I" else text
    if style in ("a", "A") and number > 0:
        text = ""
        while number > 0:
            number, rest = divmod(number - 1, 26)
            text = chr(ord(style) + rest) + text
        return text
    return str(number)
