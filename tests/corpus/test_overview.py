from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.cli.main import main
from sentencerank.corpus.job import Job
from sentencerank.corpus.overview.grouping import centred, first_alike, spherical_means
from sentencerank.corpus.overview.key_points import Standing, points_inside, standing
from sentencerank.corpus.overview.outline import outline, overview
from sentencerank.corpus.overview.pages import Outline, OverviewDocument, OverviewTopic, Point
from sentencerank.corpus.overview.plain_text import plain_text
from sentencerank.corpus.overview.topics_of_documents import find_topics
from sentencerank.corpus.rank_corpus import rank_corpus
from sentencerank.errors import CorpusError, OptionsError
from sentencerank.languages.registry import language_of
from sentencerank.method.arrays import Labels, Vectors
from sentencerank.model.embeddings import NoVectors, unit
from sentencerank.recipe import Recipe
from tests.corpus.collections import Deadly, as_folder, as_jsonl, documents
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


def every_topic(topics: tuple[OverviewTopic, ...]) -> list[OverviewTopic]:
    return [each for topic in topics for each in (topic, *every_topic(topic.topics))]


def points(one: Outline) -> list[Point]:
    return [point for topic in every_topic(one.topics) for point in topic.points]


def test_topics_are_what_the_documents_are_about(tmp_path: Path) -> None:
    source = as_folder(tmp_path / "in", collection(36))
    one = overview(source, workers=2)
    assert len(one.documents) == 36
    assert sorted(k for topic in one.topics for k in topic.documents) == list(range(36))
    for topic in one.topics:
        themes = {re.match("[a-z]+", one.documents[k].id)[0] for k in topic.documents}  # type: ignore[index]
        assert len(themes) == 1, "documents on different things in one topic"
        words = {word for phrase in topic.phrases[:3] for word in phrase.split()}
        assert words <= set(THEMES[themes.pop()]) | {"committee", "experts", "report"}
    assert one == overview(source, workers=1)


def test_an_overview_does_not_depend_on_the_order_of_sets(tmp_path: Path) -> None:
    source = as_jsonl(tmp_path / "a.jsonl", documents(45))
    pages = [tmp_path / "1.json", tmp_path / "2.json"]
    for seed, page in enumerate(pages, 1):
        command = [sys.executable, "-m", "sentencerank", "corpus", "overview", str(source), "--workers", "1"]
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        subprocess.run([*command, "-o", str(page)], env=environment, check=True, capture_output=True)
    assert pages[0].read_bytes() == pages[1].read_bytes()


def test_what_several_documents_say_is_said_once_with_all_of_them(tmp_path: Path) -> None:
    one = overview(as_jsonl(tmp_path / "a.jsonl", collection(36)), workers=1, points=9, minutes=99)
    texts = [point.text for point in points(one)]
    assert len(texts) == len(set(texts))
    (shared,) = (point for point in points(one) if point.text == SHARED)
    assert [one.documents[k].id for k in (shared.document, *shared.others)] == [
        id for k, (id, _) in enumerate(collection(36)) if k % 5 == 0
    ]
    assert all(one.documents[k].link == "" for k in range(36))  # rows of a table are no files


@pytest.mark.parametrize(("form", "rows"), [("jsonl", "document"), ("jsonl", "sentence"), ("parquet", "document")])
def test_what_was_ranked_before_gives_an_overview_too(tmp_path: Path, form: Any, rows: Any) -> None:
    documents = [*collection(36), ("empty", ""), ("again", collection(1)[0][1])]
    source = as_jsonl(tmp_path / "a.jsonl", documents)
    rank_corpus(source, tmp_path / "ranked", Job(form=form, rows=rows), workers=1)
    stored, direct = overview(tmp_path / "ranked"), overview(source, workers=1)
    assert [one.id for one in stored.documents] == [one.id for one in direct.documents]
    assert (stored.without, stored.copies) == (direct.without, direct.copies) == (1, 1)
    for topic in stored.topics:
        assert len({re.match("[a-z]+", stored.documents[k].id)[0] for k in topic.documents}) == 1  # type: ignore[index]
    texts = dict(documents)
    for point in points(stored):
        assert texts[stored.documents[point.document].id][point.start : point.end] == point.text  # type: ignore[index]


def test_an_output_without_text_or_end_gives_none(tmp_path: Path) -> None:
    source = as_jsonl(tmp_path / "a.jsonl", collection(3))
    rank_corpus(source, tmp_path / "ranked", Job(form="jsonl", sentence_text=False), workers=1)
    with pytest.raises(CorpusError, match="--no-sentence-text"):
        overview(tmp_path / "ranked")


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


