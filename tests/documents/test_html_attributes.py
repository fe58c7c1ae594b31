"""Elements with very many attributes are refused before the parser sees them; text that only looks so is read."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from sentencerank.documents.html.attributes import refuse_many_attributes
from sentencerank.errors import LimitError

MANY = " ".join(f"a{number}=b" for number in range(1_001))
FEWER = " ".join(f"a{number}=b" for number in range(1_000))


@pytest.mark.parametrize(
    "page",
    [
        f"<p {MANY}>It rained.",
        f"<p {MANY}",
        f"<P\n{MANY}/>",
        f"<!-- rain --><p {MANY}>",
        f"<!--><p {MANY}>",
        f"<script>rain</script><p {MANY}>",
        f"<script/><p {MANY}>",
        "<p " + "a='b c>' " * 1_001 + ">",
        '<p a="' + "x" * 3_000 + '"' + " b" * 1_001 + ">",
        "<p" + "/a" * 1_001 + ">",
        "<p " + "a = b " * 1_001 + ">",
        f"<a <b><p {MANY}>",
        f"<?php ?><p {MANY}>",
        f"<title>Rain</TITLE ><p {MANY}>",
    ],
)  # fmt: skip
def test_an_element_with_more_than_a_thousand_attributes_is_refused(page: str) -> None:
    with pytest.raises(LimitError, match="more than 1,000 attributes"):
        refuse_many_attributes(page)


@pytest.mark.parametrize(
    "page",
    [
        "",
        "It rained < 3 mm, > 2 mm.",
        f"<p {FEWER}>It rained.",
        f"<p {FEWER}><p {FEWER}>",
        f"<!-- <p {MANY}> -->It rained.",
        f"<script><p {MANY}></script>",
        f"<textarea><p {MANY}></textarea>",
        f"<p title='<p {MANY}>'>It rained.",
        f"</p {MANY}>",
        f"It rained {MANY}.",
        "<p>" + "a " * 9_000,
        "<p a='" + "b " * 9_000 + "'>",
    ],
)
def test_a_page_that_only_looks_so_is_not(page: str) -> None:
    refuse_many_attributes(page)


@pytest.mark.parametrize(
    "part", ["<", "<a ", "<a b='", '<a b="', "<!--", "<script>", "<script ", "<a/", "=", "<a b = "]
)
def test_hostile_tags_take_linear_time(part: str) -> None:
    page, start = part * 100_000, time.process_time()
    with suppress(LimitError):
        refuse_many_attributes(page)
    # Quadratic work on a text of this length would take minutes.
    assert time.process_time() - start < 2
