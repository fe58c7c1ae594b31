"""The query path against loops that say the same."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sentencerank as sr
import sentencerank.method.query as query_parts
from sentencerank.asking.counted import COUNTED, NUMBERS
from sentencerank.asking.places import find_mentions, labels_of
from sentencerank.asking.questions import Question, parse_query
from sentencerank.asking.replies import replies_to
from sentencerank.asking.sections import sections_of
from sentencerank.asking.words import find_words
from sentencerank.explanation.reasons import PHRASES
from sentencerank.languages.language import read_text
from sentencerank.languages.registry import language_of
from sentencerank.method.query import K1, B, bm25, count_pairs, gather, mean_vectors
from tests.texts import ARTICLE

WORDS = 6
rows = st.lists(st.lists(st.integers(0, WORDS - 1), max_size=8), min_size=1, max_size=8)


def flat(texts: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    row = np.array([i for i, text in enumerate(texts) for _ in text], dtype=np.intp)
    return row, np.array([word for text in texts for word in text], dtype=np.intp)


@given(rows, st.lists(st.integers(0, WORDS - 1), max_size=4))
def test_bm25_is_what_the_loops_say(texts: list[list[int]], asked: list[int]) -> None:
    row, word = flat(texts)
    n = len(texts)
    idf = np.array(
        [math.log(1 + (n - d + 0.5) / (d + 0.5)) for d in (sum(w in t for t in texts) for w in range(WORDS))]
    )
    found = bm25(count_pairs(row, word, n, WORDS), idf * np.bincount(np.array(asked, dtype=np.intp), minlength=WORDS))
    mean = sum(map(len, texts)) / n
    for text, score in zip(texts, found, strict=True):
        counts = Counter(text)
        norm = K1 * (1 - B + B * len(text) / mean) if mean else 1.0
        expected = sum(idf[w] * counts[w] * (K1 + 1) / (counts[w] + norm) for w in asked if counts[w])
        assert score == pytest.approx(expected)


@given(rows, st.data())
def test_titles_count_once_more_in_every_sentence_of_their_section(texts: list[list[int]], data: st.DataObject) -> None:
    row, word = flat(texts)
    n = len(texts)
    section_of = np.array(data.draw(st.lists(st.integers(0, 2), min_size=n, max_size=n)), dtype=np.intp)
    titles = data.draw(st.lists(st.lists(st.integers(0, WORDS - 1), max_size=3), min_size=3, max_size=3))
    passages = gather(row, word, section_of, flat(titles), sentences=n, sections=3, words=WORDS)
    dense = np.zeros((n, WORDS))
    dense[passages.sentences.row, passages.sentences.word] = passages.sentences.count
    for i, text in enumerate(texts):
        counts = Counter(text)
        for w in range(WORDS):
            assert dense[i, w] == counts[w] + (w in titles[section_of[i]])
    assert passages.idf.tolist() == pytest.approx(
        [math.log(1 + (n - d + 0.5) / (d + 0.5)) for d in (sum(w in t for t in texts) for w in range(WORDS))]
    )


@given(rows)
def test_mean_vectors_are_what_the_loops_say(texts: list[list[int]]) -> None:
    vectors = np.random.default_rng(0).normal(size=(WORDS, 5)).astype(np.float32)
    weights = np.arange(1.0, WORDS + 1)
    _, word = flat(texts)
    bounds = np.cumsum([0, *map(len, texts)])
    for text, found in zip(texts, mean_vectors(word, bounds, weights, vectors), strict=True):
        mean = sum((weights[w] * vectors[w] for w in text), start=np.zeros(5))
        length = np.linalg.norm(mean)
        assert found == pytest.approx(mean / length if length > 1e-6 else np.zeros(5), abs=1e-4)


@pytest.mark.parametrize(
    ("query", "question"),
    [
        ("salmon", Question("salmon")),
        ('"second barrier" -leak', Question("second barrier", ("second barrier",), ("leak",))),
        ("“second barrier”", Question("second barrier", ("second barrier",))),
        ("well-known", Question("well-known")),
        ('Who wrote "The Trial"?', Question('Who wrote "The Trial"?')),
        ('an open " mark', Question('an open " mark')),
        ('""', Question("")),
    ],
)
def test_queries_are_taken_apart(query: str, question: Question) -> None:
    assert parse_query(query) == question


def test_phrases_are_whole_words_whatever_their_case() -> None:
    texts = ["The Second\nbarrier holds.", "A second barriers test.", "第二道屏障很好。"]
    assert Question("", ("second barrier",)).allows(texts, [""] * 3).tolist() == [True, False, False]
    assert Question("", ("屏障",)).allows(texts, [""] * 3).tolist() == [False, False, True]
    assert Question("", (), ("second",)).allows(texts, [""] * 3).tolist() == [False, False, True]
    assert Question("", ("oslo",)).allows(texts, ["Oslo", "", ""]).tolist() == [True, False, False]


def test_headings_are_the_titles_of_what_follows_them() -> None:
    document = read_text(ARTICLE, language_of("en"))
    sections = sections_of(document, language_of("en"))
    paid = next(s.index for s in document.sentences if "61 million" in s.text)
    assert "Who pays" in sections.titles[paid]
    assert len(set(sections.numbers)) > 1
    plain = sections_of(read_text("One is here.\n\nTwo is there.", language_of("en")), language_of("en"))
    assert len(set(plain.numbers)) == 2
    assert plain.titles == ["", ""]


def test_irregular_forms_are_their_word() -> None:
    language = language_of("en")
    words = find_words(language, ["Who pays?", "The fund paid half.", "Men wrote it; a woman writes."])
    assert {"pay", "man", "write", "woman"} <= set(words.numbers)
    assert not {"paid", "men", "wrote"} & set(words.numbers)


@pytest.mark.parametrize(
    ("code", "query", "words"),
    [
        ("en", "How do I keep the last name?", ["keep", "last", "name"]),
        ("en", "eight of the 8 regions", ["8", "region"]),
        ("en", "What was made and what became of it?", []),
        ("de", "Wie hoch sind die acht Türme?", ["hoch", "8", "turm"]),
        ("fr", "les deux ponts", ["2", "pont"]),
        ("ru", "четыре моста", ["4", "мост"]),
    ],
)
def test_stop_words_that_one_asks_for_count_and_numbers_are_digits(code: str, query: str, words: list[str]) -> None:
    assert list(find_words(language_of(code), [query]).numbers) == words


def test_what_counts_in_queries_is_written_in_small_letters_and_once() -> None:
    for code, numbers in NUMBERS.items():
        counted = COUNTED.get(code, ())
        assert len(counted) == len(set(counted))
        assert not numbers.keys() & set(counted)
        assert all(word.islower() for word in (*counted, *numbers))
        assert all(digits.isdecimal() for digits in numbers.values())


def test_the_example_of_the_readme_answers_its_question() -> None:
    ranking = sr.rank(Path("examples/article.txt").read_text(encoding="utf-8"), query="who pays")
    assert "climate fund paid" in " ".join(ranking[0].text.split())
    assert all("61 million" in one.text or one.section == ranking[0].section for one in ranking.top(3))


TERMS = """TERMS

