"""The formulas of Word."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest

from sentencerank.documents.formulas import tex
from sentencerank.documents.formulas.omml import tex_of


def r(text: str, properties: str = "") -> str:
    return f"<r><rPr>{properties}</rPr><t>{text}</t></r>"


def e(*parts: str) -> str:
    return "".join(f"<e>{part}</e>" for part in parts)


_STACK = f'<f><fPr><type val="noBar"/></fPr><num>{r("n")}</num><den>{r("k")}</den></f>'
_LARGE = f'<nary><naryPr><supHide val="1"/></naryPr><sub>{r("A")}</sub><sup>{r("x")}</sup>{e(r("f"))}</nary>'
_MATRIX = f"<m><mr>{e(r('a'), r('b'))}</mr><mr>{e(r('c'), r('d'))}</mr></m>"


@pytest.mark.parametrize(
    ("inside", "code", "line"),
    [
        (f"<f><num>{r('a+b')}</num><den>{r('2')}</den></f>", r"\frac{a+b}{2}", "(a + b)/2"),
        (f'<f><fPr><type val="lin"/></fPr><num>{r("a")}</num><den>{r("2")}</den></f>', "{a}/{2}", "a/2"),
        (f"<sSubSup>{e(r('x'))}<sub>{r('i')}</sub><sup>{r('2')}</sup></sSubSup>", "x_{i}^{2}", "x_i²"),
        (f"<rad><deg/>{e(r('a+b'))}</rad>", r"\sqrt{a+b}", "√(a + b)"),
        (f"<rad><deg>{r('3')}</deg>{e(r('x'))}</rad>", r"\sqrt[3]{x}", "∛x"),
        (
            f'<nary><naryPr><chr val="∑"/></naryPr><sub>{r("i=1")}</sub><sup>{r("n")}</sup>{e(r("i"))}</nary>',
            r"\sum_{i=1}^{n} i", "∑_(i=1)^n i",
        ),
        (_LARGE, r"\int_{A} f", "∫_A f"),
        (f"<d>{e(r('x'))}</d>", "(x)", "(x)"),
        (f'<d><dPr><begChr val="|"/><endChr val="|"/></dPr>{e(r("x"))}</d>', r"\left| x \right|", "|x|"),
        (f'<d><dPr><begChr val="{{"/><endChr val=""/></dPr>{e(r("x"))}</d>', r"\left\{ x \right.", "{x"),
        (f"<d>{e(_STACK)}</d>", r"\binom{n}{k}", "binom(n, k)"),
        (f"<func><fName>{r('sin')}</fName>{e(r('x'))}</func>", r"\sin x", "sin x"),
        (f"<func><fName>{r('foo')}</fName>{e(r('x'))}</func>", r"\operatorname{foo} x", "foo x"),
        (f"<limLow>{e(r('lim'))}<lim>{r('x→0')}</lim></limLow>", r"\lim_{x\to 0}", "lim_(x→0)"),
        (f'<acc><accPr><chr val="&#x302;"/></accPr>{e(r("x"))}</acc>', r"\hat{x}", "x̂"),
        (f'<bar><barPr><pos val="top"/></barPr>{e(r("x"))}</bar>', r"\overline{x}", "x̄"),
        (_MATRIX, r"\begin{matrix}a & b \\ c & d\end{matrix}", "a b; c d"),
        (f"<eqArr>{e(r('E=m#(1)'))}</eqArr>", r"E=m\quad (1)", "E = m (1)"),
        (r("𝑥≤α"), r"x\leq \alpha", "x ≤ α"),
        (r("ℝ"), r"\mathbb{R}", "ℝ"),
        (r("if x", "<nor/>"), r"\text{if x}", "if x"),
        (f"<groupChr>{e(r('a'))}</groupChr>", r"\underbrace{a}", "a"),
        (f"<phant><phantPr><show val='0'/></phantPr>{e(r('a'))}</phant>" + r("b"), "b", "b"),
        (f"<del>{r('a')}</del><ins>{r('b')}</ins>", "b", "b"),
    ],
)  # fmt: skip
def test_formulas_of_word_become_tex_and_text(inside: str, code: str, line: str) -> None:
    found = tex_of(fromstring(f"<oMath>{inside}</oMath>"))
    assert found == code
    assert tex.linear(found) == line


def test_a_formula_without_end_is_given_up() -> None:
    assert tex_of(fromstring(f"<oMath>{r('x' * 20_000)}</oMath>")) == ""
