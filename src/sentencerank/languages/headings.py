"""The headings of a plain text.

A line is surely a heading if it is underlined, in capitals, a question of a FAQ, or stands over text that is indented.
Other short lines are headings only where they are the exception: in verse, a menu or a chat they are the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from unicodedata import category

from sentencerank import patterns as re
from sentencerank.document import UNSPACED
from sentencerank.languages.lines import Line, is_option
from sentencerank.languages.sections import Part
from sentencerank.languages.signs import (
    ends_sentence,
    is_capitals,
)

_NUMBERED = re.compile(
    r"(?:\d{1,2}(?:\.\d{1,3}){0,8}\.?|[IVX]{1,5}\.|[A-Z]\.(?:\d{1,2}(?:\.\d{1,2}){0,8}\.?)?|§ ?\d{1,4}[a-z]?|"
    r"(?:Chapter|Section|Part|Appendix|Article|Annex|Kapitel|Teil|Anhang|Abschnitt|Artikel|Chapitre|Annexe|Capítulo|"
    r"Apéndice|Apêndice|Capitolo|Artículo|Artigo|Articolo|Глава|Раздел|Статья|Приложение|第)\s?\w+[.:]?)"
    r" +(?=[^\W\d_\"'“])"
)
_DEPTH = re.at_once(r"\d{1,2}((?:\.\d{1,3})*)")
_UNDERLINE = re.at_once(r"([=\-~^*#+\"'`:.])\1{2,}")
_RULE = 10  # characters, all alike, that make a line a rule
_RULES = frozenset("=-~_*#")
_UNFINISHED = tuple(".!?…,;:。！？．，、；：।؟”\"'’»")  # no heading ends like this
_UNSPACED = re.compile(UNSPACED)
_CLAUSES = re.compile("[。，；！？]")  # between clauses of Chinese and Japanese; a title has one
_INNER_END = re.compile(r"[.!?] +[^\W\d_]")
_QUESTION = re.at_once(r"(?:Q|Question|Frage|问|問)(?: ?\d{1,3}(?:\.\d{1,2})?)?[:.：)] *(?=\S)")
_ANSWER = re.compile(r"(?:A|Answer|Antwort|答)(?: ?\d{1,3}(?:\.\d{1,2})?)?[:.：)] *(?=\S)")
_OPTION = re.compile(r"--?\w|\+\w\b")
_RELEASE = re.compile(
    r"[a-z0-9][\w.+-]{0,60} \([\w.+:~-]{1,60}\) [\w-]{2,30}(?: [\w-]{2,30})?; ?urgency=.*"
    r"|\d{4}-\d\d-\d\d[ \t].{2,100}<\S{3,80}>.{0,40}"
    r"|(?:\* |[\w.+-]{1,30} )?(?:(?:version|release|v)[ .]?)?v?\d{1,4}(?:\.\d{1,4}){1,3}\w{0,10}:? ?"
    r"(?:[(\[–—-]? ?"
    r"(?:\d{1,4}[-./ ](?:\d{1,2}|\w{3,9})[-./ ,]{1,2}\d{1,4}|\w{3,9} \d{1,2}, \d{4}|unreleased)[)\]]?)?:?",
    re.IGNORECASE,
)
_QUESTIONS = 3  # over their answers make a FAQ
_ANSWERED = 2  # columns by which an answer stands farther to the right
_TITLE_WORDS, _TITLE_WIDTH = 12, 80
_TERM_WORDS = 8
_NAME_WORDS = 4
_CENTRED = 8  # columns to the right of the text below it


def with_headings(parts: Sequence[Part], lines: Sequence[Line]) -> list[Part]:
    """Turn lines that stand over text and look like titles into headings."""
    underlined = {line.start for line, below in pairwise(lines) if _UNDERLINE.fullmatch(below.text)}
    underlined |= _ruled(lines)
    attached = {below.start for line, below in pairwise(lines) if line.text and below.text}
    kinds = ["", *(part.kind for part in parts), ""]
    following = [*parts[1:], None]
    asked = _questions(parts)
    asks = any(_QUESTION.match(parts[index].lines[0].text) for index in asked)
    sure = [
        index in asked or _surely(part, below, underlined, attached)
        for index, (part, below) in enumerate(zip(parts, following, strict=True))
    ]
    likely = [
        certain or (not _inside(part, above, attached) and _likely(part, below, around))
        for certain, part, above, below, around in zip(
            sure, parts, [None, *parts[:-1]], following, zip(kinds, kinds[2:], strict=False), strict=True
        )
    ]
    # In verse, a menu or a chat short lines are the text.
    found = sure if sum(likely) * 2 > len(likely) else likely
    last_text = max((index for index, title in enumerate(likely) if not title), default=-1)
    columns = [part.lines[0].column for part, title in zip(parts, found, strict=True) if title]
    margin = min(columns, default=0)
    result = []
    for index, (part, below) in enumerate(zip(parts, following, strict=True)):
        if found[index] and index < last_text and part.kind != "heading":
            result.append(_heading(part, 1 if index == 0 else 2, margin))
        elif asks and (answer := _ANSWER.match(part.lines[0].text)):
            result.append(part._replace(start=part.lines[0].start + answer.end()))
        elif _is_term(part, below, attached):
            result.append(part._replace(kind="code" if _OPTION.match(part.text) else "caption"))
        else:
            result.append(part)
    return result


def _inside(part: Part, above: Part | None, attached: set[int]) -> bool:
    """Return whether a line stands directly below an option, or has a number and stands below one that goes on.

    2.5 at the end of a line is no section.
    """
    line = part.lines[0]
    if above is None or above.kind == "heading" or line.start not in attached:
        return False
    if line.column > above.lines[0].column and len(above.lines) == 1 and is_option(above.text):
        return True
    if not line.text[0].isdigit():
        return False
    return len(above.lines) > 1 or not ends_sentence(above.text)


def _questions(parts: Sequence[Part]) -> frozenset[int]:
    """Return the questions of a FAQ: they begin with "Q:", or stand over their answers, numbered or to the left."""
    ending = [index for index, part in enumerate(parts) if len(part.lines) <= 3 and _asks(part)]
    named = [
        index
        for index, part in enumerate(parts)
        if _QUESTION.match(part.lines[0].text) and (len(part.lines) == 1 or _asks(part))
    ]
    numbered = [index for index in ending if index + 1 < len(parts) and _heads(parts[index], parts[index + 1])]
    return frozenset(named + (numbered if len(numbered) >= _QUESTIONS else []))


def _asks(part: Part) -> bool:
    return part.lines[-1].text.endswith(("?", "？"))


def _heads(part: Part, below: Part) -> bool:
    """Return whether a question has a number and stands over text, or stands to the left of what follows."""
    if part.kind == "list":
        return part.lines[0].text[0].isdigit() and below.kind in ("paragraph", "code")
    return part.kind == "paragraph" and below.lines[0].column >= part.lines[0].column + _ANSWERED


def _heading(part: Part, level: int, margin: int) -> Part:
    line = part.lines[0]
    if question := _QUESTION.match(line.text):
        return part._replace(kind="heading", start=line.start + question.end(), level=level)
    depth = _DEPTH.match(line.text)
    if depth and depth[1]:
        level = min(6, 1 + depth[1].count("."))
    elif level > 1 and line.column > margin:
        level = 3
    return part._replace(kind="heading", start=line.start, level=level)


def _is_term(part: Part, below: Part | None, attached: set[int]) -> bool:
    """Return whether a block is a term or an option of a command that the block below it explains."""
    line = part.lines[0]
    if below is None or part.kind not in ("paragraph", "code") or len(part.lines) > 1:
        return False
    if below.lines[0].column <= line.column or line.text.endswith(_UNFINISHED) or len(line.text.split()) > _TERM_WORDS:
        return False
    return bool(_OPTION.match(line.text)) or (below.kind == "paragraph" and below.lines[0].start in attached)


def _ruled(lines: Sequence[Line]) -> set[int]:
    """Return where lines begin that stand alone below a rule."""
    filled = [line for line in lines if line.text]
    alone = {
        two.start for one, two, three in zip(lines, lines[1:], lines[2:], strict=False) if not (one.text or three.text)
    }
    # What stands directly below a line underlines it, and a sentence may follow.
    under = {below.start for line, below in pairwise(lines) if line.text}
    return {
        below.start
        for rule, below in pairwise(filled)
        if below.start in alone and _is_rule(rule.text) and (rule.start not in under or _is_name(below.text))
    }


def _is_rule(text: str) -> bool:
    return len(text) >= _RULE and text[0] in _RULES and text == text[0] * len(text)


def _is_name(text: str) -> bool:
    """Return whether a line has few words, or most of its longer ones have a capital."""
    words = text.split()
    longer = [word.lstrip("\"'“‘«(") for word in words if len(word) > 3]
    return len(words) <= _NAME_WORDS or 2 * sum(word[:1].isupper() for word in longer) > len(longer)


def _surely(part: Part, below: Part | None, underlined: set[int], attached: set[int]) -> bool:
    line = part.lines[0]
    if below is None or len(part.lines) > 1 or len(line.text) > _TITLE_WIDTH:
        return False
    if part.kind == "list" and not (line.text[0].isdigit() or line.text[0] in "([§A"):
        return part.kind == "list" and bool(_RELEASE.fullmatch(line.text))
    if part.kind not in ("paragraph", "list", "code"):
        return False
    if _RELEASE.fullmatch(line.text):
        return True
    if part.kind == "code":
        return False
    words = line.text.split()
    if line.start in underlined and len(words) <= _TITLE_WORDS and not ends_sentence(line.text.rstrip(":?")):
        return True
    if line.column >= below.lines[0].column + _CENTRED and _stands_out(line.text, words):
        return part.kind == "paragraph"
    # What stands directly below it, farther to the right, belongs to it.
    over = below.lines[0].column > line.column and below.kind in ("paragraph", "list", "code", "table", "caption")
    hangs = over and below.lines[0].start in attached
    if is_capitals(line.text) and len(words) <= _TITLE_WORDS and not line.text.endswith((".", ",", ";", "!")):
        return part.kind == "paragraph" and len(line.text) > 2
    if over and line.text.endswith(":") and len(words) <= 5 and not line.mark:
        return _titled(words) and line.text[0].isupper()
    if not hangs or line.text.endswith(_UNFINISHED) or len(words) > _TITLE_WORDS:
        return False
    if below.kind == "list" and not line.mark:
        return _titled(words)
    return part.kind == "list" or _title_like(line.text)


def _stands_out(text: str, words: Sequence[str]) -> bool:
    return text[0].isupper() and len(words) <= _TITLE_WORDS and not text.endswith(_UNFINISHED)


def _likely(part: Part, below: Part | None, around: tuple[str, str]) -> bool:
    line = part.lines[0]
    if len(part.lines) > 1:
        return False
    # "2. Methods" stands above "2.1 Data" or above text, "1. milk" above "2. bread".
    number = _DEPTH.match(line.text)
    clause = around[1] == "paragraph" and bool(number) and bool(number and number[1])
    clause = clause or bool(below and number and below.kind == "list" and below.lines[0].column > line.column)
    clause = clause or bool(below and number and below.lines[0].text.startswith(f"{number[0]}."))
    numbered = part.kind == "list" and ("list" not in around or clause) and bool(_NUMBERED.match(line.text))
    return (part.kind == "paragraph" or numbered) and _title_like(line.text)


def _title_like(text: str) -> bool:
    """Return whether a line is short, does not end as a sentence, and is numbered, titled or very short."""
    if len(text) > _TITLE_WIDTH or text.endswith(_UNFINISHED):
        return False
    words = text.split()
    number = _NUMBERED.match(text)
    if text.count("(") != text.count(")"):
        return False
    if len(words) > _TITLE_WORDS or _INNER_END.search(text, number.end() if number else 0):
        return False
    if _caseless(text[0]) or (not text[0].islower() and not text.isascii() and _UNSPACED.search(text)):
        short = len(words) <= (6 if " " in text else 1) and len(text) <= 50 and not _CLAUSES.search(text)
        return bool(number) or short
    if number:
        return True
    text = text.lstrip("\"'“‘«")
    if not text or not (text[0].isupper() or text[0].isdigit()):
        return False
    return _titled(words) or (text[0].isupper() and len(words) <= 6)


def _titled(words: Sequence[str]) -> bool:
    """Return whether all long words have a capital."""
    long_words = [word for word in words if len(word) > 3 and word[0].isalpha()]
    return bool(long_words) and all(word[0].isupper() for word in long_words)


def _caseless(character: str) -> bool:
    """Return whether a letter is of a script without capitals."""
    return category(character) == "Lo"
