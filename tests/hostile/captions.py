"""Subtitles and transcripts."""

# ruff: noqa: E501 - a kind is a row of a table

from __future__ import annotations

from tests.hostile.kind import HONEST, Kind, numbered

_TIME = "00:00:01,000 --> 00:00:02,000\n"


def cues(text: str = "It rained.", count: int = 1, time: str = _TIME) -> bytes:
    """Cues one after the other."""
    return numbered("{}\n" + time + text + "\n\n", count)


KINDS = (
    Kind("srt-many-cues", "many.srt", "There are 20,000 cues at one time.", lambda: cues(count=20_000)),
    Kind("srt-empty-cues", "empty.srt", "There are 200,000 empty cues.", lambda: (_TIME * 200_000).encode()),
    Kind("srt-leading-spaces", "spaces.srt", "A megabyte of spaces stands before the first cue.", lambda: b" " * 1_000_000 + cues()),
    Kind("srt-leading-spaces-alone", "blank.srt", "Spaces lead to no cue.", lambda: b" " * 300_000 + b"x"),
    Kind("srt-leading-lines", "lines.srt", "300,000 empty lines stand before the first cue.", lambda: b"\n" * 300_000 + cues()),
    Kind("srt-leading-tabs", "tabs.srt", "Spaces of all kinds stand before a number.", lambda: b" \t\r\n\x0b\x0c" * 50_000 + b"1"),
    Kind("srt-digits", "digits.srt", "The number of a cue has 300,000 digits.", lambda: b"1" * 300_000 + b"\n" + cues()),
    Kind("srt-many-digits-in-time", "clock.srt", "Times have too many digits.", lambda: cues(time="9" * 50_000 + ":00:01,000 --> 00:00:02,000\n", count=5)),
    Kind("srt-spaces-in-time", "gap.srt", "A time line has 300,000 spaces.", lambda: cues(time="00:00:01,000" + " " * 300_000 + "--> 00:00:02,000\n")),
    Kind("srt-arrows", "arrows.srt", "A line has arrows alone.", lambda: cues() + b"-->" * 100_000),
    Kind("srt-backwards", "backwards.srt", "Cues end before they begin.", lambda: cues(time="99:59:59,999 --> 00:00:00,000\n", count=2_000)),
    Kind("srt-negative", "negative.srt", "Times are negative.", lambda: cues(time="-00:00:01,000 --> -00:00:02,000\n", count=2_000) + cues()),
    Kind("srt-impossible", "impossible.srt", "A minute has 99 seconds.", lambda: cues(time="999:99:99,999 --> 999:99:99.9\n", count=2_000)),
    Kind("srt-other-digits", "arabic.srt", "Times have digits of another script.", lambda: cues(time="٠٠:٠٠:٠١,٠٠٠ --> ٠٠:٠٠:٠٢,٠٠٠\n", count=500) + cues()),
    Kind("srt-superscript-digits", "superscript.srt", "Digits are no decimal digits.", lambda: cues(time="²²:²²:²²,²²² --> ³³:³³:³³,³³³\n", count=500) + cues("²", 500)),
    Kind("srt-long-cue", "long.srt", "A cue has a megabyte.", lambda: cues("rain " * 200_000)),
    Kind("srt-tall-cue", "tall.srt", "A cue has 100,000 lines.", lambda: cues("rain\n" * 100_000)),
    Kind("srt-rolling-tall", "rolling.srt", "Each cue repeats the 300 lines of the last one.", lambda: b"".join(cues("\n".join(f"line {m}" for m in range(n, n + 300))) for n in range(100))),
    Kind("srt-tags", "tags.srt", "A cue has open tags alone.", lambda: cues("<i" * 100_000)),
    Kind("srt-braces", "braces.srt", "A cue has open braces alone.", lambda: cues("{\\an8" * 50_000)),
    Kind("srt-music", "music.srt", "A cue has notes alone.", lambda: cues("♪" * 100_000) + cues("[" * 50_000) + cues()),
    Kind("srt-entities", "entities.srt", "A cue has entities alone.", lambda: cues("&amp;lt;&#0;&#x110000;" * 8_000)),
    Kind("srt-dashes", "turns.srt", "Every cue is another speaker.", lambda: cues("- - - >> – It rained.", 20_000)),
    Kind("srt-no-punctuation", "words.srt", "50,000 words have no full stop.", lambda: cues("rain and wind", 17_000)),
    Kind("vtt-nothing", "nothing.vtt", "There are no cues.", lambda: b"WEBVTT\n\n" * 1_000),
    Kind("vtt-styles", "styles.vtt", "Styles ask for pictures of a server and never end.", lambda: b"WEBVTT\n\nSTYLE\n" + b"::cue { background: url(http://127.0.0.1:47113/bait) }\n" * 5_000 + b"\n" + cues(time="00:01.000 --> 00:02.000\n")),
    Kind("vtt-notes", "notes.vtt", "20,000 notes stand before the cue.", lambda: b"WEBVTT\n\n" + b"NOTE rain\n\n" * 20_000 + cues(time="00:01.000 --> 00:02.000\n")),
    Kind("vtt-voices", "voices.vtt", "Voices never end.", lambda: b"WEBVTT\n\n" + cues("<v " * 50_000, time="00:01.000 --> 00:02.000\n")),
    Kind("vtt-voice-spaces", "voice.vtt", "The name of a voice has 200,000 spaces.", lambda: b"WEBVTT\n\n" + cues("<v" + " " * 200_000 + "x", time="00:01.000 --> 00:02.000\n")),
    Kind("vtt-classes", "classes.vtt", "A voice has 50,000 classes.", lambda: b"WEBVTT\n\n" + cues("<v" + ".a" * 50_000 + " Ann>It rained.", time="00:01.000 --> 00:02.000\n")),
    Kind("vtt-settings", "settings.vtt", "A cue has a megabyte of settings.", lambda: b"WEBVTT\n\n" + cues(time="00:01.000 --> 00:02.000 " + "align:start " * 80_000 + "\n")),
    Kind("vtt-inner-times", "karaoke.vtt", "Every word has a time.", lambda: b"WEBVTT\n\n" + cues("<00:01.000>rain " * 20_000, time="00:01.000 --> 00:02.000\n")),
    Kind("transcript-many-speakers", "speakers.txt", "Every turn has another speaker.", lambda: numbered("Speaker {}: It rained all day.\n", 10_000)),
    Kind("transcript-colons", "colons.txt", "A line has 50,000 speakers.", lambda: b"Ann: Bob: " * 50_000),
    Kind("transcript-long-name", "name.txt", "A speaker has a name of 300 KB.", lambda: b"A" * 300_000 + b": It rained.\n" + b"Ann: Yes.\nBob: No.\n" * 3),
    Kind("transcript-names-of-many-words", "words.txt", "Names have 50,000 words.", lambda: ("Ann Lee " * 50_000 + ": Yes.\n").encode() * 2),
    Kind("transcript-times", "times.txt", "Every turn has a time and nothing else.", lambda: b"[00:00:01] Ann:\n[00:00:02] Bob:\n" * 10_000),
    Kind("transcript-brackets", "stage.txt", "Times open and never close.", lambda: b"[00:00:01 Ann: [00:00:01 Bob: " * 10_000 + HONEST.encode()),
    Kind("transcript-quotes", "quotes.txt", "A turn consists of quotes and spaces.", lambda: b"Ann: It rained.\nBob: Yes.\nAnn: " + b'" \' ' * 80_000 + b"\nBob: No."),
)  # fmt: skip
