"""The formulas of Word (OMML) as TeX; `tex.linear` makes text of it."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from sentencerank.documents.archive import attribute, local_name
from sentencerank.documents.formulas.symbols import ACCENT_COMMANDS, DOUBLE_STRUCK, FUNCTIONS, SYMBOLS

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_LONGEST = 10_000  # characters; what is longer is hardly a formula
_INTEGRAL = "∫"
_LINE = r" \\ "
_COMMANDS = {sign: f"\\{name} " for name, sign in reversed(SYMBOLS.items()) if not sign.isascii()}
_COMMANDS |= {sign: f"\\mathbb{{{letter}}}" for letter, sign in DOUBLE_STRUCK.items()}
_ESCAPED = {each: f"\\{each}" for each in "{}%#&$_"} | {"\\": "\\backslash ", "−": "-", "^": "\\hat{}", "~": "\\sim "}
_ACCENTS = {
    "\u0300": "grave", "\u0301": "acute", "\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0305": "overline",
    "\u0306": "breve", "\u0307": "dot", "\u0308": "ddot", "\u030c": "check", "\u20d7": "vec", "\u2192": "vec",
    "\u0332": "underline", "^": "hat", "~": "tilde", "¯": "bar", "˙": "dot", "¨": "ddot", "ˇ": "check", "˘": "breve",
}  # fmt: skip
_BRACES = {"⏟": "underbrace", "⏞": "overbrace"}
_DELIMITERS = {"{": "\\{", "}": "\\}", "": ".", "‖": "\\|"}
_FUNCTION = re.compile(rf"\b(?:{'|'.join(sorted(FUNCTIONS))})\b")
_ROLES = frozenset({"e", "num", "den", "sub", "sup", "deg", "lim", "fName"})
_PROPERTIES = frozenset({"rPr", "ctrlPr", "argPr", "oMathParaPr", "bookmarkStart", "bookmarkEnd", "del", "moveFrom"})


def tex_of(formula: Element) -> str:
    r"""Return an `oMath` element as TeX.

    >>> from xml.etree.ElementTree import fromstring
    >>> tex_of(fromstring("<oMath><f><num><r><t>a+1</t></r></num><den><r><t>α</t></r></den></f></oMath>"))
    '\\frac{a+1}{\\alpha}'
    """
    elements = list(formula.iter())
    if sum(len(element.text or "") for element in elements) > _LONGEST:
        return ""
    found: dict[Element, str] = {}
    # In reverse order an element comes after all that stands in it.
    for element in reversed(elements):
        name = local_name(element.tag)
        if name.endswith("Pr") or name in _PROPERTIES:
            found[element] = ""
            continue
        children = [(local_name(child.tag), found.pop(child, "")) for child in element]
        made = _made(element, name, children)
        if len(made) > 4 * _LONGEST:
            return ""
        found[element] = made
    return " ".join(found[formula].split())


def _made(element: Element, name: str, children: list[tuple[str, str]]) -> str:
    if name == "t":
        return element.text or ""
    if name == "r":
        return _run(element, "".join(text for each, text in children if each == "t"))
    roles = {each: text.strip() for each, text in children if each in _ROLES}
    if name in _MAKERS:
        return _MAKERS[name](_properties(element, name), roles)
    listed = [text.strip() for each, text in children if each in ("e", "mr")]
    match name:
        case "d":
            return _fenced(_properties(element, name), listed)
        case "mr":
            return " & ".join(listed)
        case "m":
            return "\\begin{matrix}" + _LINE.join(listed) + "\\end{matrix}"
        case "eqArr":
            # A sign of Word parts a formula from its number.
            inside = _LINE.join(listed).replace("\\#", "\\quad ")
            return inside if len(listed) == 1 else f"\\begin{{aligned}}{inside}\\end{{aligned}}"
    return "".join(text for _, text in children)


def _properties(element: Element, name: str) -> dict[str, str]:
    """Return the properties of an element, with "on" for those that are only named."""
    return {
        local_name(each.tag): attribute(each, "val") if each.attrib else "on"
        for child in element
        if local_name(child.tag) == f"{name}Pr"
        for each in child
    }


def _run(element: Element, text: str) -> str:
    told = {local_name(each.tag): attribute(each, "val") for child in element for each in child}
    if "nor" in told and told["nor"] not in ("0", "off", "false"):
        return rf"\text{{{text.translate(_BARE)}}}" if text.strip() else " "
    text = unicodedata.normalize("NFC", "".join(map(_plain, text)))
    if told.get("scr") == "double-struck":
        return rf"\mathbb{{{text}}}"
    if told.get("sty") in ("p", "b") and len(text) > 1 and text.isalpha() and text.isascii() and text not in FUNCTIONS:
        return rf"\mathrm{{{text}}}"
    parts = []
    place = 0
    for function in _FUNCTION.finditer(text):
        parts += [_signs(text[place : function.start()]), f"\\{function[0]} "]
        place = function.end()
    return "".join(parts) + _signs(text[place:])


_BARE = dict.fromkeys(map(ord, "{}\\$"), " ")


def _plain(sign: str) -> str:
    """Return a letter of the mathematical alphabets as the letter that it is."""
    mathematical = "\U0001d400" <= sign <= "\U0001d7ff" or sign == "ℎ"
    return unicodedata.normalize("NFKC", sign) if mathematical and sign not in _COMMANDS else sign


def _signs(text: str) -> str:
    return "".join(_ESCAPED.get(sign) or _COMMANDS.get(sign) or sign for sign in text if sign.isprintable())


def _fenced(told: dict[str, str], inside: list[str]) -> str:
    begin, end, between = told.get("begChr", "("), told.get("endChr", ")"), told.get("sepChr", "|")
    if len(inside) == 1 and inside[0].startswith("\\genfrac"):
        return inside[0].replace("\\genfrac", "\\binom", 1)
    left, right = (_DELIMITERS.get(each) or _COMMANDS.get(each, each) for each in (begin, end))
    joined = f" {_signs(between)} ".join(inside)
    if len(inside) == 1 and (begin + end) in ("()", "[]"):
        return f"{begin}{joined}{end}"
    return rf"\left{left} {joined} \right{right}"


def _fraction(told: dict[str, str], roles: dict[str, str]) -> str:
    above, below = roles.get("num", ""), roles.get("den", "")
    kind = told.get("type", "bar")
    if kind == "lin":
        return f"{{{above}}}/{{{below}}}"
    return ("\\genfrac" if kind == "noBar" else "\\frac") + f"{{{above}}}{{{below}}}"


def _scripts(told: dict[str, str], roles: dict[str, str]) -> str:
    base, low, high = roles.get("e", ""), roles.get("sub", ""), roles.get("sup", "")
    # One sign, one command or one number needs no braces.
    base = base if len(base) == 1 or re.fullmatch(r"\\[A-Za-z]+|\d+", base) else f"{{{base}}}"
    return base + (f"_{{{low}}}" if low else "") + (f"^{{{high}}}" if high else "") + " "


def _before(told: dict[str, str], roles: dict[str, str]) -> str:
    return _scripts(told, roles | {"e": ""}).removeprefix("{}").strip().join(("{}", roles.get("e", "")))


def _large(told: dict[str, str], roles: dict[str, str]) -> str:
    sign = told.get("chr", _INTEGRAL)
    hidden = {each for each in ("sub", "sup") if told.get(f"{each}Hide") in ("1", "on", "true")}
    low, high = ("" if each in hidden else roles.get(each, "") for each in ("sub", "sup"))
    return _scripts(told, {"e": _COMMANDS.get(sign, sign).strip(), "sub": low, "sup": high}) + roles.get("e", "")


def _root(told: dict[str, str], roles: dict[str, str]) -> str:
    index = roles.get("deg", "")
    return rf"\sqrt{f'[{index}]' if index else ''}{{{roles.get('e', '')}}}"


def _function(told: dict[str, str], roles: dict[str, str]) -> str:
    name = roles.get("fName", "")
    name = name if name.startswith("\\") or not name.isalpha() else rf"\operatorname{{{name}}}"
    return f"{name} {roles.get('e', '')}"


def _limit(told: dict[str, str], roles: dict[str, str]) -> str:
    base, limit = roles.get("e", ""), roles.get("lim", "")
    return f"{base}_{{{limit}}} " if base.lstrip("\\").isalpha() else rf"\underset{{{limit}}}{{{base}}}"


def _upper(told: dict[str, str], roles: dict[str, str]) -> str:
    return rf"\overset{{{roles.get('lim', '')}}}{{{roles.get('e', '')}}}"


def _accent(told: dict[str, str], roles: dict[str, str]) -> str:
    name = _ACCENTS.get(told.get("chr", "\u0302"), "")
    inside = roles.get("e", "")
    return rf"\{name}{{{inside}}}" if name in ACCENT_COMMANDS or name == "underline" else inside


def _bar(told: dict[str, str], roles: dict[str, str]) -> str:
    return rf"\{'overline' if told.get('pos') == 'top' else 'underline'}{{{roles.get('e', '')}}}"


def _group(told: dict[str, str], roles: dict[str, str]) -> str:
    sign, inside = told.get("chr", "⏟"), roles.get("e", "")
    if sign in _BRACES:
        return rf"\{_BRACES[sign]}{{{inside}}}"
    over = told.get("pos") == "top"
    return rf"\{'overset' if over else 'underset'}{{{_signs(sign)}}}{{{inside}}}"


def _hidden(told: dict[str, str], roles: dict[str, str]) -> str:
    return roles.get("e", "") if told.get("show", "1") in ("1", "on", "true") else ""


_MAKERS = {
    "f": _fraction, "sSub": _scripts, "sSup": _scripts, "sSubSup": _scripts, "sPre": _before, "nary": _large,
    "rad": _root, "func": _function, "limLow": _limit, "limUpp": _upper, "acc": _accent, "bar": _bar,
    "groupChr": _group, "phant": _hidden,
}  # fmt: skip
