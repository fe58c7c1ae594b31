"""Word files: XML that blows up, and parts that refer to each other without end."""

# ruff: noqa: E501 - a kind is a row of a table

from __future__ import annotations

import codecs

from tests.documents.samples import word_file, word_paragraph, zipped
from tests.hostile.kind import BAIT, HONEST, Kind, numbered

_P = word_paragraph(HONEST)
_NS = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_PART = "word/document.xml"


def part(xml: str | bytes, **more: str) -> bytes:
    """A Word file whose text is this XML."""
    return zipped({_PART: xml, **{f"word/{name}.xml": content for name, content in more.items()}})


def body(inside: str, prolog: str = "") -> str:
    """The text of a Word file."""
    return f"{prolog}<w:document {_NS}><w:body>{inside}</w:body></w:document>"


def laughs(levels: int = 9, fan: int = 10) -> str:
    """Entities of which each holds the last one several times."""
    lines = "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * fan}">' for n in range(levels))
    return f'<!DOCTYPE x [<!ENTITY a0 "ha">{lines}]>'


def style(id: str, based_on: str = "", name: str = "x", more: str = "") -> str:
    """A style of paragraphs."""
    return f'<w:style w:styleId="{id}"><w:name w:val="{name}"/><w:basedOn w:val="{based_on}"/>{more}</w:style>'


def _entity(definition: str) -> bytes:
    return part(body(word_paragraph("&a;") + _P, f"<!DOCTYPE x [{definition}]>"))


def _nest(tag: str, depth: int) -> bytes:
    return word_file(f"<w:{tag}>" * depth + _P + f"</w:{tag}>" * depth)


def _tables(depth: int) -> bytes:
    return word_file("<w:tbl><w:tr><w:tc>" * depth + _P + "</w:tc></w:tr></w:tbl>" * depth)


