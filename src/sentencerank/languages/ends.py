"""Where the sentences of a block end: one set of rules for every language, with the words of each as data.

Every mark that may end a sentence is a candidate. Those inside short quotations and brackets are left out, closing
marks behind one belong to it, and a full stop is judged by its neighbours (full_stops.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from sentencerank import patterns as re
from sentencerank.document import is_european
from sentencerank.languages.end_rules import Rules
from sentencerank.languages.full_stops import ABBREVIATED, is_whole, stops

MARKS = ".!?…؟۔।॥。！？｡．‼⁇⁈⁉"  # end a sentence; the first four only before a space
_SPACED = ".!?…"
_STRAIGHT = "\"'"  # they open and close
_CLOSERS = _STRAIGHT + "”’»)\\]」』》〉）】›"
_CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_NOTE = r"\[\d{1,3}\]|[¹²³⁰-⁹]"  # the number of a footnote


# The first set is what `re` scans for quickly; the second character class keeps a long row of marks linear. In a text
# of Latin letters nothing Chinese can follow.
def _candidate(behind: str) -> str:
    return (
        rf"[{MARKS}](?<![{MARKS}].)"
        rf"(?:(?<=[{_SPACED}])[{MARKS}]*+(?:[{MARKS}{_CLOSERS}“«]|{_NOTE}){{0,20}}+(?={behind})"
        rf"|(?<![{_SPACED}])[{MARKS}{_CLOSERS.lstrip(_STRAIGHT)}]*+)(\s*+)"
    )


_CANDIDATE, _EUROPEAN_CANDIDATE = re.compile(_candidate(rf"\s|$|[{_CJK}]")), re.at_once(_candidate(r"\s|$"))
# A closing mark with spaces on both sides: in French, and in text that was cut into tokens.
_APART = re.at_once(rf"(?:''|[{_CLOSERS}]+)[.,;:]?(?:\s+|$)")
_BEFORE_WORD = re.at_once(
    r"(?:,,|[\"'“”„«»‘’‹›`(\[{¿¡「『《〈（【—–―‒*_•-])+\s*"
)  # what may stand before the first word
# The name of a file or an option may open a sentence: /etc/motd holds … --quiet prints …
_NAME = re.compile(r"/[\w.-]{1,60}(?=[/\s,])|--?[a-z][\w-]{0,60}(?=[=\s,])", re.ASCII)
_GOES_ON = frozenset(",;:/%&)]}=+<>|~،؛、，；：" + MARKS)  # no sentence begins with these
# Short quotations by the mark that opens them. One pattern each: `re` scans quickly for a first character only.
_QUOTED = {
    '"“„«': re.at_once(r"[\"“„«](?<![\w.!?…].)(?:(?=[\w¿¡])|(?<=«) (?<!,« ))[^\"“”„«»]{1,60}[\"”“»]"),
    "»": re.compile(r"»(?<![\w.!?…].)(?=\w)[^«»]{1,60}«"),
    "‘": re.at_once(r"‘(?<!\w.)(?=\w)[^‘’\"]{1,60}’(?!\w)"),
}
_QUOTED_KOREAN = re.compile(r"'(?<!\w.)(?=\w)[^'\"]{1,60}'(?=[가-힣])")
_QUOTED_UNSPACED = re.compile(r"[“「『][^“”「」『』]{1,40}[”」』]|《[^《》]{1,40}》")
_INSIDE = re.at_once(r"[\w,:] |.[\w，、：:]\Z")  # before a quotation that belongs to the sentence around it
_CLAUSE = re.at_once(rf"[^{MARKS},،，:：;；\"“”«»「」『』]{{0,60}}")
_INTRODUCES = re.compile(r"[:：]|[,،]\s*[\"“«]")  # behind a clause that opens the next quotation
# Letters of later scripts are told by what they are not: a set with both would take long to compile.
_QUOTED_MARK = re.at_once(r"(?:.?[“‘«„‚`]|(?:[\s(\[$=]|(?![\x00-\u058f]).)?[\"'])\Z", re.DOTALL)
_ENDING_QUOTES = frozenset("\"'”’»」』")
_APART_MARKS = frozenset("\"'”’»)]")

# Brackets, and how far from a mark inside they open and close. Longer notes in [] are sentences of their own.
BRACKETS = (("(", ")", 300), ("（", "）", 300), ("[", "]", 100))
PAUSED = 8  # spaces in a sentence from which three dots may be its end, in a script without capitals
VERB = 6  # letters at least of a word whose ending makes it a verb


def find_ends(flat: str, rules: Rules) -> list[int]:
    """Return the ends of the sentences of a one-line text, each behind the spaces that follow; the last at its end.

    >>> from sentencerank.languages.end_rules import Pack, rules_of
    >>> text = "Dr. Weiß kam am 2. Mai. 1937 starb er (vgl. S. 3). „Ach!“ sagte sie."
    >>> ends = find_ends(text, rules_of(Pack(code="de")))
    >>> [text[start:end] for start, end in zip([0, *ends], ends)]
    ['Dr. Weiß kam am 2. Mai. ', '1937 starb er (vgl. S. 3). ', '„Ach!“ sagte sie.']
    """
    ends: list[int] = []
    start, size = 0, len(flat)
    quoted: Iterator[tuple[int, int]] | None = None
    inner = (0, 0)
    pairs = [pair for pair in BRACKETS if pair[0] in flat]
    for found in (_EUROPEAN_CANDIDATE if is_european(flat) else _CANDIDATE).finditer(flat):
        stop, end = found.start(), found.end()
        # A closing mark reached beyond this one.
        if stop < start:
            continue
        close = found.start(1)
        if end < size and flat[end] in _APART_MARKS:
            end = _closed(flat, start, close, end)
        if end >= size:
            break
        if quoted is None:
            # Not before: most paragraphs of a manual are one sentence.
            quoted = _quotations(flat, rules)
            inner = next(quoted)
        if inner[0] < stop:
            while inner[1] <= stop:
                inner = next(quoted)
            if inner[0] < stop < inner[1] - 2:
                continue
        if pairs and any(_bracketed(flat, start, stop, end, pair) for pair in pairs):
            continue
        if _is_end(flat, start, stop, close, end, rules):
            ends.append(end)
            start = end
    ends.append(size)
    return ends


def _bracketed(flat: str, start: int, stop: int, end: int, pair: tuple[str, str, int]) -> bool:
    """Return whether a mark stands inside a bracket that was opened in mid-sentence and will be closed."""
    opens, closes, reach = pair
    opening = flat.rfind(opens, max(start + 1, stop - reach), stop)
    if opening < 0 or flat.find(closes, opening, end) >= 0:
        return False
    closing = flat.find(closes, end, end + reach)
    return closing >= 0 and flat.find(opens, end, closing) < 0


def _quotations(flat: str, rules: Rules) -> Iterator[tuple[int, int]]:
    """Yield the short quotations inside sentences, which are not cut: He cried "Stop! Thief!" and ran."""
    patterns = [pattern for marks, pattern in _QUOTED.items() if any(mark in flat for mark in marks)]
    if rules.attached or rules.marks:
        patterns += [_QUOTED_KOREAN, _QUOTED_UNSPACED]
    spans = (found.span() for pattern in patterns for found in pattern.finditer(flat))
    for begin, end in sorted(spans) if len(patterns) > 1 else spans:
        behind = flat[end : end + 2].lstrip()[:1]
        last = begin + len(flat[begin : end - 1].rstrip())
        if (
            behind.islower()
            or flat[begin] == "《"  # the title of a book or film
            or behind in tuple(",;—–،؛")
            or flat[last - 1] in ",،，"
            or _INSIDE.match(flat, max(0, begin - 2), begin)
            or (rules.attached and flat[end : end + 1].isalpha())
            or _says(flat, end, rules)
        ):
            yield begin, last + 1
    yield len(flat) + 8, len(flat) + 9


def _says(flat: str, at: int, rules: Rules) -> bool:
    """Return whether the clause at a place, behind a quotation, tells who speaks. Capitals do not in every script."""
    clause = _CLAUSE.match(flat, at)
    if clause is None or not rules.speech or _INTRODUCES.match(flat, clause.end()):
        return False
    words, told = tuple(rules.speech), clause.group().strip()
    return told.startswith(words) or told.endswith(words)


def _closed(flat: str, start: int, close: int, end: int) -> int:
    """Return the end of a sentence with the closing marks that stand apart behind it."""
    if close == end:
        # A straight quotation mark behind a mark that needs no space.
        return end + (flat[end] in _STRAIGHT and flat.count(flat[end], max(start, end - 1000), end) % 2)
    while apart := _APART.match(flat, end):
        mark = apart.group().strip()
        # Where no quotation is open, the mark opens the next sentence. A bound for text that never ends a sentence.
        if mark in _STRAIGHT and flat.count(mark, max(start, end - 1000), end) % 2 == 0:
            break
        end = apart.end()
    return end


def _is_end(flat: str, start: int, stop: int, close: int, end: int, rules: Rules) -> bool:
    """Return whether the marks from `stop` to `close` end the sentence from `start`; the next would begin at `end`."""
    mark, following = flat[stop], flat[end]
    # The usual case first: a word that nobody shortens, one full stop, a space, a capital.
    if mark == "." and stop + 1 == close < end and "A" <= following <= "Z" and is_whole(flat, start, stop, rules):
        return True
    if rules.speech and (flat[close - 1] in _ENDING_QUOTES or flat[end - 1] in _STRAIGHT) and _says(flat, end, rules):
        return False
    # The wide full stop also stands inside numbers, and behind the number of a heading.
    if mark == "．" and (stop - start < 2 or not "\u3000" < flat[stop - 1] < "０"):
        return False
    # A mark alone in quotation marks is spoken of: type '?' for help.
    if close - stop > 1 and flat[close - 1] in _ENDING_QUOTES and _QUOTED_MARK.match(flat, max(start, stop - 2), stop):
        return False
    if mark not in _SPACED or (close == end and "。" in flat[stop:close]):
        return close < end or _ends_unspaced(flat, start, end, rules)
    at = end
    if not following.isalnum():
        if mark == "." and close < end and following in "/-" and _NAME.match(flat, end):
            return _is_plain(flat, start, stop, rules)
        if opening := _BEFORE_WORD.match(flat, end):
            at = opening.end()
            if at == len(flat):
                return True
            following = flat[at]
        if following in _GOES_ON:
            return False
    if close == end:
        # A half-width mark in a text without spaces; that of Yahoo! is none.
        foreign = flat[stop - 1] <= "\u3000" and (mark == "." or flat[stop - 1].isalpha())
        return mark != "…" and not foreign and flat[stop : stop + 2] != ".."
    # Names such as iPad begin in small letters, and behind a word of a script without capitals they say nothing.
    small = following.islower() and not flat[at + 1 : at + 2].isupper() and not _is_uncased(flat[stop - 1])
    if mark == "." and flat[stop + 1] not in _SPACED:
        if flat[close - 1] in MARKS and close - stop > 1:
            # A second mark, often behind a bracket: (p. 5 f.).
            return not small
        return stops(flat, start, stop, at, close - stop > 1, small, rules)
    # Some writers use no capitals at all; and where the verb stands last, dots behind one are an end.
    if small and not flat[start].islower():
        return mark != "!" and mark != "?" and bool(rules.verbs) and _verb(flat, start, stop, rules)
    if mark in "!?" or not following.isalpha() or following.lower() != following.upper():
        return True
    # In a script without capitals a row of dots is a pause as often as an end.
    return not set(".…").issuperset(flat[stop:close]) or flat.count(" ", start, stop) >= PAUSED


def _is_uncased(character: str) -> bool:
    """Return whether a character is a letter of a script without capitals."""
    return character > "\u0590" and character.isalpha() and character == character.swapcase()


def _is_plain(flat: str, start: int, stop: int, rules: Rules) -> bool:
    """Return whether the word before a full stop surely is none that is cut short."""
    word = flat[flat.rfind(" ", max(start, stop - ABBREVIATED), stop) + 1 : stop]
    lower = word.lower()
    return word.isalpha() and (len(word) > 3 or lower in rules.openers) and lower not in rules.kinds


def _verb(flat: str, start: int, stop: int, rules: Rules) -> bool:
    """Return whether the word before a mark has the ending of a verb that closes a sentence."""
    word = flat[flat.rfind(" ", max(start, stop - ABBREVIATED), stop) + 1 : stop]
    return len(word) >= VERB and word.endswith(tuple(rules.verbs))


def _ends_unspaced(flat: str, start: int, end: int, rules: Rules) -> bool:
    """Return whether a mark that needs no space, such as 。, ends a sentence before what follows immediately."""
    if flat[end - 1] in MARKS or (flat[start] == "（" and flat[end - 1] == "）"):
        return True
    return not rules.attached and not _says(flat, end, rules)
