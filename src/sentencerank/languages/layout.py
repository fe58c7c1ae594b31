"""The blocks of a plain text: paragraphs with hard wraps undone, list items, quotes, tables, code, furniture, headings.

What is not prose is not ranked, so a false heading or table hides a sentence: when in doubt a line is a paragraph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise

from sentencerank import patterns as re
from sentencerank.document import UNSPACED, Block, BlockKind
from sentencerank.languages.headings import with_headings
from sentencerank.languages.lines import Line, cells, columns, is_option, read_lines, worded
from sentencerank.languages.long_lines import WIDEST_WRAP, paragraphs
from sentencerank.languages.rights import NOTICE_HEADINGS, about_rights, is_notice, rights_words
from sentencerank.languages.sections import Part, with_contents, with_sections
from sentencerank.languages.signs import (
    aside,
    book_of,
    ends_sentence,
    has_leaders,
    is_capitals,
    is_code,
    is_signed,
    mail_fields,
)

__all__ = ["aside", "blocks", "cells"]

_WRAPPED_LINES = 3  # of a paragraph that was wrapped, in a text where others were not
_LONG_WORD = 25  # a URL sticks out of a wrapped paragraph and says nothing about its width
_NARROWEST = 40  # columns of a paragraph that tells its own width
_UNFINISHED = 0.55  # of the width; a line so long that ends no sentence goes on on the next one
_NESTED = 2  # columns
_NEARLY = 0.85  # of the width; so long a clause that does not end goes on below its number
_SIGNATURE_LINES = 8
_COMMENT = 5  # spaces in a sentence behind the sign of a comment
_NOTICES = 0.4  # the share of words in paragraphs about rights; a text with more of them is a licence

_MARKDOWN = re.at_once(r"(#{1,6}) +(?=\S)")
_DECORATED = re.at_once(r"[-=*~#_]{3,} ?([^\W_][^=*~#_]{1,60}[^\W_]) ?[-=*~#_]{3,}")
_SIGNATURE = re.at_once(r"-- ?")
_ENDS_HERE = re.compile(r"[.!?…:;。！？．：；।؟][\"'”’»)\]]*$")
_ENDING = tuple(".!?…:;。！？．：；।؟\"'”’»)]")  # what such an end may end with
_UNSPACED = re.compile(UNSPACED)
_HANGING = 5  # columns
_ADDRESS = re.compile(r"(?:https?|ftp)://[^\s<>]{3,150}$")
_LOWER = re.at_once(r"[(\[\"'“‘«]?[^\W\d_]")
_PARTED_NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,3})+\.? ")
_TITLE = 45  # characters; a longer line that ends in the middle of a sentence is no title
_INNER_END = re.compile(r"(?:[a-z]{3}|\d)[.!?] +[A-Z]")
_NUMBERS = tuple("0123456789([")
_NUMBERED_WORDS = (" section", " sections", " clause", " clauses", " paragraph", " paragraphs", " article", " articles",
                   " chapter", " chapters", " and", " or")  # fmt: skip


def blocks(text: str) -> tuple[Block, ...]:
    r"""Return paragraphs, headings, list items, quotes and tables, in order and disjoint; marks are left out.

    >>> text = "# Rain\nIt rained\nall day.\n- wind\n> He said so."
    >>> [(block.kind, text[block.start : block.end]) for block in blocks(text)]
    [('heading', 'Rain'), ('paragraph', 'It rained\nall day.'), ('list', 'wind'), ('quote', 'He said so.')]
    """
    usual = paragraphs(text)
    return _blocks(text) if usual is None else usual


def _blocks(text: str) -> tuple[Block, ...]:
    """Return the blocks of any text."""
    lines = read_lines(text)
    groups = list(_groups(lines))
    parts = [_part(group, above) for group, above in zip(groups, [[], *groups], strict=False)]
    if len(parts) > 1:
        parts = list(_with_code(parts, lines))
        parts = with_sections(with_headings(with_contents(parts), lines))
        parts = list(_with_licence(_with_signature(_with_notices(parts), lines)))
    return tuple(Block(part.kind, part.start, part.lines[-1].end, part.level) for part in parts)


def _groups(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield lines that belong together; rows of === and empty lines only separate."""
    for run, width in _runs(lines):
        group: list[Line] = []
        for line in run:
            if group and not _goes_on(group, line, width):
                yield group
                group = []
            if worded(line):
                group.append(line)
        if group:
            yield group


