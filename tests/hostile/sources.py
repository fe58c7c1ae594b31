"""Sources that other programs turn into pages: LaTeX, manual pages, POD, reStructuredText, AsciiDoc, packages, pages."""

# ruff: noqa: E501 - a kind is a row of a table

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import zlib

from tests.hostile.kind import BAIT, HONEST, Kind, numbered, repeated


def tex(body: str, head: str = "") -> bytes:
    """A LaTeX document."""
    return f"\\documentclass{{article}}\n{head}\\begin{{document}}\n\\section{{Rain}}\n{HONEST}\n\n{body}\n\n{HONEST}\n\\end{{document}}\n".encode()


def man(body: str) -> bytes:
    """A manual page."""
    return (
        f'.TH RAIN 1\n.SH NAME\nrain \\- falls\n.SH DESCRIPTION\n{HONEST}\n{body}\n.SH "SEE ALSO"\n{HONEST}\n'.encode()
    )


def mdoc(body: str) -> bytes:
    """A manual page in the macros of BSD."""
    return f".Dd May 1, 2020\n.Dt RAIN 1\n.Os\n.Sh NAME\n.Nm rain\n.Nd falls\n.Sh DESCRIPTION\n{HONEST}\n{body}\n.Sh SEE ALSO\n{HONEST}\n".encode()


def pod(body: str) -> bytes:
    """The documentation of a program in Perl."""
    return f"=head1 NAME\n\nrain\n\n=head1 DESCRIPTION\n\n{HONEST}\n\n{body}\n\n=cut\n".encode()


def rst(body: str) -> bytes:
    """A reStructuredText file."""
    return f"Rain\n====\n\n.. note:: It rains.\n\n{HONEST}\n\n{body}\n\n{HONEST}\n".encode()


def adoc(body: str) -> bytes:
    """An AsciiDoc file."""
    return f"= Rain\n:toc:\n\n== Spain\n\n{HONEST}\n\n{body}\n\n[source]\n----\nrain\n----\n{HONEST}\n".encode()


