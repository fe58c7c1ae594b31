"""Web pages that blow up parsers or try to reach out."""

# ruff: noqa: E501 - a kind is a row of a table

from __future__ import annotations

import base64
import zlib

from tests.hostile.kind import BAIT, HONEST, Kind, numbered, repeated

_P = f"<p>{HONEST}</p>".encode()


def page(body: bytes, head: bytes = b"") -> bytes:
    """A page around a body."""
    return b"<!DOCTYPE html><html><head><title>Rain</title>" + head + b"</head><body>" + body + b"</body></html>"


def nested(tag: str, depth: int, *, closed: bool = False) -> bytes:
    """Elements inside elements around honest words."""
    ends = f"</{tag.split()[0]}>" * depth if closed else ""
    return page((f"<{tag}>" * depth + HONEST + ends).encode())


def _laughs() -> bytes:
    levels = "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(9))
    return f'<!DOCTYPE html [<!ENTITY a0 "ha">{levels}]><html><body><p>&a9; {HONEST}</p></body></html>'.encode()


def _exactly_355_bytes() -> bytes:
    """35 comments and a few letters: no root element follows."""
    return b"<!-- a -->" * 35 + b"rain."


KINDS = (
    Kind("html-comments-355", "note.txt", "Comments without `<html` after them took a pattern 2^n steps.", _exactly_355_bytes, cpu=3.0),
    Kind("html-comments-355-page", "note.html", "The same is called a page.", _exactly_355_bytes, cpu=3.0),
    Kind("html-comments-many", "comments.html", "100,000 comments stand before nothing.", lambda: b"<!-- a -->" * 100_000),
    Kind("html-comments-spaced", "spaced.html", "Spaces stand between comments without end.", lambda: b"<!-- a --> \n" * 30_000 + b"<"),
    Kind("html-comment-open", "open.html", "A comment never ends.", lambda: page(_P + b"<!--" + b"-" * 300_000)),
    Kind("html-comment-dashes", "dashes.html", "A comment has every beginning of its end.", lambda: page(b"<!--" + b"--!" * 100_000 + b"-->" + _P)),
    Kind("html-conditional-comments", "conditional.html", "Conditions of old browsers are nested.", lambda: page(b"<!--[if IE]>" * 20_000 + _P)),
    Kind("html-cdata", "cdata.html", "Sections open and never close.", lambda: page(b"<![CDATA[" * 20_000 + _P)),
    Kind("html-processing-instructions", "pi.html", "Instructions open and never close.", lambda: page(b"<?php " * 30_000 + _P)),
    Kind("html-declarations", "declarations.html", "Declarations stand one after the other.", lambda: b"<!DOCTYPE html>" * 20_000 + _P),
    Kind("html-long-doctype", "doctype.html", "The declaration is 500 KB long.", lambda: b"<!DOCTYPE html " + b'"a" ' * 120_000 + b">" + _P),
    Kind("html-laughs", "laughs.html", "Entities expand to a billion.", _laughs),
    Kind("html-outside-entity", "entity.html", "An entity asks for a file.", lambda: b'<!DOCTYPE html [<!ENTITY a SYSTEM "file:///etc/passwd">]><html><body><p>&a;' + _P),
    Kind("html-outside-doctype", "dtd.html", "The type of the document is on a server.", lambda: f'<!DOCTYPE html SYSTEM "{BAIT}">'.encode() + _P * 3),
    Kind("html-character-entities", "characters.html", "There are entities alone.", lambda: page(b"<p>" + b"&#65;&amp;&nbsp;" * 30_000 + _P)),
    Kind("html-bad-entities", "bad.html", "Entities name no character.", lambda: page(b"<p>" + b"&#x110000;&#0;&#xD800;&#99999999999;" * 4_000 + _P)),
    Kind("html-long-entity", "long-entity.html", "An entity has a name of 300 KB.", lambda: page(b"<p>&" + b"a" * 300_000 + b";" + _P)),
    Kind("html-ampersands", "ampersands.html", "Every character may begin an entity.", lambda: page(b"<p>" + b"&" * 300_000 + _P)),
    Kind("html-deep-div", "div.html", "Blocks are nested 100,000 levels deep.", lambda: nested("div", 100_000)),
    Kind("html-deep-div-closed", "closed.html", "Blocks are nested below the limit of the scanner.", lambda: nested("div", 400, closed=True)),
    Kind("html-deep-span", "span.html", "Inline elements are nested deeply.", lambda: nested("span", 50_000)),
    Kind("html-deep-unknown", "unknown.html", "Unknown elements are nested deeply.", lambda: nested("rain", 50_000)),
    Kind("html-deep-custom", "custom.html", "Elements of many names are nested deeply.", lambda: page(numbered("<x-{}>", 20_000) + _P)),
    Kind("html-deep-font", "font.html", "Fonts are nested deeply.", lambda: nested("font color=red", 20_000)),
    Kind("html-deep-table", "tables.html", "Tables stand in tables.", lambda: page(b"<table><tr><td>" * 3_000 + _P)),
    Kind("html-deep-list", "lists.html", "Lists stand in lists.", lambda: page(b"<ul><li>" * 5_000 + _P)),
    Kind("html-deep-quote", "quotes.html", "Quotations stand in quotations.", lambda: nested("blockquote", 5_000)),
    Kind("html-deep-svg", "svg.html", "Pictures stand in pictures.", lambda: page(b"<svg><g><foreignObject>" * 5_000 + _P)),
    Kind("html-deep-math", "math.html", "Formulas are nested deeply.", lambda: page(b"<math><mrow>" * 10_000 + _P)),
    Kind("html-deep-select", "select.html", "Choices stand in choices.", lambda: page(b"<select><option>" * 10_000 + _P)),
    Kind("html-deep-object", "object.html", "Objects stand in objects.", lambda: nested("object data=x", 10_000)),
    Kind("html-misnested", "misnested.html", "Formatting is closed in the wrong order.", lambda: page(b"<a><b><i><u></a></b></i></u><p>" * 3_000 + _P)),
    Kind("html-adoption", "adoption.html", "Every paragraph reopens all formatting.", lambda: page(b"<b><i><font size=1>" * 300 + b"<p>x</p>" * 3_000 + _P)),
    Kind("html-anchors", "anchors.html", "100,000 links open and never close.", lambda: page(b"<a href=x>" * 100_000 + _P)),
    Kind("html-open-paragraphs", "paragraphs.html", "15,000 paragraphs open and never close.", lambda: page(b"<p>rain" * 15_000)),
    Kind("html-end-tags", "ends.html", "100,000 elements are closed that were never open.", lambda: page(b"</div></p></x>" * 30_000 + _P)),
    Kind("html-breaks", "breaks.html", "A paragraph has 20,000 line breaks.", lambda: page(b"<p>" + b"<br>" * 20_000 + _P)),
    Kind("html-ordered-list", "ordered.html", "A list has 12,000 numbered items.", lambda: page(b"<ol>" + b"<li>It rained all day.</li>" * 12_000 + b"</ol>")),
    Kind("html-open-items", "items.html", "12,000 items open and never close.", lambda: page(b"<ol>" + b"<li>rain " * 12_000)),
    Kind("html-lists-of-one", "ones.html", "5,000 lists have one item.", lambda: page(b"<ol><li>It rained.</ol>" * 5_000)),
    Kind("html-definition-list", "definitions.html", "A list has 5,000 definitions.", lambda: page(b"<dl>" + b"<dt>rain<dd>water" * 5_000)),
    Kind("html-attributes", "attributes.html", "An element has 30,000 attributes.", lambda: page(b"<p" + numbered(" a{}=b", 30_000) + b">" + _P)),
    Kind("html-same-attribute", "same.html", "An element repeats one attribute.", lambda: page(b"<p" + b" a=b" * 100_000 + b">" + _P)),
    Kind("html-long-attribute", "attribute.html", "An attribute has a megabyte.", lambda: page(b'<p title="' + b"a" * 1_000_000 + b'">' + _P)),
    Kind("html-long-style", "style.html", "A style almost hides its element.", lambda: page(b'<p style="' + b"display : " * 50_000 + b'">' + _P)),
    Kind("html-open-attribute", "unclosed.html", "An attribute never ends.", lambda: page(b'<p title="' + _P * 500)),
    Kind("html-long-tag", "tag.html", "The name of an element has 500 KB.", lambda: page(b"<" + b"a" * 500_000 + b">" + _P)),
    Kind("html-open-tags", "less.html", "Every character may begin an element.", lambda: page(b"<" * 300_000 + _P)),
    Kind("html-tag-spaces", "tagged.html", "A tag has 300 KB of spaces.", lambda: page(b"<p" + b" " * 300_000 + _P)),
    Kind("html-colspan", "colspan.html", "A cell is a billion columns wide.", lambda: page(b"<table><tr><td colspan=1000000000>a<td>b</table>" * 50 + _P * 3)),
    Kind("html-rowspan", "rowspan.html", "A cell is a billion rows high.", lambda: page(b"<table><tr><td rowspan=1000000000>a<td>b<tr><td>c</table>" * 50 + _P * 3)),
    Kind("html-wide-table", "wide.html", "A row has 15,000 cells.", lambda: page(b"<table><tr>" + b"<td>rain" * 15_000 + b"</table>" + _P)),
    Kind("html-long-table", "long.html", "A table has 10,000 rows.", lambda: page(b"<table>" + b"<tr><td>a<td>b" * 10_000 + b"</table>" + _P)),
    Kind("html-table-captions", "captions.html", "A table has 8,000 captions.", lambda: page(b"<table>" + b"<caption>rain</caption>" * 8_000 + b"<tr><td>a<td>b</table>" + _P)),
    Kind("html-stray-cells", "foster.html", "Words between cells are moved before the table.", lambda: page(b"<table>" + b"rain<tr>" * 10_000 + _P)),
    Kind("html-script", "script.html", "A script has a megabyte of beginnings of its end.", lambda: page(b"<script>" + b"</scrip" * 100_000 + b"</script>" + _P)),
    Kind("html-open-script", "unended.html", "A script never ends.", lambda: page(_P + b"<script>" + b"a<!--" * 100_000)),
    Kind("html-scripts", "scripts.html", "20,000 scripts stand in a page.", lambda: page(b"<script>a()</script>" * 20_000 + _P)),
    Kind("html-styles", "css.html", "Styles import from a server.", lambda: page(_P, f"<style>@import url({BAIT});</style>".encode() * 500)),
    Kind("html-json-ld", "ld.html", "Metadata are JSON of 100,000 levels.", lambda: page(_P * 5, b'<script type="application/ld+json">' + b'{"a":[' * 50_000 + b"</script>")),
    Kind("html-meta-tags", "meta.html", "A head has 20,000 metadata.", lambda: page(_P * 3, numbered('<meta name="author" content="Ann {}">', 20_000))),
    Kind("html-title", "title.html", "The title has 500 KB.", lambda: page(_P * 3, b"<title>" + b"rain " * 100_000 + b"</title>")),
    Kind("html-titles", "titles.html", "A page has 20,000 titles.", lambda: page(_P * 3, b"<title>rain</title>" * 20_000)),
    Kind("html-headings", "headings.html", "A page has headings alone.", lambda: page(b"<h1>Rain</h1><h2>Sun</h2>" * 4_000)),
    Kind("html-refresh", "refresh.html", "A page sends its readers elsewhere.", lambda: page(_P * 3, f'<meta http-equiv="refresh" content="0;url={BAIT}">'.encode())),
    Kind("html-base", "base.html", "A page moves its links to a server.", lambda: page(_P * 3 + b'<a href="x">x</a><img src="y">', f'<base href="{BAIT}">'.encode())),
    Kind("html-frames", "frames.html", "A page consists of frames of a server.", lambda: f'<html><frameset><frame src="{BAIT}"></frameset><body>'.encode() + _P),
    Kind("html-resources", "resources.html", "A page asks for pictures, scripts and fonts.", lambda: page(_P * 3 + f'<img src="{BAIT}"><script src="{BAIT}"></script><link rel=stylesheet href="{BAIT}"><iframe src="{BAIT}"></iframe><object data="{BAIT}"></object>'.encode())),
    Kind("html-local-frames", "local.html", "A page includes files of the computer.", lambda: page(_P * 3 + b'<iframe src="file:///etc/passwd"></iframe><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>')),
    Kind("html-data-address", "data.html", "A picture of 500 KB is part of an address.", lambda: page(b'<img src="data:image/png;base64,' + base64.b64encode(zlib.compress(bytes(100))) * 20_000 + b'">' + _P)),
    Kind("html-srcdoc", "srcdoc.html", "Frames carry pages that carry frames.", lambda: page(b'<iframe srcdoc="' * 5_000 + _P)),
    Kind("html-template", "template.html", "Templates are nested deeply.", lambda: nested("template", 10_000)),
    Kind("html-noscript", "noscript.html", "Alternatives are nested deeply.", lambda: nested("noscript", 10_000)),
    Kind("html-plaintext", "plaintext.html", "An old element ends all markup.", lambda: page(b"<plaintext>" + _P * 100)),
    Kind("html-textarea", "textarea.html", "A field swallows the page.", lambda: page(b"<textarea>" + _P * 500)),
    Kind("html-hidden", "hidden.html", "All words are hidden.", lambda: page(b'<div style="display:none">' + _P * 200 + b"</div>")),
    Kind("html-no-text", "none.html", "There is no text.", lambda: page(b"<img>" * 10_000)),
    Kind("html-null-bytes", "null.html", "Zero bytes stand in tags.", lambda: page(b"<p\0>ra\0in</p>" + _P * 20)),
    Kind("html-form-feeds", "feeds.html", "Every control character stands between words.", lambda: page(b"<p>" + bytes(range(1, 9)) + b"\x0b\x0c\x0e" + _P * 30)),
    Kind("html-surrogates", "surrogates.html", "Entities name halves of characters.", lambda: page(b"<p>&#xD83D;&#xDE00;</p>" * 1_000 + _P)),
    Kind("html-xhtml-namespaces", "namespaces.xhtml", "An element declares 20,000 namespaces.", lambda: b'<?xml version="1.0"?><html' + numbered(' xmlns:a{}="urn:{}"', 20_000) + b"><body>" + _P * 3),
    Kind("html-tag-soup", "soup.html", "Tags of all kinds stand in no order.", lambda: page(repeated("<td><p><li></table><b></i><select><h1></p><form><frameset>", 150_000) + _P)),
    Kind("html-forms", "forms.html", "10,000 fields stand in nested forms.", lambda: page(b"<form><input value=a>" * 10_000 + _P)),
    Kind("html-ruby", "ruby.html", "Readings above letters are nested.", lambda: page(b"<ruby><rb>a<rt>" * 5_000 + _P)),
    Kind("html-repeated-body", "bodies.html", "A page has 20,000 bodies.", lambda: page(b"<html><body class=a>" * 20_000 + _P)),
    Kind("html-duplicate-paragraphs", "duplicates.html", "One paragraph comes 3,000 times.", lambda: page(_P * 3_000)),
)  # fmt: skip
