"""Parts of a document that a query names by their number: "section 12", "GDPR Article 17", "§ 5 Abs. 1", "第十七条".

What stands under that number comes before sentences that only refer to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from unicodedata import numeric

import numpy as np

from sentencerank.document import Block, Document
from sentencerank.languages.language import Language
from sentencerank.languages.registry import language_of
from sentencerank.method.arrays import Ids, Mask

SIGN = "§"
# What parts of documents are called; the stems of these are compared.
_PARTS = """
    section subsection article clause paragraph chapter part appendix annex schedule item point rule recital exhibit
    step sec art para ch amendment question principle condition
    abschnitt artikel absatz abs kapitel teil anhang anlage ziffer nummer nr punkt klausel erwägungsgrund frage schritt
    chapitre partie annexe alinéa paragraphe considérant étape question
    artículo sección capítulo parte anexo apartado cláusula párrafo punto considerando paso
    artigo seção secção parágrafo ponto alínea passo passos
    articolo sezione capitolo allegato comma clausola paragrafo
    hoofdstuk paragraaf lid bijlage deel sectie afdeling avsnitt bilaga paragraf stycke kapitlet
    статья раздел пункт глава часть параграф приложение абзац стаття розділ частина
    artykuł rozdział ustęp paragraf załącznik część článek kapitola odstavec
    madde bölüm kısım fıkra المادة مادة الفصل البند القسم الباب الفقرة अनुच्छेद धारा अध्याय खंड دفعہ آرٹیکل باب
