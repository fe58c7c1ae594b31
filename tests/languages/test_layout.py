"""Plain text as it lies on a disk: broken lines are joined, and what is not told to anybody is not prose."""

from __future__ import annotations

import textwrap

import pytest

from sentencerank import Ranker
from sentencerank.languages.layout import blocks
from sentencerank.languages.signs import aside
from sentencerank.languages.words import unbroken

LONG = (
    "The harbour was closed on Monday after the storm had thrown two cranes over the quay, and nobody knew when "
    "Madrid would send help. The mayor asked for patience."
)
AROUND = "The rain fell on the town all day.\n\n{}\n\nThe sun came back on Tuesday, as expected."


def found(text: str) -> list[tuple[str, str]]:
    return [(block.kind, " ".join(text[block.start : block.end].split())) for block in blocks(text)]


def kind_of(text: str) -> str:
    return found(AROUND.format(text))[1][0]


@pytest.mark.parametrize("width", [40, 56, 72])
@pytest.mark.parametrize("indent", ["", "    ", "\t"])
def test_paragraphs_are_joined_at_any_width_and_indent(width: int, indent: str) -> None:
    text = textwrap.indent(textwrap.fill(LONG, width), indent)
    assert found(AROUND.format(text))[1] == ("paragraph", LONG)


@pytest.mark.parametrize("mark", ["- ", "* ", "1. ", "(a) ", "1.2. ", "§ 3 ", "Art. 5 ", "-- ", "o "])
def test_items_go_on_on_indented_lines(mark: str) -> None:
    items = [textwrap.fill(LONG, 60, initial_indent=mark, subsequent_indent=" " * len(mark)) for _ in range(2)]
    assert found("\n".join(items)) == [("list", LONG)] * 2
    assert found("\n\n".join(items)) == [("list", LONG)] * 2


def test_a_hanging_indent_and_an_indented_first_line_are_one_paragraph() -> None:
    hanging = textwrap.fill(LONG, 60, subsequent_indent="    ")
    first = textwrap.fill(LONG, 60, initial_indent="    ")
    assert found(f"{hanging}\n\n{first}") == [("paragraph", LONG)] * 2


def test_a_line_may_break_before_a_capital_or_a_number() -> None:
    text = (
        "It was said again and again in those long and wet years that\n"
        "Madrid had more rain than Oslo, and in the year of\n1999. Nobody knew."
    )
    assert found(AROUND.format(text))[1] == ("paragraph", " ".join(text.split()))


def test_a_line_with_the_end_of_a_sentence_inside_is_no_title() -> None:
    text = (
        "This is Rain, version 5.2. Rain is the town of Old\n"
        "North Quay, a whole harbour of cranes and of ships that sail,\n"
        "and of those that do not sail any more on Mondays."
    )
    assert found(AROUND.format(text))[1] == ("paragraph", " ".join(text.split()))


def test_justified_lines_and_other_line_ends_change_nothing() -> None:
    lines = textwrap.fill(LONG, 60).replace(" the ", "  the ").replace(" of ", "  of ").split("\n")
    for end in ("\n", "\r\n"):
        text = end.join(lines)
        assert found(text) == [("paragraph", " ".join(text.split()))]


