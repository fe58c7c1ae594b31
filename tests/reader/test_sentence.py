"""What belongs to a sentence: its note, its link, why it is here; and what the page says when something fails."""

from __future__ import annotations

from importlib.resources import files
from itertools import chain

from sentencerank import Ranking, rank, read_document
from sentencerank.explanation.reasons import NOTHING, PHRASES, PLACES, WORDED
from tests.reader import samples
from tests.reader.conftest import Opener, view


def test_a_note_that_is_being_written_stays_with_its_sentence(offline: Opener) -> None:
    opened = offline()
    page = opened.page
    page.keyboard.press("j")
    first = opened.focused
    page.keyboard.press("a")
    page.keyboard.type("only here")
    page.locator('#popover [data-act="highlight"]').focus()
    page.keyboard.press("j")
    assert page.locator("#popover textarea").get_attribute("data-index") != str(first)
    assert page.locator("#popover textarea").input_value() == ""
    assert page.locator("#article .noted").count() == 1


def test_a_link_that_could_not_be_copied_is_not_called_copied(offline: Opener) -> None:
    opened = offline()
    page = opened.page
    refuse = "{ writeText: () => Promise.reject(new Error('no')) }"
    for clipboard in (refuse, "undefined"):
        opened.state(
            f"() => Object.defineProperty(navigator, 'clipboard', {{ value: {clipboard}, configurable: true }})"
        )
        page.keyboard.press("j")
        page.keyboard.press(".")
        page.click('[data-act="copy"]')
        page.wait_for_function("() => document.querySelector('[data-act=copy]').textContent.startsWith('Not copied')")
        page.keyboard.press("Escape")


def test_what_could_not_be_spoken_is_not_read(offline: Opener) -> None:
    opened = offline()
    page = opened.page
    opened.state("() => { speechSynthesis.speak = (words) => setTimeout(() => words.onerror({ error: 'no-voice' })); }")
    page.click("#show-menu")
    page.click("#menu-aloud")
    page.wait_for_selector("#notes [role=alert]")
    assert "no voice" in page.locator("#notes").inner_text()
    assert page.locator("#article .isread").count() == 0


def test_why_tells_the_steps_and_marks_the_words(offline: Opener) -> None:
    text = (
        "# Rain\n\n## Methods\n\nWe measured rain in nine towns. The towns lie in hills. Rain gauges stood on roofs."
        "\n\n## Results\n\nWe show that rain falls more often in the hills than by the sea. The sea was calm. Towns by "
        "the sea had nine dry weeks.\n\nNobody knows why the hills are wet. The rain of the hills feeds the rivers."
    )
    ranking = rank(read_document(text.encode(), kind="markdown"))
    target = next(s.index for s in ranking.sentences if s.text.startswith("We show"))
    assert ranking.explain(target).cue == "We show"
    opened = offline(ranking)
    opened.click(target)
    opened.page.click('[data-act="why"]')
    opened.page.wait_for_selector("#popover .plain")
    marked = opened.state("() => [...CSS.highlights.get('cue')].map((range) => [range.startOffset, range.endOffset])")
    assert [0, len("We show")] in marked
    opened.page.click("#popover summary")
    steps = opened.page.locator("#popover .steps").inner_text()
    assert "by the score alone" in steps
    assert " in its section" in steps
    opened.page.keyboard.press("Escape")
    assert not opened.state("() => CSS.highlights.has('cue')")


def test_skipping_to_the_text_keeps_the_query(offline: Opener) -> None:
    opened = offline(hash="#b=1&v=page&q=oysters")
    opened.page.wait_for_selector("#hit-list li")
    opened.page.locator("#skip").focus()
    opened.page.keyboard.press("Enter")
    assert opened.state("() => document.activeElement.id") == "desk"
    opened.settle()
    assert "q=oysters" in opened.hash


def test_another_language_is_spoken_at_once(offline: Opener) -> None:
    opened = offline()
    page = opened.page
    page.keyboard.press("j")
    page.keyboard.press(".")
    page.keyboard.press("c")
    opened.state("() => document.getElementById('settings').showModal()")
    page.select_option('[name="language"]', "de")
    said = page.locator("body").inner_text()
    for word in ("Abschnitte", "Warum", "Kurz"):
        assert word in said
    assert "Sections" not in said


FORMULAS = r"""# Sums

We know that $a_i^2 + \frac{1}{n}$ is never below $n > 0$ in this set, and that $\mystery{x}$ is not drawn at all.

$$\sum_{i=1}^{n} x_i^2 = \sqrt{\frac{a}{b}}$$

![A map of the town](https://example.org/map.png)

Figure 1: The town from above.
"""


def test_simple_formulas_are_drawn_and_their_text_stays(offline: Opener) -> None:
    ranking = rank(read_document(FORMULAS.encode(), kind="markdown"))
    opened = offline(ranking)
    drawn = opened.state(
        """() => [...document.querySelectorAll('#article .math')]
          .map((m) => [m.textContent, m.shadowRoot?.querySelector('mfrac, msup, mo, mi')?.tagName ?? ''])"""
    )
    assert [bool(tag) for _, tag in drawn] == [True, True, False, True]
    found = opened.state("() => [...document.querySelectorAll('#article .text')].map((t) => t.textContent)")
    assert found == [sentence.text for sentence in ranking.sentences]
    assert opened.page.locator("#article .formula .text").bounding_box()
    # The caption stands in the frame of its figure.
    figure, caption = (opened.page.locator(f"#article .block.{kind}").bounding_box() for kind in ("figure", "caption"))
    assert figure is not None
    assert caption is not None
    assert abs(figure["y"] + figure["height"] - caption["y"]) < 1