LATEX = (
    Kind("tex-open-formulas", "formulas.tex", "Displayed formulas open and never close.", lambda: tex("''\\[" * 200_000)),
    Kind("tex-open-parentheses", "inline.tex", "Formulas in the line open and never close.", lambda: tex("\\(a " * 200_000)),
    Kind("tex-escaped-dollars", "dollars.tex", "A formula never comes to its dollar.", lambda: tex("$" + "\\$" * 300_000)),
    Kind("tex-dollars", "signs.tex", "There are dollars alone.", lambda: tex("$" * 500_001)),
    Kind("tex-open-code", "code.tex", "Code opens and never closes.", lambda: tex("\\begin{verbatim}" * 60_000)),
    Kind("tex-code-with-a-star", "star.tex", "Each code ends soon, and another kind far away.", lambda: tex("\\begin{verbatim}\\end{verbatim}" * 40_000 + "\\end{verbatim*}")),
    Kind("tex-open-tables", "tables.tex", "Tables open and never close.", lambda: tex("\\begin{tabular}{ll}a & b \\\\" * 40_000)),
    Kind("tex-wide-table", "wide.tex", "A row has 50,000 cells.", lambda: tex("\\begin{tabular}{l}" + "a & " * 50_000 + "\\end{tabular}")),
    Kind("tex-long-table", "long.tex", "A table has 50,000 rows.", lambda: tex("\\begin{tabular}{l}" + "a \\\\ \\hline\n" * 50_000 + "\\end{tabular}")),
    Kind("tex-environments", "nested.tex", "Lists are nested 30,000 levels deep.", lambda: tex("\\begin{itemize}\\item a " * 30_000)),
    Kind("tex-strange-environments", "strange.tex", "Every environment has another name.", lambda: tex(numbered("\\begin{a{}}b ", 20_000).decode())),
    Kind("tex-ends", "ends.tex", "Environments end that never began.", lambda: tex("\\end{itemize}" * 50_000)),
    Kind("tex-braces", "braces.tex", "Braces are nested 200,000 levels deep.", lambda: tex("{" * 200_000 + "a" + "}" * 200_000)),
    Kind("tex-open-braces", "open.tex", "Braces open and never close.", lambda: tex("\\textbf{a " * 60_000)),
    Kind("tex-closing-braces", "closing.tex", "Braces close that never opened.", lambda: tex("}" * 300_000)),
    Kind("tex-notes-in-notes", "notes.tex", "Notes are nested 20,000 levels deep.", lambda: tex("\\footnote{a " * 20_000 + "}" * 20_000)),
    Kind("tex-headings-in-headings", "headings.tex", "Headings are nested 20,000 levels deep.", lambda: tex("\\section{a " * 20_000 + "}" * 20_000)),
    Kind("tex-tables-in-cells", "cells.tex", "Tables stand in cells of tables.", lambda: tex("\\begin{tabular}{l}a & \\footnote{\\begin{array}{c}b & " * 5_000 + "\\end{array}}\\end{tabular}" * 5_000)),
    Kind("tex-fractions", "fractions.tex", "A formula has 1,000 fractions inside each other.", lambda: tex("$" + "\\frac{a}{" * 500 + "b" + "}" * 500 + "$")),
    Kind("tex-scripts", "scripts.tex", "A formula has exponents without end.", lambda: tex(("$" + "a^{b_{" * 300 + "}" * 600 + "$ ") * 50)),
    Kind("tex-left-right", "delimiters.tex", "Delimiters open and never close.", lambda: tex("$" + "\\left( \\begin{pmatrix} a & " * 150 + "$")),
    Kind("tex-commands-that-grow", "laughs.tex", "Commands stand for ten others each.", lambda: tex("\\z", "".join(f"\\newcommand{{\\{chr(98 + n)}}}{{{f'{chr(92)}{chr(97 + n)}' * 10}}}\n" for n in range(25)))),
    Kind("tex-circle", "circle.tex", "A command stands for itself.", lambda: tex("\\a" * 20_000, "\\def\\a{\\a\\a}\n")),
    Kind("tex-includes", "include.tex", "Files of the computer are included.", lambda: tex("\\input{/etc/passwd}\\include{/etc/passwd}\\verbatiminput{/etc/passwd}\\lstinputlisting{/etc/passwd}" * 500)),
    Kind("tex-shell", "shell.tex", "A command of the shell is run.", lambda: tex("\\immediate\\write18{touch /tmp/evil}\\input{|touch /tmp/evil}\\directlua{os.execute('touch /tmp/evil')}")),
    Kind("tex-remarks", "remarks.tex", "What is left out never ends.", lambda: tex("\\iffalse a " * 60_000)),
    Kind("tex-comments", "comments.tex", "There are comments alone.", lambda: tex("% a\n" * 100_000)),
    Kind("tex-long-comment", "comment.tex", "A comment has 1 MB.", lambda: tex("%" * 1_000_000)),
    Kind("tex-backslashes", "backslashes.tex", "There are backslashes alone.", lambda: tex("\\" * 400_001)),
    Kind("tex-long-command", "command.tex", "A command has 500 KB.", lambda: tex("\\" + "a" * 500_000)),
    Kind("tex-accents", "accents.tex", "Accents stand on each other.", lambda: tex("\\'{\\`{\\^" * 40_000)),
    Kind("tex-short-verbs", "verbs.tex", "Every sign stands around code.", lambda: tex("a|b!c\"d" * 40_000, "\\MakeShortVerb{\\|}\\MakeShortVerb{\\!}\\MakeShortVerb{\\\"}\n")),
    Kind("tex-verbs", "verb.tex", "Code in the line never ends.", lambda: tex("\\verb|a " * 60_000)),
    Kind("tex-options", "options.tex", "Options open and never close.", lambda: tex("\\item[\\cite[" * 40_000)),
    Kind("tex-spaces", "spaces.tex", "Spaces stand between a command and its argument.", lambda: tex(("\\emph" + " " * 2_000 + "{a}") * 200)),
    Kind("tex-blank-lines", "blank.tex", "Blank lines have spaces.", lambda: tex(" \t \n" * 200_000)),
    Kind("tex-title-without-end", "title.tex", "The title never ends.", lambda: tex("a", "\\title[" + "a" * 200_000 + "\\title{" * 20_000)),
    Kind("tex-references", "cited.tex", "50,000 works are cited.", lambda: tex("\\cite{a,b}\\ref{c}" * 25_000 + "\\begin{thebibliography}{9}" + "\\bibitem{a} Ann. Rain. 1999.\n" * 5_000 + "\\end{thebibliography}")),
)  # fmt: skip

