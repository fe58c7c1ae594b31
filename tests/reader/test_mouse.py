"""Every action by its button."""

from __future__ import annotations

import json
from pathlib import Path

from sentencerank import Ranking, rank
from tests.reader import samples
from tests.reader.conftest import Opener
from tests.reader.test_rules import view


def test_depth_by_slider_buttons_and_list(offline: Opener, harbour: Ranking) -> None:
    opened = offline()
    page = opened.page
    assert opened.state("() => Number(document.getElementById('depth').value)") == 2
    page.click("#deeper")
    assert opened.hash.endswith("#L3")
    expected = {s.index for layer in harbour.layers()[:3] for s in layer.sentences}
    headings = {s.index for s in harbour.sentences if harbour.document.blocks[s.paragraph].kind == "heading"}
    assert set(opened.marked) == expected - headings
    page.click("#shallower")
    page.click("#shallower")
    assert opened.hash.endswith("#L1")
    box = page.locator("#depth").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
    assert opened.hash.endswith(f"#L{len(harbour.layers())}")
    page.locator("#depths button").nth(3).click()
    assert opened.hash.endswith("#L4")
    assert page.locator("#live").text_content() == opened.state(
        "() => document.getElementById('depth').getAttribute('aria-valuetext')"
    )


def test_minutes_stand_at_every_depth(offline: Opener, harbour: Ranking) -> None:
    opened = offline()
    labels = opened.page.locator("#depths button").all_text_contents()
    assert len(labels) == len(harbour.layers())
    assert labels[-1].startswith("full2 min")
    assert "left" in (opened.page.locator("#readout").text_content() or "")


def test_views_by_button_are_remembered(offline: Opener) -> None:
    opened = offline()
    for name in ("highlight", "fold", "dim", "fold"):
        view(opened, name)
        assert opened.state("() => document.body.dataset.view") == name
    opened.page.reload()
    opened.page.wait_for_selector("body.ready")
    assert opened.state("() => document.body.dataset.view") == "fold"


def test_depth_of_one_paragraph(offline: Opener, harbour: Ranking) -> None:
    opened = offline(hash="#L1")
    view(opened, "fold")
    first = next(s for s in harbour.top(1))
    opened.click(first.index)
    before = set(opened.shown)
    for _ in harbour.layers():
        opened.page.click("#local-deeper")
    added = set(opened.shown) - before
    assert added
    assert {harbour.sentences[i].paragraph for i in added} == {first.paragraph}
    opened.page.click("#deeper")  # the whole document at one depth again
    assert opened.page.locator("#local.own").count() == 0


def test_the_line_being_read_stays_when_the_depth_changes(offline: Opener) -> None:
    opened = offline(hash="#L8", height=500)
    for name in ("fold", "dim", "highlight"):
        view(opened, name)
        opened.page.keyboard.press("8")
        opened.page.keyboard.press("Escape")
        opened.state("() => scrollTo(0, 400)")
        opened.settle()
        for step in ("#shallower", "#shallower", "#deeper", "#deeper", "#shallower"):
            seen = opened.state(
                """() => [...document.querySelectorAll('.sentence.layer')].filter((s) => !s.closest('[hidden]'))
                  .map((s) => [Number(s.dataset.index), s.getBoundingClientRect().top])
                  .filter(([, top]) => top > 90 && top < innerHeight)"""
            )
            opened.page.click(step)
            opened.settle()
            moved = [abs(opened.top(index) - top) for index, top in seen if index in opened.shown]
            assert moved
            assert min(moved) < 2


def test_new_sentences_are_underlined_for_a_second(offline: Opener) -> None:
    opened = offline(hash="#L2")
    opened.page.click("#deeper")
    assert opened.page.locator(".fresh").count() > 0
    opened.page.wait_for_timeout(1200)
    assert opened.page.locator(".fresh").count() == 0
    still = offline(hash="#L2", reduced_motion="reduce")
    still.page.click("#deeper")
    assert still.page.locator(".fresh").count() == 0


def test_why_a_sentence_has_its_rank(offline: Opener, harbour: Ranking) -> None:
    opened = offline()
    page = opened.page
    best = harbour.top(1)[0]
    opened.click(best.index)
    page.click("#show-why")
    text = page.locator("#why-body").text_content() or ""
    assert f"Ranked 1st of {len(harbour)}" in text
    reasons = harbour.explain(best.index)
    assert str(reasons) in text
    assert page.locator(".bars dt").count() == len(reasons.parts)
    assert page.locator(".votes a").count() == len(reasons.votes)
    page.locator(".votes a").first.click()
    assert opened.focused == reasons.votes[0].sentence
    held = next(s.index for s in harbour.sentences if harbour.explain(s.index).redundancy_penalty > 0.05)
    opened.click(held)
    other = harbour.explain(held).similar_to
    assert f"It resembles sentence {other}" in (page.locator("#why-body").text_content() or "")
    page.locator("#why-body .chips button").first.click()
    assert opened.state("() => CSS.highlights.get('phrase').size") > 0


