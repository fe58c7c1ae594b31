"""Miniature files in the formats of MEAD; all texts are made up."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from sentencerank.errors import DataError
from sentencerank.evaluate.cases import Reference
from sentencerank.evaluate.datasets import load, summbank

DOCSENT = """<?xml version='1.0' encoding='UTF-8'?>
<!DOCTYPE DOCSENT SYSTEM "/somewhere/else/dtd/docsent.dtd">
<DOCSENT DID='41' DOCNO='41' LANG='ENG' CORR-DOC='41.c'>
<BODY>
<HEADLINE><S PAR='1' RSNT='1' SNO='1'>Harvest at Smith & Sons</S></HEADLINE>
<TEXT>
<S PAR='2' RSNT='1' SNO='2'>Apples
 were picked.</S>
<S PAR='2' RSNT='2' SNO='3'>Pears &amp; plums &#38; nuts wait.</S>
<S PAR='3' RSNT='1' SNO='4'>It rained.</S>
</TEXT></BODY></DOCSENT>
"""
SENTJUDGE = """<?xml version='1.0'?>
<!DOCTYPE SENT-JUDGE SYSTEM "/somewhere/else/dtd/sentjudge.dtd" [ <!ELEMENT S ANY> ]>
<SENT-JUDGE QID='112'>
<S DID='41' PAR='2' RSNT='1' SNO='2'><JUDGE N='ann' UTIL='10'/><JUDGE N='bob' UTIL='4.5'/></S>
<S DID='41' PAR='2' RSNT='2' SNO='3'><JUDGE N='ann' UTIL='3'/><JUDGE N='bob' UTIL='4.5'/></S>
<S DID='41' PAR='3' RSNT='1' SNO='4'><JUDGE N='ann' UTIL='0'/><JUDGE N='bob' UTIL='9'/></S>
</SENT-JUDGE>
"""
EXTRACT = """<EXTRACT QID='112' COMPRESSION='10' SYSTEM='MANUAL' {judge} LANG='ENG'>
<S ORDER='1' DID='41' SNO='4'/><S ORDER='2' DID='41' SNO='1'/><S ORDER='3' DID='99' SNO='1'/>
</EXTRACT>
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "fruit" / "docsent").mkdir(parents=True)
    (tmp_path / "fruit" / "docsent" / "41.docsent").write_text(DOCSENT, "utf-8")
    (tmp_path / "fruit" / "fruit.sentjudge").write_text(SENTJUDGE, "utf-8")
    return tmp_path


def test_every_judge_scores_the_sentences_of_the_text(folder: Path) -> None:
    (case,) = load(folder)
    assert (case.id, case.language, case.domain) == ("41", "en", "news")
    assert case.sentences == ("Apples were picked.", "Pears & plums & nuts wait.", "It rained.")
    assert case.references == (
        Reference("ann", scores=(10.0, 3.0, 0.0)),
        Reference("bob", scores=(4.5, 4.5, 9.0)),
    )


def test_extracts_are_references_if_they_name_a_judge(folder: Path) -> None:
    (folder / "a.extract").write_text(EXTRACT.format(judge="JUDGE='ann'"), "utf-8")
    (folder / "b.extract").write_text(EXTRACT.format(judge="RUN='lead'"), "utf-8")
    (case,) = summbank.load(folder)
    assert case.references[2:] == (Reference("ann/10", indices=(2,)),)


def test_a_chinese_document_in_its_own_encoding(folder: Path) -> None:
    chinese = (
        DOCSENT.replace("UTF-8", "GB2312")
        .replace("'41'", "'42'")
        .replace("ENG", "CHIN")
        .replace("It rained.", "下雨了。")
    )
    (folder / "42.docsent").write_bytes(chinese.encode("gb2312"))
    (folder / "42.sentjudge").write_text(SENTJUDGE.replace("'41'", "'42'"), "utf-8")
    case = {case.id: case for case in summbank.load(folder)}["42"]
    assert case.language == "zh"
    assert case.sentences == ("Apples were picked.", "Pears & plums & nuts wait.", "下雨了。")


def test_a_document_without_parts_has_all_its_sentences(folder: Path) -> None:
    flat = "<DOCSENT DID='43'><S SNO='2'>B.</S><S SNO='1'>A.</S></DOCSENT>"
    (folder / "43.docsent").write_text(flat, "utf-8")
    (folder / "43.sentjudge").write_text(SENTJUDGE.replace("'41'", "'43'"), "utf-8")
    assert {case.id: case.sentences for case in summbank.load(folder)}["43"] == ("A.", "B.")


def test_what_is_not_there_is_reported(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    (folder / "44.docsent").write_text(DOCSENT.replace("'41'", "'44'"), "utf-8")
    (folder / "fruit.cluster").write_text("<CLUSTER LANG='ENG'><D DID='41'/><D DID='45'/></CLUSTER>", "utf-8")
    (folder / "part.sentjudge").write_text(
        "<SENT-JUDGE QID='1'><S DID='41' SNO='3'><JUDGE N='eve' UTIL='5'/></S></SENT-JUDGE>", "utf-8"
    )
    with caplog.at_level(logging.WARNING):
        (case,) = summbank.load(folder)
    assert case.references[-1] == Reference("eve", scores=(0.0, 5.0, 0.0))
    assert "eve did not judge 2 sentences of 41" in caplog.text
    assert "1 documents of a cluster are not there: 45" in caplog.text
    assert "1 documents without a judge are left out: 44" in caplog.text


def test_entities_are_refused(folder: Path) -> None:
    bomb = "<!DOCTYPE S [ <!ENTITY a 'ha'> <!ENTITY b '&a;&a;'> ]><DOCSENT DID='1'><S SNO='1'>&b;</S></DOCSENT>"
    (folder / "bomb.docsent").write_text(bomb, "utf-8")
    with pytest.raises(DataError, match=r"bomb.docsent declares entities"):
        summbank.load(folder)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<DOCSENT><S>", "is not valid XML"),
        ("<DOCSENT DID='1'><S SNO='x'>A.</S></DOCSENT>", "SNO='x': number the sentences"),
        ("<DOCSENT DID='1'><S>A.</S></DOCSENT>", "SNO=None"),
        ("<?xml version='1.0' encoding='klingon'?><DOCSENT/>", "save it as UTF-8"),
    ],
)
def test_a_malformed_document_is_named(folder: Path, content: str, message: str) -> None:
    (folder / "bad.docsent").write_text(content, "utf-8")
    with pytest.raises(DataError, match=message) as caught:
        summbank.load(folder)
    assert "bad.docsent" in str(caught.value)


def test_a_judge_without_a_number_is_named(folder: Path) -> None:
    (folder / "bad.sentjudge").write_text(SENTJUDGE.replace("UTIL='10'", ""), "utf-8")
    with pytest.raises(DataError, match="UTIL=None: give a number"):
        summbank.load(folder)


def test_missing_data_says_where_to_get_it(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(DataError, match="LDC2003T16"):
        summbank.load(tmp_path / "nowhere")
    (folder / "fruit" / "fruit.sentjudge").unlink()
    with pytest.raises(DataError, match=r"no judge of any document in .*documents: 1"):
        summbank.load(folder)
