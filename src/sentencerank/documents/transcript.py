"""Transcripts of talk: "Ann: …" turn by turn, with or without times."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content, Piece
from sentencerank.documents.plain import decode

_TIME = re.compile(r"[\[(]?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?[\])]?[ \t]*")
_DAY = r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ \t]+)"
_CLOCK = rf"(?:[\[(]?{_DAY}?\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:[ \u202f]?[AaPp][Mm])?[\])]?)"
_SPEAKER = re.compile(rf"(?:{_CLOCK}[ \t-]*)?([^\W\d_][\w .'’-]{{0,40}}?)[ \t]*{_CLOCK}?:(?:[ \t]|$)")
_TIMED = re.compile(_CLOCK)
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’)]*$")


def is_transcript(text: str, named: bool) -> bool:
    """Whether two people or more speak in turns: names that come back begin a third of the lines.

    Half of these lines are sentences, or have a time before the name, as in a chat.
    """
    lines = [line for line in text.split("\n") if line and not line.isspace()]
    named_lines = [line for line in lines if ":" in line]
    if 3 * len(named_lines) < len(lines):
        return False
    turns = [(name, said, bool(_TIMED.match(line))) for line in named_lines for name, said in [turn(line)] if name]
    times = Counter(name for name, _, _ in turns)
    spoken = [(said, timed) for name, said, timed in turns if times[name] >= 2]
    sentences = sum(timed or bool(_SENTENCE_END.search(said)) for said, timed in spoken)
    return (
        sum(count >= 2 for count in times.values()) >= 2
        and len(spoken) >= len(lines) / 3
        and 2 * sentences >= len(spoken)
    )


def turn(line: str) -> tuple[str, str]:
    """Return who speaks in a line, "" if the last one goes on, and what is said.

    >>> turn("[00:12:03] Ann Lee: Good morning."), turn("And so on."), turn("3/12/24, 9:01 PM - Bob: hi")
    (('Ann Lee', 'Good morning.'), ('', 'And so on.'), ('Bob', 'hi'))
    """
    found = _SPEAKER.match(line)
    return (found[1], line[found.end() :].strip()) if found else ("", line.strip())


def read(data: bytes, meter: Meter) -> Content:
    """Read one paragraph for each turn, or for each paragraph of a long turn.

    Who speaks stands before it, outside the sentences.
    """
    text, notes = decode(data)
    return Content(tuple(_turns(meter.take(text))), notes)


def _turns(text: str) -> Iterator[Piece]:
    """Yield the turns of a transcript.

    >>> turns = list(_turns("Ann: Hello.\\nHow are you?\\n00:05 Bob: Fine."))
    >>> [piece.mark + piece.text for piece in turns], turns[1].about
    (['Ann: Hello. How are you?', 'Bob: Fine.'], {'from': 'Bob', 'time': '00:05'})
    """
    speaker, said = "", list[str]()
    about: dict[str, str] = {}
    for line in [*text.split("\n"), ""]:
        name, words = turn(line)
        if name or not words:
            if said:
                yield Piece("paragraph", " ".join(said), mark=f"{speaker}: " if speaker else "", about=about)
                speaker = ""
            said = []
        if name:
            time = _TIMED.search(line, 0, len(line) - len(words))
            speaker, about = name, {"from": name} | ({"time": time[0].strip("[]()")} if time else {})
        if words and not _TIME.fullmatch(words):
            said.append(words)