def test_many_documents_make_topics_of_less_than_a_fifth_with_names_of_their_own(tmp_path: Path) -> None:
    one = overview(as_jsonl(tmp_path / "a.jsonl", documents(90)), workers=2)
    assert max(len(topic.documents) for topic in one.topics) < len(one.documents) / 5
    assert sorted(k for topic in one.topics for k in topic.documents) == list(range(len(one.documents)))
    assert len(one.topics) <= 9
    for siblings in (one.topics, *(topic.topics for topic in every_topic(one.topics))):
        names = [topic.name.casefold() for topic in siblings]
        assert len(names) == len(set(names))
    for topic in every_topic(one.topics):
        assert {k for below in topic.topics for k in below.documents} <= set(topic.documents)


def test_documents_that_are_one_thing_stay_one_topic() -> None:
    vectors = np.concatenate([np.eye(16, dtype=np.float32)[:1]] * 60 + [blobs((8, 8, 8, 8))[0][:, ::-1]])
    assert len(find_topics(vectors, lambda group: True)[0]) == 60
    assert max(map(len, find_topics(blobs((100,))[0], lambda group: False))) < 20


def test_every_sentence_is_found_again_at_its_characters(tmp_path: Path) -> None:
    rows = [
        (id, f"Q&amp;A <b>first</b>. {text}".replace("committee", "&quot;committee&quot;"))
        for id, text in collection(9)
    ]
    one = overview(as_jsonl(tmp_path / "a.jsonl", rows), workers=1)
    texts = dict(rows)
    assert points(one)
    for point in points(one):
        given = texts[one.documents[point.document].id][point.start : point.end]
        assert plain_text(given).text == point.text
        assert "&" not in point.text
    assert not [phrase for topic in one.topics for phrase in topic.phrases if phrase in ("quot", "amp")]


def test_the_length_follows_the_minutes(tmp_path: Path) -> None:
    source = as_jsonl(tmp_path / "a.jsonl", collection(60))
    lengths = [len(overview(source, workers=1, minutes=m).to_markdown().split()) for m in (0.5, 2, 10)]
    assert lengths == sorted(lengths)
    assert lengths[0] < 400 < lengths[2]
    short = overview(source, workers=1, minutes=0.1)
    assert all(len(topic.points) == 1 and not topic.topics for topic in short.topics)  # page one is always there
    with pytest.raises(OptionsError, match="such as 5"):
        overview(source, minutes=0)


def test_a_query_leaves_the_documents_that_answer_it(tmp_path: Path) -> None:
    source = as_jsonl(tmp_path / "a.jsonl", collection(18))
    one = overview(source, Job(recipe=Recipe.of(query="oven dough bakery")), workers=1)
    assert {re.sub(r"\d.*", "", document.id) for document in one.documents} == {"bread"}
    assert len(one.documents) + one.unasked == 18
    assert "that do not answer “oven dough bakery”" in one.to_markdown()
    assert all(re.search("oven|dough|bakery", point.text) for point in points(one))
    none = overview(source, Job(recipe=Recipe.of(query="Qzxv")), workers=1)
    assert (len(none.documents), none.unasked) == (0, 18)


def test_an_answer_may_be_in_capitals_quote_and_be_long(tmp_path: Path) -> None:
    shouted = 'THE PLANE IS GIVEN "AS IS", WITHOUT A WARRANTY OF ANY KIND, NOT EVEN THAT OF FITNESS FOR A PURPOSE.'
    rows = [(f"{id}-{k}", f"{text} {shouted}") for k, (id, text) in enumerate(collection(6))]
    one = overview(as_jsonl(tmp_path / "a.jsonl", rows), Job(recipe=Recipe.of(query="no warranty")), workers=1)
    assert len(one.documents) == 6
    assert {point.text for point in points(one)} == {shouted}


# Sentences that stand alone

