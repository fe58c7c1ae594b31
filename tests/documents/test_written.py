"""Formats that people write by hand: every block is what it was, and nothing else is ranked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sentencerank.documents import read_document
from sentencerank.documents.formats import FORMATS, recognise_text
from sentencerank.documents.limits import Limits, Meter
from tests.documents.samples import RAIN, SEA, STORY, SUN, parts, prose
from tests.documents.written import ASCIIDOC, CONTROL, LATEX, MDOC, METADATA, PAGED, POD, RST, TROFF
from tests.growth import screen


def kinds(text: str) -> list[str]:
    return [kind for kind, _ in parts(read_document(text.encode()))]


def marked(text: str) -> list[tuple[str, str]]:
    document = read_document(text.encode())
    return [(mark.kind, document.text[mark.start : mark.end]) for mark in document.marks]


def test_restructured_text() -> None:
    document = read_document(RST.encode())
    assert parts(document) == [
        ("heading", "Rain in Spain"),
        ("furniture", ":Author: Ann Lee"),
        ("furniture", ":Date: 2024-02-04"),
        ("paragraph", f"{RAIN} See the sea and rain() in Spain [1]."),
        ("heading", "The sea"),
        ("paragraph", SEA),
        ("paragraph", "Run it like this:"),
        ("code", "rain --heavy\nsun --late"),
        ("list", "First, the sea warms up."),
        ("list", "Second, the air rises and cools."),
        ("list", "Clouds form."),
        ("list", "umbrella"),
        ("list", "A roof to carry, of use on most days."),
        ("code", "-v, --verbose"),
        ("list", "Tell all about the rain."),
        ("code", "def rain(): ..."),
        ("figure", "Rain over a hill"),
        ("table", "City | Rain\nRome | 4 mm"),
        ("table", "City | Rain\nOslo | 3 mm"),
        ("footnote", "As the song has it."),
        ("paragraph", SUN),
    ]
    assert "umbrella" not in prose(document)
    assert [block.level for block in document.blocks if block.kind == "heading"] == [1, 2]
    assert marked(RST)[:4] == [("link", "the sea"), ("code", "rain()"), ("emphasis", "Spain"), ("note", "[1]")]
    assert document.places[0].line == 3


@pytest.mark.parametrize(
    "directive", ["include:: /etc/passwd", "raw:: html\n   :file: /etc/passwd", "literalinclude:: a.py"]
)
def test_what_would_read_other_files_is_left_out(directive: str) -> None:
    assert kinds(f"Rain\n====\n\n.. {directive}\n\n{RAIN} See :ref:`sun`.\n") == ["heading", "paragraph"]


@pytest.mark.parametrize("page", [TROFF, MDOC])
def test_the_source_of_a_manual_page(page: str) -> None:
    found = parts(read_document(page.encode()))
    assert found[:3] == [("title", "rain(1)"), ("heading", "NAME"), ("paragraph", "rain - make it rain")]
    assert found[3] == ("heading", "SYNOPSIS")
    assert found[4][0] == "code"
    assert ("code", "-v") in found
    assert ("list", "Tell all about the rain.") in found
    assert all("." not in text[:1] and "\\" not in text for _, text in found)


def test_fonts_sections_and_tables_of_a_manual_page() -> None:
    found = parts(read_document(TROFF.encode()))
    assert ("paragraph", f"{RAIN} See sun(1) and the sea.") in found
    assert ("code", "rain --heavy") in found
    assert ("table", "City | Rain\nRome | 4 mm") in found
    assert found[-1] == ("reference", "sun(1)")
    assert ("emphasis", "the sea") in marked(TROFF)


def test_a_sentence_in_the_place_of_a_term_goes_on_below() -> None:
    page = (
        ".TH A 1\n.SH ARGUMENTS\n.TP\n\nRain to measure. It can be used to\nspecify the place.\n.TP\nRAIN\nHow much.\n"
    )
    found = parts(read_document(page.encode()))
    assert found[2:] == [
        ("list", "Rain to measure. It can be used to specify the place."),
        ("list", "RAIN"),
        ("list", "How much."),
    ]


def test_names_of_a_manual_page_are_filled_in() -> None:
    assert f"The rain program is described in sun(1). {RAIN}" in dict(parts(read_document(MDOC.encode()))).values()


def mdoc(body: str) -> list[tuple[str, str]]:
    return parts(read_document(f"{MDOC}.Sh MORE\n{body}\n".encode()))[-body.count("\n") - 1 :]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (".Oo\n.Ar user Ns @\n.Oc\n.Ar host", "[user@] host"),
        ("as\n.Sm off\n.Oo user @ Oc host : Op path\n.Sm on\nand so on.", "as [user@]host:[path] and so on."),
        (".Dq Li rain .", "“rain”."),
        (".Pq see Xr sun 1 ,\nit says", "(see sun(1)), it says"),
        ("as\n.Bx 4.3\nand\n.Nx 6.0\non\n.Ux .", "as 4.3BSD and NetBSD 6.0 on UNIX."),
        (".Ft int\n.Fn rain \"int a\" \"int b\" ;", "int rain(int a, int b);"),
        (".Fo rain\n.Fa \"int a\"\n.Fa \"int b\"\n.Fc", "rain(int a, int b)"),
        (".Fl a b Ar", "-a -b file ..."),
        (".Ex -std", "The rain utility exits 0 on success, and >0 if an error occurs."),
        (".Pf ( Ar x )", "(x)"),
    ],
)  # fmt: skip
def test_macros_of_mdoc(line: str, text: str) -> None:
    assert mdoc(line)[-1][1] == text


def test_lists_of_mdoc() -> None:
    body = ".Bl -column a b\n.It Sy City Ta Sy Rain\n.It Rome Ta 4 mm\n.It Oslo\n.Ta 3 mm\n.El"
    assert mdoc(body)[-1] == ("table", "City | Rain\nRome | 4 mm\nOslo | 3 mm")
    body = ".Bl -tag\n.It Xo\n.Ic rain\n.Op Fl h\n.Xc\nMake it rain.\n.El"
    assert mdoc(body)[-2:] == [("list", "rain [-h]"), ("list", "Make it rain.")]


DEFINITIONS = ['.de A \\" B\nno\n..', ".  am A\n.    ad l\n.  .", ".de A B\nno\n..\n.B", ".ig\nno\n.."]


@pytest.mark.parametrize("definition", DEFINITIONS)
def test_a_definition_ends_where_it_ends(definition: str) -> None:
    page = TROFF.replace(".SH", f"{definition}\n.SH", 1)
    assert parts(read_document(page.encode())) == parts(read_document(TROFF.encode()))


def test_a_term_that_docbook_wrote() -> None:
    page = TROFF + ".SH OPTIONS\n.PP\n\\fIRain=\\fR\n.RS 4\nHow much it rains; the unit\\*(Aqs name is left out.\n.RE\n"
    explained = ("list", "How much it rains; the unit's name is left out.")
    assert parts(read_document(page.encode()))[-2:] == [("code", "Rain="), explained]


def test_strings_and_signs_of_a_manual_page() -> None:
    page = (
        ".ds GN \\s-1GNU\\s+1\n.TH RAIN 1\n.SH NAME\nrain\n.SH HISTORY\nThe \\*(GN rain of Se\\(~nor Andr\\('e fell.\n"
    )
    assert parts(read_document(page.encode()))[-1] == ("paragraph", "The GNU rain of Señor André fell.")


def test_an_indented_drawing_of_a_manual_page_is_code() -> None:
    drawing = "   +-----+\n   | sky |\n   +-----+\n"
    page = f".TH RAIN 1\n.SH NAME\nrain\n.SH TEXT\nRain falls from the sky:\n{drawing}Then it is gone.\n"
    assert kinds(page)[-3:] == ["paragraph", "code", "paragraph"]
    prose = "".join(f"   {line}\n" for line in (RAIN, SEA, SUN))
    assert kinds(f".TH RAIN 1\n.SH NAME\nrain\n.SH TEXT\n{prose}")[-1] == "paragraph"


@pytest.mark.parametrize("title", ["KULLANIM", "SINOPSE", "SKŁADNIA", "总览 (SYNOPSIS)"])
def test_the_synopsis_of_a_translated_page_is_code(title: str) -> None:
    page = f".TH RAIN 1\n.SH NAME\nrain\n.SH {title}\nrain [FILE...]\n.SH TEXT\n{RAIN}\n"
    assert parts(read_document(page.encode()))[4] == ("code", "rain [FILE...]")


def test_macros_of_other_makers() -> None:
    page = (
        '.TH RAIN 1\n.SH NAME\nrain\n.SH USE\nSee\n.URL https://rain.example/ "the site" .\n'
        f".Vb 1\n\\&fall($rain);\n.Ve\n{SEA}\n.Sp\n{SUN}\n.bP\nFirst thing.\n"
        '.TP\n.BR \\-a ", "\\c\n.B \\-\\-all\nEverywhere.\n'
        ".PS\nbox\n.PE\nThey call it\n.QW rain .\n.Rs\n.%A Ann Lee\n.%T Rain\n.Re\n"
    )
    assert parts(read_document(page.encode()))[4:] == [
        ("paragraph", "See the site."),
        ("code", "fall($rain);"),
        ("paragraph", SEA),
        ("paragraph", SUN),
        ("list", "First thing."),
        ("code", "-a, --all"),
        ("list", "Everywhere. They call it “rain”."),
        ("reference", "Ann Lee Rain"),
    ]
    assert marked(page)[0] == ("link", "the site")


def test_pod_below_a_long_program_is_found() -> None:
    program = "# how much it rains\nmy $rain = 1;\n\n" * 3_000
    text = f"{program}__END__\n\n=head1 NAME\n\nRain - it falls\n\n=head1 DESCRIPTION\n\n{RAIN}\n\n=cut\n"
    document = read_document(text.encode(), name="Rain.pm")
    assert [kind for kind, _ in parts(document)] == ["heading", "paragraph", "heading", "paragraph"]


def test_pod() -> None:
    document = read_document(POD.encode())
    assert parts(document) == [
        ("heading", "NAME"),
        ("paragraph", "rain - make it rain"),
        ("heading", "SYNOPSIS"),
        ("code", "rain --heavy\n\n  stop"),
        ("heading", "DESCRIPTION"),
        ("paragraph", f"{RAIN} It is very wet if a -> b, see the sea, sun(1) and eval in perlfunc. <nobody> knows."),
        ("list", "First, the sea warms up."),
        ("list", "Second, the air rises."),
        ("list", "Third, it rains."),
        ("code", "-v, --verbose"),
        ("list", "Tell all about the rain."),
        ("paragraph", SUN),
        ("heading", "The sea"),
        ("paragraph", SEA),
        ("heading", "SEE ALSO"),
        ("reference", "sun(1)"),
    ]
    assert "3. Third" not in document.text
    assert "1. Third" in document.text
    assert marked(POD)[:4] == [("strong", "very wet"), ("emphasis", "very"), ("code", "a -> b"), ("link", "the sea")]
    assert [place.line for place in document.places[:4]] == [2, 4, 6, 8]


def test_latex() -> None:
    document = read_document(LATEX.encode())
    assert parts(document) == [
        ("title", "Rain in Spain"),
        ("heading", "Abstract"),
        ("paragraph", RAIN),
        ("heading", "The sea"),
        ("paragraph", f"{SEA} It fell at v = a/2 on José [lee].[1]"),
        ("footnote", "As the song has it."),
        ("list", "First, the sea warms up."),
        ("list", "Second, the air rises."),
        ("code", "rain --heavy"),
        ("formula", "E = mc²"),
        ("caption", "Rain by city."),
        ("table", "Rome | 4 mm\nOslo | 3 mm"),
        ("paragraph", SUN),
        ("heading", "References"),
        ("reference", "Ann Lee. Rain. 2020."),
    ]
    assert marked(LATEX)[0] == ("formula", "v = a/2")


def test_asciidoc() -> None:
    document = read_document(ASCIIDOC.encode())
    assert parts(document) == [
        ("heading", "Rain in Spain"),
        ("furniture", "Ann Lee <ann@example.org>"),
        ("paragraph", f"{RAIN} It is wet in Spain, says the part on the sea.[1]"),
        ("heading", "The sea"),
        ("paragraph", SEA),
        ("list", "First, the sea warms up."),
        ("list", "Second, the air rises."),
        ("code", "rain --heavy"),
        ("code", "-v"),
        ("code", "--verbose"),
        ("list", "Tell all about the rain."),
        ("paragraph", "Take an umbrella with you."),
        ("table", "City | Rain\nRome | 4 mm"),
        ("paragraph", f"{SUN} See the weather."),
        ("footnote", "As the song has it."),
    ]


def test_lengths_and_arguments_of_latex_are_not_read() -> None:
    text = (
        r"\documentclass{article}\begin{document}\section{Rain}\vskip 10pt plus 2pt The rain\\[3mm] fell."
        r"\nocite{*}\todo{check}\iffalse Not \figurename{} this. \fi" + "\n\n"
        r"\begin{minipage}[t]{\linewidth-1cm}It was \replaced{wet}{dry}.\deleted{Gone.}\end{minipage}"
        r"\begin{tabularx}{\textwidth}{ll}\toprule City & R\&D \\[2pt] \cmidrule(lr){1-2} Rome & 4 \\ \end{tabularx}"
        r"\end{document}"
    )
    assert parts(read_document(text.encode())) == [
        ("heading", "Rain"),
        ("paragraph", "The rain fell."),
        ("paragraph", "It was wet."),
        ("table", "City | R&D\nRome | 4"),
    ]


def test_quotation_marks_of_asciidoc() -> None:
    text = "See the ``Rain'' section, the \"`sun`\" and the `--all` option."
    assert (
        read_document(text.encode(), kind="asciidoc").text == "See the “Rain” section, the “sun” and the --all option."
    )


def test_descriptions_of_packages() -> None:
    assert prose(read_document(METADATA.encode()))[0] == "Makes it rain in Spain."
    assert prose(read_document(CONTROL.encode()))[1:] == prose(read_document(f"{RAIN}\n\n{SEA}".encode()))
    assert kinds(METADATA) == ["title", "paragraph", "furniture", "heading", "paragraph"]


def test_printed_pages_are_joined_without_their_heads_and_feet() -> None:
    document = read_document(PAGED.encode())
    assert [text for kind, text in parts(document) if kind != "page"] == [
        RAIN,
        "The water in the air falls down as rain that is unseen.",
        SEA,
        SUN,
        "The end is near.",
    ]
    assert document.notes == ("left out: heads and feet of pages (6)",)
    assert [block.about["number"] for block in document.blocks if block.kind == "page"] == ["1", "2", "3", "4"]


def test_numbers_before_lines_are_left_out() -> None:
    lines = [
        line
        for _ in range(3)
        for line in ("The rain fell on the town", "all day and nobody came", "out. It was wet.", "")
    ]
    text = "\n".join(f"{number:3}  {line}" for number, line in enumerate(lines, 1))
    document = read_document(text.encode())
    assert prose(document)[:2] == ["The rain fell on the town all day and nobody came out.", "It was wet."]
    assert document.notes == ("left out: line numbers",)


@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join(STORY),
        f"Rain\n====\n\n{RAIN}\n\nSea\n---\n\n{SEA}",
        f"{RAIN} He asked: what `is' it, and ``why''? *Nobody* knew.",
        f"# Rain\n\n{RAIN}",
        f"{RAIN}\f{SEA}",
        f"{RAIN} A path is C:\\rain\\sea, and x < 3.",
        "See .SH for more.\n" + RAIN,
    ],
)
def test_plain_text_is_no_other_format(text: str) -> None:
    assert recognise_text(text) == "text"


GROWING: dict[str, tuple[str, Callable[[int], str]]] = {
    "items in items": ("rst", lambda n: "".join(" " * min(i, 40) + "- a\n\n" for i in range(n // 20))),
    "directives": ("rst", lambda n: ".. note:: a\n\n   b\n\n" * (n // 20)),
    "open marks": ("rst", lambda n: "`a *b **c " * (n // 10)),
    "grid": ("rst", lambda n: "+--+\n|a |\n" * (n // 10)),
    "fonts": ("troff", lambda n: ".SH A\n" + r"\fBa\fR \(lqb " * (n // 14)),
    "remarks": ("latex", lambda n: r"\section{A}" + r"\iffalse a " * (n // 11)),
    "strings": ("troff", lambda n: ".SH A\n" + r".ds a \*a\*a" + "\n" + r"\*a\*(bc" * (n // 9)),
    "requests": ("troff", lambda n: ".SH A\n.TP\n.B a\nb\n" * (n // 18)),
    "quotes": ("troff", lambda n: ".SH A\n.Sh B\n." + "Dq a Oo " * (n // 8)),
    "columns": ("troff", lambda n: ".Sh B\n.Bl -column\n" + ".It a Ta b\n" * (n // 11)),
    "open cells": ("troff", lambda n: ".SH A\n.TS\nl.\nT{\n" + "a\n" * (n // 2)),
    "cells": ("troff", lambda n: ".SH A\n.TS\nl.\n" + "T{\na\nT}\t" * (n // 8)),
    "codes in codes": ("pod", lambda n: "=head1 A\n\n" + "B<a " * (n // 4)),
    "open links": ("pod", lambda n: "=head1 A\n\n" + "L<a|B<" * (n // 6)),
    "listings": ("pod", lambda n: "=head1 A\n\n" + "  a\n\n" * (n // 5)),
    "empty lines": ("pod", lambda n: "=head1 A\n\n" + "  \n" * (n // 3)),
    "indented lines": ("troff", lambda n: ".SH A\n" + " ab\n" * (n // 4)),
    "open displays": ("troff", lambda n: ".SH A\n" + ".nf\n" * (n // 4)),
    "braces": ("latex", lambda n: "{" * (n // 2) + "a" + "}" * (n // 2)),
    "notes in notes": ("latex", lambda n: r"\footnote{a " * (n // 12) + "}" * (n // 12)),
    "open environments": ("latex", lambda n: r"\begin{itemize}\item a " * (n // 24)),
    "dollars": ("latex", lambda n: "$a " * (n // 3)),
    "blocks in blocks": ("asciidoc", lambda n: "====\n" * (n // 5) + "a"),
    "attributes": ("asciidoc", lambda n: ":a: {a}{a}{a}\n" * (n // 14) + "{a}"),
    "open blocks": ("asciidoc", lambda n: "".join("-" * (4 + i % 50) + "\n" for i in range(n // 30))),
    "pages": ("paged", lambda n: "Head 1\n\nIt rained.\n\f" * (n // 20)),
    "packages": ("package", lambda n: "Package: a\nDescription: b\n c\n\n" * (n // 30)),
    "definitions": ("text", lambda n: "term  said\n      more\n" * (n // 22)),
    "fields": ("text", lambda n: "Rain: a\n" * (n // 8)),
    "contents": ("text", lambda n: "".join(f"{i} Rain\n\n" for i in range(n // 8))),
}


@pytest.mark.parametrize("shape", GROWING)
def test_long_files_take_linear_time(shape: str) -> None:
    kind, made = GROWING[shape]

    def work(size: int) -> None:
        content = FORMATS[kind].load().read(made(size).encode(), Meter(Limits(seconds=1e6)))
        list(content.pieces)

    assert screen(work, (1000, 4000, 16_000), 1e-5) is None


def test_the_place_of_latex_is_the_line_where_a_block_begins() -> None:
    body = "It rained\nall day.\n\nIt stopped\nat night."
    text = f"\\documentclass{{article}}\n\\begin{{document}}\n\\section{{Rain}}\n{body}\n\\end{{document}}\n"
    document = read_document(text.encode(), name="rain.tex")
    assert [(place.line, document.text[place.start : place.end]) for place in document.places] == [
        (4, "It rained all day."),
        (7, "It stopped at night."),
    ]


def test_signs_that_latex_makes_short_for_code() -> None:
    source = (
        r"\documentclass{ltxdoc}\begin{document}\section{Rain}"
        "\nUse |\\rain{50%}| or |sun|, not a \\emph{cloud}. One | stands\nalone.\n\\end{document}\n"
    )
    assert marked(source) == [("code", r"\rain{50%}"), ("code", "sun"), ("emphasis", "cloud")]
    assert r"Use \rain{50%} or sun, not a cloud. One | stands alone." in read_document(source.encode()).text
    assert not marked(source.replace("ltxdoc", "article"))


def test_rst_directives_inside_each_other_are_read_at_any_depth() -> None:
    def nested(levels: int) -> str:
        return "".join(f"{' ' * level}.. note::\n\n" for level in range(levels)) + " " * levels + "It rained all day.\n"

    for levels in (3, 300):
        document = read_document(f"Rain\n====\n\n{nested(levels)}".encode(), name="rain.rst")
        assert document.sentences[-1].text.endswith("It rained all day.")


def test_options_of_a_directive_are_not_read() -> None:
    source = b"Rain\n====\n\n.. note::\n   :name: a\n   :class: b\n   :class: c\n\n   It rained.\n"
    assert read_document(source, name="rain.rst").text == "Rain\n\nIt rained."


def test_latex_that_never_closes_is_read() -> None:
    body = r"It rained \[ all day \( long. \begin{verbatim} It stopped. \begin{tabular}{l} a & b"
    document = read_document((r"\documentclass{a}\begin{document}\section{Rain}" + body).encode(), name="rain.tex")
    assert "It rained" in document.text
    assert "It stopped." in document.text


def test_a_row_of_badges_is_no_text() -> None:
    text = "Rain\n====\n\n|a| |ci|\n\n.. |a| image:: v.svg\n   :alt: V\n.. |ci| image:: c.svg\n\nRain falls.\n"
    assert parts(read_document(text.encode(), kind="rst"))[1:] == [("paragraph", "Rain falls.")]
