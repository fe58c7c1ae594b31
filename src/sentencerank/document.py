"""A document D: its text, its blocks in reading order, its sentences S_1 … S_n (§3), and what is known of each.

Blocks, marks and places are character ranges over one text. A block is what stands on its own, a mark is what stands
out inside a block, and a place says where a range stood in the file. `Document.to_dict` and `Document.from_dict` are
the one JSON form of a document: for the store of the server, for what comes back from the process that reads files, and
for users (docs/schema.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from sentencerank import patterns as re
from sentencerank.frozen import dataclass, made_fast

BlockKind: TypeAlias = Literal[
    "title",
    "heading",
    "paragraph",
    "list",  # one item
    "quote",
    "code",
    "table",
    "figure",  # its text is the description of the picture, often none
    "caption",  # what is said about a figure, a table or the text itself
    "formula",  # displayed on lines of its own
    "footnote",
    "reference",  # an entry of the bibliography
    "message",  # the header of a mail; it begins a section
    "page",  # a page begins here; without text
    "furniture",  # running heads, signatures, disclaimers: part of the page, not of what is told
]
MarkKind: TypeAlias = Literal["link", "emphasis", "strong", "code", "formula", "note"]
Range: TypeAlias = tuple[int, int]
BLOCK_KINDS: frozenset[BlockKind] = frozenset(get_args(BlockKind))
MARK_KINDS: frozenset[MarkKind] = frozenset(get_args(MarkKind))
PROSE: frozenset[BlockKind] = frozenset({"paragraph", "list", "quote"})  # what is ranked
SECTIONS: frozenset[BlockKind] = frozenset({"heading", "message"})  # what begins a section
TEXTLESS: frozenset[BlockKind] = frozenset({"figure", "page", "message"})  # what may have no text of its own
_FAR = 1e9  # points; no page is so large
_MARGIN = 40  # characters; no line begins farther to the right


@made_fast
@dataclass(frozen=True, slots=True)
class Block:
    """A part `text[start:end]` of the document that stands on its own: a paragraph, a heading, a table.

    `about` has what else is known of it: `from`, `date` and `subject` of a message, `from` and `time` of what is said,
    `source` of a figure, `label` of a footnote, `number` of a page, `language` of code and of a block
    in another language than the document, `tex` of a formula.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0  # of a heading: 1 is the highest; of a list item or a quote: how deep it is nested, 0 if unknown
    cells: tuple[tuple[Range, ...], ...] = ()  # of a table: the characters of each cell, row by row
    about: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __reduce__(self) -> tuple[type[Block], tuple[object, ...]]:
        """How it is pickled, as a sentence is."""
        return Block, (self.kind, self.start, self.end, self.level, self.cells, self.about)


@made_fast
@dataclass(frozen=True, slots=True)
class Mark:
    """Characters that stand out in a block: a link, emphasis, code, a formula, the sign of a footnote."""

    kind: MarkKind
    start: int
    end: int
    target: str = ""  # the address of a link, the TeX of a formula, the label of a note


@made_fast
@dataclass(frozen=True, slots=True)
class Place:
    """Where characters stood in the file. A format says what it knows of it; the rest is empty."""

    start: int
    end: int
    page: int = 0  # from 1
    box: tuple[float, ...] = ()  # left, top, right, bottom in points from the top left corner of the page
    path: str = ""  # of the element in HTML: /html/body/p[2]
    line: int = 0  # from 1


@made_fast
@dataclass(frozen=True, slots=True)
class Sentence:
    """S_i, a character span of the document; `index` counts from 0, the paper's i from 1."""

    index: int
    text: str
    start: int
    end: int
    paragraph: int = 0  # index of its block
    section: int = 0  # how many headings stand before it
    prose: bool = True  # False: a heading, caption or table line, shown but outside the graphs

    @property
    def length(self) -> int:
        """l_i, in characters."""
        return len(self.text)

    def __reduce__(self) -> tuple[type[Sentence], tuple[object, ...]]:
        """How it is pickled: in a quarter of the time that a dataclass takes by itself."""
        return Sentence, (self.index, self.text, self.start, self.end, self.paragraph, self.section, self.prose)


