"""PDF files: drawings without end, streams that swell, tables that point to themselves, and fonts that lie."""

# ruff: noqa: E501 - a kind is a row of a table

from __future__ import annotations

import base64
import zlib

from tests.hostile.kind import BAIT, HONEST, Kind, numbered
from tests.hostile.pdf_writer import (
    FONT,
    TEXT,
    drawing,
    draws_itself,
    flate,
    form,
    forms,
    pages,
    paper,
    pdf,
    stream,
)

_HONEST = paper()


def _to_unicode(ranges: bytes) -> bytes:
    cmap = b"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00><FF> endcodespacerange " + ranges
    return paper(TEXT, stream(cmap + b" endcmap end"), font=FONT[:-2] + b"/ToUnicode 6 0 R>>")


def _cid_font(more: bytes, *objects: bytes) -> bytes:
    font = b"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[6 0 R]>>"
    descendant = b"<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>%s>>"
    return paper(b"BT /F1 12 Tf 50 700 Td <00410042> Tj ET " + TEXT, descendant % more, *objects, font=font)


def _page_tree(depth: int) -> bytes:
    nodes = [
        b"<</Type/Pages/Kids[%d 0 R]/Count 1/Parent %d 0 R>>" % (number + 1, number - 1)
        for number in range(3, depth + 2)
    ]
    last = b"<</Type/Page/Parent %d 0 R/MediaBox[0 0 9 9]>>" % (depth + 1)
    return pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", *nodes, last)


def _many_pages(count: int) -> bytes:
    kids = numbered("3 0 R ", count)
    return pages(stream(TEXT), kids=kids, count=count)


def _outline_loop() -> bytes:
    loop = b"<</Title(a)/Parent 6 0 R/Next 7 0 R/Prev 7 0 R/First 6 0 R/Last 7 0 R>>"
    return paper(TEXT, b"<</First 7 0 R/Last 7 0 R/Count 99999>>", loop, catalog=b"/Outlines 6 0 R")


def _cross_reference_loop() -> bytes:
    place = _HONEST.rindex(b"xref\n0")
    return _HONEST.replace(b"trailer<<", b"trailer<</Prev %d" % place)


def _chain(count: int) -> bytes:
    """The file and so many updates of it, each of which points to the last."""
    data = _HONEST
    for _ in range(count):
        last = int(data[: data.rindex(b"%%EOF")].split()[-1])
        table = b"xref\n0 0\ntrailer<</Size 6/Root 1 0 R/Prev %d>>\nstartxref\n%d\n%%%%EOF\n" % (last, len(data))
        data += table
    return data


def _object_stream(count: int, first: int, body: bytes) -> bytes:
    return paper(TEXT, flate(body, entries=b"/Type/ObjStm/N %d/First %d" % (count, first)))


def _xref_stream(entries: bytes, data: bytes = b"\x01\x00\x00\x00") -> bytes:
    body = b"%PDF-1.7\n" + b"1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    table = b"3 0 obj" + flate(data, entries=b"/Type/XRef/Root 1 0 R" + entries) + b"endobj\n"
    return body + table + b"startxref\n%d\n%%%%EOF\n" % len(body)


def _lzw_bomb(size: int) -> bytes:
    """Codes of nine bits that clear the table and then repeat the newest entry."""
    codes, width, bits = [256, 97], 9, ""
    for code in range(258, 258 + 3_800):
        codes.append(code)
    table = 258
    for number, code in enumerate(codes):
        bits += format(code, f"0{width}b")
        if number >= 2:
            table += 1
        if table + 1 >= (1 << width) and width < 12:
            width += 1
    bits += format(257, f"0{width}b")
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[place : place + 8], 2) for place in range(0, len(bits), 8)) * size


def _inline_image(width: int, data: bytes) -> bytes:
    return b"BI /W %d /H %d /BPC 8 /CS /RGB /F /Fl ID " % (width, width) + data + b" EI "


