"""Miniature files in the formats of DUC 2002, with every known fault; all texts are made up."""

from __future__ import annotations

import io
import logging
import tarfile
import tracemalloc
from pathlib import Path

import pytest

from sentencerank.errors import DataError
from sentencerank.evaluate.cases import Case, Reference
from sentencerank.evaluate.datasets import duc02, load
from sentencerank.evaluate.datasets.tar import Allowance, unpacked

BREAKS = """<DOC><DOCNO> {id} </DOCNO>
<HEAD><s docid="{id}" num="1" wdcount="2"> Bridge closed</s></HEAD>
<TEXT>
<s docid="{id}" num="2" wdcount="5"> The bridge &amp; its ramp closed.</s>
<s docid="{id}" num="3" wdcount="3"> Nobody was
hurt.</s>
<s docid="{id}" num="4" wdcount="4"> It opens on Monday.</s>
</TEXT></DOC>
"""
RAW = """<DOC><DOCNO> {id} </DOCNO><HEAD>Bridge closed</HEAD>
<TEXT>
   The bridge &amp; its ramp
closed. Nobody was hurt.
   It opens on Monday.
</TEXT></DOC>
"""
SUM = """<SUM
DOCSET="d061j" TYPE="PERDOC" SIZE="100"
DOCREF="{id}" SELECTOR="J"
SUMMARIZER="I">
{text}
</SUM>
"""
MODEL = """<html><body bgcolor="white">
<a name="1">[1]</a> <a href="#1" id=1>A bridge closed.</a>
<a name="2">[2]</a> <a href="#2" id=2>It opens soon.</a>
</body></html>
"""
ONE, TWO, THREE = "AP880911-0016", "AP880729-0155", "SJMN91-06165048"


def write(root: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content.encode())
    return root


def packed(files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return target.getvalue()


FILES = {
    f"docs.with.sentence.breaks/d061j/{ONE}.S": BREAKS.format(id=ONE),
    f"docs.with.sentence.breaks/d079a/{ONE}.S": BREAKS.format(id=ONE),
    f"docs/d061j/{ONE}": RAW.format(id=ONE),
    "extracts_abstracts/d061ji/perdocs": SUM.format(id=ONE, text="One bridge closed."),
    "extracts_abstracts/d061jb/perdocs": SUM.format(id=ONE, text="A closed\nbridge."),
    "extracts_abstracts/d079ac/perdocs": SUM.format(id=ONE, text="Closed: a bridge."),
    "extracts_abstracts/d079ad/perdocs": SUM.format(id=ONE, text="No bridge to cross."),
}


def only(cases: tuple[Case, ...]) -> Case:
    (case,) = cases
    return case


def test_a_document_in_two_sets_is_one_case_with_four_references(tmp_path: Path) -> None:
    case = only(load(write(tmp_path, FILES)))
    assert (case.id, case.domain, case.structure) == (ONE, "news", "news")
    assert case.sentences == ("The bridge & its ramp closed.", "Nobody was hurt.", "It opens on Monday.")
    assert case.references == (
        Reference("d061jb", text="A closed bridge."),
        Reference("d061ji", text="One bridge closed."),
        Reference("d079ac", text="Closed: a bridge."),
        Reference("d079ad", text="No bridge to cross."),
    )


def test_without_sentence_breaks_the_text_has_its_paragraphs(tmp_path: Path) -> None:
    raw = {name: content for name, content in FILES.items() if "sentence.breaks" not in name}
    case = only(duc02.load(write(tmp_path, raw)))
    assert case.sentences is None
    assert case.text == "The bridge & its ramp closed. Nobody was hurt.\n\nIt opens on Monday."


def test_archives_within_an_archive_are_read_without_unpacking(tmp_path: Path) -> None:
    documents = {f"./{name}": text.encode() for name, text in FILES.items() if "docs" in name and "perdocs" not in name}
    summaries = {name: text.encode() for name, text in FILES.items() if "perdocs" in name}
    outer = packed({"duc2002testdocswithsentences.tar.gz": packed(documents), "readme": b"-"})
    (tmp_path / "DUC2002_Summarization_Documents.tgz").write_bytes(outer)
    (tmp_path / "duc2002extractsandabstracts.tar.gz").write_bytes(packed(summaries))
    assert len(only(load(tmp_path)).references) == 4
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [
        "DUC2002_Summarization_Documents.tgz",
        "duc2002extractsandabstracts.tar.gz",
    ]


def test_a_damaged_archive_is_named(tmp_path: Path) -> None:
    (tmp_path / "duc2002testdocs.tar.gz").write_bytes(packed({"docs/d061j/X": b"x" * 5000})[:60])
    with pytest.raises(DataError, match=r"duc2002testdocs.tar.gz is damaged"):
        load(tmp_path)


def test_an_archive_that_unpacks_to_too_much_is_refused_before_it_takes_memory() -> None:
    bomb = packed({"docs/d061j/X": bytes(20_000_000)})
    tracemalloc.start()
    try:
        with pytest.raises(DataError, match="unpacks to too much"):
            list(unpacked("a.tgz", bomb, Allowance(bytes=1_000_000)))
        assert tracemalloc.get_traced_memory()[1] < 3_000_000
    finally:
        tracemalloc.stop()


def test_what_archives_inside_archives_unpack_to_is_added_up() -> None:
    inner = packed({"docs/d061j/X": bytes(100_000)})
    outer = packed({f"{number}.tar.gz": inner for number in range(20)})
    assert len(list(unpacked("a.tgz", outer, Allowance()))) == 20
    with pytest.raises(DataError, match="unpacks to too much"):
        list(unpacked("a.tgz", outer, Allowance(bytes=1_000_000)))


@pytest.mark.parametrize(
    ("files", "allowance"),
    [
        ({str(number): b"" for number in range(11)}, Allowance(members=10)),
        ({"a": bytes(101)}, Allowance(largest=100)),
    ],
    ids=["too many", "too large"],
)
def test_an_archive_of_too_many_or_too_large_files_is_refused(files: dict[str, bytes], allowance: Allowance) -> None:
    with pytest.raises(DataError, match="too many files, or one too large"):
        list(unpacked("a.tgz", packed(files), allowance))


@pytest.mark.parametrize("name", ["/etc/passwd", "../docs/d061j/X", "docs/../../X"])
def test_a_file_that_leads_out_of_its_archive_is_refused(name: str) -> None:
    with pytest.raises(DataError, match="outside of it"):
        list(unpacked("a.tgz", packed({name: b"x"}), Allowance()))


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE]
)
def test_links_devices_and_pipes_in_an_archive_are_skipped(kind: bytes, tmp_path: Path) -> None:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        member = tarfile.TarInfo("docs/d061j/X")
        member.type, member.linkname = kind, "/etc/passwd"
        archive.addfile(member)
    assert list(unpacked("a.tar", target.getvalue(), Allowance())) == []


