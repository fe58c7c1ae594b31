"""The five rules of layered reading, in a real browser."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from sentencerank import Ranking, rank
from sentencerank.method.extracts import layer_ends, layer_numbers
from tests.reader import samples
from tests.reader.conftest import Opened, Opener

VIEWS = ("highlight", "dim", "fold")


def depth(opened: Opened, layer: int) -> None:
    opened.page.evaluate(
        """(layer) => { const slider = document.getElementById('depth'); slider.value = layer;
           slider.dispatchEvent(new Event('input')); }""",
        layer,
    )


def view(opened: Opened, name: str) -> None:
    opened.page.click(f'[data-view="{name}"][aria-pressed]')


@pytest.mark.parametrize("name", VIEWS)
def test_every_sentence_is_verbatim_in_order_and_in_its_own_block(offline: Opener, harbour: Ranking, name: str) -> None:
    opened = offline()
    view(opened, name)
    for layer in range(1, len(harbour.layers()) + 1):
        depth(opened, layer)
        found: list[Any] = opened.state(
            """() => [...document.querySelectorAll('#article .sentence')].map((s) => [Number(s.dataset.index),
              s.querySelector('.text').textContent, Number(s.closest('.block').dataset.block)])"""
        )
        assert found == [[s.index, s.text, s.paragraph] for s in harbour.sentences]
    text: str = opened.state(
        "() => [...document.querySelectorAll('#article .block')].map((b) => b.textContent).join('')"
    )
    gaps = re.compile(r"(···|fold) [\d,]+ sentences?, [\d,]+ words?")
    assert "".join(gaps.sub("", text).split()) == "".join(re.sub("^#+ ", "", harbour.document.text, flags=re.M).split())


@pytest.mark.parametrize("name", VIEWS)
def test_layers_are_nested(offline: Opener, harbour: Ranking, name: str) -> None:
    opened = offline()
    view(opened, name)
    layers = harbour.layers()
    before: set[int] = set()
    for layer in layers:
        depth(opened, layer.number)
        now = set(opened.shown if name == "fold" else opened.marked)
        assert before <= now
        before = now
    assert set(opened.shown) == set(range(len(harbour)))


def test_every_hidden_run_leaves_a_mark_with_its_size(offline: Opener, harbour: Ranking) -> None:
    opened = offline()
    view(opened, "fold")
    for layer in range(1, len(harbour.layers()) + 1):
        depth(opened, layer)
        shown = set(opened.shown)
        gaps = opened.state(
            """() => [...document.querySelectorAll('.gap')].filter((g) => g.checkVisibility())
              .map((g) => [Number(g.dataset.from), Number(g.dataset.to), g.textContent])"""
        )
        hidden: list[int] = []
        for start, end, label in gaps:
            sentences, words = map(int, re.findall(r"\d+", label))
            assert (sentences, words) == (end - start, sum(s.words for s in harbour.sentences[start:end]))
            hidden += range(start, end)
        assert sorted(hidden) == sorted(set(range(len(harbour))) - shown)


def test_a_gap_opens_alone_and_folds_again(offline: Opener) -> None:
    opened = offline(hash="#L2")
    view(opened, "fold")
    before = set(opened.shown)
    gap = opened.page.locator(".gap").nth(1)
    start, end = int(gap.get_attribute("data-from") or 0), int(gap.get_attribute("data-to") or 0)
    gap.click()
    assert set(opened.shown) == before | set(range(start, end))
    assert gap.get_attribute("aria-expanded") == "true"
    gap.click()
    assert set(opened.shown) == before


def test_a_document_has_the_same_layers_everywhere(
    offline: Opener, open_address: Opener, served: str, harbour: Ranking
) -> None:
    expected = {s.index: layer.number for layer in harbour.layers() for s in layer.sentences}
    collect = """() => Object.fromEntries([...document.querySelectorAll('.sentence.layer .text')]
        .map((t) => [t.parentNode.dataset.index, Number(t.dataset.layer)]))"""
    for opened in (offline(), open_address(f"{served}/?d={0:032x}"), offline(width=375)):
        opened.page.keyboard.press("0")
        found = {int(index): layer for index, layer in opened.state(collect).items()}
        fixed = {s.index for s in harbour.sentences if harbour.document.blocks[s.paragraph].kind == "heading"}
        assert found == {index: layer for index, layer in expected.items() if index not in fixed}


def test_layers_made_in_the_page_are_those_of_the_library(open_address: Opener, served: str) -> None:
    import numpy as np

    opened = open_address(f"{served}/?d={0:032x}")
    random = np.random.default_rng(5)
    cases = [random.integers(1, 60, size).tolist() for size in (1, 2, 3, 7, 10, 40, 333)] + [[500, 1, 1], [1] * 12, [7]]
    found = opened.page.evaluate(
        "async (cases) => { const m = await import('./layers.js'); return cases.map((c) => m.layerNumbers(c)); }", cases
    )
    for words, layers in zip(cases, found, strict=True):
        numbers = layer_numbers(np.array(words), layer_ends(sum(words))).tolist()
        merged = {number: place + 1 for place, number in enumerate(sorted(set(numbers)))}
        assert layers == [merged[number] for number in numbers]


def test_no_text_leaves_the_computer(offline: Opener, open_address: Opener, served: str) -> None:
    """The fixture fails on any request to another place; the single file makes none at all."""
    for opened in (offline(), open_address(f"{served}/?d={0:032x}")):
        page = opened.page
        for key in ("j", "w", "v", "5", "t", "v", "m", "0"):
            page.keyboard.press(key)
        page.fill("#query", "oysters and storms")
        page.keyboard.press("Enter")
        page.wait_for_selector("#best")
    assert len([url for url in opened.requests if url.endswith("/rank")]) == 1


def test_the_single_file_asks_for_nothing(offline: Opener) -> None:
    opened = offline()
    opened.page.fill("#query", "oysters")
    opened.page.keyboard.press("Enter")
    opened.page.wait_for_selector("#best")
    assert [url for url in opened.requests if not url.startswith("data:")] == [opened.page.url.partition("#")[0]]


def test_scripts_beyond_the_basic_plane_keep_their_places(offline: Opener) -> None:
    ranking = rank(
        "An emoji \U0001f600 comes first, says the report. Rivers \U00020000 follow it. Nothing is lost here."
    )
    opened = offline(ranking)
    found = opened.state("() => [...document.querySelectorAll('.text')].map((t) => t.textContent)")
    assert found == [s.text for s in ranking.sentences]


def test_the_hash_of_a_text_is_stable(open_address: Opener, served: str) -> None:
    opened = open_address(f"{served}/?d={0:032x}")
    script = "async (texts) => { const m = await import('./store.js'); return texts.map(m.contentHash); }"
    texts = ["", "a", "b", "ab", "ba", samples.CHINESE, samples.HARBOUR, samples.HARBOUR + " "]
    found = opened.page.evaluate(script, texts)
    assert len(set(found)) == len(texts)
    assert json.dumps(found) == json.dumps(opened.page.evaluate(script, texts))
