"""What a notebook shows of a ranking, with ordinary and with hostile text."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

import sentencerank as sr
from sentencerank.notebook import INKS, LONGEST, MOST
from tests.texts import ARTICLE

TAGS = {"div", "span"}
ATTRIBUTES = {"class", "style", "title", "dir", "role", "aria-level"}


class Page(HTMLParser):
    """Reads a page as a browser would: its text, its elements, and whether each of them is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.open, self.inks, self.headings = "", 0, list[str](), list[str]()
        self._heading = False
        self.feed(html)
        self.close()
        assert self.open == 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS
        assert {name for name, _ in attrs} <= ATTRIBUTES
        self.open += 1
        self.inks += [value or "" for name, value in attrs if name == "style" and tag == "span"]
        self._heading = ("role", "heading") in attrs
        if self._heading:
            self.headings.append("")

    def handle_endtag(self, tag: str) -> None:
        self.open -= 1
        self._heading = False

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._heading:
            self.headings[-1] += data

    def handle_comment(self, data: str) -> None:
        pytest.fail(f"a comment: {data}")


def page_of(ranking: sr.Ranking) -> Page:
    return Page(ranking._repr_html_())


def test_the_whole_text_is_shown_with_its_headings_and_the_best_sentence_in_the_strongest_ink() -> None:
    text = "# Rain\n\n" + ARTICLE.replace("\n\n", "\n\n## Next\n\n", 1)
    ranking = sr.rank(text, kind="markdown")
    page = page_of(ranking)
    assert page.headings[:2] == ["Rain", "Next"]
    assert all(sentence.text in page.text for sentence in ranking)
    html = ranking._repr_html_()
    assert f'<span title="rank 1" style="{INKS[0][1]}">' in html
    assert set(page.inks) == {ink for _, ink in INKS}
    assert html == sr.rank(text, kind="markdown")._repr_html_()


def test_ink_fades_with_the_rank() -> None:
    html = sr.rank(ARTICLE)._repr_html_()
    found = {int(rank): ink for rank, ink in re.findall(r'title="rank (\d+)" style="([^"]*)"', html)}
    levels = [[ink for _, ink in INKS].index(found[rank]) for rank in sorted(found)]
    assert levels == sorted(levels)


def test_letters_keep_the_colour_of_the_page_so_that_a_dark_one_stays_dark() -> None:
    html = sr.rank(ARTICLE)._repr_html_()
    assert not re.search(r"[;\"]color:|background:(?!rgba)|#[0-9a-f]{3}", html)


@pytest.mark.parametrize(
    "text",
    [
        "Rain <script>alert(1)</script> fell on the road. The <b>road</b> was closed for days.",
        'The "><img src=x onerror=alert(1)> road was closed. It rained for a week on the hills.',
        "Rain fell --> on <!-- the road. The ]]> road was closed for &lt;days&gt; &amp; nights.",
        "It costs $5 to cross the road and $6 to return. The \\(x\\) road is closed.",
        "The \ud800 road was closed in the rain. It rained \udfff for a week on the hills.",
        "Rain \x1b[31mfell on the road. The \u202eroad was closed\u0000 for days by the council.",
        "</div></div></span> The road was closed. Rain fell for a week on the hills </div>.",
    ],
)
def test_hostile_text_stays_text(text: str) -> None:
    ranking = sr.rank(text, kind="text")
    page = page_of(ranking)
    html = ranking._repr_html_()
    html.encode()
    assert "mathjax_ignore" in html
    assert not re.search("[\x00-\x08\x1b]", html)
    shown = re.sub("[\x00-\x08\x1b\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", text)
    assert all(word in page.text for word in shown.split())


def test_a_query_with_markup_is_escaped() -> None:
    page = page_of(sr.rank(ARTICLE, query="<img src=x> quarry"))
    assert "for “<img src=x> quarry”" in page.text


def test_of_a_long_document_the_best_sentences_are_shown_below_their_headings() -> None:
    parts = [f"# Part {number}\n\n" + ARTICLE.replace("quarry", f"quarry {number}") for number in range(12)]
    ranking = sr.rank("\n\n".join(parts), kind="markdown")
    page = page_of(ranking)
    assert ranking[0].text in page.text
    assert "of them are shown" in page.text
    assert page.text.rstrip().endswith("[…]")
    assert "Part 0[…]" not in page.text.replace(" ", "")
    assert "Part 0" in [heading.strip() for heading in page.headings]
    assert len(page.text) < 1.5 * MOST


def test_the_page_of_any_document_is_bounded() -> None:
    long = "word " * 30_000
    many = "Rain fell. " * 20_000
    for text in (long, many, "# " + long + "\n\nRain fell on the road."):
        assert len(sr.rank(text)._repr_html_()) < 12 * MOST
    assert all(len(part) < LONGEST + 200 for part in page_of(sr.rank(long)).text.split("…"))


def test_an_empty_text_has_a_page_too() -> None:
    assert "0 sentences" in page_of(sr.rank("")).text