def test_hyphens_at_line_ends_do_not_part_words() -> None:
    text = "The process is as\u2010\nsigned a number by the pro-\ncess table of a bug-\ntracker, and the process waits."
    assert "assigned a number by the process table" in unbroken(text, {"process"})
    ranking = Ranker().rank(f"{text} Another process has a number as well. It was assigned yesterday.")
    assert ranking.document.text.startswith(text)
    assert any("process" in phrase.text for phrase in ranking.keyphrases(5))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("$ make install", "code"),
        ("    if (x > 0) {\n        y = f(x);\n    }", "code"),
        ("+-----+\n| CMF | flags\n+-----+", "code"),
        ("$Id: rain.c,v 2.1 1993/12/28 vixie Exp $", "furniture"),
        ("Copyright (C) 1999, 2001 Ann Lee", "furniture"),
        (" -- Ann Lee <ann@example.org>  Sun, 26 Jun 2022 14:11:00 +0200", "furniture"),
        ("<https://rain.example.org/>", "furniture"),
        ("rain(7)      Miscellaneous Manual      rain(7)", "furniture"),
        ("1. Purpose ........... 2\n2. Scope ............. 3", "furniture"),
        ("Status: removed\nSince: 1.15\nWhere: Spain", "table"),
        ("Madrid      12 mm\nRome        4 mm\nOslo        3 mm", "table"),
        ("Permission is granted to copy this text, if this notice is kept.", "furniture"),
        ("--- More rain ---", "heading"),
        ("rain (1.2-3) unstable; urgency=low", "heading"),
    ],
)
def test_furniture_is_shown_and_not_ranked(text: str, kind: str) -> None:
    assert kind_of(text) == kind
    assert [each for each, _ in found(AROUND.format(text))][:: len(found(AROUND.format(text))) - 1] == ["paragraph"] * 2


@pytest.mark.parametrize(
    "text",
    [
        "He said that x = 1 (twice) and left the room at once.",
        "The licence of a dog costs a pound a year, said the mayor.",
        "Copyright law changed in 1976 and again in 1998.",
        "NASA and ESA agreed on Monday.",
        "And then....",
        "Note: the road is closed until Tuesday.",
        "$5 to $10 a head is what they pay.",
        "By noon the pool was full.",
        "Shall I compare thee to a summer's day?\nThou art more lovely and more temperate.",
        "因为罗国杰老师实际上在鹏程实验室做的就是 EDA 这就代表了高端软件系统水平。",
    ],
)
def test_sentences_stay_prose(text: str) -> None:
    assert {kind for kind, _ in found(AROUND.format(text))} == {"paragraph"}


def test_a_manual_page_as_it_is_shown() -> None:
    text = (
        "RAIN(1)            User Commands            RAIN(1)\n\nNAME\n       rain - make it rain\n\n"
        "SYNOPSIS\n       rain [OPTION]... [FILE]...\n\n"
        "DESCRIPTION\n       It makes rain fall in Spain, on the plain.\n\n"
        "   The sea\n       Warm air rises over the sea and cools.\n\n"
        "       -v, --verbose\n              Tell all about the rain.\n\n"
        "       -q     Say nothing\n              about the rain.\n\nSEE ALSO\n       sun(1), sea(1)\n"
    )
    assert found(text) == [
        ("furniture", "RAIN(1) User Commands RAIN(1)"),
        ("heading", "NAME"),
        ("paragraph", "rain - make it rain"),
        ("heading", "SYNOPSIS"),
        ("code", "rain [OPTION]... [FILE]..."),
        ("heading", "DESCRIPTION"),
        ("paragraph", "It makes rain fall in Spain, on the plain."),
        ("heading", "The sea"),
        ("paragraph", "Warm air rises over the sea and cools."),
        ("code", "-v, --verbose"),
        ("paragraph", "Tell all about the rain."),
        ("code", "-q"),
        ("paragraph", "Say nothing about the rain."),
        ("heading", "SEE ALSO"),
        ("reference", "sun(1), sea(1)"),
    ]


def test_titles_of_items_stand_over_their_text() -> None:
    text = (
        "1. Free Redistribution\n   The license may not restrict any party.\n"
        "2. Source Code\n   The program must include source code.\n"
    )
    assert [kind for kind, _ in found(text)] == ["heading", "paragraph"] * 2


def test_questions_of_a_faq_are_headings_of_their_answers() -> None:
    text = (
        "Q:  Why does it rain?\n\nA:  The air cools. Then the\n    water falls.\n\n"
        "Q:  When?\n\nA:  On Monday, as always.\n"
    )
    assert found(text) == [
        ("heading", "Why does it rain?"),
        ("paragraph", "The air cools. Then the water falls."),
        ("heading", "When?"),
        ("paragraph", "On Monday, as always."),
    ]