@dataclass(frozen=True, slots=True)
class Document:
    """D: `sentences[k].text == text[start:end]`, in order and disjoint."""

    text: str
    sentences: tuple[Sentence, ...]
    blocks: tuple[Block, ...] = ()
    language: str = "en"
    id: str = ""
    notes: tuple[str, ...] = ()  # what a reader should know about how it was read
    language_confidence: float | None = None  # 0 to 1 if the language was detected
    marks: tuple[Mark, ...] = ()  # by their start; one may lie inside another
    places: tuple[Place, ...] = ()  # by their start, disjoint

    def to_dict(self) -> dict[str, Any]:
        """Return the document as plain JSON values; the text of a sentence is that between its start and end.

        Blocks, marks, places and sentences are lists, because there are many of them; fields that say nothing are left
        out at the end of each.
        """
        return {
            "id": self.id,
            "language": self.language,
            "language_confidence": self.language_confidence,
            "notes": list(self.notes),
            "text": self.text,
            "blocks": [_block_record(block) for block in self.blocks],
            "sentences": [[s.start, s.end, s.paragraph, s.section, s.prose] for s in self.sentences],
            "marks": [[mark.kind, mark.start, mark.end, *filter(None, [mark.target])] for mark in self.marks],
            "places": [_place_record(place) for place in self.places],
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Document:
        """Build a document from what `to_dict` returned; raise ValueError if it does not fit together.

        >>> document = Document("Rain fell.", (Sentence(0, "Rain fell.", 0, 10),), (Block("paragraph", 0, 10),))
        >>> Document.from_dict(document.to_dict()) == document
        True
        """
        text = record["text"]
        document = cls(
            text=text,
            sentences=tuple(
                Sentence(index, text[start:end], start, end, paragraph, section, prose)
                for index, (start, end, paragraph, section, prose) in enumerate(record["sentences"])
            ),
            blocks=tuple(_block(*block) for block in record["blocks"]),
            language=record["language"],
            id=record["id"],
            notes=tuple(record["notes"]),
            language_confidence=record["language_confidence"],
            marks=tuple(Mark(*mark) for mark in record.get("marks", ())),
            places=tuple(_place(*place) for place in record.get("places", ())),
        )
        document.check()
        return document

    def check(self) -> None:
        """Raise ValueError or TypeError unless every range lies inside the text, in order where that is promised.

        A document may come from another process or from a file, so nothing about it is taken for granted.
        """
        _check_order("sentence", self.sentences, len(self.text))
        _check_order("block", self.blocks, len(self.text))
        _check_order("place", self.places, len(self.text))
        for mark in self.marks:
            _check_order("mark", [mark], len(self.text))
        for block in self.blocks:
            for row in block.cells:
                if any(not block.start <= start <= end <= block.end for start, end in row):
                    raise ValueError("a cell lies outside its table")
        if not all(0 <= sentence.paragraph < max(1, len(self.blocks)) for sentence in self.sentences):
            raise ValueError("a sentence is in a block that does not exist")
        if not BLOCK_KINDS.issuperset(block.kind for block in self.blocks):
            raise ValueError("a block has an unknown kind")
        if not MARK_KINDS.issuperset(mark.kind for mark in self.marks):
            raise ValueError("a mark has an unknown kind")
        texts = [mark.target for mark in self.marks] + [place.path for place in self.places]
        texts += [text for block in self.blocks for fact in block.about.items() for text in fact]
        numbers = [block.level for block in self.blocks] + [
            n for place in self.places for n in (place.page, place.line)
        ]
        boxes = [number for place in self.places for number in place.box]
        if not all(isinstance(text, str) for text in texts) or not all(isinstance(number, int) for number in numbers):
            raise ValueError("a fact about a block, a mark or a place has the wrong type")
        if not all(isinstance(number, int | float) and -_FAR < number < _FAR for number in boxes):
            raise ValueError("a place lies outside every page")

    def is_line(self, index: int) -> bool:
        """Whether a sentence has its line to itself, marks of lists and quotes aside."""
        sentence = self.sentences[index]
        before = self.text[max(0, sentence.start - _MARGIN) : sentence.start].rstrip(" \t>*•-")
        after = self.text[sentence.end : sentence.end + _MARGIN].lstrip(" \t")
        return before[-1:] in ("", "\n") and after[:1] in ("", "\n")


def _block_record(block: Block) -> list[Any]:
    record: list[Any] = [block.kind, block.start, block.end, block.level]
    if block.cells or block.about:
        record.append([[list(cell) for cell in row] for row in block.cells])
    if block.about:
        record.append(dict(block.about))
    return record


def _block(
    kind: BlockKind,
    start: int,
    end: int,
    level: int = 0,
    cells: Iterable[Iterable[Iterable[int]]] = (),
    about: Mapping[str, str] | None = None,
) -> Block:
    rows = tuple(tuple((start, end) for start, end in row) for row in cells)
    return Block(kind, start, end, level, rows, dict(about or {}))


def _place_record(place: Place) -> list[Any]:
    record: list[Any] = [place.start, place.end, place.page, list(place.box), place.path, place.line]
    while not record[-1] and len(record) > 2:
        record.pop()
    return record


def _place(start: int, end: int, page: int = 0, box: Iterable[float] = (), path: str = "", line: int = 0) -> Place:
    return Place(start, end, page, tuple(box), path, line)


def _check_order(name: str, ranges: Iterable[Block | Mark | Place | Sentence], length: int) -> None:
    place = 0
    for each in ranges:
        if not place <= each.start <= each.end <= length:
            raise ValueError(f"a {name} lies outside the text, or over the one before it")
        place = each.end


class Token(NamedTuple):
    """A word of a sentence, in reading order; punctuation is not a token but ends a phrase."""

    text: str  # as it stands in the sentence
    start: int  # offset in the sentence
    stem: str  # what it is compared by; "" unless essential
    essential: bool  # passed the part-of-speech and the stop-word filter
    noun: bool  # may be part of a phrase seen only in this document
    breaks: bool  # punctuation stands before it: no phrase and no pattern runs across
    adjective: bool = False  # may stand before the nouns of such a phrase


ITSELF = -1  # instead of a number of words: the text, or what it is the text of


class Wording(NamedTuple):
    """What the wording of a sentence says about it, apart from its subject."""

    announces: bool = False  # the author says what the text does or finds: "we propose", "in conclusion"
    talks: bool = False  # direct speech: quotation marks
    addresses: float = 0.0  # share of its words that are "I" and "you"
    greets: bool = False  # a greeting, thanks or a farewell, and little else
    depends: bool = False  # it cannot stand alone: opens with a pronoun, a connective or a dangling quote
    signposts: bool = False  # it points elsewhere or is a notice: "in this section we describe", "copyright"
    begins_inside: bool = False  # half a sentence: it begins in the middle
    unfinished: bool = False  # it ends without a full stop or its like
    verbless: bool = False  # it has no verb, and no end or few words: a name, a title
    asks: bool = False  # a question
    leads_in: bool = False  # it ends with a colon and leaves the rest to what follows
    rules: float = 0.0  # how plainly it says who may, must or must not do what: 0 to 1, and more if it grants a right
    legal: bool = False  # it does so in words of law
    # How many words the subject has of which it says what it is: 2 in "GNU tar is an archiver"; or ITSELF.
    defines: int = 0
    explains: bool = False  # it says what an option, a command or a path does that stands above it
    named: bool = False  # a name and what it does, which has no full stop: "ls - list files"
    beside: bool = False  # it stands in a section beside the subject: licence, changes, credits

    @property
    def lacks_end(self) -> bool:
        """Whether its end is missing."""
        return self.unfinished and not self.named


UNSPACED = r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"

# Letters and signs of scripts without spaces between words, and how many of them are counted as a word: in Chinese and
# Japanese one, as their readers count; elsewhere the mean length of a word. See docs/languages.md.
_ONE = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_THAI, _LAO = r"\u0e01-\u0e3a\u0e40-\u0e4e", r"\u0e81-\u0ecf\u0edc-\u0edf"
_KHMER, _BURMESE = r"\u1780-\u17d3\u17d7\u17dc\u17dd", r"\u1000-\u103f\u104c-\u108f\u109a-\u109f\uaa60-\uaa7f"
_SINGLE = re.compile(f"[{_ONE}]")
_RUNS = (
    (4, re.compile(f"[{_THAI}]+|[{_LAO}]+")),
    (5, re.compile(f"[{_KHMER}]+|[{_BURMESE}]+")),
)
_ANY = re.compile(f"[{_ONE}{_THAI}{_LAO}{_KHMER}{_BURMESE}]+")
_NOT_EUROPEAN = re.at_once("[^\x00-\u052f\u2000-\u2bff]")
_ZERO_WIDTH_SPACE = "\u200b"  # between words where Khmer and Burmese are typed with care: the others count the same


def is_european(text: str) -> bool:
    """Whether a text has nothing but Latin, Greek and Cyrillic letters and signs: a quick test before other scripts.

    >>> is_european("“Ça va?” – 5 km"), is_european("α ≤ 2"), is_european("雨")
    (True, True, False)
    """
    # The patterns for other scripts take as long to compile as three articles to rank.
    return text.isascii() or not _NOT_EUROPEAN.search(text)


def word_count(text: str) -> int:
    """Words between white space; in scripts without spaces 1, 4 or 5 characters in a row count as one.

    >>> word_count("Rain in Spain."), word_count("今天下雨。"), word_count("วันนี้ฝนตกหนักมาก")
    (3, 4, 4)
    """
    if is_european(text) or not _ANY.search(text):
        return len(text.split())
    text = text.replace(_ZERO_WIDTH_SPACE, "")
    # Rounded for each run, so that the words of two sentences are those of the first plus those of the second.
    runs = sum(max(1, (2 * len(run) + size) // (2 * size)) for size, pattern in _RUNS for run in pattern.findall(text))
    return (
        len(_SINGLE.findall(text)) + runs + sum(any(map(str.isalnum, chunk)) for chunk in _ANY.sub(" ", text).split())
    )