1. Termination. We may end this agreement at any time. You may end it with notice.

2. Payment. The customer pays all invoices within 14 days.

The following data are collected:
- name and address of the customer,
- payment details such as card numbers.

Not everyone agreed. The matter is open.
"""


def test_titles_that_run_in_and_openings_of_lists_are_titles_of_what_follows() -> None:
    language = language_of("en")
    document = read_text(TERMS, language)
    sections = sections_of(document, language)
    at = {sentence.text: sentence.index for sentence in document.sentences}
    assert sections.leading == {at["Termination."], at["Payment."], at["The following data are collected:"]}
    card = at["payment details such as card numbers."]
    assert sections.titles[card].endswith("The following data are collected:")
    assert sections.leads[card] == (at["The following data are collected:"],)
    assert sections.leads[at["The matter is open."]] == ()
    ranking = sr.rank(TERMS, query="termination of the agreement")
    assert ranking[0].text == "We may end this agreement at any time."


def test_a_sentence_without_spaces_between_its_words_is_no_title() -> None:
    language = language_of("zh")
    document = read_text("CBS在2016年播出了比赛。观众很多。", language)
    assert not sections_of(document, language).leading


def test_several_queries_take_turns_and_what_finds_nothing_takes_none() -> None:
    text = "Rain fell all day. The council pays for the road. Buses run late. The museum opens on Monday."
    both = sr.rank(text, query=["who pays", "museum"])
    assert {one.index for one in both.top(2)} == {1, 3}
    assert both.query == "who pays; museum"
    found = sr.rank(text, query=["museum", "of the", "zebra"])
    assert found.order.tolist() == sr.rank(text, query="museum").order.tolist()
    assert any("'of the'" in note for note in found.notes)
    assert any("'zebra'" in note for note in found.notes)
    assert {hit.index for hit in both.hits} == {1, 3}


def test_each_of_several_queries_has_its_own_demands() -> None:
    text = "The council pays for roads. The state pays for rails. The museum opens late. The museum is red."
    ranking = sr.rank(text, query=["pays -council", 'museum "red"'])
    assert {one.index for one in ranking.top(2)} == {1, 3}


def test_an_item_on_its_own_line_is_the_title_of_the_paragraphs_below_it() -> None:
    language = language_of("en")
    text = "10. Patents.\n\nA licence is free.\n\nIt is worldwide.\n\n11. Warranty.\n\nThere is none here.\n"
    document = read_text(text, language)
    sections = sections_of(document, language)
    at = {sentence.text: sentence.index for sentence in document.sentences}
    assert sections.leads[at["It is worldwide."]] == (at["Patents."],)
    assert sections.leads[at["There is none here."]] == (at["Warranty."],)


def test_terms_lead_in_what_explains_them_and_numbers_what_they_number() -> None:
    language = language_of("en")
    page = "<dl><dt>compress</dt><dd>Old files are compressed.</dd><dt>rotate</dt><dd>Logs are rotated.</dd></dl>"
    document = sr.read_document(page.encode(), kind="html", in_process=True)
    leads = sections_of(document, language).leads
    assert [document.sentences[k].text for own in leads for k in own] == ["compress", "rotate"]
    numbered = read_text("ii. Notify the customer at once. Keep a record.", language)
    assert sections_of(numbered, language).leading <= {0}


MANUAL = """.TH COPY 1
.SH OPTIONS
The following options are there:
.TP
.BR \\-u ", " \\-\\-update
Skip files that are newer.
They stay as they are.
.TP
.B \\-\\-update\\-all
Write every file again.
Use \\-\\-update if that is too slow.
.TP
.B \\-name
Give the copy another name.
.TP
.B \\-x
Quick mode.
Nothing is compared.
.SH FILES
.TP
.I history-limit lines
The greatest number of lines to keep.
.TP
.B MAXSIZE
No copy is larger than this.
.SH NOTES
The size of MAXSIZE is in bytes.
With \\-q nothing is said.
"""


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("what does --update do", "Skip files that are newer."),
        ("--update", "Skip files that are newer."),
        ("what does -u do?", "Skip files that are newer."),
        ("what does -name do", "Give the copy another name."),
        ("-x", "Quick mode."),
        ("history-limit", "The greatest number of lines to keep."),
        ("what is MAXSIZE", "No copy is larger than this."),
        ("is -q there?", "With -q nothing is said."),
        ("what is slow about --update-all", "Use --update if that is too slow."),
    ],
)
def test_what_explains_a_term_comes_before_what_mentions_it(query: str, first: str) -> None:
    document = sr.read_document(MANUAL.encode(), kind="troff", in_process=True)
    assert sr.rank(document, query=query)[0].text == first


def test_several_names_of_one_thing_lead_in_what_explains_it() -> None:
    page = (
        "<dl><dt>-a</dt><dt>--all</dt><dd>Take everything. Nothing is left.<ul><li>Dirs</li></ul></dd>"
        "<dt>os.link(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow=True)</dt><dd>Make a link.</dd></dl>"
        "<p>Prefer this:</p><ul><li>Pears</li><li>Apples</li></ul>"
    )
    document = sr.read_document(page.encode(), kind="html", in_process=True)
    sections = sections_of(document, language_of("en"))
    at = {sentence.text: sentence.index for sentence in document.sentences}
    assert sections.leads[at["Nothing is left."]] == sections.leads[at["Dirs"]] == (at["-a"], at["--all"])
    assert sections.leads[at["Apples"]] == (at["Prefer this:"],)
    assert sr.rank(document, query="what does link do")[0].text == "Make a link."


def test_questions_with_answers_lead_them_in_and_are_no_answer() -> None:
    text = (
        "What does it cost?\n\nTwelve euros. Children pay half.\n\nWhere does it start?\n\nAt the harbour.\n\n"
        "Who may come along?\n\nEveryone. Dogs too.\n"
    )
    assert sr.rank(text, query="what does it cost?")[0].text in ("Twelve euros.", "Children pay half.")
    assert sr.rank("Rain fell.\n\nWho pays for it?\n\nNobody knows.", query="who pays")[0].text == "Nobody knows."


def test_what_a_table_of_contents_repeats_is_no_answer() -> None:
    text = "# Guide\n\n- Opening hours\n- Prices\n\n## Opening hours\n\nWe open at nine.\n\n## Prices\n\nAll is free.\n"
    document = sr.read_document(text.encode(), kind="markdown", in_process=True)
    assert sr.rank(document, query="opening hours")[0].text == "We open at nine."


LAW = """# Act on Data