POINTERS = {
    "en": (
        "The results are shown in Table 5.",
        "In this paper the growth of towns is studied.",
        "Section 3 has the proof of the theorem for small towns.",
        "Towns grow faster near rivers (see Fig. 2).",
        "As described above, towns grow faster near rivers.",
        "The following rules hold for towns near rivers.",
        "Our approach predicts the growth of towns near rivers.",
        "However, towns grow faster near rivers.",
        "It was the largest town of the country.",
        "Towns near rivers grow faster as shown in equation (4).",
        "Towns near rivers such as",
        "Growth == History == Towns near rivers grow faster.",
        "The Growth Of Towns We study how towns near rivers grow.",
        "Independence assumptions then lead to small towns near rivers.",
        "Q: Towns near rivers grow faster than others.",
        "Head Word: Towns near rivers grow faster than towns in the hills.",
        "'A town may look at a river,' said Alice.",
        "All the towns were visited until no more rivers could be found.",
    ),
    "de": (
        "Die Ergebnisse stehen in Tabelle 5.",
        "In dieser Arbeit wird das Wachstum der Städte untersucht.",
        "Abbildung 2 zeigt das Wachstum der Städte.",
        "Außerdem wachsen Städte an Flüssen schneller.",
        "Jahrhundert wuchsen Städte an Flüssen schneller.",
        "Eine Stadt hat also einen Fluss, wenn Schiffe fahren.",
        "Derartige Regeln gelten für Städte an großen Flüssen.",
    ),
    "fr": ("Cette étude porte sur la croissance des villes.", "Les résultats figurent dans le tableau 5."),
}  # fmt: skip
ALONE = {
    "en": (
        "Towns near rivers grow faster than towns in the hills.",
        "Word alignment is the task of finding which words are translations of each other.",
        "Boats are built by those who live near rivers.",
    ),
    "de": ("Städte an Flüssen wachsen schneller als Städte in den Bergen.",),
    "fr": ("Les villes au bord des rivières grandissent plus vite.",),
}


def of(cases: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(code, text) for code, texts in cases.items() for text in texts]


@pytest.mark.parametrize(("code", "text"), of(POINTERS))
def test_what_points_into_its_document_is_no_key_point(code: str, text: str) -> None:
    language = language_of(code)
    assert standing(text, language.wording(text), code, capital_nouns=code == "de") != Standing.ALONE


@pytest.mark.parametrize(("code", "text"), of(ALONE))
def test_what_stands_alone_may_be_a_key_point(code: str, text: str) -> None:
    language = language_of(code)
    assert standing(text, language.wording(text), code, capital_nouns=code == "de") == Standing.ALONE


def test_no_key_point_of_an_overview_points_into_its_document(tmp_path: Path) -> None:
    pointers = " ".join(POINTERS["en"])
    rows = [(id, f"{pointers} {text}") for id, text in collection(12)]
    found = points(overview(as_jsonl(tmp_path / "a.jsonl", rows), workers=1))
    assert found
    assert not [point.text for point in found if points_inside(point.text)]
    assert not {point.text for point in found} & set(POINTERS["en"])


@given(st.text(alphabet="ab<>/&;#1 ", max_size=40))
def test_every_character_of_a_plain_text_has_its_place(text: str) -> None:
    plain = plain_text(text)
    places = [plain.original(k) for k in range(len(plain.text))]
    assert places == sorted(places)
    for k, place in enumerate(places):
        assert 0 <= place < len(text)
        # Entities and the ends of blocks aside, a character is the same in both.
        assert plain.text[k] in ("\n", text[place]) or "&" in text


# The pages


def test_an_overview_is_json_too(tmp_path: Path) -> None:
    source = as_jsonl(tmp_path / "a.jsonl", collection(18))
    page = tmp_path / "a.json"
    done = CliRunner().invoke(main, ["corpus", "overview", str(source), "-o", str(page), "--workers", "1"])
    assert done.exit_code == 0, done.output
    record = json.loads(page.read_text())
    assert record["schema"] == "sentencerank-overview/1"
    assert record["documents"] == 18
    point = record["topics"][0]["points"][0]
    text = dict(collection(18))[point["document"]] or ""
    assert text[point["start"] : point["end"]] == point["text"]
    assert point["support"] >= 1
    assert {id for topic in record["topics"] for id in topic["documents"]} == {id for id, _ in collection(18)}


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
        path, _, sentence = link.partition("#")
        assert (pages / unquote(path)).is_file() if path else sentence in found.ids, link
    linked = re.findall(r"\(<(\S+?)>\)", (pages / "a.md").read_text())
    assert len(linked) >= 6
    assert all((pages / unquote(link)).is_file() for link in linked)


def test_the_command_prints_markdown_and_refuses_other_pages(tmp_path: Path) -> None:
    source = as_jsonl(tmp_path / "a.jsonl", collection(6))
    done = CliRunner().invoke(main, ["corpus", "overview", str(source), "--workers", "1"])
    assert done.stdout.startswith("# Overview of a.jsonl\n\n6 documents in 2 topics.\n\n1. **")
    wrong = CliRunner().invoke(main, ["corpus", "overview", str(source), "-o", str(tmp_path / "a.pdf")])
    assert wrong.exit_code == 2
    assert "none of .html, .md and .json" in wrong.stderr


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
