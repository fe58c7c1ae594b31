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
        "selectfont raisebox addbibresource hypersetup lstset tableofcontents vskip hskip subjclass urladdr "
        "keywords"
    ), 1),
    **dict.fromkeys(names(
        "newcommand renewcommand providecommand setlength addtolength setcounter addtocounter "
        "DeclareMathOperator newenvironment renewenvironment def let fancyhead definecolor rule newcolumntype"
    ), 2),
}  # fmt: skip
CITES = re.compile(r"(?:no)?(?:full|paren|text|foot|auto|super)?[Cc]ite\w{0,8}")
REFERS = names("ref eqref autoref cref Cref pageref nameref vref")
VERBATIM = names("verbatim Verbatim lstlisting minted alltt semiverbatim filecontents")
DRAWN = names("tikzpicture picture pgfpicture pspicture comment")
FORMULAS = names("equation align gather multline eqnarray displaymath math flalign alignat dmath")
TABLES = names("tabular tabularx longtable tabulary supertabular")
LISTS = names("itemize enumerate description compactitem compactenum")
QUOTES = names("quote quotation verse displayquote")
# Commands that stand for a word or a letter.
WRITTEN = names("LaTeX TeX BibTeX ldots dots textbackslash ss ae oe o aa quad S P")