## Article 1 Scope

This Act applies to all data. Requests under Article 2 are free.

## Article 2 Erasure

(1) A person may ask for erasure. It is done within a month.

(2) No reason is needed. Article 3 names the exceptions to this.

a) Backups are erased later.

b) Archives are not erased.

## Article 3 Exceptions

What a court has ordered stays. Article 2 does not apply to it.
"""


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("what does article 2 say", {"A person", "It is done", "No reason", "Article 3 names", "Backups", "Archives"}),
        ("DATA ACT ART. 3", {"What a court", "Article 2 does"}),
        ("Article 2(2)", {"No reason", "Article 3 names", "Backups", "Archives"}),
        ("paragraph 1 of article 2", {"A person", "It is done"}),
        ("article 2 paragraph 2 letter b", {"Archives"}),
        ("articles 1 and 3", {"This Act", "Requests", "What a court", "Article 2 does"}),
        ("section III", {"What a court", "Article 2 does"}),
    ],
)
def test_what_stands_under_a_number_comes_before_what_refers_to_it(query: str, found: set[str]) -> None:
    first = sr.rank(LAW, query=query).top(len(found))
    texts = [re.sub(r"^(\(\d\)|\w\))\s", "", one.text) for one in first]
    assert all(any(text.startswith(one) for text in texts) for one in found)


@pytest.mark.parametrize(
    ("path", "query", "found"),
    [
        ("GPL-3", "what does section 12 say", "If you cannot convey a covered work"),
        ("GPL-2", "section 3(b)", "Accompany it with a written offer"),
        ("Apache-2.0", "section 4", "You may reproduce and distribute copies"),
        ("MPL-2.0", "section 2.3", "The licenses granted in this Section 2 are the only rights"),
    ],
)
def test_numbered_clauses_of_licences_are_found(path: str, query: str, found: str) -> None:
    licence = Path("/usr/share/common-licenses", path)
    if not licence.exists():
        pytest.skip("these licences come with Debian")
    ranking = sr.rank(licence.read_text(encoding="utf-8"), query=query)
    assert any(" ".join(one.text.split()).startswith(found) for one in ranking.top(2))


def test_a_part_is_named_by_a_title_in_the_middle_and_in_other_scripts() -> None:
    chunks = [
        ("a", "GDPR Article 16", "There is a right to rectification. See also Article 17 for erasure."),
        ("b", "GDPR Article 17", "There is a right to erasure of personal data. The controller acts without delay."),
    ]
    assert sr.compress(chunks, "GDPR Article 17", words=10).text == "There is a right to erasure of personal data."
    law = "第二条 依照第十七条处理。\n\n第十七条 公民有权要求删除个人信息。\n\n第十八条 本法由国务院解释。\n"
    assert sr.rank(law, query="第17条", language="zh")[0].text.startswith("第十七条")


def test_a_number_that_the_text_does_not_have_changes_nothing() -> None:
    assert "named" not in sr.rank(LAW, query="article 9").parts
    assert "named" in sr.rank(LAW, query="article 3").parts
    both = sr.rank(LAW, query=["article 3", "erasure"])
    assert "What a court has ordered stays." in [each.text for each in both.top(2)]


def test_a_numbering_goes_on_over_headings_and_clauses() -> None:
    text = "## 2. Set up\n\n1. Install it now.\n2. Start it then.\n\n## 3. Use\n\nPress the key.\n"
    document = sr.Ranker().read(text, kind="markdown")
    rows = [[label.number for label in row] for row in labels_of(document, language_of("en"))]
    assert rows[-1] == ["3"]
    assert [row for row in rows if len(row) == 2] == [["2", "1"], ["2", "2"]]


@given(
    st.lists(
        st.sampled_from(
            [
                "Article",
                "§",
                "第",
                "제",
                "条",
                "조",
                "17",
                "IV",
                "B",
                "3.2",
                "十七",
                "١٧",
                "１７",
                "(b)",
                "(été)",
                "(²)",
                "Abs.",
                "lit.",
                "a",
                ",",
                "and\n",
            ]
        ),
        max_size=8,
    )
)
def test_any_query_and_any_heading_can_be_read(words: list[str]) -> None:
    text = " ".join(words)
    for code in ("en", "de", "zh", "ar"):
        find_mentions(text, language_of(code))
        list(labels_of(read_text(f"{text}\n\nRain fell all day.\n", language_of(code)), language_of(code)))


PRODUCTS = (
    'A "user product" means a thing that people buy for a household. Installation information for a user product holds '
    "what a user product needs. If you sell a user product, each user product must come with its source. "
    "The product of a user is no user product."
)


@pytest.mark.parametrize(
    "query", ["what is a user product", "What is a user product?", "what does user product mean", "define user product"]
)
def test_what_something_is_comes_first_where_that_is_asked(query: str) -> None:
    ranking = sr.rank(PRODUCTS, query=query)
    assert ranking[0].index == 0
    assert ranking.parts["defines"].tolist() == [4.0, 0.0, 0.0, 0.0]


@pytest.mark.parametrize("query", ["user product", "what is sold with a user product", "who is a pilot"])
def test_nothing_is_defined_where_nothing_says_so(query: str) -> None:
    assert "defines" not in sr.rank(PRODUCTS, query=query).parts


def test_definitions_are_found_in_other_languages() -> None:
    german = "Der Hafen hat eine Mole. Eine Mole ist ein Damm im Wasser. Die Mole schützt die Mole der Fischer."
    assert sr.rank(german, query="Was ist eine Mole?", language="de")[0].index == 1
    chinese = "港口有防波堤。防波堤是水中的堤坝。渔民喜欢防波堤。"
    assert sr.rank(chinese, query="什么是防波堤?", language="zh")[0].index == 1


CHAT = """Anna: Let us begin with the venue. How much is the deposit?
Ben: Two thousand. The bank has it.
Anna: When do we ship?
Ben: On the fourteenth, if the review is done by then.
Anna: I read "Who cares?" and other books on shipping a deposit."""


@pytest.mark.parametrize(
    ("query", "answer"), [("how much is the deposit", "Two thousand"), ("when do we ship", "fourteenth")]
)
def test_what_replies_to_a_question_comes_before_it(query: str, answer: str) -> None:
    assert answer in sr.rank(CHAT, query=query)[0].text
    turns = [{"id": number, "text": line} for number, line in enumerate(CHAT.splitlines())]
    kept = sr.compress(turns, query, words=16).text
    # A short answer says nothing without its question.
    assert answer in kept
    assert "?" in kept


def test_replies_are_the_rest_of_a_paragraph_or_the_next() -> None:
    text = "Who pays? The council. It must.\n\nWhy now?\n\nIt rained. It rains.\n\nReally?\n\n# Bonds\n\nYes."
    sentences = sr.read_document(text.encode(), name="a.md").sentences
    found = {one.text: place for one, place in zip(sentences, replies_to(sentences).tolist(), strict=True)}
    assert [found[one] for one in ("Who pays?", "The council.", "It must.", "Why now?", "It rained.", "It rains.")] == [
        *(0, 0, 0, 3, 3, 3)
    ]
    # A heading stands between.
    assert found["Yes."] == -1


GLOSSARY = """OPTIONS

   statuslines
          Number of lines below the map. Two or three are allowed.

   l10n
          This bug is about translations.

   #wipe
          Clean your face. It takes a turn.

   Colours are names.
