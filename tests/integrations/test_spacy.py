"""The pipeline component against spaCy as it is installed."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import sentencerank as sr
from tests.texts import ARTICLE

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the library
spacy = pytest.importorskip("spacy", reason="needs spacy: make test-integrations")


def pipeline(language: str = "en", **settings: object) -> Any:
    nlp = spacy.blank(language)
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("sentencerank", config=settings)
    return nlp


def test_the_entry_point_lets_spacy_find_the_component() -> None:
    code = (
        "import spacy; nlp = spacy.blank('en'); nlp.add_pipe('sentencizer'); nlp.add_pipe('sentencerank'); "
        "doc = nlp('Rain fell. The road was closed.'); print(len(doc._.sentencerank))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "2\n", done.stderr


def test_every_sentence_has_an_importance() -> None:
    doc = pipeline()(ARTICLE)
    rows = doc._.sentencerank
    assert sorted(row["rank"] for row in rows) == list(range(1, len(rows) + 1))
    best = max((span for span in doc.sents if span.text.strip()), key=lambda span: span._.importance)
    assert best._.importance == 1.0
    assert best.text.strip() in ARTICLE
    assert sr.rank(ARTICLE)[0].text in best.text
    assert doc[best.start : best.start + 2]._.importance == 1.0


def test_a_query_is_answered() -> None:
    doc = pipeline(query="salmon in the river")(ARTICLE)
    best = max((span for span in doc.sents if span.text.strip()), key=lambda span: span._.importance)
    assert "salmon" in best.text


def test_ranks_survive_bytes_and_the_pipeline_survives_a_folder(tmp_path: Any) -> None:
    nlp = pipeline(structure="news")
    doc = nlp(ARTICLE)
    again = spacy.tokens.Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert again._.sentencerank == doc._.sentencerank
    assert [span._.importance for span in again.sents] == [span._.importance for span in doc.sents]
    nlp.to_disk(tmp_path)
    assert spacy.load(tmp_path)(ARTICLE)._.sentencerank == doc._.sentencerank


def test_many_docs_in_a_stream_and_in_several_processes() -> None:
    nlp = pipeline()
    texts = [ARTICLE, "Rain fell on the road. The council closed it.", ""]
    alone = [doc._.sentencerank for doc in nlp.pipe(texts)]
    assert alone == [doc._.sentencerank for doc in nlp.pipe(texts, n_process=2)]
    assert alone[2] == []


def test_what_is_not_ranked_has_no_importance() -> None:
    doc = spacy.blank("en")("Rain fell.")
    assert doc[0:1]._.importance is None
    blank = pipeline()("  \n ")
    assert blank._.sentencerank == []


def test_other_languages_are_those_of_the_pipeline() -> None:
    german = "Der Regen fiel auf die Straße. Die Stadt sperrte die Straße für zwei Wochen. Busse kamen zu spät."
    for language in ("de", "xx"):
        assert len(pipeline(language)(german)._.sentencerank) == 3
