"""Transcripts of talk: "Ann: …" turn by turn, with or without times."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sentencerank.documents.decoding import decoded
from sentencerank.documents.kinds import turn
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content, Piece

_TIME = re.compile(r"[\[(]?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?[\])]?[ \t]*")


def read(data: bytes, meter: Meter) -> Content:
    """One paragraph per turn, or per paragraph of a long turn; who speaks stands before it, outside the sentences."""
    text, notes = decoded(data)
    return Content(tuple(pieces(meter.take(text))), notes)


def pieces(text: str) -> Iterator[Piece]:
    """The turns of a transcript.

    >>> [piece.mark + piece.text for piece in pieces("Ann: Hello.\\nHow are you?\\n00:05 Bob: Fine.")]
    ['Ann: Hello. How are you?', 'Bob: Fine.']
    """
    speaker, said = "", list[str]()
    for line in [*text.split("\n"), ""]:
        name, words = turn(line)
        if name or not words:
            if said:
                yield Piece("paragraph", " ".join(said), mark=f"{speaker}: " if speaker else "")
                speaker = ""
            said = []
        speaker = name or speaker
        if words and not _TIME.fullmatch(words):
            said.append(words)
