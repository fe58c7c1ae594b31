"""Pictures, charts and drawings in a Word file: what they show, and where they come from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sentencerank.documents.archive import attribute
from sentencerank.documents.pieces import Piece, tidy

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_SMALL = 381_000  # in the units of drawings, 40 pixels: an ornament
_FILE = re.compile(r"\S+\.(?:png|jpe?g|gif|svg|webp|emf|wmf|tiff?|bmp)", re.IGNORECASE)
_MADE_UP = re.compile(r"(?:Description automatically generated|AI-generated content)[^\n]*$")
_LONGEST = 2_000  # characters of a description


@dataclass(slots=True)
class Drawing:
    """A drawing while it is read. It is a figure if it has a picture, a chart or a diagram, or a description."""

    text: str = ""
    source: str = ""
    found: bool = False
    ornament: bool = False

    def take(self, element: Element, name: str, targets: Mapping[str, str]) -> None:
        """Take what an element inside the drawing tells."""
        match name:
            case "docPr" | "cNvPr":
                self.text = self.text or _description(attribute(element, "descr") or attribute(element, "title"))
            case "shape" | "rect":
                self.text = self.text or _description(attribute(element, "alt"))
            case "blip":
                self.found = True
                self.source = self.source or _target(element, ("embed", "link"), targets)
            case "imagedata":
                self.found = True
                self.source = self.source or _target(element, ("id",), targets)
            case "chart" | "relIds" | "OLEObject":
                self.found = True
            case "extent":
                sides = (attribute(element, "cx"), attribute(element, "cy"))
                self.ornament |= any(side.isdigit() and len(side) < 12 and int(side) < _SMALL for side in sides)
            case "decorative":
                self.ornament |= attribute(element, "val") in ("1", "true")

    def piece(self) -> Piece | None:
        """Return the figure, if the drawing is one."""
        if not self.text and (self.ornament or not self.found):
            return None
        return Piece("figure", self.text, about={"source": self.source} if self.source else {})


def _description(text: str) -> str:
    """Return a description; the name of a file describes nothing."""
    text = tidy(_MADE_UP.sub("", text[:_LONGEST]))
    return "" if _FILE.fullmatch(text) else text


def _target(element: Element, names: tuple[str, ...], targets: Mapping[str, str]) -> str:
    return next((target for name in names if (target := targets.get(attribute(element, name), ""))), "")
