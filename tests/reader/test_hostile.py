"""Documents made to break a page: whatever stands in them is shown as text."""

from __future__ import annotations

from sentencerank import rank
from sentencerank.document import Block, Document, Mark, Sentence
from tests.reader import samples
from tests.reader.conftest import Opener
from tests.reader.server import serving


def test_markup_and_scripts_stay_text(offline: Opener, open_address: Opener) -> None:
    ranking = rank(samples.HOSTILE)
    with serving() as server:
        identity = server.add(samples.HOSTILE, "hostile.txt")
        for opened in (offline(ranking), open_address(f"{server.address}/?d={identity}")):
            for key in ("0", "j", "w", "v", "v", "v", "c"):
                opened.page.keyboard.press(key)
            opened.page.keyboard.press("Escape")
            opened.page.keyboard.press("Escape")
            opened.page.keyboard.press("/")
            opened.page.fill("#query", "<img src=x onerror=window.broken=9> rivers")
            opened.page.wait_for_selector("#hit-list li")
            assert opened.state("() => window.broken") is None
            assert opened.page.locator("#article :is(img, script, b, style)").count() == 0
            found = opened.state("() => [...document.querySelectorAll('#article .text')].map((t) => t.textContent)")
            assert found == [sentence.text for sentence in ranking.sentences]


def test_hostile_names_stay_text(open_address: Opener) -> None:
    with serving() as server:
        identity = server.add("# <script>window.broken=1</script>\n\nThe <b>title</b> is odd. It has been read.")
        opened = open_address(f"{server.address}/?d={identity}")
        assert opened.state("() => window.broken") is None
        opened.page.click("#go-home")
        opened.page.wait_for_selector("#shelf .card")
        assert opened.state("() => window.broken") is None


def test_hostile_marks_lead_nowhere_and_cost_little(offline: Opener) -> None:
    text = "Rivers run to the sea and carry sand. " * 40
    sentences = tuple(Sentence(k, text[k * 38 : k * 38 + 37], k * 38, k * 38 + 37) for k in range(40))
    nested = tuple(Mark("link", 0, 1400 - k, "javascript:window.broken=1") for k in range(600))
    odd = (Mark("link", 0, 38, "data:text/html,x"), Mark("link", 40, 50, "https://example.org/"), *nested)
    document = Document(
        text, sentences, (Block("paragraph", 0, len(text) - 1),), marks=tuple(sorted(odd, key=lambda m: m.start))
    )
    opened = offline(rank(document))
    found = opened.state("() => [...document.querySelectorAll('#article a')].map((a) => a.href)")
    assert set(found) <= {"https://example.org/"}
    shown = opened.state("() => [...document.querySelectorAll('#article .text')].map((t) => t.textContent)")
    assert shown == [sentence.text for sentence in sentences]


def test_a_huge_word_does_not_widen_the_page(offline: Opener) -> None:
    opened = offline(rank(samples.HOSTILE), width=390)
    opened.page.keyboard.press("0")
    assert opened.state("() => document.documentElement.scrollWidth") <= 390


def test_no_text_leaves_the_computer(offline: Opener) -> None:
    """The fixture fails on any request to another place; the single file makes none at all."""
    opened = offline()
    for key in ("j", "w", "v", "2", "v", "h", "m", "0", "/"):
        opened.page.keyboard.press(key)
    opened.page.fill("#query", "oysters and storms")
    opened.page.wait_for_selector("#hit-list li")
    assert [url for url in opened.requests if not url.startswith("data:")] == [opened.page.url.partition("#")[0]]