POEM = """The Raven

Once upon a midnight dreary, while I pondered, weak and weary,
Over many a quaint and curious volume of forgotten lore,
While I nodded, nearly napping, suddenly there came a tapping,
As of some one gently rapping, rapping at my chamber door.

> He said that the road is closed,
> and that no one may pass it.

Nobody was there to see it happen, and the town was quiet. The road
is closed in winter, when the snow on it is deep. It opens in May, if
the weather allows it.
"""


def test_lines_of_verse_stay_and_signs_of_quotations_go(offline: Opener) -> None:
    ranking: Ranking = rank(read_document(POEM.encode()))
    opened = offline(ranking)
    for name in ("page", "brief"):
        view(opened, name)
        opened.page.keyboard.press("0")
        opened.settle()
        shown = opened.page.locator("#article" if name == "page" else "#brief").inner_text()
        assert "closed, and that no one" in shown.replace("\n", " ")
        assert ">" not in shown
    lines = opened.state("() => document.querySelector('#article .verse').textContent.split('\\n').length")
    assert lines == 4
    view(opened, "page")
    assert "weary,\nOver many" in opened.page.locator("#article .verse").inner_text()
    assert opened.page.locator("#article .verse").count() == 1
    found = opened.state("() => [...document.querySelectorAll('#article .text')].map((t) => t.textContent)")
    assert found == [sentence.text for sentence in ranking.sentences]


def test_more_of_a_paragraph_can_be_folded_by_the_same_button(offline: Opener) -> None:
    opened = offline()
    opened.page.keyboard.press("1")
    view(opened, "brief")
    opened.click(opened.shown[0])
    before = opened.shown
    opened.page.click('#popover [data-act="paragraph"]')
    opened.settle()
    assert len(opened.shown) > len(before)
    opened.page.click('#popover [data-act="paragraphLess"]')
    opened.settle()
    assert opened.shown == before


def test_the_numbers_of_why_stay_inside_the_window(offline: Opener) -> None:
    opened = offline(height=320)
    page = opened.page
    for key in "jjw":
        page.keyboard.press(key)
    page.click("#popover summary")
    opened.settle()
    box = page.locator("#popover").bounding_box()
    assert box is not None
    assert box["height"] < 320
    assert opened.state(
        "() => { const p = document.getElementById('popover'); return p.scrollHeight > p.clientHeight; }"
    )


def test_the_numbers_of_why_open_where_there_is_room(offline: Opener) -> None:
    opened = offline()
    page = opened.page
    for key in "jjjjw":
        page.keyboard.press(key)
    opened.state("() => document.activeElement.scrollIntoView({ block: 'end' })")
    opened.state("() => scrollBy(0, 180)")
    opened.settle()
    page.click("#popover summary")
    page.wait_for_function("() => document.getElementById('popover').getBoundingClientRect().height > 250")
    opened.settle()
    box, foot = page.locator("#popover").bounding_box(), page.locator("#status").bounding_box()
    assert box is not None
    assert foot is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= foot["y"] + 1


def test_several_notes_on_a_text_are_one_line_until_they_are_asked_for(offline: Opener) -> None:
    german = "Der Hafen von Lowmere wird von Riffen aus Austern geschützt. Die Riffe wachsen schneller als das Meer."
    ranking = rank(read_document(f"<body><nav>Start</nav><p>{german}</p></body>".encode(), name="hafen.html"))
    assert len(ranking.notes) > 1
    opened = offline(ranking)
    notes = opened.page.locator("#notes")
    assert notes.inner_text().strip() == f"How this text was read: {len(ranking.notes)} notes"
    notes.locator("summary").click()
    assert notes.locator("p:visible").count() == len(ranking.notes)


def test_why_is_told_in_german_for_every_reason_there_is() -> None:
    table = (files("sentencerank") / "reader" / "static" / "reasons_german.js").read_text(encoding="utf-8")
    clauses = [*WORDED.values(), NOTHING, *chain(*PHRASES.values()), *chain(*chain(*PLACES.values()))]
    assert [clause for clause in clauses if f'"{clause}": "' not in table] == []


def test_why_is_told_in_german(offline: Opener) -> None:
    opened = offline(locale="de-DE")
    for key in "jjw":
        opened.page.keyboard.press(key)
    told = opened.page.locator("#popover .plain")
    told.wait_for()
    assert told.get_attribute("lang") == "de"
    assert told.inner_text().startswith(("Er ", "Sein")) or told.inner_text()[0].isdigit()
    opened.page.click("#popover summary")
    assert "Stelle" in opened.page.locator("#popover dl").inner_text()


def test_words_from_right_to_left_stand_apart_in_why(offline: Opener) -> None:
    opened = offline(rank(samples.HEBREW))
    for key in "0jw":  # the first sentence is there for its words
        opened.page.keyboard.press(key)
    told = opened.page.locator("#popover .plain")
    told.wait_for()
    words = told.inner_text().partition("matter here: ")[2].rstrip(".")
    assert told.locator("bdi").all_inner_texts() == words.replace(" and ", ", ").split(", ")