"""


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("statuslines", "Number of lines"),
        ("what does l10n mean", "This bug"),
        ("what is statuslines", "Number of lines"),
        ("#wipe", "Clean your face"),
    ],
)
def test_a_term_stands_over_lines_further_right(query: str, first: str) -> None:
    assert sr.rank(GLOSSARY, query=query)[0].text.startswith(first)


def test_the_first_answers_have_all_words_of_the_query() -> None:
    text = (
        "Salmon swim up the river in autumn. Salmon lay eggs in the gravel of the river. Most salmon of the river die "
        "after that. Salmon are caught below the weir of the river. Otters sleep by day. The mill has three wheels."
    )
    order = sr.rank(text, query="salmon, river, otters", structure="flat").order.tolist()
    assert order.index(4) < 2
    # One word alone is not worth less each time: nothing else is asked for.
    ranking = sr.rank(text, query="salmon", structure="flat")
    assert "told" not in ranking.parts
    assert set(ranking.order[:4].tolist()) == {0, 1, 2, 3}


def test_a_text_as_a_query_is_answered_without_turns_of_its_words() -> None:
    names = [f"{first}{second}ora" for first in "bdfgklmnprst" for second in "aeiouy"] + ["harvest", "bridge"]
    words = [f"{name}{end}" for name in names for end in ("", "x")]
    text = " ".join(f"The {one} meets the {other} here." for one, other in pairwise(words))
    assert "told" in sr.rank(text, query=" ".join(words[:40])).parts
    assert "told" not in sr.rank(text, query=" ".join(words)).parts


def test_scores_fall_in_the_order_in_which_words_are_told() -> None:
    ranking = sr.rank(PRODUCTS, query="installation, source, product of a user")
    total = sum(ranking.parts.values())
    assert ranking.order.tolist() == np.argsort(-np.round(total, 9), kind="stable").tolist()
    assert (ranking.parts["told"] <= 0).all()


@pytest.mark.parametrize(
    ("query", "language", "first"),
    [
        ("how many guests came to the fair", "en", "Three hundred guests came to the fair."),
        ("when did the guests come to the fair", "en", "The guests came to the fair in June."),
        ("Wie viele Gäste kamen zum Fest?", "de", "Vierzig Gäste kamen zum Fest am See."),
        ("Когда гости приехали на праздник?", "ru", "Гости приехали на праздник в июне."),
    ],
)
def test_a_number_or_a_time_comes_first_where_that_is_asked(query: str, language: str, first: str) -> None:
    texts = {
        "en": (
            "The guests came to the town fair. The guests came to the fair in June. Three hundred guests came to the "
            "fair. It rained."
        ),
        "de": "Die Gäste kamen zum Fest am See. Vierzig Gäste kamen zum Fest am See. Es regnete lange.",
        "ru": "Гости приехали на праздник в город. Гости приехали на праздник в июне. Шел дождь.",
    }
    ranking = sr.rank(texts[language], query=query, language=language, structure="flat")
    assert ranking[0].text == first
    assert "a number or a date, as the query asks" in ranking.explain(ranking[0].index).sentence


def test_the_verb_of_where_it_is_located_is_not_looked_for() -> None:
    text = "The school is located in the old town. The stadium lies by the river. The market is located at the gate."
    ranking = sr.rank(text, query="Where is the stadium located?", structure="flat")
    assert ranking[0].index == 1
    assert [hit.terms for hit in ranking.hits] == [("stadium",)]


def test_an_option_that_the_text_has_is_asked_for_and_not_ruled_out() -> None:
    text = "Deleting works with -delete at the end of a search. Searching by name is quick. The search prints names."
    assert sr.rank(text, query="search with -delete", structure="flat")[0].index == 0
    ranking = sr.rank(text, query="search -quick", structure="flat")
    assert ranking.order.tolist()[-1] == 1


@pytest.mark.parametrize("query", ["how much is the deposit", "deposit"])
def test_every_rank_is_told_where_a_question_is_replied_to(query: str) -> None:
    ranking = sr.rank(
        "How much is the deposit? Two thousand. The shop sells bread. The deposit is paid back.", query=query
    )
    assert "replies" in ranking.parts
    assert all(ranking.explain(index).sentence for index in range(len(ranking)))


def test_every_part_of_the_score_of_a_query_can_be_told() -> None:
    parts = set(re.findall(r"^    (\w+)  ", query_parts.__doc__ or "", re.MULTILINE))
    assert parts >= {"query", "told", "replies"}
    assert parts | {"named", "defines", "kind"} <= set(PHRASES)


def test_a_term_in_quotation_marks_is_defined_far_from_its_verb() -> None:
    text = (
        "The bound copy is the bound copy that a reader gets. The bound copy need not have notes of the bound copy. "
        'The "bound copy" of a work in the form of pages means all that is needed to print it again.'
    )
    assert sr.rank(text, query="what is a bound copy", structure="flat").parts["defines"][2] == 4.0
    german = "Am Markt kauft man Werktage. Als Werktage gelten alle Tage außer Sonntag."
    assert sr.rank(german, query="Was sind Werktage?", language="de")[0].index == 1


@pytest.mark.parametrize(
    ("query", "term"),
    [
        ("Anna Muller", "Müller"),
        ("mueller", "Müller"),
        ("p200", "P-200"),
        ("7kg", "7"),
        ("3,5 h", "3.5"),
        ("oeuvre", "Œuvre"),
    ],
)
def test_words_are_found_without_accents_hyphens_and_spaces(query: str, term: str) -> None:
    text = "The report of Anna Müller is long. A P-200 has 7 kg. It runs for 3.5 h each day. The Œuvre is in the hall."
    assert term in {own for hit in sr.rank(text, query=query, structure="flat").hits for own in hit.terms}


def test_a_word_as_written_comes_before_the_one_with_an_accent() -> None:
    text = "El ano se lava. El año tiene doce meses. La casa es grande."
    assert [hit.terms for hit in sr.rank(text, query="ano", language="es").hits] == [("ano",)]