def test_a_sentence_is_tied_to_what_it_depends_on(offline: Opener, harbour: Ranking) -> None:
    """It is marked, and the switch brings along what it depends on."""
    layers = {s.index: layer.number for layer in harbour.layers() for s in layer.sentences}
    case = next(s for s in harbour.sentences if s.depends_on is not None and layers[s.depends_on] > 1)
    opened = offline(hash="#L1")
    page = opened.page
    opened.click(case.index)
    page.keyboard.press("m")  # now it is in a layer before that of the sentence it depends on
    assert page.locator(f"#s{case.index}.depends").count() == 1
    assert page.locator(f"#s{case.depends_on}.needed").count() == 1
    view(opened, "fold")
    assert case.depends_on not in opened.shown
    page.click("#show-settings")
    page.check('[name="context"]')
    page.click("#settings [data-dismiss]")
    assert case.depends_on in opened.shown
    assert page.locator(f"#s{case.depends_on}.context").count() == 1


def test_corrections_are_kept_by_content_and_exported(offline: Opener, harbour: Ranking) -> None:
    opened = offline()
    page = opened.page
    headings = {s.index for s in harbour.sentences if harbour.document.blocks[s.paragraph].kind == "heading"}
    last = next(s.index for s in reversed(harbour.top(len(harbour))) if s.index not in headings)
    best = harbour.top(1)[0].index
    opened.click(last)
    page.click("#show-why")
    page.click("#promote")
    opened.click(best)
    page.click("#demote")
    assert last in opened.marked
    assert best not in opened.marked
    page.reload()
    page.wait_for_selector("body.ready")
    assert last in opened.marked
    assert best not in opened.marked
    page.click("#show-export")
    with page.expect_download() as saved:
        page.click('[data-export="json"]')
    record = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert record["sentences"][last]["correction"] == "promoted"
    assert record["sentences"][last]["layer"] == 1
    assert record["sentences"][best]["correction"] == "demoted"
    page.click("#export [data-dismiss]")
    page.click("#show-settings")
    page.click("#forget-corrections")
    page.click("#settings [data-dismiss]")
    assert best in opened.marked


def test_the_map_shows_every_sentence_and_goes_where_it_is_clicked(offline: Opener) -> None:
    opened = offline(height=500)
    page = opened.page
    page.keyboard.press("0")
    opened.settle()
    drawn = opened.state(
        """() => { const c = document.getElementById('map-ticks');
          const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
          let rows = 0;
          for (let y = 0; y < c.height; y += 1) if (d[(y * c.width + c.width - 2) * 4 + 3]) rows += 1;
          return rows / c.height; }"""
    )
    assert drawn > 0.7
    box = page.locator("#map").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.9)
    opened.settle()
    assert opened.state("() => scrollY") > 300
    frame = page.locator("#map-frame").bounding_box()
    assert frame is not None
    assert frame["y"] > box["y"] + box["height"] * 0.3


def test_topics_have_a_colour_and_a_letter_and_filter(offline: Opener, harbour: Ranking) -> None:
    opened = offline()
    page = opened.page
    page.keyboard.press("0")
    page.click("#show-topics")
    letters = page.locator("#topic-list .letter").all_text_contents()
    assert letters == [topic.letter for topic in harbour.topics]
    labelled = set(opened.state("() => [...document.querySelectorAll('[data-topic]')].map((t) => t.dataset.topic)"))
    assert labelled == set(letters)
    page.locator("#topic-list button").nth(1).click()
    assert set(opened.marked) == set(harbour.topics[1].sentences)
    page.click("#all-topics")
    assert len(opened.marked) > len(harbour.topics[1].sentences)
    page.click("[data-close=topics]")
    assert page.locator("[data-topic]").count() == 0


def test_a_keyphrase_is_marked_and_gone_to(offline: Opener, harbour: Ranking) -> None:
    opened = offline()
    page = opened.page
    page.click("#show-topics")
    phrase = harbour.keyphrases(1)[0]
    button = page.locator("#phrase-list button").first
    button.click()
    assert opened.state("() => CSS.highlights.get('phrase').size") >= 1
    assert opened.hash.endswith(f".s{phrase.sentences[0]}")
    button = page.locator("#phrase-list button").first
    button.click()
    assert opened.hash.endswith(f".s{phrase.sentences[1]}")