MANUALS = (
    Kind("man-strings-that-grow", "laughs.1", "Strings stand for ten others each.", lambda: man("".join(f".ds {chr(98 + n)} {f'{chr(92)}*{chr(97 + n)}' * 10}\n" for n in range(24)) + "\\*z\n")),
    Kind("man-string-circle", "circle.1", "A string stands for itself.", lambda: man(".ds a \\*a\\*a\n" + "\\*a\n" * 5_000)),
    Kind("man-macro-circle", "macro.1", "A macro calls itself.", lambda: man(".de a\n.a\n.a\n..\n" + ".a\n" * 20_000)),
    Kind("man-open-macros", "open.1", "Macros open and never close.", lambda: man(".de a\n" * 50_000)),
    Kind("man-conditions", "if.1", "Conditions are nested 50,000 levels deep.", lambda: man(".if n \\{\\\n" * 50_000)),
    Kind("man-else", "else.1", "Conditions never end.", lambda: man(".ie t a\n.el \\{\n" * 30_000)),
    Kind("man-includes", "so.1", "Files of the computer are included.", lambda: man(".so /etc/passwd\n.mso /etc/passwd\n" * 1_000)),
    Kind("man-shell", "sy.1", "Commands of the shell are run.", lambda: man(".sy touch /tmp/evil\n.pso touch /tmp/evil\n.pi touch /tmp/evil\n.open a /tmp/evil\n" * 100)),
    Kind("man-fonts", "fonts.1", "Fonts change without end.", lambda: man("\\fBa\\fIb\\f[" * 40_000)),
    Kind("man-escapes", "escapes.1", "Escapes open and never close.", lambda: man("\\h'\\w'\\v'\\o'\\[\\*[\\n[" * 20_000)),
    Kind("man-backslashes", "backslashes.1", "There are backslashes alone.", lambda: man("\\" * 300_001)),
    Kind("man-quotes", "quotes.1", "Arguments open and never close.", lambda: man('.BR "a ""b" "' * 20_000)),
    Kind("man-arguments", "arguments.1", "A request has 200,000 arguments.", lambda: man(".BR " + "a " * 200_000)),
    Kind("man-tables", "tables.1", "Tables open and never close.", lambda: man(".TS\nl l.\na\tb\n" * 20_000)),
    Kind("man-table-columns", "columns.1", "A table has 20,000 columns.", lambda: man(".TS\n" + "l " * 20_000 + ".\n" + "a\t" * 20_000 + "\n.TE")),
    Kind("man-open-cells", "cells.1", "Cells open and never close.", lambda: man(".TS\nl.\n" + "T{\na\n" * 30_000 + ".TE")),
    Kind("man-indents", "indents.1", "Indents are nested 50,000 levels deep.", lambda: man(".RS\n.IP a 4\n" * 50_000)),
    Kind("man-terms", "terms.1", "Terms have nothing below them.", lambda: man(".TP\n" * 60_000)),
    Kind("man-lines-that-go-on", "on.1", "Every line goes on with the next.", lambda: man("a\\c\n" * 60_000 + ".B a\\\n" * 60_000)),
    Kind("man-code", "code.1", "Code opens and never closes.", lambda: man(".nf\n.EX\n" * 40_000)),
    Kind("man-equations", "equations.1", "Equations open and never close.", lambda: man(".EQ\na over b\n" * 30_000)),
    Kind("mdoc-lists", "lists.1", "Lists are nested 30,000 levels deep.", lambda: mdoc(".Bl -tag -width a\n.It a\n" * 30_000)),
    Kind("mdoc-callable", "called.1", "One line calls 100,000 macros.", lambda: mdoc(".Op " + "Fl a Ar b " * 50_000)),
    Kind("mdoc-enclosures", "enclosed.1", "Enclosures are nested 50,000 levels deep.", lambda: mdoc(".Oo\n.Pq Qq Bq\n.Xo\n" * 20_000)),
    Kind("mdoc-names", "names.1", "The name is called 60,000 times.", lambda: mdoc(".Nm\n" * 60_000)),
)  # fmt: skip

