"""Formulas as readable text on one line: x² + α/2, √(a + b), ∑_(i=1)^n x_i. TeX and MathML are read."""
