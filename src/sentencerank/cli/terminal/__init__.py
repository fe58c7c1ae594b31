"""A ranking drawn for the eye: margins, bars and highlights for a terminal, as lines of text.

Everything here is pure: a result and a `Page` in, lines out. Colours only repeat what marks and numbers say already.
"""

from sentencerank.cli.terminal.lines import columns, flat, isolated, leftwards, packed, paragraph, wrapped
from sentencerank.cli.terminal.page import WIDEST, Page, bar, counted, duration, title
from sentencerank.cli.terminal.reasons import explained, phrased
from sentencerank.cli.terminal.sentences import folded, layered, ranked, summarized

__all__ = [
    "WIDEST",
    "Page",
    "bar",
    "columns",
    "counted",
    "duration",
    "explained",
    "flat",
    "folded",
    "isolated",
    "layered",
    "leftwards",
    "packed",
    "paragraph",
    "phrased",
    "ranked",
    "summarized",
    "title",
    "wrapped",
]
