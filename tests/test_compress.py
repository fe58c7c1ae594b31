"""Compressing texts to a budget: exact, verbatim, in order, the same every time."""

from __future__ import annotations

import dataclasses
import importlib.util
import inspect
import json
import os
import random
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import sentencerank as sr
from sentencerank.compression.chunks import Chunk, find_units, is_machine_text
from sentencerank.compression.compress import Compressor
from sentencerank.compression.counters import counter_of
from sentencerank.compression.fill import Choice, fill, fill_beside
from sentencerank.compression.result import MARK
from sentencerank.document import word_count
from sentencerank.errors import OptionsError
from sentencerank.languages.language import read_text
from sentencerank.languages.registry import language_of
from tests.texts import ARTICLE

CODE = "def area(radius):\n    return 3.14 * radius * radius\n\nprint(area(2))"
LOG = "2024-05-01 10:00:01 INFO start\n2024-05-01 10:00:02 WARN disk is slow\n2024-05-01 10:00:09 INFO done"
TABLE = "| name | fee |\n| --- | --- |\n| adult | 12 |\n| child | 6 |"


def pieces(result: sr.Compression) -> list[str]:
    return [chunk.text for chunk in result.chunks if chunk.spans]


def check(result: sr.Compression, chunks: list[tuple[Any, str, str]], count: Callable[[str], int], budget: int) -> None:
    """What must hold of every result, whatever was given."""
    assert count(result.text) == result.after <= budget
    assert result.text == "\n\n".join(pieces(result))
    assert [chunk.id for chunk in result.chunks] == [id for id, _, _ in chunks]
    for kept, (_, _, text) in zip(result.chunks, chunks, strict=True):
        assert kept.text == MARK.join(text[start:end] for start, end in kept.spans)
        flat = [place for span in kept.spans for place in span]
        assert flat == sorted(flat)
        for (_, end), (start, _) in pairwise(kept.spans):
            assert text[end:start].strip(), "a mark stands where nothing was left out"
        assert kept.whole == (kept.text == text)
    assert result.before == count("\n\n".join(text for _, _, text in chunks))


def test_what_answers_the_query_is_kept() -> None:
    result = sr.compress(ARTICLE, "who pays for the project", words=60)
    assert "61 million euros" in result.text
    assert result.compressed
    assert result.after <= 60 < result.before
    assert result.unit == "words"
    assert str(result) == result.text


def test_what_fits_is_returned_untouched() -> None:
    text = "  Rain fell.\n\n\nIt was cold.  "
    result = sr.compress(text, "rain", words=100)
    assert result.text == text
    assert not result.compressed
    assert result.error is None
    assert result.kept == {"0": ((0, len(text)),)}


def test_chunks_may_have_many_forms() -> None:
    document = sr.Document.from_dict({**sr.Ranker().read(ARTICLE, id="d").to_dict()})
    chunks: list[Any] = ["The rain stopped on Monday.", ("b", "Title", "Buses run again. Trains do not."),
                         {"id": 7, "text": "The hospital has a new roof.", "page": 3}, document]  # fmt: skip
    result = sr.compress(chunks, "hospital roof", words=40)
    assert [chunk.id for chunk in result.chunks] == ["0", "b", 7, "d"]
    assert "The hospital has a new roof." in result.text
    assert json.loads(json.dumps(result.to_dict()))["chunks"][2]["id"] == 7


def test_what_libraries_retrieve_is_taken_as_it_is() -> None:
    about = {"title": "Oslo", "page": 3}
    langchain = SimpleNamespace(page_content="Trams run in the city. The hills are green.", metadata=about, id=None)
    llama = SimpleNamespace(
        node=SimpleNamespace(text="It rained. The market is open.", metadata={}, node_id="n"), score=0.5
    )
    haystack = SimpleNamespace(content="Skiers climb the hills. Boats leave early.", meta=about, id="h")
    named = {"page_content": "The ferry is late.", "metadata": about, "id": None}
    result = sr.compress([langchain, llama, haystack, named, (langchain, np.float32(0.2))], "hills of Oslo", words=8)
    assert [chunk.id for chunk in result.chunks] == ["0", "n", "h", "3", "4"]
    assert [chunk.title for chunk in result.chunks] == ["Oslo", "", "Oslo", "Oslo", "Oslo"]
    assert "hills" in result.text