KINDS = (
    Kind("xml-laughs", "laughs.docx", "Entities expand to a billion.", lambda: part(body(word_paragraph("&a9;"), laughs()))),
    Kind("xml-quadratic", "quadratic.docx", "One long entity is used without end.", lambda: part(body(word_paragraph("&a;" * 50_000), f'<!DOCTYPE x [<!ENTITY a "{"a" * 50_000}">]>'))),
    Kind("xml-recursive-entity", "recursive.docx", "An entity holds itself.", lambda: _entity('<!ENTITY a "&b;"><!ENTITY b "&a;">')),
    Kind("xml-outside-file", "file.docx", "An entity asks for a file.", lambda: _entity('<!ENTITY a SYSTEM "file:///etc/passwd">')),
    Kind("xml-outside-server", "server.docx", "An entity asks for a page of a server.", lambda: _entity(f'<!ENTITY a SYSTEM "{BAIT}">')),
    Kind("xml-outside-device", "device.docx", "An entity asks for a file that never ends.", lambda: _entity('<!ENTITY a SYSTEM "file:///dev/zero">')),
    Kind("xml-parameter-entity", "parameter.docx", "A parameter entity asks for a page of a server.", lambda: _entity(f'<!ENTITY % a SYSTEM "{BAIT}"> %a;')),
    Kind("xml-parameter-laughs", "parameters.docx", "Parameter entities expand.", lambda: _entity('<!ENTITY % a "ha"><!ENTITY % b "' + "%a;" * 10_000 + '"> %b; %b;')),
    Kind("xml-unparsed-entity", "unparsed.docx", "A notation names a program.", lambda: _entity('<!NOTATION n SYSTEM "/bin/sh"><!ENTITY a SYSTEM "x" NDATA n>')),
    Kind("xml-outside-dtd", "dtd.docx", "The DTD is on a server.", lambda: part(body(_P, f'<!DOCTYPE x SYSTEM "{BAIT}">'))),
    Kind("xml-dtd-attributes", "defaults.docx", "A DTD gives 20,000 attributes to an element.", lambda: part(body(_P, "<!DOCTYPE x [<!ATTLIST p " + numbered('a{} CDATA "b" ', 20_000).decode() + ">]>"))),
    Kind("xml-dtd-content", "model.docx", "A DTD has a deep model of content.", lambda: part(body(_P, "<!DOCTYPE x [<!ELEMENT p " + "(" * 20_000 + "a" + ")" * 20_000 + ">]>"))),
    Kind("xml-entities-in-styles", "styles.docx", "The styles define entities that expand.", lambda: part(body(_P), styles=laughs() + "<a>&a9;</a>")),
    Kind("xml-entities-in-notes", "notes.docx", "The notes define entities that expand.", lambda: part(body(_P), footnotes=laughs() + "<a>&a9;</a>")),
    Kind("xml-deep", "deep.docx", "Elements are nested 100,000 levels deep.", lambda: part("<a>" * 100_000 + "</a>" * 100_000)),
    Kind("xml-deep-open", "open.docx", "Elements open and never close.", lambda: part("<a>" * 400)),
    Kind("xml-attributes", "attributes.docx", "An element has 50,000 attributes.", lambda: part(f"<w:document {_NS}" + numbered(' a{}="b"', 50_000).decode() + f"><w:body>{_P}</w:body></w:document>")),
    Kind("xml-colliding-attributes", "collide.docx", "20,000 names of attributes look alike.", lambda: part(f"<w:document {_NS}" + numbered(' aaaaaaaaaaaaaaaaaaaaaaaaaaaa{}=""', 20_000).decode() + f"><w:body>{_P}</w:body></w:document>")),
    Kind("xml-long-attribute", "attribute.docx", "An attribute has 5 MB.", lambda: part(f'<w:document {_NS} a="{"b" * 5_000_000}"><w:body>{_P}</w:body></w:document>')),
    Kind("xml-namespaces", "namespaces.docx", "An element declares 20,000 namespaces.", lambda: part("<w:document " + _NS + numbered(' xmlns:a{}="urn:{}"', 20_000).decode() + f"><w:body>{_P}</w:body></w:document>")),
    Kind("xml-long-namespace", "namespace.docx", "Every element is in a namespace of 10 KB.", lambda: part(f'<document xmlns="{"a" * 10_000}"><body>' + "<p/>" * 10_000 + "</body></document>")),
    Kind("xml-long-name", "name.docx", "The name of an element has a megabyte.", lambda: part("<" + "a" * 1_000_000 + "/>")),
    Kind("xml-cdata", "cdata.docx", "20,000 sections hold one letter.", lambda: part(body(f"<w:p><w:r><w:t>{'<![CDATA[a]]>' * 20_000}</w:t></w:r></w:p>" + _P))),
    Kind("xml-comments", "comments.docx", "20,000 comments stand between paragraphs.", lambda: part(body("<!-- a -->" * 20_000 + _P))),
    Kind("xml-instructions", "instructions.docx", "Instructions ask for style sheets of a server.", lambda: part(body(_P, f'<?xml-stylesheet href="{BAIT}"?>' * 1_000))),
    Kind("xml-zeros", "zeros.docx", "Zero bytes stand in the XML.", lambda: part(body(_P).replace(" ", "\0"))),
    Kind("xml-not-xml", "plain.docx", "The text is no XML.", lambda: part(HONEST)),
    Kind("xml-empty", "empty.docx", "The text is empty.", lambda: part("")),
    Kind("xml-cut", "cut.docx", "The XML is cut.", lambda: part(body(_P * 50)[:-100])),
    Kind("xml-two-roots", "roots.docx", "There are two texts.", lambda: part(body(_P) + body(_P))),
    Kind("xml-utf16", "utf16.docx", "The XML is UTF-16.", lambda: part(body(_P).encode("utf-16"))),
    Kind("xml-utf16-undeclared", "bare.docx", "The XML is UTF-16 without a mark.", lambda: part(body(_P).encode("utf-16-le"))),
    Kind("xml-utf32", "utf32.docx", "The XML is UTF-32.", lambda: part(codecs.BOM_UTF32_LE + body(_P).encode("utf-32-le"))),
    Kind("xml-utf7", "utf7.docx", "The XML declares UTF-7.", lambda: part(body(_P, '<?xml version="1.0" encoding="utf-7"?>'))),
    Kind("xml-wrong-encoding", "wrong.docx", "The XML declares another encoding.", lambda: part(body(_P + word_paragraph("größer"), '<?xml version="1.0" encoding="utf-16"?>'))),
    Kind("xml-unknown-encoding", "unknown.docx", "The XML declares no known encoding.", lambda: part(body(_P, '<?xml version="1.0" encoding="x-rain"?>'))),
    Kind("xml-python-codec", "codec.docx", "The XML declares a codec that unpacks.", lambda: part(body(_P, '<?xml version="1.0" encoding="zlib_codec"?>'))),
    Kind("xml-version", "version.docx", "The version of XML is 9.9.", lambda: part(body(_P, '<?xml version="9.9" standalone="no"?>'))),
    Kind("docx-no-body", "bodiless.docx", "There is no body.", lambda: part(f"<w:document {_NS}/>")),
    Kind("docx-empty-paragraphs", "million.docx", "There are a million empty paragraphs.", lambda: word_file("<w:p/>" * 1_000_000 + _P), cpu=15.0),
    Kind("docx-empty-runs", "runs.docx", "A paragraph has 200,000 empty runs.", lambda: word_file("<w:p>" + "<w:r/>" * 200_000 + "</w:p>" + _P)),
    Kind("docx-one-letter-runs", "letters.docx", "Every letter is a run.", lambda: word_file("<w:p>" + "<w:r><w:t>a </w:t></w:r>" * 50_000 + "</w:p>")),
    Kind("docx-breaks", "breaks.docx", "A paragraph has 100,000 line breaks.", lambda: word_file("<w:p><w:r>" + "<w:br/><w:tab/>" * 100_000 + "</w:r></w:p>" + _P)),
    Kind("docx-paragraph-in-paragraph", "nested.docx", "Paragraphs stand in paragraphs.", lambda: _nest("p", 400)),
    Kind("docx-content-controls", "controls.docx", "Content controls are nested.", lambda: _nest("sdt", 450)),
    Kind("docx-runs-in-runs", "inner.docx", "Runs stand in runs.", lambda: word_file("<w:p>" + "<w:r>" * 400 + "<w:t>It rained.</w:t>" + "</w:r>" * 400 + "</w:p>" + _P)),
    Kind("docx-text-boxes", "boxes.docx", "Paragraphs of text boxes are nested.", lambda: word_file("<w:p><w:r><w:txbxContent>" * 120 + _P + "</w:txbxContent></w:r></w:p>" * 120)),
    Kind("docx-tables-in-tables", "tables.docx", "Tables are nested.", lambda: _tables(150)),
    Kind("docx-tables-too-deep", "deeper.docx", "Tables are nested 30,000 levels deep.", lambda: _tables(10_000)),
    Kind("docx-branching-tables", "branches.docx", "Each cell has two tables, ten levels deep.", lambda: word_file(_branch(10))),
    Kind("docx-wide-table", "wide.docx", "A row has 30,000 cells.", lambda: word_file("<w:tbl><w:tr>" + f"<w:tc>{word_paragraph('rain')}</w:tc>" * 30_000 + "</w:tr></w:tbl>" + _P)),
    Kind("docx-grid-span", "span.docx", "A cell is a billion columns wide.", lambda: word_file('<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="1000000000"/></w:tcPr>' + _P + "</w:tc></w:tr></w:tbl>" + _P)),
    Kind("docx-insertions", "inserted.docx", "Tracked insertions are nested.", lambda: _nest("ins", 450)),
    Kind("docx-deletions", "deleted.docx", "All text is deleted.", lambda: word_file("<w:p><w:del><w:r><w:delText>It rained.</w:delText></w:r></w:del></w:p>" * 5_000)),
    Kind("docx-moves", "moved.docx", "Text is moved from itself to itself.", lambda: word_file('<w:p><w:moveFrom w:id="1"><w:moveTo w:id="1"><w:r><w:t>It rained.</w:t></w:r></w:moveTo></w:moveFrom></w:p>' * 2_000 + _P)),
    Kind("docx-alternatives", "alternate.docx", "Alternatives are nested.", lambda: word_file("<AlternateContent><Choice>" * 200 + _P + "</Choice></AlternateContent>" * 200 + _P)),
    Kind("docx-imported-chunk", "chunk.docx", "A part of the text is another file.", lambda: word_file('<w:altChunk xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1"/>' + _P, afchunk=laughs())),
    Kind("docx-field-codes", "fields.docx", "Fields include files and start programs.", lambda: word_file("<w:p><w:r><w:instrText>INCLUDETEXT /etc/passwd DDEAUTO cmd calc</w:instrText></w:r></w:p>" * 2_000 + _P)),
    Kind("docx-style-of-itself", "itself.docx", "A style is based on itself.", lambda: word_file(word_paragraph(HONEST, '<w:pStyle w:val="a"/>') * 3, styles=style("a", "a"))),
    Kind("docx-style-circle", "circle.docx", "1,000 styles are based on each other in a circle.", lambda: word_file(word_paragraph(HONEST, '<w:pStyle w:val="s0"/>'), styles="".join(style(f"s{n}", f"s{(n + 1) % 1_000}") for n in range(1_000)))),
    Kind("docx-style-chain", "chain.docx", "20,000 styles are based on each other in a chain.", lambda: word_file(word_paragraph(HONEST, '<w:pStyle w:val="s0"/>'), styles="".join(style(f"s{n}", f"s{n + 1}") for n in range(20_000)))),
    Kind("docx-large-styles", "large.docx", "Ten styles of 5,000 properties are based on each other.", lambda: word_file(_P, styles="".join(style(f"s{n}", f"s{n + 1}", more="<w:b/>" * 5_000) for n in range(10)) * 5)),
    Kind("docx-odd-levels", "levels.docx", "Outline levels are no numbers.", lambda: word_file(word_paragraph(HONEST, '<w:outlineLvl w:val="-1"/>') + word_paragraph(HONEST, '<w:outlineLvl w:val="99999999999"/>') + _P, styles=style("a", name="heading 99999999999", more='<w:outlineLvl w:val="²"/>'))),
    Kind("docx-numbering-circle", "numbering.docx", "Numberings refer to each other.", lambda: word_file(word_paragraph("rain", '<w:numPr><w:numId w:val="1"/><w:ilvl w:val="99999"/></w:numPr>') * 5_000 + _P, numbering='<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="1"/></w:abstractNum>')),
    Kind("docx-many-notes", "footnotes.docx", "There are 20,000 footnotes.", lambda: word_file(_P, footnotes=f'<w:footnote w:id="1">{word_paragraph("A note.")}</w:footnote>' * 20_000)),
    Kind("docx-note-in-note", "note.docx", "Footnotes stand in footnotes.", lambda: word_file(_P, footnotes="<w:footnote>" * 300 + word_paragraph("A note.") + "</w:footnote>" * 300)),
    Kind("docx-headings", "headings.docx", "Every paragraph is a heading.", lambda: word_file(word_paragraph("Rain", '<w:outlineLvl w:val="0"/>') * 20_000)),
    Kind("docx-relationships", "links.docx", "Relationships point to themselves and to a server.", lambda: zipped({_PART: body(_P), "word/_rels/document.xml.rels": f'<Relationships><Relationship Id="rId1" Target="document.xml"/><Relationship Id="rId2" TargetMode="External" Target="{BAIT}"/></Relationships>', "word/settings.xml": f'<settings><attachedTemplate id="rId2" target="{BAIT}"/></settings>'})),
    Kind("docx-content-types", "types.docx", "The types of the parts are lies.", lambda: zipped({_PART: body(_P), "[Content_Types].xml": '<Types><Default Extension="xml" ContentType="application/x-sh"/></Types>'})),
    Kind("docx-macros", "macros.docm", "The file has macros.", lambda: zipped({_PART: body(_P), "word/vbaProject.bin": b"\xd0\xcf\x11\xe0" * 1_000})),
    Kind("docx-odd-language", "language.docx", "The language is a path.", lambda: word_file(_P, styles='<w:docDefaults><w:lang w:val="../../etc/passwd"/></w:docDefaults>')),
    Kind("docx-symbols", "symbols.docx", "Symbols have no code.", lambda: word_file('<w:p><w:r><w:sym w:font="x" w:char="ZZZZ"/><w:t>It rained.</w:t></w:r></w:p>' * 500 + _P)),
)  # fmt: skip


def _branch(depth: int) -> str:
    if not depth:
        return word_paragraph("rain")
    table = f"<w:tbl><w:tr><w:tc>{_branch(depth - 1)}</w:tc></w:tr></w:tbl>"
    return table + table
