from __future__ import annotations

import random
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.cli.main import main
from sentencerank.corpus.job import Job
from sentencerank.corpus.overview.grouping import centred, first_alike, spherical_means
from sentencerank.corpus.overview.outline import outline, overview
from sentencerank.corpus.overview.pages import Outline, OverviewDocument, OverviewTopic, Point
from sentencerank.method.arrays import Labels, Vectors
from sentencerank.model.embeddings import NoVectors, unit
from sentencerank.recipe import Recipe
from tests.corpus.collections import Deadly, as_folder, as_jsonl
from tests.texts import ROOT

THEMES = {
    "rain": ("river", "flood", "storm", "bridge", "dyke", "harbour", "weather", "rainfall"),
    "bread": ("baker", "oven", "flour", "dough", "kitchen", "recipe", "butter", "bakery"),
    "chess": ("player", "bishop", "opening", "tournament", "endgame", "champion", "pawn", "queen"),
}
FRAMES = (
    "The {a} was described by the {b} committee in a long report about the {c}.",
    "Nobody expected that the {a} would change the {b} and the {c} within one year.",
    "Every {a} needs a {b}, and every {b} needs a good {c} to go with it.",
    "Experts on the {a} compared the {b} with the {c} of the last ten years.",
)
SHARED = "The committee has thanked all experts for a long report about the change of the last ten years."


def collection(count: int, seed: int = 0) -> list[tuple[str, str | None]]:
    """Documents on three themes in turn; every fifth one says a sentence that all of these share."""
    r, rows = random.Random(seed), []
    for k in range(count):
        theme = list(THEMES)[k % 3]
        lines = [r.choice(FRAMES).format(**dict(zip("abc", r.sample(THEMES[theme], 3), strict=True))) for _ in range(8)]
        rows.append((f"{theme}{k}.txt", " ".join(([SHARED] if k % 5 == 0 else []) + lines)))
    return rows  # type: ignore[return-value]


def leaves(one: Outline) -> list[OverviewTopic]:
    return [leaf for topic in one.topics for leaf in (topic.topics or (topic,))]


def points(one: Outline) -> list[Point]:
    return [point for topic in one.topics for each in (topic, *topic.topics) for point in each.points]


def test_topics_are_what_the_documents_are_about(tmp_path: Path) -> None:
    source = as_folder(tmp_path / "in", collection(36))
    one = overview(source, workers=2)
    assert len(one.documents) == 36
    assert sorted(k for topic in one.topics for k in topic.documents) == list(range(36))
    for topic in one.topics:
        themes = {re.match("[a-z]+", one.documents[k].id)[0] for k in topic.documents}  # type: ignore[index]
        assert len(themes) == 1, "documents on different things in one topic"
        words = {word for phrase in topic.phrases[:3] for word in phrase.split()}
        assert words <= set(THEMES[themes.pop()]) | {"committee", "experts"}
    assert one == overview(source, workers=1)


def test_what_several_documents_say_is_said_once_with_all_of_them(tmp_path: Path) -> None:
    one = overview(as_jsonl(tmp_path / "a.jsonl", collection(36)), workers=1, points=3)
    texts = [point.text for point in points(one)]
    assert len(texts) == len(set(texts))
    (shared,) = (point for point in points(one) if point.text == SHARED)
    assert [one.documents[k].id for k in (shared.document, *shared.others)] == [
        id for k, (id, _) in enumerate(collection(36)) if k % 5 == 0
    ]
    assert all(one.documents[k].link == "" for k in range(36))  # rows of a table are no files


def test_copies_and_documents_without_sentences_are_counted_and_left_out(tmp_path: Path) -> None:
    rows = collection(9)
    one = overview(as_jsonl(tmp_path / "a.jsonl", [*rows, ("empty", ""), ("again", rows[0][1])]), workers=1)
    assert (len(one.documents), one.without, one.copies) == (9, 1, 1)
    none = overview(as_jsonl(tmp_path / "b.jsonl", [("empty", ""), ("short", "Yes.")]), workers=1)
    assert none == Outline((), (), 2, 0)
    assert "0 documents" in none.to_html("Nothing")


def test_a_document_that_ends_its_process_is_left_out(tmp_path: Path) -> None:
    source = as_jsonl(tmp_path / "a.jsonl", [*collection(3), ("killer", "A deadly text. It ends the process.")])
    one = overview(source, Deadly(), workers=1)
    assert (len(one.documents), one.without) == (3, 1)


def test_a_model_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").symlink_to(ROOT / "src" / "sentencerank" / "data" / "en")
    monkeypatch.setenv("SENTENCERANK_MODELS", str(tmp_path))
    source = as_jsonl(tmp_path / "a.jsonl", collection(3))
    assert overview(source, Job(recipe=Recipe(model="mine")), workers=1) == overview(source, workers=1)


def test_an_overview_of_one_document_is_one_topic(tmp_path: Path) -> None:
    one = overview(as_jsonl(tmp_path / "a.jsonl", collection(1)), workers=1)
    assert [topic.documents for topic in one.topics] == [(0,)]
    assert points(one)


def test_words_of_another_script_make_topics_too(tmp_path: Path) -> None:
    fish, snow = (
        "Рыбак поймал большую рыбу в реке возле старой деревни",
        "Снег покрыл высокие горы и дороги далёкого севера",
    )
    rows = [(f"{k}", f"{(fish, snow)[k % 2]} {k}. " * 3) for k in range(8)]
    one = overview(as_jsonl(tmp_path / "a.jsonl", rows), workers=1)
    assert {tuple(k % 2 for k in topic.documents) for topic in one.topics if len(topic.documents) > 1} <= {
        (0,) * n for n in range(9)
    } | {(1,) * n for n in range(9)}


