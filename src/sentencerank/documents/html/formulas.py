"""Formulas in HTML: MathML, TeX in scripts, in pictures and between delimiters, and what scripts make of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from sentencerank.documents.formulas import mathml, tex
from sentencerank.documents.html.signs import NOTHING, names, signs

if TYPE_CHECKING:
    from lxml.etree import _Element

_MATH = ("math", "m:math", "mml:math")
_IMAGE_CLASSES = names(
    "math tex latex formula equation mwe-math-fallback-image-inline mwe-math-fallback-image-display mwe-math-fallback "
    "latex-image math-image inline-formula"
)
_TEX_ALT = re.compile(r"\$.+\$|\\[(\[].+\\[)\]]|\{\\(?:displaystyle|textstyle).+\}|\\begin\{.+", re.DOTALL)
_PAIRS = {r"\(": r"\)", r"\[": r"\]", "$$": "$$", "$": "$"}
_LIBRARY = re.compile(r"mathjax|katex", re.IGNORECASE)
_BEGIN = r"\begin{"
_ENVIRONMENTS = names("align equation eqnarray gather multline alignat flalign displaymath math")
_SCRIPTED = ("mjx-container", "eq", "eqn")
ELEMENTS = frozenset({*_MATH, *_SCRIPTED, "script", "img"})  # may be formulas, whatever their class says
_LARGEST = 5_000  # elements of a formula
_LONGEST = 2_000  # characters between two delimiters


class Formula(NamedTuple):
    """A formula as text on one line, its TeX if it is known, and whether it stands on lines of its own."""

    text: str
    tex: str = ""
    displayed: bool = False


def formula_of(element: _Element, told: frozenset[str] = NOTHING) -> Formula | None:
    """Return the formula that an element is, or None if it is something else; `told` is what its class says."""
    tag = element.tag
    if tag in _MATH:
        code = mathml.tex_of(element)
        text = mathml.linear(element) or tex.linear(code)
        return Formula(text, code, "block" in (element.get("display"), element.get("mode"))) if text else None
    if tag == "script":
        kind = element.get("type") or ""
        return _from_tex(element.text or "", "mode=display" in kind) if kind.startswith("math/tex") else None
    if tag == "img":
        return _picture(element)
    if tag in _SCRIPTED or ("math" in told and tag in ("span", "div", "p", "section")):
        return _wrapped(element)
    return None


def _from_tex(code: str, displayed: bool) -> Formula | None:
    text = tex.linear(code)
    return Formula(text, mathml.tidy_tex(code), displayed) if text else None


def _picture(element: _Element) -> Formula | None:
    alt = element.get("alt") or ""
    classes = frozenset((element.get("class") or "").lower().split())
    if not alt.strip() or not (classes & _IMAGE_CLASSES or _TEX_ALT.fullmatch(alt.strip())):
        return None
    displayed = any(each.endswith("display") for each in classes) or alt.lstrip().startswith((r"\begin", r"\["))
    return _from_tex(alt, displayed)


def _wrapped(element: _Element) -> Formula | None:
    """Read an element that a program put around one formula, and nothing else."""
    if sum(1 for _ in islice(element.iter("*"), _LARGEST)) == _LARGEST:
        return None
    displayed = element.tag == "div" or "display" in signs(element) or element.get("display") == "true"
    for math in element.iter(*_MATH):
        found = formula_of(math)
        return found and found._replace(displayed=found.displayed or displayed)
    for script in element.iter("script"):
        if found := formula_of(script):
            return found._replace(displayed=found.displayed or displayed)
    pictures = list(element.iter("img"))
    if len(pictures) == 1 and not "".join(element.itertext()).strip().strip("()0123456789.¶#"):
        return _from_tex(pictures[0].get("alt") or "", displayed)
    if pictures or any(child.tag not in ("span", "br", "a") for child in element.iter("*") if child is not element):
        return None
    parts = [element.text or ""]
    for child in element:
        parts += [
            "" if "anchor" in signs(child) or "eqno" in (child.get("class") or "") else child.text or "",
            child.tail or "",
        ]
    text = "".join(parts).strip()
    if text.startswith(("\\(", "\\[", "$", "\\begin")):
        return _from_tex(text, displayed or text.startswith(("\\[", "$$", "\\begin")))
    return None


def uses_tex(root: _Element) -> tuple[str, ...]:
    """Return the delimiters of TeX in the text of a page, if a script of the page sets formulas."""
    found = dollar = False
    for script in root.iter("script"):
        text = f"{script.get('src') or ''} {(script.text or '')[:5000]}"
        found = found or bool(_LIBRARY.search(text))
        dollar = dollar or ("inlineMath" in text and "'$'" in text.replace('"', "'"))
    return (r"\(", r"\[", "$$", _BEGIN, *(["$"] if dollar else [])) if found else ()


def _closing(text: str, start: int, opening: str) -> str:
    """Return what ends a formula that begins so; of an environment that sets no formula, nothing that can be found."""
    if opening != _BEGIN:
        return _PAIRS[opening]
    name = text[start + len(_BEGIN) : start + 40].partition("}")[0]
    return f"\\end{{{name}}}" if name.rstrip("*") in _ENVIRONMENTS else "\0"


@lru_cache
def _openings(delimiters: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, sorted(delimiters, key=len, reverse=True))))


def split(text: str, delimiters: tuple[str, ...]) -> Iterator[str | Formula]:
    r"""Yield a text in parts, the formulas between delimiters as such.

    >>> [part if isinstance(part, str) else part.text for part in split(r"If \(x^2\) is 4", (r"\(",))]
    ['If ', 'x²', ' is 4']
    """
    pattern = _openings(delimiters)
    place = 0
    while found := pattern.search(text, place):
        start, opening = found.start(), found[0]
        closing = _closing(text, start, opening)
        end = text.find(closing, start + len(opening), start + _LONGEST)
        inside = text[start + len(opening) : max(end, 0)]
        if end < 0 or not inside.strip() or (opening == "$" and (inside[0].isspace() or inside[-1].isspace())):
            yield text[place : start + len(opening)]
            place = start + len(opening)
            continue
        yield text[place:start]
        whole = text[start : end + len(closing)] if opening == _BEGIN else inside
        yield _from_tex(whole, opening in (r"\[", "$$", _BEGIN)) or inside
        place = end + len(closing)
    yield text[place:]
