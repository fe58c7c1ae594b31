"""Long texts that nobody wrote: one sign without end, one line of megabytes, half a million lines, deep quotes.

Plain text is read in the process of the caller, so each must end soon, with a sane answer or a clear error.
"""

from __future__ import annotations

import time

import pytest

from sentencerank import Ranker
from sentencerank.documents.limits import DEFAULT, Meter
from sentencerank.documents.markdown import read as read_markdown
from sentencerank.documents.subtitles import read as read_subtitles
from sentencerank.documents.transcript import read as read_transcript
from sentencerank.errors import DocumentError
from sentencerank.languages.sentences import LONGEST

SIGNS = {
    "spaces": " ", "newlines": "\n", "full stops": ".", "digits": "7", "quotation marks": '"',
    "apostrophes": "'", "hashes": "#", "quotes of quotes": ">", "dashes": "-", "bars": "|", "backticks": "`",
    "brackets": "[", "round brackets": "(", "Chinese": "雨", "accents": "\u0301", "accented": "e\u0301",
    "bidi": "a\u202e", "letters": "a", "words": "rain and wind ", "opened quotations": "“a ",
    "tiny lines": "a\n", "headings": "# Rain\n", "items": "- a\n", "paragraphs": "It rained.\n\n",
    "sentences": "It rained all day. ", "Chinese sentences": "今天下雨。", "emoji": "😀",
}  # fmt: skip
# These have so many sentences or words that less is enough; 0: the test of small sizes is enough.
LARGE = {
    "tiny lines": 1_000_000, "headings": 700_000, "opened quotations": 1_000_000, "words": 1_000_000, "bidi": 1_000_000,
    "Chinese": 1_000_000, "items": 0, "paragraphs": 0, "sentences": 0, "Chinese sentences": 0,
}  # fmt: skip
ranker = Ranker()


def seconds(text: str) -> float:
    """Rank a text and return the CPU time; every sentence is where it says, and none is too long."""
    start = time.process_time()
    ranking = ranker.rank(text)
    spent = time.process_time() - start
    sentences = ranking.document.sentences
    assert all(text[one.start : one.end] == one.text and len(one.text) <= LONGEST for one in sentences)
    return spent


@pytest.mark.parametrize("name", SIGNS)
def test_one_sign_without_end(name: str) -> None:
    sign = SIGNS[name]
    assert seconds(sign * (20_000 // len(sign))) < 3
    assert seconds(sign * (40_000 // len(sign))) < 6


def test_control_characters_are_refused() -> None:
    with pytest.raises(DocumentError, match="control characters"):
        ranker.rank("a\0" * 50_000)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "size"),
    [(name, 5_000_000) for name in SIGNS if name not in LARGE] + [(name, size) for name, size in LARGE.items() if size],
)
def test_megabytes_of_one_sign(name: str, size: int) -> None:
    sign = SIGNS[name]
    assert seconds(sign * (size // len(sign))) < 30


def test_deep_quotes_and_lists() -> None:
    quotes = "\n".join(">" * depth + " It rained." for depth in range(600))
    items = "\n".join("  " * depth + "- It rained." for depth in range(600))
    assert seconds(quotes) + seconds(items) < 3
    for text in (quotes, items, ">" * 20_000 + "a", "- " * 20_000 + "a", "[" * 20_000, "**a " * 5_000, "`a" * 10_000):
        start = time.process_time()
        read_markdown(text.encode(), Meter(DEFAULT))
        assert time.process_time() - start < 5


def test_subtitles_with_many_lines_in_a_cue() -> None:
    lines = "\n".join(f"line {number}" for number in range(20_000))
    cues = "".join(f"00:00:0{number}.000 --> 00:00:0{number + 1}.000\n{lines}\n\n" for number in range(3))
    start = time.process_time()
    content = read_subtitles(cues.encode(), Meter(DEFAULT))
    assert time.process_time() - start < 5
    # A line that stays on the screen is said once.
    assert sum(piece.text.count("line") for piece in content.pieces) == 20_000


def test_a_transcript_line_of_quotes() -> None:
    start = time.process_time()
    read_transcript(("Ann: Yes.\nBob: No.\n" + "Ann: " + "\"'’”" * 50_000).encode(), Meter(DEFAULT))
    assert time.process_time() - start < 3
