"""Formulas: which words and lines are part of one, and how they read on one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sentencerank.documents.pdf.fonts import Style
from sentencerank.documents.pdf.lines import Line, Word

_RAISED, _LOWERED = 0.18, 0.07  # of the size: how far a script stands from the baseline
SMALL = 0.85  # of the size of what it belongs to
_SUPERSCRIPTS = str.maketrans("0123456789+-−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾")
_SUBSCRIPTS = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_SIGNS = re.compile(r"[-0-9+−=()]+")
_OPERATOR = re.compile(r"[=<>+−±×·∗∼≈≃≅≡≠≤≥≪≫∈∉⊂⊆⊃⊇∪∩∧∨→←↔⇒⇐⇔↦∝∣|/÷⊕⊗∘⊥∥∀∃¬∇∂∆∑∏∫√∞…⋯:≜≺≼⟨⟩⌊⌋⌈⌉∅ℓℝℕℤℚℂ]+")
_NUMBER = re.compile(r"[-−+(\[]*\d+(?:[.,]\d+)*[)\]%!]*[,.;:]?")
_FUNCTION = re.compile(
    r"(?:arg)?(?:max|min)|log|ln|exp|sin|cos|tan|lim|sup|inf|det|dim|ker|gcd|mod|Pr|tr|rank|diag|sgn|Var|Cov",
    re.IGNORECASE,
)
_GREEK = re.compile(
    "[\u0391-\u03a9\u03b1-\u03f6\u2100-\u214f\u2190-\u22ff\u27c0-\u27ef\u2980-\u2aff\U0001d400-\U0001d7ff]"
)
_LETTERS = re.compile(r"[^\W\d_]")
_WORDS = re.compile(r"[^\W\d_]+")
_TEXT = re.compile(r"[^\W\d_]{3,}")
_NUMBERED = re.compile(r"\((?:[A-Z]{0,2}\.?)?\d{1,3}(?:\.\d{1,3})*[a-z]?\)|\(\*+\)")


def script(part: Word, base: float, size: float) -> int:
    """Return 1 if a part is raised, -1 if it is lowered, 0 if it stands on the line."""
    far = abs(part.base - base) > 0.3 * size
    if part.style.size >= (0.95 if far else SMALL) * size or part.style.large:
        return 0
    if part.base < base - _RAISED * size:
        return 1
    return -1 if part.base > base + _LOWERED * size else 0


def raised(text: str) -> str:
    """Return a superscript: in small signs if there are such.

    >>> raised("12"), raised("i"), raised("max")
    ('¹²', '^i', '^(max)')
    """
    return text.translate(_SUPERSCRIPTS) if _SIGNS.fullmatch(text) else _wrapped("^", text)


def lowered(text: str) -> str:
    """Return a subscript.

    >>> lowered("12"), lowered("i"), lowered("t+1")
    ('₁₂', '_i', '_(t+1)')
    """
    return text.translate(_SUBSCRIPTS) if _SIGNS.fullmatch(text) else _wrapped("_", text)


def _wrapped(sign: str, text: str) -> str:
    return f"{sign}{text}" if len(text) == 1 else f"{sign}({text})"


def linear(parts: Sequence[Word], base: float, size: float) -> str:
    """Return parts of a word as one text, what is raised or lowered marked as such."""
    result: list[str] = []
    run, kind = "", 0
    for part in parts:
        now = script(part, base, size)
        if now != kind and run:
            result.append(_set(run, kind))
            run = ""
        run, kind = run + part.text, now
    return "".join([*result, _set(run, kind)])


def _set(text: str, kind: int) -> str:
    return raised(text) if kind > 0 else lowered(text) if kind < 0 else text


def is_math(word: Word, *, italics: bool = True) -> bool:
    """Whether a word can only be part of a formula. `italics`: a lone letter in italics is one."""
    if not word.parts and not word.style.math and not word.style.italic and word.text.isascii():
        return False
    if any(part.style.math and any(map(str.isprintable, part.text)) and not _plain(part.text) for part in word.pieces):
        return True
    if not word.text.isascii() and _GREEK.search(word.text) and not _TEXT.search(word.text):
        return True
    if word.parts and _LETTERS.search(word.text) and len(word.text) <= 6:
        signs = [part for part in word.parts if script(part, word.base, word.style.size) < 0]
        if signs and word.parts[0].style.italic:
            return True
    runs = [run for part in word.pieces for run in _WORDS.findall(part.text)]
    if (
        not italics
        or not runs
        or len(word.text) > 24
        or any(len(run) > 1 and not _FUNCTION.fullmatch(run) for run in runs)
    ):
        return False
    return all(_style_of(word, run).italic or len(run) > 1 for run in runs) and any(len(run) == 1 for run in runs)


def _plain(text: str) -> bool:
    """Whether signs of a mathematical font are used in other texts too: bullets, asterisks, dots."""
    return all(sign in "−•∗*·†‡§¶,.;:()[]{}|-–—\"'©®⋄◦■□▪▶►✓§" for sign in text)


def _style_of(word: Word, text: str) -> Style:
    for part in word.pieces:
        if text in part.text:
            return part.style
    return word.style


def joins(word: Word) -> bool:
    """Whether a word may be part of a formula, beside one that is."""
    text = word.text.strip("()[]{}.,;")
    if len(text) > 5 and text.isalpha():
        return False
    return not text or bool(_OPERATOR.fullmatch(text) or _NUMBER.fullmatch(word.text) or _FUNCTION.fullmatch(text))


def spans(words: Sequence[Word], *, italics: bool = True) -> Iterator[tuple[int, int]]:
    """Yield runs of words that are one formula, as ranges of their indices."""
    # Most words are of no formula at first sight, so that they are not asked about.
    sure = [
        (word.parts or word.style.math or word.style.italic or not word.text.isascii())
        and is_math(word, italics=italics)
        for word in words
    ]
    if True not in sure:
        return
    index = 0
    while index < len(words):
        if not sure[index]:
            index += 1
            continue
        start, end = index, index + 1
        while (
            end < len(words)
            and not _ends(words[end - 1])
            and (sure[end] or (joins(words[end]) and _leads(words, sure, end)))
        ):
            end += 1
        while (
            start > 0
            and not sure[start - 1]
            and joins(words[start - 1])
            and _operates(words[start - 1], words[start])
            and not _ends(words[start - 1])
        ):
            start -= 1
        yield start, end
        index = end


def _ends(word: Word) -> bool:
    """Whether a sentence or a part of it ends with this word."""
    return word.text.endswith((",", ".", ";", ":", "?", "!"))


def _leads(words: Sequence[Word], sure: Sequence[bool], index: int) -> bool:
    """Whether a word that may be part of a formula is: behind an operator, or before more of it."""
    text = words[index].text
    if _OPERATOR.fullmatch(words[index - 1].text[-1:] or " ") or _FUNCTION.fullmatch(words[index - 1].text):
        return True
    operator = bool(_OPERATOR.search(text)) or text[:1] in "(["
    following = index + 1 < len(words) and (sure[index + 1] or bool(_NUMBER.fullmatch(words[index + 1].text)))
    if operator and not following:
        # The formula may go on in the next line.
        last = index + 1 == len(words) and bool(_OPERATOR.fullmatch(text))
        return last or (text[:1] in "([" and not _LETTERS.search(text))
    return following and (operator or bool(_FUNCTION.fullmatch(text)))


def _operates(word: Word, following: Word) -> bool:
    """Whether a word before a formula belongs to it: 2x, (1 −, log n."""
    text = following.text
    return bool(
        _OPERATOR.match(text) or _FUNCTION.fullmatch(word.text) or _OPERATOR.search(word.text[-1:] or " ")
    ) and not (_OPERATOR.match(text) and word.text[-1:].isalpha() and not _FUNCTION.fullmatch(word.text))


def share(line: Line) -> float:
    """Return how much of a line is formula, of its characters."""
    total = math = 0
    for word in line.words:
        length = len(word.text)
        total += length
        if is_math(word) or joins(word) or (len(word.text) < 3 and word.style.italic):
            math += length
        elif word.parts:
            math += sum(len(part.text) for part in word.parts if part.style.math or not _TEXT.search(part.text))
    return math / total if total else 0.0


def continues(before: str, after: str) -> bool:
    """Whether a formula at the end of a line goes on at the beginning of the next one."""
    return bool(_OPERATOR.search(before[-1:] or " ") or _OPERATOR.match(after))


def numbered(line: Line) -> bool:
    """Whether a line ends or begins with the number of a formula, set apart."""
    first = line.words[0]
    if len(line.words) > 1 and _NUMBERED.fullmatch(first.text) and line.words[1].left - first.right > 1.5 * line.size:
        return True
    return bool(len(line.words) > 1 and _NUMBERED.fullmatch(line.words[-1].text)) and (
        line.words[-1].left - line.words[-2].right > 1.2 * line.size
    )


def is_display(line: Line, left: float, right: float) -> bool:
    """Whether a line stands in a column as a displayed formula does: nearly all signs, or away from its margins."""
    if line.block:
        return False
    # One font for all of it, and no sign that only formulas have: text, or all of it is mathematical.
    plain = line.alike or all(not word.parts and word.style is line.font for word in line.words)
    if plain and line.text.isascii() and not (line.font.math or line.font.italic):
        return False
    if line.font.fixed and not any(part.style.math for word in line.words for part in word.pieces):
        return False
    # Without a sign that only formulas have it is none, so that nothing more needs to be weighed.
    if not any(is_math(word) for word in line.words):
        return False
    part = share(line)
    words = [
        word
        for word in line.words
        if _TEXT.fullmatch(word.text.strip(",.()")) and not is_math(word) and not joins(word)
    ]
    if len(words) > 3:
        return False
    apart = line.left > left + line.size and (line.right < right - line.size or numbered(line))
    if numbered(line) and part >= 0.3:
        return True
    if part >= 0.5 and _NUMBERED.fullmatch(line.words[-1].text) and line.right > right - line.size:
        return True
    if apart:
        return part >= 0.4
    return part >= 0.75 and not words and line.right < right - 2 * line.size and len(line.words) < 12


def is_fragment(line: Line) -> bool:
    """Whether a line may be a part of a formula above or below it: a limit, a numerator."""
    return not line.block and share(line) >= 0.7 and len(line.words) <= 12
