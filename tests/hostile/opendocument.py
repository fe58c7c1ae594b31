"""OpenDocument texts that are made to break readers."""

# ruff: noqa: E501 - a kind is a row of a table

from __future__ import annotations

from tests.documents.samples import RAIN, odt, zipped
from tests.hostile.kind import BAIT, Kind

_P = f"<text:p>{RAIN}</text:p>"


def _styles(count: int) -> str:
    return "".join(
        f'<s><style:style style:name="S{n}" style:parent-style-name="S{(n + 1) % count}"/></s>' for n in range(count)
    )


KINDS: tuple[Kind, ...] = (
    Kind("odt-laughs", "laughs.odt", "Entities expand.", lambda: zipped({"content.xml": '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "' + "&b;" * 9_000 + '">]><a><body><text>' + "&c;" * 9_000 + "</text></body></a>"})),
    Kind("odt-outside-file", "outside.odt", "An entity is a file of the computer.", lambda: zipped({"content.xml": '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a><body><text><p>&b;</p></text></body></a>'})),
    Kind("odt-deep", "deep.odt", "Sections are nested 100,000 levels deep.", lambda: odt("<text:section>" * 100_000 + "</text:section>" * 100_000)),
    Kind("odt-lists-in-lists", "lists.odt", "Lists are nested 200 levels deep.", lambda: odt("<text:list><text:list-item>" * 200 + _P + "</text:list-item></text:list>" * 200)),
    Kind("odt-spaces", "spaces.odt", "Elements stand for 10^18 spaces.", lambda: odt("<text:p>a" + '<text:s text:c="99999"/>' * 20_000 + f"b</text:p>{_P}")),
    Kind("odt-style-circle", "circle.odt", "Styles are based on each other in a circle.", lambda: odt(_styles(1_000) + '<text:p text:style-name="S0">It rained.</text:p>' + _P)),
    Kind("odt-wide-cells", "cells.odt", "A cell spans a billion columns.", lambda: odt('<table:table><table:table-row><table:table-cell table:number-columns-spanned="1000000000"><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>' + _P)),
    Kind("odt-object-on-server", "object.odt", "Objects and pictures are on a server.", lambda: odt(f'<text:p><draw:frame><draw:object xlink:href="{BAIT}"/></draw:frame><draw:frame><draw:image xlink:href="{BAIT}"/></draw:frame></text:p>{_P}')),
    Kind("odt-object-outside", "passwd.odt", "An object is a file of the computer.", lambda: odt(f'<text:p><draw:frame><draw:object xlink:href="../../../../etc/passwd"/></draw:frame></text:p>{_P}')),
    Kind("odt-same-formula", "formulas.odt", "One formula is shown 20,000 times.", lambda: odt('<text:p>a<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p>' * 20_000)),
    Kind("odt-many-notes", "notes.odt", "A text has 20,000 notes with the same sign.", lambda: odt("<text:p>a<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>b</text:p></text:note-body></text:note></text:p>" * 20_000)),
    Kind("odt-encrypted", "locked.odt", "The text is encrypted.", lambda: zipped({"content.xml": bytes(range(256)), "META-INF/manifest.xml": "<m><encryption-data/></m>"})),
)  # fmt: skip