def test_without_a_query_importance_decides_over_all_chunks_and_copies_count_once() -> None:
    result = sr.compress([ARTICLE, ARTICLE], words=120)
    assert result.chunks[0].spans
    assert not result.chunks[1].spans
    asked = sr.compress([ARTICLE, ARTICLE], "salmon leak", words=120)
    sentences = [text for chunk in asked.chunks for text in chunk.text.split(MARK) if text]
    assert len(sentences) == len(set(sentences))


def test_titles_are_context_of_their_sentences() -> None:
    lisbon = "The city lies on a river. It was founded early. Its hills are steep. Trams climb them."
    oslo = "The city lies on a fjord. It was founded late. Its hills are green. Skiers climb them."
    chunks = [("a", "Lisbon", lisbon), ("b", "Oslo", oslo)]
    assert sr.compress(chunks, "hills of Oslo", words=6).kept["b"]
    assert not sr.compress(chunks, "hills of Oslo", words=6).kept["a"]


def test_several_queries_share_the_budget() -> None:
    result = sr.compress(ARTICLE, ["who pays", "spawning salmon"], words=60)
    assert "euros" in result.text
    assert "salmon" in result.text


def test_what_must_not_occur_is_left_out() -> None:
    assert "Tenants" not in sr.compress(ARTICLE, "saving guaranteed law -tenants", words=40).text
    assert "liner" in sr.compress(ARTICLE, '"liner" heat', words=40).text


