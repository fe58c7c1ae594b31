"""What the walk through a Word file makes of its elements."""

from __future__ import annotations

import io
import zipfile

import pytest

from sentencerank.document import Document
from sentencerank.documents import read_document, to_markdown
from tests.documents.samples import RAIN, SEA, SUN, parts, prose, word_file, word_paragraph, zipped

_NS = (
    'xmlns:m="urn:m" xmlns:mc="urn:mc" xmlns:wp="urn:wp" xmlns:a="urn:a" xmlns:r="urn:r" xmlns:v="urn:v" '
    'xmlns:wps="urn:wps" xmlns:wpg="urn:wpg"'
)
_NOTE = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'


def read(body: str, **members: str) -> Document:
    return read_document(word_file(body.replace("<w:p>", f"<w:p {_NS}>"), **members), in_process=True)


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def field(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def code(text: str) -> str:
    return f"<w:r><w:instrText>{text}</w:instrText></w:r>"


def paragraph(*inside: str) -> str:
    return f"<w:p>{''.join(inside)}</w:p>"


def style(id: str, name: str, more: str = "", kind: str = "paragraph") -> str:
    return f'<w:style w:type="{kind}" w:styleId="{id}"><w:name w:val="{name}"/>{more}</w:style>'


def styled(text: str, id: str) -> str:
    return word_paragraph(text, f'<w:pStyle w:val="{id}"/>')


def marked(document: Document) -> list[tuple[str, str, str]]:
    return [(mark.kind, document.text[mark.start : mark.end], mark.target) for mark in document.marks]


def math(inside: str, displayed: bool = False) -> str:
    formula = f"<m:oMath>{inside}</m:oMath>"
    return f"<m:oMathPara>{formula}</m:oMathPara>" if displayed else formula


def mrun(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


@pytest.mark.parametrize(
    ("name", "level"),
    [("heading 2", 2), ("Heading 3", 3), ("Überschrift 1", 1), ("Titre 2", 2), ("Заголовок 4", 4), ("标题 1", 1)],
)
def test_headings_by_the_names_of_styles_in_many_languages(name: str, level: int) -> None:
    document = read(styled("Rain", "x") + word_paragraph(RAIN), styles=style("x", name))
    assert [(block.kind, block.level) for block in document.blocks] == [("heading", level), ("paragraph", 0)]


def test_an_outline_level_of_body_text_makes_no_heading() -> None:
    styles = style("h", "heading 1") + style(
        "x", "Big letters", '<w:basedOn w:val="h"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>'
    )
    assert parts(read(styled(RAIN, "x"), styles=styles)) == [("paragraph", RAIN)]


def test_a_second_title_is_a_heading() -> None:
    document = read(styled("Rain", "t") + word_paragraph(RAIN) + styled("Wind", "t"), styles=style("t", "Title"))
    assert [kind for kind, _ in parts(document)] == ["title", "paragraph", "heading"]


def test_bold_lines_are_headings_where_there_are_no_others() -> None:
    body = "".join(paragraph(run(name, "<w:b/>")) + word_paragraph(RAIN) for name in ("Rain", "Wind"))
    document = read(body)
    assert [kind for kind, _ in parts(document)] == ["heading", "paragraph"] * 2


def test_runs_that_look_the_same_are_one_mark() -> None:
    bold = "<w:b/>"
    body = paragraph(run("It "), run("rai", bold), run("ned ", bold), run("all", f"{bold}<w:i/>"), run(" day."))
    assert marked(read(body)) == [("strong", "rained all", ""), ("emphasis", "all", "")]


def test_looks_come_from_styles_of_characters_and_can_be_switched_off() -> None:
    styles = style("c", "HTML Code", kind="character") + style("s", "Loud", "<w:rPr><w:b/></w:rPr>", "character")
    body = paragraph(
        run("It "), run("rain()", '<w:rStyle w:val="c"/>'), run(" and "), run("pours", '<w:rStyle w:val="s"/>'),
        run(" or", '<w:rStyle w:val="s"/><w:b w:val="0"/>'), run(" x", '<w:rtl w:val="0"/><w:bCs/>'),
    )  # fmt: skip
    assert marked(read(body, styles=styles)) == [("code", "rain()", ""), ("strong", "pours", "")]


def test_hidden_text_is_left_out() -> None:
    hidden = style("h", "Secret", "<w:rPr><w:vanish/></w:rPr>")
    body = paragraph(run("It rained"), run(" or snowed", "<w:vanish/>"), run(".")) + styled("Nobody reads this.", "h")
    assert read(body, styles=hidden).text == "It rained."


def test_scripts_stand_high_or_low() -> None:
    high, low = '<w:vertAlign w:val="superscript"/>', '<w:vertAlign w:val="subscript"/>'
    body = paragraph(run("10"), run("6", high), run(" H"), run("2", low), run("O on the 1"), run("st", high))
    assert read(body).text == "10⁶ H₂O on the 1st"


def test_lists_have_depths_and_the_marks_that_word_prints() -> None:
    levels = "".join(
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/><w:lvlText w:val="{text}"/></w:lvl>'
        for depth, (kind, text) in enumerate([("decimal", "%1."), ("lowerLetter", "%1%2)"), ("bullet", "•")])
    )
    numbering = (
        f'<w:abstractNum w:abstractNumId="7">{levels}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="7"/>'
        '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>'
    )
    items = [(1, 0), (1, 1), (1, 1), (1, 2), (1, 0), (1, 1), (2, 0)]
    body = "".join(
        word_paragraph(f"Item {i}", f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/></w:numPr>')
        for i, (number, depth) in enumerate(items)
    )
    document = read(body, numbering=numbering)
    assert [block.level for block in document.blocks] == [1, 2, 2, 3, 1, 2, 1]
    signs = [line.partition("Item")[0].strip() for line in document.text.split("\n\n")]
    assert signs == ["1.", "1a)", "1b)", "-", "2.", "2a)", "5."]


def test_a_numbered_heading_has_its_number_before_it() -> None:
    numbering = (
        '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:lvlText w:val="§ %1"/></w:lvl></w:abstractNum>'
        '<w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num>'
    )
    styles = style("h", "heading 1", '<w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr>')
    document = read(styled("Rain", "h") + word_paragraph(RAIN), styles=styles, numbering=numbering)
    assert document.text.startswith("§ 1 Rain\n\n")
    assert parts(document)[0] == ("heading", "Rain")


def cell(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{word_paragraph(text)}</w:tc>"


def test_merged_cells_leave_the_others_empty_and_deleted_rows_are_gone() -> None:
    rows = [
        cell("City", '<w:vMerge w:val="restart"/>') + cell("Rain in March", '<w:gridSpan w:val="2"/>'),
        cell("unseen", "<w:vMerge/>") + cell("old") + cell("new"),
        cell("Madrid") + cell("12") + cell("14"),
    ]
    deleted = f"<w:tr><w:trPr><w:del/></w:trPr>{cell('Gone') * 3}</w:tr>"
    body = "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in rows) + deleted + "</w:tbl>"
    document = read(body + word_paragraph(RAIN))
    assert parts(document)[0] == ("table", "City | Rain in March | \n | old | new\nMadrid | 12 | 14")
    assert [len(row) for row in document.blocks[0].cells] == [3, 3, 3]


def test_a_table_that_holds_tables_is_read_cell_by_cell() -> None:
    inner = f"<w:tbl><w:tr>{cell('City')}{cell('Rain')}</w:tr><w:tr>{cell('Rome')}{cell('9')}</w:tr></w:tbl>"
    body = f"<w:tbl><w:tr><w:tc>{word_paragraph(RAIN)}{inner}</w:tc>{cell(SEA)}</w:tr></w:tbl>"
    assert parts(read(body)) == [("paragraph", RAIN), ("table", "City | Rain\nRome | 9"), ("paragraph", SEA)]


def test_links_by_relationships_and_by_fields() -> None:
    links = '<Relationships><Relationship Id="r1" Target="http://a.org/" TargetMode="External"/></Relationships>'
    body = paragraph(
        f'<w:hyperlink r:id="r1">{run("Rain")}</w:hyperlink>', run(" and "), field("begin"),
        code(' HYPERLINK "http://b.org/" '), field("separate"), run("wi"), run("nd", "<w:i/>"), field("end"), run("."),
    )  # fmt: skip
    data = word_file(body.replace("<w:p>", f"<w:p {_NS}>"))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members: dict[str, str | bytes] = {name: archive.read(name) for name in archive.namelist()}
    document = read_document(zipped({**members, "word/_rels/document.xml.rels": links}))
    assert document.text == "Rain and wind."
    assert marked(document) == [
        ("link", "Rain", "http://a.org/"), ("link", "wind", "http://b.org/"), ("emphasis", "nd", ""),
    ]  # fmt: skip


def test_a_table_of_contents_is_left_out_and_counted() -> None:
    toc = (
        paragraph(field("begin"), code(' TOC \\o "1-3" '), field("separate"), run("Rain 1"))
        + paragraph(run("Wind "), field("begin"), code(" PAGEREF x "), field("separate"), run("2"), field("end"))
        + paragraph(field("end"))
    )
    document = read(toc + word_paragraph(RAIN))
    assert document.text == RAIN
    assert document.notes == ("left out: table of contents (1)",)


def test_a_field_that_never_ends_hides_nothing() -> None:
    body = paragraph(field("begin"), code(" TOC "), field("separate"), run("Rain 1")) + word_paragraph(RAIN)
    assert read(body).text.endswith(RAIN)


def test_notes_have_marks_and_stand_apart() -> None:
    footnotes = "".join(
        f'<w:footnote w:id="{i}">{paragraph(run("", _NOTE), run(text))}</w:footnote>'
        for i, text in ((2, "The second."), (1, "The first."), (3, "* Starred."), (4, "Of what is gone."))
    )
    endnotes = f'<w:endnote w:id="1">{word_paragraph("At the end.")}</w:endnote>'
    body = paragraph(
        run("Rain"), '<w:r><w:footnoteReference w:id="1"/></w:r>', run(" fell"),
        '<w:r><w:footnoteReference w:id="2"/></w:r>', run(" there"),
        '<w:r><w:footnoteReference w:id="3" w:customMarkFollows="1"/><w:t>*</w:t></w:r>', run(" and here"),
        '<w:r><w:endnoteReference w:id="1"/></w:r>', run("."),
        '<w:del><w:r><w:footnoteReference w:id="4"/></w:r></w:del>',
    )  # fmt: skip
    document = read(body, footnotes=footnotes, endnotes=endnotes)
    assert parts(document)[0] == ("paragraph", "Rain[1] fell[2] there[*] and here[i].")
    assert [target for _, _, target in marked(document)] == ["1", "2", "*", "i"]
    notes = [(block.about["label"], document.text[block.start : block.end]) for block in document.blocks[1:]]
    assert notes == [("1", "The first."), ("2", "The second."), ("*", "Starred."), ("i", "At the end.")]
    assert {block.kind for block in document.blocks[1:]} == {"footnote"}


def test_changes_are_resolved() -> None:
    body = (
        paragraph(
            run("It "), f"<w:del>{run('snowed')}</w:del>", f"<w:ins>{run('rained')}</w:ins>", run(" in "),
            f"<w:moveFrom>{run('Spain')}</w:moveFrom>", f"<w:moveTo>{run('Spain')}</w:moveTo>", run("."),
        )
        + "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>" + run("One ") + "</w:p>"
        + paragraph(run("paragraph."))
    )  # fmt: skip
    assert parts(read(body)) == [("paragraph", "It rained in Spain."), ("paragraph", "One paragraph.")]


def box(text: str) -> str:
    return f"<wps:txbx><w:txbxContent>{word_paragraph(text)}</w:txbxContent></wps:txbx>"


def test_a_text_box_is_read_once_after_its_paragraph() -> None:
    body = paragraph(
        "<w:r><mc:AlternateContent><mc:Choice><w:drawing><wp:anchor><wp:docPr descr='Box'/>",
        box(SEA),
        "</wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict>" + box(SEA) + "</w:pict></mc:Fallback>",
        "</mc:AlternateContent></w:r>",
        run(RAIN),
    )
    assert parts(read(body)) == [("paragraph", RAIN), ("paragraph", SEA)]


def test_the_words_in_a_diagram_are_no_paragraphs() -> None:
    shapes = f"<wpg:wgp>{box('Sea')}{box(SEA)}</wpg:wgp>"
    body = paragraph(f"<w:r><w:drawing>{shapes}</w:drawing></w:r>", run(RAIN))
    assert parts(read(body)) == [("paragraph", RAIN), ("caption", "Sea"), ("paragraph", SEA)]


def picture(descr: str, inside: str = '<a:blip r:embed="r1"/>', size: int = 999_999) -> str:
    return (
        f"<w:r><w:drawing><wp:inline><wp:extent cx='{size}' cy='{size}'/><wp:docPr name='Picture 1' descr='{descr}'/>"
        f"{inside}</wp:inline></w:drawing></w:r>"
    )


def test_figures_have_descriptions_and_captions() -> None:
    body = (
        paragraph(picture("Clouds over Spain"), run("")) + styled("Figure 1: Clouds", "c")
        + paragraph(run("After "), picture("", '<c:chart xmlns:c="urn:c"/>'), run("that."))
        + paragraph(picture("", size=20_000)) + paragraph(picture("rain.png"))
    )  # fmt: skip
    document = read(body, styles=style("c", "caption"))
    assert parts(document) == [
        ("figure", "Clouds over Spain"), ("caption", "Figure 1: Clouds"), ("paragraph", "After that."), ("figure", ""),
        ("figure", ""),
    ]  # fmt: skip


def test_formulas_are_marks_in_a_line_and_blocks_on_their_own() -> None:
    power = f"<m:sSup><m:e>{mrun('x')}</m:e><m:sup>{mrun('2')}</m:sup></m:sSup>"
    body = (
        paragraph(run("If "), math(power + mrun("=4")), run(" then x is 2."))
        + paragraph(math(power, displayed=True))
        + paragraph(math(power + mrun("+1")), run(" (3)"))
    )
    document = read(body)
    assert parts(document) == [("paragraph", "If x² = 4 then x is 2."), ("formula", "x²"), ("formula", "x² + 1 (3)")]
    assert marked(document) == [("formula", "x² = 4", "x^{2} =4")]
    assert document.blocks[2].about == {"tex": "x^{2} +1"}


def test_a_displayed_formula_inside_a_paragraph_parts_it() -> None:
    body = paragraph(run("We know that"), math(mrun("a=b"), displayed=True), run("holds."))
    assert parts(read(body)) == [("paragraph", "We know that"), ("formula", "a = b"), ("paragraph", "holds.")]


def test_code_keeps_its_lines() -> None:
    mono = '<w:rFonts w:ascii="Courier New"/>'
    body = (
        styled("def rain():", "c") + paragraph('<w:pPr><w:pStyle w:val="c"/></w:pPr>', run("    pour()"))
        + word_paragraph(RAIN) + paragraph(run("rain();", mono)) + paragraph(run("It rained for many hours.", mono))
    )  # fmt: skip
    document = read(body + word_paragraph(SEA), styles=style("c", "Source Code"))
    assert parts(document) == [
        ("code", "def rain():\n    pour()"), ("paragraph", RAIN), ("code", "rain();"),
        ("paragraph", "It rained for many hours."), ("paragraph", SEA),
    ]  # fmt: skip


def test_paragraphs_whose_style_has_letters_of_one_width_are_code() -> None:
    listing = style("l", "Example", '<w:rPr><w:rFonts w:ascii="Consolas"/></w:rPr>')
    body = styled("rain();", "l") + styled("It rained for many hours.", "l") + word_paragraph(RAIN)
    assert [kind for kind, _ in parts(read(body, styles=listing))] == ["code", "paragraph", "paragraph"]


def test_a_text_that_is_all_typed_is_no_code() -> None:
    body = "".join(paragraph(run(text, '<w:rFonts w:ascii="Courier"/>')) for text in ("Rain", "wind", "sun or snow"))
    assert [kind for kind, _ in parts(read(body))] == ["paragraph"] * 3


def test_pages_begin_at_hard_breaks() -> None:
    body = paragraph('<w:r><w:br w:type="page"/></w:r>', run("One.")) + paragraph(
        run("Two."), '<w:r><w:br w:type="page"/></w:r>'
    )
    body += word_paragraph("Three.", "<w:pageBreakBefore/>") + word_paragraph("Four.", "<w:sectPr/>") + "<w:p/>"
    kinds = [kind for kind, _ in parts(read(body))]
    assert kinds == ["paragraph", "paragraph", "page", "paragraph", "paragraph"]


def test_controls_are_opened_and_empty_ones_left_out() -> None:
    empty = (
        "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>" + run("Click here.") + "</w:sdtContent></w:sdt>"
    )
    contents = (
        '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>'
        f"<w:sdtContent>{word_paragraph('Contents')}</w:sdtContent></w:sdt>"
    )
    document = read(contents + paragraph(f"<w:sdt><w:sdtContent>{run('It rained.')}</w:sdtContent></w:sdt>", empty))
    assert document.text == "It rained."
    assert document.notes[0] == "left out: empty form field (1), table of contents (1)"


def test_comments_headers_and_footers_are_left_out_and_counted() -> None:
    commented = paragraph(run(RAIN), '<w:r><w:commentReference w:id="0"/></w:r>')
    document = read(commented, header1=word_paragraph("Secret"), footer1="<w:p/>", comments=word_paragraph("No!"))
    assert document.text == RAIN
    assert document.notes == ("left out: comment (1), page header (1)",)


def test_text_from_right_to_left_is_in_reading_order() -> None:
    body = "<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/><w:bCs/></w:rPr><w:t>ירד גשם</w:t></w:r></w:p>"
    document = read(body)
    assert document.text == "ירד גשם"
    assert marked(document) == [("strong", "ירד גשם", "")]


def test_symbols_drop_caps_and_readings() -> None:
    body = (
        '<w:p><w:pPr><w:framePr w:dropCap="drop"/></w:pPr><w:r><w:t>R</w:t></w:r></w:p>'
        + paragraph(run("ain "), '<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>')
        + paragraph("<w:ruby><w:rt>", run("あめ"), "</w:rt><w:rubyBase>", run("雨"), "</w:rubyBase></w:ruby>")
    )  # fmt: skip
    assert [text for _, text in parts(read(body))] == ["Rain α", "雨"]


def test_the_body_may_come_after_other_parts_and_under_another_name() -> None:
    xml = (
        '<w:document xmlns:w="urn:w"><w:background w:color="FFFFFF"/><w:body>'
        f"{word_paragraph(RAIN)}</w:body></w:document>"
    )
    assert read_document(zipped({"word/document.xml": xml})).text == RAIN
    assert read_document(zipped({"[Content_Types].xml": "<Types/>", "word/document2.xml": xml})).text == RAIN


def test_places_are_paths_of_elements() -> None:
    document = read(word_paragraph(RAIN) + word_paragraph(SUN))
    assert [place.path for place in document.places] == ["/body/p", "/body/p[2]"]


def test_markdown_of_a_word_file_is_read_back_as_the_same_blocks() -> None:
    styles = style("h", "heading 2") + style("q", "Quote") + style("c", "Source Code")
    body = (
        styled("Rain", "h") + paragraph(run("It "), run("rained", "<w:b/>"), run(" a lot."))
        + styled(SEA, "q") + styled("pour()", "c")
        + f"<w:tbl><w:tr>{cell('City')}{cell('Rain')}</w:tr><w:tr>{cell('Rome')}{cell('9')}</w:tr></w:tbl>"
    )  # fmt: skip
    document = read(body, styles=styles)
    again = read_document(to_markdown(document).encode(), name="x.md")
    assert parts(again) == parts(document)
    assert marked(again) == marked(document)
    assert prose(again) == prose(document)