def _image(entries: bytes, data: bytes) -> bytes:
    picture = stream(
        data, b"/Type/XObject/Subtype/Image/Width 9/Height 9/ColorSpace/DeviceRGB/BitsPerComponent 8" + entries
    )
    return paper(b"/A Do " + TEXT, picture, resources=drawing(b"A", 6))


def _action(action: bytes) -> bytes:
    return paper(TEXT, action, catalog=b"/OpenAction 6 0 R", page=b"/AA<</O 6 0 R>>")


KINDS = (
    Kind("pdf-form-draws-itself", "drawn.pdf", "A form of 878 bytes draws itself twice.", draws_itself, cpu=3.0),
    Kind("pdf-forms-draw-each-other", "each.pdf", "Two forms draw each other.", lambda: paper(b"/A Do " + TEXT, form(b"/B Do /B Do", drawing(b"B", 7)), form(b"/A Do /A Do", drawing(b"A", 6)), resources=drawing(b"A", 6))),
    Kind("pdf-form-without-resources", "inherits.pdf", "A form has no resources, takes those of the page, and finds itself.", lambda: paper(b"/A Do /A Do", stream(b"/A Do /A Do", b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]"), resources=drawing(b"A", 6))),
    Kind("pdf-forms-8-10", "fan.pdf", "Forms draw forms, 8 levels of 10.", lambda: forms(8, 10)),
    Kind("pdf-forms-5-10", "fan5.pdf", "Forms draw forms, 5 levels of 10.", lambda: forms(5, 10)),
    Kind("pdf-forms-deep", "deep.pdf", "Forms draw forms, 2,000 levels of 1.", lambda: forms(2_000, 1)),
    Kind("pdf-form-drawn-often", "often.pdf", "One form is drawn 50,000 times.", lambda: paper(b"/A Do " * 50_000, form(TEXT), resources=drawing(b"A", 6))),
    Kind("pdf-form-is-the-page", "page.pdf", "The content of the page is its own form.", lambda: pages(form(b"/A Do /A Do " + TEXT, drawing(b"A", 4)), resources=drawing(b"A", 4))),
    Kind("pdf-deflated-twice", "twice.pdf", "A stream is deflated twice: 2 KB become 200 MB.", lambda: pages(flate(b" " * 200_000_000, 2))),
    Kind("pdf-deflated-content", "content.pdf", "The content unpacks to 100 MB of text commands.", lambda: pages(flate(b"BT (a) Tj ET\n" * 8_000_000))),
    Kind("pdf-deflated-spaces", "spaces.pdf", "The content unpacks to 100 MB of spaces.", lambda: pages(flate(b" " * 100_000_000))),
    Kind("pdf-deflated-many-times", "times.pdf", "A stream names 2,000 filters.", lambda: pages(stream(TEXT, b"/Filter[" + b"/FlateDecode" * 2_000 + b"]"))),
    Kind("pdf-lzw", "lzw.pdf", "Another filter swells.", lambda: paper(_lzw_bomb(200), entries=b"/Filter/LZWDecode")),
    Kind("pdf-run-length", "runs.pdf", "Another filter swells.", lambda: paper(b"\x81 " * 500_000 + b"\x80", entries=b"/Filter/RunLengthDecode")),
    Kind("pdf-ascii85", "ascii85.pdf", "Zeros are written as one letter.", lambda: paper(b"z" * 1_000_000 + b"~>", entries=b"/Filter/ASCII85Decode")),
    Kind("pdf-ascii85-noise", "noise85.pdf", "The text filter has noise.", lambda: paper(base64.a85encode(zlib.compress(TEXT)) + b"vvvv{}~>", entries=b"/Filter[/ASCII85Decode/FlateDecode]")),
    Kind("pdf-hexadecimal", "hex.pdf", "Every byte is two digits and spaces.", lambda: paper(b" 2 0 " * 100_000 + b">", entries=b"/Filter/ASCIIHexDecode")),
    Kind("pdf-unknown-filter", "filter.pdf", "The filter is unknown.", lambda: paper(TEXT, entries=b"/Filter/Rain")),
    Kind("pdf-crypt-filter", "crypt.pdf", "The filter is a cipher.", lambda: paper(TEXT, entries=b"/Filter/Crypt")),
    Kind("pdf-predictor", "predictor.pdf", "A predictor has a row of 2^31 columns.", lambda: paper(zlib.compress(TEXT), entries=b"/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors 32/BitsPerComponent 16/Columns 2147483647>>")),
    Kind("pdf-picture-filters", "jbig2.pdf", "Content is packed as a picture.", lambda: paper(b"\x00\x00\x00\x00\x30\x00\x01\xff\xff\xff\xff" * 500, entries=b"/Filter/JBIG2Decode")),
    Kind("pdf-outside-stream", "outside.pdf", "The content is a file of the computer.", lambda: paper(b"", entries=b"/F(/etc/passwd)/FFilter/FlateDecode")),
    Kind("pdf-jpx", "jpx.pdf", "A picture claims a huge size.", lambda: _image(b"/Filter/JPXDecode", b"\x00\x00\x00\x0cjP  \r\n\x87\n\xff\x4f\xff\x51\x00\x2f\x00\x00" + b"\xff" * 40)),
    Kind("pdf-jbig2", "picture.pdf", "A picture claims a huge size.", lambda: _image(b"/Filter/JBIG2Decode", b"\x00\x00\x00\x00\x30\x00\x01\x00\x00\x00\x13\x7f\xff\xff\xff\x7f\xff\xff\xff" + bytes(20))),
    Kind("pdf-jpeg", "jpeg.pdf", "A picture is noise.", lambda: _image(b"/Filter/DCTDecode", b"\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03" + b"\xff\xda" * 500)),
    Kind("pdf-large-picture", "large.pdf", "A picture has 2^31 points a side.", lambda: _image(b"/Width 2147483647/Height 2147483647/Filter/FlateDecode", zlib.compress(bytes(1_000_000)))),
    Kind("pdf-picture-masks-itself", "mask.pdf", "A picture is its own mask.", lambda: _image(b"/SMask 6 0 R/Mask 6 0 R/Alternates[<</Image 6 0 R>>]", bytes(243))),
    Kind("pdf-inline-pictures", "inline.pdf", "20,000 pictures stand in the content.", lambda: paper(_inline_image(9, zlib.compress(bytes(243))) * 20_000 + TEXT)),
    Kind("pdf-open-inline-picture", "open.pdf", "A picture in the content never ends.", lambda: paper(TEXT + b" BI /W 9999999 /H 9999999 /BPC 8 /CS /RGB ID " + b"E" * 100_000)),
    Kind("pdf-deflated-inline-picture", "swell.pdf", "A picture in the content unpacks to 50 MB.", lambda: paper(_inline_image(4_000, zlib.compress(bytes(48_000_000))) + TEXT)),
    Kind("pdf-million-glyphs", "glyphs.pdf", "A million letters stand at one spot.", lambda: pages(flate(b"BT /F1 1 Tf " + b"1 0 0 1 50 50 Tm (aaaaaaaaaaaaaaaaaaaa) Tj " * 50_000 + b" ET")), cpu=20.0),
    Kind("pdf-long-line", "line.pdf", "A line has 200,000 letters.", lambda: paper(b"BT /F1 1 Tf 1 9 Td (" + b"a b " * 50_000 + b") Tj ET")),
    Kind("pdf-many-lines", "lines.pdf", "A page has 20,000 lines.", lambda: paper(b"BT /F1 1 Tf 1 TL 9 780 Td " + b"(rain) Tj T* " * 20_000 + b"ET")),
    Kind("pdf-many-columns", "columns.pdf", "Words stand at 10,000 places without order.", lambda: paper(b"BT /F1 3 Tf " + b"".join(b"1 0 0 1 %d %d Tm (rain) Tj " % (n * 7919 % 600, n * 104729 % 780) for n in range(10_000)) + b"ET")),
    Kind("pdf-turned-words", "turned.pdf", "Every word has another direction.", lambda: paper(b"BT /F1 9 Tf " + b"".join(b"0.%d 0.%d -0.%d 0.%d 300 400 Tm (rain) Tj " % (n, 99 - n, 99 - n, n) for n in range(1, 99)) * 20 + b"ET " + TEXT)),
    Kind("pdf-huge-font", "huge.pdf", "Letters are a million points high.", lambda: paper(TEXT.replace(b"12 Tf", b"1000000 Tf"))),
    Kind("pdf-tiny-font", "tiny.pdf", "Letters have no height.", lambda: paper(TEXT.replace(b"12 Tf", b"0 Tf"))),
    Kind("pdf-infinite-matrix", "matrix.pdf", "A matrix overflows.", lambda: paper(b"1e38 0 0 1e38 1e38 1e38 cm " * 50 + TEXT)),
    Kind("pdf-singular-matrix", "singular.pdf", "A matrix is zero.", lambda: paper(b"0 0 0 0 0 0 cm " + TEXT)),
    Kind("pdf-huge-box", "box.pdf", "A page is 10^30 points wide.", lambda: paper(box=b"-1e30 -1e30 1e30 1e30")),
    Kind("pdf-turned-box", "negative.pdf", "A page has a negative size.", lambda: paper(box=b"612 792 0 0", page=b"/Rotate 45/UserUnit 1e30")),
    Kind("pdf-no-box", "boxless.pdf", "A page has no size.", lambda: paper(box=b"")),
    Kind("pdf-far-text", "far.pdf", "Words stand far beyond the page.", lambda: paper(TEXT.replace(b"50 700", b"1e20 -1e20"))),
    Kind("pdf-nested-states", "states.pdf", "Graphic states open and never close.", lambda: paper(b"q " * 200_000 + TEXT)),
    Kind("pdf-nested-text", "nested.pdf", "Text objects open and never close.", lambda: paper(b"BT " * 100_000 + TEXT)),
    Kind("pdf-nested-arrays", "arrays.pdf", "Arrays are nested 200,000 levels deep.", lambda: paper(b"[" * 200_000 + b" TJ " + TEXT)),
    Kind("pdf-nested-dictionaries", "dictionaries.pdf", "Dictionaries are nested 50,000 levels deep.", lambda: paper(TEXT, b"<</A" * 50_000)),
    Kind("pdf-marked-content", "marked.pdf", "Marks open and never close.", lambda: paper(b"/P <</MCID 0>> BDC " * 50_000 + TEXT)),
    Kind("pdf-marks-in-parts", "marks.pdf", "The content has 20,000 parts, and each opens a mark.", lambda: pages(b"[" + b"6 0 R " * 20_000 + b"]", stream(b"/P BMC "))),
    Kind("pdf-paths", "paths.pdf", "A page draws 200,000 lines.", lambda: paper(b"0 0 m 9 9 l S " * 200_000 + TEXT)),
    Kind("pdf-one-path", "path.pdf", "One path has 300,000 points.", lambda: paper(b"0 0 m " + b"9 9 l " * 300_000 + b"S " + TEXT)),
    Kind("pdf-clips", "clips.pdf", "Clips are nested 50,000 levels deep.", lambda: paper(b"0 0 9 9 re W n " * 50_000 + TEXT)),
    Kind("pdf-long-string", "string.pdf", "A string never ends.", lambda: paper(TEXT + b" BT (" + b"(" * 200_000)),
    Kind("pdf-long-name", "name.pdf", "A name has 500 KB.", lambda: paper(b"/" + b"a" * 500_000 + b" gs " + TEXT)),
    Kind("pdf-noise-content", "noise.pdf", "The content is noise.", lambda: paper(bytes(range(256)) * 500 + TEXT)),
    Kind("pdf-content-array", "parts.pdf", "The content has 20,000 parts.", lambda: pages(b"[" + b"6 0 R " * 20_000 + b"]", stream(b"BT /F1 9 Tf (rain) Tj ET "))),
    Kind("pdf-content-array-of-itself", "itself.pdf", "The list of contents holds itself.", lambda: pages(b"[4 0 R 6 0 R]", stream(TEXT))),
    Kind("pdf-pattern-paints-itself", "pattern.pdf", "A pattern is painted with itself.", lambda: paper(b"/Pattern cs /A scn 0 0 99 99 re f " + TEXT, stream(b"/Pattern cs /A scn 0 0 9 9 re f", b"/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep .0001/YStep .0001/Resources<</Pattern<</A 6 0 R>>>>"), resources=b"/Pattern<</A 6 0 R>>")),
    Kind("pdf-letters-that-draw", "type3.pdf", "The letters of a font draw themselves.", lambda: paper(TEXT, stream(b"9 0 d0 BT /F1 9 Tf (a) Tj ET"), font=b"<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 0/LastChar 255/Widths[]/CharProcs<</a 6 0 R>>/Encoding<</Differences[97/a 32/a]>>/Resources<</Font<</F1 5 0 R>>>>>>")),
    Kind("pdf-state-refers-to-itself", "state.pdf", "A graphic state has a mask that uses it.", lambda: paper(b"/G gs " + TEXT, b"<</SMask<</S/Alpha/G 7 0 R>>>>", form(b"/G gs 0 0 9 9 re f", b"/ExtGState<</G 6 0 R>>", b"/Group<</S/Transparency>>"), resources=b"/ExtGState<</G 6 0 R>>")),
    Kind("pdf-page-tree-loop", "tree.pdf", "The tree of pages holds itself.", lambda: pages(stream(TEXT), kids=b"2 0 R 3 0 R", count=2)),
    Kind("pdf-page-tree-deep", "branch.pdf", "The tree of pages is 20,000 levels deep.", lambda: _page_tree(20_000)),
    Kind("pdf-page-tree-fans", "fans.pdf", "Ten levels of ten branches share one page.", lambda: pdf(b"<</Type/Catalog/Pages 2 0 R>>", *(b"<</Type/Pages/Kids[%s]/Count %d>>" % (b"%d 0 R " % (n + 1) * 10, 10 ** (12 - n)) for n in range(2, 12)), b"<</Type/Page/MediaBox[0 0 9 9]>>")),
    Kind("pdf-million-pages", "million.pdf", "A page tree claims a million pages.", lambda: pages(stream(TEXT), count=1_000_000)),
    Kind("pdf-1900-pages", "pages.pdf", "A page tree claims pages just below the limit.", lambda: pages(stream(TEXT), count=1_900)),
    Kind("pdf-same-page", "same.pdf", "The tree names one page 1,500 times.", lambda: _many_pages(1_500), cpu=20.0),
    Kind("pdf-negative-pages", "minus.pdf", "A page tree claims less than no pages.", lambda: pages(stream(TEXT), count=-5)),
    Kind("pdf-no-pages", "none.pdf", "There are no pages.", lambda: pages(stream(TEXT), kids=b"", count=0)),
    Kind("pdf-parent-loop", "parent.pdf", "A page is its own parent.", lambda: paper(page=b"/Parent 3 0 R")),
    Kind("pdf-reference-loop", "reference.pdf", "Objects are references to each other.", lambda: pages(b"6 0 R", b"7 0 R", b"6 0 R")),
    Kind("pdf-length-loop", "length.pdf", "The length of a stream is the stream.", lambda: pages(b"<</Length 4 0 R>>stream\n" + TEXT + b"\nendstream")),
    Kind("pdf-negative-length", "less.pdf", "A stream has a negative length.", lambda: pages(stream(TEXT, length=-1))),
    Kind("pdf-huge-length", "more.pdf", "A stream has a length of 2^62.", lambda: pages(stream(TEXT, length=2**62))),
    Kind("pdf-outline-loop", "outline.pdf", "The outline refers to itself.", _outline_loop),
    Kind("pdf-name-tree-loop", "names.pdf", "The tree of names holds itself.", lambda: paper(TEXT, b"<</Kids[6 0 R 6 0 R]>>", catalog=b"/Names<</Dests 6 0 R/EmbeddedFiles 6 0 R/JavaScript 6 0 R>>")),
    Kind("pdf-structure-loop", "structure.pdf", "The tree of structure holds itself.", lambda: paper(TEXT, b"<</Type/StructTreeRoot/K 6 0 R/ParentTree 6 0 R>>", catalog=b"/StructTreeRoot 6 0 R/MarkInfo<</Marked true>>")),
    Kind("pdf-cross-reference-loop", "xref.pdf", "The table of objects points to itself.", _cross_reference_loop),
    Kind("pdf-cross-reference-large", "table.pdf", "The table claims 10^9 objects.", lambda: _HONEST.replace(b"xref\n0 6", b"xref\n0 999999999")),
    Kind("pdf-size-large", "size.pdf", "The trailer claims 2^31 objects.", lambda: _HONEST.replace(b"/Size 6", b"/Size 2147483647")),
    Kind("pdf-no-table", "tableless.pdf", "There is no table of objects.", lambda: _HONEST[: _HONEST.rindex(b"xref\n0")]),
    Kind("pdf-no-end", "endless.pdf", "The file has no end.", lambda: _HONEST[: _HONEST.rindex(b"startxref")]),
    Kind("pdf-updates", "updates.pdf", "The file was changed 3,000 times.", lambda: _chain(3_000)),
    Kind("pdf-object-stream", "objects.pdf", "A stream of objects unpacks to 50 MB.", lambda: _object_stream(100_000, 10, b"1 0 " * 12_000_000)),
    Kind("pdf-object-stream-count", "objstm.pdf", "A stream claims 2^31 objects.", lambda: _object_stream(2**31 - 1, -5, b"1 0 2 5")),
    Kind("pdf-xref-stream", "xrefstm.pdf", "A packed table unpacks to 50 MB.", lambda: _xref_stream(b"/Size 16777216/W[1 1 1]", bytes(50_000_000))),
    Kind("pdf-xref-stream-widths", "widths.pdf", "A packed table has columns of 2^31 bytes.", lambda: _xref_stream(b"/Size 9/W[2147483647 2147483647 2147483647]/Index[0 2147483647]")),
    Kind("pdf-hybrid-loop", "hybrid.pdf", "Two tables point to each other.", lambda: _HONEST.replace(b"trailer<<", b"trailer<</XRefStm 9/Prev 9")),
    Kind("pdf-cmap-ranges", "cmap.pdf", "A font maps ranges of 2^31 letters.", lambda: _to_unicode(b"1 beginbfrange <00000000><7FFFFFFF><0041> endbfrange")),
    Kind("pdf-cmap-many-ranges", "ranges.pdf", "A font has 50,000 ranges of 65,536 letters.", lambda: _to_unicode(b"50000 beginbfrange " + b"<0000><FFFF><0041> " * 50_000 + b"endbfrange")),
    Kind("pdf-cmap-long-text", "ligature.pdf", "One letter stands for 100,000.", lambda: _to_unicode(b"1 beginbfchar <61> <" + b"0041" * 100_000 + b"> endbfchar")),
    Kind("pdf-cmap-surrogates", "surrogates.pdf", "Letters are halves of characters.", lambda: _to_unicode(b"1 beginbfrange <20><7E><D800> endbfrange")),
    Kind("pdf-cmap-zeros", "zeros.pdf", "Letters are zero characters and controls.", lambda: _to_unicode(b"1 beginbfrange <20><7E><0000> endbfrange")),
    Kind("pdf-cmap-uses-itself", "usecmap.pdf", "A map of letters uses itself.", lambda: paper(TEXT, stream(b"/A usecmap", b"/Type/CMap/CMapName/A/UseCMap 6 0 R"), font=b"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding 6 0 R/DescendantFonts[5 0 R]/ToUnicode 6 0 R>>")),
    Kind("pdf-cid-widths", "cid.pdf", "A font has widths for 2^31 letters.", lambda: _cid_font(b"/W[0 2147483647 500]/DW 1e30")),
    Kind("pdf-cid-many-widths", "cids.pdf", "A font has 100,000 widths.", lambda: _cid_font(b"/W[" + numbered("{} [500] ", 100_000) + b"]")),
    Kind("pdf-cid-map", "map.pdf", "A font maps letters by noise.", lambda: _cid_font(b"/CIDToGIDMap 7 0 R", flate(bytes(20_000_000)))),
    Kind("pdf-font-file-noise", "font.pdf", "The file of a font is noise.", lambda: paper(TEXT, b"<</Type/FontDescriptor/FontName/A/Flags 4/FontFile2 7 0 R/FontFile 7 0 R/FontFile3 7 0 R>>", stream(b"\x00\x01\x00\x00\xff\xff" + b"glyfheadloca" * 5_000), font=b"<</Type/Font/Subtype/TrueType/BaseFont/A/FontDescriptor 6 0 R/FirstChar -9/LastChar 2147483647/Widths[1 2]>>")),
    Kind("pdf-font-is-its-own-child", "child.pdf", "A font consists of itself.", lambda: paper(TEXT, font=b"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[5 0 R]>>")),
    Kind("pdf-no-font", "fontless.pdf", "The font is missing.", lambda: paper(TEXT.replace(b"/F1", b"/F9"))),
    Kind("pdf-differences", "differences.pdf", "A font renames 100,000 letters.", lambda: paper(TEXT, font=FONT[:-2] + b"/Encoding<</Differences[0" + b"/a" * 100_000 + b"]>>>>")),
    Kind("pdf-script", "script.pdf", "A script runs when the file is opened.", lambda: _action(b"<</S/JavaScript/JS(while(true){app.alert(1)})>>")),
    Kind("pdf-launch", "launch.pdf", "A program starts when the file is opened.", lambda: _action(b"<</S/Launch/F(/bin/sh)/Win<</F(cmd.exe)>>>>")),
    Kind("pdf-address", "address.pdf", "A server is asked when the file is opened.", lambda: _action(f"<</S/URI/URI({BAIT})/Next<</S/SubmitForm/F({BAIT})/Next 6 0 R>>>>".encode())),
    Kind("pdf-embedded-file", "embedded.pdf", "A file is attached.", lambda: paper(TEXT, flate(b"MZ" + bytes(10_000_000), entries=b"/Type/EmbeddedFile"), catalog=b"/Names<</EmbeddedFiles<</Names[(../../evil.exe) <</EF<</F 6 0 R>>>>]>>>>")),
    Kind("pdf-xfa", "xfa.pdf", "A form is XML that expands.", lambda: paper(TEXT, stream(b'<!DOCTYPE x [<!ENTITY a "ha">]><xdp>&a;</xdp>'), catalog=b"/AcroForm<</XFA 6 0 R/Fields[6 0 R]>>/NeedsRendering true")),
    Kind("pdf-annotations", "annotations.pdf", "A page has 20,000 annotations.", lambda: paper(page=b"/Annots[" + b"<</Subtype/Text/Rect[0 0 9 9]/Contents(rain)>>" * 20_000 + b"]")),
    Kind("pdf-password", "password.pdf", "The password is unknown.", lambda: paper(trailer=b"/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<" + b"41" * 32 + b">/U<" + b"42" * 32 + b">>>")),
    Kind("pdf-unknown-cipher", "cipher.pdf", "The cipher is unknown.", lambda: paper(trailer=b"/ID[<00><00>]/Encrypt<</Filter/Rain/V 99/R 99>>")),
    Kind("pdf-slow-cipher", "aes.pdf", "The key takes long to compute.", lambda: paper(trailer=b"/ID[<00><00>]/Encrypt<</Filter/Standard/V 5/R 6/Length 256/P -4/O<" + b"41" * 48 + b">/U<" + b"42" * 48 + b">/OE<" + b"43" * 32 + b">/UE<" + b"44" * 32 + b">/Perms<" + b"45" * 16 + b">/CF<</StdCF<</CFM/AESV3>>>>/StmF/StdCF/StrF/StdCF>>")),
    Kind("pdf-header-alone", "header.pdf", "There is a header and nothing else.", lambda: b"%PDF-1.7"),
    Kind("pdf-header-late", "late.pdf", "The header stands after 1,000 bytes.", lambda: b"x" * 1_000 + _HONEST),
    Kind("pdf-header-very-late", "later.pdf", "The header stands after 100 KB.", lambda: b"x" * 100_000 + _HONEST),
    Kind("pdf-version", "version.pdf", "The version is 99.99.", lambda: _HONEST.replace(b"%PDF-1.7", b"%PDF-99.99")),
    Kind("pdf-noise", "bytes.pdf", "The file is noise after its header.", lambda: b"%PDF-1.4\n" + bytes(range(256)) * 200),
    Kind("pdf-endless-objects", "many.pdf", "There are 100,000 empty objects and no table.", lambda: b"%PDF-1.7\n" + numbered("{} 0 obj<<>>endobj\n", 100_000)),
    Kind("pdf-cut", "cut.pdf", "The file is cut.", lambda: _HONEST[: len(_HONEST) * 2 // 3]),
    Kind("pdf-linearized-lie", "linear.pdf", "The file claims to be ordered for the web.", lambda: _HONEST.replace(b"%PDF-1.7\n", b"%PDF-1.7\n9 0 obj<</Linearized 1/L 99999999999/H[0 99999]/O 99/E 9/N 99999/T 9>>endobj\n")),
    Kind("pdf-optional-content", "layers.pdf", "Layers depend on each other in a circle.", lambda: paper(b"/OC /A BDC " + TEXT + b" EMC", b"<</Type/OCMD/VE[/And 7 0 R 7 0 R]>>", b"[/Not 7 0 R]", resources=b"/Properties<</A 6 0 R>>", catalog=b"/OCProperties<</OCGs[6 0 R]/D<<>>>>")),
    Kind("pdf-colour-space-of-itself", "colour.pdf", "A colour space is based on itself.", lambda: paper(b"/A cs 1 scn " + TEXT, b"[/Indexed 6 0 R 255 <00>]", resources=b"/ColorSpace<</A 6 0 R>>")),
    Kind("pdf-function-of-itself", "function.pdf", "A function consists of itself.", lambda: paper(b"/A sh " + TEXT, b"<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function 7 0 R>>", b"<</FunctionType 3/Functions[7 0 R 7 0 R]/Domain[0 1]/Bounds[.5]/Encode[0 1 0 1]>>", resources=b"/Shading<</A 6 0 R>>")),
    Kind("pdf-scanned", "scan.pdf", "There are pictures alone.", lambda: _image(b"", bytes(243)).replace(TEXT, b" " * len(TEXT))),
    Kind("pdf-text-as-name", f"{HONEST[:20]}.pdf", "The text stands in comments alone.", lambda: pages(stream(b"% " + HONEST.encode() * 50))),
)  # fmt: skip
