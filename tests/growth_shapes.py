"""Shapes of text that readers meet from strangers: one sign again and again, openings without ends, lines, nests."""

# ruff: noqa: E501 - a shape is an entry of a table

from __future__ import annotations

from tests.growth import Shape

_SIGNS = (
    " \t\n.!?,;:'\"`´’“”«»()[]{}<>|/\\-–—_=+*#>~^&%$@§0aAéß字あ가ไאا\u0301\u200b\u200d\u202e\ufeff\0\r\x85\u2028…。♪"
)
_UNITS = (
    # Words, lines and sentences.
    "a ", "A. ", "a\n", "A.\n", "\n\na", "a  b  c\n", "word ", "Word. ", "It's \"so\". ", "e.g. ", "U.S. ",
    "1.2.3.", "1,", "1 ",
    "a@", "a@b.", "www.", "http://", "a'm", "n't", "(a. ", "[1] ", "“a ", "\" ", "' ", "'' ", "a.\" ", "Fig. 1 ",
    "Mr. ",
    "今天", "雨。", "「雨。", "ฝนตก ", "ไไ", "e\u0301", "\u05d0\u05b0", "किं", "।", "a\u200d", "\ud800",
    # Lists, quotes, headings, tables, rules.
    "- a\n", "> ", ">", "> a\n", "# a\n", "#", "1. a\n", "| a | b | c |\n", "|a", "a\tb\tc\n", "---\n", "===\n",
    "a\n---\n",
    "```\n", "`", "``a", "**a", "*a ", "_a", "[a](", "[a", "![", "[[", "]]", "](", "\\[", "<a>", "&amp;", "&",
    "  \n", "    a\n",
    # Subtitles, transcripts, mails.
    "1\n00:00:01,000 --> 00:00:02,000\na\n\n", "00:00:01,000 --> ", "<v a", "{\\", "Ann: Yes.\nBob: No.\n",
    "Ann: ", "\"a\": ",
    "10:00 Ann: a\n", "[10:00] ", "From a 2020\n", "From a 2020\nA: b\n\n", "From: a\n", "A: b\n c\n", " a\n",
    "A:\n ", "\r\n",
    "-- \n", "On a, b wrote:\n> c\n", "On a:\n", ">From ", "--a\n\n",
    "Content-Type: multipart/mixed; boundary=a\n\n--a\n",
    # Markup.
    "<!--", "<!-- -->", "-->", "<div>", "</div>", "<p>", "<p>a</p>", "<ol><li>a", "<li>a", "<ul>",
    "<table><tr><td>a", "<tr><td>a",
    "<a href=\"", " a=b", "<a a=\"b\" ", "<br>", "<script>", "<b><i>", "<p><b>", "<![CDATA[", "<?xml ", "<html",
    "<meta charset ",
    "<h1>a", "<span style=\"display", "<q>", "<font>a", "<select><option>", "<form>",
    # Wikis.
    "{{", "}}", "{|\n", "|-\n", "|}", "{{a|", "[[a|", "[[http://a ", "[http://a ", "<ref>", "<ref name=a/>", "''",
    "'''a", "==a==\n",
    "__A__", "( ; ", "(;", "&#", "<nowiki>", "<math>", ":*#", ";a:b\n", "~~~~", "{{{",
)  # fmt: skip
_AROUND = (("", ""), ("", "\0"), ("a", "!"))
# A beginning that leads into a reader, and what may then go on without end.
_OPENED = (
    ("From a", "1"), ("From a 2020", "1"), ("A: b\n", " "), ("From: a\nSubject: b\n", "C: d\n"), ("WEBVTT\n\n", "\n"),
    ("<!doctype html><p ", "a=b "), ("<!doctype html><p ", "a"), ("<!doctype html>", "<ol><li>a"),
    ("<!doctype html><ol>", "<li>a"),
    ("<!doctype html><ul>", "<li>a<ul>"), ("<html><table>", "<tr><td>a<td>b"), ("<html>", "<table><tr><td>"),
    ("<html><p>", "<b>"),
    ("<html><a href=\"", "a"), ("<html><p>a", "<br>b"), ("<html>", "<p>It rained all day. "), ("<html><dl>",
    "<dt>a<dd>b"),
    ("---\ntitle: \"", " "), ("---\n", "a: b\n"), ("---\n", "\n"), ("---\n", "\n--- a"), ("| a |\n|---|\n",
    "| b |\n"), ("[a]: b\n", "[a] "),
    ("Subject: a\nFrom: b\nContent-Type: text/html\n\n<html>", "<ol><li>a"),
    ("Subject: a\nFrom: b\nContent-Type: text/html\n\n<ol>", "<li>a"),
    ("Subject: a\nFrom: b\n\n", "> a\n"), ("Subject: a\nFrom: b\n\n-- \n", "On \n"), ("Subject: a\nFrom: b\nTo: ",
    "a@b, "),
    ("Subject: ", "=?utf-8?q?a?= "), ("Subject: a\nFrom: ", "("), ("From: ", "<"), ("Content-Type: text/plain",
    "; a=b"),
    ("Content-Disposition: attachment", "; a*0=b"), ("Subject: a\nFrom: b\nDate: ", "1 "), ("Subject: a\nFrom: ",
    "\"a\" <"),
    ("00:00:01.000 --> 00:00:02.000\n", "a\n"), ("00:00:01.000 --> 00:00:02.000\n", "<v "),
    ("00:00:01.000 --> 00:00:02.000\n", "<v. "),
    ("<html><meta property=og:type content=article>", "<article><p>It rained all day in the old town, and then it rained."),
    ("<html><meta property=og:type content=article>", "<article>"),
    ("<html><div class=article-body>", "<div class=post-content><p>a"),
    ("<html>", "<script type=\"application/ld+json\">{\"@type\":\"Thing\"}</script>"),
    ("<html><script type=\"application/ld+json\">", "\"@type\":[\"Articl"),
    ("<html>", "<p>2019-09-07 10:20</p>"), ("<html>", "<p><del datetime=a>b</del><ins>c</ins>"),
    ("<html>", "<ul><li><a href=\"#a\">a</a></ul><h2 id=a>a</h2>"),
    ("Subject: a\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=a\n\n--a\nContent-Type: text/html\n\n<html>",
     "<p>a"),
)  # fmt: skip
# What opens and never closes, by the format that it belongs to, after how such a file begins. To look for an end to the
# end of the file is so quick that only a long file tells how often it is done.
OPENINGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "asciidoc": ("= a\n\n", ("----\n", "|===\n", "[a\n", "<<a ", "a:b[", "footnote:[", "++a ", "`a ", "(((a ", "////\n", "{a")),
    "email": ("From: a\nSubject: b\n\n", ("> a\n", "-- \n", "-----BEGIN PGP SIGNATURE\n", "From: a\n", "begin 644 a\n", "On a\n")),
    "html": ("<html>", ("<article>", "<b>", "\\(", "\\[", "$$a", "\\begin{a}", "<table><tr><td>", "<!--", "<pre>", "<q>")),
    "latex": (
        "\\documentclass{a}\\begin{document}",
        ("\\[a ", "\\(a ", "$\\$", "\\begin{verbatim}", "\\begin{verbatim}\\end{verbatim}", "\\begin{tabular}{l}", "\\iffalse ",
         "\\verb|a ", "\\footnote{", "\\begin{itemize}\\item ", "\\item[", "\\title{", "{", "\\section[a"),
    ),
    "markdown": ("# a\n\n", ("[a](", "`a", "``a`", "<!--", "$a ", "\\(a ", "[^a]: ", "![", "<div>", "| a ", "~~~\n", "**a ")),
    "notebook": ('{"cells": [', ('{"cell_type": "markdown", "source": "', "[", '{"a": ', '"a ', "\\u00", "1")),
    "pod": ("=head1 a\n\n=head2 b\n\n", ("B<a ", "C<< a ", "L<a|", "E<", "=begin a\n\n", "=over\n\n", "C<<< a >> ")),
    "rst": ("a\n=\n\n", ("`a <b ", "``a ", "|a ", "*a ", ":a:`b ", ".. a\n", ".. [a\n", "+--+\n|a |\n", "== ==\na\n", "::\n\n", "[#a ")),
    "subtitles": ("WEBVTT\n\n", ("<v a ", "00:01.000 --> 00:02.000\na\n", "NOTE\n", "{\\a", "(a ")),
    "text": ("", ("\"a ", "(a ", "[a ", "“a ", "- a\n", "a  b  c\n", "a.b ", "Fig. 1 ")),
    "troff": (
        ".TH A 1\n.SH B\n",
        (".de a\n", ".if n \\{\n", "\\f[a ", "\\h'a ", "\\*[a ", ".TS\nl\n", "T{\n", ".nf\n", ".B \"a ", ".RS\n", ".EQ\n", "\\n[a "),
    ),
}  # fmt: skip

SHAPES: tuple[Shape, ...] = tuple(
    dict.fromkeys(
        [Shape(before, unit, after) for unit in (*_SIGNS, *_UNITS) for before, after in _AROUND[:1]]
        + [Shape(before, unit, after) for before, unit in _OPENED for after in ("", "\n\n")]
    )
)