def test_an_edited_model_replaces_the_same_judges_abstract(tmp_path: Path) -> None:
    folder = "evaluation_results/abstracts/phase1/SEEmodels/SEE.edited.abstracts.in.{}"
    models = {
        f"{folder.format('edus')}/D061.P.100.J.I.{ONE}.html": MODEL.replace("soon", "in parts"),
        f"{folder.format('sentences')}/D061.P.100.J.I.{ONE}.html": MODEL,
        f"{folder.format('edus')}/D061.P.100.J.B.{ONE}.html": MODEL.replace("soon", "later"),
    }
    case = only(duc02.load(write(tmp_path, FILES | models)))
    assert case.references[:2] == (
        Reference("d061jb", text="A bridge closed.\nIt opens later."),
        Reference("d061ji", text="A bridge closed.\nIt opens soon."),
    )
    assert len(case.references) == 4


def test_extracts_count_the_headline_but_are_about_the_text(tmp_path: Path) -> None:
    extract = "".join(f'<s docid="{ONE}" num="{number}" wdcount="5"> …</s>\n' for number in (4, 1, 2, 9))
    case = only(duc02.load(write(tmp_path, FILES | {"extracts_abstracts/d061ji/200e": extract})))
    assert case.references[-1] == Reference("d061ji/200e", indices=(0, 2))


def test_an_extract_that_opens_where_it_should_close(tmp_path: Path) -> None:
    extract = f'<s docid="{ONE}" num="2" wdcount="5"> One.<s>\n<s docid="{ONE}" num="4" wdcount="4"> Two.</s>'
    case = only(duc02.load(write(tmp_path, FILES | {"extracts_abstracts/d118if/200e": extract})))
    assert case.references[-1] == Reference("d118if/200e", indices=(0, 2))


def test_wrong_and_broken_names_of_documents(tmp_path: Path) -> None:
    files = {f"docs.with.sentence.breaks/d061j/{name}.S": BREAKS.format(id=name) for name in (ONE, TWO, THREE)}
    wrong = ["AP880911-\r\n0016", "AP890729-0155", "SJMN91-06048"]
    files["extracts_abstracts/d061ji/perdocs"] = "".join(SUM.format(id=name, text=f"About {name}.") for name in wrong)
    assert [case.id for case in duc02.load(write(tmp_path, files))] == [TWO, ONE, THREE]


def test_a_right_name_is_not_corrected(tmp_path: Path) -> None:
    files = {f"docs.with.sentence.breaks/d061j/{name}.S": BREAKS.format(id=name) for name in ("AP890729-0155", TWO)}
    files["extracts_abstracts/d061ji/perdocs"] = SUM.format(id="AP890729-0155", text="This one.")
    assert only(duc02.load(write(tmp_path, files))).id == "AP890729-0155"


def test_a_summary_that_stands_there_twice_counts_once(tmp_path: Path) -> None:
    double = SUM.format(id=ONE, text="One  bridge closed.")
    files = FILES | {
        "extracts_abstracts/d061ji/perdocs": FILES["extracts_abstracts/d061ji/perdocs"] + double,
        "extracts_abstracts/d061jx/perdocs": double,
    }
    assert len(only(duc02.load(write(tmp_path, files))).references) == 4


def test_what_is_not_there_is_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    files = FILES | {
        f"docs.with.sentence.breaks/d061j/{TWO}.S": BREAKS.format(id=TWO),
        "extracts_abstracts/d062aa/perdocs": SUM.format(id="LA000000-0000", text="Lost."),
    }
    with caplog.at_level(logging.WARNING):
        assert only(duc02.load(write(tmp_path, files))).id == ONE
    assert "summaries of 1 documents that are not there: LA000000-0000" in caplog.text
    assert f"1 documents without a summary are left out: {TWO}" in caplog.text


def test_missing_data_says_where_to_get_it(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(DataError, match="agreement with NIST"):
            duc02.load(path)
    documents = {name: content for name, content in FILES.items() if "perdocs" not in name}
    with pytest.raises(DataError, match=r"no summary of any document in .*documents: 1"):
        duc02.load(write(tmp_path, documents))
