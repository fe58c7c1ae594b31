"""Plain texts of odd shapes: nothing in them is damaged, they only look like no text that a person wrote."""

# ruff: noqa: E501 - a kind is a row of a table

from __future__ import annotations

import base64
import json
import random

from tests.hostile.kind import HONEST, Kind, numbered, repeated


def _letters(first: int, count: int, size: int, seed: int = 1) -> bytes:
    choose = random.Random(seed)
    return "".join(chr(first + choose.randrange(count)) for _ in range(size)).encode()


def _words(count: int, longest: int = 9, seed: int = 2) -> str:
    choose = random.Random(seed)
    return " ".join("".join(choose.choices("etaoinshrdlu", k=choose.randint(1, longest))) for _ in range(count))


def _zalgo() -> bytes:
    choose = random.Random(3)
    marks = [chr(code) for code in range(0x300, 0x370)]
    return "".join(letter + "".join(choose.choices(marks, k=30)) for letter in HONEST * 5).encode()


KINDS = (
    Kind("text-one-line-5mb", "line.txt", "One line of 5 MB is one paragraph.", lambda: repeated("word ", 5_000_000)),
    Kind("text-one-sentence", "long.txt", "100,000 different words form one sentence.", lambda: _words(100_000).encode()),
    Kind("text-no-spaces", "solid.txt", "A word has a million letters.", lambda: b"a" * 1_000_000),
    Kind("text-random-letters", "noise.txt", "No word has a space after it.", lambda: _letters(97, 26, 300_000)),
    Kind("text-digits", "digits.txt", "There are digits alone.", lambda: _letters(48, 10, 500_000)),
    Kind("text-numbers", "numbers.txt", "There are numbers with separators alone.", lambda: numbered("1,{}.{} ", 50_000)),
    Kind("text-quotes", "quotes.txt", "Every character opens or closes a quotation.", lambda: b'"' * 500_000),
    Kind("text-apostrophes", "apostrophes.txt", "Every other character is an apostrophe.", lambda: b"a'" * 250_000),
    Kind("text-mixed-quotes", "mixed.txt", "Quotations open and never close.", lambda: repeated("“‘«„", 400_000)),
    Kind("text-transcript-of-quotes", "talk.txt", "A turn consists of quotes.", lambda: b'Ann: "' + b'" "' * 100_000),
    Kind("text-dots", "dots.txt", "There are full stops alone.", lambda: b"." * 500_000),
    Kind("text-spaced-dots", "ellipsis.txt", "Every full stop may end a sentence.", lambda: b". " * 250_000),
    Kind("text-question-marks", "ask.txt", "Marks that end sentences are mixed.", lambda: repeated("?!.…", 400_000)),
    Kind("text-ends-before-words", "ends.txt", "60,000 sentences have no word before the last.", lambda: b"! ? . " * 20_000 + HONEST.encode()),
    Kind("text-initials", "initials.txt", "Every capital with a dot may be an initial.", lambda: b"A. B. C. " * 40_000),
    Kind("text-abbreviations", "short.txt", "Every dot may belong to an abbreviation.", lambda: b"e.g. i.e. Dr. " * 30_000),
    Kind("text-one-letter-sentences", "tiny.txt", "Every sentence has one letter.", lambda: b"I. A! " * 5_000),
    Kind("text-contents-dots", "contents.txt", "Dots lead to page numbers.", lambda: numbered("Part {} " + "." * 60 + " {}\n", 5_000)),
    Kind("text-dashes", "dashes.txt", "There are dashes alone.", lambda: b"-" * 500_000),
    Kind("text-rules", "rules.txt", "Every line is a rule.", lambda: b"----------\n" * 40_000),
    Kind("text-hyphenated", "wrapped.txt", "Every line ends in a hyphen.", lambda: b"hyphen-\n" * 40_000),
    Kind("text-brackets", "brackets.txt", "Brackets open and never close.", lambda: b"[" * 300_000),
    Kind("text-parentheses", "nested.txt", "Parentheses are nested deeply.", lambda: b"(" * 100_000 + b")" * 100_000),
    Kind("text-all-kinds-of-brackets", "pairs.txt", "Brackets of all kinds overlap.", lambda: repeated("([{<)]}>", 300_000)),
    Kind("text-spaces", "spaces.txt", "A sentence stands after a million spaces.", lambda: b" " * 1_000_000 + HONEST.encode()),
    Kind("text-tabs", "tabs.txt", "Every line is a row of empty cells.", lambda: b"\t\t\t\t\n" * 100_000 + HONEST.encode()),
    Kind("text-trailing-spaces", "trailing.txt", "Every line has a long end of spaces.", lambda: (b"word" + b" " * 500 + b"\n") * 1_000),
    Kind("text-blank-lines", "blank.txt", "A million lines are empty.", lambda: b"\n" * 1_000_000 + HONEST.encode()),
    Kind("text-blank-lines-with-spaces", "gaps.txt", "Empty lines have spaces.", lambda: b" \t \n" * 200_000 + HONEST.encode()),
    Kind("text-one-word-lines", "lines.txt", "100,000 lines have one word.", lambda: numbered("word{}\n", 100_000)),
    Kind("text-one-word-paragraphs", "paragraphs.txt", "8,000 paragraphs have one word.", lambda: numbered("word{}\n\n", 8_000)),
    Kind("text-headings", "headings.txt", "Every line is a heading.", lambda: numbered("CHAPTER {}\n\n", 6_000)),
    Kind("text-numbered-headings", "outline.txt", "Every line is a numbered heading.", lambda: numbered("1.{}.{} The Rain\n\n", 8_000)),
    Kind("text-deep-numbers", "deep.txt", "One heading has 100,000 levels.", lambda: b"1." * 100_000 + b" Rain\n\n" + HONEST.encode()),
    Kind("text-bullets", "bullets.txt", "Every line is a list item.", lambda: b"- rain\n" * 50_000),
    Kind("text-bullets-in-a-row", "row.txt", "One line has 200,000 bullets.", lambda: b"- " * 200_000 + b"rain"),
    Kind("text-numbered-list", "list.txt", "A list has 50,000 numbers.", lambda: numbered("{}. rain\n", 50_000)),
    Kind("text-quoted-lines", "reply.txt", "A line is quoted 100,000 times.", lambda: b">" * 100_000 + b" " + HONEST.encode()),
    Kind("text-pipes", "pipes.txt", "Every line has 1,000 cells.", lambda: (b"|" * 1_000 + b"\n") * 300),
    Kind("text-columns", "columns.txt", "Words stand in columns of spaces.", lambda: b"a    b    c    d\n" * 20_000),
    Kind("text-same-sentence", "same.txt", "One sentence is repeated 5,000 times.", lambda: b"The rain fell all day. " * 5_000),
    Kind("text-same-long-sentence", "copies.txt", "One long sentence is repeated.", lambda: (_words(400).capitalize() + ". ").encode() * 100),
    Kind("text-two-sentences-in-turn", "turns.txt", "Two sentences alternate.", lambda: b"It rained. The sun came back. " * 3_000),
    Kind("text-all-different-words", "different.txt", "No word comes back.", lambda: numbered("Rain{} falls{} here{}. ", 4_000)),
    Kind("text-capitals", "capitals.txt", "Every word is in capitals.", lambda: (HONEST.upper() + "\n").encode() * 100),
    Kind("text-one-letter-words", "letters.txt", "Every word has one letter.", lambda: b"a b c d e f g. " * 15_000),
    Kind("text-addresses", "links.txt", "There are web addresses alone.", lambda: numbered("https://example.org/a/{}?b=c.d&e#f\n", 10_000)),
    Kind("text-one-long-address", "address.txt", "One address has 500,000 characters.", lambda: b"https://example.org/" + b"a.b/" * 125_000),
    Kind("text-mail-addresses", "people.txt", "There are mail addresses alone.", lambda: numbered("a.b{}@example.org, ", 15_000)),
    Kind("text-at-signs", "at.txt", "An address has at signs without end.", lambda: b"a@" * 150_000),
    Kind("text-hashtags", "tags.txt", "There are hashtags alone.", lambda: numbered("#rain{} ", 30_000)),
    Kind("text-base64", "blob.txt", "A file was pasted as base64.", lambda: base64.encodebytes(random.Random(4).randbytes(300_000))),
    Kind("text-minified-script", "app.txt", "A program has no line ends.", lambda: b"function f(a){return a?b[c]:d&&e(f)};" * 10_000),
    Kind("text-csv", "table.txt", "A table is called a text.", lambda: numbered('{},"a ""quoted"" cell",{}\n', 20_000)),
    Kind("text-tsv", "cells.txt", "Cells are separated by tabs.", lambda: numbered("{}\tMadrid\t12\n", 20_000)),
    Kind("text-json", "data.txt", "JSON is called a text.", lambda: json.dumps([{"id": n, "text": HONEST} for n in range(300)]).encode()),
    Kind("text-deep-json", "deep-json.txt", "JSON is nested 200,000 levels deep.", lambda: b"[" * 200_000 + b"]" * 200_000),
    Kind("text-log", "server.txt", "A log has times and addresses.", lambda: numbered("2024-01-01T00:00:00Z 10.0.0.1 GET /{} 200\n", 15_000)),
    Kind("text-times", "clock.txt", "There are times alone.", lambda: b"00:00:01 " * 40_000),
    Kind("text-hexadecimal", "dump.txt", "A dump has addresses and bytes.", lambda: numbered("0000{}: 00 ff 00 ff 00 ff  ........\n", 10_000)),
    Kind("text-semicolons", "clauses.txt", "A sentence has 100,000 clauses.", lambda: b"it rains; " * 30_000),
    Kind("text-formulas", "formulas.txt", "Every line is a formula for a spreadsheet.", lambda: b"=cmd|' /C calc'!A0\n" * 2_000 + HONEST.encode()),
    Kind("text-terminal-codes", "colours.txt", "Escape sequences command a terminal.", lambda: b"\x1b]0;owned\x07\x1b[2J\x1b[31m" + HONEST.encode() * 20),
    Kind("text-backspaces", "overtyped.txt", "Backspaces overtype words.", lambda: HONEST.encode() * 40 + b"rain\x08\x08\x08\x08sun. "),
    Kind("text-carriage-returns", "mac.txt", "Lines end as on old computers.", lambda: (HONEST + "\r").encode() * 500),
    Kind("text-mixed-line-ends", "ends.txt", "Lines end in every way there is.", lambda: "Rain.\r\n\n\r\u2028\u2029\x85\x0b\x0cSun. ".encode() * 8_000),
    Kind("text-form-feeds", "pages.txt", "Every line is a page.", lambda: b"It rained.\x0c" * 10_000),
    Kind("text-combining-marks", "marks.txt", "One letter has 200,000 accents.", lambda: b"a" + "\u0301".encode() * 200_000),
    Kind("text-zalgo", "zalgo.txt", "Every letter has 30 accents.", _zalgo),
    Kind("text-bidi-overrides", "turned.txt", "Text is turned and never turned back.", lambda: ("\u202e" + HONEST + "\u202d").encode() * 200),
    Kind("text-bidi-isolates", "isolates.txt", "Isolates open and never close.", lambda: "\u2066\u2067\u2068rain ".encode() * 15_000),
    Kind("text-zero-width", "hidden.txt", "Zero-width characters part all letters.", lambda: "\u200b\u200c\u200d\u2060".join(HONEST * 30).encode()),
    Kind("text-soft-hyphens", "soft.txt", "Soft hyphens part all letters.", lambda: "\u00ad".join(HONEST * 50).encode()),
    Kind("text-right-to-left", "rtl.txt", "Scripts of both directions are mixed.", lambda: "שלום world مرحبا 123. ".encode() * 4_000),
    Kind("text-emoji-chain", "family.txt", "One emoji joins 50,000 others.", lambda: "👨\u200d".encode() * 50_000),
    Kind("text-flags", "flags.txt", "Half flags stand in a row.", lambda: "🇪".encode() * 100_001),
    Kind("text-variation-selectors", "variants.txt", "Selectors follow one letter.", lambda: b"a" + "\ufe0f".encode() * 200_000),
    Kind("text-tag-characters", "smuggled.txt", "Invisible tags carry a second text.", lambda: HONEST.encode() * 9 + _letters(0xE0020, 95, 100_000)),
    Kind("text-mathematical-letters", "fancy.txt", "Words are written in letters of mathematics.", lambda: _letters(0x1D400, 52, 60_000)),
    Kind("text-private-use", "private.txt", "No character has a meaning.", lambda: _letters(0xE000, 6_000, 100_000)),
    Kind("text-noncharacters", "none.txt", "Code points that are no characters stand between words.", lambda: "rain \ufdd0\uffff\U0010ffff. ".encode() * 9_000),
    Kind("text-replacement-characters", "lost.txt", "Every character was lost before.", lambda: "\ufffd".encode() * 200_000),
    Kind("text-chinese-without-stops", "hanzi.txt", "Chinese has no punctuation.", lambda: _letters(0x4E00, 3_000, 60_000)),
    Kind("text-chinese-stops", "stops.txt", "There are Chinese stops alone.", lambda: "。".encode() * 150_000),
    Kind("text-japanese-kana", "kana.txt", "Kana have no spaces.", lambda: _letters(0x3041, 80, 60_000)),
    Kind("text-korean-syllables", "hangul.txt", "Syllables stand by chance.", lambda: _letters(0xAC00, 11_000, 40_000)),
    Kind("text-loose-jamo", "jamo.txt", "Syllables are never composed.", lambda: _letters(0x1100, 0xFF, 60_000)),
    Kind("text-thai-without-spaces", "thai.txt", "Thai has no spaces and odd vowels.", lambda: _letters(0xE01, 58, 30_000)),
    Kind("text-arabic-stretched", "tatweel.txt", "A word is stretched.", lambda: "م".encode() + "ـ".encode() * 200_000 + "ن".encode()),
    Kind("text-devanagari-signs", "signs.txt", "Vowel signs follow no letter.", lambda: _letters(0x93E, 15, 80_000)),
    Kind("text-all-scripts", "scripts.txt", "Every word is in another script.", lambda: "".join(chr(code) + (" " if code % 5 == 0 else "") for code in range(0x100, 0x3000)).encode()),
    Kind("text-entities", "entities.txt", "Entities of HTML stand in a text.", lambda: b"&amp;lt;&#0;&#x110000;&bogus; " * 8_000),
    Kind("text-wiki-braces", "wiki.txt", "Wiki markup is nested deeply.", lambda: b"{{" * 20_000 + b"rain" + b"}}" * 20_000),
    Kind("text-tex", "paper.txt", "TeX has braces and commands alone.", lambda: b"\\frac{\\frac{" * 20_000 + b"$" * 20_000),
    Kind("text-name-of-a-file", "passwd.txt", "The text is the name of a file.", lambda: b"/etc/passwd"),
    Kind("text-address-alone", "visit.txt", "The text is an address.", lambda: b"http://127.0.0.1:47113/bait"),
)  # fmt: skip
