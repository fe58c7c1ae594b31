"""Titles, headings and their levels: by the outline of the file, by numbers, and by how they look."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from sentencerank.documents.pdf.fonts import Style
from sentencerank.documents.pdf.lines import Line
from sentencerank.documents.pdf.outline import letters
from sentencerank.documents.pdf.paragraphs import ENDS, LIST_MARK, Paragraph

_LARGER = 1.1  # times the size of the body: a heading
_SMALLER = 0.92
_LONGEST = 24  # words of a heading
_RUN_IN = 10  # words of a heading on the line where its text begins
_ROMAN = re.compile(r"[IVX]{1,5}\.\s+(?=[^\W\d_])")
_LETTER = re.compile(r"[A-Z]\.\s+(?=[^\W\d_])")
_ARABIC = re.compile(r"(\d{1,2}(?:\.\d{1,2})*)\.?\s+(?=[^\W\d_])|([A-Z](?:\.\d{1,2})+)\.?\s+(?=[^\W\d_])")
_BRACKET = re.compile(r"\d{1,2}\)\s+(?=[^\W\d_])")
CHAPTER = re.compile(
    r"(?:chapter|part|appendix|kapitel|teil|anhang|chapitre|partie|capítulo|parte|capitolo|глава)\s+\w{1,8}[.:]?",
    re.IGNORECASE,
)
KNOWN = re.compile(
    r"abstract|summary|introduction|conclusions?|acknowledge?ments?|references|bibliography|(?:table of )?contents"
    r"|index|list of (?:figures|tables)|preface|foreword|glossary|appendix|zusammenfassung"
    r"|einleitung|literatur(?:verzeichnis)?|inhalt(?:sverzeichnis)?|résumé|références|table des matières"
    r"|resumen|referencias|índice|riferimenti bibliografici",
    re.IGNORECASE,
)
ABSTRACT = re.compile(
    r"(?:abstract|summary|zusammenfassung|résumé|resumen|resumo|riassunto|аннотация|摘要)(?=\s*[—–:.\-]|\s+[A-Z]|$)",
    re.IGNORECASE,
)
_STATEMENT = re.compile(
    r"(?:theorem|lemma|definition|proof|example|remark|note|warning|proposition|corollary|claim|conjecture|figure|table|fig|scheme"
    r"|algorithm|assumption|exercise|caution|tip|important|hint|problem|solution|satz|beweis|beispiel)\b",
    re.IGNORECASE,
)


def run_in(paragraph: Paragraph, body: Style) -> int:
    """Return how many words at the beginning are a heading on the line of its text, or 0."""
    line = paragraph.lines[0]
    text = line.text
    found = ABSTRACT.match(text)
    if found and (len(text) > found.end() or len(paragraph.lines) > 1):
        name = letters(found.group())
        first = line.words[0].text
        if letters(first) == name:
            dashed = first != found.group() or (len(line.words) > 1 and line.words[1].text in "—–:.-")
            looks = len(line.words) > 1 and _differs(line.words[0].style, line.words[-1].style)
            return 1 if dashed or looks or len(line.words) == 1 else 0
        return 0
    # The number may be upright.
    named = next((word for word in line.words[:2] if any(map(str.isalpha, word.text))), line.words[0])
    first_style = named.pieces[0].style
    if not (first_style.bold or first_style.italic or first_style.caps) or len(line.words) < 2:
        return 0
    count = line.words.index(named)
    if count and not re.fullmatch(r"[\d.]+|[A-Z]\.|\d+\)", line.words[0].text):
        return 0
    while count < len(line.words) and not _differs(line.words[count].pieces[0].style, first_style):
        count += 1
    # The head may fill the line, but not the paragraph.
    if not 0 < count <= _RUN_IN or (count == len(line.words) and len(paragraph.lines) == 1):
        return 0
    if count == len(line.words):
        return 0
    head = " ".join(word.text for word in line.words[:count])
    gap = line.words[count].left - line.words[count - 1].right > 0.75 * line.size
    loose = gap or ((paragraph.before > 1.2 or not paragraph.before) and first_style.bold)
    if (
        not (loose or head.endswith((".", ":", "—", ".—")))
        or _STATEMENT.match(head)
        or (LIST_MARK.match(head) and not first_style.bold and not _BRACKET.match(head))
    ):
        return 0
    number = _ARABIC.match(head) or _ROMAN.match(head) or _LETTER.match(head) or _BRACKET.match(head)
    closed = gap or head.endswith((".", ":", "—"))
    if number and closed and (number.group().count(".") or first_style.bold or _BRACKET.match(head)):
        return count
    following = line.words[count].text
    above = paragraph.before > 1.2 or not paragraph.before
    gap = gap or (above and line.words[count].left - line.words[count - 1].right > 0.4 * line.size)
    return (
        count
        if first_style.bold
        and not body.bold
        and (gap or head.endswith("."))
        and following[:1].isupper()
        and len(head) > 3
        else 0
    )


def _differs(one: Style, other: Style) -> bool:
    return one.bold != other.bold or one.italic != other.italic or one.caps != other.caps


def split_dash(paragraph: Paragraph) -> Paragraph:
    """Return the paragraph with the dash behind "Abstract" cut off the word after it."""
    line = paragraph.lines[0]
    first = line.words[0]
    found = ABSTRACT.match(first.text)
    if not found or found.end() == len(first.text):
        return paragraph
    tail = first.text[found.end() :].lstrip("—–:.-")
    middle = first.left + (first.right - first.left) * found.end() / len(first.text)
    words = [first._replace(text=found.group(), right=middle, parts=())]
    words += [first._replace(text=tail, left=middle, parts=())] if tail else []
    return replace(paragraph, lines=[Line([*words, *line.words[1:]], line.page), *paragraph.lines[1:]])


def is_heading(paragraph: Paragraph, body: Style) -> bool:
    """Whether it is larger or bolder than the body, or a numbered line or one in capitals; never a whole sentence."""
    text = " ".join(line.text for line in paragraph.lines)
    words = text.split()
    if paragraph.what != "text" or len(words) > _LONGEST or len(paragraph.lines) > 4 or not any(map(str.isalpha, text)):
        return False
    if ENDS.search(text) and not text.endswith(("?", ":")) and not CHAPTER.fullmatch(text):
        return False
    if not any(len(word) > 1 and any(map(str.isalpha, word)) for word in words):
        return False
    if paragraph.size >= _LARGER * body.size:
        return True
    if paragraph.size < 0.8 * body.size or len(paragraph.lines) > 2:
        return False
    if paragraph.size < _SMALLER * body.size and not paragraph.bold and not _is_section(paragraph):
        return False
    if paragraph.size < _SMALLER * body.size and 0 < paragraph.before <= 1.2:
        return False
    if KNOWN.fullmatch(text):
        return True
    if text.endswith((":", ",")):
        return paragraph.bold and text.endswith(":") and paragraph.before > 1.2 and not LIST_MARK.match(text)
    if paragraph.bold and not body.bold:
        return True
    apart = paragraph.before > 1.2 or not paragraph.before
    line = paragraph.lines[0]
    lettered = [word for each in paragraph.lines for word in each.words if any(map(str.isalpha, word.text))]
    caps = all(word.style.caps for word in lettered) or (text.isupper() and len(text) > 3)
    italic = all(each.font.italic for each in paragraph.lines) and not body.italic
    number = bool(_ARABIC.match(text) or _ROMAN.match(text) or _LETTER.match(text))
    middle = (line.left + line.right) / 2 - (paragraph.left + paragraph.right) / 2
    centred = abs(middle) < line.size and line.left > paragraph.left + 2 * line.size
    if not apart or len(words) > 12 or (LIST_MARK.match(text) and not (italic or caps)):
        return False
    return (number and (len(line.cells(1.5)) == 1 or caps)) or (caps and (centred or text.isupper()))


def levels(headings: Sequence[tuple[str, Paragraph, int, bool]]) -> list[int]:
    """Return the level of each heading: that of the outline, of its number, or of others that look like it."""
    roman = sum(bool(_ROMAN.match(text)) for text, *_ in headings) > 1
    known: list[int] = []
    looks: dict[tuple[float, bool, bool, bool], Counter[int]] = defaultdict(Counter)
    for text, paragraph, level, _ in headings:
        found = level or _numbered(text, roman=roman)
        known.append(found)
        if found:
            looks[_look(paragraph)][found] += 1
    fixed = {look: counts.most_common(1)[0][0] for look, counts in looks.items()}
    # One on the line of its text stands below all others.
    lowest = min(
        6, max([level for level, (*_, inside) in zip(known, headings, strict=True) if not inside], default=0) + 1
    )
    known = [
        lowest if not level and inside and not ABSTRACT.match(text) else level
        for level, (text, _, _, inside) in zip(known, headings, strict=True)
    ]
    free = {_look(paragraph) for (_, paragraph, *_), level in zip(headings, known, strict=True) if not level} - set(
        fixed
    )
    for look in sorted(free, reverse=True):
        above = [level for other, level in fixed.items() if other[:2] > look[:2]]
        fixed[look] = min(6, max(above, default=0) + 1)
    return [level or fixed[_look(paragraph)] for (_, paragraph, *_), level in zip(headings, known, strict=True)]


def _look(paragraph: Paragraph) -> tuple[float, bool, bool, bool]:
    line = paragraph.lines[0]
    return round(paragraph.size * 2) / 2, paragraph.bold, not line.font.italic, line.font.caps


def _numbered(text: str, *, roman: bool) -> int:
    if CHAPTER.match(text) or (roman and _ROMAN.match(text)):
        return 1
    number = _ARABIC.match(text)
    if number:
        # Where chapters have Roman numbers and sections letters, these are numbered third.
        if roman and (number[1] or "").isdigit():
            return 3
        return (number[1] or number[2]).count(".") + 1
    if _LETTER.match(text):
        return 2 if roman else 1
    if _BRACKET.match(text):
        return 3
    return 0


def title_index(paragraphs: Sequence[Paragraph], headings: Sequence[bool], body: Style, named: str) -> int | None:
    """Return which paragraph is the title: the one that the file names, or the largest near the top of page one."""
    first = [
        index for index, paragraph in enumerate(paragraphs[:14]) if paragraph.page == 0 and paragraph.what == "text"
    ]
    if len(letters(named)) > 5:
        for index in first:
            if letters(" ".join(line.text for line in paragraphs[index].lines)) == letters(named):
                return index
    sizes = [paragraph.size for paragraph, heading in zip(paragraphs, headings, strict=True) if heading]
    largest = max(sizes, default=0.0)
    rivals = [
        index for index, heading in enumerate(headings)
        if heading and paragraphs[index].size == largest and not _is_section(paragraphs[index])
    ]  # fmt: skip
    if len(rivals) == 1 and rivals[0] in first[:8] and largest >= 1.2 * body.size:
        return rivals[0]
    # Nothing larger: the first lines in bold or capitals, in the middle, over what is no heading.
    for index in first[:4]:
        paragraph = paragraphs[index]
        line = paragraph.lines[0]
        middle = abs((line.left + line.right) / 2 - (paragraph.left + paragraph.right) / 2) < 1.5 * line.size
        if headings[index] and middle and not _is_section(paragraph) and (paragraph.bold or paragraph.size > body.size):
            return index
    return None


def _is_section(paragraph: Paragraph) -> bool:
    """Whether a heading is numbered, or named as parts of papers are."""
    text = " ".join(line.text for line in paragraph.lines)
    return bool(_ARABIC.match(text) or _ROMAN.match(text) or KNOWN.fullmatch(text) or CHAPTER.match(text))