def test_kept_patterns_and_spans_are_never_dropped() -> None:
    result = sr.compress(ARTICLE, "who pays", words=60, keep=r"\b160\b")
    assert "160 sensors" in result.text
    start = ARTICLE.index("brass band")
    assert "brass band" in sr.compress([("x", "", ARTICLE)], words=40, keep=[("x", start, start + 5)]).text
    with pytest.raises(sr.OptionsError, match=r"what `keep` asks for has \d+ words, and the budget is 10"):
        sr.compress(ARTICLE, words=10, keep="quarry")
    with pytest.raises(sr.InputError, match="not a valid pattern"):
        sr.compress(ARTICLE, words=10, keep="(")
    with pytest.raises(sr.InputError, match="names the chunk 'y'"):
        sr.compress([("x", "", ARTICLE)], words=40, keep=[("y", 0, 5)])
    with pytest.raises(sr.InputError, match="regular expression, or spans"):
        sr.compress(ARTICLE, words=40, keep=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("whole", [CODE, LOG, TABLE, f"```\n{CODE}\nx\n```"])
def test_code_logs_and_tables_stay_whole_or_go(whole: str) -> None:
    text = f"{ARTICLE}\n\n{whole}\n\nThe end of the report comes here."
    for budget in range(20, 200, 15):
        for query in ("disk area fee radius", "salmon", None):
            kept = sr.compress(text, query, words=budget).text
            inside = [line.strip() in kept for line in whole.splitlines() if len(line.strip()) > 8]
            assert all(inside) or not any(inside)


def test_machine_text_is_told_from_prose() -> None:
    for text in (CODE, LOG, '{\n  "name": "x",\n  "fee": 3\n}', "<ul>\n<li>One</li>\n<li>Two</li>\n</ul>"):
        assert is_machine_text(text)
    for text in (
        ARTICLE,
        "The parties are:\n(a) the seller;\n(b) the buyer; and\n(c) the agent.",
        "A line\nAnother line",
    ):
        assert not is_machine_text(text)


def test_short_chunks_are_not_thinned() -> None:
    short = "Rain fell. Snow fell. Hail fell on the roof of the house."
    result = sr.compress([ARTICLE, short], "hail", words=30, min_words=50)
    assert result.chunks[1].whole or not result.chunks[1].spans
    assert "Hail" in result.text


def test_neighbours_come_with_a_sentence_where_they_fit() -> None:
    alone = sr.compress(ARTICLE, "brass band", words=70)
    around = sr.compress(ARTICLE, "brass band", words=70, neighbours=1)
    assert "A brass band played" in alone.text
    assert "hole in the ground" in around.text
    assert around.after <= 70


def test_room_that_is_left_is_filled_by_what_stands_beside() -> None:
    costs = [10, 30, 4, 1, 1]
    groups = [[frozenset((unit,))] for unit in range(3)]
    budget = Choice(15, costs, lambda chosen: sum(costs[unit] for unit in chosen), mark=0)
    fill(budget, groups)
    assert budget.chosen == {0, 2}
    fill_beside(budget, [4, 3], [0] * 5)
    assert budget.chosen == {0, 2, 3}, "the last stands beside nothing that was chosen"


def test_nested_results_only_grow() -> None:
    kept: set[int] = set()
    for budget in range(30, 300, 10):
        result = sr.compress(ARTICLE, "heat", words=budget, nested=True)
        now = {place for spans in result.kept.values() for start, end in spans for place in range(start, end)}
        # White space between two sentences belongs to neither.
        assert {place for place in kept if not ARTICLE[place].isspace()} <= now
        kept = now


def test_nothing_near_the_query_is_said() -> None:
    assert any("near the query" in note for note in sr.compress(ARTICLE, "violin sonata", words=50).notes)
    assert any("no essential word" in note for note in sr.compress(ARTICLE, "the of", words=50).notes)
    assert sr.compress(ARTICLE, '"violin"', words=50).text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"words": 2}, "no sentence fits 2 words: the shortest has"),
        ({"words": 5, "tokens": 5}, "exactly one budget, got words, tokens"),
        ({}, "exactly one budget, got none"),
        ({"tokens": 5}, "needs a counter"),
        ({"words": 5, "count": len}, "counts tokens, and the budget is in words"),
        ({"words": -1}, "whole number"),
        ({"words": 50, "neighbours": -1}, "neighbours=-1"),
        ({"words": 50, "on_error": "skip"}, "on_error='skip'"),
        ({"tokens": 50, "count": 3}, "count is a int"),
        ({"tokens": 50, "count": lambda text: "5"}, "count returned '5'"),
        ({"tokens": 50, "count": lambda text: 1 // 0}, "count raised ZeroDivisionError"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(sr.SentenceRankError, match=re.escape(message)):
        sr.compress(ARTICLE, "heat", **arguments)


@pytest.mark.parametrize(
    ("chunks", "message"),
    [
        (3, "chunks is a int"),
        ([("a", "", "Rain."), ("a", "", "Snow.")], "two chunks have the id 'a'"),
        ([{"id": "a"}], "chunk 'a' (number 0, from 0) has no text"),
        ([{"body": "Rain."}], "chunk '0' (number 0, from 0) has no text, only 'body'"),
        (["Rain.", "  "], "chunk '1' (number 1, from 0) has no text"),
        ([("a", 5, "Rain.")], "title of chunk 'a' is a int"),
        ([b"Rain."], "chunk number 0 is a bytes"),
    ],
)
def test_chunks_that_are_none_are_named(chunks: Any, message: str) -> None:
    with pytest.raises(sr.InputError, match=re.escape(message)):
        sr.compress(chunks, words=1)
    flagged = sr.compress(chunks, words=1, on_error="original")
    assert not flagged.compressed
    assert message in str(flagged.error)


def test_a_counter_that_changes_its_mind_is_refused() -> None:
    calls = iter(range(1000, 9000))
    with pytest.raises(sr.InputError, match="for the same text"):
        sr.compress(ARTICLE, tokens=50, count=lambda text: next(calls))


def test_on_error_original_loses_nothing() -> None:
    result = sr.compress([ARTICLE, "Rain."], "heat", words=0, on_error="original")
    assert result.text == f"{ARTICLE}\n\nRain."
    assert result.after == result.before > 0
    assert "no sentence fits" in str(result.error)
    failing = sr.compress([ARTICLE], tokens=9, count=lambda text: 1 // 0, on_error="original")
    assert failing.text == ARTICLE
    assert failing.after == -1


def test_the_wrapped_tokenizers_count_without_special_tokens_truncation_and_padding() -> None:
    class Encoding:
        def encode_ordinary(self, text: str) -> list[int]:
            return list(range(len(text.split())))

    class Wrapper:
        backend_tokenizer = Encoding()

        def __call__(self, text: str) -> object:
            raise AssertionError("returns no number")

    assert counter_of(Encoding())("a b c") == 3
    assert counter_of(Wrapper())("a b c") == 3


def test_many_are_compressed_in_order_and_alike_in_other_processes() -> None:
    requests = [{"chunks": [ARTICLE], "query": query} for query in ("who pays", "salmon", "quarry")] + [[ARTICLE]]
    here = list(sr.compress_many(requests, words=50))
    assert [one.text for one in sr.compress_many(requests, words=50, workers=2)] == [one.text for one in here]
    with pytest.raises(sr.OptionsError, match="exactly one budget"):
        sr.compress_many(requests)


def test_an_encoder_takes_the_place_of_the_word_vectors() -> None:
    seen: list[int] = []

    def encoder(texts: list[str]) -> list[list[float]]:
        seen.append(len(texts))
        return [[1.0, 0.0] if "salmon" in text else [0.0, 1.0] for text in texts]

    assert "salmon" in sr.compress(ARTICLE, "salmon", words=40, encoder=encoder).text
    assert len(seen) == 2
    with pytest.raises(sr.InputError, match="the encoder returned an array of shape"):
        sr.compress(ARTICLE, "salmon", words=40, encoder=lambda texts: [1.0])


def test_units_cover_every_sentence_once() -> None:
    text = f"{ARTICLE}\n\n{CODE}\n\nIt ends here.\n\n{LOG}"
    english = language_of("en")
    document = read_text(text, english)
    units = find_units(Chunk("a", "", text), document, 0, 0, min_words=0)
    assert sorted(i for unit in units for i in unit.sentences) == list(range(len(document.sentences)))
    assert all(a.end <= b.start for a, b in pairwise(units))


# The promise about budgets, tried on generated texts with counters that do not add up.

WORDS = [
    *(
        "rain",
        "salmon",
        "council",
        "17",
        "GDPR",
        "3M",
        "naïve",
        "Zürich",
        "über",
        "café",
        "今天",
        "下雨",
        "公園",
        "Москва",
    ),
    *("вода", "ευρώ", "emoji", "🙂", "well-known", "e.g.", "U.S.", "<|endoftext|>", "a.b@c.org", "https://x.org/y?z=1"),
    *("1,234.56", "[CLS]", "supercalifragilistic", "the", "of", "and", "to", "is", "was", "were"),
]


def generated_chunks(rng: random.Random) -> list[tuple[Any, str, str]]:
    chunks: list[tuple[Any, str, str]] = []
    for number in range(rng.randint(1, 5)):
        paragraphs = []
        for _ in range(rng.randint(1, 4)):
            if rng.random() < 0.1:
                paragraphs.append(rng.choice((CODE, LOG, TABLE)))
                continue
            sentences = [
                " ".join(rng.choices(WORDS, k=rng.randint(1, 18))).capitalize() + rng.choice(".?!。")
                for _ in range(rng.randint(1, 6))
            ]
            paragraphs.append(rng.choice((" ", "\n")).join(sentences))
        title = " ".join(rng.choices(WORDS, k=2)) if rng.random() < 0.5 else ""
        chunks.append((number if rng.random() < 0.5 else f"id-{number}", title, "\n\n".join(paragraphs)))
    return chunks


def super_additive(text: str) -> int:
    """A counter whose sums grow faster than their parts."""
    return int(len(text.split()) ** 1.3)


# The files that tiktoken keeps are named by a hash.
NAMES = {
    "cl100k_base": "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
    "o200k_base": "fb374d419588a4632f3f557e76b4b70aebbca790",
}


def found_counters() -> dict[str, Any]:
    """All counters that can be had here without a download."""
    counters: dict[str, Any] = {"words": None, "characters": None, "super": super_additive}
    if importlib.util.find_spec("tokenizers"):
        counters["wordpiece"] = _wordpiece()
    if importlib.util.find_spec("tiktoken"):
        counters["byte pairs"] = _byte_pairs()
        for folder in _tiktoken_folders():
            found = {name: _tiktoken(folder, name) for name in NAMES}
            counters |= {name: encoding for name, encoding in found.items() if encoding}
    return counters


def _tiktoken_folders() -> Iterator[Path]:
    """The folders of installed packages that hold the files of tiktoken."""
    for name, inside in (("litellm", "litellm_core_utils/tokenizers"), ("llama_index", "core/_static/tiktoken_cache")):
        package = importlib.util.find_spec(name)
        for place in (package and package.submodule_search_locations) or ():
            yield Path(place) / inside


def _byte_pairs() -> Any:
    """A small encoding of tiktoken, which needs no file: all bytes, and the beginnings of words with their space."""
    tiktoken = pytest.importorskip("tiktoken")
    words = sorted({f" {word}".encode() for word in WORDS})
    pieces = dict.fromkeys(word[:end] for word in words for end in range(2, len(word) + 1))
    ranks = {piece: rank for rank, piece in enumerate([*(bytes([one]) for one in range(256)), *pieces])}
    return tiktoken.Encoding(
        "small", pat_str=r" ?\S+|\s", mergeable_ranks=ranks, special_tokens={"<|end|>": len(ranks)}
    )


def _wordpiece() -> Any:
    tokenizers = pytest.importorskip("tokenizers")
    pieces = {
        piece for word in WORDS for piece in (word.lower(), *(f"##{word[i:].lower()}" for i in range(1, len(word))))
    }
    letters = {letter.lower() for word in WORDS for letter in word}
    vocabulary = {piece: number for number, piece in enumerate(["[UNK]", "[CLS]", *sorted(pieces | letters)])}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = tokenizers.normalizers.Lowercase()
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    # Both must be switched off on the copy that counts.
    tokenizer.enable_truncation(8)
    tokenizer.enable_padding(length=64)
    return tokenizer


def _tiktoken(folder: Path, name: str) -> Any:
    """An encoding from the file of an installed package."""
    tiktoken = pytest.importorskip("tiktoken")
    if not (folder / NAMES[name]).exists():
        return None
    before = os.environ.get("TIKTOKEN_CACHE_DIR")
    os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
    try:
        return tiktoken.get_encoding(name)
    finally:
        os.environ.pop("TIKTOKEN_CACHE_DIR")
        if before is not None:
            os.environ["TIKTOKEN_CACHE_DIR"] = before


COUNTERS = found_counters()


def run_case(seed: int, counter: str) -> float | None:
    """Compress generated chunks, check everything, and return the share of the budget that was used."""
    rng = random.Random(seed)
    chunks = generated_chunks(rng)
    encoding = COUNTERS[counter]
    count: Any = {"words": word_count, "characters": len}.get(counter) or counter_of(encoding)
    whole = count("\n\n".join(text for _, _, text in chunks))
    budget = max(1, int(whole * rng.choice((0.1, 0.2, 0.3, 0.5, 0.8, 0.95))))
    unit = counter if counter in ("words", "characters") else "tokens"
    settings: dict[str, Any] = {unit: budget, "neighbours": rng.choice((0, 0, 0, 1)), "nested": rng.random() < 0.1}
    if unit == "tokens":
        settings["count"] = encoding
    query = rng.choice((None, "salmon rain 17", "GDPR council", ["公園 下雨", "вода"]))
    try:
        result = sr.compress(chunks, query, **settings)
    except sr.OptionsError as error:
        if "no sentence fits" not in str(error):
            raise
        return None
    check(result, chunks, count, budget)
    assert sr.compress(chunks, query, **settings) == result
    return result.after / budget if not settings["nested"] else None


@pytest.mark.parametrize("counter", sorted(COUNTERS))
def test_a_generated_case_is_never_over_budget(counter: str) -> None:
    for seed in range(50):
        run_case(seed, counter)


@pytest.mark.slow
@pytest.mark.parametrize("counter", sorted(COUNTERS))
def test_none_of_ten_thousand_generated_cases_is_over_budget(counter: str) -> None:
    for seed in range(10_000 // len(COUNTERS) + 1):
        run_case(seed, counter)


def test_budgets_of_real_texts_are_used_to_95_percent() -> None:
    used = []
    for budget in range(60, 300, 12):
        for query in ("who pays", "salmon", None):
            result = sr.compress(ARTICLE, query, words=budget)
            used.append(result.after / budget)
    assert sum(used) / len(used) >= 0.95


def test_a_sentence_brings_the_title_that_runs_in_and_the_opening_of_its_list() -> None:
    text = (
        "Termination. We may end this agreement at any time. You may end it with thirty days of notice.\n\n"
        "The following data are collected:\n- name and address of the customer,\n- card numbers of the customer.\n"
    )
    assert (
        str(sr.compress(text, "who may end the agreement", words=9))
        == "Termination. We may end this agreement at any time."
    )
    kept = str(sr.compress(text, "card numbers", words=11))
    assert kept == "The following data are collected: […] card numbers of the customer."
    # Where it does not fit, the sentence comes alone.
    assert str(sr.compress(text, "card numbers", words=5)) == "card numbers of the customer."


def test_what_says_little_by_itself_is_not_kept_to_fill_a_budget() -> None:
    text = "Is it free? No. The road is closed for two weeks, says the council. Nothing. Buses run late today."
    kept = str(sr.compress(text, "how long is the road closed", words=15))
    assert "two weeks" in kept
    assert "Nothing" not in kept


def test_the_arguments_are_the_same_everywhere() -> None:
    own = {one.name: (one.type, one.default) for one in dataclasses.fields(Compressor)}
    taken = list(inspect.signature(sr.compress).parameters.values())[2:]
    assert {one.name: one.default for one in taken} == {name: default for name, (_, default) in own.items()}
    pytest.importorskip("pydantic")
    module = importlib.import_module("sentencerank.integrations.fields")
    fields = {name: one.default for name, one in module.CompressFields.model_fields.items() if name != "title_key"}
    assert fields == {name: default for name, (_, default) in own.items()}
    loose = {"encoder"}  # whatever can be called
    written = {name: module.CompressFields.__annotations__[name] for name in fields.keys() - loose}
    assert written == {name: own[name][0] for name in own.keys() - loose}


def test_what_overlapping_chunks_repeat_or_cut_is_kept_once() -> None:
    first = "The harbour was built in 1820. Ships from the north bring timber and grain to the harbour every"
    second = "in 1820. Ships from the north bring timber and grain to the harbour every month. A crane was added later."
    kept = sr.compress([first, second], "harbour", words=24)
    assert kept.text.count("The harbour was built in 1820.") == 1
    assert kept.text.count("Ships from the north") == 1
    assert "every month." in kept.text
    assert kept.chunks[1].spans[0][0] > 0


def test_a_sentence_brings_the_code_or_the_list_that_it_announces() -> None:
    text = (
        "Build it with this command:\n\n```sh\nmake all\n```\n\nThe tests take an hour. Nobody likes to wait.\n\n"
        "Rain fell on the roof and nobody minded it at all."
    )
    assert "make all" in str(sr.compress(text, "how do I build it", words=9))
    # Announced or not, what does not fit is left out.
    assert "make all" not in str(sr.compress(text, "how do I build it", words=6))


def test_a_table_or_code_does_not_make_the_prose_around_it_a_table() -> None:
    text = f"## Prices\n\nPrices hold from March on.\n\n{TABLE}\n\nGroups of ten people get one ticket for free."
    assert not is_machine_text(text)
    assert is_machine_text(TABLE)
    assert TABLE in str(sr.compress([text, ARTICLE], "fee of a child", words=25))
    tight = sr.compress([text, ARTICLE], "child fee", words=10)
    assert any("What is closest to the query has" in note for note in tight.notes)


def test_targets_of_links_say_nothing() -> None:
    links = "Zstd is fast.\n\n[build]: https://example.org/build/badge.svg"
    assert "badge" not in sr.compress([links, ARTICLE], "build", words=30).text


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_says_which_request_it_is_about(workers: int) -> None:
    results = sr.compress_many([["Rain fell."], ["The market is open on Sunday."]], words=2, workers=workers)
    assert next(results).text == "Rain fell."
    with pytest.raises(sr.OptionsError, match="request 2, from 1: no sentence fits 2 words"):
        next(results)


def test_an_indented_text_with_a_sign_of_code_is_no_code() -> None:
    text = (
        "    The duties are listed in section 6.3(5), see also the note (on page 2\n"
        "    and the table) of fees(s) for members; call them with vote(yes)\n"
        "    The board meets in March and decides about the budget.\n"
        "    Members pay forty euros a year, and children pay nothing.\n"
        "    Whoever is late pays two euros more.\n"
    )
    assert "forty" in sr.compress(text, "how much do members pay", words=12).text


def test_a_table_of_sentences_is_prose_and_one_of_figures_is_not() -> None:
    pytest.importorskip("lxml", reason="needs lxml: make test")
    rows = "<tr><td>Remove</td><td>Marks the package to be removed from the computer.</td></tr>"
    rows += "<tr><td>Purge</td><td>Settings of the package are removed as well, even if it is gone.</td></tr>"
    rows += "<tr><td>Hold</td><td>Keeps the version until somebody lifts the hold again.</td></tr>"
    told = sr.read_document(f"<h1>Commands</h1><p>These are all.</p><table>{rows}</table>".encode(), name="a.html")
    assert "Settings" in sr.compress(told, "what happens to settings", words=20).text
    figures = "".join(f"<tr><td>{size}</td><td>{price}</td></tr>" for size, price in enumerate(range(11, 31)))
    table = sr.read_document(f"<p>Prices rise.</p><table>{figures}</table>".encode(), name="a.html")
    assert sr.compress(table, "price of size 3", words=20).text == "Prices rise."


def test_of_the_same_sentence_the_one_below_what_is_asked_for_is_kept() -> None:
    text = "# Ports\n\nThe default is no. Ports are numbers.\n\n# Colours\n\nThe default is no. Colours are names.\n"
    ranking = sr.rank(text, query="default of colours", structure="flat")
    assert ranking[0].section == 2
    kept = sr.compress(sr.read_document(text.encode(), name="a.md"), "default of colours", words=4)
    assert kept.chunks[0].spans[0][0] > text.index("Colours")


def test_what_differs_in_a_small_word_is_no_copy() -> None:
    text = "You may copy the book for members. You may not copy the book for members. Ask the board about guests."
    ranking = sr.rank(text, query="copy the book for members")
    assert {ranking[0].text[:11], ranking[1].text[:11]} == {"You may cop", "You may not"}
    assert all(sentence.copy_of is None for sentence in ranking)


def test_a_better_unit_without_what_leads_it_in_comes_before_a_worse_one() -> None:
    costs = [4, 4, 8, 4]
    budget = Choice(9, costs, lambda chosen: sum(costs[unit] for unit in chosen), mark=0)
    fill(budget, [[frozenset({0})], [frozenset({1, 2}), frozenset({1})], [frozenset({3})]])
    assert budget.chosen == {0, 1}


def test_what_has_no_text_is_returned_without_one_and_with_its_id() -> None:
    result = sr.compress([{"id": "a"}, {"id": "b", "text": "Rain fell."}], words=1, on_error="original")
    assert [(chunk.id, chunk.text) for chunk in result.chunks] == [("a", ""), ("b", "Rain fell.")]
    assert result.text == "Rain fell."
    assert "no text" in str(result.error)


def test_a_request_with_settings_of_its_own_is_refused() -> None:
    request = {"chunks": ["Rain fell. The road is closed."], "words": 3}
    with pytest.raises(OptionsError, match="request 1, from 1: it has words of its own"):
        list(sr.compress_many([request], words=8))
    (result,) = sr.compress_many([request], words=8, on_error="original")
    assert result.error
    assert result.text == "Rain fell. The road is closed."


@pytest.mark.parametrize("workers", [1, 2])
def test_an_encoder_that_fails_is_told_and_the_text_passed_on(workers: int) -> None:
    request = {"chunks": ["Rain fell. The road is closed."], "query": "road"}
    (result,) = sr.compress_many([request], words=4, encoder=_failing, on_error="original", workers=workers)
    assert "the encoder failed (ZeroDivisionError" in str(result.error)
    assert not result.compressed


def _failing(texts: list[str]) -> object:
    return 1 / (len(texts) * 0)
