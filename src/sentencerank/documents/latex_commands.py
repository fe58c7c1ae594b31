"""The commands and environments of LaTeX, by what a reader sees of them."""

from __future__ import annotations

import re

from sentencerank.document import MarkKind
from sentencerank.documents.formulas.symbols import names

SECTIONS = {
    "part": 1,
    "chapter": 1,
    "section": 1,
    "subsection": 2,
    "subsubsection": 3,
    "paragraph": 4,
    "subparagraph": 5,
}
MARKS: dict[str, MarkKind] = {
    "emph": "emphasis", "textit": "emphasis", "textsl": "emphasis", "textbf": "strong", "texttt": "code",
    "code": "code", "file": "code", "pkg": "code", "cs": "code", "textsc": "emphasis", "uline": "emphasis",
}  # fmt: skip
# Commands and how many of their arguments say nothing to a reader.
SILENT = {
    **dict.fromkeys(names(
        "label index vspace hspace usepackage documentclass bibliographystyle bibliography input include "
        "pagestyle thispagestyle pagenumbering hyphenation color textcolor author date thanks affil "
        "affiliation address email institute graphicspath geometry newtheorem theoremstyle fontsize "
        "selectfont raisebox addbibresource hypersetup lstset tableofcontents subjclass urladdr "
        "keywords nocite todo deleted pagecolor setstretch linespread captionsetup scalebox parbox rotatebox colorbox "
        "phantom hphantom vphantom markright fancyfoot fontfamily pdfbookmark"
    ), 1),
    **dict.fromkeys(names(
        "newcommand renewcommand providecommand setlength addtolength setcounter addtocounter "
        "DeclareMathOperator newenvironment renewenvironment def let fancyhead definecolor rule newcolumntype "
        "resizebox multirow multicolumn fcolorbox markboth"
    ), 2),
    "addcontentsline": 3,
}  # fmt: skip
CITES = re.compile(r"(?:no)?(?:full|paren|text|foot|auto|super)?[Cc]ite\w{0,8}")
REFERS = names("ref eqref autoref cref Cref pageref nameref vref")
VERBATIM = names("verbatim Verbatim lstlisting minted alltt semiverbatim filecontents")
DRAWN = names("tikzpicture picture pgfpicture pspicture comment")
FORMULAS = names("equation align gather multline eqnarray displaymath math flalign alignat dmath")
TABLES = names("tabular tabularx longtable tabulary supertabular")
LISTS = names("itemize enumerate description compactitem compactenum")
QUOTES = names("quote quotation verse displayquote")
# Environments and how many of their arguments say nothing to a reader.
ARGUMENTS = {
    **dict.fromkeys(names("minipage multicols subfigure subtable column spacing adjustbox turn thebibliography"), 1),
    **dict.fromkeys(names("wrapfigure wraptable adjustwidth"), 2),
}
WIDE_TABLES = names("tabularx tabulary tabular*")  # have a width before their columns
RULES = re.compile(r"\\(?:hline|toprule|midrule|bottomrule|c(?:line|midrule)(?:\([lr]{1,2}\))?\{[^{}]{0,20}\})")
CELL = re.compile(r"(?<!\\)&")
ROW = re.compile(r"\\\\\*?(?:\[[^\]\n]{0,30}\])?")
LENGTH = re.compile(r"\*?[ \t]*\[[ \t]*(?:-?[\d.]|\\)[^\]\n]{0,30}\]")  # behind the end of a line
SKIPS = names("vskip hskip kern")
SKIP = re.compile(r"\s{0,3}-?[\d.]{1,8} ?(?:pt|cm|mm|em|ex|in|pc|\\[a-z]{1,20})(?: ?(?:plus|minus) ?[\w.]{1,10})*")
# Commands that stand for a word or a letter.
WRITTEN = names("LaTeX TeX BibTeX ldots dots textbackslash ss ae oe o aa quad S P")
