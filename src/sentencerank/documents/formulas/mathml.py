"""MathML as text on one line, and the TeX that it often carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sentencerank.documents.archive import local_name
from sentencerank.documents.formulas.linear import (
    ACCENTS,
    NOTHING,
    Atom,
    accented,
    fraction,
    joined,
    operator,
    root,
    scripts,
)

if TYPE_CHECKING:
    from lxml.etree import _Element

_INVISIBLE = dict.fromkeys(map(ord, "\u2061\u2062\u2063\u2064\u200b\u2009\u200a\u2002\u2003\u00a0"))
_SILENT = frozenset({"annotation", "annotation-xml", "mspace", "mphantom", "none", "mprescripts", "maligngroup"})
_LONGEST = 10_000  # characters; what is longer is hardly a formula
_TEX = ("tex", "latex")


def linear(formula: _Element) -> str:
    """Return a `<math>` element as text."""
    found: dict[_Element, Atom] = {}
    elements = list(formula.iter())
    if sum(len(element.text or "") for element in elements) > _LONGEST:
        return " ".join("".join(formula.itertext()).split())
    # In reverse order an element comes after all that stands in it.
    for element in reversed(elements):
        name = _name(element)
        children = [found.pop(child, NOTHING) for child in element]
        found[element] = NOTHING if name in _SILENT else _atom(element, name, children)
    return found[formula].text.strip()


def tex_of(formula: _Element) -> str:
    """Return the TeX of a `<math>` element: that of an annotation, or of `alttext` if it looks like TeX."""
    for element in formula.iter():
        if _name(element) == "annotation" and any(each in (element.get("encoding") or "").lower() for each in _TEX):
            return tidy_tex(element.text or "")
    return tidy_tex(formula.get("alttext") or "")


def tidy_tex(tex: str) -> str:
    r"""Return TeX without its delimiters and without what only concerns its size.

    >>> tidy_tex(r" $\displaystyle x^2$ "), tidy_tex(r"{\displaystyle \frac{a}{b}}"), tidy_tex(r"\[ x \]")
    ('x^2', '\\frac{a}{b}', 'x')
    """
    tex = " ".join(tex.split())
    for opening, closing in (("$$", "$$"), ("$", "$"), (r"\(", r"\)"), (r"\[", r"\]")):
        if len(tex) >= len(opening + closing) and tex.startswith(opening) and tex.endswith(closing):
            tex = tex[len(opening) : -len(closing)].strip()
            break
    if tex.startswith((r"{\displaystyle", r"{\textstyle")) and tex.endswith("}"):
        tex = tex[1:-1]
    for style in (r"\displaystyle", r"\textstyle"):
        tex = tex.removeprefix(style).strip()
    return tex


def _name(element: _Element) -> str:
    return local_name(element.tag).rpartition(":")[2]


def _atom(element: _Element, name: str, children: list[Atom]) -> Atom:
    texts = [child.text for child in children] + ["", "", ""]
    match name:
        case "mi" | "mn" | "mo" | "mtext" | "ms" | "ci" | "cn":
            return _token(element, name, children)
        case "mfrac":
            return fraction(texts[0], texts[1])
        case "msqrt":
            return root(joined(children))
        case "mroot":
            return root(texts[0], texts[1])
        case "msub" | "munder":
            return scripts(children[0], texts[1]) if children else NOTHING
        case "msup":
            return scripts(children[0], "", texts[1]) if children else NOTHING
        case "mover":
            if texts[1] in ACCENTS:
                return accented(texts[0], texts[1])
            return scripts(children[0], "", texts[1]) if children else NOTHING
        case "msubsup" | "munderover":
            return scripts(children[0], texts[1], texts[2]) if children else NOTHING
        case "mmultiscripts":
            after = texts[1:3] if "mprescripts" not in map(_name, element[1:2]) else ["", ""]
            return scripts(children[0], *after) if children else NOTHING
        case "mfenced":
            inside = (element.get("separators") or ",")[0].strip() + " "
            between = inside.join(text for text in texts if text)
            return Atom(f"{element.get('open', '(')}{between}{element.get('close', ')')}")
        case "semantics" | "maction":
            return children[0] if children else NOTHING
        case "mtable":
            return Atom("; ".join(text for text in texts if text))
        case "mtr" | "mlabeledtr":
            return Atom(" ".join(text for text in texts if text))
    shown = [child for child in children if child.text]
    return shown[0] if len(shown) == 1 else Atom(joined(shown))


def _token(element: _Element, name: str, children: list[Atom]) -> Atom:
    text = (element.text or "") + "".join(
        child.text + (each.tail or "") for child, each in zip(children, element, strict=True)
    )
    text = " ".join(text.translate(_INVISIBLE).split())
    if name == "mo":
        return operator(text)
    if name in ("mtext", "ms"):
        return Atom(text, "word" if any(map(str.isalpha, text)) else "value")
    return Atom(text, "function" if name == "mi" and len(text) > 2 and text.isalpha() else "value")
