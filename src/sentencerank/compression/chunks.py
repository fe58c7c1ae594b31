"""What may be given to be compressed, and what of it is kept or left out as a whole."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, TypeAlias

from sentencerank.document import BlockKind, Document, word_count
from sentencerank.errors import InputError

ChunkInput: TypeAlias = "str | tuple[Hashable, str, str] | Mapping[str, Any] | Document | Any"
_TEXTS = ("text", "page_content", "content")  # what a text is called, by us and by libraries for retrieval
STOPS = (".", "?", "!", "…", "。", "？", "！", "؟", "।")
TOLD = 6  # words of a sentence in a table at least
WHOLE: frozenset[BlockKind] = frozenset({"code", "table", "formula", "figure"})  # never thinned

_FENCE = re.compile(r"^[ \t]{0,3}(```|~~~)", re.MULTILINE)
# Signs that a line is not prose. In a log it begins with a time stamp, an address or a level.
_LOG = re.compile(
    r"(?:\[?\d{4}-\d\d-\d\d[T ]|\[?\d\d:\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{1,3}(?:\.\d{1,3}){3} "
    r"|\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b)"
)
# Code, markup and data have marks that prose has not, in front, inside or behind.
_OPENS = ("|", "#include", "#define", "//", "/*", "@", "}", "]", "</", "<?", "<!", "$ ", ">>> ", "import ", "return ")
_CLOSES = ("{", "}", "};", "},", "],", ");", "=>", "[", "(", "\\")
# "cron(8)" and "page(s)" are no calls.
_SIGNS = re.compile(r"\w\((?!\d\w{0,3}\)|s\))|[=!:+-]=|=>|->|::|\w = \S|\"[^\"\n]{1,80}\":|</?\w+[ >]")
_BLOCK = re.compile(r"(?:def|class|if|elif|else|for|while|try|except|finally|with)\b")
INDENT = 2  # columns by which a line goes on with the code above it
_LINES = 2  # of this kind at least
LINE = 500  # characters of a line that are looked at


@dataclass(frozen=True, slots=True)
class Chunk:
    """A text with an id that is the caller's own, and a title that says what it is about."""

    id: Hashable
    title: str
    text: str
    document: Document | None = None  # if it was read before


@dataclass(frozen=True, slots=True)
class Unit:
    """What is kept or left out as a whole: a sentence, a heading, a table, a block of code."""

    chunk: int
    start: int  # in the text of its chunk
    end: int
    sentences: tuple[int, ...]  # those inside, as numbers of the document of all chunks
    prose: bool


def read_chunks(given: object) -> tuple[Chunk, ...]:
    """Return what was given as chunks; raise InputError for what is none, has no text, or repeats an id."""
    if isinstance(given, str | Document | Mapping):
        given = [given]
    if not isinstance(given, Iterable):
        raise InputError(f"chunks is a {type(given).__name__}. Give a list of texts, (id, title, text) or mappings.")
    chunks = tuple(_chunk(one, place) for place, one in enumerate(given))
    seen: set[Hashable] = set()
    for chunk in chunks:
        if chunk.id in seen:
            raise InputError(f"two chunks have the id {chunk.id!r}. Give each its own.")
        seen.add(chunk.id)
    return chunks


def as_given(given: object, place: int) -> Chunk:
    """Return what was given as a chunk, whatever is wrong with it: without a text it has none.

    >>> as_given({"id": 7}, 0), as_given(3.5, 1)
    (Chunk(id=7, title='', text='', document=None), Chunk(id='1', title='', text='3.5', document=None))
    """
    try:
        chunk = _parts(given, place)
    except InputError:
        return Chunk(str(place), "", "" if given is None else str(given))
    return Chunk(
        chunk.id if isinstance(chunk.id, Hashable) else str(place),
        chunk.title if isinstance(chunk.title, str) else "",
        "" if chunk.text is None else str(chunk.text),
        chunk.document,
    )


def _chunk(given: object, place: int) -> Chunk:
    chunk = _parts(given, place)
    if not isinstance(chunk.text, str) or not chunk.text.strip():
        keys = f", only {', '.join(map(repr, given))}" if isinstance(given, Mapping) and chunk.text is None else ""
        raise InputError(
            f"chunk {chunk.id!r} (number {place}, from 0) has no text{keys}. Give it as 'text', or leave the chunk out."
        )
    if not isinstance(chunk.title, str):
        raise InputError(f"the title of chunk {chunk.id!r} is a {type(chunk.title).__name__}. Give a string.")
    if not isinstance(chunk.id, Hashable):
        raise InputError(f"the id of chunk number {place} is a {type(chunk.id).__name__}. Give a string or a number.")
    return chunk


