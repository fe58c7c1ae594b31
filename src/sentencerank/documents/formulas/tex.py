r"""TeX as text on one line: `\frac{a+b}{2}` → (a + b)/2. What is not known keeps its name, so nothing is lost."""

from __future__ import annotations

import re

from sentencerank.documents.formulas.linear import (
    NOTHING,
    SPACE,
    Atom,
    accented,
    fraction,
    joined,
    operator,
    raised,
    root,
    scripts,
)
from sentencerank.documents.formulas.mathml import tidy_tex
from sentencerank.documents.formulas.symbols import (
    ACCENT_COMMANDS,
    DOUBLE_STRUCK,
    DROPPED,
    FUNCTIONS,
    NEGATED,
    SPACES,
    SYMBOLS,
    TEXTS,
)

_TOKEN = re.compile(r"\\([A-Za-z]+)\*?\s*|\\(.)|%[^\n]*|\s+|(\d+(?:\.\d+)?)|(.)", re.DOTALL)
_DEEPEST = 40  # levels of braces, and commands that are the argument of another
_LONGEST = 20_000  # characters
_BETWEEN = frozenset({r"\over", r"\choose"})  # stand between the two parts
_DELIMITERS = frozenset({"left", "right", "middle"})


class _DepthError(Exception):
    pass


def linear(tex: str) -> str:
    r"""Return TeX as text on one line; what is too long or too deep is returned as it is.

    >>> linear(r"x^2 + \alpha \leq \sqrt{b_i}")
    'x² + α ≤ √b_i'
    >>> linear(r"\sum_{i=1}^{n} \frac{x_i}{n-1}")
    '∑_(i=1)^n x_i/(n − 1)'
    """
    tex = tidy_tex(tex)
    if len(tex) > _LONGEST:
        return tex
    try:
        text = joined(_Reader(_tokens(tex)).atoms())
    except _DepthError:
        return tex
    return text.strip() or tex


def _tokens(tex: str) -> list[str]:
    r"""Return commands with their backslash, numbers, and all else sign by sign; a run of spaces is one space."""
    found = []
    for token in _TOKEN.finditer(tex):
        command, sign, number, other = token.groups()
        if command or sign is not None:
            found.append("\\" + (command or sign))
        elif number or other:
            found.append(number or other)
        elif not token[0].startswith("%"):
            found.append(" ")
    return found


