"""The blocks of the usual text, quickly: every line is a paragraph, longer than any line that was wrapped.

What `layout.blocks` looks at in such a text is passed over here. Where one line may be anything else, it is asked.
"""

from __future__ import annotations

from sentencerank.document import Block
from sentencerank.languages.lines import MARK
from sentencerank.languages.rights import rights_words
from sentencerank.languages.sentences import flattened
from sentencerank.languages.signs import aside, has_leaders, is_code, is_field

WIDEST_WRAP = 120  # characters; longer lines are whole paragraphs
_QUOTES = "\"'“‘"
# A question of a FAQ, and what frames an e-book.
_BEGINNINGS = ("Q", "Frage", "问", "問", "START OF", "END OF")


def paragraphs(text: str) -> tuple[Block, ...] | None:
    """Return the lines of a text as paragraphs; None if one of them may be shorter, farther in, or no prose.

    >>> found = paragraphs(40 * "Rain. " + "\\n\\n" + 40 * "Sun. ")
    >>> [(block.kind, block.start, block.end) for block in found], paragraphs(40 * "Rain. " + "\\nSun.")
    ([('paragraph', 0, 239), ('paragraph', 242, 441)], None)
    """
    if "  " in text or "\t" in text:
        return None
    flat = flattened(text)
    found: list[Block] = []
    start = 0
    for line in flat.split("\n"):
        stripped = line.rstrip(" ")
        if stripped:
            if not _is_paragraph(stripped):
                return None
            found.append(Block("paragraph", start, start + len(stripped)))
        start += len(line) + 1
    if len(found) > 1 and any(rights_words(flat)):
        return None
    return tuple(found)


def _is_paragraph(line: str) -> bool:
    """Return whether a long line begins with a letter and is neither an item, a field, a caption nor code."""
    first = line[0]
    if len(line) <= WIDEST_WRAP or not (first.isalpha() or first in _QUOTES) or line.startswith(_BEGINNINGS):
        return False
    # The number of a section of an appendix: "A.1 Rain".
    if line[1] == "." or MARK.match(line) or has_leaders(line) or is_field(line):
        return False
    return not aside(line) and not is_code([line], apart=False)