def _runs(lines: Sequence[Line]) -> list[tuple[list[Line], int]]:
    """Return lines without an empty one between them, and their width: 0 if every line stands for itself."""
    runs = [list(group) for filled, group in groupby(lines, lambda line: bool(line.text)) if filled]
    widths = [_width(run) for run in runs]
    longest = max(widths, default=0)
    wrapped = [len(run) >= _WRAPPED_LINES and width <= WIDEST_WRAP for run, width in zip(runs, widths, strict=True)]
    sure_widths = sorted(width for width, sure in zip(widths, wrapped, strict=True) if sure)
    # Code and tables stick out, so that the widest of them says little.
    usual, widest = (sure_widths[len(sure_widths) * 3 // 4], sure_widths[-1]) if sure_widths else (0, 0)
    if longest <= WIDEST_WRAP:
        return [
            (run, width if sure and width >= _NARROWEST else usual if _fills_unspaced(run, usual, widest) else longest)
            for run, width, sure in zip(runs, widths, wrapped, strict=True)
        ]
    return [
        (run, (width if width >= _NARROWEST else usual) if sure else usual if _fills(run, usual, widest) else 0)
        for run, width, sure in zip(runs, widths, wrapped, strict=True)
    ]


def _fills(run: Sequence[Line], usual: int, widest: int) -> bool:
    """Return whether the first of two lines is as long as the lines of the paragraphs that were wrapped."""
    return len(run) == 2 and _NEARLY * usual <= run[0].right <= widest


def _fills_unspaced(run: Sequence[Line], usual: int, widest: int) -> bool:
    """Return the same of two lines in a script without spaces, where nothing else tells that a sentence goes on."""
    return len(run) == 2 and bool(_UNSPACED.match(run[0].text[-1])) and _fills(run, usual, widest)


def _width(lines: Sequence[Line]) -> int:
    """Return the last column of the longest line; a long word says nothing about the width, for it sticks out."""
    width = 0
    for line in lines:
        if (right := line.right) > width and (
            not line.text.isascii() or max(map(len, line.text.split())) <= _LONG_WORD
        ):
            width = right
    return width


def _goes_on(group: Sequence[Line], following: Line, width: int) -> bool:
    """Return whether a line belongs to the block of the lines above it."""
    line, first = group[-1], group[0]
    if line.row or following.row:
        return line.row and following.row
    if line.quoted != following.quoted or line.term or following.term or not worded(following):
        return False
    if not width:
        return _reads_on(first, line, following)
    if _begins_heading(line.text) or _begins_heading(following.text) or has_leaders(line.text):
        return False
    # Where the next word would have fitted on the line above, the break was meant.
    word = following.text.split(" ", 1)[0]
    # In a script without spaces that is its first character, and signs may hang over the edge.
    unspaced = not word.isascii() and bool(_UNSPACED.match(word)) and bool(_UNSPACED.match(line.text[-1]))
    full = line.right + (_HANGING if unspaced else 1 + columns(word)) > width
    ended = line.text.endswith(_ENDING) and bool(_ENDS_HERE.search(line.text, max(0, len(line.text) - 9)))
    lower = _begins_lower(word)
    if full and not lower and "://" in line.text and _ADDRESS.search(line.text, max(0, len(line.text) - 200)):
        return False
    if following.mark and not (full and not ended and _by_chance(group, following)):
        # "under section / 7. This": the number belongs to the word before it.
        return line.text.endswith(_NUMBERED_WORDS) and following.text.startswith(_NUMBERS)
    if word[:1].isdigit() and line.text[-12:].lower().endswith(_NUMBERED_WORDS):
        return True
    same = following.column == (line.body if len(group) == 1 else line.column)
    if same or following.quoted:
        # The first line of a list item may be its title, if it is short.
        titled = line.mark and len(line.text) < _TITLE
        # Inside a wrapped paragraph a name may stand at the beginning of a line that happens to be short by a word.
        wrapped = len(group) > 1 and line.right >= _NEARLY * width
        # "GNU/ Linux": the second word of a pair.
        paired = line.text[-1] == "/" and line.text[-2:-1].isalpha() and line.text.count(" ") > _COMMENT
        return full or lower or paired or (not ended and not titled and (wrapped or _is_open(line, width)))
    if following.column > line.column:
        if is_capitals(line.text) and len(line.text) < width / 2:
            return False
        if len(group) > 1:
            return lower and not ended
        # An option, and what it does.
        if not full and is_option(line.text) and following.column >= line.column + _NESTED:
            return False
        # The first line of a hanging indent, or a title over what belongs to it.
        return full or (lower and not line.text.endswith((".", ":", "!", "?")))
    if following.text[0] == "-" and is_option(following.text):
        return False
    if len(group) == 1 and not first.mark:
        return full or (lower and not ended)
    # The second line of a clause may stand below its number, or farther to the left, as in a book.
    below = following.column == first.column and not ended and line.right >= _NEARLY * width
    below = below or (following.column < first.column and len(group) == 1 and full and not ended)
    return (lower and not ended) or below or (full and following.column >= first.column + _NESTED)


def _begins_heading(text: str) -> bool:
    return text[0] == "#" and bool(_MARKDOWN.match(text))


def _reads_on(first: Line, line: Line, following: Line) -> bool:
    """Return whether a sentence goes on in the next line, in a text that is not wrapped elsewhere.

    Where nothing begins with a capital, as in a transcript, a small letter tells nothing.
    """
    if _begins_lower(first.text[:2]):
        return False
    long = _NARROWEST <= line.right <= WIDEST_WRAP and following.column == line.body and not following.mark
    # A word or a comma at the end, and a small letter at the beginning.
    return long and (line.text[-1].isalpha() or line.text[-1] == ",") and _begins_lower(following.text[:2])


def _by_chance(group: Sequence[Line], following: Line) -> bool:
    """Return whether a number or a dash stands at the beginning of a wrapped line because it happened to be there."""
    first, line = group[0], group[-1]
    if line.text.endswith(","):
        return False
    inside = following.text[following.mark :]
    # A title with a number stands below another one.
    if inside[0].isupper() and _PARTED_NUMBER.match(following.text) and _PARTED_NUMBER.match(first.text):
        return False
    if first.mark:
        return following.column != first.column or (inside[0].islower() and following.text[0].isdigit())
    return following.column == line.column


def _begins_lower(word: str) -> bool:
    if word[:1].isalpha():
        return word[0].islower()
    found = _LOWER.match(word)
    return found is not None and word[found.end() - 1].islower()


def _is_open(line: Line, width: int) -> bool:
    """Return whether a line is long and ends inside a sentence, whatever comes next."""
    if len(line.text) < max(_NARROWEST, _UNFINISHED * width):
        return False
    last = line.text.rsplit(" ", 1)[-1]
    # What has the end of a sentence inside is no title.
    return last.islower() or last.endswith(",") or bool(_INNER_END.search(line.text))


def _part(group: list[Line], above: Sequence[Line]) -> Part:
    first = group[0]
    # A whole sentence behind the sign of a comment is no heading.
    if (mark := _MARKDOWN.match(first.text)) and not (ends_sentence(first.text) and first.text.count(" ") > _COMMENT):
        return Part("heading", group, first.start + mark.end(), len(mark[1]))
    if len(group) == 1 and (title := _DECORATED.fullmatch(first.text)):
        start = first.start + title.start(1)
        line = Line(start, start + len(title[1]), title[1], first.column)
        return Part("heading", [line], start, 2)
    kind = _kind(group, above)
    inside = kind in ("list", "heading") and first.mark
    return Part(kind, group, first.start + (first.mark if inside else 0))


def _kind(group: Sequence[Line], above: Sequence[Line]) -> BlockKind:
    first = group[0]
    texts = [line.text for line in group]
    if first.row:
        return "furniture" if mail_fields(texts) else "table"
    if first.term:
        return "code" if first.text.startswith("-") else "caption"
    if first.quoted:
        return "quote"
    if all(map(has_leaders, texts)):
        return "furniture"
    if kind := aside(" ".join(texts)):
        return kind
    apart = bool(above) and first.column >= above[-1].column + _NESTED and not ends_sentence(above[-1].text)
    if first.mark:
        return "list"
    if is_code(texts, apart=apart):
        return "code"
    # Below a line that leads to it, what begins small and ends nowhere is a command or a piece of a list.
    if apart and above[-1].text.endswith(":") and first.text[0].islower() and not _ends(texts[-1]):
        return "code"
    return "paragraph"


def _ends(text: str) -> bool:
    """Return whether a text ends as a sentence does: "rain [FILE]..." does not."""
    return ends_sentence(text) and not text.endswith("]...")


def _with_notices(parts: Sequence[Part]) -> Sequence[Part]:
    """Turn notices about rights into furniture, unless the text is about them: then it is a licence."""
    texts = [part.text if part.kind in ("paragraph", "list") else "" for part in parts]
    rights = rights_words("\n".join(texts))
    if rights.likely:
        words = [len(text.split()) for text in texts]
        found = sum(count for count, text in zip(words, texts, strict=True) if about_rights(text, rights))
        if found > _NOTICES * sum(words):
            return parts
    told = any(rights)
    result, inside = [], False
    for part, text in zip(parts, texts, strict=True):
        if part.kind == "heading":
            inside = bool(NOTICE_HEADINGS.fullmatch(part.text))
        noticed = text and (inside or (told and is_notice(text, rights)))
        result.append(part._replace(kind="furniture") if noticed else part)
    return result


def _with_code(parts: Sequence[Part], lines: Sequence[Line]) -> Iterator[Part]:
    """Turn lines that stand directly below code, and end no sentence, into code."""
    attached = {below.start for line, below in pairwise(lines) if line.text and below.text}
    code = False
    for part in parts:
        line = part.lines[0]
        goes_on = code and line.start in attached and not line.mark and not ends_sentence(part.text)
        if goes_on and part.kind in ("paragraph", "caption") and (line.column >= _NESTED or is_signed(line.text)):
            part = part._replace(kind="code")
        # Below an option stands what it does.
        code = part.kind == "code" and not line.term and not (len(part.lines) == 1 and is_option(line.text))
        yield part


def _with_licence(parts: Iterable[Part]) -> Iterator[Part]:
    """Turn what frames an e-book into furniture."""
    found = list(parts)
    book = book_of([part.lines[0].text for part in found])
    for index, part in enumerate(found):
        yield part if index in book else part._replace(kind="furniture")


def _with_signature(parts: Sequence[Part], lines: Sequence[Line]) -> Iterator[Part]:
    """Turn the lines below the last "-- " into furniture."""
    signs = [line.start for line in lines[-_SIGNATURE_LINES - 1 :] if _SIGNATURE.fullmatch(line.text)]
    for part in parts:
        yield part._replace(kind="furniture") if signs and part.start > signs[0] else part
