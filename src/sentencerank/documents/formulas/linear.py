"""The parts of a formula on one line, and how they are put together; shared by every notation that is read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from sentencerank.documents.formulas.symbols import names

# A value, an operator between two, a relation, a comma, brackets, the name of a function, a word.
AtomKind: TypeAlias = Literal["value", "binary", "relation", "comma", "open", "close", "function", "word"]


class Atom(NamedTuple):
    """A part of a formula that is written without a break."""

    text: str
    kind: AtomKind = "value"


NOTHING = Atom("")
SPACE = Atom("", "word")  # between two columns, say
_RAISED = dict(zip("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ", strict=True))
_LOWERED = dict(zip("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎", strict=True))
_PRIMES = frozenset("′″‴'*†‡°∘™®℠")  # stand high by themselves
_ROOTS = {"": "√", "2": "√", "3": "∛", "4": "∜"}
_PAIRS = {"(": ")", "[": "]", "{": "}", "|": "|", "⌊": "⌋", "⌈": "⌉", "⟨": "⟩"}
_BINARY = frozenset("+-−±∓×÷·⋅∗*∘∙∧∨∩∪⊕⊖⊗⊙∖⋆†‡⊎⊔⊓∔")
_RELATIONS = frozenset("=<>≤≥≠≈≡∼≃≅∝∈∉∋⊂⊃⊆⊇⊄⊊⊋→←↔⇒⇐⇔↦⟶⟵⟹⟸⟺⟼⟷:≔∣∥⊥⊢⊣⊨≪≫≺≻≼≽≐≜≝∤↪⇌⊑⊒⊏⊐↗↘↑↓⋈⌣⌢≍⪯⪰≲≳")
_LARGE = frozenset("∑∏∐∫∬∭∮⋃⋂⨁⨂⋁⋀⨆⨄⨀")
# Stand high, but change nothing of what is read.
_ENDINGS = names("st nd rd th e er re ère ème o a er. os as tm sm r c ® © ™ ℠")
LONGEST_SCRIPT = 12  # characters in a text; longer ones are words that stand high
_COMMAS = frozenset(",;")
_OPENING, _CLOSING = frozenset("([{⌊⌈⟨"), frozenset(")]}⌋⌉⟩")
ACCENTS = {
    "^": "\u0302", "ˆ": "\u0302", "~": "\u0303", "˜": "\u0303", "∼": "\u0303", "¯": "\u0304", "‾": "\u0304",
    "_": "\u0332", "→": "\u20d7",
    "⃗": "\u20d7", "˙": "\u0307", ".": "\u0307", "¨": "\u0308", "ˇ": "\u030c", "˘": "\u0306",
    "´": "\u0301", "`": "\u0300", "˚": "\u030a",
}  # fmt: skip


def operator(text: str) -> Atom:
    """Return a sign as an atom.

    >>> operator("="), operator("∑")
    (Atom(text='=', kind='relation'), Atom(text='∑', kind='function'))
    """
    if text in _RELATIONS or (text and all(sign in _RELATIONS for sign in text)):
        return Atom(text, "relation")
    if text in _BINARY:
        return Atom(text, "binary")
    if text in _COMMAS:
        return Atom(text, "comma")
    if text in _OPENING:
        return Atom(text, "open")
    if text in _LARGE:
        return Atom(text, "function")
    return Atom(text, "close" if text in _CLOSING else "value")


def joined(atoms: Iterable[Atom]) -> str:
    """Return atoms as one text with spaces where they help.

    >>> joined([Atom("a"), Atom("=", "relation"), Atom("−", "binary"), Atom("2"), Atom("b")])
    'a = −2b'
    """
    parts: list[str] = []
    before: AtomKind = "open"
    for text, kind in atoms:
        if not text:
            if kind == "word" and before in ("value", "close"):
                before = kind
            continue
        if text == ";" and before == "comma":
            continue  # the end of a line after a comma
        if kind == "binary" and before in ("open", "binary", "relation", "comma", "function"):
            kind, space = "open", before in ("binary", "relation", "comma")  # a sign before its value
        else:
            space = _parted(before, kind, parts[-1][-2:] if parts else "", text[0])
        parts.append(f" {text}" if space and parts else text)
        before = kind
    return "".join(parts)


def _parted(before: AtomKind, kind: AtomKind, last: str, first: str) -> bool:
    if before in ("binary", "relation", "comma") or kind in ("binary", "relation"):
        return kind not in ("comma", "close")
    if kind == "comma" or before == "open" or kind == "close":
        return False
    if "word" in (before, kind):
        return True
    if before == "function":
        return first.isalnum() or last.endswith(")") or first in _LARGE
    if kind == "function":
        return last[-1:].isalnum()
    # They would read as one number, or as a longer script.
    return (last[-1:].isdigit() and first.isdigit()) or (last[-2:-1] in ("^", "_") and first.isalnum())


def raised(text: str) -> str:
    """Return a text as a superscript.

    >>> raised("10"), raised("k"), raised("a+b")
    ('¹⁰', '^k', '^(a+b)')
    """
    return _script(text, _RAISED, "^")


def lowered(text: str) -> str:
    """Return a text as a subscript."""
    return _script(text, _LOWERED, "_")


def _script(text: str, signs: dict[str, str], sign: str) -> str:
    if not text:
        return ""
    if all(each in signs for each in text):
        return "".join(signs[each] for each in text)
    if all(each in _PRIMES for each in text):
        return text
    return f"{sign}{text}" if len(text) == 1 else f"{sign}{_enclosed(text)}"


def is_script(text: str) -> bool:
    """Whether characters of a text that stand high or low are a script, and not words or the sign of a note."""
    return 0 < len(text) <= LONGEST_SCRIPT and text[0] not in "[("


def script(text: str, *, high: bool) -> str:
    """Return characters of a text that stand high or low.

    >>> script("2", high=True), script("2", high=False), script("th", high=True)
    ('²', '₂', 'th')
    """
    if text.lower() in _ENDINGS:
        return text
    return raised(text) if high else lowered(text)


def scripts(base: Atom, below: str = "", above: str = "") -> Atom:
    """Return an atom with a subscript and a superscript.

    >>> scripts(Atom("x"), "i", "2").text, scripts(Atom("∑"), "i = 1", "n").text
    ('x_i²', '∑_(i=1)^n')
    """
    text = base.text if base.kind in ("function", "open", "close") or is_simple(base.text) else f"({base.text})"
    below, above = (each.replace(" ", "") if len(each) < 8 else each for each in (below, above))
    low, high = lowered(below), raised(above)
    if low.startswith("_") and high in ("ⁿ", "ⁱ"):
        high = f"^{above}"
    return Atom(text + low + high, base.kind)


def fraction(above: str, below: str) -> Atom:
    """Return a fraction.

    >>> fraction("a + b", "2").text, fraction("1", "2x").text
    ('(a + b)/2', '1/(2x)')
    """
    # Without brackets, 1/2x would be half of x.
    return Atom(f"{_grouped(above)}/{_grouped(below) if _is_one(below) else _enclosed(below)}")


def _is_one(text: str) -> bool:
    """Whether a text is a single value: a number, a letter with its scripts, a function of something."""
    letters = text.partition("_")[0].lstrip("√∂∇")
    return (
        text.isdigit() or "(" in text or sum(map(str.isalnum, letters)) <= 1 + letters[1:].isdigit() * len(letters[1:])
    )


def root(inside: str, index: str = "") -> Atom:
    """Return a root.

    >>> root("x").text, root("a + b", "3").text
    ('√x', '∛(a + b)')
    """
    sign = _ROOTS.get(index) or f"{raised(index)}√"
    return Atom(sign + (_grouped(inside) if _is_one(inside) else _enclosed(inside)))


def accented(text: str, accent: str) -> Atom:
    """Return a text with an accent over it, which is left out over more than one letter."""
    return Atom(text + ACCENTS.get(accent, "")) if len(text) == 1 else Atom(text)


def is_simple(text: str) -> bool:
    """Whether a text can have a script, or be part of a fraction, without brackets around it."""
    if len(text) <= 1 or _is_enclosed(text):
        return True
    name, bracket, _ = text.partition("(")  # f(x) is as simple as f
    return all(map(_is_letter, name)) and (not bracket or _is_enclosed(text[len(name) :]))


def _is_letter(sign: str) -> bool:
    return sign.isalnum() or sign in "._^′√∛∜∂∇∞" or "\u0300" <= sign <= "\u036f" or sign == "\u20d7"


def _grouped(text: str) -> str:
    return text if is_simple(text) else _enclosed(text)


def _enclosed(text: str) -> str:
    return text if text.startswith("(") and _is_enclosed(text) else f"({text})"


def _is_enclosed(text: str) -> bool:
    """Whether the first bracket is closed by the last one."""
    if _PAIRS.get(text[:1]) != text[-1:] or len(text) < 2:
        return False
    opening, closing = text[0], text[-1]
    if opening == closing:
        return opening not in text[1:-1]
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == opening) - (sign == closing)
        if depth == 0:
            return place == len(text) - 1
    return False
