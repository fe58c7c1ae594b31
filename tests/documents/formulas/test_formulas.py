from __future__ import annotations

import pytest

from sentencerank.documents.formulas import mathml, tex

TEX = {
    r"x^2+\alpha\leq\sqrt{b_i}": "x² + α ≤ √b_i",
    r"\sum_{i=1}^{n}\frac{x_i}{n-1}": "∑_(i=1)^n x_i/(n − 1)",
    r"\int_0^\infty e^{-x^2}\,dx=\frac{\sqrt\pi}{2}": "∫₀^∞ e^(−x²)dx = √π/2",
    r"\frac{1}{\sqrt{2\pi}}": "1/√(2π)",
    r"\frac{\partial f}{\partial x_j}": "∂f/∂x_j",
    r"\begin{pmatrix} a & b \\ c & d\end{pmatrix}": "a b; c d",
    r"\left\{ x \in \mathbb{R} \mid f(x) > 0 \right\}": "{x ∈ ℝ ∣ f(x) > 0}",
    r"\begin{cases} 1 & \text{if } x > 0\\ 0 & \text{otherwise}\end{cases}": "1 if x > 0; 0 otherwise",
    r"P(A|B) = \frac{P(A \cap B)}{P(B)}": "P(A|B) = P(A ∩ B)/P(B)",
    r"\operatorname*{argmin}_{x} f(x)": "argmin_x f(x)",
    r"\lim_{x\to 0} \frac{\sin x}{x} = 1": "lim_(x→0) (sin x)/x = 1",
    r"{n \choose k} + {a+b \over c}": "binom(n, k) + (a + b)/c",
    r"\frac25 \hat{x}_{ij} \not= -y": "2/5x̂_(ij) ≠ −y",
    r"\[ 10^{-6} \]": "10⁻⁶",
    r"\unknown{x}": "unknown x",
    r"\frac": "/",
    "{{{": "{{{",
}


@pytest.mark.parametrize("code", TEX)
def test_tex_on_one_line(code: str) -> None:
    assert tex.linear(code) == TEX[code]


@pytest.mark.parametrize("code", ["{" * 50_000, "x^" * 20_000, "\\frac" * 9_000, "a'" * 9_000, "\\left(" * 3_000])
def test_tex_that_is_too_deep_or_long_comes_back(code: str) -> None:
    assert tex.linear(code)


MATHML = {
    "<mi>x</mi><mo>=</mo><mfrac><mrow><mo>−</mo><mi>b</mi><mo>±</mo><msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>−</mo>"
    "<mn>4</mn><mi>a</mi><mi>c</mi></msqrt></mrow><mrow><mn>2</mn><mi>a</mi></mrow>"
    "</mfrac>": "x = (−b ± √(b² − 4ac))/(2a)",
    "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>x</mi><mi>i</mi>"
    "</msub>": "∑_(i=1)^n x_i",
    "<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>": "sin x",
    "<mover><mi>x</mi><mo>^</mo></mover>": "x̂",
    "<mfenced><mi>a</mi><mi>b</mi></mfenced>": "(a, b)",
    "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>": "1 2; 3",
    "<mroot><mi>x</mi><mn>3</mn></mroot><mtext>or</mtext><msubsup><mi>y</mi><mn>1</mn><mn>2</mn></msubsup>": "∛x "
    "or y₁²",
}


@pytest.mark.parametrize("inside", MATHML)
def test_mathml_on_one_line(inside: str) -> None:
    from lxml.html import fromstring

    assert mathml.linear(fromstring(f"<math>{inside}</math>")) == MATHML[inside]


def test_the_tex_that_mathml_carries() -> None:
    from lxml.html import fromstring

    annotated = (
        "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>\\vec x</annotation></semantics></math>"
    )
    assert mathml.tex_of(fromstring(annotated)) == "\\vec x"
    assert mathml.tex_of(fromstring(r"<math alttext='{\displaystyle x^{2}}'><mi>x</mi></math>")) == "x^{2}"


def test_deep_mathml_is_read_in_no_time() -> None:
    from lxml.html import fromstring

    formula = fromstring("<math>" + "<mrow>" * 200 + "<mi>x</mi>" * 5_000 + "</mrow>" * 200 + "</math>")
    assert mathml.linear(formula) == "x" * 5_000