class _Reader:
    """Reads tokens once from left to right."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens, self._place, self._depth, self._commands = tokens, 0, 0, 0

    def _peek(self) -> str:
        return self._tokens[self._place] if self._place < len(self._tokens) else ""

    def _next(self) -> str:
        token = self._peek()
        self._place += 1
        return token

    def _skip_spaces(self) -> None:
        while self._peek() == " ":
            self._place += 1

    def atoms(self, end: str = "") -> list[Atom]:
        """Read up to a token, or to the end of all."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _DepthError
        found: list[Atom] = []
        while (token := self._next()) and token != end:
            if token in ("^", "_"):
                base = found.pop() if found else NOTHING
                found.append(self._scripts(base, token))
            elif token == "'":
                base = found.pop() if found else NOTHING
                found.append(base._replace(text=base.text + "′"))
            elif token in _BETWEEN:
                above, below = joined(found), joined(self.atoms(end))
                found = [fraction(above, below) if token == "\\over" else Atom(f"binom({above}, {below})")]
                break
            elif token != " ":
                found += self._atom(token)
        self._depth -= 1
        return found

    def _scripts(self, base: Atom, sign: str) -> Atom:
        below = above = ""
        primes = ""
        while sign:
            text = self._argument()
            if sign == "^":
                above += text
            else:
                below += text
            self._skip_spaces()
            while self._peek() == "'":
                primes += "′"
                self._place += 1
            sign = self._next() if self._peek() in ("^", "_") else ""
        if primes:
            base = base._replace(text=base.text + primes)
        return scripts(base, below, above)

    def _argument(self) -> str:
        self._commands += 1
        if self._commands > _DEEPEST:
            raise _DepthError
        text = self._one()
        self._commands -= 1
        return text

    def _one(self) -> str:
        """Read what stands in the next braces, or the next sign or command."""
        self._skip_spaces()
        token = self._next()
        if token == "{":
            return joined(self.atoms("}"))
        if len(token) > 1 and token[0].isdigit():  # only the first digit
            self._place -= 1
            self._tokens[self._place] = token[1:]
            token = token[0]
        return joined(self._atom(token)) if token else ""

    def _atom(self, token: str) -> list[Atom]:
        if token == "{":
            inside = [atom for atom in self.atoms("}") if atom.text]
            return inside if len(inside) <= 1 else [Atom(joined(inside))]
        if token == "-":
            return [Atom("−", "binary")]
        if token in "~&":
            return [SPACE]
        if token.startswith("\\"):
            return self._command(token[1:])
        return [] if token == "}" else [operator(token)]

    def _command(self, name: str) -> list[Atom]:
        if name in _DELIMITERS:
            self._skip_spaces()
            if self._peek() == ".":
                self._place += 1
            return []
        if name in SYMBOLS:
            return [operator(SYMBOLS[name])]
        if name in FUNCTIONS:
            return [Atom(name, "function")]
        if name in SPACES:
            return []
        if name in DROPPED:
            self._raw()
            return []
        if name in TEXTS:
            text = self._raw()
            return [Atom(text, "word" if len(text) > 1 and any(map(str.isalpha, text)) else "value")]
        if name in ACCENT_COMMANDS:
            return [accented(self._argument(), ACCENT_COMMANDS[name])]
        return self._structure(name)

    def _structure(self, name: str) -> list[Atom]:
        match name:
            case "frac" | "dfrac" | "tfrac" | "cfrac":
                return [fraction(self._argument(), self._argument())]
            case "binom" | "dbinom" | "tbinom":
                return [Atom(f"binom({self._argument()}, {self._argument()})")]
            case "sqrt":
                index = self._optional()
                return [root(self._argument(), index)]
            case "mathbb" | "Bbb" | "mathds":
                text = self._argument()
                return [Atom("".join(DOUBLE_STRUCK.get(each, each) for each in text))]
            case "operatorname" | "DeclareMathOperator":
                return [Atom(self._argument().replace(" ", ""), "function")]
            case "overset" | "stackrel" | "underset":
                over, base = self._argument(), self._argument()
                return [scripts(operator(base), over) if name == "underset" else scripts(operator(base), "", over)]
            case "pmod":
                return [Atom(f"(mod {self._argument()})", "word")]
            case "tag":
                return [Atom(f"({self._raw()})", "word")]
            case "ref" | "eqref" | "cite":
                return [Atom(f"({self._raw()})", "word")]
            case "not":
                text = self._argument()
                return [operator(NEGATED.get(text, f"¬{text}"))]
            case "begin" | "end":
                if self._raw() in ("array", "tabular", "alignat", "alignedat") and name == "begin":
                    self._optional()
                    self._raw()
                return []
            case "quad" | "qquad":
                return [SPACE]
            case "\\" | "cr":
                return [Atom(";", "comma")]
            case "|":
                return [Atom("‖")]
            case "underbrace" | "overbrace" | "mathchoice" | "cancel" | "boxed" | "mathmakebox" | "href" | "url":
                return [Atom(self._argument())]
            case "sideset":
                return [Atom(raised(self._argument() + self._argument()))]
        if len(name) == 1:
            return [SPACE if name.isspace() else operator(name)]
        return [Atom(name, "function")]

    def _optional(self) -> str:
        self._skip_spaces()
        if self._peek() != "[":
            return ""
        self._place += 1
        return joined(self.atoms("]"))

    def _raw(self) -> str:
        """Return what stands in the next braces as it is."""
        self._skip_spaces()
        if self._peek() != "{":
            return self._next()
        parts = []
        depth = 0
        while token := self._next():
            depth += (token == "{") - (token == "}")
            if depth == 0:
                break
            if token not in "{}$":
                parts.append(token)
        return " ".join("".join(parts).split())
