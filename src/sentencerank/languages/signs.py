"""What tells a block of plain text that is not told to anybody: notices, code, addresses, contents, fields.

Each test looks at one block. When in doubt it says no, and the block is ranked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sentencerank import patterns as re
from sentencerank.document import BlockKind
from sentencerank.languages.words import word_list

_ASIDE = 25  # words of a caption or a line about the text at most
_CAPTION = re.compile(
    r"(?:photo(?:graph)?s?|picture|image|illustration|figure|fig|chart|map|video|credit|source|fotos?|bild|grafik|quelle|"
    r"imagen|fuente|fonte|crédit|фото|источник|图片?|来源|写真|出典)(?: ?\d{1,3}[a-z]?| by [^:.]{1,40})?\.? ?[:：]",
    re.IGNORECASE,
)  # and what follows describes a picture, or says where it is from
_BYLINE = re.compile(r"B[yY] [A-Z][\w.'’-]*(?:(?:,| and|,? &)? [A-Z][\w.'’-]*){1,6}(?:, [\w ]{3,30})?")
_ABOUT = re.compile(
    r"(?:(?:first |last )?(?:published|updated|modified|posted|printed)\b[^.!?]*\d[^.!?]*"
    r"|(?:read more|click here|share this|sign up|subscribe|follow us|related (?:articles?|stories))\b.*"
    r"|(?:present|in attendance|attendees|participants|apologies|absent|date|time|place|location|venue) ?:.*"
    r"|advertisement|©.*)",
    re.IGNORECASE,
)
_RESERVED = re.compile(r".*\ball rights reserved\.?", re.IGNORECASE)
_FURNITURE = re.compile(
    r"\$(?:Id|Header|Revision|Date|Author|Source|Log|Name|Locker|Rev|LastChangedDate|HeadURL)\b[^$]{0,300}\$.{0,40}"
    r"|-- ?.{0,80}<[^<>\s]{3,80}@[^<>\s]{2,80}>.{0,60}"  # the end of an entry in a changelog
    # The head of an entry in the log of a repository, and who agreed with it.
    r"|author: .{1,80} <[^<>\s]{3,80}@[^<>\s]{2,80}>"
    r"|commit [0-9a-f]{40}(?: (?:author|merge|commit|tree|parent)\w{0,4}:? .{0,300})?"
    r"|(?:(?:signed-off|reviewed|acked|tested|reported|suggested|co-authored|helped)-by: ?[^:]{3,120}){1,6}"
    r"|(?:<?(?:https?|ftp)://[^\s<>]{3,300}>?[.,;]?\s*){1,5}"
    r"|<?(?:mailto:)?[\w.+-]{1,80}@[\w.-]{3,80}>?[.,;]?"
    # Who did it, and when: the head of an entry in a list of changes.
    r"|[^<>@:;!?\d]{2,60} <[\w.+-]{2,80}@[\w.-]{3,80}>"
    r"|(?:\d{4}-\d\d-\d\d|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? (?=[^<>]{0,40}\d{4}(?!\d))"
    r"(?: ?[\w.:+-]{1,12}){2,6})"
    r"(?: {1,3}[^<>@]{2,60}<[\w.+-]{2,80}@[\w.-]{3,80}>)?"
    r"|(?:(?:page|seite|página|strana|стр\.?) )?[\[(-]? ?(?:page )?\d{1,4}(?: ?(?:/|of|von|de) ?\d{1,4})? ?[\])-]?"
    r"|(?:local variables:?|(?:mode|coding|fill-column|indent-tabs-mode|end|vim?): ?\S*)(?: .{0,100})?:?"
    r"|-\*- ?.{0,100} ?-\*-|vim?:.{0,100}"
    # What leads from node to node of a file of Info, and who made it.
    r"|file: [^,]{1,80}, {1,3}node: .{1,300}|this is \S{1,80}, produced by \S{1,20} version .{1,120}"
    r"|\* (?:menu:|[^:]{1,100}::(?: .{0,400})?|[^:]{1,100}: \([\w.+-]{1,40}\).{0,300}"
    r"|[^:]{1,200}: .{1,200}\(line +\d{1,6}\))"
    r"|\W{0,4}the detailed node listing\W{0,4}|(?:start|end)-info-dir-entry|info-dir-section .{1,80}"
    r"|(?:end )?tag table:?|(?:node|ref): .{1,200}\W\d{1,9}",
    re.IGNORECASE,
)
_MANUAL = re.compile(r"\S{1,60}\(\d\w{0,4}\)")
_COPYRIGHT = re.at_once(
    r"(?:(?:portions |parts )?(?:are )?copyright\b|©|\(c\) ?\d|copr\.|urheberrecht|derechos de autor|droits d'auteur)",
    re.IGNORECASE,
)
_FRAME = re.at_once(r"(?:\*\*\* ?)?(START|END) OF TH(?:E|IS) PROJECT GUTENBERG\b")
_OWNED = re.compile(r"\d{4}|\(c\)|©", re.IGNORECASE)
_LEADERS = re.compile(r"(?:\.{4}|(?:\. ){4}|…{2})[ .…]{0,120}(?:[ivxlc]{1,6}|[\w.-]{0,10}\d{1,4})$")

_PROMPT = re.at_once(
    r"(?:\$|% (?=[a-z])|>>>|\w{1,20}@[\w.-]{1,40}:?\S{0,40}[#$%>]|[A-Z]:\\[^ ]{0,60}>|"
    r"(?:bash|sh|ftp|mysql|sql|root)\S{0,8}[#$>])"
    r" ?(?=\S)(?!\d)"
)
_ROOT = re.at_once(r"# ?(?:[a-z][\w./+-]*|/[\w./-]+)(?: |$)")
_SIGNS = re.compile(
    r"[{};\\]$|^[{}]|^\}|[\w\])] ?[-+*/|&^%!<>=:]?=[^=\s]|==|!=|&&|\|\||->|=>|::|\w\(\)|\w\([^)]{0,200}\);?$|"
    r"[=!]~|^#(?:include|define|if|endif|!)|^/[*/]|\*/$|</?\w[^<>@]{0,200}>|^(?:~|\.{0,2})/\S|\$[\w{(]|(?:^| )--?[a-z]|"
    r"\s\||\w\[\w{0,40}\]|^[\w.-]{1,80} ?= ?|^@\w|%[sd]\b|\\[nt]|_\w|<<\w"
)
_SIGN_CHARACTER = re.at_once(r"[{}\\=&|#/<$\[@%_(]")
_WORD = re.at_once(r"[(\[\"'“‘«*_]*[^\W\d_]+(?:['’-][^\W\d_]+)*[.,;:!?)\]\"'”’»*_]*")
_BOX = re.at_once(r"[\u2500-\u257f]")
WORDY = 0.65  # the share of plain words in a line of prose
_CHAIN = re.at_once(r"\w'?-{2,8}\w'?-{2,8}\w")  # a drawing of what follows what: A---B---C
_DRAWING = re.at_once(r"[^\w .,;:'\"()]|_")
_NOT_DRAWN = bytes(code for code in range(128) if not _DRAWING.match(chr(code)))
_HARMLESS = b"-!?`*^+"  # signs of which no sign of code is made without one of the others
_DRAWN = 0.5  # the share of signs in a drawing

_FIELD = re.at_once(r"[A-Z][\w/.-]{0,30}(?: [\w/.-]{1,20}){0,2} ?:(?=\s|$)")
_MAIL_FIELDS = word_list(
    [
        "from to cc bcc subject date sender reply-to message-id newsgroups organization references in-reply-to",
        "content-type x-mailer mime-version path lines summary keywords followup-to von an betreff datum de para",
        "asunto",
    ]
)
# What the synopsis is called in translated pages of a manual, where it is one of the first sections.
_SYNOPSES = word_list(
    [
        "použití syntax syntaxe sinopsis sintaxis yleiskatsaus syntaksi összegzés áttekintés ringkasan sintassi",
        "синопсис oversikt samenvatting składnia sinopse resumo rezumat синтаксис увод kullanim synops synopse 概述",
        "概要 总览 總覽 書式 사용법 개요",
    ]
) | {"короткий опис", "tóm tắt", "σφαιρικη εικονα"}
_FIRST = 3  # sections
POINTERS = re.compile(
    r"(?:see also|siehe auch|voir aussi|véase también|vedi anche|ver também|zie ook|関連項目|authors?' address(?:es)?|"
    r"colophon|kolophon|(?:normative|informative) references|reporting bugs)\s*:?",
    re.IGNORECASE,
)
CODE_HEADINGS = re.compile(
    r"(?:synopsis|usage|syntax|übersicht|synopse|sinopsis|sinossi|synopsis|書式|обзор)\s*:?", re.IGNORECASE
)
# Titles of tables of contents, casefolded.
CONTENTS = frozenset(
    ("contents", "table of contents", "inhalt", "inhaltsverzeichnis", "table des matières", "sommaire", "índice",
     "contenido", "sommario", "indice", "spis treści", "目次", "目录", "目錄", "оглавление", "содержание", "index")
)  # fmt: skip


def aside(text: str) -> BlockKind | None:
    """Return the kind of a block of its own that is no part of what is told; None for a paragraph.

    Captions, bylines, date lines, requests and remarks in brackets are captions; lines of machines, addresses and
    rights are furniture.

    >>> [aside(text) for text in ("Photo: The pool in July.", "By Ann Lee", "Published 3 March 2024 | Updated 5 March")]
    ['caption', 'caption', 'caption']
    >>> [aside(text) for text in ("By noon the pool was full.", "Published in 1848, it sold.", "Saturn has 9 moons")]
    [None, None, None]
    >>> [aside(text) for text in ("$Id: rain.c,v 1.2 $", "https://rain.example/", "Copyright (C) 1999 Ann Lee")]
    ['furniture', 'furniture', 'furniture']
    >>> aside(f"commit {'0a' * 20} Author: Ann Lee"), aside("Signed-off-by: Ann Lee <al@rain.example>")
    ('furniture', 'furniture')
    """
    if len(text) > 600:
        return None
    if _FURNITURE.fullmatch(text) or (text[-1:] == ")" and is_manual_line(text)) or _is_copyright(text):
        return "furniture"
    if text[:1] == "[" and text[-1:] == "]" and "[" not in text[1:]:
        return "caption"
    if len(text) > 300 or len(text.split()) > _ASIDE:
        return None
    if _CAPTION.match(text) or _BYLINE.fullmatch(text) or _ABOUT.fullmatch(text):
        return "caption"
    # The pattern looks at every place of a text, so the end is looked at first.
    reserved = text[-9:].lower().rstrip(".").endswith("reserved") and _RESERVED.fullmatch(text)
    return "caption" if reserved else None


def book_of(texts: Sequence[str]) -> range:
    """Return which parts of an e-book of Project Gutenberg are the book: its licence stands before and behind them.

    >>> book_of(["Licence", "*** START OF THE PROJECT GUTENBERG EBOOK RAIN ***", "It rained.", "Wind blew."])
    range(2, 4)
    """
    first, last = 0, len(texts)
    for index, text in enumerate(texts):
        if found := _FRAME.match(text):
            first, last = (index + 1, last) if found[1] == "START" else (first, min(last, index))
    return range(first, last) if first < last else range(len(texts))


def heads_synopsis(title: str, number: int) -> bool:
    """Return whether a section of a page of a manual, the first or a later one, is the synopsis.

    >>> heads_synopsis("ÜBERSICHT", 2), heads_synopsis("SAMENVATTING", 2), heads_synopsis("SAMENVATTING", 9)
    (True, True, False)
    """
    told = title.casefold()
    translated = number <= _FIRST and (told in _SYNOPSES or "synopsis" in told)
    return translated or CODE_HEADINGS.fullmatch(title) is not None


def is_manual_line(text: str) -> bool:
    """Return whether a line is the head or the foot of a manual page.

    >>> is_manual_line("rain(1)    User Commands    rain(1)"), is_manual_line("See rain(1) and sun(1)")
    (True, False)
    """
    words = text.split()
    if len(words) < 2 or not _MANUAL.fullmatch(words[-1]):
        return False
    return words[0] == words[-1] or sum(bool(cell.strip()) for cell in text.split("  ")) >= 3


def _is_copyright(text: str) -> bool:
    """Return whether a text does nothing but say whose it is: a sentence about copyright is none.

    >>> _is_copyright("Copyright (C) 1989, 1991 Ann Lee"), _is_copyright("Copyright law changed in 1976.")
    (True, False)
    """
    mark = _COPYRIGHT.match(text)
    return bool(mark) and bool(_OWNED.search(text, 0, 60)) and not _predicate(text[:200])


def _predicate(text: str) -> bool:
    """Return whether some words in a row are small, as in a sentence."""
    small = 0
    for word in text.split()[1:]:
        small = small + 1 if word.islower() and word.isalpha() else 0
        if small >= 3:
            return True
    return False


def has_any(text: str, words: Iterable[str]) -> bool:
    """Return whether a text has one of the words."""
    return any(map(text.__contains__, words))


def has_leaders(line: str) -> bool:
    """Return whether a line is an entry of a table of contents, with dots before the number of a page.

    >>> has_leaders("1.1. Purpose ........... 2"), has_leaders("And then...")
    (True, False)
    """
    # Few lines end so: the others need no search.
    last = line[-1:]
    return (last.isdigit() or last in "ivxlc") and bool(_LEADERS.search(line, max(0, len(line) - 120)))


def wordiness(line: str) -> float:
    """Return the share of plain words among what stands between spaces.

    >>> wordiness("Rain fell, all day."), wordiness("x = f(1);")
    (1.0, 0.333...)
    """
    words = line.split()
    return sum(bool(_WORD.fullmatch(word[:40])) for word in words) / max(1, len(words))


def _speaks(line: str) -> bool:
    """Return whether five plain words stand side by side."""
    row = 0
    for word in line.split():
        row = row + 1 if _WORD.fullmatch(word[:40]) else 0
        if row >= 5:
            return True
    return False


def is_capitals(text: str) -> bool:
    """Return whether a text is written in capitals: signs of scripts without them do not count.

    >>> is_capitals("RAIN IN SPAIN"), is_capitals("关于 EDA 的")
    (True, False)
    """
    return text.isupper() and 2 * sum(map(str.isupper, text)) > sum(map(str.isalpha, text))


def is_signed(text: str) -> bool:
    """Return whether a line has a sign of code and no sentence in it."""
    line = text[:200]
    # Most lines have none of these characters, which is quickly seen, and prose speaks before long.
    dashed = "-" in line and (line[0] == "-" or " -" in line or "->" in line)
    may = dashed or line[-1:] == ";" or "::" in line or _SIGN_CHARACTER.search(line)
    return bool(may) and not _speaks(line) and _SIGNS.search(line) is not None


def is_code(lines: Sequence[str], *, apart: bool) -> bool:
    """Return whether lines are commands, code or a drawing; `apart` says that they stand farther to the right.

    >>> is_code(["$ make install"], apart=False), is_code(["if (x > 0) {", "  y = 1;", "}"], apart=False)
    (True, True)
    >>> is_code(["variable=value"], apart=True), is_code(["He said (twice) that f(x) = 1."], apart=False)
    (True, False)
    """
    filled = [line[:200] for line in lines[:50] if line]
    if not filled or (len(filled) == 1 and _is_plain(filled[0])):
        return False
    if all(_PROMPT.match(line) or _ROOT.match(line) for line in filled[:1]) and not ends_sentence(filled[-1]):
        return True
    if filled[0].lower().startswith("usage:") and has_any(filled[0], "[<"):
        return True
    text = "".join(filled)
    if all(map(_is_boxed, filled)) or (len(text) > 5 and _signs_in(text) >= _DRAWN * (len(text) - text.count(" "))):
        return True
    if all("--" in line and _CHAIN.search(line) for line in filled):
        return True
    ended = ends_sentence(filled[-1])
    told = (ended or filled[-1].endswith(":")) and len(filled[-1].split()) > 4
    # So many lines must have signs; most paragraphs need no look at them.
    least = (len(filled) + 2) // 3 if apart and not ended else len(filled) + 1 if told else len(filled) // 2 + 1
    return _has_signed(filled, least)


def _is_plain(line: str) -> bool:
    """Return whether a line begins with a letter and has nothing of which a sign of code is made; quickly."""
    if not (line.isascii() and line[0].isalpha()) or line[-1] == ";" or "::" in line or " -" in line or "--" in line:
        return False
    signs = line.encode().translate(None, _NOT_DRAWN)
    # What a call ends with, a command in brackets.
    if signs.translate(None, _HARMLESS) or ("(" in line and ("()" in line or line[-1] == ")")):
        return False
    return len(signs) < _DRAWN * (len(line) - line.count(" "))


def _has_signed(lines: Sequence[str], least: int) -> bool:
    """Return whether so many lines have a sign of code and few plain words; as few as possible are looked at."""
    others = len(lines) - least
    for line in lines:
        if others < 0 or not least:
            break
        if is_signed(line) and wordiness(line) < WORDY:
            least -= 1
        else:
            others -= 1
    return others >= 0


def _is_boxed(line: str) -> bool:
    """Return whether a line is part of a box, or has no letters."""
    return line[0] == "|" or not any(map(str.isalpha, line)) or (not line.isascii() and bool(_BOX.search(line)))


def _signs_in(text: str) -> int:
    """Return how many characters are neither letters nor digits nor marks of a sentence."""
    return len(text.encode().translate(None, _NOT_DRAWN)) if text.isascii() else len(_DRAWING.findall(text))


def ends_sentence(text: str) -> bool:
    """Return whether a text ends as a sentence does.

    >>> ends_sentence('He said: "Rain."'), ends_sentence("rain,")
    (True, False)
    """
    return text.rstrip("\"'”’»)]*_").endswith((".", "!", "?", "…", "。", "！", "？", "．", "।", "؟", "።", "။", "។"))


def is_field(line: str) -> bool:
    """Return whether a line is a name, a colon and a value."""
    return bool(_FIELD.match(line))


def fields(lines: Sequence[str]) -> bool:
    """Return whether lines are fields with values, each with a name of its own: a chat has the same names again.

    >>> fields(["Status: removed", "Since: 1.15", "Why: see below"]), fields(["Ann: Hi.", "Bob: Hi.", "Ann: Well?"])
    (True, False)
    """
    names = [found[0].rstrip(" :").lower() for line in lines if (found := _FIELD.match(line))]
    if len(names) < len(lines) or len(set(names)) < len(names):
        return False
    if len(_MAIL_FIELDS.intersection(names)) >= 2:
        return True
    return len(names) >= 3 and 2 * sum(map(ends_sentence, lines)) < len(lines)


def mail_fields(lines: Sequence[str]) -> bool:
    """Return whether lines are fields of a mail."""
    names = {found[0].rstrip(" :").lower() for line in lines if (found := _FIELD.match(line))}
    return len(_MAIL_FIELDS & names) >= 2
