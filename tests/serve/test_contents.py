"""Tables of contents are told from what is to be read."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sentencerank import rank, read_document
from sentencerank.serve.columns import columns
from sentencerank.serve.contents import not_to_read
from sentencerank.serve.rows import words_to_read

BODY = """<h2>1. The ferry of Merle</h2><p>The ferry runs twice a day across the river.</p>
<h2>2. The rope</h2><p>It hangs on a rope of steel that was made in another town.</p>
<h2>3. Who pays for it?</h2><p>The council pays for the rope every year.</p>"""
LINKS = "<ul><li>1. The ferry of Merle</li><li>2. The rope</li><li>3. Who pays for it?</li></ul>"
OTHERS = "<ul><li>a rope of steel</li><li>two people</li><li>a river without ice</li></ul>"


def told(markup: str) -> list[str]:
    """What is to be read of a page."""
    document = read_document(f"<title>Merle</title><body><h1>Merle</h1>{markup}</body>".encode(), name="merle.html")
    return [s.text for s, apart in zip(document.sentences, not_to_read(document), strict=True) if not apart]


def test_entries_that_come_back_as_headings_are_not_read() -> None:
    assert len(told(LINKS + BODY)) == 3


def test_a_list_of_other_things_is_read() -> None:
    assert len(told(OTHERS + BODY)) == 6


@pytest.mark.parametrize("last", ["2.3. How a town in the south got its ferry", "2.3. Why did it stop?"])
def test_entries_with_numbers_may_have_their_text_on_other_pages(last: str) -> None:
    entries = f"<ul><li>2.1. The rope</li><li>2.2. The river</li><li>{last}</li></ul>"
    assert len(told(f"{entries}<h2>2.1. The rope</h2><p>It hangs on a rope of steel.</p>")) == 1


def test_dots_before_a_page_take_no_time() -> None:
    dots = " . " * 40
    entries = "".join(f"<p>{title}{dots}{page}</p>" for page, title in enumerate(("Rivers", "Ropes", "Mills"), 3))
    assert told(f"{entries}<h2>Rivers</h2><p>All rivers run to the sea.</p>") == ["All rivers run to the sea."]


def test_the_page_and_its_card_count_the_same_words() -> None:
    document = read_document(f"<body><h1>Merle</h1>{LINKS}{BODY}</body>".encode(), name="merle.html")
    sent: Any = columns(rank(document))
    apart: set[int] = set()
    for first, end in list(pairwise(sent["apart"]))[::2]:
        apart |= set(range(first, end))
    assert words_to_read(document) == sum(count for i, count in enumerate(sent["words"]) if i not in apart)