# The pages


class Links(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name == "href"]
        self.ids |= {value or "" for name, value in attrs if name == "id"}


def test_the_command_writes_pages_whose_links_lead_to_the_documents(tmp_path: Path) -> None:
    source = as_folder(tmp_path / "in", [(f"a b#{id}", text) for id, text in collection(18)])
    pages = tmp_path / "pages"
    pages.mkdir()
    arguments = ["corpus", "overview", str(source), "-o", str(pages / "a.html"), "-o", str(pages / "a.md")]
    done = CliRunner().invoke(main, [*arguments, "--workers", "1", "--title", "A <b>title</b>"])
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in pages.iterdir()) == ["a.html", "a.md"]
    found = Links((pages / "a.html").read_text())
    assert {"script", "b"}.isdisjoint(found.tags)
    assert found.tags.count("bdi") > found.tags.count("cite") > 0  # sentences and names, each in its own direction
    for link in found.links:
        assert link[1:] in found.ids if link.startswith("#") else (pages / unquote(link)).is_file(), link
    linked = re.findall(r"\(<(\S+?)>\)", (pages / "a.md").read_text())
    assert len(linked) >= 6
    assert all((pages / unquote(link)).is_file() for link in linked)


def test_the_command_prints_markdown_and_refuses_other_pages(tmp_path: Path) -> None:
    source = as_jsonl(tmp_path / "a.jsonl", collection(6))
    done = CliRunner().invoke(main, ["corpus", "overview", str(source), "--workers", "1"])
    assert done.stdout.startswith("# Overview of a.jsonl\n\n6 documents in 2 topics.\n\n## 1. ")
    wrong = CliRunner().invoke(main, ["corpus", "overview", str(source), "-o", str(tmp_path / "a.pdf")])
    assert wrong.exit_code == 2
    assert "neither .html nor .md" in wrong.stderr


def test_nothing_in_a_document_is_markup_on_the_page() -> None:
    evil = '<script>alert(1)</script> & "quotes" [link](javascript:alert(1))'
    topic = OverviewTopic((evil,), (0,), (Point(evil, 0, (0,) * 9),))
    one = Outline((OverviewDocument(evil, "javascript:alert(1)"), OverviewDocument("plain", "")), (topic,), 0, 0)
    shown = one.to_html(evil)
    assert "<script" not in shown
    found = Links(shown)
    assert not [link for link in found.links if link.startswith("javascript:")]
    assert "and 4 others" in shown
    text = one.to_markdown(evil)
    assert "<script" not in text.replace("\\<", "")
    assert "](javascript:" not in text.replace("\\]", "")


# The kernels


def blobs(counts: tuple[int, ...], seed: int = 0) -> tuple[Vectors, Labels]:
    r = np.random.default_rng(seed)
    centres = np.eye(16)[: len(counts)]
    labels = np.repeat(np.arange(len(counts)), counts)
    return unit((centres[labels] + 0.1 * r.standard_normal((len(labels), 16))).astype(np.float32)), labels


def test_groups_that_lie_apart_are_found_largest_first() -> None:
    vectors, labels = blobs((30, 20, 10))
    order = np.random.default_rng(1).permutation(60)
    assert spherical_means(vectors[order], 3).tolist() == labels[order].tolist()


@given(st.integers(0, 8), st.integers(0, 6))
def test_any_number_of_groups_can_be_asked_for(rows: int, count: int) -> None:
    vectors = blobs((rows,) if rows else ())[0].reshape(rows, 16)
    labels = spherical_means(vectors, count)
    assert len(labels) == rows
    assert set(labels.tolist()) == set(range(len(set(labels.tolist()))))
    zeros = spherical_means(np.zeros((rows, 4), dtype=np.float32), count)
    assert set(zeros.tolist()) <= {0}
    assert centred(np.zeros((rows, 4), dtype=np.float32)).shape == (rows, 4)


WORDS = st.lists(st.sampled_from(["rain", "snow", "wind", "hail", "fog", "sun"]), max_size=9).map(" ".join)


@given(st.lists(WORDS, max_size=12))
def test_copies_are_grouped_with_the_first_of_them(texts: list[str]) -> None:
    first = first_alike(texts)
    for place, head in enumerate(first.tolist()):
        assert first[head] == head <= place
        if texts[place]:
            assert head <= texts.index(texts[place])  # an exact copy is never overlooked


def test_sentences_that_differ_in_a_word_say_the_same_and_others_do_not() -> None:
    one = "The council decided on Monday to close the old bridge over the river for two years of repairs."
    texts = [one, one.replace("Monday", "Tuesday"), "The council decided to open a school.", "", ""]
    assert first_alike(texts).tolist() == [0, 0, 2, 3, 4]


def test_ten_thousand_sentences_are_grouped_without_comparing_all_pairs() -> None:
    r = random.Random(0)
    words = [f"w{k}" for k in range(3000)]
    texts = [" ".join(r.choices(words, k=15)) for _ in range(10_000)]
    first = first_alike([*texts, *texts[:50]])
    assert first[:10_000].tolist() == list(range(10_000))
    assert first[10_000:].tolist() == list(range(50))


def test_an_outline_of_nothing_is_empty() -> None:
    assert outline([], NoVectors()) == Outline((), (), 0, 0)
    with pytest.raises(AttributeError):
        outline([], NoVectors()).topics = ()  # type: ignore[misc]