def _parts(given: object, place: int) -> Chunk:
    if isinstance(given, str):
        return Chunk(str(place), "", given)
    if isinstance(given, Chunk):
        return given
    if isinstance(given, Document):
        titles = [given.text[block.start : block.end] for block in given.blocks if block.kind == "title"]
        return Chunk(given.id or str(place), " ".join(titles), given.text, given)
    if isinstance(given, Mapping):
        return _by_names(given.get, place)
    if isinstance(given, tuple) and len(given) == 3:
        return Chunk(given[0], given[1] or "", given[2])
    if isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], Real):
        return _parts(given[0], place)  # with the score of a search
    node = getattr(given, "node", given)  # of LlamaIndex, with its score
    if any(hasattr(node, name) for name in _TEXTS):
        return _by_names(lambda name: getattr(node, name, None), place)
    raise InputError(
        f"chunk number {place} is a {type(given).__name__}. Give a text, (id, title, text), "
        "a mapping with id, title and text, or a Document."
    )


def _by_names(part: Callable[[str], Any], place: int) -> Chunk:
    """Return a chunk whose parts have names: ours, or those of LangChain, LlamaIndex and Haystack."""
    own = (part(name) for name in ("id", "node_id"))
    about = part("metadata") or part("meta")
    title = part("title") or (about.get("title") if isinstance(about, Mapping) else "")
    text = next((found for found in map(part, _TEXTS) if found is not None), None)
    return Chunk(next((id for id in own if id is not None), str(place)), title or "", text)  # type: ignore[arg-type]


def find_units(chunk: Chunk, document: Document, number: int, first: int, *, min_words: int) -> list[Unit]:
    """Return what a chunk is made of, in order: its sentences, and whole what is not prose or is below `min_words`.

    `first` is the number of its first sentence in the document of all chunks.
    """
    text, sentences = chunk.text, document.sentences
    everything = tuple(range(first, first + len(sentences)))
    if not sentences or word_count(text) < min_words or is_machine_text(text):
        return [Unit(number, *_trimmed(text, 0, len(text)), everything, prose=not is_machine_text(text))]
    whole = _whole_ranges(text, document)
    units: list[Unit] = []
    place = 0
    for index, sentence in enumerate(sentences):
        while place < len(whole) and whole[place][1] <= sentence.start:
            place += 1
        if place < len(whole) and whole[place][0] < sentence.end:
            start, end = whole[place]
            if units and not units[-1].prose and units[-1].end >= start:
                last = units.pop()
                units.append(
                    Unit(number, last.start, max(last.end, end, sentence.end), (*last.sentences, first + index), False)
                )
            else:
                begin = min(start, sentence.start) if not units else max(min(start, sentence.start), units[-1].end)
                units.append(Unit(number, begin, max(end, sentence.end), (first + index,), prose=False))
        else:
            units.append(Unit(number, sentence.start, sentence.end, (first + index,), prose=True))
    return units


def _whole_ranges(text: str, document: Document) -> list[tuple[int, int]]:
    """Return where code, tables and logs stand, in order and disjoint."""
    prose = _tables_of_prose(document)
    blocks = enumerate(document.blocks)
    found = [(block.start, block.end) for number, block in blocks if block.kind in WHOLE and number not in prose]
    found += _machine_ranges(text)
    fences = [match.start() for match in _FENCE.finditer(text)]
    # A fence that is not closed runs to the end, as in Markdown.
    for opening, closing in zip(fences[::2], [*fences[1::2], len(text)], strict=False):
        end = text.find("\n", closing)
        found.append((opening, len(text) if end < 0 else end))
    merged: list[tuple[int, int]] = []
    for start, end in sorted(_trimmed(text, *span) for span in found):
        # What only white space parts is one piece: a block of code with blank lines in it.
        if (merged and not text[merged[-1][1] : start].strip()) or (merged and start < merged[-1][1]):
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _tables_of_prose(document: Document) -> set[int]:
    """Return the tables most rows of which are sentences: text in two columns is prose."""
    rows, told = Counter[int](), Counter[int]()
    for sentence in document.sentences:
        if document.blocks and document.blocks[sentence.paragraph].kind == "table":
            rows[sentence.paragraph] += 1
            told[sentence.paragraph] += sentence.text.endswith(STOPS) and word_count(sentence.text) >= TOLD
    return {number for number, count in rows.items() if told[number] * 2 > count}


