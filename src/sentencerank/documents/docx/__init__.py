"""Word files (.docx): a walk through the text, by the styles, numberings, notes and links that stand beside it."""

from __future__ import annotations

from sentencerank.documents.docx.parts import read

__all__ = ["read"]
