"""Text in the columns of a terminal: how wide it is, where its lines break and in which direction it runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from unicodedata import bidirectional, category, east_asian_width

from sentencerank import patterns as re

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
# These change the order of what stands beside them; the marks U+200E and U+200F only say which way a word runs.
_REORDER = re.compile(r"[\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]")
_DANGEROUS = re.compile(rf"{_CONTROL.pattern}|\r(?!\n)|[\x0b\x0c\u2028\u2029]|{_REORDER.pattern}")
_CLOSING = "。，、；：？！」』）】》〉〕”’…·"  # never at the start of a line
_OPENING = "「『（【《〈〔“‘"  # never at the end of one
_AFTER, _BEFORE = "ะาำๅๆฯະາຳໆຯ", "เแโใไເແໂໃໄ"  # Thai and Lao vowels belong to the letter before or after them
_ISOLATE, _END = "\u2067", "\u2069"  # what stands between is written from right to left, whatever stands around it
_ISOLATED = re.compile(f"{_ISOLATE}[^{_ISOLATE}{_END}]*{_END}")
_PIECES = re.compile(r"\s+|[^\s\u1100-\U0010ffff]+|[\u1100-\U0010ffff]", re.DOTALL)


def flat(text: str) -> str:
    """Return text on one line that can do nothing to a terminal: single spaces, and U+FFFD for control characters.

    >>> flat("a hard-\\nwrapped\\x1b[31m line")
    'a hard- wrapped�[31m line'
    """
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", " ".join(text.split()))


def shown(text: str) -> str:
    """Return text for somebody to look at: flat, and with U+FFFD for what would reorder or hide its surroundings.

    >>> shown("invoice\\u202efdp.exe"), shown("\\u0645\\u06cc\\u200c\\u062e\\u0648\\u0627\\u0647\\u0645")
    ('invoice�fdp.exe', 'می\u200cخواهم')
    """
    return _REORDER.sub("\N{REPLACEMENT CHARACTER}", flat(text))


def harmless(text: str) -> str:
    """Return lines that can be written to a terminal: as `shown`, with their tabs, line ends and spaces.

    >>> harmless("1\\t\\x9b31m\\n2\\tred")
    '1\\t�31m\\n2\\tred'
    """
    return _DANGEROUS.sub("\N{REPLACEMENT CHARACTER}", text)


def harmless_json(text: str) -> str:
    """Return JSON that can be written to a terminal and has the same value: inside its strings there are escapes.

    >>> harmless_json('{"a": "\\x9b31m"}')
    '{"a": "\\\\u009b31m"}'
    """
    return _DANGEROUS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def columns(text: str) -> int:
    """Return how many columns a text takes: two for a wide character, none for a combining one.

    >>> columns("rain"), columns("雨が降る"), columns("e\N{COMBINING ACUTE ACCENT}")
    (4, 8, 1)
    """
    if text.isascii():
        return len(text)
    return sum(0 if category(c) in ("Mn", "Me", "Cf") else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def wrapped(text: str, width: int) -> list[str]:
    """Return text in lines of at most `width` columns, and with nothing in it that could upset a terminal.

    >>> wrapped("The rain in Spain", 8)
    ['The rain', 'in Spain']
    >>> wrapped("今天下雨。", 8)
    ['今天下', '雨。']
    """
    return _broken(shown(text), width)


def _broken(text: str, width: int) -> list[str]:
    """Break text at spaces, between wide characters, and inside long words."""
    lines, line, used = [], "", 0
    for piece in _unbreakable(text, max(width, 2)):
        size = columns(piece)
        if used + size > width and line.strip() and not piece.isspace():
            lines.append(line.rstrip())
            line, used = "", 0
        if line or not piece.isspace():
            line, used = line + piece, used + size
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


def leftwards(text: str) -> bool:
    """Return whether a text is written from right to left: its first letter decides.

    >>> leftwards("مدينة (city)"), leftwards("12 שלום"), leftwards("The word שלום")
    (True, True, False)
    """
    if text.isascii():
        return False
    kinds = map(bidirectional, _ISOLATED.sub("", text))
    return next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L"


def isolated(text: str) -> str:
    """Return text as `shown`, with marks around it if it runs from right to left: what is around it stays in place.

    >>> isolated("rain"), columns(isolated("שלום"))
    ('rain', 4)
    """
    text = shown(text)
    return f"{_ISOLATE}{text}{_END}" if leftwards(text) else text


def paragraph(text: str, width: int, *, marked: bool = False) -> list[str]:
    """Return the text in lines, each of them from right to left if the text is.

    A text that is `marked` was made from parts that are `shown` and `isolated`: its marks stay.
    """
    lines = _broken(text, width) if marked else wrapped(text, width)
    return [f"{_ISOLATE}{line}{_END}" for line in lines] if leftwards(text) else lines


def _unbreakable(text: str, width: int) -> Iterator[str]:
    """Yield spaces, words, and wide characters together with the closing marks that follow them."""
    held = ""
    for piece in _PIECES.findall(text):
        if held and _joined(held[-1], piece[0]):
            held += piece
        else:
            yield from _cut(held, width)
            held = piece
    yield from _cut(held, width)


def _joined(before: str, after: str) -> bool:
    """Return whether two characters must stand on one line."""
    if before.isspace() or after.isspace():
        return False
    marks = before in _OPENING or after in _CLOSING or category(after) in ("Mn", "Me", "Cf", "Mc")
    return marks or not (_wide(before) or _wide(after))


def _wide(character: str) -> bool:
    return east_asian_width(character) in "WF"


def _cut(piece: str, width: int) -> Iterator[str]:
    """Yield a piece in parts that fit a line; most fit whole."""
    while columns(piece) > width:
        end = next(k for k in range(1, len(piece) + 1) if columns(piece[: k + 1]) > width)
        while end > 1 and (piece[end] in _AFTER or piece[end - 1] in _BEFORE or category(piece[end]) == "Mn"):
            end -= 1
        yield piece[:end]
        piece = piece[end:]
    if piece:
        yield piece


def packed(items: Iterable[str], width: int) -> Iterator[str]:
    """Yield lines of items with dots between them, as many on a line as fit; none is broken.

    >>> list(packed(["rain", "snow", "hail"], 12))
    ['rain · snow', 'hail']
    """
    line = ""
    for item in items:
        longer = f"{line} · {item}" if line else item
        if line and columns(longer) > width:
            yield line
            longer = item
        line = longer
    yield line


def count_of(count: int, noun: str) -> str:
    """Return a number with its noun.

    >>> count_of(1, "word"), count_of(2000, "word")
    ('1 word', '2,000 words')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