def test_a_table_of_contents_is_told_by_its_headings() -> None:
    titles = ("Rain in the town", "The sea", "What to do now")
    body = "\n\n".join(f"{title}\n\nIt rained on day {number}, and nobody came." for number, title in enumerate(titles))
    text = "It rained for a whole week in the town.\n\n" + "".join(f"  * {title}\n" for title in titles) + f"\n{body}\n"
    assert [kind for kind, _ in found(text)] == ["paragraph", *["furniture"] * 3, *["heading", "paragraph"] * 3]


def test_a_table_of_contents_may_hold_sentences_that_come_back() -> None:
    titles = ("Rain falls in the town.", "The sea is warm!", "What to do now")
    body = "\n\n".join(f"{title}\n\nIt rained on day {number}, and nobody came." for number, title in enumerate(titles))
    text = "Table of Contents\n\n" + "".join(f"{title}\n" for title in titles) + f"\n{body}\n"
    assert [kind for kind, _ in found(text)][:4] == ["heading", *["furniture"] * 3]
    assert ("paragraph", "It rained on day 0, and nobody came.") in found(text)


def test_what_stands_between_two_entries_of_a_table_of_contents_belongs_to_them() -> None:
    titles = [f"1.{number}) What is rain of kind {number}?" for number in range(1, 7)]
    listed = "\n".join([*titles[:3], "       Warning: the roof is not tight!", *titles[3:]])
    body = "\n\n".join(f"{title}\n\nIt rained all day in the plain, and nobody came to the town." for title in titles)
    told = found(f"{listed}\n\n{body}\n")
    assert ("furniture", "Warning: the roof is not tight!") in told
    assert [kind for kind, _ in told].count("paragraph") == 6


def test_mail_headers_and_signatures_of_a_text_are_furniture() -> None:
    text = (
        "From: Ann Lee <ann@example.org>\nSubject: Rain\nDate: 4 Feb 2024\n\n"
        "It rained all day in the town.\n\n-- \nAnn Lee\nRain Office\n"
    )
    assert [kind for kind, _ in found(text)] == ["furniture", "paragraph", "furniture", "furniture"]


def test_a_licence_itself_is_ranked() -> None:
    text = (
        "Permission is hereby granted, free of charge, to any person who gets a copy of this software.\n\n"
        "The software is provided as is, without warranty of any kind, under this license.\n"
    )
    assert {kind for kind, _ in found(text)} == {"paragraph"}


def test_references_of_a_plain_text_are_kept_apart() -> None:
    text = (
        "Rain\n\nIt rained all day in the town.\n\n"
        "References\n\nLee, A. (2020). Rain. Journal of Weather, 3.\n\nLee, B. Sun.\n"
    )
    assert [kind for kind, _ in found(text)][-2:] == ["reference", "reference"]


def test_asides_of_other_formats_are_told_too() -> None:
    assert aside("© 2024 The Valley Times. All rights reserved.") == "furniture"
    assert aside("It rained.") is None


def test_a_clause_goes_on_below_its_number() -> None:
    clause = "You may make and give away verbatim copies of the source form of the"
    rest = "Standard Version of this Package without restriction, provided that you keep\nall notices."
    assert [kind for kind, _ in found(f"1. {clause}\n{rest}\n\n2. You may sell it.")] == ["list", "list"]
    assert [kind for kind, _ in found("1. rain\nIt fell all day.\n\n2. sun")] == ["list", "paragraph", "list"]


def test_a_clause_whose_first_line_is_indented_goes_on_below() -> None:
    text = (
        "  4. You may not copy, modify, sublicense, distribute or transfer the\n"
        "Program except as expressly provided under this licence, and nothing\n"
        "else is allowed.\n\n"
        "  5. By copying, distributing or modifying the Program you say that you\n"
        "accept this licence and all of its terms and conditions to do so.\n"
    )
    assert [block.kind for block in blocks(text)] == ["list", "list"]


