"""What belongs together in a document, and under which title."""

from __future__ import annotations

from sentencerank.document import Block, BlockKind, Document

NOT_ASKED: frozenset[BlockKind] = frozenset({"title", "heading", "message", "page", "furniture"})


def sections_of(document: Document) -> tuple[list[int], list[str]]:
    """The section of each sentence and its title: the headings above it; without headings, its paragraph."""
    if len({sentence.section for sentence in document.sentences}) < 2:
        return [sentence.paragraph for sentence in document.sentences], [""] * len(document.sentences)
    above: list[tuple[int, str]] = []
    numbers: list[int] = []
    titles: list[str] = []
    last: Block | None = None
    for sentence in document.sentences:
        block = document.blocks[sentence.paragraph] if document.blocks else None
        if block is not None and block.kind == "heading":
            if block is not last:
                # A heading ends those of its own level and below.
                above = [one for one in above if 0 < one[0] < block.level]
            above.append((block.level, sentence.text))
            last = block
        numbers.append(sentence.section)
        titles.append(" ".join(text for _, text in above))
    return numbers, titles