LIGHT = (
    Kind("pod-codes", "codes.pod", "Codes are nested 30,000 levels deep.", lambda: pod("B<I<" * 30_000)),
    Kind("pod-closed-codes", "closed.pod", "Codes open and close 20,000 levels deep.", lambda: pod("B<a " * 20_000 + ">" * 20_000)),
    Kind("pod-angles", "angles.pod", "A code opens with ever more angles.", lambda: pod("".join("C" + "<" * n + " a " for n in range(1, 500)))),
    Kind("pod-many-angles", "many.pod", "A code opens with 200,000 angles.", lambda: pod("C" + "<" * 200_000 + " a " + ">" * 200_000)),
    Kind("pod-links", "links.pod", "Links never end.", lambda: pod('L<a|b/"c" ' * 30_000)),
    Kind("pod-characters", "characters.pod", "Characters have no number.", lambda: pod("E<0xFFFFFFFFFF>E<99999999999999999>E<lt>E<0>" * 10_000)),
    Kind("pod-overs", "overs.pod", "Lists are nested 30,000 levels deep.", lambda: pod("=over 4\n\n=item a\n\n" * 30_000)),
    Kind("pod-backs", "backs.pod", "Lists end that never began.", lambda: pod("=back\n\n" * 50_000)),
    Kind("pod-begins", "begins.pod", "What is for other programs never ends.", lambda: pod("=begin html\n\n<b>\n\n" * 30_000)),
    Kind("pod-begin-names", "formats.pod", "What is for other programs has another name each time.", lambda: pod(numbered("=begin a{}\n\nb\n\n", 20_000).decode())),
    Kind("pod-commands", "commands.pod", "Commands stand in every line.", lambda: pod("=head2 a\n=item b\n=cut\n=pod\n" * 20_000)),
    Kind("pod-program", "program.pl", "A program has 50,000 lines of code before it says anything.", lambda: b"#!/usr/bin/perl\n" + b"# rain\nmy $x = 1;\n" * 30_000 + pod("a")),
    Kind("rst-lists", "lists.rst", "Lists are nested 300 levels deep.", lambda: rst("".join("  " * n + "* a\n\n" for n in range(300)))),
    Kind("rst-adornments", "adorned.rst", "Every heading has another adornment.", lambda: rst("".join(f"a\n{sign * 3}\n\n" for sign in "!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~") * 500)),
    Kind("rst-roles", "roles.rst", "Roles open and never close.", lambda: rst(":a:`b " * 40_000)),
    Kind("rst-backquotes", "quotes.rst", "There are backquotes alone.", lambda: rst("`" * 200_001 + " `a <" * 20_000)),
    Kind("rst-substitutions", "laughs.rst", "Substitutions stand for ten others each.", lambda: rst("|z|\n\n" + "".join(f".. |{chr(98 + n)}| replace:: {f'|{chr(97 + n)}| ' * 10}\n" for n in range(25)))),
    Kind("rst-substitution-circle", "circle.rst", "A substitution stands for itself.", lambda: rst("|a| " * 10_000 + "\n\n.. |a| replace:: |a| |a|\n")),
    Kind("rst-targets", "targets.rst", "50,000 targets have names.", lambda: rst(numbered(".. _a{}: b\n", 30_000).decode() + numbered("a{}_ ", 20_000).decode())),
    Kind("rst-grid", "grid.rst", "The grid of a table has 300 columns and rows.", lambda: rst(("+--" * 300 + "+\n" + "|a " * 300 + "|\n") * 300 + "+--" * 300 + "+\n")),
    Kind("rst-broken-grid", "broken.rst", "No cell of a grid closes.", lambda: rst("+--+--+\n|a  b |\n+-- --+\n" * 5_000)),
    Kind("rst-simple-table", "simple.rst", "A table has 2,000 columns.", lambda: rst("= " * 2_000 + "\n" + "a " * 2_000 + "\n" + "= " * 2_000 + "\n")),
    Kind("rst-includes", "include.rst", "Files of the computer and of servers are included.", lambda: rst(f".. include:: /etc/passwd\n\n.. raw:: html\n   :file: /etc/passwd\n\n.. csv-table::\n   :url: {BAIT}\n\n.. literalinclude:: /etc/passwd\n\n" * 200)),
    Kind("rst-directives", "directives.rst", "Directives are nested 200 levels deep.", lambda: rst("".join("   " * n + ".. note::\n\n" for n in range(200)))),
    Kind("rst-directives-too-deep", "deep.rst", "Directives are nested 1,500 levels deep.", lambda: rst("".join(" " * n + ".. note::\n\n" for n in range(1_500)))),
    Kind("rst-quotes", "indents.rst", "Every line is indented more than the one before.", lambda: rst("".join(" " * n + "a\n\n" for n in range(1_200)))),
    Kind("rst-stars", "stars.rst", "Emphasis opens and never closes.", lambda: rst("*a **b " * 40_000)),
    Kind("rst-footnotes", "notes.rst", "20,000 notes have the same sign.", lambda: rst("[#]_ " * 20_000 + "\n\n" + ".. [#] a\n" * 20_000)),
    Kind("rst-fields", "fields.rst", "Fields never end.", lambda: rst(":a" * 50_000 + "\n\n" + ":a: b\n" * 30_000)),
    Kind("adoc-attributes-that-grow", "laughs.adoc", "Attributes stand for ten others each.", lambda: adoc("".join(f":a{n + 1}: {f'{{a{n}}}' * 10}\n" for n in range(25)) + "\n{a25}")),
    Kind("adoc-attribute-circle", "circle.adoc", "An attribute stands for itself.", lambda: adoc(":a: {a}{a}\n\n" + "{a} " * 10_000)),
    Kind("adoc-open-blocks", "blocks.adoc", "Blocks open and never close.", lambda: adoc("----\n====\n****\n|===\n" * 20_001)),
    Kind("adoc-nested-blocks", "nested.adoc", "Every block has a longer fence.", lambda: adoc("".join("=" * n + "\n" for n in range(4, 700)))),
    Kind("adoc-lists", "lists.adoc", "A list has 50,000 levels in a line.", lambda: adoc("*" * 50_000 + " a\n" + "* a\n** b\n" * 20_000)),
    Kind("adoc-cells", "cells.adoc", "A row has 50,000 cells.", lambda: adoc("|===\n" + "|a " * 50_000 + "\n|===")),
    Kind("adoc-spans", "spans.adoc", "A cell spans a billion rows.", lambda: adoc("|===\n1000000000.1000000000+|a 999999999*|b\n|===")),
    Kind("adoc-macros", "macros.adoc", "Macros open and never close.", lambda: adoc("footnote:[link:a[image:b[pass:[" * 15_000)),
    Kind("adoc-quotes", "quotes.adoc", "Signs of emphasis open and never close.", lambda: adoc("*a _b `c #d ^e ~f " * 15_000)),
    Kind("adoc-doubled", "doubled.adoc", "Doubled signs of emphasis open and never close.", lambda: adoc("**a__b``c##d++" * 20_000)),
    Kind("adoc-includes", "include.adoc", "Files of the computer and of servers are included.", lambda: adoc(f"include::/etc/passwd[]\ninclude::{BAIT}[]\n" * 1_000)),
    Kind("adoc-conditions", "conditions.adoc", "Conditions are nested 30,000 levels deep.", lambda: adoc("ifdef::a[]\nifeval::[1 == 1]\n" * 15_000)),
    Kind("adoc-continued", "continued.adoc", "Every line goes on.", lambda: adoc("a +\n" * 60_000 + "* a\n+\n" * 20_000)),
    Kind("adoc-brackets", "brackets.adoc", "Brackets open and never close.", lambda: adoc("[[a\n<<a,b " * 20_000 + "[" * 100_000)),
    Kind("adoc-index", "index.adoc", "Terms of the index open and never close.", lambda: adoc("(((a,b ((c " * 20_000)),
)  # fmt: skip


