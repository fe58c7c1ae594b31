from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sentencerank as sr
from sentencerank.document import word_count
from tests.texts import ROOT

RAIN = {  # "Today it rains hard in the town.": seven or eight words
    "th": "วันนี้ฝนตกหนักมากในเมือง",
    "lo": "ມື້ນີ້ຝົນຕົກໜັກຢູ່ໃນເມືອງ",
    "km": "ថ្ងៃនេះភ្លៀងធ្លាក់ខ្លាំងនៅក្នុងទីក្រុង",
    "my": "ယနေ့မြို့ထဲတွင်မိုးသည်းထန်စွာရွာသည်",
}
ENDS = {"th": " ", "lo": ". ", "km": "។ ", "my": "။ "}
MIXED = st.text("ab ,1ดก่๒ະກ១ក្ងကြ。今天ア\u200b", max_size=30)


@pytest.mark.parametrize("code", RAIN)
def test_words_of_scripts_without_spaces_are_counted_by_their_mean_length(code: str) -> None:
    assert word_count(RAIN[code]) in (6, 7, 8)
    assert word_count(f"{RAIN[code]} {RAIN[code]}") == 2 * word_count(RAIN[code])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("今天下雨。", 4),
        ("東京タワー", 5),
        ("Windows 11 を使う", 5),
        ("ปี ๒๕๖๘", 2),
        ("ใช้ Windows 11", 3),
        ("ក្រុង។", 1),
        ("ភ្លៀង\u200bធ្លាក់\u200bខ្លាំង", 3),
        ("ភ្លៀងធ្លាក់ខ្លាំង", 3),
        ("", 0),
        ("\u200b", 1),
        ("- -", 2),
        ("ﬁne words", 2),
    ],
)
def test_words_of_mixed_texts(text: str, words: int) -> None:
    assert word_count(text) == words


@given(MIXED, MIXED)
def test_words_of_two_texts_in_such_scripts_add_up(left: str, right: str) -> None:
    left, right = f"ดี {left}", f"ดี {right}"
    assert word_count(f"{left} {right}") == word_count(left) + word_count(right)


@pytest.mark.parametrize("code", RAIN)
def test_budgets_and_the_shortest_sentence_mean_the_same_in_such_scripts(code: str) -> None:
    sentences = [RAIN[code] * 2] * 3 + [RAIN[code], RAIN[code][:9]]
    ranking = sr.rank(sentences, language=code, collapse=False)
    assert [sentence.topic >= 0 for sentence in ranking.sentences] == [True, True, True, True, False]  # a fragment
    chosen = ranking.summary(words=20, nested=True)
    assert 1 <= len(chosen) <= 2
    assert 12 <= chosen.words == word_count(chosen.text) <= 20


def test_the_same_story_has_as_many_words_in_thai_as_in_english() -> None:
    stories = [(ROOT / "examples" / "articles" / f"{code}.txt").read_text(encoding="utf-8") for code in ("th", "en")]
    thai, english = map(word_count, stories)
    assert 0.8 < thai / english < 1.25


def test_a_sentence_that_has_its_line_to_itself() -> None:
    document = sr.rank("Hi Ann,\n\nFees. The client pays them\nin May.\n\n> Yes.\n- No.\n\nSure. Fine.").document
    lines = {sentence.text: document.is_line(sentence.index) for sentence in document.sentences}
    assert lines == {
        "Hi Ann,": True,
        "Fees.": False,
        "The client pays them\nin May.": False,
        "Yes.": True,
        "No.": True,
        "Sure.": False,
        "Fine.": False,
    }


def test_a_contract_with_titles_in_its_paragraphs_is_no_conversation() -> None:
    clauses = [
        f"Clause {k}. The party of part {k} shall pay what is due within thirty days of the notice." for k in range(9)
    ]
    assert sr.rank("\n\n".join(clauses)).structure in ("news", "reference", "legal")
    chat = [
        f"Sure.\n\nThe train to the coast was late by {k} minutes again this morning.\n\nYes, it was!" for k in range(9)
    ]
    assert sr.rank("\n\n".join(chat)).structure == "conversation"


def test_a_document_with_all_kinds_of_ranges_goes_through_json() -> None:
    text = "Rain | 3 mm\n\nIt rained."
    document = sr.Document(
        text,
        (sr.Sentence(0, text[13:], 13, 23, 1),),
        (sr.Block("table", 0, 11, cells=(((0, 4), (7, 11)),)), sr.Block("quote", 13, 23, 2, about={"from": "Ann"})),
        marks=(sr.Mark("link", 13, 23, "#top"), sr.Mark("emphasis", 16, 22)),
        places=(sr.Place(0, 11, page=1, box=(0.0, 1.5, 2.0, 3.0)), sr.Place(13, 23, line=3)),
    )
    record = json.loads(json.dumps(document.to_dict()))
    assert sr.Document.from_dict(record) == document
    assert record["places"] == [[0, 11, 1, [0.0, 1.5, 2.0, 3.0]], [13, 23, 0, [], "", 3]]


@pytest.mark.parametrize(
    "change",
    [
        {"sentences": [[0, 11, 0, 0, True]]},
        {"sentences": [[0, 4, 1, 0, True]]},
        {"sentences": [[5, 10, 0, 0, True], [0, 4, 0, 0, True]]},
        {"blocks": [["poem", 0, 10, 0]]},
        {"blocks": [["table", 0, 4, 0, [[[2, 6]]]]]},
        {"blocks": [["paragraph", 0, 6, 0], ["paragraph", 5, 10, 0]]},
        {"marks": [["link", -1, 4]]},
        {"marks": [["blink", 0, 4]]},
        {"places": [[0, 12]]},
    ],
)
def test_a_record_that_does_not_fit_together_is_refused(change: dict[str, Any]) -> None:
    record = sr.Document("Rain fell.", (), (sr.Block("paragraph", 0, 10),)).to_dict()
    with pytest.raises(ValueError, match=r"sentence|block|mark|place|cell"):
        sr.Document.from_dict(record | change)