def test_questions_over_indented_or_underlined_answers_are_headings() -> None:
    text = "".join(
        f"Why does the {name} stop?\n\n    It stops because the spring has run down, and nobody has wound it.\n\n"
        for name in ("clock", "watch", "mill")
    )
    assert [block.kind for block in blocks(text)] == ["heading", "paragraph"] * 3
    text = "Why use it at all?\n==================\n\nIt shows the time, which is of use to everybody.\n"
    assert [block.kind for block in blocks(text)] == ["heading", "paragraph"]


def test_the_letter_before_an_answer_is_left_out() -> None:
    text = "Q. Why does it stop?\n\nA. The spring has run down.\n\nQ. What now?\n\nA. Wind it.\n"
    assert [text[block.start : block.end] for block in blocks(text)][1] == "The spring has run down."


def test_a_remark_in_brackets_is_not_told() -> None:
    assert aside("[This is the first version of the text.  It replaces the draft.]") == "caption"
    assert aside("[a] is the first letter, and [b]") is None


def test_a_synopsis_that_ends_with_dots_in_brackets_is_code() -> None:
    text = "SYNOPSIS\n    rain [OPTION...] PATTERNS [FILE...]\n\nDESCRIPTION\n    rain looks for PATTERNS in files.\n"
    assert [block.kind for block in blocks(text)] == ["heading", "code", "heading", "paragraph"]


def test_two_lines_as_long_as_the_wrapped_ones_are_one_sentence_beside_a_long_command() -> None:
    text = (
        "The clock is wound by a servant who comes at seven and leaves as soon\n"
        "as the bells have rung, which they do every day except on those days\n"
        "on which they are mended.\n\n"
        "Those who do not want the servant to wind the clock in this manner on\n"
        "Sundays should say so.\n\n"
        f"    clockctl --user mask --now {' '.join(f'clock-{name}.socket' for name in 'abcdefgh')}\n"
    )
    told = [text[block.start : block.end] for block in blocks(text) if block.kind == "paragraph"]
    assert told[1].endswith("should say so.")
    assert told[1].startswith("Those who")


def test_a_name_or_a_number_at_the_beginning_of_a_wrapped_line_parts_no_sentence() -> None:
    text = (
        "This contract does not let you take your program into other programs of yours.\n"
        "If your program is a library, you may think it better to let others link it,\n"
        "so use instead what the Office of Rain calls the Smaller General Weather\n"
        "Charter of Rain. It must be passed on under the terms of the first Sections\n"
        "1 and 2 above.\n"
    )
    assert [block.kind for block in blocks(text)] == ["paragraph"]


def test_a_sentence_goes_on_in_the_next_line_beside_lines_that_are_not_wrapped() -> None:
    wide = f"{'It rained all day and all night in the plain. ' * 4}\n"
    text = f"{wide}\n    This mends a leak in the roof of the old weather office, which\n    may let in rain.\n"
    assert [block.kind for block in blocks(text)] == ["paragraph", "paragraph"]


def test_the_log_of_a_repository() -> None:
    entry = f"commit {'0a' * 20}\nAuthor: Ann Lee <ann@rain.example>\nDate:   Tue May 3 15:09:54 2022 -0700\n\n"
    text = f"{entry}    It rains more now than it did before.\n\n    Signed-off-by: Ann Lee <ann@rain.example>\n\n" * 2
    assert {block.kind for block in blocks(text)} <= {"furniture", "caption", "paragraph"}
    assert [block.kind for block in blocks(text)].count("paragraph") == 2


def test_a_sentence_behind_the_sign_of_a_comment_is_no_heading() -> None:
    text = "rain (1.0) unstable\n\n  * New rain.\n\n# Older entries have been removed from this changelog.\n"
    assert "heading" not in [block.kind for block in blocks(text)][-1:]