def test_sections_with_minutes_and_their_best_sentence(offline: Opener, harbour: Ranking) -> None:
    opened = offline(height=500)
    page = opened.page
    titles = page.locator("#sections a").all_text_contents()
    assert titles[1:] == ["A wall of oysters", "What it costs", "What could go wrong", "What comes next"]
    assert page.locator("#sections p").count() >= 4
    page.locator("#sections a").nth(4).click()
    opened.settle()
    assert 0 < opened.state("() => document.activeElement.getBoundingClientRect().top") < 500
    page.click("#previous-section")
    assert "What could go wrong" in opened.state("() => document.activeElement.textContent")


def test_a_query_ranks_again_and_can_be_cleared(
    offline: Opener, open_address: Opener, served: str, harbour: Ranking
) -> None:
    for opened in (offline(), open_address(f"{served}/?d={0:032x}")):
        page = opened.page
        before = opened.marked
        page.fill("#query", "disease that killed oysters")
        page.click("#query-form [type=submit]")
        page.wait_for_selector("#best")
        target = next(s.index for s in harbour.sentences if s.text.startswith("A disease that killed"))
        assert target in opened.marked
        page.click("#best")
        page.click("#show-why")
        assert "its closeness to the query" in (page.locator("#why-body").text_content() or "")
        page.click("#clear-query")
        page.wait_for_selector("#best", state="detached")
        assert opened.marked == before


def test_a_query_can_stand_in_the_address(open_address: Opener, served: str) -> None:
    opened = open_address(f"{served}/?d={0:032x}&q=disease+that+killed+oysters")
    assert opened.page.input_value("#query") == "disease that killed oysters"
    assert "Ranked for “disease that killed oysters”" in (opened.page.locator("#notes").text_content() or "")


def test_a_page_for_a_query_names_it(offline: Opener) -> None:
    opened = offline(rank(samples.HARBOUR, query="oysters"))
    assert opened.page.input_value("#query") == "oysters"
    assert "Ranked for “oysters”" in (opened.page.locator("#notes").text_content() or "")


def test_ranks_among_a_topic_follow_the_query(offline: Opener, harbour: Ranking) -> None:
    opened = offline()
    page = opened.page
    page.fill("#query", "disease that killed oysters")
    page.click("#query-form [type=submit]")
    page.click("#best")
    page.click("#show-why")
    assert "It comes 1st among the sentences of topic" in (page.locator("#why-body").text_content() or "")
    assert page.locator(".rank b").text_content() == f"Ranked 1st of {len(harbour)}"


def test_a_query_without_a_known_word_changes_nothing(offline: Opener) -> None:
    opened = offline()
    before = opened.marked
    opened.page.fill("#query", "zzyzx")
    opened.page.click("#query-form [type=submit]")
    opened.page.wait_for_selector("#notes [role=alert]")
    assert opened.marked == before


def test_deep_links_give_depth_and_sentence(offline: Opener) -> None:
    opened = offline(hash="#L3.s14")
    assert opened.state("() => Number(document.getElementById('depth').value)") == 3
    assert opened.focused == 14
    opened.state("() => { location.hash = '#L5' }")
    opened.page.wait_for_function("() => document.getElementById('depth').value === '5'")
    assert offline(hash="#L99").state("() => Number(document.getElementById('depth').value)") == 10
    assert offline(hash="#nonsense").state("() => Number(document.getElementById('depth').value)") == 2


def test_library_paste_and_upload(open_address: Opener, served: str, tmp_path: Path) -> None:
    opened = open_address(served + "/")
    page = opened.page
    page.wait_for_selector("#library-list a")
    page.fill("#paste", "Rain fell on the hills. The rain filled the river. The river left its bed.")
    page.click("#paste-form [type=submit]")
    page.wait_for_selector("#s2")
    file = tmp_path / "snow.txt"
    file.write_text("Snow fell on the hills. The snow closed the road. The road opened again.", encoding="utf-8")
    page.click("#show-library")
    page.set_input_files("#upload", file)
    page.wait_for_function("() => document.getElementById('s0').textContent.startsWith('Snow')")
    page.go_back()
    page.wait_for_function("() => document.getElementById('s0').textContent.startsWith('Rain')")


def test_the_search_of_the_browser_opens_what_is_folded(offline: Opener, harbour: Ranking) -> None:
    opened = offline(hash="#L1")
    view(opened, "fold")
    hidden = next(i for i in range(len(harbour)) if i not in opened.shown)
    opened.page.evaluate(
        """(i) => document.getElementById(`s${i}`).closest('[hidden]')
          .dispatchEvent(new Event('beforematch', {bubbles: true}))""",
        hidden,
    )
    assert hidden in opened.shown
    values = opened.state("() => [...document.querySelectorAll('#article [hidden]')].map((n) => n.hidden)")
    assert values
    assert set(values) == {"until-found"}
