"""Subtitles, SubRip and WebVTT: cues joined to running text, times dropped, rolling captions said once."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content, Piece
from sentencerank.documents.plain import decode
from sentencerank.errors import DocumentError

PAUSE = 4.0  # seconds of silence that end a paragraph
# More words for each sentence end than this: automatic captions, which have no sentences.
_UNPUNCTUATED = 60
_CHUNK = 25  # words that stand for a sentence then

_TIME = r"(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})"
_TIMING = re.compile(rf"[ \t]*{_TIME}[ \t]*-->[ \t]*{_TIME}")
_FIRST_CUE = re.compile(rf"(?:\d+[ \t]*\n)?{_TIMING.pattern}")
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?\s+([^\s<>][^<>]*)>")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<[\d:.]+>|\{\\[^{}]*\}")
_SOUND = re.compile(r"[\[(♪♫#].*[\])♪♫#]|[♪♫\s]+")
_TURN = re.compile(r"(?:-|–|—|>>>?)\s*(?=\S)")
_SENTENCE_END = re.compile(r"[.!?…。！？।؟]")


class Cue(NamedTuple):
    """What stands on the screen from `start` to `end`, in seconds."""

    start: float
    end: float
    lines: tuple[str, ...]


def is_subtitles(text: str, named: bool) -> bool:
    """Whether a text begins as WebVTT does, or with a time line."""
    return text.startswith("WEBVTT") or bool(_FIRST_CUE.match(text, len(text) - len(text.lstrip())))


def read(data: bytes, meter: Meter) -> Content:
    """Read the spoken text: a new paragraph begins after a pause or when another person speaks."""
    text, notes = decode(data)
    cues = list(_cues(meter.take(text)))
    if not cues:
        raise DocumentError("there is no cue in these subtitles. Times must look like 00:01:02,000 --> 00:01:04,000.")
    pieces = tuple(_pieces(_spoken(cues)))
    words = sum(len(piece.text.split()) for piece in pieces)
    ends = sum(len(_SENTENCE_END.findall(piece.text)) for piece in pieces)
    if words > _UNPUNCTUATED * (ends + 1):
        pieces = tuple(_pieces(_spoken(cues), longest=_CHUNK))
        notes += (f"no punctuation: chunks of about {_CHUNK} words stand for sentences",)
    return Content(pieces, notes)


def _cues(text: str) -> Iterator[Cue]:
    """Yield each time line with the lines below it up to an empty one; numbers, notes and styles are no cues."""
    lines = text.split("\n")
    index = 0
    while index < len(lines):
        timing = _TIMING.match(lines[index])
        index += 1
        if not timing:
            continue
        below = index
        while index < len(lines) and lines[index].strip() and not _TIMING.match(lines[index]):
            index += 1
        if index < len(lines) and _TIMING.match(lines[index]) and lines[index - 1].strip().isdigit():
            # There is no empty line between two cues: this one is the number of the next.
            index -= 1
        parts = timing.groups(default="0")
        yield Cue(_seconds(*parts[:4]), _seconds(*parts[4:]), tuple(lines[below:index]))
        index += index < len(lines) and not lines[index].strip()


def _seconds(hours: str, minutes: str, seconds: str, fraction: str) -> float:
    return 3600 * int(hours) + 60 * int(minutes) + int(seconds) + float(f"0.{fraction}")


class _Line(NamedTuple):
    speaker: str
    text: str
    turn: bool  # another person begins to speak
    silence: float  # seconds before it
    start: float = 0.0  # seconds from the beginning


def _spoken(cues: list[Cue]) -> Iterator[_Line]:
    """Yield every line once: rolling captions repeat what stands on the screen while they add a line."""
    shown: frozenset[str] = frozenset()
    end = cues[0].start
    for cue in cues:
        silence, turn, now = cue.start - end, False, []
        for line in cue.lines:
            voice = _VOICE.search(line)
            text = html.unescape(_TAG.sub("", line)).strip()
            if dash := _TURN.match(text):
                text, turn = text[dash.end() :], True
            if not text:
                continue
            now.append(text)
            if text not in shown:
                yield _Line(voice[1].strip() if voice else "", text, turn, silence, cue.start)
                silence, turn = 0.0, False
        shown = frozenset(now) or shown
        end = max(end, cue.end)


def _pieces(lines: Iterator[_Line], longest: int | None = None) -> Iterator[Piece]:
    """Gather lines into paragraphs of at most about `longest` words."""
    said: list[str] = []
    speaker = named = ""
    about: dict[str, str] = {}
    for line in lines:
        sound = bool(_SOUND.fullmatch(line.text))
        changed = line.turn or (line.speaker and line.speaker != speaker)
        full = longest is not None and len(" ".join(said).split()) >= longest
        if said and (sound or changed or full or line.silence > PAUSE):
            yield Piece("paragraph", " ".join(said), mark=named, about=about)
            said, named = [], ""
        if sound:
            yield Piece("caption", line.text, about={"time": _clock(line.start)})
            continue
        if line.speaker and line.speaker != speaker:
            speaker, named = line.speaker, f"{line.speaker}: "
        if not said:
            about = {"time": _clock(line.start)} | ({"from": speaker} if speaker else {})
        said.append(line.text)
    if said:
        yield Piece("paragraph", " ".join(said), mark=named, about=about)


def _clock(seconds: float) -> str:
    """Return a time as it is shown by players.

    >>> _clock(3723.9), _clock(62)
    ('1:02:03', '0:01:02')
    """
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