def _machine_ranges(text: str) -> list[tuple[int, int]]:
    """Return where lines of a log, of code or of a table follow one another; lines further right go on with them."""
    ranges: list[tuple[int, int]] = []
    start = end = place = count = column = 0
    for line in text.splitlines(keepends=True):
        told = _ends_of(line)
        # A whole text may stand some columns from the margin: only what stands right of the first line belongs to it.
        own = _column(line)
        if told and (_is_machine_line(told) or (count and own >= column + INDENT)):
            if not count:
                start, column = place, own
            count += 1
            end = place + len(line)
        elif told:
            if count >= _LINES:
                ranges.append((start, end))
            count = 0
        place += len(line)
    if count >= _LINES:
        ranges.append((start, end))
    return ranges


def is_machine_text(text: str) -> bool:
    """Return whether most lines are those of a log, of code, of markup or of data.

    >>> is_machine_text("2024-05-01 10:00:01 INFO start\\n2024-05-01 10:00:02 WARN slow disk")
    True
    >>> is_machine_text("def area(r):\\n    return 3.14 * r * r\\n")
    True
    >>> is_machine_text("The rain stopped.\\nThe road stays closed until Monday; buses run.")
    False
    """
    # Tables and fenced code stand in prose as well, so the rest decides.
    lines = [line for line in _outside_fences(text) if not line.startswith("|")]
    signs = sum(map(_is_machine_line, lines))
    return not lines or (signs >= _LINES and signs * 2 > len(lines))


def _outside_fences(text: str) -> Iterator[str]:
    fenced = False
    for line in text.splitlines():
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and line.strip():
            yield _ends_of(line)


def _ends_of(line: str) -> str:
    """Return a line, of a long one its beginning and its end."""
    told = line.strip()
    return told if len(told) <= LINE else told[: LINE // 2] + told[-LINE // 2 :]


def _column(line: str) -> int:
    indent = line[: len(line[:LINE]) - len(line[:LINE].lstrip())]
    return len(indent.expandtabs())


def _is_machine_line(line: str) -> bool:
    if line.startswith(_OPENS) or line.endswith(_CLOSES) or _LOG.match(line):
        return True
    if line.endswith(":"):
        return _BLOCK.match(line) is not None
    # Prose may hold a sign of code as well; a whole sentence with one is still prose.
    return _SIGNS.search(line) is not None and not line.endswith((".", "?", "!"))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    inner = text[start:end]
    return start + len(inner) - len(inner.lstrip()), end - len(inner) + len(inner.rstrip())


def kept_by(keep: Any, chunks: Sequence[Chunk], units: Sequence[Unit]) -> set[int]:
    """Return the units that must stay: those that a pattern is found in, or that a span (id, start, end) touches.

    Raises InputError for anything else, and for a span of a chunk that is not there.
    """
    if keep is None:
        return set()
    if isinstance(keep, str | re.Pattern):
        try:
            pattern = re.compile(keep)
        except re.error as error:
            raise InputError(
                f"keep={keep!r} is not a valid pattern ({error}). Give a regular expression, or spans."
            ) from None
        spans = [(n, *found.span()) for n, chunk in enumerate(chunks) for found in pattern.finditer(chunk.text)]
    else:
        numbers = {chunk.id: number for number, chunk in enumerate(chunks)}
        try:
            spans = [(numbers[id], int(start), int(end)) for id, start, end in keep]
        except KeyError as error:
            raise InputError(f"keep names the chunk {error}, and there is none. Give ids of the chunks.") from None
        except (TypeError, ValueError):
            raise InputError(f"keep is {keep!r:.80}. Give a regular expression, or spans (id, start, end).") from None
    return {place for span in spans for place in _touched(units, *span)}


def _touched(units: Sequence[Unit], chunk: int, start: int, end: int) -> range:
    """Return the units of a chunk that share a character with a span; units are in order and disjoint."""
    first = bisect_right(units, (chunk, start), key=lambda unit: (unit.chunk, unit.end))
    last = bisect_left(units, (chunk, max(end, start + 1)), key=lambda unit: (unit.chunk, unit.start))
    return range(first, last)
