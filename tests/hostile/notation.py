"""Markdown."""

# ruff: noqa: E501 - a kind is a row of a table

from __future__ import annotations

from tests.hostile.kind import HONEST, Kind, numbered

_HEAD = "# Rain\n\n[a](b) **c**\n\n"


def notes(text: str) -> bytes:
    """A Markdown file that is recognised as such."""
    return (_HEAD + text + "\n\n" + HONEST + "\n").encode()


KINDS = (
    Kind("md-emphasis", "emphasis.md", "Emphasis opens and never closes.", lambda: notes("*a_ " * 30_000)),
    Kind("md-strong-emphasis", "strong.md", "Emphasis is nested.", lambda: notes("**x [" * 10_000)),
    Kind("md-stars", "stars.md", "A line has 100,000 stars.", lambda: notes("a" + "*" * 100_000 + "b")),
    Kind("md-nested-emphasis", "nested.md", "Emphasis opens and closes 20,000 levels deep.", lambda: notes("*a " * 20_000 + "b*" * 20_000)),
    Kind("md-strikes", "strikes.md", "Strikes open and never close.", lambda: notes("~~a " * 30_000)),
    Kind("md-brackets", "brackets.md", "Links open and never close.", lambda: notes("[" * 50_000)),
    Kind("md-bracket-pairs", "pairs.md", "Links are nested.", lambda: notes("[" * 20_000 + "a" + "](b)" * 20_000)),
    Kind("md-pictures", "pictures.md", "Pictures are nested.", lambda: notes("![" * 20_000 + "a" + "](b)" * 20_000)),
    Kind("md-link-openings", "openings.md", "Targets of links never end.", lambda: notes("[a](" * 20_000)),
    Kind("md-angle-targets", "angles.md", "Targets in angle brackets never end.", lambda: notes("[a](<b" * 20_000)),
    Kind("md-titles", "titles.md", "Titles of links never end.", lambda: notes('[a](b "c' * 10_000)),
    Kind("md-parentheses", "parentheses.md", "A target has nested parentheses.", lambda: notes("[a](" + "(" * 30_000)),
    Kind("md-references", "references.md", "Links refer to 20,000 definitions.", lambda: notes(numbered("[r{}]: /x\n", 20_000).decode() + "\n" + numbered("[r{}]", 5_000).decode())),
    Kind("md-open-definitions", "definitions.md", "Definitions never end.", lambda: notes("[a]: <b\n" * 20_000)),
    Kind("md-definition-titles", "deftitles.md", "The title of a definition never ends.", lambda: notes('[a]: b "' + "c\n" * 20_000)),
    Kind("md-long-label", "label.md", "A label has 100 KB.", lambda: notes("[" + "a" * 100_000 + "]: b\n\n[" + "a" * 100_000 + "]")),
    Kind("md-backticks", "backticks.md", "Code opens with ever more backticks.", lambda: notes("".join("a" + "`" * n for n in range(1, 600)))),
    Kind("md-open-backticks", "code.md", "Code opens and never closes.", lambda: notes("`a``b" * 20_000)),
    Kind("md-fences", "fences.md", "20,000 fences open.", lambda: notes("```\n" * 20_001)),
    Kind("md-long-fence", "fence.md", "A fence has 100,000 backticks.", lambda: notes("`" * 100_000 + "\nrain")),
    Kind("md-quotes", "quotes.md", "Quotations are nested 50,000 levels deep.", lambda: notes("> " * 50_000 + "rain")),
    Kind("md-quoted-lines", "lazy.md", "Each line is quoted deeper than the last.", lambda: notes("\n".join(">" * n + " rain" for n in range(400)))),
    Kind("md-lists", "lists.md", "Lists are nested 50,000 levels deep.", lambda: notes("- " * 50_000 + "rain")),
    Kind("md-indented-lists", "indented.md", "Each item is indented deeper than the last.", lambda: notes("\n".join(" " * 2 * n + "- rain" for n in range(600)))),
    Kind("md-many-items", "items.md", "A list has 20,000 items.", lambda: notes("1. rain\n" * 20_000)),
    Kind("md-large-number", "number.md", "An item has the largest number.", lambda: notes("999999999. rain\n1000000000. rain\n" * 1_000)),
    Kind("md-mixed-nesting", "mixed.md", "Quotations and lists are nested in turn.", lambda: notes("> - " * 20_000 + "rain")),
    Kind("md-headings", "headings.md", "Every line is a heading.", lambda: notes("# Rain\n" * 20_000)),
    Kind("md-hashes", "hashes.md", "A line has 200,000 hashes.", lambda: notes("# rain " + "#" * 200_000 + " #x")),
    Kind("md-underlines", "underlines.md", "Every other line underlines.", lambda: notes("Rain\n====\n" * 10_000)),
    Kind("md-rules", "rules.md", "Rules have spaces.", lambda: notes("- " * 30_000 + "\n" + "* " * 30_000 + "x\n" + "_ " * 30_000)),
    Kind("md-wide-table", "wide.md", "A table has 5,000 columns.", lambda: notes("|a" * 5_000 + "|\n" + "|-" * 5_000 + "|\n" + "|b" * 5_000 + "|")),
    Kind("md-missing-cells", "cells.md", "Rows lack cells: 1,000 columns are filled up 2,000 times.", lambda: notes("|a" * 1_000 + "|\n" + "|-" * 1_000 + "|\n" + "|b|\n" * 2_000)),
    Kind("md-long-table", "table.md", "A table has 20,000 rows.", lambda: notes("|a|b|\n|-|-|\n" + "|c|d|\n" * 20_000)),
    Kind("md-table-rules", "dashes.md", "The rule of a table has 200,000 dashes.", lambda: notes("|a|b|\n|" + "-" * 200_000 + ":|-|x\n")),
    Kind("md-html", "html.md", "20,000 blocks of HTML stand in the text.", lambda: notes("<div>\n\nrain\n\n</div>\n\n" * 1_500)),
    Kind("md-open-html", "open.md", "Tags open and never close.", lambda: notes("a <b " * 30_000)),
    Kind("md-html-comments", "comments.md", "Comments in a line never end.", lambda: notes("a <!-- b " * 20_000)),
    Kind("md-html-instructions", "instructions.md", "Instructions in a line never end.", lambda: notes("a <? b <![CDATA[ c <!X " * 10_000)),
    Kind("md-html-block-open", "block.md", "A block of HTML never ends.", lambda: notes("<script>\n" + "a\n\n" * 20_000)),
    Kind("md-autolinks", "auto.md", "Addresses never end.", lambda: notes("<http:a" * 20_000)),
    Kind("md-entities", "entities.md", "Entities never end.", lambda: notes("&a" * 50_000 + "&#" * 20_000 + "&#x110000;" * 5_000)),
    Kind("md-backslashes", "escapes.md", "Every character is escaped.", lambda: notes("\\" * 100_001 + "*")),
    Kind("md-front-matter", "front.md", "The front matter never ends.", lambda: b"---\ntitle: Rain\n" + b"a: b\n" * 30_000),
    Kind("md-front-laughs", "yaml.md", "Front matter refers to itself.", lambda: b'---\ntitle: "Rain"\na: &a ["x","x"]\nb: &b [*a,*a,*a]\nc: !!python/object/apply:os.system ["touch /tmp/evil"]\n---\n' + notes("")),
    Kind("md-front-title", "title.md", "The title of the front matter has quotes and spaces alone.", lambda: b"---\ntitle: '" + b" '" * 20_000 + b"x\n---\n\n" + notes("")),
    Kind("md-tabs", "tabs.md", "Lines are indented by tabs.", lambda: notes("-\t" * 5_000 + "rain\n" + "\t" * 50_000 + "rain")),
    Kind("md-spaces-at-ends", "ends.md", "Every line ends in many spaces.", lambda: notes(("rain" + " " * 1_000 + "\n") * 200)),
)  # fmt: skip
