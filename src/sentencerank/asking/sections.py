"""What belongs together in a document, and under which title: headings, titles that run in, and openings of lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from sentencerank.asking.entries import find_answers, find_entries
from sentencerank.asking.places import is_label
from sentencerank.asking.replies import asks
from sentencerank.document import Block, BlockKind, Document, Sentence, word_count
from sentencerank.languages.language import Language

NOT_ASKED: frozenset[BlockKind] = frozenset({"title", "heading", "message", "page", "furniture"})
TITLE_WORDS = 6  # of a title that runs into its paragraph at most: "Grant of Copyright License."
_COLONS = (":", "：")
_ENUMERATOR = re.compile(r"[(\[]?(?:[ivxlc]{1,6}|[a-z]|\d{1,3})[.)\]]{1,2}", re.IGNORECASE)  # "ii.", "(a)"


@dataclass(frozen=True, slots=True)
class Sections:
    """For each sentence of a document: its section, the title of that, and what leads it in."""

    numbers: list[int]
    titles: list[str]  # the headings above it, a title that runs in, the opening of its list
    leads: list[tuple[int, ...]] = field(default_factory=list)  # sentences that are such titles: kept with it

    @property
    def leading(self) -> frozenset[int]:
        """The sentences that lead in others: like headings they answer nothing by themselves."""
        return frozenset(lead for own in self.leads for lead in own)

    def followed_by(self, other: Sections, title: str) -> Sections:
        """Return the sections of two documents as those of one; `title` is above all of the second."""
        first, count = 1 + max(self.numbers, default=-1), len(self.numbers)
        return Sections(
            self.numbers + [first + number for number in other.numbers],
            self.titles + [f"{title} {own}".strip() for own in other.titles],
            self.leads + [tuple(count + lead for lead in own) for own in other.leads],
        )


def sections_of(document: Document, language: Language, *, by_paragraph: bool = True, before: str = "") -> Sections:
    """Return the sections of a document: those under its headings; without headings its paragraphs, or one for all.

    "Termination. We may end this …" is a section of its own, and so is a list behind "… the following data:". `before`
    is what was said right before the document.
    """
    sentences = document.sentences
    if len({sentence.section for sentence in sentences}) > 1:
        numbers, titles = [sentence.section for sentence in sentences], list(_headings(document))
    else:
        numbers = [sentence.paragraph if by_paragraph else 0 for sentence in sentences]
        titles = [""] * len(sentences)
    leads: list[tuple[int, ...]] = [()] * len(sentences)
    number = max(numbers, default=0)
    for first, places in _led(document, language, before):
        number += 1
        for place in places:
            numbers[place] = number
            titles[place] = f"{titles[place]} {sentences[first].text}".strip()
            leads[place] = (*leads[place], first)
    return Sections(numbers, titles, leads)


def _headings(document: Document) -> Iterator[str]:
    """Yield the headings above each sentence as one text."""
    above: list[tuple[int, str]] = []
    last: Block | None = None
    for sentence in document.sentences:
        block = _block(document, sentence)
        if block is not None and block.kind == "heading":
            if block is not last:
                # A heading ends those of its own level and below.
                above = [one for one in above if 0 < one[0] < block.level]
            above.append((block.level, sentence.text))
            last = block
        yield " ".join(text for _, text in above)


def _led(document: Document, language: Language, before: str) -> Iterator[tuple[int, range]]:
    """Yield each sentence that leads in others, and those: titles over several blocks before what they hold."""
    if not document.blocks:
        return
    sentences, ends = document.sentences, _ends(document.sentences)
    inside = [(term, body) for terms, body in find_entries(document) for term in terms]
    inside += find_answers(document)
    leading = {lead for lead, _ in inside}
    explained = {place for _, body in inside for place in body}
    standing: list[int] = []
    for place, sentence in enumerate(sentences[:-1]):
        end, block = ends[sentence.paragraph], document.blocks[sentence.paragraph]
        if block.kind in NOT_ASKED or place in leading:
            continue
        opens, closes = place == 0 or sentences[place - 1].paragraph != sentence.paragraph, place + 1 == end
        # What explains a term often begins with a few words: "Fatal error.", "Search case sensitively."; and a reply to
        # a question may have no more of them: "Two thousand."
        said = place in explained or asks(sentences[place - 1].text if place else before)
        if opens and not closes and _leads_in(sentence.text, language, titles=not said):
            inside.append((place, range(place + 1, end)))
        elif closes and sentence.text.endswith(_COLONS) and (items := _items(document, place)):
            inside.append((place, items))
        elif opens and closes and not said and _stands_over(document, place, language):
            standing.append(place)
    for place, after in pairwise([*standing, len(sentences)]):
        section = sentences[place].section
        behind = (k for k in range(place + 1, after) if sentences[k].section != section)
        yield place, range(place + 1, next(behind, after))
    yield from sorted(inside, key=lambda one: (one[1].start, -one[1].stop, one[0]))


def _stands_over(document: Document, place: int, language: Language) -> bool:
    """Whether an item is a title over paragraphs: "11. Patents.", on a line of its own."""
    sentence, after = document.sentences[place : place + 2]
    above = document.blocks[document.sentences[place - 1].paragraph] if place else None
    return (
        document.blocks[sentence.paragraph].kind == "list"
        and document.blocks[after.paragraph].kind == "paragraph"
        # The last item of a list is no title.
        and (above is None or above.kind != "list")
        and after.section == sentence.section
        and _is_title(sentence.text, language)
    )


def _leads_in(text: str, language: Language, *, titles: bool) -> bool:
    """Whether the first sentence of a paragraph is a number of the rest or, if that can be, a title."""
    return bool(_ENUMERATOR.fullmatch(text)) or is_label(text, language) or (titles and _is_title(text, language))


def _is_title(text: str, language: Language) -> bool:
    words = word_count(text)
    if words > TITLE_WORDS or not text[:1].isupper():
        return False
    (tokens,) = language.tokens([text], part_of_speech=False)
    # Not every language knows its verbs, and tags are often wrong: "Not everyone agreed." has none to some.
    return bool(tokens) and tokens[0].essential and (words == 1 or language.wording(text).verbless)


def _items(document: Document, opening: int) -> range:
    """Return the sentences of the list behind an opening; deeper items belong to it, items beside it do not."""
    sentences = document.sentences
    own = _block(document, sentences[opening])
    end = opening + 1
    while end < len(sentences):
        block = _block(document, sentences[end])
        if block is None or block.kind != "list" or sentences[end].section != sentences[opening].section:
            break
        if own is not None and own.kind == "list" and block.level <= own.level:
            break
        end += 1
    return range(opening + 1, end)


def _ends(sentences: tuple[Sentence, ...]) -> dict[int, int]:
    """The place behind the last sentence of each paragraph."""
    return {sentence.paragraph: place + 1 for place, sentence in enumerate(sentences)}


def _block(document: Document, sentence: Sentence) -> Block | None:
    return document.blocks[sentence.paragraph] if document.blocks else None