def _large_window() -> bytes:
    """An xz file whose header says that it needs as large a window as there is."""
    data = bytearray(lzma.compress(HONEST.encode() * 50, filters=[{"id": lzma.FILTER_LZMA2, "preset": 0}]))
    header = data[12 : 12 + 4 * (data[12] + 1)]
    place = header.index(b"\x21\x01") + 2
    header[place] = 40
    header[-4:] = zlib.crc32(header[:-4]).to_bytes(4, "little")
    data[12 : 12 + len(header)] = header
    return bytes(data)


def _packed(times: int) -> bytes:
    data = HONEST.encode() * 20
    for _ in range(times):
        data = gzip.compress(data, mtime=0)
    return data


PACKAGES = (
    Kind("package-many", "Packages", "20,000 packages are described.", lambda: numbered("Package: rain{}\nVersion: 1\nDescription: falls down\n It rained all day.\n .\n It rained again.\n\n", 5_000)),
    Kind("package-folded", "control", "A field goes on for 100,000 lines.", lambda: b"Package: rain\nDescription: rain\n" + b" .\n" * 100_000 + b" It rained.\n"),
    Kind("package-fields", "METADATA", "A package has 50,000 fields.", lambda: b"Metadata-Version: 2.1\nName: rain\n" + numbered("Classifier: Rain :: {}\n", 50_000) + b"\n" + HONEST.encode()),
    Kind("package-html", "METADATA", "A description in Markdown has a page in it.", lambda: b"Metadata-Version: 2.1\nName: rain\nDescription-Content-Type: text/markdown\n\n# Rain\n\n" + b"<div><table><tr><td>" * 20_000 + HONEST.encode()),
    Kind("package-comments", "control", "Comments stand before the first field.", lambda: b"# a\n" * 50_000 + b"Package: rain\nDescription: rain\n It rained.\n"),
    Kind("package-bars", "PKG-INFO", "A folded description has bars alone.", lambda: b"Metadata-Version: 1.1\nName: rain\nDescription: " + b"        |" * 30_000 + b"\n        |\n" * 30_000 + b"\n"),
    Kind("paged-feeds", "feeds.txt", "Pages are one line long.", lambda: numbered("Rain {}\nIt rained all day.\n\x0c", 20_000)),
    Kind("paged-heads", "heads.txt", "Every line may be the head of a page.", lambda: ("Ann          Rain          [Page 1]\n\x0c\n" * 15_000).encode()),
    Kind("paged-numbers", "numbers.txt", "Lines have numbers before them.", lambda: numbered("{}  It rained all day in the old town.\n", 20_000)),
    Kind("paged-hyphens", "hyphens.txt", "Every line of every page ends in a hyphen.", lambda: ("Head 1\n" + "rain-\n" * 50 + "\x0c").encode() * 500),
    Kind("packed-xz-bomb", "bomb.txt.xz", "A packed file unpacks to 100 MB.", lambda: lzma.compress(bytes(100_000_000), preset=1)),
    Kind("packed-bzip2-bomb", "bomb.txt.bz2", "A packed file unpacks to 45 MB of text.", lambda: bz2.compress(repeated("rain ", 45_000_000))),
    Kind("packed-large-window", "window.txt.xz", "A packed file asks for a window of 4 GB.", _large_window),
    Kind("packed-twice", "twice.gz", "A packed file is packed again 20 times.", lambda: _packed(20)),
    Kind("packed-cut", "cut.gz", "A packed file is cut.", lambda: gzip.compress(HONEST.encode() * 2_000, mtime=0)[:-20]),
    Kind("packed-members", "members.gz", "A packed file has 20,000 members.", lambda: gzip.compress(b"It rained. ", mtime=0) * 20_000),
    Kind("packed-page", "page.html.gz", "A packed page has deep elements.", lambda: gzip.compress(b"<!doctype html><body>" + b"<div>" * 100_000 + HONEST.encode(), mtime=0)),
    Kind("packed-zstd-window", "window.zst", "A packed file asks for a window of 2 GB.", lambda: b"\x28\xb5\x2f\xfd\x00\xa8\x15\x00\x00" + b"rain" * 100),
    Kind("json-lines-deep", "deep.jsonl", "A record is nested 100,000 levels deep.", lambda: b'{"text": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\n" + json.dumps({"text": HONEST}).encode() * 3),
    Kind("json-lines-long", "long.jsonl", "A record has 3 MB.", lambda: json.dumps({"id": "a" * 100_000, "text": HONEST * 20_000}).encode()[:3_000_000], cpu=20.0),  # 51,000 sentences
    Kind("json-lines-many", "many.jsonl", "There are 50,000 records.", lambda: numbered('{"id": "{}", "text": "It rained."}\n', 50_000)),
    Kind("json-lines-numbers", "numbers.jsonl", "A number has 100,000 digits.", lambda: b'{"id": ' + b"9" * 100_000 + b', "text": "It rained."}\n'),
    Kind("notebook-deep", "deep.ipynb", "Outputs of a notebook are nested deeply.", lambda: b'{"cells": [{"cell_type": "markdown", "source": ["# Rain"], "outputs": ' + b"[" * 50_000 + b"]" * 50_000 + b"}]}"),
    Kind("notebook-circle", "circle.ipynb", "A cell shows itself.", lambda: json.dumps({"nbformat": 4, "cells": [{"cell_type": "markdown", "attachments": {"a.png": {"image/png": "QUJD"}}, "source": ["![a](attachment:a.png)\n"] * 20_000}]}).encode()),
)  # fmt: skip
