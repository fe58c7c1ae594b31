"""Long lines are read as paragraphs by themselves exactly where reading everything makes paragraphs of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sentencerank.languages.layout import _blocks
from sentencerank.languages.long_lines import WIDEST_WRAP, paragraphs

# What begins, fills and ends lines of all kinds.
PIECES = (
    "Rain fell on the plain.",
    "x = f(1);",
    "f(x)",
    "--rain",
    "-r",
    "A.1",
    "A)",
    "Article 5.",
    "i.",
    "1.",
    "Q: Why?",
    "?",
    "Subject: rain",
    "https://rain.example/",
    "Copyright (C) 1999 Ann Lee.",
    "licensed under the GNU licence",
    "warranty",
    "Photo: rain",
    "...... 12",
    "*** START OF THE PROJECT GUTENBERG EBOOK ***",
    "START OF THIS PROJECT GUTENBERG",
    "#",
    ">",
    "|",
    "“Rain?”",
    "usage: rain [FILE]",
    "a---b---c",
    "ann@rain:~$",
    "C:\\rain>",
    "é",
    "雨が降った。",
    "\x00",
    "p < 0.05",
    "!!!!",
    "(see below)",
    "Permission is granted to copy this page.",
    "a::b",
    "%s",
    "o",
    "long" * 12,
    "By Ann Lee",
)
LINES = st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join)
TEXTS = st.lists(LINES | LINES.map(lambda line: line + " it rained" * (WIDEST_WRAP // 10)), max_size=5)


@given(TEXTS, st.sampled_from(("\n", "\n\n", " \n", "\r\n")))
def test_long_lines_are_what_they_are_anyway(lines: list[str], parted: str) -> None:
    text = parted.join(lines)
    assert paragraphs(text) in (None, _blocks(text))


def test_prose_is_read_so() -> None:
    line = "It rained on the plain, and the plain was wet. " * 5
    assert paragraphs(f"{line.strip()}\n\n{line.strip()}") is not None
    assert paragraphs("") == ()