"""

_NUMBER = r"(?:\d{1,4}[a-zA-Z]?(?:\.\d{1,3}[a-z]?){0,6}|[IVXLC]{1,7}|[A-Z](?:\.\d{1,3}){0,6})(?!\w)"
_NAMED = rf"(?:(?P<word>[^\W\d_]{{2,24}})(?:\.\s{{0,3}}|\s{{1,3}})|(?P<sign>{SIGN})\s?)"
_MENTION = re.compile(
    rf"{_NAMED}(?P<numbers>{_NUMBER}(?:(?:\s?[,&]\s?|\s[^\W\d_]{{1,3}}\s){_NUMBER}){{0,8}})"
    r"(?P<inside>(?:\s?\([0-9A-Za-z]{1,4}\)|\s(?i:lit\.?|litera|buchst\.?|buchstabe|letter|lettre|letra|lettera)\s?[A-Za-z]\b){0,4})"
)
_COUNTED = re.compile(
    r"(?:第\s?(?P<numbers>[\d〇零一二三四五六七八九十百千]{1,7})\s?(?P<word>[条條章节節款项項部编編篇])"
    r"|제\s?(?P<digits>\d{1,4})\s?(?P<part>[조장절항편부]))(?P<inside>)"
)
_LABEL = re.compile(rf"(?:{_NAMED})?(?P<open>[(\[]?)(?P<number>{_NUMBER}|[a-z](?=[.)]))(?P<close>[.)\]:]{{0,2}})")
_ONE_NUMBER = re.compile(_NUMBER)
_INSIDE = re.compile(r"\(([0-9A-Za-z]{1,4})\)|\s([A-Za-z])\b")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_MARKS = " \t\u3000#*>-•"  # that stand before a number
_LINE = 60  # characters of a line in which its number stands


@dataclass(frozen=True, slots=True)
class Mention:
    """A part that a query names: its kind, as a stem, one number or several, and what is meant inside of it."""

    kind: str
    numbers: tuple[str, ...]
    inside: tuple[str, ...]  # "1" and "b" of "6(1)(b)"
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Label:
    """The number that a heading or a clause begins with."""

    kind: str  # the stem of "Article"; "" for a number alone
    number: str  # as `normal` writes it; "" for a heading without one
    style: str  # what its signs look like: "#." or "(#)"
    level: int  # of a heading; -1 for a clause

    @property
    def heading(self) -> bool:
        """Whether it is that of a heading."""
        return self.level >= 0

    def fits(self, kinds: Set[str], numbers: Sequence[str]) -> bool:
        """Whether it is of one of some kinds and has one of some numbers, or one inside of it: 2.3 lies in 2."""
        return self.kind in kinds and any(f"{self.number}.".startswith(f"{number}.") for number in numbers)


@lru_cache(maxsize=32)
def part_stems(code: str) -> frozenset[str]:
    """The stems of what parts of documents are called, in a language."""
    return frozenset(map(language_of(code).stem, _PARTS.split())) | {SIGN, *"条條章节節款项項部编編篇조장절항편부"}


def find_mentions(query: str, language: Language) -> list[Mention]:
    """Return the parts that a query names; a word alone or a number alone names none.

    >>> [(one.kind, one.numbers, one.inside) for one in find_mentions("Sections 15 and 16(b)", language_of("en"))]
    [('section', ('15', '16'), ('b',))]
    """
    parts = part_stems(language.code)
    found = []
    for match in sorted((*_MENTION.finditer(query), *_COUNTED.finditer(query)), key=re.Match.start):
        kind, numbers = _kind(match, language), _numbers(match)
        if kind in parts:
            inside = tuple(normal(a or b) for a, b in _INSIDE.findall(match["inside"]))
            found.append(Mention(kind, numbers, inside, *match.span()))
    return found


def find_named(
    query: str, document: Document, asked: Ids, titles: Sequence[str], language: Language
) -> tuple[Mask, str] | None:
    """Return which of the sentences `asked` stand in the parts that a query names, and what it says beside that.

    `titles` are those of their sections. None if no part is named, or none that the document has.
    """
    mentions = find_mentions(query, language)
    if not mentions:
        return None
    every = list(labels_of(document, language))
    labels = [every[i] for i in asked.tolist()]
    found = [(mention, _under(labels, titles, mention, language)) for mention in mentions]
    # What the document calls by the same name is the outer one: in "Absatz 2 von § 3" the § is.
    found = sorted(((mention, tiers) for mention, tiers in found if tiers), key=lambda one: min(one[1]))
    if not found:
        return None
    outer, inside = found[0][0], next(iter(found[0][1].values()))
    for mention, tiers in found[1:]:
        within = inside & np.any(list(tiers.values()), axis=0)
        # "§ 5 Abs. 1" is a part of a part; "section 3 or section 4" are two.
        inside = within if mention.kind != outer.kind and within.any() else inside | next(iter(tiers.values()))
    for number in (number for mention, _ in found for number in mention.inside):
        within = inside & [any(not one.heading and one.number == number for one in row) for row in labels]
        inside = within if within.any() else inside
    rest = query
    for mention, _ in sorted(found, key=lambda one: -one[0].start):
        rest = f"{rest[: mention.start]} {rest[mention.end :]}"
    return inside, rest


def _under(
    labels: Sequence[tuple[Label, ...]], titles: Sequence[str], mention: Mention, language: Language
) -> dict[int, Mask]:
    """Return which sentences stand under what is named, the surest first: numbers of its kind, of none, of another."""
    kinds = {mention.kind}, {"", SIGN}, part_stems(language.code)
    tiers: dict[int, Mask] = {}
    for tier, (wanted, heading) in enumerate(product(kinds, (True, False))):
        rows = [any(one.heading == heading and one.fits(wanted, mention.numbers) for one in row) for row in labels]
        if any(rows):
            tiers[tier] = np.array(rows)
    if not tiers:
        # A title may name it in the middle: "GDPR, Article 17".
        named = {
            title: any(
                one.kind == mention.kind and not set(one.numbers).isdisjoint(mention.numbers)
                for one in find_mentions(title, language)
            )
            for title in set(titles)
        }
        if any(named.values()):
            tiers[len(kinds) * 2] = np.array([named[title] for title in titles])
    return tiers


def labels_of(document: Document, language: Language) -> Iterator[tuple[Label, ...]]:
    """Yield the numbers that each sentence stands under, the outermost first."""
    above: list[Label] = []
    paragraph, section = -1, 0
    for sentence in document.sentences:
        if sentence.paragraph != paragraph and document.blocks:
            paragraph, block = sentence.paragraph, document.blocks[sentence.paragraph]
            opens = block.kind in ("heading", "title", "message")
            if sentence.section > section + opens:
                above = []  # another document begins: sections are counted by headings
            section = sentence.section
            label = _label(document.text, block, language)
            if opens:
                level = block.level if label is None else label.level
                above = [one for one in above if 0 < one.level < level]
                if label is not None:
                    above = [*above[: _same_style(above, label)], label]
                elif level:
                    above.append(Label("", "", "", level))
            elif label is not None:
                above = [*above[: _same_style(above, label)], label]
        yield tuple(above)


def is_label(text: str, language: Language) -> bool:
    """Return whether a text is nothing but the name and number of a part.

    >>> is_label("Article 17.", language_of("en")), is_label("Chapter 3 begins.", language_of("en"))
    (True, False)
    """
    match = _LABEL.fullmatch(text) if len(text) < _LINE else None
    return match is not None and _kind(match, language) in part_stems(language.code)


def _same_style(above: list[Label], label: Label) -> int:
    """Return where a numbering goes on: "4." ends "3.", but an item "1." lies inside of the heading "3."."""
    for place in range(len(above) - 1, -1, -1):
        one = above[place]
        if one.style == label.style and one.heading == label.heading:
            return place
        if one.style == label.style and one.number.isdecimal() and label.number.isdecimal():
            return place if int(label.number) == int(one.number) + 1 else len(above)
    return len(above)


def _label(text: str, block: Block, language: Language) -> Label | None:
    """Return the number that a block begins with, or that stands before it on its line; None if there is none."""
    start = max(text.rfind("\n", 0, block.start) + 1, block.start - _LINE)
    start += len(text[start : block.start]) - len(text[start : block.start].lstrip(_MARKS))
    line = text[start : min(block.end, block.start + _LINE)].rstrip()
    heading = block.kind in ("heading", "title")
    if counted := _COUNTED.match(line):
        kind = _kind(counted, language)
        return Label(kind, _numbers(counted)[0], kind, block.level if heading else -1)
    match = _LABEL.match(line)
    if match is None:
        return None
    kind = _kind(match, language)
    # "Section 3 applies …" only speaks of one, and "A walk" has no number.
    doubtful = not heading or (not kind and match["number"].isalpha())
    ended = match["close"] or match.end() == len(line) or start + match.end() < block.start
    if (kind and kind not in part_stems(language.code)) or (doubtful and not ended):
        return None
    shape = "#" if match["number"][0].isdecimal() else "@"
    dots = ".#" * match["number"].count(".")
    style = f"{kind}{match['open']}{shape}{dots}{match['close']}"
    return Label(kind, normal(match["number"]), style, block.level if heading else -1)


def _kind(match: re.Match[str], language: Language) -> str:
    groups = match.groupdict()
    word = groups.get("word") or groups.get("part") or groups.get("sign") or ""
    return word if word == SIGN or not word else language.stem(word)


def _numbers(match: re.Match[str]) -> tuple[str, ...]:
    groups = match.groupdict()
    if match.re is _COUNTED:
        return (normal(groups["numbers"] or groups["digits"]),)
    return tuple(map(normal, _ONE_NUMBER.findall(groups["numbers"])))


def normal(number: str) -> str:
    """Return a number as it is compared.

    >>> normal("IV"), normal("3.02"), normal("15A"), normal("十七"), normal("B")
    ('4', '3.2', '15a', '17', 'b')
    """
    lower = number.lower()
    if set(lower) <= set(_ROMAN):
        values = [_ROMAN[sign] for sign in lower]
        return str(sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True)))
    if not lower[0].isascii() and not lower[0].isdecimal():
        return _chinese(lower)
    return ".".join(str(int(part)) if part.isdecimal() else part for part in lower.split("."))


def _chinese(number: str) -> str:
    total = digit = 0
    for sign in number:
        value = int(numeric(sign))
        if value >= 10:
            total, digit = total + max(digit, 1) * value, 0
        else:
            digit = digit * 10 + value if digit and not total else value
    return str(total + digit)
