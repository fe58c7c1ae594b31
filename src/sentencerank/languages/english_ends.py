"""Where English sentences end: sentencex on the text without quotation marks, and a few repairs.

With its marks sentencex takes a quotation for one sentence, and one mark without its partner turns the rest of a
paragraph inside out. So marks are spaces to it, and each goes to the sentence it belongs to afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sentencerank.languages.splitting import boundaries

# Each of these begins with a set of characters, which is what `re` scans for quickly.
_QUOTES = re.compile(
    r"[\"“”„«»‘`'’](?:(?<=[\"“”„«»‘`])|(?<![^\W_].)|(?![^\W_]))"
)  # an apostrophe has letters on both sides
_CLOSING = re.compile(r"[\"”»'’)\]]*\s*")  # next to the full stop
_APART = re.compile(r"(?:''|[\"'”’»)\]]+)(?:\s+|$)")  # with spaces on both sides, as in tokenised text
_EMBEDDED = re.compile(  # a short quotation inside a sentence: He cried "Stop! Thief!" and ran.
    r"[\"“](?=\S)(?:(?<=[\w,:] .)[^\"“”]{1,100}[\"”]|[^\"“”]{1,100}[\"”](?= ?[a-z,;—–]))"
)
_SHORTENED = re.compile(  # never ends a sentence before a number, a bracket or a small letter
    r"(?:^|[\s(\[])(?:approx|ca|cf|[Cc]h|[Ee]qs?|[Ff]igs?|[Nn]os?|[Pp]p?|[Ss]ecs?|[Tt]ab|[Vv]ols?|vs|al|\d+(?:\.\d+)+)\.\s*$"
)
_GOES_ON = re.compile(r"[\d(\[a-z](?![A-Z])")  # but "iPads"
_BRACKETED = re.compile(r"\s*[(\[][^()\[\]]{1,1000}[a-z0-9][.!?][\"”'’]?[)\]]\s+(?=[\"“(\[]?[A-Z0-9])")


def sentence_ends(flat: str) -> list[int]:
    """The ends of the sentences of a one-line text, the last one at its end.

    >>> text = '(A note.) See Fig. 3. "Why?" he asked. "I see. No." He left.'
    >>> ends = sentence_ends(text)
    >>> [text[start:end] for start, end in zip([0, *ends], ends)]
    ['(A note.) ', 'See Fig. 3. ', '"Why?" he asked. ', '"I see. ', 'No." ', 'He left.']
    """
    ends: list[int] = []
    start = 0
    for end in _unquoted_ends(flat):
        while opening := _BRACKETED.match(flat, start, end):
            start = opening.end()
            ends.append(start)
        if end > start and not (
            _GOES_ON.match(flat, end) and _SHORTENED.search(flat, max(start - 1, end - 20, 0), end)
        ):
            ends.append(end)
            start = end
    return ends


def _unquoted_ends(flat: str) -> Iterator[int]:
    unquoted = _QUOTES.sub(" ", flat)
    embedded = [span.span() for span in _EMBEDDED.finditer(flat)] if unquoted != flat else []
    embedded.append((len(flat), len(flat)))
    start = inner = before = 0
    for boundary in boundaries("en", unquoted)[:-1]:
        stop = before + len(unquoted[before:boundary].rstrip())
        before = boundary
        end = _with_closing_marks(flat, start, stop)
        quoted = not flat[stop:end].isspace()
        while embedded[inner][1] <= stop < len(flat):
            inner += 1
        if embedded[inner][0] < stop < embedded[inner][1] - 1:
            continue
        if end < len(flat) and not (quoted and flat[end].islower()):  # "Go!" she said
            yield end
            start = end
    yield len(flat)


def _with_closing_marks(flat: str, start: int, stop: int) -> int:
    """The end of a sentence from `start` whose last full stop is before `stop`: closing marks and spaces included."""
    end = _skip(_CLOSING, flat, stop)
    while apart := _APART.match(flat, end):
        mark = apart.group().strip()
        if mark in ('"', "'"):
            since = max(start, end - 1000)  # a bound for text that never ends a sentence
            if [found.group() for found in _QUOTES.finditer(flat, since, end)].count(mark) % 2 == 0:
                break  # nothing is open: it opens the next sentence
        end = apart.end()
    return end


def _skip(pattern: re.Pattern[str], flat: str, position: int) -> int:
    found = pattern.match(flat, position)
    return found.end() if found else position
