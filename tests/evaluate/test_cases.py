from __future__ import annotations

import bz2
import gzip
import json
import lzma
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from sentencerank.errors import DataError
from sentencerank.evaluate.cases import Case, Reference, read_cases
from sentencerank.evaluate.datasets import load

GOOD = {
    "id": "a1",
    "language": "de",
    "domain": "news",
    "structure": "flat",
    "sentences": ["Eins.", "Zwei."],
    "references": [{"judge": "x", "indices": [1]}, {"judge": "y", "scores": [2, 0.5]}, {"judge": "z", "text": "Kurz."}],
}


def written(path: Path, *records: object) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def test_a_case_comes_back_as_written(tmp_path: Path) -> None:
    raw = {"id": "a2", "text": "Eins. Zwei.", "references": [{"judge": "x", "text": "Kurz."}]}
    first, second = read_cases(written(tmp_path / "cases.jsonl", GOOD, raw))
    assert first == Case(
        id="a1",
        language="de",
        domain="news",
        structure="flat",
        sentences=("Eins.", "Zwei."),
        references=(Reference("x", indices=(1,)), Reference("y", scores=(2.0, 0.5)), Reference("z", text="Kurz.")),
    )
    assert first.summaries == ("Kurz.",)
    assert (second.language, second.text, second.sentences) == ("en", "Eins. Zwei.", None)


@pytest.mark.parametrize(("ending", "compress"), [("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)])
def test_a_compressed_file_and_blank_lines(tmp_path: Path, ending: str, compress: Callable[[bytes], bytes]) -> None:
    path = tmp_path / f"cases.jsonl.{ending}"
    path.write_bytes(compress(f"\n{json.dumps(GOOD)}\n\n".encode()))
    assert read_cases(path) == load(path)
    assert len(load(path)) == 1


def test_votes_are_mean_scores_or_else_how_many_chose() -> None:
    chosen = (Reference("x", indices=(1, 2)), Reference("y", indices=(1,)))
    scored = (*chosen, Reference("x", scores=(1, 0, 3)), Reference("y", scores=(3, 0, 4)))
    sentences = ("A.", "B.", "C.")
    for references, expected in ((chosen, [0, 2, 1]), (scored, [2, 0, 3.5])):
        found = Case(id="a", sentences=sentences, references=references).votes()
        assert found is not None
        assert found.tolist() == expected
    assert Case(id="a", sentences=sentences, references=(Reference("x", text="A."),)).votes() is None


def changed(**fields: object) -> dict[str, object]:
    return {key: value for key, value in {**GOOD, **fields}.items() if value is not None}


WRONG: list[tuple[object, str]] = [
    ([1], "not an object but list"),
    (changed(id=None), "id is missing"),
    (changed(id=7), "id is not a string but 7"),
    (changed(sentences=None), "both or neither of sentences and text"),
    (changed(text="also"), "both or neither of sentences and text"),
    (changed(sentences="One."), "not a list of strings"),
    (changed(references=None), "references is missing"),
    (changed(references=[]), "at least one"),
    (changed(references=["x"]), "a reference is not an object"),
    (changed(references=[{"text": "x"}]), "judge is missing"),
    (changed(references=[{"judge": "x"}]), "gave nothing"),
    (changed(references=[{"judge": "x", "text": "x", "indices": [0]}]), "gave text and indices"),
    (changed(references=[{"judge": "x", "indices": [2]}]), "an index outside 0 … 1"),
    (changed(references=[{"judge": "x", "indices": [-1]}]), "an index outside"),
    (changed(references=[{"judge": "x", "indices": [0.5]}]), "not a list of whole numbers"),
    (changed(references=[{"judge": "x", "indices": [True]}]), "not a list of whole numbers"),
    (changed(references=[{"judge": "x", "indices": [0, 0]}]), "chose a sentence twice"),
    (changed(references=[{"judge": "x", "scores": [1]}]), "1 scores for 2 sentences"),
    (changed(references=[{"judge": "x", "scores": [1, "a"]}]), "not a list of numbers"),
    (changed(references=[{"judge": "x", "scores": [1, float("nan")]}]), "not a number"),
    (changed(sentences=None, text="One."), "need sentences"),
]


@pytest.mark.parametrize(("record", "message"), WRONG, ids=[message for _, message in WRONG])
def test_what_is_wrong_is_told_with_file_line_and_format(tmp_path: Path, record: object, message: str) -> None:
    path = written(tmp_path / "cases.jsonl", changed(id="fine"), record)
    with pytest.raises(DataError, match=re.escape(message)) as caught:
        read_cases(path)
    assert f"{path}:2: " in str(caught.value)
    assert '"references"' in str(caught.value)


def test_files_that_hold_no_cases(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    with pytest.raises(DataError, match="cannot be read"):
        read_cases(path)
    path.write_bytes(b"\n")
    with pytest.raises(DataError, match="is empty"):
        read_cases(path)
    for content in (b"{\n", b'{"id": "\xff"}\n'):
        path.write_bytes(content)
        with pytest.raises(DataError, match=r"cases.jsonl:1: not JSON"):
            read_cases(path)
    packed = tmp_path / "cases.jsonl.gz"
    for damaged in (b"no gzip", gzip.compress(b"{}")[:-3]):
        packed.write_bytes(damaged)
        with pytest.raises(DataError, match="cannot be read"):
            read_cases(packed)


def test_an_id_may_stand_once(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"cases.jsonl:2: id 'a1' stands there twice"):
        read_cases(written(tmp_path / "cases.jsonl", GOOD, GOOD))
